// What a round carries to the next ones. A number that changed and that nobody has followed may
// decide in any later round; so may a pointer that leads on to other numbers.

#include "frontends/c/loops/carried.h"
#include "frontends/c/loops/form.h"

struct carry {
    const struct eval *eval;
    const struct rounds_form *form;
    const struct copy *copy;
    int n_arrays; // that the part at hand is an element of
    bool other;
};

static bool was_null(const struct copy *copy, int64_t offset, int64_t n)
{
    for (int64_t at = offset; at < offset + n && at < copy->capacity; at++)
        if (copy->bytes[at] || copy_state(copy, at) == BYTE_CELL) return false;
    return true;
}

static bool is_bound(const struct carry *c, int64_t offset, int64_t n)
{
    int64_t number = 0;
    if (n > 8 || heap_read(c->copy->object, offset, n, (uint8_t *)&number) != BYTE_CONCRETE)
        return false;
    for (int i = 0; i < c->eval->request.n_bindings; i++)
        if (c->eval->request.binding_values[i] == number) return true;
    return false;
}

// An unknown number gets its name, or what --set gives it, when it is read for the first time:
// that is no change.
static bool is_named_now(const struct carry *c, int64_t offset, int64_t n)
{
    const struct copy *copy = c->copy;
    enum byte_state was = copy_state(copy, offset);
    bool unknown = was == BYTE_UNKNOWN ||
                   (was == BYTE_CELL && copy_cell(copy, offset)->value.kind == CVALUE_UNKNOWN);
    const struct cell *now = heap_cell(copy->object, offset, n);
    if (!unknown || !now) return unknown && is_bound(c, offset, n);
    return now->value.kind == CVALUE_SYMBOLIC && sym_kind(now->value.sym) == SYM_VAR;
}

static bool leads_to_numbers(const struct ctype *pointer)
{
    const struct ctype *t = pointer->element;
    while (t && t->kind == CTYPE_ARRAY) t = t->element;
    return t && !rounds_tells_layout(t) &&
           (ctype_is_number(t) || (t->kind == CTYPE_RECORD && t->n_fields));
}

static void carry_part(struct carry *, int64_t offset, const struct ctype *,
                       const struct cfield *member);

static void carry_record(struct carry *c, int64_t offset, const struct ctype *t)
{
    for (int i = 0; i < t->n_fields && !c->other; i++) {
        const struct cfield *field = &t->fields[i];
        carry_part(c, offset + field->offset, field->type, field->anonymous ? NULL : field);
    }
}

static void carry_array(struct carry *c, int64_t offset, const struct ctype *element, int64_t n,
                        const struct cfield *member)
{
    c->n_arrays++;
    for (int64_t i = 0; i < n && !c->other; i++)
        carry_part(c, offset + i * element->size, element, member);
    c->n_arrays--;
}

// Own variables that lead on are followed like numbers; an element that was empty only holds what
// a round made.
static bool leads_elsewhere(const struct carry *c, int64_t offset, const struct ctype *t)
{
    const struct object *o = c->copy->object;
    if (!leads_to_numbers(t) || (o->kind == OBJECT_VARIABLE && o->type == t)) return false;
    if (c->form->of_raw && t->element->kind == CTYPE_FLOAT) return false;
    return c->n_arrays == 0 || !was_null(c->copy, offset, t->size);
}

static void carry_part(struct carry *c, int64_t offset, const struct ctype *t,
                       const struct cfield *member)
{
    // What hand-written kernels compute is data; alike.c asks whether anything goes by it.
    if (c->form->of_raw && t->kind == CTYPE_FLOAT) return;
    if (c->other || t->size <= 0 || copy_is_same(c->copy, offset, t->size)) return;
    if (t->kind == CTYPE_ARRAY && t->element->size > 0)
        carry_array(c, offset, t->element, t->size / t->element->size, member);
    else if (t->kind == CTYPE_RECORD && t->n_fields)
        carry_record(c, offset, t);
    else if (t->kind == CTYPE_POINTER)
        c->other = leads_elsewhere(c, offset, t);
    else
        c->other = !is_named_now(c, offset, t->size) &&
                   !rounds_follow(c->form, c->eval, c->copy->object, member);
}

static bool is_float(const struct ctype *t)
{
    while (t->kind == CTYPE_ARRAY) t = t->element;
    return t->kind == CTYPE_FLOAT;
}

// Of memory without a type all that can be told is that it changed.
bool carried_other(const struct eval *e, const struct rounds_form *form, const struct copy *copy)
{
    const struct object *o = copy->object;
    struct carry c = {.eval = e, .form = form, .copy = copy};
    int64_t touched = copy_touched(copy);
    if (map_get_number(form->literals, (uint64_t)(uintptr_t)o)) return false;
    if (!copy_has_changed(copy) || (o->type && rounds_tells_layout(o->type))) return false;
    if (form->of_raw && o->type && is_float(o->type)) return false;
    if (!o->type || o->type->size <= 0 || copy->large) return !rounds_follow(form, e, o, NULL);
    if (o->type->size == o->size)
        carry_part(&c, 0, o->type, NULL);
    else
        carry_array(&c, 0, o->type, (touched + o->type->size - 1) / o->type->size, NULL);
    return c.other;
}
