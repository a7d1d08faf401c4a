// What dialects may ask for, and do to the memory of the program.

#include "frontends/c/interp.h"

#include <string.h>

#define LOOKED_AT_A_STEP 10 // bytes of memory that a library function looks through
#define LOOK 4096           // of them that are read at once

struct builder *eval_builder(const struct eval *e)
{
    return e->builder;
}

void eval_take_for_granted(struct eval *e, const char *text)
{
    for (int i = 0; i < e->claims.assumptions.n; i++)
        if (strcmp(e->claims.assumptions.at[i].text, text) == 0) return;
    eval_assume(e, e->at_statement, text);
}

bool eval_makes_up(const struct eval *e)
{
    return e->request.makes_up;
}

const struct dialect_options *eval_library_options(const struct eval *e)
{
    return e->request.libraries;
}

struct unit *eval_unit(const struct eval *e)
{
    return e->unit;
}

struct arena *eval_arena(const struct eval *e)
{
    return e->arena;
}

// A line in one symbol goes on as it began.
static const struct sym *symbol_of_line(struct eval *e, const struct sym *times)
{
    const struct sym **vars;
    if (sym_kind(times) == SYM_UNKNOWN || sym_vars(e->arena, times, &vars) != 1) return NULL;
    const struct sym *zero = sym_substitute(e->syms, times, vars[0], sym_const(e->syms, 0));
    const struct sym *one = sym_substitute(e->syms, times, vars[0], sym_const(e->syms, 1));
    const struct sym *slope = sym_sub(e->syms, one, zero);
    bool line = sym_is_const(slope, NULL) &&
                sym_add(e->syms, sym_mul(e->syms, slope, vars[0]), zero) == times;
    return line ? vars[0] : NULL;
}

bool eval_leave_repeated(struct eval *e, const struct sym *times, const char *what)
{
    const struct sym *count = symbol_of_line(e, times);
    eval_fault(e, NULL, DIAG_UNKNOWN_LOOP_COUNT, "%s is not known (%s)", what,
               sym_string(e->arena, times));
    e->loops.n_left++;
    if (!count) e->loops.differ = true;
    for (int i = 0; count && i < e->loops.counts.n; i++)
        if (e->loops.counts.at[i] == count) return true;
    if (count) *vec_push(e->arena, &e->loops.counts) = count;
    return count != NULL;
}

void eval_grant(struct eval *e, const struct claim *claim)
{
    eval_assume_claim(e, e->at, claim);
}

// What lies `offset` bytes behind the pointer, as the program itself would read it: faults are
// reported at the call.
struct cvalue eval_load(struct eval *e, const struct cvalue *pointer, int64_t offset,
                        const struct ctype *t)
{
    struct place p = place_of_pointer(e, pointer, e->at);
    p.offset += offset;
    return place_load(e, p, t, e->at);
}

// Are all of these bytes known to be 0? For structs of options: nothing is given in
// them.
bool eval_is_blank(struct eval *e, const struct cvalue *pointer, int64_t offset, int64_t size)
{
    struct place p = place_of_pointer(e, pointer, e->at);
    const struct object *o = p.object;
    p.offset += offset;
    if (!o || !o->live || o->null != NULLNESS_NEVER || p.offset < 0 || p.offset > o->size - size)
        return false;
    if (heap_concrete(o, p.offset, size) < size) return false;
    for (int64_t i = p.offset; i < p.offset + size && i < o->capacity; i++)
        if (o->bytes[i]) return false;
    return true;
}

void eval_store(struct eval *e, const struct cvalue *pointer, int64_t offset,
                const struct cvalue *v)
{
    struct place p = place_of_pointer(e, pointer, e->at);
    p.offset += offset;
    place_store(e, p, v->type, v, e->at);
}

// Library functions cost steps by the bytes that they look through, else strlen in a loop would be
// free.
bool eval_look(struct eval *e, int64_t bytes)
{
    e->steps.left -= bytes / LOOKED_AT_A_STEP;
    if (e->steps.left < 0) eval_refuel(e);
    return e->flow != FLOW_STOP;
}

// In pieces, so that a long text neither takes a buffer of its length nor goes by unpaid.
int64_t eval_text_length(struct eval *e, struct place p, int64_t limit)
{
    int64_t room = p.object->size - p.offset, n = 0;
    if (limit > room) limit = room;
    while (n < limit) {
        char bytes[LOOK];
        int64_t wanted = limit - n < LOOK ? limit - n : LOOK;
        int64_t known = heap_concrete(p.object, p.offset + n, wanted);
        if (known) heap_read(p.object, p.offset + n, known, bytes);
        const char *end = known ? memchr(bytes, 0, (size_t)known) : NULL;
        int64_t before = end ? end - bytes : known;
        n += before;
        if (!eval_look(e, before) || (!end && known < wanted)) return -1;
        if (end) return n;
    }
    return n;
}

// NULL where the text is not known, or has no end within its object.
const char *eval_string(struct eval *e, const struct cvalue *pointer)
{
    if (pointer->kind != CVALUE_POINTER || !pointer->pointer.object) return NULL;
    struct place p = place_of_pointer(e, pointer, e->at);
    if (!place_check(e, &p, 1, ACCESS_READ, e->at)) return NULL;
    int64_t n = eval_text_length(e, p, INT64_MAX);
    if (n < 0 || n == p.object->size - p.offset) return NULL;
    char *text = arena_alloc(e->arena, (size_t)n + 1);
    if (n) heap_read(p.object, p.offset, n, text);
    return text;
}

const struct cfield *ctype_field(const struct ctype *record, const char *name)
{
    // The first letter decides nearly always, and this runs for each field of each library call.
    for (int i = 0; i < record->n_fields && record->kind == CTYPE_RECORD; i++) {
        const char *own = record->fields[i].name;
        if (own[0] == name[0] && strcmp(own, name) == 0) return &record->fields[i];
    }
    return NULL;
}

struct cvalue eval_allocate(struct eval *e, int64_t size, const struct ctype *t, const char *name)
{
    struct object *o = heap_new(e->heap, OBJECT_HEAP, size, FILL_ZERO, NULL, name);
    const struct ctype *element = t->kind == CTYPE_POINTER ? t->element : NULL;
    if (element && element->kind != CTYPE_VOID && element->size > 0) o->type = element;
    o->exposed = true;
    return (struct cvalue){.kind = CVALUE_POINTER, .type = t, .pointer = {o->id, 0}};
}

struct cvalue eval_allocate_unknown(struct eval *e, int64_t size, const struct ctype *t,
                                    const char *name, const char *reason)
{
    struct object *o = heap_new(e->heap, OBJECT_HEAP, size, FILL_UNKNOWN, NULL, name);
    heap_rare(e->heap, o)->reason = reason;
    o->exposed = true;
    return (struct cvalue){.kind = CVALUE_POINTER, .type = t, .pointer = {o->id, 0}};
}

static struct object *object_of(struct heap *heap, const struct cvalue *pointer)
{
    if (pointer->kind != CVALUE_POINTER) return NULL;
    return heap_object(heap, pointer->pointer.object);
}

void eval_write_bytes(struct eval *e, const struct cvalue *pointer, int64_t offset, int64_t n,
                      const void *bytes)
{
    struct object *o = object_of(e->heap, pointer);
    if (o && o->live) heap_write(e->heap, o, pointer->pointer.offset + offset, n, bytes);
}

bool eval_read_bytes(struct eval *e, const struct cvalue *pointer, int64_t offset, int64_t n,
                     void *bytes)
{
    const struct object *o = object_of(e->heap, pointer);
    int64_t at = pointer->pointer.offset + offset;
    if (!o || !o->live || at < 0 || at > o->size - n) return false;
    return heap_read(o, at, n, bytes) == BYTE_CONCRETE;
}

int64_t eval_pointer_bits(const struct cvalue *pointer)
{
    return heap_address(pointer->pointer.object, pointer->pointer.offset);
}

void eval_forget(struct eval *e, const struct cvalue *pointer, int64_t offset, int64_t n,
                 const char *reason)
{
    struct object *o = object_of(e->heap, pointer);
    int64_t at = o ? pointer->pointer.offset + offset : 0;
    if (!o || !o->live || at < 0 || n <= 0 || at > o->size - n) return;
    heap_rare(e->heap, o)->reason = reason;
    heap_mark(e->heap, o, at, n, BYTE_UNKNOWN);
}

// What lies before the pointer in memory without a known end is given up with the rest: it has no
// place to stand in.
void eval_forget_rest(struct eval *e, const struct cvalue *pointer, const char *reason)
{
    struct object *o = object_of(e->heap, pointer);
    int64_t at = o ? pointer->pointer.offset : 0;
    if (!o || !o->live || at < 0 || at >= o->size) return;
    if (o->size == INT64_MAX) at = 0;
    heap_rare(e->heap, o)->reason = reason;
    heap_mark(e->heap, o, at, o->size - at, BYTE_UNKNOWN);
}

void eval_follow_one_side(struct eval *e, const char *reason)
{
    lost_add_computed(e, reason);
}

// A library's object carries its number beside the bytes, where no program can overwrite it.
void eval_attach(struct eval *e, const struct cvalue *pointer, const void *kind, uint64_t handle)
{
    if (pointer->kind != CVALUE_POINTER) return;
    struct object *o = heap_object(e->heap, pointer->pointer.object);
    if (!o) return;
    heap_rare(e->heap, o)->attached_kind = kind;
    o->rare->attached = handle;
}

bool eval_attached(struct eval *e, const struct cvalue *pointer, const void *kind, uint64_t *handle)
{
    if (pointer->kind != CVALUE_POINTER) return false;
    const struct object *o = heap_object(e->heap, pointer->pointer.object);
    if (!o || !o->live || !o->rare || o->rare->attached_kind != kind) return false;
    *handle = o->rare->attached;
    return true;
}

void *eval_dialect_data(struct eval *e, const void *key)
{
    return map_get_number(e->dialects, (uint64_t)(uintptr_t)key);
}

void eval_set_dialect_data(struct eval *e, const void *key, void *data)
{
    map_put_number(e->dialects, (uint64_t)(uintptr_t)key, data);
}
