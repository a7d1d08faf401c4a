// Leaves, and the functions that make one operator.

#include "frontends/kann/rules.h"

// ---- leaves

// n_d is looked at only for being more than four.
static struct kann_node *leaf(struct kann_call *c, unsigned flag)
{
    if (c->n_sizes > KANN_DIMS)
        return kann_make_nothing(c, KANN_REFUSES, 0, NULL, KANN_LEAF,
                                 "a node has room for four sizes, and more are given", NULL);
    return kann_make_leaf(c, flag, c->n_sizes, c->sizes);
}

struct kann_node *rule_leaf(struct kann_call *c)
{
    return leaf(c, (unsigned)kann_call_data(c));
}

struct kann_node *rule_new_leaf(struct kann_call *c)
{
    int64_t flag = KANN_VAR;
    sym_is_const(kann_number(c, 0), &flag);
    return leaf(c, (unsigned)flag);
}

struct kann_node *rule_weight(struct kann_call *c)
{
    return kann_make_leaf(c, KANN_VAR, kann_call_data(c), c->number);
}

// ---- operators

struct kann_node *rule_op(struct kann_call *c)
{
    return kann_make_op(c, (enum kann_op)kann_call_data(c), c->n_in, c->in, 0, NULL);
}

struct kann_node *rule_random(struct kann_call *c)
{
    struct kann_node *node = rule_op(c);
    if (node) node->has_rng = true;
    return node;
}

struct kann_node *rule_pivot(struct kann_call *c)
{
    if (c->n_in == 0)
        return kann_make_nothing(c, KANN_ASSERTS, 0, NULL, (enum kann_op)kann_call_data(c),
                                 "there must be an operand, and there is none", NULL);
    return rule_op(c);
}

struct kann_node *rule_select(struct kann_call *c)
{
    const struct sym *which = sym_const(c->syms, 0);
    if (kann_call_data(c)) which = kann_number(c, 0);
    struct kann_node *node = kann_make_op(c, KANN_SELECT, c->n_in, c->in, 1, &which);
    if (node) node->flag |= (unsigned)kann_call_data(c);
    return node;
}

struct kann_node *rule_concat(struct kann_call *c)
{
    const struct sym *axis = kann_number(c, 0);
    return kann_make_op(c, KANN_CONCAT, c->n_in, c->in, 1, &axis);
}

struct kann_node *rule_axis(struct kann_call *c)
{
    const struct sym *axis = kann_number(c, 0);
    return kann_make_op(c, (enum kann_op)kann_call_data(c), 1, c->in, 1, &axis);
}

struct kann_node *rule_slice(struct kann_call *c)
{
    int64_t start, end;
    bool known = sym_is_const(kann_number(c, 1), &start) && sym_is_const(kann_number(c, 2), &end);
    if (known && (end < start || start < 0))
        return kann_make_nothing(
            c, KANN_REFUSES, 1, c->in, KANN_SLICE,
            arena_printf(c->arena, "a slice from %lld to %lld has no elements", (long long)start,
                         (long long)end),
            "the start is no less than 0, and the end is the first index that is left out");
    return kann_make_op(c, KANN_SLICE, 1, c->in, 3, c->number);
}

// Without an array all sizes are left open.
struct kann_node *rule_reshape(struct kann_call *c)
{
    const struct sym **sizes = arena_array(c->arena, const struct sym *, c->n_sizes + 1);
    for (int i = 0; i < c->n_sizes; i++)
        sizes[i] = c->sizes_given ? c->sizes[i] : sym_const(c->syms, -1);
    return kann_make_op(c, KANN_RESHAPE, 1, c->in, c->n_sizes, sizes);
}

// ---- convolution and pooling

static void add_axis(struct kann_call *c, const struct sym *in, const struct sym *kernel,
                     const struct sym *stride, const struct sym *pad, const struct sym **params)
{
    struct kann_window window = kann_window_of(c->syms, in, kernel, stride, pad);
    params[0] = kernel;
    params[1] = stride;
    params[2] = window.before;
    params[3] = window.after;
}

static struct kann_node *refuse_rank(struct kann_call *c, enum kann_op op, int rank, int n)
{
    for (int i = 0; i < n; i++) {
        const struct kann_node *x = c->in[i];
        if (!x || x->n_d == rank) continue;
        return kann_make_nothing(c, KANN_REFUSES, n, c->in, op,
                                 arena_printf(c->arena, "%s must have %d sizes, and it is %s",
                                              i ? "w" : "x", rank, kann_shape_string(c->arena, x)),
                                 rank == 4 ? "images are {batch, channels, rows, columns}"
                                           : "sequences are {batch, channels, length}");
    }
    return NULL;
}

// A stride of 0 divides by it. NULL: none is.
static struct kann_node *refuse_strides(struct kann_call *c, enum kann_op op, int first, int n)
{
    for (int i = first; i < first + n; i++)
        if (sym_is(kann_number(c, i), 0))
            return kann_make_nothing(c, KANN_ASSERTS, c->n_in, c->in, op,
                                     "a stride is 0, by which the size is divided", NULL);
    return NULL;
}

struct kann_node *rule_conv(struct kann_call *c)
{
    enum kann_op op = (enum kann_op)kann_call_data(c);
    int n = op == KANN_CONV2D ? 2 : 1;
    const struct sym *params[8];
    if (!c->in[0] || !c->in[1]) return NULL;
    struct kann_node *wrong = refuse_rank(c, op, 2 + n, 2);
    if (!wrong) wrong = refuse_strides(c, op, 0, n);
    if (wrong) return wrong;
    for (int i = 0; i < n; i++)
        add_axis(c, c->in[0]->d[2 + i], c->in[1]->d[2 + i], kann_number(c, i),
                 kann_number(c, n + i), &params[4 * i]);
    return kann_make_op(c, op, 2, c->in, 4 * n, params);
}

struct kann_node *rule_pool(struct kann_call *c)
{
    enum kann_op op = (enum kann_op)kann_call_data(c);
    int n = op == KANN_MAX2D ? 2 : 1;
    const struct sym *params[8];
    if (!c->in[0]) return NULL;
    struct kann_node *wrong = refuse_rank(c, op, 2 + n, 1);
    if (!wrong) wrong = refuse_strides(c, op, n, n);
    if (wrong) return wrong;
    for (int i = 0; i < n; i++)
        add_axis(c, c->in[0]->d[2 + i], kann_number(c, i), kann_number(c, n + i),
                 kann_number(c, 2 * n + i), &params[4 * i]);
    return kann_make_op(c, op, 1, c->in, 4 * n, params);
}
