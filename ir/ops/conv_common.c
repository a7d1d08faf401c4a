// What convolutions and transposed convolutions have in common: which operands fit, and what a call
// costs.

#include "ir/ops/conv.h"

#include "ir/base/text.h"

// ---- what both check

bool conv_nothing_to_do(const struct infer *in, int n)
{
    const struct shape *input = infer_shape(in, CONV_INPUT);
    if (input->rank != n + 2) return sym_is(input->dim[0], 0);
    return sym_is(input->dim[0], 0) || sym_is(input->dim[1], 0);
}

bool conv_ranks_fit(struct infer *in, int n)
{
    if (!require_rank(in, CONV_INPUT, n + 1, n + 2) || !require_rank(in, CONV_WEIGHT, n + 2, n + 2))
        return false;
    in->unbatched = infer_rank(in, CONV_INPUT) == n + 1;
    return !infer_has(in, CONV_BIAS) || require_rank(in, CONV_BIAS, 1, 1);
}

bool conv_dtypes_fit(struct infer *in, int n, unsigned set, enum bias_check bias)
{
    if (conv_nothing_to_do(in, n) && bias == BIAS_IF_USED) return true;
    if (!rule_same_dtype(in, CONV_INPUT, CONV_BIAS)) return false;
    if (conv_nothing_to_do(in, n)) return true;
    return rule_same_dtype(in, CONV_INPUT, CONV_WEIGHT) && rule_dtype(in, CONV_INPUT, set);
}

// An empty result is the product of the input with one number of the weight,
// which is weaker in promotion unless its category is the higher one.
static enum dtype result_dtype(const struct infer *in)
{
    enum dtype input = infer_dtype_of(in, CONV_INPUT), weight = infer_dtype_of(in, CONV_WEIGHT);
    return dtype_category(weight) > dtype_category(input) ? weight : input;
}

int conv_channel_axis(const struct infer *in)
{
    return in->unbatched ? 0 : 1;
}

// The axis behind the one for channels whose size is that of the channels; 0: none.
static int channels_elsewhere(const struct infer *in, const struct sym *expected)
{
    for (int i = infer_rank(in, CONV_INPUT) - 1; i > conv_channel_axis(in); i--)
        if (infer_dim(in, CONV_INPUT, i).size == expected) return i;
    return 0;
}

// The usual slips beside a wrong number: channels in the last axis, and a batch of signals or
// images without an axis for the one channel, which counts as one element with as many channels.
static const char *channels_fix(const struct infer *in, const struct sym *expected)
{
    const char *plain = "make in_channels {a}, or the channels of the input {b}";
    if (sym_is(expected, 0)) return "make in_channels {a}";
    if (sym_is(infer_dim(in, CONV_INPUT, conv_channel_axis(in)).size, 0))
        return "give the input as many channels as in_channels";
    int elsewhere = channels_elsewhere(in, expected);
    if (in->unbatched && sym_is(expected, 1))
        return arena_printf(
            in->arena,
            "%s; an input of %d axes has no batch: if dim 0 is the batch, unsqueeze "
            "the input at dim 1",
            plain, infer_rank(in, CONV_INPUT));
    if (elsewhere)
        return arena_printf(in->arena, "%s; if the channels are dim %d, permute it to dim %d",
                            plain, elsewhere, conv_channel_axis(in));
    return plain;
}

void conv_channels_fit(struct infer *in, const struct sym *expected, const char *what)
{
    struct term channels = infer_dim(in, CONV_INPUT, conv_channel_axis(in));
    require_equal(in, DIAG_CHANNELS, channels, infer_term(expected, what),
                  channels_fix(in, expected));
}

void conv_groups_fit(struct infer *in, const struct sym *groups, const char *no_channels)
{
    require_at_least(in, DIAG_CHANNELS, infer_dim(in, CONV_WEIGHT, 0), 1, no_channels);
    require_divides(in, DIAG_SPLIT_EVENLY, infer_term(groups, "groups"),
                    infer_dim(in, CONV_WEIGHT, 0),
                    "choose groups so that it divides both numbers of channels");
}

void conv_bias_fits(struct infer *in, const struct sym *channels)
{
    if (!infer_has(in, CONV_BIAS)) return;
    require_equal(in, DIAG_PARAMETER_SIZE, infer_dim(in, CONV_BIAS, 0),
                  infer_term(channels, "out_channels"),
                  "give the bias one element for each output channel");
}

const struct sym *conv_read_groups(struct infer *in)
{
    const struct sym *groups = infer_int(in, "groups", 1);
    window_at_least(in, "groups", 1, &groups, 1);
    return groups;
}

bool conv_read_windows(struct infer *in, int n, struct windows *w)
{
    w->n = n;
    for (int i = 0; i < n; i++) w->kernel[i] = infer_dim(in, CONV_WEIGHT, 2 + i).size;
    return window_options(in, w);
}

void conv_set_result(struct infer *in, const struct sym *channels, const struct sym *const *size,
                     int n)
{
    struct shape out = *infer_shape(in, CONV_INPUT);
    int at = conv_channel_axis(in);
    out.dim[at] = sym_is(out.dim[at], 0) ? out.dim[at] : channels;
    for (int i = 0; i < n; i++) out.dim[at + 1 + i] = size[i];
    infer_results(in, 1);
    infer_result(in, 0, result_dtype(in), &out);
}

struct term conv_spatial_dim(const struct infer *in, int n, int axis)
{
    return infer_dim(in, CONV_INPUT, axis - n);
}

// ---- costs

// Elements of the weight that meet one element of the side that the windows are counted on.
static const struct sym *weights_per_place(const struct infer *in)
{
    const struct shape *weight = infer_shape(in, CONV_WEIGHT);
    const struct sym *count = sym_const(in->syms, 1);
    for (int i = 1; i < weight->rank; i++) count = sym_mul(in->syms, count, weight->dim[i]);
    return count;
}

const struct sym *conv_flops_at(const struct infer *in, const struct sym *places)
{
    const struct sym *products = sym_mul(in->syms, places, weights_per_place(in));
    const struct sym *total = sym_mul_const(in->syms, products, 2);
    return infer_has(in, CONV_BIAS) ? sym_add(in->syms, total, rule_out_count(in)) : total;
}

const struct sym *conv_columns(const struct infer *in, const struct shape *places,
                               const struct sym *channels)
{
    const struct shape *weight = infer_shape(in, CONV_WEIGHT);
    const struct sym *count = channels;
    int n = weight->rank - 2;
    bool plain = true;
    for (int i = 0; i < n; i++) {
        const struct sym *source = in->out[0].type.shape.dim[in->out[0].type.shape.rank - n + i];
        plain &= sym_is(weight->dim[2 + i], 1) && source == infer_dim(in, CONV_INPUT, i - n).size;
        count = sym_mul(in->syms, count, weight->dim[2 + i]);
        count = sym_mul(in->syms, count, places->dim[places->rank - n + i]);
    }
    if (plain) return sym_const(in->syms, 0);
    return sym_mul_const(in->syms, count, dtype_block_bytes(infer_dtype_of(in, CONV_INPUT)));
}
