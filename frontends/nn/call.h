#ifndef FRONTENDS_NN_CALL_H
#define FRONTENDS_NN_CALL_H

// The meaning of nn.h, written once for its three callers: the run-time side
// of the library (arguments from a C struct), the dialect (arguments from the
// interpreter's memory) and the test runners (arguments from JSON).
//
// Every function of nn.h with options takes one struct. A `struct nn_function`
// lists that struct's fields, so a caller can turn its own form of arguments
// into `struct nn_arg`s without knowing the function; `apply` then adds to the
// program. Extents, axes and the like stay symbolic all the way.

#include "ir/build.h"

enum nn_kind {
    NN_KIND_INT,     // int64_t; NN_GIVEN_ZERO means an explicit zero
    NN_KIND_INTS,    // int64_t[count], ending as nn_base.h says
    NN_KIND_FLOAT,   // double; NN_GIVEN_ZERO_FLOAT means an explicit zero
    NN_KIND_FLOATS,  // double[count], ending after the last that is not 0
    NN_KIND_FLAG,    // enum nn_flag: default, off, on
    NN_KIND_BOOL,    // bool; given if true
    NN_KIND_STRING,  // const char *; NULL: not given
    NN_KIND_DTYPE,   // enum nn_dtype; 0: not given
    NN_KIND_TENSOR,  // nn_tensor *; NULL: not given
    NN_KIND_TENSORS, // nn_tensor *[count], ending at NULL; or `list` and `n_list`
    NN_KIND_MODULES // nn_module *[count], ending at the last that is not NULL; of several the first
                    // is not used
};

// A field of an argument struct. Several fields can be forms of one PyTorch
// keyword: `stride` and `strides`, `padding`, `paddings` and `padding_name`.
struct nn_field {
    const char *name;  // in the struct of nn.h
    const char *torch; // PyTorch's keyword
    enum nn_kind kind;
    size_t offset; // at run time; the interpreter finds the field by name
    int count;     // of the arrays
    bool required;
    size_t list_offset; // NN_KIND_TENSORS: of `list`; `n_list` follows it. 0: there is none
    bool is_zero;       // numbers and flags: 0, or off, is what it is where it is not given
};

// A number without a default: 0 is 0 there, in C.
static inline bool nn_field_always_given(const struct nn_field *field)
{
    return field->required && (field->kind == NN_KIND_INT || field->kind == NN_KIND_FLOAT);
}

typedef uint32_t nn_module_id; // index into the recording's modules; 0: none

// One argument. `given` is false where the caller said nothing (or NULL).
struct nn_arg {
    bool given;
    bool open;     // INTS: ended at its last entry that is not 0; an
                   // expected length may add zeros
    int n_written; // INTS, FLOATS: entries that the call writes, zeros at the end too, where that
                   // can be seen; else 0
    int n;         // INTS, FLOATS, TENSORS, MODULES
    int nulls; // TENSOR, TENSORS: 1 + the index of the first that is written and NULL; 0: none is
    const char *null_text; // the expression behind the first NULL, MODULES too; NULL: not known
    union {
        const struct sym *i;           // NULL for PyTorch's None, where it is given at all
        const struct sym *const *ints; // an entry is NULL for PyTorch's None
        double f;
        const double *floats;
        bool b;
        const char *s;
        enum dtype dtype;
        value_id tensor; // also of a number (build_number)
        const value_id *tensors;
        const nn_module_id *modules;
    };
};

struct nn_recording; // a builder plus the modules made so far (frontends/nn/recording.h)

// One call of a function of nn.h.
struct nn_call {
    struct nn_recording *recording;
    const struct nn_function *function;
    const struct nn_arg *args; // as many as the function has fields, same order
    // Results.
    nn_module_id module; // of a constructor
    int n_out;
    const value_id *out;
};

struct nn_function {
    const char *name;              // nn_<name>: "conv2d", "add"
    const char *torch;             // what it mirrors: "nn.Conv2d", "torch.relu, F.relu"
    const struct nn_field *fields; // ends with a NULL name
    bool makes_module;             // a constructor; else it returns tensors
    bool many;                     // returns struct nn_tensors, not one tensor
    void (*apply)(struct nn_call *);
    const void *data; // for functions that share an apply
};

const struct nn_function *nn_function_find(const char *name);        // without nn_
const struct nn_function *nn_function_find_torch(const char *torch); // "F.pad"
int nn_n_functions(void);
const struct nn_function *nn_function_at(int index);
int nn_n_fields(const struct nn_function *);

// Runs the call at the builder's current site: checks that the required arguments
// are there, then `apply`. Tensors and modules come out in the results.
void nn_call_apply(struct nn_call *);

// For apply functions. The argument given for a PyTorch keyword, in whatever
// form; NULL where none was.
// " (`n->bn`)", how the program writes the NULL of an argument; "" where that is not known.
const char *nn_arg_null(struct arena *, const struct nn_arg *);
const struct nn_arg *nn_args_find(const struct nn_function *, const struct nn_arg *args,
                                  const char *keyword, enum nn_kind *kind);

// The call of a module, as nn_call() and nn_call_all() of nn.h make it: enters
// its scope, adds its nodes (or calls the user's forward through `forward`),
// leaves. Options are those of the module's call ("output_size", "attn_mask").
struct nn_module_call {
    nn_module_id module;
    const char *refused; // why the module can't be called; NULL: nothing is known against it
    int n_in;
    const value_id *in;
    int n_options;
    const struct nn_option {
        const char *name; // PyTorch's keyword
        enum nn_kind kind;
        struct nn_arg arg;
    } * options;
    int n_out;
    const value_id *out;
};
void nn_module_apply(struct nn_recording *, struct nn_module_call *);
// The fields of struct nn_call_args that are options of a call.
extern const struct nn_field nn_call_fields[];

#endif
