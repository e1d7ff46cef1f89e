// What is used of libyuv, for which Debian has no pkg-config file: the module map names the library.
#pragma once

#include <libyuv/convert.h>
#include <libyuv/convert_from.h>
#include <libyuv/planar_functions.h>
#include <libyuv/rotate.h>
#include <libyuv/scale.h>
