// Unknown contents that are about to be copied. A value that nobody has read yet has no name; read
// later, the original and the copy would each get one, and be two unknowns where the program has
// one. So whatever has a name of its own gets it before.

#include "frontends/c/loops/settle.h"
#include "frontends/c/interp.h"

#define MAX_SETTLED 256 // values of one copy; further ones stay without a name

struct settling {
    struct eval *eval;
    struct object *object;
    const struct ast *node;
    int left;
};

static void settle_scalar(struct settling *s, const struct ctype *t, int64_t offset)
{
    uint8_t bytes[16];
    s->left--;
    if (t->size > (int64_t)sizeof bytes || heap_cell_from(s->object, offset) ||
        heap_read(s->object, offset, t->size, bytes) != BYTE_UNKNOWN)
        return;
    place_load(s->eval, (struct place){s->object, offset, NULL}, t, s->node);
}

// What a union holds is known to whoever reads it only.
static void settle_type(struct settling *s, const struct ctype *t, int64_t offset)
{
    switch (t->kind) {
    case CTYPE_INT:
    case CTYPE_BOOL:
    case CTYPE_POINTER: settle_scalar(s, t, offset); break;
    case CTYPE_ARRAY:
        for (int64_t i = 0; i < t->count && s->left > 0; i++)
            settle_type(s, t->element, offset + i * t->element->size);
        break;
    case CTYPE_RECORD:
        for (int i = 0; i < t->n_fields && !t->is_union && s->left > 0; i++)
            if (t->fields[i].bit_width < 0)
                settle_type(s, t->fields[i].type, offset + t->fields[i].offset);
        break;
    default: break;
    }
}

// Of what was not understood nothing is named: reading it would tell so, and it is only copied.
static bool has_unknown(const struct eval *e, const struct place *from, int64_t n)
{
    const struct object *o = from->object;
    bool untouched = o->fill == FILL_UNKNOWN && from->offset > o->capacity - n;
    bool opaque = o->rare && o->rare->opaque;
    return !e->request.concrete && !opaque && (o->n_marked || untouched);
}

void settle_before_copy(struct eval *e, const struct place *from, const struct ctype *t,
                        const struct ast *n)
{
    if (!has_unknown(e, from, t->size)) return;
    settle_type(&(struct settling){e, from->object, n, MAX_SETTLED}, t, from->offset);
}

void settle_bytes_before_copy(struct eval *e, const struct place *from, int64_t n,
                              const struct ast *call)
{
    const struct ctype *t = from->object->type;
    if (!t || t->size <= 0 || from->offset % t->size || !has_unknown(e, from, n)) return;
    struct settling s = {e, from->object, call, MAX_SETTLED};
    for (int64_t at = 0; at <= n - t->size && s.left > 0; at += t->size)
        settle_type(&s, t, from->offset + at);
}
