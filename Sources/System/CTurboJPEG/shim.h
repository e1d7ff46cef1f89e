// libturbojpeg: pkg-config says how to link it.
#pragma once

#include <turbojpeg.h>
