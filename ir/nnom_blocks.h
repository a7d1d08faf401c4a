#ifndef IR_NNOM_BLOCKS_H
#define IR_NNOM_BLOCKS_H

// NNoM's memory planner: a few blocks, each of which belongs to as many layers as still want what
// lies in it. A block only grows, to the largest that it ever held. Source: the block planner of
// NNoM 0.4.3, nnom.c.
//
// Which block is taken depends on who owns what, never on sizes: so the plan is the same whatever
// the sizes are, and the size of a block is the largest of closed forms.

#include "ir/sym/sym.h"

#define NNOM_MAX_BLOCKS 64 // of a port: eight in the library's own

struct nnom_blocks {
    int n;
    int align; // bytes: the size of a pointer
    int owners[NNOM_MAX_BLOCKS];
    bool filled[NNOM_MAX_BLOCKS];
    const struct sym *size[NNOM_MAX_BLOCKS];
};

void nnom_blocks_open(struct nnom_blocks *, struct syms *, int n, int align);
// The first block that nobody owns; -1: all are owned.
int nnom_blocks_take(const struct nnom_blocks *);
// It must hold so many bytes, rounded up to whole pointers.
void nnom_blocks_grow(struct nnom_blocks *, struct syms *, int block, const struct sym *bytes);
void nnom_blocks_release(struct nnom_blocks *, int block);
// The sum as the library has it, in 32 bits.
const struct sym *nnom_blocks_total(const struct nnom_blocks *, struct syms *);
// Where a block lies in the one buffer. NULL: nowhere, for it has no bytes, or one before it has
// none: the library stops at the first of these. A size that is not known is taken for some.
const struct sym *nnom_blocks_offset(const struct nnom_blocks *, struct syms *, int block);
const struct sym *nnom_aligned(struct syms *, const struct sym *bytes, int align);

#endif
