// Integers of 128 bits (GNU C), computed by the host's own. One that depends on a symbol is kept
// as that, and taken to fit.

#include "frontends/c/compare.h"
#include "frontends/c/interp.h"
#include "frontends/c/pair.h"

#include <math.h>
#include <string.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

#define WIDE_BYTES 16

// ---- reading and making

static struct cvalue record_of(const struct ctype *t, const struct object *o)
{
    return (struct cvalue){.kind = CVALUE_RECORD, .type = t, .record = o->id};
}

static struct cvalue make(struct eval *e, const struct ctype *t, unsigned_wide v)
{
    struct object *o = eval_temporary(e, t);
    heap_write(e->heap, o, 0, WIDE_BYTES, &v);
    return record_of(t, o);
}

static struct cvalue make_symbolic(struct eval *e, const struct ctype *t, const struct cvalue *v)
{
    struct object *o = eval_temporary(e, t);
    heap_write_cell(e->heap, o, 0, WIDE_BYTES, v);
    return record_of(t, o);
}

// Extended as C extends it; the bits of an unsigned one are those of a positive number.
static bool read(struct heap *heap, const struct cvalue *v, unsigned_wide *out)
{
    if (v->kind == CVALUE_INT) {
        bool large = !v->type->is_signed && v->type->size == 8;
        *out = large ? (uint64_t)v->integer : (unsigned_wide)(wide)v->integer;
        return true;
    }
    if (!pair_is(v) || v->type->pair != PAIR_WIDE) return false;
    const struct object *o = heap_object(heap, v->record);
    return heap_read(o, 0, WIDE_BYTES, out) == BYTE_CONCRETE;
}

static bool is_signed(const struct cvalue *v)
{
    return v->type->is_signed;
}

bool wide_narrow(struct eval *e, const struct cvalue *v, struct cvalue *out)
{
    unsigned_wide bits;
    if (v->kind == CVALUE_SYMBOLIC) return *out = *v, true;
    if (read(e->heap, v, &bits)) {
        bool fits =
            is_signed(v) ? (wide)bits >= INT64_MIN && (wide)bits <= INT64_MAX : bits <= INT64_MAX;
        *out = cvalue_int(e->types->long_, (int64_t)bits);
        return fits;
    }
    if (!pair_is(v)) return false;
    const struct cell *c = heap_cell(heap_object(e->heap, v->record), 0, WIDE_BYTES);
    if (!c || c->value.kind != CVALUE_SYMBOLIC) return false;
    *out = c->value;
    return true;
}

// Why it is not known.
static const char *reason_of(struct heap *heap, const struct cvalue *v)
{
    if (v->kind == CVALUE_UNKNOWN) return v->reason;
    if (!pair_is(v)) return NULL;
    const struct object *o = heap_object(heap, v->record);
    const struct cell *c = heap_cell(o, 0, WIDE_BYTES);
    if (c && c->value.kind == CVALUE_UNKNOWN) return c->value.reason;
    return o->rare ? o->rare->reason : NULL;
}

static struct cvalue unknown(struct eval *e, const struct cvalue *a, const struct cvalue *b,
                             const struct ctype *t)
{
    const char *reason = reason_of(e->heap, a);
    if (!reason && b) reason = reason_of(e->heap, b);
    return value_blank(e, t, reason ? reason : "an integer of 128 bits that is not known");
}

// ---- arithmetic

static unsigned_wide divide(enum ast_op op, bool with_sign, unsigned_wide a, unsigned_wide b)
{
    if (!with_sign) return op == AST_OP_DIV ? a / b : a % b;
    // The smallest number by -1 is itself again.
    if ((wide)b == -1) return op == AST_OP_DIV ? 0 - a : 0;
    return (unsigned_wide)(op == AST_OP_DIV ? (wide)a / (wide)b : (wide)a % (wide)b);
}

static unsigned_wide compute(enum ast_op op, bool with_sign, unsigned_wide a, unsigned_wide b)
{
    switch (op) {
    case AST_OP_ADD: return a + b;
    case AST_OP_SUB: return a - b;
    case AST_OP_MUL: return a * b;
    case AST_OP_DIV:
    case AST_OP_REM: return divide(op, with_sign, a, b);
    case AST_OP_SHL: return a << (b & 127);
    case AST_OP_SHR: return with_sign ? (unsigned_wide)((wide)a >> (b & 127)) : a >> (b & 127);
    case AST_OP_AND: return a & b;
    case AST_OP_OR: return a | b;
    default: return a ^ b;
    }
}

struct cvalue wide_binary(struct eval *e, enum ast_op op, const struct cvalue *a,
                          const struct cvalue *b, const struct ctype *t, const struct ast *n)
{
    unsigned_wide x, y;
    struct cvalue p, q;
    bool divides = op == AST_OP_DIV || op == AST_OP_REM;
    if (read(e->heap, b, &y) && y == 0 && divides) {
        eval_fault(e, n, DIAG_DIVISION_BY_ZERO, "division by zero");
        return lost_value(e, t, "division by zero");
    }
    if (read(e->heap, a, &x) && read(e->heap, b, &y))
        return make(e, t, compute(op, t->is_signed, x, y));
    if (!wide_narrow(e, a, &p) || !wide_narrow(e, b, &q)) return unknown(e, a, b, t);
    struct cvalue v = value_binary(e, op, &p, &q, e->types->long_, n);
    return v.kind == CVALUE_SYMBOLIC ? make_symbolic(e, t, &v) : wide_from(e, &v, t, n);
}

struct cvalue wide_unary(struct eval *e, enum ast_op op, const struct cvalue *a,
                         const struct ctype *t, const struct ast *n)
{
    unsigned_wide x;
    struct cvalue p;
    if (op == AST_OP_PLUS) return *a;
    if (read(e->heap, a, &x)) return make(e, t, op == AST_OP_NEG ? 0 - x : ~x);
    if (!wide_narrow(e, a, &p)) return unknown(e, a, NULL, t);
    struct cvalue v = value_unary(e, op, &p, e->types->long_, n);
    return wide_from(e, &v, t, n);
}

// ---- conversions

// C leaves open what comes of one that is outside of the type.
static struct cvalue from_float(struct eval *e, long double v, const struct ctype *t)
{
    long double end = t->is_signed ? 0x1p127L : 0x1p128L;
    if (isnan(v) || v >= end || v < (t->is_signed ? -end : -0.5L * end))
        return value_blank(e, t, "a float that 128 bits do not hold");
    return make(e, t, v < 0 ? (unsigned_wide)(wide)v : (unsigned_wide)v);
}

struct cvalue wide_from(struct eval *e, const struct cvalue *v, const struct ctype *t,
                        const struct ast *n)
{
    unsigned_wide bits;
    if (v->kind == CVALUE_POINTER || v->kind == CVALUE_CODE) {
        struct cvalue address = value_convert(e, v, e->types->size, n);
        return wide_from(e, &address, t, n);
    }
    if (v->kind == CVALUE_FLOATING) return from_float(e, v->floating, t);
    if (v->kind == CVALUE_SYMBOLIC) return make_symbolic(e, t, v);
    if (read(e->heap, v, &bits)) return make(e, t, bits);
    struct cvalue same = *v;
    if (!pair_is(v)) return unknown(e, v, NULL, t);
    same.type = t;
    return same;
}

// Rounded once, to the width of the type.
static struct cvalue to_float(const struct ctype *t, bool with_sign, unsigned_wide v)
{
    if (t->size == 4) return cvalue_float(t, with_sign ? (float)(wide)v : (float)v);
    if (t->size == 8) return cvalue_float(t, with_sign ? (double)(wide)v : (double)v);
    return cvalue_float(t, with_sign ? (long double)(wide)v : (long double)v);
}

struct cvalue wide_to(struct eval *e, const struct cvalue *v, const struct ctype *t,
                      const struct ast *n)
{
    unsigned_wide bits;
    struct cvalue low;
    if (!read(e->heap, v, &bits))
        return wide_narrow(e, v, &low) ? value_convert(e, &low, t, n) : unknown(e, v, NULL, t);
    if (t->kind == CTYPE_BOOL) return cvalue_int(t, bits != 0);
    if (t->kind == CTYPE_FLOAT) return to_float(t, is_signed(v), bits);
    low = cvalue_int(e->types->long_, (int64_t)(uint64_t)bits);
    return value_convert(e, &low, t, n);
}

// ---- comparisons

// Both have been converted to one type, but for a plain 0 that a truth is asked against.
bool wide_compare(struct eval *e, enum ast_op op, const struct cvalue *a, const struct cvalue *b,
                  bool *holds)
{
    unsigned_wide x, y;
    if (!read(e->heap, a, &x) || !read(e->heap, b, &y)) return false;
    bool with_sign = is_signed(pair_is(a) ? a : b);
    bool less = with_sign ? (wide)x < (wide)y : x < y;
    *holds = compare_order_holds(op, less ? -1 : x != y);
    return true;
}

// ---- arithmetic that tells whether it overflows

static bool is_below_zero(const struct cvalue *v, unsigned_wide bits)
{
    return is_signed(v) && (wide)bits < 0;
}

// What an integer type holds of the bits, extended again.
static unsigned_wide wrapped(const struct ctype *t, unsigned_wide bits)
{
    int unused = 8 * (WIDE_BYTES - (int)t->size);
    bits <<= unused;
    return t->is_signed ? (unsigned_wide)((wide)bits >> unused) : bits >> unused;
}

struct exact {
    bool negative;
    unsigned_wide magnitude;
    bool overflows; // even 128 bits
};

static struct exact exact_sum(struct exact a, struct exact b)
{
    struct exact r = {.negative = a.negative};
    if (a.negative == b.negative) {
        r.overflows = __builtin_add_overflow(a.magnitude, b.magnitude, &r.magnitude);
    } else if (a.magnitude >= b.magnitude) {
        r.magnitude = a.magnitude - b.magnitude;
    } else {
        r.negative = b.negative;
        r.magnitude = b.magnitude - a.magnitude;
    }
    return r;
}

static struct exact exact_product(struct exact a, struct exact b)
{
    struct exact r = {.negative = a.negative != b.negative};
    r.overflows = __builtin_mul_overflow(a.magnitude, b.magnitude, &r.magnitude);
    return r;
}

bool wide_checked(struct eval *e, enum ast_op op, const struct cvalue *a, const struct cvalue *b,
                  const struct ctype *t, struct cvalue *out, bool *fits)
{
    unsigned_wide x, y;
    if (!read(e->heap, a, &x) || !read(e->heap, b, &y)) return false;
    struct exact p = {.negative = is_below_zero(a, x)}, q = {.negative = is_below_zero(b, y)};
    p.magnitude = p.negative ? 0 - x : x;
    q.magnitude = q.negative ? 0 - y : y;
    if (op == AST_OP_SUB) q.negative = !q.negative;
    struct exact r = op == AST_OP_MUL ? exact_product(p, q) : exact_sum(p, q);
    unsigned_wide bits = wrapped(t, compute(op, true, x, y));
    bool below = t->is_signed && (wide)bits < 0;
    unsigned_wide held = below ? 0 - bits : bits;
    *fits = !r.overflows && held == r.magnitude && (below == r.negative || held == 0);
    *out = t->pair == PAIR_WIDE ? make(e, t, bits) : cvalue_int(t, (int64_t)(uint64_t)bits);
    return true;
}
