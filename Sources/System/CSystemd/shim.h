// What Swift sees of libsystemd: sd-bus. Its functions with a variable number of arguments don't import, and the ones
// that take one value each do the same.
#pragma once

#include <systemd/sd-bus.h>
