// The bytes of objects. They come with the first write, a shadow byte for each only where some are
// not concrete, cells (values without bytes) in a sorted list beside them.

#include "frontends/c/heap.h"

#include <stdlib.h>
#include <string.h>

#define LARGE ((int64_t)64 << 20) // bytes of an object that is not followed byte by byte
#define FAR ((int64_t)1 << 20)    // from its bytes that were touched
#define MAX_CELLS 100000          // of one object; beyond, all of it is unknown

// ---- room

// Doubling, but small objects stay in the struct and none grows past its size.
static int64_t grown_capacity(const struct object *o, int64_t needed)
{
    int64_t capacity = o->capacity < 32 ? 64 : o->capacity * 2;
    if (needed <= OBJECT_SMALL) capacity = OBJECT_SMALL;
    if (capacity < needed) capacity = needed;
    return capacity > o->size ? o->size : capacity;
}

// From `small` to memory of the system at the first byte that does not fit, then by realloc.
static bool bytes_grow(struct heap *h, struct object *o, int64_t capacity)
{
    if (capacity <= OBJECT_SMALL && !o->heap_bytes) return true;
    if (!heap_charge(h, o->heap_bytes ? capacity - o->capacity : capacity)) return false;
    uint8_t *bytes = o->heap_bytes ? realloc(o->bytes, (size_t)capacity) : malloc((size_t)capacity);
    if (!bytes) {
        arena_exhausted((size_t)capacity);
        return false;
    }
    if (!o->heap_bytes) memcpy(bytes, o->small, (size_t)o->capacity);
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
        enum byte_state state = written ? BYTE_CONCRETE : heap_fill_state(o);
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

// Sorted by offset; the room was cleared before, so no cell overlaps it.
static void cell_insert(struct heap *h, struct object *o, const struct cell *cell)
{
    struct object_rare *rare = heap_rare(h, o);
    int at = cell_from(rare, cell->offset);
    (void)vec_push(heap_arena(h), &rare->cells);
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
    if (known < n) return heap_state(o, offset + known);
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
        heap_drop_bytes(h, o);
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

// Without counting it as lost: a value without bytes is stored so, too.
static void mark(struct heap *h, struct object *o, int64_t offset, int64_t n, enum byte_state state)
{
    if (n <= 0) return;
    if (offset == 0 && n >= o->size) {
        heap_drop_bytes(h, o);
        o->fill = state == BYTE_UNSET ? FILL_UNSET : FILL_UNKNOWN;
        return;
    }
    cells_clear(o, offset, n);
    // What a kernel wrote to the end of a cache of gigabytes is not worth as much memory of ours:
    // all that was not touched so far is unknown from then on, too.
    if (state == BYTE_UNKNOWN && o->size >= LARGE && offset > o->capacity + FAR - n)
        o->fill = FILL_UNKNOWN;
    if (heap_fill_state(o) == state && offset >= o->capacity) return;
    if (heap_fill_state(o) == state && offset + n > o->capacity) n = o->capacity - offset;
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
    enum byte_state state = heap_state(from, offset);
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
        while (run < n && offset + run < from->capacity && heap_state(from, offset + run) == state)
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
        if (heap_exhausted(h)) return;
        heap_copy(h, copy, 0, from, from_offset, n);
        heap_copy(h, to, to_offset, copy, 0, n);
        heap_release(h, copy);
        return;
    }
    for (int64_t done = 0; done < n && !heap_exhausted(h);)
        done += copy_run(h, to, to_offset + done, from, from_offset + done, n - done);
}
