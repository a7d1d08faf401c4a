// base[index] with an index that is not known: one object stands for whichever element is meant.
// It is an overlay of the array. What all elements have in common is read from them; what differs
// is a symbol. Storing to it makes that part of every element unknown, as any of them may be the
// one. What the overlay says of some bytes holds while the array looks as it did then, so whatever
// else writes to the array ends it, in whatever way it does that.

#include "frontends/c/loops/room.h"

#include <string.h>

#define MAX_ELEMENTS 65536 // that are looked through
#define MAX_CHOSEN 16      // of a table of functions or modules: each is a way of its own

// Bytes of the overlay that hold while the array has this print.
struct part {
    int64_t offset, size;
    uint64_t print;
    uint32_t n_lost; // of the array then: with another one it has another print
};

struct family {
    struct object *base;
    int64_t start, step; // of the array in the base
    int64_t n;           // elements; -1: not known
    const struct sym *index;
    const struct sym *place; // of the element in the base, in bytes; NULL: not asked so far
    struct object *root;     // that no element has around it; NULL: not asked so far
    const struct sym *root_place;
    uint64_t n_asked; // prints that say nothing are different each time
    VEC(struct part) parts;
};

// ---- the array

// Elements of which something may be known: behind the capacity nothing is, but for zeros.
static int64_t n_known(const struct family *f)
{
    const struct object *base = f->base;
    int64_t touched = (base->capacity - f->start + f->step - 1) / f->step;
    if (touched < 0) touched = 0;
    if (f->n >= 0 && (f->n < touched || base->fill != FILL_UNKNOWN)) return f->n;
    return touched;
}

static int64_t offset_in_base(const struct family *f, int64_t i, int64_t offset)
{
    return f->start + i * f->step + offset;
}

static bool inside_base(const struct family *f, int64_t i, int64_t offset, int64_t size)
{
    return offset_in_base(f, i, offset) <= f->base->size - size;
}

static uint64_t mix(uint64_t print, uint64_t word)
{
    print ^= word;
    print *= 0x9e3779b97f4a7c15;
    return print ^ print >> 29;
}

// What is not known leaves no print: whether it is still the same unknown, n_lost tells.
static uint64_t print_of(struct family *f, int64_t offset, int64_t size)
{
    int64_t n = n_known(f);
    uint64_t print = f->base->rare->n_lost;
    if (!f->base->live || n > MAX_ELEMENTS || size > MAX_ELEMENTS) return ~++f->n_asked;
    for (int64_t i = 0; i < n && inside_base(f, i, offset, size); i++) {
        int64_t at = offset_in_base(f, i, offset), end = at + size;
        while (at < end) {
            uint8_t byte = 0;
            const struct cell *cell;
            enum byte_state state = heap_read(f->base, at, 1, &byte);
            if (state == BYTE_CELL && (cell = heap_cell_from(f->base, at))) {
                print = mix(print, (uint64_t)at << 8 | cell->value.kind);
                print = mix(print, (uint64_t)cell->value.integer);
                at = cell->offset + cell->size;
                continue;
            }
            if (state != BYTE_UNKNOWN) print = mix(print, (uint64_t)at << 16 | state << 8 | byte);
            at++;
        }
    }
    return print;
}

static bool same_value(const struct cvalue *a, const struct cvalue *b)
{
    return a->kind == b->kind && a->integer == b->integer && a->kind != CVALUE_UNKNOWN;
}

// What all elements have there, written into the overlay.
static void take_common(struct heap *heap, struct object *o, int64_t offset, int64_t size)
{
    struct family *f = o->rare->family;
    uint8_t bytes[16], other[16];
    const struct cell *cell = NULL;
    int64_t n = f->n < 0 ? 0 : n_known(f), i = 0;
    if (n > MAX_ELEMENTS || size > 16 || size <= 0 || !f->base->live) return;
    for (; i < n && inside_base(f, i, offset, size); i++) {
        int64_t at = offset_in_base(f, i, offset);
        enum byte_state state = heap_read(f->base, at, size, other);
        const struct cell *here = state == BYTE_CELL ? heap_cell(f->base, at, size) : NULL;
        if (i == 0) memcpy(bytes, other, sizeof bytes), cell = here;
        if (state != BYTE_CONCRETE && !here) return;
        if (!here != !cell || (cell && !same_value(&cell->value, &here->value))) return;
        if (!cell && memcmp(bytes, other, (size_t)size) != 0) return;
    }
    if (i == 0) return;
    if (cell)
        heap_write_cell(heap, o, offset, size, &cell->value);
    else
        heap_write(heap, o, offset, size, bytes);
}

static void take_common_parts(struct eval *e, struct object *o, const struct ctype *t,
                              int64_t offset, int64_t from, int64_t end)
{
    if (!t || t->size <= 0 || offset >= end || offset + t->size <= from) return;
    if (t->kind == CTYPE_RECORD && !t->is_union) {
        for (int i = 0; i < t->n_fields; i++)
            take_common_parts(e, o, t->fields[i].type, offset + t->fields[i].offset, from, end);
    } else if (t->kind == CTYPE_ARRAY && t->count <= MAX_ELEMENTS) {
        for (int64_t i = 0; i < t->count; i++)
            take_common_parts(e, o, t->element, offset + i * t->element->size, from, end);
    } else if (offset >= from && offset + t->size <= end) {
        take_common(e->heap, o, offset, t->size);
    }
}

// ---- the overlay

static void drop_part(struct family *f, int index)
{
    f->parts.at[index] = f->parts.at[--f->parts.n];
}

static bool overlaps(const struct part *part, int64_t offset, int64_t size)
{
    return part->offset < offset + size && offset < part->offset + part->size;
}

static void add_part(struct arena *arena, struct family *f, int64_t offset, int64_t size)
{
    for (int i = f->parts.n - 1; i >= 0; i--) {
        const struct part *part = &f->parts.at[i];
        if (part->offset >= offset && part->offset + part->size <= offset + size) drop_part(f, i);
    }
    *vec_push(arena, &f->parts) =
        (struct part){offset, size, print_of(f, offset, size), f->base->rare->n_lost};
}

static bool holds(struct family *f, const struct part *part)
{
    return part->n_lost == f->base->rare->n_lost &&
           print_of(f, part->offset, part->size) == part->print;
}

static void refresh(struct eval *e, struct object *o, int64_t offset, int64_t size)
{
    struct family *f = o->rare->family;
    bool whole = false;
    for (int i = f->parts.n - 1; i >= 0; i--) {
        struct part part = f->parts.at[i];
        if (!overlaps(&part, offset, size)) continue;
        bool held = holds(f, &part);
        if (!held) {
            heap_mark(e->heap, o, part.offset, part.size, BYTE_UNKNOWN);
            drop_part(f, i);
        }
        whole =
            whole || (held && part.offset <= offset && part.offset + part.size >= offset + size);
    }
    if (whole) return;
    uint8_t bytes[16];
    if (size <= 16 && heap_read(o, offset, size, bytes) == BYTE_UNKNOWN)
        take_common(e->heap, o, offset, size);
    else if (size > 16 && f->parts.n == 0)
        take_common_parts(e, o, o->type, 0, offset, offset + size);
    add_part(e->arena, f, offset, size);
}

// ---- storing

// What overlays of elements that are surely others say goes on to hold.
struct kept {
    struct family *family;
    int part;
};

struct keeping {
    VEC(struct kept) list;
};

static bool may_hold(const struct family *f)
{
    for (int i = 0; i < f->parts.n; i++)
        if (f->parts.at[i].n_lost == f->base->rare->n_lost) return true;
    return false;
}

static void keep_others(struct eval *e, const struct family *f, struct keeping *keeping)
{
    const struct object_rare *rare = f->base->rare;
    for (int i = 0; i < rare->elements.n; i++) {
        struct family *other = rare->elements.at[i]->rare->family;
        if (other == f || other->start != f->start || other->step != f->step || !may_hold(other))
            continue;
        struct proof proof = sym_prove_equal(e->syms, other->index, f->index);
        if (proof.verdict != VERDICT_REFUTED || !proof.always) continue;
        for (int k = 0; k < other->parts.n; k++)
            if (holds(other, &other->parts.at[k]))
                *vec_push(e->arena, &keeping->list) = (struct kept){other, k};
    }
}

// Any element of the array may have been written to.
static void blur(struct eval *e, const struct object *o, int64_t offset, int64_t size)
{
    struct family *f = o->rare->family;
    struct object *base = f->base;
    struct keeping keeping = {{0}};
    keep_others(e, f, &keeping);
    int64_t n = n_known(f);
    base->rare->n_lost++;
    if (n > MAX_ELEMENTS) heap_mark(e->heap, base, 0, base->size, BYTE_UNKNOWN);
    for (int64_t i = 0; i < n && n <= MAX_ELEMENTS && inside_base(f, i, offset, size); i++)
        heap_mark(e->heap, base, offset_in_base(f, i, offset), size, BYTE_UNKNOWN);
    if (base->kind != OBJECT_ELEMENT)
        base->rare->reason = arena_printf(
            e->arena, "`%s` was written to, and which element that is is not known", o->rare->path);
    for (int i = 0; i < keeping.list.n; i++) {
        struct part *part = &keeping.list.at[i].family->parts.at[keeping.list.at[i].part];
        part->print = print_of(keeping.list.at[i].family, part->offset, part->size);
        part->n_lost = base->rare->n_lost;
    }
}

// Without the index; "": the array has no name.
static const char *array_path(struct eval *e, const struct family *f, const struct ctype *element)
{
    const char *path = name_place(e, (struct place){f->base, f->start, NULL}, element);
    size_t length = strlen(path);
    while (length && path[length - 1] != '[') length--;
    return length ? arena_string_n(e->arena, path, length - 1) : "";
}

void family_inside(struct eval *e, const struct object *o, const struct ast *n)
{
    const struct family *f = o->rare->family;
    const char *array = f->n > 0 ? array_path(e, f, o->type) : "";
    if (*array) room_need(e, f->index, f->n, array, n);
}

void family_touch(struct eval *e, struct object *o, int64_t offset, int64_t size,
                  enum access_mode mode)
{
    struct family *f = o->rare->family;
    if (f->base->kind == OBJECT_ELEMENT) {
        int64_t all = f->n >= 0 ? f->n * f->step : f->base->rare->family->step - f->start;
        if (all > 0) family_touch(e, f->base, f->start, all, mode);
    }
    if (mode == ACCESS_READ) {
        refresh(e, o, offset, size);
        return;
    }
    blur(e, o, offset, size);
    add_part(e->arena, f, offset, size);
}

bool family_holds(struct eval *e, struct place p, const struct ctype *t, const struct cvalue *v)
{
    struct family *f = p.object->rare->family;
    int64_t n = f->n < 0 ? 0 : n_known(f), i = 0;
    uint8_t bytes[16];
    bool plain = v->kind == CVALUE_INT && t->kind == CTYPE_INT && t->size <= 8;
    if (!plain || !f->base->live || n > MAX_ELEMENTS || e->request.concrete) return false;
    for (; i < n && inside_base(f, i, p.offset, t->size); i++) {
        int64_t at = offset_in_base(f, i, p.offset);
        if (heap_read(f->base, at, t->size, bytes) != BYTE_CONCRETE ||
            memcmp(bytes, &v->integer, (size_t)t->size) != 0)
            return false;
    }
    return i > 0 && i == n;
}

void family_bound(struct eval *e, struct place p, const struct cvalue *v)
{
    struct family *f = p.object->rare->family;
    int64_t n = f->n < 0 ? 0 : n_known(f), low = INT64_MAX, high = INT64_MIN;
    bool number = v->kind == CVALUE_SYMBOLIC && sym_kind(v->sym) == SYM_VAR &&
                  v->type->kind == CTYPE_INT && v->type->size <= 8;
    if (!number || !f->base->live || n > MAX_ELEMENTS) return;
    for (int64_t i = 0; i < n; i++) {
        int64_t value = 0;
        if (!inside_base(f, i, p.offset, v->type->size) ||
            heap_read(f->base, offset_in_base(f, i, p.offset), v->type->size, &value) !=
                BYTE_CONCRETE)
            return;
        value = value_wrap(v->type, value);
        if (value < low) low = value;
        if (value > high) high = value;
    }
    if (n <= 0) return;
    if (low < 0) sym_allow_negative(e->syms, v->sym);
    sym_assume_at_least(e->syms, v->sym, low);
    sym_assume_at_most(e->syms, v->sym, high);
}

// ---- tables of functions and modules

// The function, or the handle of a library, that an element holds; NULL is one too.
static bool handle_in(struct eval *e, const struct family *f, int64_t i, int64_t offset,
                      int64_t size, const struct object **handle)
{
    int64_t at = offset_in_base(f, i, offset), address = 0;
    object_id id = 0;
    *handle = NULL;
    if (size > 8 || !inside_base(f, i, offset, size)) return false;
    enum byte_state state = heap_read(f->base, at, size, &address);
    const struct cell *cell = state == BYTE_CELL ? heap_cell(f->base, at, size) : NULL;
    if (cell && cell->value.kind == CVALUE_CODE)
        *handle = eval_function_info(e, cell->value.function)->code;
    if (cell && cell->value.kind == CVALUE_POINTER)
        *handle = heap_object(e->heap, cell->value.pointer.object);
    if (state == BYTE_CONCRETE && address == 0) return true;
    if (state == BYTE_CONCRETE) {
        heap_locate(e->heap, address, &id, &at);
        *handle = heap_object(e->heap, id);
    }
    const struct object *o = *handle;
    return o && (o->kind == OBJECT_CODE || (o->rare && o->rare->attached_kind));
}

static bool handles_differ(struct eval *e, const struct family *f, int64_t offset, int64_t size)
{
    const struct object *first, *other;
    bool differ = false;
    if (!handle_in(e, f, 0, offset, size, &first)) return false;
    for (int64_t i = 1; i < f->n; i++) {
        if (!handle_in(e, f, i, offset, size, &other)) return false;
        differ = differ || other != first;
    }
    return differ;
}

// Is it such a table, or one of records that have such a member?
static bool holds_handles(struct eval *e, const struct family *f, const struct ctype *t,
                          int64_t offset)
{
    if (!t) return false;
    if (t->kind == CTYPE_POINTER) return handles_differ(e, f, offset, t->size);
    int64_t n = t->kind == CTYPE_ARRAY ? t->count : t->kind == CTYPE_RECORD ? t->n_fields : 0;
    if (t->is_union || n > MAX_CHOSEN) return false;
    for (int i = 0; i < n; i++) {
        bool array = t->kind == CTYPE_ARRAY;
        const struct ctype *part = array ? t->element : t->fields[i].type;
        int64_t at = offset + (array ? i * part->size : t->fields[i].offset);
        if (holds_handles(e, f, part, at)) return true;
    }
    return false;
}

// -1: it is none of them, and the run ends.
static int64_t choose_index(struct eval *e, const struct family *f, const struct ast *n)
{
    const struct ctype *t = e->types->long_;
    for (int64_t i = 0; i < f->n && e->flow < FLOW_JUMP; i++) {
        struct cvalue index = cvalue_sym(t, f->index), number = cvalue_int(t, i);
        if (compare_values(e, AST_OP_EQ, &index, &number, n, (struct hint){0})) return i;
    }
    eval_stop(e, EVAL_ABORTED, n, "the index is outside of the table");
    return -1;
}

bool family_choose(struct eval *e, struct place *p, const struct ast *n)
{
    struct family f = *p->object->rare->family;
    struct place base = {f.base, f.start, NULL};
    if (f.n <= 0 || f.n > MAX_CHOSEN || !f.base->live || e->request.concrete) return false;
    if (f.base->kind == OBJECT_ELEMENT && !family_choose(e, &base, n)) return false;
    f.base = base.object;
    f.start = base.offset;
    if (!holds_handles(e, &f, p->object->type, 0)) return false;
    int64_t i = choose_index(e, &f, n);
    if (i < 0) return false;
    room_decided(e);
    *p = (struct place){f.base, offset_in_base(&f, i, p->offset), NULL};
    return true;
}

// ---- pointers

struct object *family_base(struct eval *e, const struct object *element, const struct sym **offset)
{
    struct family *f = element->rare->family;
    if (!f->place)
        f->place = sym_add_const(e->syms, sym_mul_const(e->syms, f->index, f->step), f->start);
    *offset = sym_add(e->syms, *offset, f->place);
    return f->base;
}

struct object *family_root(struct eval *e, const struct object *element, const struct sym **offset)
{
    struct family *f = element->rare->family;
    if (!f->root) {
        f->root_place = sym_const(e->syms, 0);
        f->root = family_base(e, element, &f->root_place);
        while (f->root && f->root->kind == OBJECT_ELEMENT)
            f->root = family_root(e, f->root, &f->root_place);
    }
    *offset = sym_add(e->syms, *offset, f->root_place);
    return f->root;
}

// The array that the pointer's operand is written as; NULL: it is no array.
static const struct ctype *array_of(const struct ast *n)
{
    bool decays = n && n->kind == AST_POINTER_ADD && n->a->kind == AST_DECAY &&
                  n->a->a->type->kind == CTYPE_ARRAY && n->a->a->type->count > 0;
    bool limited = decays && (n->integer > 0 || n->a->a->kind == AST_VARIABLE);
    return limited ? n->a->a->type : NULL;
}

static const char *path_of(struct eval *e, const struct family *f, const struct ctype *element,
                           const struct ast *n)
{
    const char *path = array_path(e, f, element);
    if (!*path && n && n->a) path = name_expression(e, n->a);
    return arena_printf(e->arena, "%s[%s]", path, sym_string(e->arena, f->index));
}

static struct object *new_element(struct eval *e, struct family *f, const struct ctype *element,
                                  const struct ast *n)
{
    struct object *o = lazy_object(e, element, path_of(e, f, element, n), NULLNESS_NEVER);
    o->kind = OBJECT_ELEMENT;
    o->rare->path_is_pointer = false;
    o->rare->family = f;
    heap_rare(e->heap, f->base);
    return o;
}

struct cvalue family_pointer(struct eval *e, const struct cvalue *base, const struct sym *index,
                             const struct ctype *t, const struct ast *n)
{
    struct object *o = heap_object(e->heap, base->pointer.object);
    int64_t step = t->element->size, offset = base->pointer.offset;
    if (!o) return value_blank(e, t, "an unknown offset from a NULL pointer");
    if (step <= 0) return value_blank(e, t, "an offset of elements of unknown size");
    const struct ctype *array = array_of(n);
    struct family f = {.base = o, .start = offset, .step = step, .n = array ? array->count : -1};
    f.index = index;
    bool trailing = !array && n && n->kind == AST_POINTER_ADD && n->a->kind == AST_DECAY;
    if (trailing) {
        // As many as there was room made for, which may be more than it says.
        if (o->size != INT64_MAX) f.n = (o->size - f.start) / step;
    } else if (!array && offset >= 0) {
        f.start = offset % step;
        f.index = sym_add_const(e->syms, index, offset / step);
        if (o->size != INT64_MAX) f.n = (o->size - f.start) / step;
    }
    struct {
        const struct sym *index;
        int64_t start, step, n;
        uint64_t object;
    } key = {f.index, f.start, f.step, f.n, o->id};
    struct object *element = map_get(e->elements, &key, sizeof key);
    if (!element) {
        struct family *kept = arena_copy(e->arena, &f, sizeof f);
        element = new_element(e, kept, t->element, n);
        *vec_push(e->arena, &o->rare->elements) = element;
        map_put(e->elements, &key, sizeof key, element);
    }
    return (struct cvalue){.kind = CVALUE_POINTER, .type = t, .pointer = {element->id, 0}};
}
