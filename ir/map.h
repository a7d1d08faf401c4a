#ifndef IR_MAP_H
#define IR_MAP_H

// Kernels of elementwise ops: a function of the operands' elements at one place, written for a row
// of them. Broadcasting, promotion, the form in place and the sums over broadcast axes in backward
// are done here, once.

#include "ir/kernel.h"

// What a row is computed from, and where to.
struct map_row {
    const struct kernel_call *call;
    int64_t n;
    const double *in[MAX_OPERANDS]; // NULL: left out
    const double *out;              // slope: the result
    const double *gradient;         // slope: of the result
    int operand;                    // slope: whose gradient it is
    double *to;                     // the result; slope: the operand's gradient
};

typedef void map_function(const struct map_row *);

// The dtype of the result.
enum map_dtype {
    MAP_PROMOTED, // of all operands
    MAP_FLOAT,    // the same, f32 for integers
    MAP_BOOL
};

void map_forward(struct kernel_call *, map_function *, enum map_dtype);
// The same where the dtype of the result follows from operands [first, first + n) only.
void map_forward_as(struct kernel_call *, map_function *, enum dtype);
// Of one operand of integers.
typedef void map_whole_function(int64_t n, const int64_t *x, int64_t *to);
bool map_whole(struct kernel_call *, map_whole_function *, enum map_dtype);
// Of two operands of integers, which are given as they are; false, and nothing is done, where one
// holds floats.
typedef void map_integers_function(int64_t n, const int64_t *a, const int64_t *b, int64_t *to);
bool map_integers(struct kernel_call *, map_integers_function *, enum map_dtype);
// Of all operands, where none holds floats; NULL: left out.
typedef void map_many_function(int64_t n, const int64_t *const *in, int64_t *to);
bool map_many_integers(struct kernel_call *, map_many_function *, enum dtype);
// Into a tensor that is there, of the extents that the operands broadcast to.
void map_into(struct kernel_call *, map_function *, const struct tensor *to);
void map_backward(struct kernel_call *, map_function *slope);
// PyTorch's promotion over operands [first, first + n): tensors with axes first, then those
// without, then numbers, each only where its category is a higher one.
enum dtype kernel_promote(const struct kernel_call *, int first, int n);

// Kernels of one operand, `name`_forward and `name`_backward: the value is written with x, the
// operand; the slope with x, y, the result, and g, the gradient of the result. Whichever of x and
// y the op's `saved` does not name is a NaN there.
#define MAP_UNARY(name, dtype, value, slope) MAP_UNARY_WITH(name, dtype, (void)m, value, slope)

// `prepare` reads arguments from m->call.
#define MAP_UNARY_WITH(name, dtype, prepare, value, slope)                                         \
    MAP_FORWARD(name, dtype, prepare, value)                                                       \
    MAP_SLOPE(name, prepare, slope)                                                                \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        map_backward(call, name##_slope);                                                          \
    }

#define MAP_SLOPE(name, prepare, slope)                                                            \
    static void name##_slope(const struct map_row *m)                                              \
    {                                                                                              \
        prepare;                                                                                   \
        for (int64_t i = 0; i < m->n; i++) {                                                       \
            double x = m->in[0][i], y = m->out[i], g = m->gradient[i];                             \
            (void)x, (void)y;                                                                      \
            m->to[i] = (slope);                                                                    \
        }                                                                                          \
    }

// Of functions of rows that stand before it, `name`_map and `name`_slope.
#define MAP_KERNELS(name, dtype)                                                                   \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        map_forward(call, name##_map, dtype);                                                      \
    }                                                                                              \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        map_backward(call, name##_slope);                                                          \
    }

// Without a gradient.
#define MAP_FORWARD(name, dtype, prepare, value)                                                   \
    static void name##_map(const struct map_row *m)                                                \
    {                                                                                              \
        prepare;                                                                                   \
        for (int64_t i = 0; i < m->n; i++) {                                                       \
            double x = m->in[0][i];                                                                \
            m->to[i] = (value);                                                                    \
        }                                                                                          \
    }                                                                                              \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        map_forward(call, name##_map, dtype);                                                      \
    }

// Of two operands, a and b; `slope_a` and `slope_b` are the gradients of each.
#define MAP_BINARY_WITH(name, dtype, prepare, value, slope_a, slope_b)                             \
    MAP_BINARY_FORWARD(name, dtype, prepare, value)                                                \
    static void name##_slope(const struct map_row *m)                                              \
    {                                                                                              \
        prepare;                                                                                   \
        for (int64_t i = 0; i < m->n; i++) {                                                       \
            double a = m->in[0][i], b = m->in[1][i], y = m->out[i], g = m->gradient[i];            \
            (void)a, (void)b, (void)y;                                                             \
            m->to[i] = m->operand == 0 ? (slope_a) : (slope_b);                                    \
        }                                                                                          \
    }                                                                                              \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        map_backward(call, name##_slope);                                                          \
    }

// One operand, and `whole`, the value for an integer x, which is given as it is.
#define MAP_UNARY_EXACT(name, value, slope, whole)                                                 \
    MAP_UNARY(name##_doubles, MAP_PROMOTED, value, slope)                                          \
    static void name##_whole(int64_t n, const int64_t *in, int64_t *to)                            \
    {                                                                                              \
        for (int64_t i = 0; i < n; i++) {                                                          \
            int64_t x = in[i];                                                                     \
            to[i] = (whole);                                                                       \
        }                                                                                          \
    }                                                                                              \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        if (!map_whole(call, name##_whole, MAP_PROMOTED)) name##_doubles_forward(call);            \
    }                                                                                              \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        name##_doubles_backward(call);                                                             \
    }

// The same with `whole`, the value for two integers a and b, which are given as they are.
#define MAP_BINARY_EXACT(name, prepare, value, slope_a, slope_b, whole)                            \
    MAP_BINARY_WITH(name##_doubles, MAP_PROMOTED, prepare, value, slope_a, slope_b)                \
    MAP_INTEGERS(name, whole)                                                                      \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        if (!map_integers(call, name##_integers, MAP_PROMOTED)) name##_doubles_forward(call);      \
    }                                                                                              \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        name##_doubles_backward(call);                                                             \
    }

#define MAP_INTEGERS(name, whole)                                                                  \
    static void name##_integers(int64_t n, const int64_t *x, const int64_t *y, int64_t *to)        \
    {                                                                                              \
        for (int64_t i = 0; i < n; i++) {                                                          \
            int64_t a = x[i], b = y[i];                                                            \
            to[i] = (whole);                                                                       \
        }                                                                                          \
    }

#define MAP_BINARY_FORWARD(name, dtype, prepare, value)                                            \
    static void name##_map(const struct map_row *m)                                                \
    {                                                                                              \
        prepare;                                                                                   \
        for (int64_t i = 0; i < m->n; i++) {                                                       \
            double a = m->in[0][i], b = m->in[1][i];                                               \
            m->to[i] = (value);                                                                    \
        }                                                                                          \
    }                                                                                              \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        map_forward(call, name##_map, dtype);                                                      \
    }

#endif
