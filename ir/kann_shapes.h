#ifndef IR_KANN_SHAPES_H
#define IR_KANN_SHAPES_H

// The shape rule of each operator of KANN: which sizes it gives, and what it needs of its operands.
// A rule is run when a node is made, where a refusal gives NULL, and again when the batch size
// changes or a network is unrolled, where the library ignores it and the node keeps its sizes.
// Source: the branch KAD_SYNC_DIM of each operator in kautodiff.c of r556.

#include "ir/kann_graph.h"

enum kann_failure {
    KANN_FITS,
    KANN_REFUSES, // the handler returns -1
    KANN_ASSERTS, // the program is aborted
};

struct kann_shape {
    int n_d;
    const struct sym *d[KANN_DIMS];
    enum kann_failure failure;
    bool overwrites; // has these sizes although it refuses; others keep those that they had
    // Where it fails: what must hold, "the columns of x (80) must equal the columns of w (64)".
    const char *wrong;
    const char *mend;              // NULL: none
    const struct obligation *open; // what must hold and depends on symbols
    // What the library accepts but nobody means, and where: NULL: nothing.
    const char *doubtful;
    enum diag_id doubt;
    const char *doubt_mend;
};

void kann_shape_of(struct arena *, struct syms *, const struct kann_node *, struct kann_shape *);

// Sizes of convolution and pooling along one axis. Divisions are C's. Source: conv_find_par.
struct kann_window {
    const struct sym *out, *before, *after; // before and after: how much is padded
};
#define KANN_PAD_SAME (-2)
struct kann_window kann_window_of(struct syms *, const struct sym *in, const struct sym *kernel,
                                  const struct sym *stride, const struct sym *pad);

// The word of an operand in messages: "x", "w".
const char *kann_operand_word(struct arena *, const struct kann_node *, int index);

#endif
