// Pools with a given result size: adaptive pools, whose windows follow from it, and fractional
// ones, whose windows start at random steps.

#include "ir/ops/kernels.h"
#include "ir/ops/pool.h"

// ---- adaptive pools
//
// Window i of n over an axis of size s covers floor(i s / n) to ceil((i + 1) s /
// n), so any result size goes with any input size; larger ones repeat elements.
// None in a list of PyTorch, which keeps the input's size, is filled in before
// the op is called.

static bool read_output_size(struct infer *in, int n, const struct sym **size)
{
    if (infer_n_ints(in, "output_size") == 0)
        return refuse(in, DIAG_OPTION_RANGE, "%s needs an output_size", in->op->name);
    return window_list(in, "output_size", n, 1, size) &&
           window_at_least(in, "output_size", n, size, 0);
}

static void adaptive_max(struct infer *in, int n)
{
    const struct sym *size[MAX_SPATIAL];
    if (!pool_rank_fits(in, n) || !read_output_size(in, n, size)) return;
    if (!rule_dtype(in, 0, DTYPES_FLOAT)) return;
    rule_no_empty_axis(in, 1);
    pool_results(in, n, size);
}

static void adaptive_max_pool1d_shape(struct infer *in)
{
    adaptive_max(in, 1);
}

static void adaptive_max_pool2d_shape(struct infer *in)
{
    adaptive_max(in, 2);
}

static void adaptive_max_pool3d_shape(struct infer *in)
{
    adaptive_max(in, 3);
}

// A result of single elements is a plain mean: no axis is too empty for it, and over 2 and 3 axes
// none too many. Means over 1 and 2 axes look at the spatial axes only, and return before they look
// at the dtype where there is nothing to do.
static bool all_sizes_are(int n, const struct sym *const *size, int64_t value)
{
    for (int i = 0; i < n; i++) {
        if (!sym_is(size[i], value)) return false;
    }
    return true;
}

// A result or an input without elements: the kernel returns before it looks at the dtype.
static bool nothing_to_do(const struct infer *in, int n, const struct sym *const *size)
{
    for (int i = 0; i < n; i++) {
        if (sym_is(size[i], 0)) return true;
    }
    return rule_is_empty(in, 0);
}

bool adaptive_pool_avg_fits(struct infer *in, int n, const struct sym *const *size)
{
    if (all_sizes_are(n, size, 1)) return rule_dtype(in, 0, DTYPES_FLOAT);
    rule_no_empty_axis(in, n == 3 ? 1 : infer_rank(in, 0) - n);
    return (n < 3 && nothing_to_do(in, n, size)) || rule_dtype(in, 0, DTYPES_FLOAT);
}

static void adaptive_avg(struct infer *in, int n)
{
    const struct sym *size[MAX_SPATIAL];
    if (!read_output_size(in, n, size)) return;
    bool mean = n > 1 && all_sizes_are(n, size, 1);
    if (!(mean ? require_rank(in, 0, n, MAX_RANK) : pool_rank_fits(in, n))) return;
    if (adaptive_pool_avg_fits(in, n, size)) pool_results(in, n, size);
}

static void adaptive_avg_pool1d_shape(struct infer *in)
{
    adaptive_avg(in, 1);
}

static void adaptive_avg_pool2d_shape(struct infer *in)
{
    adaptive_avg(in, 2);
}

static void adaptive_avg_pool3d_shape(struct infer *in)
{
    adaptive_avg(in, 3);
}

// Neighbouring windows share at most their ends: about one operation for each input element.
static const struct sym *adaptive_flops(const struct infer *in)
{
    return rule_count(in, 0);
}

// ---- fractional max pool
//
// Windows of kernel_size that start at random steps (Graham, "Fractional
// Max-Pooling", 2014): the result size is given, or a ratio of the input's.

// output_size, or the input's size times output_ratio.
static bool fractional_size(struct infer *in, int n, const struct sym **size)
{
    static const char *const names[] = {"output_ratio_d", "output_ratio_h", "output_ratio_w"};
    if (infer_n_ints(in, "output_size") > 0) return read_output_size(in, n, size);
    double ratio = 0.0;
    for (int i = 0; i < n; i++) {
        const char *name = names[MAX_SPATIAL - n + i];
        ratio = infer_float(in, name, ratio);
        if (i == 0 && !infer_given(in, name)) {
            return refuse(in, DIAG_OPTION_RANGE, "%s needs an output_size or an output_ratio",
                          in->op->name);
        }
        if (ratio < 0.0)
            return refuse(in, DIAG_OPTION_RANGE, "output_ratio is %g; it must not be negative",
                          ratio);
        size[i] = rule_scaled(in, pool_dim(in, n, i).size, ratio);
    }
    return true;
}

static void fractional_max_pool(struct infer *in, int n)
{
    const struct sym *size[MAX_SPATIAL];
    struct windows w = {.n = n};
    if (!pool_rank_fits(in, n) || !fractional_size(in, n, size)) return;
    if (!window_list(in, "kernel_size", n, 1, w.kernel) || !rule_dtype(in, 0, DTYPES_FLOAT)) return;
    rule_no_empty_axis(in, 1);
    for (int i = 0; i < n; i++) {
        // The first window starts at 0, the last ends at the end, and no two start at one place;
        // in volumes one place is left.
        const struct sym *span =
            sym_add_const(in->syms, sym_add(in->syms, size[i], w.kernel[i]), n < 3 ? -1 : 0);
        require_at_most(
            in, DIAG_WINDOW_FITS,
            infer_term(span, n < 3 ? "output_size + kernel_size - 1" : "output_size + kernel_size"),
            pool_dim(in, n, i), "ask for a smaller output");
    }
    pool_results(in, n, size);
}

static void fractional_max_pool2d_shape(struct infer *in)
{
    fractional_max_pool(in, 2);
}

static void fractional_max_pool3d_shape(struct infer *in)
{
    fractional_max_pool(in, 3);
}

// ---- the ops

const struct op op_adaptive_max_pool1d = {
    .name = "adaptive_max_pool1d",
    .aten = "aten::adaptive_max_pool1d",
    .sig = "input[N,C,L] output_size=2 -> output[N,C,2]",
    .doc = "Largest element of windows chosen so that the result has output_size.",
    .axes = "NCL CL",
    .attrs = {{"output_size", ATTR_INTS}, {"return_indices", ATTR_BOOL}},
    .saved.more = pool_saves_indices,
    .shape = adaptive_max_pool1d_shape,
    .flops = adaptive_flops,
    .forward = adaptive_max_pool_forward,
    .backward = max_pool_backward,
};

const struct op op_adaptive_max_pool2d = {
    .name = "adaptive_max_pool2d",
    .aten = "aten::adaptive_max_pool2d",
    .sig = "input[N,C,H,W] output_size=2 -> output[N,C,2,2]",
    .doc = "Largest element of windows chosen so that the result has output_size.",
    .axes = "NCHW CHW",
    .attrs = {{"output_size", ATTR_INTS}, {"return_indices", ATTR_BOOL}},
    .saved.more = pool_saves_indices,
    .shape = adaptive_max_pool2d_shape,
    .flops = adaptive_flops,
    .forward = adaptive_max_pool_forward,
    .backward = max_pool_backward,
};

const struct op op_adaptive_max_pool3d = {
    .name = "adaptive_max_pool3d",
    .aten = "aten::adaptive_max_pool3d",
    .sig = "input[N,C,D,H,W] output_size=2 -> output[N,C,2,2,2]",
    .doc = "Largest element of windows chosen so that the result has output_size.",
    .axes = "NCDHW CDHW",
    .attrs = {{"output_size", ATTR_INTS}, {"return_indices", ATTR_BOOL}},
    .saved.more = pool_saves_indices,
    .shape = adaptive_max_pool3d_shape,
    .flops = adaptive_flops,
    .forward = adaptive_max_pool_forward,
    .backward = max_pool_backward,
};

const struct op op_adaptive_avg_pool1d = {
    .name = "adaptive_avg_pool1d",
    .aten = "aten::adaptive_avg_pool1d",
    .sig = "input[N,C,L] output_size=2 -> output[N,C,2]",
    .doc = "Mean of windows chosen so that the result has output_size.",
    .axes = "NCL CL",
    .attrs = {{"output_size", ATTR_INTS}},
    .shape = adaptive_avg_pool1d_shape,
    .flops = adaptive_flops,
    .forward = adaptive_avg_pool_forward,
    .backward = adaptive_avg_pool_backward,
};

const struct op op_adaptive_avg_pool2d = {
    .name = "adaptive_avg_pool2d",
    .aten = "aten::adaptive_avg_pool2d",
    .sig = "input[N,C,H,W] output_size=2 -> output[N,C,2,2]",
    .doc = "Mean of windows chosen so that the result has output_size.",
    .axes = "NCHW CHW",
    .attrs = {{"output_size", ATTR_INTS}},
    .shape = adaptive_avg_pool2d_shape,
    .flops = adaptive_flops,
    .forward = adaptive_avg_pool_forward,
    .backward = adaptive_avg_pool_backward,
};

const struct op op_adaptive_avg_pool3d = {
    .name = "adaptive_avg_pool3d",
    .aten = "aten::adaptive_avg_pool3d",
    .sig = "input[N,C,D,H,W] output_size=2 -> output[N,C,2,2,2]",
    .doc = "Mean of windows chosen so that the result has output_size.",
    .axes = "NCDHW CDHW",
    .attrs = {{"output_size", ATTR_INTS}},
    .shape = adaptive_avg_pool3d_shape,
    .flops = adaptive_flops,
    .forward = adaptive_avg_pool_forward,
    .backward = adaptive_avg_pool_backward,
};

const struct op op_fractional_max_pool2d = {
    .name = "fractional_max_pool2d",
    .aten = "aten::fractional_max_pool2d",
    .sig = "input[N,C,H,W] kernel_size=2 output_size=2 -> output[N,C,2,2]",
    .doc = "Largest element of windows that start at random steps.",
    .axes = "NCHW CHW",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"output_size", ATTR_INTS},
              {"output_ratio_h", ATTR_FLOAT},
              {"output_ratio_w", ATTR_FLOAT},
              {"return_indices", ATTR_BOOL}},
    .saved.more = pool_saves_indices,
    .random = true,
    .shape = fractional_max_pool2d_shape,
    .flops = pool_flops,
    .forward = fractional_max_pool_forward,
    .backward = max_pool_backward,
};

const struct op op_fractional_max_pool3d = {
    .name = "fractional_max_pool3d",
    .aten = "aten::fractional_max_pool3d",
    .sig = "input[N,C,D,H,W] kernel_size=2 output_size=2 -> output[N,C,2,2,2]",
    .doc = "Largest element of windows that start at random steps.",
    .axes = "NCDHW CDHW",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"output_size", ATTR_INTS},
              {"output_ratio_d", ATTR_FLOAT},
              {"output_ratio_h", ATTR_FLOAT},
              {"output_ratio_w", ATTR_FLOAT},
              {"return_indices", ATTR_BOOL}},
    .saved.more = pool_saves_indices,
    .random = true,
    .shape = fractional_max_pool3d_shape,
    .flops = pool_flops,
    .forward = fractional_max_pool_forward,
    .backward = max_pool_backward,
};
