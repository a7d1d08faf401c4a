#ifndef SHAPEPROF_NN_MAKING_H
#define SHAPEPROF_NN_MAKING_H

// Tensors that are made of nothing, or drawn. Include <shapeprof/nn.h>; nn_base.h has nn_zeros
// and its like.

#include <shapeprof/nn_shapes.h>

// ---- tensors made of nothing

// f32 where no dtype is given, unless said otherwise. Errors: a negative size.

struct nn_full_args {
    struct nn_here nn_here;
    int64_t size[NN_MAX_SIZES];
    nn_tensor *fill_value;
    enum nn_dtype dtype;
};
// torch.full: a tensor of the given sizes: nn_full({2, 3}, nn_number(0.5)); without a dtype the
// number has it: nn_integer gives i64.
#define nn_full(...) nn_full_with(NN_ARGS(full, __VA_ARGS__))
nn_tensor *nn_full_with(const struct nn_full_args *);

struct nn_eye_args {
    struct nn_here nn_here;
    int64_t n, m;
    enum nn_dtype dtype;
};
// torch.eye: [n, n], or [n, m].
#define nn_eye(...) nn_eye_with(NN_ARGS(eye, __VA_ARGS__))
nn_tensor *nn_eye_with(const struct nn_eye_args *);

struct nn_linspace_args {
    struct nn_here nn_here;
    double start, end;
    int64_t steps;
    enum nn_dtype dtype;
};
// torch.linspace: [steps], evenly spaced from start to end.
#define nn_linspace(...) nn_linspace_with(NN_ARGS(linspace, __VA_ARGS__))
nn_tensor *nn_linspace_with(const struct nn_linspace_args *);

// torch.logspace: [steps], from 10^start to 10^end.
#define nn_logspace(...) nn_logspace_with(NN_ARGS(linspace, __VA_ARGS__))
nn_tensor *nn_logspace_with(const struct nn_linspace_args *);

struct nn_randint_args {
    struct nn_here nn_here;
    int64_t low, high, size[NN_MAX_SIZES];
    enum nn_dtype dtype;
};
// torch.randint: integers from low to high - 1, i64, of the given sizes: nn_randint(0, 1000, {16}).
// Errors: high not above low.
#define nn_randint(...) nn_randint_with(NN_ARGS(randint, __VA_ARGS__))
nn_tensor *nn_randint_with(const struct nn_randint_args *);

struct nn_randperm_args {
    struct nn_here nn_here;
    int64_t n;
    enum nn_dtype dtype;
};
// torch.randperm: 0 to n - 1 in a random order, i64.
#define nn_randperm(...) nn_randperm_with(NN_ARGS(randperm, __VA_ARGS__))
nn_tensor *nn_randperm_with(const struct nn_randperm_args *);

// ---- tensors like others

// Shape of the input; its dtype where none is given. Any shape and dtype, unless said otherwise.

// torch.empty_like: without contents.
#define nn_empty_like(...) nn_empty_like_with(NN_ARGS(like, __VA_ARGS__))
nn_tensor *nn_empty_like_with(const struct nn_like_args *);

// torch.bernoulli: 0 or 1, drawn with the probabilities in the input; floating. Errors: integers.
#define nn_bernoulli(...) nn_bernoulli_with(NN_ARGS(one, __VA_ARGS__))
nn_tensor *nn_bernoulli_with(const struct nn_one_args *);

struct nn_multinomial_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t num_samples;
    bool replacement;
};
// torch.multinomial: [N, C] of weights -> [N, num_samples], i64. Errors: more samples than weights
// without replacement.
#define nn_multinomial(...) nn_multinomial_with(NN_ARGS(multinomial, __VA_ARGS__))
nn_tensor *nn_multinomial_with(const struct nn_multinomial_args *);

#endif
