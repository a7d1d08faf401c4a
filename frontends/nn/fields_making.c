#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_making.h.

#define ARGS struct nn_full_args
const struct nn_field fields_full[] = {NEEDED_FORM(INTS, size, size), NEEDED(TENSOR, fill_value),
                                       OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_eye_args
const struct nn_field fields_eye[] = {NEEDED(INT, n), OPTION(INT, m), OPTION(DTYPE, dtype),
                                      END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_linspace_args
const struct nn_field fields_linspace[] = {NEEDED(FLOAT, start), NEEDED(FLOAT, end),
                                           NEEDED(INT, steps), OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_randint_args
const struct nn_field fields_randint[] = {NEEDED(INT, low), NEEDED(INT, high),
                                          NEEDED_FORM(INTS, size, size), OPTION(DTYPE, dtype),
                                          END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_randperm_args
const struct nn_field fields_randperm[] = {NEEDED(INT, n), OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_multinomial_args
const struct nn_field fields_multinomial[] = {NEEDED(TENSOR, input), NEEDED(INT, num_samples),
                                              OPTION(BOOL, replacement), END_OF_FIELDS};
#undef ARGS
