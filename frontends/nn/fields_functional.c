#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_functional.h.

#define ARGS struct nn_unary_args
const struct nn_field nn_fields_unary[] = {NEEDED(TENSOR, input), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_add_args
const struct nn_field nn_fields_add[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, other),
                                         OPTION(TENSOR, alpha), END_OF_FIELDS};
#undef ARGS
