#ifndef SHAPEPROF_NN_LOSSES_H
#define SHAPEPROF_NN_LOSSES_H

// The losses and distances of torch.nn. Include <shapeprof/nn.h>; nn_layers.h says
// how arguments are meant.

#include <shapeprof/nn_module.h>

// ---- distances

// Two inputs, which broadcast; floating. Errors: shapes that do not broadcast; no such axis.

struct nn_cosine_similarity_args {
    struct nn_here nn_here;
    int64_t dim;
    double eps;
};
// torch.nn.CosineSimilarity: nn_call(m, x1, x2), broadcast, along dim (1), which goes. [N, D],
// [N, D] -> [N].
#define nn_cosine_similarity(...) nn_cosine_similarity_with(NN_ARGS(cosine_similarity, __VA_ARGS__))
nn_module *nn_cosine_similarity_with(const struct nn_cosine_similarity_args *);

struct nn_pairwise_distance_args {
    struct nn_here nn_here;
    double p, eps;
    bool keepdim;
};
// torch.nn.PairwiseDistance: the p-norm (2) of x1 - x2 along the last axis. [N, D], [N, D] -> [N],
// or [N, 1] with keepdim.
#define nn_pairwise_distance(...) nn_pairwise_distance_with(NN_ARGS(pairwise_distance, __VA_ARGS__))
nn_module *nn_pairwise_distance_with(const struct nn_pairwise_distance_args *);

// ---- losses

// nn_call(loss, input, target). reduction "mean" (the default) or "sum" gives a tensor without
// axes, "none" one loss an element. Errors: another reduction; shapes or dtypes that do not fit.

struct nn_loss_args {
    struct nn_here nn_here;
    const char *reduction;
};
// torch.nn.L1Loss: |input - target|.
#define nn_l1_loss(...) nn_l1_loss_with(NN_ARGS(loss, __VA_ARGS__))
nn_module *nn_l1_loss_with(const struct nn_loss_args *);

// torch.nn.MSELoss: (input - target)^2.
#define nn_mse_loss(...) nn_mse_loss_with(NN_ARGS(loss, __VA_ARGS__))
nn_module *nn_mse_loss_with(const struct nn_loss_args *);

struct nn_cross_entropy_loss_args {
    struct nn_here nn_here;
    nn_tensor *weight;
    int64_t ignore_index;
    const char *reduction;
    double label_smoothing;
};
// torch.nn.CrossEntropyLoss: input [N, C, ...] or [C] of scores; target [N, ...] of i64 classes, or
// probabilities of the shape of input. weight [C].
#define nn_cross_entropy_loss(...)                                                                 \
    nn_cross_entropy_loss_with(NN_ARGS(cross_entropy_loss, __VA_ARGS__))
nn_module *nn_cross_entropy_loss_with(const struct nn_cross_entropy_loss_args *);

struct nn_nll_loss_args {
    struct nn_here nn_here;
    nn_tensor *weight;
    int64_t ignore_index;
    const char *reduction;
};
// torch.nn.NLLLoss: input [N, C, ...] or [C] of log-probabilities; target [N, ...], i64.
#define nn_nll_loss(...) nn_nll_loss_with(NN_ARGS(nll_loss, __VA_ARGS__))
nn_module *nn_nll_loss_with(const struct nn_nll_loss_args *);

struct nn_kl_div_loss_args {
    struct nn_here nn_here;
    const char *reduction;
    bool log_target;
};
// torch.nn.KLDivLoss: of log-probabilities and probabilities; "batchmean" too.
#define nn_kl_div_loss(...) nn_kl_div_loss_with(NN_ARGS(kl_div_loss, __VA_ARGS__))
nn_module *nn_kl_div_loss_with(const struct nn_kl_div_loss_args *);

struct nn_bce_loss_args {
    struct nn_here nn_here;
    nn_tensor *weight;
    const char *reduction;
};
// torch.nn.BCELoss: binary cross entropy of probabilities; target of the same shape.
#define nn_bce_loss(...) nn_bce_loss_with(NN_ARGS(bce_loss, __VA_ARGS__))
nn_module *nn_bce_loss_with(const struct nn_bce_loss_args *);

struct nn_bce_with_logits_loss_args {
    struct nn_here nn_here;
    nn_tensor *weight;
    const char *reduction;
    nn_tensor *pos_weight;
};
// torch.nn.BCEWithLogitsLoss: binary cross entropy of scores.
#define nn_bce_with_logits_loss(...)                                                               \
    nn_bce_with_logits_loss_with(NN_ARGS(bce_with_logits_loss, __VA_ARGS__))
nn_module *nn_bce_with_logits_loss_with(const struct nn_bce_with_logits_loss_args *);

struct nn_smooth_l1_loss_args {
    struct nn_here nn_here;
    const char *reduction;
    double beta;
};
// torch.nn.SmoothL1Loss: quadratic below beta (1), linear above.
#define nn_smooth_l1_loss(...) nn_smooth_l1_loss_with(NN_ARGS(smooth_l1_loss, __VA_ARGS__))
nn_module *nn_smooth_l1_loss_with(const struct nn_smooth_l1_loss_args *);

struct nn_huber_loss_args {
    struct nn_here nn_here;
    const char *reduction;
    double delta;
};
// torch.nn.HuberLoss: quadratic below delta (1), linear above.
#define nn_huber_loss(...) nn_huber_loss_with(NN_ARGS(huber_loss, __VA_ARGS__))
nn_module *nn_huber_loss_with(const struct nn_huber_loss_args *);

struct nn_margin_loss_args {
    struct nn_here nn_here;
    double margin;
    const char *reduction;
};
// torch.nn.CosineEmbeddingLoss: nn_call(loss, x1, x2, target), target 1 or -1.
#define nn_cosine_embedding_loss(...)                                                              \
    nn_cosine_embedding_loss_with(NN_ARGS(margin_loss, __VA_ARGS__))
nn_module *nn_cosine_embedding_loss_with(const struct nn_margin_loss_args *);

// torch.nn.MarginRankingLoss: nn_call(loss, x1, x2, target), target 1 or -1.
#define nn_margin_ranking_loss(...) nn_margin_ranking_loss_with(NN_ARGS(margin_loss, __VA_ARGS__))
nn_module *nn_margin_ranking_loss_with(const struct nn_margin_loss_args *);

struct nn_triplet_margin_loss_args {
    struct nn_here nn_here;
    double margin, p, eps;
    bool swap;
    const char *reduction;
};
// torch.nn.TripletMarginLoss: nn_call(loss, anchor, positive, negative).
#define nn_triplet_margin_loss(...)                                                                \
    nn_triplet_margin_loss_with(NN_ARGS(triplet_margin_loss, __VA_ARGS__))
nn_module *nn_triplet_margin_loss_with(const struct nn_triplet_margin_loss_args *);

struct nn_hinge_loss_args {
    struct nn_here nn_here;
    double margin;
    const char *reduction;
};
// torch.nn.HingeEmbeddingLoss: input where target is 1, max(0, margin (1) - input) where it is -1.
#define nn_hinge_embedding_loss(...) nn_hinge_embedding_loss_with(NN_ARGS(hinge_loss, __VA_ARGS__))
nn_module *nn_hinge_embedding_loss_with(const struct nn_hinge_loss_args *);

// torch.nn.SoftMarginLoss: log(1 + exp(-target input)), target 1 or -1.
#define nn_soft_margin_loss(...) nn_soft_margin_loss_with(NN_ARGS(loss, __VA_ARGS__))
nn_module *nn_soft_margin_loss_with(const struct nn_loss_args *);

// torch.nn.MultiLabelMarginLoss: input [N, C] or [C] of scores; target alike, i64: the classes of
// each element, ended by -1. One loss an element.
#define nn_multilabel_margin_loss(...) nn_multilabel_margin_loss_with(NN_ARGS(loss, __VA_ARGS__))
nn_module *nn_multilabel_margin_loss_with(const struct nn_loss_args *);

struct nn_multilabel_soft_margin_loss_args {
    struct nn_here nn_here;
    nn_tensor *weight;
    const char *reduction;
};
// torch.nn.MultiLabelSoftMarginLoss: input [..., C] of scores, target alike, 0 or 1; the mean over
// the classes. weight [C].
#define nn_multilabel_soft_margin_loss(...)                                                        \
    nn_multilabel_soft_margin_loss_with(NN_ARGS(multilabel_soft_margin_loss, __VA_ARGS__))
nn_module *nn_multilabel_soft_margin_loss_with(const struct nn_multilabel_soft_margin_loss_args *);

struct nn_multi_margin_loss_args {
    struct nn_here nn_here;
    int64_t p;
    double margin;
    nn_tensor *weight;
    const char *reduction;
};
// torch.nn.MultiMarginLoss: input [N, C] or [C] of scores; target [N], i64. p is 1 or 2, weight
// [C].
#define nn_multi_margin_loss(...) nn_multi_margin_loss_with(NN_ARGS(multi_margin_loss, __VA_ARGS__))
nn_module *nn_multi_margin_loss_with(const struct nn_multi_margin_loss_args *);

struct nn_poisson_nll_loss_args {
    struct nn_here nn_here;
    enum nn_flag log_input;
    bool full;
    double eps;
    const char *reduction;
};
// torch.nn.PoissonNLLLoss: exp(input) - target input; with .log_input = NN_OFF input - target
// log(input + eps). full adds an approximation of log(target!).
#define nn_poisson_nll_loss(...) nn_poisson_nll_loss_with(NN_ARGS(poisson_nll_loss, __VA_ARGS__))
nn_module *nn_poisson_nll_loss_with(const struct nn_poisson_nll_loss_args *);

struct nn_gaussian_nll_loss_args {
    struct nn_here nn_here;
    bool full;
    double eps;
    const char *reduction;
};
// torch.nn.GaussianNLLLoss: nn_call(loss, input, target, var); var has the shape of input, or lacks
// its last axis, or has 1 there.
#define nn_gaussian_nll_loss(...) nn_gaussian_nll_loss_with(NN_ARGS(gaussian_nll_loss, __VA_ARGS__))
nn_module *nn_gaussian_nll_loss_with(const struct nn_gaussian_nll_loss_args *);

struct nn_ctc_loss_args {
    struct nn_here nn_here;
    int64_t blank;
    const char *reduction;
    bool zero_infinity;
};
// torch.nn.CTCLoss: nn_call(loss, log_probs, targets, input_lengths, target_lengths): log_probs
// [T, N, C] or [T, C]; targets [N, S], or all labels one after another; lengths [N], integers.
#define nn_ctc_loss(...) nn_ctc_loss_with(NN_ARGS(ctc_loss, __VA_ARGS__))
nn_module *nn_ctc_loss_with(const struct nn_ctc_loss_args *);

#endif
