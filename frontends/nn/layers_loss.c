#include "frontends/nn/table.h"

// Distances and losses: one op each, weights come from the constructor.

#define LOSS(name, class, op_name, inputs)                                                         \
    const struct nn_layer layer_##name = {.kind = class, .op = op_name, .n_in = inputs}

LOSS(cosine_similarity, "CosineSimilarity", "cosine_similarity", 2);
LOSS(pairwise_distance, "PairwiseDistance", "pairwise_distance", 2);
LOSS(l1_loss, "L1Loss", "l1_loss", 2);
LOSS(mse_loss, "MSELoss", "mse_loss", 2);
LOSS(cross_entropy_loss, "CrossEntropyLoss", "cross_entropy", 2);
LOSS(nll_loss, "NLLLoss", "nll_loss", 2);
LOSS(kl_div_loss, "KLDivLoss", "kl_div", 2);
LOSS(bce_loss, "BCELoss", "binary_cross_entropy", 2);
LOSS(bce_with_logits_loss, "BCEWithLogitsLoss", "binary_cross_entropy_with_logits", 2);
LOSS(smooth_l1_loss, "SmoothL1Loss", "smooth_l1_loss", 2);
LOSS(huber_loss, "HuberLoss", "huber_loss", 2);
LOSS(cosine_embedding_loss, "CosineEmbeddingLoss", "cosine_embedding_loss", 3);
LOSS(margin_ranking_loss, "MarginRankingLoss", "margin_ranking_loss", 3);
LOSS(triplet_margin_loss, "TripletMarginLoss", "triplet_margin_loss", 3);
