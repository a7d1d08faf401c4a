#ifndef FRONTENDS_NN_HOOKS_H
#define FRONTENDS_NN_HOOKS_H

// Hooks on modules, as PyTorch has them. One registration is one hook, on one
// module or on all leaves of a model, and is removed as one. Who calls the
// user's function is the recording's host: the run time, or the interpreter.

#include "frontends/nn/recording.h"

enum hook_reach {
    HOOK_ON_MODULE, // the root alone
    HOOK_ON_LEAVES  // all modules of its tree without children
};

// Its number, from 1; NULL functions are the caller's to refuse.
hook_id hook_add(struct nn_recording *, enum hook_kind, nn_module_id root, enum hook_reach);
bool hook_is_there(const struct nn_recording *, hook_id);
void hook_remove(struct nn_recording *, hook_id); // one that is there
// How many are on modules of the tree; one on several of them counts once.
int hook_count(struct nn_recording *, nn_module_id root);

// Around the forward of a call: hooks before it may put other inputs in, and hooks behind it other
// outputs. `hook_guard` keeps inputs of a module with backward hooks from being overwritten by its
// forward; hook_release ends that.
void hook_before(struct nn_recording *, const struct module *, struct nn_module_call *);
struct hook_guard {
    int n;
    const value_id *inputs; // that were not guarded already
};
struct hook_guard hook_guard(struct nn_recording *, const struct module *,
                             const struct nn_module_call *);
void hook_release(struct nn_recording *, const struct hook_guard *);
void hook_behind(struct nn_recording *, const struct module *, struct nn_module_call *);

#endif
