#ifndef IR_GRAPH_H
#define IR_GRAPH_H

// What a program computes and what memory it touches.
//
// A program is a sequence of events (a node runs, memory is allocated or
// freed, a context opens or closes). Its nodes read and write ranges of
// storages. A graph is an ordered selection of its nodes: one program may make
// several (a reserve graph and the real one), and the body of a repeat region
// is one too.
//
//   node     an op with operands, results, attributes; value and storage, what
//            it works on, are in ir/value.h
//   scope    a module of the model, with its dotted name
//   site     where in the source, with the call chain
//
// Ids are indices from 1; 0 is "none". ir/build.h is the only way to add to a
// program; reading it is open to all. Arrays may move while a program is built.

#include "ir/base/map.h"
#include "ir/base/vec.h"
#include "ir/diag.h"
#include "ir/infer.h"
#include "ir/value.h"

struct ggml_state;
struct ggml_graph;
struct raw_state;
struct nnom_state;
struct nnom_model;
struct kann_state;
struct kann_network;

// As many operands, results, accesses and facts as a node can have of each.
#define MAX_NODE_LIST 65535

// A fact of the library that its answers depend on but the op's meaning does
// not: "library_op" = "GGML_OP_MUL_MAT", "flags", "op_params".
struct fact {
    const char *name, *value;
};

// An operand of a repeat region that goes around: before the first iteration
// it is `initial`, inside the body it is `inside`, and the body's `next` comes
// in for the following iteration; after the last it is the node's result.
struct carried {
    value_id initial, inside, next;
};

struct node {
    enum op_kind op; // N_OPS: a repeat region, or a library call without an op
    uint16_t n_in, n_out;
    const value_id *in; // 0: an optional operand left out
    value_id out;       // results are out, out + 1, ... out + n_out - 1
    scope_id scope;
    const struct attr *attrs; // as many as the op has, same order
    const char *name;         // what it is where there is no op: "kernel matmul_forward", "repeat"
    const struct site *site;
    const struct obligation *obligations; // not decided when the node was built
    uint16_t n_accesses, n_facts, n_carried;
    bool leaf_result : 1; // its results are what a forward hook of its scope sees
    bool training : 1;
    bool unbatched : 1; // its rule took the input for one without a batch axis
    const struct access *accesses;
    const struct fact *facts;
    // A repeat region. Its operands are the initial values, its results lie where the body's
    // `next` values lie.
    const struct carried *carried;
    const struct sym *count;
    graph_id body; // 0: not a repeat region
};

struct scope {
    scope_id parent;         // 0: the model itself
    const char *name;        // last part of the dotted name; "" for the root
    const char *kind;        // "Conv2d", "BasicBlock"
    const struct site *site; // where it was made
    bool leaf;               // no child modules: a hook can be put on it
    int n_parameters;
    int parameter_room;   // allocated for, while the program is built
    value_id *parameters; // and buffers, registered here and not in children
    const char *args;     // "8, 64, bias=false" as the summary shows it; may be NULL
    const char *unseen;   // why it may have more parameters than these; NULL: they are all
    // What its calls do besides computing activations, so that they are no layer's: "fills memory".
    // NULL: it is a layer.
    const char *aside;
};

// One call of a module: which scope, which values went in and came out. Leaf
// calls in order are what forward hooks would see.
struct module_call {
    scope_id scope;
    int n_out;
    const value_id *out;
    node_id first_node, last_node; // 0, 0 when it computed nothing
    const struct site *site;
};

// Nodes of which nothing is kept for backward but what they were given: when a gradient comes to
// one of them they are run again (Chen et al., 2016).
struct checkpoint {
    node_id first, last;
};

enum event_kind {
#define EVENT(id, word, letter, doc) EVENT_##id,
#include "ir/events.def"
#undef EVENT
    N_EVENT_KINDS
};

// As the text form has it: "alloc" and 's'.
struct event_form {
    const char *word;
    char letter; // before the id; 0: none is
};
// From events.def; N_EVENT_KINDS has none.
const struct event_form *event_form(enum event_kind);

struct event {
    enum event_kind kind;
    uint32_t id;
    const struct site *site;
};

struct graph {
    const char *name;
    VEC(node_id) nodes;
    VEC(value_id) inputs, outputs;
};

// How a library's programs are told, where it differs from what PyTorch's users expect.
struct manner {
    bool own_types; // tensors keep the types that the program gives them, whatever --dtype says
    bool innermost_first;  // the library counts axes from the innermost one
    bool forward_only;     // what is trained is a graph of its own: no figures "in training"
    const char *uncounted; // why floating-point operations are not counted; NULL: they are
    const char
        *counted_in_part; // why there may be more of them than are counted; NULL: there are not
};

struct program {
    struct arena *arena;
    struct syms *syms;
    const char *name;            // of the model: the entry's name
    const char *library;         // "nn", "ggml", ...
    const struct manner *manner; // never NULL
    VEC(struct value) values;    // [0] is unused in each, so that ids index directly
    VEC(struct node) nodes;
    VEC(struct storage) storages;
    VEC(struct scope) scopes;
    VEC(struct graph) graphs;
    VEC(struct module_call) calls;
    VEC(struct event) events;
    VEC(struct checkpoint) checkpoints; // in order, apart from one another
    struct diags diags;
    // Why something that the program does may be missing here, so that sums are lower bounds: a
    // function without a body, a statement that was not understood. NULL: all of it was seen.
    const char *unseen;
    // Reasons of unknowns that a finding told: nothing more is said because of them. NULL: none.
    struct map *told;
    struct ggml_state *ggml;           // ir/ggml_graph.h; NULL: a program of another library
    struct ggml_graph *ggml_graph;     // that this program is; NULL: it is none
    struct kann_state *kann;           // ir/kann_graph.h; NULL: a program of another library
    struct kann_network *kann_network; // that this program is; NULL: it is none
    value_id *kann_values;             // by index of a node in it; 0: none
    // ir/raw_graph.h: what it does with memory of its own; NULL: nothing that is known.
    struct raw_state *raw;
    struct nnom_state *nnom;       // ir/nnom_graph.h; NULL: a program of another library
    struct nnom_model *nnom_model; // that this program is; NULL: it is none
    // By value, where the library counts otherwise than sizes and type say; NULL or beyond the
    // end: it does not.
    VEC(const struct sym *) bytes;
    VEC(const struct sym *) flops; // by node, the same
    VEC(const struct sym *) times; // by node: rounds of a loop that it stands for; the same: one
    int n_ggml_values;
    value_id *ggml_values; // by number of a ggml tensor; 0: none of this program
};

// An empty program of that arena, with the unused element at index 0 of each array.
struct program *program_open(struct arena *, struct syms *);

// By id, which must be one of the program's; valid until the next addition.
static inline struct value *program_value(const struct program *p, value_id id)
{
    return &p->values.at[id];
}

static inline struct node *program_node(const struct program *p, node_id id)
{
    return &p->nodes.at[id];
}

static inline struct storage *program_storage(const struct program *p, storage_id id)
{
    return &p->storages.at[id];
}

static inline struct scope *program_scope(const struct program *p, scope_id id)
{
    return &p->scopes.at[id];
}

// The storage of a parameter; 0: the value is none, or has no storage.
storage_id program_parameter(const struct program *, value_id);
// Is it a parameter or buffer of a module, as it is before any op writes to it?
bool program_is_of_module(const struct program *, value_id);
// Index of the checkpoint that the node is in; -1: none.
int program_checkpoint_of(const struct program *, node_id);
// Does it compute nothing at all?
bool program_is_empty(const struct program *);
// Is it a model of hand-written C: memory with numbers, and no call of a library that is a node?
bool program_is_raw(const struct program *);
// What a hook would measure: as the library counts it, else count x element size. Of a poisoned one
// an unknown, for the reason that it carries.
const struct sym *value_bytes(const struct program *, value_id);
// "layer1.0.conv1"; "" for the root.
const char *scope_path(struct arena *, const struct program *, scope_id);
// Fills what an op's `shape`, `flops` and `workspace` read (all but arena and results) from a
// node. Room for n_in operands is the caller's.
void infer_node(struct infer *, const struct program *, node_id, struct operand *operands);
// The same with the results that the node has, for what is asked of an op afterwards.
struct infer infer_again(struct arena *, const struct program *, node_id);
// Equal for programs that compute the same, whatever the order in which their
// nodes, modules and parameters were made; names of scopes count, sites do not.
uint64_t program_hash(const struct program *);
// Equal for programs that build the same networks of KANN, whatever they do with them.
uint64_t program_hash_kann_nodes(const struct program *);

#endif
