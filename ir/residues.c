#include "ir/residues.h"

#include <inttypes.h>
#include <string.h>

// Values that are tried. Strides multiply to 64 at most in what people build; the longest
// period that is looked for has room to show itself eight times.
#define MAX_TRIED 2048
#define TIMES_SHOWN 8
#define LONGEST_PERIOD (MAX_TRIED / TIMES_SHOWN)
// Most conditions show themselves at once. What is proved for all values is the same however
// few were tried.
#define FIRST_TRIED 128
#define TRIED_GROWTH 4

struct condition {
    enum requirement_kind kind;
    const struct sym *left, *right;
};

// Where the symbol is at `low` or more: true at values of certain residues.
struct pattern {
    int64_t low;     // the first value for which the conditions hold
    int64_t period;  // 1: all values from there on
    int first, last; // residues for which they hold
    bool scattered;  // the residues are no interval
    int64_t end;     // the last value tried for which they hold; INT64_MAX: without end
};

struct finding {
    struct arena *arena;
    struct syms *syms; // a table of its own: nothing is assumed in it
    const struct sym *var;
    int n;
    struct condition *conditions;
    int64_t start;         // the first value tried
    int n_tried;           // from there on
    bool holds[MAX_TRIED]; // at each of them
};

// ---- trying

static bool try_values(struct finding *f, int n)
{
    for (int i = f->n_tried; i < n; i++) {
        struct sym_binding at = {f->var, f->start + i};
        f->holds[i] = true;
        for (int k = 0; k < f->n && f->holds[i]; k++) {
            const struct condition *c = &f->conditions[k];
            int64_t left, right;
            if (!sym_evaluate(c->left, &at, 1, &left) || !sym_evaluate(c->right, &at, 1, &right))
                return false;
            f->holds[i] = requirement_holds(c->kind, left, right);
        }
    }
    f->n_tried = n;
    return true;
}

static bool has_period(const struct finding *f, int from, int period)
{
    for (int i = from; i + period < f->n_tried; i++)
        if (f->holds[i] != f->holds[i + period]) return false;
    return true;
}

// The residues must be one interval, so that they can be said in one comparison.
static bool read_residues(const struct finding *f, int from, struct pattern *pattern)
{
    int64_t period = pattern->period;
    bool at[LONGEST_PERIOD] = {false};
    int n = 0;
    for (int i = 0; i < period; i++) at[(f->start + from + i) % period] = f->holds[from + i];
    pattern->first = pattern->last = -1;
    for (int r = 0; r < period; r++) {
        if (!at[r]) continue;
        if (pattern->first < 0) pattern->first = r;
        pattern->last = r;
        n++;
    }
    return n > 0 && n == pattern->last - pattern->first + 1;
}

static bool read_pattern(const struct finding *f, struct pattern *pattern)
{
    int from = 0, end = f->n_tried - 1, longest_period = f->n_tried / TIMES_SHOWN;
    while (from < f->n_tried && !f->holds[from]) from++;
    while (end > from && !f->holds[end]) end--;
    if (from > f->n_tried / 2) return false;
    *pattern = (struct pattern){.low = f->start + from, .period = 1, .end = INT64_MAX};
    if (end < f->n_tried - longest_period) {
        // Up to the end of a table.
        pattern->end = f->start + end;
        for (int i = from; i <= end; i++)
            if (!f->holds[i]) return false;
        return from == 0;
    }
    for (int period = 1; period <= longest_period; period++) {
        if (!has_period(f, from, period)) continue;
        pattern->period = period;
        pattern->scattered = !read_residues(f, from, pattern);
        return true;
    }
    return false;
}

// ---- proving

// Every value of the form start + period * k, where `k` is any size or none.
static struct condition at_values(struct finding *f, const struct condition *c,
                                  const struct sym *values)
{
    return (struct condition){c->kind, sym_substitute(f->syms, c->left, f->var, values),
                              sym_substitute(f->syms, c->right, f->var, values)};
}

// Do the conditions hold for all of the values, or for none of them, as it was tried?
static bool proved_for(struct finding *f, const struct sym *values, bool holds)
{
    for (int i = 0; i < f->n; i++) {
        struct condition c = at_values(f, &f->conditions[i], values);
        struct proof proof = requirement_prove_sizes(f->syms, c.kind, c.left, c.right);
        if (holds && proof.verdict != VERDICT_PROVED) return false;
        if (!holds && proof.verdict == VERDICT_REFUTED && proof.always) return true;
    }
    return holds;
}

static bool proved_pattern(struct finding *f, const struct pattern *pattern)
{
    const struct sym *k = sym_var(f->syms, "(k)");
    // Of a table with an end: the first value behind it, and all that follow.
    int64_t low = pattern->end < INT64_MAX ? pattern->end + 1 : pattern->low;
    for (int64_t r = 0; r < pattern->period; r++) {
        const struct sym *values =
            sym_add_const(f->syms, sym_mul_const(f->syms, k, pattern->period), low + r);
        int64_t residue = (low + r) % pattern->period;
        bool holds =
            pattern->end == INT64_MAX && residue >= pattern->first && residue <= pattern->last;
        if (!proved_for(f, values, holds)) return false;
    }
    return true;
}

// ---- saying

static void add(struct requirement *found, int *n, enum requirement_kind kind, const char *left,
                const char *right)
{
    found[(*n)++] = (struct requirement){kind, left, right};
}

static const char *number(struct arena *arena, int64_t value)
{
    return arena_printf(arena, "%" PRId64, value);
}

// A multiple of 8 that is no less than 3 is no less than 8: no smaller size has a right residue.
static bool bound_is_implied(const struct finding *f, const struct pattern *pattern)
{
    for (int64_t value = f->start; value < pattern->low; value++) {
        int64_t residue = value % pattern->period;
        if (pattern->period == 1 || (residue >= pattern->first && residue <= pattern->last))
            return false;
    }
    return true;
}

static int say_pattern(struct arena *arena, const struct finding *f, const struct pattern *pattern,
                       struct requirement *found)
{
    const char *name = sym_string(arena, f->var);
    const char *rest = arena_printf(arena, "%s %% %" PRId64, name, pattern->period);
    int n = 0;
    int64_t last = pattern->period - 1;
    if (pattern->low > f->start && !bound_is_implied(f, pattern))
        add(found, &n, REQUIRE_AT_LEAST, name, number(arena, pattern->low));
    if (pattern->end < INT64_MAX)
        add(found, &n, REQUIRE_AT_MOST, name, number(arena, pattern->end));
    if (pattern->period == 1) return n;
    if (pattern->last == 0) {
        add(found, &n, REQUIRE_DIVIDES, number(arena, pattern->period), name);
    } else if (pattern->first == pattern->last) {
        add(found, &n, REQUIRE_EQUAL, rest, number(arena, pattern->first));
    } else {
        if (pattern->first > 0)
            add(found, &n, REQUIRE_AT_LEAST, rest, number(arena, pattern->first));
        if (pattern->last < last)
            add(found, &n, REQUIRE_AT_MOST, rest, number(arena, pattern->last));
    }
    return n;
}

static bool read_conditions(struct finding *f, const struct requirement *conditions, int n)
{
    f->n = n;
    f->conditions = arena_array(f->arena, struct condition, n);
    for (int i = 0; i < n; i++) {
        const struct sym **vars;
        struct condition *c = &f->conditions[i];
        c->kind = conditions[i].kind;
        c->left = sym_parse(f->syms, conditions[i].left, NULL);
        c->right = sym_parse(f->syms, conditions[i].right, NULL);
        if (!c->left || !c->right) return false;
        const struct sym *both = sym_add(f->syms, sym_mul_const(f->syms, c->left, 3), c->right);
        if (sym_vars(f->arena, both, &vars) != 1 || (f->var && f->var != vars[0])) return false;
        f->var = vars[0];
    }
    return n > 0;
}

static int find(struct arena *arena, struct finding *f, struct requirement *found)
{
    struct pattern pattern;
    for (int n = FIRST_TRIED; n <= MAX_TRIED; n *= TRIED_GROWTH) {
        if (!try_values(f, n)) return 0;
        bool read = read_pattern(f, &pattern);
        if (!read) continue;
        if (!pattern.scattered && proved_pattern(f, &pattern))
            return say_pattern(arena, f, &pattern, found);
        if (pattern.scattered && n * TRIED_GROWTH > MAX_TRIED) return RESIDUES_SCATTERED;
    }
    return 0;
}

int residues_find(struct arena *arena, struct syms *syms, const struct requirement *conditions,
                  int n, struct requirement *found)
{
    struct arena *scratch = arena_open();
    struct finding *f = arena_new(scratch, struct finding);
    int n_found = 0;
    f->arena = scratch;
    f->syms = syms_open(scratch);
    if (read_conditions(f, conditions, n)) {
        int64_t low = sym_lower(syms, sym_var(syms, sym_name(f->var)));
        f->start = low < 0 || low > 1 ? 0 : low;
        n_found = find(arena, f, found);
    }
    arena_close(scratch);
    return n_found;
}
