// The engine behind nn.h (ir/engine.h): a program is executed while it is being recorded. Nothing
// tells which tensors the program will still ask for, so all of them stay until it is closed.

#include "analyzer/exec/live.h"

#include "analyzer/exec/fill.h"
#include "ir/base/checked.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Below this, whether memory is there is not asked beforehand.
#define LARGE_BYTES ((int64_t)1 << 20)

// ---- what is in the way

// Memory of the size is asked for and given back: kernels cannot say that they got none.
// Systems promise more than they have, and end a program that takes them at their word.
static bool is_memory_there(int64_t bytes)
{
    if (bytes < LARGE_BYTES) return true;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0 && bytes / page > pages) return false;
    void *volatile probe = malloc((size_t)bytes);
    free(probe);
    return probe != NULL;
}

static int64_t known_bytes(const struct program *program, value_id id)
{
    int64_t bytes;
    return sym_is_const(value_bytes(program, id), &bytes) ? bytes : 0;
}

static const char *sizes_hindrance(struct arena *arena, const struct value *value)
{
    struct tensor_type type = value_type(value);
    for (int axis = 0; axis < value->rank; axis++)
        if (!sym_is_const(value->dim[axis], NULL))
            return arena_printf(arena, "%s has a size that is not known",
                                tensor_string(arena, &type));
    if (exec_sizes_fit(value)) return NULL;
    return arena_printf(arena, "the sizes of %s multiply to 2^63 bytes or more",
                        tensor_string(arena, &type));
}

static const char *no_memory(struct arena *arena, int64_t bytes)
{
    return arena_printf(arena, "%lld bytes of memory could not be had", (long long)bytes);
}

// ---- values that no node makes

static const char *make_given(struct engine_run *run, value_id id)
{
    struct exec *x = run->exec;
    const struct value *value = program_value(x->program, id);
    if (x->tensors[id].data) return NULL;
    if (value->flags & VALUE_POISONED) return value->reason;
    if (map_get_number(run->given_back, id)) return "its memory was given back";
    const char *hindrance = sizes_hindrance(run->arena, value);
    if (hindrance) return hindrance;
    if (!(value->flags & VALUE_NUMBER)) {
        int64_t bytes = known_bytes(x->program, id);
        if (!is_memory_there(bytes)) return no_memory(run->arena, bytes);
    }
    fill_value(x, id);
    exec_measure(x, id);
    return NULL;
}

// Why a value has no numbers; NULL: it has.
static const char *why_missing(struct engine_run *run, value_id id)
{
    const struct value *value = program_value(run->exec->program, id);
    if (!value->producer) return make_given(run, id);
    if (value->flags & VALUE_POISONED) return value->reason;
    if (run->exec->tensors[id].data) return NULL;
    const char *trouble = map_get_number(run->troubles, value->producer);
    return trouble ? trouble : "its memory was given back";
}

// ---- nodes

static const char *node_trouble(struct engine_run *run, node_id id)
{
    const struct program *program = run->exec->program;
    const struct node *node = program_node(program, id);
    int64_t bytes = 0;
    for (int i = 0; i < node->n_in; i++) {
        const char *missing = node->in[i] ? why_missing(run, node->in[i]) : NULL;
        if (missing) return missing;
    }
    for (int i = 0; i < node->n_out; i++) {
        value_id out = node->out + (value_id)i;
        const struct value *value = program_value(program, out);
        if (value->flags & VALUE_POISONED) return value->reason;
        if (!exec_sizes_fit(value)) return sizes_hindrance(run->arena, value);
        if (!value->view_of && !checked_add(bytes, known_bytes(program, out), &bytes))
            bytes = INT64_MAX;
    }
    if (!is_memory_there(bytes)) return no_memory(run->arena, bytes);
    return exec_node_hindrance(run->arena, node);
}

static void run_next(struct engine_run *run)
{
    node_id id = run->next_node++;
    const char *trouble = node_trouble(run, id);
    if (!trouble && exec_run_node(run->exec, id, &trouble)) return;
    map_put_number(run->troubles, id, (void *)trouble);
}

void live_advance(struct engine_run *run)
{
    exec_make_room(run->exec);
    while (run->next_node < (node_id)run->exec->program->nodes.n) run_next(run);
}

// ---- what is known of nodes and values

static struct tensor *keep_dense(struct engine_run *run, value_id id, const struct tensor *t)
{
    struct tensor *dense = arena_copy(run->maps, t, sizeof *t);
    map_put_number(run->dense, id, dense);
    return dense;
}

static void open_maps(struct engine_run *run)
{
    run->maps = arena_open_inside(run->arena);
    run->troubles = map_open(run->maps);
    run->dense = map_open(run->maps);
    run->given_back = map_open(run->maps);
}

static void forget_in_maps(struct engine_run *run, node_id first, value_id first_value)
{
    struct engine_run before = *run;
    if (!map_count(run->troubles) && !map_count(run->dense) && !map_count(run->given_back)) return;
    run->maps = arena_open_inside(run->arena);
    run->troubles = map_copy_below(run->maps, before.troubles, first);
    run->dense = map_open(run->maps);
    for (int i = 0; i < map_count(before.dense); i++) {
        const struct tensor *dense = map_value(before.dense, i);
        if (dense) keep_dense(run, *(const value_id *)map_key(before.dense, i), dense);
    }
    run->given_back = map_copy_below(run->maps, before.given_back, first_value);
    arena_close(before.maps);
}

// ---- the table

static struct engine_run *live_open(const struct program *program, uint32_t seed)
{
    struct arena *arena = arena_open();
    struct engine_run *run = arena_new(arena, struct engine_run);
    struct exec_listener listener = {.gradient = live_gradient_came, .user = run};
    struct exec_request request = {
        .program = program, .mode = EXEC_GROWING, .seed = seed, .listener = &listener};
    const char *error;
    run->arena = arena;
    run->exec = exec_open(arena, &request, &error);
    open_maps(run);
    run->next_node = 1;
    return run;
}

static void live_close(struct engine_run *run)
{
    if (!run) return;
    live_close_compiled(run);
    exec_close(run->exec);
    arena_close(run->arena);
}

static void live_seed(struct engine_run *run, uint32_t seed)
{
    live_advance(run);
    run->exec->seed = seed;
    run->exec->random.state = seed;
}

const struct tensor *live_tensor(struct engine_run *run, value_id id, const char **why)
{
    live_advance(run);
    *why = why_missing(run, id);
    return *why ? NULL : &run->exec->tensors[id];
}

// A tensor whose elements do not lie behind one another is copied, each time into the same memory.
static const void *live_numbers(struct engine_run *run, value_id id, const char **why)
{
    const struct tensor *t = live_tensor(run, id, why);
    if (!t || tensor_is_contiguous(t)) return t ? t->data : NULL;
    struct tensor *dense = map_get_number(run->dense, id);
    if (!dense) {
        dense = keep_dense(run, id, t);
        dense->block = block_open(&run->exec->blocks, BLOCK_WORKSPACE, tensor_owned_bytes(t));
        dense->data = dense->block->data;
        tensor_set_contiguous(dense);
    }
    tensor_copy(t, dense);
    return dense->data;
}

static const struct tensor *live_renew(struct engine_run *run, value_id id, const char **why)
{
    if (!live_tensor(run, id, why)) return NULL;
    struct tensor *t = &run->exec->tensors[id];
    if (!is_memory_there(t->block->bytes)) {
        *why = no_memory(run->arena, t->block->bytes);
        return NULL;
    }
    struct block *block = block_open(&run->exec->blocks, t->block->kind, t->block->bytes);
    block_release(t->block);
    t->block = block;
    t->data = block->data;
    return t;
}

static void live_fill(const struct tensor *t, const struct engine_random *random)
{
    if (dtype_is_float(t->dtype))
        data_fill_floats(t, random->seed, random->a, random->b);
    else
        data_fill_indices(t, random->seed, random->below);
}

static void live_adopt(struct engine_run *run, value_id id, const struct tensor *t)
{
    exec_make_room(run->exec);
    block_hold(t->block);
    exec_let_go(run->exec, id);
    map_put_number(run->given_back, id, NULL);
    run->exec->tensors[id] = *t;
    exec_measure(run->exec, id);
}

static void live_let_go(struct engine_run *run, node_id first)
{
    const struct program *program = run->exec->program;
    exec_make_room(run->exec);
    for (node_id id = first; id < run->next_node; id++) {
        const struct node *node = program_node(program, id);
        for (int i = 0; i < node->n_out; i++) exec_let_go(run->exec, node->out + (value_id)i);
    }
}

// ---- memory

static void live_segment_begin_now(struct engine_run *run)
{
    live_advance(run);
    live_segment_begin(run);
}

static void live_segment_end_now(struct engine_run *run, node_id first, value_id output)
{
    live_advance(run);
    live_segment_end(run, first, output);
}

static int64_t live_saved_now(struct engine_run *run)
{
    live_advance(run);
    return live_saved_bytes(run);
}

static void give_back(struct engine_run *run, value_id id)
{
    struct tensor *dense = map_get_number(run->dense, id);
    if (!program_value(run->exec->program, id)->producer) map_put_number(run->given_back, id, run);
    exec_let_go(run->exec, id);
    if (!dense) return;
    block_release(dense->block);
    map_put_number(run->dense, id, NULL);
}

static void live_give_back(struct engine_run *run, value_id id)
{
    live_advance(run);
    give_back(run, id);
}

static void live_give_back_since(struct engine_run *run, node_id first, value_id first_value)
{
    struct exec *x = run->exec;
    live_advance(run);
    for (value_id id = first_value; id < (value_id)x->program->values.n; id++) {
        if (program_is_of_module(x->program, id)) continue;
        give_back(run, id);
        exec_drop_gradient(x, id);
    }
    for (node_id id = first; id < run->next_node; id++)
        if (x->kept[id].there) exec_drop_kept(&x->kept[id]);
    live_drop_segments(run, first);
}

static void live_forget_since(struct engine_run *run, node_id first, value_id first_value,
                              value_id end_value)
{
    struct exec *x = run->exec;
    uint32_t n_values = end_value - first_value;
    forget_in_maps(run, first, first_value);
    exec_make_room(x);
    // Numbers that are made up depend on the seed and on a value's place.
    x->seed += n_values;
    exec_forget(x, first, first_value);
    if (run->next_node > first) run->next_node = first;
}

static struct engine_memory live_memory(struct engine_run *run)
{
    live_advance(run);
    return blocks_memory(&run->exec->blocks);
}

static void live_empty_cache(struct engine_run *run)
{
    blocks_empty_cache(&run->exec->blocks);
}

static void live_use_cache(struct engine_run *run, enum engine_cache cache)
{
    blocks_use_cache(&run->exec->blocks, cache == ENGINE_CACHED);
}

static const struct tensor *live_gradient(struct engine_run *run, value_id id)
{
    exec_make_room(run->exec);
    const struct tensor *gradient = exec_gradient(run->exec, id);
    return tensor_is_there(gradient) ? gradient : NULL;
}

static void live_drop_gradient(struct engine_run *run, value_id id)
{
    exec_make_room(run->exec);
    exec_drop_gradient(run->exec, id);
}

const struct engine engine_default = {
    .open = live_open,
    .close = live_close,
    .seed = live_seed,
    .advance = live_advance,
    .tensor = live_tensor,
    .numbers = live_numbers,
    .renew = live_renew,
    .fill = live_fill,
    .adopt = live_adopt,
    .let_go = live_let_go,
    .backward = live_backward,
    .gradient = live_gradient,
    .drop_gradient = live_drop_gradient,
    .segment_begin = live_segment_begin_now,
    .segment_end = live_segment_end_now,
    .segment_cancel = live_segment_cancel,
    .saved_bytes = live_saved_now,
    .give_back = live_give_back,
    .give_back_since = live_give_back_since,
    .forget_since = live_forget_since,
    .memory = live_memory,
    .empty_cache = live_empty_cache,
    .use_cache = live_use_cache,
    .step = live_step,
    .state_bytes = live_state_bytes,
    .compile_mode = live_compile_mode,
    .compile = live_compile,
    .run_compiled = live_run_compiled,
    .drop_result = live_drop_result,
    .describe_compiled = live_describe_compiled,
    .profile_begin = live_profile_begin,
    .profile_step = live_profile_step,
    .profile_end = live_profile_end,
    .profile_table = live_profile_table,
    .profile_calls = live_profile_calls,
    .profile_write = live_profile_write,
};
