// Sizes as people write them (64KiB, 1.5M), in the units that the design fixes.

#include "analyzer/size.h"

#include <stdlib.h>
#include <string.h>

// K and KiB alike are powers of 1024, as sizes of memory are meant; kB is not.
static const struct {
    const char *name;
    int64_t bytes;
} units[] = {
    {"", 1},
    {"B", 1},
    {"K", 1 << 10},
    {"KiB", 1 << 10},
    {"M", 1 << 20},
    {"MiB", 1 << 20},
    {"G", 1 << 30},
    {"GiB", 1 << 30},
    {"T", INT64_C(1) << 40},
    {"TiB", INT64_C(1) << 40},
    {"P", INT64_C(1) << 50},
    {"PiB", INT64_C(1) << 50},
    {"kB", 1000},
    {"KB", 1000},
    {"MB", 1000000},
    {"GB", 1000000000},
    {"TB", INT64_C(1000000000000)},
    {"PB", INT64_C(1000000000000000)},
};

bool size_parse(const char *text, int64_t *bytes, const char **error)
{
    *error = "a size is a number and a unit, as in 65536, 64KiB, 1.5MiB or 65kB";
    while (*text == ' ') text++;
    if (*text < '0' || *text > '9') return false;
    char *unit;
    long double number = strtold(text, &unit);
    while (*unit == ' ') unit++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit, units[i].name) != 0) continue;
        number *= (long double)units[i].bytes;
        *error = "the size does not fit in 63 bits";
        if (!(number < 0x1p63L)) return false;
        *bytes = (int64_t)number;
        return true;
    }
    return false;
}
