#ifndef FRONTENDS_NN_RUNTIME_H
#define FRONTENDS_NN_RUNTIME_H

// The run-time side of nn.h: what its functions do in a program that links the
// library. A thread has one current recording, the only mutable global there is.

#include <shapeprof/nn.h>
#include "frontends/nn/handles.h"
#include "frontends/nn/recording.h"
#include "ir/engine.h"

// Of the memory of handles (handles.h): all zeros when the scope in which it was made has ended.
struct nn_tensor {
    struct runtime *runtime;
    value_id value;
};

// What a module handle stands for, by module id.
struct runtime_module {
    nn_module *self;
    nn_forward *forward; // one of the four for modules of the user's, none for layers
    nn_forward2 *forward2;
    nn_forward3 *forward3;
    nn_forward_all *forward_all;
};

// The user's function of a hook, one of the three, by hook id.
struct runtime_hook {
    nn_forward_hook *forward;
    nn_forward_pre_hook *pre;
    nn_full_backward_hook *backward;
    void *user;
};

// An NN_TENSOR_SCOPE that has begun (runtime_scope.c).
struct runtime_scope {
    uint64_t number;
    struct build_mark mark;
    int64_t n_hooked;
    // While it is the innermost one, what calls record comes from an arena of its own; NULL: it
    // began inside of a call, a hook or a checkpoint, and all that is recorded stays.
    struct arena *arena, *before;
    struct map *overwritten, *gradients; // as they were
    struct handles_mark handles;
    int n_lasting, n_roots;
    int rooms[3]; // of the recording's lists
    node_id unfollowed;
};

struct runtime {
    struct arena *arena, *scratch; // scratch: for one call
    bool closed;                   // it is kept only to tell that its handles are dead
    struct nn_recording *recording;
    uint64_t number; // which of the thread's recordings it is, from 1
    struct map *sites;
    VEC(struct runtime_module) modules;
    VEC(struct runtime_hook) hooks;
    const struct engine *engine;
    struct engine_run *run; // NULL: nothing was asked for yet
    struct map *gradients;  // by value: the handle of its gradient
    struct map *owned;      // by value of a module's: its handle
    struct handles handles;
    uint64_t n_scopes; // that began
    VEC(struct runtime_scope) scopes;
    bool in_backward;
    nn_profiler *profiler; // the last one; NULL: there was none
};

// The current recording of this thread, opened if there is none.
struct runtime *runtime_current(void);
struct runtime *runtime_open_one(void); // NULL: there is none
uint64_t runtime_thread(void);          // another number in each thread that is alive
struct program *runtime_program(void);
// Additions are blamed on this place from now on.
void runtime_at(struct runtime *, const struct nn_here *);

nn_tensor *runtime_tensor(struct runtime *, value_id);
// As nn_error, without the place: for a finding that has one of its own.
const char *runtime_error(const nn_tensor *);
nn_tensor **runtime_list(struct runtime *, int64_t n); // of NULLs; as long as handles
// What to say of a tensor without a recording.
extern const char runtime_ended[];
struct nn_tensors runtime_tensors(struct runtime *, int n, const value_id *);
// 0, and a finding, for a tensor of another recording; 0 for NULL.
value_id runtime_value(struct runtime *, const nn_tensor *);

// False, and a finding that begins with `what`, for a list that can't be one: its length is
// negative or as large as memory that holds none, or it is NULL and has some.
bool runtime_is_list(struct runtime *, const char *what, int64_t n, nn_tensor *const *at);

nn_module *runtime_module(struct runtime *, nn_module_id);
struct runtime_module *runtime_module_at(struct runtime *, nn_module_id);
// 0, and a finding, for a handle that is none; 0 for NULL.
nn_module_id runtime_module_id(struct runtime *, const nn_module *);

// The `forward` of the recording: calls the user's function.
void runtime_forward(void *runtime, struct nn_module_call *);

// Its `run_hook`.
void runtime_run_hook(void *runtime, const struct hook_call *);

// Its `segment_begin` and `segment_end`.
void runtime_segment_begin(void *runtime);
void runtime_segment_end(void *runtime, node_id first, value_id output);

// What executes the recording, opened when it is first asked for.
struct engine_run *runtime_engine(struct runtime *);
// A tensor of the program for numbers that the engine has.
nn_tensor *runtime_number_tensor(struct runtime *, const struct tensor *);

enum dtype runtime_dtype(enum nn_dtype); // DTYPE_NONE: not given
// Reads the argument struct at `args` as the fields list it.
const struct nn_arg *runtime_args(struct runtime *, const struct nn_field *, const void *args);

#endif
