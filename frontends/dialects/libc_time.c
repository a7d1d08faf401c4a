// <time.h> and what else asks the system: answers are not known.

#include "frontends/dialects/libc.h"

static struct cvalue apply_unknown(const struct dialect_call *c)
{
    return libc_unknown(c, "the time");
}

static struct cvalue apply_time(const struct dialect_call *c)
{
    if (!cvalue_is_null(&c->arguments[0])) libc_forget(c, 0, "the time");
    return libc_unknown(c, "the time");
}

static struct cvalue apply_fills(const struct dialect_call *c)
{
    libc_forget(c, c->n == 1 ? 0 : 1, "the time");
    return libc_int(c, 0);
}

static struct cvalue apply_zero(const struct dialect_call *c)
{
    return libc_int(c, 0);
}

const struct dialect_rule libc_time_rules[] = {{"time", "p", apply_time, NULL},
                                               {"clock", "", apply_unknown, NULL},
                                               {"difftime", "ii", apply_unknown, NULL},
                                               {"clock_gettime", "ip", apply_fills, NULL},
                                               {"usleep", "i", apply_zero, NULL},
                                               {"sleep", "i", apply_zero, NULL},
                                               {0}};
