// How long each result lives, and where: the largest first, each at the lowest place that is free
// for its whole life.

#include "analyzer/plan/plan.h"

#include "ir/base/checked.h"

#include <stdlib.h>
#include <string.h>

struct placed {
    storage_id id;
    int begin, end; // steps, both included
    int64_t bytes;  // a multiple of the alignment
    int64_t offset;
};

struct placing {
    struct plan *plan;
    const struct program *program;
    int *first_step; // by storage; -1: no step makes it
    int n;
    struct placed *all;
};

// ---- lives

static void touch(struct placing *p, value_id id, int step)
{
    storage_id storage = program_value(p->program, id)->storage;
    if (storage && p->plan->last_step[storage] < step) p->plan->last_step[storage] = step;
}

static void make(struct placing *p, value_id id, int step)
{
    const struct value *value = program_value(p->program, id);
    if (value->storage && !value->view_of && p->first_step[value->storage] < 0)
        p->first_step[value->storage] = step;
    touch(p, id, step);
}

static void find_lives(struct placing *p)
{
    struct plan *plan = p->plan;
    for (int s = 0; s < p->program->storages.n; s++) p->first_step[s] = plan->last_step[s] = -1;
    for (int step = 0; step < plan->n_steps; step++) {
        for (int i = 0; i < plan->steps[step].n; i++) {
            const struct node *node =
                program_node(p->program, plan->nodes[plan->steps[step].first + i]);
            for (int k = 0; k < node->n_in; k++)
                if (node->in[k] && !plan->piece[node->in[k]]) touch(p, node->in[k], step);
            for (int k = 0; k < node->n_out; k++)
                if (!plan->piece[node->out + (value_id)k]) make(p, node->out + (value_id)k, step);
        }
    }
    for (int v = 1; v < p->program->values.n; v++)
        if (plan_makes(plan, (value_id)v) && plan_wants(plan, (value_id)v))
            touch(p, (value_id)v, plan->n_steps);
}

// ---- places

static int larger_first(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    if (a->bytes != b->bytes) return a->bytes < b->bytes ? 1 : -1;
    return a->id < b->id ? -1 : 1;
}

static int lower_first(const void *left, const void *right)
{
    const struct placed *a = *(const struct placed *const *)left,
                        *b = *(const struct placed *const *)right;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return a->id < b->id ? -1 : 1;
}

// Behind each neighbour in turn, until the gap before the next one is wide enough.
static int64_t lowest_gap(const struct placed *wanted, int n, struct placed *const *neighbours)
{
    int64_t offset = 0;
    for (int i = 0; i < n; i++) {
        if (neighbours[i]->offset >= offset + wanted->bytes) break;
        int64_t end = neighbours[i]->offset + neighbours[i]->bytes;
        if (end > offset) offset = end;
    }
    return offset;
}

// Those that were placed, by the steps that they live in: a binary tree over the steps, in whose
// nodes a life stands that covers all of the node's steps, but not all of its parent's. What lives
// in a step is then found on the way from the root to it.
typedef VEC(struct placed *) placed_list;

struct lives {
    struct arena *arena;
    int n_leaves;         // a power of two, above the number of the last step
    placed_list *covered; // by node: 1 is the root, 2 * i and 2 * i + 1 lie below i
    placed_list *begun;   // by step: whose lives begin there
};

static struct lives lives_open(struct arena *arena, int n_steps)
{
    struct lives lives = {.arena = arena, .n_leaves = 1};
    while (lives.n_leaves <= n_steps) lives.n_leaves *= 2;
    lives.covered = arena_array(arena, placed_list, 2 * (int64_t)lives.n_leaves);
    lives.begun = arena_array(arena, placed_list, lives.n_leaves);
    return lives;
}

static void lives_add(struct lives *lives, struct placed *placed)
{
    int low = placed->begin + lives->n_leaves, high = placed->end + lives->n_leaves + 1;
    for (; low < high; low /= 2, high /= 2) {
        if (low % 2) {
            *vec_push(lives->arena, &lives->covered[low]) = placed;
            low++;
        }
        if (high % 2) {
            high--;
            *vec_push(lives->arena, &lives->covered[high]) = placed;
        }
    }
    *vec_push(lives->arena, &lives->begun[placed->begin]) = placed;
}

static int take(struct placed **to, int n, const placed_list *list)
{
    for (int i = 0; i < list->n; i++) to[n++] = list->at[i];
    return n;
}

// All that live in some step of the wanted one's life: in its first, or from a later one on.
static int lives_beside(const struct lives *lives, const struct placed *wanted, struct placed **all)
{
    int n = 0;
    for (int node = wanted->begin + lives->n_leaves; node; node /= 2)
        n = take(all, n, &lives->covered[node]);
    for (int step = wanted->begin + 1; step <= wanted->end; step++)
        n = take(all, n, &lives->begun[step]);
    return n;
}

static void place_all(struct arena *arena, struct placing *p)
{
    struct placed **neighbours = arena_array(arena, struct placed *, p->n + 1);
    struct lives lives = lives_open(arena, p->plan->n_steps);
    if (p->n) qsort(p->all, (size_t)p->n, sizeof *p->all, larger_first);
    for (int i = 0; i < p->n; i++) {
        struct placed *wanted = &p->all[i];
        int n = lives_beside(&lives, wanted, neighbours);
        if (n) qsort(neighbours, (size_t)n, sizeof(*neighbours), lower_first);
        wanted->offset = p->plan->offset[wanted->id] = lowest_gap(wanted, n, neighbours);
        if (wanted->offset + wanted->bytes > p->plan->arena_bytes)
            p->plan->arena_bytes = wanted->offset + wanted->bytes;
        lives_add(&lives, wanted);
    }
}

// ---- what is alive at once

static bool find_peak(struct arena *arena, struct placing *p)
{
    struct plan *plan = p->plan;
    int64_t *changes = arena_array(arena, int64_t, plan->n_steps + 2), now = 0;
    for (int i = 0; i < plan->n_given; i++) {
        storage_id storage = program_value(p->program, plan->given[i])->storage;
        if (!checked_add(now, plan->bytes[storage], &now)) return false;
    }
    for (int s = 1; s < plan->n_storages; s++) {
        if (plan->offset[s] < 0) continue;
        int end = plan->last_step[s] < plan->n_steps ? plan->last_step[s] : plan->n_steps;
        changes[p->first_step[s]] += plan->bytes[s];
        changes[end + 1] -= plan->bytes[s];
    }
    plan->peak_bytes = now;
    for (int step = 0; step < plan->n_steps; step++) {
        now += changes[step];
        if (now > plan->peak_bytes) plan->peak_bytes = now;
    }
    return true;
}

static const char *list_storages(struct arena *arena, struct placing *p)
{
    int64_t sum = 0;
    for (int s = 1; s < p->program->storages.n; s++) {
        const struct storage *storage = program_storage(p->program, (storage_id)s);
        int64_t *bytes = &p->plan->bytes[s], padded;
        p->plan->offset[s] = -1;
        if (p->first_step[s] < 0 && p->plan->last_step[s] < 0) continue; // none of the plan's
        if (!sym_is_const(storage->bytes, bytes))
            return arena_printf(arena, "%s has a size that is no number",
                                storage->name ? storage->name : "a tensor");
        if (p->first_step[s] < 0) continue;
        if (!checked_add(*bytes, PLAN_ALIGNMENT - 1, &padded) || !checked_add(sum, padded, &sum))
            return "the sizes of all tensors add up to 2^63 bytes or more";
        p->all[p->n++] = (struct placed){.id = (storage_id)s,
                                         .begin = p->first_step[s],
                                         .end = p->plan->last_step[s],
                                         .bytes = padded / PLAN_ALIGNMENT * PLAN_ALIGNMENT};
    }
    return NULL;
}

const char *plan_place(struct arena *arena, struct plan *plan)
{
    int n = plan->program->storages.n;
    struct placing placing = {.plan = plan, .program = plan->program};
    placing.first_step = arena_array(arena, int, n);
    placing.all = arena_array(arena, struct placed, n);
    plan->last_step = arena_array(arena, int, n);
    plan->offset = arena_array(arena, int64_t, n);
    plan->bytes = arena_array(arena, int64_t, n);
    find_lives(&placing);
    const char *trouble = list_storages(arena, &placing);
    if (trouble) return trouble;
    place_all(arena, &placing);
    if (!find_peak(arena, &placing)) return "the inputs add up to 2^63 bytes or more";
    return NULL;
}
