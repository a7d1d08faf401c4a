#ifndef IR_KANN_GRAPH_H
#define IR_KANN_GRAPH_H

// KANN's own view of a program: nodes with up to four sizes, outermost first, and networks, which
// are lists of nodes in the library's order. Nothing in a node says which size is the batch: it is
// d[0] of feeds, by convention, and what follows from it.
//
// Made by frontends/kann, read by analyzer/models/kann.c and by reports. Sizes are symbolic
// throughout; everything lives in the program's arena and is never moved.

#include "ir/base/site.h"
#include "ir/base/vec.h"
#include "ir/obligation.h"
#include "ir/value.h"

#define KANN_DIMS 4
#define KANN_FLOAT_BYTES 4
#define KANN_NODE_BYTES 88 // of a kad_node_t on a 64-bit target

enum kann_op {
    KANN_LEAF = 0,
#define KANN_OP(number, id, word, shape, scratch) KANN_##id = number,
#include "ir/kann_ops.def"
#undef KANN_OP
    N_KANN_OPS
};

enum kann_scratch {
    KANN_SCRATCH_NONE,
    KANN_SCRATCH_POOL,
    KANN_SCRATCH_ROWS,
    KANN_SCRATCH_MASK,
    KANN_SCRATCH_NOISE,
    KANN_SCRATCH_VOTES
};

const char *kann_op_word(int op); // "cmul"; "?" if there is none
enum kann_scratch kann_op_scratch(int op);

// kad_node_t::flag.
enum kann_flag { KANN_VAR = 1, KANN_CONST = 2, KANN_POOL = 4, KANN_SHARE_RNG = 16 };

// kad_node_t::ext_flag.
enum kann_role { KANN_IN = 1, KANN_OUT = 2, KANN_TRUTH = 4, KANN_COST = 8 };

struct kann_node {
    int op; // enum kann_op
    int n_d;
    const struct sym *d[KANN_DIMS]; // those beyond n_d are 0
    unsigned flag;                  // enum kann_flag
    int n_child;
    struct kann_node **child;
    struct kann_node *pre; // the initial state that this node feeds in the next step; NULL: none
    int64_t label;         // kad_node_t::ext_label
    unsigned role;         // kad_node_t::ext_flag
    int n_params;
    const struct sym **params; // the 32-bit words of kad_node_t::ptr
    bool has_rng;              // its ptr is a generator of random numbers instead
    const struct site *site;   // of the user's call that made it
    const char *function;      // that was called there: "kann_layer_dense"
    struct kann_node *copy_of; // in the rolled network; NULL: it is no copy
    const char
        *lost;       // why its sizes are not known: it, or what it is made of, was refused; or NULL
    uint32_t number; // of all nodes of the program, from 0
    int index;       // in the list that is being worked on
};

// As the library's macros of these names: a leaf by its flags, a feed is one without any.
bool kann_is_feed(const struct kann_node *);
bool kann_is_var(const struct kann_node *);
bool kann_is_const(const struct kann_node *);
bool kann_is_pivot(const struct kann_node *);         // what an unrolled network joins at
bool kann_needs_gradient(const struct kann_node *);   // as its flag says
const char *kann_kind_word(const struct kann_node *); // "feed", "var", "const" or the operator
const struct sym *kann_len(struct syms *, const struct kann_node *);     // elements
const struct sym *kann_bytes(struct syms *, const struct kann_node *);   // of its value: floats
const char *kann_shape_string(struct arena *, const struct kann_node *); // "[1, 80]"

// The node that it is a copy of, through all copies.
const struct kann_node *kann_origin_of(const struct kann_node *);

// What the program does with a network on some of its ways only. Several ways that build the same
// networks are one model with several uses, each of which begins with the network as it was built.
struct kann_use {
    int number;            // from 0
    const char *condition; // "y != NULL"; NULL: always
};

// A batch size that the program gave a network.
struct kann_batch {
    const struct sym *rows;
    const struct site *site;
    const char *function; // "kann_set_batch_size"
    struct kann_use use;
    struct kann_node **v; // as the program had changed the nodes until then; NULL: as built
};

// Workers of kann_mt: each has a copy of the network.
struct kann_threads {
    const struct sym *n, *rows; // how many are asked for, and the largest batch of all together
    const struct site *site;
    struct kann_use use;
};

// The trainer's own memory.
struct kann_training {
    const struct sym *mini, *samples;
    const struct site *site;
    const char *function;
    struct kann_use use;
};

struct kann_network {
    uint32_t number;
    const char *made_by; // "kann_new", "kann_unroll"
    const struct site *site;
    int n;
    struct kann_node **v;        // as it was built: copies that nothing changes afterwards
    struct kann_network *rolled; // that it was unrolled or cloned from; NULL: none
    bool shares_leaves;          // it has the arrays of variables and constants of `rolled`
    int n_lengths;
    const struct sym **lengths; // how often each pivot was unrolled
    VEC(struct kann_batch) batches;
    VEC(struct kann_threads) threads;
    VEC(struct kann_training) trainings;
    int n_uses;              // of other ways, beside the first
    struct kann_node **live; // the program's own nodes, as they are now
};

// A condition of a rule that depends on what is not known of the sizes.
struct kann_demand {
    const char *function;
    const struct site *site;
    struct obligation obligation;
};

// Everything of one program.
struct kann_state {
    int64_t node_bytes, pointer_bytes; // of the program's own kad_node_t, and of its target
    VEC(struct kann_node *) nodes;
    VEC(struct kann_network *) networks;
    VEC(struct kann_demand) demands;
};

// Copies of nodes that point to each other; what is not among them is left out.
struct kann_node **kann_copy_nodes(struct arena *, int n, struct kann_node *const *);

#endif
