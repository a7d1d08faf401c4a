#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_pointwise.h.

#define ARGS struct nn_lerp_args
const struct nn_field fields_lerp[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, end),
                                       NEEDED(TENSOR, weight), OPTION(BOOL, inplace),
                                       END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_addcmul_args
const struct nn_field fields_addcmul[] = {NEEDED(TENSOR, input),   NEEDED(TENSOR, tensor1),
                                          NEEDED(TENSOR, tensor2), OPTION(TENSOR, value),
                                          OPTION(BOOL, inplace),   END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_kthvalue_args
const struct nn_field fields_kthvalue[] = {NEEDED(TENSOR, input), NEEDED(INT, k), OPTION(INT, dim),
                                           OPTION(BOOL, keepdim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_diff_args
const struct nn_field fields_diff[] = {NEEDED(TENSOR, input), OPTION(INT, n), OPTION(INT, dim),
                                       END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_pdist_args
const struct nn_field fields_f_pdist[] = {NEEDED(TENSOR, input), OPTION(FLOAT, p), END_OF_FIELDS};
#undef ARGS
