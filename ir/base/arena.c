// Blocks from the system, cut into things by moving a pointer. An arena inside another one is
// closed with it.

#include "ir/base/arena.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first block is small, because many arenas hold little; each next one is
// twice as large up to a limit, so that the number of blocks stays logarithmic
// and the unused end of the last one stays small beside the whole.
#define FIRST_BLOCK ((size_t)4 << 10)
#define LARGEST_BLOCK ((size_t)1 << 20)
#define ALIGNMENT _Alignof(max_align_t)

struct block {
    struct block *next;
    size_t bytes;
    bool single; // holds one thing
    max_align_t memory[];
};

struct arena {
    struct block *blocks; // the newest first
    char *at, *end;       // free part of the newest ordinary block
    size_t next_block;
    size_t bytes;
    struct arena *parent, *children, *sibling;
};

static void exhausted_by_default(size_t bytes)
{
    fprintf(stderr, "out of memory: %zu bytes could not be had\n", bytes);
    abort();
}

// The one global of the library that can change: what to do without memory is
// the embedding program's to say, and no caller of arena_alloc could pass it.
static void (*exhausted)(size_t bytes) = exhausted_by_default;

void arena_set_exhausted(void (*handler)(size_t bytes))
{
    exhausted = handler ? handler : exhausted_by_default;
}

void arena_exhausted(size_t bytes)
{
    exhausted(bytes);
}

static void *checked(void *memory, size_t bytes)
{
    if (memory) return memory;
    exhausted(bytes);
    abort();
}

struct arena *arena_open(void)
{
    struct arena *arena = checked(calloc(1, sizeof *arena), sizeof *arena);
    arena->next_block = FIRST_BLOCK;
    return arena;
}

struct arena *arena_open_inside(struct arena *parent)
{
    struct arena *arena = arena_open();
    arena->parent = parent;
    arena->sibling = parent->children;
    parent->children = arena;
    return arena;
}

// The ordinary block that is in use, or NULL.
static struct block *current_block(const struct arena *arena)
{
    struct block *block = arena->blocks;
    while (block && (char *)block->memory + block->bytes != arena->end) block = block->next;
    return block;
}

void arena_reset(struct arena *arena)
{
    assert(!arena->children);
    struct block *kept = current_block(arena);
    for (struct block *block = arena->blocks; block;) {
        struct block *next = block->next;
        if (block != kept) {
            arena->bytes -= sizeof *block + block->bytes;
            free(block);
        }
        block = next;
    }
    arena->blocks = kept;
    if (!kept) return;
    kept->next = NULL;
    arena->at = (char *)kept->memory;
}

static void leave_parent(struct arena *arena)
{
    if (!arena->parent) return;
    struct arena **link = &arena->parent->children;
    while (*link != arena) link = &(*link)->sibling;
    *link = arena->sibling;
}

void arena_close(struct arena *arena)
{
    if (!arena) return;
    while (arena->children) arena_close(arena->children);
    leave_parent(arena);
    for (struct block *block = arena->blocks; block;) {
        struct block *next = block->next;
        free(block);
        block = next;
    }
    free(arena);
}

static struct block *block_add(struct arena *arena, void *memory, size_t bytes)
{
    struct block *block = checked(memory, bytes);
    *block = (struct block){.next = arena->blocks, .bytes = bytes};
    arena->blocks = block;
    arena->bytes += sizeof *block + bytes;
    return block;
}

// Fresh from the system, which hands out zeroed pages, most of it is not touched here.
static void *alloc_single(struct arena *arena, size_t bytes)
{
    struct block *own = block_add(arena, calloc(1, sizeof *own + bytes), bytes);
    own->single = true;
    return own->memory;
}

// Blocks are not zeroed, but each thing that is cut from them, as most of a last block is not used.
static void *cut_from_next(struct arena *arena, size_t bytes)
{
    size_t all = arena->next_block;
    struct block *block = block_add(arena, malloc(sizeof *block + all), all);
    if (arena->next_block < LARGEST_BLOCK) arena->next_block *= 2;
    arena->at = (char *)block->memory + bytes;
    arena->end = (char *)block->memory + block->bytes;
    return block->memory;
}

// A large thing gets a block of its own and leaves the current one in use. `fresh`: it is zeroed.
static void *cut(struct arena *arena, size_t bytes, bool *fresh)
{
    if (bytes > SIZE_MAX / 2) return checked(NULL, bytes);
    size_t rounded = bytes ? (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ALIGNMENT;
    bool fits = (size_t)(arena->end - arena->at) >= rounded;
    *fresh = !fits && rounded > arena->next_block / 2;
    if (*fresh) return alloc_single(arena, rounded);
    if (!fits) return cut_from_next(arena, rounded);
    void *memory = arena->at;
    arena->at += rounded;
    return memory;
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    bool fresh;
    void *memory = cut(arena, bytes, &fresh);
    return fresh ? memory : memset(memory, 0, bytes);
}

static void *alloc_unset(struct arena *arena, size_t bytes)
{
    bool fresh;
    return cut(arena, bytes, &fresh);
}

// Only large blocks are resized: small ones save little, and their memory may
// be part of a block that is shared.
#define SMALLEST_RESIZED ((size_t)64 << 10)

static struct block **find_single(struct arena *arena, const void *at)
{
    for (struct block **link = &arena->blocks; *link; link = &(*link)->next) {
        if ((*link)->single && (const void *)(*link)->memory == at) return link;
    }
    return NULL;
}

void *arena_grow(struct arena *arena, void *at, size_t from, size_t to)
{
    struct block **link = from < SMALLEST_RESIZED ? NULL : find_single(arena, at);
    if (!link || to > SIZE_MAX / 2) {
        bool large = to >= SMALLEST_RESIZED && to <= SIZE_MAX / 2;
        void *copy = large ? alloc_single(arena, to) : arena_alloc(arena, to);
        if (from) memcpy(copy, at, from);
        return copy;
    }
    struct block *block = checked(realloc(*link, sizeof *block + to), to);
    *link = block;
    arena->bytes += to - block->bytes;
    block->bytes = to;
    memset((char *)block->memory + from, 0, to - from);
    return block->memory;
}

void *arena_alloc_array(struct arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
    return arena_alloc(arena, bytes);
}

void *arena_copy(struct arena *arena, const void *from, size_t bytes)
{
    void *copy = alloc_unset(arena, bytes);
    if (bytes) memcpy(copy, from, bytes);
    return copy;
}

char *arena_string(struct arena *arena, const char *string)
{
    return arena_string_n(arena, string, strlen(string));
}

char *arena_string_n(struct arena *arena, const char *string, size_t length)
{
    char *copy = alloc_unset(arena, length + 1);
    if (length) memcpy(copy, string, length);
    copy[length] = '\0';
    return copy;
}

char *arena_vprintf(struct arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    char shorter[128];
    int length = vsnprintf(shorter, sizeof shorter, format, arguments);
    assert(length >= 0);
    char *string = alloc_unset(arena, (size_t)length + 1);
    if ((size_t)length < sizeof shorter)
        memcpy(string, shorter, (size_t)length + 1);
    else
        vsnprintf(string, (size_t)length + 1, format, again);
    va_end(again);
    return string;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *string = arena_vprintf(arena, format, arguments);
    va_end(arguments);
    return string;
}

size_t arena_bytes(const struct arena *arena)
{
    return arena->bytes;
}
