// Objects live in blocks that never move, found by their id in two steps. An id and an offset fold
// into one 64-bit address and back (heap_address), so that casts between pointers and integers
// lose nothing. What is in them is heap_bytes.c.
//
// Budgets: when memory or ids run out, the heap hands out one spare object and takes the
// interpreter's fuel away, so that nothing here has to fail and the run ends at its next step.

#include "frontends/c/heap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BITS 10
#define BLOCK_OBJECTS (1 << BLOCK_BITS)
#define N_BLOCKS (1 << 16)
#define FIRST_BLOCKS 16  // most programs need no more
#define PAGE_OFFSET 4096 // of offset 0, so that no valid pointer is a small integer
#define QUARANTINE 65536 // released ids that wait before they are used again

struct heap {
    struct arena *arena;
    struct object **blocks;
    uint32_t n_blocks;            // room for; those behind the objects are NULL
    uint32_t n_ids;               // ids 1 .. n_ids - 1 were given out
    VEC(struct object *) free;    // never exposed: used again at once
    VEC(struct object *) waiting; // exposed: used again in order of release
    int first_waiting;
    int64_t bytes, limit_bytes, limit_objects;
    const char *exhausted;
    int64_t *fuel; // of the interpreter: taken away when the heap is exhausted
    struct object *spare;
};

// ---- objects

// The interpreter looks at the heap when its fuel runs out: at its next step. This is about
// budgets; where the system itself has no memory the program ends, as it does for an arena.
void heap_exhaust(struct heap *h, const char *reason)
{
    if (!h->exhausted) h->exhausted = reason;
    *h->fuel = 0;
}

bool heap_charge(struct heap *h, int64_t bytes)
{
    // Of a store far behind the begin of what nobody knows, the sum would be no int64_t.
    if (!h->exhausted && bytes <= h->limit_bytes - h->bytes) {
        h->bytes += bytes;
        return true;
    }
    heap_exhaust(h, "too much memory");
    return false;
}

struct arena *heap_arena(const struct heap *h)
{
    return h->arena;
}

struct heap *heap_open(struct arena *arena, int64_t limit_bytes, int64_t limit_objects,
                       int64_t *fuel)
{
    struct heap *h = arena_new(arena, struct heap);
    h->arena = arena;
    h->fuel = fuel;
    h->n_blocks = FIRST_BLOCKS;
    h->blocks = calloc(h->n_blocks, sizeof *h->blocks);
    h->limit_bytes = limit_bytes;
    h->limit_objects = limit_objects;
    h->n_ids = 1;
    h->spare = arena_new(arena, struct object);
    h->spare->bytes = h->spare->small;
    h->spare->size = OBJECT_SMALL;
    h->spare->live = true;
    if (!h->blocks) arena_exhausted(h->n_blocks * sizeof *h->blocks);
    return h;
}

void heap_drop_bytes(struct heap *h, struct object *o)
{
    if (o->heap_bytes) {
        h->bytes -= o->capacity;
        free(o->bytes);
    }
    if (o->shadow) free(o->shadow);
    if (o->rare) o->rare->cells.n = 0; // values without bytes stand for bytes
    o->heap_bytes = false;
    o->bytes = o->small;
    o->shadow = NULL;
    o->capacity = 0;
    o->n_marked = 0;
}

void heap_close(struct heap *h)
{
    if (!h || !h->blocks) return;
    for (uint32_t id = 1; id < h->n_ids; id++) {
        struct object *o = heap_object(h, id);
        if (o) heap_drop_bytes(h, o);
    }
    for (uint32_t i = 0; i < h->n_blocks && h->blocks[i]; i++) free(h->blocks[i]);
    free(h->blocks);
    h->blocks = NULL;
}

const char *heap_exhausted(const struct heap *h)
{
    return h->exhausted;
}

struct object *heap_object(const struct heap *h, object_id id)
{
    if (id == 0 || id >= h->n_ids) return NULL;
    return &h->blocks[id >> BLOCK_BITS][id & (BLOCK_OBJECTS - 1)];
}

// Objects of a block never move; the list of blocks may.
static bool block_add(struct heap *h, uint32_t block)
{
    if (block >= h->n_blocks) {
        struct object **more = realloc(h->blocks, 2 * h->n_blocks * sizeof *more);
        if (!more) return false;
        memset(more + h->n_blocks, 0, h->n_blocks * sizeof *more);
        h->blocks = more;
        h->n_blocks *= 2;
    }
    if (!h->blocks[block]) h->blocks[block] = calloc(BLOCK_OBJECTS, sizeof(struct object));
    return h->blocks[block] != NULL;
}

// An id that was never used; blocks come from calloc, so a fresh object is all zeros.
static struct object *object_fresh(struct heap *h)
{
    uint32_t id = h->n_ids, block = id >> BLOCK_BITS;
    if (h->exhausted) return h->spare;
    if (id >= h->limit_objects || block >= N_BLOCKS) {
        heap_exhaust(h, "too many objects");
        return h->spare;
    }
    if (!block_add(h, block)) {
        heap_exhaust(h, "the system has no more memory");
        arena_exhausted(BLOCK_OBJECTS * sizeof(struct object));
        return h->spare;
    }
    h->n_ids++;
    struct object *o = heap_object(h, id);
    o->id = id;
    o->bytes = o->small;
    return o;
}

// Objects whose address the program has seen wait in quarantine, so that a pointer to freed memory
// is told as such and not taken for one to what came after it.
static struct object *object_take(struct heap *h)
{
    if (h->free.n) return h->free.at[--h->free.n];
    if (h->waiting.n - h->first_waiting <= QUARANTINE) return object_fresh(h);
    struct object *o = h->waiting.at[h->first_waiting++];
    if (h->first_waiting > QUARANTINE) {
        int n = h->waiting.n - h->first_waiting;
        memmove(h->waiting.at, h->waiting.at + h->first_waiting, (size_t)n * sizeof o);
        h->waiting.n = n;
        h->first_waiting = 0;
    }
    return o;
}

// Addresses of one object run on over as many ids as it has 4 GiB.
static struct object *object_large(struct heap *h, int64_t size)
{
    struct object *o = object_fresh(h);
    int64_t more = (size + PAGE_OFFSET) >> 32;
    for (int64_t i = 1; i <= more && !h->exhausted; i++) {
        struct object *next = object_fresh(h);
        next->kind = OBJECT_CONTINUED;
        next->size = i;
    }
    return o;
}

// Keeps the room of the cells for the next owner of the object.
static void rare_reset(struct object_rare *rare)
{
    struct cell *at = rare->cells.at;
    int capacity = rare->cells.capacity;
    *rare = (struct object_rare){0};
    rare->cells.at = at;
    rare->cells.capacity = capacity;
}

struct object *heap_new(struct heap *h, enum object_kind kind, int64_t size, enum heap_fill fill,
                        const struct ctype *type, const char *name)
{
    bool large = size > (int64_t)UINT32_MAX - PAGE_OFFSET && size != INT64_MAX;
    struct object *o = large ? object_large(h, size) : object_take(h);
    if (o == h->spare) return o;
    o->kind = (uint8_t)kind;
    o->fill = (uint8_t)fill;
    o->size = size;
    o->type = type;
    o->name = name;
    o->null = NULLNESS_NEVER;
    o->live = true;
    o->exposed = o->constant = false;
    if (o->rare) rare_reset(o->rare);
    o->capacity = 0;
    if (fill == FILL_ZERO && size <= OBJECT_SMALL) {
        memset(o->small, 0, OBJECT_SMALL);
        o->capacity = size;
    }
    return o;
}

void heap_release(struct heap *h, struct object *o)
{
    if (o == h->spare || !o->live) return;
    o->live = false;
    heap_drop_bytes(h, o);
    if (o->exposed) {
        *vec_push(h->arena, &h->waiting) = o;
    } else {
        *vec_push(h->arena, &h->free) = o;
    }
}

struct object_rare *heap_rare(struct heap *h, struct object *o)
{
    if (!o->rare) o->rare = arena_new(h->arena, struct object_rare);
    return o->rare;
}

uint32_t heap_n_ids(const struct heap *h)
{
    return h->n_ids;
}

int64_t heap_address(object_id id, int64_t offset)
{
    if (id == 0) return offset;
    return (int64_t)(((uint64_t)id << 32) + (uint64_t)offset + PAGE_OFFSET);
}

bool heap_has_address(const struct heap *h, object_id id, int64_t offset)
{
    const struct object *o = heap_object(h, id);
    if (!o || o->size != INT64_MAX) return true;
    return offset >= -PAGE_OFFSET && offset < (int64_t)UINT32_MAX - PAGE_OFFSET;
}

void heap_locate(const struct heap *h, int64_t address, object_id *id, int64_t *offset)
{
    uint64_t at = (uint64_t)address;
    uint64_t number = at >> 32;
    *id = 0;
    *offset = address;
    if (number == 0 || number >= h->n_ids) return;
    const struct object *o = heap_object(h, (object_id)number);
    int64_t below = 0;
    if (o->kind == OBJECT_CONTINUED) below = o->size;
    *id = (object_id)(number - (uint64_t)below);
    *offset = (int64_t)(at & UINT32_MAX) - PAGE_OFFSET + (below << 32);
}
