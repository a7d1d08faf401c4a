// The allocator's steps (ggml_steps.c) are dealt out of a pool (ggml_pool.c in numbers,
// ggml_symbolic_pool.c with symbols), once for each way in which open comparisons may go
// (ggml_choices.c). What is alive at the worst moment depends on the steps alone, and bounds
// the buffer where there are too many ways (ggml_live.c).

#include "analyzer/models/ggml_gallocr.h"
#include "analyzer/models/ggml_live.h"
#include "analyzer/models/ggml_places.h"
#include "analyzer/models/ggml_pool.h"

#include <xxhash.h>

// One way through the steps.
struct run {
    struct ggml_steps *steps;
    struct ggml_choices *choices;
    struct arena *arena; // of the run
    enum ggml_gallocr_end end;
    const struct ggml_tensor *ended_at;
    const struct sym *top;
    const struct sym **at; // by slot
    int most;
};

static bool end_at(struct run *r, enum ggml_gallocr_end end, int slot)
{
    r->end = end;
    r->ended_at = r->steps->slots[slot].tensor;
    return false;
}

// ---- in numbers

static bool deal_number(struct run *r, struct ggml_pool *pool, int64_t *at,
                        const struct ggml_step *step)
{
    int64_t bytes;
    sym_is_const(r->steps->slots[step->slot].padded, &bytes);
    switch (step->kind) {
    case GGML_TAKE:
        at[step->slot] = ggml_pool_take(pool, bytes);
        return at[step->slot] >= 0 || end_at(r, GGML_SIZE_UNKNOWN, step->slot);
    case GGML_HAND_OVER: at[step->slot] = at[step->from]; return true;
    case GGML_GIVE:
        return ggml_pool_give(pool, at[step->slot], bytes) ||
               end_at(r, GGML_OUT_OF_RANGES, step->slot);
    }
    return false;
}

static void deal_numbers(struct run *r)
{
    struct ggml_pool *pool = arena_new(r->arena, struct ggml_pool);
    int64_t *at = arena_array(r->arena, int64_t, r->steps->n_slots);
    ggml_pool_open(pool);
    for (int i = 0; i < r->steps->list.n; i++)
        if (!deal_number(r, pool, at, &r->steps->list.at[i])) return;
    r->most = pool->most;
    r->top = sym_const(r->steps->syms, pool->top);
    for (int i = 0; i < r->steps->n_slots; i++)
        if (r->steps->slots[i].placed) r->at[i] = sym_const(r->steps->syms, at[i]);
}

// ---- with symbols

static bool deal_symbol(struct run *r, struct ggml_symbolic_pool *pool, struct ggml_block **blocks,
                        const struct ggml_step *step)
{
    const struct ggml_slot *slot = &r->steps->slots[step->slot];
    switch (step->kind) {
    case GGML_TAKE:
        blocks[step->slot] = ggml_symbolic_pool_take(pool, slot->padded);
        r->at[step->slot] = blocks[step->slot]->at;
        return true;
    case GGML_HAND_OVER:
        blocks[step->slot] = blocks[step->from];
        r->at[step->slot] = r->at[step->from];
        return true;
    case GGML_GIVE:
        return ggml_symbolic_pool_give(pool, blocks[step->slot]) ||
               end_at(r, GGML_OUT_OF_RANGES, step->slot);
    }
    return false;
}

static void deal_symbols(struct run *r)
{
    struct syms *syms = r->steps->syms;
    struct ggml_symbolic_pool pool;
    struct ggml_block **blocks = arena_array(r->arena, struct ggml_block *, r->steps->n_slots);
    ggml_symbolic_pool_open(&pool, r->arena, syms, r->choices);
    for (int i = 0; i < r->steps->list.n; i++)
        if (!deal_symbol(r, &pool, blocks, &r->steps->list.at[i])) return;
    r->most = pool.most;
    r->top = ggml_largest_value(&pool.tops);
}

// ---- all ways

static void keep_places(struct ggml_plan *plan, const struct run *r)
{
    struct ggml_places *places = plan->places;
    bool first = places->at == NULL;
    if (first) places->at = arena_array(places->steps.arena, const struct sym *, r->steps->n_slots);
    for (int i = 0; i < r->steps->n_slots; i++) {
        if (first) places->at[i] = r->at[i];
        if (places->at[i] != r->at[i]) places->at[i] = NULL;
    }
}

// Sizes of two runs are in tables of their own, so they go by their hash.
static uint64_t step_hash(const struct run *r, const struct ggml_step *step)
{
    const struct sym *padded = r->steps->slots[step->slot].padded, *at = r->at[step->slot];
    uint64_t parts[] = {step->kind, sym_hash(padded), at ? sym_hash(at) : 0};
    return XXH3_64bits(parts, sizeof parts);
}

// Of several ways none is the one that will be gone.
static void keep_trace(struct arena *arena, struct ggml_plan *plan, const struct run *r)
{
    plan->n_trace = plan->n_pieces ? 0 : r->steps->list.n;
    if (!plan->n_trace) return;
    uint64_t *trace = arena_array(arena, uint64_t, plan->n_trace);
    for (int i = 0; i < plan->n_trace; i++) trace[i] = step_hash(r, &r->steps->list.at[i]);
    plan->trace = trace;
}

static void keep_end(struct ggml_plan *plan, const struct run *r)
{
    if (r->most > plan->most_ranges) plan->most_ranges = r->most;
    if (r->end == GGML_PLACED || plan->end != GGML_PLACED) return;
    plan->end = r->end;
    plan->ended_at = r->ended_at;
}

// A way that gives what an earlier one gives is no piece of its own. Its conditions are then
// no longer those of that piece alone, and are left out.
static void keep_piece(struct arena *arena, struct ggml_piece *pieces, int *n, const struct run *r)
{
    const struct ggml_condition *made;
    for (int i = 0; i < *n; i++) {
        if (pieces[i].buffer != r->top) continue;
        pieces[i].n_conditions = 0;
        return;
    }
    int n_made = ggml_choices_made(r->choices, &made);
    pieces[(*n)++] =
        (struct ggml_piece){r->top, n_made, arena_copy(arena, made, (size_t)n_made * sizeof *made)};
}

static void run_way(struct arena *arena, struct ggml_plan *plan, struct ggml_piece *pieces,
                    struct ggml_choices *choices)
{
    struct ggml_steps *steps = &plan->places->steps;
    struct run r = {.steps = steps, .choices = choices, .arena = arena_open_inside(arena)};
    r.at = arena_array(r.arena, const struct sym *, steps->n_slots);
    if (steps->all_numbers)
        deal_numbers(&r);
    else
        deal_symbols(&r);
    keep_end(plan, &r);
    if (r.end == GGML_PLACED) {
        keep_places(plan, &r);
        keep_trace(arena, plan, &r);
        keep_piece(arena, pieces, &plan->n_pieces, &r);
    }
    arena_close(r.arena);
}

// False: bounds have to do.
static bool run_ways(struct arena *arena, struct ggml_plan *plan, struct ggml_choices *choices)
{
    struct ggml_steps *steps = &plan->places->steps;
    struct ggml_piece *pieces = arena_array(arena, struct ggml_piece, GGML_MAX_WAYS);
    plan->pieces = pieces;
    ggml_choices_begin(choices, GGML_ALL_WAYS);
    do {
        ggml_steps_walk(steps, choices);
        if (steps->unknown || (steps->empty && !steps->all_numbers)) return false;
        run_way(arena, plan, pieces, choices);
    } while (ggml_choices_next(choices));
    return !ggml_choices_too_many(choices);
}

// ---- the answer

static struct quantity largest_piece(struct arena *arena, struct syms *syms,
                                     const struct ggml_plan *plan)
{
    const struct sym *buffer = plan->pieces[0].buffer;
    for (int i = 1; i < plan->n_pieces; i++) buffer = sym_max(syms, buffer, plan->pieces[i].buffer);
    struct quantity q = quantity_of(buffer);
    if (plan->n_pieces == 1 || !quantity_known(q)) return q;
    q.tag = TAG_UPPER;
    q.reason = "the allocator places tensors by the order of their sizes, which depends on symbols";
    for (int i = 0; i < plan->n_pieces; i++) {
        if (plan->pieces[i].n_conditions == 0) continue;
        const struct ggml_condition *first = plan->pieces[i].conditions;
        q.reason = arena_printf(arena, "the allocator places tensors by whether %s <= %s",
                                sym_string(arena, first->small), sym_string(arena, first->large));
        break;
    }
    return q;
}

static struct quantity difference(struct syms *syms, struct quantity a, struct quantity b)
{
    if (!quantity_known(a) || !quantity_known(b) || b.tag != TAG_EXACT)
        return quantity_unknown("a part of it is not known");
    return (struct quantity){sym_sub(syms, a.value, b.value), a.tag, a.reason};
}

static void size_buffer(struct arena *arena, struct syms *syms, struct ggml_plan *plan,
                        struct ggml_choices *choices)
{
    struct ggml_steps *steps = &plan->places->steps;
    bool dealt = run_ways(arena, plan, choices);
    ggml_live_measure(arena, steps, choices, plan);
    if (steps->unknown) {
        plan->end = GGML_SIZE_UNKNOWN;
        plan->ended_at = steps->unknown;
    }
    if (steps->no_room) {
        plan->end = GGML_TABLE_FULL;
        plan->ended_at = steps->no_room;
    }
    if (!dealt) plan->n_pieces = 0;
    if (plan->end != GGML_PLACED)
        plan->buffer = quantity_unknown("the allocator does not come to an end");
    else
        plan->buffer = dealt ? largest_piece(arena, syms, plan) : ggml_live_bound(arena, steps);
}

void ggml_gallocr_plan(struct arena *arena, struct syms *syms, const struct ggml_state *state,
                       const struct ggml_graph *graph, struct ggml_plan *plan)
{
    *plan = (struct ggml_plan){.places = arena_new(arena, struct ggml_places)};
    struct ggml_steps *steps = &plan->places->steps;
    ggml_steps_open(steps, arena, syms, state->version, graph);
    size_buffer(arena, syms, plan, ggml_choices_open(arena, syms));
    plan->lost = difference(syms, plan->buffer, plan->at_least);
    if (plan->end == GGML_PLACED && steps->empty && sym_is(plan->buffer.value, 0)) {
        plan->end = GGML_NOTHING_HELD;
        plan->ended_at = steps->empty;
    }
}
