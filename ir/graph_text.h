#ifndef IR_GRAPH_TEXT_H
#define IR_GRAPH_TEXT_H

// A program as text and back: for `shapeprof ir`, for tests of passes, and for
// handing a program from one process to another. print(parse(x)) == x, byte
// for byte, for every x that print can give. ir/README.md shows the form.
//
// Not in the text: what is assumed of symbols, and whether an unknown comes
// from an overflow.

#include "ir/graph.h"

const char *program_print(struct arena *, const struct program *);
// NULL and a reason with its line on bad text. What is returned has passed program_verify.
struct program *program_parse(struct arena *, struct syms *, const char *text, const char **error);

// ---- words that both directions need; private to ir/graph_print.c and ir/graph_parse.c
#define N_RELATIONS 4
extern const char *const program_relation_words[N_RELATIONS]; // by enum relation
#define N_ACCESS_MODES 4
extern const char *const program_access_words[N_ACCESS_MODES]; // by access mode; [0] NULL

#endif
