#include "analyzer/step.h"

// Activations that a checkpoint holds.
struct given {
    VEC(value_id) values;
};

struct walk {
    const struct step_graph *graph;
    const struct program *program;
    struct arena *arena;
    struct step *step;
    int n_checkpoints, at; // `at`: the one that the walk is in, or comes to next
    const struct checkpoint *checkpoints;
    bool *was_run;       // by checkpoint: again
    bool *asked;         // by checkpoint: does a gradient go through it?
    struct given *given; // by checkpoint
    int *holders;        // by storage: tensors that are there, and calls that keep it
    int *readers;        // by value: nodes that have not read it yet
    bool *there;         // by node: is what it keeps kept?
    bool *gradients;     // by value: did one come?
    int64_t alive, alive_gradients, collected; // collected: of these what no node makes
};

bool step_begins_at(const struct value *value)
{
    return value->producer && value->flags & VALUE_OUTPUT && value->flags & VALUE_REQUIRES_GRAD;
}

// ---- memory

static void hold(struct walk *w, storage_id id)
{
    if (step_graph_is_activation(w->graph, id) && !w->holders[id]++)
        w->alive += w->graph->storages[id];
}

static void let_go(struct walk *w, storage_id id)
{
    if (step_graph_is_activation(w->graph, id) && !--w->holders[id])
        w->alive -= w->graph->storages[id];
}

static storage_id storage_of(const struct walk *w, value_id id)
{
    return program_value(w->program, id)->storage;
}

static void rise(struct walk *w, int64_t more, node_id node)
{
    int64_t level = w->alive + w->alive_gradients + more, passing = level - w->collected;
    if (passing > w->step->passing) w->step->passing = passing;
    if (level <= w->step->peak) return;
    w->step->peak = level;
    w->step->node = node;
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
    for (int i = 0; i < node->n_kept; i++) let_go(w, node->kept[i]);
}

static bool is_inside(const struct walk *w, const struct checkpoint *c, value_id id)
{
    node_id producer = program_value(w->program, id)->producer;
    return producer >= c->first && producer <= c->last;
}

// Of operands that were made within the checkpoint only; NULL: of all.
static void drop_read(struct walk *w, const struct node *node, const struct checkpoint *within)
{
    for (int i = 0; i < node->n_in; i++) {
        value_id in = node->in[i];
        if (!in || (within && !is_inside(w, within, in))) continue;
        if (--w->readers[in] == 0) let_go(w, storage_of(w, in));
    }
    for (int i = 0; i < node->n_out; i++) {
        value_id out = node->out + (value_id)i;
        if (w->readers[out] == 0) let_go(w, storage_of(w, out));
    }
}

enum keeps { KEEPS, KEEPS_NOTHING };

// All that a call makes is there before anything goes.
static void make_results(struct walk *w, node_id id, enum keeps keeps, node_id blamed)
{
    const struct node *node = program_node(w->program, id);
    for (int i = 0; i < node->n_out; i++) hold(w, storage_of(w, node->out + (value_id)i));
    if (keeps == KEEPS) keep(w, id);
    rise(w, 0, blamed);
    if (!blamed) w->step->levels[id] = w->alive;
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
        bool known =
            is_inside(w, c, value) || !step_graph_is_activation(w->graph, storage_of(w, value));
        for (int k = 0; k < given->values.n && !known; k++) known = given->values.at[k] == value;
        if (known) continue;
        *vec_push(w->arena, &given->values) = value;
        hold(w, storage_of(w, value));
    }
}

static void drop_given(struct walk *w, const struct checkpoint *c)
{
    const struct given *given = &w->given[c - w->checkpoints];
    for (int i = 0; i < given->values.n; i++) let_go(w, storage_of(w, given->values.at[i]));
}

// What it made the first time stays where somebody has it yet; now it is made in other memory.
static void set_aside(struct walk *w, const struct checkpoint *c, node_id last)
{
    for (node_id id = c->first; id <= last; id++) {
        const struct node *node = program_node(w->program, id);
        for (int i = 0; i < node->n_out; i++) {
            const struct value *value = program_value(w->program, node->out + (value_id)i);
            w->readers[node->out + (value_id)i] = 0;
            if (!value->view_of) w->holders[value->storage] = 0;
        }
        for (int i = 0; i < node->n_in; i++)
            w->readers[node->in[i]] += is_inside(w, c, node->in[i]);
    }
}

static void run_again(struct walk *w, const struct checkpoint *c, node_id last)
{
    int64_t *sum = &w->step->recomputed;
    set_aside(w, c, last);
    for (node_id id = c->first; id <= last; id++) {
        int64_t flops = w->graph->nodes[id].flops;
        *sum = flops == FLOPS_UNKNOWN || *sum == FLOPS_UNKNOWN ? FLOPS_UNKNOWN : *sum + flops;
        w->step->again[id] = true;
        make_results(w, id, KEEPS, last);
        drop_read(w, program_node(w->program, id), c);
    }
    drop_given(w, c);
}

// ---- forward

static void go_forward(struct walk *w, node_id id)
{
    const struct checkpoint *c = checkpoint_of(w, id);
    if (c && w->asked[c - w->checkpoints]) hold_given(w, c, id);
    make_results(w, id, c ? KEEPS_NOTHING : KEEPS, 0);
    drop_read(w, program_node(w->program, id), NULL);
}

static void find_asked(struct walk *w)
{
    for (int i = 0; i < w->n_checkpoints; i++)
        for (node_id id = w->checkpoints[i].first; id <= w->checkpoints[i].last; id++)
            w->asked[i] |= w->graph->nodes[id].asked;
}

static void count_saved(struct walk *w, bool *seen, storage_id id)
{
    if (seen[id]) return;
    seen[id] = true;
    w->step->saved += w->graph->storages[id];
}

// Each storage once.
static void sum_saved(struct walk *w)
{
    bool *seen = arena_array(w->arena, bool, w->program->storages.n);
    for (node_id id = 1; id < (node_id)w->program->nodes.n; id++) {
        const struct step_node *node = &w->graph->nodes[id];
        if (!w->there[id]) continue;
        w->step->saved += node->own;
        for (int i = 0; i < node->n_kept; i++) count_saved(w, seen, node->kept[i]);
    }
    for (int i = 0; i < w->n_checkpoints; i++) {
        const struct checkpoint *c = &w->checkpoints[i];
        for (node_id id = c->first; w->asked[i] && id <= c->last; id++) {
            const struct node *node = program_node(w->program, id);
            for (int k = 0; k < node->n_in; k++)
                if (!is_inside(w, c, node->in[k])) count_saved(w, seen, storage_of(w, node->in[k]));
        }
    }
}

// ---- backward

static void begin_gradients(struct walk *w)
{
    for (value_id id = 1; id < (value_id)w->program->values.n; id++) {
        if (!step_begins_at(program_value(w->program, id))) continue;
        w->gradients[id] = true;
        w->alive_gradients += w->graph->values[id];
    }
    rise(w, 0, 0);
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
    rise(w, given, id);
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

static void go_back(struct walk *w, node_id id)
{
    const struct node *node = program_node(w->program, id);
    const struct checkpoint *c = checkpoint_of(w, id);
    bool came = arrived(w, node);
    if (came && c && !w->was_run[c - w->checkpoints]) {
        w->was_run[c - w->checkpoints] = true;
        run_again(w, c, id);
    }
    if (came && w->there[id]) give_gradients(w, id);
    drop_kept(w, id);
    drop_gradients(w, node);
}

static void open_walk(struct walk *w, struct arena *arena, const struct step_graph *graph,
                      struct step *step)
{
    const struct program *program = graph->program;
    *w = (struct walk){.graph = graph, .program = program, .arena = arena, .step = step};
    w->holders = arena_array(arena, int, program->storages.n);
    w->there = arena_array(arena, bool, program->nodes.n);
    w->gradients = arena_array(arena, bool, program->values.n);
}

static void add_checkpoints(struct walk *w, int n, const struct checkpoint *checkpoints)
{
    w->n_checkpoints = n;
    w->checkpoints = checkpoints;
    w->was_run = arena_array(w->arena, bool, n);
    w->asked = arena_array(w->arena, bool, n);
    w->given = arena_array(w->arena, struct given, n);
    find_asked(w);
}

void step_measure(struct arena *arena, const struct step_graph *graph, int n_checkpoints,
                  const struct checkpoint *checkpoints, struct step *step)
{
    const struct program *program = graph->program;
    struct walk w;
    open_walk(&w, arena_open(), graph, step);
    add_checkpoints(&w, n_checkpoints, checkpoints);
    w.readers = arena_copy(w.arena, graph->readers, (size_t)program->values.n * sizeof(int));
    w.alive = graph->inputs;
    *step = (struct step){.unknown = graph->unknown};
    step->again = arena_array(arena, bool, program->nodes.n);
    step->levels = arena_array(arena, int64_t, program->nodes.n);
    rise(&w, 0, 0);
    for (node_id id = 1; id < (node_id)program->nodes.n; id++) go_forward(&w, id);
    step->forward_peak = step->peak;
    sum_saved(&w);
    begin_gradients(&w);
    for (node_id id = (node_id)program->nodes.n - 1; id > 0; id--) go_back(&w, id);
    step->gradients = w.alive_gradients;
    arena_close(w.arena);
}

// ---- a part

// What the part is given, and what the program gives back, is there all the time.
static void leave_out_others(struct walk *w, const struct checkpoint *part)
{
    for (node_id id = part->first; id <= part->last; id++) {
        const struct node *node = program_node(w->program, id);
        for (int i = 0; i < node->n_in; i++)
            if (!is_inside(w, part, node->in[i])) w->holders[storage_of(w, node->in[i])]++;
        for (int i = 0; i < node->n_out; i++) {
            const struct value *value = program_value(w->program, node->out + (value_id)i);
            if (value->flags & VALUE_OUTPUT) w->holders[value->storage]++;
        }
    }
}

// Behind the part, or as the program gives it back.
static bool is_read_behind(const struct walk *w, value_id id)
{
    const struct value *value = program_value(w->program, id);
    return w->graph->readers[id] > w->readers[id] && value->flags & VALUE_REQUIRES_GRAD;
}

static void run_part(struct walk *w, const struct checkpoint *part, enum keeps keeps)
{
    for (node_id id = part->first; id <= part->last; id++)
        for (int i = 0; i < program_node(w->program, id)->n_in; i++)
            w->readers[program_node(w->program, id)->in[i]]++;
    for (node_id id = part->first; id <= part->last; id++) {
        make_results(w, id, keeps, part->last);
        drop_read(w, program_node(w->program, id), part);
    }
}

// Values of the part that somebody behind it reads: their gradients come.
static void take_coming(struct walk *w, const struct checkpoint *part)
{
    const struct node *end = program_node(w->program, part->last);
    const struct node *begin = program_node(w->program, part->first);
    for (node_id id = part->first; id <= part->last; id++)
        for (int i = 0; i < program_node(w->program, id)->n_in; i++)
            w->readers[program_node(w->program, id)->in[i]]++;
    for (value_id id = begin->out; id < end->out + end->n_out; id++) {
        if (!is_inside(w, part, id) || !is_read_behind(w, id)) continue;
        w->gradients[id] = true;
        w->alive_gradients += w->graph->values[id];
    }
}

static void run_and_see(struct arena *arena, const struct step_graph *graph,
                        const struct checkpoint *part, enum keeps keeps, struct step_part *seen)
{
    struct walk w;
    struct step step = {0};
    open_walk(&w, arena, graph, &step);
    add_checkpoints(&w, 0, NULL);
    w.readers = arena_array(arena, int, graph->program->values.n);
    leave_out_others(&w, part);
    run_part(&w, part, keeps);
    if (keeps == KEEPS_NOTHING) {
        seen->plain = step.passing;
        return;
    }
    seen->kept = w.alive;
    seen->keeping = step.passing;
    step.passing = 0;
    take_coming(&w, part);
    seen->coming = w.alive_gradients;
    rise(&w, 0, part->last);
    for (node_id id = part->last; id >= part->first; id--) go_back(&w, id);
    seen->backward = step.passing;
}

void step_measure_part(struct arena *scratch, const struct step_graph *graph, node_id first,
                       node_id last, struct step_part *seen)
{
    struct checkpoint part = {first, last};
    run_and_see(scratch, graph, &part, KEEPS_NOTHING, seen);
    run_and_see(scratch, graph, &part, KEEPS, seen);
}
