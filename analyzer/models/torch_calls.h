#ifndef ANALYZER_MODELS_TORCH_CALLS_H
#define ANALYZER_MODELS_TORCH_CALLS_H

// What PyTorch's profiler calls the work of a node: users know its names. Source: recorded runs of
// PyTorch 1.13's profiler (oracle/torch/training.json) for the ops with a line in torch_calls.def.

#include "ir/graph.h"

#define MAX_TORCH_CALLS MAX_OPERANDS

enum torch_pass { TORCH_FORWARD, TORCH_BACKWARD };

struct torch_calls {
    int n;
    struct torch_call {
        const char *name; // "aten::addmm"
        bool product;     // of matrices
        int operand;      // whose gradient it makes; -1: it makes all, or it is none
    } at[MAX_TORCH_CALLS];
};

struct torch_calls torch_calls_of(struct arena *, const struct program *, node_id, enum torch_pass);
// Is this operand's gradient asked for?
bool torch_wants(const struct program *, const struct node *, int operand);

#endif
