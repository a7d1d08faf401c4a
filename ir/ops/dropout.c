// Dropouts. Outside training, and with p = 0, all of them hand the input on:
// no kernel runs, so no dtype is refused and no memory is new.

#include "ir/ops/rules.h"
#include "ir/saving.h"

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

// With p = 0 nothing is dropped, with p = 1 everything.
static bool draws_mask(const struct infer *in)
{
    double p = infer_float(in, "p", 0.5);
    return infer_bool(in, "training", in->training) && p > 0.0 && p < 1.0;
}

static void element_mask_saved(struct saving *s)
{
    if (draws_mask(&s->in)) saving_add(s, "mask", DTYPE_BOOL, infer_shape(&s->in, 0));
}

// One draw for each feature of each element of the batch; `unbatched_rank` has no batch axis.
static void feature_mask(struct saving *s, int unbatched_rank)
{
    if (!draws_mask(&s->in)) return;
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
};
