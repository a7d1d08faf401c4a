#ifndef IR_RAW_ROLES_H
#define IR_RAW_ROLES_H

// What kernels of a hand-written program are for. Layers compute activations; others fill memory
// before there is anything to compute with, bring parameters up to date, or sum up the gradients
// of parameters. Told by what they read and write, never by their names.

#include "ir/raw_graph.h"

enum raw_role {
    RAW_ROLE_LAYER,
    // Reads no memory but what it writes: random numbers for weights, zeros, tables of positions.
    RAW_ROLE_FILL,
    // Changes in place what was read before it and is read again only in the next round, by what
    // was computed: w -= rate * gradient.
    RAW_ROLE_UPDATE,
    // Writes what only such an update reads, of the same number of elements.
    RAW_ROLE_GRADIENT
};

// By number of a call, of all in the state. Calls of one line have one role.
const enum raw_role *raw_roles_of(struct arena *, struct syms *, const struct raw_state *);
// The same for calls of one function at one place, and for no others: a key of maps.
uint64_t raw_line_key(const struct raw_call *);
// "fills memory"; NULL: it is a layer.
const char *raw_role_name(enum raw_role);

#endif
