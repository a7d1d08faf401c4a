#ifndef TESTS_ORACLE_TORCH_BIND_H
#define TESTS_ORACLE_TORCH_BIND_H

// From PyTorch's keyword arguments to the fields of nn.h's argument structs,
// through the one table that nn.h has. Both ways of running a case, through the
// table and as C source, start from the same bindings.

#include "frontends/nn/call.h"
#include "tests/oracle/torch_case.h"

#define MAX_BINDINGS 24

struct torch_binding {
    const struct nn_field *field;
    const json_t *value; // NULL: `input`, and for NN_KIND_TENSORS those after it
    int input, n_inputs;
};

struct torch_bindings {
    const struct nn_function *function;
    int n;
    struct torch_binding at[MAX_BINDINGS]; // of the function
    int n_call;
    struct torch_binding at_call[MAX_BINDINGS]; // of the module's call: its options
};

// The form of the keyword that takes this value; a scalar form before an array of one. NULL: none.
const struct nn_field *torch_bind_field(const struct nn_field *, const char *keyword,
                                        const json_t *value);

// False with a reason when nn.h has no form for an argument.
bool torch_bind(struct torch_bindings *, const struct nn_function *, const struct torch_case *,
                struct arena *, const char **error);

#endif
