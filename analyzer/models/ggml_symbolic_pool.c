// The pool with symbols. Every size is at least 1, so which pieces touch is known from their order
// alone, whatever the addresses are; only which range fits, and whether it fits exactly, depends on
// the sizes. The questions are those of the pool in numbers, in the same order.

#include "analyzer/models/ggml_pool.h"

void ggml_symbolic_pool_open(struct ggml_symbolic_pool *p, struct arena *arena, struct syms *syms,
                             struct ggml_choices *choices)
{
    *p = (struct ggml_symbolic_pool){.arena = arena, .syms = syms, .choices = choices};
    p->last = p->lowest_free = arena_new(arena, struct ggml_block);
    p->last->at = sym_const(syms, 0);
    p->last->free = true;
    p->n = p->most = 1;
    p->tops = (struct ggml_largest){.arena = arena, .syms = syms};
}

static void unlink_free(struct ggml_symbolic_pool *p, struct ggml_block *b)
{
    if (b->free_below) b->free_below->free_above = b->free_above;
    if (!b->free_below) p->lowest_free = b->free_above;
    if (b->free_above) b->free_above->free_below = b->free_below;
    p->n--;
}

// The last piece is always free, so there is one above.
static void link_free(struct ggml_symbolic_pool *p, struct ggml_block *b)
{
    struct ggml_block *above = b->above;
    while (!above->free) above = above->above;
    b->free_above = above;
    b->free_below = above->free_below;
    above->free_below = b;
    if (b->free_below) b->free_below->free_above = b;
    if (!b->free_below) p->lowest_free = b;
    if (++p->n > p->most) p->most = p->n;
}

static void remove_block(struct ggml_block *b)
{
    if (b->below) b->below->above = b->above;
    if (b->above) b->above->below = b->below;
}

static struct ggml_block *best_fit(struct ggml_symbolic_pool *p, const struct sym *bytes)
{
    struct ggml_block *best = NULL;
    for (struct ggml_block *b = p->lowest_free; b != p->last; b = b->free_above) {
        if (!ggml_choose(p->choices, bytes, b->size)) continue;
        if (!best || ggml_choose(p->choices, b->size, best->size)) best = b;
    }
    return best ? best : p->last;
}

static struct ggml_block *cut_front(struct ggml_symbolic_pool *p, struct ggml_block *range,
                                    const struct sym *bytes)
{
    struct ggml_block *taken = arena_new(p->arena, struct ggml_block);
    taken->at = range->at;
    taken->size = bytes;
    taken->below = range->below;
    taken->above = range;
    if (range->below) range->below->above = taken;
    range->below = taken;
    range->at = sym_add(p->syms, range->at, bytes);
    if (range->size) range->size = sym_sub(p->syms, range->size, bytes);
    return taken;
}

struct ggml_block *ggml_symbolic_pool_take(struct ggml_symbolic_pool *p, const struct sym *bytes)
{
    struct ggml_block *range = best_fit(p, bytes);
    if (range != p->last && ggml_choose(p->choices, range->size, bytes)) {
        unlink_free(p, range);
        range->free = false;
        range->size = bytes;
        return range;
    }
    struct ggml_block *taken = cut_front(p, range, bytes);
    if (range == p->last) ggml_largest_add(&p->tops, range->at, 0);
    return taken;
}

// The upper of two free neighbours goes on as both; the last one keeps having no end.
static void join_below(struct ggml_symbolic_pool *p, struct ggml_block *upper)
{
    struct ggml_block *lower = upper->below;
    upper->at = lower->at;
    if (upper->size) upper->size = sym_add(p->syms, lower->size, upper->size);
    remove_block(lower);
}

bool ggml_symbolic_pool_give(struct ggml_symbolic_pool *p, struct ggml_block *b)
{
    bool free_below = b->below && b->below->free, free_above = b->above->free;
    if (!free_below && !free_above && p->n == GGML_FREE_RANGES) return false;
    b->free = true;
    if (free_below) {
        unlink_free(p, b->below);
        join_below(p, b);
    }
    if (free_above) join_below(p, b->above);
    if (!free_above) link_free(p, b);
    return true;
}
