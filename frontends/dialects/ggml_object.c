// Tensors as objects of the program's memory.
//
// Numbers are written into an object in one piece, symbols one by one over it. The piece is kept:
// as long as the object still holds the same bytes, the program wrote nothing there, which is what
// nearly every look at a tensor finds.

#include "frontends/dialects/ggml_dialect.h"

#include <string.h>

static const char *const kinds[] = {"tensor", "context", "graph", "buffer", "allocator"};

// ---- handles

struct cvalue ggml_handle_make(struct dialect_ggml *d, enum ggml_handle kind,
                               const struct ctype *pointer, uint64_t number, const char *name)
{
    struct cvalue handle = eval_allocate(d->eval, 1, pointer, name);
    eval_attach(d->eval, &handle, &kinds[kind], number);
    return handle;
}

void ggml_handle_change(struct dialect_ggml *d, enum ggml_handle kind, const struct cvalue *v,
                        uint64_t number)
{
    eval_attach(d->eval, v, &kinds[kind], number);
}

bool ggml_handle_number(struct dialect_ggml *d, enum ggml_handle kind, const struct cvalue *v,
                        uint64_t *number)
{
    return eval_attached(d->eval, v, &kinds[kind], number);
}

// ---- writing

static struct ggml_object *object_of(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return &d->objects.at[t->number];
}

const struct cvalue *ggml_object_pointer(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return &object_of(d, t)->pointer;
}

struct cvalue ggml_result_tensor(struct dialect_ggml *d, const struct dialect_call *c,
                                 const struct ggml_tensor *t)
{
    if (!t) return cvalue_null(c->result);
    struct cvalue pointer = *ggml_object_pointer(d, t);
    pointer.type = c->result;
    return pointer;
}

// In the byte order of the host, which is that of all targets with a libclang here.
static void put(uint8_t *image, const struct cfield *field, int64_t offset, int64_t size,
                int64_t value)
{
    if (field && size <= 8 && offset + size <= field->type->size)
        memcpy(image + field->offset + offset, &value, (size_t)size);
}

// The user's array may be shorter than the library's.
static bool has_element(const struct cfield *field, int i)
{
    const struct ctype *element = field ? field->type->element : NULL;
    return element && (i + 1) * element->size <= field->type->size;
}

static int64_t element_size(const struct cfield *array)
{
    return array && array->type->element ? array->type->element->size : 8;
}

static void put_sizes(struct dialect_ggml *d, const struct ggml_tensor *t, uint8_t *image)
{
    const struct ggml_fields *f = &d->fields;
    for (int i = 0; i < GGML_DIMS; i++) {
        int64_t ne = 0, nb = 0;
        sym_is_const(t->ne[i], &ne);
        sym_is_const(t->nb[i], &nb);
        put(image, f->ne, i * element_size(f->ne), element_size(f->ne), ne);
        put(image, f->nb, i * element_size(f->nb), element_size(f->nb), nb);
    }
}

static void put_pointer(struct dialect_ggml *d, uint8_t *image, const struct cfield *field, int i,
                        const struct cvalue *pointer)
{
    int64_t size = d->void_pointer->size;
    if (pointer->kind == CVALUE_POINTER)
        put(image, field, i * size, size, eval_pointer_bits(pointer));
}

static void put_tensor(struct dialect_ggml *d, uint8_t *image, const struct cfield *field, int i,
                       const struct ggml_tensor *t)
{
    if (t) put_pointer(d, image, field, i, ggml_object_pointer(d, t));
}

static void put_data(struct dialect_ggml *d, struct ggml_tensor *t, uint8_t *image)
{
    struct cvalue data = ggml_object_data(d, t, d->void_pointer);
    put_pointer(d, image, d->fields.data, 0, &data);
    if (t->has_buffer || ggml_is_placed_by_allocator(d, t->view_src ? t->view_src : t))
        put_pointer(d, image, d->fields.buffer, 0, &d->cpu_buffer_type);
}

static void put_name(struct dialect_ggml *d, const struct ggml_tensor *t, uint8_t *image)
{
    const struct cfield *field = d->fields.name;
    if (!field) return;
    strncpy((char *)image + field->offset, t->name ? t->name : "", (size_t)d->name_bytes - 1);
    image[field->offset + d->name_bytes - 1] = '\0';
}

static void put_all(struct dialect_ggml *d, struct ggml_tensor *t, uint8_t *image)
{
    const struct ggml_fields *f = &d->fields;
    int64_t offset = 0;
    put(image, f->type, 0, 4, ggml_number_of_dtype(t->type));
    put_sizes(d, t, image);
    put(image, f->op, 0, 4, t->op);
    for (int i = 0; i < GGML_PARAMS; i++) put(image, f->op_params, i * 4, 4, t->params[i]);
    put(image, f->flags, 0, 4, t->flags);
    for (int i = 0; i < GGML_SOURCES; i++) put_tensor(d, image, f->src, i, t->src[i]);
    put_tensor(d, image, f->view_src, 0, t->view_src);
    if (t->view_offset) sym_is_const(t->view_offset, &offset);
    put(image, f->view_offs, 0, d->void_pointer->size, offset);
    put_data(d, t, image);
    put_name(d, t, image);
}

// A symbol over the zero that the piece has in its place.
static void store_symbol(struct dialect_ggml *d, const struct cvalue *object,
                         const struct cfield *field, int i, const struct sym *size)
{
    bool array = field && field->type->kind == CTYPE_ARRAY;
    if (!field || !size || sym_is_const(size, NULL) || (array && !has_element(field, i))) return;
    const struct ctype *type =
        field->type->kind == CTYPE_ARRAY ? field->type->element : field->type;
    struct cvalue value = sym_kind(size) == SYM_UNKNOWN ? cvalue_unknown(type, sym_name(size))
                                                        : cvalue_sym(type, size);
    eval_store(d->eval, object, field->offset + i * type->size, &value);
}

void ggml_object_write(struct dialect_ggml *d, struct ggml_tensor *t)
{
    struct ggml_object *object = object_of(d, t);
    size_t size = (size_t)d->tensor->size;
    memset(object->image, 0, size);
    put_all(d, t, object->image);
    eval_write_bytes(d->eval, &object->pointer, 0, (int64_t)size, object->image);
    for (int i = 0; i < GGML_DIMS; i++) {
        store_symbol(d, &object->pointer, d->fields.ne, i, t->ne[i]);
        store_symbol(d, &object->pointer, d->fields.nb, i, t->nb[i]);
    }
    store_symbol(d, &object->pointer, d->fields.view_offs, 0, t->view_offset);
}

static void attach(struct dialect_ggml *d, const struct ggml_tensor *t,
                   const struct cvalue *pointer)
{
    eval_attach(d->eval, pointer, &kinds[HANDLE_TENSOR], t->number);
    while ((uint32_t)d->objects.n <= t->number)
        *vec_push(d->arena, &d->objects) = (struct ggml_object){0};
    *object_of(d, t) = (struct ggml_object){
        .pointer = *pointer, .image = arena_alloc(d->arena, (size_t)d->tensor->size)};
}

void ggml_object_adopt(struct dialect_ggml *d, struct ggml_tensor *t, const struct cvalue *pointer)
{
    attach(d, t, pointer);
    ggml_object_write(d, t);
}

struct cvalue ggml_object_make(struct dialect_ggml *d, struct ggml_tensor *t)
{
    struct cvalue pointer = eval_allocate(d->eval, d->tensor->size, d->tensor_pointer, "tensor");
    ggml_object_adopt(d, t, &pointer);
    return pointer;
}

// ---- reading what the program wrote

static const struct sym *read_size(struct dialect_ggml *d, const struct cvalue *object,
                                   const struct cfield *field, int i, const struct sym *before)
{
    if (!has_element(field, i)) return before;
    const struct ctype *type = field->type->element;
    struct cvalue value = eval_load(d->eval, object, field->offset + i * type->size, type);
    return cvalue_as_sym(d->eval, &value);
}

static bool read_integer(struct dialect_ggml *d, const struct cvalue *object,
                         const struct cfield *field, int64_t *value)
{
    if (!field) return false;
    struct cvalue loaded = eval_load(d->eval, object, field->offset, field->type);
    return cvalue_as_int(&loaded, value);
}

static const char *read_name(struct dialect_ggml *d, const struct cvalue *object)
{
    if (!d->fields.name) return NULL;
    struct cvalue at = *object;
    at.pointer.offset += d->fields.name->offset;
    return eval_string(d->eval, &at);
}

static struct ggml_tensor *read_tensor(struct dialect_ggml *d, const struct cvalue *object,
                                       const struct cfield *field, int i)
{
    const struct ctype *type =
        field->type->kind == CTYPE_ARRAY ? field->type->element : field->type;
    struct cvalue pointer = eval_load(d->eval, object, field->offset + i * type->size, type);
    uint64_t number;
    if (!ggml_handle_number(d, HANDLE_TENSOR, &pointer, &number)) return NULL;
    return d->state->tensors.at[number];
}

static void read_data(struct dialect_ggml *d, const struct cvalue *object, struct ggml_tensor *t)
{
    if (!d->fields.data) return;
    struct cvalue data = eval_load(d->eval, object, d->fields.data->offset, d->fields.data->type);
    bool given = !cvalue_is_null(&data);
    if (given && !t->has_data && data.kind == CVALUE_POINTER) object_of(d, t)->data = data;
    t->has_data = given && !ggml_is_placed_by_allocator(d, t->view_src ? t->view_src : t);
}

// A view is of a root, at an offset: what the program makes of it itself may be one of a view, or
// of itself, which the library would follow as well.
static void read_view(struct dialect_ggml *d, const struct cvalue *object, struct ggml_tensor *t)
{
    const struct cfield *offset = d->fields.view_offs;
    t->view_src = read_tensor(d, object, d->fields.view_src, 0);
    if (t->view_src == t || (t->view_src && t->view_src->view_src)) t->view_src = NULL;
    t->view_offset = NULL;
    if (!t->view_src) return;
    t->view_offset = sym_const(d->syms, 0);
    if (!offset) return;
    struct cvalue bytes = eval_load(d->eval, object, offset->offset, offset->type);
    t->view_offset = cvalue_as_sym(d->eval, &bytes);
}

static void read_buffer(struct dialect_ggml *d, const struct cvalue *object, struct ggml_tensor *t)
{
    const struct cfield *field = d->fields.buffer;
    if (!field) return;
    struct cvalue buffer = eval_load(d->eval, object, field->offset, field->type);
    t->has_buffer =
        !cvalue_is_null(&buffer) && !ggml_is_placed_by_allocator(d, t->view_src ? t->view_src : t);
}

static void read_params(struct dialect_ggml *d, const struct cvalue *object, struct ggml_tensor *t)
{
    const struct cfield *field = d->fields.op_params;
    const struct ctype *word = unit_types(eval_unit(d->eval))->int_;
    for (int i = 0; i < GGML_PARAMS && field && (i + 1) * word->size <= field->type->size; i++) {
        int64_t number;
        struct cvalue v = eval_load(d->eval, object, field->offset + i * word->size, word);
        if (cvalue_as_int(&v, &number)) {
            if (t->params[i] != (int32_t)number) t->params_unknown &= (uint16_t) ~(1u << i);
            t->params[i] = (int32_t)number;
        } else if (v.kind == CVALUE_UNKNOWN || v.kind == CVALUE_SYMBOLIC) {
            t->params_unknown |= (uint16_t)(1u << i);
        }
    }
}

// Once each: the library aborts, or runs over the end of a table, wherever it looks at it.
static void tell_field(struct dialect_ggml *d, const struct ggml_tensor *t, const char *field,
                       int64_t number)
{
    for (int i = 0; i < d->told_fields.n; i++)
        if (d->told_fields.at[i] == t) return;
    *vec_push(d->arena, &d->told_fields) = t;
    struct diag *diag =
        diag_add(d->diags, DIAG_GGML_FIELD, eval_site(d->eval),
                 "the tensor%s%s%s has %s %lld, which is none of the library's",
                 *t->name ? " `" : "", t->name, *t->name ? "`" : "", field, (long long)number);
    diag_note(d->diags, diag, t->site, "the tensor is made here; the program wrote into it since");
}

static void read_type(struct dialect_ggml *d, const struct cvalue *object, struct ggml_tensor *t)
{
    int64_t number;
    if (!read_integer(d, object, d->fields.type, &number)) return;
    enum dtype type = ggml_dtype_of_number(number);
    if (type)
        t->type = type;
    else
        tell_field(d, t, "the type", number);
}

static void read_op(struct dialect_ggml *d, const struct cvalue *object, struct ggml_tensor *t)
{
    int64_t number;
    if (!read_integer(d, object, d->fields.op, &number) || t->op == (enum ggml_op)number) return;
    if (number < 0 || number >= N_GGML_OPS) {
        tell_field(d, t, "the operator", number);
        return;
    }
    t->op = (enum ggml_op)number;
    t->desc = ggml_op_word(t->op);
}

static void read_all(struct dialect_ggml *d, const struct cvalue *object, struct ggml_tensor *t)
{
    const struct ggml_fields *f = &d->fields;
    int64_t number;
    for (int i = 0; i < GGML_DIMS; i++) {
        t->ne[i] = read_size(d, object, f->ne, i, t->ne[i]);
        t->nb[i] = read_size(d, object, f->nb, i, t->nb[i]);
    }
    read_type(d, object, t);
    read_op(d, object, t);
    read_params(d, object, t);
    read_buffer(d, object, t);
    if (read_integer(d, object, f->flags, &number)) t->flags = (unsigned)number;
    for (int i = 0; i < GGML_SOURCES && has_element(f->src, i); i++)
        t->src[i] = read_tensor(d, object, f->src, i);
    if (f->view_src) read_view(d, object, t);
    const char *name = read_name(d, object);
    if (name) t->name = name;
    read_data(d, object, t);
}

// Has the program written into the object? Symbols have no bytes, so they are read each time.
static bool is_untouched(struct dialect_ggml *d, const struct ggml_object *object)
{
    size_t size = (size_t)d->tensor->size;
    uint8_t now[1024];
    return size <= sizeof now &&
           eval_read_bytes(d->eval, &object->pointer, 0, (int64_t)size, now) &&
           memcmp(now, object->image, size) == 0;
}

// A struct that the program made or copied itself: to the library that is a tensor like any other.
static struct ggml_tensor *own_struct(struct dialect_ggml *d, const struct cvalue *v)
{
    bool is_struct = v->kind == CVALUE_POINTER && d->fields.ne && v->type->element &&
                     v->type->element->kind == CTYPE_RECORD &&
                     v->type->element->size == d->tensor->size;
    const struct ctype *size = d->fields.ne ? d->fields.ne->type->element : NULL;
    for (int i = 0; is_struct && i < GGML_DIMS; i++) {
        struct cvalue ne = eval_load(d->eval, v, d->fields.ne->offset + i * size->size, size);
        if (ne.kind == CVALUE_UNKNOWN) return NULL;
    }
    if (!is_struct) return NULL;
    struct ggml_tensor *t = arena_new(d->arena, struct ggml_tensor);
    *t = (struct ggml_tensor){.type = DTYPE_F32,
                              .desc = ggml_op_word(GGML_OP_NONE),
                              .name = "",
                              .site = eval_site(d->eval),
                              .function = "the program",
                              .number = (uint32_t)d->state->tensors.n};
    *vec_push(d->arena, &d->state->tensors) = t;
    attach(d, t, v);
    read_all(d, v, t);
    ggml_object_write(d, t);
    return t;
}

struct ggml_tensor *ggml_object_tensor(struct dialect_ggml *d, const struct cvalue *v,
                                       const char **reason)
{
    uint64_t number;
    *reason = NULL;
    if (eval_is_null(d->eval, v)) return NULL;
    if (ggml_handle_number(d, HANDLE_TENSOR, v, &number)) {
        struct ggml_tensor *t = d->state->tensors.at[number];
        if (!is_untouched(d, object_of(d, t))) read_all(d, &object_of(d, t)->pointer, t);
        return t;
    }
    struct ggml_tensor *outside = ggml_outside_tensor(d, v);
    if (outside) return outside;
    *reason = v->kind == CVALUE_UNKNOWN ? v->reason : eval_unknown_memory(d->eval, v);
    struct ggml_tensor *own = *reason ? NULL : own_struct(d, v);
    if (own) return own;
    if (!*reason) *reason = "it was not made by a function of ggml";
    return NULL;
}

// ---- elements

void ggml_object_place(struct dialect_ggml *d, struct ggml_tensor *t)
{
    struct ggml_object *object = object_of(d, t);
    int64_t bytes;
    if (object->data.kind == CVALUE_POINTER) return;
    bool known = sym_is_const(ggml_tensor_bytes(d->syms, t), &bytes) && bytes >= 0;
    object->data = eval_allocate_unknown(d->eval, known ? bytes : INT64_MAX, d->void_pointer,
                                         t->name && *t->name ? t->name : "a tensor's elements",
                                         "what a tensor's elements are");
}

struct cvalue ggml_object_data(struct dialect_ggml *d, struct ggml_tensor *t,
                               const struct ctype *type)
{
    struct ggml_tensor *root = t->view_src ? t->view_src : t;
    int64_t offset = 0;
    if (!root->has_data && !ggml_is_placed_by_allocator(d, root)) return cvalue_null(type);
    ggml_object_place(d, root);
    struct cvalue data = object_of(d, root)->data;
    if (t->view_offset && !sym_is_const(t->view_offset, &offset))
        return cvalue_unknown(type, "an offset that is not known");
    data.pointer.offset += offset;
    data.type = type;
    return data;
}
