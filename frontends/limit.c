#include "frontends/limit.h"

#include "ir/base/site.h"

#include <inttypes.h>

#define MAX_AGAIN 64 // beyond a refused count, at which good ones are looked for

// The largest count that is good, below one that is refused. False: a run says neither.
static bool bisect(const struct limit_request *l, int64_t *good, int64_t refused)
{
    const struct diag *why;
    while (refused - *good > 1) {
        int64_t middle = *good + (refused - *good) / 2;
        enum probe_result result = l->probe(l->data, middle, &why);
        if (result == PROBE_UNKNOWN) return false;
        if (result == PROBE_GOOD)
            *good = middle;
        else
            refused = middle;
    }
    return true;
}

static struct front_assumption told(const struct limit_request *l, struct requirement needed,
                                    int64_t beyond, const struct diag *why)
{
    struct requirement *kept = arena_copy(l->arena, &needed, sizeof needed);
    const char *text =
        arena_printf(l->arena, "%s: with %" PRId64 ", %s%s", requirement_string(l->arena, kept),
                     beyond, why->message, site_behind(l->arena, why->site));
    return (struct front_assumption){
        .text = text, .site = site_copy(l->arena, why->site), .requirement = kept};
}

// ---- not between two numbers

// Outside of the counts from `first` to `last`: n != 12, or (n - 11)*(n - 14) >= 0.
static struct requirement not_between(const struct limit_request *l, int64_t first, int64_t last)
{
    struct syms *syms = syms_open(l->arena);
    const struct sym *left, *right, *count = sym_var(syms, l->symbol);
    if (first == last)
        return (struct requirement){REQUIRE_DIFFERENT, l->symbol,
                                    arena_printf(l->arena, "%" PRId64, first)};
    const struct sym *product =
        sym_mul(syms, sym_add_const(syms, count, 1 - first), sym_add_const(syms, count, -1 - last));
    sym_sides(syms, sym_const(syms, 0), product, &left, &right);
    return (struct requirement){REQUIRE_AT_LEAST, sym_string(l->arena, right),
                                sym_string(l->arena, left)};
}

// 6 times the size at a count.
static const struct sym *six_sizes(struct syms *syms, const struct sym *count,
                                   const struct edge_gap *gap, int64_t base)
{
    static const int64_t scale[EDGE_DIFFERENCES] = {6, 6, 3, 1};
    const struct sym *sum = sym_const(syms, 0), *product = sym_const(syms, 1);
    for (int i = 0; i < EDGE_DIFFERENCES; i++) {
        sum = sym_add(syms, sum, sym_mul_const(syms, product, scale[i] * gap->delta[i]));
        product = sym_mul(syms, product, sym_add_const(syms, count, -base - i));
    }
    return sum;
}

static struct requirement size_at_least(const struct limit_request *l, const struct edge_gap *gap,
                                        int64_t least)
{
    struct syms *syms = syms_open(l->arena);
    const struct sym *left, *right, *count = sym_var(syms, l->symbol);
    const struct sym *size = six_sizes(syms, count, gap, l->samples[1].count);
    sym_sides(syms, sym_const(syms, 6 * least), size, &left, &right);
    return (struct requirement){REQUIRE_AT_LEAST, sym_string(l->arena, right),
                                sym_string(l->arena, left)};
}

static bool keeps(const struct limit_request *l, const struct requirement *needed, int64_t count)
{
    const struct requirement_binding binding = {l->symbol, count};
    return requirement_at(l->arena, needed, &binding, 1, NULL) == REQUIREMENT_KEPT;
}

// Do runs at both ends of the gap agree with the condition?
static bool is_so(const struct limit_request *l, const struct requirement *needed,
                  const struct edge_gap *gap, const struct diag **why)
{
    int64_t first = gap->first, last = gap->last;
    const struct diag *ignored;
    while (first > 1 && !keeps(l, needed, first - 1)) first--;
    while (last < MAX_EDGE_COUNT && !keeps(l, needed, last + 1)) last++;
    return !keeps(l, needed, gap->first) && l->probe(l->data, last, &ignored) == PROBE_REFUSED &&
           l->probe(l->data, first, why) == PROBE_REFUSED &&
           l->probe(l->data, first - 1, &ignored) == PROBE_GOOD &&
           l->probe(l->data, last + 1, &ignored) == PROBE_GOOD;
}

// Some layers take sizes of 0, others do not.
static bool find_gap(const struct limit_request *l, const struct edge_gap *gap,
                     struct front_assumption *limit)
{
    for (int64_t least = 0; least <= 1; least++) {
        struct requirement needed = size_at_least(l, gap, least);
        const struct diag *why = NULL;
        if (!is_so(l, &needed, gap, &why)) continue;
        if (gap->first == gap->last && keeps(l, &needed, gap->first - 1) &&
            keeps(l, &needed, gap->last + 1))
            needed = not_between(l, gap->first, gap->last);
        *limit = told(l, needed, gap->first, why);
        return true;
    }
    return false;
}

// Other sizes may have the same gap, as a weight and a result do.
static bool is_told(const struct limit_request *l, int n, const struct front_assumption *limits,
                    const struct edge_gap *gap)
{
    for (int i = 0; i < n; i++)
        if (!keeps(l, limits[i].requirement, gap->first) &&
            !keeps(l, limits[i].requirement, gap->last))
            return true;
    return false;
}

// ---- at most so many

// The first count that is refused, above one that is good. False: runs show none.
static bool find_refused(const struct limit_request *l, int64_t most, int64_t refused,
                         int64_t *good, const struct diag **why)
{
    if (!refused && (most >= MAX_EDGE_COUNT || most < *good)) return false;
    if (!refused) refused = most + 1;
    // One size is negative there; another may be too small before.
    if (most > *good && most < refused && l->probe(l->data, most, why) == PROBE_GOOD) *good = most;
    return bisect(l, good, refused) && l->probe(l->data, *good + 1, why) == PROBE_REFUSED;
}

// The first count above a refused one that is good again, as 13 of nn_conv1d(8, (n - 12)*(n - 12),
// 1), looked for in steps that grow. 0: runs show none.
static int64_t find_again(const struct limit_request *l, int64_t refused)
{
    const struct diag *ignored;
    int64_t last = refused;
    for (int64_t step = 1; step <= MAX_AGAIN; step *= 2) {
        enum probe_result result = l->probe(l->data, refused + step, &ignored);
        if (result == PROBE_UNKNOWN) return 0;
        if (result == PROBE_REFUSED) {
            last = refused + step;
            continue;
        }
        int64_t again = refused + step;
        while (again - last > 1) {
            int64_t middle = last + (again - last) / 2;
            if (l->probe(l->data, middle, &ignored) == PROBE_GOOD)
                again = middle;
            else
                last = middle;
        }
        return again;
    }
    return 0;
}

static struct requirement at_most(const struct limit_request *l, int64_t count)
{
    return (struct requirement){REQUIRE_AT_MOST, l->symbol,
                                arena_printf(l->arena, "%" PRId64, count)};
}

// Gaps one above the other, and the count that none is good above. Returns how many.
static int find_most(const struct limit_request *l, int64_t most, int64_t refused,
                     struct front_assumption *limits)
{
    int64_t good = l->samples[l->n - 1].count;
    const struct diag *why = NULL;
    int n = 0;
    while (n < MAX_REFUSED && find_refused(l, most, refused, &good, &why)) {
        int64_t first = good + 1, again = find_again(l, first);
        limits[n++] = again ? told(l, not_between(l, first, again - 1), first, why)
                            : told(l, at_most(l, good), first, why);
        if (!again) break;
        good = again;
        refused = 0;
    }
    return n;
}

// ---- counts that are asked for

// What no size and no sample tells: a run with the count does.
static int find_asked(const struct limit_request *l, int n, struct front_assumption *limits)
{
    int n_found = 0;
    for (int i = 0; i < l->n_asked && n_found < MAX_ASKED; i++) {
        const struct diag *why = NULL;
        int64_t count = l->asked[i];
        bool known = count <= l->samples[0].count || count > MAX_EDGE_COUNT;
        for (int k = 0; k < l->n; k++) known = known || l->samples[k].count == count;
        for (int k = 0; k < n + n_found; k++)
            known = known || !keeps(l, limits[k].requirement, count);
        if (known || l->probe(l->data, count, &why) != PROBE_REFUSED) continue;
        limits[n + n_found++] = told(l, not_between(l, count, count), count, why);
    }
    return n_found;
}

int limit_find(const struct limit_request *l, struct front_assumption *limits)
{
    struct edges edges = edges_find(l->arena, l->n, l->samples);
    int n = 0;
    for (int i = 0; i < edges.n_gaps; i++) {
        const struct edge_gap *gap = &edges.gaps[i];
        if (gap->first > edges.most || is_told(l, n, limits, gap)) continue;
        if (find_gap(l, gap, &limits[n]))
            n++;
        else
            edges.most = gap->first - 1;
    }
    // A sample in a gap was refused for what is told of the gap.
    int64_t refused = l->refused;
    for (int i = 0; i < n && refused; i++)
        if (!keeps(l, limits[i].requirement, refused)) refused = 0;
    n += find_most(l, edges.most, refused, &limits[n]);
    return n + find_asked(l, n, limits);
}
