#ifndef FRONTENDS_DIALECTS_NN_H
#define FRONTENDS_DIALECTS_NN_H

// The calls of nn.h as the interpreter sees them: handles are objects of its
// memory, argument structs are read by the names of their fields, and what a
// call means stands in frontends/nn, as for the run-time side.
//
// A tensor is an object with a value attached; a module is an object that begins
// with a struct nn_module, in which its number is stored as at run time.

#include "frontends/c/dialect.h"
#include "frontends/nn/layer.h"

extern const struct dialect nn_dialect;

// What a module handle stands for, by module id.
struct dialect_module {
    struct cvalue self; // pointer to its object
    int64_t base;       // where its nn_module lies in it: 0, or it is wrong
    int takes;          // inputs of the user's forward; LAYER_ANY_INPUTS for forward_all
    struct cvalue forward;
};

// The user's function of a hook, by hook id.
struct dialect_hook {
    struct cvalue function, user;
    nn_module_id module;
    const struct site *site; // where it was registered
};

// What a call said to its tensors.
struct dialect_said {
    bool refused, unbatched;
};

// The only call so far that could depend on the type of a tensor; a module's or a function's.
struct dialect_first_call {
    const struct nn_module_call *module_call;
    const struct nn_call *call;
    int n_looks; // with its own
    // When it is repeated: how much was found before, whether it came to a forward of the user's,
    // and what it had said until then.
    int n_errors_before, n_unbatched_before;
    bool asked_user;
    struct dialect_said said;
};

// Values that were given back, [first, end) by their numbers.
struct dialect_freed {
    value_id first, end;
    const struct site *site;
};

// The last nn_get that gave NULL.
struct dialect_missed {
    const struct site *site; // NULL: none did
    const struct module *list;
    int64_t index;
};

struct dialect_nn {
    struct eval *eval;
    struct nn_recording *recording;
    const char *function; // of nn.h that the program calls, as it writes it: "nn_call"
    const struct ctype *tensor_pointer, *module_pointer, *tensors;
    VEC(struct dialect_module) modules;
    VEC(struct dialect_hook) hooks;
    struct map *unseen;    // module ids of handles that nobody saw made
    struct map *gradients; // values that stand for gradients, by the value whose they are
    bool ran_backward;
    bool gave_back; // a tensor, by nn_tensor_free or the end of a scope
    VEC(struct dialect_freed) freed;
    // A dtype that nobody knows, of the arguments that were read last, by its name; and of which
    // tensors it is that: value -> name. NULL: there is none.
    const char *dtype_parameter;
    struct map *dtype_parameters;
    int n_asked;    // calls that told the program something of a tensor
    int n_looks;    // tensors that calls were given which could depend on their types
    bool takes_any; // the outermost forward is given its inputs in a list
    // Values and modules up to these were made in a recording that was closed since.
    uint64_t n_closed_values, n_closed_modules;
    struct dialect_first_call first;
    struct dialect_missed missed;
};

// The state of this run, made at the first call.
struct dialect_nn *dialect_nn_of(struct eval *);

// For frontends/front.c: the tensors that a function returned, as an nn_tensor * or
// a struct nn_tensors; 0 for anything else.
int dialect_nn_returned(struct eval *, const struct cvalue *, const value_id **);

// For frontends/run.c: is what a program returned one of its modules? If not, that is reported.
bool dialect_nn_is_module(struct eval *, const struct cvalue *);

// For frontends/run.c: what the parameters behind `self` of a module's own forward are called. 0
// where it is given its tensors in a list, and for layers of the library.
int dialect_nn_input_names(struct eval *, const struct cvalue *module, int room,
                           const char **names);

// For frontends/run.c. Did findings name the first of several networks before the second one was
// called, so without its variable's name? Then another run may know from the start.
bool dialect_nn_named_late(struct eval *);
void dialect_nn_name_first(struct eval *); // before the run

// For frontends/run.c. Was NULL used for a tensor, in a program whose inputs come in a list, where
// NULL stands behind the last?
bool dialect_nn_used_null(struct eval *);

// ---- what other inputs would have met (nn_first.c)

// To be told before the arguments of a call are read, and after.
int first_call_begin(const struct dialect_nn *);
void first_call_of_module(struct dialect_nn *, int n_looks_before, const struct nn_module_call *);
void first_call_of_function(struct dialect_nn *, int n_looks_before, const struct nn_call *);

// For frontends/run.c. Was only one call made of a run's start that could depend on the types of
// tensors? Then other inputs come to it as well.
bool dialect_nn_only_first_call(struct eval *);
// Did the program ask for nothing that depends on the types of tensors? Then all inputs that are
// not refused lead to the same calls.
bool dialect_nn_nothing_asked(struct eval *);
// Repeats that call with other tensors in the place of the inputs, and tells what it says to them
// before it comes to a forward of the user's, which can't be asked any more.
struct dialect_said dialect_nn_repeat_first_call(struct eval *, int n, const value_id *inputs,
                                                 const value_id *others);

// ---- handles (nn_handle.c)

struct cvalue handle_tensor(struct dialect_nn *, value_id);
// 0 for NULL; poisoned for what is unknown, and for what is no tensor, which is a finding.
value_id handle_value(struct dialect_nn *, const struct cvalue *);
// The same for a tensor whose numbers are needed: one that was given back is a finding.
value_id handle_operand(struct dialect_nn *, const struct cvalue *);
void handle_free(struct dialect_nn *, value_id first, value_id end);
bool handle_given(struct dialect_nn *, const struct cvalue *);              // not NULL
bool handle_is_tensor(struct dialect_nn *, const struct cvalue *);          // that a call made
struct cvalue handle_tensors(struct dialect_nn *, int n, const value_id *); // struct nn_tensors
struct cvalue handle_inputs(struct dialect_nn *, int n, const value_id *);  // NULL behind the last
int handle_values(struct dialect_nn *, const struct cvalue *tensors, const value_id **values);

// A new object of `bytes`, zeroed but for the module's number. `pointer`: to what it is.
struct cvalue handle_new_module(struct dialect_nn *, nn_module_id, const struct ctype *pointer,
                                int64_t bytes, const char *name);
struct cvalue handle_module(struct dialect_nn *,
                            nn_module_id); // the object, made when first asked for
struct dialect_module *handle_module_at(struct dialect_nn *, nn_module_id);
// 0 for NULL; 0 and a reason for what is no module, which is a finding. One that nobody
// saw made is module_unseen, the same each time.
nn_module_id handle_find_module(struct dialect_nn *, const struct cvalue *, const char **reason);
// 0, without a finding, for what is no module that was seen made.
nn_module_id handle_made_module(struct dialect_nn *, const struct cvalue *);
nn_module_id handle_module_id(struct dialect_nn *, const struct cvalue *);
struct cvalue handle_string(struct dialect_nn *, const struct ctype *, const char *);

// ---- argument structs (nn_args.c)

// A field of the struct that `args` points to; `unknown` if it has none of that name.
struct cvalue args_field(struct dialect_nn *, const struct cvalue *args, const char *name);
const char *args_field_string(struct dialect_nn *, const struct cvalue *args, const char *name);
const struct nn_arg *args_read(struct dialect_nn *, const struct nn_field *,
                               const struct cvalue *args);
// What the finding says of the first argument that is missing; NULL: none is.
const char *args_missing(struct dialect_nn *, const struct nn_function *,
                         const struct cvalue *record, const struct nn_arg *);
// Tells zeros at the end of lists, which are lost; `length` as args_length gives it.
void args_check_ends(struct dialect_nn *, const struct nn_field *, const struct cvalue *record,
                     const struct nn_arg *, int length);
// Why the first argument whose value is lost is so, where that was told; NULL: none is.
const char *args_lost(struct dialect_nn *, const struct nn_field *, const struct cvalue *record);
// The first field of a number for which the program writes a pointer; NULL: there is none. Integers
// that are written with a fraction are told.
const struct nn_field *args_pointer_for_number(struct dialect_nn *, const struct nn_field *,
                                               const struct cvalue *args);

// An option whose number may be 0, which would say "not given", is taken for one that is given, and
// that is told (nn_zero.c).
void zero_grant(struct dialect_nn *, const struct nn_field *, const struct nn_arg *);

// Where a field of the struct that `args` points to lies; -1: it has none of that name.
int64_t args_field_offset(const struct cvalue *args, const char *name);

// ---- modules that are NULL (nn_null.c)

// A finding for the call's argument, or the field at this offset of the struct that is the
// argument: which expression is NULL, and what would have set it. Returns the message.
const char *null_module(struct dialect_nn *, int argument, int64_t offset);

// ---- errors of the compiler about tensors and modules (nn_mistyped.c)

bool nn_explain(const struct dialect_error *, const struct site *, struct diags *);

// ---- functions of the program, run or not (nn_lints.c)

void nn_lint(struct unit *, struct function *, struct diags *);
// What is found in the tree and in a run alike is said in the same words, and so told once.
#define NN_HOOK_REPEATED                                                                           \
    "the hook is registered once more on the same module while the one of before is still there: " \
    "each pass calls its function twice now, and once more each time this line runs"
#define NN_HOOK_REMOVED "the hook can't be removed: it was removed already"
#define NN_BACKWARD_HOOK                                                                           \
    "nn_register_backward_hook is deprecated: in PyTorch it sees the gradients of the module's "   \
    "last op only, not those of its inputs"
#define NN_COMPILED_AGAIN                                                                          \
    "the same module is compiled again each time this line runs: a plan that was made once is "    \
    "thrown away, and made anew"
void nn_lint_backward_hook(struct diags *, struct diag *); // what mends it

// ---- rules (nn_rules.c, nn_module_rules.c, nn_tensor_rules.c, nn_run_rules.c,
// nn_optim_rules.c, nn_memory_rules.c, nn_profiler_rules.c, nn_compile_rules.c)

// All but those of the table of functions; each ends with a NULL name.
extern const struct dialect_rule nn_call_rules[], nn_module_rules[], nn_tensor_rules[],
    nn_run_rules[], nn_optim_rules[], nn_memory_rules[], nn_profiler_rules[], nn_compile_rules[];
// The state of the run, whose next nodes stand where the call does.
struct dialect_nn *nn_rule_begin(const struct dialect_call *);
struct cvalue nn_rule_nothing(const struct dialect_call *);
struct cvalue nn_rule_function(const struct dialect_call *); // of the table; data: the nn_function
nn_forward_callback nn_rule_forward;
nn_hook_callback nn_rule_run_hook;

#endif
