// What static objects take of a machine's RAM.

#include "ir/statics.h"

int64_t statics_ram(const struct statics *statics)
{
    return statics->bytes[STATIC_DATA] + statics->bytes[STATIC_ZERO];
}
