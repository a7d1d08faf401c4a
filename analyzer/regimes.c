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
static const struct sym *without_factors(struct arena *arena, struct syms *syms,
                                         const struct sym *slack)
{
    const struct sym **vars;
    int n = sym_vars(arena, slack, &vars);
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
    slack = without_factors(regime->arena, syms, slack);
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

// Sizes that may be 0 are taken for 1 or more. False where there is none, or one may be negative.
static bool assume_not_empty(struct arena *arena, struct syms *syms, const struct sym *size,
                             struct syms *scratch)
{
    const struct sym **vars;
    int n = sym_vars(arena, size, &vars), n_raised = 0;
    for (int i = 0; i < n; i++) {
        int64_t low = sym_lower(syms, vars[i]);
        const struct sym *copy = sym_parse(scratch, sym_string(arena, vars[i]), NULL);
        if (low < 0 || !copy || !sym_assume_at_least(scratch, copy, low > 1 ? low : 1))
            return false;
        n_raised += low == 0;
    }
    return n_raised > 0;
}

// Is it the larger of the two only where a layer is empty? Nobody builds such a model, and its
// conditions, `dim <= 0`, would stand before those that matter.
static bool wins_only_where_empty(const struct regime *regime, const struct sym *own,
                                  const struct sym *other, int64_t least)
{
    struct arena *arena = arena_open_inside(regime->arena);
    struct syms *scratch = syms_open(arena);
    const struct sym *slack = sym_sub(regime->syms, other, own);
    const struct sym *copy = NULL;
    if (assume_not_empty(arena, regime->syms, slack, scratch))
        copy = sym_parse(scratch, sym_string(arena, slack), NULL);
    // Not own >= other + least, which is other - own >= 1 - least.
    bool only = copy && sym_is_at_most(scratch, sym_const(scratch, 1 - least), copy);
    arena_close(arena);
    return only;
}

static void compare(struct regime *regime, const struct sym *own, const struct sym *other,
                    enum standing standing)
{
    struct syms *syms = regime->syms;
    const struct sym *left, *right;
    int64_t least = standing == STANDING_EARLIER ? 0 : 1;
    const struct sym *minimum = sym_add_const(syms, other, least);
    struct proof proof = sym_prove_at_most(syms, minimum, own);
    if (proof.verdict == VERDICT_PROVED) return;
    regime->never = (proof.verdict == VERDICT_REFUTED && proof.always) ||
                    wins_only_where_empty(regime, own, other, least);
    if (regime->never) return;
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

// Does another size stand for this one, so that whoever is larger than that is larger than both?
// Where a tie with this one is lost and one with the other is won, the other must be larger.
static bool is_covered(struct syms *syms, int n, const struct sym *const *sizes, int own, int k)
{
    for (int m = 0; m < n; m++) {
        if (m == own || m == k || (sizes[m] == sizes[k] && m > k)) continue;
        bool strict = k < own && own < m;
        if (sym_is_at_most(syms, sym_add_const(syms, sizes[k], strict), sizes[m])) return true;
    }
    return false;
}

void regimes_find(struct arena *arena, struct syms *syms, int n, const struct sym *const *sizes,
                  const char **conditions)
{
    for (int i = 0; i < n; i++) {
        struct regime regime = {.arena = arena, .syms = syms, .others = {.arena = arena}};
        for (int k = 0; k < n && !regime.never; k++)
            if (k != i && !is_covered(syms, n, sizes, i, k))
                compare(&regime, sizes[i], sizes[k], i < k ? STANDING_EARLIER : STANDING_LATER);
        conditions[i] = regime.never ? NULL : condition_of(&regime);
    }
}

// ---- from some size on

#define LARGE 4096         // a size at which the one that grows fastest is most often the largest
#define LARGEST_FROM 16384 // beyond it a bound is of no use
#define MAX_GROWN 4
#define MAX_TRIES 3
#define MAX_SHORT 40 // a condition up to which people read on

// Which size is compared, and the symbols that are to be large.
struct contest {
    struct arena *arena;
    struct syms *syms;
    int n, best, n_grown, n_vars;
    const struct sym *const *sizes, **vars;
    const struct sym *grown[MAX_GROWN];
};

static bool are_short(int n, const char *const *conditions)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (conditions[i] && strlen(conditions[i]) > MAX_SHORT) return false;
        kept += conditions[i] != NULL;
    }
    return kept <= 2;
}

// The largest where all symbols are large; -1 where that can't be computed.
static int largest_at_large(const struct contest *c)
{
    struct sym_binding *at = arena_array(c->arena, struct sym_binding, c->n_vars + 1);
    int64_t most = 0, value;
    int best = -1;
    for (int i = 0; i < c->n_vars; i++) {
        int64_t upper = sym_upper(c->syms, c->vars[i]);
        at[i] = (struct sym_binding){c->vars[i], upper < LARGE ? upper : LARGE};
    }
    for (int i = 0; i < c->n; i++) {
        if (!sym_evaluate(c->sizes[i], at, c->n_vars, &value)) return -1;
        if (best >= 0 && value <= most) continue;
        best = i;
        most = value;
    }
    return best;
}

// The symbols that the comparisons depend on.
static bool find_grown(struct contest *c)
{
    for (int i = 0; i < c->n; i++) {
        const struct sym *slack = sym_sub(c->syms, c->sizes[c->best], c->sizes[i]), **vars;
        int n = sym_vars(c->arena, without_factors(c->arena, c->syms, slack), &vars);
        for (int k = 0; k < n; k++) {
            int known = 0;
            while (known < c->n_grown && c->grown[known] != vars[k]) known++;
            if (known < c->n_grown) continue;
            if (c->n_grown == MAX_GROWN) return false;
            c->grown[c->n_grown++] = vars[k];
        }
    }
    return c->n_grown > 1;
}

static bool is_grown(const struct contest *c, const struct sym *var)
{
    for (int i = 0; i < c->n_grown; i++)
        if (c->grown[i] == var) return true;
    return false;
}

// Symbols of their own, of which only bounds are known.
static struct syms *suppose_from(const struct contest *c, struct arena *arena, int64_t from)
{
    struct syms *syms = syms_open(arena);
    for (int i = 0; i < c->n_vars; i++) {
        int64_t low = sym_lower(c->syms, c->vars[i]);
        if (is_grown(c, c->vars[i]) && from > low) low = from;
        sym_assume_at_least(syms, sym_var(syms, sym_name(c->vars[i])), low);
    }
    return syms;
}

static bool is_largest_from(const struct contest *c, int64_t from)
{
    struct arena *arena = arena_open_inside(c->arena);
    struct syms *syms = suppose_from(c, arena, from);
    const struct sym *best = sym_parse(syms, sym_string(arena, c->sizes[c->best]), NULL);
    bool holds = best != NULL;
    for (int i = 0; i < c->n && holds; i++) {
        if (i == c->best) continue;
        const struct sym *other = sym_parse(syms, sym_string(arena, c->sizes[i]), NULL);
        // Of equal sizes the earlier one counts.
        holds = other && sym_is_at_most(syms, sym_add_const(syms, other, i < c->best), best);
    }
    arena_close(arena);
    return holds;
}

// Is another size larger, or as large and earlier, where one symbol is `least` and the others are
// `most`?
static bool is_beaten_at(const struct contest *c, int smallest, int64_t least, int64_t most)
{
    struct sym_binding *at = arena_array(c->arena, struct sym_binding, c->n_vars + 1);
    int64_t best, other;
    for (int i = 0; i < c->n_vars; i++) {
        const struct sym *var = c->vars[i];
        int64_t low = sym_lower(c->syms, var);
        int64_t value = c->grown[smallest] == var ? least : is_grown(c, var) ? most : low;
        at[i] = (struct sym_binding){var, value > low ? value : low};
    }
    if (!sym_evaluate(c->sizes[c->best], at, c->n_vars, &best)) return true;
    for (int i = 0; i < c->n; i++) {
        if (i == c->best) continue;
        if (!sym_evaluate(c->sizes[i], at, c->n_vars, &other) || other > best ||
            (other == best && i < c->best))
            return true;
    }
    return false;
}

// By samples, which cost far less than proofs.
static bool is_beaten_from(const struct contest *c, int64_t from)
{
    const int64_t others[] = {from, from + 1, from + 2, from + 5, 4 * from};
    for (int i = 0; i < c->n_grown; i++)
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            if (is_beaten_at(c, i, others[k] <= from + 5 ? others[k] : from, others[k]) ||
                (others[k] > from && is_beaten_at(c, i, from, others[k])))
                return true;
    return false;
}

// The least bound that samples agree with, found by halving; -1: none.
static int64_t guess_from(const struct contest *c)
{
    int64_t low = 1, high = 2;
    for (; is_beaten_from(c, high); high *= 2) {
        low = high;
        if (high >= LARGEST_FROM) return -1;
    }
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (is_beaten_from(c, middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}

static const char *from_string(const struct contest *c, int64_t from)
{
    struct text text = {.arena = c->arena};
    for (int i = 0; i < c->n_grown; i++)
        if (from > sym_lower(c->syms, c->grown[i]))
            text_printf(&text, "%s%s >= %" PRId64, text.n ? " and " : "", sym_name(c->grown[i]),
                        from);
    return text_string(&text);
}

struct regime_from regimes_from(struct arena *arena, struct syms *syms, int n,
                                const struct sym *const *sizes, const char *const *conditions)
{
    struct contest contest = {.arena = arena, .syms = syms, .n = n, .sizes = sizes};
    struct regime_from none = {.index = -1};
    if (are_short(n, conditions)) return none;
    contest.n_vars = syms_vars(syms, &contest.vars);
    contest.best = largest_at_large(&contest);
    if (contest.best < 0 || !conditions[contest.best] || !find_grown(&contest)) return none;
    int64_t from = guess_from(&contest);
    for (int tries = 0; from > 0 && tries < MAX_TRIES; tries++, from *= 2) {
        if (!is_largest_from(&contest, from)) continue;
        const char *condition = from_string(&contest, from);
        return *condition ? (struct regime_from){contest.best, condition} : none;
    }
    return none;
}
