// Statements: blocks, declarations, conditions and the ways out of rounds and functions.

#include "frontends/c/kernels/nest_walk.h"

// ---- declarations

static void declare_object(struct nest_walk *w, const struct ast *n)
{
    const struct variable *v = n->variable;
    for (int i = 0; n->init && i < n->init->n; i++) {
        const struct ast_store *s = &n->init->stores[i];
        if (s->offset == 0 && s->value && nest_copies(w, v, s->value)) continue;
        struct nest_value value = {NV_INTEGER, sym_const(w->syms, 0), -1};
        if (s->value && s->value->kind != AST_STRING) value = nest_value(w, s->value);
        if (v->type->kind != CTYPE_ARRAY && s->bit_width < 0) nest_bind(w, v, s->offset, &value);
    }
}

static void run_declare(struct nest_walk *w, const struct ast *n)
{
    const struct variable *v = n->variable;
    *vec_push(w->arena, &w->own) = v;
    if (n->d) nest_refuse(w, n, "a cleanup function");
    if (v->storage != VARIABLE_LOCAL && v->storage != VARIABLE_PARAMETER) {
        // A static local lives on from call to call.
        w->own.n--;
        return;
    }
    if (v->storage == VARIABLE_PARAMETER) w->own.n--;
    if (n->n_kids) nest_type_bind(w, n, v->type);
    for (int i = w->bindings.n; i-- > 0;)
        if (w->bindings.at[i].variable == v && v->storage == VARIABLE_LOCAL)
            w->bindings.at[i] = w->bindings.at[--w->bindings.n];
    if (n->init) declare_object(w, n);
}

// ---- conditions

// A block that ends the program says something before it, which is no matter here.
static bool ends_program(const struct nest_walk *w, const struct ast *n)
{
    while (n && n->kind == AST_BLOCK && n->n_kids) n = n->kids[n->n_kids - 1];
    if (!n || n->kind != AST_EXPRESSION || !n->a || n->a->kind != AST_CALL) return false;
    const struct ast *callee = n->a->a;
    return callee->kind == AST_DECAY && callee->a->kind == AST_FUNCTION &&
           unit_never_returns(w->unit, callee->a->function);
}

// A branch under one side of a condition. Returns whether what follows it is not reached.
static bool run_side(struct nest_walk *w, const struct ast *n, const struct nest_side *side,
                     enum nest_guarding how)
{
    int guards = w->guards.n, unsure = w->unsure, uncounted = w->uncounted;
    const struct ast *result = w->result;
    w->left = false;
    if (ends_program(w, n)) return true;
    nest_guard(w, side, how);
    int under = w->guards.n;
    if (!side->complete) w->unsure++;
    if (n) nest_statement(w, n);
    bool left = w->left, inside = w->guards.n > under || w->unsure > unsure + !side->complete;
    w->guards.n = guards;
    w->unsure = unsure;
    w->uncounted = uncounted;
    // Some of it left the round: what comes behind the branch is not reached in each.
    if (inside && !left) w->unsure = unsure + 1;
    if (inside && !left) w->uncounted = uncounted + 1;
    if (left) nest_fork_exit(w, result);
    w->left = false;
    return left;
}

// Behind a branch that left, on the other side.
static void go_on(struct nest_walk *w, const struct nest_side *side, enum nest_guarding how)
{
    nest_guard(w, side, how);
    if (side->complete) return;
    w->unsure++;
    if (how != GUARD_HOLDS) w->uncounted++;
}

static void run_if(struct nest_walk *w, const struct ast *n)
{
    struct nest_condition c = nest_condition(w, n->a);
    struct nest_fork fork = nest_fork_open(w, n->b, n->c);
    enum nest_guarding how = nest_is_decided(w, &c) ? GUARD_DECIDES : GUARD_HOLDS;
    struct nest_count before = w->flops;
    int unsure = w->unsure, uncounted = w->uncounted;
    bool yes_left = run_side(w, n->b, &c.yes, how);
    int unsure_yes = w->unsure, uncounted_yes = w->uncounted;
    const struct sym *of_yes = sym_sub(w->syms, w->flops.n, before.n);
    w->unsure = unsure;
    w->uncounted = uncounted;
    nest_fork_turn(w, &fork);
    w->flops.n = before.n;
    bool no_left = run_side(w, n->c, &c.no, how);
    const struct sym *of_no = sym_sub(w->syms, w->flops.n, before.n);
    w->flops = nest_count_ways(w->syms, before.n, of_yes, of_no, how, w->flops.exact);
    if (unsure_yes > w->unsure) w->unsure = unsure_yes;
    if (uncounted_yes > w->uncounted) w->uncounted = uncounted_yes;
    if (yes_left && no_left) {
        w->left = true;
    } else if (yes_left) {
        go_on(w, &c.no, ends_program(w, n->b) ? GUARD_HOLDS : GUARD_DECIDES);
    } else if (no_left) {
        go_on(w, &c.yes, ends_program(w, n->c) ? GUARD_HOLDS : GUARD_DECIDES);
        nest_fork_take_yes(w, &fork);
    } else {
        nest_fork_join(w, &fork, &c);
    }
}

// ---- ways out

static void run_return(struct nest_walk *w, const struct ast *n)
{
    struct nest_value value = {NV_NONE, NULL, -1};
    if (n->a) value = nest_value(w, n->a);
    if (w->result && !nest_value_same(&value, &w->returned)) {
        // Several returns: which of them is taken is not followed.
        if (value.kind == NV_INTEGER)
            value.number = sym_unknown(w->syms, "one of several results");
        else if (value.kind != NV_FLOAT)
            value.kind = NV_NONE;
    }
    w->returned = value;
    w->result = n;
    w->left = true;
    for (struct nest_loop *l = w->loop; l != w->around; l = l->outer) l->unsure = true;
}

static void run_block(struct nest_walk *w, const struct ast *n)
{
    for (int i = 0; i < n->n_kids && !w->left && !w->nest->refused; i++)
        nest_statement(w, n->kids[i]);
}

static void run_expression(struct nest_walk *w, const struct ast *n)
{
    if (n->kind == AST_EXPRESSION ? n->a != NULL : true)
        nest_value(w, n->kind == AST_EXPRESSION ? n->a : n);
}

void nest_statement(struct nest_walk *w, const struct ast *n)
{
    if (!n || w->nest->refused) return;
    w->steps.n = sym_add_const(w->syms, w->steps.n, 1);
    switch (n->kind) {
    case AST_BLOCK: run_block(w, n); break;
    case AST_DECLARE: run_declare(w, n); break;
    case AST_IF: run_if(w, n); break;
    case AST_FOR:
    case AST_WHILE:
    case AST_DO: nest_loop(w, n); break;
    case AST_RETURN: run_return(w, n); break;
    case AST_EMPTY: break;
    case AST_BREAK:
        if (w->loop) w->loop->unsure = true;
        w->left = true;
        break;
    case AST_CONTINUE:
        if (w->loop) w->loop->skips = true;
        w->left = true;
        break;
    case AST_SWITCH: nest_switch(w, n); break;
    case AST_CASE:
    case AST_DEFAULT:
    case AST_GOTO:
    case AST_LABEL: nest_refuse(w, n, "a jump"); break;
    default: run_expression(w, n); break;
    }
}
