// `& 7` and `% 8` of unsigned numbers: what the left side is modulo 8 is the same whether or not
// C's arithmetic wrapped on the way, so nothing has to be assumed of `-n & 7` or `(64 - n) % 64`.
// Of sums neither: `n + (unsigned)(d - 8)` is n + d - 8 whether or not d is below 8.

#include "frontends/c/interp.h"

static bool wraps(const struct ctype *t)
{
    return t->kind == CTYPE_INT && !t->is_signed && t->size >= 4;
}

static bool is_symbolic(const struct cvalue *v)
{
    return v->kind == CVALUE_SYMBOLIC && sym_kind(v->sym) != SYM_UNKNOWN;
}

static struct cvalue settled(struct eval *e, const struct cvalue *v, const struct ast *n)
{
    return v->kind == CVALUE_SYMBOLIC ? value_fit(e, v->sym, v->type, n) : *v;
}

static struct cvalue unsettled(struct eval *e, const struct ast *n);

// Of two numbers, or what has no symbols, as everywhere.
static struct cvalue sum_or_product(struct eval *e, const struct ast *n)
{
    struct cvalue a = unsettled(e, n->a), b = unsettled(e, n->b);
    bool sides =
        (is_symbolic(&a) || a.kind == CVALUE_INT) && (is_symbolic(&b) || b.kind == CVALUE_INT);
    if (!sides || (a.kind == CVALUE_INT && b.kind == CVALUE_INT)) {
        a = settled(e, &a, n->a);
        b = settled(e, &b, n->b);
        return value_binary(e, n->op, &a, &b, n->type, n);
    }
    const struct sym *x = cvalue_as_sym(e, &a), *y = cvalue_as_sym(e, &b);
    const struct sym *r = n->op == AST_OP_ADD   ? sym_add(e->syms, x, y)
                          : n->op == AST_OP_SUB ? sym_sub(e->syms, x, y)
                                                : sym_mul(e->syms, x, y);
    return cvalue_sym(n->type, r);
}

static struct cvalue negated(struct eval *e, const struct ast *n)
{
    struct cvalue a = unsettled(e, n->a);
    if (!is_symbolic(&a)) return value_unary(e, n->op, &a, n->type, n);
    const struct sym *s = sym_neg(e->syms, a.sym);
    return cvalue_sym(n->type, n->op == AST_OP_BITNOT ? sym_add_const(e->syms, s, -1) : s);
}

// To unsigned, of what is signed or as wide: modulo the type it is the same number.
static struct cvalue converted(struct eval *e, const struct ast *n)
{
    struct cvalue v = unsettled(e, n->a);
    if (!is_symbolic(&v)) return value_convert(e, &v, n->type, n);
    narrow_check(e, n, &v);
    v.type = n->type;
    return v;
}

static bool keeps_residue(const struct ast *n)
{
    const struct ctype *from = n->a->type;
    return !n->n_kids && from->kind == CTYPE_INT && from->size <= n->type->size &&
           (from->is_signed || from->size == n->type->size);
}

// The value of an unsigned expression modulo its type: in symbols it may be negative or too large.
static struct cvalue unsettled(struct eval *e, const struct ast *n)
{
    bool inside =
        wraps(n->type) && (n->kind == AST_BINARY || n->kind == AST_UNARY || n->kind == AST_CONVERT);
    if (!inside || eval_too_deep(e, n)) return expr_value(e, n);
    if (n->kind == AST_CONVERT && keeps_residue(n)) return converted(e, n);
    if (n->kind == AST_UNARY && (n->op == AST_OP_NEG || n->op == AST_OP_BITNOT))
        return negated(e, n);
    bool adds = n->op == AST_OP_ADD || n->op == AST_OP_SUB || n->op == AST_OP_MUL;
    if (n->kind == AST_BINARY && adds) return sum_or_product(e, n);
    return expr_value(e, n);
}

// Whether the operation with this number asks for the lowest bits alone: how many values they have.
static bool is_modulus(enum ast_op op, const struct cvalue *v, int64_t *modulus)
{
    int64_t number;
    if (!cvalue_as_int(v, &number) || number < 1 || number >= INT64_MAX / 2) return false;
    *modulus = op == AST_OP_AND ? number + 1 : number;
    return (*modulus & (*modulus - 1)) == 0;
}

static struct cvalue reduced(struct eval *e, enum ast_op op, const struct cvalue *v,
                             const struct cvalue *other, const struct ast *n)
{
    int64_t modulus;
    if (!is_symbolic(v) || !wraps(v->type) || !is_modulus(op, other, &modulus))
        return settled(e, v, n);
    return cvalue_sym(v->type, sym_mod(e->syms, v->sym, sym_const(e->syms, modulus)));
}

void residue_sides(struct eval *e, const struct ast *n, struct cvalue *a, struct cvalue *b)
{
    bool masks = n->op == AST_OP_AND, divides = n->op == AST_OP_REM;
    bool adds = (n->op == AST_OP_ADD || n->op == AST_OP_SUB) && wraps(n->type);
    *a = masks || divides || adds ? unsettled(e, n->a) : expr_value(e, n->a);
    *b = masks || adds ? unsettled(e, n->b) : expr_value(e, n->b);
    if (!masks && !divides) return;
    struct cvalue left = reduced(e, n->op, a, b, n->a);
    if (masks) *b = reduced(e, n->op, b, a, n->b);
    *a = left;
}

struct cvalue residue_added(struct eval *e, const struct ast *n)
{
    const struct ctype *t = n->compute ? n->compute : n->type;
    bool adds = (n->op == AST_OP_ADD || n->op == AST_OP_SUB) && wraps(t);
    return adds ? unsettled(e, n->b) : expr_value(e, n->b);
}
