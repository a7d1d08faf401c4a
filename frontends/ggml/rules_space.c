// Padding, scaling, rolling, windows, and tensors of numbers in a row.

#include "frontends/ggml/rules.h"

#include <math.h>

// ---- padding: by dimension, before and behind

static struct ggml_tensor *padded(struct ggml_call *c, const struct sym *const *pads)
{
    const struct ggml_tensor *a = c->in[0];
    const struct sym *sizes[GGML_DIMS];
    for (int i = 0; i < GGML_DIMS; i++) {
        sizes[i] = sym_add(c->syms, a->ne[i], pads[2 * i]);
        sizes[i] = sym_add(c->syms, sizes[i], pads[2 * i + 1]);
    }
    struct ggml_tensor *t = tensor_new(c, a->type, sizes);
    for (int i = 0; i < 2 * GGML_DIMS; i++) tensor_param(t, i, pads[i]);
    tensor_param(t, 2 * GGML_DIMS, sym_const(c->syms, c->function->data == PAD_CIRCULAR));
    return tensor_result(t, GGML_OP_PAD, c->in);
}

// p0 to p3, behind each dimension
struct ggml_tensor *ggml_rule_pad(struct ggml_call *c)
{
    const struct sym *pads[2 * GGML_DIMS];
    for (int i = 0; i < GGML_DIMS; i++) {
        pads[2 * i] = sym_const(c->syms, 0);
        pads[2 * i + 1] = call_size(c, i);
    }
    return padded(c, pads);
}

// Before and behind each dimension; less than 0 is not refused.
struct ggml_tensor *ggml_rule_pad_ext(struct ggml_call *c)
{
    const struct sym *pads[2 * GGML_DIMS];
    for (int i = 0; i < 2 * GGML_DIMS; i++) pads[i] = call_size(c, i);
    return padded(c, pads);
}

// number < ne[dimension] of the first tensor
static void need_below(struct ggml_call *c, const char *text, const struct sym *number,
                       int dimension)
{
    call_need_at_most(c, text, side_number(sym_add_const(c->syms, number, 1)),
                      side_ne(c->in[0], dimension));
}

// p0, p1: rows go on as their own mirror image, so neither may be as long as a row.
struct ggml_tensor *ggml_rule_pad_reflect(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    const struct sym *p0 = call_size(c, 0), *p1 = call_size(c, 1);
    need_at_least(c, "p0 >= 0", call_side(c, 0), 0);
    need_at_least(c, "p1 >= 0", call_side(c, 1), 0);
    need_below(c, "p0 < a->ne[0]", p0, 0);
    need_below(c, "p1 < a->ne[0]", p1, 0);
    need_contiguous(c, "ggml_is_contiguous(a)", a);
    need_type(c, "a->type == GGML_TYPE_F32", a, DTYPE_F32);
    const struct sym *row = sym_add(c->syms, sym_add(c->syms, a->ne[0], p0), p1);
    struct ggml_tensor *t = tensor_new(c, a->type, SIZES(row, a->ne[1], a->ne[2], a->ne[3]));
    tensor_params(c, t, 0, 0, 2);
    return tensor_result(t, GGML_OP_PAD_REFLECT_1D, SOURCES(a));
}

// Elements move along each dimension and come in again at its other end.
struct ggml_tensor *ggml_rule_roll(struct ggml_call *c)
{
    static const char *const texts[] = {"abs(shift0) < a->ne[0]", "abs(shift1) < a->ne[1]",
                                        "abs(shift2) < a->ne[2]", "abs(shift3) < a->ne[3]"};
    struct conditions dense = ggml_layout_dense(c->syms, c->in[0]);
    call_need(c, "a->nb[0] == ggml_type_size(a->type)", &dense);
    for (int i = 0; i < GGML_DIMS; i++) {
        need_below(c, texts[i], call_size(c, i), i);
        need_below(c, texts[i], sym_neg(c->syms, call_size(c, i)), i);
    }
    struct ggml_tensor *t = tensor_dup(c, c->in[0]);
    tensor_params(c, t, 0, 0, 4);
    return tensor_result(t, GGML_OP_ROLL, c->in);
}

// ---- interpolation: the kind is in the lower byte of the mode

#define SCALE_MODES 3
#define SCALE_BILINEAR 1
#define SCALE_ANTIALIAS 512

static struct ggml_tensor *interpolated(struct ggml_call *c, const struct sym *const *sizes,
                                        int mode_number)
{
    struct ggml_tensor *a = c->in[0];
    int64_t mode = call_int(c, mode_number), kind = mode & 0xFF;
    call_need_that(c, "(mode & 0xFF) < GGML_SCALE_MODE_COUNT", kind < SCALE_MODES);
    call_need_that(c,
                   "!(mode & GGML_SCALE_FLAG_ANTIALIAS) || (mode & 0xFF) == "
                   "GGML_SCALE_MODE_BILINEAR",
                   !(mode & SCALE_ANTIALIAS) || kind == SCALE_BILINEAR);
    need_type(c, "a->type == GGML_TYPE_F32", a, DTYPE_F32);
    struct ggml_tensor *t = tensor_new(c, a->type, sizes);
    tensor_params(c, t, 0, mode_number, 1);
    return tensor_result(t, GGML_OP_UPSCALE, SOURCES(a));
}

// factor, mode
struct ggml_tensor *ggml_rule_upscale(struct ggml_call *c)
{
    const struct ggml_tensor *a = c->in[0];
    need_at_least(c, "scale_factor > 1", call_side(c, 0), 2);
    const struct sym *factor = call_size(c, 0);
    return interpolated(c,
                        SIZES(sym_mul(c->syms, a->ne[0], factor),
                              sym_mul(c->syms, a->ne[1], factor), a->ne[2], a->ne[3]),
                        1);
}

// ne0 to ne3, mode; also ggml_upscale_ext
struct ggml_tensor *ggml_rule_interpolate(struct ggml_call *c)
{
    return interpolated(
        c, SIZES(call_size(c, 0), call_size(c, 1), call_size(c, 2), call_size(c, 3)), 4);
}

// Of whisper.cpp 1.5.0: by nearest neighbours, of any type.
struct ggml_tensor *ggml_rule_upscale_old(struct ggml_call *c)
{
    const struct ggml_tensor *a = c->in[0];
    const struct sym *factor = call_size(c, 0);
    struct ggml_tensor *t =
        tensor_new(c, a->type,
                   SIZES(sym_mul(c->syms, a->ne[0], factor), sym_mul(c->syms, a->ne[1], factor),
                         a->ne[2], a->ne[3]));
    tensor_params(c, t, 0, 0, 1);
    return tensor_result(t, GGML_OP_UPSCALE, c->in);
}

// ---- numbers in a row

// In single precision. What no int64_t can hold becomes the least, as on x86-64.
static int64_t steps(float start, float stop, float step)
{
    float n = ceilf((stop - start) / step);
    return n >= -0x1p63f && n < 0x1p63f ? (int64_t)n : INT64_MIN;
}

// start, stop, step
struct ggml_tensor *ggml_rule_arange(struct ggml_call *c)
{
    const struct call_number *n = c->numbers;
    bool known = n[0].known && n[1].known && n[2].known;
    const struct sym *size;
    if (n[0].known && n[1].known)
        call_need_that(c, "stop > start", (float)n[1].real > (float)n[0].real);
    if (known)
        size = sym_const(c->syms, steps((float)n[0].real, (float)n[1].real, (float)n[2].real));
    else
        size = sym_unknown(c->syms, "the bounds of ggml_arange are not known");
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(size));
    tensor_params(c, t, 0, 0, 3);
    return tensor_result(t, GGML_OP_ARANGE, SOURCES(NULL));
}

// dim, max_period; an odd dim is not rounded up
struct ggml_tensor *ggml_rule_timestep_embedding(struct ggml_call *c)
{
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(call_size(c, 0), c->in[0]->ne[0]));
    tensor_params(c, t, 0, 0, 2);
    return tensor_result(t, GGML_OP_TIMESTEP_EMBEDDING, c->in);
}

// Keeps a triangle of square matrices.
struct ggml_tensor *ggml_rule_tri(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    need_type(c, "a->type == GGML_TYPE_F32", a, DTYPE_F32);
    need_contiguous(c, "ggml_is_contiguous(a)", a);
    need_ne(c, "a->ne[0] == a->ne[1]", a, 0, a, 1);
    struct ggml_tensor *t = tensor_dup(c, a);
    tensor_params(c, t, 0, 0, 1);
    return tensor_result(t, GGML_OP_TRI, SOURCES(a));
}

// ---- windows of Segment Anything

// How many windows of w cover n.
static const struct sym *windows(struct ggml_call *c, const struct sym *n, const struct sym *w)
{
    if (sym_is(w, 0)) return call_divide(c, "(w - a->ne[1]%w)%w", n, w);
    return sym_ceildiv(c->syms, n, w);
}

// [C, W, H] in windows of w by w, padded: [C, w, w, windows].
struct ggml_tensor *ggml_rule_win_part(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    need_ne_is(c, "a->ne[3] == 1", a, 3, 1);
    need_type(c, "a->type == GGML_TYPE_F32", a, DTYPE_F32);
    const struct sym *w = call_size(c, 0);
    const struct sym *across = windows(c, a->ne[1], w), *down = windows(c, a->ne[2], w);
    struct ggml_tensor *t =
        tensor_new(c, DTYPE_F32, SIZES(a->ne[0], w, w, sym_mul(c->syms, across, down)));
    tensor_param(t, 0, across);
    tensor_param(t, 1, down);
    tensor_param(t, 2, w);
    return tensor_result(t, GGML_OP_WIN_PART, SOURCES(a));
}

// Back to [C, w0, h0].
// w0, h0, w
struct ggml_tensor *ggml_rule_win_unpart(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    need_type(c, "a->type == GGML_TYPE_F32", a, DTYPE_F32);
    struct ggml_tensor *t =
        tensor_new(c, DTYPE_F32, SIZES(a->ne[0], call_size(c, 0), call_size(c, 1)));
    tensor_params(c, t, 0, 2, 1);
    return tensor_result(t, GGML_OP_WIN_UNPART, SOURCES(a));
}
