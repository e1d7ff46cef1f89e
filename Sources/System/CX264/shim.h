// What Swift doesn't see of x264.h by itself.
#pragma once

#include <stdint.h>
#include <x264.h>

// x264_encoder_open is a macro: the function's own name ends in the library's build number, so that a program can't
// open the encoder of another one.
static inline x264_t *doubletake_x264_encoder_open(x264_param_t *parameters) {
    return x264_encoder_open(parameters);
}
