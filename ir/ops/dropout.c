// Dropouts. Outside training, and with p = 0, all of them hand the input on:
// no kernel runs, so no dtype is refused and no memory is new.

#include "ir/kernel.h"
#include "ir/ops/rules.h"
#include "ir/rows.h"
#include "ir/saving.h"

#include <math.h>

enum feature_rule { EACH_ELEMENT, WHOLE_FEATURES, WHOLE_FEATURES_3D };

// A mask of whole features needs a batch and a feature axis; dropout3d adds
// the batch axis to all inputs but those of rank 5.
static bool features_there(struct infer *in, enum feature_rule rule)
{
    int low = rule == EACH_ELEMENT ? 0 : rule == WHOLE_FEATURES ? 2 : 1;
    return require_rank(in, 0, low, MAX_RANK);
}

static void drop(struct infer *in, enum feature_rule rule)
{
    double p = rule_float_within(in, "p", 0.5, 0.0, 1.0);
    if (refused(in)) return;
    if (!infer_bool(in, "training", in->training) || p == 0.0) {
        rule_pass_on(in);
        return;
    }
    bool draws = p < 1.0 && !rule_is_empty(in, 0);
    if (draws && (!features_there(in, rule) || !rule_dtype(in, 0, DTYPES_FLOAT))) return;
    rule_like_input(in);
}

static void dropout_shape(struct infer *in)
{
    drop(in, EACH_ELEMENT);
}

static void feature_dropout_shape(struct infer *in)
{
    drop(in, WHOLE_FEATURES);
}

static void dropout1d_shape(struct infer *in)
{
    if (!require_rank(in, 0, 2, 3)) return;
    in->unbatched = infer_rank(in, 0) == 2;
    drop(in, EACH_ELEMENT);
}

static void dropout3d_shape(struct infer *in)
{
    drop(in, WHOLE_FEATURES_3D);
}

// ---- what backward reads: which elements were left, one byte for each that was drawn

// With p = 0 nothing is dropped, with p = 1 everything. A p that is not known is taken to draw.
static bool draws_mask(struct saving *s)
{
    return infer_bool(&s->in, "training", s->in.training) && saving_is_positive(s, "p", 0.5) &&
           !(infer_float(&s->in, "p", 0.5) >= 1.0);
}

static void element_mask_saved(struct saving *s)
{
    if (draws_mask(s)) saving_add(s, "mask", DTYPE_BOOL, infer_shape(&s->in, 0));
}

// One draw for each feature of each element of the batch; `unbatched_rank` has no batch axis.
static void feature_mask(struct saving *s, int unbatched_rank)
{
    if (!draws_mask(s)) return;
    struct shape mask = {.rank = infer_rank(&s->in, 0) == unbatched_rank ? 1 : 2};
    for (int i = 0; i < mask.rank; i++) mask.dim[i] = infer_dim(&s->in, 0, i).size;
    saving_add(s, "mask", DTYPE_BOOL, &mask);
}

static void feature_mask_saved(struct saving *s)
{
    feature_mask(s, 1);
}

static void feature_mask1d_saved(struct saving *s)
{
    feature_mask(s, 2);
}

static void feature_mask3d_saved(struct saving *s)
{
    feature_mask(s, 4);
}

// ---- kernels
//
// y = x where the mask is set, else `floor`; then scaled and shifted so that mean and variance
// stay. floor is 0 for plain dropout, and the value that selu tends to for alpha dropout.

struct drop {
    double p, scale, floor, shift;
    int mask_rank; // the mask has the input's first axes
};

// -SELU_SCALE * SELU_ALPHA.
#define ALPHA_FLOOR (-1.7580993408473766)

static bool drops(const struct kernel_call *call)
{
    return kernel_bool(call, "training", call->training) && kernel_float(call, "p", 0.5) > 0.0;
}

static struct drop plain_drop(const struct kernel_call *call, int mask_rank)
{
    double p = kernel_float(call, "p", 0.5);
    return (struct drop){.p = p, .scale = p < 1.0 ? 1.0 / (1.0 - p) : 0.0, .mask_rank = mask_rank};
}

static struct drop alpha_drop(const struct kernel_call *call, int mask_rank)
{
    struct drop d = plain_drop(call, mask_rank);
    d.floor = ALPHA_FLOOR;
    d.scale = d.p < 1.0 ? 1.0 / sqrt((1.0 - d.p) * (1.0 + d.p * ALPHA_FLOOR * ALPHA_FLOOR)) : 0.0;
    d.shift = -d.scale * d.p * ALPHA_FLOOR;
    return d;
}

// The mask, with an axis of size 1 for each that it has not.
static struct tensor spread(const struct tensor *mask, int rank)
{
    struct tensor wide = *mask;
    for (wide.rank = rank; rank > mask->rank; rank--) wide.dim[rank - 1] = 1;
    tensor_set_contiguous(&wide);
    return wide;
}

static struct tensor draw_mask(struct kernel_call *call, const struct drop *d)
{
    const struct tensor *x = &call->in[0];
    struct tensor room = {.dtype = DTYPE_BOOL, .rank = d->mask_rank};
    for (int i = 0; i < d->mask_rank; i++) room.dim[i] = x->dim[i];
    struct tensor *own = d->p < 1.0 ? kernel_own(call, DTYPE_BOOL, room.rank, room.dim) : NULL;
    if (!own) {
        tensor_set_contiguous(&room);
        room.data = call->host->workspace(call, tensor_count(&room));
        own = &room;
    }
    for (int64_t i = 0; i < tensor_count(own); i++)
        tensor_set(own, i, call->host->random(call) >= d->p);
    return spread(own, x->rank);
}

static void apply_drop(struct kernel_call *call, struct drop d)
{
    const struct tensor *x = &call->in[0];
    if (!drops(call)) {
        kernel_view(call, 0, 0, x->rank, x->dim, x->stride, 0);
        return;
    }
    struct tensor mask = draw_mask(call, &d), *y = kernel_result_like(call, 0, 0);
    struct rows rows;
    double row[ROW_ELEMENTS], kept[ROW_ELEMENTS];
    rows_begin(&rows, x->rank, x->dim);
    rows_add(&rows, x);
    rows_add(&rows, &mask);
    rows_add(&rows, y);
    while (rows_next(&rows)) {
        rows_load(&rows, 0, row);
        rows_load(&rows, 1, kept);
        for (int64_t i = 0; i < rows.length; i++)
            row[i] = (kept[i] != 0.0 ? row[i] : d.floor) * d.scale + d.shift;
        rows_store(&rows, 2, row);
    }
}

static void undo_drop(struct kernel_call *call, struct drop d)
{
    if (!kernel_wants(call, 0)) return;
    struct tensor *dx = kernel_gradient(call, 0);
    if (!drops(call)) {
        tensor_copy(&call->grad_out[0], dx);
        return;
    }
    if (d.p >= 1.0) return; // all was dropped
    struct tensor mask = spread(&call->own[0], dx->rank);
    struct rows rows;
    double row[ROW_ELEMENTS], kept[ROW_ELEMENTS];
    rows_begin(&rows, dx->rank, dx->dim);
    rows_add(&rows, &call->grad_out[0]);
    rows_add(&rows, &mask);
    rows_add(&rows, dx);
    while (rows_next(&rows)) {
        rows_load(&rows, 0, row);
        rows_load(&rows, 1, kept);
        for (int64_t i = 0; i < rows.length; i++) row[i] *= kept[i] != 0.0 ? d.scale : 0.0;
        rows_store(&rows, 2, row);
    }
}

static int whole_rank(const struct kernel_call *call)
{
    return call->in[0].rank;
}

// Batch and features; an input of `unbatched` axes has no batch.
static int feature_rank(const struct kernel_call *call, int unbatched)
{
    return call->in[0].rank == unbatched ? 1 : 2;
}

#define DROP(name, drop, mask_rank)                                                                \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        apply_drop(call, drop(call, mask_rank));                                                   \
    }                                                                                              \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        undo_drop(call, drop(call, mask_rank));                                                    \
    }

DROP(dropout, plain_drop, whole_rank(call))
DROP(dropout1d, plain_drop, feature_rank(call, 2))
DROP(dropout2d, plain_drop, feature_rank(call, 1))
DROP(dropout3d, plain_drop, feature_rank(call, 4))
DROP(alpha_dropout, alpha_drop, whole_rank(call))
DROP(feature_alpha_dropout, alpha_drop, feature_rank(call, 1))

const struct op op_dropout = {
    .name = "dropout",
    .aten = "aten::dropout",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "Sets elements to 0 with probability p and scales the rest by 1/(1-p).",
    .attrs = {{"p", ATTR_FLOAT}, {"training", ATTR_BOOL}, {"inplace", ATTR_BOOL}},
    .elementwise = true,
    .random = true,
    .saved.more = element_mask_saved,
    .shape = dropout_shape,
    .flops = rule_flops_elementwise,
    .forward = dropout_forward,
    .backward = dropout_backward,
};

const struct op op_dropout1d = {
    .name = "dropout1d",
    .aten = "aten::feature_dropout",
    .sig = "input[N,C,L] -> output[N,C,L]",
    .doc = "Dropout of whole channels of [N, C, L] or [C, L].",
    .attrs = {{"p", ATTR_FLOAT}, {"training", ATTR_BOOL}, {"inplace", ATTR_BOOL}},
    .random = true,
    .saved.more = feature_mask1d_saved,
    .shape = dropout1d_shape,
    .flops = rule_flops_elementwise,
    .forward = dropout1d_forward,
    .backward = dropout1d_backward,
};

const struct op op_dropout2d = {
    .name = "dropout2d",
    .aten = "aten::feature_dropout",
    .sig = "input[N,C,H,W] -> output[N,C,H,W]",
    .doc = "Dropout of whole channels of [N, C, H, W].",
    .attrs = {{"p", ATTR_FLOAT}, {"training", ATTR_BOOL}, {"inplace", ATTR_BOOL}},
    .random = true,
    .saved.more = feature_mask_saved,
    .shape = feature_dropout_shape,
    .flops = rule_flops_elementwise,
    .forward = dropout2d_forward,
    .backward = dropout2d_backward,
};

const struct op op_dropout3d = {
    .name = "dropout3d",
    .aten = "aten::feature_dropout",
    .sig = "input[N,C,D,H,W] -> output[N,C,D,H,W]",
    .doc = "Dropout of whole channels of [N, C, D, H, W] or [C, D, H, W].",
    .attrs = {{"p", ATTR_FLOAT}, {"training", ATTR_BOOL}, {"inplace", ATTR_BOOL}},
    .random = true,
    .saved.more = feature_mask3d_saved,
    .shape = dropout3d_shape,
    .flops = rule_flops_elementwise,
    .forward = dropout3d_forward,
    .backward = dropout3d_backward,
};

const struct op op_alpha_dropout = {
    .name = "alpha_dropout",
    .aten = "aten::alpha_dropout",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "Dropout that keeps mean and variance, for selu networks.",
    .attrs = {{"p", ATTR_FLOAT}, {"training", ATTR_BOOL}, {"inplace", ATTR_BOOL}},
    .elementwise = true,
    .random = true,
    .saved.more = element_mask_saved,
    .shape = dropout_shape,
    .flops = rule_flops_elementwise,
    .forward = alpha_dropout_forward,
    .backward = alpha_dropout_backward,
};

const struct op op_feature_alpha_dropout = {
    .name = "feature_alpha_dropout",
    .aten = "aten::feature_alpha_dropout",
    .sig = "input[N,C,H,W] -> output[N,C,H,W]",
    .doc = "Alpha dropout of whole channels.",
    .attrs = {{"p", ATTR_FLOAT}, {"training", ATTR_BOOL}, {"inplace", ATTR_BOOL}},
    .random = true,
    .saved.more = feature_mask_saved,
    .shape = feature_dropout_shape,
    .flops = rule_flops_elementwise,
    .forward = feature_alpha_dropout_forward,
    .backward = feature_alpha_dropout_backward,
};
