// What Swift doesn't see of libpulse by itself: macros whose value is an expression or a cast.
#pragma once

#include <stdint.h>

#include <pulse/pulseaudio.h>

// The highest rate of a stream.
static const uint32_t doubletake_pa_rate_max = PA_RATE_MAX;
// The most channels of a stream: a channel map for more ends the process.
static const uint8_t doubletake_pa_channels_max = PA_CHANNELS_MAX;
// The index of nothing.
static const uint32_t doubletake_pa_invalid_index = PA_INVALID_INDEX;
// The volume that changes nothing.
static const uint32_t doubletake_pa_volume_norm = PA_VOLUME_NORM;
// 32-bit floats in this machine's byte order.
static const pa_sample_format_t doubletake_pa_sample_float32 = PA_SAMPLE_FLOAT32NE;
