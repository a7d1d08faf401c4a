// How the arguments of a call are written: what the values alone no longer tell.

#include "frontends/c/interp.h"

#include <math.h>

// Or a signed number from elsewhere: enumerators are constants, and objects of their type are
// unsigned.
static bool is_truth(const struct ast *n)
{
    while (n->kind == AST_CONVERT) {
        if (n->type->kind == CTYPE_BOOL) return true;
        n = n->a;
    }
    if (n->kind == AST_LOAD || n->kind == AST_CALL)
        return n->type->kind == CTYPE_BOOL || (n->type->kind == CTYPE_INT && n->type->is_signed);
    bool compares = n->kind == AST_BINARY && n->op >= AST_OP_LT && n->op <= AST_OP_NE;
    bool negates = n->kind == AST_UNARY && n->op == AST_OP_NOT;
    return n->type->kind == CTYPE_BOOL || (n->kind == AST_INT && n->literal) || compares ||
           negates || n->kind == AST_AND || n->kind == AST_OR;
}

// The value that is written for the bytes at `offset` in the compound literal whose address is the
// argument; NULL: none is.
static const struct ast *written_at(struct eval *e, int argument, int64_t offset)
{
    const struct ast *call = e->at;
    if (!call || call->kind != AST_CALL || argument >= call->n_kids) return NULL;
    const struct ast *address = ast_unconverted(call->kids[argument]);
    if (address->kind != AST_ADDRESS || address->a->kind != AST_COMPOUND) return NULL;
    const struct initializer *init = address->a->init;
    for (int i = init ? init->n : 0; i-- > 0;) {
        const struct ast_store *store = &init->stores[i];
        if (store->offset == offset && store->value) return store->value;
    }
    return NULL;
}

const struct site *eval_argument_written(struct eval *e, int argument, int64_t offset)
{
    const struct ast *value = written_at(e, argument, offset);
    return value ? eval_site_of(e, value->line ? value : e->at) : NULL;
}

const char *eval_argument_lost(struct eval *e, int argument, int64_t offset)
{
    const struct ast *value = written_at(e, argument, offset);
    while (value && value->kind == AST_CONVERT) value = value->a;
    return value && value->kind == AST_HOLE && value->lost ? value->text : NULL;
}

const struct ctype *eval_argument_type(struct eval *e, int argument, int64_t offset)
{
    const struct ast *value = written_at(e, argument, offset);
    if (!value) return NULL;
    // NULL is a pointer, though it is made of a 0.
    while (value->kind == AST_CONVERT) {
        value = value->a;
        if (value->type->kind == CTYPE_POINTER) break;
    }
    return value->type;
}

bool eval_argument_fraction(struct eval *e, int argument, int64_t offset, double *number)
{
    const struct ast *value = written_at(e, argument, offset);
    // By the one conversion to the option's type: one to another type was asked for by a cast.
    if (!value || value->kind != AST_CONVERT) return false;
    value = value->a;
    bool negative = value->kind == AST_UNARY && value->op == AST_OP_NEG;
    if (negative) value = value->a;
    if (value->kind != AST_FLOAT || value->floating == floorl(value->floating)) return false;
    *number = (double)(negative ? -value->floating : value->floating);
    return true;
}

const struct site *eval_argument_truth(struct eval *e, int argument, int64_t offset)
{
    const struct ast *value = written_at(e, argument, offset);
    return value && is_truth(value) ? eval_argument_written(e, argument, offset) : NULL;
}

// ---- initialisers of variables

static const struct variable *variable_at(struct eval *e, const struct cvalue *pointer)
{
    if (pointer->kind != CVALUE_POINTER || !pointer->pointer.object) return NULL;
    for (int i = 0; i < e->statics.n && i < unit_n_globals(e->unit); i++) {
        const struct object *o = e->statics.at[i];
        if (o && o->id == pointer->pointer.object) return unit_global(e->unit, i);
    }
    return NULL;
}

const struct site *eval_initializer_end(struct eval *e, const struct cvalue *pointer)
{
    const struct variable *v = variable_at(e, pointer);
    const struct initializer *init = v ? unit_global_init(e->unit, v) : NULL;
    const struct ast *last = NULL;
    for (int i = 0; init && i < init->n; i++) {
        const struct ast *value = init->stores[i].value;
        if (value && value->line && (!last || value->line >= last->line)) last = value;
    }
    if (!last) return NULL;
    struct site *site = arena_new(e->arena, struct site);
    *site = (struct site){.file = unit_file(e->unit, last->file),
                          .line = (int)last->line,
                          .column = (int)last->column};
    return site;
}

// ---- the expression behind a value

static const struct ast *expression_at(struct eval *e, int argument, int64_t offset)
{
    if (offset != EVAL_WHOLE_ARGUMENT) return written_at(e, argument, offset);
    const struct ast *call = e->at;
    bool there = call && call->kind == AST_CALL && argument < call->n_kids;
    return there ? call->kids[argument] : NULL;
}

// Made of names, members and numbers alone, so that looking it up again does nothing.
static bool is_plain(const struct ast *n)
{
    switch (n->kind) {
    case AST_VARIABLE:
    case AST_INT: return true;
    case AST_LOAD:
    case AST_DECAY:
    case AST_CONVERT:
    case AST_MEMBER:
    case AST_ADDRESS:
    case AST_DEREF: return is_plain(n->a);
    case AST_POINTER_ADD: return is_plain(n->a) && is_plain(n->b);
    default: return false;
    }
}

// The innermost member that the value is read from.
static const struct cfield *member_of(const struct ast *lvalue)
{
    while (lvalue->kind != AST_MEMBER) {
        bool element = lvalue->kind == AST_DEREF && lvalue->a->kind == AST_POINTER_ADD;
        const struct ast *array = element ? ast_unconverted(lvalue->a->a) : NULL;
        if (!array || array->kind != AST_DECAY) return NULL;
        lvalue = array->a;
    }
    return lvalue->field;
}

struct eval_expression eval_argument_expression(struct eval *e, int argument, int64_t offset)
{
    struct eval_expression found = {0};
    const struct ast *n = expression_at(e, argument, offset);
    if (!n) return found;
    n = ast_unconverted(n);
    found.site = eval_site_of(e, n->line ? n : e->at);
    if (n->kind != AST_INT) found.text = name_expression(e, n);
    bool direct = n->kind == AST_CALL && n->a->kind == AST_DECAY && n->a->a->kind == AST_FUNCTION;
    if (direct) found.callee = n->a->a->function;
    if (n->kind != AST_LOAD || !is_plain(n->a)) return found;
    found.variable = n->a->kind == AST_VARIABLE;
    found.member = member_of(n->a);
    struct place place = expr_place(e, n->a);
    if (!place.object) return found;
    found.memory.kind = CVALUE_POINTER;
    found.memory.pointer.object = place.object->id;
    found.path = name_place(e, place, n->type);
    return found;
}

// ---- where the program keeps what it gives

static int parameter_index(const struct function *f, const struct variable *v)
{
    for (int i = 0; i < f->n_parameters; i++)
        if (f->parameters[i] == v) return i;
    return -1;
}

static bool is_kept(const struct ast *n)
{
    return n->kind == AST_LOAD && is_plain(n->a);
}

// What the caller of the function gave for its parameter, if that is kept somewhere; NULL: it is
// not, or this is no parameter.
static const struct ast *given_by_caller(const struct frame *f, const struct ast *n)
{
    if (n->a->kind != AST_VARIABLE || !f->caller || !f->call || f->call->kind != AST_CALL)
        return NULL;
    int i = parameter_index(f->function, n->a->variable);
    if (i < 0 || i >= f->call->n_kids) return NULL;
    const struct ast *given = ast_unconverted(f->call->kids[i]);
    return is_kept(given) ? given : NULL;
}

// As it is written, with the numbers that indices are.
static void add_place(struct eval *e, struct text *out, const struct ast *n)
{
    n = ast_unconverted(n);
    if (n->kind == AST_VARIABLE) text_add(out, n->variable->name);
    if (n->kind == AST_VARIABLE || n->kind == AST_INT) return;
    add_place(e, out, n->a);
    if (n->kind == AST_MEMBER && n->field && n->field->name[0])
        text_printf(out, ".%s", n->field->name);
    if (n->kind != AST_POINTER_ADD) return;
    struct cvalue index = expr_value(e, n->b);
    int64_t number;
    if (cvalue_as_int(&index, &number) && number >= 0) text_printf(out, ".%lld", (long long)number);
}

const char *eval_argument_place(struct eval *e, int argument, int64_t offset)
{
    const struct ast *n = expression_at(e, argument, offset), *outer;
    n = n ? ast_unconverted(n) : NULL;
    if (!n || !is_kept(n)) return NULL;
    struct frame *frame = e->frame;
    for (; (outer = given_by_caller(e->frame, n)); n = outer) e->frame = e->frame->caller;
    struct text out = {.arena = e->arena};
    add_place(e, &out, n->a);
    e->frame = frame;
    return text_string(&out);
}
