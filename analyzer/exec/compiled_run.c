// Running a plan: kernels one by one, and fused chains piece by piece, with results in the arena.

#include "analyzer/exec/compiling.h"

#include "analyzer/exec/blas.h"
#include "analyzer/exec/order.h"

#include <stdlib.h>
#include <string.h>

// ---- what kernels ask for

static void *get_memory(struct compiled *c, int64_t bytes)
{
    c->n_allocations++;
    size_t room = ((size_t)bytes / PLAN_ALIGNMENT + 1) * PLAN_ALIGNMENT;
    void *memory = aligned_alloc(PLAN_ALIGNMENT, room);
    if (!memory) arena_exhausted(room);
    return memory;
}

// The smallest that is large enough.
static struct room *free_room(struct compiled *c, int64_t bytes)
{
    struct room *best = NULL;
    for (int i = 0; i < c->rooms.n; i++) {
        struct room *room = &c->rooms.at[i];
        if (!room->used && room->bytes >= bytes && (!best || room->bytes < best->bytes))
            best = room;
    }
    return best;
}

static void *workspace(struct kernel_call *call, int64_t bytes)
{
    struct compiled *c = ((struct working *)call)->compiled;
    struct room *room = free_room(c, bytes);
    if (!room) {
        room = vec_push(c->arena, &c->rooms);
        *room = (struct room){get_memory(c, bytes), bytes, false};
    }
    room->used = true;
    return room->at;
}

// What a storage holds from now on, as the kernel made it.
static void note_held(struct compiled *c, storage_id id, int64_t bytes)
{
    c->alive += bytes - c->held[id];
    c->held[id] = bytes;
    if (c->alive > c->peak) c->peak = c->alive;
}

// The planned place, if the result is as large as the shape rule said.
static char *place_of(struct working *w, int index, int64_t bytes)
{
    struct compiled *c = w->compiled;
    storage_id id = program_value(c->program, w->last->out + (value_id)index)->storage;
    note_held(c, id, bytes);
    if (c->plan.offset[id] < 0 || bytes > c->plan.bytes[id])
        return *vec_push(c->arena, &c->strays) = get_memory(c, bytes);
    if (c->plan.offset[id] + bytes > c->reached) c->reached = c->plan.offset[id] + bytes;
    return c->memory + c->plan.offset[id];
}

static void allocate(struct kernel_call *call, struct tensor *t)
{
    struct working *w = (struct working *)call;
    int64_t bytes = tensor_owned_bytes(t);
    bool is_result =
        t >= call->out && t < call->out + call->n_out && t - call->out < w->node->n_out;
    tensor_set_contiguous(t);
    t->block = NULL;
    if (!is_result)
        t->data = workspace(call, bytes);
    else if (w->out)
        t->data = w->out;
    else
        t->data = place_of(w, (int)(t - call->out), bytes);
}

static void product(struct kernel_call *call, const struct product *product)
{
    const char *error;
    if (!blas_takes(product))
        kernel_fail(call, "CBLAS takes no product of that size");
    else if (blas_load(&error))
        blas_multiply(product);
    else
        kernel_fail(call, "%s", error);
}

static double random_number(struct kernel_call *call)
{
    return data_next(&((struct working *)call)->compiled->random);
}

static const struct kernel_host host = {allocate, workspace, product, random_number};

// ---- one kernel

static void release(struct compiled *c)
{
    for (int i = 0; i < c->rooms.n; i++) c->rooms.at[i].used = false;
}

static const struct tensor *operand(struct compiled *c, value_id id)
{
    static const struct tensor none;
    if (!id) return &none;
    if (!plan_makes(&c->plan, id)) return c->request.given(c->request.user, id);
    return &c->tensors[id];
}

static bool lies_in_arena(const struct compiled *c, value_id id)
{
    storage_id storage = program_value(c->program, id)->storage;
    return storage && c->plan.offset[storage] >= 0;
}

static struct kernel_call bind(struct compiled *c, const struct node *node, int step)
{
    struct tensor *in = arena_array(c->bindings, struct tensor, node->n_in + 1);
    for (int i = 0; i < node->n_in; i++) {
        in[i] = *operand(c, node->in[i]);
        if (node->in[i] && !lies_in_arena(c, node->in[i]))
            *vec_push(c->bindings, &c->given) = (struct given_operand){&in[i], node->in[i], step};
    }
    return (struct kernel_call){.host = &host,
                                .arena = c->scratch,
                                .op = op_get(node->op),
                                .attrs = node->attrs,
                                .training = node->training,
                                .n_in = node->n_in,
                                .in = in};
}

static const char *run_kernel(struct compiled *c, struct working *w)
{
    w->compiled = c;
    arena_reset(c->scratch);
    w->call.op->forward(&w->call);
    release(c);
    if (!w->call.failure) return NULL;
    return arena_printf(c->arena, "%s: %s: %s", site_string(c->arena, w->node->site),
                        w->call.op->name, w->call.failure);
}

static const char *run_alone(struct compiled *c, const struct kernel_call *call,
                             const struct node *node)
{
    struct working w = {.call = *call, .node = node, .last = node};
    const char *failure = run_kernel(c, &w);
    if (!failure) order_results(&w.call, c->program, node);
    for (int i = 0; i < node->n_out && i < w.call.n_out; i++)
        c->tensors[node->out + (value_id)i] = w.call.out[i];
    return failure;
}

// ---- a chain, piece by piece

struct chain {
    struct compiled *c;
    int first, n;        // into plan.nodes
    int64_t count;       // elements of the result
    int64_t begin, end;  // of the piece
    int64_t unit;        // of its elements, after which an operand repeats
    struct tensor whole; // an operand with the result's extents, or the product
    int head;            // number of the product, or -1
};

// Rows of `unit` elements; what repeats after so many is one row for all of them.
static struct tensor piece_of(const struct chain *chain, const struct tensor *t)
{
    struct tensor piece = *t;
    int64_t count = tensor_count(t);
    if (count != chain->count && (count != chain->unit || count == 1)) return piece;
    piece.rank = 2;
    piece.dim[0] = count == chain->count ? (chain->end - chain->begin) / chain->unit : 1;
    piece.dim[1] = piece.stride[0] = chain->unit;
    piece.stride[1] = 1;
    if (count != chain->count) return piece;
    piece.data = t->data + chain->begin * dtype_block_bytes(t->dtype);
    return piece;
}

// Of the operands that are no pieces the first that has as many elements as the result, which none
// has more of.
static bool find_whole(struct chain *chain)
{
    struct compiled *c = chain->c;
    for (int i = 0; i < chain->n; i++) {
        const struct node *node = program_node(c->program, c->plan.nodes[chain->first + i]);
        for (int k = 0; k < node->n_in; k++) {
            const struct tensor *t = &c->calls[chain->first + i].in[k];
            if (c->plan.piece[node->in[k]] || tensor_count(t) <= chain->count) continue;
            if (i == chain->head) continue;
            chain->whole = *t;
            chain->count = tensor_count(t);
        }
    }
    return chain->count > 1;
}

// The product, as a whole, where the result of the chain will lie.
static const char *run_head(struct chain *chain)
{
    struct compiled *c = chain->c;
    int at = chain->first + chain->head;
    struct working w = {.call = c->calls[at],
                        .node = program_node(c->program, c->plan.nodes[at]),
                        .last =
                            program_node(c->program, c->plan.nodes[chain->first + chain->n - 1])};
    const char *failure = run_kernel(c, &w);
    if (failure) return failure;
    chain->whole = c->handed[chain->head] = w.call.out[0];
    chain->count = tensor_count(&chain->whole);
    return NULL;
}

// The result of the last node lies at its place in the arena, found with the first piece, when its
// type is known.
static void take_result(struct chain *chain, const struct node *node, const struct tensor *piece)
{
    struct compiled *c = chain->c;
    struct tensor *t = &c->tensors[node->out];
    *t = chain->whole;
    t->dtype = piece->dtype;
    t->is_number = false;
    t->block = NULL;
    tensor_set_contiguous(t);
    struct working w = {.compiled = c, .node = node, .last = node};
    t->data = place_of(&w, 0, chain->count * dtype_block_bytes(t->dtype));
}

// What another node of the chain has just made, or the operand's own piece.
static struct tensor piece_for(const struct chain *chain, int index, int operand)
{
    struct compiled *c = chain->c;
    const node_id *nodes = &c->plan.nodes[chain->first];
    value_id id = program_node(c->program, nodes[index])->in[operand];
    for (int i = 0; c->plan.piece[id] && i < index; i++)
        if (program_node(c->program, nodes[i])->out == id)
            return i == chain->head ? piece_of(chain, &c->handed[i]) : c->handed[i];
    return piece_of(chain, &c->calls[chain->first + index].in[operand]);
}

static const char *run_piece(struct chain *chain)
{
    struct compiled *c = chain->c;
    const struct node *node = NULL;
    for (int i = 0; i < chain->n; i++) {
        struct tensor in[MAX_OPERANDS];
        if (i == chain->head) continue;
        node = program_node(c->program, c->plan.nodes[chain->first + i]);
        struct working w = {.call = c->calls[chain->first + i], .node = node, .last = node};
        for (int k = 0; k < node->n_in; k++) in[k] = piece_for(chain, i, k);
        w.call.in = in;
        w.out = c->pieces + i * c->piece_room * PIECE_WIDTH;
        const char *failure = run_kernel(c, &w);
        if (failure) return failure;
        c->handed[i] = w.call.out[0];
    }
    const struct tensor *made = &c->handed[chain->n - 1];
    if (!chain->begin) take_result(chain, node, made);
    int64_t width = dtype_block_bytes(made->dtype);
    memcpy(c->tensors[node->out].data + chain->begin * width, made->data,
           (size_t)((chain->end - chain->begin) * width));
    return NULL;
}

static const char *run_chain(struct compiled *c, const struct plan_step *step)
{
    struct chain chain = {
        .c = c, .first = step->first, .n = step->n, .unit = step->unit, .head = step->head};
    const char *failure = NULL;
    int64_t piece = compiled_piece_of(c->piece, step);
    if (chain.head >= 0)
        failure = run_head(&chain);
    else if (!find_whole(&chain))
        return "a fused chain has no operand";
    for (; !failure && chain.begin < chain.count; chain.begin = chain.end) {
        chain.end = chain.begin + piece;
        if (chain.end > chain.count) chain.end = chain.count;
        failure = run_piece(&chain);
    }
    return failure;
}

// ---- the whole

static void bind_step(struct compiled *c, int step)
{
    int first = c->plan.steps[step].first, end = first + c->plan.steps[step].n;
    c->n_bound += c->plan.steps[step].n;
    for (int i = first; i < end; i++)
        c->calls[i] = bind(c, program_node(c->program, c->plan.nodes[i]), step);
}

static void let_go(struct compiled *c, int step)
{
    for (int s = c->first_end[step]; s; s = c->next_end[s])
        if (c->held[s]) note_held(c, (storage_id)s, 0);
}

static void begin_run(struct compiled *c)
{
    for (int i = 0; i < c->strays.n; i++) free(c->strays.at[i]);
    c->strays.n = 0;
    memset(c->held, 0, sizeof *c->held * (size_t)c->plan.n_storages);
    c->alive = c->reached = c->n_allocations = c->n_bound = 0;
    for (int i = 0; i < c->plan.n_given; i++)
        c->alive += tensor_owned_bytes(operand(c, c->plan.given[i]));
    c->peak = c->alive;
}

void compiled_seed(struct compiled *c, uint32_t seed)
{
    c->random.state = seed;
}

static void unbind(struct compiled *c)
{
    arena_reset(c->bindings);
    memset(&c->given, 0, sizeof c->given);
}

// Those of a step; `next` is the first that was not looked at.
static void refresh(struct compiled *c, int step, int *next)
{
    for (; *next < c->given.n && c->given.at[*next].step == step; ++*next)
        *c->given.at[*next].in = *operand(c, c->given.at[*next].id);
}

// Operands are bound at each run, with `reduce-overhead` once: results lie where they lay before.
bool compiled_run(struct compiled *c, const char **error)
{
    const char *failure = NULL;
    bool keeps = c->bound && c->request.mode != COMPILE_DEFAULT;
    int next = 0;
    if (!keeps) unbind(c);
    begin_run(c);
    for (int i = 0; !failure && i < c->plan.n_steps; i++) {
        const struct plan_step *step = &c->plan.steps[i];
        if (keeps)
            refresh(c, i, &next);
        else
            bind_step(c, i);
        failure = step->n > 1 ? run_chain(c, step)
                              : run_alone(c, &c->calls[step->first],
                                          program_node(c->program, c->plan.nodes[step->first]));
        let_go(c, i);
    }
    c->bound = !failure && !c->strays.n; // strays lie elsewhere at each run
    *error = failure;
    return !failure;
}

const struct tensor *compiled_tensor(const struct compiled *c, value_id id)
{
    return plan_makes(&c->plan, id) ? &c->tensors[id] : c->request.given(c->request.user, id);
}

const struct plan *compiled_plan(const struct compiled *c)
{
    return &c->plan;
}

int64_t compiled_arena_bytes(const struct compiled *c)
{
    return (c->reached + PLAN_ALIGNMENT - 1) / PLAN_ALIGNMENT * PLAN_ALIGNMENT;
}

int64_t compiled_peak_bytes(const struct compiled *c)
{
    return c->peak;
}

int64_t compiled_allocations(const struct compiled *c)
{
    return c->n_allocations;
}

int64_t compiled_bindings(const struct compiled *c)
{
    return c->n_bound;
}

const struct compiled_variant *compiled_variants(const struct compiled *c, int *n)
{
    *n = c->n_variants;
    return c->variants;
}

int64_t compiled_piece(const struct compiled *c)
{
    for (int i = 0; i < c->plan.n_steps; i++)
        if (c->plan.steps[i].n > 1) return c->piece;
    return 0;
}
