// Which kind of number of two parts an operation is about.

#include "frontends/c/interp.h"
#include "frontends/c/pair.h"

bool pair_is(const struct cvalue *v)
{
    return v->kind == CVALUE_RECORD && v->type->pair != PAIR_NONE;
}

static bool has_complex(const struct cvalue *v)
{
    return v->type && v->type->pair == PAIR_COMPLEX;
}

struct cvalue pair_binary(struct eval *e, enum ast_op op, const struct cvalue *a,
                          const struct cvalue *b, const struct ctype *t, const struct ast *n)
{
    if (t->pair == PAIR_COMPLEX) return complex_binary(e, op, a, b, t, n);
    if (t->pair == PAIR_WIDE) return wide_binary(e, op, a, b, t, n);
    // A plain number that is shifted by a wide one.
    struct cvalue count;
    if (!wide_narrow(e, b, &count)) return value_blank(e, t, "a count that is not known");
    return value_binary(e, op, a, &count, t, n);
}

struct cvalue pair_unary(struct eval *e, enum ast_op op, const struct cvalue *a,
                         const struct ctype *t, const struct ast *n)
{
    return t->pair == PAIR_COMPLEX ? complex_unary(e, op, a, t, n) : wide_unary(e, op, a, t, n);
}

struct cvalue pair_convert(struct eval *e, const struct cvalue *v, const struct ctype *t,
                           const struct ast *n)
{
    struct cvalue parts[2];
    if (has_complex(v) || t->pair == PAIR_COMPLEX) complex_parts(e, v, n, parts);
    if (t->pair == PAIR_COMPLEX) return complex_make(e, t, parts, n);
    if (has_complex(v) && t->kind == CTYPE_BOOL) {
        bool holds;
        struct cvalue zero = cvalue_int(e->types->int_, 0);
        return pair_compare(e, AST_OP_NE, v, &zero, n, &holds)
                   ? cvalue_int(t, holds)
                   : value_blank(e, t, "a part that is not known");
    }
    if (has_complex(v)) return value_convert(e, &parts[0], t, n);
    return t->pair == PAIR_WIDE ? wide_from(e, v, t, n) : wide_to(e, v, t, n);
}

// The type of parts in which both have room (C17 6.3.1.8).
static const struct ctype *common_part(const struct cvalue *a, const struct cvalue *b)
{
    const struct ctype *x = has_complex(a) ? a->type->element : NULL;
    const struct ctype *y = has_complex(b) ? b->type->element : NULL;
    if (!x || !y) return x ? x : y;
    if (x->kind != y->kind) return x->kind == CTYPE_FLOAT ? x : y;
    return x->size >= y->size ? x : y;
}

static bool same_part(struct eval *e, struct cvalue a, struct cvalue b, const struct ctype *t,
                      const struct ast *n, bool *same)
{
    a = value_convert(e, &a, t, n);
    b = value_convert(e, &b, t, n);
    bool integers = a.kind == CVALUE_INT && b.kind == CVALUE_INT;
    if (!integers && (a.kind != CVALUE_FLOATING || b.kind != CVALUE_FLOATING)) return false;
    *same = integers ? a.integer == b.integer : a.floating == b.floating;
    return true;
}

bool pair_compare(struct eval *e, enum ast_op op, const struct cvalue *a, const struct cvalue *b,
                  const struct ast *n, bool *holds)
{
    if (!has_complex(a) && !has_complex(b)) return wide_compare(e, op, a, b, holds);
    struct cvalue x[2], y[2];
    bool real, imaginary;
    complex_parts(e, a, n, x);
    complex_parts(e, b, n, y);
    const struct ctype *t = common_part(a, b);
    if (!same_part(e, x[0], y[0], t, n, &real) || !same_part(e, x[1], y[1], t, n, &imaginary))
        return false;
    *holds = (real && imaginary) == (op == AST_OP_EQ);
    return true;
}
