// Checkpoints of a program that grows (see exec_segment.c). When a gradient comes to one of its
// nodes, all are run again.

#include "analyzer/exec/live.h"
#include "ir/saving.h"

#include <string.h>

// ---- recording one

void live_segment_begin(struct engine_run *run)
{
    if (run->n_in_segments++) return; // inside another one, which runs all of it again
    run->exec->keeps_nothing = true;
    run->random_before = run->exec->random;
}

static bool is_output(const struct live_segment *s, value_id id)
{
    return id == s->output;
}

// What the nodes made and nobody outside was given.
static void let_go_inside(struct engine_run *run, const struct live_segment *s)
{
    const struct program *program = run->exec->program;
    for (node_id id = s->nodes.first; id <= s->nodes.last; id++) {
        const struct node *node = program_node(program, id);
        for (int i = 0; i < node->n_out; i++)
            if (!is_output(s, node->out + (value_id)i))
                exec_let_go(run->exec, node->out + (value_id)i);
    }
}

void live_segment_end(struct engine_run *run, node_id first, value_id output)
{
    if (run->n_in_segments == 0 || --run->n_in_segments) return;
    struct exec *x = run->exec;
    const struct program *program = x->program;
    x->keeps_nothing = false;
    if (!output || first >= run->next_node) return;
    struct live_segment *s = vec_push(run->arena, &run->segments);
    struct segment *nodes = &s->nodes;
    *s = (struct live_segment){.output = output};
    *nodes =
        (struct segment){.first = first, .last = run->next_node - 1, .random = run->random_before};
    for (node_id id = first; id <= nodes->last; id++) nodes->asked |= saving_is_asked(program, id);
    for (node_id id = first; nodes->asked && id <= nodes->last; id++) {
        const struct node *node = program_node(program, id);
        for (int i = 0; i < node->n_in; i++)
            if (node->in[i] && !segment_made(program, nodes, node->in[i]))
                segment_hold_input(x, nodes, node->in[i]);
    }
    let_go_inside(run, s);
}

void live_segment_cancel(struct engine_run *run)
{
    run->n_in_segments = 0;
    run->exec->keeps_nothing = false;
}

// ---- running one again

static bool run_again(struct engine_run *run, struct live_segment *s, const char **why)
{
    struct exec *x = run->exec;
    struct data_random random = x->random;
    struct tensor output = x->tensors[s->output];
    block_hold(output.block); // a handle of it keeps its address
    x->random = s->nodes.random;
    segment_swap_inputs(x, &s->nodes);
    bool right = true;
    for (node_id id = s->nodes.first; id <= s->nodes.last && right; id++) {
        const struct node *node = program_node(x->program, id);
        for (int i = 0; i < node->n_out; i++) exec_let_go(x, node->out + (value_id)i);
        if (!map_get_number(run->troubles, id)) right = exec_run_node(x, id, why);
    }
    segment_swap_inputs(x, &s->nodes);
    x->random = random;
    let_go_inside(run, s);
    exec_let_go(x, s->output);
    x->tensors[s->output] = output;
    return right;
}

static struct live_segment *segment_of(struct engine_run *run, node_id id)
{
    for (int i = run->segments.n - 1; i >= 0; i--) {
        struct live_segment *s = &run->segments.at[i];
        if (id > s->nodes.last) return NULL;
        if (id >= s->nodes.first) return s;
    }
    return NULL;
}

bool live_recompute(struct engine_run *run, node_id id, const char **why)
{
    struct live_segment *s = segment_of(run, id);
    if (!s || s->nodes.was_run_again) return true;
    *why = segment_changed(run->exec, &s->nodes);
    if (*why) return false;
    s->nodes.was_run_again = true;
    bool right = run_again(run, s, why);
    segment_release(&s->nodes);
    return right;
}

void live_drop_segments(struct engine_run *run, node_id first)
{
    while (run->segments.n && run->segments.at[run->segments.n - 1].nodes.first >= first)
        segment_release(&run->segments.at[--run->segments.n].nodes);
}

// ---- what is kept

int64_t live_saved_bytes(struct engine_run *run)
{
    struct arena *arena = arena_open_inside(run->arena);
    struct map *seen = map_open(arena);
    int64_t bytes = saved_of_nodes(run->exec, seen, run->next_node);
    for (int i = 0; i < run->segments.n; i++)
        saved_count_segment(seen, &run->segments.at[i].nodes, &bytes);
    arena_close(arena);
    return bytes;
}
