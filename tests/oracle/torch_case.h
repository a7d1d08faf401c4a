#ifndef TESTS_ORACLE_TORCH_CASE_H
#define TESTS_ORACLE_TORCH_CASE_H

// One line of shape_cases.jsonl: a module or function of PyTorch, its
// arguments, and what the real library answered.

#include "ir/tensor.h"
#include <jansson.h>

struct torch_tensor {
    enum dtype dtype;
    int rank;
    int64_t dim[MAX_RANK];
    const json_t *fill;           // one number or a flat list; NULL where contents do not matter
    const char *symbol[MAX_RANK]; // that stands for the size; NULL: the number itself
};

struct torch_case {
    const char *id, *op;
    const json_t *args; // keyword arguments; may be NULL
    const json_t *call; // keyword arguments of the module's call; may be NULL
    int n_in;
    struct torch_tensor in[MAX_RANK];
    const json_t *pre_transpose; // [[input, axis, axis]] or NULL
    bool eval;
    bool fails;
    bool fails_at_init;
    const char *message;
    const json_t *out; // of a success
    int64_t parameters, buffer_bytes;
    json_t *line; // owns all of the above
};

// False with a reason when the line is not a case.
bool torch_case_read(struct torch_case *, const char *line, const char **error);
void torch_case_close(struct torch_case *);

// A tensor spelled [dtype, shape] or [dtype, shape, fill]. A complex dtype reads as DTYPE_NONE.
bool torch_tensor_read(const json_t *, struct torch_tensor *);

// A number of Python: 0.5, or {"float": "-inf"} for what JSON does not have.
bool torch_is_float(const json_t *);
double torch_float(const json_t *);

// Why a case is no test of a C tool, or NULL if it is one. The rule:
//  - the CPU's and the meta device's answers differ (`alt`);
//  - the error is a Python TypeError: C has no argument of that wrong type;
//  - the error depends on the numbers in a tensor;
//  - a dtype is complex, which shapeprof does not have;
//  - oneDNN, handed a bf16 transposed convolution, complains of the plain convolution that it takes
//    it for (a bug of this PyTorch; where it does not complain, the oracle holds the right answer).
const char *torch_case_left_out(const struct torch_case *);

#endif
