// Convolutions: by columns and a product of matrices, as most of them are, or directly. Kernels are
// [KW, KH, IC, OC], images [W, H, C, N].

#include "frontends/ggml/window.h"

// ---- columns: each row of the result is what one position of the kernel sees

static struct ggml_tensor *im2col_2d(struct ggml_call *c, struct ggml_tensor *a,
                                     struct ggml_tensor *b, const struct window *w, enum dtype type)
{
    need_ne(c, "a->ne[2] == b->ne[2]", a, 2, b, 2);
    const struct sym *oh = window_positions(c, w, 1, b->ne[1], a->ne[1]);
    const struct sym *ow = window_positions(c, w, 0, b->ne[0], a->ne[0]);
    need_at_least(c, "(!is_2D || OH > 0) && \"b too small compared to a\"", side_result(oh, 1), 1);
    need_at_least(c, "(OW > 0) && \"b too small compared to a\"", side_result(ow, 0), 1);
    const struct sym *seen = sym_mul(c->syms, sym_mul(c->syms, a->ne[2], a->ne[1]), a->ne[0]);
    struct ggml_tensor *t = tensor_new(c, type, SIZES(seen, ow, oh, b->ne[3]));
    window_params(t, w, 2);
    tensor_param(t, 6, sym_const(c->syms, 1));
    return tensor_result(t, GGML_OP_IM2COL, SOURCES(a, b));
}

static struct ggml_tensor *im2col_1d(struct ggml_call *c, struct ggml_tensor *a,
                                     struct ggml_tensor *b, const struct window *w, enum dtype type)
{
    need_ne(c, "b->ne[1] == a->ne[1]", b, 1, a, 1);
    need_ne_is(c, "b->ne[3] == 1", b, 3, 1);
    const struct sym *ow = window_positions(c, w, 0, b->ne[0], a->ne[0]);
    need_at_least(c, "(OW > 0) && \"b too small compared to a\"", side_result(ow, 0), 1);
    const struct sym *seen = sym_mul(c->syms, a->ne[1], a->ne[0]);
    struct ggml_tensor *t = tensor_new(c, type, SIZES(seen, ow, b->ne[2]));
    window_params(t, w, 2);
    return tensor_result(t, GGML_OP_IM2COL, SOURCES(a, b));
}

static struct ggml_tensor *im2col(struct ggml_call *c, enum dtype type)
{
    struct window w = window_of(c, 0, 2);
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    return call_int(c, 6) ? im2col_2d(c, a, b, &w, type) : im2col_1d(c, a, b, &w, type);
}

// s0, s1, p0, p1, d0, d1, is_2D, type
struct ggml_tensor *ggml_rule_im2col(struct ggml_call *c)
{
    return im2col(c, call_type(c, 7));
}

// Of whisper.cpp 1.5.0: always f16
struct ggml_tensor *ggml_rule_im2col_old(struct ggml_call *c)
{
    return im2col(c, DTYPE_F16);
}

// Four sizes, then as ggml_rule_im2col.
struct ggml_tensor *ggml_rule_im2col_back(struct ggml_call *c)
{
    struct ggml_tensor *t = tensor_new(
        c, DTYPE_F32, SIZES(call_size(c, 0), call_size(c, 1), call_size(c, 2), call_size(c, 3)));
    tensor_params(c, t, 0, 4, 7);
    return tensor_result(t, GGML_OP_IM2COL_BACK, c->in);
}

static const struct sym *split(struct ggml_call *c, const struct sym *n, const struct sym *channels)
{
    return call_divide(c, "b->ne[3] / IC", n, channels);
}

// Kernels are [KW, KH, KD, IC * OC], images [W, H, D, IC * N].
static struct ggml_tensor *im2col_3d(struct ggml_call *c, const struct sym *channels,
                                     const struct window *w, enum dtype type)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    const struct sym *n = split(c, b->ne[3], channels);
    const struct sym *od = window_positions(c, w, 2, b->ne[2], a->ne[2]);
    const struct sym *oh = window_positions(c, w, 1, b->ne[1], a->ne[1]);
    const struct sym *ow = window_positions(c, w, 0, b->ne[0], a->ne[0]);
    need_at_least(c, "(OD > 0) && \"b too small compared to a\"", side_result(od, 2), 1);
    need_at_least(c, "(OH > 0) && \"b too small compared to a\"", side_result(oh, 1), 1);
    need_at_least(c, "(OW > 0) && \"b too small compared to a\"", side_result(ow, 0), 1);
    const struct sym *seen = channels;
    for (int i = 0; i < MAX_AXES; i++) seen = sym_mul(c->syms, seen, a->ne[i]);
    struct ggml_tensor *t = tensor_new(c, type, SIZES(seen, ow, oh, sym_mul(c->syms, od, n)));
    window_params(t, w, 3);
    tensor_param(t, 9, channels);
    return tensor_result(t, GGML_OP_IM2COL_3D, SOURCES(a, b));
}

// IC, three each of s, p, d, then the type
struct ggml_tensor *ggml_rule_im2col_3d(struct ggml_call *c)
{
    struct window w = window_of(c, 1, 3);
    return im2col_3d(c, call_size(c, 0), &w, call_type(c, 10));
}

// s0, oc, p0
struct ggml_tensor *ggml_rule_col2im_1d(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    struct syms *s = c->syms;
    const struct sym *s0 = call_size(c, 0), *oc = call_size(c, 1), *p0 = call_size(c, 2);
    need_ones(c, "ggml_is_matrix(a)", a, 2);
    need_contiguous(c, "ggml_is_contiguous(a)", a);
    call_need_that(c,
                   "a->type == GGML_TYPE_F32 || a->type == GGML_TYPE_F16 || "
                   "a->type == GGML_TYPE_BF16",
                   a->type == DTYPE_F32 || a->type == DTYPE_F16 || a->type == DTYPE_BF16);
    need_at_least(c, "s0 > 0", call_side(c, 0), 1);
    need_at_least(c, "oc > 0", call_side(c, 1), 1);
    need_at_least(c, "p0 >= 0", call_side(c, 2), 0);
    const struct sym *k = call_divide(c, "K_OC / oc", a->ne[0], oc);
    const struct sym *out = sym_mul(s, sym_add_const(s, a->ne[1], -1), s0);
    out = sym_sub(s, sym_add(s, out, k), sym_mul_const(s, p0, 2));
    call_need_divides(c, "K_OC == K * oc", call_side(c, 1), side_ne(a, 0));
    need_at_least(c, "K > 0 && T_out > 0", side_number(k), 1);
    need_at_least(c, "K > 0 && T_out > 0", side_number(out), 1);
    struct ggml_tensor *t = tensor_new(c, a->type, SIZES(out, oc));
    tensor_params(c, t, 0, 0, 3);
    return tensor_result(t, GGML_OP_COL2IM_1D, SOURCES(a));
}

// ---- convolutions by columns

// `data` of the function. Columns are f16 even of an f32 kernel.
static enum dtype columns_dtype(const struct ggml_call *c, const struct ggml_tensor *kernel)
{
    switch ((enum columns_type)c->function->data) {
    case COLUMNS_F16: break;
    case COLUMNS_AS_KERNEL: return kernel->type;
    case COLUMNS_F16_OR_F32: return kernel->type == DTYPE_BF16 ? DTYPE_F32 : DTYPE_F16;
    }
    return DTYPE_F16;
}

// Both as matrices, in the order in which the library's compiler evaluates arguments.
static struct ggml_tensor *columns_by_kernel(struct ggml_call *c, struct ggml_tensor *columns,
                                             const struct sym *const *columns_sizes,
                                             struct ggml_tensor *kernel,
                                             const struct sym *const *kernel_sizes)
{
    struct ggml_tensor *left, *right;
    if (c->order == CALL_LEFT_TO_RIGHT) {
        left = make_reshape(c, columns, columns_sizes);
        right = make_reshape(c, kernel, kernel_sizes);
    } else {
        right = make_reshape(c, kernel, kernel_sizes);
        left = make_reshape(c, columns, columns_sizes);
    }
    return make_mul_mat(c, left, right);
}

static const struct sym *times(struct ggml_call *c, const struct sym *a, const struct sym *b)
{
    return sym_mul(c->syms, a, b);
}

static struct ggml_tensor *conv_1d(struct ggml_call *c, const struct window *w)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    struct ggml_tensor *m = im2col_1d(c, a, b, w, columns_dtype(c, a));
    struct ggml_tensor *t = columns_by_kernel(c, m, SIZES(m->ne[0], times(c, m->ne[2], m->ne[1])),
                                              a, SIZES(times(c, a->ne[0], a->ne[1]), a->ne[2]));
    return make_reshape(c, t, SIZES(m->ne[1], a->ne[2], m->ne[2]));
}

// Along one axis; the other has only zeros.
static struct window window_1d(struct ggml_call *c, const struct sym *s, const struct sym *p,
                               const struct sym *d)
{
    const struct sym *none = sym_const(c->syms, 0);
    return (struct window){{s, none, none}, {p, none, none}, {d, none, none}};
}

static const struct sym *half(struct ggml_call *c, const struct sym *n)
{
    return sym_truncdiv(c->syms, n, sym_const(c->syms, 2));
}

// s0, p0, d0
struct ggml_tensor *ggml_rule_conv_1d(struct ggml_call *c)
{
    struct window w = window_1d(c, call_size(c, 0), call_size(c, 1), call_size(c, 2));
    return conv_1d(c, &w);
}

// s, d; padded by half the kernel
struct ggml_tensor *ggml_rule_conv_1d_ph(struct ggml_call *c)
{
    struct window w = window_1d(c, call_size(c, 0), half(c, c->in[0]->ne[0]), call_size(c, 1));
    return conv_1d(c, &w);
}

static struct ggml_tensor *conv_1d_dw(struct ggml_call *c, const struct window *w)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    const struct sym *one = sym_const(c->syms, 1);
    b = make_reshape(c, b, SIZES(b->ne[0], one, b->ne[1], b->ne[2]));
    struct ggml_tensor *m = im2col_1d(c, a, b, w, columns_dtype(c, a));
    struct ggml_tensor *t = make_mul_mat(c, m, a);
    return make_reshape(c, t, SIZES(t->ne[0], t->ne[2], one));
}

struct ggml_tensor *ggml_rule_conv_1d_dw(struct ggml_call *c)
{
    struct window w = window_1d(c, call_size(c, 0), call_size(c, 1), call_size(c, 2));
    return conv_1d_dw(c, &w);
}

struct ggml_tensor *ggml_rule_conv_1d_dw_ph(struct ggml_call *c)
{
    struct window w = window_1d(c, call_size(c, 0), half(c, c->in[0]->ne[0]), call_size(c, 1));
    return conv_1d_dw(c, &w);
}

// The product is [OW, OH, N, OC]; N and OC change places in fresh memory.
static struct ggml_tensor *conv_2d(struct ggml_call *c, const struct window *w)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    struct ggml_tensor *m = im2col_2d(c, a, b, w, columns_dtype(c, a));
    const struct sym *positions = times(c, times(c, m->ne[3], m->ne[2]), m->ne[1]);
    const struct sym *seen = times(c, times(c, a->ne[0], a->ne[1]), a->ne[2]);
    struct ggml_tensor *t =
        columns_by_kernel(c, m, SIZES(m->ne[0], positions), a, SIZES(seen, a->ne[3]));
    t = make_reshape(c, t, SIZES(m->ne[1], m->ne[2], m->ne[3], a->ne[3]));
    t = make_permute(c, t, (const int[]){0, 1, 3, 2});
    return make_cont(c, t, t->ne);
}

struct ggml_tensor *ggml_rule_conv_2d(struct ggml_call *c)
{
    struct window w = window_of(c, 0, 2);
    return conv_2d(c, &w);
}

// The stride is the kernel, without padding: patches.
struct ggml_tensor *ggml_rule_conv_2d_sk_p0(struct ggml_call *c)
{
    const struct ggml_tensor *a = c->in[0];
    const struct sym *none = sym_const(c->syms, 0), *one = sym_const(c->syms, 1);
    return conv_2d(c, &(struct window){{a->ne[0], a->ne[1]}, {none, none}, {one, one}});
}

struct ggml_tensor *ggml_rule_conv_2d_s1_ph(struct ggml_call *c)
{
    const struct ggml_tensor *a = c->in[0];
    const struct sym *one = sym_const(c->syms, 1);
    return conv_2d(
        c, &(struct window){{one, one}, {half(c, a->ne[0]), half(c, a->ne[1])}, {one, one}});
}

// Each channel by its own kernel: channels and batch are one dimension for im2col.
struct ggml_tensor *ggml_rule_conv_2d_dw(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    struct window w = window_of(c, 0, 2);
    const struct sym *one = sym_const(c->syms, 1);
    struct ggml_tensor *kernel =
        make_reshape(c, a, SIZES(a->ne[0], a->ne[1], one, times(c, a->ne[2], a->ne[3])));
    struct ggml_tensor *image =
        make_reshape(c, b, SIZES(b->ne[0], b->ne[1], one, times(c, b->ne[2], b->ne[3])));
    struct ggml_tensor *m = im2col_2d(c, kernel, image, &w, columns_dtype(c, a));
    struct ggml_tensor *columns =
        make_reshape(c, m, SIZES(m->ne[0], times(c, m->ne[2], m->ne[1]), b->ne[2], b->ne[3]));
    kernel = make_reshape(
        c, kernel,
        SIZES(times(c, kernel->ne[0], kernel->ne[1]), kernel->ne[2], kernel->ne[3], one));
    struct ggml_tensor *t = make_mul_mat(c, kernel, columns);
    return make_reshape(c, t, SIZES(m->ne[1], m->ne[2], b->ne[2], b->ne[3]));
}

// IC, then three each of s, p, d
struct ggml_tensor *ggml_rule_conv_3d(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    struct window w = window_of(c, 1, 3);
    const struct sym *channels = call_size(c, 0);
    struct ggml_tensor *m = im2col_3d(c, channels, &w, columns_dtype(c, a));
    const struct sym *oc = split(c, a->ne[3], channels), *n = split(c, b->ne[3], channels);
    const struct sym *positions = times(c, times(c, m->ne[3], m->ne[2]), m->ne[1]);
    const struct sym *seen = times(c, times(c, times(c, a->ne[0], a->ne[1]), a->ne[2]), channels);
    struct ggml_tensor *t = columns_by_kernel(c, m, SIZES(m->ne[0], positions), a, SIZES(seen, oc));
    const struct sym *od = call_divide(c, "im2col->ne[3] / N", m->ne[3], n);
    t = make_reshape(c, t, SIZES(times(c, m->ne[1], m->ne[2]), od, n, oc));
    t = make_permute(c, t, (const int[]){0, 1, 3, 2});
    t = make_cont(c, t, t->ne);
    return make_reshape(c, t, SIZES(m->ne[1], m->ne[2], od, times(c, oc, n)));
}
