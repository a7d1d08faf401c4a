#include "frontends/c/keyed.h"

#include "frontends/c/dialect.h"
#include "frontends/c/kernels/nest.h"

// ---- the form

static bool is_literal(const struct ast *n)
{
    n = ast_unconverted(n);
    return n->kind == AST_DECAY && n->a->kind == AST_STRING;
}

static const struct function *library_function(const struct ast *call)
{
    bool named = call->kind == AST_CALL && call->a->kind == AST_DECAY &&
                 call->a->a->kind == AST_FUNCTION && !call->a->a->function->has_body;
    return named ? call->a->a->function : NULL;
}

// !strcmp(text, "name"), strcmp(text, "name") == 0
static const struct ast *comparison(const struct ast *n)
{
    n = ast_unconverted(n);
    if (n->kind == AST_UNARY && n->op == AST_OP_NOT) return ast_unconverted(n->a);
    if (n->kind != AST_BINARY || n->op != AST_OP_EQ) return NULL;
    const struct ast *zero = ast_unconverted(n->b);
    return zero->kind == AST_INT && zero->integer == 0 ? ast_unconverted(n->a) : NULL;
}

// The text that a branch holds against a name; NULL: it asks something else.
static const struct ast *text_of(struct eval *e, const struct ast *branch)
{
    const struct ast *call = branch->kind == AST_IF ? comparison(branch->a) : NULL;
    const struct function *f = call ? library_function(call) : NULL;
    if (!f || call->n_kids < 2 || is_literal(call->kids[0]) == is_literal(call->kids[1]))
        return NULL;
    if (dialect_effect_of(e->arena, f) != DIALECT_COMPARES) return NULL;
    const struct ast *text = call->kids[is_literal(call->kids[0]) ? 1 : 0];
    return nest_is_pure(e->arena, text) ? text : NULL;
}

// What a side gives a number: it is not computed, so a library that is asked must change nothing
// else.
static bool is_read_off(struct eval *e, const struct ast *n)
{
    n = ast_unconverted(n);
    return library_function(n) || nest_is_pure(e->arena, n);
}

typedef bool visit(struct eval *, const struct ast *assignment);

// All of its statements are assignments of numbers to places that can be named, each of which
// passes.
static bool each_set(struct eval *e, const struct ast *n, visit *passes)
{
    if (!n || n->kind == AST_EMPTY) return n != NULL;
    if (n->kind == AST_EXPRESSION) return each_set(e, n->a, passes);
    if (n->kind == AST_BLOCK) {
        for (int i = 0; i < n->n_kids; i++)
            if (!each_set(e, n->kids[i], passes)) return false;
        return n->n_kids > 0;
    }
    return n->kind == AST_ASSIGN && passes(e, n);
}

static bool sets_number(struct eval *e, const struct ast *n)
{
    bool bits = n->a->kind == AST_MEMBER && n->a->bit_width >= 0;
    return !bits && ctype_is_number(n->a->type) && nest_is_pure(e->arena, n->a) &&
           is_read_off(e, n->b);
}

// What is done with a name that is none of them is not followed: it ends, or tells somebody.
static bool is_no_more(struct eval *e, const struct ast *n)
{
    if (!n || n->kind == AST_EMPTY || n->kind == AST_CONTINUE || path_ends(e, n)) return true;
    if (n->kind == AST_EXPRESSION) return library_function(n->a) != NULL;
    bool all = n->kind == AST_BLOCK;
    for (int i = 0; all && i < n->n_kids; i++) all = is_no_more(e, n->kids[i]);
    return all;
}

static bool is_chain(struct eval *e, const struct ast *n, int *length)
{
    for (*length = 0; n && text_of(e, n); n = n->c, ++*length)
        if (!each_set(e, n->b, sets_number)) return false;
    return *length > 0 && is_no_more(e, n);
}

// ---- running it

static bool is_unknown(struct eval *e, const struct ast *text)
{
    int mark = e->stack.temporaries.n;
    struct cvalue v = expr_value(e, text);
    eval_release_temporaries(e, mark);
    return e->flow == FLOW_NORMAL && v.kind == CVALUE_POINTER && !cvalue_is_null(&v) &&
           !eval_string(e, &v);
}

static uint64_t key_of(const struct object *o, int64_t offset)
{
    return ((uint64_t)o->id << 32) + (uint64_t)offset + 1;
}

bool keyed_is_place(const struct eval *e, const struct object *o, int64_t offset)
{
    return map_get_number(e->paths.keyed_places, key_of(o, offset));
}

static bool name_number(struct eval *e, const struct ast *assignment)
{
    const struct ctype *t = assignment->a->type;
    struct place p = expr_place(e, assignment->a);
    if (e->flow != FLOW_NORMAL) return false;
    if (!p.object || keyed_is_place(e, p.object, p.offset)) return true;
    struct cvalue v = cvalue_unknown(t, "a number of a file");
    if (ctype_is_integer(t)) v = cvalue_sym(t, name_symbol(e, name_place(e, p, t), t));
    place_store(e, p, t, &v, assignment);
    map_put_number(e->paths.keyed_places, key_of(p.object, p.offset), e);
    return true;
}

bool keyed_run(struct eval *e, const struct ast *branch)
{
    int length;
    const struct ast *text = e->request.concrete || e->seek ? NULL : text_of(e, branch);
    if (!text || !is_chain(e, branch, &length) || length < 2 || !is_unknown(e, text)) return false;
    for (const struct ast *n = branch; n && n->kind == AST_IF && text_of(e, n); n = n->c)
        if (!each_set(e, n->b, name_number)) return true;
    map_put_number(e->paths.keyed, (uint64_t)(uintptr_t)branch, e);
    eval_assume(e, branch,
                arena_printf(e->arena, "`%s` has each of the names from line %u on",
                             name_expression(e, text), branch->line));
    return true;
}

static bool is_keyed(const struct eval *e, const struct ast *n)
{
    if (n->kind == AST_DECLARE || n->kind == AST_EMPTY) return true;
    if (n->kind == AST_IF) return map_get_number(e->paths.keyed, (uint64_t)(uintptr_t)n) != NULL;
    bool all = n->kind == AST_BLOCK;
    for (int i = 0; all && i < n->n_kids; i++) all = is_keyed(e, n->kids[i]);
    return all;
}

bool keyed_is_all(const struct eval *e, const struct ast *loop)
{
    return (loop->kind == AST_WHILE || loop->kind == AST_FOR) && !loop->c && is_keyed(e, loop->d);
}
