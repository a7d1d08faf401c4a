// Names of unknowns: how a C programmer would reach a place of memory
// (`hparams.n_embd`, `model->layers[3].wq`), and how an expression reads.

#include "frontends/c/interp.h"

#include <string.h>

#define MAX_NAME 240
#define MAX_SYMBOLS 200000

// ---- places

// Of a union's members, one of the type that is asked for.
static const struct cfield *field_at(const struct ctype *record, int64_t offset,
                                     const struct ctype *wanted)
{
    const struct cfield *found = NULL;
    for (int i = 0; i < record->n_fields; i++) {
        const struct cfield *f = &record->fields[i];
        bool inside = offset >= f->offset && offset < f->offset + f->type->size;
        bool better = !found || !record->is_union || (found->type != wanted && f->type == wanted);
        if (inside && better) found = f;
    }
    return found;
}

enum joint { JOINT_DOT, JOINT_ARROW };

// Adds `.field[index]` until the type asked for, or a scalar, is reached. `joint` stands before the
// first field.
static void add_steps(struct text *out, const struct ctype *at, int64_t offset,
                      const struct ctype *wanted, enum joint joint)
{
    while (at && out->n < MAX_NAME) {
        if (offset == 0 && at == wanted) return;
        if (at->kind == CTYPE_RECORD) {
            const struct cfield *f = field_at(at, offset, wanted);
            if (!f) return;
            if (!f->anonymous && f->name[0]) {
                text_add(out, joint == JOINT_ARROW ? "->" : ".");
                text_add(out, f->name);
                joint = JOINT_DOT;
            }
            offset -= f->offset;
            at = f->type;
        } else if (at->kind == CTYPE_ARRAY && at->element->size > 0) {
            text_printf(out, "[%lld]", (long long)(offset / at->element->size));
            offset %= at->element->size;
            at = at->element;
            joint = JOINT_DOT;
        } else {
            return;
        }
    }
}

// What the program calls the object, or the pointer that leads to it.
static const char *object_path(const struct object *o)
{
    if (o->rare && o->rare->path) return o->rare->path;
    return o->name ? o->name : "memory";
}

// Behind a pointer: p->field for the first element of a record, p[3] for the others.
static void add_pointed(struct text *out, const struct object *o, int64_t offset,
                        const struct ctype *wanted)
{
    const struct ctype *element = o->type ? o->type : wanted;
    int64_t size = element && element->size > 0 ? element->size : 1;
    int64_t index = offset / size;
    bool arrow = index == 0 && element && element->kind == CTYPE_RECORD;
    if (!arrow) text_printf(out, "[%lld]", (long long)index);
    add_steps(out, element, offset % size, wanted, arrow ? JOINT_ARROW : JOINT_DOT);
}

const char *name_place(struct eval *e, struct place p, const struct ctype *wanted)
{
    struct text out = {.arena = e->arena};
    if (!p.object) return "memory at an unknown address";
    text_add(&out, object_path(p.object));
    bool pointed = p.object->rare && p.object->rare->path_is_pointer;
    if (pointed || p.object->kind == OBJECT_HEAP)
        add_pointed(&out, p.object, p.offset, wanted);
    else
        add_steps(&out, p.object->type, p.offset, wanted, JOINT_DOT);
    return text_string(&out);
}

// ---- expressions

static void add_expression(struct text *out, const struct ast *n, int depth);

static void add_list(struct text *out, const struct ast *n, int depth)
{
    text_add(out, "(");
    for (int i = 0; i < n->n_kids; i++) {
        if (i) text_add(out, ", ");
        add_expression(out, n->kids[i], depth);
    }
    text_add(out, ")");
}

// How tightly operators bind, as the grammar of C has it (C17 6.5): what is unary or a single thing
// binds tightest.
enum binding {
    BINDS_COMMA,
    BINDS_ASSIGN,
    BINDS_OR,
    BINDS_AND,
    BINDS_BIT_OR,
    BINDS_BIT_XOR,
    BINDS_BIT_AND,
    BINDS_EQUAL,
    BINDS_LESS,
    BINDS_SHIFT,
    BINDS_ADD,
    BINDS_MULTIPLY,
    BINDS_UNARY,
    BINDS_SINGLE
};

static enum binding binding_of_op(enum ast_op op)
{
    switch (op) {
    case AST_OP_MUL:
    case AST_OP_DIV:
    case AST_OP_REM: return BINDS_MULTIPLY;
    case AST_OP_ADD:
    case AST_OP_SUB: return BINDS_ADD;
    case AST_OP_SHL:
    case AST_OP_SHR: return BINDS_SHIFT;
    case AST_OP_LT:
    case AST_OP_GT:
    case AST_OP_LE:
    case AST_OP_GE: return BINDS_LESS;
    case AST_OP_EQ:
    case AST_OP_NE: return BINDS_EQUAL;
    case AST_OP_AND: return BINDS_BIT_AND;
    case AST_OP_XOR: return BINDS_BIT_XOR;
    case AST_OP_OR: return BINDS_BIT_OR;
    default: return BINDS_SINGLE;
    }
}

static enum binding binding_of(const struct ast *n)
{
    while (n && (n->kind == AST_LOAD || n->kind == AST_DECAY || n->kind == AST_CONVERT)) n = n->a;
    if (!n) return BINDS_SINGLE;
    switch (n->kind) {
    case AST_BINARY: return binding_of_op(n->op);
    case AST_POINTER_ADD:
    case AST_POINTER_DIFF: return BINDS_ADD;
    case AST_AND: return BINDS_AND;
    case AST_OR: return BINDS_OR;
    case AST_ASSIGN: return BINDS_ASSIGN;
    case AST_COMMA: return BINDS_COMMA;
    case AST_DEREF: return n->a->kind == AST_POINTER_ADD ? BINDS_SINGLE : BINDS_UNARY;
    case AST_UNARY:
    case AST_ADDRESS: return BINDS_UNARY;
    default: return BINDS_SINGLE;
    }
}

// In parentheses where it binds less tightly.
static void add_operand(struct text *out, const struct ast *n, enum binding least, int depth)
{
    bool loose = binding_of(n) < least;
    if (loose) text_add(out, "(");
    add_expression(out, n, depth);
    if (loose) text_add(out, ")");
}

// base->field, base.field, base[index]: without the nodes that C leaves unwritten.
static void add_member(struct text *out, const struct ast *n, int depth)
{
    bool through = n->a->kind == AST_DEREF && n->a->a->kind != AST_POINTER_ADD;
    add_operand(out, through ? n->a->a : n->a, BINDS_SINGLE, depth);
    if (!n->field || !n->field->name[0]) return;
    text_add(out, through ? "->" : ".");
    text_add(out, n->field->name);
}

static void add_deref(struct text *out, const struct ast *n, int depth)
{
    if (n->a->kind == AST_POINTER_ADD && n->a->op != AST_OP_SUB) {
        add_operand(out, n->a->a, BINDS_SINGLE, depth);
        text_add(out, "[");
        add_expression(out, n->a->b, depth);
        text_add(out, "]");
        return;
    }
    text_add(out, "*");
    add_operand(out, n->a, BINDS_UNARY, depth);
}

// Operators of one level are read from the left.
static void add_binary(struct text *out, const struct ast *n, const char *op, int depth)
{
    enum binding binding = binding_of(n);
    add_operand(out, n->a, binding, depth);
    text_add_char(out, ' ');
    text_add(out, op);
    text_add_char(out, ' ');
    add_operand(out, n->b, binding + 1, depth);
}

static void add_other(struct text *out, const struct ast *n, int depth)
{
    switch (n->kind) {
    case AST_BINARY: add_binary(out, n, ast_spelling(n->op), depth); break;
    case AST_POINTER_ADD: add_binary(out, n, n->op == AST_OP_SUB ? "-" : "+", depth); break;
    case AST_POINTER_DIFF: add_binary(out, n, "-", depth); break;
    case AST_AND: add_binary(out, n, "&&", depth); break;
    case AST_OR: add_binary(out, n, "||", depth); break;
    case AST_COMMA: add_binary(out, n, ",", depth); break;
    case AST_ASSIGN: add_binary(out, n, "=", depth); break;
    case AST_CALL:
        add_expression(out, n->a, depth);
        add_list(out, n, depth);
        break;
    case AST_UNARY:
        text_add(out, ast_spelling(n->op));
        add_operand(out, n->a, BINDS_UNARY, depth);
        break;
    case AST_ADDRESS:
        text_add(out, "&");
        add_expression(out, n->a, depth);
        break;
    case AST_STEP: add_expression(out, n->a, depth); break;
    default: text_add(out, "..."); break;
    }
}

static void add_expression(struct text *out, const struct ast *n, int depth)
{
    if (!n || depth <= 0 || out->n > MAX_NAME) {
        text_add(out, "...");
        return;
    }
    switch (n->kind) {
    case AST_VARIABLE: text_add(out, n->variable->name); break;
    case AST_FUNCTION: text_add(out, n->function->name); break;
    case AST_INT: text_printf(out, "%lld", (long long)n->integer); break;
    case AST_FLOAT: text_printf(out, "%Lg", n->floating); break;
    case AST_STRING: text_printf(out, "\"%.40s\"", n->string.bytes); break;
    case AST_LOAD:
    case AST_DECAY:
    case AST_CONVERT: add_expression(out, n->a, depth); break;
    case AST_MEMBER: add_member(out, n, depth - 1); break;
    case AST_DEREF: add_deref(out, n, depth - 1); break;
    default: add_other(out, n, depth - 1); break;
    }
}

const char *name_expression(struct eval *e, const struct ast *n)
{
    struct text out = {.arena = e->arena};
    add_expression(&out, n, 12);
    return text_string(&out);
}

const char *name_compared(struct eval *e, const struct ast *n)
{
    struct text out = {.arena = e->arena};
    add_operand(&out, n, BINDS_SHIFT, 12);
    return text_string(&out);
}

// ---- symbols

struct cvalue name_called(struct eval *e, const struct ast *n, const struct cvalue *v)
{
    n = ast_unconverted(n);
    return n->kind == AST_CALL ? name_written(e, n, v) : *v;
}

struct cvalue name_written(struct eval *e, const struct ast *n, const struct cvalue *v)
{
    const struct ctype *t = v->type;
    if (v->kind != CVALUE_UNKNOWN || lost_is_reason(e, v->reason)) return *v;
    const char *name = name_expression(e, n);
    if (strstr(name, "...")) return value_blank(e, t, v->reason);
    if (ctype_is_integer(t)) return cvalue_sym(t, name_symbol(e, name, t));
    if (t->kind != CTYPE_POINTER || t->element->kind == CTYPE_FUNCTION) return *v;
    struct object *o = lazy_object(e, t->element, name, NULLNESS_MAYBE);
    o->rare->reason = v->reason;
    return (struct cvalue){.kind = CVALUE_POINTER, .type = t, .pointer = {o->id, 0}};
}

// array[number]: looking for its place changes nothing.
static const struct ast *numbered_element(const struct ast *n)
{
    n = ast_unconverted(n);
    if (n->kind != AST_LOAD || n->a->kind != AST_DEREF || n->a->a->kind != AST_POINTER_ADD)
        return NULL;
    const struct ast *add = n->a->a, *base = add->a;
    bool plain = (base->kind == AST_DECAY || base->kind == AST_LOAD) &&
                 base->a->kind == AST_VARIABLE && ast_unconverted(add->b)->kind == AST_INT;
    return plain && n->type->kind == CTYPE_INT && n->type->size <= 8 ? n->a : NULL;
}

void name_after(struct eval *e, struct place to, const struct ast *member, const struct ast *n)
{
    const struct ast *element = numbered_element(n);
    uint8_t bytes[8];
    if (!element || !to.object || member->type->kind != CTYPE_INT || e->request.concrete) return;
    struct place from = expr_place(e, element);
    const struct object *o = from.object;
    int64_t size = element->type->size;
    if (!o || !o->live || o->kind == OBJECT_ELEMENT || o->constant || from.offset < 0 ||
        from.offset > o->size - size || heap_read(o, from.offset, size, bytes) != BYTE_UNKNOWN)
        return;
    if (o->rare && (o->rare->opaque || lost_is_reason(e, o->rare->reason))) return;
    const struct sym *s = name_symbol(e, name_place(e, to, member->type), element->type);
    struct cvalue v = cvalue_sym(element->type, s);
    place_store(e, from, element->type, &v, n);
}

const char *name_unique(struct eval *e, const char *name)
{
    if (strlen(name) > MAX_NAME) name = arena_printf(e->arena, "%.*s...", MAX_NAME, name);
    uintptr_t count = (uintptr_t)map_get_string(e->naming.names, name);
    map_put_string(e->naming.names, name, (void *)(count + 1));
    return count ? arena_printf(e->arena, "%s#%d", name, (int)count + 1) : name;
}

// Would the type hold it?
static bool fits(struct eval *e, const char *name, const struct ctype *type, int64_t value)
{
    if ((type->kind != CTYPE_INT && type->kind != CTYPE_BOOL) || type->size >= 8) return true;
    int bits = type->kind == CTYPE_BOOL ? 1 : (int)(8 * type->size) - type->is_signed;
    int64_t most = ((int64_t)1 << bits) - 1, least = type->is_signed ? -most - 1 : 0;
    if (value >= least && value <= most) return true;
    eval_fault(e, e->at, DIAG_SET_RANGE,
               "--set %s=%lld: a number of this type lies from %lld to %lld; `%s` stays unknown",
               name, (long long)value, (long long)least, (long long)most, name);
    return false;
}

// A value that the user gave with --set; notes that the name exists, so that others can be
// complained about.
static bool binding(struct eval *e, const char *name, int64_t *value)
{
    const struct eval_request *r = &e->request;
    for (int i = 0; i < r->n_bindings; i++) {
        if (strcmp(r->binding_names[i], name) != 0) continue;
        *value = r->binding_values[i];
        if (r->bindings_used) r->bindings_used[i] = true;
        return true;
    }
    return false;
}

// Sizes come from outside far more often than negative numbers, so a symbol is
// at least 0 (sym.h), but for characters. Where that decides a condition it is said (compare.c).
const struct sym *name_symbol(struct eval *e, const char *name, const struct ctype *type)
{
    int64_t value;
    if (map_get_string(e->naming.names, name) == NULL)
        *vec_push(e->arena, &e->naming.symbol_names) = name;
    const char *unique = name_unique(e, name);
    bool given = binding(e, unique, &value) || binding(e, name, &value);
    if (given && fits(e, unique, type, value)) return sym_const(e->syms, value);
    if (++e->naming.n_symbols > MAX_SYMBOLS)
        return sym_unknown(e->syms, "too many unknown numbers");
    const struct sym *s = sym_var(e->syms, unique);
    if (type->size == 1 && type->is_signed) sym_allow_negative(e->syms, s);
    if (type->size == 1 && type->is_signed) sym_assume_at_least(e->syms, s, -128);
    if (type->size > 1 && type->is_signed)
        map_put_number(e->naming.signs, (uint64_t)(uintptr_t)s, e);
    int bits = (int)(8 * type->size) - (type->is_signed ? 1 : 0);
    if (type->kind == CTYPE_BOOL)
        sym_assume_at_most(e->syms, s, 1);
    else if (bits < 63)
        sym_assume_at_most(e->syms, s, ((int64_t)1 << bits) - 1);
    return s;
}
