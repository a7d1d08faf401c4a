// The blocks of NNoM's planner. Sums are taken in 32 bits, as the library does, so what a wrapped
// size leads to is the same number here.

#include "ir/nnom_blocks.h"

#define MASK_32 ((int64_t)UINT32_MAX)

void nnom_blocks_open(struct nnom_blocks *blocks, struct syms *syms, int n, int align)
{
    *blocks = (struct nnom_blocks){.n = n < NNOM_MAX_BLOCKS ? n : NNOM_MAX_BLOCKS, .align = align};
    for (int i = 0; i < blocks->n; i++) blocks->size[i] = sym_const(syms, 0);
}

int nnom_blocks_take(const struct nnom_blocks *blocks)
{
    for (int i = 0; i < blocks->n; i++)
        if (blocks->owners[i] == 0) return i;
    return -1;
}

const struct sym *nnom_aligned(struct syms *syms, const struct sym *bytes, int align)
{
    return sym_mul_const(syms, sym_ceildiv(syms, bytes, sym_const(syms, align)), align);
}

void nnom_blocks_grow(struct nnom_blocks *blocks, struct syms *syms, int block,
                      const struct sym *bytes)
{
    const struct sym *need = nnom_aligned(syms, bytes, blocks->align);
    blocks->size[block] = sym_max(syms, blocks->size[block], need);
}

void nnom_blocks_release(struct nnom_blocks *blocks, int block)
{
    if (block < 0) return;
    if (blocks->owners[block] > 0) blocks->owners[block]--;
    if (blocks->owners[block] == 0) blocks->filled[block] = false;
}

const struct sym *nnom_blocks_total(const struct nnom_blocks *blocks, struct syms *syms)
{
    const struct sym *total = sym_const(syms, 0);
    int64_t number;
    for (int i = 0; i < blocks->n; i++) total = sym_add(syms, total, blocks->size[i]);
    return sym_is_const(total, &number) ? sym_const(syms, number & MASK_32) : total;
}

const struct sym *nnom_blocks_offset(const struct nnom_blocks *blocks, struct syms *syms, int block)
{
    const struct sym *offset = sym_const(syms, 0);
    for (int i = 0; i <= block; i++) {
        if (sym_is(blocks->size[i], 0)) return NULL;
        if (i < block) offset = sym_add(syms, offset, blocks->size[i]);
    }
    int64_t number;
    return sym_is_const(offset, &number) ? sym_const(syms, number & MASK_32) : offset;
}
