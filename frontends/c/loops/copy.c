#include "frontends/c/loops/copy.h"

#include <string.h>

#define MAX_COPIED (1 << 26) // bytes of one object; a larger one counts as changed

struct copy copy_of(struct arena *arena, struct object *o)
{
    struct copy copy = {.object = o,
                        .type = o->type,
                        .name = o->name,
                        .kind = o->kind,
                        .large = o->capacity > MAX_COPIED,
                        .size = o->size,
                        .capacity = o->capacity};
    if (copy.large) return copy;
    copy.bytes = arena_copy(arena, o->bytes, (size_t)o->capacity);
    if (o->shadow) copy.shadow = arena_copy(arena, o->shadow, (size_t)o->capacity);
    if (!o->rare || !o->rare->cells.n) return copy;
    copy.n_cells = o->rare->cells.n;
    copy.cells =
        arena_copy(arena, o->rare->cells.at, (size_t)copy.n_cells * sizeof *o->rare->cells.at);
    return copy;
}

const struct cell *copy_cell(const struct copy *copy, int64_t offset)
{
    int low = 0, high = copy->n_cells;
    while (low < high) {
        int middle = (low + high) / 2;
        if (copy->cells[middle].offset + copy->cells[middle].size <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return &copy->cells[low];
}

// A value without bytes is the same where it is the same symbol, or unknown for the same reason.
static bool same_cell(const struct copy *copy, int64_t offset)
{
    const struct cell *before = copy_cell(copy, offset);
    const struct cell *now = heap_cell(copy->object, before->offset, before->size);
    if (!now || now->value.kind != before->value.kind) return false;
    const struct cvalue *a = &before->value, *b = &now->value;
    switch (a->kind) {
    case CVALUE_INT: return a->integer == b->integer;
    case CVALUE_SYMBOLIC: return a->sym == b->sym;
    case CVALUE_UNKNOWN: return strcmp(a->reason, b->reason) == 0;
    case CVALUE_POINTER:
        return a->pointer.object == b->pointer.object && a->pointer.offset == b->pointer.offset;
    default: return false;
    }
}

enum byte_state copy_state(const struct copy *copy, int64_t at)
{
    if (at >= copy->capacity) return heap_fill_state(copy->object);
    return copy->shadow ? copy->shadow[at] : BYTE_CONCRETE;
}

static bool same_byte(const struct copy *copy, int64_t at)
{
    const struct object *o = copy->object;
    enum byte_state was = copy_state(copy, at), is = heap_state(o, at);
    if (was != is) return false;
    if (is == BYTE_CELL) return same_cell(copy, at);
    uint8_t before = at < copy->capacity ? copy->bytes[at] : 0;
    return is != BYTE_CONCRETE || before == heap_byte(o, at);
}

int64_t copy_touched(const struct copy *copy)
{
    const struct object *o = copy->object;
    return o->capacity > copy->capacity ? o->capacity : copy->capacity;
}

bool copy_is_same(const struct copy *copy, int64_t offset, int64_t n)
{
    // Behind what was ever touched all is as it was.
    int64_t end = offset + n, touched = copy->object->capacity;
    if (copy->large) return false;
    if (touched < copy->capacity) touched = copy->capacity;
    if (end > touched) end = touched;
    for (int64_t at = offset; at < end; at++)
        if (!same_byte(copy, at)) return false;
    return true;
}

bool copy_has_changed(const struct copy *copy)
{
    const struct object *o = copy->object;
    bool still = o->live && o->kind == copy->kind && o->type == copy->type &&
                 o->name == copy->name && o->size == copy->size;
    return still && !copy_is_same(copy, 0, copy_touched(copy));
}
