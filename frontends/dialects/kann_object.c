// Nodes as objects of the program's memory.
//
// Numbers are written into an object in one piece, symbols one by one over it. As long as the
// object still holds the same bytes, the program wrote nothing there.

#include "frontends/dialects/kann_dialect.h"

#include <string.h>

static const char kind[] = "node";

struct kann_object *kann_object_of(struct dialect_kann *d, const struct kann_node *node)
{
    while ((uint32_t)d->objects.n <= node->number)
        *vec_push(d->arena, &d->objects) = (struct kann_object){0};
    return &d->objects.at[node->number];
}

// ---- writing

// In the byte order of the host, which is that of all targets with a libclang here.
static void put(uint8_t *image, const struct cfield *field, int64_t offset, int64_t value)
{
    if (!field) return;
    const struct ctype *type =
        field->type->kind == CTYPE_ARRAY ? field->type->element : field->type;
    if (type->size <= 8 && offset + type->size <= field->type->size)
        memcpy(image + field->offset + offset, &value, (size_t)type->size);
}

static void put_pointer(uint8_t *image, const struct cfield *field, const struct cvalue *pointer)
{
    if (pointer->kind == CVALUE_POINTER) put(image, field, 0, eval_pointer_bits(pointer));
}

static void put_all(struct dialect_kann *d, const struct kann_node *node,
                    const struct kann_object *o)
{
    const struct kann_fields *f = &d->fields;
    struct cvalue pre = kann_object_pointer(d, node->pre, d->node_pointer);
    put(o->image, f->n_d, 0, node->n_d);
    put(o->image, f->flag, 0, node->flag);
    put(o->image, f->op, 0, node->op);
    put(o->image, f->n_child, 0, node->n_child);
    put(o->image, f->ptr_size, 0, node->has_rng ? 32 : 4 * node->n_params);
    for (int i = 0; i < KANN_DIMS; i++) {
        int64_t size = 0;
        sym_is_const(node->d[i], &size);
        put(o->image, f->d, 4 * i, size);
    }
    put(o->image, f->ext_label, 0, node->label);
    put(o->image, f->ext_flag, 0, node->role);
    put_pointer(o->image, f->x, &o->x);
    put_pointer(o->image, f->g, &o->g);
    put_pointer(o->image, f->ptr, &o->words);
    put_pointer(o->image, f->child, &o->children);
    put_pointer(o->image, f->pre, &pre);
}

static struct cvalue size_value(struct dialect_kann *d, const struct sym *size)
{
    return sym_kind(size) == SYM_UNKNOWN ? cvalue_unknown(d->int_, sym_name(size))
                                         : cvalue_sym(d->int_, size);
}

static void store_sizes(struct dialect_kann *d, const struct kann_node *node,
                        const struct kann_object *o)
{
    const struct cfield *field = d->fields.d;
    for (int i = 0; field && i < node->n_d && 4 * (i + 1) <= field->type->size; i++) {
        if (sym_is_const(node->d[i], NULL)) continue;
        struct cvalue value = size_value(d, node->d[i]);
        eval_store(d->eval, &o->pointer, field->offset + 4 * i, &value);
    }
}

static void write_children(struct dialect_kann *d, const struct kann_node *node,
                           const struct kann_object *o)
{
    for (int i = 0; i < node->n_child; i++) {
        struct cvalue child = kann_object_pointer(d, node->child[i], d->node_pointer);
        eval_store(d->eval, &o->children, i * d->state->pointer_bytes, &child);
    }
}

void kann_object_write(struct dialect_kann *d, struct kann_node *node)
{
    struct kann_object *o = kann_object_of(d, node);
    size_t size = (size_t)d->node->size;
    memset(o->image, 0, size);
    put_all(d, node, o);
    eval_write_bytes(d->eval, &o->pointer, 0, (int64_t)size, o->image);
    store_sizes(d, node, o);
}

static void make_words(struct dialect_kann *d, const struct kann_node *node, struct kann_object *o)
{
    int64_t bytes = node->has_rng ? 32 : 4 * node->n_params;
    if (bytes == 0) return;
    o->words = eval_allocate(d->eval, bytes, d->void_pointer, "a node's parameters");
    for (int i = 0; i < node->n_params && !node->has_rng; i++) {
        struct cvalue value = size_value(d, node->params[i]);
        eval_store(d->eval, &o->words, 4 * i, &value);
    }
}

void kann_object_make(struct dialect_kann *d, struct kann_node *node)
{
    struct kann_object *o = kann_object_of(d, node);
    if (o->pointer.kind == CVALUE_POINTER) return;
    o->pointer = eval_allocate(d->eval, d->node->size, d->node_pointer, "node");
    eval_attach(d->eval, &o->pointer, kind, node->number);
    o->image = arena_alloc(d->arena, (size_t)d->node->size);
    make_words(d, node, o);
    if (node->n_child) {
        o->children = eval_allocate(d->eval, node->n_child * d->state->pointer_bytes,
                                    d->void_pointer, "a node's operands");
        write_children(d, node, o);
    }
    kann_object_write(d, node);
}

struct cvalue kann_object_pointer(struct dialect_kann *d, const struct kann_node *node,
                                  const struct ctype *type)
{
    if (!node) return cvalue_null(type);
    struct cvalue pointer = kann_object_of(d, node)->pointer;
    if (pointer.kind != CVALUE_POINTER) return cvalue_null(type);
    pointer.type = type;
    return pointer;
}

struct cvalue kann_allocate(struct dialect_kann *d, const struct sym *bytes, const char *name,
                            const char *reason)
{
    int64_t size;
    bool known = sym_is_const(bytes, &size) && size >= 0;
    return eval_allocate_unknown(d->eval, known ? size : INT64_MAX, d->float_pointer, name, reason);
}

void kann_object_place(struct dialect_kann *d, struct kann_node *node)
{
    const struct sym *bytes = kann_bytes(d->syms, node);
    struct kann_object *o = kann_object_of(d, node);
    if (!sym_is_const(bytes, &o->bytes)) o->bytes = 0;
    o->x =
        kann_allocate(d, bytes, "a node's elements",
                      kann_computed(node->n_child ? KANN_COMPUTED_VALUES : KANN_COMPUTED_LEARNED));
    if (node->n_child && kann_needs_gradient(node))
        o->g = kann_allocate(d, bytes, "a node's elements", kann_computed(KANN_COMPUTED_GRADIENT));
}

void kann_object_grow(struct dialect_kann *d, struct kann_node *node)
{
    int64_t bytes, had = kann_object_of(d, node)->bytes;
    if (had > 0 && sym_is_const(kann_bytes(d->syms, node), &bytes) && bytes > had)
        kann_object_place(d, node);
}

// ---- reading what the program wrote

static struct cvalue load(struct dialect_kann *d, const struct kann_object *o,
                          const struct cfield *field)
{
    return eval_load(d->eval, &o->pointer, field->offset, field->type);
}

static bool read_integer(struct dialect_kann *d, const struct kann_object *o,
                         const struct cfield *field, int64_t *value)
{
    if (!field) return false;
    struct cvalue loaded = load(d, o, field);
    return cvalue_as_int(&loaded, value);
}

static struct kann_node *pointed(struct dialect_kann *d, const struct cvalue *pointer)
{
    uint64_t number;
    return eval_attached(d->eval, pointer, kind, &number) ? d->state->nodes.at[number] : NULL;
}

static void read_sizes(struct dialect_kann *d, struct kann_node *node, const struct kann_object *o)
{
    int64_t n_d;
    const struct cfield *field = d->fields.d;
    if (read_integer(d, o, d->fields.n_d, &n_d) && n_d >= 0 && n_d <= KANN_DIMS)
        node->n_d = (int)n_d;
    for (int i = 0; field && i < KANN_DIMS && 4 * (i + 1) <= field->type->size; i++) {
        struct cvalue size =
            eval_load(d->eval, &o->pointer, field->offset + 4 * i, field->type->element);
        bool unset = i < node->n_d && sym_kind(node->d[i]) == SYM_UNKNOWN;
        if (unset && size.kind != CVALUE_INT) continue; // for the reason that it has
        node->d[i] = cvalue_as_sym(d->eval, &size);
    }
}

static void read_all(struct dialect_kann *d, struct kann_node *node, struct kann_object *o)
{
    const struct kann_fields *f = &d->fields;
    int64_t value;
    read_sizes(d, node, o);
    if (read_integer(d, o, f->flag, &value)) node->flag = (unsigned)value;
    if (read_integer(d, o, f->ext_label, &value)) node->label = value;
    if (read_integer(d, o, f->ext_flag, &value)) node->role = (unsigned)value;
    if (f->pre) {
        struct cvalue pre = load(d, o, f->pre);
        node->pre = pointed(d, &pre);
    }
    if (f->x) o->x = load(d, o, f->x);
    if (f->g) o->g = load(d, o, f->g);
}

// The chosen one of a switch, which the program may set itself, and its operands.
static void read_behind(struct dialect_kann *d, struct kann_node *node, const struct kann_object *o)
{
    for (int i = 0; i < node->n_child; i++) {
        struct cvalue child =
            eval_load(d->eval, &o->children, i * d->state->pointer_bytes, d->node_pointer);
        struct kann_node *now = pointed(d, &child);
        if (now) node->child[i] = now;
    }
    if (node->op != KANN_SELECT || node->n_params < 1) return;
    struct cvalue which = eval_load(d->eval, &o->words, 0, d->int_);
    node->params[0] = cvalue_as_sym(d->eval, &which);
}

static bool is_untouched(struct dialect_kann *d, const struct kann_object *o)
{
    size_t size = (size_t)d->node->size;
    uint8_t now[512];
    return size <= sizeof now && eval_read_bytes(d->eval, &o->pointer, 0, (int64_t)size, now) &&
           memcmp(now, o->image, size) == 0;
}

struct kann_node *kann_object_node(struct dialect_kann *d, const struct cvalue *v,
                                   const char **reason)
{
    *reason = NULL;
    if (eval_is_null(d->eval, v)) return NULL;
    struct kann_node *node = pointed(d, v);
    if (node) {
        struct kann_object *o = kann_object_of(d, node);
        if (!is_untouched(d, o)) read_all(d, node, o);
        read_behind(d, node, o);
        return node;
    }
    *reason = v->kind == CVALUE_UNKNOWN ? v->reason : eval_unknown_memory(d->eval, v);
    if (!*reason) *reason = "it was not made by a function of KANN";
    return NULL;
}
