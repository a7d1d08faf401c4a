#ifndef TESTS_ORACLE_MODEL_PLAN_H
#define TESTS_ORACLE_MODEL_PLAN_H

// A recorded model of models.json in the terms of nn.h: which modules are made,
// where they stand in the tree, and which calls the forward makes. Running it
// through the table (model_direct.h) and writing it as C (model_source.h) start
// from the same plan.
//
// A recorded step is one call of nn.h where there is one; what PyTorch spells
// otherwise (x[:, 0], x.view_as(y), F.normalize) is several. What the record
// does not have:
//   ties         parameters that are one. Where there are more than recorded
//                by just the weights of all Embeddings and Linears of one
//                shape but the first, these share it (plan_tie).
//   contents     of tensors that a forward fills (bernoulli_, x[...] = y).

#include "frontends/nn/call.h"
#include "ir/base/vec.h"
#include "tests/oracle/torch_bind.h"

// A tensor of the forward; ids are indices from 1, 0 is "none".
struct plan_value {
    const char *name; // as an identifier of C
    enum dtype dtype; // DTYPE_NONE: not recorded
    int rank;
    int64_t dim[MAX_RANK];
    bool wants_gradient; // an input of which backward gives the gradient
};

struct plan_arg {
    const struct nn_field *field;
    const json_t *value; // NULL: `values`
    VEC(int) values;
};

enum plan_kind {
    PLAN_FUNCTION,  // of the table
    PLAN_MODULE,    // a call of `module`
    PLAN_PARAMETER, // `parameter` of `module`, used directly
    PLAN_ZEROS      // a tensor of given sizes
};

struct plan_op {
    enum plan_kind kind;
    const struct nn_function *function;
    int module;
    const char *parameter;
    VEC(int) in;               // of a module's call
    VEC(struct plan_arg) args; // of a function; of a module's call its options
    struct torch_tensor zeros;
    VEC(int) out;
    int line; // where the call stands; whoever runs the plan sets it
};

// A forward function.
struct plan_body {
    VEC(int) inputs;
    VEC(struct plan_op) ops;
    VEC(int) results;
};

struct plan_parameter {
    const char *name;
    enum storage_kind kind;
    struct torch_tensor type;
};

// Modules are in the order in which they are registered; 0 is the root.
struct plan_module {
    const char *path, *name; // "features.1.0" and "0"
    const char *kind;
    int parent;
    bool numbered;                  // a container whose children are 0, 1, 2, ...
    bool has_children;              // that the plan made
    struct torch_bindings bindings; // of a module of nn.h
    struct plan_body *body;         // of the root and of classes that nn.h does not have
    VEC(struct plan_parameter) parameters;
    int tied_to; // the module whose weight it shares, or -1
};

// A recorded step of kind "f": what it gave, and the call that should give it.
struct plan_step {
    const char *target;
    const json_t *recorded;
    int op; // of the root's body
};

struct plan {
    struct arena *arena;
    const char *id;
    const json_t *record;
    const char *trouble; // why nn.h has no form for it; NULL: it has
    const char *skipped; // why it is no test of a C tool, by the rule below; NULL: it is
    VEC(struct plan_module) modules;
    VEC(struct plan_value) values;
    VEC(struct plan_step) steps;
    struct plan_body *body; // that is being written
    bool eval;              // modules run in eval mode
    const json_t *frozen;   // names of parameters that want no gradient; NULL: none
    struct map *names;      // "%3" to the value that it is
    json_t *made;           // owns JSON that was made on the way
};

// `inputs` replaces the record's own where it is not NULL. Skipped are models
// with a step whose sizes depend on the contents of a tensor (x[mask], nonzero,
// unique), which C that is not executed does not know.
void plan_read(struct plan *, struct arena *, const char *id, const json_t *record,
               const json_t *inputs);
void plan_close(struct plan *);
// For a plan with so many parameters more than recorded; true if a tie explains it.
bool plan_tie(struct plan *, int64_t excess);

// ---- for those who write plans

const struct plan_value *plan_value_at(const struct plan *, int id);
int plan_new_value(struct plan *, const char *name);
void plan_set_type(struct plan *, int id, const struct torch_tensor *);
// Sets `trouble`, unless there is one already. Returns false.
bool plan_refuse(struct plan *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A call of nn_<name>; its first result is a new value.
struct plan_op *plan_function(struct plan *, const char *name);
struct plan_op *plan_op_new(struct plan *, enum plan_kind);
int plan_zeros(struct plan *, const struct torch_tensor *);
void plan_tensor(struct plan *, struct plan_op *, const char *keyword, int value);
void plan_give(struct plan *, struct plan_op *, const char *keyword, const json_t *value);
void plan_give_int(struct plan *, struct plan_op *, const char *keyword, int64_t);
// PyTorch's name of the dtype in {"dtype": "float"}; NULL: it is no dtype.
const char *plan_dtype(const json_t *);
// [dtype, shape] as a step records it; "float" is the run's float32. False for null.
bool plan_recorded_type(const json_t *, struct torch_tensor *);
// The value that "%3", "%x0", "%p:name" or "%b:name" names; 0 with `trouble` set.
int plan_lookup(struct plan *, const char *name);
void plan_name(struct plan *, const char *name, int value);
// The module at this path, or -1.
int plan_find_module(const struct plan *, const char *path);
// JSON that lives as long as the plan; takes over the reference.
json_t *plan_keep(struct plan *, json_t *);

// model_modules.c: the tree.
void plan_read_modules(struct plan *);
// model_steps.c: the calls of a forward.
void plan_read_step(struct plan *, const json_t *step);
// model_methods.c: what PyTorch spells otherwise. False: it is nothing of that kind. The results
// are named in `out`.
bool plan_special(struct plan *, const char *method, const json_t *args, const json_t *keywords,
                  const json_t *recorded, int *out);
// model_index.c: x[...]. The value, 0 with `trouble` or `skipped` set.
int plan_index(struct plan *, int x, const json_t *index);

#endif
