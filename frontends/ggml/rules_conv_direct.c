// Convolutions that are one operator, transposed ones, and pooling.

#include "frontends/ggml/window.h"

#include <math.h>

static const struct sym *positions(struct ggml_call *c, const struct window *w, int axis)
{
    return window_positions(c, w, axis, c->in[1]->ne[axis], c->in[0]->ne[axis]);
}

// Kernel [KW, KH, IC, OC], image [W, H, IC, N] give [OW, OH, OC, N] of the image's type.
struct ggml_tensor *ggml_rule_conv_2d_direct(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    struct window w = window_of(c, 0, 2);
    need_ne(c, "a->ne[2] == b->ne[2]", a, 2, b, 2);
    const struct sym *ow = positions(c, &w, 0), *oh = positions(c, &w, 1);
    struct ggml_tensor *t = tensor_new(c, b->type, SIZES(ow, oh, a->ne[3], b->ne[3]));
    window_params(t, &w, 2);
    return tensor_result(t, GGML_OP_CONV_2D, c->in);
}

// Channels of an image that lie side by side do so in the result.
static void lay_channels_last(struct ggml_call *c, struct ggml_tensor *t)
{
    struct syms *s = c->syms;
    call_need_that(c, "ggml_blck_size(result->type) == 1", dtype_block_elements(t->type) == 1);
    const struct sym *element = sym_const(s, dtype_block_bytes(t->type));
    t->nb[0] = sym_mul(s, t->ne[2], element);
    t->nb[1] = sym_mul(s, t->ne[0], t->nb[0]);
    t->nb[2] = element;
}

// A kernel for each channel: [KW, KH, 1, C].
struct ggml_tensor *ggml_rule_conv_2d_dw_direct(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    struct window w = window_of(c, 0, 2);
    need_ne_is(c, "a->ne[2] == 1", a, 2, 1);
    need_ne(c, "a->ne[3] == b->ne[2]", a, 3, b, 2);
    const struct sym *ow = positions(c, &w, 0), *oh = positions(c, &w, 1);
    struct ggml_tensor *t = tensor_new(c, b->type, SIZES(ow, oh, b->ne[2], b->ne[3]));
    if (ggml_layout_channels_last(c->syms, b)) lay_channels_last(c, t);
    window_params(t, &w, 2);
    return tensor_result(t, GGML_OP_CONV_2D_DW, c->in);
}

// Three each of s, p, d, then channels, batch and output channels
struct ggml_tensor *ggml_rule_conv_3d_direct(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    struct window w = window_of(c, 0, 3);
    const struct sym *channels = call_size(c, 9), *n = call_size(c, 10), *oc = call_size(c, 11);
    call_need_equal(c, "a->ne[3] == (int64_t) c * oc", side_ne(a, 3),
                    side_number(sym_mul(c->syms, channels, oc)));
    call_need_equal(c, "b->ne[3] == (int64_t) c * n", side_ne(b, 3),
                    side_number(sym_mul(c->syms, channels, n)));
    const struct sym *ow = positions(c, &w, 0), *oh = positions(c, &w, 1);
    const struct sym *od = positions(c, &w, 2);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(ow, oh, od, sym_mul(c->syms, oc, n)));
    tensor_params(c, t, 0, 0, 12);
    return tensor_result(t, GGML_OP_CONV_3D, c->in);
}

// ---- transposed: (n - 1) * s + k

static const struct sym *transposed_size(struct ggml_call *c, int axis, const struct sym *stride)
{
    const struct sym *steps = sym_add_const(c->syms, c->in[1]->ne[axis], -1);
    return sym_add(c->syms, sym_mul(c->syms, steps, stride), c->in[0]->ne[axis]);
}

// s0, p0, d0
struct ggml_tensor *ggml_rule_conv_transpose_1d(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    need_ones(c, "ggml_is_matrix(b)", b, 2);
    need_ne(c, "a->ne[2] == b->ne[1]", a, 2, b, 1);
    need_ne_is(c, "a->ne[3] == 1", a, 3, 1);
    call_need_equal(c, "p0 == 0", call_side(c, 1), side_constant(c->syms, 0));
    call_need_equal(c, "d0 == 1", call_side(c, 2), side_constant(c->syms, 1));
    const struct sym *size = transposed_size(c, 0, call_size(c, 0));
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(size, a->ne[1], b->ne[2]));
    tensor_params(c, t, 0, 0, 3);
    return tensor_result(t, GGML_OP_CONV_TRANSPOSE_1D, c->in);
}

// The kernel is [KW, KH, OC, IC]; stride
struct ggml_tensor *ggml_rule_conv_transpose_2d(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    need_ne(c, "a->ne[3] == b->ne[2]", a, 3, b, 2);
    const struct sym *width = transposed_size(c, 0, call_size(c, 0));
    const struct sym *height = transposed_size(c, 1, call_size(c, 0));
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(width, height, a->ne[2], b->ne[3]));
    tensor_params(c, t, 0, 0, 1);
    return tensor_result(t, GGML_OP_CONV_TRANSPOSE_2D, c->in);
}

// ---- pooling: in single precision, then cut

static int64_t pool_constant(int64_t n, int64_t kernel, int64_t stride, float pad)
{
    float size = ((float)n + 2 * pad - (float)kernel) / (float)stride + 1;
    return size >= -0x1p63f && size < 0x1p63f ? (int64_t)size : INT64_MIN;
}

// Padding on both sides in whole elements; NULL: it is not known, or half an element remains.
static const struct sym *both_pads(struct ggml_call *c, int number)
{
    const struct call_number *pad = &c->numbers[number];
    if (pad->sym) return sym_mul_const(c->syms, pad->sym, 2);
    double both = 2 * pad->real;
    if (!pad->known || both != floor(both) || fabs(both) > INT32_MAX) return NULL;
    return sym_const(c->syms, (int64_t)both);
}

// Numbers of the kernel, the stride and the padding. Sizes that are no constants are taken to be
// exact in single precision.
static const struct sym *pool_size(struct ggml_call *c, const struct sym *n, int kernel, int stride,
                                   int pad)
{
    struct syms *s = c->syms;
    int64_t size, k, step;
    const struct call_number *padding = &c->numbers[pad];
    bool known = padding->sym ? sym_is_const(padding->sym, NULL) : padding->known;
    if (known && sym_is_const(n, &size) && sym_is_const(call_size(c, kernel), &k) &&
        sym_is_const(call_size(c, stride), &step))
        return sym_const(s, pool_constant(size, k, step, (float)padding->real));
    const struct sym *pads = both_pads(c, pad);
    if (!pads) return sym_unknown(s, "the padding of the pooling is not known");
    const struct sym *room = sym_sub(s, sym_add(s, n, pads), call_size(c, kernel));
    return sym_add_const(s, sym_floordiv(s, room, call_size(c, stride)), 1);
}

// op, k0, s0, p0
struct ggml_tensor *ggml_rule_pool_1d(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    const struct sym *size = pool_size(c, a->ne[0], 1, 2, 3);
    need_at_least(c, "ne[0] > 0", side_result(size, 0), 1);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(size, a->ne[1], a->ne[2], a->ne[3]));
    tensor_params(c, t, 0, 0, 4);
    return tensor_result(t, GGML_OP_POOL_1D, SOURCES(a));
}

// op, k0, k1, s0, s1, and p0 and p1, which are floats stored as integers
static void pool_params(struct ggml_call *c, struct ggml_tensor *t)
{
    tensor_params(c, t, 0, 0, 5);
    for (int i = 5; i < 7; i++) {
        const struct call_number *pad = &c->numbers[i];
        bool fits = pad->known && fabs(pad->real) < INT32_MAX;
        if (fits)
            tensor_param(t, i, sym_const(c->syms, (int32_t)pad->real));
        else
            tensor_params_unknown(t, i, 1);
    }
}

struct ggml_tensor *ggml_rule_pool_2d(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    const struct sym *width = pool_size(c, a->ne[0], 1, 3, 5);
    const struct sym *height = pool_size(c, a->ne[1], 2, 4, 6);
    need_at_least(c, "ne[0] > 0", side_result(width, 0), 1);
    need_at_least(c, "ne[1] > 0", side_result(height, 1), 1);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(width, height, a->ne[2], a->ne[3]));
    pool_params(c, t);
    return tensor_result(t, GGML_OP_POOL_2D, SOURCES(a));
}

// The gradient of a pooling, and what was pooled: as large as that.
struct ggml_tensor *ggml_rule_pool_2d_back(struct ggml_call *c)
{
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, c->in[1]->ne);
    pool_params(c, t);
    return tensor_result(t, GGML_OP_POOL_2D_BACK, c->in);
}
