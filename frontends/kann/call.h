#ifndef FRONTENDS_KANN_CALL_H
#define FRONTENDS_KANN_CALL_H

// A call of a function of KANN that makes nodes: its arguments, and what came of it. Knows nothing
// of C; dialects/kann*.c decodes the calls of a program and gives it what was made.
//
// A rule reads as the library's function does, and has no exits. Where the library refuses a call
// inside and gives NULL, a node of unknown sizes is made instead, and the first refusal is kept:
// all behind it goes on with what is known. Once a call inside was given NULL, all that follows
// gives NULL and makes nothing.

#include "ir/kann_shapes.h"

#define KANN_CALL_NUMBERS 8

struct kann_refusal {
    const struct kann_node *node; // with its operands
    struct kann_shape shape;      // `failure`, `wrong` and `mend`
};

struct kann_call;

// Leaves that calls share: the functions with `offset` and `par`.
struct kann_shared {
    void *memory;
    // The leaf of the next slot; NULL: it is empty. `known`: false where nobody knows what it
    // holds.
    struct kann_node *(*take)(struct kann_call *, bool *known);
    void (*put)(struct kann_call *, struct kann_node *); // into the slot that was empty
};

struct kann_call {
    struct arena *arena;
    struct syms *syms;
    struct kann_state *state;
    const struct site *site;
    const char *function; // "kann_layer_dense"
    int n_in;             // nodes, in order; of the functions with an array, all of it
    struct kann_node **in;
    int n_numbers; // integers, in order
    const struct sym *number[KANN_CALL_NUMBERS];
    int n_sizes; // of kad_feed and others with `...`, and of kad_reshape
    const struct sym **sizes;
    bool sizes_given;                 // kad_reshape: the array is not NULL
    const struct kann_shared *shared; // NULL: leaves are always new

    VEC(struct kann_node *) made; // in the order in which the library makes them
    struct kann_refusal *refusal; // NULL: nothing was refused
    const char *unknown;          // why it is not known what it makes; NULL: it is
};

typedef struct kann_node *kann_function_rule(struct kann_call *);

struct kann_function {
    const char *name, *letters; // functions.def
    kann_function_rule *rule;
    int data; // for rules that share one function: an operator, flags
};

const struct kann_function *kann_function_find(const char *name); // NULL if there is none

// ---- for rules (make.c)

// A leaf of so many sizes, shared if the call shares.
struct kann_node *kann_make_leaf(struct kann_call *, unsigned flag, int n_d,
                                 const struct sym *const *d);
struct kann_node *kann_make_own_leaf(struct kann_call *, unsigned flag, int n_d,
                                     const struct sym *const *d);
struct kann_node *kann_make_op(struct kann_call *, enum kann_op, int n, struct kann_node *const *in,
                               int n_params, const struct sym *const *params);
struct kann_node *kann_make_op1(struct kann_call *, enum kann_op, struct kann_node *);
struct kann_node *kann_make_op2(struct kann_call *, enum kann_op, struct kann_node *,
                                struct kann_node *);
const struct sym *kann_number(struct kann_call *, int index); // an argument; 0 if there is none
// Columns of a layer's input: all but the first size; of one size, that.
const struct sym *kann_columns(struct kann_call *, const struct kann_node *);
// Why the sizes of what was refused are not known.
const char *kann_refusal_reason(const struct kann_call *);
// The first thing that is wrong beside what operators refuse.
struct kann_node *kann_make_nothing(struct kann_call *, enum kann_failure, int n,
                                    struct kann_node *const *in, enum kann_op, const char *wrong,
                                    const char *mend);

#endif
