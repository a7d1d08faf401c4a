// Objects live in blocks that never move, found by their id in two steps. An id and an offset fold
// into one 64-bit address and back (heap_address), so that casts between pointers and integers
// lose nothing. Bytes come with the first write, a shadow byte for each only where some are not
// concrete, cells (values without bytes) in a sorted list beside them.
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
#define MAX_CELLS 100000 // of one object; beyond, all of it is unknown

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

// The object is as new but for its id.
static void bytes_drop(struct heap *h, struct object *o)
{
    if (o->heap_bytes) {
        h->bytes -= o->capacity;
        free(o->bytes);
    }
    if (o->shadow) free(o->shadow);
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
        if (o) bytes_drop(h, o);
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
    bytes_drop(h, o);
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

// ---- bytes

static enum byte_state fill_state(const struct object *o)
{
    if (o->fill == FILL_ZERO) return BYTE_CONCRETE;
    return o->fill == FILL_UNSET ? BYTE_UNSET : BYTE_UNKNOWN;
}

// Without a shadow every byte up to the capacity is concrete.
static enum byte_state byte_state_at(const struct object *o, int64_t offset)
{
    if (offset >= o->capacity) return fill_state(o);
    return o->shadow ? (enum byte_state)o->shadow[offset] : BYTE_CONCRETE;
}

// Doubling, but small objects stay in the struct and none grows past its size.
static int64_t grown_capacity(const struct object *o, int64_t needed)
{
    int64_t capacity = o->capacity < 32 ? 64 : o->capacity * 2;
    if (needed <= OBJECT_SMALL) capacity = OBJECT_SMALL;
    if (capacity < needed) capacity = needed;
    return capacity > o->size ? o->size : capacity;
}

static bool bytes_grow(struct heap *h, struct object *o, int64_t capacity)
{
    if (capacity <= OBJECT_SMALL && !o->heap_bytes) return true;
    int64_t charge = o->heap_bytes ? capacity - o->capacity : capacity;
    if (h->exhausted || h->bytes + charge > h->limit_bytes) {
        heap_exhaust(h, "too much memory");
        return false;
    }
    uint8_t *bytes = o->heap_bytes ? realloc(o->bytes, (size_t)capacity) : malloc((size_t)capacity);
    if (!bytes) {
        arena_exhausted((size_t)capacity);
        return false;
    }
    if (!o->heap_bytes) memcpy(bytes, o->small, (size_t)o->capacity);
    h->bytes += charge;
    o->bytes = bytes;
    o->heap_bytes = true;
    return true;
}

// A new shadow says of the bytes so far what its absence said: concrete.
static bool shadow_grow(struct object *o, int64_t capacity)
{
    bool fresh = !o->shadow;
    uint8_t *shadow = realloc(o->shadow, (size_t)(capacity ? capacity : 1));
    if (!shadow) {
        arena_exhausted((size_t)capacity);
        return false;
    }
    if (fresh) memset(shadow, BYTE_CONCRETE, (size_t)o->capacity);
    o->shadow = shadow;
    return true;
}

// Makes room up to `end`. The bytes from `skip` on are about to be written, so
// where nothing else is new the object needs no shadow.
static bool reserve(struct heap *h, struct object *o, int64_t skip, int64_t end)
{
    if (end <= o->capacity) return true;
    // The spare object stands for larger ones that could not be had.
    if (end > o->size) return false;
    int64_t old = o->capacity, capacity = grown_capacity(o, end);
    bool written = skip <= old && capacity == end;
    bool shadowed = o->shadow || (o->fill != FILL_ZERO && !written);
    if (!bytes_grow(h, o, capacity)) return false;
    if (shadowed && !shadow_grow(o, capacity)) return false;
    memset(o->bytes + old, 0, (size_t)(capacity - old));
    if (shadowed) {
        enum byte_state state = written ? BYTE_CONCRETE : fill_state(o);
        memset(o->shadow + old, (int)state, (size_t)(capacity - old));
        if (state != BYTE_CONCRETE) o->n_marked += (uint32_t)(capacity - old);
    }
    o->capacity = capacity;
    return true;
}

// Counts what is not concrete, so that a shadow which says nothing any more is given up and reads
// are quick again.
static void shadow_set(struct object *o, int64_t offset, int64_t n, enum byte_state state)
{
    uint32_t marked = 0;
    for (int64_t i = offset; i < offset + n; i++) marked += o->shadow[i] != BYTE_CONCRETE;
    memset(o->shadow + offset, (int)state, (size_t)n);
    o->n_marked -= marked;
    if (state != BYTE_CONCRETE) o->n_marked += (uint32_t)n;
    if (o->n_marked == 0) {
        free(o->shadow);
        o->shadow = NULL;
    }
}

// ---- cells

// Index of the first cell that ends behind `offset`.
static int cell_from(const struct object_rare *rare, int64_t offset)
{
    int low = 0, high = rare->cells.n;
    while (low < high) {
        int middle = (low + high) / 2;
        const struct cell *c = &rare->cells.at[middle];
        if (c->offset + c->size <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Removes the cells in the range; what sticks out of it becomes unknown.
static void cells_clear(struct object *o, int64_t offset, int64_t n)
{
    struct object_rare *rare = o->rare;
    if (!rare || !rare->cells.n) return;
    int first = cell_from(rare, offset), last = first;
    for (; last < rare->cells.n && rare->cells.at[last].offset < offset + n; last++) {
        const struct cell *c = &rare->cells.at[last];
        if (o->shadow) shadow_set(o, c->offset, c->size, BYTE_UNKNOWN);
    }
    if (first == last) return;
    memmove(&rare->cells.at[first], &rare->cells.at[last],
            (size_t)(rare->cells.n - last) * sizeof(struct cell));
    rare->cells.n -= last - first;
}

static void cell_insert(struct heap *h, struct object *o, const struct cell *cell)
{
    struct object_rare *rare = heap_rare(h, o);
    int at = cell_from(rare, cell->offset);
    (void)vec_push(h->arena, &rare->cells);
    memmove(&rare->cells.at[at + 1], &rare->cells.at[at],
            (size_t)(rare->cells.n - 1 - at) * sizeof(struct cell));
    rare->cells.at[at] = *cell;
}

const struct cell *heap_cell(const struct object *o, int64_t offset, int64_t n)
{
    if (!o->rare) return NULL;
    int at = cell_from(o->rare, offset);
    if (at >= o->rare->cells.n) return NULL;
    const struct cell *c = &o->rare->cells.at[at];
    return c->offset == offset && c->size == n ? c : NULL;
}

const struct cell *heap_cell_from(const struct object *o, int64_t offset)
{
    int at = o->rare ? cell_from(o->rare, offset) : 0;
    if (!o->rare || at >= o->rare->cells.n) return NULL;
    const struct cell *c = &o->rare->cells.at[at];
    return c->offset <= offset ? c : NULL;
}

// ---- reading and writing

int64_t heap_concrete(const struct object *o, int64_t offset, int64_t n)
{
    int64_t there = o->capacity > offset ? o->capacity - offset : 0;
    if (there > n) there = n;
    for (int64_t i = 0; i < there && o->shadow; i++)
        if (o->shadow[offset + i] != BYTE_CONCRETE) return i;
    return there < n && o->fill == FILL_ZERO ? n : there;
}

uint8_t heap_byte(const struct object *o, int64_t offset)
{
    return offset < o->capacity ? o->bytes[offset] : 0;
}

enum byte_state heap_read(const struct object *o, int64_t offset, int64_t n, void *bytes)
{
    int64_t known = heap_concrete(o, offset, n);
    if (known < n) return byte_state_at(o, offset + known);
    int64_t there = o->capacity - offset;
    if (there > n) there = n;
    if (there < 0) there = 0;
    memcpy(bytes, o->bytes + offset, (size_t)there);
    memset((uint8_t *)bytes + there, 0, (size_t)(n - there));
    return BYTE_CONCRETE;
}

void heap_write(struct heap *h, struct object *o, int64_t offset, int64_t n, const void *bytes)
{
    if (n <= 0 || !reserve(h, o, offset, offset + n)) return;
    if (o->shadow) {
        cells_clear(o, offset, n);
        shadow_set(o, offset, n, BYTE_CONCRETE);
    }
    memcpy(o->bytes + offset, bytes, (size_t)n);
}

void heap_set(struct heap *h, struct object *o, int64_t offset, int64_t n, uint8_t byte)
{
    if (n <= 0) return;
    if (offset == 0 && n == o->size && byte == 0) {
        if (o->rare) o->rare->cells.n = 0;
        bytes_drop(h, o);
        o->fill = FILL_ZERO;
        return;
    }
    if (!reserve(h, o, offset, offset + n)) return;
    if (o->shadow) {
        cells_clear(o, offset, n);
        shadow_set(o, offset, n, BYTE_CONCRETE);
    }
    memset(o->bytes + offset, byte, (size_t)n);
}

static void mark(struct heap *h, struct object *o, int64_t offset, int64_t n, enum byte_state state)
{
    if (n <= 0) return;
    if (offset == 0 && n >= o->size) {
        if (o->rare) o->rare->cells.n = 0;
        bytes_drop(h, o);
        o->fill = state == BYTE_UNSET ? FILL_UNSET : FILL_UNKNOWN;
        return;
    }
    cells_clear(o, offset, n);
    if (fill_state(o) == state && offset >= o->capacity) return;
    if (fill_state(o) == state && offset + n > o->capacity) n = o->capacity - offset;
    if (!reserve(h, o, offset, offset + n)) return;
    if (!o->shadow && !shadow_grow(o, o->capacity)) return;
    shadow_set(o, offset, n, state);
}

void heap_mark(struct heap *h, struct object *o, int64_t offset, int64_t n, enum byte_state state)
{
    if (o->rare) o->rare->n_lost++;
    mark(h, o, offset, n, state);
}

void heap_write_cell(struct heap *h, struct object *o, int64_t offset, int64_t n,
                     const struct cvalue *value)
{
    if (n <= 0) return;
    if (o->rare && o->rare->cells.n > MAX_CELLS) {
        heap_mark(h, o, 0, o->size, BYTE_UNKNOWN);
        return;
    }
    mark(h, o, offset, n, BYTE_UNKNOWN);
    if (!reserve(h, o, offset, offset + n)) return;
    if (!o->shadow && !shadow_grow(o, o->capacity)) return;
    shadow_set(o, offset, n, BYTE_CELL);
    cell_insert(h, o, &(struct cell){offset, n, *value});
}

// Copies a stretch of bytes that are all in one state; returns its length.
static int64_t copy_run(struct heap *h, struct object *to, int64_t at, const struct object *from,
                        int64_t offset, int64_t n)
{
    enum byte_state state = byte_state_at(from, offset);
    int64_t run = 1;
    if (state == BYTE_CELL) {
        const struct cell *c = &from->rare->cells.at[cell_from(from->rare, offset)];
        if (c->offset == offset && c->size <= n) {
            run = c->size;
            heap_write_cell(h, to, at, run, &c->value);
            return run;
        }
        run = c->offset + c->size - offset;
        if (run > n) run = n;
        heap_mark(h, to, at, run, BYTE_UNKNOWN);
        return run;
    }
    if (offset >= from->capacity)
        run = n;
    else
        while (run < n && offset + run < from->capacity &&
               byte_state_at(from, offset + run) == state)
            run++;
    if (state != BYTE_CONCRETE)
        heap_mark(h, to, at, run, state);
    else if (offset < from->capacity)
        heap_write(h, to, at, run, from->bytes + offset);
    else if (to->fill != FILL_ZERO || at < to->capacity)
        heap_set(h, to, at, run, 0);
    return run;
}

void heap_copy(struct heap *h, struct object *to, int64_t to_offset, const struct object *from,
               int64_t from_offset, int64_t n)
{
    if (n <= 0 || (to == from && to_offset == from_offset)) return;
    if (object_ready(from, from_offset, n) && object_ready(to, to_offset, n)) {
        memmove(to->bytes + to_offset, from->bytes + from_offset, (size_t)n);
        return;
    }
    if (to == from) {
        struct object *copy = heap_new(h, OBJECT_TEMPORARY, n, FILL_ZERO, NULL, NULL);
        if (copy == h->spare) return;
        heap_copy(h, copy, 0, from, from_offset, n);
        heap_copy(h, to, to_offset, copy, 0, n);
        heap_release(h, copy);
        return;
    }
    for (int64_t done = 0; done < n && !h->exhausted;)
        done += copy_run(h, to, to_offset + done, from, from_offset + done, n - done);
}
