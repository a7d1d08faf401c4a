#ifndef IR_NNOM_GRAPH_H
#define IR_NNOM_GRAPH_H

// NNoM's own view of a program: the models that it compiled, each with its layers in the order in
// which they are compiled, run and printed, the memory blocks that they lie in, and what the
// library has asked its allocator for until then.
//
// Made by frontends/dialects/nnom_*.c, read by analyzer/models/nnom.c and by reports. Data are
// 8-bit and without a batch dimension, outermost first (h, w, c); a size is symbolic where the
// program does not know it. Everything lives in the program's arena and is never moved.

#include "ir/base/site.h"
#include "ir/base/vec.h"
#include "ir/graph.h"
#include "ir/nnom_blocks.h"
#include "ir/statics.h"

enum nnom_type {
#define NNOM_TYPE(id, word) NNOM_##id,
#include "ir/nnom_types.def"
#undef NNOM_TYPE
    N_NNOM_TYPES
};

enum nnom_kind {
#define NNOM_KIND(id, words) NNOM_KIND_##id,
#include "ir/nnom_kinds.def"
#undef NNOM_KIND
    N_NNOM_KINDS
};

#define NNOM_DIMS 8 // more dimensions than these are no shape that is followed

struct nnom_shape {
    int rank;
    const struct sym *dim[NNOM_DIMS];
};

struct nnom_input {
    int from; // the layer's number; 0: the program's own input
    struct nnom_shape shape;
    int block; // -1: none
};

struct nnom_layer {
    int number; // from 1, in the order of running
    enum nnom_type type;
    const char *word;       // as the table has it: "Conv2D", "RNN/GRU"
    const char *activation; // at its tail, "ReLU"; NULL: none
    const char *name;       // of the configuration, "conv2d_1"; NULL: none
    const char *function;   // that made it, "conv2d_s"; "" where none of the library's did
    const struct site *site;
    VEC(struct nnom_input) in;
    struct nnom_shape out;
    int out_block;
    VEC(int) to; // numbers of the layers that read its output, in the order of hooking
    bool in_place;
    bool has_work; // it takes a block for its work, even for one of 0 bytes
    const struct sym *work_bytes;
    int work_block; // -1: none
    const struct sym *macs;
    const struct sym *in_bytes; // of all inputs
    int made;                   // the number of the call that made it, for the dialect
    // How many layers still want each block, right after the output took its own.
    int owners[NNOM_MAX_BLOCKS];
};

struct nnom_model {
    const char *name; // of the function that compiles it
    const struct site *site;
    VEC(struct nnom_layer *) layers;
    struct nnom_blocks blocks;
    // By kind, until the model was compiled: the sum is what the library prints as `Total memory
    // occupied`. The network's buffer is missing in it where it could not be had.
    const struct sym *taken[N_NNOM_KINDS];
    int n_taken[N_NNOM_KINDS];
    int pointer_bytes; // of the target
    bool channels_first;
    bool cmsis;
    const struct statics *statics; // of the whole program
    bool no_memory;                // the buffer is larger than the target can address
};

// All models that a program compiled, in order.
struct nnom_state {
    VEC(struct nnom_model *) models;
};

const char *nnom_type_word(enum nnom_type);
const char *nnom_kind_words(enum nnom_kind);
// Elements, which are bytes: the product of the dimensions, of none 0.
const struct sym *nnom_shape_size(struct syms *, const struct nnom_shape *);
// "30 x 26 x 2"
const char *nnom_shape_string(struct arena *, const struct nnom_shape *);
const struct sym *nnom_model_taken(struct syms *, const struct nnom_model *);
// Operations as the library's table has them: "9999", "84k", "1.19M"; "" for none. A symbolic
// number is spelled out.
const char *nnom_macs_string(struct arena *, const struct sym *macs);
const struct sym *nnom_model_macs(struct syms *, const struct nnom_model *);

#endif
