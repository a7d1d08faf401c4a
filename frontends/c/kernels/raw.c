// Blocks of memory as they come and go. A block's record hangs on its object (`rare->raw`); what
// holds pointers into blocks is in raw_fields.c.

#include "frontends/c/kernels/raw_record.h"

#include <string.h>

#define MAX_BUFFERS 100000

// ---- the record of a run

struct raw_record *raw_record_of(struct eval *e)
{
    if (e->request.concrete || !e->builder) return NULL;
    if (!e->raw) {
        e->raw = arena_new(e->arena, struct raw_record);
        e->raw->state = raw_state_of(builder_program(e->builder));
        e->raw->told = map_open(e->arena);
        e->raw->call = RAW_NONE;
    }
    return e->raw;
}

// ---- elements

static enum dtype integer_dtype(const struct ctype *t)
{
    // Text is no tensor.
    if (t->name && strcmp(t->name, "char") == 0) return DTYPE_NONE;
    switch (t->size) {
    case 1: return t->is_signed ? DTYPE_I8 : DTYPE_U8;
    case 2: return DTYPE_I16;
    case 4: return DTYPE_I32;
    case 8: return DTYPE_I64;
    default: return DTYPE_NONE;
    }
}

struct raw_element raw_element_of(const struct ctype *t)
{
    struct raw_element element = {.dtype = DTYPE_NONE};
    while (t && t->kind == CTYPE_ARRAY) t = t->element;
    if (!t || t->kind == CTYPE_VOID || t->kind == CTYPE_FUNCTION || t->size <= 0) return element;
    element.name = ctype_string(t);
    element.bytes = t->size;
    if (t->kind == CTYPE_BOOL) element.dtype = DTYPE_BOOL;
    if (t->kind == CTYPE_FLOAT && t->size == 4) element.dtype = DTYPE_F32;
    if (t->kind == CTYPE_FLOAT && t->size == 8) element.dtype = DTYPE_F64;
    if (t->kind == CTYPE_INT) element.dtype = integer_dtype(t);
    return element;
}

// ---- who is interesting

// The value of an integer parameter as it is now; false: it is not known.
static bool parameter_value(struct syms *syms, const struct frame *f, const struct variable *p,
                            const struct sym **value)
{
    struct object *o = f->slots[p->slot];
    uint8_t bytes[16] = {0};
    if (!o || p->type->kind != CTYPE_INT || p->type->size > 8) return false;
    const struct cell *cell = heap_cell(o, 0, p->type->size);
    if (cell && cell->value.kind == CVALUE_SYMBOLIC) {
        *value = cell->value.sym;
        return true;
    }
    if (heap_read(o, 0, p->type->size, bytes) != BYTE_CONCRETE) return false;
    int64_t number;
    memcpy(&number, bytes, sizeof number);
    *value = sym_const(syms, value_wrap(p->type, number));
    return true;
}

// Does the function only hand on what it is asked for: a size in bytes or in elements, or a count
// and a size?
static bool is_wrapper(struct syms *syms, const struct frame *f, const struct sym *bytes)
{
    const struct ctype *result = f->function->type->element;
    const struct sym *values[2];
    int n = 0;
    if (!f->call || result->kind != CTYPE_POINTER) return false;
    for (int i = 0; i < f->function->n_parameters && n < 2; i++)
        if (parameter_value(syms, f, f->function->parameters[i], &values[n])) n++;
    int64_t element = result->element->size > 0 ? result->element->size : 1;
    for (int i = 0; i < n; i++)
        if (values[i] == bytes || sym_mul_const(syms, values[i], element) == bytes) return true;
    return n == 2 && sym_mul(syms, values[0], values[1]) == bytes;
}

// The argument that says how much: of a wrapper's call, the first that has that value.
static const struct ast *size_argument(const struct ast *call, enum raw_function function)
{
    static const signed char places[N_RAW_FUNCTIONS] = {
        [RAW_REALLOC] = 1, [RAW_ALIGNED_ALLOC] = 1, [RAW_MEMALIGN] = 1, [RAW_POSIX_MEMALIGN] = 2};
    int place = places[function];
    // calloc is told both.
    return function == RAW_CALLOC || !call || place >= call->n_kids ? NULL : call->kids[place];
}

// Of a wrapper that is asked for bytes, what its caller asked for.
static const struct ast *caller_argument(struct syms *syms, const struct frame *f,
                                         const struct sym *bytes)
{
    const struct sym *value;
    for (int i = 0; i < f->function->n_parameters && i < f->call->n_kids; i++)
        if (parameter_value(syms, f, f->function->parameters[i], &value) && value == bytes)
            return f->call->kids[i];
    return NULL;
}

// Goes outwards to the innermost call that is not in a wrapper.
static void attribute(struct eval *e, struct raw_buffer *b)
{
    const struct frame *f = e->frame;
    const struct ast *asked = size_argument(e->at, b->function);
    while (f && b->at && b->at->caller && is_wrapper(e->syms, f, b->bytes)) {
        const struct ast *outer = caller_argument(e->syms, f, b->bytes);
        if (outer) asked = outer;
        f = f->caller;
        b->at = b->at->caller;
    }
    e->raw->asked.at[b->number] = asked;
}

// ---- coming and going

// Is it a floating-point number, or a record or an array with some?
static bool has_floats(const struct ctype *t)
{
    while (t && t->kind == CTYPE_ARRAY) t = t->element;
    if (!t || t->kind != CTYPE_RECORD) return t && t->kind == CTYPE_FLOAT;
    for (int i = 0; i < t->n_fields; i++)
        if (t->fields[i].type->kind == CTYPE_ARRAY && has_floats(t->fields[i].type)) return true;
    return false;
}

// What the object's elements turned out to be is known once a typed pointer was made to it.
static void note_element(struct object *o)
{
    struct raw_buffer *b = o->rare->raw;
    if (b->element.bytes > 0) return;
    b->element = raw_element_of(o->type);
    b->has_floats = has_floats(o->type);
}

// ---- coming and going

static struct raw_buffer *add(struct eval *e, enum raw_function function, struct object *o,
                              const struct sym *bytes, const struct site *site)
{
    struct raw_record *r = raw_record_of(e);
    if (!r || !o->live) return NULL;
    if (r->state->buffers.n >= MAX_BUFFERS) {
        r->state->unseen = "the program gets more blocks of memory than are looked at";
        return NULL;
    }
    struct raw_buffer *b = raw_add_buffer(r->state, function, bytes, site);
    heap_rare(e->heap, o)->raw = b;
    while (r->asked.n <= b->number) *vec_push(e->arena, &r->asked) = NULL;
    note_element(o);
    return b;
}

void raw_allocated(struct eval *e, enum raw_function function, struct object *o,
                   const struct sym *bytes, const struct sym *nmemb, const struct sym *size)
{
    if (e->request.concrete || !e->builder) return;
    struct raw_buffer *b = add(e, function, o, bytes, eval_site(e));
    if (!b) return;
    attribute(e, b);
    b->nmemb = nmemb;
    b->size = size;
}

void raw_grown(struct eval *e, struct object *to, const struct object *from)
{
    if (!e->raw || !to->rare || !to->rare->raw || !from->rare || !from->rare->raw) return;
    to->rare->raw->grown_from = from->rare->raw->number;
    to->rare->raw->element = from->rare->raw->element;
    to->rare->raw->has_floats = from->rare->raw->has_floats;
}

// Only calloc gives zeros; what else has some got them by memset.
static bool is_touched(const struct object *o)
{
    bool fresh = o->fill == (o->rare->raw->function == RAW_CALLOC ? FILL_ZERO : FILL_UNSET);
    return !fresh || o->capacity > 0 || o->n_marked > 0 || o->rare->n_lost || o->rare->cells.n;
}

static void end_buffer(struct eval *e, struct object *o, const struct site *site)
{
    note_element(o);
    struct raw_buffer *b = o->rare->raw;
    b->touched = b->touched || is_touched(o);
    raw_add_free(e->raw->state, b, site);
}

void raw_freed(struct eval *e, struct object *o)
{
    if (!e->raw || !o->rare) return;
    if (o->rare->raw && o->rare->raw->free_event == RAW_NONE) {
        o->rare->raw->freed_as = eval_argument_place(e, 0, EVAL_WHOLE_ARGUMENT);
        end_buffer(e, o, eval_site(e));
    }
    raw_fields_end(e, o);
}

void raw_left(struct object *o)
{
    if (!o->rare || !o->rare->raw || o->rare->raw->free_event != RAW_NONE) return;
    note_element(o);
    o->rare->raw->touched = o->rare->raw->touched || is_touched(o);
}

// Small arrays of integers are sizes and strides as a rule, not data.
#define FEW_BYTES 256

static bool is_noted(const struct variable *v)
{
    const struct ctype *t = v->type;
    if (t->kind != CTYPE_ARRAY && t->kind != CTYPE_RECORD) return false;
    if (v->storage > VARIABLE_PARAMETER) return true;
    if (has_floats(t) || (t->kind == CTYPE_ARRAY && t->variable)) return true;
    return t->size >= FEW_BYTES && t->kind == CTYPE_ARRAY && raw_element_of(t).dtype != DTYPE_NONE;
}

static struct site *site_of_variable(struct eval *e, const struct variable *v)
{
    bool local = v->storage <= VARIABLE_PARAMETER;
    struct site *site = arena_new(e->arena, struct site);
    *site = (struct site){.file = unit_file(e->unit, v->file),
                          .line = (int)v->line,
                          .column = (int)v->column,
                          .function = local ? e->frame->function->name : NULL};
    if (local) site->caller = eval_site_of(e, NULL);
    return site;
}

bool raw_in_kernel(const struct eval *e)
{
    const struct raw_record *r = e->raw;
    return r && r->call != RAW_NONE && !r->state->calls.at[r->call]->runs_kernels;
}

// Locals of kernels are their own affair.
void raw_variable(struct eval *e, struct object *o, const struct variable *v,
                  const struct sym *bytes)
{
    bool local = v->storage <= VARIABLE_PARAMETER, open = v->type->variable && !bytes;
    if (e->request.concrete || !e->builder || open || !is_noted(v)) return;
    if (local && raw_in_kernel(e)) return;
    if (o->rare && o->rare->raw) {
        o->rare->raw->bytes = bytes ? bytes : o->rare->raw->bytes;
        return;
    }
    enum raw_function function = !local ? RAW_STATIC : v->type->variable ? RAW_VLA : RAW_STACK;
    if (!bytes) bytes = sym_const(e->syms, o->size);
    struct raw_buffer *b = add(e, function, o, bytes, site_of_variable(e, v));
    if (b) b->name = v->name;
}

void raw_ends(struct eval *e, struct object *o)
{
    if (!e->raw || !o->rare) return;
    if (o->rare->raw && o->rare->raw->free_event == RAW_NONE && o->kind == OBJECT_VARIABLE)
        end_buffer(e, o, NULL);
    raw_fields_end(e, o);
}

bool raw_locate(struct eval *e, const struct cvalue *pointer, struct raw_buffer **buffer,
                const struct sym **offset)
{
    if (pointer->kind != CVALUE_POINTER) return false;
    struct object *o = heap_object(e->heap, pointer->pointer.object);
    *offset = sym_const(e->syms, pointer->pointer.offset);
    if (o && o->kind == OBJECT_ELEMENT) o = family_root(e, o, offset);
    if (!o || !o->rare || !o->rare->raw) return false;
    *buffer = o->rare->raw;
    note_element(o);
    return true;
}

bool raw_is_all(const struct eval *e)
{
    const struct program *p = e->raw && e->builder ? builder_program(e->builder) : NULL;
    return p && p->nodes.n <= 1 && !p->calls.n && !dialect_keeps_memory(p);
}

void raw_given(struct eval *e, int n, const struct cvalue *arguments)
{
    struct raw_buffer *b;
    const struct sym *offset;
    for (int i = 0; e->raw && i < n; i++)
        if (raw_locate(e, &arguments[i], &b, &offset)) b->touched = true;
}
