#ifndef IR_RAW_PROGRAM_H
#define IR_RAW_PROGRAM_H

// Hand-written C as a program, so that every pass and report reads it as any other: each block is
// memory that the program got itself, each call of a kernel that calls no other a leaf, whose
// outputs are what it writes.

#include "ir/graph.h"
#include "ir/raw_graph.h"

// A program of its own, named so. Nothing of `from` is changed, and it keeps its `raw`.
struct program *raw_program_of(struct arena *, const struct program *from, const char *name);

#endif
