// Sampling an image where a grid of coordinates says: affine_grid makes such a grid, grid_sample
// reads it.

#include "ir/base/text.h"
#include "ir/ops/kernels.h"
#include "ir/ops/axes.h"
#include "ir/ops/rules.h"

#include <string.h>

enum { INPUT, GRID };

static bool sample_ranks(struct infer *in)
{
    if (!require_rank(in, INPUT, 4, 5)) return false;
    int rank = infer_rank(in, INPUT);
    if (!require_rank(in, GRID, rank, rank)) return false;
    const char *mode = rule_word(in, "mode", "bilinear", "bilinear|nearest|bicubic");
    rule_word(in, "padding_mode", "zeros", "zeros|border|reflection");
    if (refused(in)) return false;
    if (rank == 4 || strcmp(mode, "bicubic") != 0) return true;
    return refuse(in, DIAG_OPTION_RANGE, "bicubic samples images of 4 axes, but input is %s",
                  rule_type_string(in, INPUT));
}

// [N, C, sizes] where [N, places, coordinates] points to gives [N, C, places].
static void grid_sample_shape(struct infer *in)
{
    if (!sample_ranks(in)) return;
    if (!rule_same_dtype(in, INPUT, GRID) || !rule_dtype(in, INPUT, DTYPES_FLOAT)) return;
    int rank = infer_rank(in, INPUT);
    struct shape out = *infer_shape(in, INPUT);
    out.dim[0] = require_equal(in, DIAG_GRID_SHAPE, infer_dim(in, INPUT, 0), infer_dim(in, GRID, 0),
                               "give the grid as many places as the batch has images");
    require_equal(in, DIAG_GRID_SHAPE, infer_dim(in, GRID, -1),
                  infer_term(sym_const(in->syms, rank - 2), "the number of spatial axes"),
                  "let the last axis of the grid hold one coordinate for each spatial axis");
    for (int i = 2; i < rank; i++) {
        require_at_least(in, DIAG_EMPTY_AXIS, infer_dim(in, INPUT, i), 1, RULE_NOT_EMPTY);
        out.dim[i] = infer_dim(in, GRID, i - 1).size;
    }
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, INPUT), &out);
}

// Each result element mixes 2 neighbours an axis, 4 of them with bicubic weights, or takes one: a
// product and a sum for each.
static const struct sym *grid_sample_flops(const struct infer *in)
{
    const char *mode = infer_string(in, "mode", "bilinear");
    int64_t neighbours = infer_rank(in, INPUT) == 4 ? 4 : 8;
    if (strcmp(mode, "nearest") == 0) neighbours = 1;
    if (strcmp(mode, "bicubic") == 0) neighbours = 16;
    return sym_mul_const(in->syms, rule_out_count(in), 2 * neighbours);
}

// `size` is that of the images to come, [N, C, H, W] or [N, C, D, H, W]; C plays no part.
static bool grid_size(struct infer *in, const struct sym *const **size, int *n)
{
    *size = ints_read(in, "size", n);
    if (*n != 4 && *n != 5)
        return refuse(in, DIAG_LIST_LENGTH, "size of affine_grid has %s; give 4, or 5 for volumes",
                      text_count(in->arena, *n, "value", "values"));
    for (int i = 0; i < *n; i++)
        require_at_least(in, DIAG_SIZE_NEGATIVE, infer_term((*size)[i], "size"), 1,
                         "give sizes of 1 or more");
    return !refused(in);
}

static void affine_grid_shape(struct infer *in)
{
    int n;
    const struct sym *const *size;
    if (!rule_dtype(in, 0, DTYPES_FLOAT) || !grid_size(in, &size, &n)) return;
    if (!require_rank(in, 0, 3, 3)) return;
    int64_t axes = n - 2;
    struct shape out = {.rank = n};
    out.dim[0] =
        require_equal(in, DIAG_GRID_SHAPE, infer_dim(in, 0, 0),
                      infer_term(size[0], "size of the batch"), "give one matrix for each image");
    require_equal(in, DIAG_GRID_SHAPE, infer_dim(in, 0, 1),
                  infer_term(sym_const(in->syms, axes), "the number of spatial axes"),
                  "give theta a row an axis");
    require_equal(in, DIAG_GRID_SHAPE, infer_dim(in, 0, 2),
                  infer_term(sym_const(in->syms, axes + 1), "the number of spatial axes and one"),
                  "give theta a column an axis and one for the shift");
    for (int i = 2; i < n; i++) out.dim[i - 1] = size[i];
    out.dim[n - 1] = sym_const(in->syms, axes);
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// A product of each place, with a 1 behind it, and the matrix.
static const struct sym *affine_grid_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_out_count(in), 2 * (infer_rank(in, 0) + 1));
}

const struct op op_grid_sample = {
    .name = "grid_sample",
    .aten = "aten::grid_sampler",
    .sig = "input[N,C,H,W] grid[N,P,Q,2] -> output[N,C,P,Q]",
    .doc = "Elements of the input at the places that the grid names, from -1 to 1 an axis.",
    .axes = "NCHW NCDHW",
    .attrs = {{"mode", ATTR_STRING}, {"padding_mode", ATTR_STRING}, {"align_corners", ATTR_BOOL}},
    .saved.any = SAVE_IN(INPUT) | SAVE_IN(GRID),
    .shape = grid_sample_shape,
    .flops = grid_sample_flops,
    .forward = grid_sample_forward,
    .backward = grid_sample_backward,
};

const struct op op_affine_grid = {
    .name = "affine_grid",
    .aten = "aten::affine_grid_generator",
    .sig = "theta[N,2,3] size=[N,C,H,W] -> output[N,H,W,2]",
    .doc = "The places that affine maps take the elements of an image from.",
    .attrs = {{"size", ATTR_INTS}, {"align_corners", ATTR_BOOL}},
    .shape = affine_grid_shape,
    .flops = affine_grid_flops,
    .forward = affine_grid_forward,
    .backward = affine_grid_backward,
};
