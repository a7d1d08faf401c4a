#ifndef TESTS_ORACLE_GGML_CASE_H
#define TESTS_ORACLE_GGML_CASE_H

// A recorded call of one of ggml's functions (ggml/unit/opcases.release.jsonl, and more_calls.jsonl
// which ggml_calls.py records), as a call of the rules. Sizes can be put in the place of the
// recorded ones: symbols, or other numbers.

#include "frontends/ggml/call.h"

#include <jansson.h>

#define CASE_SIZES 32

// What stands for each recorded size above 1; sizes that are not listed stand for themselves.
struct case_sizes {
    int n;
    int64_t recorded[CASE_SIZES];
    int64_t multiple[CASE_SIZES]; // it is to be one of this, rows of blocks; 0: it stays as it is
    const struct sym *instead[CASE_SIZES];
    bool in_numbers; // for integer arguments too
};

struct ggml_case {
    json_t *json;
    int version;      // of the rules
    const char *name; // of the function
    const struct ggml_function *function;
};

// A line of the file, which is changed; false where it is none. Closed with ggml_case_close.
bool ggml_case_read(struct ggml_case *, char *line);
void ggml_case_close(struct ggml_case *);
// The text of the assertion that refused the recorded call, "signal 8" for a division by 0, or
// NULL.
const char *ggml_case_refusal(const struct ggml_case *);

// All sizes above 1 of the case's tensors, each once, standing for themselves.
struct case_sizes ggml_case_sizes(const struct ggml_case *, struct syms *);
// The call with these sizes, not yet run. Its tensors have fresh strides, or those of a permuted
// tensor, of the sizes that they have then; where the recorded strides are others, those.
struct ggml_call *ggml_case_call(struct arena *, struct syms *, const struct ggml_case *,
                                 const struct case_sizes *);

#endif
