#ifndef FRONTENDS_NN_LAYER_H
#define FRONTENDS_NN_LAYER_H

// The meaning of the constructors of modules.

#include "frontends/nn/args.h"
#include "frontends/nn/module.h"

// Most layers are one op: its operands are the module's parameters and the
// tensor options of the call where an operand has their name, and the inputs
// of the call in order for the rest; its attributes are the arguments of the
// constructor and the options of the call that have their names.
struct nn_layer {
    const char *kind;        // PyTorch's class
    const char *op;          // of a layer that is one op; else NULL
    const char *parameters;  // operands that only the module can give: "weight bias"
    int rank;                // spatial axes: the expected length of `strides` and the like
    int n_in, n_optional_in; // inputs of a call: n_in, and so many more; 0: any number
    int n_gates;        // of a recurrent layer: computed together, the factor of its weights' rows
    bool may_project;   // of a recurrent layer: its state may have another size, proj_size
    bool needs_a_layer; // of a stack: a call of one without layers is refused
    // Checks the arguments as PyTorch's constructor does, adds parameters and children.
    void (*make)(struct nn_recording *, struct module *);
    // The nodes of a call, between entering and leaving the scope. NULL: the op.
    void (*forward)(struct nn_recording *, struct module *, struct nn_module_call *);
};

// `apply` of every constructor in the table; its data is the struct nn_layer.
void module_construct(struct nn_call *);
// A module that can't be made: each call of it is poisoned with `reason`.
void module_construct_poisoned(struct nn_call *, const char *reason);

// A module that was made where nobody looked, and why: what a call of it gives is unknown.
nn_module_id module_unseen(struct nn_recording *, const char *reason);

// For `make` and `forward`. The constructor's arguments, and those of the call (or NULL).
struct nn_arguments layer_arguments(struct nn_recording *, const struct module *,
                                    const struct nn_module_call *);
// The constructor is wrong: a finding; every call of the module is poisoned. Returns false.
bool layer_refuse(struct nn_recording *, struct module *, enum diag_id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// Refuses more layers in one module than any model has: each costs memory and time.
bool layer_check_count(struct nn_recording *, struct module *, const char *keyword, int64_t n);
// Why nobody knows how many layers there are, as for an argument of the program without --set;
// what is counted from then on is too little, which reports then say. NULL: it is a number.
const char *layer_unknown_count(struct nn_recording *, struct module *, const char *keyword);
// A learned parameter in the dtype of the module; a buffer of f32 the same.
void layer_parameter(struct nn_recording *, struct module *, const char *name, int rank,
                     const struct sym *const *sizes);
void layer_buffer(struct nn_recording *, struct module *, const char *name, int rank,
                  const struct sym *const *sizes);
// An argument of a child's constructor, by the name of its field.
struct layer_argument {
    const char *name;
    struct nn_arg arg;
};
#define LAYER_INT(name, sym)                                                                       \
    {                                                                                              \
        name,                                                                                      \
        {                                                                                          \
            .given = true, .i = (sym)                                                              \
        }                                                                                          \
    }
#define LAYER_FLOAT(name, number)                                                                  \
    {                                                                                              \
        name,                                                                                      \
        {                                                                                          \
            .given = true, .f = (number)                                                           \
        }                                                                                          \
    }
#define LAYER_BOOL(name, flag)                                                                     \
    {                                                                                              \
        name,                                                                                      \
        {                                                                                          \
            .given = true, .b = (flag)                                                             \
        }                                                                                          \
    }
#define LAYER_DTYPE(name, type)                                                                    \
    {                                                                                              \
        name,                                                                                      \
        {                                                                                          \
            .given = true, .dtype = (type)                                                         \
        }                                                                                          \
    }
#define LAYER_STRING(name, word)                                                                   \
    {                                                                                              \
        name,                                                                                      \
        {                                                                                          \
            .given = true, .s = (word)                                                             \
        }                                                                                          \
    }
#define LAYER_MODULE(name, id)                                                                     \
    {                                                                                              \
        name,                                                                                      \
        {                                                                                          \
            .given = true, .n = 1, .modules = (id)                                                 \
        }                                                                                          \
    }
// A module made by the constructor `function` and registered nowhere.
struct module *layer_made(struct nn_recording *, const char *function, int n,
                          const struct layer_argument *);
// A child made by the constructor `function` ("linear") and registered as `name`.
// Where its constructor is refused, so is the parent's.
struct module *layer_child(struct nn_recording *, struct module *, const char *name,
                           const char *function, int n, const struct layer_argument *);

// The number of inputs against what the module takes; 0: it has no forward. A
// refused call is poisoned and false returned.
#define LAYER_ANY_INPUTS (-1)
bool layer_check_inputs(struct nn_recording *, struct nn_module_call *, int takes);
// A forward that gives nothing, or NULL, gives a poisoned result.
void layer_return(struct nn_recording *, struct nn_module_call *, int n, const value_id *);
// The call is wrong for a reason that was told: its result is poisoned.
void layer_refuse_call(struct nn_recording *, struct nn_module_call *, const char *reason);
// Adds an option to a call, as if the caller had given it.
void layer_option(struct nn_recording *, struct nn_module_call *, const char *name, enum nn_kind,
                  const struct nn_arg *);
void layer_option_ints(struct nn_recording *, struct nn_module_call *, const char *name, int n,
                       const struct sym *const *);
void layer_option_string(struct nn_recording *, struct nn_module_call *, const char *name,
                         const char *);
// Refuses the call unless the first input's rank is low..high; true for a poisoned input.
bool layer_check_rank(struct nn_recording *, struct nn_module_call *, int low, int high);
void layer_apply_op(struct nn_recording *, struct module *, struct nn_module_call *,
                    const char *op);
// The first result of a call of a child.
value_id layer_call_child(struct nn_recording *, struct module *, const char *name, int n_in,
                          const value_id *in);

#endif
