// Calls of kernels. Only the call is noted; what it touches is told by who understands its body.

#include "frontends/c/kernels/raw_record.h"

#define MAX_CALLS 50000

// ---- calls

static void set_pointer(struct eval *e, const struct ast *call, const struct function *f, int i,
                        const struct cvalue *v, struct raw_pointer *p)
{
    struct raw_buffer *b;
    *p = (struct raw_pointer){.name = f->parameters[i]->name, .buffer = RAW_NONE};
    p->text = call && i < call->n_kids ? name_expression(e, call->kids[i]) : p->name;
    p->element = raw_element_of(f->parameters[i]->type->element);
    p->read_only = f->parameters[i]->type->pointee_const;
    p->read = p->written = (struct raw_range){.tag = RAW_UNKNOWN, .reason = "it was not looked at"};
    p->offset = NULL;
    if (!raw_locate(e, v, &b, &p->offset)) return;
    p->buffer = b->number;
    // A pool of bytes has what it is used for.
    bool floats = p->element.dtype == DTYPE_F32 || p->element.dtype == DTYPE_F64;
    b->has_floats = b->has_floats || (floats && b->element.bytes <= 1);
}

// Does an argument lead to a buffer of numbers?
static bool gets_buffer(struct eval *e, const struct function *f, int n,
                        const struct cvalue *arguments)
{
    struct raw_buffer *b;
    const struct sym *offset;
    for (int i = 0; i < n; i++)
        if (raw_points_to_numbers(f->parameters[i]->type) &&
            raw_locate(e, &arguments[i], &b, &offset))
            return true;
    return false;
}

// What the call is given: numbers with their names, pointers with where they lead.
static void set_arguments(struct eval *e, const struct ast *call, struct function *f, int n,
                          const struct cvalue *arguments, struct raw_call *c)
{
    struct raw_number *numbers = arena_array(e->arena, struct raw_number, n + 1);
    int n_numbers = 0, n_pointers = 0;
    for (int i = 0; i < n; i++) {
        const struct variable *p = f->parameters[i];
        if (ctype_is_integer(p->type))
            numbers[n_numbers++] = (struct raw_number){p->name, cvalue_as_sym(e, &arguments[i])};
        else if (p->type->kind == CTYPE_POINTER)
            set_pointer(e, call, f, i, &arguments[i], &c->pointers[n_pointers++]);
    }
    c->numbers = numbers;
    for (int i = 0; i < n_pointers && !e->request.is_checked; i++)
        if (c->pointers[i].buffer != RAW_NONE) raw_tell_outside(e, call, c, &c->pointers[i]);
}

struct raw_call *raw_called(struct eval *e, const struct ast *call, struct function *f, int n,
                            const struct cvalue *arguments)
{
    if (n > f->n_parameters) n = f->n_parameters;
    enum raw_kernel kind =
        e->builder && !e->request.concrete ? raw_kernel_of(e, f) : RAW_KERNEL_NONE;
    // What is reached by members and variables is seen when the body was looked at.
    if (kind == RAW_KERNEL_NONE ||
        (kind == RAW_KERNEL_OF_POINTERS && (!e->raw || !gets_buffer(e, f, n, arguments))))
        return NULL;
    struct raw_state *s = raw_record_of(e)->state;
    if (s->calls.n >= MAX_CALLS) {
        s->unseen = "the program calls more kernels than are listed";
        return NULL;
    }
    int n_numbers = 0, n_pointers = 0;
    for (int i = 0; i < n; i++) {
        n_numbers += ctype_is_integer(f->parameters[i]->type);
        n_pointers += f->parameters[i]->type->kind == CTYPE_POINTER;
    }
    struct raw_call *c = raw_add_call(s, f->name, n_numbers, n_pointers, eval_site_of(e, call));
    set_arguments(e, call, f, n, arguments, c);
    c->inside = e->raw->call;
    c->runs_kernels = raw_calls_kernels(e, f);
    if (c->inside != RAW_NONE) s->calls.at[c->inside]->is_leaf = false;
    e->raw->call = c->number;
    return c;
}

// ---- what they return

// Bytes of memory that the call got itself, from the first to the last that is set; false: none is.
static bool set_bytes(const struct object *o, int64_t *first, int64_t *end)
{
    *first = 0;
    *end = o->capacity < o->size ? o->capacity : o->size;
    while (o->shadow && *first < *end && o->shadow[*first] == BYTE_UNSET) ++*first;
    while (o->shadow && *first < *end && o->shadow[*end - 1] == BYTE_UNSET) --*end;
    return *first < *end;
}

// Of memory that is set all over, or whose size is not known, all of it.
static struct raw_range set_range(struct eval *e, const struct object *o,
                                  const struct raw_buffer *b, int64_t element)
{
    struct syms *s = e->syms;
    struct raw_range range = {.tag = RAW_EXACT, .first = sym_const(s, 0)};
    int64_t first, end;
    bool some = set_bytes(o, &first, &end);
    range.end = sym_floordiv_const(s, b->bytes, element);
    if (o->fill == FILL_ZERO) return range;
    if (o->fill == FILL_UNKNOWN || o->size == INT64_MAX) {
        range.tag = some || o->rare->n_lost ? RAW_AT_MOST : RAW_UNTOUCHED;
        return range;
    }
    if (!some) return (struct raw_range){.tag = RAW_UNTOUCHED};
    range.first = sym_const(s, first / element);
    range.end = sym_const(s, end / element + (end % element != 0));
    return range;
}

// A function that makes its own output gives it to its caller.
static void note_result(struct eval *e, struct raw_call *c, const struct cvalue *v)
{
    struct raw_buffer *b;
    const struct sym *offset;
    if (!c->is_leaf || !raw_locate(e, v, &b, &offset) || b->alloc_event < c->event) return;
    struct raw_element element = b->element;
    const struct object *o = heap_object(e->heap, v->pointer.object);
    if (element.dtype == DTYPE_NONE || o->kind == OBJECT_ELEMENT) return;
    struct raw_range written = set_range(e, o, b, element.bytes);
    if (written.tag == RAW_UNTOUCHED) return;
    struct raw_pointer *p = NULL;
    for (int i = 0; i < c->n_pointers; i++)
        if (c->pointers[i].buffer == b->number) p = &c->pointers[i];
    if (!p) p = raw_add_pointer(e->raw->state, c);
    *p = (struct raw_pointer){.name = "its result",
                              .text = "its result",
                              .buffer = b->number,
                              .offset = sym_const(e->syms, 0),
                              .element = element,
                              .read.tag = RAW_UNTOUCHED,
                              .written = written};
}

static bool is_untyped(const struct cvalue *v)
{
    return v->kind == CVALUE_POINTER && v->type && v->type->kind == CTYPE_POINTER &&
           v->type->element->kind == CTYPE_VOID;
}

void raw_returned(struct eval *e, struct raw_call *c, const struct cvalue *result)
{
    if (e->raw) e->raw->given = is_untyped(result) ? *result : (struct cvalue){0};
    if (!c) return;
    e->raw->call = c->inside;
    note_result(e, c, result);
}
