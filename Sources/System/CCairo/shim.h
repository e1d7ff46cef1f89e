// What is used of cairo, which draws shapes, and of pango, which sets text.
#pragma once

#include <pango/pangocairo.h>
