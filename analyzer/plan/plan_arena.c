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

static bool lives_with(const struct placed *a, const struct placed *b)
{
    return a->begin <= b->end && b->begin <= a->end;
}

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

static void place_all(struct arena *arena, struct placing *p)
{
    struct placed **neighbours = arena_array(arena, struct placed *, p->n + 1);
    if (p->n) qsort(p->all, (size_t)p->n, sizeof *p->all, larger_first);
    for (int i = 0; i < p->n; i++) {
        struct placed *wanted = &p->all[i];
        int n = 0;
        for (int k = 0; k < i; k++)
            if (lives_with(wanted, &p->all[k])) neighbours[n++] = &p->all[k];
        if (n) qsort(neighbours, (size_t)n, sizeof(*neighbours), lower_first);
        wanted->offset = p->plan->offset[wanted->id] = lowest_gap(wanted, n, neighbours);
        if (wanted->offset + wanted->bytes > p->plan->arena_bytes)
            p->plan->arena_bytes = wanted->offset + wanted->bytes;
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
