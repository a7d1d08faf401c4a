// In whose size an argument is counted: the sizeof that its expression multiplies by. Names are
// followed to what they are initialised with, parameters to what the caller gave, and calls to what
// their function returns.

#include "frontends/c/interp.h"

#define MAX_FOLLOWED 16

struct counting {
    struct eval *eval;
    const struct frame
        *frame; // whose names the expression has; NULL: of a function that was called
    const struct ast *body;
    int followed;
};

static const struct ctype *counted(struct counting *, const struct ast *);

// ---- names

// What the variable is initialised with, where it is declared.
static const struct ast *initial_value(const struct ast *n, const struct variable *v)
{
    if (!n) return NULL;
    if (n->kind == AST_DECLARE && n->variable == v)
        return n->init && n->init->n == 1 ? n->init->stores[0].value : NULL;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d}, *found = NULL;
    for (int i = 0; i < 4 && !found; i++) found = initial_value(parts[i], v);
    for (int i = 0; i < n->n_kids && !found; i++) found = initial_value(n->kids[i], v);
    return found;
}

static const struct ctype *counted_by_caller(struct counting *c, const struct variable *v)
{
    const struct frame *f = c->frame;
    if (!f || !f->caller || !f->call || f->call->kind != AST_CALL) return NULL;
    for (int i = 0; i < f->function->n_parameters && i < f->call->n_kids; i++) {
        if (f->function->parameters[i] != v) continue;
        struct counting above = {c->eval, f->caller, f->caller->function->body, c->followed};
        return counted(&above, f->call->kids[i]);
    }
    return NULL;
}

static const struct ctype *counted_in_variable(struct counting *c, const struct variable *v)
{
    if (v->storage == VARIABLE_PARAMETER) return counted_by_caller(c, v);
    const struct initializer *init =
        v->storage == VARIABLE_LOCAL ? NULL : unit_global_init(c->eval->unit, v);
    const struct ast *value = init && init->n == 1 ? init->stores[0].value : NULL;
    if (v->storage == VARIABLE_LOCAL) value = initial_value(c->body, v);
    return value ? counted(c, value) : NULL;
}

// ---- calls

static const struct ast *returned(const struct ast *n)
{
    if (!n || n->kind == AST_RETURN) return n ? n->a : NULL;
    if (n->kind != AST_BLOCK) return NULL;
    return n->n_kids ? returned(n->kids[n->n_kids - 1]) : NULL;
}

static const struct ctype *counted_by_call(struct counting *c, const struct ast *n)
{
    bool direct = n->a->kind == AST_DECAY && n->a->a->kind == AST_FUNCTION;
    struct function *f = direct ? n->a->a->function : NULL;
    if (!f || !f->has_body) return NULL;
    struct counting inside = {c->eval, NULL, unit_body(c->eval->unit, f), c->followed};
    const struct ast *value = returned(inside.body);
    return value ? counted(&inside, value) : NULL;
}

// ---- expressions

static const struct ctype *counted_in_either(struct counting *c, const struct ast *n)
{
    // What is divided is counted in something else then.
    if (n->op == AST_OP_DIV || n->op == AST_OP_REM) return NULL;
    const struct ctype *type = counted(c, n->a);
    return type ? type : counted(c, n->b);
}

static const struct ctype *counted(struct counting *c, const struct ast *n)
{
    n = ast_unconverted(n);
    switch (n->kind) {
    case AST_INT: return n->compute;
    case AST_BINARY: return counted_in_either(c, n);
    case AST_CONDITIONAL: return n->c ? counted(c, n->c) : NULL;
    case AST_LOAD:
        if (n->a->kind != AST_VARIABLE || ++c->followed > MAX_FOLLOWED) return NULL;
        return counted_in_variable(c, n->a->variable);
    case AST_CALL: return ++c->followed > MAX_FOLLOWED ? NULL : counted_by_call(c, n);
    default: return NULL;
    }
}

const struct ctype *eval_argument_counted(struct eval *e, int argument)
{
    const struct ast *call = e->at;
    if (!call || call->kind != AST_CALL || argument >= call->n_kids || !e->frame) return NULL;
    struct counting c = {.eval = e, .frame = e->frame, .body = e->frame->function->body};
    return counted(&c, call->kids[argument]);
}
