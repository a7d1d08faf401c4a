#ifndef ANALYZER_KERNEL_LOG_H
#define ANALYZER_KERNEL_LOG_H

// Kernels that ran, by the names of PyTorch's profiler. A kernel of ours may do what PyTorch does
// in several calls (the gradients of a linear layer: two products and a sum): its time is shared
// between their names, and products get what products took.

#include "analyzer/exec/exec.h"
#include "analyzer/models/torch_calls.h"
#include "analyzer/report/execution.h"

struct kernel_log {
    struct arena *arena;
    const struct program *program;
    // Whose call a node is part of: "layer1.0.conv2"; NULL: of none.
    const char *(*leaf_of)(void *user, node_id);
    void *user;
    int step;     // from 0; nothing is noted while it is negative
    double begin; // of the first step, by the clock
    VEC(struct execution_kernel) kernels;
    VEC(struct execution_event) events;
    struct map *by_name; // index + 1 into kernels
    // Made by the node whose backward pass runs, by operand, and all of them.
    int64_t gradient_bytes[MAX_OPERANDS], all_bytes;
};

// Begins now, with step 0.
void kernel_log_begin(struct kernel_log *);
// What a listener of the executor is told.
void kernel_log_node(struct kernel_log *, struct exec *, node_id, double seconds);
void kernel_log_gradient(struct kernel_log *, int operand, const struct tensor *);
void kernel_log_backward(struct kernel_log *, struct exec *, node_id, double seconds);
// The kernel of that name; added if it is not there.
struct execution_kernel *kernel_log_kernel(struct kernel_log *, const char *name);
// Copies of what was noted until now, the kernels that took longest first.
void kernel_log_profile(const struct kernel_log *, struct arena *, struct execution_profile *);

#endif
