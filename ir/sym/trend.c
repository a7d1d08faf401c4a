// Which way an expression goes as one symbol grows.

#include "ir/sym/expression.h"

// Two parts of one sum, or of one choice.
static enum sym_trend join(enum sym_trend a, enum sym_trend b)
{
    if (a == b || b == TREND_NONE) return a;
    return a == TREND_NONE ? b : TREND_UNKNOWN;
}

static enum sym_trend turn(enum sym_trend trend)
{
    if (trend == TREND_RISING) return TREND_FALLING;
    return trend == TREND_FALLING ? TREND_RISING : trend;
}

// Factors that are never below zero: the product goes where all that move go.
static enum sym_trend of_monomial(struct syms *syms, const struct sym *monomial,
                                  const struct sym *var)
{
    struct sym_factor single;
    const struct sym_factor *factors;
    int n = sym_factors(monomial, &single, &factors);
    enum sym_trend all = TREND_NONE;
    for (int i = 0; i < n; i++) {
        if (sym_lower(syms, factors[i].atom) < 0) return TREND_UNKNOWN;
        all = join(all, sym_trend_in(syms, factors[i].atom, var));
    }
    return all;
}

static enum sym_trend of_parts(struct syms *syms, const struct sym *a, const struct sym *var)
{
    struct sym_parts parts;
    sym_parts(a, &parts);
    enum sym_trend all = TREND_NONE;
    for (int i = 0; i < parts.n && all != TREND_UNKNOWN; i++) {
        const struct sym_term *t = &parts.terms[i];
        if (!sym_mentions(t->monomial, var)) continue;
        enum sym_trend trend = of_monomial(syms, t->monomial, var);
        all = join(all, t->coefficient < 0 ? turn(trend) : trend);
    }
    return all;
}

static enum sym_trend of_choice(struct syms *syms, const struct sym *a, const struct sym *var)
{
    enum sym_trend all = TREND_NONE;
    for (int i = 0; i < a->n; i++) all = join(all, sym_trend_in(syms, a->arguments[i], var));
    return all;
}

// Rounding down never turns a direction around.
static enum sym_trend of_quotient(struct syms *syms, const struct sym *a, const struct sym *var)
{
    if (sym_mentions(a->arguments[1], var) || sym_lower(syms, a->arguments[1]) < 0)
        return TREND_UNKNOWN;
    return sym_trend_in(syms, a->arguments[0], var);
}

enum sym_trend sym_trend_in(struct syms *syms, const struct sym *a, const struct sym *var)
{
    if (a->kind == SYM_UNKNOWN) return TREND_UNKNOWN;
    if (!sym_mentions(a, var)) return TREND_NONE;
    switch (a->kind) {
    case SYM_VAR: return TREND_RISING;
    case SYM_MIN:
    case SYM_MAX: return of_choice(syms, a, var);
    case SYM_FLOORDIV: return of_quotient(syms, a, var);
    case SYM_SUM:
    case SYM_PRODUCT: break;
    default: return TREND_UNKNOWN;
    }
    const struct sym *next = sym_substitute(syms, a, var, sym_add_const(syms, var, 1));
    const struct sym *step = sym_sub(syms, next, a);
    if (sym_kind(step) != SYM_UNKNOWN && sym_lower(syms, step) >= 0) return TREND_RISING;
    if (sym_kind(step) != SYM_UNKNOWN && sym_upper(syms, step) <= 0) return TREND_FALLING;
    return of_parts(syms, a, var);
}

// ---- choices in a sum

// The term that makes the sum a choice itself: a minimum that is added, a maximum that is taken
// off.
static const struct sym_term *choice_in(const struct sym_parts *parts)
{
    for (int i = 0; i < parts->n; i++) {
        const struct sym_term *t = &parts->terms[i];
        enum sym_kind kind = t->monomial->kind;
        if ((kind == SYM_MIN && t->coefficient > 0) || (kind == SYM_MAX && t->coefficient < 0))
            return t;
    }
    return NULL;
}

int sym_least_of(struct syms *syms, const struct sym *a, int limit, const struct sym **of)
{
    struct sym_parts parts;
    int n = 0;
    if (a->kind == SYM_UNKNOWN) return 0;
    sym_parts(a, &parts);
    const struct sym_term *t = choice_in(&parts);
    if (!t || t->monomial->n > limit) return 0;
    const struct sym *rest = sym_sub(syms, a, sym_mul_const(syms, t->monomial, t->coefficient));
    for (int i = 0; i < t->monomial->n; i++)
        of[n++] =
            sym_add(syms, rest, sym_mul_const(syms, t->monomial->arguments[i], t->coefficient));
    return n;
}
