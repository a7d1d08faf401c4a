// An expression of one table as one of another.

#include "ir/sym/expression.h"

struct carrying {
    struct syms *to;
    int n;
    const struct sym_replacement *values;
};

static const struct sym *carry(const struct carrying *, const struct sym *);

static const struct sym *carry_var(const struct carrying *c, const struct sym *a)
{
    for (int i = 0; i < c->n; i++)
        if (c->values[i].atom == a) return c->values[i].value;
    return sym_unknown(c->to, arena_printf(syms_arena(c->to), "`%s` has no value here", a->name));
}

static const struct sym *carry_product(const struct carrying *c, const struct sym *a)
{
    const struct sym *all = sym_const(c->to, a->number);
    for (int i = 0; i < a->n; i++) {
        const struct sym *atom = carry(c, a->factors[i].atom);
        for (int k = 0; k < a->factors[i].power; k++) all = sym_mul(c->to, all, atom);
    }
    return all;
}

static const struct sym *carry_sum(const struct carrying *c, const struct sym *a)
{
    const struct sym *all = sym_const(c->to, a->number);
    for (int i = 0; i < a->n; i++) {
        const struct sym *term = carry(c, a->terms[i].monomial);
        all = sym_add(c->to, all, sym_mul_const(c->to, term, a->terms[i].coefficient));
    }
    return all;
}

static const struct sym *carry_choice(const struct carrying *c, const struct sym *a)
{
    const struct sym *all = carry(c, a->arguments[0]);
    for (int i = 1; i < a->n; i++) {
        const struct sym *next = carry(c, a->arguments[i]);
        all = a->kind == SYM_MIN ? sym_min(c->to, all, next) : sym_max(c->to, all, next);
    }
    return all;
}

static const struct sym *carry(const struct carrying *c, const struct sym *a)
{
    switch (a->kind) {
    case SYM_CONST: return sym_const(c->to, a->number);
    case SYM_VAR: return carry_var(c, a);
    case SYM_SUM: return carry_sum(c, a);
    case SYM_PRODUCT: return carry_product(c, a);
    case SYM_MIN:
    case SYM_MAX: return carry_choice(c, a);
    case SYM_FLOORDIV:
        return sym_floordiv(c->to, carry(c, a->arguments[0]), carry(c, a->arguments[1]));
    case SYM_MOD: return sym_mod(c->to, carry(c, a->arguments[0]), carry(c, a->arguments[1]));
    case SYM_POWER: return sym_pow(c->to, a->arguments[0]->number, carry(c, a->arguments[1]));
    case SYM_UNKNOWN: break;
    }
    return sym_unknown(c->to, a->name);
}

const struct sym *sym_carry(struct syms *to, const struct sym *a, int n,
                            const struct sym_replacement *values)
{
    return carry(&(struct carrying){to, n, values}, a);
}
