#ifndef TESTS_ORACLE_TORCH_ANSWER_H
#define TESTS_ORACLE_TORCH_ANSWER_H

// What shapeprof says of a case, in the oracle's terms, and whether it agrees.

#include "ir/graph.h"
#include "tests/oracle/torch_case.h"

#define MAX_OUTPUTS 64

struct torch_output {
    enum dtype dtype; // DTYPE_NONE: None
    int rank;         // -1: a size was not constant
    int64_t dim[MAX_RANK];
    int64_t bytes;
};

struct torch_answer {
    const char *missing; // why there is no answer at all
    const char *error;   // the first diagnostic's message; NULL: accepted
    int n_out;
    struct torch_output out[MAX_OUTPUTS];
    int64_t parameters, buffer_bytes;
};

// From a program that was built for the case, whichever way. Text lives in the
// program's arena.
void torch_answer_read(struct torch_answer *, const struct program *, int n_out,
                       const value_id *out);

// NULL when the answer agrees; else the difference, in words.
const char *torch_answer_differs(struct arena *, const struct torch_case *,
                                 const struct torch_answer *);

#endif
