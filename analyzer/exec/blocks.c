// Counted memory.

#include "analyzer/exec/blocks.h"

#include <stdlib.h>

#define ALIGNMENT 64 // a cache line, and the widest vectors

int64_t blocks_alive(const struct blocks *blocks)
{
    return blocks->live[BLOCK_INPUT] + blocks->live[BLOCK_ACTIVATION];
}

// Workspace is gone before the next kernel; it is a matter of the kernel, not of the model.
static int64_t total(const struct blocks *blocks)
{
    int64_t sum = 0;
    for (int kind = 0; kind < N_BLOCK_KINDS; kind++)
        if (kind != BLOCK_WORKSPACE) sum += blocks->live[kind];
    return sum;
}

// Peaks are taken at each allocation: between two of them memory only falls.
static void count(struct blocks *blocks, enum block_kind kind, int64_t bytes)
{
    blocks->live[kind] += bytes;
    if (blocks->live[kind] > blocks->most[kind]) blocks->most[kind] = blocks->live[kind];
    int64_t alive = blocks_alive(blocks), passing = alive + blocks->live[BLOCK_GRADIENT];
    int64_t step = passing + blocks->live[BLOCK_COLLECTED];
    if (alive > blocks->peak) blocks->peak = alive;
    if (passing > blocks->peak_passing) blocks->peak_passing = passing;
    if (step > blocks->peak_step) blocks->peak_step = step;
    if (total(blocks) > blocks->peak_total) blocks->peak_total = total(blocks);
}

// ---- the cache

#define CACHE_PIECE 512

static struct block *take_cached(struct blocks *blocks, int64_t room)
{
    for (struct block **at = &blocks->cache; *at; at = &(*at)->next) {
        struct block *block = *at;
        if (block->room != room) continue;
        *at = block->next;
        blocks->cached -= room;
        return block;
    }
    return NULL;
}

static void give_to_system(struct blocks *blocks, struct block *block)
{
    blocks->held -= block->room;
    free(block->data);
    free(block);
}

void blocks_empty_cache(struct blocks *blocks)
{
    while (blocks->cache) {
        struct block *block = blocks->cache;
        blocks->cache = block->next;
        give_to_system(blocks, block);
    }
    blocks->cached = 0;
}

void blocks_use_cache(struct blocks *blocks, bool on)
{
    if (!on) blocks_empty_cache(blocks);
    blocks->caches = on;
}

struct engine_memory blocks_memory(const struct blocks *blocks)
{
    return (struct engine_memory){total(blocks), blocks->peak_total, blocks->held, blocks->cached};
}

// ---- blocks

static struct block *from_system(struct blocks *blocks, int64_t bytes, int64_t room)
{
    struct block *block = malloc(sizeof *block);
    void *data = aligned_alloc(ALIGNMENT, (size_t)room);
    if (!block || !data) {
        free(block);
        free(data);
        blocks->exhausted(blocks->user, bytes);
        abort(); // the handler does not return
    }
    block->data = data;
    blocks->held += room;
    return block;
}

struct block *block_open(struct blocks *blocks, enum block_kind kind, int64_t bytes)
{
    // aligned_alloc wants a multiple of the alignment, and 0 bytes need an address, too.
    int64_t piece = blocks->caches ? CACHE_PIECE : ALIGNMENT;
    int64_t room = bytes ? (bytes + piece - 1) / piece * piece : piece;
    struct block *block = blocks->caches ? take_cached(blocks, room) : NULL;
    if (!block) block = from_system(blocks, bytes, room);
    *block = (struct block){.owner = blocks,
                            .kind = kind,
                            .bytes = bytes,
                            .room = room,
                            .n_users = 1,
                            .data = block->data,
                            .next = blocks->first};
    if (blocks->first) blocks->first->previous = block;
    blocks->first = block;
    count(blocks, kind, bytes);
    return block;
}

void block_turn(struct block *block, enum block_kind kind)
{
    block->owner->live[block->kind] -= block->bytes;
    block->kind = kind;
    block->owner->live[kind] += block->bytes;
    if (block->owner->live[kind] > block->owner->most[kind])
        block->owner->most[kind] = block->owner->live[kind];
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
    if (!blocks->caches) {
        give_to_system(blocks, block);
        return;
    }
    block->next = blocks->cache;
    blocks->cache = block;
    blocks->cached += block->room;
}

void blocks_close(struct blocks *blocks)
{
    while (blocks->first) {
        blocks->first->n_users = 1;
        block_release(blocks->first);
    }
    blocks_empty_cache(blocks);
}
