// What a hole may have written becomes unknown, for the reason of the hole: a
// value from before it must not be taken for the one behind it.

#include "frontends/c/interp.h"

// Scalars of an object that are marked one by one; of larger ones all bytes.
#define MAX_SCALARS 256

bool lost_is_reason(const struct eval *e, const char *reason)
{
    return map_count(e->losses.reasons) > 0 && map_get_string(e->losses.reasons, reason);
}

void lost_add_reason(struct eval *e, const char *reason)
{
    map_put_string(e->losses.reasons, reason, e);
    if (e->builder) build_told(e->builder, reason);
}

static const char computed;

void lost_add_computed(struct eval *e, const char *reason)
{
    map_put_string(e->losses.reasons, reason, (void *)(uintptr_t)&computed);
    if (e->builder) build_told(e->builder, reason);
}

bool lost_is_computed(const struct eval *e, const char *reason)
{
    return map_count(e->losses.reasons) > 0 &&
           map_get_string(e->losses.reasons, reason) == &computed;
}

static const char looped;

void lost_add_looped(struct eval *e, const char *reason)
{
    map_put_string(e->losses.reasons, reason, (void *)(uintptr_t)&looped);
    if (e->builder) build_told(e->builder, reason);
}

bool lost_is_looped(const struct eval *e, const char *reason)
{
    return map_count(e->losses.reasons) > 0 && map_get_string(e->losses.reasons, reason) == &looped;
}

const char *lost_own_reason(struct eval *e, const struct ctype *type, const char *reason)
{
    return type->kind == CTYPE_POINTER ? arena_string(e->arena, reason) : reason;
}

struct cvalue lost_value(struct eval *e, const struct ctype *type, const char *reason)
{
    lost_add_reason(e, reason);
    return value_blank(e, type, reason);
}

static const char *reason_of(struct eval *e, const struct ast *hole)
{
    uint64_t key = (uint64_t)(uintptr_t)hole;
    const char *reason = map_get_number(e->losses.reasons, key);
    if (reason) return reason;
    reason =
        hole->lost
            ? arena_printf(e->arena, "what line %u does is lost: %s", hole->line, hole->text)
            : arena_printf(e->arena, "line %u may have written it: %s", hole->line, hole->text);
    map_put_number(e->losses.reasons, key, (void *)(uintptr_t)reason);
    lost_add_reason(e, reason);
    return reason;
}

// False if there are too many, or parts without a name of their own.
static bool lose_scalars(struct eval *e, struct place p, const struct ctype *t, const char *reason,
                         int *left)
{
    if (ctype_is_scalar(t)) {
        if (--*left < 0 || t->size > 16) return false;
        struct cvalue v = value_blank(e, t, lost_own_reason(e, t, reason));
        heap_write_cell(e->heap, p.object, p.offset, t->size, &v);
        return true;
    }
    if (t->kind == CTYPE_ARRAY) {
        struct place at = p;
        for (int64_t i = 0; i < t->count; i++, at.offset += t->element->size)
            if (!lose_scalars(e, at, t->element, reason, left)) return false;
        return t->count >= 0;
    }
    bool whole = t->kind == CTYPE_RECORD;
    for (int i = 0; whole && i < t->n_fields; i++) {
        struct place at = {p.object, p.offset + t->fields[i].offset, NULL};
        whole = t->fields[i].bit_width < 0 && lose_scalars(e, at, t->fields[i].type, reason, left);
    }
    return whole;
}

static void lose(struct eval *e, const struct ast *written, const char *reason)
{
    struct place p = expr_place(e, written);
    const struct ctype *t = written->type;
    struct object *o = p.object;
    if (!o || !o->live || o->constant || o->kind == OBJECT_CODE) return;
    bool inside =
        t && t->size > 0 && p.offset >= 0 && t->size <= o->size && p.offset <= o->size - t->size;
    int left = MAX_SCALARS;
    if (inside && !written->lost && lose_scalars(e, p, t, reason, &left)) return;
    heap_mark(e->heap, o, 0, o->size, BYTE_UNKNOWN);
    heap_rare(e->heap, o)->reason = reason;
}

static void lose_object(struct heap *heap, struct object *o, const char *reason)
{
    if (!o || !o->live || o->constant || o->kind == OBJECT_CODE) return;
    heap_mark(heap, o, 0, o->size, BYTE_UNKNOWN);
    heap_rare(heap, o)->reason = reason;
}

// All that a pointer was made to, and what has a name outside.
static void lose_reachable(struct heap *heap, const char *reason)
{
    for (uint32_t id = 1; id < heap_n_ids(heap); id++) {
        struct object *o = heap_object(heap, id);
        if (o && o->exposed && (o->kind == OBJECT_VARIABLE || o->kind == OBJECT_HEAP))
            lose_object(heap, o, reason);
    }
}

// ---- what a callee reaches

// Elements of an array that are looked through for pointers.
#define MAX_ELEMENTS 4096

struct reach {
    struct eval *eval;
    struct map *seen; // ids of objects
    VEC(struct object *) objects;
};

static void reach_object(struct reach *r, struct object *o)
{
    if (!o || !o->live || o->constant || o->kind == OBJECT_CODE) return;
    if (map_get_number(r->seen, o->id)) return;
    map_put_number(r->seen, o->id, r);
    *vec_push(r->eval->arena, &r->objects) = o;
}

static void reach_pointer(struct reach *r, const struct object *o, int64_t offset, int64_t size)
{
    struct heap *heap = r->eval->heap;
    int64_t address = 0, at;
    object_id id;
    const struct cell *cell = heap_cell(o, offset, size);
    if (cell && cell->value.kind == CVALUE_POINTER) {
        reach_object(r, heap_object(heap, cell->value.pointer.object));
    } else if (size <= 8 && heap_read(o, offset, size, &address) == BYTE_CONCRETE && address) {
        heap_locate(heap, address, &id, &at);
        reach_object(r, heap_object(heap, id));
    }
}

// Follows the pointers that the type has at `offset`, those to const excepted.
static void reach_type(struct reach *r, const struct object *o, int64_t offset,
                       const struct ctype *t)
{
    if (!t || t->size <= 0 || offset < 0 || offset > o->size - t->size) return;
    if (t->kind == CTYPE_POINTER && !t->pointee_const) reach_pointer(r, o, offset, t->size);
    if (t->kind == CTYPE_ARRAY && !ctype_is_number(t->element))
        for (int64_t i = 0; i < t->count && i < MAX_ELEMENTS; i++)
            reach_type(r, o, offset + i * t->element->size, t->element);
    for (int i = 0; t->kind == CTYPE_RECORD && i < t->n_fields; i++)
        reach_type(r, o, offset + t->fields[i].offset, t->fields[i].type);
}

void lost_by_pointer(struct eval *e, struct object *given, const char *reason)
{
    struct reach r = {e, map_open(e->arena), {0}};
    reach_object(&r, given);
    for (int i = 0; i < r.objects.n; i++) {
        const struct object *o = r.objects.at[i];
        int64_t step = o->type && o->type->size > 0 ? o->type->size : o->size;
        if (!o->type || ctype_is_number(o->type)) continue;
        // An empty struct has no elements that pointers could stand in.
        for (int64_t k = 0; step && k < MAX_ELEMENTS && k < o->size / step; k++)
            reach_type(&r, o, k * step, o->type);
    }
    for (int i = 0; i < r.objects.n; i++) lose_object(e->heap, r.objects.at[i], reason);
}

// ---- callbacks

struct callback {
    struct eval *eval;
    const char *reason;
    struct map *seen; // functions
};

static void callback_function(struct callback *, struct function *);

// A variable that is only read is lost as well: a pointer in it may have led the write.
static void callback_walk(struct callback *c, const struct ast *n)
{
    struct eval *e = c->eval;
    if (!n) return;
    if (n->kind == AST_FUNCTION) callback_function(c, n->function);
    if (n->kind == AST_VARIABLE && n->variable->storage > VARIABLE_PARAMETER &&
        !n->variable->is_const)
        lose_object(e->heap, variable_object(e, n->variable), c->reason);
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++) callback_walk(c, parts[i]);
    for (int i = 0; i < n->n_kids; i++) callback_walk(c, n->kids[i]);
    for (int i = 0; n->init && i < n->init->n; i++) callback_walk(c, n->init->stores[i].value);
}

static void callback_function(struct callback *c, struct function *f)
{
    uint64_t key = (uint64_t)(uintptr_t)f;
    if (!f->has_body || map_get_number(c->seen, key)) return;
    map_put_number(c->seen, key, c);
    callback_walk(c, unit_body(c->eval->unit, f));
}

void lost_by_callback(struct eval *e, struct function *f, const char *reason)
{
    struct callback c = {e, reason, map_open(e->arena)};
    callback_function(&c, f);
}

// ---- holes

const char *lost_run(struct eval *e, const struct ast *hole)
{
    const char *reason = reason_of(e, hole);
    if (hole->lost && !e->losses.first) e->losses.first = reason;
    if (e->request.concrete) return reason;
    for (int i = 0; i < hole->n_kids && e->flow != FLOW_STOP; i++) lose(e, hole->kids[i], reason);
    if (hole->clobbers) lose_reachable(e->heap, reason);
    return reason;
}

// What was not understood is reported once and is unknown from then on; its operands have been
// evaluated for their effects.
struct cvalue lost_hole(struct eval *e, const struct ast *n)
{
    const struct ctype *type = n->type ? n->type : e->types->void_;
    eval_unsupported(e, n, n->text);
    const char *reason = n->lost || n->n_kids || n->clobbers ? lost_run(e, n) : n->text;
    return cvalue_unknown(type, n->lost ? lost_own_reason(e, type, reason) : n->text);
}
