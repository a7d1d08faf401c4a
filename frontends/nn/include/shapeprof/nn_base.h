#ifndef SHAPEPROF_NN_BASE_H
#define SHAPEPROF_NN_BASE_H

// The ground of nn.h: handles, how arguments are written, tensors, the
// recording. Include <shapeprof/nn.h>, which tells the whole.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Raised when the meaning of a call changes. shapeprof refuses a header of another version than
// the one that it was built with.
#define NN_VERSION 1
struct nn_header {
    char version[NN_VERSION];
};

// A tensor of the model: element type and sizes, known as soon as the call that
// makes it returns. Owned by the recording.
typedef struct nn_tensor nn_tensor;
typedef struct nn_module nn_module;

// What a function with several results gives: values first, indices second for
// nn_max; output, h, c for an LSTM. The array is owned by the recording.
struct nn_tensors {
    int64_t n;
    nn_tensor **at;
};

// ---- how arguments are written
//
// Positional ones come first, in PyTorch's order, then options by name:
//
//     nn_conv2d(3, 16, 3, .stride = 2, .padding = 1)
//     nn_conv2d(3, 16, .kernel_sizes = {3, 5}, .strides = {2, 1})
//     nn_cat({a, b, c}, .dim = 1)
//
// Each function of this kind is a macro over `nn_NAME_with(const struct
// nn_..._args *)`; every argument is expanded once.
//
//   integers   of an option: 0 is "not given". Where PyTorch's default is not
//              zero, or is None, an explicit zero is nn_at(0). An argument that
//              PyTorch has no default for is always given, so 0 is 0 there.
//   arrays     the plural of a scalar option (`.stride = 2`, `.strides = {2, 1}`).
//              An array is given when an entry is not 0. It ends at NN_END, or
//              else after its last entry that is not 0 but not before the
//              length that the layer expects: `.paddings = {1, 0}` is two. An
//              empty one is {NN_END}; a zero that stands alone, or at the end of
//              a list that nothing else tells the length of, is nn_at(0): for
//              the program `.dims = {1, 0}` is {1}, which only shapeprof sees.
//              `.paddings = 1` is C for {1} and so {1, 0} of a Conv2d, which pads
//              one axis: both are `.padding = 1`, or {1, NN_END}, PyTorch's (1,).
//   doubles    as integers; an explicit zero is nn_at_float(0.0).
//   enum nn_flag   for what PyTorch has on by default: NN_OFF turns it off. `true` is
//              NN_ON; `false` is NN_DEFAULT, not "off".
//   bool       for what is off by default.
//   numbers    where PyTorch takes a tensor or a Python number, the number is
//              nn_number(0.5), nn_integer(2) or nn_boolean(true).

enum nn_flag { NN_DEFAULT, NN_ON, NN_OFF };

enum nn_dtype {
    NN_DTYPE_DEFAULT, // not given: NN_F32, or as the operands have it
    NN_BOOL,
    NN_U8,
    NN_I8,
    NN_I16,
    NN_I32,
    NN_I64,
    NN_F16,
    NN_BF16,
    NN_F32,
    NN_F64
};

#define NN_GIVEN_ZERO INT64_MIN
#define NN_GIVEN_ZERO_FLOAT 0x1p-1074
#define NN_END (INT64_MIN + 1)  // ends an array of integers
#define NN_NONE (INT64_MIN + 2) // None as an entry of an array
#define NN_MAX_SIZES 10         // entries of an array of sizes
#define NN_MAX_INPUTS 8         // tensors that nn_call takes
#define NN_MAX_LIST 32          // tensors or modules written out in one call

// `n`, so that 0 counts as given.
int64_t nn_at(int64_t n);
double nn_at_float(double x);

// Where a call stands; the first field of every argument struct.
struct nn_here {
    const char *file;
    int line;
};
// The address of a struct nn_NAME_args with these fields.
#define NN_ARGS(name, ...)                                                                         \
    (&(struct nn_##name##_args){.nn_here = {__FILE__, __LINE__}, __VA_ARGS__})

// Argument structs that several headers use.
struct nn_none_args {
    struct nn_here nn_here;
};
struct nn_unary_args {
    struct nn_here nn_here;
    nn_tensor *input;
    bool inplace;
};
struct nn_axis_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
};

// ---- the recording
//
// Calls are recorded one after another; the values exist once something asks
// for them. There is one current recording in a thread. It is opened by itself
// at the first call; nn_recording_close() ends it and frees every tensor and
// module of it: using one of the recording that was closed last is an error.

// Ends the current recording, if there is one, and begins one with this name.
void nn_recording_open(const char *name);
void nn_recording_close(void);
// After a longjmp out of a forward function or a hook: ends the calls of modules that were left,
// and the nn_backward, so that the recording can be used and closed again. What those calls
// recorded stays. Not to be called inside of one.
void nn_recording_unwind(void);
// xxHash of what was recorded: equal for programs that compute the same,
// whatever the order in which modules and parameters were made.
uint64_t nn_graph_hash(void);
// What was wrong so far: errors and warnings, one a line, "file:line: error: ...".
// Text owned by the recording; "" when all was right.
const char *nn_diagnostics(void);
int64_t nn_n_errors(void);

// ---- tensors

// An input of the model: nn_input(NN_F32, 4, 8) has the shape [4, 8]. A tensor
// without axes is nn_input(NN_F32, NN_END).
// Errors: no dtype, a negative size.
struct nn_tensor_args {
    struct nn_here nn_here;
    enum nn_dtype dtype;
    int64_t shape[NN_MAX_SIZES];
};
#define nn_input(dtype_, ...)                                                                      \
    nn_input_with(NN_ARGS(tensor, .dtype = (dtype_), .shape = {__VA_ARGS__, NN_END}))
nn_tensor *nn_input_with(const struct nn_tensor_args *);

// torch.zeros, ones, empty, rand, randn: a tensor that the model makes itself,
// with the dtype and sizes of nn_input. Errors as there; rand and randn need a
// floating dtype.
#define nn_zeros(dtype_, ...)                                                                      \
    nn_zeros_with(NN_ARGS(tensor, .dtype = (dtype_), .shape = {__VA_ARGS__, NN_END}))
#define nn_ones(dtype_, ...)                                                                       \
    nn_ones_with(NN_ARGS(tensor, .dtype = (dtype_), .shape = {__VA_ARGS__, NN_END}))
#define nn_empty(dtype_, ...)                                                                      \
    nn_empty_with(NN_ARGS(tensor, .dtype = (dtype_), .shape = {__VA_ARGS__, NN_END}))
#define nn_rand(dtype_, ...)                                                                       \
    nn_rand_with(NN_ARGS(tensor, .dtype = (dtype_), .shape = {__VA_ARGS__, NN_END}))
#define nn_randn(dtype_, ...)                                                                      \
    nn_randn_with(NN_ARGS(tensor, .dtype = (dtype_), .shape = {__VA_ARGS__, NN_END}))
nn_tensor *nn_zeros_with(const struct nn_tensor_args *);
nn_tensor *nn_ones_with(const struct nn_tensor_args *);
nn_tensor *nn_empty_with(const struct nn_tensor_args *);
nn_tensor *nn_rand_with(const struct nn_tensor_args *);
nn_tensor *nn_randn_with(const struct nn_tensor_args *);

// torch.tensor: a constant whose contents are known: the sizes, then
// `.values = {1, 0, 2}` in row-major order (the rest is 0) or one `.fill`.
//
//     nn_constant(NN_I64, {3}, .values = {0, 2, 1})
//
// Errors: as nn_input; more values than the shape has elements.
#define NN_MAX_VALUES 64
struct nn_constant_args {
    struct nn_here nn_here;
    enum nn_dtype dtype;
    int64_t shape[NN_MAX_SIZES];
    int64_t values[NN_MAX_VALUES];
    double fill;
};
#define nn_constant(...) nn_constant_with(NN_ARGS(constant, __VA_ARGS__))
nn_tensor *nn_constant_with(const struct nn_constant_args *);

// A Python number: where it meets tensors it does not widen their dtype.
nn_tensor *nn_number(double);
nn_tensor *nn_integer(int64_t);
nn_tensor *nn_boolean(bool);

// Tensor.size(axis), Tensor.dim(), Tensor.numel(), Tensor.dtype. Axes from -dim to
// dim - 1. A poisoned tensor gives -1, and NN_DTYPE_DEFAULT; so does an axis that
// is not there, which is an error.
int64_t nn_size(const nn_tensor *, int64_t axis);
int64_t nn_dim(const nn_tensor *);
int64_t nn_numel(const nn_tensor *);
enum nn_dtype nn_dtype_of(const nn_tensor *);
// torch.promote_types: the dtype that holds both, such as NN_F32 for NN_F16 and NN_BF16.
enum nn_dtype nn_promote_types(enum nn_dtype, enum nn_dtype);
// torch.result_type: the dtype of the sum of two tensors or numbers. Numbers and tensors without
// axes do not widen others of their kind. NN_DTYPE_DEFAULT for a poisoned operand.
enum nn_dtype nn_result_type(const nn_tensor *, const nn_tensor *);
// Bytes that a forward hook would measure: numel x element size; -1 when poisoned.
int64_t nn_nbytes(const nn_tensor *);

// A wrong call returns a poisoned tensor: calls with it are poisoned as well and
// say nothing. The finding that poisoned it, "file:line: input is f32[4, 9], ... [SP101]", owned by
// the recording; NULL for a good tensor.
const char *nn_error(const nn_tensor *);

#endif
