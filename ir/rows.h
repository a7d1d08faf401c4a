#ifndef IR_ROWS_H
#define IR_ROWS_H

// Walking tensors of one shape together, a row at a time. A row has at most
// ROW_ELEMENTS elements, so that its doubles stay in the nearest cache. Tensors
// with fewer axes, or with axes of size 1, are broadcast.

#include "ir/kernel.h"

#define ROW_ELEMENTS 512
#define MAX_WALKED (2 * MAX_OPERANDS + 4)

struct rows {
    int n; // tensors
    const struct tensor *tensor[MAX_WALKED];
    int64_t offset[MAX_WALKED]; // of this row's first element
    int64_t step[MAX_WALKED];   // from one element of the row to the next
    int64_t length;             // elements in this row
    int64_t place;              // of its first element, in row-major order

    // Private: axes that lie behind one another in all tensors count as one.
    int rank;
    int64_t dim[MAX_RANK], index[MAX_RANK], stride[MAX_WALKED][MAX_RANK];
    bool begun;
};

void rows_begin(struct rows *, int rank, const int64_t *dim);
int rows_add(struct rows *, const struct tensor *); // its number in `tensor`
bool rows_next(struct rows *);                      // false: there is no further row
// This row of tensor number `i`, as doubles, and back.
void rows_load(const struct rows *, int i, double *row);
void rows_store(const struct rows *, int i, const double *row);
// From one tensor to another, converted once: between integers without a detour, so that they are
// exact whatever their width, and between equal dtypes to the bit.
void rows_copy(const struct rows *, int from, int to);
// This row of tensor `i`, of integers or bool, as it is, and back: what is too large for the dtype
// wraps around.
void rows_load_integers(const struct rows *, int i, int64_t *row);
void rows_store_integers(const struct rows *, int i, const int64_t *row);
// Adds to this row of tensor `i`, which is f64: one element after the other, since where it is
// broadcast or a view that overlaps, several of them are the same number.
void rows_add_to(const struct rows *, int i, const double *row);

// `n` elements, `step` apart, from the element at `offset` of the tensor's data.
void row_load(const struct tensor *, int64_t offset, int64_t step, int64_t n, double *row);
void row_store(const struct tensor *, int64_t offset, int64_t step, int64_t n, const double *row);

#endif
