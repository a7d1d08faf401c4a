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

// gettimeofday(&t, zone), timespec_get(&t, base), which returns the base.
static struct cvalue apply_fills_first(const struct dialect_call *c)
{
    libc_forget(c, 0, "the time");
    if (c->arguments[1].type->kind == CTYPE_POINTER) return libc_int(c, 0);
    return c->arguments[1];
}

// localtime_r(&time, &parts).
static struct cvalue apply_parts(const struct dialect_call *c)
{
    libc_forget(c, 1, "the time");
    return libc_pointer(c, 1, 0);
}

// strftime(text, n, format, parts): as many characters as that needs.
static struct cvalue apply_strftime(const struct dialect_call *c)
{
    libc_forget(c, 0, "the time");
    return libc_number(c, "strftime()", 0);
}

static struct cvalue apply_zero(const struct dialect_call *c)
{
    return libc_int(c, 0);
}

const struct dialect_rule libc_time_rules[] = {{"time", "p", apply_time, NULL},
                                               {"clock", "", apply_unknown, NULL},
                                               {"difftime", "ii", apply_unknown, NULL},
                                               {"mktime", "p", apply_unknown, NULL},
                                               {"localtime", "p", apply_unknown, NULL},
                                               {"gmtime", "p", apply_unknown, NULL},
                                               {"localtime_r", "pp", apply_parts, NULL},
                                               {"gmtime_r", "pp", apply_parts, NULL},
                                               {"ctime", "p", apply_unknown, NULL},
                                               {"asctime", "p", apply_unknown, NULL},
                                               {"strftime", "pipp", apply_strftime, NULL},
                                               {"clock_gettime", "ip", apply_fills, NULL},
                                               {"clock_getres", "ip", apply_fills, NULL},
                                               {"gettimeofday", "pp", apply_fills_first, NULL},
                                               {"timespec_get", "pi", apply_fills_first, NULL},
                                               {"nanosleep", "pp", apply_zero, NULL},
                                               {"usleep", "i", apply_zero, NULL},
                                               {"sleep", "i", apply_zero, NULL},
                                               {0}};
