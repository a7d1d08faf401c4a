// Whether a program multiplies what a call gives by a number, there or through a variable that it
// initialises.

#include "frontends/c/interp.h"

struct search {
    const struct ast *call;
    const struct variable *variable; // that holds what it gave
    int64_t number;
    const struct ast *found; // the factor
};

static bool gives(const struct search *s, const struct ast *n)
{
    n = ast_unconverted(n);
    return n == s->call || (s->variable && n->kind == AST_LOAD && n->a->kind == AST_VARIABLE &&
                            n->a->variable == s->variable);
}

static bool is_number(const struct search *s, const struct ast *n)
{
    n = ast_unconverted(n);
    return n->kind == AST_INT && n->integer == s->number;
}

// Memory for floats, into which elements of another type are converted.
static bool is_for_floats(const struct ast *n)
{
    const struct ctype *to = n->kind == AST_CONVERT ? n->type : NULL;
    return to && to->kind == CTYPE_POINTER && to->element->kind == CTYPE_FLOAT &&
           to->element->size == 4;
}

static void search(struct search *s, const struct ast *n)
{
    if (!n || s->found || is_for_floats(n)) return;
    if (n->kind == AST_BINARY && n->op == AST_OP_MUL) {
        if (gives(s, n->a) && is_number(s, n->b)) s->found = ast_unconverted(n->b);
        if (gives(s, n->b) && is_number(s, n->a)) s->found = ast_unconverted(n->a);
    }
    if (n->kind == AST_DECLARE && n->init && n->init->n == 1 && n->init->stores[0].value &&
        ast_unconverted(n->init->stores[0].value) == s->call)
        s->variable = n->variable;
    search(s, n->a);
    search(s, n->b);
    search(s, n->c);
    search(s, n->d);
    for (int i = 0; i < n->n_kids; i++) search(s, n->kids[i]);
    for (int i = 0; n->init && i < n->init->n; i++) search(s, n->init->stores[i].value);
}

const struct site *eval_result_scaled(struct eval *e, int64_t number)
{
    struct {
        const struct ast *node;
        const char *what;
    } key = {e->at, "scaled"};
    if (!e->at || !e->frame || !e->frame->function->body || map_get(e->reported, &key, sizeof key))
        return NULL;
    map_put(e->reported, &key, sizeof key, e);
    struct search s = {.call = e->at, .number = number};
    search(&s, e->frame->function->body);
    return s.found && s.found->line ? eval_site_of(e, s.found) : NULL;
}
