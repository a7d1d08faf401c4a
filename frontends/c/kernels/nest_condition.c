// Conditions on integers as numbers that must be 1 or more. What else decides (floats, memory)
// makes a side incomplete: it is not known when it is taken.

#include "frontends/c/kernels/nest_walk.h"

static void add(struct nest_side *side, const struct sym *need)
{
    int64_t number;
    if (sym_is_const(need, &number) && number >= 1) return;
    if (sym_kind(need) == SYM_UNKNOWN || side->n == NEST_MAX_NEEDS)
        side->complete = false;
    else
        side->needs[side->n++] = need;
}

// a > b
static const struct sym *above(struct nest_walk *w, const struct sym *a, const struct sym *b)
{
    return sym_sub(w->syms, a, b);
}

static const struct sym *at_least(struct nest_walk *w, const struct sym *a, const struct sym *b)
{
    return sym_add_const(w->syms, sym_sub(w->syms, a, b), 1);
}

// Of sizes, that they are not 0 says that they are above it; other inequalities have two sides.
static void different(struct nest_walk *w, struct nest_side *side, const struct sym *a,
                      const struct sym *b)
{
    if (sym_is(b, 0) && sym_lower(w->syms, a) >= 0)
        add(side, a);
    else
        side->complete = false;
}

static void equal(struct nest_walk *w, struct nest_side *side, const struct sym *a,
                  const struct sym *b)
{
    add(side, at_least(w, a, b));
    add(side, at_least(w, b, a));
}

static struct nest_condition compare(struct nest_walk *w, enum ast_op op, const struct sym *a,
                                     const struct sym *b)
{
    struct nest_condition c = {.yes.complete = true, .no.complete = true, .a = a, .b = b, .op = op};
    switch (op) {
    case AST_OP_LT: add(&c.yes, above(w, b, a)), add(&c.no, at_least(w, a, b)); break;
    case AST_OP_LE: add(&c.yes, at_least(w, b, a)), add(&c.no, above(w, a, b)); break;
    case AST_OP_GT: add(&c.yes, above(w, a, b)), add(&c.no, at_least(w, b, a)); break;
    case AST_OP_GE: add(&c.yes, at_least(w, a, b)), add(&c.no, above(w, b, a)); break;
    case AST_OP_EQ: equal(w, &c.yes, a, b), different(w, &c.no, a, b); break;
    default: different(w, &c.yes, a, b), equal(w, &c.no, a, b); break;
    }
    return c;
}

// Is the pointer there? Where it is one that a call gives, a symbol says so.
static struct nest_condition is_there(struct nest_walk *w, const struct nest_value *v)
{
    struct nest_condition c = {0};
    if (v->kind != NV_POINTER || !sym_is(v->number, 0)) return c;
    if (w->nest->roots.at[v->root].kind == ROOT_LOCAL) return c;
    return compare(w, AST_OP_GT, nest_given(w, v->root), sym_const(w->syms, 0));
}

static struct nest_condition turn(struct nest_condition c)
{
    struct nest_side yes = c.yes;
    c.yes = c.no;
    c.no = yes;
    const enum ast_op opposite[] = {
        [AST_OP_LT - AST_OP_LT] = AST_OP_GE, [AST_OP_GT - AST_OP_LT] = AST_OP_LE,
        [AST_OP_LE - AST_OP_LT] = AST_OP_GT, [AST_OP_GE - AST_OP_LT] = AST_OP_LT,
        [AST_OP_EQ - AST_OP_LT] = AST_OP_NE, [AST_OP_NE - AST_OP_LT] = AST_OP_EQ};
    if (c.a) c.op = opposite[c.op - AST_OP_LT];
    return c;
}

static bool is_null(const struct ast *n)
{
    n = ast_unconverted(n);
    return n->kind == AST_INT && n->integer == 0;
}

static struct nest_condition comparison(struct nest_walk *w, const struct ast *n)
{
    bool pointers = n->a->type->kind == CTYPE_POINTER || n->b->type->kind == CTYPE_POINTER;
    struct nest_value a = nest_value(w, n->a), b = nest_value(w, n->b);
    if (pointers && (is_null(n->a) || is_null(n->b)) &&
        (n->op == AST_OP_EQ || n->op == AST_OP_NE)) {
        struct nest_condition c = is_there(w, is_null(n->b) ? &a : &b);
        return n->op == AST_OP_EQ ? turn(c) : c;
    }
    if (a.kind == NV_POINTER && b.kind == NV_POINTER && a.root == b.root)
        return compare(w, n->op, a.number, b.number);
    if (a.kind != NV_INTEGER || b.kind != NV_INTEGER) return (struct nest_condition){0};
    return compare(w, n->op, a.number, b.number);
}

static void join_sides(struct nest_side *to, const struct nest_side *a, const struct nest_side *b)
{
    *to = *a;
    to->complete = a->complete && b->complete;
    for (int i = 0; i < b->n; i++) add(to, b->needs[i]);
}

// Of a && b both hold; that one of them does not is no list of needs. What b reads is read where a
// holds.
static struct nest_condition both(struct nest_walk *w, const struct ast *n, bool turned)
{
    struct nest_condition c = {0}, a = nest_condition(w, n->a);
    if (turned) a = turn(a);
    int guards = w->guards.n, unsure = w->unsure;
    const struct sym *flops = w->flops.n;
    nest_guard(w, &a.yes, GUARD_HOLDS);
    if (!a.yes.complete) w->unsure++;
    struct nest_fork fork = nest_fork_open(w, n->b, NULL);
    struct nest_condition b = nest_condition(w, n->b);
    if (turned) b = turn(b);
    w->guards.n = guards;
    w->unsure = unsure;
    if (w->flops.n != flops) w->flops.exact = false;
    if (fork.sets) {
        nest_fork_turn(w, &fork);
        nest_fork_join(w, &fork, &a);
    }
    join_sides(&c.yes, &a.yes, &b.yes);
    return turned ? turn(c) : c;
}

struct nest_condition nest_condition(struct nest_walk *w, const struct ast *n)
{
    while (n->kind == AST_CONVERT &&
           (n->type->kind == CTYPE_BOOL || (n->type->kind == CTYPE_INT && n->type->size >= 4)) &&
           n->a->type->kind != CTYPE_FLOAT)
        n = n->a;
    if (n->kind == AST_UNARY && n->op == AST_OP_NOT) return turn(nest_condition(w, n->a));
    if (n->kind == AST_AND) return both(w, n, false);
    if (n->kind == AST_OR) return both(w, n, true);
    if (n->kind == AST_BINARY && n->op >= AST_OP_LT && n->op <= AST_OP_NE) return comparison(w, n);
    struct nest_value v = nest_value(w, n);
    if (v.kind == NV_INTEGER) return compare(w, AST_OP_NE, v.number, sym_const(w->syms, 0));
    return is_there(w, &v);
}

// ---- what a condition chooses

// a < b ? a : b, in all its forms; a < b ? a : b - 1 as well, which keeps an index inside.
static struct nest_value choose(struct nest_walk *w, const struct nest_condition *c,
                                const struct sym *yes, const struct sym *no)
{
    struct syms *s = w->syms;
    const struct sym *number = NULL;
    enum ast_op op = c->op;
    if (c->a && (op == AST_OP_GE || op == AST_OP_GT)) {
        const struct sym *other = yes;
        yes = no;
        no = other;
        op = op == AST_OP_GE ? AST_OP_LT : AST_OP_LE;
    }
    if (c->a && (op == AST_OP_LT || op == AST_OP_LE)) {
        bool below = op == AST_OP_LT && no == sym_add_const(s, c->b, -1);
        if (yes == c->a && (no == c->b || below)) number = sym_min(s, yes, no);
        if (yes == c->b && no == c->a) number = sym_max(s, yes, no);
    }
    if (!number) number = sym_unknown(s, "a condition chooses between two numbers");
    return (struct nest_value){NV_INTEGER, number, -1};
}

struct nest_value nest_join(struct nest_walk *w, const struct nest_condition *c,
                            const struct nest_value *yes, const struct nest_value *no)
{
    if (nest_value_same(yes, no)) return *yes;
    if (yes->kind == NV_INTEGER && no->kind == NV_INTEGER)
        return choose(w, c, yes->number, no->number);
    if (yes->kind == NV_POINTER && no->kind == NV_POINTER && yes->root == no->root) {
        struct nest_value v = choose(w, c, yes->number, no->number);
        return (struct nest_value){NV_POINTER, v.number, yes->root};
    }
    if (yes->kind == NV_FLOAT || no->kind == NV_FLOAT)
        return (struct nest_value){NV_FLOAT, NULL, -1};
    return (struct nest_value){NV_NONE, NULL, -1};
}
