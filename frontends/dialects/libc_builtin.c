// __builtin_* without a twin in the library: bit counts, hints, checked arithmetic.

#include "frontends/c/pair.h"
#include "frontends/dialects/libc.h"

#include <string.h>

static struct cvalue apply_first(const struct dialect_call *c)
{
    return value_convert(c->eval, &c->arguments[0], c->result, c->eval->at);
}

static struct cvalue apply_nothing(const struct dialect_call *c)
{
    return libc_nothing(c);
}

static struct cvalue apply_unreachable(const struct dialect_call *c)
{
    eval_abort(c->eval, "__builtin_unreachable was reached");
    return libc_nothing(c);
}

static uint64_t as_unsigned(const struct cvalue *v)
{
    uint64_t bits = (uint64_t)v->integer;
    return v->type->size == 8 ? bits : bits & (((uint64_t)1 << (8 * v->type->size)) - 1);
}

enum count {
    COUNT_ONES,
    COUNT_LEADING,
    COUNT_TRAILING,
    COUNT_FIRST,
    COUNT_PARITY,
    COUNT_REDUNDANT
};

static struct cvalue apply_count(const struct dialect_call *c)
{
    const enum count *count = c->rule->data;
    if (c->arguments[0].kind != CVALUE_INT) return libc_unknown(c, "the bits of an unknown number");
    uint64_t v = as_unsigned(&c->arguments[0]);
    int width = (int)(8 * c->arguments[0].type->size);
    switch (*count) {
    case COUNT_ONES: return libc_int(c, __builtin_popcountll(v));
    case COUNT_LEADING: return libc_int(c, v ? __builtin_clzll(v) - (64 - width) : width);
    case COUNT_TRAILING: return libc_int(c, v ? __builtin_ctzll(v) : width);
    case COUNT_FIRST: return libc_int(c, __builtin_ffsll((long long)v));
    case COUNT_PARITY: return libc_int(c, __builtin_parityll(v));
    default: return libc_int(c, __builtin_clrsbll(c->arguments[0].integer) - (64 - width));
    }
}

static struct cvalue apply_swap(const struct dialect_call *c)
{
    const struct cvalue *v = &c->arguments[0];
    if (v->kind != CVALUE_INT) return libc_unknown(c, "the bytes of an unknown number");
    uint64_t swapped = __builtin_bswap64((uint64_t)v->integer);
    return libc_int(c, (int64_t)(swapped >> (64 - 8 * v->type->size)));
}

// ---- __builtin_add_overflow and its kin

static struct cvalue apply_overflow(const struct dialect_call *c)
{
    const enum ast_op *op = c->rule->data;
    const struct cvalue *a = &c->arguments[0], *b = &c->arguments[1];
    const struct ctype *t = c->arguments[2].type->element;
    struct cvalue v;
    bool fits = true;
    // Sizes do not overflow in a program that is right.
    if (!wide_checked(c->eval, *op, a, b, t, &v, &fits))
        v = value_binary(c->eval, *op, a, b, t, c->eval->at);
    eval_store(c->eval, &c->arguments[2], 0, &v);
    return libc_int(c, !fits);
}

static struct cvalue apply_object_size(const struct dialect_call *c)
{
    int64_t kind = 0;
    libc_integer(c, 1, &kind);
    return libc_int(c, kind & 2 ? 0 : -1);
}

static struct cvalue apply_constant(const struct dialect_call *c)
{
    return libc_int(c, 0);
}

// errno is an int of the program, which is there once it is mentioned; until then its value is
// kept.
struct kept_errno {
    bool made;
    struct cvalue at;
    int64_t value;
};

static struct kept_errno *kept_errno(struct eval *e)
{
    static const char key;
    struct kept_errno *kept = eval_dialect_data(e, &key);
    if (kept) return kept;
    kept = arena_new(e->arena, struct kept_errno);
    eval_set_dialect_data(e, &key, kept);
    return kept;
}

void libc_set_errno(struct eval *e, int64_t value)
{
    struct kept_errno *kept = kept_errno(e);
    struct cvalue v = cvalue_int(e->types->int_, value);
    kept->value = value;
    if (kept->made) eval_store(e, &kept->at, 0, &v);
}

static struct cvalue apply_errno(const struct dialect_call *c)
{
    struct kept_errno *kept = kept_errno(c->eval);
    if (!kept->made) {
        kept->at = eval_allocate(c->eval, c->result->element->size, c->result, "errno");
        kept->made = true;
        if (kept->value) libc_set_errno(c->eval, kept->value);
    }
    return kept->at;
}

static const enum count ones = COUNT_ONES, leading = COUNT_LEADING, trailing = COUNT_TRAILING,
                        first = COUNT_FIRST, parity = COUNT_PARITY, redundant = COUNT_REDUNDANT;
static const enum ast_op add = AST_OP_ADD, subtract = AST_OP_SUB, multiply = AST_OP_MUL;

// The first return of setjmp; the others come from longjmp.
static struct cvalue apply_zero(const struct dialect_call *c)
{
    return libc_int(c, 0);
}

static struct cvalue apply_longjmp(const struct dialect_call *c)
{
    static const char reason[] = "a longjmp, which is not followed";
    struct eval *e = c->eval;
    if (!e->request.concrete)
        eval_fault(e, e->at, DIAG_NOT_UNDERSTOOD, "not understood: %s", reason);
    eval_stop(e, EVAL_UNSUPPORTED, e->at, reason);
    return libc_nothing(c);
}

#define BITS(name, data)                                                                           \
    {#name, "i", apply_count, data}, {#name "l", "i", apply_count, data},                          \
    {                                                                                              \
#name "ll", "i", apply_count, data                                                         \
    }
#define OVERFLOW(name, data)                                                                       \
    {"__builtin_" #name "_overflow", "..p", apply_overflow, data},                                 \
        {"__builtin_s" #name "_overflow", "iip", apply_overflow, data},                            \
        {"__builtin_s" #name "l_overflow", "iip", apply_overflow, data},                           \
        {"__builtin_s" #name "ll_overflow", "iip", apply_overflow, data},                          \
        {"__builtin_u" #name "_overflow", "iip", apply_overflow, data},                            \
        {"__builtin_u" #name "l_overflow", "iip", apply_overflow, data},                           \
    {                                                                                              \
        "__builtin_u" #name "ll_overflow", "iip", apply_overflow, data                             \
    }

const struct dialect_rule libc_builtin_rules[] = {
    {"__builtin_expect", "..", apply_first, NULL},
    {"__builtin_expect_with_probability", "...", apply_first, NULL},
    {"__builtin_assume_aligned", "p*", apply_first, NULL},
    {"__builtin_prefetch", "*", apply_nothing, NULL},
    {"__builtin___clear_cache", "*", apply_nothing, NULL},
    {"__builtin_unreachable", "!", apply_unreachable, NULL},
    {"__builtin_constant_p", ".", apply_constant, NULL},
    {"__builtin_object_size", "pi", apply_object_size, NULL},
    {"_setjmp", "p", apply_zero, NULL},
    {"setjmp", "p", apply_zero, NULL},
    {"__sigsetjmp", "pi", apply_zero, NULL},
    {"sigsetjmp", "pi", apply_zero, NULL},
    {"longjmp", "pi!", apply_longjmp, NULL},
    {"siglongjmp", "pi!", apply_longjmp, NULL},
    {"__errno_location", "", apply_errno, NULL},
    BITS(__builtin_popcount, &ones),
    BITS(__builtin_clz, &leading),
    BITS(__builtin_ctz, &trailing),
    BITS(__builtin_ffs, &first),
    BITS(ffs, &first),
    BITS(__builtin_parity, &parity),
    BITS(__builtin_clrsb, &redundant),
    {"__builtin_bswap16", "i", apply_swap, NULL},
    {"__builtin_bswap32", "i", apply_swap, NULL},
    {"__builtin_bswap64", "i", apply_swap, NULL},
    OVERFLOW(add, &add),
    OVERFLOW(sub, &subtract),
    OVERFLOW(mul, &multiply),
    {0}};
