#ifndef IR_OPS_AXES_H
#define IR_OPS_AXES_H

// Axis numbers among an op's arguments, as PyTorch reads them: negative ones
// count from the end, a tensor of rank 0 has one axis for this purpose, and a
// list names each axis once.

#include "ir/infer.h"

struct axes {
    int n;              // as listed
    int at[MAX_RANK];   // normalised, in the order given
    bool has[MAX_RANK]; // by axis
};

// The attribute as a list of axes of a tensor of that rank. Refuses an axis out
// of range or named twice and returns false. Not given: an empty list.
bool axes_read(struct infer *, const char *name, int rank, struct axes *);
// The attribute as one axis; -1 after a refusal.
int axis_read(struct infer *, const char *name, int otherwise, int rank);
// As axis_read, for ops that want a real axis and so refuse a tensor of rank 0.
int axis_read_real(struct infer *, const char *name, int otherwise, int rank);

// The elements of an integer list attribute, and how many; NULL and 0 if it was not given.
const struct sym *const *ints_read(const struct infer *, const char *name, int *n);
// The attribute itself, whatever its kind; NULL if it was not given.
const struct attr *attr_read(const struct infer *, const char *name);

#endif
