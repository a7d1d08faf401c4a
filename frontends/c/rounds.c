// Loops whose number of rounds is not known. One round is followed; what it changed is unknown
// behind the loop, for other rounds may have changed it again. So a copy of the memory is made
// where the first round begins, and compared where the loop is left.

#include "frontends/c/rounds.h"
#include "frontends/dialects/nn.h"

#include <string.h>

#define MAX_COPIED (1 << 26)  // bytes of one object; a larger one counts as changed
#define MAX_SCALARS (1 << 16) // of one object that become unknown one by one

struct copy {
    struct object *object;
    const struct ctype *type;
    const char *name;
    uint8_t kind;
    bool large; // too large to be copied
    int64_t size, capacity;
    const uint8_t *bytes, *shadow;
    int n_cells;
    const struct cell *cells;
};

struct rounds_memory {
    struct arena *arena;
    VEC(struct copy) copies;
    int n_events, n_values;
    int n_modules;
    const int *n_children; // of each module
};

static bool may_change(const struct object *o)
{
    return o && o->live && !o->constant && o->kind != OBJECT_CODE && o->kind != OBJECT_LITERAL &&
           o->kind != OBJECT_TEMPORARY && o->kind != OBJECT_CONTINUED;
}

static struct copy copy_of(struct arena *arena, struct object *o)
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

struct rounds_memory *rounds_begin(struct eval *e)
{
    if (e->request.concrete || e->flow == FLOW_STOP) return NULL;
    struct arena *arena = arena_open_inside(e->arena);
    struct rounds_memory *m = arena_new(arena, struct rounds_memory);
    m->arena = arena;
    for (uint32_t id = 1; id < heap_n_ids(e->heap); id++) {
        struct object *o = heap_object(e->heap, id);
        if (may_change(o)) *vec_push(arena, &m->copies) = copy_of(arena, o);
    }
    if (!e->builder) return m;
    m->n_events = builder_program(e->builder)->events.n;
    m->n_values = builder_program(e->builder)->values.n;
    m->n_modules = dialect_nn_count_children(e, arena, &m->n_children);
    return m;
}

// ---- what a round changed

static const struct cell *cell_at(const struct copy *copy, int64_t offset)
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

static bool same_cell(const struct copy *copy, int64_t offset)
{
    const struct cell *before = cell_at(copy, offset);
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

static enum byte_state fill_of(const struct object *o)
{
    if (o->fill == FILL_ZERO) return BYTE_CONCRETE;
    return o->fill == FILL_UNSET ? BYTE_UNSET : BYTE_UNKNOWN;
}

static bool same_byte(const struct copy *copy, int64_t at)
{
    const struct object *o = copy->object;
    enum byte_state was = fill_of(o), is = was;
    if (at < copy->capacity) was = copy->shadow ? copy->shadow[at] : BYTE_CONCRETE;
    if (at < o->capacity) is = o->shadow ? o->shadow[at] : BYTE_CONCRETE;
    if (was != is) return false;
    if (is == BYTE_CELL) return same_cell(copy, at);
    uint8_t before = at < copy->capacity ? copy->bytes[at] : 0;
    return is != BYTE_CONCRETE || before == heap_byte(o, at);
}

static bool same(const struct copy *copy, int64_t offset, int64_t n)
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

// ---- what is unknown then

struct blur {
    struct eval *eval;
    const struct ast *loop;
    const struct copy *copy;
    int left; // scalars that may still become unknown one by one
};

enum extent { EXTENT_CHANGED, EXTENT_ALL };

static const char *reason_of(const struct blur *b, int64_t offset, const struct ctype *t)
{
    struct place p = {b->copy->object, offset, NULL};
    return arena_printf(b->eval->arena,
                        "the loop at line %u sets `%s` and may run any number of times",
                        b->loop->line, name_place(b->eval, p, t));
}

static void blur_bytes(struct blur *b, int64_t offset, int64_t n, const struct ctype *t)
{
    struct object *o = b->copy->object;
    struct object_rare *rare = heap_rare(b->eval->heap, o);
    rare->reason = reason_of(b, offset, t);
    lost_add_reason(b->eval, rare->reason);
    heap_mark(b->eval->heap, o, offset, n, BYTE_UNKNOWN);
}

static void blur_scalar(struct blur *b, int64_t offset, const struct ctype *t)
{
    if (--b->left < 0 || t->size > 16) {
        blur_bytes(b, offset, t->size, t);
        return;
    }
    struct cvalue v = lost_value(b->eval, t, reason_of(b, offset, t));
    heap_write_cell(b->eval->heap, b->copy->object, offset, t->size, &v);
}

static void blur_part(struct blur *, int64_t offset, const struct ctype *, enum extent);

// One element is another in each round: of an array all may have changed.
static void blur_array(struct blur *b, int64_t offset, const struct ctype *element, int64_t n,
                       enum extent extent)
{
    if (element->size <= 0 ||
        (extent == EXTENT_CHANGED && same(b->copy, offset, n * element->size)))
        return;
    if (n > b->left) {
        blur_bytes(b, offset, n * element->size, element);
        return;
    }
    if (n > 1) extent = EXTENT_ALL;
    for (int64_t i = 0; i < n; i++) blur_part(b, offset + i * element->size, element, extent);
}

static void blur_record(struct blur *b, int64_t offset, const struct ctype *t, enum extent extent)
{
    bool plain = !t->is_union && t->n_fields > 0;
    for (int i = 0; plain && i < t->n_fields; i++) plain = t->fields[i].bit_width < 0;
    if (!plain) {
        blur_bytes(b, offset, t->size, t);
        return;
    }
    for (int i = 0; i < t->n_fields; i++)
        blur_part(b, offset + t->fields[i].offset, t->fields[i].type, extent);
}

static void blur_part(struct blur *b, int64_t offset, const struct ctype *t, enum extent extent)
{
    if (t->size <= 0 || (extent == EXTENT_CHANGED && same(b->copy, offset, t->size))) return;
    switch (t->kind) {
    case CTYPE_ARRAY: blur_array(b, offset, t->element, t->size / t->element->size, extent); break;
    case CTYPE_RECORD: blur_record(b, offset, t, extent); break;
    case CTYPE_INT:
    case CTYPE_BOOL:
    case CTYPE_FLOAT:
    case CTYPE_POINTER: blur_scalar(b, offset, t); break;
    default: blur_bytes(b, offset, t->size, t); break;
    }
}

static void blur_object(struct eval *e, const struct ast *loop, const struct copy *copy)
{
    const struct object *o = copy->object;
    bool still = o->live && o->kind == copy->kind && o->type == copy->type &&
                 o->name == copy->name && o->size == copy->size;
    int64_t touched = o->capacity > copy->capacity ? o->capacity : copy->capacity;
    if (!still || same(copy, 0, touched)) return;
    struct blur b = {e, loop, copy, MAX_SCALARS};
    bool whole = o->kind == OBJECT_VARIABLE && o->type && o->type->size == o->size;
    bool sized = o->size != INT64_MAX && o->type && o->type->size > 0;
    if (whole)
        blur_part(&b, 0, o->type, EXTENT_CHANGED);
    else if (sized && o->size % o->type->size == 0)
        blur_array(&b, 0, o->type, o->size / o->type->size, EXTENT_CHANGED);
    else
        blur_bytes(&b, 0, o->size, o->type);
}

// ---- the graph

static void note_unseen(struct eval *e, const struct ast *loop, const struct rounds_memory *m)
{
    if (!e->builder) return;
    const struct program *p = builder_program(e->builder);
    const char *reason =
        arena_printf(e->arena, "how often the loop at line %u runs is not known", loop->line);
    bool grown = dialect_nn_grown(e, m->n_modules, m->n_children, reason);
    if (!grown && p->events.n == m->n_events && p->values.n == m->n_values) return;
    lost_add_reason(e, reason);
    build_unseen(e->builder, reason);
}

void rounds_end(struct eval *e, const struct ast *loop, struct rounds_memory *m)
{
    if (!m || e->flow == FLOW_STOP) return;
    for (int i = 0; i < m->copies.n; i++) blur_object(e, loop, &m->copies.at[i]);
    note_unseen(e, loop, m);
}

void rounds_forget(struct rounds_memory *m)
{
    if (m) arena_close(m->arena);
}
