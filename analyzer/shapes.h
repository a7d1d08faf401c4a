#ifndef ANALYZER_SHAPES_H
#define ANALYZER_SHAPES_H

// Settles the conditions that shape rules left open when a program was built.
// Run it again after facts about symbols were added.
//
//   proved    nothing is said
//   refuted   for every value of the symbols: a finding at the node's line
//   else      a requirement on the symbols, or, where a size is unknown, a note

#include "ir/graph.h"
#include "ir/requirement.h"

struct shapes_requirement {
    const char *text; // "H % 8 == 0, as cat needs"
    const struct site *site;
    const char *needed_by; // "cat"
    struct requirement requirement;
};

// What rules took for granted: other sizes are none the worse, but something else is true of them.
struct shapes_taken {
    const char *text; // "N >= 2: otherwise contiguous in Net copies nothing (net.c:12)"
    const struct site *site;
    struct requirement requirement;
};

struct shapes {
    int n_proved, n_refuted, n_open;
    VEC(struct shapes_requirement) requirements; // each text once, in the order of nodes
    VEC(struct shapes_taken) taken;              // each condition once
};

void shapes_settle(struct arena *, struct program *, struct shapes *);

#endif
