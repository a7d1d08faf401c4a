#ifndef IR_STATICS_H
#define IR_STATICS_H

// The objects of a program that are there as long as it runs: weights, configurations, buffers. On
// a microcontroller constants stay in flash, all others take RAM; those that do not begin with
// zeros have their first contents in flash as well.

#include "ir/base/site.h"
#include "ir/base/vec.h"

#include <stdint.h>

enum static_section { STATIC_CONSTANT, STATIC_DATA, STATIC_ZERO };

struct static_object {
    const char *name;
    enum static_section section;
    int64_t bytes;
    const struct site *site;
};

struct statics {
    VEC(struct static_object) objects; // in the order of their declarations
    int64_t bytes[3];                  // by section
};

int64_t statics_ram(const struct statics *);

#endif
