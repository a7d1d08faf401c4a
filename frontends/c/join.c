#include "frontends/c/join.h"

#include "frontends/c/kernels/nest.h"
#include "frontends/c/kernels/raw.h"

// Whole numbers may be sizes, but those that a kernel computes are data.
static bool is_data(const struct eval *e, const struct ctype *t)
{
    return t->kind == CTYPE_FLOAT || (ctype_is_number(t) && raw_in_kernel(e));
}

static bool sets_number(struct arena *arena, const struct ast *n)
{
    bool sets = n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP;
    bool bits = n->a && n->a->kind == AST_MEMBER && n->a->bit_width >= 0;
    return sets && !bits && ctype_is_number(n->a->type) && nest_is_pure(arena, n->a) &&
           (!n->b || nest_is_pure(arena, n->b));
}

// Statements that set numbers, one by one.
static bool only_sets(const struct eval *e, const struct ast *n)
{
    if (!n) return true;
    switch (n->kind) {
    case AST_EMPTY: return true;
    case AST_EXPRESSION: return only_sets(e, n->a);
    case AST_COMMA: return only_sets(e, n->a) && only_sets(e, n->b);
    case AST_IF: return nest_is_pure(e->arena, n->a) && only_sets(e, n->b) && only_sets(e, n->c);
    case AST_BLOCK:
        for (int i = 0; i < n->n_kids; i++)
            if (!only_sets(e, n->kids[i])) return false;
        return true;
    default: return sets_number(e->arena, n);
    }
}

// Is any number that these statements set, or count with, data?
static bool sets_data(const struct eval *e, const struct ast *n)
{
    if (!n) return false;
    if (n->kind == AST_STEP) return true;
    if (n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN) return is_data(e, n->a->type);
    for (int i = 0; i < n->n_kids; i++)
        if (sets_data(e, n->kids[i])) return true;
    return sets_data(e, n->a) || sets_data(e, n->b) || sets_data(e, n->c);
}

static bool reads_element(const struct ast *n)
{
    if (!n) return false;
    if (n->kind == AST_POINTER_ADD) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (reads_element(n->kids[i])) return true;
    return reads_element(n->a) || reads_element(n->b) || reads_element(n->c);
}

// Elements decide on data: which is the likeliest, how many are so large. What else decides on
// whole numbers alone may choose a size, and then each is a model of its own.
static bool is_about_data(const struct eval *e, const struct ast *branch)
{
    return reads_element(branch->a) || sets_data(e, branch->b) || sets_data(e, branch->c);
}

bool join_fits(struct eval *e, const struct ast *branch)
{
    if (branch->kind == AST_CONDITIONAL)
        return is_data(e, branch->type) && branch->op != AST_OP_ELVIS &&
               nest_is_pure(e->arena, branch->a) && nest_is_pure(e->arena, branch->b) &&
               nest_is_pure(e->arena, branch->c);
    if (branch->kind != AST_IF) return is_data(e, branch->type) && nest_is_pure(e->arena, branch);
    return nest_is_pure(e->arena, branch->a) && only_sets(e, branch->b) &&
           only_sets(e, branch->c) && is_about_data(e, branch);
}

static bool compares_floats(const struct ast *n)
{
    if (!n) return false;
    if (n->kind == AST_BINARY && n->a->type->kind == CTYPE_FLOAT) return true;
    if (n->kind == AST_AND || n->kind == AST_OR)
        return compares_floats(n->a) || compares_floats(n->b);
    return n->kind == AST_UNARY && compares_floats(n->a);
}

bool join_chooses(struct eval *e, const struct ast *branch)
{
    return branch->kind == AST_IF && compares_floats(branch->a) && join_fits(e, branch);
}

bool join_was_open(const struct eval *e, const struct ast *branch)
{
    return map_get_number(e->paths.joins, (uint64_t)(uintptr_t)branch);
}

// A whole number is no symbol: which of few it is, no condition on sizes may tell.
static struct cvalue unknown_number(struct syms *syms, const struct ctype *t, const char *reason)
{
    if (t->kind != CTYPE_INT) return cvalue_unknown(t, reason);
    return (struct cvalue){.kind = CVALUE_SYMBOLIC, .type = t, .sym = sym_unknown(syms, reason)};
}

struct cvalue join_value(struct eval *e, const struct ast *n)
{
    const struct ast *condition = n->kind == AST_CONDITIONAL ? n->a : n;
    return unknown_number(e->syms, n->type,
                          arena_printf(e->arena, "it depends on whether %s, which is not known",
                                       name_expression(e, condition)));
}

static void forget(struct eval *e, const struct ast *target, const char *reason)
{
    struct place p = expr_place(e, target);
    struct cvalue v = unknown_number(e->syms, target->type, reason);
    if (e->flow == FLOW_NORMAL) place_store(e, p, target->type, &v, target);
}

static void forget_all(struct eval *e, const struct ast *n, const char *reason)
{
    if (!n || e->flow != FLOW_NORMAL) return;
    if (sets_number(e->arena, n)) {
        forget(e, n->a, reason);
        return;
    }
    const struct ast *const parts[] = {n->kind == AST_IF ? NULL : n->a, n->b, n->c};
    for (int i = 0; i < 3; i++) forget_all(e, parts[i], reason);
    for (int i = 0; i < n->n_kids; i++) forget_all(e, n->kids[i], reason);
}

static const char *reason_of(struct eval *e, const struct ast *branch)
{
    return arena_printf(e->arena, "it is set where %s, which is not known",
                        name_expression(e, branch->a));
}

struct cvalue join_chosen(struct eval *e, const struct ast *branch, const struct ctype *t)
{
    return unknown_number(e->syms, t, reason_of(e, branch));
}

void join_sides(struct eval *e, const struct ast *branch)
{
    const char *reason = reason_of(e, branch);
    forget_all(e, branch->b, reason);
    forget_all(e, branch->c, reason);
}

// ---- whole numbers that a loop picks by floats: which of many is the largest

static bool writes(const struct ast *n, const struct variable *v)
{
    if (!n) return false;
    bool sets = n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP ||
                n->kind == AST_ADDRESS;
    if (sets && n->a->kind == AST_VARIABLE && n->a->variable == v) return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (writes(parts[i], v)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (writes(n->kids[i], v)) return true;
    return false;
}

struct choice {
    struct eval *eval;
    const struct variable *variable;
    const struct ast *branch; // that sets it, passed in each round
    bool other;               // it is set somewhere else as well
};

static void look(struct choice *c, const struct ast *n)
{
    if (!n || !writes(n, c->variable)) return;
    if (n->kind == AST_BLOCK) {
        for (int i = 0; i < n->n_kids; i++) look(c, n->kids[i]);
    } else if (ast_is_loop(n) && !writes(n->a, c->variable) && !writes(n->b, c->variable) &&
               !writes(n->c, c->variable)) {
        look(c, n->d);
    } else if (n->kind == AST_IF && !c->branch && join_chooses(c->eval, n)) {
        c->branch = n;
    } else {
        c->other = true;
    }
}

const struct ast *join_choice(struct eval *e, const struct ast *loop, const struct variable *v)
{
    struct choice c = {.eval = e, .variable = v};
    if (v->type->kind != CTYPE_INT) return NULL;
    look(&c, loop);
    return c.other ? NULL : c.branch;
}
