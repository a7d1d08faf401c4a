#ifndef IR_BUILDER_H
#define IR_BUILDER_H

// The state of a program that is being built; private to the build*.c files, and to graph_float.c,
// which lays results out anew.

#include "ir/build.h"

// What is read off an op's signature once.
struct op_counts {
    bool known;
    int n_results, n_attrs;
    unsigned required; // operands that must be given, one bit each
};

// A module call that has begun.
struct call_frame {
    scope_id scope;
    node_id first_node; // the first that would belong to it
    const struct site *site;
};

// A repeat region that has begun: nodes go to its body until it ends.
struct region {
    graph_id body;
    const struct sym *count;
    VEC(struct carried) carried;
};

// Shapes are shared between values: most results look like an operand, and the
// rest repeat. A direct-mapped table of the last ones finds nearly all.
#define N_RECENT_SHAPES 256

struct recent_shape {
    int rank;
    const struct sym *const *dim;
    enum dtype dtype;        // of the last tensor with these sizes ...
    const struct sym *bytes; // ... and its bytes; NULL: there was none, or it is impossible
};

struct builder {
    struct arena *arena;
    struct arena *scratch; // for one shape rule; emptied after it
    struct program *program;
    const struct site *site;
    bool training;
    enum build_gradients gradients;
    bool guards_leaves;
    int n_checkpoints;        // that have begun, one inside the other
    node_id checkpoint_first; // of the outermost
    int n_unbatched;          // rules that took their input for one without a batch axis
    VEC(struct call_frame) frames;
    VEC(struct region) regions;
    struct op_counts counts[N_OPS];
    const struct attr *last_attrs[N_OPS]; // the last arguments of each op, to be shared if equal
    struct recent_shape recent[N_RECENT_SHAPES];
    int n_operands; // capacity of `operands`
    struct operand *operands;
};

// Adds a value without a producer or storage.
value_id builder_add_value(struct builder *, const struct tensor_type *, const char *name);
value_id builder_add_poison(struct builder *, const char *reason);
// Adds the node's results to the event order, its region and its module.
void builder_finish_node(struct builder *, node_id);
// Copies what the spec gives and adds a node without results.
node_id builder_add_node(struct builder *, const struct node_spec *, const char *name);
// Adds what the rule gives as the node's results, each with its place in memory.
void builder_add_results(struct builder *, node_id, const struct infer *, const struct node_spec *);
// The value's place: memory that the caller names, or memory of its own.
void builder_place_into(struct builder *, value_id, const struct placement *);
void builder_place_fresh(struct builder *, value_id, const struct tensor_type *);
// The offset of a result that lies on `base`, in bytes; rules count it in elements of the result,
// and views have no block formats.
const struct sym *builder_offset(struct syms *, const struct value *base, const struct result *);
// The bytes of a tensor, or NULL, the reason and its kind if it can't be.
const struct sym *builder_possible_bytes(struct builder *, const struct tensor_type *,
                                         const char **why, enum diag_id *);
struct attr builder_copy_attr(struct arena *, const struct attr *);
// The list itself, or an equal one that was kept before; NULL for none.
const struct sym *const *builder_share_sizes(struct builder *, int n,
                                             const struct sym *const *sizes);

#endif
