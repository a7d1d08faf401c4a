#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_losses.h.

#define ARGS struct nn_cosine_similarity_args
const struct nn_field fields_cosine_similarity[] = {OPTION(INT, dim), OPTION(FLOAT, eps),
                                                    END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_pairwise_distance_args
const struct nn_field fields_pairwise_distance[] = {OPTION(FLOAT, p), OPTION(FLOAT, eps),
                                                    OPTION(BOOL, keepdim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_loss_args
const struct nn_field fields_loss[] = {OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_cross_entropy_loss_args
const struct nn_field fields_cross_entropy_loss[] = {
    OPTION(TENSOR, weight), OPTION(INT, ignore_index), OPTION(STRING, reduction),
    ZERO(FLOAT, label_smoothing), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_nll_loss_args
const struct nn_field fields_nll_loss[] = {OPTION(TENSOR, weight), OPTION(INT, ignore_index),
                                           OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_kl_div_loss_args
const struct nn_field fields_kl_div_loss[] = {OPTION(STRING, reduction), OPTION(BOOL, log_target),
                                              END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_bce_loss_args
const struct nn_field fields_bce_loss[] = {OPTION(TENSOR, weight), OPTION(STRING, reduction),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_bce_with_logits_loss_args
const struct nn_field fields_bce_with_logits_loss[] = {
    OPTION(TENSOR, weight), OPTION(STRING, reduction), OPTION(TENSOR, pos_weight), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_smooth_l1_loss_args
const struct nn_field fields_smooth_l1_loss[] = {OPTION(STRING, reduction), OPTION(FLOAT, beta),
                                                 END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_huber_loss_args
const struct nn_field fields_huber_loss[] = {OPTION(STRING, reduction), OPTION(FLOAT, delta),
                                             END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_margin_loss_args
const struct nn_field fields_margin_loss[] = {ZERO(FLOAT, margin), OPTION(STRING, reduction),
                                              END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_triplet_margin_loss_args
const struct nn_field fields_triplet_margin_loss[] = {OPTION(FLOAT, margin),     OPTION(FLOAT, p),
                                                      OPTION(FLOAT, eps),        OPTION(BOOL, swap),
                                                      OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_hinge_loss_args
const struct nn_field fields_hinge_loss[] = {OPTION(FLOAT, margin), OPTION(STRING, reduction),
                                             END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_multilabel_soft_margin_loss_args
const struct nn_field fields_multilabel_soft_margin_loss[] = {
    OPTION(TENSOR, weight), OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_multi_margin_loss_args
const struct nn_field fields_multi_margin_loss[] = {OPTION(INT, p), OPTION(FLOAT, margin),
                                                    OPTION(TENSOR, weight),
                                                    OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_poisson_nll_loss_args
const struct nn_field fields_poisson_nll_loss[] = {OPTION(FLAG, log_input), OPTION(BOOL, full),
                                                   OPTION(FLOAT, eps), OPTION(STRING, reduction),
                                                   END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_gaussian_nll_loss_args
const struct nn_field fields_gaussian_nll_loss[] = {OPTION(BOOL, full), OPTION(FLOAT, eps),
                                                    OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_ctc_loss_args
const struct nn_field fields_ctc_loss[] = {ZERO(INT, blank), OPTION(STRING, reduction),
                                           OPTION(BOOL, zero_infinity), END_OF_FIELDS};
#undef ARGS
