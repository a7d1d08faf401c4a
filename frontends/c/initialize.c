// Runs initialisers: zero the object, then its stores in order.

#include "frontends/c/interp.h"

// A literal longer than its array loses its NUL, a shorter one is filled with zeros (C17 6.7.9).
static void store_string(struct heap *heap, struct object *o, const struct ast_store *s, int64_t at)
{
    const struct ast *text = s->value;
    int64_t room = s->type->size ? s->type->size : text->type->size;
    int64_t length = text->string.length < room ? text->string.length : room;
    heap_set(heap, o, at, room, 0);
    heap_write(heap, o, at, length, text->string.bytes);
}

static void put(struct eval *e, struct place p, const struct ast_store *s, const struct cvalue *v,
                const struct ast *blame)
{
    if (s->bit_width >= 0)
        place_store_bits(e, p, s->bit_width, s->bit_offset, v, blame);
    else
        place_store(e, p, s->type, v, blame);
}

// One store of the list, at each of its places. Its value is computed once, as gcc does for
// `[a ... b] = f()`.
static void store_each(struct eval *e, struct object *o, const struct ast_store *s,
                       const struct ast *n)
{
    int64_t repeat = s->repeat > 1 ? s->repeat : 1, step = s->type->size;
    if (!s->value) { // zeros over what an earlier store left
        heap_set(e->heap, o, s->offset, step * repeat, 0);
        return;
    }
    if (s->value->kind == AST_STRING && s->type->kind == CTYPE_ARRAY) {
        for (int64_t k = 0; k < repeat; k++) store_string(e->heap, o, s, s->offset + k * step);
        return;
    }
    struct cvalue v = expr_value(e, s->value);
    if (e->flow != FLOW_NORMAL) return;
    bool nameless = !o->name || !*o->name;
    if (nameless && !e->request.concrete) v = name_written(e, s->value, &v);
    for (int64_t k = 0; k < repeat && e->flow == FLOW_NORMAL; k++)
        put(e, (struct place){o, s->offset + k * step, NULL}, s, &v, n ? n : s->value);
}

// One store that covers all of a scalar needs no zeros before it.
static bool covers(const struct object *o, const struct initializer *init)
{
    if (init->n != 1 || !init->stores[0].value) return false;
    const struct ast_store *s = &init->stores[0];
    return s->offset == 0 && s->bit_width < 0 && s->type->size == o->size && s->repeat <= 1;
}

// A constant object may be written here and nowhere else.
void expr_initialize(struct eval *e, struct object *o, const struct initializer *init,
                     const struct ast *n)
{
    bool was_constant = o->constant;
    if (init->opaque) {
        heap_mark(e->heap, o, 0, o->size, BYTE_UNKNOWN);
        heap_rare(e->heap, o)->reason = init->opaque;
        o->rare->opaque = true;
        return;
    }
    o->constant = false;
    if (!covers(o, init)) heap_set(e->heap, o, 0, o->size, 0);
    for (int i = 0; i < init->n && e->flow == FLOW_NORMAL; i++)
        store_each(e, o, &init->stores[i], n);
    o->constant = was_constant;
}
