// Sweeping: what an access to f(k) touches when k runs over the rounds of a loop. Exact where f is
// monotone in k: its ends are then at the first and at the last round in which the access happens.

#include "frontends/c/kernels/nest_walk.h"

#define MAX_ENDS 6

// The rounds in which an access happens: from the largest of `low` to the smallest of `high`.
struct span {
    const struct sym *low[MAX_ENDS], *high[MAX_ENDS];
    int n_low, n_high;
    bool exact;
};

static bool is_positive(struct syms *s, const struct sym *a)
{
    return sym_lower(s, a) >= 1;
}

// g(k) >= 1, with g a line in k, bounds k from one side.
static void bound_by_need(struct syms *s, struct span *span, const struct sym *need,
                          const struct sym *k)
{
    const struct sym *step = sym_sub(s, sym_substitute(s, need, k, sym_add_const(s, k, 1)), need);
    const struct sym *at_0 = sym_substitute(s, need, k, sym_const(s, 0));
    bool line = sym_kind(step) != SYM_UNKNOWN && !sym_mentions(step, k);
    if (line && is_positive(s, step) && span->n_low < MAX_ENDS) {
        // at_0 + step * k >= 1
        span->low[span->n_low++] = sym_ceildiv(s, sym_sub(s, sym_const(s, 1), at_0), step);
    } else if (line && sym_upper(s, step) <= -1 && span->n_high < MAX_ENDS) {
        span->high[span->n_high++] = sym_floordiv(s, sym_add_const(s, at_0, -1), sym_neg(s, step));
    } else {
        span->exact = false;
    }
}

// The least of several is 1 or more where each is.
static void add_need(struct syms *s, struct nest_access *a, const struct sym *need)
{
    const struct sym *parts[MAX_ENDS];
    int n = sym_least_of(s, need, MAX_ENDS, parts);
    for (int i = 0; i < n; i++) add_need(s, a, parts[i]);
    if (n || is_positive(s, need)) return;
    for (int i = 0; i < a->n_needs; i++)
        if (a->needs[i] == need) return;
    if (a->n_needs < NEST_MAX_NEEDS)
        a->needs[a->n_needs++] = need;
    else
        a->sure = false;
}

// The span of one access; its needs are then those that do not speak of k, and that the span is not
// empty.
static struct span span_of(struct syms *s, struct nest_access *a, const struct nest_round *r)
{
    struct span span = {.low = {sym_const(s, 0)}, .n_low = 1, .exact = true};
    if (r->n) span.high[span.n_high++] = sym_add_const(s, r->n, -1);
    int kept = 0;
    for (int i = 0; i < a->n_needs; i++) {
        const struct sym *need = a->needs[i];
        if (sym_kind(need) == SYM_UNKNOWN)
            span.exact = false;
        else if (sym_mentions(need, r->var))
            bound_by_need(s, &span, need, r->var);
        else
            a->needs[kept++] = need;
    }
    a->n_needs = kept;
    for (int i = 0; i < span.n_high; i++)
        for (int j = 0; j < span.n_low; j++)
            add_need(s, a, sym_add_const(s, sym_sub(s, span.high[i], span.low[j]), 1));
    return span;
}

enum extreme { EXTREME_SMALLEST, EXTREME_LARGEST };

// The value where the symbol is the smallest, or the largest, of several: of a monotone function
// the same choice of its values, or the opposite one.
static const struct sym *at_ends(struct syms *s, const struct sym *f, const struct sym *k, int n,
                                 const struct sym *const *ends, enum extreme which)
{
    const struct sym *all = NULL;
    for (int i = 0; i < n; i++) {
        const struct sym *value = sym_substitute(s, f, k, ends[i]);
        if (!all)
            all = value;
        else
            all = which == EXTREME_SMALLEST ? sym_min(s, all, value) : sym_max(s, all, value);
    }
    return all;
}

static const struct sym *no_line(struct syms *s, bool *exact)
{
    *exact = false;
    return sym_unknown(s, "the place does not go up or down evenly with the loop");
}

// A rising function is the largest at the last round, which is the smallest of `high`; a falling
// one at the first, the largest of `low`. Either way it is the smallest of the values there.
static const struct sym *largest(struct syms *s, const struct sym *f, const struct sym *k,
                                 const struct span *span, bool *exact)
{
    enum sym_trend trend = sym_trend_in(s, f, k);
    if (trend == TREND_NONE || sym_kind(f) == SYM_UNKNOWN) return f;
    if (trend == TREND_RISING && span->n_high)
        return at_ends(s, f, k, span->n_high, span->high, EXTREME_SMALLEST);
    if (trend == TREND_FALLING) return at_ends(s, f, k, span->n_low, span->low, EXTREME_SMALLEST);
    return no_line(s, exact);
}

static const struct sym *smallest(struct syms *s, const struct sym *f, const struct sym *k,
                                  const struct span *span, bool *exact)
{
    enum sym_trend trend = sym_trend_in(s, f, k);
    if (trend == TREND_NONE || sym_kind(f) == SYM_UNKNOWN) return f;
    if (trend == TREND_RISING) return at_ends(s, f, k, span->n_low, span->low, EXTREME_LARGEST);
    if (trend == TREND_FALLING && span->n_high)
        return at_ends(s, f, k, span->n_high, span->high, EXTREME_LARGEST);
    return no_line(s, exact);
}

void nest_sweep(struct nest_walk *w, int first, const struct nest_round *r)
{
    struct nest *k = w->nest;
    for (int i = first; i < k->accesses.n; i++) {
        struct nest_access *a = &k->accesses.at[i];
        struct span span = span_of(w->syms, a, r);
        a->first = smallest(w->syms, a->first, r->var, &span, &span.exact);
        a->end = largest(w->syms, a->end, r->var, &span, &span.exact);
        a->sure = a->sure && span.exact && r->n;
    }
}

// ---- counts

struct nest_count nest_count_ways(struct syms *s, const struct sym *before, const struct sym *yes,
                                  const struct sym *no, enum nest_guarding how, bool exact)
{
    if (how == GUARD_DECIDES)
        return (struct nest_count){sym_add(s, before, sym_add(s, yes, no)), exact};
    return (struct nest_count){sym_add(s, before, sym_max(s, yes, no)), exact && yes == no};
}

// sum of f(0) .. f(n - 1) for a line f: n * f(0) + step * n * (n - 1) / 2
struct nest_count nest_sum(struct syms *s, struct nest_count c, const struct nest_round *r)
{
    const struct sym *n = r->n, *k = r->var;
    if (!n || sym_kind(n) == SYM_UNKNOWN)
        return (struct nest_count){
            sym_is(c.n, 0) ? c.n : sym_unknown(s, "how often a loop runs is not known"), false};
    if (!sym_mentions(c.n, k)) return (struct nest_count){sym_mul(s, c.n, n), c.exact};
    const struct sym *at_0 = sym_substitute(s, c.n, k, sym_const(s, 0));
    const struct sym *step = sym_sub(s, sym_substitute(s, c.n, k, sym_add_const(s, k, 1)), c.n);
    if (!sym_mentions(step, k)) {
        const struct sym *pairs = sym_floordiv_const(s, sym_mul(s, n, sym_add_const(s, n, -1)), 2);
        return (struct nest_count){sym_add(s, sym_mul(s, at_0, n), sym_mul(s, step, pairs)),
                                   c.exact};
    }
    struct span span = {.low = {sym_const(s, 0)}, .n_low = 1};
    span.high[span.n_high++] = sym_add_const(s, n, -1);
    const struct sym *most = largest(s, c.n, k, &span, &span.exact);
    return (struct nest_count){sym_mul(s, most, n), false};
}
