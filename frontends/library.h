#ifndef FRONTENDS_LIBRARY_H
#define FRONTENDS_LIBRARY_H

// Libraries that keep models of their own beside the program's graph, in their own terms: ggml's
// graphs, the networks of KANN. To add one: a `const struct library NAME_library` beside its
// dialect, and a line in libraries.def.

#include "ir/graph.h"

struct library {
    const char *name;
    // How many models the program made with it; 0: it did not use the library, or only asked it
    // something.
    int (*n_models)(const struct program *);
    // Loops of unknown count that were left after a round are in it once, so that its sums are
    // lower bounds; false: it says itself what is known of them.
    bool counts_one_round;
    // What its loops of unknown count add is noted where they do: others count for nothing.
    bool notes_loops;
    // Another run that made the same models, used otherwise: keeps what `from` did with them, under
    // its condition, beside what `into` did under its own. False: the models differ. NULL: no two
    // runs are one model but equal ones.
    bool (*join)(struct arena *, struct program *into, const char *condition,
                 const struct program *from, const char *from_condition);
    // One of them, from 0, as a program of its own in that arena, without findings.
    struct program *(*model)(struct arena *, const struct program *, int index);
};

// The first of the libraries that the program made models with; NULL: none, so the program's own
// graph is its model.
const struct library *library_of(const struct program *);
// Makes one of two runs, as `join` says.
bool library_join(struct arena *, struct program *into, const char *condition,
                  const struct program *from, const char *from_condition);
// The models of the program, each a program of its own: those of the library, or the program
// itself. What was found while it ran is told with the first. Returns how many there are.
int library_split(struct arena *, struct program *, struct program ***models);

#endif
