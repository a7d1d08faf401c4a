#ifndef TESTS_ORACLE_TORCH_SOURCE_H
#define TESTS_ORACLE_TORCH_SOURCE_H

// Writes cases as C source on nn.h, and reads them back through the whole
// product: libclang, the interpreter, the dialect.

#include "ir/base/text.h"
#include "tests/oracle/torch_answer.h"
#include "tests/oracle/torch_bind.h"

void torch_source_dtype(struct text *, enum dtype);
// As torch_direct_argument, as an expression or a list in braces.
void torch_source_argument(struct text *, enum nn_kind, const json_t *);
// nn_view(x0, 2, 3): functions whose sizes stand one after another.
bool torch_source_has_list_form(const struct nn_function *);

// A function `struct nn_tensors case_<id>(void)` that makes the inputs, the
// module where there is one, and the call.
void torch_source_write(struct text *, const struct torch_case *, const struct torch_bindings *);

// Analyses a file of such functions; `answers` is filled for each id, in the
// given order. An id without a model gets an answer that says so.
void torch_source_read(struct arena *, const char *path, int n, const char *const *ids,
                       struct torch_answer *answers);

#endif
