// Lines up two lists of outputs: what both share at the ends is set aside, and of the rest the
// longest common sequence is.

#include "analyzer/baseline/growth.h"

#include <string.h>

// Beyond it the rest is lined up by position: the table of lengths grows with the product.
#define MAX_LINED_UP 3000
// What symbols are taken for, as far as the model accepts it, where one growth is held against
// another.
#define SAMPLE 64

struct lines {
    struct arena *arena;
    struct syms *syms;
    const struct baseline_row *before, *now;
    int n_before, n_now;
    uint16_t *common; // of what follows each pair
    struct growth worst;
    int64_t worst_bytes;
};

static int64_t sample(struct syms *syms, const struct sym *var)
{
    int64_t least = sym_lower(syms, var), most = sym_upper(syms, var);
    return least > SAMPLE ? least : most < SAMPLE ? most : SAMPLE;
}

// A number for comparing; 0 of what is not known.
static int64_t weigh(struct lines *l, const char *bytes)
{
    const struct sym **vars;
    while (*bytes && strchr("<>= ", *bytes)) bytes++;
    const struct sym *sym = sym_parse(l->syms, bytes, NULL);
    if (!sym || sym_kind(sym) == SYM_UNKNOWN) return 0;
    int n = sym_vars(l->arena, sym, &vars);
    struct sym_binding *bindings = arena_array(l->arena, struct sym_binding, n);
    for (int i = 0; i < n; i++)
        bindings[i] = (struct sym_binding){vars[i], sample(l->syms, vars[i])};
    int64_t value;
    return sym_evaluate(sym, bindings, n, &value) ? value : 0;
}

static void consider(struct lines *l, const struct baseline_row *now, const char *before)
{
    int64_t bytes = weigh(l, now->bytes) - (before ? weigh(l, before) : 0);
    if (bytes <= l->worst_bytes) return;
    l->worst_bytes = bytes;
    l->worst = (struct growth){now, before};
}

static bool same(const struct lines *l, int before, int now)
{
    return !strcmp(l->before[before].bytes, l->now[now].bytes);
}

static uint16_t *common_at(const struct lines *l, int before, int now)
{
    return &l->common[(size_t)before * (size_t)(l->n_now + 1) + (size_t)now];
}

static void measure_common(struct lines *l)
{
    size_t room = (size_t)(l->n_before + 1) * (size_t)(l->n_now + 1);
    l->common = arena_array(l->arena, uint16_t, room);
    for (int i = l->n_before - 1; i >= 0; i--)
        for (int k = l->n_now - 1; k >= 0; k--) {
            uint16_t down = *common_at(l, i + 1, k), right = *common_at(l, i, k + 1);
            *common_at(l, i, k) = same(l, i, k)  ? (uint16_t)(*common_at(l, i + 1, k + 1) + 1)
                                  : down > right ? down
                                                 : right;
        }
}

// Between two outputs that stayed, the first that went stands for the first that came.
static void pair_gap(struct lines *l, int before, int end_before, int now, int end_now)
{
    for (; now < end_now; now++, before++)
        consider(l, &l->now[now], before < end_before ? l->before[before].bytes : NULL);
}

static void walk(struct lines *l)
{
    int i = 0, k = 0, gap_i = 0, gap_k = 0;
    while (i < l->n_before && k < l->n_now) {
        if (same(l, i, k)) {
            pair_gap(l, gap_i, i, gap_k, k);
            i++, k++;
            gap_i = i, gap_k = k;
        } else if (*common_at(l, i + 1, k) >= *common_at(l, i, k + 1))
            i++;
        else
            k++;
    }
    pair_gap(l, gap_i, l->n_before, gap_k, l->n_now);
}

struct growth growth_find(struct arena *arena, struct syms *syms,
                          const struct baseline_model *before, const struct baseline_model *now)
{
    struct lines l = {.arena = arena,
                      .syms = syms,
                      .before = before->rows,
                      .now = now->rows,
                      .n_before = before->n_rows,
                      .n_now = now->n_rows};
    while (l.n_before && l.n_now && same(&l, 0, 0)) l.before++, l.now++, l.n_before--, l.n_now--;
    while (l.n_before && l.n_now && same(&l, l.n_before - 1, l.n_now - 1)) l.n_before--, l.n_now--;
    if (l.n_before > MAX_LINED_UP || l.n_now > MAX_LINED_UP)
        pair_gap(&l, 0, l.n_before, 0, l.n_now);
    else {
        measure_common(&l);
        walk(&l);
    }
    return l.worst;
}
