#include "frontends/limit.h"

#include "ir/base/site.h"

#include <inttypes.h>

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

// ---- at most so many

static bool find_most(const struct limit_request *l, int64_t most, int64_t refused,
                      struct front_assumption *limit)
{
    int64_t good = l->samples[l->n - 1].count;
    const struct diag *why = NULL;
    if (!refused && most >= MAX_EDGE_COUNT) return false;
    if (!refused) refused = most + 1;
    // One size is negative there; another may be too small before.
    if (most > good && most < refused && l->probe(l->data, most, &why) == PROBE_GOOD) good = most;
    if (!bisect(l, &good, refused) || l->probe(l->data, good + 1, &why) != PROBE_REFUSED)
        return false;
    const char *number = arena_printf(l->arena, "%" PRId64, good);
    *limit = told(l, (struct requirement){REQUIRE_AT_MOST, l->symbol, number}, good + 1, why);
    return true;
}

// ---- not between two numbers

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
    return l->probe(l->data, last, &ignored) == PROBE_REFUSED &&
           l->probe(l->data, first, why) == PROBE_REFUSED &&
           l->probe(l->data, first - 1, &ignored) == PROBE_GOOD &&
           l->probe(l->data, last + 1, &ignored) == PROBE_GOOD;
}

// Some layers take sizes of 0, others do not.
static bool find_gap(const struct limit_request *l, const struct edge_gap *gap,
                     struct front_assumption *limit)
{
    for (int64_t least = 0; least <= 1; least++) {
        const struct requirement needed = size_at_least(l, gap, least);
        const struct diag *why = NULL;
        if (!is_so(l, &needed, gap, &why)) continue;
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
    return n + find_most(l, edges.most, refused, &limits[n]);
}
