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

// __builtin_add_overflow_p and its kin: the third argument is there for its type.
static struct cvalue apply_overflows(const struct dialect_call *c)
{
    const enum ast_op *op = c->rule->data;
    struct cvalue v;
    bool fits = true;
    if (!wide_checked(c->eval, *op, &c->arguments[0], &c->arguments[1], c->arguments[2].type, &v,
                      &fits))
        return libc_unknown(c, "whether that overflows");
    return libc_int(c, !fits);
}

// An lvalue that is a variable or a part of one: its object's bytes from there on, or with `part`
// those of the member itself. -1: it is neither.
static int64_t bytes_behind(const struct ast *lvalue, bool part)
{
    int64_t offset = 0;
    const struct ast *n = lvalue;
    for (; n->kind == AST_MEMBER; n = n->a) offset += n->offset;
    if (n->kind != AST_VARIABLE || n->type->size <= 0) return -1;
    return part && lvalue->kind == AST_MEMBER ? lvalue->type->size : n->type->size - offset;
}

// __builtin_object_size as without optimisation: of what the argument names itself, with a number
// added to it, and of nothing that a pointer leads to.
static struct cvalue apply_object_size(const struct dialect_call *c)
{
    int64_t kind = 0, more = 0, bytes = -1;
    const struct ast *n = c->eval->at && c->eval->at->n_kids ? c->eval->at->kids[0] : NULL;
    libc_integer(c, 1, &kind);
    n = n ? ast_unconverted(n) : NULL;
    if (n && n->kind == AST_POINTER_ADD && n->op != AST_OP_SUB) {
        const struct ast *index = ast_unconverted(n->b);
        if (index->kind != AST_INT) n = NULL;
        if (n) more = index->integer * n->type->element->size, n = ast_unconverted(n->a);
    }
    if (n && (n->kind == AST_DECAY || n->kind == AST_ADDRESS))
        bytes = bytes_behind(n->a, (kind & 1) != 0);
    if (bytes < 0) return libc_int(c, kind & 2 ? 0 : -1);
    return libc_int(c, more < 0 || more > bytes ? 0 : bytes - more);
}

// As <typeclass.h> of gcc numbers the types, after the conversions of an argument.
static struct cvalue apply_classify(const struct dialect_call *c)
{
    const struct ctype *t = c->arguments[0].type;
    switch (t->kind) {
    case CTYPE_INT:
    case CTYPE_BOOL: return libc_int(c, 1);
    case CTYPE_FLOAT: return libc_int(c, 8);
    case CTYPE_POINTER:
    case CTYPE_ARRAY:
    case CTYPE_FUNCTION: return libc_int(c, 5);
    case CTYPE_RECORD: break;
    default: return libc_int(c, 0);
    }
    if (t->pair == PAIR_COMPLEX) return libc_int(c, 9);
    return libc_int(c, t->pair ? 1 : t->is_union ? 13 : 12);
}

// The five numbers of <math.h> that the macro gives, one of which says what the last argument is.
static struct cvalue apply_fpclassify(const struct dialect_call *c)
{
    const struct cvalue *v = &c->arguments[5];
    if (v->kind != CVALUE_FLOATING) return libc_unknown(c, "what kind of number that is");
    long double x = v->floating;
    int kind = v->type->size == 4   ? __builtin_fpclassify(0, 1, 2, 3, 4, (float)x)
               : v->type->size == 8 ? __builtin_fpclassify(0, 1, 2, 3, 4, (double)x)
                                    : __builtin_fpclassify(0, 1, 2, 3, 4, x);
    return value_convert(c->eval, &c->arguments[kind], c->result, c->eval->at);
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

#define BITS(name, data)                                                                           \
    {#name, "i=", apply_count, data}, {#name "l", "i=", apply_count, data},                        \
    {                                                                                              \
#name "ll", "i=", apply_count, data                                                        \
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
    {"__builtin_expect", "..=", apply_first, NULL},
    {"__builtin_expect_with_probability", "...=", apply_first, NULL},
    {"__builtin_assume_aligned", "p*", apply_first, NULL},
    {"__builtin_prefetch", "*", apply_nothing, NULL},
    {"__builtin___clear_cache", "*", apply_nothing, NULL},
    {"__builtin_unreachable", "!", apply_unreachable, NULL},
    {"__builtin_constant_p", ".=", apply_constant, NULL},
    {"__builtin_object_size", "pi", apply_object_size, NULL},
    {"__builtin_dynamic_object_size", "pi", apply_object_size, NULL},
    {"__builtin_classify_type", ".", apply_classify, NULL},
    {"__builtin_fpclassify", "iiiiif=", apply_fpclassify, NULL},
    {"__errno_location", "", apply_errno, NULL},
    BITS(__builtin_popcount, &ones),
    BITS(__builtin_clz, &leading),
    BITS(__builtin_ctz, &trailing),
    BITS(__builtin_ffs, &first),
    BITS(ffs, &first),
    BITS(__builtin_parity, &parity),
    BITS(__builtin_clrsb, &redundant),
    {"__builtin_bswap16", "i=", apply_swap, NULL},
    {"__builtin_bswap32", "i=", apply_swap, NULL},
    {"__builtin_bswap64", "i=", apply_swap, NULL},
    {"__builtin_add_overflow_p", "...=", apply_overflows, &add},
    {"__builtin_sub_overflow_p", "...=", apply_overflows, &subtract},
    {"__builtin_mul_overflow_p", "...=", apply_overflows, &multiply},
    OVERFLOW(add, &add),
    OVERFLOW(sub, &subtract),
    OVERFLOW(mul, &multiply),
    {0}};
