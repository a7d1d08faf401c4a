// Unpooling: elements go back to where a max pool found them.

#include "ir/base/text.h"
#include "ir/ops/kernels.h"
#include "ir/ops/pool.h"

// The size that the pool came from, as far as it can be known; output_size
// may be off by less than a stride.
static const struct sym *unpooled_size(struct infer *in, const struct windows *w, int axis,
                                       const struct sym *wanted)
{
    const struct sym *steps = sym_add_const(in->syms, pool_dim(in, w->n, axis).size, -1);
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
    if (!pool_rank_fits(in, n) || !rule_index_dtype(in, 1, DTYPE_SET(I64))) return;
    int rank = infer_rank(in, 0);
    if (!require_rank(in, 1, rank, rank)) return;
    if (!read_unpool(in, n, &w) || !unpool_wanted(in, n, wanted)) return;
    for (int axis = 0; axis < rank; axis++) {
        require_equal(in, DIAG_INDEX_SHAPE, infer_dim(in, 1, axis), infer_dim(in, 0, axis),
                      "give the indices that the pool returned with this input");
    }
    rule_no_empty_axis(in, 1);
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

// ---- the ops

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
