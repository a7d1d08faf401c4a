#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_choosing.h.

#define ARGS struct nn_masked_select_args
const struct nn_field fields_masked_select[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, mask),
                                                END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_take_args
const struct nn_field fields_take[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, index), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_index_fill_args
const struct nn_field fields_index_fill[] = {NEEDED(TENSOR, input), NEEDED(INT, dim),
                                             NEEDED(TENSOR, index), NEEDED(TENSOR, value),
                                             OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_index_copy_args
const struct nn_field fields_index_copy[] = {NEEDED(TENSOR, input), NEEDED(INT, dim),
                                             NEEDED(TENSOR, index), NEEDED(TENSOR, source),
                                             OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_bucketize_args
const struct nn_field fields_bucketize[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, boundaries),
                                            OPTION(BOOL, out_int32), OPTION(BOOL, right),
                                            END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_searchsorted_args
const struct nn_field fields_searchsorted[] = {NEEDED(TENSOR, sorted_sequence),
                                               NEEDED(TENSOR, values), OPTION(BOOL, out_int32),
                                               OPTION(BOOL, right), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_split_named_args
const struct nn_field fields_split_named[] = {
    NEEDED(TENSOR, input), FORM(INT, sections, indices_or_sections),
    FORM(INTS, indices, indices_or_sections), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_as_other_args
const struct nn_field fields_as_other[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, other),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_unique_args
const struct nn_field fields_unique[] = {
    NEEDED(TENSOR, input),       OPTION(FLAG, sorted), OPTION(BOOL, return_inverse),
    OPTION(BOOL, return_counts), OPTION(INT, dim),     END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_index_put_args
const struct nn_field fields_index_put[] = {NEEDED(TENSOR, input),  LIST(indices, indices),
                                            NEEDED(TENSOR, values), OPTION(BOOL, accumulate),
                                            OPTION(BOOL, inplace),  END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_take_along_dim_args
const struct nn_field fields_take_along_dim[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, indices),
                                                 OPTION(INT, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_scatter_reduce_args
const struct nn_field fields_scatter_reduce[] = {
    NEEDED(TENSOR, input),  NEEDED(INT, dim),           NEEDED(TENSOR, index), NEEDED(TENSOR, src),
    NEEDED(STRING, reduce), OPTION(FLAG, include_self), OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_quantile_args
const struct nn_field fields_quantile[] = {
    NEEDED(TENSOR, input),         OPTION(FLOAT, q),    OPTION(INT, dim), OPTION(BOOL, keepdim),
    OPTION(STRING, interpolation), FORM(TENSOR, qs, q), END_OF_FIELDS};
#undef ARGS
