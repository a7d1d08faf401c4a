#ifndef IR_GGML_GRAPH_H
#define IR_GGML_GRAPH_H

// ggml's own view of a program: tensors with sizes innermost first (`ne`) and strides in bytes
// (`nb`), contexts that hold them, graphs in the order in which the library would compute them.
// Answers depend on all of it: the library's assertions speak of ne and nb, and its allocator of
// the order of nodes and leafs, of views and flags.
//
// Made by frontends/ggml, read by analyzer/models/ggml_*.c and by reports. Sizes are symbolic
// throughout; everything lives in the program's arena and is never moved.

#include "ir/base/site.h"
#include "ir/base/vec.h"
#include "ir/obligation.h"
#include "ir/value.h"

#define GGML_DIMS 4
#define GGML_SOURCES 10
#define GGML_PARAMS 16
#define GGML_GRAPH_SIZE 2048  // of ggml_new_graph
#define GGML_STRUCT_BYTES 336 // of a struct ggml_tensor, as the library's own ggml.h has it
// Of a tensor's name, with the NUL, unless the user's ggml.h says otherwise.
#define GGML_NAME_BYTES 64
#define GGML_OLDEST_VERSION 15
#define GGML_OWN_VERSION 21 // of the declarations in frontends/ggml/include

enum { GGML_ALWAYS = 0, GGML_NEVER = 1000 }; // as versions

enum ggml_op {
#define GGML_OP(id, in_place) GGML_OP_##id,
#include "ir/ggml_ops.def"
#undef GGML_OP
    N_GGML_OPS
};

const char *ggml_op_word(enum ggml_op);           // "MUL_MAT"
enum ggml_op ggml_op_of_word(const char *);       // N_GGML_OPS if there is none
bool ggml_op_in_place(enum ggml_op, int version); // version: of ggml_state

enum ggml_flag {
    GGML_INPUT = 1,
    GGML_OUTPUT = 2,
    GGML_PARAM = 4,
    GGML_LOSS = 8,
    GGML_COMPUTE = 16
};

struct ggml_context;

struct ggml_tensor {
    enum ggml_op op;
    const char *desc; // the word of a unary or gated operator ("GELU"), else of the operator
    enum dtype type;
    const struct sym *ne[GGML_DIMS], *nb[GGML_DIMS];
    int32_t params[GGML_PARAMS]; // op_params as the library stores them, floats by their bits
    uint16_t params_unknown;     // by bit: that word depends on something that is not known
    unsigned flags;              // enum ggml_flag
    struct ggml_tensor *src[GGML_SOURCES];
    int8_t written[GGML_SOURCES];  // at which argument of the call that made it, from 1; 0: none
    struct ggml_tensor *view_src;  // always the root, never a view itself; NULL: it is no view
    const struct sym *view_offset; // bytes into the root's data; NULL: it is no view
    const char *name;              // "" where it has none; at most 63 bytes
    bool name_unknown;             // in part: a number in it depends on what is not known
    struct ggml_context *context;  // whose memory holds the struct
    bool type_assumed;             // the caller of a builder has it: nobody knows its type
    const char *type_parameter;    // the unknown number that its type is; NULL: it is none
    bool has_data, has_buffer;     // as `t->data != NULL` and `t->buffer != NULL`
    const struct site *site;       // of the user's call that made it
    const char *function;          // that was called there: "ggml_mul_mat"
    uint32_t number;               // of all tensors of the program, from 0, as they were made
};

// From where a thing of the library was made to where it was freed.
struct ggml_life {
    const struct site *made_at, *freed_at; // freed_at NULL: it still lives
    bool told;                             // that it was used later
};

// Memory of a context: objects one behind the other.
struct ggml_context {
    const struct sym *mem_size; // as it is used: rounded up to 16 where the library got it itself
    const struct sym *mem_asked;
    const struct sym *used;    // end of the last object
    const struct sym *most;    // the largest that `used` ever was
    bool no_alloc, own_buffer; // own_buffer: the caller gave the memory (mem_buffer)
    bool freed, told_freed;
    struct ggml_life life;
    bool of_unknown_file; // it has the tensors of a file, and these are not known
    bool is_short; // it has too little memory: first told at `short_at`, when it made `short_of`
    const struct site *short_at;
    const char *short_of;
    VEC(struct ggml_tensor *) tensors; // in order
    const struct sym *buffer_bytes;    // of ggml_backend_alloc_ctx_tensors; NULL: it was not called
    const struct site *site, *freed_at;
    uint32_t number; // from 0
};

struct ggml_graph {
    const struct sym *size; // how many nodes, and how many leafs, it can hold
    bool has_gradients;
    const char *unseen; // why it may have more than is known; NULL: it has not
    VEC(struct ggml_tensor *) nodes, leafs;
    VEC(bool) visited;                      // by tensor number: it is in one of the lists
    VEC(struct ggml_tensor *) gradients;    // by tensor number: its gradient, or NULL
    VEC(struct ggml_tensor *) accumulators; // the same: what its gradient is gathered in, or NULL
    struct ggml_context *context;
    const struct site *site; // of ggml_new_graph
    const struct site
        *used_at;        // of the first call that allocates, plans or computes it; NULL: none
    const char *used_by; // that call's function: "ggml_gallocr_reserve"
    int use;             // of all graphs that are used, in order, from 0
    bool told_full;
    uint32_t number;
};

// An assertion of the library that depends on what is not known of the sizes. The terms' words say
// where in the call the sizes stand: "a->ne[0]".
struct ggml_demand {
    const char *function; // "ggml_mul_mat"
    const struct site *site;
    struct obligation obligation;
};

// Elements that the program reads.
struct ggml_read {
    struct ggml_tensor *tensor;
    const struct site *site;
};

// Everything of one program.
struct ggml_state {
    int version;          // of the rules: 15, 21 or 25 for 0.15, 0.21 and 0.25
    int64_t struct_bytes; // of the program's own struct ggml_tensor
    VEC(struct ggml_tensor *) tensors;
    VEC(struct ggml_context *) contexts;
    VEC(struct ggml_demand) demands;
    VEC(struct ggml_graph *) graphs; // in the order in which they were made
    int n_used;
    VEC(struct ggml_read) read;
};

// The bytes from the first to past the last element; the sizes may be symbolic. Source:
// ggml_nbytes.
const struct sym *ggml_tensor_bytes(struct syms *, const struct ggml_tensor *);
// What its elements would take in order, whatever its strides are: what a context gives it.
const struct sym *ggml_dense_bytes(struct syms *, const struct ggml_tensor *);
const struct sym *ggml_element_count(struct syms *, const struct ggml_tensor *);
// Bytes of a row of n elements, whole blocks as the release library counts them.
const struct sym *ggml_row_bytes(struct syms *, enum dtype, const struct sym *n);

#endif
