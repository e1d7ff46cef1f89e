// What is used of libyaml.
#pragma once

#include <yaml.h>
