#include "analyzer/step_walk.h"

#include "analyzer/released.h"

bool step_begins_at(const struct value *value)
{
    return value->producer && value->flags & VALUE_OUTPUT && value->flags & VALUE_REQUIRES_GRAD;
}

// ---- memory

// Other inputs are there all the time.
static bool comes_and_goes(const struct walk *w, storage_id id)
{
    return step_graph_is_activation(w->graph, id) || w->made[id];
}

static int *holders_of(struct walk *w, storage_id id)
{
    return w->is_aside[id] && !w->runs_again ? &w->aside[id] : &w->holders[id];
}

static void hold(struct walk *w, storage_id id)
{
    if (comes_and_goes(w, id) && !(*holders_of(w, id))++) w->alive += w->graph->storages[id];
}

static void let_go(struct walk *w, storage_id id)
{
    if (comes_and_goes(w, id) && !--*holders_of(w, id)) w->alive -= w->graph->storages[id];
}

storage_id walk_storage(const struct walk *w, value_id id)
{
    return program_value(w->program, id)->storage;
}

void walk_rise(struct walk *w, int64_t more, node_id node)
{
    int64_t level = w->alive + w->alive_gradients + more, passing = level - w->collected;
    if (passing > w->step->passing) w->step->passing = passing;
    if (level <= w->step->peak) return;
    w->step->peak = level;
    w->step->node = node;
}

static void rise_forward(struct walk *w)
{
    walk_rise(w, 0, 0);
    if (w->alive > w->step->forward_peak) w->step->forward_peak = w->alive;
}

static void keep(struct walk *w, node_id id)
{
    const struct step_node *node = &w->graph->nodes[id];
    if (!node->asked) return;
    w->there[id] = true;
    w->alive += node->own;
    for (int i = 0; i < node->n_kept; i++) hold(w, node->kept[i]);
}

static void drop_kept(struct walk *w, node_id id)
{
    const struct step_node *node = &w->graph->nodes[id];
    if (!w->there[id]) return;
    w->there[id] = false;
    w->alive -= node->own;
    w->runs_again = w->again[id];
    for (int i = 0; i < node->n_kept; i++) let_go(w, node->kept[i]);
    w->runs_again = false;
}

bool walk_is_inside(const struct walk *w, const struct checkpoint *c, value_id id)
{
    node_id producer = program_value(w->program, id)->producer;
    return producer >= c->first && producer <= c->last;
}

void walk_drop_read(struct walk *w, const struct node *node, const struct checkpoint *within)
{
    for (int i = 0; i < node->n_in; i++) {
        value_id in = node->in[i];
        if (!in || (within && !walk_is_inside(w, within, in))) continue;
        if (--w->readers[in] == 0) let_go(w, walk_storage(w, in));
    }
    for (int i = 0; i < node->n_out; i++) {
        value_id out = node->out + (value_id)i;
        if (w->readers[out] == 0) let_go(w, walk_storage(w, out));
    }
}

void walk_make_results(struct walk *w, node_id id, enum keeps keeps, node_id blamed)
{
    const struct node *node = program_node(w->program, id);
    for (int i = 0; i < node->n_out; i++) hold(w, walk_storage(w, node->out + (value_id)i));
    if (keeps == KEEPS) keep(w, id);
    if (blamed) {
        walk_rise(w, 0, blamed);
        return;
    }
    rise_forward(w);
    w->step->levels[id] = w->alive;
}

// ---- checkpoints

// The one that the node is in, or NULL; nodes are asked for one after another, either way.
static const struct checkpoint *checkpoint_of(struct walk *w, node_id id)
{
    while (w->at < w->n_checkpoints && w->checkpoints[w->at].last < id) w->at++;
    while (w->at > 0 && (w->at == w->n_checkpoints || w->checkpoints[w->at].first > id)) w->at--;
    const struct checkpoint *c = &w->checkpoints[w->at];
    return w->n_checkpoints && c->first <= id && id <= c->last ? c : NULL;
}

// Each activation that a node of it is given from outside, once.
static void hold_given(struct walk *w, const struct checkpoint *c, node_id id)
{
    const struct node *node = program_node(w->program, id);
    struct given *given = &w->given[c - w->checkpoints];
    for (int i = 0; i < node->n_in; i++) {
        value_id value = node->in[i];
        bool known = walk_is_inside(w, c, value) || !comes_and_goes(w, walk_storage(w, value));
        for (int k = 0; k < given->values.n && !known; k++) known = given->values.at[k] == value;
        if (known) continue;
        *vec_push(w->arena, &given->values) = value;
        hold(w, walk_storage(w, value));
    }
}

static void drop_given(struct walk *w, const struct checkpoint *c)
{
    const struct given *given = &w->given[c - w->checkpoints];
    for (int i = 0; i < given->values.n; i++) let_go(w, walk_storage(w, given->values.at[i]));
}

// What it made the first time stays where somebody has it yet; now it is made in other memory.
static void set_aside(struct walk *w, const struct checkpoint *c, node_id last)
{
    for (node_id id = c->first; id <= last; id++) {
        const struct node *node = program_node(w->program, id);
        for (int i = 0; i < node->n_out; i++) {
            const struct value *value = program_value(w->program, node->out + (value_id)i);
            w->readers[node->out + (value_id)i] = 0;
            if (value->view_of) continue;
            w->aside[value->storage] = w->holders[value->storage];
            w->holders[value->storage] = 0;
            w->is_aside[value->storage] = true;
        }
        for (int i = 0; i < node->n_in; i++)
            w->readers[node->in[i]] += walk_is_inside(w, c, node->in[i]);
    }
}

static void run_nodes_again(struct walk *w, const struct checkpoint *c, node_id last)
{
    int64_t *sum = &w->step->recomputed;
    for (node_id id = c->first; id <= last; id++) {
        int64_t flops = w->graph->nodes[id].flops;
        *sum = flops == FLOPS_UNKNOWN || *sum == FLOPS_UNKNOWN ? FLOPS_UNKNOWN : *sum + flops;
        w->again[id] = true;
        walk_make_results(w, id, KEEPS, last);
        walk_drop_read(w, program_node(w->program, id), c);
    }
}

// Who has yet to read what it made the first time, reads that.
static void run_again(struct walk *w, const struct checkpoint *c, node_id last)
{
    struct arena *scratch = arena_open();
    const struct node *end = program_node(w->program, last);
    value_id first = program_node(w->program, c->first)->out;
    size_t bytes = (end->out + (value_id)end->n_out - first) * sizeof *w->readers;
    int *readers = arena_copy(scratch, &w->readers[first], bytes);
    w->runs_again = true;
    set_aside(w, c, last);
    run_nodes_again(w, c, last);
    w->runs_again = false;
    for (value_id id = first; id < end->out + (value_id)end->n_out; id++)
        if (walk_is_inside(w, c, id)) w->readers[id] = readers[id - first];
    drop_given(w, c);
    arena_close(scratch);
}

// ---- forward

static void go_forward(struct walk *w, node_id id)
{
    const struct checkpoint *c = checkpoint_of(w, id);
    if (c && w->asked[c - w->checkpoints]) hold_given(w, c, id);
    walk_make_results(w, id, c ? KEEPS_NOTHING : KEEPS, 0);
    walk_drop_read(w, program_node(w->program, id), NULL);
}

static void find_asked(struct walk *w)
{
    for (int i = 0; i < w->n_checkpoints; i++)
        for (node_id id = w->checkpoints[i].first; id <= w->checkpoints[i].last; id++)
            w->asked[i] |= w->graph->nodes[id].asked;
}

static int64_t count_saved(const struct walk *w, bool *seen, storage_id id)
{
    if (seen[id]) return 0;
    seen[id] = true;
    return w->graph->storages[id];
}

// What a checkpoint is given, until it has been run again.
static int64_t saved_of_checkpoint(const struct walk *w, bool *seen, int index)
{
    const struct checkpoint *c = &w->checkpoints[index];
    int64_t sum = 0;
    if (!w->asked[index] || w->was_run[index]) return 0;
    for (node_id id = c->first; id <= c->last && id <= w->ran; id++) {
        const struct node *node = program_node(w->program, id);
        for (int k = 0; k < node->n_in; k++)
            if (!walk_is_inside(w, c, node->in[k]))
                sum += count_saved(w, seen, walk_storage(w, node->in[k]));
    }
    return sum;
}

// Each storage once.
static void sum_saved(struct walk *w)
{
    struct arena *scratch = arena_open();
    bool *seen = arena_array(scratch, bool, w->program->storages.n);
    int64_t sum = 0;
    for (node_id id = 1; id < (node_id)w->program->nodes.n; id++) {
        const struct step_node *node = &w->graph->nodes[id];
        if (!w->there[id]) continue;
        sum += node->own;
        for (int i = 0; i < node->n_kept; i++) sum += count_saved(w, seen, node->kept[i]);
    }
    for (int i = 0; i < w->n_checkpoints; i++) sum += saved_of_checkpoint(w, seen, i);
    if (sum > w->step->saved) w->step->saved = sum;
    arena_close(scratch);
}

// ---- backward

static void begin_gradient(struct walk *w, value_id id)
{
    w->gradients[id] = true;
    w->alive_gradients += w->graph->values[id];
}

static void begin_gradients(struct walk *w)
{
    for (value_id id = 1; id < (value_id)w->program->values.n; id++) {
        const struct value *value = program_value(w->program, id);
        if (step_begins_at(value) && w->released[value->producer] == w->program->events.n)
            begin_gradient(w, id);
    }
    walk_rise(w, 0, 0);
}

static bool arrived(const struct walk *w, const struct node *node)
{
    bool any = false;
    for (int i = 0; i < node->n_out; i++) any |= w->gradients[node->out + (value_id)i];
    return any;
}

// A value's first gradient stays as it is; further ones are added to it when the call is over.
static void give_gradients(struct walk *w, node_id id)
{
    const struct step_node *node = &w->graph->nodes[id];
    int64_t given = 0, stays = 0, collected = 0;
    for (int i = 0; i < node->n_given; i++) {
        const struct step_gradient *one = &node->given[i];
        given += one->bytes;
        if (w->gradients[one->value]) continue;
        w->gradients[one->value] = true;
        stays += one->bytes;
        if (!program_value(w->program, one->value)->producer) collected += one->bytes;
    }
    walk_rise(w, given, id);
    w->alive_gradients += stays;
    w->collected += collected;
}

static void drop_gradients(struct walk *w, const struct node *node)
{
    for (int i = 0; i < node->n_out; i++) {
        value_id id = node->out + (value_id)i;
        if (w->gradients[id]) w->alive_gradients -= w->graph->values[id];
        w->gradients[id] = false;
    }
}

void walk_go_back(struct walk *w, node_id id, int event)
{
    const struct node *node = program_node(w->program, id);
    const struct checkpoint *c = checkpoint_of(w, id);
    bool came = arrived(w, node);
    if (came && c && !w->was_run[c - w->checkpoints]) {
        w->was_run[c - w->checkpoints] = true;
        run_again(w, c, id);
    }
    if (came && w->there[id]) give_gradients(w, id);
    if (w->released[id] == event) drop_kept(w, id);
    drop_gradients(w, node);
}

void walk_open(struct walk *w, struct arena *arena, const struct step_graph *graph,
               struct step *step)
{
    const struct program *program = graph->program;
    *w = (struct walk){.graph = graph, .program = program, .arena = arena, .step = step};
    w->holders = arena_array(arena, int, program->storages.n);
    w->aside = arena_array(arena, int, program->storages.n);
    w->is_aside = arena_array(arena, bool, program->storages.n);
    w->again = arena_array(arena, bool, program->nodes.n);
    w->made = arena_array(arena, bool, program->storages.n);
    w->released = released_find(arena, program);
    w->there = arena_array(arena, bool, program->nodes.n);
    w->gradients = arena_array(arena, bool, program->values.n);
}

void walk_add_checkpoints(struct walk *w, int n, const struct checkpoint *checkpoints)
{
    w->n_checkpoints = n;
    w->checkpoints = checkpoints;
    w->was_run = arena_array(w->arena, bool, n);
    w->asked = arena_array(w->arena, bool, n);
    w->given = arena_array(w->arena, struct given, n);
    find_asked(w);
}

// ---- the whole

static void begin_inputs(struct walk *w)
{
    w->alive = w->graph->inputs;
    for (int i = 0; i < w->program->events.n; i++) {
        const struct event *event = &w->program->events.at[i];
        bool makes = event->kind == EVENT_ALLOC &&
                     program_storage(w->program, event->id)->kind == STORAGE_INPUT;
        if (!makes || w->made[event->id]) continue;
        w->made[event->id] = true;
        w->alive -= w->graph->storages[event->id];
    }
    rise_forward(w);
}

// The program reads it no more; calls that keep it do.
static void end_input(struct walk *w, storage_id id)
{
    value_id first = program_storage(w->program, id)->first;
    if (w->made[id] && first && --w->readers[first] == 0) let_go(w, id);
}

// A pass that the program makes itself.
static void own_backward(struct walk *w, int event)
{
    value_id loss = w->program->events.at[event].id;
    node_id producer = program_value(w->program, loss)->producer;
    if (!producer || w->released[producer] != event) return;
    sum_saved(w);
    begin_gradient(w, loss);
    walk_rise(w, 0, 0);
    for (node_id id = w->ran; id > 0; id--) walk_go_back(w, id, event);
}

static void run_event(struct walk *w, int index)
{
    const struct event *event = &w->program->events.at[index];
    if (event->kind == EVENT_NODE) go_forward(w, w->ran = event->id);
    if (event->kind == EVENT_BACKWARD) own_backward(w, index);
    if (event->kind == EVENT_FREE) end_input(w, event->id);
    if (event->kind != EVENT_ALLOC || !w->made[event->id]) return;
    hold(w, event->id);
    rise_forward(w);
}

void step_measure(struct arena *arena, const struct step_graph *graph, int n_checkpoints,
                  const struct checkpoint *checkpoints, struct step *step)
{
    const struct program *program = graph->program;
    struct walk w;
    walk_open(&w, arena_open(), graph, step);
    walk_add_checkpoints(&w, n_checkpoints, checkpoints);
    w.readers = arena_copy(w.arena, graph->readers, (size_t)program->values.n * sizeof(int));
    *step = (struct step){.unknown = graph->unknown};
    step->levels = arena_array(arena, int64_t, program->nodes.n);
    begin_inputs(&w);
    for (int i = 0; i < program->events.n; i++) run_event(&w, i);
    sum_saved(&w);
    begin_gradients(&w);
    for (node_id id = w.ran; id > 0; id--) walk_go_back(&w, id, program->events.n);
    step->gradients = w.alive_gradients;
    step->again = arena_copy(arena, w.again, (size_t)program->nodes.n * sizeof *w.again);
    arena_close(w.arena);
}
