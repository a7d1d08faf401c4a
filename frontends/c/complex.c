// Complex numbers, computed in the width of their type as the host computes them, with what Annex
// G of C17 asks of infinities and NaN. A plain operand has no imaginary part, not one that is 0:
// it adds to and scales the parts of the other.

#include "frontends/c/interp.h"
#include "frontends/c/pair.h"

#include <string.h>

void complex_parts(struct eval *e, const struct cvalue *v, const struct ast *n,
                   struct cvalue parts[2])
{
    const struct ctype *t = v->type;
    if (pair_is(v) && t->pair == PAIR_COMPLEX) {
        struct object *o = heap_object(e->heap, v->record);
        parts[0] = place_load(e, (struct place){o, 0, NULL}, t->element, n);
        parts[1] = place_load(e, (struct place){o, t->element->size, NULL}, t->element, n);
        return;
    }
    bool unknown = v->kind == CVALUE_UNKNOWN && t && t->pair == PAIR_COMPLEX;
    parts[0] = unknown ? cvalue_unknown(t->element, v->reason) : *v;
    parts[1] = unknown ? parts[0] : cvalue_int(e->types->int_, 0);
}

struct cvalue complex_make(struct eval *e, const struct ctype *t, const struct cvalue parts[2],
                           const struct ast *n)
{
    struct object *o = eval_temporary(e, t);
    for (int i = 0; i < 2; i++) {
        struct cvalue part = value_convert(e, &parts[i], t->element, n);
        place_store(e, (struct place){o, i * t->element->size, NULL}, t->element, &part, n);
    }
    return (struct cvalue){.kind = CVALUE_RECORD, .type = t, .record = o->id};
}

// ---- by the host: a complex number has the memory of an array of its parts (C17 6.2.5)

#define HOST(name, real)                                                                           \
    static void name(enum ast_op op, const long double from[4], long double to[2])                 \
    {                                                                                              \
        real parts[4] = {(real)from[0], (real)from[1], (real)from[2], (real)from[3]};              \
        real _Complex a, b;                                                                        \
        memcpy(&a, parts, sizeof a);                                                               \
        memcpy(&b, parts + 2, sizeof b);                                                           \
        a = op == AST_OP_MUL ? a * b : a / b;                                                      \
        memcpy(parts, &a, sizeof a);                                                               \
        to[0] = (long double)parts[0];                                                             \
        to[1] = (long double)parts[1];                                                             \
    }

HOST(host_narrow, float)
HOST(host_plain, double)
HOST(host_extended, long double)

static bool is_floating(const struct cvalue parts[2])
{
    return parts[0].kind == CVALUE_FLOATING && parts[1].kind == CVALUE_FLOATING;
}

static void host_op(enum ast_op op, const struct ctype *t, const struct cvalue *a,
                    const struct cvalue *b, struct cvalue out[2])
{
    long double from[4] = {a[0].floating, a[1].floating, b[0].floating, b[1].floating}, to[2];
    if (t->size == 4)
        host_narrow(op, from, to);
    else if (t->size == 8)
        host_plain(op, from, to);
    else
        host_extended(op, from, to);
    out[0] = cvalue_float(t, to[0]);
    out[1] = cvalue_float(t, to[1]);
}

// ---- by parts

// (a + bi)(c + di) = (ac - bd) + (ad + bc)i
static void integer_product(struct eval *e, const struct ctype *t, const struct cvalue *a,
                            const struct cvalue *b, struct cvalue out[2], const struct ast *n)
{
    struct cvalue product[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) product[i][j] = value_binary(e, AST_OP_MUL, &a[i], &b[j], t, n);
    out[0] = value_binary(e, AST_OP_SUB, &product[0][0], &product[1][1], t, n);
    out[1] = value_binary(e, AST_OP_ADD, &product[0][1], &product[1][0], t, n);
}

static void product(struct eval *e, enum ast_op op, const struct ctype *t, const struct cvalue *a,
                    const struct cvalue *b, struct cvalue out[2], const struct ast *n)
{
    if (is_floating(a) && is_floating(b)) {
        host_op(op, t, a, b, out);
        return;
    }
    if (op == AST_OP_MUL && t->kind == CTYPE_INT) {
        integer_product(e, t, a, b, out, n);
        return;
    }
    const char *reason = "a quotient of complex integers, which compilers compute differently";
    if (t->kind == CTYPE_FLOAT) reason = "computed from an unknown complex number";
    for (int i = 0; i < 2; i++) {
        if (a[i].kind == CVALUE_UNKNOWN) reason = a[i].reason;
        if (b[i].kind == CVALUE_UNKNOWN) reason = b[i].reason;
    }
    out[0] = out[1] = value_blank(e, t, reason);
}

// Sums, and products in which one side is a plain number.
static void by_parts(struct eval *e, enum ast_op op, const struct ctype *t, const struct cvalue *a,
                     const struct cvalue *b, const bool plain[2], struct cvalue out[2],
                     const struct ast *n)
{
    bool scales = op == AST_OP_MUL || op == AST_OP_DIV;
    out[0] = value_binary(e, op, &a[0], &b[0], t, n);
    if (scales)
        out[1] = value_binary(e, op, &a[plain[0] ? 0 : 1], &b[plain[1] ? 0 : 1], t, n);
    else if (plain[1])
        out[1] = a[1];
    else if (plain[0])
        out[1] = op == AST_OP_SUB ? value_unary(e, AST_OP_NEG, &b[1], t, n) : b[1];
    else
        out[1] = value_binary(e, op, &a[1], &b[1], t, n);
}

struct cvalue complex_binary(struct eval *e, enum ast_op op, const struct cvalue *a,
                             const struct cvalue *b, const struct ctype *t, const struct ast *n)
{
    const struct ctype *part = t->element;
    bool plain[2] = {a->type->pair != PAIR_COMPLEX, b->type->pair != PAIR_COMPLEX};
    struct cvalue x[2], y[2], out[2];
    complex_parts(e, a, n, x);
    complex_parts(e, b, n, y);
    for (int i = 0; i < 2; i++) {
        x[i] = value_convert(e, &x[i], part, n);
        y[i] = value_convert(e, &y[i], part, n);
    }
    bool scales = plain[1] || (plain[0] && op == AST_OP_MUL);
    if (op == AST_OP_ADD || op == AST_OP_SUB || scales)
        by_parts(e, op, part, x, y, plain, out, n);
    else
        product(e, op, part, x, y, out, n);
    return complex_make(e, t, out, n);
}

// ~ is the conjugate (GNU C).
struct cvalue complex_unary(struct eval *e, enum ast_op op, const struct cvalue *a,
                            const struct ctype *t, const struct ast *n)
{
    struct cvalue parts[2];
    complex_parts(e, a, n, parts);
    if (op == AST_OP_IMAGINARY) {
        parts[1] = parts[0];
        parts[0] = cvalue_int(e->types->int_, 0);
        return complex_make(e, t, parts, n);
    }
    if (op == AST_OP_NEG) parts[0] = value_unary(e, AST_OP_NEG, &parts[0], t->element, n);
    if (op != AST_OP_PLUS) parts[1] = value_unary(e, AST_OP_NEG, &parts[1], t->element, n);
    return complex_make(e, t, parts, n);
}
