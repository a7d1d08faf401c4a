// Normalisations: batch, instance, group, layer and local response.

#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"
#include "ir/saving.h"

// ---- parameters

// A parameter, scale or statistic with one element for each channel.
static bool per_channel(struct infer *in, int operand, struct term channels, const char *what)
{
    if (!infer_has(in, operand)) return true;
    if (!require_rank(in, operand, 0, 1)) return false;
    require_equal(in, DIAG_PARAMETER_SIZE, channels, infer_term(rule_count(in, operand), what),
                  "make num_features {a}");
    return true;
}

// Batch statistics are kept in f32 beside a half precision input; nothing else mixes.
static bool statistics_dtypes(struct infer *in, int last)
{
    if (!rule_dtype(in, 0, DTYPES_FLOAT)) return false;
    enum dtype input = infer_dtype_of(in, 0);
    bool half = input == DTYPE_F16 || input == DTYPE_BF16;
    for (int i = 1; i <= last; i++) {
        if (half && infer_has(in, i) && infer_dtype_of(in, i) == DTYPE_F32) continue;
        if (!rule_same_dtype(in, 0, i)) return false;
    }
    return true;
}

// One value has no variance. A known count of 1 is refused; 0 is not, there is nothing to do.
static bool has_variance(struct infer *in, const struct sym *count, const char *what)
{
    if (sym_is(count, 1)) {
        return refuse(in, DIAG_NO_VARIANCE,
                      "%s needs more than 1 value %s, but input is %s: give it a larger batch or "
                      "extent, or use eval mode where that is possible",
                      in->op->name, what, rule_type_string(in, 0));
    }
    if (!sym_is_const(count, NULL)) {
        require_at_least(in, DIAG_NO_VARIANCE,
                         infer_term(count, arena_printf(in->arena, "values %s", what)), 2,
                         "give it a larger batch or extent");
    }
    return true;
}

// Product of the sizes of the axes from `first` on.
static const struct sym *extent_from(const struct infer *in, int first)
{
    const struct shape *shape = infer_shape(in, 0);
    const struct sym *count = sym_const(in->syms, 1);
    for (int i = first; i < shape->rank; i++) count = sym_mul(in->syms, count, shape->dim[i]);
    return count;
}

static void result_of(struct infer *in, enum dtype dtype)
{
    infer_results(in, 1);
    infer_result(in, 0, dtype, infer_shape(in, 0));
}

// ---- batch norm and instance norm
//
// y = (x - mean) / sqrt(var + eps) * weight + bias, where mean and variance are
// those of a channel over batch and space (batch norm) or over the space of one
// image (instance norm), or the running ones.

enum { INPUT, RUNNING_MEAN, RUNNING_VAR, WEIGHT, BIAS };

static bool statistics_fit(struct infer *in, struct term channels)
{
    for (int i = RUNNING_MEAN; i <= BIAS; i++) {
        if (!per_channel(in, i, channels, "num_features")) return false;
    }
    return true;
}

// Without elements the result is the input times one number of the weight: any dtype will do, no
// size is looked at, and a weight of a higher category decides.
static void empty_result(struct infer *in)
{
    enum dtype dtype = infer_dtype_of(in, INPUT);
    for (int i = WEIGHT; i <= BIAS; i++) {
        if (!infer_has(in, i)) continue;
        if (sym_is(rule_count(in, i), 0) || infer_rank(in, i) == 0) {
            refuse(in, DIAG_EMPTY_AXIS, "an empty %s needs a number of %s, which is %s",
                   in->op->name, rule_operand_name(in, i), rule_type_string(in, i));
            return;
        }
        enum dtype other = infer_dtype_of(in, i);
        if (dtype_category(other) > dtype_category(dtype)) dtype = other;
    }
    result_of(in, dtype);
}

// Whose mean and variance a call normalises with: those of this input, or the ones kept so far.
enum statistics { STATISTICS_OWN, STATISTICS_RUNNING };

// Without running statistics the batch's own are used, unless evaluation is asked for.
static enum statistics batch_statistics(const struct infer *in)
{
    bool own = infer_bool(in, "training", in->training || !infer_has(in, RUNNING_MEAN));
    return own ? STATISTICS_OWN : STATISTICS_RUNNING;
}

static enum statistics instance_statistics(const struct infer *in)
{
    return infer_bool(in, "use_input_stats", true) ? STATISTICS_OWN : STATISTICS_RUNNING;
}

static bool statistics_there(struct infer *in, enum statistics statistics)
{
    return statistics == STATISTICS_OWN || (rule_required(in, RUNNING_MEAN, "outside training") &&
                                            rule_required(in, RUNNING_VAR, "outside training"));
}

static void batch_norm_shape(struct infer *in)
{
    if (!require_rank(in, INPUT, 2, MAX_RANK)) return;
    enum statistics statistics = batch_statistics(in);
    const struct sym *count = sym_mul(in->syms, infer_dim(in, INPUT, 0).size, extent_from(in, 2));
    if (statistics == STATISTICS_OWN && !has_variance(in, count, "per channel in training")) return;
    if (rule_is_empty(in, INPUT)) {
        empty_result(in);
        return;
    }
    if (!statistics_there(in, statistics)) return;
    if (statistics_fit(in, infer_dim(in, INPUT, 1)) && statistics_dtypes(in, BIAS)) {
        result_of(in, infer_dtype_of(in, INPUT));
    }
}

// Each image of a batch is normalised as a channel of its own, so an empty batch leaves no
// element of the weight to multiply with.
static void instance_norm_shape(struct infer *in)
{
    in->unbatched = infer_bool(in, "unbatched", false);
    int channel = in->unbatched ? 0 : 1;
    if (!require_rank(in, INPUT, channel + 1, MAX_RANK)) return;
    enum statistics statistics = instance_statistics(in);
    if (!statistics_there(in, statistics)) return;
    if (statistics == STATISTICS_OWN &&
        !has_variance(in, extent_from(in, channel + 1), "per image and channel"))
        return;
    if (!statistics_fit(in, infer_dim(in, INPUT, channel))) return;
    if (rule_is_empty(in, INPUT)) {
        bool scaled = infer_has(in, WEIGHT) || infer_has(in, BIAS);
        if (scaled && !in->unbatched && sym_is(infer_dim(in, INPUT, 0).size, 0)) {
            refuse(in, DIAG_EMPTY_AXIS,
                   "instance_norm with a weight cannot take an empty batch: %s",
                   rule_type_string(in, INPUT));
            return;
        }
        empty_result(in);
    } else if (statistics_dtypes(in, BIAS)) {
        result_of(in, infer_dtype_of(in, INPUT));
    }
}

// ---- group norm and layer norm
//
// The same with mean and variance of a group of channels of one image, and of
// the last axes. Neither keeps running statistics nor depends on training.

static bool same_dtypes(struct infer *in)
{
    return rule_dtype(in, 0, DTYPES_FLOAT) && rule_same_dtype(in, 0, 1) &&
           rule_same_dtype(in, 0, 2);
}

static void group_norm_shape(struct infer *in)
{
    if (!require_rank(in, 0, 2, MAX_RANK)) return;
    const struct sym *groups = infer_int(in, "num_groups", 1);
    struct term channels = infer_dim(in, 0, 1);
    require_divides(in, DIAG_SPLIT_EVENLY, infer_term(groups, "num_groups"), channels,
                    "choose num_groups so that it divides the number of channels");
    const struct sym *values =
        sym_floordiv(in->syms, sym_mul(in->syms, infer_dim(in, 0, 0).size, channels.size), groups);
    if (!has_variance(in, sym_mul(in->syms, values, extent_from(in, 2)), "per group")) return;
    for (int i = 1; i < 3; i++) {
        if (infer_has(in, i) && !require_rank(in, i, 1, 1)) return;
        if (!per_channel(in, i, channels, "num_channels")) return;
    }
    if (same_dtypes(in)) result_of(in, infer_dtype_of(in, 0));
}

// The last axes of the operand must be normalized_shape.
static bool ends_in(struct infer *in, int operand, int n, const struct sym *const *sizes)
{
    if (!infer_has(in, operand)) return true;
    if (!require_rank(in, operand, n, operand == 0 ? MAX_RANK : n)) return false;
    for (int i = 0; i < n; i++) {
        struct term size = infer_dim(in, operand, i - n);
        require_equal(in, DIAG_NORMALIZED_SHAPE, size, infer_term(sizes[i], "normalized_shape"),
                      operand == 0 ? "normalize over {a}"
                                   : "give it the sizes of normalized_shape");
    }
    return true;
}

static bool fits_normalized_shape(struct infer *in)
{
    const struct sym *sizes[MAX_RANK];
    int n = infer_n_ints(in, "normalized_shape");
    if (n < 1 || n > MAX_RANK) {
        return refuse(in, DIAG_LIST_LENGTH, "normalized_shape of %s has %d values; give 1 to %d",
                      in->op->name, n, MAX_RANK);
    }
    infer_ints(in, "normalized_shape", n, 1, sizes);
    for (int operand = 0; operand < 3; operand++) {
        if (!ends_in(in, operand, n, sizes)) return false;
    }
    return true;
}

static void layer_norm_shape(struct infer *in)
{
    if (fits_normalized_shape(in) && same_dtypes(in)) result_of(in, infer_dtype_of(in, 0));
}

// PyTorch 2.4's, which is made of functions and so mixes dtypes; the result has the input's.
static void rms_norm_shape(struct infer *in)
{
    if (fits_normalized_shape(in) && rule_dtype(in, 0, DTYPES_FLOAT))
        result_of(in, infer_dtype_of(in, 0));
}

// ---- local response norm

// x / (k + alpha mean(x^2 over size channels))^beta; the mean is an average pool, which integers
// other than i64 have not.
static void local_response_norm_shape(struct infer *in)
{
    if (!require_rank(in, 0, 3, MAX_RANK)) return;
    if (rule_is_empty(in, 0)) {
        rule_pass_on(in);
        return;
    }
    const struct sym *size = infer_int(in, "size", 1);
    if (sym_upper(in->syms, size) < 1) {
        refuse(in, DIAG_OPTION_RANGE, "size of local_response_norm is %s; it must be at least 1",
               sym_string(in->arena, size));
        return;
    }
    if (rule_dtype(in, 0, DTYPES_FLOAT | DTYPE_SET(I64)))
        result_of(in, rule_float_dtype(in, 0, DTYPE_F32));
}

// ---- costs

// Mean and variance take 4 operations for each element, the normalisation 2, the affine map (where
// operand `weight` is given) 2.
static const struct sym *norm_flops(const struct infer *in, enum statistics statistics, int weight)
{
    int each = 2 + (statistics == STATISTICS_OWN ? 4 : 0) + (infer_has(in, weight) ? 2 : 0);
    return sym_mul_const(in->syms, rule_count(in, 0), each);
}

static const struct sym *batch_norm_flops(const struct infer *in)
{
    return norm_flops(in, batch_statistics(in), WEIGHT);
}

static const struct sym *instance_norm_flops(const struct infer *in)
{
    return norm_flops(in, instance_statistics(in), WEIGHT);
}

static const struct sym *own_norm_flops(const struct infer *in)
{
    return norm_flops(in, STATISTICS_OWN, 1);
}

// A square, `size` additions, and scale, offset, power and quotient.
static const struct sym *local_response_norm_flops(const struct infer *in)
{
    const struct sym *each = sym_add_const(in->syms, infer_int(in, "size", 1), 5);
    return sym_mul(in->syms, rule_count(in, 0), each);
}

// ---- what backward reads
//
// Mean and deviation of what was normalised are two numbers for each channel, group or row. They
// are read with the input where they depend on it; the gradient of the bias reads nothing.

static void keep_statistics(struct saving *s, const struct sym *count, int weight)
{
    if (!saving_wants(s, INPUT) && !saving_wants(s, weight)) return;
    saving_add_flat(s, "mean and deviation", saving_dtype(s), count, 2);
}

// Running statistics do not depend on the input: its gradient is a product.
static void channel_norm_saved(struct saving *s, enum statistics statistics,
                               const struct sym *channels)
{
    if (saving_wants(s, INPUT)) s->kept |= SAVE_IN(WEIGHT);
    if (saving_wants(s, WEIGHT)) s->kept |= SAVE_IN(INPUT);
    if (statistics == STATISTICS_RUNNING) {
        s->kept |= SAVE_IN(RUNNING_MEAN) | SAVE_IN(RUNNING_VAR);
        return;
    }
    if (saving_wants(s, INPUT)) s->kept |= SAVE_IN(INPUT);
    keep_statistics(s, channels, WEIGHT);
}

static void batch_norm_saved(struct saving *s)
{
    channel_norm_saved(s, batch_statistics(&s->in), infer_dim(&s->in, INPUT, 1).size);
}

static void instance_norm_saved(struct saving *s)
{
    int channel = infer_bool(&s->in, "unbatched", false) ? 0 : 1;
    const struct sym *channels = infer_dim(&s->in, INPUT, channel).size;
    if (channel) channels = sym_mul(s->in.syms, channels, infer_dim(&s->in, INPUT, 0).size);
    channel_norm_saved(s, instance_statistics(&s->in), channels);
}

static void group_norm_saved(struct saving *s)
{
    const struct sym *groups = infer_int(&s->in, "num_groups", 1);
    keep_statistics(s, sym_mul(s->in.syms, groups, infer_dim(&s->in, 0, 0).size), 1);
}

static const struct sym *rows_of(const struct infer *in)
{
    const struct sym *rows = sym_const(in->syms, 1);
    int n = infer_rank(in, 0) - infer_n_ints(in, "normalized_shape");
    for (int i = 0; i < n; i++) rows = sym_mul(in->syms, rows, infer_dim(in, 0, i).size);
    return rows;
}

static void layer_norm_saved(struct saving *s)
{
    keep_statistics(s, rows_of(&s->in), 1);
}

static void rms_norm_saved(struct saving *s)
{
    saving_add_flat(s, "root of the mean square", saving_dtype(s), rows_of(&s->in), 1);
}

// ---- the ops

const struct op op_batch_norm = {
    .name = "batch_norm",
    .aten = "aten::batch_norm",
    .sig = "input[N,C,H,W] running_mean[C]? running_var[C]? weight[C]? bias[C]? -> output[N,C,H,W]",
    .doc =
        "Normalises each channel (axis 1) by mean and variance of the batch, or by running ones.",
    .axes = "NC NCL NCHW NCDHW",
    .attrs = {{"training", ATTR_BOOL}, {"momentum", ATTR_FLOAT}, {"eps", ATTR_FLOAT}},
    .saved.more = batch_norm_saved,
    .shape = batch_norm_shape,
    .flops = batch_norm_flops,
    .forward = batch_norm_forward,
    .backward = batch_norm_backward,
    .constant = SAVE_IN(RUNNING_MEAN) | SAVE_IN(RUNNING_VAR),
};

const struct op op_instance_norm = {
    .name = "instance_norm",
    .aten = "aten::instance_norm",
    .sig = "input[N,C,H,W] running_mean[C]? running_var[C]? weight[C]? bias[C]? -> output[N,C,H,W]",
    .doc = "Normalises each channel of each image by its own mean and variance.",
    .axes = "NCL NCHW NCDHW",
    .attrs = {{"use_input_stats", ATTR_BOOL},
              {"momentum", ATTR_FLOAT},
              {"eps", ATTR_FLOAT},
              {"unbatched", ATTR_BOOL}},
    .saved.more = instance_norm_saved,
    .shape = instance_norm_shape,
    .flops = instance_norm_flops,
    .forward = instance_norm_forward,
    .backward = instance_norm_backward,
    .constant = SAVE_IN(RUNNING_MEAN) | SAVE_IN(RUNNING_VAR),
};

const struct op op_group_norm = {
    .name = "group_norm",
    .aten = "aten::group_norm",
    .sig = "input[N,4*C,H,W] weight[4*C]? bias[4*C]? num_groups=4 -> output[N,4*C,H,W]",
    .doc = "Normalises groups of channels of each image by their own mean and variance.",
    .axes = "NC NCL NCHW NCDHW",
    .attrs = {{"num_groups", ATTR_INT}, {"eps", ATTR_FLOAT}},
    .saved = {.of = {SAVE_IN(0) | SAVE_IN(1), SAVE_IN(0)}, .more = group_norm_saved},
    .least = (const struct attr_least[]){{"num_groups", 1}, {NULL, 0}},
    .shape = group_norm_shape,
    .flops = own_norm_flops,
    .forward = group_norm_forward,
    .backward = group_norm_backward,
};

const struct op op_layer_norm = {
    .name = "layer_norm",
    .aten = "aten::layer_norm",
    .sig = "input[N,T,C] weight[C]? bias[C]? normalized_shape=C -> output[N,T,C]",
    .doc = "Normalises over the last axes, those of normalized_shape.",
    .axes = "NTC? NHWC?",
    .attrs = {{"normalized_shape", ATTR_INTS}, {"eps", ATTR_FLOAT}},
    .saved = {.of = {SAVE_IN(0) | SAVE_IN(1), SAVE_IN(0)}, .more = layer_norm_saved},
    .shape = layer_norm_shape,
    .flops = own_norm_flops,
    .forward = layer_norm_forward,
    .backward = layer_norm_backward,
};

const struct op op_rms_norm = {
    .name = "rms_norm",
    .aten = "aten::rms_norm",
    .sig = "input[N,T,C] weight[C]? normalized_shape=C -> output[N,T,C]",
    .doc = "Divides by the root of the mean square over the last axes, those of normalized_shape.",
    .axes = "NTC? NHWC?",
    .attrs = {{"normalized_shape", ATTR_INTS}, {"eps", ATTR_FLOAT}},
    .saved = {.any = SAVE_IN(0), .of = {SAVE_IN(1)}, .more = rms_norm_saved},
    .shape = rms_norm_shape,
    .flops = own_norm_flops,
    .forward = rms_norm_forward,
    .backward = rms_norm_backward,
};

const struct op op_local_response_norm = {
    .name = "local_response_norm",
    .aten = "aten::div",
    .sig = "input[N,C,H,W] size=5 -> output[N,C,H,W]",
    .doc = "Divides by a power of the mean square over neighbouring channels.",
    .axes = "NCL NCHW NCDHW",
    .attrs = {{"size", ATTR_INT}, {"alpha", ATTR_FLOAT}, {"beta", ATTR_FLOAT}, {"k", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0),
    .shape = local_response_norm_shape,
    .flops = local_response_norm_flops,
    .forward = local_response_norm_forward,
    .backward = local_response_norm_backward,
};
