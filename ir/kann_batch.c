// Sizes of a network for another batch, in the library's order and with its omissions.

#include "ir/kann_batch.h"

#include <string.h>

// ---- sizes

static void set_sizes(struct kann_node *node, const struct kann_shape *shape)
{
    node->n_d = shape->n_d;
    for (int i = 0; i < KANN_DIMS; i++) node->d[i] = shape->d[i];
}

static bool all_there(const struct kann_node *node)
{
    for (int i = 0; i < node->n_child; i++)
        if (!node->child[i]) return false;
    return true;
}

static void sync_operator(struct arena *arena, struct syms *syms, struct kann_node *node,
                          struct kann_synced *synced)
{
    struct kann_shape shape;
    if (!all_there(node) || node->lost) return;
    kann_shape_of(arena, syms, node, &shape);
    if (shape.failure != KANN_FITS)
        *vec_push(arena, &synced->refused) = (struct kann_refused){node, shape};
    set_sizes(node, &shape);
}

void kann_sync(struct arena *arena, struct syms *syms, int n, struct kann_node *const *v,
               const struct sym *rows, struct kann_synced *synced)
{
    int64_t number;
    bool asks = sym_is_const(rows, &number) && number <= 0, changed = false;
    *synced = (struct kann_synced){0};
    for (int i = 0; i < n && !asks; i++) {
        struct kann_node *node = v[i];
        if (kann_is_feed(node) && node->d[0] != rows) {
            node->d[0] = rows;
            changed = true;
        } else if (node->n_child > 0 && changed) {
            sync_operator(arena, syms, node, synced);
        }
    }
}

const struct sym *kann_rows(int n, struct kann_node *const *v)
{
    const struct sym *rows = NULL;
    for (int i = 0; i < n; i++)
        if (kann_is_feed(v[i])) rows = v[i]->d[0];
    return rows;
}

void kann_mark_gradients(int n, struct kann_node *const *v)
{
    for (int i = 0; i < n; i++) {
        unsigned flag = 0;
        for (int k = 0; k < v[i]->n_child; k++)
            if (v[i]->child[k]) flag |= v[i]->child[k]->flag & KANN_VAR;
        if (v[i]->n_child) v[i]->flag = (v[i]->flag & ~(unsigned)KANN_VAR) | flag;
    }
}

// ---- buffers

const struct sym *kann_scratch_bytes(struct syms *syms, const struct kann_node *node)
{
    const struct sym *none = sym_const(syms, 0), *rows = sym_const(syms, 1);
    const struct kann_node *x = node->n_child ? node->child[0] : NULL;
    bool gradient = kann_needs_gradient(node);
    switch (kann_op_scratch(node->op)) {
    case KANN_SCRATCH_VOTES: return kann_bytes(syms, node);
    case KANN_SCRATCH_POOL: return gradient ? kann_bytes(syms, node) : none;
    case KANN_SCRATCH_ROWS:
        for (int i = 0; x && i + 1 < x->n_d; i++) rows = sym_mul(syms, rows, x->d[i]);
        return gradient ? sym_mul_const(syms, rows, KANN_FLOAT_BYTES) : none;
    // Of these the operand decides: the other one, a rate, may be a variable.
    case KANN_SCRATCH_MASK:
        return gradient && x && kann_needs_gradient(x) ? kann_len(syms, x) : none;
    case KANN_SCRATCH_NOISE:
        return gradient && x && kann_needs_gradient(x) ? kann_bytes(syms, x) : none;
    case KANN_SCRATCH_NONE: break;
    }
    return none;
}

static void add(struct syms *syms, const struct sym **sum, const struct sym *bytes)
{
    *sum = sym_add(syms, *sum, bytes);
}

struct kann_buffers kann_buffers_of(struct syms *syms, int n, struct kann_node *const *v)
{
    const struct sym *none = sym_const(syms, 0);
    struct kann_buffers b = {none, none, none, none, none, none, none};
    for (int i = 0; i < n; i++) {
        const struct kann_node *node = v[i];
        const struct sym *bytes = kann_bytes(syms, node);
        if (node->n_child) {
            add(syms, &b.op_x, bytes);
            if (kann_needs_gradient(node)) add(syms, &b.op_g, bytes);
            add(syms, &b.scratch, kann_scratch_bytes(syms, node));
        } else if (kann_is_var(node)) {
            add(syms, &b.var_x, bytes);
            add(syms, &b.var_g, bytes);
        } else {
            add(syms, kann_is_const(node) ? &b.constant : &b.feed, bytes);
        }
    }
    return b;
}

const struct sym *kann_buffers_sum(struct syms *syms, const struct kann_buffers *b)
{
    const struct sym *parts[] = {b->op_x, b->op_g, b->scratch, b->var_x, b->var_g, b->constant};
    const struct sym *sum = sym_const(syms, 0);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) sum = sym_add(syms, sum, parts[i]);
    return sum;
}

// ---- scratch of convolutions

#define SMALL_KERNEL_2D 16
#define SMALL_KERNEL_1D 32

// Rows are padded in a buffer of their own only where columns are padded at all.
static const struct sym *padded_row(struct syms *syms, const struct kann_node *node, int axis)
{
    const struct sym *pad = sym_add(syms, node->params[4 * axis + 2], node->params[4 * axis + 3]);
    int64_t number;
    if (sym_is_const(pad, &number) && number <= 0) return sym_const(syms, 0);
    return sym_mul_const(syms, sym_add(syms, node->child[0]->d[2 + axis], pad), KANN_FLOAT_BYTES);
}

// Kernels with few columns and channels go row by row, others through copies of both operands with
// the channels innermost.
static const struct sym *convolution_bytes(struct syms *syms, const struct kann_node *node,
                                           bool *exact)
{
    int axis = node->op == KANN_CONV2D, last = 2 + axis;
    const struct kann_node *x = node->child[0], *w = node->child[1];
    if (!x || !w || node->n_params < 4 * (axis + 1)) return sym_const(syms, 0);
    const struct sym *row = padded_row(syms, node, axis);
    const struct sym *small =
        sym_add(syms, sym_mul_const(syms, node->d[last], KANN_FLOAT_BYTES), row);
    const struct sym *large = sym_add(syms, sym_add(syms, kann_bytes(syms, x), kann_bytes(syms, w)),
                                      sym_mul(syms, row, x->d[1]));
    int64_t columns;
    if (sym_is_const(sym_mul(syms, w->d[last], w->d[1]), &columns))
        return columns < (axis ? SMALL_KERNEL_2D : SMALL_KERNEL_1D) ? small : large;
    *exact = false;
    return large;
}

const struct sym *kann_transient(struct syms *syms, int n, struct kann_node *const *v,
                                 const struct kann_node **at, bool *exact)
{
    const struct sym *most = sym_const(syms, 0);
    *at = NULL;
    *exact = true;
    for (int i = 0; i < n; i++) {
        if (v[i]->op != KANN_CONV1D && v[i]->op != KANN_CONV2D) continue;
        if (v[i]->n_child != 2) continue;
        const struct sym *bytes = convolution_bytes(syms, v[i], exact);
        if (sym_is_at_most(syms, bytes, most)) continue;
        if (*at && !sym_is_at_most(syms, most, bytes)) {
            most = sym_max(syms, most, bytes);
            continue;
        }
        most = bytes;
        *at = v[i];
    }
    return most;
}

// ---- structs

#define RNG_BYTES 32
#define WORD_BYTES 4
#define NETWORK_WORDS 6 // a kann_t: an int, padded, and five pointers

static int64_t list_length(int n)
{
    int64_t room = 2;
    while (room < n) room *= 2;
    return n ? room : 0;
}

static const struct sym *struct_bytes(struct syms *syms, const struct kann_state *state, int n,
                                      struct kann_node *const *v, int64_t length)
{
    int64_t bytes = (NETWORK_WORDS + length) * state->pointer_bytes;
    for (int i = 0; i < n; i++) {
        bytes += state->node_bytes + v[i]->n_child * state->pointer_bytes;
        bytes += v[i]->has_rng ? RNG_BYTES : v[i]->n_params * WORD_BYTES;
    }
    return sym_const(syms, bytes);
}

const struct sym *kann_struct_bytes(struct syms *syms, const struct kann_state *state, int n,
                                    struct kann_node *const *v)
{
    return struct_bytes(syms, state, n, v, list_length(n));
}

const struct sym *kann_copy_struct_bytes(struct syms *syms, const struct kann_state *state, int n,
                                         struct kann_node *const *v)
{
    return struct_bytes(syms, state, n, v, n);
}

static bool owns_value(const struct kann_node *node)
{
    bool given = node->function && strncmp(node->function, "kad_", 4) == 0;
    return (kann_is_var(node) || kann_is_const(node)) && !given;
}

const struct sym *kann_unreached_bytes(struct arena *arena, struct syms *syms,
                                       const struct kann_state *state)
{
    bool *reached = arena_array(arena, bool, state->nodes.n + 1);
    const struct sym *bytes = sym_const(syms, 0);
    for (int i = 0; i < state->networks.n; i++)
        for (int k = 0; k < state->networks.at[i]->n; k++)
            reached[state->networks.at[i]->live[k]->number] = true;
    for (int i = 0; i < state->nodes.n; i++) {
        struct kann_node *node = state->nodes.at[i];
        if (reached[i]) continue;
        int64_t words = node->has_rng ? RNG_BYTES : node->n_params * WORD_BYTES;
        bytes = sym_add_const(syms, bytes,
                              state->node_bytes + node->n_child * state->pointer_bytes + words);
        if (owns_value(node)) bytes = sym_add(syms, bytes, kann_bytes(syms, node));
    }
    return bytes;
}

// ---- one size after another

static void larger(struct arena *arena, struct syms *syms, struct kann_course *c)
{
    const struct sym *now = kann_buffers_sum(syms, &c->now);
    const struct sym *most = kann_buffers_sum(syms, &c->most);
    if (sym_is_at_most(syms, most, now)) {
        c->most = c->now;
        c->v_then = kann_copy_nodes(arena, c->n, c->v);
    } else if (!sym_is_at_most(syms, now, most)) {
        c->most.op_x = sym_max(syms, c->now.op_x, c->most.op_x);
        c->most.op_g = sym_max(syms, c->now.op_g, c->most.op_g);
        c->most.scratch = sym_max(syms, c->now.scratch, c->most.scratch);
        c->most.feed = sym_max(syms, c->now.feed, c->most.feed);
        c->v_then = kann_copy_nodes(arena, c->n, c->v);
    }
}

void kann_course_start(struct arena *arena, struct syms *syms, const struct kann_network *network,
                       struct kann_course *c)
{
    *c = (struct kann_course){.n = network->n, .exact = true};
    c->v = kann_copy_nodes(arena, network->n, network->v);
    c->v_then = kann_copy_nodes(arena, network->n, network->v);
    c->rows = kann_rows(c->n, c->v);
    c->now = c->most = kann_buffers_of(syms, c->n, c->v);
}

void kann_course_restart(struct arena *arena, struct syms *syms, const struct kann_network *network,
                         struct kann_course *c)
{
    struct kann_course before = *c;
    kann_course_start(arena, syms, network, c);
    c->most = before.most;
    c->v_then = before.v_then;
    c->exact = before.exact;
}

void kann_course_change(struct arena *arena, struct kann_node *const *v, struct kann_course *c)
{
    c->v = kann_copy_nodes(arena, c->n, v);
    c->rows = kann_rows(c->n, c->v);
}

void kann_course_set(struct arena *arena, struct syms *syms, const struct sym *rows,
                     struct kann_course *c)
{
    struct kann_synced synced;
    const struct sym *before = c->rows;
    int64_t number;
    if (!before || (sym_is_const(rows, &number) && number <= 0)) return;
    kann_sync(arena, syms, c->n, c->v, rows, &synced);
    c->rows = rows;
    struct kann_buffers needed = kann_buffers_of(syms, c->n, c->v);
    // The arrays of leaves are those that the network was built with.
    needed.var_x = c->now.var_x;
    needed.var_g = c->now.var_g;
    needed.constant = c->now.constant;
    c->now.feed = needed.feed;
    if (sym_is_at_most(syms, rows, before)) return;
    bool grows = sym_is_at_most(syms, sym_add_const(syms, before, 1), rows);
    if (grows) {
        c->now = needed;
    } else {
        c->exact = false;
        c->now.op_x = sym_max(syms, c->now.op_x, needed.op_x);
        c->now.op_g = sym_max(syms, c->now.op_g, needed.op_g);
        c->now.scratch = sym_max(syms, c->now.scratch, needed.scratch);
    }
    larger(arena, syms, c);
}
