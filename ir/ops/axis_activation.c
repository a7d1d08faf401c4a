// Activations that treat one axis apart: prelu has a slope for each channel, glu halves an axis.

#include "ir/map.h"
#include "ir/ops/rules.h"
#include "ir/ops/scalars.h"
#include "ir/ops/view_kernel.h"
#include "ir/rows.h"

#include <math.h>

// One slope for all, or one for each channel: axis 1, or a single channel in rank 1.
static void prelu_shape(struct infer *in)
{
    // The bf16 kernel converts the weight.
    bool converts = infer_dtype_of(in, 0) == DTYPE_BF16;
    if (!converts && !rule_same_dtype(in, 0, 1)) return;
    if (!require_rank(in, 1, 0, 1) || !rule_dtype(in, 0, DTYPES_FLOAT)) return;
    rule_like_input(in);
    const struct shape *weight = infer_shape(in, 1), *input = infer_shape(in, 0);
    if (weight->rank == 0 || sym_is(weight->dim[0], 1)) return;
    if (input->rank == 0) {
        refuse(in, DIAG_PARAMETER_SIZE,
               "prelu has a slope for each channel, but input has no axes");
        return;
    }
    struct term channels =
        input->rank > 1 ? infer_dim(in, 0, 1) : infer_term(sym_const(in->syms, 1), "channels");
    require_equal(in, DIAG_PARAMETER_SIZE, channels, infer_dim(in, 1, 0),
                  "set num_parameters to 1 or to the number of channels");
}

// Halves one axis: the first half times the sigmoid of the second.
static void glu_shape(struct infer *in)
{
    if (infer_rank(in, 0) == 0) {
        refuse(in, DIAG_RANK_NEEDED, "glu halves an axis, but input has none");
        return;
    }
    int axis = require_axis(in, infer_const(in, "dim", -1), infer_rank(in, 0));
    if (axis < 0 || !rule_dtype(in, 0, DTYPES_FLOAT)) return;
    struct shape out = *infer_shape(in, 0);
    require_divides(in, DIAG_SPLIT_EVENLY, infer_term(sym_const(in->syms, 2), "two halves"),
                    infer_dim(in, 0, axis), "give glu an axis of even size");
    out.dim[axis] = sym_floordiv_const(in->syms, out.dim[axis], 2);
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// ---- kernels

// The slopes, in the input's shape but for axis 1, or one for all.
static struct tensor channel_weight(const struct kernel_call *call, const struct tensor *weight)
{
    struct tensor w = *weight;
    int rank = call->in[0].rank;
    if (w.rank == 0 || w.dim[0] == 1 || rank < 2) return w;
    w.rank = rank - 1; // [C, 1, ...] broadcasts from axis 1 on
    for (int i = 1; i < w.rank; i++) {
        w.dim[i] = 1;
        w.stride[i] = 1;
    }
    return w;
}

static void prelu_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i];
        m->to[i] = x > 0.0 ? x : x * m->in[1][i];
    }
}

static void prelu_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], w = m->in[1][i], g = m->gradient[i];
        if (m->operand == 0)
            m->to[i] = x > 0.0 ? g : isnan(x) ? x : g * w;
        else
            m->to[i] = x > 0.0 ? 0.0 : g * x;
    }
}

// The weight as it broadcasts, for the elementwise kernels.
static void show_weight(struct kernel_call *call)
{
    struct tensor *in = arena_copy(call->arena, call->in, 2 * sizeof *in);
    in[1] = channel_weight(call, &call->in[1]);
    call->in = in;
}

static void prelu_forward(struct kernel_call *call)
{
    show_weight(call);
    map_forward_as(call, prelu_map, call->in[0].dtype);
}

static void prelu_backward(struct kernel_call *call)
{
    const struct tensor *given = call->in;
    show_weight(call);
    map_backward(call, prelu_slope);
    if (!kernel_wants(call, 1)) return;
    call->grad_in[1].rank = given[1].rank;
}

// The two halves of an axis.
struct halves {
    struct tensor first, second;
};

static struct halves halves_of(const struct tensor *t, int axis)
{
    struct halves h = {*t, *t};
    int64_t size = t->dim[axis] / 2;
    view_slice(&h.first, axis, 0, size, 1);
    view_slice(&h.second, axis, size, size, 1);
    return h;
}

static void glu_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    struct halves h = halves_of(x, kernel_axis(call, "dim", -1, x->rank));
    struct tensor *y = kernel_result(call, 0, x->dtype, x->rank, h.first.dim);
    struct rows rows;
    double a[ROW_ELEMENTS], b[ROW_ELEMENTS];
    rows_begin(&rows, y->rank, y->dim);
    rows_add(&rows, &h.first);
    rows_add(&rows, &h.second);
    rows_add(&rows, y);
    while (rows_next(&rows)) {
        rows_load(&rows, 0, a);
        rows_load(&rows, 1, b);
        for (int64_t i = 0; i < rows.length; i++) a[i] *= scalar_sigmoid(b[i]);
        rows_store(&rows, 2, a);
    }
}

static void glu_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    int axis = kernel_axis(call, "dim", -1, call->in[0].rank);
    struct halves x = halves_of(&call->in[0], axis), dx = halves_of(kernel_gradient(call, 0), axis);
    struct rows rows;
    double a[ROW_ELEMENTS], b[ROW_ELEMENTS], g[ROW_ELEMENTS];
    const struct tensor *walked[] = {&x.first, &x.second, &call->grad_out[0], &dx.first,
                                     &dx.second};
    rows_begin(&rows, x.first.rank, x.first.dim);
    for (int i = 0; i < 5; i++) rows_add(&rows, walked[i]);
    while (rows_next(&rows)) {
        rows_load(&rows, 0, a);
        rows_load(&rows, 1, b);
        rows_load(&rows, 2, g);
        for (int64_t i = 0; i < rows.length; i++) {
            double s = scalar_sigmoid(b[i]);
            b[i] = g[i] * a[i] * s * (1.0 - s);
            a[i] = g[i] * s;
        }
        rows_store(&rows, 3, a);
        rows_store(&rows, 4, b);
    }
}

// ---- the ops

const struct op op_prelu = {
    .name = "prelu",
    .aten = "aten::prelu",
    .sig = "input[N,C] weight[C] -> output[N,C]",
    .doc = "x where x > 0, else x times a learned slope, one for all or one for each channel.",
    .saved.of = {SAVE_IN(0) | SAVE_IN(1), SAVE_IN(0)},
    .shape = prelu_shape,
    .flops = rule_flops_elementwise,
    .forward = prelu_forward,
    .backward = prelu_backward,
};

const struct op op_glu = {
    .name = "glu",
    .aten = "aten::glu",
    .sig = "input[N,2*C] -> output[N,C]",
    .doc = "The first half of an axis times the sigmoid of the second.",
    .attrs = {{"dim", ATTR_INT}},
    .saved.any = SAVE_IN(0),
    .shape = glu_shape,
    .flops = rule_flops_elementwise,
    .forward = glu_forward,
    .backward = glu_backward,
};
