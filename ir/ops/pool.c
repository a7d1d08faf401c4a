// Pools: the largest element or the mean of a window, over 1 to 3 spatial axes.

#include "ir/base/text.h"
#include "ir/ops/kernels.h"
#include "ir/ops/pool.h"
#include "ir/saving.h"

// ---- input

// Spatial axes are the last n, with and without a batch.
static struct term spatial_dim(const struct infer *in, int n, int axis)
{
    return infer_dim(in, 0, axis - n);
}

// [N, C, spatial...] or, without a batch, [C, spatial...].
static bool rank_fits(struct infer *in, int n)
{
    if (!require_rank(in, 0, n + 1, n + 2)) return false;
    in->unbatched = infer_rank(in, 0) == n + 1;
    return true;
}

// No axis from `first` on may be empty; the rules differ in whether they look at the channels.
static void no_empty_axis(struct infer *in, int first)
{
    for (int axis = first; axis < infer_rank(in, 0); axis++)
        require_at_least(in, DIAG_EMPTY_AXIS, infer_dim(in, 0, axis), 1, RULE_NOT_EMPTY);
}

// One result with these spatial sizes; a second one with indices if they are asked for.
static void pool_results(struct infer *in, int n, const struct sym *const *size)
{
    struct shape out = *infer_shape(in, 0);
    for (int i = 0; i < n; i++) out.dim[out.rank - n + i] = size[i];
    bool indices =
        op_attr_index(in->op, "return_indices") >= 0 && infer_bool(in, "return_indices", false);
    infer_results(in, indices ? 2 : 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
    if (indices) infer_result(in, 1, DTYPE_I64, &out);
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
    const struct sym *size = spatial_dim(in, w->n, axis).size;
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
                        spatial_dim(in, w->n, i), "use a smaller kernel or a larger input");
    }
}

// In the order in which PyTorch checks, so that the first thing wrong is the one it names.
static void pool(struct infer *in, int n, const struct pool_rule *rule)
{
    struct windows w;
    if (!rank_fits(in, n) || !read_windows(in, n, &w) || !rule_dtype(in, 0, rule->dtypes)) return;
    padding_fits(in, &w);
    no_empty_axis(in, in->unbatched ? 0 : 1);
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

// avg_pool1d has no divisor.
static void avg_pool(struct infer *in, int n, const struct pool_rule *rule)
{
    if (n > 1 && sym_is(infer_int(in, "divisor_override", 1), 0)) {
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

// ---- pools with a given result size
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
    if (!rank_fits(in, n) || !read_output_size(in, n, size)) return;
    if (!rule_dtype(in, 0, DTYPES_FLOAT)) return;
    no_empty_axis(in, 1);
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

bool pool_adaptive_avg_fits(struct infer *in, int n, const struct sym *const *size)
{
    if (all_sizes_are(n, size, 1)) return rule_dtype(in, 0, DTYPES_FLOAT);
    no_empty_axis(in, n == 3 ? 1 : infer_rank(in, 0) - n);
    return (n < 3 && nothing_to_do(in, n, size)) || rule_dtype(in, 0, DTYPES_FLOAT);
}

static void adaptive_avg(struct infer *in, int n)
{
    const struct sym *size[MAX_SPATIAL];
    if (!read_output_size(in, n, size)) return;
    bool mean = n > 1 && all_sizes_are(n, size, 1);
    if (!(mean ? require_rank(in, 0, n, MAX_RANK) : rank_fits(in, n))) return;
    if (pool_adaptive_avg_fits(in, n, size)) pool_results(in, n, size);
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
        size[i] = rule_scaled(in, spatial_dim(in, n, i).size, ratio);
    }
    return true;
}

static void fractional_max_pool(struct infer *in, int n)
{
    const struct sym *size[MAX_SPATIAL];
    struct windows w = {.n = n};
    if (!rank_fits(in, n) || !fractional_size(in, n, size)) return;
    if (!window_list(in, "kernel_size", n, 1, w.kernel) || !rule_dtype(in, 0, DTYPES_FLOAT)) return;
    no_empty_axis(in, 1);
    for (int i = 0; i < n; i++) {
        // The first window starts at 0, the last ends at the end, and no two start at one place;
        // in volumes one place is left.
        const struct sym *span =
            sym_add_const(in->syms, sym_add(in->syms, size[i], w.kernel[i]), n < 3 ? -1 : 0);
        require_at_most(
            in, DIAG_WINDOW_FITS,
            infer_term(span, n < 3 ? "output_size + kernel_size - 1" : "output_size + kernel_size"),
            spatial_dim(in, n, i), "ask for a smaller output");
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

// ---- unpooling

// The size that the pool came from, as far as it can be known; output_size
// may be off by less than a stride.
static const struct sym *unpooled_size(struct infer *in, const struct windows *w, int axis,
                                       const struct sym *wanted)
{
    const struct sym *steps = sym_add_const(in->syms, spatial_dim(in, w->n, axis).size, -1);
    const struct sym *span =
        sym_add(in->syms, sym_mul(in->syms, steps, w->stride[axis]), w->kernel[axis]);
    const struct sym *size = sym_sub(in->syms, span, sym_mul_const(in->syms, w->padding[axis], 2));
    if (!wanted) {
        require_at_least(in, DIAG_WINDOW_FITS, infer_term(size, "output size"), 0,
                         "use less padding or a larger kernel");
        return size;
    }
    const struct sym *slack = sym_add_const(in->syms, w->stride[axis], -1);
    const struct sym *low = sym_sub(in->syms, size, slack), *high = sym_add(in->syms, size, slack);
    const char *fix = arena_printf(in->arena, "choose a size from %s to %s",
                                   sym_string(in->arena, low), sym_string(in->arena, high));
    struct term term = infer_term(wanted, "output_size");
    require_at_most(in, DIAG_OUTPUT_SIZE, infer_term(low, "smallest size"), term, fix);
    require_at_most(in, DIAG_OUTPUT_SIZE, term, infer_term(high, "largest size"), fix);
    return wanted;
}

// output_size: the spatial sizes, or those of a batch and of channels before them.
static bool unpool_wanted(struct infer *in, int n_spatial, const struct sym **wanted)
{
    const struct sym *given[MAX_SPATIAL + 2];
    int n = infer_n_ints(in, "output_size");
    if (n == 0) return true;
    if (n != n_spatial && n != n_spatial + 2)
        return refuse(in, DIAG_LIST_LENGTH, "output_size has %s; give %d or %d",
                      text_count(in->arena, n, "value", "values"), n_spatial, n_spatial + 2);
    infer_ints(in, "output_size", n, 0, given);
    for (int i = 0; i < n_spatial; i++) wanted[i] = given[n - n_spatial + i];
    return true;
}

// Only a size comes of these, so PyTorch takes any that give one; but in volumes the stride is
// looked at.
static bool read_unpool(struct infer *in, int n, struct windows *w)
{
    w->n = n;
    if (infer_n_ints(in, "kernel_size") == 0)
        return refuse(in, DIAG_OPTION_RANGE, "%s needs a kernel_size", in->op->name);
    if (!window_list(in, "kernel_size", n, 1, w->kernel) ||
        !window_list(in, "stride", n, 1, w->stride) ||
        !window_list(in, "padding", n, 0, w->padding))
        return false;
    for (int i = 0; i < n && infer_n_ints(in, "stride") == 0; i++) w->stride[i] = w->kernel[i];
    return n < 3 || window_at_least(in, "stride", n, w->stride, 1);
}

// Puts elements back where the pool took them from: the indices have the input's shape.
static void max_unpool(struct infer *in, int n)
{
    struct windows w;
    const struct sym *wanted[MAX_SPATIAL] = {NULL}, *size[MAX_SPATIAL];
    if (!rank_fits(in, n) || !rule_index_dtype(in, 1, DTYPE_SET(I64))) return;
    int rank = infer_rank(in, 0);
    if (!require_rank(in, 1, rank, rank)) return;
    if (!read_unpool(in, n, &w) || !unpool_wanted(in, n, wanted)) return;
    for (int axis = 0; axis < rank; axis++) {
        require_equal(in, DIAG_INDEX_SHAPE, infer_dim(in, 1, axis), infer_dim(in, 0, axis),
                      "give the indices that the pool returned with this input");
    }
    no_empty_axis(in, 1);
    bool nothing = rule_is_empty(in, 0);
    for (int i = 0; i < n; i++) {
        size[i] = unpooled_size(in, &w, i, wanted[i]);
        nothing = nothing || sym_is(size[i], 0);
    }
    if (nothing || rule_dtype(in, 0, DTYPES_FLOAT)) pool_results(in, n, size);
}

static void max_unpool1d_shape(struct infer *in)
{
    max_unpool(in, 1);
}

static void max_unpool2d_shape(struct infer *in)
{
    max_unpool(in, 2);
}

static void max_unpool3d_shape(struct infer *in)
{
    max_unpool(in, 3);
}

// ---- costs

// One operation for each element under each window.
static const struct sym *pool_flops(const struct infer *in)
{
    const struct sym *kernel[MAX_SPATIAL], *flops = rule_out_count(in);
    int n = infer_rank(in, 0) - (in->unbatched ? 1 : 2);
    infer_ints(in, "kernel_size", n, 1, kernel);
    for (int i = 0; i < n; i++) flops = sym_mul(in->syms, flops, kernel[i]);
    return flops;
}

// Neighbouring windows share at most their ends: about one operation for each input element.
static const struct sym *adaptive_flops(const struct infer *in)
{
    return rule_count(in, 0);
}

// Where each largest element was, whether the call gives it back or not. The elements themselves
// are not read: their gradient is that of the windows that chose them.
static void max_pool_saved(struct saving *s)
{
    if (s->in.n_out > 1)
        s->kept |= SAVE_OUT(1);
    else
        saving_add(s, "indices", DTYPE_I64, &s->in.out[0].type.shape);
}

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
    .saved.more = max_pool_saved,
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
    .saved.more = max_pool_saved,
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
    .saved.more = max_pool_saved,
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
              {"count_include_pad", ATTR_BOOL}},
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

const struct op op_adaptive_max_pool1d = {
    .name = "adaptive_max_pool1d",
    .aten = "aten::adaptive_max_pool1d",
    .sig = "input[N,C,L] output_size=2 -> output[N,C,2]",
    .doc = "Largest element of windows chosen so that the result has output_size.",
    .axes = "NCL CL",
    .attrs = {{"output_size", ATTR_INTS}, {"return_indices", ATTR_BOOL}},
    .saved.more = max_pool_saved,
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
    .saved.more = max_pool_saved,
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
    .saved.more = max_pool_saved,
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
    .saved.more = max_pool_saved,
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
    .saved.more = max_pool_saved,
    .random = true,
    .shape = fractional_max_pool3d_shape,
    .flops = pool_flops,
    .forward = fractional_max_pool_forward,
    .backward = max_pool_backward,
};

const struct op op_max_unpool1d = {
    .name = "max_unpool1d",
    .aten = "aten::max_unpool2d",
    .sig = "input[N,C,L] indices[N,C,L]:i64 kernel_size=2 -> output[N,C,2*L]",
    .doc = "Puts each element where max_pool1d found it, zeros elsewhere.",
    .axes = "NCL CL",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"output_size", ATTR_INTS}},
    .saved.any = SAVE_IN(1),
    .shape = max_unpool1d_shape,
    .forward = max_unpool_forward,
    .backward = max_unpool_backward,
};

const struct op op_max_unpool2d = {
    .name = "max_unpool2d",
    .aten = "aten::max_unpool2d",
    .sig = "input[N,C,H,W] indices[N,C,H,W]:i64 kernel_size=2 -> output[N,C,2*H,2*W]",
    .doc = "Puts each element where max_pool2d found it, zeros elsewhere.",
    .axes = "NCHW CHW",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"output_size", ATTR_INTS}},
    .saved.any = SAVE_IN(1),
    .shape = max_unpool2d_shape,
    .forward = max_unpool_forward,
    .backward = max_unpool_backward,
};

const struct op op_max_unpool3d = {
    .name = "max_unpool3d",
    .aten = "aten::max_unpool3d",
    .sig = "input[N,C,D,H,W] indices[N,C,D,H,W]:i64 kernel_size=2 -> output[N,C,2*D,2*H,2*W]",
    .doc = "Puts each element where max_pool3d found it, zeros elsewhere.",
    .axes = "NCDHW CDHW",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"output_size", ATTR_INTS}},
    .saved.any = SAVE_IN(1),
    .shape = max_unpool3d_shape,
    .forward = max_unpool_forward,
    .backward = max_unpool_backward,
};
