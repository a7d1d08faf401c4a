#ifndef TESTS_ORACLE_TORCH_SOURCE_H
#define TESTS_ORACLE_TORCH_SOURCE_H

// Writes cases as C source on nn.h, and reads them back through the whole
// product: libclang, the interpreter, the dialect.

#include "ir/base/text.h"
#include "tests/oracle/torch_answer.h"
#include "tests/oracle/torch_bind.h"

// A function `struct nn_tensors case_<id>(void)` that makes the inputs, the
// module where there is one, and the call.
void torch_source_write(struct text *, const struct torch_case *, const struct torch_bindings *);

// Analyses a file of such functions; `answers` is filled for each id, in the
// given order. An id without a model gets an answer that says so.
void torch_source_read(struct arena *, const char *path, int n, const char *const *ids,
                       struct torch_answer *answers);

#endif
