// Checkpoints (Chen et al., 2016): of a range of nodes nothing is kept for backward but what they
// were given. When a gradient comes to one of them, they are run again up to that one, with the
// random numbers that they drew, and then kept. What comes behind it has no gradient.

#include "analyzer/exec/running.h"
#include "ir/base/map.h"

#include <string.h>

// ---- what was given

void segment_hold_input(struct exec *x, struct segment *s, value_id id)
{
    for (int i = 0; i < s->inputs.n; i++)
        if (s->inputs.at[i].value == id) return;
    if (!s->arena) s->arena = arena_open_inside(x->arena);
    struct segment_input *held = vec_push(s->arena, &s->inputs);
    *held = (struct segment_input){.value = id, .tensor = x->tensors[id]};
    block_hold(held->tensor.block);
    if (held->tensor.block) held->version = held->tensor.block->version;
}

bool segment_made(const struct program *program, const struct segment *s, value_id id)
{
    node_id producer = program_value(program, id)->producer;
    return producer >= s->first && producer <= s->last;
}

const char *segment_changed(struct exec *x, const struct segment *s)
{
    for (int i = 0; i < s->inputs.n; i++) {
        const struct segment_input *held = &s->inputs.at[i];
        if (!held->tensor.block || held->tensor.block->version == held->version) continue;
        return arena_printf(x->arena,
                            "%s: a checkpoint can't be run again: what it was given has been "
                            "overwritten in place since",
                            site_string(x->arena, program_node(x->program, s->first)->site));
    }
    return NULL;
}

void segment_swap_inputs(struct exec *x, struct segment *s)
{
    for (int i = 0; i < s->inputs.n; i++) {
        struct tensor *now = &x->tensors[s->inputs.at[i].value], before = *now;
        *now = s->inputs.at[i].tensor;
        s->inputs.at[i].tensor = before;
    }
}

void segment_release(struct segment *s)
{
    for (int i = 0; i < s->inputs.n; i++) block_release(s->inputs.at[i].tensor.block);
    arena_close(s->arena);
    s->arena = NULL;
    memset(&s->inputs, 0, sizeof s->inputs);
}

// ---- forward

void exec_enter_segment(struct exec *x, node_id id)
{
    while (x->segment < x->n_segments && x->segments[x->segment].last < id) x->segment++;
    struct segment *s = x->segment < x->n_segments ? &x->segments[x->segment] : NULL;
    x->keeps_nothing = s && s->first <= id;
    if (!x->keeps_nothing || !s->asked) return;
    const struct node *node = program_node(x->program, id);
    if (id == s->first) s->random = x->random;
    for (int i = 0; i < node->n_in; i++)
        if (node->in[i] && !segment_made(x->program, s, node->in[i]))
            segment_hold_input(x, s, node->in[i]);
}

// ---- running one again

// What the nodes made the first time, where somebody holds it yet.
struct earlier {
    int n;
    value_id first;
    struct tensor *tensors;
    int *n_readers;
};

// Within the segment only, so that memory falls as it did the first time.
static void count_inner_readers(struct exec *x, struct segment *s, node_id last)
{
    for (node_id id = s->first; id <= last; id++) {
        const struct node *node = program_node(x->program, id);
        for (int i = 0; i < node->n_in; i++) x->n_readers[node->in[i]]++;
    }
}

static struct earlier set_aside(struct exec *x, struct segment *s, node_id last)
{
    const struct node *end = program_node(x->program, last);
    struct earlier earlier = {.first = program_node(x->program, s->first)->out};
    earlier.n = (int)(end->out + end->n_out - earlier.first);
    earlier.tensors = arena_array(x->arena, struct tensor, earlier.n);
    earlier.n_readers = arena_array(x->arena, int, earlier.n);
    for (int i = 0; i < earlier.n; i++) {
        value_id id = earlier.first + (value_id)i;
        earlier.tensors[i] = x->tensors[id];
        earlier.n_readers[i] = x->n_readers[id];
        if (!segment_made(x->program, s, id)) continue;
        x->tensors[id] = (struct tensor){0};
        x->n_readers[id] = 0;
    }
    return earlier;
}

static void put_back(struct exec *x, struct segment *s, const struct earlier *earlier)
{
    for (int i = 0; i < earlier->n; i++) {
        value_id id = earlier->first + (value_id)i;
        if (!segment_made(x->program, s, id)) continue;
        exec_let_go(x, id);
        x->tensors[id] = earlier->tensors[i];
        x->n_readers[id] = earlier->n_readers[i];
    }
}

static bool run_again(struct exec *x, struct segment *s, node_id last, const char **error)
{
    struct data_random random = x->random;
    struct earlier earlier = set_aside(x, s, last);
    for (int i = 0; i < s->inputs.n; i++)
        s->inputs.at[i].n_readers = x->n_readers[s->inputs.at[i].value]++;
    count_inner_readers(x, s, last);
    segment_swap_inputs(x, s);
    x->random = s->random;
    x->runs_again = true;
    bool right = true;
    for (node_id id = s->first; id <= last && right; id++) right = exec_run_node(x, id, error);
    x->runs_again = false;
    x->random = random;
    segment_swap_inputs(x, s);
    for (int i = 0; i < s->inputs.n; i++)
        x->n_readers[s->inputs.at[i].value] = s->inputs.at[i].n_readers;
    put_back(x, s, &earlier);
    return right;
}

static struct segment *segment_of(struct exec *x, node_id id)
{
    while (x->segment > 0 && (x->segment == x->n_segments || x->segments[x->segment].first > id))
        x->segment--;
    struct segment *s = &x->segments[x->segment];
    return x->n_segments && s->first <= id && id <= s->last ? s : NULL;
}

bool exec_recompute(struct exec *x, node_id id, const char **error)
{
    struct segment *s = segment_of(x, id);
    if (!s || s->was_run_again) return true;
    *error = segment_changed(x, s);
    if (*error) return false;
    s->was_run_again = true;
    bool right = run_again(x, s, id, error);
    segment_release(s);
    return right;
}

// ---- what is kept

void saved_count(struct map *seen, const struct block *block, int64_t *bytes)
{
    if (!block || block->kind == BLOCK_PARAMETER || block->kind == BLOCK_BUFFER) return;
    if (map_get_number(seen, (uintptr_t)block)) return;
    map_put_number(seen, (uintptr_t)block, seen);
    *bytes += block->bytes;
}

void saved_count_segment(struct map *seen, const struct segment *s, int64_t *bytes)
{
    for (int i = 0; i < s->inputs.n; i++) saved_count(seen, s->inputs.at[i].tensor.block, bytes);
}

int64_t saved_of_nodes(const struct exec *x, struct map *seen, node_id end)
{
    int64_t bytes = 0;
    for (node_id id = 1; id < end; id++) {
        const struct kept *kept = &x->kept[id];
        if (!kept->there) continue;
        for (int i = 0; i < kept->n_in; i++) saved_count(seen, kept->in[i].block, &bytes);
        for (int i = 0; i < kept->n_out; i++) saved_count(seen, kept->out[i].block, &bytes);
        for (int i = 0; i < kept->n_own; i++) saved_count(seen, kept->own[i].block, &bytes);
    }
    return bytes;
}

int64_t exec_saved_bytes(const struct exec *x)
{
    struct arena *arena = arena_open();
    struct map *seen = map_open(arena);
    int64_t bytes = saved_of_nodes(x, seen, (node_id)x->program->nodes.n);
    for (int i = 0; i < x->n_segments; i++) saved_count_segment(seen, &x->segments[i], &bytes);
    arena_close(arena);
    return bytes > x->saved_most ? bytes : x->saved_most;
}
