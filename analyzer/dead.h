#ifndef ANALYZER_DEAD_H
#define ANALYZER_DEAD_H

// What a model has and nothing comes to: modules that are never called, parameters that are never
// read. A program that was not followed to its end, or of which there are variants, may use them.

#include "ir/graph.h"

// Findings, in the program's list.
void dead_find(struct arena *, struct program *);

#endif
