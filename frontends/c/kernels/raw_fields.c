// Pointers into blocks where the program keeps them. Each object lists those that are in it now
// (`rare->holding`), by their offset; a record of the program's own is made for each but those in
// temporaries, whose contents go on to somewhere else.

#include "frontends/c/kernels/raw_record.h"

#include <string.h>

#define MAX_HELD 4096 // pointers of one object that are followed

static struct raw_holding *holding_at(struct object_rare *rare, int64_t offset)
{
    for (int i = 0; i < rare->holding.n; i++)
        if (rare->holding.at[i].offset == offset) return &rare->holding.at[i];
    return NULL;
}

static bool is_alive(const struct eval *e, int buffer)
{
    return e->raw->state->buffers.at[buffer]->free_event == RAW_NONE;
}

// The pointer goes: what it held is no field any more, unless the block went before it.
static void drop(const struct eval *e, const struct raw_holding *h)
{
    if (h->field && is_alive(e, h->field->buffer)) h->field->kept = false;
}

static void forget(const struct eval *e, struct object_rare *rare, int64_t offset)
{
    struct raw_holding *h = holding_at(rare, offset);
    if (!h) return;
    drop(e, h);
    *h = rare->holding.at[--rare->holding.n];
}

// A variable of a function that is a pointer itself says where the program is, not how memory is
// laid out; only those of the outermost function last as long as the program.
static bool is_passing(const struct eval *e, const struct place *p, const struct sym *offset)
{
    const struct object *o = p->object;
    bool scalar = o->kind == OBJECT_VARIABLE && o->type && o->type->kind == CTYPE_POINTER;
    if (!scalar || o->exposed) return false;
    return (e->frame && e->frame->caller) || !sym_is_const(offset, NULL);
}

// Is it what a function of type void * has just returned? That is how programs get parts of their
// pools, other functions return places in them.
static bool is_given(struct raw_record *r, const struct cvalue *v)
{
    bool given = r->given.kind == CVALUE_POINTER && r->given.pointer.object == v->pointer.object &&
                 r->given.pointer.offset == v->pointer.offset;
    r->given.kind = CVALUE_NOTHING;
    return given;
}

static struct raw_field *new_field(struct eval *e, const struct place *p, const struct ctype *t,
                                   int buffer, const struct sym *offset)
{
    struct raw_field *f = raw_add_field(e->raw->state, name_place(e, *p, t), buffer, offset);
    f->element = raw_element_of(t->element);
    if (t->pointee_const && f->element.name)
        f->element.name = arena_printf(e->arena, "const %s", f->element.name);
    f->local = p->object->kind == OBJECT_VARIABLE && p->object->type == t && !p->object->exposed;
    f->site = eval_site_of(e, e->at_statement);
    return f;
}

static void hold(struct eval *e, const struct place *p, const struct ctype *t, struct raw_buffer *b,
                 const struct sym *offset)
{
    struct object_rare *rare = heap_rare(e->heap, p->object);
    struct raw_holding *h = holding_at(rare, p->offset);
    bool temporary = p->object->kind == OBJECT_TEMPORARY;
    if (!h && rare->holding.n == MAX_HELD) return;
    if (!h) {
        h = vec_push(e->arena, &rare->holding);
        *h = (struct raw_holding){.offset = p->offset};
    }
    struct raw_field *f = h->field;
    h->buffer = b->number;
    h->at = offset;
    h->type = t;
    if (temporary) return;
    // A pointer that wanders is one field, but those to blocks that are gone stay what they were.
    if (f && is_alive(e, f->buffer)) {
        f->moved = f->moved || f->buffer != b->number || f->offset != offset;
        raw_move_field(e->raw->state, f, b->number, offset);
        return;
    }
    h->field = new_field(e, p, t, b->number, offset);
    // Until the end tells which pointer is the block's own.
    if (!b->name && sym_is(offset, 0)) b->name = h->field->lvalue;
}

void raw_stored(struct eval *e, struct place p, const struct ctype *t, const struct cvalue *v)
{
    struct raw_buffer *b;
    const struct sym *offset;
    if (!e->raw || e->raw->passes) return;
    if (!raw_locate(e, v, &b, &offset) || is_passing(e, &p, offset)) {
        if (p.object->rare) forget(e, p.object->rare, p.offset);
        return;
    }
    if (b->free_event != RAW_NONE) return;
    hold(e, &p, t, b, offset);
    struct raw_holding *h = holding_at(p.object->rare, p.offset);
    if (is_given(e->raw, v) && h && h->field) h->field->given = true;
}

void raw_copied(struct eval *e, struct object *to, int64_t to_offset, const struct object *from,
                int64_t from_offset, int64_t n)
{
    if (!e->raw || !from->rare || to == from) return;
    for (int i = 0; i < from->rare->holding.n; i++) {
        const struct raw_holding h = from->rare->holding.at[i];
        struct raw_buffer *b = e->raw->state->buffers.at[h.buffer];
        if (h.offset < from_offset || h.offset >= from_offset + n || b->free_event != RAW_NONE)
            continue;
        struct place p = {to, to_offset + h.offset - from_offset, NULL};
        hold(e, &p, h.type, b, h.at);
    }
}

void raw_fields_end(struct eval *e, struct object *o)
{
    bool outermost = e->frame && !e->frame->caller && o->kind == OBJECT_VARIABLE;
    for (int i = 0; i < o->rare->holding.n && !outermost; i++) drop(e, &o->rare->holding.at[i]);
    o->rare->holding.n = 0;
}

// ---- names

// "g.par" of "g.par.tok"; all of it where it is no member.
static size_t owner_length(const char *lvalue)
{
    size_t n = strlen(lvalue);
    while (n && lvalue[n - 1] != '.' && lvalue[n - 1] != '>') n--;
    return n;
}

// Does another field of the same struct lead to a later part of the block?
static bool is_first_part(const struct raw_state *s, const struct raw_field *f)
{
    const struct raw_buffer *b = s->buffers.at[f->buffer];
    size_t n = owner_length(f->lvalue);
    for (int i = 0; i < b->fields.n; i++) {
        const struct raw_field *other = b->fields.at[i];
        if (other->kept && !sym_is(other->offset, 0) && n && owner_length(other->lvalue) == n &&
            strncmp(other->lvalue, f->lvalue, n) == 0)
            return true;
    }
    return false;
}

// A block that is laid out in parts is called after the pointer to all of it, which stands beside
// the pointer to its first part: the one that is given to free, or lies outside of the parts'
// struct, or was there before.
static int rank(const struct raw_state *s, const struct raw_buffer *b, const struct raw_field *f)
{
    if (!f->kept) return 0;
    if (b->freed_as && strcmp(b->freed_as, f->lvalue) == 0) return 4;
    if (f->local) return 1;
    return is_first_part(s, f) ? 2 : 3;
}

static void name_buffer(const struct raw_state *s, struct raw_buffer *b)
{
    int best = -1;
    if (!raw_function_is_heap(b->function)) return; // a variable has its own
    for (int i = 0; i < b->fields.n; i++) {
        const struct raw_field *f = b->fields.at[i];
        if (!sym_is(f->offset, 0) || rank(s, b, f) <= best) continue;
        best = rank(s, b, f);
        b->name = f->lvalue;
    }
}

static void note_touched(struct raw_state *s)
{
    for (int i = 0; i < s->calls.n; i++)
        for (int k = 0; k < s->calls.at[i]->n_pointers; k++) {
            int buffer = s->calls.at[i]->pointers[k].buffer;
            if (buffer != RAW_NONE) s->buffers.at[buffer]->touched = true;
        }
}

void raw_finish(struct eval *e)
{
    struct raw_state *s = e->raw ? e->raw->state : NULL;
    if (!s) return;
    for (uint32_t id = 1; id < heap_n_ids(e->heap); id++) {
        struct object *o = heap_object(e->heap, id);
        if (o && o->live) raw_left(o);
    }
    note_touched(s);
    for (int i = 0; i < s->buffers.n; i++) name_buffer(s, s->buffers.at[i]);
    raw_tell_unused(e);
}
