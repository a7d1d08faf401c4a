#ifndef IR_KANN_BATCH_H
#define IR_KANN_BATCH_H

// Another batch size for the nodes of a network, and which buffers they have then. Source:
// kad_sync_dim and kad_allocate_internal of kautodiff.c.

#include "ir/kann_shapes.h"

// An operator that refused, or asserts, when the batch size changed.
struct kann_refused {
    const struct kann_node *node;
    struct kann_shape shape;
};

struct kann_synced {
    VEC(struct kann_refused) refused;
};

// Sets d[0] of every feed, then the sizes of every operator behind the first feed that changed.
void kann_sync(struct arena *, struct syms *, int n, struct kann_node *const *v,
               const struct sym *rows, struct kann_synced *);
// d[0] of the last feed: what the library takes for the batch size so far; NULL: there is no feed.
const struct sym *kann_rows(int n, struct kann_node *const *v);

// An operator needs a gradient iff an operand does: KAD_VAR of all operators anew.
void kann_mark_gradients(int n, struct kann_node *const *v);

// Bytes of what operators and leaves have, by kind.
struct kann_buffers {
    const struct sym *op_x, *op_g, *scratch; // of operators: values, gradients, gtmp
    const struct sym *var_x, *var_g, *constant;
    const struct sym *feed; // the program's own
};

struct kann_buffers kann_buffers_of(struct syms *, int n, struct kann_node *const *v);
const struct sym *kann_scratch_bytes(struct syms *, const struct kann_node *); // gtmp of a node
// What the library holds for it: all but feeds.
const struct sym *kann_buffers_sum(struct syms *, const struct kann_buffers *);

// What one operator gets and gives back while it runs, the largest of all: convolution only.
// `at` is the node; NULL: there is none. Inexact where symbols leave open which is the largest:
// then it is the sum.
const struct sym *kann_transient(struct syms *, int n, struct kann_node *const *v,
                                 const struct kann_node **at, bool *exact);

// The structs of a network's nodes, their lists and parameters, and the kann_t.
const struct sym *kann_struct_bytes(struct syms *, const struct kann_state *, int n,
                                    struct kann_node *const *v);
// Of a clone, whose list is as long as it must be.
const struct sym *kann_copy_struct_bytes(struct syms *, const struct kann_state *, int n,
                                         struct kann_node *const *v);

// Nodes that no network has: nobody can free them any more. Operators have no values before they
// are in one; leaves have theirs, but for those whose values the program gave.
const struct sym *kann_unreached_bytes(struct arena *, struct syms *, const struct kann_state *);

// Sizes of buffers over several changes of the batch size: they grow, and shrink only where the
// size before was smaller than the new one.
struct kann_course {
    struct kann_node **v; // as they are now
    int n;
    struct kann_buffers now, most; // most: the largest that there ever were together
    struct kann_node **v_then;     // as they were then, or are now where symbols leave that open
    const struct sym *rows;        // the batch size now
    bool exact;                    // no symbol left open whether buffers were allocated again
};

void kann_course_start(struct arena *, struct syms *, const struct kann_network *,
                       struct kann_course *);
// Again as it was built; `most` stays.
void kann_course_restart(struct arena *, struct syms *, const struct kann_network *,
                         struct kann_course *);
// The program has made these of its nodes.
void kann_course_change(struct arena *, struct kann_node *const *v, struct kann_course *);
void kann_course_set(struct arena *, struct syms *, const struct sym *rows, struct kann_course *);

#endif
