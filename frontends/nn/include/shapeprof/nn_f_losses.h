#ifndef SHAPEPROF_NN_F_LOSSES_H
#define SHAPEPROF_NN_F_LOSSES_H

// The losses and distances of torch.nn.functional. Include <shapeprof/nn.h>, whose
// nn_math.h says how arguments are meant.

#include <shapeprof/nn_base.h>

// ---- distances as functions

// Shapes, dtypes and errors are those of the module in nn_losses.h.

struct nn_f_pairwise_distance_args {
    struct nn_here nn_here;
    nn_tensor *x1, *x2;
    double p, eps;
    bool keepdim;
};
// torch.nn.functional.pairwise_distance: the p-norm (2) of x1 - x2 along the last axis.
#define nn_f_pairwise_distance(...)                                                                \
    nn_f_pairwise_distance_with(NN_ARGS(f_pairwise_distance, __VA_ARGS__))
nn_tensor *nn_f_pairwise_distance_with(const struct nn_f_pairwise_distance_args *);

// ---- losses as functions

// input and target, then options. reduction "mean" (the default) or "sum" gives a tensor without
// axes, "none" one loss an element. Errors: another reduction; shapes or dtypes that do not fit.

struct nn_f_loss_args {
    struct nn_here nn_here;
    nn_tensor *input, *target;
    const char *reduction;
};
// torch.nn.functional.l1_loss: |input - target|, broadcast.
#define nn_f_l1_loss(...) nn_f_l1_loss_with(NN_ARGS(f_loss, __VA_ARGS__))
nn_tensor *nn_f_l1_loss_with(const struct nn_f_loss_args *);

// torch.nn.functional.mse_loss: (input - target)^2, broadcast.
#define nn_f_mse_loss(...) nn_f_mse_loss_with(NN_ARGS(f_loss, __VA_ARGS__))
nn_tensor *nn_f_mse_loss_with(const struct nn_f_loss_args *);

struct nn_f_smooth_l1_loss_args {
    struct nn_here nn_here;
    nn_tensor *input, *target;
    const char *reduction;
    double beta;
};
// torch.nn.functional.smooth_l1_loss: quadratic below beta (1), linear above.
#define nn_f_smooth_l1_loss(...) nn_f_smooth_l1_loss_with(NN_ARGS(f_smooth_l1_loss, __VA_ARGS__))
nn_tensor *nn_f_smooth_l1_loss_with(const struct nn_f_smooth_l1_loss_args *);

struct nn_f_huber_loss_args {
    struct nn_here nn_here;
    nn_tensor *input, *target;
    const char *reduction;
    double delta;
};
// torch.nn.functional.huber_loss: quadratic below delta (1), linear above.
#define nn_f_huber_loss(...) nn_f_huber_loss_with(NN_ARGS(f_huber_loss, __VA_ARGS__))
nn_tensor *nn_f_huber_loss_with(const struct nn_f_huber_loss_args *);

struct nn_cross_entropy_args {
    struct nn_here nn_here;
    nn_tensor *input, *target, *weight;
    int64_t ignore_index;
    const char *reduction;
    double label_smoothing;
};
// torch.nn.functional.cross_entropy: input [N, C, ...] or [C] of scores; target [N, ...] of i64
// classes, or probabilities of the shape of input. weight [C].
#define nn_cross_entropy(...) nn_cross_entropy_with(NN_ARGS(cross_entropy, __VA_ARGS__))
nn_tensor *nn_cross_entropy_with(const struct nn_cross_entropy_args *);

struct nn_f_nll_loss_args {
    struct nn_here nn_here;
    nn_tensor *input, *target, *weight;
    int64_t ignore_index;
    const char *reduction;
};
// torch.nn.functional.nll_loss: input [N, C, ...] or [C] of log-probabilities; target [N, ...],
// i64.
#define nn_f_nll_loss(...) nn_f_nll_loss_with(NN_ARGS(f_nll_loss, __VA_ARGS__))
nn_tensor *nn_f_nll_loss_with(const struct nn_f_nll_loss_args *);

struct nn_kl_div_args {
    struct nn_here nn_here;
    nn_tensor *input, *target;
    const char *reduction;
    bool log_target;
};
// torch.nn.functional.kl_div: of log-probabilities and probabilities; reduction "batchmean" too.
#define nn_kl_div(...) nn_kl_div_with(NN_ARGS(kl_div, __VA_ARGS__))
nn_tensor *nn_kl_div_with(const struct nn_kl_div_args *);

struct nn_binary_cross_entropy_args {
    struct nn_here nn_here;
    nn_tensor *input, *target, *weight;
    const char *reduction;
};
// torch.nn.functional.binary_cross_entropy: of probabilities; target of the same shape.
#define nn_binary_cross_entropy(...)                                                               \
    nn_binary_cross_entropy_with(NN_ARGS(binary_cross_entropy, __VA_ARGS__))
nn_tensor *nn_binary_cross_entropy_with(const struct nn_binary_cross_entropy_args *);

struct nn_binary_cross_entropy_with_logits_args {
    struct nn_here nn_here;
    nn_tensor *input, *target, *weight;
    const char *reduction;
    nn_tensor *pos_weight;
};
// torch.nn.functional.binary_cross_entropy_with_logits: of scores; target of the same shape.
#define nn_binary_cross_entropy_with_logits(...)                                                   \
    nn_binary_cross_entropy_with_logits_with(NN_ARGS(binary_cross_entropy_with_logits, __VA_ARGS__))
nn_tensor *
nn_binary_cross_entropy_with_logits_with(const struct nn_binary_cross_entropy_with_logits_args *);

struct nn_f_margin_loss_args {
    struct nn_here nn_here;
    nn_tensor *input1, *input2, *target;
    double margin;
    const char *reduction;
};
// torch.nn.functional.cosine_embedding_loss: rows of input1 and input2, target 1 or -1 for each.
#define nn_f_cosine_embedding_loss(...)                                                            \
    nn_f_cosine_embedding_loss_with(NN_ARGS(f_margin_loss, __VA_ARGS__))
nn_tensor *nn_f_cosine_embedding_loss_with(const struct nn_f_margin_loss_args *);

// torch.nn.functional.margin_ranking_loss: target 1 or -1.
#define nn_f_margin_ranking_loss(...)                                                              \
    nn_f_margin_ranking_loss_with(NN_ARGS(f_margin_loss, __VA_ARGS__))
nn_tensor *nn_f_margin_ranking_loss_with(const struct nn_f_margin_loss_args *);

struct nn_f_triplet_margin_loss_args {
    struct nn_here nn_here;
    nn_tensor *anchor, *positive, *negative;
    double margin, p, eps;
    bool swap;
    const char *reduction;
};
// torch.nn.functional.triplet_margin_loss: distances along the last axis.
#define nn_f_triplet_margin_loss(...)                                                              \
    nn_f_triplet_margin_loss_with(NN_ARGS(f_triplet_margin_loss, __VA_ARGS__))
nn_tensor *nn_f_triplet_margin_loss_with(const struct nn_f_triplet_margin_loss_args *);

struct nn_f_hinge_loss_args {
    struct nn_here nn_here;
    nn_tensor *input, *target;
    double margin;
    const char *reduction;
};
// torch.nn.functional.hinge_embedding_loss: input where target is 1, max(0, margin (1) - input)
// where it is -1; broadcast.
#define nn_f_hinge_embedding_loss(...)                                                             \
    nn_f_hinge_embedding_loss_with(NN_ARGS(f_hinge_loss, __VA_ARGS__))
nn_tensor *nn_f_hinge_embedding_loss_with(const struct nn_f_hinge_loss_args *);

// torch.nn.functional.soft_margin_loss: log(1 + exp(-target input)), target 1 or -1.
#define nn_f_soft_margin_loss(...) nn_f_soft_margin_loss_with(NN_ARGS(f_loss, __VA_ARGS__))
nn_tensor *nn_f_soft_margin_loss_with(const struct nn_f_loss_args *);

// torch.nn.functional.multilabel_margin_loss: input [N, C] or [C]; target alike, i64.
#define nn_f_multilabel_margin_loss(...)                                                           \
    nn_f_multilabel_margin_loss_with(NN_ARGS(f_loss, __VA_ARGS__))
nn_tensor *nn_f_multilabel_margin_loss_with(const struct nn_f_loss_args *);

struct nn_f_weighted_loss_args {
    struct nn_here nn_here;
    nn_tensor *input, *target, *weight;
    const char *reduction;
};
// torch.nn.functional.multilabel_soft_margin_loss: input [..., C] and target alike; weight [C].
#define nn_f_multilabel_soft_margin_loss(...)                                                      \
    nn_f_multilabel_soft_margin_loss_with(NN_ARGS(f_weighted_loss, __VA_ARGS__))
nn_tensor *nn_f_multilabel_soft_margin_loss_with(const struct nn_f_weighted_loss_args *);

struct nn_f_multi_margin_loss_args {
    struct nn_here nn_here;
    nn_tensor *input, *target;
    int64_t p;
    double margin;
    nn_tensor *weight;
    const char *reduction;
};
// torch.nn.functional.multi_margin_loss: input [N, C] or [C]; target [N], i64; p 1 or 2; weight
// [C].
#define nn_f_multi_margin_loss(...)                                                                \
    nn_f_multi_margin_loss_with(NN_ARGS(f_multi_margin_loss, __VA_ARGS__))
nn_tensor *nn_f_multi_margin_loss_with(const struct nn_f_multi_margin_loss_args *);

struct nn_f_poisson_nll_loss_args {
    struct nn_here nn_here;
    nn_tensor *input, *target;
    enum nn_flag log_input;
    bool full;
    double eps;
    const char *reduction;
};
// torch.nn.functional.poisson_nll_loss: exp(input) - target input, broadcast.
#define nn_f_poisson_nll_loss(...)                                                                 \
    nn_f_poisson_nll_loss_with(NN_ARGS(f_poisson_nll_loss, __VA_ARGS__))
nn_tensor *nn_f_poisson_nll_loss_with(const struct nn_f_poisson_nll_loss_args *);

struct nn_f_gaussian_nll_loss_args {
    struct nn_here nn_here;
    nn_tensor *input, *target, *var;
    bool full;
    double eps;
    const char *reduction;
};
// torch.nn.functional.gaussian_nll_loss: var has the shape of input, or lacks its last axis, or has
// 1 there.
#define nn_f_gaussian_nll_loss(...)                                                                \
    nn_f_gaussian_nll_loss_with(NN_ARGS(f_gaussian_nll_loss, __VA_ARGS__))
nn_tensor *nn_f_gaussian_nll_loss_with(const struct nn_f_gaussian_nll_loss_args *);

struct nn_f_ctc_loss_args {
    struct nn_here nn_here;
    nn_tensor *log_probs, *targets, *input_lengths, *target_lengths;
    int64_t blank;
    const char *reduction;
    bool zero_infinity;
};
// torch.nn.functional.ctc_loss: log_probs [T, N, C] or [T, C]; targets [N, S], or all labels one
// after another; lengths [N], integers.
#define nn_f_ctc_loss(...) nn_f_ctc_loss_with(NN_ARGS(f_ctc_loss, __VA_ARGS__))
nn_tensor *nn_f_ctc_loss_with(const struct nn_f_ctc_loss_args *);

#endif
