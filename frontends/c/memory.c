// Values in memory: what a place holds as a value of C, storing one, and what
// becomes of unknowns that come to rest.

#include "frontends/c/interp.h"
#include "frontends/c/kernels/raw.h"
#include "frontends/c/loops/settle.h"

#include <assert.h>
#include <string.h>

// Addresses below are members and elements of what NULL points to.
#define NEAR_NULL 65536

// ---- is it there?

// As the user knows it: its path, its name, or where it came from.
static const char *object_title(struct arena *arena, const struct object *o)
{
    const char *path = o->rare && o->rare->path ? o->rare->path : o->name;
    if (path) return arena_printf(arena, "`%s`", path);
    return o->kind == OBJECT_HEAP ? "the allocated memory" : "the object";
}

// Of what a library made, whose parts have no names of the user's: what stands before the index,
// "parts.at"; where that is a call's result, only its member. NULL: the access has none.
static const char *indexed_title(struct eval *e, const struct object *o, const struct ast *n)
{
    if (!n || n->kind == AST_CALL || o->kind != OBJECT_HEAP || !o->exposed) return NULL;
    const char *text = name_expression(e, n);
    size_t end = strlen(text), depth = 0;
    if (!end || text[end - 1] != ']') return NULL;
    while (end > 0) {
        end--;
        depth += text[end] == ']';
        depth -= text[end] == '[';
        if (!depth) break;
    }
    if (!end) return NULL;
    text = arena_printf(e->arena, "%.*s", (int)end, text);
    const char *member = strrchr(text, '.');
    bool has_name = !strstr(text, "...");
    if (!has_name && member && member[1])
        return arena_printf(e->arena, "`%s` of what the call gives", member);
    return has_name ? arena_printf(e->arena, "`%s`", text) : NULL;
}

// A pointer into no object.
static void report_nowhere(struct eval *e, int64_t offset, enum access_mode mode,
                           const struct ast *n)
{
    const char *what = n && n->kind != AST_CALL ? name_expression(e, n) : "memory";
    const char *verb = mode == ACCESS_WRITE ? "written" : "read";
    if (offset < 0 || offset >= NEAR_NULL)
        eval_fault(e, n, DIAG_OUT_OF_BOUNDS, "`%s` is %s at an address that belongs to nothing",
                   what, verb);
    else if (offset == 0)
        eval_fault(e, n, DIAG_NULL_DEREFERENCE, "`%s` is %s through a NULL pointer", what, verb);
    else
        eval_fault(e, n, DIAG_NULL_DEREFERENCE, "`%s` is %s through a NULL pointer (address %lld)",
                   what, verb, (long long)offset);
    // On a side that was tried, as that on which a file is not there, this is where it ends.
    bool known = n && offset >= 0 && offset < NEAR_NULL;
    if (known && e->request.n_decisions) eval_stop(e, EVAL_FAULT, n, "it reads through NULL");
}

static void report_bounds(struct eval *e, const struct place *p, int64_t bytes,
                          enum access_mode mode, const struct ast *n)
{
    const struct object *o = p->object;
    const char *verb = mode == ACCESS_WRITE ? "writes" : "reads",
               *title = object_title(e->arena, o);
    if (raw_tell_unscaled(e, o, NULL)) return;
    const struct ctype *element = o->kind == OBJECT_HEAP ? o->type : NULL;
    if (o->type && o->type->kind == CTYPE_ARRAY) element = o->type->element;
    bool whole = element && element->size == bytes && bytes > 0 && p->offset % bytes == 0;
    const char *indexed = whole ? indexed_title(e, o, n) : NULL;
    if (indexed) title = indexed;
    if (whole && o->size >= bytes)
        eval_fault(e, n, DIAG_OUT_OF_BOUNDS, "%s element %lld of %s, which has %lld: 0 to %lld",
                   verb, (long long)(p->offset / bytes), title, (long long)(o->size / bytes),
                   (long long)(o->size / bytes - 1));
    else
        eval_fault(e, n, DIAG_OUT_OF_BOUNDS, "%s bytes %lld to %lld of %s, which has %lld", verb,
                   (long long)p->offset, (long long)(p->offset + bytes - 1), title,
                   (long long)o->size);
}

void place_tell_dead(struct eval *e, const struct object *o, const struct ast *n)
{
    if (o->rare && o->rare->dead_told) return;
    const char *how = "whose life is over";
    if (o->kind == OBJECT_HEAP) how = "which was freed";
    if (o->kind == OBJECT_VARIABLE) how = "a local variable of a function that has returned";
    const char *freed = "";
    if (o->rare && o->rare->freed)
        freed = arena_printf(e->arena, " (at %s)", site_string(e->arena, o->rare->freed));
    eval_fault(e, n, DIAG_USE_AFTER_FREE, "%s is used, %s%s", object_title(e->arena, o), how,
               freed);
}

bool place_check(struct eval *e, const struct place *p, int64_t bytes, enum access_mode mode,
                 const struct ast *n)
{
    struct object *o = p->object;
    if (!o) {
        if (!p->reason && e->flow < FLOW_JUMP) report_nowhere(e, p->offset, mode, n);
        return false;
    }
    if (o->null == NULLNESS_ALWAYS) {
        report_nowhere(e, p->offset, mode, n);
        return false;
    }
    // Used without a look: the program takes for granted that it is not NULL.
    o->null = NULLNESS_NEVER;
    if (!o->live) {
        place_tell_dead(e, o, n);
        return false;
    }
    if (p->offset < 0 || bytes > o->size || p->offset > o->size - bytes) {
        report_bounds(e, p, bytes, mode, n);
        return false;
    }
    if (mode == ACCESS_WRITE && o->constant) {
        eval_fault(e, n, DIAG_WRITE_TO_CONSTANT, "a string literal is written to");
        return false;
    }
    if (o->kind == OBJECT_ELEMENT) {
        family_inside(e, o, n);
        family_touch(e, o, p->offset, bytes, mode);
    }
    return true;
}

// ---- bytes and values

// Sign- or zero-extended to 64 bits, which is how integers are kept.
static int64_t read_integer(const struct ctype *t, const uint8_t *bytes)
{
    int64_t v = 0;
    memcpy(&v, bytes, (size_t)(t->size > 8 ? 8 : t->size));
    return t->kind == CTYPE_BOOL ? v & 255 : value_wrap(t, v);
}

static long double read_float(const struct ctype *t, const uint8_t *bytes)
{
    float f;
    double d;
    long double l = 0;
    if (t->size == 4) return memcpy(&f, bytes, 4), (long double)f;
    if (t->size == 8) return memcpy(&d, bytes, 8), (long double)d;
    memcpy(&l, bytes, t->size < (int64_t)sizeof l ? (size_t)t->size : sizeof l);
    return l;
}

// Scalars of concrete bytes. A pointer is stored as its address and found again by it.
static struct cvalue decode(struct eval *e, const struct ctype *t, const uint8_t *bytes)
{
    switch (t->kind) {
    case CTYPE_BOOL:
    case CTYPE_INT:
        return (struct cvalue){.kind = CVALUE_INT, .type = t, .integer = read_integer(t, bytes)};
    case CTYPE_FLOAT:
        return (struct cvalue){
            .kind = CVALUE_FLOATING, .type = t, .floating = read_float(t, bytes)};
    default: {
        struct cvalue address = {.kind = CVALUE_INT, .type = e->types->long_};
        memcpy(&address.integer, bytes, (size_t)(t->size > 8 ? 8 : t->size));
        return value_convert(e, &address, t, NULL);
    }
    }
}

// The bytes of a value; false for those that have none and need a cell.
static bool encode(struct eval *e, const struct ctype *t, const struct cvalue *v, uint8_t *bytes)
{
    float f;
    double d;
    int64_t address;
    switch (v->kind) {
    case CVALUE_INT: memcpy(bytes, &v->integer, sizeof v->integer); return t->size <= 8;
    case CVALUE_FLOATING:
        f = (float)v->floating, d = (double)v->floating;
        if (t->size == 4)
            memcpy(bytes, &f, 4);
        else if (t->size == 8)
            memcpy(bytes, &d, 8);
        else
            memcpy(bytes, &v->floating, 10);
        return t->size <= 16;
    case CVALUE_POINTER:
        if (!heap_has_address(e->heap, v->pointer.object, v->pointer.offset)) return false;
        address = heap_address(v->pointer.object, v->pointer.offset);
        memcpy(bytes, &address, sizeof address);
        return t->size == 8 || address == 0;
    case CVALUE_CODE:
        address = heap_address(eval_function_info(e, v->function)->code->id, 0);
        memcpy(bytes, &address, sizeof address);
        return t->size == 8;
    default: return false;
    }
}

static bool is_unknown_within(const struct object *o, int64_t offset, int64_t size)
{
    uint8_t byte;
    for (int64_t i = 0; i < size; i++)
        if (heap_read(o, offset + i, 1, &byte) == BYTE_UNKNOWN) return true;
    return false;
}

static struct cvalue load_record(struct eval *e, struct place p, const struct ctype *t,
                                 const struct ast *n)
{
    bool open = p.object->kind == OBJECT_ELEMENT && is_unknown_within(p.object, p.offset, t->size);
    if (open) family_choose(e, &p, n);
    struct object *o = eval_temporary(e, t);
    settle_before_copy(e, &p, t, n);
    heap_copy(e->heap, o, 0, p.object, p.offset, t->size);
    raw_copied(e, o, 0, p.object, p.offset, t->size);
    return (struct cvalue){.kind = CVALUE_RECORD, .type = t, .record = o->id};
}

// ---- reading what is not concrete

static const char *unknown_reason(struct eval *e, struct object *o)
{
    struct object_rare *rare = heap_rare(e->heap, o);
    if (!rare->reason)
        rare->reason =
            arena_printf(e->arena, "the contents of %s are not known", object_title(e->arena, o));
    return rare->reason;
}

const char *eval_unknown_memory(struct eval *e, const struct cvalue *pointer)
{
    if (pointer->kind != CVALUE_POINTER) return NULL;
    struct object *o = heap_object(e->heap, pointer->pointer.object);
    if (!o || (o->kind != OBJECT_LAZY && o->kind != OBJECT_ELEMENT)) return NULL;
    if (o->null == NULLNESS_MAYBE) o->null = NULLNESS_NEVER;
    return unknown_reason(e, o);
}

bool eval_is_unset(struct eval *e, const struct cvalue *pointer, int64_t offset, int64_t n)
{
    if (pointer->kind != CVALUE_POINTER) return false;
    const struct object *o = heap_object(e->heap, pointer->pointer.object);
    uint8_t bytes[16];
    assert(n <= (int64_t)sizeof bytes);
    offset += pointer->pointer.offset;
    return o && o->live && offset >= 0 && offset + n <= o->size &&
           heap_read(o, offset, n, bytes) == BYTE_UNSET;
}

int64_t eval_bytes_behind(struct eval *e, const struct cvalue *pointer)
{
    if (pointer->kind != CVALUE_POINTER || !pointer->pointer.object) return -1;
    const struct object *o = heap_object(e->heap, pointer->pointer.object);
    bool known = o && o->live && o->null == NULLNESS_NEVER && o->size != INT64_MAX &&
                 o->kind != OBJECT_ELEMENT && !(o->rare && o->rare->size);
    int64_t at = pointer->pointer.offset;
    return known && at >= 0 && at <= o->size ? o->size - at : -1;
}

bool eval_is_null(struct eval *e, const struct cvalue *pointer)
{
    if (pointer->kind != CVALUE_POINTER) return cvalue_is_null(pointer);
    const struct object *o = heap_object(e->heap, pointer->pointer.object);
    return cvalue_is_null(pointer) || (o && o->null == NULLNESS_ALWAYS);
}

static struct cvalue load_unknown(struct eval *e, struct place p, const struct ctype *t,
                                  const struct ast *n)
{
    uint8_t bytes[16] = {0};
    if (p.object->kind == OBJECT_ELEMENT && family_choose(e, &p, n)) return place_load(e, p, t, n);
    const char *reason = unknown_reason(e, p.object);
    if (p.object->rare->opaque)
        eval_fault(e, n, DIAG_NOT_UNDERSTOOD, "not understood: %s is %s, which is not read",
                   object_title(e->arena, p.object), reason);
    p.object->rare->opaque = false;
    struct cvalue v = cvalue_unknown(t, reason);
    if (t->kind == CTYPE_FLOAT) return v;
    struct cvalue settled = place_settle(e, p, t, &v, n);
    if (p.object->kind == OBJECT_ELEMENT) family_bound(e, p, &settled);
    if (settled.kind != CVALUE_UNKNOWN) {
        if (encode(e, t, &settled, bytes))
            heap_write(e->heap, p.object, p.offset, t->size, bytes);
        else
            heap_write_cell(e->heap, p.object, p.offset, t->size, &settled);
    }
    return settled;
}

static struct cvalue load_cell(struct eval *e, struct place p, const struct ctype *t,
                               const struct ast *n)
{
    const struct cell *c = heap_cell(p.object, p.offset, t->size);
    if (!c) return value_blank(e, t, "a part of a value that is not known");
    struct cvalue v = c->value;
    if (v.kind == CVALUE_SYMBOLIC) {
        if (sym_kind(v.sym) == SYM_UNKNOWN) return v.type = t, v;
        // Facts may have made it a number since it was stored.
        int64_t low = sym_lower(e->syms, v.sym);
        if (low == sym_upper(e->syms, v.sym)) v = cvalue_int(v.type, low);
    }
    return v.type == t ? v : value_convert(e, &v, t, n);
}

struct cvalue place_load_unset(struct eval *e, struct place p, const struct ctype *t,
                               const struct ast *n)
{
    const char *what = name_place(e, p, t);
    eval_fault(e, n, DIAG_UNINITIALIZED, "`%s` is used before anything was written to it", what);
    heap_mark(e->heap, p.object, p.offset, t->size, BYTE_UNKNOWN);
    struct cvalue v = lost_value(e, t, arena_printf(e->arena, "`%s` was never written", what));
    heap_write_cell(e->heap, p.object, p.offset, t->size, &v);
    return v;
}

struct cvalue place_load(struct eval *e, struct place p, const struct ctype *t, const struct ast *n)
{
    struct object *o = p.object;
    uint8_t bytes[16] = {0};
    if (e->watch) raw_touched(e, &p, t, ACCESS_READ);
    if (o && o->live && o->null == NULLNESS_NEVER && object_ready(o, p.offset, t->size) &&
        ctype_is_scalar(t) && t->size <= 16)
        return decode(e, t, o->bytes + p.offset);
    if (!place_check(e, &p, t->size, ACCESS_READ, n))
        return p.reason ? value_blank(e, t, p.reason)
                        : lost_value(e, t, "read from memory that is not there");
    if (t->kind == CTYPE_RECORD) return load_record(e, p, t, n);
    if (!ctype_is_scalar(t) || t->size > 16)
        return cvalue_unknown(t, t->name ? t->name : "a type that is not supported");
    switch (heap_read(o, p.offset, t->size, bytes)) {
    case BYTE_CONCRETE: return decode(e, t, bytes);
    case BYTE_CELL: return load_cell(e, p, t, n);
    case BYTE_UNSET: return place_load_unset(e, p, t, n);
    default: return load_unknown(e, p, t, n);
    }
}

// ---- writing

// Of unlimited size: what the program reads from it is taken to be there.
struct object *lazy_object(struct eval *e, const struct ctype *element, const char *path,
                           enum nullness null)
{
    bool typed = element && element->kind != CTYPE_VOID && element->size > 0;
    struct object *o =
        heap_new(e->heap, OBJECT_LAZY, INT64_MAX, FILL_UNKNOWN, typed ? element : NULL, path);
    struct object_rare *rare = heap_rare(e->heap, o);
    rare->path = path;
    rare->path_is_pointer = true;
    o->exposed = true;
    o->null = (uint8_t)null;
    return o;
}

// The name comes from the first place where the unknown rests, as `n = read();` names it n.
struct cvalue place_settle(struct eval *e, struct place p, const struct ctype *t,
                           const struct cvalue *v, const struct ast *n)
{
    if (v->kind != CVALUE_UNKNOWN) return *v;
    if (e->request.concrete) {
        eval_unsupported(e, n, v->reason);
        return *v;
    }
    if (lost_is_reason(e, v->reason)) return value_blank(e, t, v->reason);
    if (ctype_is_integer(t)) return cvalue_sym(t, name_symbol(e, name_place(e, p, t), t));
    if (t->kind != CTYPE_POINTER || t->element->kind == CTYPE_FUNCTION) return *v;
    struct object *o = lazy_object(e, t->element, name_place(e, p, t), NULLNESS_MAYBE);
    o->rare->reason = v->reason;
    return (struct cvalue){.kind = CVALUE_POINTER, .type = t, .pointer = {o->id, 0}};
}

// Memory from malloc is called after the first pointer that holds it.
static void name_memory(struct eval *e, struct place p, const struct ctype *t,
                        const struct cvalue *v)
{
    struct object *o = heap_object(e->heap, v->pointer.object);
    if (!o || o->kind != OBJECT_HEAP || v->pointer.offset != 0 || e->request.concrete) return;
    struct object_rare *rare = heap_rare(e->heap, o);
    if (rare->path) return;
    rare->path = name_place(e, p, t);
    rare->path_is_pointer = true;
}

void place_store(struct eval *e, struct place p, const struct ctype *t, const struct cvalue *v,
                 const struct ast *n)
{
    struct object *o = p.object;
    uint8_t bytes[16] = {0};
    if (e->flow >= FLOW_JUMP) return;
    if (e->watch) raw_touched(e, &p, t, ACCESS_WRITE);
    if (o && o->kind == OBJECT_ELEMENT && family_holds(e, p, t, v)) return;
    if (!place_check(e, &p, t->size, ACCESS_WRITE, n)) return;
    struct cvalue settled = v->kind == CVALUE_UNKNOWN ? place_settle(e, p, t, v, n) : *v;
    if (settled.kind == CVALUE_RECORD) {
        const struct object *from = heap_object(e->heap, settled.record);
        heap_copy(e->heap, o, p.offset, from, 0, t->size);
        raw_copied(e, o, p.offset, from, 0, t->size);
        return;
    }
    if (settled.kind == CVALUE_POINTER && settled.pointer.object) name_memory(e, p, t, &settled);
    if (settled.kind == CVALUE_POINTER && e->raw) raw_stored(e, p, t, &settled);
    if (t->size <= 16 && encode(e, t, &settled, bytes)) {
        if (object_ready(o, p.offset, t->size))
            memcpy(o->bytes + p.offset, bytes, (size_t)t->size);
        else
            heap_write(e->heap, o, p.offset, t->size, bytes);
    } else {
        heap_write_cell(e->heap, o, p.offset, t->size, &settled);
    }
}

// ---- pointers and places

// An unknown pointer that is used gets memory named after the expression, so that the run goes on
// and what it reads there has names.
struct place place_of_pointer(struct eval *e, const struct cvalue *v, const struct ast *n)
{
    object_id id;
    int64_t offset;
    switch (v->kind) {
    case CVALUE_POINTER:
        return (struct place){heap_object(e->heap, v->pointer.object), v->pointer.offset, NULL};
    case CVALUE_INT:
        heap_locate(e->heap, v->integer, &id, &offset);
        return (struct place){heap_object(e->heap, id), offset, NULL};
    case CVALUE_CODE: return (struct place){eval_function_info(e, v->function)->code, 0, NULL};
    case CVALUE_UNKNOWN: break;
    default: return (struct place){.reason = "an address that is not known"};
    }
    if (e->request.concrete) {
        eval_unsupported(e, n, v->reason);
        return (struct place){.reason = v->reason};
    }
    if (lost_is_reason(e, v->reason)) return (struct place){.reason = v->reason};
    const struct ctype *element = v->type->kind == CTYPE_POINTER ? v->type->element : NULL;
    const char *path = n ? name_expression(e, n->kind == AST_DEREF ? n->a : n) : "memory";
    struct object *o = lazy_object(e, element, path, NULLNESS_NEVER);
    o->rare->reason = v->reason;
    return (struct place){o, 0, NULL};
}

struct cvalue place_pointer(struct place p, const struct ctype *t)
{
    if (p.reason) return cvalue_unknown(t, p.reason);
    struct cvalue v = {.kind = CVALUE_POINTER, .type = t};
    if (!p.object) {
        v.pointer.offset = p.offset;
        return v;
    }
    if (p.object->kind == OBJECT_CODE && p.offset == 0)
        return (struct cvalue){
            .kind = CVALUE_CODE, .type = t, .function = p.object->rare->function};
    p.object->exposed = true;
    v.pointer.object = p.object->id;
    v.pointer.offset = p.offset;
    return v;
}
