#ifndef IR_ENGINE_H
#define IR_ENGINE_H

// Who computes the numbers of a program that is still being recorded. The run
// time of nn.h knows this table only; the executor fills it (analyzer/exec/live.c
// defines engine_default), and the linker brings both together, so that
// frontends need not know who it is.
//
// A program is run in the order in which it was recorded, up to its end, when a
// number is asked for. Calls that cannot be run leave their results without
// numbers, for a reason, and so do calls that need them; the others are run.

#include "ir/kernel.h"

struct engine_run; // one program, running

// A module's call whose gradients somebody wants to see.
struct engine_call {
    int call; // index into the program's calls
    int n_in;
    const value_id *in;
};

// Of the generator of nn_set_random: floats by `a` and `b`, integers below `below`.
struct engine_random {
    uint32_t seed;
    double a, b;
    int64_t below;
};

enum engine_after { ENGINE_FORGET, ENGINE_RETAIN }; // what backward reads is kept for another one

struct engine_backward {
    value_id loss, gradient; // gradient 0: ones
    enum engine_after after;
    int n_calls; // in the order of their index
    const struct engine_call *calls;
    // Told of each of them to whose outputs a gradient came, innermost and last ones first: when
    // the gradients of all inputs are complete, or, if no input wants one, when those of its
    // outputs are. dtype NONE: not wanted, or none came. n_in and as many as the call's outputs.
    void (*told)(void *user, int index, const struct tensor *grad_input,
                 const struct tensor *grad_output);
    void *user;
};

// Of a caching allocator: memory that is given back stays with it, in pieces of 512 bytes.
enum engine_cache { ENGINE_NO_CACHE, ENGINE_CACHED };

struct engine_memory {
    int64_t live, peak; // bytes as asked for, now and at the worst moment
    int64_t held;       // from the system: in pieces, with what is cached
    int64_t cached;
};

// torch.optim's rules. Options of the other rules are 0.
enum engine_rule { ENGINE_SGD, ENGINE_ADAM, ENGINE_ADAMW };

struct engine_optimizer {
    enum engine_rule rule;
    double lr, weight_decay;
    double momentum, dampening;
    double betas[2], eps;
    bool nesterov, amsgrad, maximize;
};

// Nodes of the events [first, end) with an input of theirs and the result that is wanted.
struct engine_compile {
    int first_event, end_event;
    value_id input, output;
    const char *mode;
};

struct engine_compiled; // a plan of them

struct engine_profile; // of kernels that ran between its begin and its end
enum engine_profile_form { ENGINE_CHROME, ENGINE_SPEEDSCOPE };

struct engine_state; // what an optimizer keeps of one parameter

struct engine {
    struct engine_run *(*open)(const struct program *, uint32_t seed);
    void (*close)(struct engine_run *);
    // For numbers that are drawn from now on.
    void (*seed)(struct engine_run *, uint32_t seed);
    // Runs what was recorded since.
    void (*advance)(struct engine_run *);
    // A value with its numbers, as of now; NULL: there are none, and why. Until the next call.
    const struct tensor *(*tensor)(struct engine_run *, value_id, const char **why);
    // Its numbers row-major. The address stays the same, the numbers are as of the last call.
    const void *(*numbers)(struct engine_run *, value_id, const char **why);
    // Memory for new numbers of a value that no call makes; calls that were run keep the old
    // ones. NULL: there is none, and why.
    const struct tensor *(*renew)(struct engine_run *, value_id, const char **why);
    void (*fill)(const struct tensor *, const struct engine_random *);
    // A value of the program that is to have these numbers.
    void (*adopt)(struct engine_run *, value_id, const struct tensor *);
    // Gives back the memory of what nodes from this one on made.
    void (*let_go)(struct engine_run *, node_id first);
    // Adds to the gradients of leaves: what no call makes, and VALUE_LEAF. False, and why.
    bool (*backward)(struct engine_run *, const struct engine_backward *, const char **why);
    const struct tensor *(*gradient)(struct engine_run *, value_id); // NULL: none came
    void (*drop_gradient)(struct engine_run *, value_id);
    // Nodes that are recorded between the two are checkpointed: what they make is given back but
    // for the output, and made again in backward. `first` is the first of them; output 0: forget
    // it.
    void (*segment_begin)(struct engine_run *);
    void (*segment_end)(struct engine_run *, node_id first, value_id output);
    void (*segment_cancel)(struct engine_run *); // all that have begun
    // Bytes that are kept for backward, without parameters and buffers.
    int64_t (*saved_bytes)(struct engine_run *);
    // Numbers of one value; of all values since, with what nodes since kept, but those of modules.
    void (*give_back)(struct engine_run *, value_id);
    void (*give_back_since)(struct engine_run *, node_id first, value_id first_value);
    // The program was rewound to these; all since was given back. Numbers of values that come are
    // others than those of values that had their place.
    void (*forget_since)(struct engine_run *, node_id first, value_id first_value,
                         value_id end_value);
    struct engine_memory (*memory)(struct engine_run *);
    void (*empty_cache)(struct engine_run *);
    void (*use_cache)(struct engine_run *, enum engine_cache);
    // Moves a leaf along its gradient; without one nothing happens. The state begins as NULL, and
    // is the run's.
    void (*step)(struct engine_run *, value_id, const struct engine_optimizer *,
                 struct engine_state **);
    int64_t (*state_bytes)(const struct engine_state *);
    bool (*compile_mode)(const char *name); // is there such a mode?
    // It is the run's. NULL, and why: an op without a kernel, a size that is no number.
    struct engine_compiled *(*compile)(struct engine_run *, const struct engine_compile *,
                                       const char **why);
    // With another value of the input's type in its place. To be adopted, and then dropped, before
    // the next call; NULL, and why.
    const struct tensor *(*run_compiled)(struct engine_compiled *, value_id input,
                                         const char **why);
    void (*drop_result)(struct engine_compiled *);
    const char *(*describe_compiled)(struct engine_compiled *, struct arena *);
    // One at a time; it is the run's.
    struct engine_profile *(*profile_begin)(struct engine_run *);
    void (*profile_step)(struct engine_profile *); // the next step begins
    void (*profile_end)(struct engine_profile *);
    // A table for people.
    const char *(*profile_table)(struct engine_profile *, struct arena *);
    // How often the kernel was called, by the name of PyTorch's profiler: "aten::addmm".
    int64_t (*profile_calls)(struct engine_profile *, const char *kernel);
    // NULL, or why the file could not be written.
    const char *(*profile_write)(struct engine_profile *, struct arena *, const char *path,
                                 enum engine_profile_form);
};

extern const struct engine engine_default;

#endif
