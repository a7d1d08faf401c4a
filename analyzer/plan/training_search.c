// The best checkpoint plan by dynamic programming over real sizes.
//
// Places are cuts between two calls, in order. From each a plan goes on by one stretch that is kept
// as it is, or by a checkpoint of one or more stretches. What is kept before a stretch, and the
// worst moment so far, is all that the rest of a plan depends on: of the plans up to a place only
// those stay of which no other one is better in both. At first the smallest peak is looked for,
// then of all plans with this peak the one that runs the least again.
//
// On a chain, in which each place hands on one tensor, the sums are what the whole step needs.
// Elsewhere what goes around a stretch is not seen, and the caller measures what is found.

#include "analyzer/plan/training.h"

#include <stdlib.h>
#include <string.h>

#define MAX_PLACES 96 // the work grows with its square
#define MAX_FRONT 64  // plans that are kept of one place

struct place {
    node_id behind; // the node that the cut is behind
    int64_t handed; // bytes of activations that it hands on
    int n_handed;   // how many these are
    storage_id one; // the one, where there is one
};

struct plan_state {
    int64_t stored, peak, flops;
    int before; // index; -1: the beginning
    int place;
    bool holds;       // is what the place hands on stored?
    bool checkpoints; // the step that led here
};

struct front {
    int n, at[MAX_FRONT];
};

struct searching {
    struct arena *arena;
    struct training_search *search;
    const struct step_graph *graph;
    const struct program *program;
    int n; // places, the beginning and the end among them
    struct place *places;
    struct step_part *parts; // [from * n + to]
    int64_t *flops;          // by node: of all up to it
    int64_t outputs;         // that the program gives back
    VEC(struct plan_state) states;
    struct front *fronts; // [place * 2 + holds]
    int64_t bound;
    bool by_flops;
};

// ---- places

static node_id *last_readers(struct searching *s)
{
    node_id *last = arena_array(s->arena, node_id, s->program->storages.n);
    for (node_id id = 1; id < (node_id)s->program->nodes.n; id++) {
        const struct node *node = program_node(s->program, id);
        for (int i = 0; i < node->n_in; i++)
            last[program_value(s->program, node->in[i])->storage] = id;
    }
    return last;
}

// Of each storage, over the places between its making and its last use.
static void weigh_places(struct searching *s, struct place *all)
{
    node_id *last = last_readers(s);
    for (storage_id id = 1; id < (storage_id)s->program->storages.n; id++) {
        const struct storage *storage = program_storage(s->program, id);
        if (!step_graph_is_activation(s->graph, id) || !storage->first) continue;
        node_id made = program_value(s->program, storage->first)->producer;
        for (node_id at = made; made && at < last[id]; at++) {
            all[at].handed += s->graph->storages[id];
            all[at].one = all[at].n_handed++ ? 0 : id;
        }
    }
}

static int by_handed(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (a->n_handed != b->n_handed) return a->n_handed - b->n_handed;
    if (a->handed != b->handed) return a->handed < b->handed ? -1 : 1;
    return (a->behind > b->behind) - (a->behind < b->behind);
}

static int by_order(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    return (a->behind > b->behind) - (a->behind < b->behind);
}

// Those that hand on the least; on a chain those that hand on one tensor, or none.
static void choose_places(struct searching *s)
{
    int n_nodes = s->program->nodes.n - 1, n_inner = n_nodes > 0 ? n_nodes - 1 : 0, n_single = 0;
    struct place *all = arena_array(s->arena, struct place, n_nodes + 1);
    weigh_places(s, all);
    for (int i = 0; i <= n_nodes; i++) all[i].behind = (node_id)i;
    for (int i = 1; i <= n_inner; i++) n_single += all[i].n_handed <= 1;
    struct place begin = all[0], end = all[n_nodes];
    qsort(all + 1, (size_t)n_inner, sizeof *all, by_handed);
    s->search->is_chain = n_single >= 2 && n_single <= MAX_PLACES - 2;
    int taken = s->search->is_chain ? n_single : n_inner;
    if (taken > MAX_PLACES - 2) taken = MAX_PLACES - 2;
    qsort(all + 1, (size_t)taken, sizeof *all, by_order);
    s->n = taken + 2;
    s->places = arena_array(s->arena, struct place, s->n);
    memcpy(s->places + 1, all + 1, (size_t)taken * sizeof *all);
    s->places[0] = begin;
    s->places[s->n - 1] = end;
}

// ---- what parts need

static void measure_parts(struct searching *s)
{
    struct arena *scratch = arena_open();
    s->parts = arena_alloc_array(s->arena, (size_t)s->n * (size_t)s->n, sizeof *s->parts);
    for (int i = 0; i < s->n; i++)
        for (int k = i + 1; k < s->n; k++) {
            step_measure_part(scratch, s->graph, s->places[i].behind + 1, s->places[k].behind,
                              &s->parts[i * s->n + k]);
            arena_reset(scratch);
        }
    arena_close(scratch);
}

static void sum_flops(struct searching *s)
{
    s->flops = arena_array(s->arena, int64_t, s->program->nodes.n);
    for (node_id id = 1; id < (node_id)s->program->nodes.n; id++) {
        int64_t flops = s->graph->nodes[id].flops;
        s->flops[id] = s->flops[id - 1] + (flops == FLOPS_UNKNOWN ? 0 : flops);
    }
}

static void sum_outputs(struct searching *s)
{
    bool *seen = arena_array(s->arena, bool, s->program->storages.n);
    for (value_id id = 1; id < (value_id)s->program->values.n; id++) {
        const struct value *value = program_value(s->program, id);
        bool counts = value->flags & VALUE_OUTPUT && !seen[value->storage] &&
                      step_graph_is_activation(s->graph, value->storage);
        if (!counts) continue;
        seen[value->storage] = true;
        s->outputs += s->graph->storages[value->storage];
    }
}

static bool part_keeps(const struct searching *s, int from, int to, storage_id id)
{
    for (node_id n = s->places[from].behind + 1; id && n <= s->places[to].behind; n++)
        for (int i = 0; i < s->graph->nodes[n].n_kept; i++)
            if (s->graph->nodes[n].kept[i] == id) return true;
    return false;
}

// Of what was made before the part, what it reads.
static int64_t given_to(struct searching *s, int from, int to)
{
    node_id first = s->places[from].behind + 1;
    VEC(storage_id) seen = {0};
    int64_t sum = 0;
    if (s->search->is_chain) return s->places[from].handed;
    for (node_id n = first; n <= s->places[to].behind; n++) {
        const struct node *node = program_node(s->program, n);
        for (int i = 0; i < node->n_in; i++) {
            const struct value *value = program_value(s->program, node->in[i]);
            if (value->producer >= first || !step_graph_is_activation(s->graph, value->storage))
                continue;
            bool known = false;
            for (int k = 0; k < seen.n; k++) known |= seen.at[k] == value->storage;
            if (known) continue;
            *vec_push(s->arena, &seen) = value->storage;
            sum += s->graph->storages[value->storage];
        }
    }
    return sum;
}

// ---- plans up to a place

static int64_t second_key(const struct searching *s, const struct plan_state *state)
{
    return s->by_flops ? state->flops : state->peak;
}

static bool covers(const struct searching *s, const struct plan_state *a,
                   const struct plan_state *b)
{
    return a->stored <= b->stored && second_key(s, a) <= second_key(s, b);
}

// Keeps it unless another one is as good; those that it covers go.
static void add_state(struct searching *s, const struct plan_state *state)
{
    struct front *front = &s->fronts[state->place * 2 + state->holds];
    int kept = 0;
    if (state->peak > s->bound) return;
    for (int i = 0; i < front->n; i++)
        if (covers(s, &s->states.at[front->at[i]], state)) return;
    for (int i = 0; i < front->n; i++)
        if (!covers(s, state, &s->states.at[front->at[i]])) front->at[kept++] = front->at[i];
    front->n = kept;
    if (kept == MAX_FRONT) {
        s->search->is_chain = false; // no longer all plans
        return;
    }
    *vec_push(s->arena, &s->states) = *state;
    front->at[front->n++] = s->states.n - 1;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void go_on_plainly(struct searching *s, int index)
{
    struct plan_state state = s->states.at[index];
    int from = state.place, to = from + 1;
    const struct step_part *part = &s->parts[from * s->n + to];
    bool keeps_given = !state.holds && part_keeps(s, from, to, s->places[from].one);
    int64_t before = state.stored + (keeps_given ? s->places[from].handed : 0);
    int64_t forward = state.stored + (state.holds ? 0 : s->places[from].handed) + part->keeping;
    state.peak = larger(state.peak, s->graph->inputs + forward);
    state.peak = larger(state.peak, s->graph->inputs + s->outputs + before + part->backward);
    state.stored = before + part->kept;
    state.holds = part_keeps(s, from, to, s->places[to].one);
    state.before = index;
    state.place = to;
    state.checkpoints = false;
    add_state(s, &state);
}

static void go_on_with_checkpoint(struct searching *s, int index, int to)
{
    struct plan_state state = s->states.at[index];
    int from = state.place;
    const struct step_part *part = &s->parts[from * s->n + to];
    state.stored += state.holds ? 0 : given_to(s, from, to);
    state.peak = larger(state.peak, s->graph->inputs + state.stored + part->plain);
    int64_t again = larger(part->coming + part->keeping, part->backward);
    state.peak = larger(state.peak, s->graph->inputs + s->outputs + state.stored + again);
    state.flops += s->flops[s->places[to].behind] - s->flops[s->places[from].behind];
    state.holds = false;
    state.before = index;
    state.place = to;
    state.checkpoints = true;
    add_state(s, &state);
}

static bool can_be_run_again(struct searching *s, int from, int to)
{
    struct checkpoint part = {s->places[from].behind + 1, s->places[to].behind};
    return !training_hindrance(s->arena, s->program, s->search->limits, &part);
}

static void go_on(struct searching *s, const bool *possible, int place)
{
    for (int holds = 0; holds < 2; holds++) {
        struct front front = s->fronts[place * 2 + holds];
        for (int i = 0; i < front.n; i++) {
            go_on_plainly(s, front.at[i]);
            for (int to = place + 1; to < s->n; to++)
                if (possible[place * s->n + to]) go_on_with_checkpoint(s, front.at[i], to);
        }
    }
}

// Of the plans that have come to the end, the one with the least; -1: none.
static int find_end(const struct searching *s)
{
    int best = -1;
    for (int holds = 0; holds < 2; holds++) {
        const struct front *front = &s->fronts[(s->n - 1) * 2 + holds];
        for (int i = 0; i < front->n; i++)
            if (best < 0 ||
                second_key(s, &s->states.at[front->at[i]]) < second_key(s, &s->states.at[best]))
                best = front->at[i];
    }
    return best;
}

static int search_once(struct searching *s, const bool *possible)
{
    struct plan_state begin = {.before = -1};
    memset(s->fronts, 0, (size_t)s->n * 2 * sizeof *s->fronts);
    s->states.n = 0;
    add_state(s, &begin);
    for (int place = 0; place + 1 < s->n; place++) go_on(s, possible, place);
    return find_end(s);
}

static void take_plan(struct searching *s, int end)
{
    struct training_search *search = s->search;
    struct checkpoint *checkpoints = arena_array(s->arena, struct checkpoint, s->n);
    int at = s->n;
    for (int i = end; s->states.at[i].before >= 0; i = s->states.at[i].before) {
        const struct plan_state *state = &s->states.at[i];
        int from = s->states.at[state->before].place;
        if (state->checkpoints)
            checkpoints[--at] =
                (struct checkpoint){s->places[from].behind + 1, s->places[state->place].behind};
    }
    search->n = s->n - at;
    search->checkpoints = checkpoints + at;
}

bool training_search_run(struct arena *arena, struct training_search *search)
{
    struct searching s = {.arena = arena, .search = search, .graph = search->graph};
    s.program = search->graph->program;
    s.bound = search->bound;
    choose_places(&s);
    measure_parts(&s);
    sum_flops(&s);
    sum_outputs(&s);
    s.fronts = arena_array(arena, struct front, s.n * 2);
    bool *possible = arena_alloc_array(arena, (size_t)s.n * (size_t)s.n, sizeof *possible);
    for (int i = 0; i < s.n; i++)
        for (int k = i + 1; k < s.n; k++) possible[i * s.n + k] = can_be_run_again(&s, i, k);
    int end = search_once(&s, possible);
    if (end < 0) return false;
    s.bound = s.states.at[end].peak;
    s.by_flops = true;
    end = search_once(&s, possible);
    take_plan(&s, end);
    return true;
}
