// Convolution and pooling. Parameters are kernel, stride and the padding before and after, of each
// axis, rows first; the padding was settled when the node was made.

#include "ir/kann_rules.h"

kann_rule kann_rule_conv2d, kann_rule_conv1d, kann_rule_pool2d, kann_rule_pool1d;

static void need_rank(struct kann_shaping *s, int operand, int rank)
{
    const struct kann_node *x = kann_operand(s, operand);
    if (x->n_d == rank) return;
    kann_fail(s, KANN_REFUSES,
              arena_printf(s->arena, "%s must have %d sizes, and it is %s", kann_word(s, operand),
                           rank, kann_shape_string(s->arena, x)),
              NULL);
}

// The size along an axis: of the operand's, and of the axis' parameters.
static const struct sym *slid(struct kann_shaping *s, int axis)
{
    struct syms *syms = s->syms;
    const struct sym *const *p = &s->node->params[4 * axis];
    const struct sym *in = kann_operand(s, 0)->d[2 + axis];
    const struct sym *padded = sym_add(syms, sym_add(syms, in, p[2]), p[3]);
    return sym_add_const(syms, kann_divide(syms, sym_sub(syms, padded, p[0]), p[1]), 1);
}

// Nothing looks at the sign of a size, and two that are below 0 make a length above it.
static void doubt_sizes(struct kann_shaping *s)
{
    for (int i = 2; i < s->shape->n_d; i++) {
        int64_t size;
        if (!sym_is_const(s->shape->d[i], &size))
            kann_need(s, RELATION_AT_MOST, kann_term(sym_const(s->syms, 1), NULL),
                      kann_term(s->shape->d[i], "a size of the result"), NULL);
        if (!sym_is_const(s->shape->d[i], &size) || size > 0) continue;
        // What was lost before was told there.
        if (sym_is_const(kann_operand(s, 0)->d[i], &size) && size <= 0) return;
        sym_is_const(s->shape->d[i], &size);
        kann_doubt(s, DIAG_KANN_NO_SIZE,
                   arena_printf(s->arena,
                                "size %d of the result is %lld: the kernel (%s) does not fit into "
                                "x (%s)",
                                i, (long long)size,
                                sym_string(s->arena, s->node->params[4 * (i - 2)]),
                                sym_string(s->arena, kann_operand(s, 0)->d[i])),
                   "take a smaller kernel, pad, or do fewer halvings before");
        return;
    }
}

static void slide(struct kann_shaping *s, const struct sym *channels, int n_axes)
{
    const struct kann_node *x = kann_operand(s, 0);
    const struct sym *d[KANN_DIMS] = {x->d[0], channels};
    if (s->shape->failure != KANN_FITS) return;
    for (int axis = 0; axis < n_axes; axis++) d[2 + axis] = slid(s, axis);
    kann_sizes(s, 2 + n_axes, d);
    doubt_sizes(s);
}

static void convolve(struct kann_shaping *s, int n_axes)
{
    const struct kann_node *x = kann_operand(s, 0), *w = kann_operand(s, 1);
    need_rank(s, 0, 2 + n_axes);
    need_rank(s, 1, 2 + n_axes);
    if (s->shape->failure != KANN_FITS) return;
    kann_need(s, RELATION_EQUAL, kann_term(x->d[1], "the channels of x, its size 1,"),
              kann_term(w->d[1], "the channels of w, its size 1,"),
              n_axes == 2 ? "w is {filters, channels of x, kernel rows, kernel columns}"
                          : "w is {filters, channels of x, kernel}");
    slide(s, w->d[0], n_axes);
}

void kann_rule_conv2d(struct kann_shaping *s)
{
    convolve(s, 2);
}

void kann_rule_conv1d(struct kann_shaping *s)
{
    convolve(s, 1);
}

static void pool(struct kann_shaping *s, int n_axes)
{
    need_rank(s, 0, 2 + n_axes);
    if (s->shape->failure == KANN_FITS) slide(s, kann_operand(s, 0)->d[1], n_axes);
}

void kann_rule_pool2d(struct kann_shaping *s)
{
    pool(s, 2);
}

void kann_rule_pool1d(struct kann_shaping *s)
{
    pool(s, 1);
}
