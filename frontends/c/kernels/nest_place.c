// Lvalues of a kernel: its own variables by what they hold, memory by where it is.

#include "frontends/c/kernels/nest_walk.h"

// Of the kernel's own, or a parameter, which is no less its own.
static bool is_private(const struct nest_walk *w, const struct variable *v)
{
    for (int i = w->own.n; i-- > 0;)
        if (w->own.at[i] == v) return true;
    return false;
}

static struct nest_value point_at(struct nest_walk *w, const struct variable *v, int64_t offset)
{
    struct nest_root root = {.kind = is_private(w, v) ? ROOT_LOCAL : ROOT_OBJECT,
                             .variable = v,
                             .parent = -1,
                             .element = v->type,
                             .path = v->name};
    if (root.element->kind == CTYPE_ARRAY)
        root.array = root.element, root.element = root.element->element;
    return (struct nest_value){NV_POINTER, sym_const(w->syms, offset), nest_root(w, &root)};
}

struct nest_value nest_address(struct nest_walk *w, const struct nest_place *p, const struct ast *n)
{
    if (p->copied) nest_refuse(w, n, "the address of a copy of a record");
    if (!p->variable) return p->pointer;
    bool scalar = p->variable->type->kind != CTYPE_ARRAY && p->variable->type->kind != CTYPE_RECORD;
    if (scalar && !is_private(w, p->variable)) {
        nest_refuse(w, n, "the address of a variable that others see");
        return (struct nest_value){NV_NONE, NULL, -1};
    }
    return point_at(w, p->variable, p->offset);
}

// ---- what an lvalue is

// A pointer to a variable or record of the kernel's own at a fixed place is that variable.
static struct nest_place behind(struct nest_walk *w, const struct nest_value *pointer)
{
    struct nest_place p = {.pointer = *pointer};
    if (pointer->kind != NV_POINTER) return p;
    const struct nest_root *r = &w->nest->roots.at[pointer->root];
    if (r->kind == ROOT_LOCAL && r->variable && r->variable->type->kind != CTYPE_ARRAY &&
        sym_is_const(pointer->number, &p.offset))
        p.variable = r->variable;
    return p;
}

static struct nest_place member(struct nest_walk *w, const struct ast *n)
{
    struct nest_place p = nest_place(w, n->a);
    if (n->bit_width >= 0) nest_refuse(w, n, "a bit-field");
    p.field = n->field;
    if (p.variable)
        p.offset += n->offset;
    else if (p.pointer.kind == NV_POINTER)
        p.pointer.number = sym_add_const(w->syms, p.pointer.number, n->offset);
    return p;
}

static struct nest_place variable(struct nest_walk *w, const struct variable *v)
{
    for (int i = w->aliases.n; i-- > 0;) {
        if (w->aliases.at[i].copy != v) continue;
        struct nest_place p = w->aliases.at[i].of;
        p.copied = true;
        return p;
    }
    return (struct nest_place){.variable = v};
}

bool nest_copies(struct nest_walk *w, const struct variable *v, const struct ast *value)
{
    if (v->type->kind != CTYPE_RECORD || value->kind != AST_LOAD) return false;
    struct nest_place of = nest_place(w, value->a);
    if (!of.variable && of.pointer.kind != NV_POINTER) return false;
    *vec_push(w->arena, &w->aliases) = (struct nest_alias){v, of};
    return true;
}

// Behind a copy the two would differ.
static bool was_copied(const struct nest_walk *w, const struct variable *v)
{
    for (int i = 0; i < w->aliases.n; i++)
        if (w->aliases.at[i].of.variable == v) return true;
    return false;
}

struct nest_place nest_place(struct nest_walk *w, const struct ast *n)
{
    struct nest_value pointer = {NV_NONE, NULL, -1};
    switch (n->kind) {
    case AST_VARIABLE: return variable(w, n->variable);
    case AST_MEMBER: return member(w, n);
    case AST_DEREF: pointer = nest_value(w, n->a); return behind(w, &pointer);
    default: nest_refuse(w, n, "a place that is not understood"); break;
    }
    return (struct nest_place){.pointer = pointer};
}

// ---- arrays in records

static const char *memory_path(struct nest_walk *w, int root, const struct cfield *field,
                               int64_t offset)
{
    const struct nest_root *r = &w->nest->roots.at[root];
    bool object = r->kind == ROOT_OBJECT && r->element->kind == CTYPE_RECORD && !r->array;
    if (field) return arena_printf(w->arena, "%s%s%s", r->path, object ? "." : "->", field->name);
    int64_t size = r->element && r->element->size > 0 ? r->element->size : 1;
    return arena_printf(w->arena, "%s[%lld]", r->path, (long long)(offset / size));
}

// At a fixed place in a record it is memory of its own, which ends where the array does.
struct nest_value nest_array(struct nest_walk *w, const struct ast *n)
{
    struct nest_place p = nest_place(w, n);
    struct nest_value v = nest_address(w, &p, n);
    int64_t offset;
    bool plain = n->kind == AST_MEMBER && n->field && n->type->kind == CTYPE_ARRAY &&
                 !n->type->variable && n->type->size > 0;
    if (!plain || v.kind != NV_POINTER || w->nest->roots.at[v.root].kind == ROOT_LOCAL ||
        !sym_is_const(v.number, &offset))
        return v;
    struct nest_root root = {.kind = ROOT_PART,
                             .parent = v.root,
                             .offset = offset,
                             .element = n->type->element,
                             .array = n->type,
                             .path = memory_path(w, v.root, n->field, offset)};
    return (struct nest_value){NV_POINTER, sym_const(w->syms, 0), nest_root(w, &root)};
}

// ---- reading

// At a fixed place it has a symbol, which a call binds by what memory holds then.
static struct nest_value load_integer(struct nest_walk *w, const struct nest_place *p,
                                      const struct ast *n)
{
    const struct nest_root *r = &w->nest->roots.at[p->pointer.root];
    int64_t offset;
    bool fixed = sym_is_const(p->pointer.number, &offset) && r->kind != ROOT_LOCAL;
    bool config = fixed && r->element && r->element->kind == CTYPE_RECORD;
    if (!config)
        nest_touch(w, &p->pointer, n->type, sym_const(w->syms, n->type->size), ACCESS_READ, n);
    if (fixed && !w->nest->writes_integers)
        return (struct nest_value){NV_INTEGER,
                                   nest_memory(w, p->pointer.root, offset, n->type,
                                               memory_path(w, p->pointer.root, p->field, offset)),
                                   -1};
    const char *reason = arena_printf(w->arena, "it depends on a number read from `%s`",
                                      w->nest->roots.at[p->pointer.root].path);
    return (struct nest_value){NV_INTEGER, sym_unknown(w->syms, reason), -1};
}

static struct nest_value load_pointer(struct nest_walk *w, const struct nest_place *p,
                                      const struct ast *n)
{
    int64_t offset;
    bool local = w->nest->roots.at[p->pointer.root].kind == ROOT_LOCAL;
    if (local || !sym_is_const(p->pointer.number, &offset))
        return (struct nest_value){NV_NONE, NULL, -1};
    struct nest_root root = {.kind = ROOT_FIELD,
                             .parent = p->pointer.root,
                             .offset = offset,
                             .element = n->type->element,
                             .path = memory_path(w, p->pointer.root, p->field, offset)};
    return (struct nest_value){NV_POINTER, sym_const(w->syms, 0), nest_root(w, &root)};
}

struct nest_value nest_load(struct nest_walk *w, const struct nest_place *p, const struct ast *n)
{
    struct nest_value none = {NV_NONE, NULL, -1};
    const struct ctype *t = n->type;
    if (p->variable) return nest_variable(w, p->variable, p->offset, t);
    if (p->pointer.kind != NV_POINTER) {
        nest_refuse(w, n, "an access through a pointer that is not known");
        return none;
    }
    if (ctype_is_integer(t)) return load_integer(w, p, n);
    if (t->kind == CTYPE_POINTER) return load_pointer(w, p, n);
    if (t->kind != CTYPE_FLOAT) {
        nest_refuse(w, n, "a record is copied");
        return none;
    }
    nest_touch(w, &p->pointer, t, sym_const(w->syms, t->size), ACCESS_READ, n);
    return (struct nest_value){NV_FLOAT, NULL, -1};
}

// ---- writing

void nest_store(struct nest_walk *w, const struct nest_place *p, const struct ctype *t,
                const struct nest_value *value, const struct ast *n)
{
    if (p->copied || (p->variable && was_copied(w, p->variable)))
        nest_refuse(w, n, "a record is changed that is a copy, or was copied");
    if (p->variable) {
        if (p->variable->storage > VARIABLE_PARAMETER) {
            w->nest->writes_globals = true;
            if (p->variable->type->kind != t->kind) nest_refuse(w, n, "a record is written");
        }
        nest_bind(w, p->variable, p->offset, value);
        return;
    }
    if (t->kind == CTYPE_POINTER || t->kind == CTYPE_RECORD) {
        nest_refuse(w, n, t->kind == CTYPE_POINTER ? "a pointer is stored" : "a record is stored");
        return;
    }
    nest_touch(w, &p->pointer, t, sym_const(w->syms, t->size), ACCESS_WRITE, n);
}
