#ifndef IR_OPS_REDUCED_H
#define IR_OPS_REDUCED_H

// A tensor seen as a reduction sees it: the axes that stay are walked element by element of the
// result, and those that go (attribute `dim`, all where it is not given) are one list of numbers
// for each of them.

#include "ir/kernel.h"

struct reduced {
    struct tensor x;  // its axes in the order stay, go
    int n_stay, n_go; // axes
    int64_t stay, go; // elements: of the result, and of each list
    int rank;         // of the result
    int64_t dim[MAX_RANK];
    bool along; // an axis was named
};

struct reduced reduced_view(const struct kernel_call *, const struct tensor *);
// List number `k`, in the order of the result's elements: `go` numbers.
void reduced_load(const struct reduced *, int64_t k, double *list);
void reduced_store(const struct reduced *, int64_t k, const double *list);

// One list, and what is made of it.
struct list {
    const struct kernel_call *call;
    int64_t n;
    const double *x;
    double y;        // slope: the result
    double gradient; // slope: of the result
    double *to;      // slope: the gradient of each element
    double *room;    // value of a choice: as many numbers as the list has
    int64_t place;   // value of a choice: where the chosen element is; -1: there is none
};

typedef double value_function(struct list *); // the result
typedef void slope_function(struct list *);   // fills `to`

// Which dtype the result has, where the attribute `dtype` does not say.
enum reduced_dtype {
    REDUCED_SAME,
    REDUCED_SUM,   // i64 for integers
    REDUCED_FLOAT, // f32 for integers
    REDUCED_TRUTH, // bool, but u8 for u8
    REDUCED_INDEX  // i64
};

void reduced_forward(struct kernel_call *, value_function *, enum reduced_dtype);
// The same where the result is one of the numbers, or with REDUCED_INDEX a place of them, so that
// integers of any size are exact.
void reduced_chosen(struct kernel_call *, value_function *, enum reduced_dtype);
// Where the result holds integers, to which floats are converted first: exact whatever their size
// (modulo 2^64); false, and nothing is done, where it holds floats or bools.
typedef int64_t integers_function(int64_t n, const int64_t *list);
bool reduced_integers(struct kernel_call *, integers_function *, enum reduced_dtype);
void reduced_backward(struct kernel_call *, slope_function *);

// Kernels `name`_forward and `name`_backward from `name`_of and `name`_slope.
#define REDUCE(name, dtype)                                                                        \
    REDUCE_FORWARD(name, dtype)                                                                    \
    void name##_backward(struct kernel_call *call)                                                 \
    {                                                                                              \
        reduced_backward(call, name##_slope);                                                      \
    }

// The same of a result that is one of the numbers.
#define REDUCE_CHOSEN(name, dtype)                                                                 \
    void name##_forward(struct kernel_call *call)                                                  \
    {                                                                                              \
        reduced_chosen(call, name##_of, dtype);                                                    \
    }

#define REDUCE_FORWARD(name, dtype)                                                                \
    void name##_forward(struct kernel_call *call)                                                  \
    {                                                                                              \
        reduced_forward(call, name##_of, dtype);                                                   \
    }

#endif
