// What a hole may have written becomes unknown, for the reason of the hole: a
// value from before it must not be taken for the one behind it.

#include "frontends/c/interp.h"

// Scalars of an object that are marked one by one; of larger ones all bytes.
#define MAX_SCALARS 256

bool lost_is_reason(const struct eval *e, const char *reason)
{
    return map_count(e->lost) > 0 && map_get_string(e->lost, reason);
}

void lost_add_reason(struct eval *e, const char *reason)
{
    map_put_string(e->lost, reason, e);
    if (e->builder) build_told(e->builder, reason);
}

struct cvalue lost_value(struct eval *e, const struct ctype *type, const char *reason)
{
    lost_add_reason(e, reason);
    return value_blank(e, type, reason);
}

static const char *reason_of(struct eval *e, const struct ast *hole)
{
    uint64_t key = (uint64_t)(uintptr_t)hole;
    const char *reason = map_get_number(e->lost, key);
    if (reason) return reason;
    reason =
        hole->lost
            ? arena_printf(e->arena, "what line %u does is lost: %s", hole->line, hole->text)
            : arena_printf(e->arena, "line %u may have written it: %s", hole->line, hole->text);
    map_put_number(e->lost, key, (void *)(uintptr_t)reason);
    lost_add_reason(e, reason);
    return reason;
}

static bool is_scalar(const struct ctype *t)
{
    return t->kind == CTYPE_INT || t->kind == CTYPE_BOOL || t->kind == CTYPE_FLOAT ||
           t->kind == CTYPE_POINTER;
}

// False if there are too many, or parts without a name of their own.
static bool lose_scalars(struct eval *e, struct place p, const struct ctype *t, const char *reason,
                         int *left)
{
    if (is_scalar(t)) {
        if (--*left < 0 || t->size > 16) return false;
        struct cvalue v = value_blank(e, t, reason);
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

static void lose_object(struct eval *e, struct object *o, const char *reason)
{
    if (!o || !o->live || o->constant || o->kind == OBJECT_CODE) return;
    heap_mark(e->heap, o, 0, o->size, BYTE_UNKNOWN);
    heap_rare(e->heap, o)->reason = reason;
}

// All that a pointer was made to, and what has a name outside.
static void lose_reachable(struct eval *e, const char *reason)
{
    for (uint32_t id = 1; id < heap_n_ids(e->heap); id++) {
        struct object *o = heap_object(e->heap, id);
        if (o && o->exposed && (o->kind == OBJECT_VARIABLE || o->kind == OBJECT_HEAP))
            lose_object(e, o, reason);
    }
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
        lose_object(e, variable_object(e, n->variable), c->reason);
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
    if (hole->lost && !e->first_lost) e->first_lost = reason;
    if (e->request.concrete) return reason;
    for (int i = 0; i < hole->n_kids && e->flow != FLOW_STOP; i++) lose(e, hole->kids[i], reason);
    if (hole->clobbers) lose_reachable(e, reason);
    return reason;
}
