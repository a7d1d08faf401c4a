// Calls of kernels: functions of the program's own that get pointers to numbers and run loops over
// them. Only the call is noted; what it touches is told by who understands its body.

#include "frontends/c/raw_record.h"

#define MAX_CALLS 50000

// ---- which functions

static bool has_loop(const struct ast *n)
{
    if (!n) return false;
    if (n->kind == AST_FOR || n->kind == AST_WHILE || n->kind == AST_DO) return true;
    if (has_loop(n->a) || has_loop(n->b) || has_loop(n->c) || has_loop(n->d)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (has_loop(n->kids[i])) return true;
    return false;
}

static bool stores_floats(const struct ast *n, bool in_loop)
{
    if (!n) return false;
    bool stores = n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN;
    if (in_loop && stores && n->a->kind == AST_DEREF && n->a->type->kind == CTYPE_FLOAT)
        return true;
    in_loop = in_loop || n->kind == AST_FOR || n->kind == AST_WHILE || n->kind == AST_DO;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (stores_floats(parts[i], in_loop)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (stores_floats(n->kids[i], in_loop)) return true;
    return false;
}

bool raw_computes(struct unit *unit, struct function *f)
{
    if (f->contract) return true;
    return f->has_body && !f->in_system_header && stores_floats(unit_body(unit, f), false);
}

static bool points_to_numbers(const struct ctype *t)
{
    return t->kind == CTYPE_POINTER && raw_element_of(t->element).dtype != DTYPE_NONE;
}

bool raw_is_kernel(struct eval *e, struct function *f)
{
    struct function_info *info = eval_function_info(e, f);
    if (info->kernel_known) return info->kernel;
    bool takes = false;
    for (int i = 0; i < f->n_parameters; i++)
        takes = takes || points_to_numbers(f->parameters[i]->type);
    bool kernel =
        takes &&
        (f->contract || (f->has_body && !f->in_system_header && has_loop(unit_body(e->unit, f))));
    // Lowering the body may have moved the table.
    info = eval_function_info(e, f);
    info->kernel_known = true;
    return info->kernel = kernel;
}

// ---- calls

static bool is_integer(const struct ctype *t)
{
    return t->kind == CTYPE_INT || t->kind == CTYPE_BOOL;
}

static void set_pointer(struct eval *e, const struct ast *call, const struct function *f, int i,
                        const struct cvalue *v, struct raw_pointer *p)
{
    struct raw_buffer *b;
    *p = (struct raw_pointer){.name = f->parameters[i]->name, .buffer = RAW_NONE};
    p->text = call && i < call->n_kids ? name_expression(e, call->kids[i]) : p->name;
    p->element = raw_element_of(f->parameters[i]->type->element);
    p->read_only = f->parameters[i]->type->pointee_const;
    p->read = p->written = (struct raw_range){.tag = RAW_UNKNOWN, .reason = "it was not looked at"};
    if (raw_locate(e, v, &b, &p->offset))
        p->buffer = b->number;
    else
        p->offset = NULL;
}

// Does an argument lead to a buffer of numbers?
static bool gets_buffer(struct eval *e, const struct function *f, int n,
                        const struct cvalue *arguments)
{
    struct raw_buffer *b;
    const struct sym *offset;
    for (int i = 0; i < n; i++)
        if (points_to_numbers(f->parameters[i]->type) && raw_locate(e, &arguments[i], &b, &offset))
            return true;
    return false;
}

struct raw_call *raw_called(struct eval *e, const struct ast *call, struct function *f, int n,
                            const struct cvalue *arguments)
{
    if (n > f->n_parameters) n = f->n_parameters;
    if (!e->raw || !raw_is_kernel(e, f) || !gets_buffer(e, f, n, arguments)) return NULL;
    struct raw_state *s = e->raw->state;
    if (s->calls.n >= MAX_CALLS) {
        s->unseen = "the program calls more kernels than are listed";
        return NULL;
    }
    int n_numbers = 0, n_pointers = 0;
    for (int i = 0; i < n; i++) {
        n_numbers += is_integer(f->parameters[i]->type);
        n_pointers += f->parameters[i]->type->kind == CTYPE_POINTER;
    }
    struct raw_call *c = raw_add_call(s, f->name, n_numbers, n_pointers, eval_site_of(e, call));
    struct raw_number *numbers = arena_array(e->arena, struct raw_number, n_numbers);
    n_numbers = n_pointers = 0;
    for (int i = 0; i < n; i++) {
        const struct variable *p = f->parameters[i];
        if (is_integer(p->type))
            numbers[n_numbers++] = (struct raw_number){p->name, cvalue_as_sym(e, &arguments[i])};
        else if (p->type->kind == CTYPE_POINTER)
            set_pointer(e, call, f, i, &arguments[i], &c->pointers[n_pointers++]);
    }
    for (int i = 0; i < n_pointers; i++)
        if (c->pointers[i].buffer != RAW_NONE) raw_tell_outside(e, call, c, &c->pointers[i]);
    c->numbers = numbers;
    c->inside = e->raw->call;
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
    struct raw_pointer *p = raw_add_result(c);
    *p = (struct raw_pointer){.name = "its result",
                              .text = "its result",
                              .buffer = b->number,
                              .offset = sym_const(e->syms, 0),
                              .element = element,
                              .read.tag = RAW_UNTOUCHED,
                              .written = written};
}

void raw_returned(struct eval *e, struct raw_call *c, const struct cvalue *result)
{
    if (!c) return;
    e->raw->call = c->inside;
    note_result(e, c, result);
}
