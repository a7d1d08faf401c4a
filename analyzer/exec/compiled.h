#ifndef ANALYZER_EXEC_COMPILED_H
#define ANALYZER_EXEC_COMPILED_H

// A program that was compiled: a plan (analyzer/plan) with one arena, run again and again on other
// numbers of the same sizes. Forward only.

#include "analyzer/plan/plan.h"
#include "ir/kernel.h"

enum compile_mode {
    COMPILE_NONE,
#define COMPILE_MODE(id, name, doc) COMPILE_##id,
#include "analyzer/exec/compile_modes.def"
#undef COMPILE_MODE
    N_COMPILE_MODES
};

enum compile_mode compile_mode_find(const char *name); // COMPILE_NONE: there is none
const char *compile_mode_name(enum compile_mode);

struct compile_request {
    const struct program *program;
    struct plan_range range;
    enum compile_mode mode;
    // What no node of the range makes: inputs, parameters, constants. Asked for by value at each
    // run.
    const struct tensor *(*given)(void *user, value_id);
    void *user;
};

struct compiled;

// NULL, with the reason: a size that is no number, an op without a kernel. COMPILE_MAX_AUTOTUNE
// runs it a few times, with the numbers that are given then.
struct compiled *compiled_open(struct arena *, const struct compile_request *, const char **error);
void compiled_close(struct compiled *);
// False, with the reason, where kernels refuse the numbers.
bool compiled_run(struct compiled *, const char **error);
// Of the numbers that dropout and the like draw from now on.
void compiled_seed(struct compiled *, uint32_t seed);
// Of the last run: a value that the program gives back. In the arena, until the next run.
const struct tensor *compiled_tensor(const struct compiled *, value_id);
const struct plan *compiled_plan(const struct compiled *);
// Of the last run, as the kernels' results were: bytes from the first to the last used one of the
// arena, and inputs and activations alive at once.
int64_t compiled_arena_bytes(const struct compiled *);
int64_t compiled_peak_bytes(const struct compiled *);
// Of the last run: how often memory was asked for, and how many kernels were given their operands
// anew. With COMPILE_REDUCE_OVERHEAD both are 0 from the second run on.
int64_t compiled_allocations(const struct compiled *);
int64_t compiled_bindings(const struct compiled *);

// A way to run the program that COMPILE_MAX_AUTOTUNE tried, and the seconds of its fastest run;
// negative: it was refused.
struct compiled_variant {
    enum plan_fusion fusion;
    int64_t piece; // elements
    double seconds;
    bool won;
};

// In the order in which they were tried; none in other modes.
const struct compiled_variant *compiled_variants(const struct compiled *, int *n);
// "elementwise chains fused, pieces of 4096 elements"
const char *compiled_variant_name(struct arena *, const struct compiled_variant *);
// Elements in a piece of a fused step; 0: nothing is fused.
int64_t compiled_piece(const struct compiled *);

#endif
