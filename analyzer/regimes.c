// Where each of several symbolic sizes is the largest: the conditions on the symbols, each proved,
// in the order in which the sizes were given.

#include "analyzer/regimes.h"

#include "ir/base/vec.h"
#include "ir/base/text.h"

#include <inttypes.h>
#include <string.h>

#define LARGEST_THRESHOLD (INT64_C(1) << 40)

// Where one size is the largest: an interval of the only symbol, and
// comparisons that are no interval.
struct regime {
    struct arena *arena;
    struct syms *syms;
    const struct sym *var; // of the interval; NULL: none yet
    int64_t low, high;
    VEC(const char *) said; // the conditions in `others`
    struct text others;
    bool never;
};

// ---- thresholds

// The least value in the symbol's range from which on small <= large (or < where
// the earlier size wins a tie); found by halving, so only a guess.
static bool guess_threshold(const struct sym *slack, const struct sym *var, int64_t low,
                            int64_t least, int64_t *threshold)
{
    int64_t high = LARGEST_THRESHOLD, value;
    struct sym_binding at = {var, low};
    if (!sym_evaluate(slack, &at, 1, &value) || value >= least) return false;
    while (high - low > 1) {
        at.value = low + (high - low) / 2;
        if (!sym_evaluate(slack, &at, 1, &value) || value >= least)
            high = at.value;
        else
            low = at.value;
    }
    *threshold = high;
    return high < LARGEST_THRESHOLD;
}

// Does slack >= least hold for every value from `low` to `high`, and for none of them if negated?
static bool proved_between(struct regime *regime, const struct sym *slack, int64_t least,
                           int64_t low, int64_t high)
{
    struct arena *arena = arena_open_inside(regime->arena);
    struct syms *syms = syms_open(arena);
    const struct sym *copy = sym_parse(syms, sym_string(arena, slack), NULL);
    const struct sym *var = sym_parse(syms, sym_string(arena, regime->var), NULL);
    bool proved = copy && var && sym_assume_at_least(syms, var, low) &&
                  (high == INT64_MAX || sym_assume_at_most(syms, var, high)) &&
                  sym_prove_at_most(syms, sym_const(syms, least), copy).verdict == VERDICT_PROVED;
    arena_close(arena);
    return proved;
}

static bool only_var(struct regime *regime, const struct sym *slack, const struct sym **var)
{
    const struct sym **vars;
    if (sym_vars(regime->arena, slack, &vars) != 1) return false;
    *var = vars[0];
    return !regime->var || regime->var == vars[0];
}

// Without the sizes that multiply all of it: none of them is less than 1, so they change neither
// its sign nor whether it is 0.
static const struct sym *without_factors(struct regime *regime, const struct sym *slack)
{
    struct syms *syms = regime->syms;
    const struct sym **vars;
    int n = sym_vars(regime->arena, slack, &vars);
    for (int i = 0; i < n; i++) {
        const struct sym *rest = sym_substitute(syms, slack, vars[i], sym_const(syms, 1));
        if (sym_lower(syms, vars[i]) >= 1 && sym_mul(syms, rest, vars[i]) == slack) slack = rest;
    }
    return slack;
}

// slack >= least as an interval of the symbol; false where that is not proved.
static bool as_interval(struct regime *regime, const struct sym *slack, int64_t least)
{
    struct syms *syms = regime->syms;
    const struct sym *var, *before = regime->var;
    int64_t threshold;
    slack = without_factors(regime, slack);
    const struct sym *opposite = sym_neg(syms, slack);
    if (!only_var(regime, slack, &var)) return false;
    int64_t low = sym_lower(syms, var), high = sym_upper(syms, var);
    if (low == INT64_MIN) return false;
    regime->var = var;
    if (!before) {
        regime->low = low;
        regime->high = high;
    }
    if (guess_threshold(slack, var, low, least, &threshold) &&
        proved_between(regime, slack, least, threshold, high) &&
        proved_between(regime, opposite, 1 - least, low, threshold - 1)) {
        if (threshold > regime->low) regime->low = threshold;
        return true;
    }
    if (guess_threshold(opposite, var, low, 1 - least, &threshold) &&
        proved_between(regime, opposite, 1 - least, threshold, high) &&
        proved_between(regime, slack, least, low, threshold - 1)) {
        if (threshold - 1 < regime->high) regime->high = threshold - 1;
        return true;
    }
    regime->var = before;
    return false;
}

// ---- one size against another

// The earlier of two equal sizes counts as the larger one.
enum standing { STANDING_EARLIER, STANDING_LATER };

static void compare(struct regime *regime, const struct sym *own, const struct sym *other,
                    enum standing standing)
{
    struct syms *syms = regime->syms;
    const struct sym *left, *right;
    int64_t least = standing == STANDING_EARLIER ? 0 : 1;
    const struct sym *minimum = sym_add_const(syms, other, least);
    struct proof proof = sym_prove_at_most(syms, minimum, own);
    if (proof.verdict == VERDICT_PROVED) return;
    if (proof.verdict == VERDICT_REFUTED && proof.always) {
        regime->never = true;
        return;
    }
    sym_sides(syms, own, other, &left, &right);
    if (as_interval(regime, sym_sub(syms, left, right), least)) return;
    const char *condition =
        arena_printf(regime->arena, "%s %s %s", sym_string(regime->arena, left),
                     standing == STANDING_EARLIER ? ">=" : ">", sym_string(regime->arena, right));
    // Sums that differ in what both sides have compare alike.
    for (int i = 0; i < regime->said.n; i++)
        if (!strcmp(regime->said.at[i], condition)) return;
    *vec_push(regime->arena, &regime->said) = condition;
    text_printf(&regime->others, "%s%s", regime->others.n ? " and " : "", condition);
}

static const char *condition_of(struct regime *regime)
{
    struct text text = {.arena = regime->arena};
    if (regime->var) {
        const char *name = sym_string(regime->arena, regime->var);
        bool low = regime->low > sym_lower(regime->syms, regime->var);
        bool high = regime->high < sym_upper(regime->syms, regime->var);
        if (regime->low > regime->high) return NULL;
        if (low && high)
            text_printf(&text, "%" PRId64 " < %s <= %" PRId64, regime->low - 1, name, regime->high);
        else if (low)
            text_printf(&text, "%s > %" PRId64, name, regime->low - 1);
        else if (high)
            text_printf(&text, "%s <= %" PRId64, name, regime->high);
    }
    if (text.n && regime->others.n) text_add(&text, " and ");
    text_add(&text, text_string(&regime->others));
    return text_string(&text);
}

void regimes_find(struct arena *arena, struct syms *syms, int n, const struct sym *const *sizes,
                  const char **conditions)
{
    for (int i = 0; i < n; i++) {
        struct regime regime = {.arena = arena, .syms = syms, .others = {.arena = arena}};
        for (int k = 0; k < n && !regime.never; k++)
            if (k != i)
                compare(&regime, sizes[i], sizes[k], i < k ? STANDING_EARLIER : STANDING_LATER);
        conditions[i] = regime.never ? NULL : condition_of(&regime);
    }
}
