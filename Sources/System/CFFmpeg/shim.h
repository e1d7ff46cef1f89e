// What Swift doesn't see of libavfilter, libavformat, libavcodec, libswresample and libavutil by itself: macros whose
// value is a cast or a function-like macro.
#pragma once

#include <errno.h>
#include <stdint.h>

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

// There is nothing more to come.
static const int doubletake_averror_eof = AVERROR_EOF;
// There is nothing now: input is needed first.
static const int doubletake_averror_eagain = AVERROR(EAGAIN);
// There isn't enough memory.
static const int doubletake_averror_enomem = AVERROR(ENOMEM);
// A time that is not known.
static const int64_t doubletake_av_nopts_value = AV_NOPTS_VALUE;
// A QuickTime or MP4 sample entry's type, with its four letters in the order of the file.
static inline uint32_t doubletake_av_tag(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    return MKTAG(a, b, c, d);
}
