#ifndef FRONTENDS_KANN_NETWORK_H
#define FRONTENDS_KANN_NETWORK_H

// Lists of nodes: in which order a network has them, and the copies that unrolling and cloning
// make. Source: kad_compile_array, kad_unroll and kad_clone of kautodiff.c.

#include "ir/kann_batch.h"

struct kann_list {
    int n;
    struct kann_node **v;
};

// Of all that the roots need, each once, operands first. The last root, and of each node the last
// operand, is followed first.
struct kann_list kann_order(struct arena *, const struct kann_state *, int n_roots,
                            struct kann_node *const *roots);

int kann_count_pivots(struct kann_list);

#define KANN_MOST_UNROLLED 200000 // nodes; beyond them nothing is unrolled

// Where copies come from, and what becomes of them.
struct kann_copying {
    struct arena *arena;
    struct syms *syms;
    struct kann_state *state;
    const struct site *site;
    const char *function;
};

// As many copies of what lies below each pivot as its length says; variables, constants and
// pivots are copied once, and so are initial states. Sizes are settled again, since a stack has
// more of them. v NULL: there would be more than KANN_MOST_UNROLLED nodes.
struct kann_list kann_unroll_nodes(const struct kann_copying *, struct kann_list,
                                   const int64_t *lengths, struct kann_synced *);
// All nodes, with another batch size.
struct kann_list kann_clone_nodes(const struct kann_copying *, struct kann_list,
                                  const struct sym *rows, struct kann_synced *);

// A new network of the state, with the nodes as they are.
struct kann_network *kann_network_make(const struct kann_copying *, struct kann_list);

#endif
