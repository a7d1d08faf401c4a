#ifndef ANALYZER_SIZE_H
#define ANALYZER_SIZE_H

// Sizes of memory as people write them: "65536", "64KiB", "64K", "1.5MiB",
// "65kB". K, M, G, T, P and KiB to PiB are powers of 1024; kB, MB, GB, TB and PB
// are powers of 1000. Blanks may stand before the number and the unit.

#include <stdbool.h>
#include <stdint.h>

// The bytes, rounded down; false and a reason where it is no size, or none
// that fits in 63 bits.
bool size_parse(const char *text, int64_t *bytes, const char **error);

#endif
