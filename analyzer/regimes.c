// Where each of several symbolic sizes is the largest: the conditions on the symbols, each proved,
// in the order in which the sizes were given.

#include "analyzer/regimes.h"

#include "ir/base/vec.h"
#include "ir/base/text.h"

#include <inttypes.h>
#include <string.h>

#define LARGEST_THRESHOLD (INT64_C(1) << 40)

struct interval {
    const struct sym *var;
    int64_t low, high;
};

// Where one size is the largest: intervals of symbols, and comparisons that are no interval.
struct regime {
    struct arena *arena;
    struct syms *syms;
    VEC(struct interval) intervals;
    VEC(const char *) said; // the conditions in `others`
    struct text others;
    bool never;
    struct syms *filled; // the same symbols, none of them 0; NULL: not made yet
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
                           struct interval in)
{
    struct arena *arena = arena_open_inside(regime->arena);
    struct syms *syms = syms_open(arena);
    const struct sym *copy = sym_brought(syms, slack);
    const struct sym *var = sym_brought(syms, in.var);
    bool proved = copy && var && sym_carry_facts(syms, regime->syms) &&
                  sym_assume_at_least(syms, var, in.low) &&
                  (in.high == INT64_MAX || sym_assume_at_most(syms, var, in.high)) &&
                  sym_prove_at_most(syms, sym_const(syms, least), copy).verdict == VERDICT_PROVED;
    arena_close(arena);
    return proved;
}

static const struct sym *only_var(struct arena *arena, const struct sym *slack)
{
    const struct sym **vars;
    return sym_vars(arena, slack, &vars) == 1 ? vars[0] : NULL;
}

// What is said of the symbol so far.
static struct interval *interval_of(struct regime *regime, const struct sym *var)
{
    for (int i = 0; i < regime->intervals.n; i++)
        if (regime->intervals.at[i].var == var) return &regime->intervals.at[i];
    struct interval *added = vec_push(regime->arena, &regime->intervals);
    *added = (struct interval){var, sym_lower(regime->syms, var), sym_upper(regime->syms, var)};
    return added;
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
    int64_t border;
    slack = without_factors(regime->arena, syms, slack);
    const struct sym *opposite = sym_neg(syms, slack), *var = only_var(regime->arena, slack);
    if (!var) return false;
    int64_t low = sym_lower(syms, var), high = sym_upper(syms, var);
    if (low == INT64_MIN) return false;
    if (guess_threshold(slack, var, low, least, &border) &&
        proved_between(regime, slack, least, (struct interval){var, border, high}) &&
        proved_between(regime, opposite, 1 - least, (struct interval){var, low, border - 1})) {
        struct interval *said = interval_of(regime, var);
        if (border > said->low) said->low = border;
        return true;
    }
    if (guess_threshold(opposite, var, low, 1 - least, &border) &&
        proved_between(regime, opposite, 1 - least, (struct interval){var, border, high}) &&
        proved_between(regime, slack, least, (struct interval){var, low, border - 1})) {
        struct interval *said = interval_of(regime, var);
        if (border - 1 < said->high) said->high = border - 1;
        return true;
    }
    return false;
}

// ---- one size against another

// The earlier of two equal sizes counts as the larger one.
enum standing { STANDING_EARLIER, STANDING_LATER };

// May one of its symbols be 0? False too where one may be negative.
static bool may_be_empty(struct regime *regime, const struct sym *size)
{
    const struct sym **vars;
    int n = sym_vars(regime->arena, size, &vars), n_raised = 0;
    for (int i = 0; i < n; i++) {
        int64_t low = sym_lower(regime->syms, vars[i]);
        if (low < 0) return false;
        n_raised += low == 0;
    }
    return n_raised > 0;
}

// What is known of all symbols, and that those of sizes are at least 1.
static struct syms *fill_all(struct regime *regime)
{
    const struct sym **vars;
    struct syms *filled = syms_open(regime->arena);
    sym_carry_facts(filled, regime->syms);
    int n = syms_vars(regime->syms, &vars);
    for (int i = 0; i < n; i++)
        if (sym_lower(regime->syms, vars[i]) == 0 && sym_upper(regime->syms, vars[i]) > 0)
            sym_assume_at_least(filled, sym_var(filled, sym_name(vars[i])), 1);
    return filled;
}

// Is it the larger of the two only where a layer is empty? Nobody builds such a model, and its
// conditions, `dim <= 0`, would stand before those that matter.
static bool wins_only_where_empty(struct regime *regime, const struct sym *own,
                                  const struct sym *other, int64_t least)
{
    const struct sym *slack = sym_sub(regime->syms, other, own);
    if (!may_be_empty(regime, slack)) return false;
    if (!regime->filled) regime->filled = fill_all(regime);
    const struct sym *copy = sym_brought(regime->filled, slack);
    // Not own >= other + least, which is other - own >= 1 - least.
    return copy && sym_is_at_most(regime->filled, sym_const(regime->filled, 1 - least), copy);
}

// "T > 250"; a number stands on the right: "T < 250".
static const char *comparison_string(struct arena *arena, const struct sym *larger,
                                     const struct sym *smaller, enum standing standing)
{
    bool or_equal = standing == STANDING_EARLIER, turned = sym_is_const(larger, NULL);
    const char *sign = turned ? (or_equal ? "<=" : "<") : (or_equal ? ">=" : ">");
    return arena_printf(arena, "%s %s %s", sym_string(arena, turned ? smaller : larger), sign,
                        sym_string(arena, turned ? larger : smaller));
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
    const char *condition = comparison_string(regime->arena, left, right, standing);
    // Sums that differ in what both sides have compare alike.
    for (int i = 0; i < regime->said.n; i++)
        if (!strcmp(regime->said.at[i], condition)) return;
    *vec_push(regime->arena, &regime->said) = condition;
    text_printf(&regime->others, "%s%s", regime->others.n ? " and " : "", condition);
}

// "40 < T <= 100"; nothing where the interval is all that the symbol may be.
static void add_interval(struct text *text, const struct regime *regime, const struct interval *in)
{
    const char *name = sym_string(regime->arena, in->var);
    bool low = in->low > sym_lower(regime->syms, in->var);
    bool high = in->high < sym_upper(regime->syms, in->var);
    if ((low || high) && text->n) text_add(text, " and ");
    if (low && high)
        text_printf(text, "%" PRId64 " < %s <= %" PRId64, in->low - 1, name, in->high);
    else if (low)
        text_printf(text, "%s > %" PRId64, name, in->low - 1);
    else if (high)
        text_printf(text, "%s <= %" PRId64, name, in->high);
}

static const char *condition_of(struct regime *regime)
{
    struct text text = {.arena = regime->arena};
    for (int i = 0; i < regime->intervals.n; i++) {
        if (regime->intervals.at[i].low > regime->intervals.at[i].high) return NULL;
        add_interval(&text, regime, &regime->intervals.at[i]);
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
    struct syms *filled = NULL;
    for (int i = 0; i < n; i++) {
        struct regime regime = {
            .arena = arena, .syms = syms, .others = {.arena = arena}, .filled = filled};
        for (int k = 0; k < n && !regime.never; k++)
            if (k != i && !is_covered(syms, n, sizes, i, k))
                compare(&regime, sizes[i], sizes[k], i < k ? STANDING_EARLIER : STANDING_LATER);
        conditions[i] = regime.never ? NULL : condition_of(&regime);
        filled = regime.filled;
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

// Bounds alone make short proofs; what else is known of the symbols is told where they do not do.
enum known { KNOWN_BOUNDS, KNOWN_ALL };

// A table of its own.
static struct syms *suppose_from(const struct contest *c, struct arena *arena, int64_t from,
                                 enum known known)
{
    struct syms *syms = syms_open(arena);
    if (known == KNOWN_ALL) sym_carry_facts(syms, c->syms);
    for (int i = 0; i < c->n_vars; i++) {
        int64_t low = sym_lower(c->syms, c->vars[i]);
        if (is_grown(c, c->vars[i]) && from > low) low = from;
        sym_assume_at_least(syms, sym_var(syms, sym_name(c->vars[i])), low);
    }
    return syms;
}

static bool is_largest_under(const struct contest *c, int64_t from, enum known known)
{
    struct arena *arena = arena_open_inside(c->arena);
    struct syms *syms = suppose_from(c, arena, from, known);
    const struct sym *best = sym_brought(syms, c->sizes[c->best]);
    bool holds = best != NULL;
    for (int i = 0; i < c->n && holds; i++) {
        if (i == c->best) continue;
        const struct sym *other = sym_brought(syms, c->sizes[i]);
        // Of equal sizes the earlier one counts.
        holds = other && sym_is_at_most(syms, sym_add_const(syms, other, i < c->best), best);
    }
    arena_close(arena);
    return holds;
}

static bool is_largest_from(const struct contest *c, int64_t from)
{
    return is_largest_under(c, from, KNOWN_BOUNDS) || is_largest_under(c, from, KNOWN_ALL);
}

// Is another size larger, or as large and earlier, where one symbol is `least` and the others are
// `most`?
static bool is_beaten_at(const struct contest *c, int smallest, int64_t least, int64_t most)
{
    struct sym_binding *at = arena_array(c->arena, struct sym_binding, c->n_vars + 1);
    int64_t best, other;
    for (int i = 0; i < c->n_vars; i++) {
        const struct sym *var = c->vars[i];
        int64_t low = sym_lower(c->syms, var), high = sym_upper(c->syms, var);
        int64_t value = c->grown[smallest] == var ? least : is_grown(c, var) ? most : low;
        at[i] = (struct sym_binding){var, value < low ? low : value > high ? high : value};
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
