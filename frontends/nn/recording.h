#ifndef FRONTENDS_NN_RECORDING_H
#define FRONTENDS_NN_RECORDING_H

// A program that calls of nn.h are building: the builder, and the modules made
// so far. Modules are no part of the program: each becomes a scope when it is
// first called, for only then is its place in the tree of modules known.

#include "frontends/nn/call.h"
#include "ir/base/map.h"

// A parameter or buffer that a module owns. Its value is made when it is first
// needed: a module that is made and thrown away costs the program nothing.
struct module_parameter {
    const char *name;
    enum storage_kind kind;
    struct tensor_type type;
    value_id value;
    bool in_scope;
};

struct module_child {
    const char *name;
    nn_module_id module; // 0: PyTorch's None
};

enum module_mode { MODULE_TRAIN, MODULE_EVAL };

enum hook_kind { HOOK_FORWARD_PRE, HOOK_FORWARD, HOOK_BACKWARD };

typedef uint32_t hook_id; // index into the recording's hooks; 0: none

struct hook {
    enum hook_kind kind;
    bool removed;
    VEC(nn_module_id) modules;
};

// What a hook is told of. It may put other values into its arrays, but for backward hooks.
struct hook_call {
    hook_id hook;
    enum hook_kind kind;
    nn_module_id module;
    int n_in, n_out;
    value_id *in, *out; // of a backward hook: nothing
};

// A call of a module with backward hooks, through which a gradient goes.
struct hooked_call {
    int call; // index into the program's calls
    nn_module_id module;
    int n_in;
    const value_id *in;
    int n_hooks;
    const hook_id *hooks; // that were there
};

struct module {
    nn_module_id id;
    const char *kind;                   // "Conv2d"
    const char *summary;                // "3, 16, 3, stride=2"; NULL for a module of the user's
    const struct nn_layer *layer;       // NULL: the user's forward
    const struct nn_function *function; // the constructor and its arguments
    const struct nn_arg *args;
    const struct site *site;
    const char *poison; // why its constructor was refused
    const char *unseen; // why nothing is known of it (layer_unseen)
    const char *partly; // why it may have more parameters than it made
    VEC(struct module_child) children;
    VEC(struct module_parameter) parameters;
    nn_module_id parent; // where it was registered first
    const char *name;
    const char *variable; // that the program keeps it in, "m.encoder"; NULL: none is known
    scope_id scope;       // 0: never called
    enum module_mode mode;
    bool mode_marked; // the mode is being set below it
    int n_calling;    // calls of it that have not ended
    VEC(hook_id) hooks;
};

// Calls the user's forward of a module without a layer, and sets the call's results.
typedef void nn_forward_callback(void *host, struct nn_module_call *);
typedef void nn_hook_callback(void *host, const struct hook_call *);

struct nn_recording {
    struct arena *arena;
    struct builder *builder;
    struct syms *syms;
    VEC(struct module *) modules; // [0] is unused
    VEC(nn_module_id) calling;    // modules being called, outermost first
    struct map *roots;            // names of modules called at the outermost level, and how often
    nn_module_id first_root;      // the first of them
    bool names_first;             // several will be called at the outermost level
    bool late_names;              // findings came before that was known
    const char *too_deep;         // why calls nested as deep as those of now are not followed
    int n_nulls;                  // calls that were refused for a tensor that is NULL
    const struct site *caller;    // of the innermost call of a module
    VEC(struct hook) hooks;       // [0] is unused
    VEC(struct hooked_call) hooked;
    int n_in_hooks;        // hooks that are running
    int n_lasting;         // what was made that outlives a step: modules, what is in them, hooks
    int n_unwound;         // how often calls ended that the program had left by a longjmp
    VEC(value_id) guarded; // inputs of calls that are running, which backward hooks wait for
    // overwritten.c: calls in place through which gradients go, up to which node they were looked
    // for, and the last one behind which a tensor's gradient would be wrong.
    struct map *overwritten;
    node_id n_looked_at, unfollowed;
    nn_forward_callback *forward;
    nn_hook_callback *run_hook; // NULL: hooks are not run
    // Around the nodes of a checkpoint; NULL: they count as any others.
    void (*segment_begin)(void *host);
    void (*segment_end)(void *host, node_id first, value_id output);
    void *host;
};

struct nn_recording *recording_make(struct arena *, struct builder *);
// Ends the calls of modules that have begun: the program has left them by a longjmp.
void recording_unwind(struct nn_recording *);
struct diags *recording_diags(const struct nn_recording *);
// A finding at the builder's site, told once; returns the message.
const char *recording_wrong(struct nn_recording *, enum diag_id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// A poisoned value for a call that was refused with this message.
value_id recording_poison(struct nn_recording *, const char *reason);
// All results of a node; returns how many.
int recording_results(struct nn_recording *, node_id, const value_id **results);
// How many entries the list of these results needs. Where all are poisoned, nobody knows how many
// there should be: the last one stands in the entries behind them, so that a program that reads
// them is not blamed for it.
int recording_list_room(const struct nn_recording *, int n, const value_id *);
enum op_kind recording_op_kind(const struct op *);
// `n` value ids, in the arena.
const value_id *recording_values(struct nn_recording *, int n, const value_id *);

#endif
