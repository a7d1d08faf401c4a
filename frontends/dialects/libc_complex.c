// <complex.h>, computed by the host's own functions in the width of the call. A complex number has
// the memory of an array of its two parts (C17 6.2.5).

#include "frontends/c/pair.h"
#include "frontends/dialects/libc.h"

#include <complex.h>
#include <string.h>

struct to_complex {
    double _Complex (*wide)(double _Complex);
    float _Complex (*narrow)(float _Complex);
    long double _Complex (*extended)(long double _Complex);
};

struct to_real {
    double (*wide)(double _Complex);
    float (*narrow)(float _Complex);
    long double (*extended)(long double _Complex);
};

struct of_two {
    double _Complex (*wide)(double _Complex, double _Complex);
    float _Complex (*narrow)(float _Complex, float _Complex);
    long double _Complex (*extended)(long double _Complex, long double _Complex);
};

static long double _Complex joined(const long double parts[2])
{
    long double _Complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

// NULL: both parts are known; else why not.
static const char *number(const struct dialect_call *c, int argument, long double _Complex *z)
{
    struct cvalue parts[2];
    long double known[2];
    *z = 0;
    complex_parts(c->eval, &c->arguments[argument], c->eval->at, parts);
    for (int i = 0; i < 2; i++) {
        if (parts[i].kind == CVALUE_UNKNOWN) return parts[i].reason;
        if (parts[i].kind == CVALUE_INT)
            known[i] = (long double)parts[i].integer;
        else if (parts[i].kind == CVALUE_FLOATING)
            known[i] = parts[i].floating;
        else
            return "computed from an unknown number";
    }
    *z = joined(known);
    return NULL;
}

static struct cvalue made(const struct dialect_call *c, long double _Complex z)
{
    struct cvalue parts[2] = {cvalue_float(c->result->element, creall(z)),
                              cvalue_float(c->result->element, cimagl(z))};
    return complex_make(c->eval, c->result, parts, c->eval->at);
}

static struct cvalue apply_complex(const struct dialect_call *c)
{
    const struct to_complex *f = c->rule->data;
    long double _Complex z;
    const char *reason = number(c, 0, &z);
    if (reason) return libc_unknown(c, reason);
    if (c->result->size == 8) return made(c, f->narrow((float _Complex)z));
    if (c->result->size == 16) return made(c, f->wide((double _Complex)z));
    return made(c, f->extended(z));
}

static struct cvalue apply_two(const struct dialect_call *c)
{
    const struct of_two *f = c->rule->data;
    long double _Complex a, b = 0;
    const char *reason = number(c, 0, &a);
    if (!reason) reason = number(c, 1, &b);
    if (reason) return libc_unknown(c, reason);
    if (c->result->size == 8) return made(c, f->narrow((float _Complex)a, (float _Complex)b));
    if (c->result->size == 16) return made(c, f->wide((double _Complex)a, (double _Complex)b));
    return made(c, f->extended(a, b));
}

static struct cvalue apply_real(const struct dialect_call *c)
{
    const struct to_real *f = c->rule->data;
    long double _Complex z;
    const char *reason = number(c, 0, &z);
    if (reason) return libc_unknown(c, reason);
    if (c->result->size == 4) return cvalue_float(c->result, f->narrow((float _Complex)z));
    if (c->result->size == 8) return cvalue_float(c->result, f->wide((double _Complex)z));
    return cvalue_float(c->result, f->extended(z));
}

// __builtin_complex, which CMPLX may be.
static struct cvalue apply_join(const struct dialect_call *c)
{
    return complex_make(c->eval, c->result, c->arguments, c->eval->at);
}

#define COMPLEX(name) static const struct to_complex c_##name = {name, name##f, name##l};
#define REAL(name) static const struct to_real c_##name = {name, name##f, name##l};
#define COMPLEX_TWO(name) static const struct of_two c_##name = {name, name##f, name##l};
#include "frontends/dialects/libc_complex.def"
#undef COMPLEX
#undef REAL
#undef COMPLEX_TWO

#define THREE(name, letters, apply)                                                                \
    {#name, letters, apply, &c_##name}, {#name "f", letters, apply, &c_##name},                    \
        {#name "l", letters, apply, &c_##name},
#define COMPLEX(name) THREE(name, "c", apply_complex)
#define REAL(name) THREE(name, "c", apply_real)
#define COMPLEX_TWO(name) THREE(name, "cc", apply_two)

const struct dialect_rule libc_complex_rules[] = {
#include "frontends/dialects/libc_complex.def"
    {"__builtin_complex", "ff", apply_join, NULL}, {0}};
