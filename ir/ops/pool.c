// Pools over windows of a given size: the largest element, the mean or a norm, over 1 to 3 spatial
// axes; and what all pools share.

#include "ir/ops/kernels.h"
#include "ir/ops/pool.h"

// ---- what all pools share

struct term pool_dim(const struct infer *in, int n, int axis)
{
    return infer_dim(in, 0, axis - n);
}

bool pool_rank_fits(struct infer *in, int n)
{
    if (!require_rank(in, 0, n + 1, n + 2)) return false;
    in->unbatched = infer_rank(in, 0) == n + 1;
    return true;
}

void pool_results(struct infer *in, int n, const struct sym *const *size)
{
    struct shape out = *infer_shape(in, 0);
    for (int i = 0; i < n; i++) out.dim[out.rank - n + i] = size[i];
    bool indices =
        op_attr_index(in->op, "return_indices") >= 0 && infer_bool(in, "return_indices", false);
    infer_results(in, indices ? 2 : 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
    if (indices) infer_result(in, 1, DTYPE_I64, &out);
}

const struct sym *pool_flops(const struct infer *in)
{
    const struct sym *kernel[MAX_SPATIAL], *flops = rule_out_count(in);
    int n = infer_rank(in, 0) - (in->unbatched ? 1 : 2);
    infer_ints(in, "kernel_size", n, 1, kernel);
    for (int i = 0; i < n; i++) flops = sym_mul(in->syms, flops, kernel[i]);
    return flops;
}

void pool_saves_indices(struct saving *s)
{
    if (s->in.n_out > 1)
        s->kept |= SAVE_OUT(1);
    else
        saving_add(s, "indices", DTYPE_I64, &s->in.out[0].type.shape);
}

// ---- windows
//
// kernel_size, stride (default: kernel_size), padding and dilation are one
// number for all axes or one for each. A count of windows is
//     (size + 2 padding - dilation (kernel - 1) - 1) / stride + 1
// rounded down, or up with ceil_mode. Max pools pad with minus infinity, average
// pools with zeros, which count_include_pad decides whether to count.

// kernel_size, and a stride that defaults to it.
static bool read_windows(struct infer *in, int n, struct windows *w)
{
    w->n = n;
    if (infer_n_ints(in, "kernel_size") == 0)
        return refuse(in, DIAG_OPTION_RANGE, "%s needs a kernel_size", in->op->name);
    if (!window_list(in, "kernel_size", n, 1, w->kernel) || !window_options(in, w)) return false;
    if (infer_n_ints(in, "stride") == 0) {
        for (int i = 0; i < n; i++) w->stride[i] = w->kernel[i];
    }
    return true;
}

// Dilation does not count: the limit is half of kernel_size, not of the extent.
static void padding_fits(struct infer *in, const struct windows *w)
{
    for (int i = 0; i < w->n; i++) {
        if (sym_is(w->padding[i], 0)) continue;
        require_at_most(
            in, DIAG_POOL_PADDING, infer_term(w->padding[i], "padding"),
            infer_term(sym_floordiv_const(in->syms, w->kernel[i], 2), "kernel_size / 2"),
            "pad at most half of kernel_size");
    }
}

// With ceil_mode the last window may hang over the end, but one that would start in the right
// padding is dropped: if (count - 1) stride >= size + padding, one less, which comes to
// min(count, ceil((size + padding) / stride)).
static const struct sym *ceil_count(struct infer *in, const struct windows *w, int axis,
                                    const struct sym *size)
{
    struct syms *syms = in->syms;
    const struct sym *extent = window_extent(in, w, axis), *stride = w->stride[axis];
    const struct sym *room = sym_sub(syms, window_padded(in, w, axis, size), extent);
    const struct sym *count = sym_add_const(syms, sym_ceildiv(syms, room, stride), 1);
    // The last window starts at most extent - padding before the end.
    const struct sym *reach = sym_sub(syms, extent, w->padding[axis]);
    if (sym_prove_at_most(syms, stride, reach).verdict == VERDICT_PROVED) return count;
    const struct sym *starts = sym_add(syms, size, w->padding[axis]);
    return sym_min(syms, count, sym_ceildiv(syms, starts, stride));
}

// The count is at least `smallest` if the padded input is at least so long: extent, less what may
// hang over in ceil_mode, and a stride for each further window.
static void window_there(struct infer *in, const struct windows *w, int axis, int64_t smallest)
{
    struct syms *syms = in->syms;
    const struct sym *stride = w->stride[axis], *needed = window_extent(in, w, axis);
    bool ceil_mode = infer_bool(in, "ceil_mode", false);
    if (ceil_mode) needed = sym_sub(syms, needed, sym_add_const(syms, stride, -1));
    needed = sym_add(syms, needed, sym_mul_const(syms, stride, smallest - 1));
    window_fits(in, w, axis, needed, ceil_mode || smallest != 1 ? "smallest extent" : "extent");
}

// Size of the result along an axis; asks that there is one.
static const struct sym *pooled_size(struct infer *in, const struct windows *w, int axis,
                                     int64_t smallest)
{
    const struct sym *size = pool_dim(in, w->n, axis).size;
    window_there(in, w, axis, smallest);
    if (infer_bool(in, "ceil_mode", false)) return ceil_count(in, w, axis, size);
    return window_count(in, w, axis, size);
}

// What the families of window pools differ in.
struct pool_rule {
    unsigned dtypes;
    int64_t smallest; // result size
    bool whole;       // the input without its padding must hold a window
};

// avg_pool3d looks at the unpadded input, which its one- and two-dimensional kin do not.
static void whole_window_fits(struct infer *in, const struct windows *w)
{
    for (int i = 0; i < w->n; i++) {
        require_at_most(in, DIAG_WINDOW_FITS, infer_term(w->kernel[i], "kernel_size"),
                        pool_dim(in, w->n, i), "use a smaller kernel or a larger input");
    }
}

// In the order in which PyTorch checks, so that the first thing wrong is the one it names.
static void pool(struct infer *in, int n, const struct pool_rule *rule)
{
    struct windows w;
    if (!pool_rank_fits(in, n) || !read_windows(in, n, &w) || !rule_dtype(in, 0, rule->dtypes))
        return;
    padding_fits(in, &w);
    rule_no_empty_axis(in, in->unbatched ? 0 : 1);
    if (rule->whole) whole_window_fits(in, &w);
    const struct sym *size[MAX_SPATIAL];
    for (int i = 0; i < n; i++) size[i] = pooled_size(in, &w, i, rule->smallest);
    pool_results(in, n, size);
}

static const struct pool_rule max_rule = {DTYPES_FLOAT, 1, false};
// Without indices, max_pool1d has a path of its own in which a result without elements is no
// error.
static const struct pool_rule max_rule_1d = {DTYPES_FLOAT, 0, false};
static const struct pool_rule avg_rule = {DTYPES_FLOAT | DTYPE_SET(I64), 1, false};
static const struct pool_rule avg_rule_3d = {DTYPES_FLOAT | DTYPE_SET(I64), 1, true};
static const struct pool_rule lp_rule = {DTYPES_ANY, 1, false};

static void max_pool1d_shape(struct infer *in)
{
    pool(in, 1, infer_bool(in, "return_indices", false) ? &max_rule : &max_rule_1d);
}

static void max_pool2d_shape(struct infer *in)
{
    pool(in, 2, &max_rule);
}

static void max_pool3d_shape(struct infer *in)
{
    pool(in, 3, &max_rule);
}

// avg_pool1d has no divisor, though the struct of its arguments, which it shares, has the option.
static void avg_pool(struct infer *in, int n, const struct pool_rule *rule)
{
    if (n == 1 && infer_given(in, "divisor_override")) {
        refuse(in, DIAG_OPTION_RANGE, "%s has no divisor_override", in->op->name);
        in->fix = "leave it out, and scale the result";
        return;
    }
    if (sym_is(infer_int(in, "divisor_override", 1), 0)) {
        refuse(in, DIAG_OPTION_RANGE, "divisor_override of %s is 0", in->op->name);
        return;
    }
    pool(in, n, rule);
}

static void avg_pool1d_shape(struct infer *in)
{
    avg_pool(in, 1, &avg_rule);
}

static void avg_pool2d_shape(struct infer *in)
{
    avg_pool(in, 2, &avg_rule);
}

static void avg_pool3d_shape(struct infer *in)
{
    avg_pool(in, 3, &avg_rule_3d);
}

// (sum of x^p)^(1/p): a mean of powers, so with the rules of avg_pool, but roots of integers are
// f32.
static void lp_pool(struct infer *in, int n)
{
    if (infer_float(in, "norm_type", 2.0) == 0.0) {
        refuse(in, DIAG_OPTION_RANGE, "norm_type of %s is 0", in->op->name);
        return;
    }
    pool(in, n, &lp_rule);
    if (refused(in)) return;
    struct shape out = in->out[0].type.shape;
    infer_result(in, 0, rule_float_dtype(in, 0, DTYPE_F32), &out);
}

static void lp_pool1d_shape(struct infer *in)
{
    lp_pool(in, 1);
}

static void lp_pool2d_shape(struct infer *in)
{
    lp_pool(in, 2);
}

// ---- the ops

const struct op op_max_pool1d = {
    .name = "max_pool1d",
    .aten = "aten::max_pool1d",
    .sig = "input[N,C,L] kernel_size=2 -> output[N,C,L/2]",
    .doc = "Largest element of each window; with return_indices also where it is.",
    .axes = "NCL CL",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"ceil_mode", ATTR_BOOL},
              {"return_indices", ATTR_BOOL}},
    .saved.more = pool_saves_indices,
    .least = window_least,
    .shape = max_pool1d_shape,
    .flops = pool_flops,
    .forward = max_pool_forward,
    .backward = max_pool_backward,
};

const struct op op_max_pool2d = {
    .name = "max_pool2d",
    .aten = "aten::max_pool2d_with_indices",
    .sig = "input[N,C,H,W] kernel_size=2 -> output[N,C,H/2,W/2]",
    .doc = "Largest element of each window; with return_indices also where it is.",
    .axes = "NCHW CHW",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"ceil_mode", ATTR_BOOL},
              {"return_indices", ATTR_BOOL}},
    .saved.more = pool_saves_indices,
    .least = window_least,
    .shape = max_pool2d_shape,
    .flops = pool_flops,
    .forward = max_pool_forward,
    .backward = max_pool_backward,
};

const struct op op_max_pool3d = {
    .name = "max_pool3d",
    .aten = "aten::max_pool3d_with_indices",
    .sig = "input[N,C,D,H,W] kernel_size=2 -> output[N,C,D/2,H/2,W/2]",
    .doc = "Largest element of each window; with return_indices also where it is.",
    .axes = "NCDHW CDHW",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"ceil_mode", ATTR_BOOL},
              {"return_indices", ATTR_BOOL}},
    .saved.more = pool_saves_indices,
    .least = window_least,
    .shape = max_pool3d_shape,
    .flops = pool_flops,
    .forward = max_pool_forward,
    .backward = max_pool_backward,
};

const struct op op_avg_pool1d = {
    .name = "avg_pool1d",
    .aten = "aten::avg_pool1d",
    .sig = "input[N,C,L] kernel_size=2 -> output[N,C,L/2]",
    .doc = "Mean of each window.",
    .axes = "NCL CL",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"ceil_mode", ATTR_BOOL},
              {"count_include_pad", ATTR_BOOL},
              {"divisor_override", ATTR_INT}},
    .least = window_least,
    .shape = avg_pool1d_shape,
    .flops = pool_flops,
    .forward = avg_pool_forward,
    .backward = avg_pool_backward,
};

const struct op op_avg_pool2d = {
    .name = "avg_pool2d",
    .aten = "aten::avg_pool2d",
    .sig = "input[N,C,H,W] kernel_size=2 -> output[N,C,H/2,W/2]",
    .doc = "Mean of each window.",
    .axes = "NCHW CHW",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"ceil_mode", ATTR_BOOL},
              {"count_include_pad", ATTR_BOOL},
              {"divisor_override", ATTR_INT}},
    .least = window_least,
    .shape = avg_pool2d_shape,
    .flops = pool_flops,
    .forward = avg_pool_forward,
    .backward = avg_pool_backward,
};

const struct op op_avg_pool3d = {
    .name = "avg_pool3d",
    .aten = "aten::avg_pool3d",
    .sig = "input[N,C,D,H,W] kernel_size=2 -> output[N,C,D/2,H/2,W/2]",
    .doc = "Mean of each window.",
    .axes = "NCDHW CDHW",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"ceil_mode", ATTR_BOOL},
              {"count_include_pad", ATTR_BOOL},
              {"divisor_override", ATTR_INT}},
    .least = window_least,
    .shape = avg_pool3d_shape,
    .flops = pool_flops,
    .forward = avg_pool_forward,
    .backward = avg_pool_backward,
};

const struct op op_lp_pool1d = {
    .name = "lp_pool1d",
    .aten = "aten::avg_pool1d",
    .sig = "input[N,C,L] kernel_size=2 -> output[N,C,L/2]",
    .doc = "p-norm of each window.",
    .axes = "NCL CL",
    .attrs = {{"norm_type", ATTR_FLOAT},
              {"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"ceil_mode", ATTR_BOOL}},
    .saved.any = SAVE_IN(0) | SAVE_OUT(0),
    .least = window_least,
    .shape = lp_pool1d_shape,
    .flops = pool_flops,
    .forward = lp_pool_forward,
    .backward = lp_pool_backward,
};

const struct op op_lp_pool2d = {
    .name = "lp_pool2d",
    .aten = "aten::avg_pool2d",
    .sig = "input[N,C,H,W] kernel_size=2 -> output[N,C,H/2,W/2]",
    .doc = "p-norm of each window.",
    .axes = "NCHW CHW",
    .attrs = {{"norm_type", ATTR_FLOAT},
              {"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"ceil_mode", ATTR_BOOL}},
    .saved.any = SAVE_IN(0) | SAVE_OUT(0),
    .least = window_least,
    .shape = lp_pool2d_shape,
    .flops = pool_flops,
    .forward = lp_pool_forward,
    .backward = lp_pool_backward,
};
