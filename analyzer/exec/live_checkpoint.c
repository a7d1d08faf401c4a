// Checkpoints (Chen et al., 2016): of a range of nodes nothing is kept for backward but what they
// were given. When a gradient comes to one of them, all are run again, with the random numbers that
// they drew, and then kept.

#include "analyzer/exec/live.h"

#include <string.h>

// ---- recording one

void live_segment_begin(struct engine_run *run)
{
    if (run->n_in_segments++) return; // inside another one, which runs all of it again
    run->exec->keeps_nothing = true;
    run->random_before = run->exec->random;
}

static bool is_made_inside(const struct live_segment *s, const struct program *program, value_id id)
{
    node_id producer = program_value(program, id)->producer;
    return producer >= s->first && producer < s->end;
}

// Holds what comes from outside, so that it is there when the nodes are run again.
static void hold_input(struct engine_run *run, struct live_segment *s, value_id id)
{
    for (int i = 0; i < s->inputs.n; i++)
        if (s->inputs.at[i].value == id) return;
    struct live_held *held = vec_push(run->arena, &s->inputs);
    *held = (struct live_held){.value = id, .tensor = run->exec->tensors[id]};
    block_hold(held->tensor.block);
    if (held->tensor.block) held->version = held->tensor.block->version;
}

static bool is_output(const struct live_segment *s, value_id id)
{
    return id == s->output;
}

// What the nodes made and nobody outside was given.
static void let_go_inside(struct engine_run *run, const struct live_segment *s)
{
    const struct program *program = run->exec->program;
    for (node_id id = s->first; id < s->end; id++) {
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
    *s = (struct live_segment){.first = first, .end = run->next_node, .output = output};
    s->random = run->random_before;
    for (node_id id = s->first; id < s->end; id++) {
        const struct node *node = program_node(program, id);
        for (int i = 0; i < node->n_in; i++)
            if (node->in[i] && !is_made_inside(s, program, node->in[i]))
                hold_input(run, s, node->in[i]);
    }
    let_go_inside(run, s);
}

void live_segment_cancel(struct engine_run *run)
{
    run->n_in_segments = 0;
    run->exec->keeps_nothing = false;
}

// ---- running one again

static const char *why_changed(struct engine_run *run, const struct live_segment *s)
{
    const struct program *program = run->exec->program;
    for (int i = 0; i < s->inputs.n; i++) {
        const struct live_held *held = &s->inputs.at[i];
        if (!held->tensor.block || held->tensor.block->version == held->version) continue;
        return arena_printf(run->arena,
                            "%s: a checkpoint can't be run again: what it was given has been "
                            "overwritten in place since",
                            site_string(run->arena, program_node(program, s->first)->site));
    }
    return NULL;
}

// The values stand for what was held while the nodes run, and afterwards for what they were.
static void swap_inputs(struct engine_run *run, struct live_segment *s)
{
    for (int i = 0; i < s->inputs.n; i++) {
        struct tensor *now = &run->exec->tensors[s->inputs.at[i].value], before = *now;
        *now = s->inputs.at[i].tensor;
        s->inputs.at[i].tensor = before;
    }
}

static bool run_again(struct engine_run *run, struct live_segment *s, const char **why)
{
    struct exec *x = run->exec;
    struct data_random random = x->random;
    struct tensor output = x->tensors[s->output];
    block_hold(output.block); // a handle of it keeps its address
    x->random = s->random;
    swap_inputs(run, s);
    bool right = true;
    for (node_id id = s->first; id < s->end && right; id++) {
        const struct node *node = program_node(x->program, id);
        for (int i = 0; i < node->n_out; i++) exec_let_go(x, node->out + (value_id)i);
        if (!map_get_number(run->troubles, id)) right = exec_run_node(x, id, why);
    }
    swap_inputs(run, s);
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
        if (id >= s->first && id < s->end) return s;
        if (id >= s->end) return NULL;
    }
    return NULL;
}

static void release(struct live_segment *s)
{
    for (int i = 0; i < s->inputs.n; i++) block_release(s->inputs.at[i].tensor.block);
    s->inputs.n = 0;
}

bool live_recompute(struct engine_run *run, node_id id, const char **why)
{
    struct live_segment *s = segment_of(run, id);
    if (!s || s->was_run_again) return true;
    *why = why_changed(run, s);
    if (*why) return false;
    s->was_run_again = true;
    bool right = run_again(run, s, why);
    release(s);
    return right;
}

void live_drop_segments(struct engine_run *run, node_id first)
{
    while (run->segments.n && run->segments.at[run->segments.n - 1].first >= first)
        release(&run->segments.at[--run->segments.n]);
}

// ---- what is kept

static void count_block(struct map *seen, const struct block *block, int64_t *bytes)
{
    if (!block || block->kind == BLOCK_PARAMETER || block->kind == BLOCK_BUFFER) return;
    if (map_get_number(seen, (uintptr_t)block)) return;
    map_put_number(seen, (uintptr_t)block, seen);
    *bytes += block->bytes;
}

int64_t live_saved_bytes(struct engine_run *run)
{
    struct exec *x = run->exec;
    struct arena *arena = arena_open_inside(run->arena);
    struct map *seen = map_open(arena);
    int64_t bytes = 0;
    for (node_id id = 1; id < run->next_node; id++) {
        const struct kept *kept = &x->kept[id];
        if (!kept->there) continue;
        for (int i = 0; i < kept->n_in; i++) count_block(seen, kept->in[i].block, &bytes);
        for (int i = 0; i < kept->n_out; i++) count_block(seen, kept->out[i].block, &bytes);
        for (int i = 0; i < kept->n_own; i++) count_block(seen, kept->own[i].block, &bytes);
    }
    for (int i = 0; i < run->segments.n; i++)
        for (int k = 0; k < run->segments.at[i].inputs.n; k++)
            count_block(seen, run->segments.at[i].inputs.at[k].tensor.block, &bytes);
    arena_close(arena);
    return bytes;
}
