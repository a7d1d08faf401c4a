// Questions are all of one kind, "is x >= 0?" for a difference x without the sizes that both sides
// share. What the facts prove of an x is kept, since every layer of a model asks the same again.

#include "analyzer/models/ggml_choices.h"
#include "ir/base/map.h"

#define MAX_CHOICES 16 // of one way

enum sign { SIGN_UNASKED, SIGN_OPEN, SIGN_AT_LEAST_0, SIGN_BELOW_0 };

struct ggml_choices {
    struct arena *arena;
    struct syms *syms;
    struct map *differences; // by both sizes: struct difference
    struct map *signs;       // by difference: enum sign, as the facts have it
    struct map *settled;     // by difference: 4*round + enum sign, as all answers have it
    uint64_t round;          // how often answers have changed
    enum ggml_answer answer;
    int n, n_ways;
    bool too_many;
    struct ggml_condition made[MAX_CHOICES];
    const struct sym *difference[MAX_CHOICES];
};

struct ggml_choices *ggml_choices_open(struct arena *arena, struct syms *syms)
{
    struct ggml_choices *c = arena_new(arena, struct ggml_choices);
    c->arena = arena;
    c->syms = syms;
    c->differences = map_open(arena);
    c->signs = map_open(arena);
    c->settled = map_open(arena);
    ggml_choices_begin(c, GGML_ALL_WAYS);
    return c;
}

void ggml_choices_begin(struct ggml_choices *c, enum ggml_answer answer)
{
    c->answer = answer;
    c->n = 0;
    c->n_ways = 1;
    c->round++;
    c->too_many = false;
}

// large - small, without common factors.
static const struct sym *difference_of(struct ggml_choices *c, const struct sym *small,
                                       const struct sym *large)
{
    const struct sym *key[] = {small, large}, *left, *right;
    const struct sym *known = map_get(c->differences, key, sizeof key);
    if (known) return known;
    sym_sides(c->syms, small, large, &left, &right);
    const struct sym *difference = sym_sub(c->syms, right, left);
    map_put(c->differences, key, sizeof key, (void *)(uintptr_t)difference);
    return difference;
}

static enum sign find_sign(struct ggml_choices *c, const struct sym *x)
{
    const struct sym *zero = sym_const(c->syms, 0);
    if (sym_is_at_most(c->syms, zero, x)) return SIGN_AT_LEAST_0;
    bool below = sym_is_at_most(c->syms, sym_add_const(c->syms, x, 1), zero);
    return below ? SIGN_BELOW_0 : SIGN_OPEN;
}

static enum sign sign_of(struct ggml_choices *c, const struct sym *x)
{
    int64_t value;
    if (sym_is_const(x, &value)) return value >= 0 ? SIGN_AT_LEAST_0 : SIGN_BELOW_0;
    uint64_t key = (uintptr_t)x;
    enum sign sign = (enum sign)(uintptr_t)map_get_number(c->signs, key);
    if (sign != SIGN_UNASKED) return sign;
    sign = find_sign(c, x);
    map_put_number(c->signs, key, (void *)(uintptr_t)sign);
    return sign;
}

// By one earlier answer, which says that some y is at least 0: x >= y, or y <= -x - 1.
static enum sign sign_by(struct ggml_choices *c, int i, const struct sym *x)
{
    const struct sym *y = c->difference[i];
    if (!c->made[i].holds) y = sym_sub(c->syms, sym_const(c->syms, -1), y);
    if (sign_of(c, sym_sub(c->syms, x, y)) == SIGN_AT_LEAST_0) return SIGN_AT_LEAST_0;
    const struct sym *sum = sym_add_const(c->syms, sym_add(c->syms, x, y), 1);
    return sign_of(c, sym_sub(c->syms, sym_const(c->syms, 0), sum)) == SIGN_AT_LEAST_0
               ? SIGN_BELOW_0
               : SIGN_OPEN;
}

static enum sign settled(struct ggml_choices *c, const struct sym *x)
{
    enum sign sign = sign_of(c, x);
    if (sign != SIGN_OPEN || c->n == 0) return sign;
    uint64_t kept = (uintptr_t)map_get_number(c->settled, (uintptr_t)x);
    if (kept / 4 == c->round) return (enum sign)(kept % 4);
    for (int i = 0; i < c->n && sign == SIGN_OPEN; i++) sign = sign_by(c, i, x);
    map_put_number(c->settled, (uintptr_t)x, (void *)(uintptr_t)(c->round * 4 + sign));
    return sign;
}

bool ggml_choose(struct ggml_choices *c, const struct sym *small, const struct sym *large)
{
    if (small == large) return true;
    const struct sym *x = difference_of(c, small, large);
    enum sign sign = settled(c, x);
    if (sign != SIGN_OPEN) return sign == SIGN_AT_LEAST_0;
    if (c->answer != GGML_ALL_WAYS) return c->answer == GGML_YES;
    if (c->n == MAX_CHOICES) {
        c->too_many = true;
        return true;
    }
    c->round++;
    c->difference[c->n] = x;
    sym_sides(c->syms, small, large, &small, &large);
    c->made[c->n++] = (struct ggml_condition){small, large, true};
    return true;
}

static bool choose_equal(struct ggml_choices *c, const struct sym *a, const struct sym *b)
{
    return ggml_choose(c, a, b) && ggml_choose(c, b, a);
}

static bool can_be_equal(struct ggml_choices *c, const struct sym *a, const struct sym *b)
{
    return settled(c, difference_of(c, a, b)) != SIGN_BELOW_0 &&
           settled(c, difference_of(c, b, a)) != SIGN_BELOW_0;
}

bool ggml_choose_layout(struct ggml_choices *c, const struct ggml_tensor *a,
                        const struct ggml_tensor *b)
{
    if (a->type != b->type) return false;
    for (int i = 0; i < GGML_DIMS; i++) {
        if (a->ne[i] != b->ne[i] && !can_be_equal(c, a->ne[i], b->ne[i])) return false;
        if (a->nb[i] != b->nb[i] && !can_be_equal(c, a->nb[i], b->nb[i])) return false;
    }
    for (int i = 0; i < GGML_DIMS; i++) {
        if (!choose_equal(c, a->ne[i], b->ne[i])) return false;
        if (!choose_equal(c, a->nb[i], b->nb[i])) return false;
    }
    return true;
}

bool ggml_choices_next(struct ggml_choices *c)
{
    while (c->n > 0 && !c->made[c->n - 1].holds) c->n--;
    if (c->n == 0 || c->too_many) return false;
    if (c->n_ways++ == GGML_MAX_WAYS) {
        c->too_many = true;
        return false;
    }
    c->round++;
    c->made[c->n - 1].holds = false;
    return true;
}

bool ggml_choices_too_many(const struct ggml_choices *c)
{
    return c->too_many;
}

int ggml_choices_made(const struct ggml_choices *c, const struct ggml_condition **made)
{
    *made = c->made;
    return c->n;
}
