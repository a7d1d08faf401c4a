// What one table knows of its symbols, told to another one, where symbols of the same names stand
// for the same sizes.

#include "ir/sym/deduce.h"

struct telling {
    struct syms *to, *from;
    int n;
    struct sym_replacement *same; // symbols of `from`, and those of `to`
};

static const struct sym *carried(const struct telling *t, const struct sym *sym)
{
    const struct sym *copy = sym_carry(t->to, sym, t->n, t->same);
    return copy->kind == SYM_UNKNOWN ? NULL : copy;
}

// Of a symbol, an atom or a monomial.
static bool tell_own(const struct telling *t, const struct sym *told)
{
    const struct sym_facts *facts = told->facts;
    const struct sym *copy = carried(t, told), *equal;
    bool agree = true;
    if (!copy) return true;
    if (told->kind == SYM_VAR && facts->range.lower < 0) sym_allow_negative(t->to, copy);
    if (facts->range.lower != INT64_MIN)
        agree = agree && sym_assume_at_least(t->to, copy, facts->range.lower);
    if (facts->range.upper != INT64_MAX)
        agree = agree && sym_assume_at_most(t->to, copy, facts->range.upper);
    if (facts->congruence.modulus > 1)
        agree = agree && sym_assume_divides(t->to, facts->congruence.modulus,
                                            sym_add_const(t->to, copy, -facts->congruence.residue));
    if (facts->equal && (equal = carried(t, facts->equal)))
        agree = agree && sym_assume_equal(t->to, copy, equal);
    return agree;
}

static bool tell_together(const struct telling *t)
{
    const struct sym *copy, *divisor;
    bool agree = true;
    for (int i = 0; i < t->from->nonnegative.n; i++)
        if ((copy = carried(t, t->from->nonnegative.at[i])))
            agree = agree && sym_assume_at_least(t->to, copy, 0);
    for (int i = 0; i < t->from->zero.n; i++)
        if ((copy = carried(t, t->from->zero.at[i])))
            agree = agree && sym_assume_equal(t->to, copy, sym_const(t->to, 0));
    for (int i = 0; i < t->from->divides.n; i++) {
        copy = carried(t, t->from->divides.at[i].value);
        divisor = carried(t, t->from->divides.at[i].divisor);
        if (!copy || !divisor) continue;
        const struct sym *remainder = sym_mod(t->to, copy, divisor);
        agree = agree && sym_assume_equal(t->to, remainder, sym_const(t->to, 0));
    }
    return agree;
}

bool sym_carry_facts(struct syms *to, struct syms *from)
{
    const struct sym **vars;
    struct telling t = {.to = to, .from = from, .n = syms_vars(from, &vars)};
    bool agree = true;
    t.same = arena_array(to->arena, struct sym_replacement, t.n);
    for (int i = 0; i < t.n; i++)
        t.same[i] = (struct sym_replacement){vars[i], sym_var(to, sym_name(vars[i]))};
    for (int i = 0; i < from->told.n && agree; i++) agree = tell_own(&t, from->told.at[i]);
    return agree && tell_together(&t);
}
