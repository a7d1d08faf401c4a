// Elements overwritten: where a mask holds, or all of them.
//
// Writing one value to a place several times is the same as writing it once, so an expanded tensor
// is filled in place, but not copied to.

#include "ir/map.h"
#include "ir/ops/elementwise.h"

#include <float.h>
#include <math.h>

struct range {
    double low, high;
};

// Least and largest number of a dtype; both 0 where every number fits (f64) or
// becomes true (bool).
static struct range dtype_range(enum dtype dtype)
{
    static const struct range ranges[N_DTYPES] = {
        [DTYPE_U8] = {0, 255},
        [DTYPE_I8] = {-128, 127},
        [DTYPE_I16] = {-32768, 32767},
        [DTYPE_I32] = {-0x1p31, 0x1p31 - 1},
        [DTYPE_I64] = {-0x1p63, 0x1p63},
        [DTYPE_F16] = {-65504, 65504},
        [DTYPE_BF16] = {-0x1.fep127, 0x1.fep127},
        [DTYPE_F32] = {-FLT_MAX, FLT_MAX},
    };
    return ranges[dtype];
}

// c10::overflows: u8 takes -255 and up from an integer, floats take infinities.
static bool value_fits(enum dtype dtype, const struct attr *value)
{
    int64_t integer = 0;
    bool is_int = value->kind == ATTR_INT && sym_is_const(value->i, &integer);
    if (!is_int && value->kind != ATTR_FLOAT) return true;
    double number = is_int ? (double)integer : value->f;
    struct range range = dtype_range(dtype);
    if (range.high == 0) return true;
    if (dtype_is_float(dtype) && !isfinite(number)) return true;
    if (dtype == DTYPE_U8 && is_int) range.low = -255;
    return number >= range.low && number <= range.high;
}

// A number, or a tensor without axes, that the dtype of the input can hold.
static bool one_number(struct infer *in, int operand)
{
    enum dtype dtype = infer_dtype_of(in, 0);
    const struct attr *value = in->in[operand].value;
    if (infer_rank(in, operand) > 0) {
        in->fix = "give one element of value, as a tensor without axes, or a number";
        return refuse(in, DIAG_RANK, "value of %s must be one number: it is %s", in->op->name,
                      rule_type_string(in, operand));
    }
    if (!value || value_fits(dtype, value)) return true;
    refuse(in, DIAG_VALUE_RANGE, "the value of %s does not fit into %s", in->op->name,
           dtype_name(dtype));
    in->fix = "use the least or largest number of the dtype";
    return false;
}

// The dtype is that of the input: the value is converted, and must fit. A mask of
// another dtype than bool is taken by PyTorch if it holds nothing but 0 and 1.
// In place the input cannot grow; else the result is a new contiguous tensor.
static void masked_fill_shape(struct infer *in)
{
    enum dtype dtype = infer_dtype_of(in, 0);
    if (!one_number(in, 2)) return;
    struct shape out;
    infer_broadcast(in, 0, 2, &out);
    if (infer_bool(in, "inplace", false)) {
        if (elementwise_keeps_shape(in, &out)) rule_write_input(in);
        return;
    }
    infer_results(in, 1);
    infer_result(in, 0, dtype, &out);
}

// ---- the whole tensor

static void fill_shape(struct infer *in)
{
    if (one_number(in, 1)) rule_write_input(in);
}

// Any dtype is converted, also where it loses something: that is what copy_ is for.
static void copy_shape(struct infer *in)
{
    struct shape shape;
    infer_broadcast(in, 0, 2, &shape);
    elementwise_in_place(in, &shape, infer_dtype_of(in, 0));
}

// ---- kernels

// The mask and the input broadcast; the value is one number.
static void masked_fill_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) m->to[i] = m->in[1][i] != 0.0 ? m->in[2][i] : m->in[0][i];
}

static void masked_fill_whole(int64_t n, const int64_t *const *in, int64_t *to)
{
    for (int64_t i = 0; i < n; i++) to[i] = in[1][i] ? in[2][i] : in[0][i];
}

// The input's gradient where the mask does not hold, the value's where it does.
static void masked_fill_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        bool filled = m->in[1][i] != 0.0;
        m->to[i] = filled == (m->operand == 2) ? m->gradient[i] : 0.0;
    }
}

static void masked_fill_forward(struct kernel_call *call)
{
    if (!map_many_integers(call, masked_fill_whole, call->in[0].dtype))
        map_forward_as(call, masked_fill_map, call->in[0].dtype);
}

static void masked_fill_backward(struct kernel_call *call)
{
    map_backward(call, masked_fill_slope);
}

static struct tensor *over_operand(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    return kernel_view(call, 0, 0, x->rank, x->dim, x->stride, 0);
}

static void fill__forward(struct kernel_call *call)
{
    tensor_fill(over_operand(call), tensor_get(&call->in[1], 0));
}

static void zero__forward(struct kernel_call *call)
{
    tensor_fill(over_operand(call), 0.0);
}

static void copy__forward(struct kernel_call *call)
{
    tensor_copy(&call->in[1], over_operand(call));
}

// What was overwritten has a gradient of zero; what it was overwritten with has all of it.
static void overwrite_backward(struct kernel_call *call)
{
    if (kernel_wants(call, 0)) kernel_gradient(call, 0);
    if (kernel_wants(call, 1)) kernel_sum_to(call, &call->grad_out[0], kernel_gradient(call, 1));
}

// ---- ops

// The gradient of what was overwritten is zero, so backward reads the mask, and nothing where all
// was.
const struct op op_masked_fill = {
    .name = "masked_fill",
    .aten = "aten::masked_fill",
    .sig = "input[M,N] mask:bool[M,N] value[] -> output[M,N]",
    .doc = "value where the mask holds, input elsewhere.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(1),
    .elementwise = true,
    .shape = masked_fill_shape,
    .forward = masked_fill_forward,
    .backward = masked_fill_backward,
};

const struct op op_fill_ = {
    .name = "fill_",
    .aten = "aten::fill_",
    .sig = "input[M,N] value[] -> output[M,N]",
    .doc = "The input, every element of which becomes value.",
    .elementwise = true,
    .shape = fill_shape,
    .forward = fill__forward,
    .backward = overwrite_backward,
};

const struct op op_zero_ = {
    .name = "zero_",
    .aten = "aten::zero_",
    .sig = "input[M,N] -> output[M,N]",
    .doc = "The input, every element of which becomes 0.",
    .elementwise = true,
    .shape = rule_write_input,
    .forward = zero__forward,
    .backward = overwrite_backward,
};

const struct op op_copy_ = {
    .name = "copy_",
    .aten = "aten::copy_",
    .sig = "input[M,N] src[N] -> output[M,N]",
    .doc = "The input, which takes the elements of src, broadcast and converted.",
    .elementwise = true,
    .shape = copy_shape,
    .forward = copy__forward,
    .backward = overwrite_backward,
};
