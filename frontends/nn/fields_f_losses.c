#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_f_losses.h.

#define ARGS struct nn_f_pairwise_distance_args
const struct nn_field fields_f_pairwise_distance[] = {NEEDED(TENSOR, x1),    NEEDED(TENSOR, x2),
                                                      OPTION(FLOAT, p),      OPTION(FLOAT, eps),
                                                      OPTION(BOOL, keepdim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_loss_args
const struct nn_field fields_f_loss[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, target),
                                         OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_smooth_l1_loss_args
const struct nn_field fields_f_smooth_l1_loss[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, target),
                                                   OPTION(STRING, reduction), OPTION(FLOAT, beta),
                                                   END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_huber_loss_args
const struct nn_field fields_f_huber_loss[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, target),
                                               OPTION(STRING, reduction), OPTION(FLOAT, delta),
                                               END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_cross_entropy_args
const struct nn_field fields_cross_entropy[] = {NEEDED(TENSOR, input),
                                                NEEDED(TENSOR, target),
                                                OPTION(TENSOR, weight),
                                                OPTION(INT, ignore_index),
                                                OPTION(STRING, reduction),
                                                ZERO(FLOAT, label_smoothing),
                                                END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_nll_loss_args
const struct nn_field fields_f_nll_loss[] = {NEEDED(TENSOR, input),     NEEDED(TENSOR, target),
                                             OPTION(TENSOR, weight),    OPTION(INT, ignore_index),
                                             OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_kl_div_args
const struct nn_field fields_kl_div[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, target),
                                         OPTION(STRING, reduction), OPTION(BOOL, log_target),
                                         END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_binary_cross_entropy_args
const struct nn_field fields_binary_cross_entropy[] = {
    NEEDED(TENSOR, input), NEEDED(TENSOR, target), OPTION(TENSOR, weight),
    OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_binary_cross_entropy_with_logits_args
const struct nn_field fields_binary_cross_entropy_with_logits[] = {
    NEEDED(TENSOR, input),     NEEDED(TENSOR, target),     OPTION(TENSOR, weight),
    OPTION(STRING, reduction), OPTION(TENSOR, pos_weight), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_margin_loss_args
const struct nn_field fields_f_margin_loss[] = {NEEDED(TENSOR, input1),    NEEDED(TENSOR, input2),
                                                NEEDED(TENSOR, target),    ZERO(FLOAT, margin),
                                                OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_triplet_margin_loss_args
const struct nn_field fields_f_triplet_margin_loss[] = {
    NEEDED(TENSOR, anchor), NEEDED(TENSOR, positive),  NEEDED(TENSOR, negative),
    OPTION(FLOAT, margin),  OPTION(FLOAT, p),          OPTION(FLOAT, eps),
    OPTION(BOOL, swap),     OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_hinge_loss_args
const struct nn_field fields_f_hinge_loss[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, target),
                                               OPTION(FLOAT, margin), OPTION(STRING, reduction),
                                               END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_weighted_loss_args
const struct nn_field fields_f_weighted_loss[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, target),
                                                  OPTION(TENSOR, weight), OPTION(STRING, reduction),
                                                  END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_multi_margin_loss_args
const struct nn_field fields_f_multi_margin_loss[] = {
    NEEDED(TENSOR, input),  NEEDED(TENSOR, target),    OPTION(INT, p), OPTION(FLOAT, margin),
    OPTION(TENSOR, weight), OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_poisson_nll_loss_args
const struct nn_field fields_f_poisson_nll_loss[] = {
    NEEDED(TENSOR, input), NEEDED(TENSOR, target), OPTION(FLAG, log_input),
    OPTION(BOOL, full),    OPTION(FLOAT, eps),     OPTION(STRING, reduction),
    END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_gaussian_nll_loss_args
const struct nn_field fields_f_gaussian_nll_loss[] = {
    NEEDED(TENSOR, input), NEEDED(TENSOR, target),    NEEDED(TENSOR, var), OPTION(BOOL, full),
    OPTION(FLOAT, eps),    OPTION(STRING, reduction), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_ctc_loss_args
const struct nn_field fields_f_ctc_loss[] = {NEEDED(TENSOR, log_probs),
                                             NEEDED(TENSOR, targets),
                                             NEEDED(TENSOR, input_lengths),
                                             NEEDED(TENSOR, target_lengths),
                                             ZERO(INT, blank),
                                             OPTION(STRING, reduction),
                                             OPTION(BOOL, zero_infinity),
                                             END_OF_FIELDS};
#undef ARGS
