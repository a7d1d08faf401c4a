#ifndef SHAPEPROF_NN_SAMPLING_H
#define SHAPEPROF_NN_SAMPLING_H

// More of torch.nn.functional that no module has. Include <shapeprof/nn.h>.

#include <shapeprof/nn_base.h>

// ---- sampled images, norms, attention

struct nn_grid_sample_args {
    struct nn_here nn_here;
    nn_tensor *input, *grid;
    const char *mode, *padding_mode;
    bool align_corners;
};
// torch.nn.functional.grid_sample: input [N, C, H, W], grid [N, P, Q, 2] of places from -1 to 1 ->
// [N, C, P, Q]; volumes have an axis more. mode "bilinear", "nearest" or, of images, "bicubic";
// padding_mode "zeros", "border", "reflection". Errors: batches that differ; a grid without one
// coordinate an axis; an empty spatial axis.
#define nn_grid_sample(...) nn_grid_sample_with(NN_ARGS(grid_sample, __VA_ARGS__))
nn_tensor *nn_grid_sample_with(const struct nn_grid_sample_args *);

struct nn_affine_grid_args {
    struct nn_here nn_here;
    nn_tensor *theta;
    int64_t size[NN_MAX_SIZES];
    bool align_corners;
};
// torch.nn.functional.affine_grid: theta [N, 2, 3], size {N, C, H, W} -> [N, H, W, 2]; of volumes
// [N, 3, 4], five sizes. Errors: another theta; a size below 1.
#define nn_affine_grid(...) nn_affine_grid_with(NN_ARGS(affine_grid, __VA_ARGS__))
nn_tensor *nn_affine_grid_with(const struct nn_affine_grid_args *);

struct nn_normalize_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double p;
    int64_t dim;
    double eps;
};
// torch.nn.functional.normalize: input divided by its p-norm (2) along dim (1); floating. The shape
// stays. Errors: no such axis.
#define nn_normalize(...) nn_normalize_with(NN_ARGS(normalize, __VA_ARGS__))
nn_tensor *nn_normalize_with(const struct nn_normalize_args *);

struct nn_scaled_dot_product_attention_args {
    struct nn_here nn_here;
    nn_tensor *query, *key, *value, *attn_mask;
    double dropout_p;
    bool is_causal;
    double scale;
};
// torch.nn.functional.scaled_dot_product_attention: query [..., L, E], key [..., S, E], value
// [..., S, V] -> [..., L, V]; leading axes broadcast. attn_mask, bool or floating, broadcasts to
// [..., L, S]. Errors: sizes that do not fit; a mask beside is_causal.
#define nn_scaled_dot_product_attention(...)                                                       \
    nn_scaled_dot_product_attention_with(NN_ARGS(scaled_dot_product_attention, __VA_ARGS__))
nn_tensor *
nn_scaled_dot_product_attention_with(const struct nn_scaled_dot_product_attention_args *);

#endif
