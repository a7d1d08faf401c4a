// Sliding blocks of an image as columns (F.unfold, im2col; Tensor.unfold is
// unfold_axis), and back (F.fold, col2im).

#include "ir/ops/kernels.h"
#include "ir/ops/window.h"

static bool read_windows(struct infer *in, struct windows *w)
{
    w->n = 2;
    if (infer_n_ints(in, "kernel_size") == 0)
        return refuse(in, DIAG_OPTION_RANGE, "%s needs a kernel_size", in->op->name);
    return window_list(in, "kernel_size", 2, 1, w->kernel) && window_options(in, w);
}

// Windows over an image of these sizes; at least one in each direction.
static const struct sym *count_blocks(struct infer *in, const struct windows *w,
                                      const struct sym *const *size)
{
    const struct sym *blocks = sym_const(in->syms, 1);
    for (int i = 0; i < 2; i++) {
        const struct sym *count = window_count(in, w, i, size[i]);
        const char *what = arena_printf(in->arena, "blocks along %s", window_axis_name(2, i));
        require_at_least(in, DIAG_WINDOW_FITS, infer_term(count, what), 1,
                         "use a smaller kernel, a larger image or more padding");
        blocks = sym_mul(in->syms, blocks, count);
    }
    return blocks;
}

static void unfold_shape(struct infer *in)
{
    struct windows w;
    if (!require_rank(in, 0, 3, 4) || !read_windows(in, &w)) return;
    if (!rule_dtype(in, 0, DTYPES_FLOAT)) return;
    in->unbatched = infer_rank(in, 0) == 3;
    rule_no_empty_axis(in, in->unbatched ? 0 : 1);
    const struct sym *size[] = {infer_dim(in, 0, -2).size, infer_dim(in, 0, -1).size};
    struct shape out = *infer_shape(in, 0);
    out.rank--;
    out.dim[out.rank - 1] = count_blocks(in, &w, size);
    out.dim[out.rank - 2] = sym_mul(in->syms, infer_dim(in, 0, -3).size, window_volume(in, &w));
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

static void fold_shape(struct infer *in)
{
    struct windows w;
    const struct sym *size[2];
    if (!require_rank(in, 0, 2, 3) || !read_windows(in, &w)) return;
    if (infer_n_ints(in, "output_size") == 0) {
        refuse(in, DIAG_OPTION_RANGE, "fold needs an output_size");
        return;
    }
    if (!window_list(in, "output_size", 2, 1, size) ||
        !window_at_least(in, "output_size", 2, size, 1) || !rule_dtype(in, 0, DTYPES_FLOAT))
        return;
    in->unbatched = infer_rank(in, 0) == 2;
    rule_no_empty_axis(in, in->unbatched ? 0 : 1);
    const struct sym *volume = window_volume(in, &w);
    require_divides(in, DIAG_FOLD_BLOCKS, infer_term(volume, "elements of the kernel"),
                    infer_dim(in, 0, -2), "the columns must hold whole blocks");
    require_equal(in, DIAG_FOLD_BLOCKS, infer_dim(in, 0, -1),
                  infer_term(count_blocks(in, &w, size), "blocks in output_size"),
                  "use the kernel, stride, padding and dilation of the unfold");
    struct shape out = *infer_shape(in, 0);
    out.dim[out.rank - 2] = sym_floordiv(in->syms, infer_dim(in, 0, -2).size, volume);
    out.dim[out.rank - 1] = size[0];
    out.dim[out.rank++] = size[1];
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// Every element of a column is added to its place.
static const struct sym *fold_flops(const struct infer *in)
{
    return rule_count(in, 0);
}

const struct op op_unfold = {
    .name = "unfold",
    .aten = "aten::im2col",
    .sig = "input[N,C,2*H,2*W] kernel_size=2 stride=2 -> output[N,4*C,H*W]",
    .doc = "The elements under each window of an image as a column (F.unfold).",
    .attrs = {{"kernel_size", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"stride", ATTR_INTS}},
    .least = window_least,
    .shape = unfold_shape,
    .forward = unfold_forward,
    .backward = unfold_backward,
};

const struct op op_fold = {
    .name = "fold",
    .aten = "aten::col2im",
    .sig = "input[N,4*C,H*W] output_size=[2*H,2*W] kernel_size=2 stride=2 -> output[N,C,2*H,2*W]",
    .doc = "Adds columns back to the places of an image that they came from (F.fold).",
    .attrs = {{"output_size", ATTR_INTS},
              {"kernel_size", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"stride", ATTR_INTS}},
    .least = window_least,
    .shape = fold_shape,
    .flops = fold_flops,
    .forward = fold_forward,
    .backward = fold_backward,
};
