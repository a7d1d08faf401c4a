// <math.h>, computed by the host's own functions in the width of the call.

#include "frontends/dialects/libc.h"

#include <math.h>
#include <stdlib.h>

struct one {
    double (*wide)(double);
    float (*narrow)(float);
    long double (*extended)(long double);
};

struct two {
    double (*wide)(double, double);
    float (*narrow)(float, float);
    long double (*extended)(long double, long double);
};

static bool number(const struct dialect_call *c, int argument, long double *out)
{
    const struct cvalue *v = &c->arguments[argument];
    if (v->kind == CVALUE_FLOATING)
        *out = v->floating;
    else if (v->kind == CVALUE_INT)
        *out = (long double)v->integer;
    else
        return false;
    return true;
}

static struct cvalue not_known(const struct dialect_call *c)
{
    for (int i = 0; i < c->n; i++)
        if (c->arguments[i].kind == CVALUE_UNKNOWN) return libc_unknown(c, c->arguments[i].reason);
    return libc_unknown(c, "computed from an unknown number");
}

static struct cvalue apply_one(const struct dialect_call *c)
{
    const struct one *f = c->rule->data;
    long double x;
    if (!number(c, 0, &x)) return not_known(c);
    if (c->result->size == 4) return cvalue_float(c->result, (long double)f->narrow((float)x));
    if (c->result->size == 8) return cvalue_float(c->result, (long double)f->wide((double)x));
    return cvalue_float(c->result, f->extended(x));
}

static struct cvalue apply_two(const struct dialect_call *c)
{
    const struct two *f = c->rule->data;
    long double x, y;
    if (!number(c, 0, &x) || !number(c, 1, &y)) return not_known(c);
    if (c->result->size == 4)
        return cvalue_float(c->result, (long double)f->narrow((float)x, (float)y));
    if (c->result->size == 8)
        return cvalue_float(c->result, (long double)f->wide((double)x, (double)y));
    return cvalue_float(c->result, f->extended(x, y));
}

static struct cvalue apply_fma(const struct dialect_call *c)
{
    long double x, y, z;
    if (!number(c, 0, &x) || !number(c, 1, &y) || !number(c, 2, &z)) return not_known(c);
    if (c->result->size == 4)
        return cvalue_float(c->result, (long double)fmaf((float)x, (float)y, (float)z));
    if (c->result->size == 8)
        return cvalue_float(c->result, (long double)fma((double)x, (double)y, (double)z));
    return cvalue_float(c->result, fmal(x, y, z));
}

static struct cvalue apply_ldexp(const struct dialect_call *c)
{
    long double x;
    int64_t n;
    if (!number(c, 0, &x) || !libc_integer(c, 1, &n)) return not_known(c);
    return cvalue_float(c->result, ldexpl(x, (int)n));
}

static struct cvalue apply_frexp(const struct dialect_call *c)
{
    long double x;
    int exponent = 0;
    if (!number(c, 0, &x)) return not_known(c);
    struct cvalue fraction = cvalue_float(c->result, frexpl(x, &exponent));
    struct cvalue n = cvalue_int(c->eval->types->int_, exponent);
    eval_store(c->eval, &c->arguments[1], 0, &n);
    return fraction;
}

static struct cvalue apply_modf(const struct dialect_call *c)
{
    long double x, whole;
    if (!number(c, 0, &x)) return not_known(c);
    struct cvalue fraction = cvalue_float(c->result, modfl(x, &whole));
    struct cvalue n = cvalue_float(c->result, whole);
    eval_store(c->eval, &c->arguments[1], 0, &n);
    return fraction;
}

// The host rounds as the program would: nothing in it sets another rounding mode.
enum rounding { ROUND_HALF_AWAY, ROUND_HALF_EVEN };

static struct cvalue apply_to_integer(const struct dialect_call *c)
{
    const enum rounding *rounding = c->rule->data;
    long double x;
    if (!number(c, 0, &x)) return not_known(c);
    return libc_int(c, *rounding == ROUND_HALF_EVEN ? llrintl(x) : llroundl(x));
}

static struct cvalue apply_ilogb(const struct dialect_call *c)
{
    long double x;
    return number(c, 0, &x) ? libc_int(c, ilogbl(x)) : not_known(c);
}

enum test { TEST_NAN, TEST_INFINITE, TEST_FINITE, TEST_NORMAL, TEST_SIGN };

static struct cvalue apply_test(const struct dialect_call *c)
{
    const enum test *test = c->rule->data;
    long double x;
    if (!number(c, 0, &x)) return not_known(c);
    bool narrow = c->arguments[0].type->size == 4, wide = c->arguments[0].type->size == 8;
    switch (*test) {
    case TEST_NAN: return libc_int(c, isnan(x));
    case TEST_INFINITE: return libc_int(c, isinf(x) ? (x < 0 ? -1 : 1) : 0);
    case TEST_FINITE: return libc_int(c, isfinite(x));
    case TEST_NORMAL:
        return libc_int(c, narrow ? isnormal((float)x) : wide ? isnormal((double)x) : isnormal(x));
    default: return libc_int(c, signbit(x) != 0);
    }
}

enum order {
    ORDER_GREATER,
    ORDER_GREATER_EQUAL,
    ORDER_LESS,
    ORDER_LESS_EQUAL,
    ORDER_UNEQUAL,
    ORDER_NONE
};

static struct cvalue apply_order(const struct dialect_call *c)
{
    const enum order *order = c->rule->data;
    long double x, y;
    if (!number(c, 0, &x) || !number(c, 1, &y)) return not_known(c);
    switch (*order) {
    case ORDER_GREATER: return libc_int(c, isgreater(x, y));
    case ORDER_GREATER_EQUAL: return libc_int(c, isgreaterequal(x, y));
    case ORDER_LESS: return libc_int(c, isless(x, y));
    case ORDER_LESS_EQUAL: return libc_int(c, islessequal(x, y));
    case ORDER_UNEQUAL: return libc_int(c, islessgreater(x, y));
    default: return libc_int(c, isunordered(x, y));
    }
}

static struct cvalue apply_infinity(const struct dialect_call *c)
{
    return cvalue_float(c->result, (long double)INFINITY);
}

static struct cvalue apply_nan(const struct dialect_call *c)
{
    return cvalue_float(c->result, (long double)NAN);
}

// Each function of the header exists for double, float and long double.
#define UNARY(name) static const struct one one_##name = {name, name##f, name##l};
#define BINARY(name) static const struct two two_##name = {name, name##f, name##l};
#include "frontends/dialects/libc_math.def"
#undef UNARY
#undef BINARY

static const enum rounding half_away = ROUND_HALF_AWAY, half_even = ROUND_HALF_EVEN;
static const enum test is_nan = TEST_NAN, is_infinite = TEST_INFINITE, is_finite = TEST_FINITE,
                       is_normal = TEST_NORMAL, is_negative = TEST_SIGN;
static const enum order greater = ORDER_GREATER, greater_equal = ORDER_GREATER_EQUAL,
                        less = ORDER_LESS, less_equal = ORDER_LESS_EQUAL, unequal = ORDER_UNEQUAL,
                        unordered = ORDER_NONE;

// A row of braces is no block.
// clang-format off
#define THREE(name, letters, apply, data)                                                          \
    {#name, letters, apply, data}, {#name "f", letters, apply, data},                              \
    {#name "l", letters, apply, data}
// clang-format on
#define UNARY(name) THREE(name, "f=", apply_one, &one_##name),
#define BINARY(name) THREE(name, "ff=", apply_two, &two_##name),

const struct dialect_rule libc_math_rules[] = {
#include "frontends/dialects/libc_math.def"
    THREE(fma, "fff=", apply_fma, NULL),
    THREE(ldexp, "fi=", apply_ldexp, NULL),
    THREE(scalbn, "fi=", apply_ldexp, NULL),
    THREE(frexp, "fp", apply_frexp, NULL),
    THREE(modf, "fp", apply_modf, NULL),
    THREE(ilogb, "f=", apply_ilogb, NULL),
    THREE(lround, "f=", apply_to_integer, &half_away),
    THREE(llround, "f=", apply_to_integer, &half_away),
    THREE(lrint, "f=", apply_to_integer, &half_even),
    THREE(llrint, "f=", apply_to_integer, &half_even),
    THREE(isnan, "f=", apply_test, &is_nan),
    THREE(isinf, "f=", apply_test, &is_infinite),
    THREE(isfinite, "f=", apply_test, &is_finite),
    THREE(__isnan, "f=", apply_test, &is_nan),
    THREE(__isinf, "f=", apply_test, &is_infinite),
    THREE(__finite, "f=", apply_test, &is_finite),
    THREE(finite, "f=", apply_test, &is_finite),
    THREE(__signbit, "f=", apply_test, &is_negative),
    THREE(signbit, "f=", apply_test, &is_negative),
    {"isnormal", "f=", apply_test, &is_normal},
    {"__builtin_isinf_sign", "f=", apply_test, &is_infinite},
    {"isgreater", "ff=", apply_order, &greater},
    {"isgreaterequal", "ff=", apply_order, &greater_equal},
    {"isless", "ff=", apply_order, &less},
    {"islessequal", "ff=", apply_order, &less_equal},
    {"islessgreater", "ff=", apply_order, &unequal},
    {"isunordered", "ff=", apply_order, &unordered},
    THREE(__builtin_inf, "=", apply_infinity, NULL),
    THREE(__builtin_huge_val, "=", apply_infinity, NULL),
    THREE(nan, "p", apply_nan, NULL),
    {0},
};
