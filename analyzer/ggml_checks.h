#ifndef ANALYZER_GGML_CHECKS_H
#define ANALYZER_GGML_CHECKS_H

// What is wrong with a graph of ggml beyond the library's own assertions, and which of these are
// left to the caller's sizes.

#include "analyzer/shapes.h"

// Adds findings to the program, and to `shapes` what its conditions come to. Conditions of the
// calls are of the whole run: each of its graphs has them.
void ggml_check_graph(struct arena *, struct program *, struct shapes *);

#endif
