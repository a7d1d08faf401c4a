// switch as a chain of if: each group of cases up to its break is one way. What falls from one
// group into the next, or jumps into the middle of a statement, is refused.

#include "frontends/c/kernels/nest_walk.h"

struct group {
    VEC(const struct ast *) cases; // none: it is the default alone
    bool has_default;
    VEC(const struct ast *) statements;
    bool closed; // it ends by break, return or continue
};

struct switching {
    struct nest_walk *walk;
    const struct ast *of;
    VEC(struct group) groups;
};

static bool is_way_out(const struct ast *n)
{
    return n->kind == AST_BREAK || n->kind == AST_RETURN || n->kind == AST_CONTINUE;
}

// A break that would leave the switch from inside of a statement.
static bool breaks(const struct ast *n)
{
    if (!n || n->kind == AST_FOR || n->kind == AST_WHILE || n->kind == AST_DO ||
        n->kind == AST_SWITCH)
        return false;
    if (n->kind == AST_BREAK || n->kind == AST_CASE || n->kind == AST_DEFAULT) return true;
    if (breaks(n->a) || breaks(n->b) || breaks(n->c) || breaks(n->d)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (breaks(n->kids[i])) return true;
    return false;
}

static struct group *open_group(struct switching *s)
{
    struct group *last = s->groups.n ? &s->groups.at[s->groups.n - 1] : NULL;
    if (last && last->statements.n == 0 && !last->closed) return last;
    if (last && !last->closed) nest_refuse(s->walk, s->of, "a case that goes on in the next");
    return vec_push(s->walk->arena, &s->groups);
}

static void add_statement(struct switching *s, const struct ast *n)
{
    struct arena *arena = s->walk->arena;
    while (n && (n->kind == AST_CASE || n->kind == AST_DEFAULT)) {
        struct group *g = open_group(s);
        if (n->kind == AST_CASE)
            *vec_push(arena, &g->cases) = n;
        else
            g->has_default = true;
        n = n->d;
    }
    struct group *g = s->groups.n ? &s->groups.at[s->groups.n - 1] : NULL;
    if (!n || !g || g->closed) return;
    // case 1: { ..; break; }
    if (n->kind == AST_BLOCK) {
        for (int i = 0; i < n->n_kids; i++) add_statement(s, n->kids[i]);
        return;
    }
    g->closed = is_way_out(n);
    if (n->kind != AST_BREAK && breaks(n)) nest_refuse(s->walk, n, "a jump");
    if (n->kind != AST_BREAK) *vec_push(arena, &g->statements) = n;
}

// ---- as if

static struct ast *node(struct switching *s, enum ast_kind kind, const struct ctype *type)
{
    struct ast *n = arena_new(s->walk->arena, struct ast);
    *n = (struct ast){.kind = kind,
                      .type = type,
                      .file = s->of->file,
                      .line = s->of->line,
                      .column = s->of->column,
                      .bit_width = -1};
    return n;
}

static const struct ast *is_case(struct switching *s, const struct ast *label)
{
    struct ast *bound[2];
    const int64_t ends[] = {label->integer, label->case_high};
    const struct ctype *t = s->of->a->type;
    bool one = ends[0] == ends[1];
    for (int i = 0; i < 2; i++) {
        struct ast *number = node(s, AST_INT, t);
        number->integer = ends[i];
        bound[i] = node(s, AST_BINARY, t);
        bound[i]->op = one ? AST_OP_EQ : i == 0 ? AST_OP_GE : AST_OP_LE;
        bound[i]->a = s->of->a;
        bound[i]->b = number;
    }
    if (one) return bound[0];
    struct ast *both = node(s, AST_AND, t);
    both->a = bound[0];
    both->b = bound[1];
    return both;
}

static const struct ast *block_of(struct switching *s, const struct group *g)
{
    struct ast *block = node(s, AST_BLOCK, NULL);
    block->n_kids = g->statements.n;
    block->kids = g->statements.at;
    return block;
}

static const struct ast *chain(struct switching *s)
{
    const struct ast *rest = NULL;
    for (int i = 0; i < s->groups.n; i++)
        if (s->groups.at[i].has_default) rest = block_of(s, &s->groups.at[i]);
    for (int i = s->groups.n; i-- > 0;) {
        const struct group *g = &s->groups.at[i];
        const struct ast *any = NULL;
        if (g->has_default) continue;
        for (int k = 0; k < g->cases.n; k++) {
            const struct ast *one = is_case(s, g->cases.at[k]);
            struct ast *either = any ? node(s, AST_OR, s->of->a->type) : NULL;
            if (either) either->a = any, either->b = one;
            any = either ? either : one;
        }
        struct ast *fork = node(s, AST_IF, NULL);
        fork->a = any;
        fork->b = block_of(s, g);
        fork->c = rest;
        rest = fork;
    }
    return rest;
}

// Asked for each case, so it must do nothing.
static bool only_reads(const struct ast *n)
{
    while (n->kind == AST_CONVERT || n->kind == AST_LOAD || n->kind == AST_MEMBER ||
           n->kind == AST_DEREF)
        n = n->a;
    return n->kind == AST_VARIABLE || n->kind == AST_INT;
}

void nest_switch(struct nest_walk *w, const struct ast *n)
{
    struct switching s = {.walk = w, .of = n};
    if (n->d->kind != AST_BLOCK || !only_reads(n->a)) {
        nest_refuse(w, n, "a jump");
        return;
    }
    for (int i = 0; i < n->d->n_kids; i++) add_statement(&s, n->d->kids[i]);
    if (!w->nest->refused) nest_statement(w, chain(&s));
}
