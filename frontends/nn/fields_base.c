#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_base.h and nn_module.h.

#define ARGS struct nn_tensor_args
const struct nn_field nn_tensor_fields[] = {NEEDED(DTYPE, dtype), FORM(INTS, shape, size),
                                            END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_constant_args
const struct nn_field nn_constant_fields[] = {NEEDED(DTYPE, dtype), FORM(INTS, shape, size),
                                              ZERO_FORM(INTS, values, data), ZERO(FLOAT, fill),
                                              END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_parameter_args
const struct nn_field nn_parameter_fields[] = {NEEDED(STRING, name), NEEDED(DTYPE, dtype),
                                               FORM(INTS, shape, size), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_call_args
const struct nn_field nn_call_fields[] = {OPTION(INT, output_size),
                                          FORM(INTS, output_sizes, output_size),
                                          OPTION(TENSOR, per_sample_weights),
                                          OPTION(TENSOR, attn_mask),
                                          OPTION(TENSOR, key_padding_mask),
                                          OPTION(FLAG, need_weights),
                                          OPTION(FLAG, average_attn_weights),
                                          OPTION(TENSOR, mask),
                                          OPTION(TENSOR, src_mask),
                                          OPTION(TENSOR, src_key_padding_mask),
                                          OPTION(TENSOR, tgt_mask),
                                          OPTION(TENSOR, memory_mask),
                                          OPTION(TENSOR, tgt_key_padding_mask),
                                          OPTION(TENSOR, memory_key_padding_mask),
                                          END_OF_FIELDS};
#undef ARGS
