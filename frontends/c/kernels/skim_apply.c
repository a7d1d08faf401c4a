// The effect of a kernel that is not run: floats that nobody knows.

#include "frontends/c/kernels/skim_bind.h"
#include "ir/base/checked.h"

#define MAX_MARKED (1 << 20) // bytes of a larger range are not marked one by one

// Of floats only, so that nothing is lost but floats.
static bool is_all_floats(const struct object *o)
{
    const struct ctype *t = o->type;
    while (t && t->kind == CTYPE_ARRAY) t = t->element;
    return t && t->kind == CTYPE_FLOAT;
}

static void forget_all(struct heap *heap, struct object *o)
{
    heap_drop_bytes(heap, o);
    o->fill = FILL_UNKNOWN;
}

static void forget(struct heap *heap, struct object *o, int64_t first, int64_t end)
{
    if (first < 0) first = 0;
    if (o->size != INT64_MAX && end > o->size) end = o->size;
    if (end <= first) return;
    if (end - first <= MAX_MARKED || !is_all_floats(o))
        heap_mark(heap, o, first, end - first, BYTE_UNKNOWN);
    else
        forget_all(heap, o);
}

// In bytes from the object's beginning; false: no object is as large.
static bool place_of(const struct cvalue *p, int64_t element, int64_t unit, int64_t *place)
{
    return checked_mul(element, unit, place) && checked_add(*place, p->pointer.offset, place);
}

static void write_root(const struct skim *k, int root, const char *reason)
{
    struct eval *e = k->eval;
    struct nest_extent x = skim_extent(k, root, ACCESS_WRITE);
    const struct cvalue *p = &k->pointers[root];
    struct object *o = p->kind == CVALUE_POINTER ? heap_object(e->heap, p->pointer.object) : NULL;
    int64_t first, end;
    if (!x.any || !o || !o->live || o->constant) return;
    heap_rare(e->heap, o)->reason = reason;
    o->rare->n_lost++;
    if (o->kind == OBJECT_ELEMENT) family_touch(e, o, p->pointer.offset, x.unit, ACCESS_WRITE);
    if (sym_is_const(x.first, &first) && sym_is_const(x.end, &end) &&
        place_of(p, first, x.unit, &first) && place_of(p, end, x.unit, &end))
        forget(e->heap, o, first, end);
    else if (o->size == INT64_MAX || is_all_floats(o))
        forget_all(e->heap, o);
    else
        heap_mark(e->heap, o, 0, o->size, BYTE_UNKNOWN);
}

void skim_apply(const struct skim *k)
{
    const char *reason =
        k->function
            ? arena_printf(k->eval->arena, "what `%s` computes is not followed", k->function->name)
            : arena_printf(k->eval->arena, "what the loop at line %u computes is not followed",
                           k->node->line);
    for (int i = 0; i < k->nest->roots.n; i++)
        if (k->nest->roots.at[i].kind != ROOT_LOCAL) write_root(k, i, reason);
}
