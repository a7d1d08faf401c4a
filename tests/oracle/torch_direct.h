#ifndef TESTS_ORACLE_TORCH_DIRECT_H
#define TESTS_ORACLE_TORCH_DIRECT_H

// Runs a case through the table of nn.h: the same code that the run-time
// library and the interpreter's dialect call.

#include "tests/oracle/torch_answer.h"
#include "tests/oracle/torch_bind.h"

// An argument that is no tensor of the case: numbers, lists of them, words. A number where a
// tensor could be is one of the source language.
struct nn_arg torch_direct_argument(struct nn_recording *, enum nn_kind, const json_t *);

// What the calls of a case recorded.
struct torch_built {
    const struct program *program;
    int n_out;
    const value_id *out;
};

struct torch_built torch_direct_build(struct arena *, const struct torch_case *,
                                      const struct torch_bindings *);
void torch_direct(struct torch_answer *, struct arena *, const struct torch_case *,
                  const struct torch_bindings *);

#endif
