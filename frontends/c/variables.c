// The objects of variables: locals when a frame first touches them, globals and
// static locals when the program first does.

#include "frontends/c/interp.h"
#include "frontends/c/kernels/raw.h"

// Globals of libraries that programs look at.
static void library_variable(struct eval *e, struct object *o, const struct variable *v)
{
    struct cvalue value;
    if (!dialect_variable(e, v, &value)) return;
    value = value_convert(e, &value, v->type, NULL);
    place_store(e, (struct place){o, 0, NULL}, v->type, &value, NULL);
}

// Where a flexible array member is initialised, the object is larger than its type.
static int64_t initialized_size(const struct variable *v, const struct initializer *init)
{
    int64_t size = v->type->size;
    for (int i = 0; init && i < init->n; i++) {
        const struct ast_store *s = &init->stores[i];
        int64_t bytes = s->type->size;
        if (bytes == 0 && s->value && s->value->kind == AST_STRING) bytes = s->value->type->size;
        int64_t end = s->offset + bytes * (s->repeat > 1 ? s->repeat : 1);
        if (end > size) size = end;
    }
    return size;
}

// A global without a definition in the sources is foreign: its contents are unknown, and an open
// array of unlimited size.
static struct object *global_new(struct eval *e, const struct variable *v)
{
    const struct initializer *init = unit_global_init(e->unit, v);
    bool foreign = v->storage == VARIABLE_EXTERN && !init;
    bool open = v->type->kind == CTYPE_ARRAY && v->type->count < 0 && !init;
    int64_t size = foreign && open ? INT64_MAX : initialized_size(v, init);
    struct object *o = heap_new(e->heap, OBJECT_VARIABLE, size, foreign ? FILL_UNKNOWN : FILL_ZERO,
                                v->type, v->name);
    e->statics.at[v->slot] = o;
    o->exposed = true;
    if (!foreign) raw_variable(e, o, v, NULL);
    if (foreign) library_variable(e, o, v);
    if (init) expr_initialize(e, o, init, NULL);
    return o;
}

static struct object *global_object(struct eval *e, const struct variable *v)
{
    while (e->statics.n <= v->slot) *vec_push(e->arena, &e->statics) = NULL;
    struct object *o = e->statics.at[v->slot];
    return o ? o : global_new(e, v);
}

static struct object *variable_new(struct eval *e, const struct variable *v)
{
    struct object *o =
        heap_new(e->heap, OBJECT_VARIABLE, v->type->size, e->unset, v->type, v->name);
    raw_variable(e, o, v, NULL);
    return o;
}

struct object *variable_object(struct eval *e, const struct variable *v)
{
    if (v->storage > VARIABLE_PARAMETER) return global_object(e, v);
    struct object **slot = &e->frame->slots[v->slot];
    if (!*slot) *slot = variable_new(e, v);
    return *slot;
}

// ---- arrays of variable length

// Each activation has its own sizes: only entries of the current frame are overwritten.
static void set_size(struct eval *e, const struct ctype *t, const struct sym *size)
{
    struct variable_size entry = {t, -1, size};
    if (!sym_is_const(size, &entry.bytes) || entry.bytes < 0) entry.bytes = -1;
    for (int i = e->frame->n_variable_sizes; i < e->stack.variable_sizes.n; i++) {
        if (e->stack.variable_sizes.at[i].type != t) continue;
        e->stack.variable_sizes.at[i] = entry;
        return;
    }
    *vec_push(e->arena, &e->stack.variable_sizes) = entry;
}

// Evaluates the bounds of a type, outermost first, one for each level that
// varies, and keeps the sizes that follow.
void variable_bind(struct eval *e, const struct ast *n, const struct ctype *type)
{
    const struct ctype *levels[MAX_VARIABLE_LEVELS];
    const struct sym *counts[MAX_VARIABLE_LEVELS];
    int limit = n->n_kids < MAX_VARIABLE_LEVELS ? n->n_kids : MAX_VARIABLE_LEVELS;
    int depth = ctype_variable_levels(type, limit, levels);
    for (int i = 0; i < depth; i++) {
        struct cvalue v = expr_value(e, n->kids[i]);
        counts[i] = cvalue_as_sym(e, &v);
    }
    for (int i = depth; i-- > 0;)
        set_size(e, levels[i], sym_mul(e->syms, expr_type_sym(e, levels[i]->element), counts[i]));
}
