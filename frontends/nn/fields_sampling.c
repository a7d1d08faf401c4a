#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_sampling.h.

#define ARGS struct nn_grid_sample_args
const struct nn_field fields_grid_sample[] = {
    NEEDED(TENSOR, input),        NEEDED(TENSOR, grid),        OPTION(STRING, mode),
    OPTION(STRING, padding_mode), OPTION(BOOL, align_corners), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_affine_grid_args
const struct nn_field fields_affine_grid[] = {NEEDED(TENSOR, theta), NEEDED_FORM(INTS, size, size),
                                              OPTION(BOOL, align_corners), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_normalize_args
const struct nn_field fields_normalize[] = {NEEDED(TENSOR, input), OPTION(FLOAT, p),
                                            OPTION(INT, dim), OPTION(FLOAT, eps), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_scaled_dot_product_attention_args
const struct nn_field fields_scaled_dot_product_attention[] = {
    NEEDED(TENSOR, query),     NEEDED(TENSOR, key),    NEEDED(TENSOR, value),
    OPTION(TENSOR, attn_mask), ZERO(FLOAT, dropout_p), OPTION(BOOL, is_causal),
    OPTION(FLOAT, scale),      END_OF_FIELDS};
#undef ARGS
