// Normalised exponentials along an axis.

#include "ir/ops/rules.h"

// PyTorch's choice where no axis is given: 0 for ranks 0, 1 and 3, else 1.
static int64_t implicit_axis(int rank)
{
    return rank == 0 || rank == 1 || rank == 3 ? 0 : 1;
}

// `dtype` converts before the exponentials; only floats have a kernel, which
// is not looked for where there is nothing to do.
static void along_axis(struct infer *in, int64_t axis)
{
    if (require_axis(in, axis, infer_rank(in, 0)) < 0) return;
    enum dtype dtype = infer_dtype(in, "dtype", infer_dtype_of(in, 0));
    if (!rule_is_empty(in, 0) && !dtype_is_float(dtype)) {
        refuse(in, DIAG_KERNEL_DTYPE, "%s is not defined for %s: input is %s", in->op->name,
               dtype_name(dtype), rule_type_string(in, 0));
        in->fix = "convert the input to f32 first";
        return;
    }
    infer_results(in, 1);
    infer_result(in, 0, dtype, infer_shape(in, 0));
}

static void softmax_shape(struct infer *in)
{
    along_axis(in, infer_const(in, "dim", implicit_axis(infer_rank(in, 0))));
}

// Negates first, which bool has not.
static void softmin_shape(struct infer *in)
{
    if (rule_dtype(in, 0, DTYPES_NUMBER)) softmax_shape(in);
}

static void softmax2d_shape(struct infer *in)
{
    if (!require_rank(in, 0, 3, 4)) return;
    in->unbatched = infer_rank(in, 0) == 3;
    along_axis(in, -3);
}

// Maximum, difference, exponential, sum and quotient of each element.
static const struct sym *softmax_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_out_count(in), 5);
}

const struct op op_softmax = {
    .name = "softmax",
    .aten = "aten::softmax",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "Exponentials divided by their sum along dim.",
    .attrs = {{"dim", ATTR_INT}, {"dtype", ATTR_DTYPE}},
    .saved.any = SAVE_OUT(0),
    .shape = softmax_shape,
    .flops = softmax_flops,
};

const struct op op_log_softmax = {
    .name = "log_softmax",
    .aten = "aten::log_softmax",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "Logarithm of softmax along dim.",
    .attrs = {{"dim", ATTR_INT}, {"dtype", ATTR_DTYPE}},
    .saved.any = SAVE_OUT(0),
    .shape = softmax_shape,
    .flops = softmax_flops,
};

const struct op op_softmin = {
    .name = "softmin",
    .aten = "aten::softmax",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "Softmax of the negated input along dim.",
    .attrs = {{"dim", ATTR_INT}, {"dtype", ATTR_DTYPE}},
    .saved.any = SAVE_OUT(0),
    .shape = softmin_shape,
    .flops = softmax_flops,
};

const struct op op_softmax2d = {
    .name = "softmax2d",
    .aten = "aten::softmax",
    .sig = "input[N,C,H,W] -> output[N,C,H,W]",
    .doc = "Softmax over the channels at each place of an image.",
    .attrs = {{"dtype", ATTR_DTYPE}},
    .saved.any = SAVE_OUT(0),
    .shape = softmax2d_shape,
    .flops = softmax_flops,
};
