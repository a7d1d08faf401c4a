#include "frontends/nn/table.h"

// Distances and losses: one op each. Weights that the constructor gets are
// buffers of the module.

static void loss_make(struct nn_recording *r, struct module *m)
{
    static const char *const names[] = {"weight", "pos_weight"};
    struct nn_arguments a = layer_arguments(r, m, NULL);
    for (int i = 0; i < 2; i++) {
        value_id value = args_tensor(&a, names[i]);
        if (!value) continue;
        struct tensor_type type = value_type(program_value(builder_program(r->builder), value));
        module_add_parameter(r, m, STORAGE_BUFFER, names[i], &type);
        module_find_parameter(m, names[i])->value = value;
    }
}

#define LOSS(name, class, op_name, inputs)                                                         \
    const struct nn_layer layer_##name = {                                                         \
        .kind = class, .op = op_name, .n_in = inputs, .make = loss_make}

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
LOSS(hinge_embedding_loss, "HingeEmbeddingLoss", "hinge_embedding_loss", 2);
LOSS(soft_margin_loss, "SoftMarginLoss", "soft_margin_loss", 2);
LOSS(multilabel_margin_loss, "MultiLabelMarginLoss", "multilabel_margin_loss", 2);
LOSS(multilabel_soft_margin_loss, "MultiLabelSoftMarginLoss", "multilabel_soft_margin_loss", 2);
LOSS(multi_margin_loss, "MultiMarginLoss", "multi_margin_loss", 2);
LOSS(poisson_nll_loss, "PoissonNLLLoss", "poisson_nll_loss", 2);
LOSS(gaussian_nll_loss, "GaussianNLLLoss", "gaussian_nll_loss", 3);
LOSS(ctc_loss, "CTCLoss", "ctc_loss", 4);
