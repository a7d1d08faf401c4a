// Numbers that are the same in every round of a loop: of constants, of what was there before the
// loop, and of what arithmetic and functions of numbers make of them. A round may keep such a
// number in what it made itself (`block->n_heads = config.n_heads`), and no other round can do
// something else because of it. Whether a loop changes what was there before it, carried.c asks.

#include "frontends/c/loops/form.h"

#define MAX_DEPTH 64 // of expressions, and of variables that others are made of

// The variable that `v.a.b` or `v->a.b` is a part of; NULL: it is reached otherwise.
static const struct variable *root_of(const struct ast *n)
{
    while (n->kind == AST_MEMBER) n = n->a;
    if (n->kind == AST_DEREF) n = n->a;
    n = ast_unconverted(n);
    if (n->kind == AST_LOAD) n = n->a;
    return n->kind == AST_VARIABLE ? n->variable : NULL;
}

static bool is_steady(const struct rounds_form *, const struct ast *, int depth);

// Of the body's own variables a number that nothing sets again is what it was made of.
static bool is_made_steady(const struct rounds_form *f, const struct variable *v, int depth)
{
    uint64_t key = (uint64_t)(uintptr_t)v;
    const struct ast *declared = map_get_number(f->declared, key);
    const struct initializer *init = declared->init;
    return form_is_number(v->type) && !map_get_number(f->set, key) && init && init->n == 1 &&
           init->stores[0].value && is_steady(f, init->stores[0].value, depth);
}

static bool is_steady_place(const struct rounds_form *f, const struct ast *lvalue, int depth)
{
    const struct variable *v = root_of(lvalue);
    if (!v || form_is_changing(f, v) || form_is_walking(f, v) || form_mentions_changing(f, lvalue))
        return false;
    return !form_is_declared(f, v) || is_made_steady(f, v, depth);
}

// A function of the program keeps no numbers, or the loop is not understood; one of a library that
// has no arguments, as rand(), may give others at each call.
static bool is_steady_call(const struct rounds_form *f, const struct ast *call, int depth)
{
    const struct function *callee = form_callee(call);
    if (!callee || (!callee->has_body && call->n_kids == 0)) return false;
    for (int i = 0; i < call->n_kids; i++)
        if (!form_is_number(call->kids[i]->type) || !is_steady(f, call->kids[i], depth))
            return false;
    return true;
}

static bool is_steady(const struct rounds_form *f, const struct ast *n, int depth)
{
    if (++depth > MAX_DEPTH) return false;
    switch (n->kind) {
    case AST_INT:
    case AST_FLOAT: return true;
    case AST_LOAD: return form_is_number(n->type) && is_steady_place(f, n->a, depth);
    case AST_CONVERT:
    case AST_UNARY: return is_steady(f, n->a, depth);
    case AST_BINARY:
    case AST_AND:
    case AST_OR: return is_steady(f, n->a, depth) && is_steady(f, n->b, depth);
    case AST_CONDITIONAL:
        return is_steady(f, n->a, depth) && (!n->b || is_steady(f, n->b, depth)) &&
               is_steady(f, n->c, depth);
    case AST_CALL: return is_steady_call(f, n, depth);
    default: return false;
    }
}

bool form_keeps_steady(const struct rounds_form *f, const struct ast *n)
{
    if (n->kind != AST_ASSIGN || n->a->kind != AST_MEMBER) return false;
    const struct variable *v = root_of(n->a);
    return v && form_is_declared(f, v) && !form_is_walking(f, v) && is_steady(f, n->b, 0);
}
