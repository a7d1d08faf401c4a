// Counted memory.

#include "analyzer/exec/blocks.h"

#include <stdlib.h>

#define ALIGNMENT 64 // a cache line, and the widest vectors

int64_t blocks_alive(const struct blocks *blocks)
{
    return blocks->live[BLOCK_INPUT] + blocks->live[BLOCK_ACTIVATION];
}

// Peaks are taken at each allocation: between two of them memory only falls.
static void count(struct blocks *blocks, enum block_kind kind, int64_t bytes)
{
    blocks->live[kind] += bytes;
    if (blocks->live[kind] > blocks->most[kind]) blocks->most[kind] = blocks->live[kind];
    int64_t alive = blocks_alive(blocks), gradients = blocks->live[BLOCK_GRADIENT];
    if (alive > blocks->peak) blocks->peak = alive;
    if (alive + gradients > blocks->peak_step) blocks->peak_step = alive + gradients;
}

struct block *block_open(struct blocks *blocks, enum block_kind kind, int64_t bytes)
{
    // aligned_alloc wants a multiple of the alignment, and 0 bytes need an address, too.
    size_t room = ((size_t)bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    struct block *block = malloc(sizeof *block);
    void *data = aligned_alloc(ALIGNMENT, room);
    if (!block || !data) {
        free(block);
        free(data);
        blocks->exhausted(blocks->user, bytes);
        abort(); // the handler does not return
    }
    *block = (struct block){.owner = blocks,
                            .kind = kind,
                            .bytes = bytes,
                            .n_users = 1,
                            .data = data,
                            .next = blocks->first};
    if (blocks->first) blocks->first->previous = block;
    blocks->first = block;
    count(blocks, kind, bytes);
    return block;
}

void block_hold(struct block *block)
{
    if (block) block->n_users++;
}

void block_release(struct block *block)
{
    if (!block || --block->n_users > 0) return;
    struct blocks *blocks = block->owner;
    if (block->previous)
        block->previous->next = block->next;
    else
        blocks->first = block->next;
    if (block->next) block->next->previous = block->previous;
    blocks->live[block->kind] -= block->bytes;
    free(block->data);
    free(block);
}

void blocks_close(struct blocks *blocks)
{
    while (blocks->first) {
        blocks->first->n_users = 1;
        block_release(blocks->first);
    }
}
