// The forward pass, and what it shares with the backward pass (exec_backward.c).

#include "analyzer/exec/running.h"

#include "analyzer/exec/blas.h"
#include "analyzer/exec/fill.h"
#include "analyzer/exec/order.h"
#include "analyzer/released.h"
#include "ir/base/checked.h"
#include "ir/base/clock.h"
#include "ir/saving.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

// ---- what kernels ask for

void running_own(struct running *running, struct block *block)
{
    *vec_push(running->call.arena, &running->blocks) = block;
}

static void allocate(struct kernel_call *call, struct tensor *t)
{
    struct running *running = (struct running *)call;
    t->block = block_open(&running->exec->blocks, running->kind, tensor_owned_bytes(t));
    t->data = t->block->data;
    tensor_set_contiguous(t);
    running_own(running, t->block);
}

static void *workspace(struct kernel_call *call, int64_t bytes)
{
    struct running *running = (struct running *)call;
    struct block *block = block_open(&running->exec->blocks, BLOCK_WORKSPACE, bytes);
    running_own(running, block);
    return block->data;
}

static void multiply(struct kernel_call *call, const struct product *product)
{
    double begin = clock_seconds();
    blas_multiply(product);
    ((struct running *)call)->exec->product_seconds += clock_seconds() - begin;
}

static void product(struct kernel_call *call, const struct product *product)
{
    const char *error;
    if (!blas_takes(product))
        kernel_fail(call, "CBLAS takes no product of [%lld, %lld] and [%lld, %lld]",
                    (long long)product->m, (long long)product->k, (long long)product->k,
                    (long long)product->n);
    else if (blas_load(&error))
        multiply(call, product);
    else
        kernel_fail(call, "%s", error);
}

static double random_number(struct kernel_call *call)
{
    return data_next(&((struct running *)call)->exec->random);
}

static const struct kernel_host host = {allocate, workspace, product, random_number};

// ---- running one kernel

void running_begin(struct exec *x, node_id id, enum block_kind kind, struct running *running)
{
    const struct node *node = program_node(x->program, id);
    arena_reset(x->scratch);
    x->product_seconds = 0.0;
    *running = (struct running){
        .call = {.host = &host,
                 .arena = x->scratch,
                 .op = op_get(node->op),
                 .attrs = node->attrs,
                 .training = node->training,
                 .n_in = node->n_in},
        .exec = x,
        .kind = kind,
    };
}

void running_end(struct running *running)
{
    for (int i = 0; i < running->blocks.n; i++) block_release(running->blocks.at[i]);
}

const char *running_failure(struct exec *x, node_id id, const char *failure)
{
    const struct node *node = program_node(x->program, id);
    return arena_printf(x->arena, "%s: %s: %s", site_string(x->arena, node->site),
                        op_get(node->op)->name, failure);
}

// ---- values

void exec_let_go(struct exec *x, value_id id)
{
    struct tensor *t = &x->tensors[id];
    block_release(t->block);
    t->block = NULL;
    t->data = NULL;
}

// Read off the tensor that a kernel made; the memory may go afterwards.
void exec_measure(struct exec *x, value_id id)
{
    const struct tensor *t = &x->tensors[id];
    struct exec_measure *measured = &x->measured[id];
    measured->dtype = t->dtype;
    measured->rank = (int8_t)t->rank;
    memcpy(measured->dim, t->dim, sizeof measured->dim);
    measured->bytes = tensor_owned_bytes(t);
}

// Who reads a value: nodes, and the program itself where it gives it back.
static void count_readers(struct exec *x)
{
    const struct program *program = x->program;
    for (int n = 1; n < program->nodes.n; n++) {
        const struct node *node = &program->nodes.at[n];
        for (int i = 0; i < node->n_in; i++) x->n_readers[node->in[i]]++;
    }
    for (int v = 1; v < program->values.n; v++) {
        const struct value *value = &program->values.at[v];
        if (value->flags & VALUE_OUTPUT || !value->producer) x->n_readers[v]++;
    }
}

static void give_operands(struct exec *x, const struct node *node, struct running *running)
{
    struct tensor *in = arena_array(x->scratch, struct tensor, node->n_in ? node->n_in : 1);
    for (int i = 0; i < node->n_in; i++)
        if (node->in[i]) in[i] = x->tensors[node->in[i]];
    running->call.in = in;
}

// What was kept of that memory is not what it was.
static void note_write(struct exec *x, const struct node *node, value_id result)
{
    struct block *block = x->tensors[result].block;
    bool over = program_value(x->program, result)->flags & VALUE_IN_PLACE;
    if (!over || !block || op_get(node->op)->there_already) return;
    block->version++;
    block->writer = (uint32_t)(node - x->program->nodes.at);
}

// More or fewer results than the graph has: what is there is measured, and confirming says so.
static void take_results(struct exec *x, const struct node *node, const struct running *running)
{
    for (int i = 0; i < node->n_out && i < running->call.n_out; i++) {
        value_id id = node->out + (value_id)i;
        x->tensors[id] = running->call.out[i];
        block_hold(x->tensors[id].block);
        exec_measure(x, id);
        note_write(x, node, id);
    }
}

// What nobody will read again: operands after their last reader, and results that have none.
static void drop_read(struct exec *x, const struct node *node)
{
    for (int i = 0; i < node->n_in; i++)
        if (node->in[i] && --x->n_readers[node->in[i]] == 0) exec_let_go(x, node->in[i]);
    for (int i = 0; i < node->n_out; i++)
        if (x->n_readers[node->out + (value_id)i] == 0) exec_let_go(x, node->out + (value_id)i);
}

static bool keeps(const struct exec *x)
{
    return x->mode != EXEC_INFERENCE && !x->keeps_nothing;
}

static void tell_node(struct exec *x, node_id id, double seconds)
{
    const struct exec_listener *l = &x->listener;
    if (x->runs_again ? l->again != NULL : l->node != NULL)
        (x->runs_again ? l->again : l->node)(l->user, x, id, seconds);
}

// One kernel, from its operands to the measured results; the hooks are called while all of it is
// still alive.
bool exec_run_node(struct exec *x, node_id id, const char **error)
{
    const struct node *node = program_node(x->program, id);
    struct running running;
    running_begin(x, id, BLOCK_ACTIVATION, &running);
    running.call.keeps = keeps(x) && saving_is_asked(x->program, id);
    if (running.call.keeps) running.call.wanted = kept_wanted(x, id);
    give_operands(x, node, &running);
    const struct tensor *in = running.call.in;
    if (running.call.keeps) kept_copy(x, id, &running);
    double begin = clock_seconds();
    running.call.op->forward(&running.call);
    double seconds = clock_seconds() - begin;
    x->scratch_bytes = x->blocks.live[BLOCK_WORKSPACE] - running.call.copied_bytes;
    running.call.in = in; // a kernel may have put other views of them in their place
    if (running.call.failure) {
        *error = running_failure(x, id, running.call.failure);
        running_end(&running);
        return false;
    }
    order_results(&running.call, x->program, node);
    take_results(x, node, &running);
    if (keeps(x)) kept_take(x, id, &running);
    running_end(&running);
    tell_node(x, id, seconds);
    if (x->mode != EXEC_GROWING) drop_read(x, node);
    return true;
}

// The program itself reads it no more; who else does may be behind.
static void end_input(struct exec *x, storage_id storage)
{
    value_id id = program_storage(x->program, storage)->first;
    if (id && x->tensors[id].block && --x->n_readers[id] == 0) exec_let_go(x, id);
}

bool exec_forward(struct exec *x, const char **error)
{
    const struct program *program = x->program;
    for (int i = 0; i < program->events.n; i++) {
        const struct event *event = &program->events.at[i];
        if (event->kind == EVENT_NODE) exec_enter_segment(x, event->id);
        if (event->kind == EVENT_NODE && !exec_run_node(x, event->id, error)) return false;
        if (event->kind == EVENT_ALLOC) fill_made(x, event->id);
        if (event->kind == EVENT_FREE) end_input(x, event->id);
        if (event->kind == EVENT_BACKWARD && !exec_own_backward(x, i, error)) return false;
        if (event->kind == EVENT_CALL && x->listener.call)
            x->listener.call(x->listener.user, x, (int)event->id);
    }
    x->keeps_nothing = false;
    return true;
}

// ---- opening

static bool sizes_known(const struct value *value)
{
    for (int axis = 0; axis < value->rank; axis++)
        if (!sym_is_const(value->dim[axis], NULL)) return false;
    return true;
}

// Extents beside a 0 as well: kernels multiply some of them.
bool exec_sizes_fit(const struct value *value)
{
    int64_t bytes = dtype_block_bytes(value->dtype), size;
    for (int axis = 0; axis < value->rank; axis++)
        if (sym_is_const(value->dim[axis], &size) && size > 0 && !checked_mul(bytes, size, &bytes))
            return false;
    return true;
}

// The first argument of a call that is no number; NULL: there is none.
static const struct sym *open_argument(const struct node *node, const struct op *op, int *which)
{
    for (*which = 0; node->attrs && *which < op_n_attrs(op); ++*which) {
        const struct attr *attr = &node->attrs[*which];
        if (attr->kind == ATTR_INT && !sym_is_const(attr->i, NULL)) return attr->i;
        for (int i = 0; attr->kind == ATTR_INTS && i < attr->n; i++)
            if (!sym_is_const(attr->ints[i], NULL)) return attr->ints[i];
    }
    return NULL;
}

const char *exec_node_hindrance(struct arena *arena, const struct node *node)
{
    const struct op *op = op_get(node->op);
    int which;
    if (!op || !op->forward)
        return arena_printf(arena, "%s: %s has no kernel yet", site_string(arena, node->site),
                            op ? op->name : node->name);
    const struct sym *open = open_argument(node, op, &which);
    if (!open) return NULL;
    return arena_printf(arena, "%s: %s of %s is %s, which is not known in numbers; --set it",
                        site_string(arena, node->site), op->attrs[which].name, op->name,
                        sym_string(arena, open));
}

// The interpreter gives a float that it does not know as NaN.
static const char *unknown_float(struct arena *arena, const struct node *node)
{
    const struct op *op = op_get(node->op);
    for (int i = 0; op && node->attrs && i < op_n_attrs(op); i++)
        if (node->attrs[i].kind == ATTR_FLOAT && isnan(node->attrs[i].f))
            return arena_printf(arena, "%s: %s of %s is no number that is known",
                                site_string(arena, node->site), op->attrs[i].name, op->name);
    return NULL;
}

static const char *first_symbol(struct arena *arena, const struct value *value)
{
    const struct sym **vars;
    for (int axis = 0; axis < value->rank; axis++)
        if (sym_vars(arena, value->dim[axis], &vars)) return sym_string(arena, vars[0]);
    return "NAME";
}

static bool sizes_are_numbers(const struct program *program)
{
    for (int v = 1; v < program->values.n; v++)
        if (!sizes_known(&program->values.at[v])) return false;
    return true;
}

const char *exec_hindrance(struct arena *arena, const struct program *program)
{
    if (program->unseen)
        return arena_printf(arena, "not all of the program was seen: %s", program->unseen);
    // A wrong call before sizes that are not known: with numbers it would be as wrong.
    for (int v = 1; v < program->values.n; v++)
        if (program->values.at[v].flags & VALUE_POISONED) return program->values.at[v].reason;
    if (program->diags.n_errors && !sizes_are_numbers(program))
        return "it is wrong, and sizes that would follow are not known";
    for (int v = 1; v < program->values.n; v++) {
        const struct value *value = &program->values.at[v];
        struct tensor_type type = value_type(value);
        if (!exec_sizes_fit(value))
            return arena_printf(arena, "the sizes of %s multiply to 2^63 bytes or more",
                                tensor_string(arena, &type));
        if (sizes_known(value)) continue;
        return arena_printf(arena,
                            "%s is %s, but sizes must be numbers: give --input or --set %s=4",
                            value->name ? value->name : "a tensor", tensor_string(arena, &type),
                            first_symbol(arena, value));
    }
    for (int n = 1; n < program->nodes.n; n++) {
        const char *hindrance = exec_node_hindrance(arena, &program->nodes.at[n]);
        if (!hindrance) hindrance = unknown_float(arena, &program->nodes.at[n]);
        if (hindrance) return hindrance;
    }
    return NULL;
}

// As where an arena is exhausted: the embedding program's handler ends it.
static void out_of_memory(void *user, int64_t bytes)
{
    (void)user;
    arena_exhausted((size_t)bytes);
}

// At least as many as there are, and twice as many as there were, so that arrays are moved rarely.
static int more_room(int room, int n)
{
    int twice = room > INT_MAX / 2 ? INT_MAX : room * 2;
    return n > twice ? n : twice;
}

#define GROW(arena, array, from, to)                                                               \
    ((array) = arena_grow((arena), (array), (size_t)(from) * sizeof *(array),                      \
                          (size_t)(to) * sizeof *(array)))

void exec_make_room(struct exec *x)
{
    int values = x->program->values.n, nodes = x->program->nodes.n;
    if (values > x->room_values) {
        int room = more_room(x->room_values, values);
        GROW(x->arena, x->tensors, x->room_values, room);
        GROW(x->arena, x->gradients, x->room_values, room);
        GROW(x->arena, x->measured, x->room_values, room);
        GROW(x->arena, x->n_readers, x->room_values, room);
        x->room_values = room;
    }
    if (nodes > x->room_nodes) {
        int room = more_room(x->room_nodes, nodes);
        GROW(x->arena, x->kept, x->room_nodes, room);
        x->room_nodes = room;
    }
}

// Of a program that is not complete, what is in the way is looked for node by node.
static const char *hindrance(struct arena *arena, const struct exec_request *request)
{
    return request->mode == EXEC_GROWING ? NULL : exec_hindrance(arena, request->program);
}

// Inputs, parameters and constants of a complete program.
static void begin_complete(struct exec *x, const struct exec_request *request)
{
    count_readers(x);
    x->segments = arena_array(x->arena, struct segment, request->n_checkpoints);
    x->n_segments = x->mode == EXEC_TRAINING ? request->n_checkpoints : 0;
    for (int i = 0; i < x->n_segments; i++) {
        struct segment *s = &x->segments[i];
        *s = (struct segment){.first = request->checkpoints[i].first,
                              .last = request->checkpoints[i].last};
        for (node_id id = s->first; id <= s->last; id++)
            s->asked |= saving_is_asked(x->program, id);
    }
    if (x->mode == EXEC_TRAINING) x->released = released_find(x->arena, x->program);
    fill_given(x);
    for (int v = 1; v < x->program->values.n; v++)
        if (!x->program->values.at[v].producer && (x->tensors[v].block || x->tensors[v].data))
            exec_measure(x, (value_id)v);
}

struct exec *exec_open(struct arena *arena, const struct exec_request *request, const char **error)
{
    const struct program *program = request->program;
    *error = hindrance(arena, request);
    if (*error) return NULL;
    struct exec *x = arena_alloc(arena, sizeof *x);
    *x = (struct exec){.arena = arena, .program = program, .mode = request->mode};
    x->scratch = arena_open_inside(arena);
    x->seed = request->seed;
    x->n_files = request->n_files;
    x->files = request->files;
    x->forget = request->forget;
    x->random.state = request->seed;
    x->blocks.exhausted = out_of_memory;
    if (request->listener) x->listener = *request->listener;
    exec_make_room(x);
    if (x->mode != EXEC_GROWING) begin_complete(x, request);
    return x;
}

void exec_close(struct exec *x)
{
    if (!x) return;
    exec_forget_all(x);
    blocks_close(&x->blocks);
    arena_close(x->scratch);
}

const struct blocks *exec_blocks(const struct exec *x)
{
    return &x->blocks;
}

int64_t exec_scratch(const struct exec *x)
{
    return x->scratch_bytes;
}

double exec_product_seconds(const struct exec *x)
{
    return x->product_seconds;
}

const struct exec_measure *exec_measured(const struct exec *x, value_id id)
{
    return &x->measured[id];
}

const struct tensor *exec_tensor(const struct exec *x, value_id id)
{
    return &x->tensors[id];
}

const struct tensor *exec_gradient(const struct exec *x, value_id id)
{
    return &x->gradients[id];
}
