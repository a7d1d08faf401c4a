// Loops: the number of rounds from the condition, one walk over the body with a symbol for the
// round, and then the sweep.

#include "frontends/c/kernels/nest_changed.h"

#define MAX_TRIES 3 // walks over a round, one inside of the other

// Rounds k = 0, 1, .. in which a + step * k >= 1 with a step below 0.
static const struct sym *rounds_while(struct syms *s, const struct sym *need, const struct sym *k)
{
    const struct sym *at_0 = sym_substitute(s, need, k, sym_const(s, 0));
    const struct sym *step = sym_sub(s, sym_substitute(s, need, k, sym_add_const(s, k, 1)), need);
    if (sym_kind(step) == SYM_UNKNOWN || sym_mentions(step, k)) return NULL;
    // A step by a symbol is taken to be one at all: otherwise the loop has no end.
    if (sym_upper(s, step) > 0 || sym_is(step, 0)) return NULL;
    return sym_ceildiv(s, at_0, sym_neg(s, step));
}

// i != n, or while (n--): as many rounds as there are steps to where both are equal.
static const struct sym *rounds_until_equal(struct syms *s, const struct nest_condition *c,
                                            const struct sym *k)
{
    const struct sym *left = sym_sub(s, c->b, c->a);
    const struct sym *step = sym_sub(s, sym_substitute(s, left, k, sym_add_const(s, k, 1)), left);
    int64_t by;
    if (!sym_is_const(step, &by) || by == 0 || by == INT64_MIN) return NULL;
    const struct sym *at_0 = sym_substitute(s, left, k, sym_const(s, 0));
    if (by > 0) at_0 = sym_neg(s, at_0);
    return sym_floordiv_const(s, at_0, by < 0 ? -by : by);
}

// NULL: nobody knows. What does not count the rounds must hold in each of them.
static const struct sym *rounds_of(struct nest_walk *w, const struct nest_condition *c,
                                   const struct sym *k, struct nest_loop *loop)
{
    const struct sym *n = NULL;
    if (c->a && c->op == AST_OP_NE) {
        n = rounds_until_equal(w->syms, c, k);
        if (n) return n;
    }
    for (int i = 0; i < c->yes.n; i++) {
        const struct sym *need = c->yes.needs[i];
        const struct sym *rounds = sym_mentions(need, k) ? rounds_while(w->syms, need, k) : NULL;
        if (rounds)
            n = n ? sym_min(w->syms, n, rounds) : rounds;
        else
            nest_guard(w, &(struct nest_side){.n = 1, .needs = {need}}, GUARD_HOLDS);
        if (!rounds) loop->unsure = true;
    }
    if (!c->yes.complete) loop->unsure = true;
    return n;
}

static const char *counter_name(const struct nest_changes *changes)
{
    return changes->all.n ? changes->all.at[0].variable->name : "round";
}

static const struct sym *run_rounds(struct nest_walk *w, const struct ast *n, const struct sym *k,
                                    struct nest_loop *loop)
{
    const struct ast *condition = n->kind == AST_FOR ? n->b : n->a;
    const struct sym *rounds = NULL;
    if (n->kind != AST_DO && condition) {
        struct nest_condition c = nest_condition(w, condition);
        rounds = rounds_of(w, &c, k, loop);
    }
    int exits = w->exits.n;
    nest_statement(w, n->d);
    nest_fork_meet(w, exits, END_OF_ROUND);
    w->left = false;
    if (n->kind == AST_FOR && n->c) nest_value(w, n->c);
    if (n->kind == AST_DO) {
        struct nest_condition c = nest_condition(w, condition);
        rounds = rounds_of(w, &c, k, loop);
        const struct sym *zero = sym_const(w->syms, 0);
        if (rounds) rounds = sym_add_const(w->syms, sym_max(w->syms, rounds, zero), 1);
    }
    if (!condition) loop->unsure = true;
    return rounds;
}

// A remainder in the count of one round is taken at its largest.
static struct nest_count without_rests(struct nest_walk *w, const struct nest_loop *loop,
                                       struct nest_count c)
{
    for (int i = loop->rests.n; i-- > 0;) {
        const struct nest_round *r = &loop->rests.at[i];
        if (!sym_mentions(c.n, r->var)) continue;
        c.n = sym_substitute(w->syms, c.n, r->var, sym_add_const(w->syms, r->n, -1));
        c.exact = false;
    }
    return c;
}

static void add_rounds(struct nest_walk *w, const struct nest_loop *loop, struct nest_count *to,
                       struct nest_count outer, const struct nest_round *r)
{
    struct nest_count all = nest_sum(w->syms, without_rests(w, loop, *to), r);
    *to = (struct nest_count){sym_add(w->syms, outer.n, all.n),
                              outer.exact && all.exact && (!loop->unsure || sym_is(all.n, 0))};
}

static bool has_need(const struct nest_access *a, const struct sym *need)
{
    for (int i = 0; i < a->n_needs; i++)
        if (a->needs[i] == need) return true;
    return false;
}

// What a round reads, rounds before it may have written. Not in the first round that writes, if the
// read stands before the write and happens wherever that does.
static bool is_read_first(const struct nest_access *read, const struct nest_access *write)
{
    for (int i = 0; i < read->n_needs; i++)
        if (!has_need(write, read->needs[i])) return false;
    return true;
}

static void read_again(struct nest *k, int first)
{
    for (int i = first; i < k->accesses.n; i++) {
        struct nest_access *a = &k->accesses.at[i];
        for (int j = first; a->fresh && j < k->accesses.n; j++) {
            const struct nest_access *b = &k->accesses.at[j];
            if (b->root != a->root || b->mode != ACCESS_WRITE) continue;
            a->fresh = a->sure && is_read_first(a, b);
        }
    }
}

static void sweep(struct nest_walk *w, int first, const struct nest_loop *loop,
                  const struct nest_round *r)
{
    read_again(w->nest, first);
    // A remainder is any number below the divisor, so what it leads to is a bound.
    for (int i = loop->rests.n; i-- > 0;) {
        for (int k = first; k < w->nest->accesses.n; k++) {
            struct nest_access *a = &w->nest->accesses.at[k];
            const struct sym *rest = loop->rests.at[i].var;
            bool uses = sym_mentions(a->first, rest) || sym_mentions(a->end, rest);
            for (int j = 0; j < a->n_needs; j++) uses = uses || sym_mentions(a->needs[j], rest);
            if (uses) a->sure = false;
        }
        nest_sweep(w, first, &loop->rests.at[i]);
    }
    nest_sweep(w, first, r);
    for (int k = first; k < w->nest->accesses.n; k++)
        if (loop->unsure) w->nest->accesses.at[k].sure = false;
}

// One round walked over for nothing but what it does to variables. Everything else is as before.
static void try_round(struct nest_walk *w, const struct ast *n, struct nest_changes *changes,
                      const struct sym *k)
{
    struct nest_loop loop = {.outer = w->loop};
    struct nest_walk before = *w;
    int n_bindings = w->bindings.n, n_accesses = w->nest->accesses.n;
    struct nest_binding *bindings = nest_bindings(w);
    if (w->tries >= MAX_TRIES || !nest_changed_try(w, changes)) return;
    w->tries++;
    w->loop = &loop;
    run_rounds(w, n, k, &loop);
    nest_changed_tried(w, changes, k);
    for (int i = 0; i < n_bindings; i++) w->bindings.at[i] = bindings[i];
    w->bindings.n = n_bindings;
    w->nest->accesses.n = n_accesses;
    w->tries = before.tries;
    w->loop = before.loop;
    w->guards.n = before.guards.n;
    w->own.n = before.own.n;
    w->exits.n = before.exits.n;
    w->unsure = before.unsure;
    w->uncounted = before.uncounted;
    w->result = before.result;
    w->returned = before.returned;
    w->left = false;
}

void nest_loop(struct nest_walk *w, const struct ast *n)
{
    if (n->kind == AST_FOR && n->a) nest_statement(w, n->a);
    struct nest_loop loop = {.outer = w->loop};
    struct nest_changes changes = nest_changed_by(w, n);
    struct nest_round round = {nest_fresh(w, counter_name(&changes)), NULL};
    struct nest_count flops = w->flops, steps = w->steps;
    const struct ast *result = w->result;
    int first = w->nest->accesses.n, guards = w->guards.n, unsure = w->unsure;
    int uncounted = w->uncounted;
    w->nest->n_loops++;
    w->flops = w->steps = (struct nest_count){sym_const(w->syms, 0), true};
    w->loop = &loop;
    nest_changed_begin(w, &changes, round.var);
    try_round(w, n, &changes, round.var);
    nest_changed_go(w, &changes, round.var);
    w->flops = w->steps = (struct nest_count){sym_const(w->syms, 0), true};
    round.n = run_rounds(w, n, round.var, &loop);
    w->loop = loop.outer;
    w->guards.n = guards;
    w->unsure = unsure + (w->result != result);
    w->uncounted = uncounted + (w->result != result);
    if (w->nest->refused) return;
    sweep(w, first, &loop, &round);
    add_rounds(w, &loop, &w->flops, flops, &round);
    add_rounds(w, &loop, &w->steps, steps, &round);
    nest_changed_end(w, &changes, &round, loop.unsure);
}
