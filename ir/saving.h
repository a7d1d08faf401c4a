#ifndef IR_SAVING_H
#define IR_SAVING_H

// What is kept of one call until backward reads it: operands and results by
// their bits, and tensors that are neither. Which, depends on the operands whose
// gradient is wanted; `struct saves` says how.

#include "ir/graph.h"

#define MAX_SAVED 16 // operands, and results, that have a bit

// A tensor of the op's own: a mask, indices, statistics, gates.
struct saved_tensor {
    const char *what;
    enum dtype dtype;
    struct shape shape;
    int copies;     // how many of these
    bool statistic; // of f32 values; where these are asked for as a narrower type it stays f32
};

struct saving {
    struct infer in;       // the call, with the types of its results
    unsigned wanted;       // operands whose gradient is wanted, by bit
    unsigned kept;         // SAVE_IN / SAVE_OUT
    unsigned copied;       // SAVE_IN: overwritten by the call, so that a copy is kept (in `own`)
    const char *uncounted; // what is kept and not counted here; NULL: nothing
    const char *at_most;   // what is counted here and may not be kept; NULL: nothing
    VEC(struct saved_tensor) own;
};

// Does a gradient go through the call?
bool saving_is_asked(const struct program *, node_id);
// False where no gradient goes through the call: nothing is kept of it. All memory is the arena's.
bool saving_read(struct saving *, struct arena *, const struct program *, node_id,
                 const struct saves *);

// ---- for rules

// Is the operand's gradient wanted?
bool saving_wants(const struct saving *, int operand);
enum dtype saving_dtype(const struct saving *); // of the first result
// A tensor that is kept beside operands and results; `what` names it: "mask".
void saving_add(struct saving *, const char *what, enum dtype, const struct shape *);
// `copies` tensors of one axis.
void saving_add_flat(struct saving *, const char *what, enum dtype, const struct sym *elements,
                     int copies);
// What kernels add up floats of this type in, as PyTorch's do (at::opmath_type): f64 of f64, else
// f32.
enum dtype saving_sums_dtype(enum dtype);
// One axis of sums or of their logarithms, in that type.
void saving_add_statistic(struct saving *, const char *what, const struct sym *elements);
// Is a number above 0, so that something is kept for it? It is where nobody knows the number, and
// that no more than this is kept is noted.
bool saving_is_positive(struct saving *, const char *attr, double otherwise);
// All operands [0, n) but the one whose gradient it is.
void saving_others(struct saving *, int n);

#endif
