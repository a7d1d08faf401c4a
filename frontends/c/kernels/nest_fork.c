// Two ways through a kernel that meet again: what variables hold behind them. One that comes from
// outside gets its binding when it is first asked for; where a way sets it, it must have had one
// before, or what it held would be forgotten on the other way.

#include "frontends/c/kernels/nest_changed.h"

struct nest_fork nest_fork_open(struct nest_walk *w, const struct ast *yes, const struct ast *no)
{
    bool sets = nest_changed_outside(w, yes);
    sets = nest_changed_outside(w, no) || sets;
    return (struct nest_fork){.sets = sets, .n_before = w->bindings.n, .before = nest_bindings(w)};
}

static void restore(struct nest_walk *w, const struct nest_binding *bindings, int n)
{
    for (int i = 0; i < n; i++) w->bindings.at[i] = bindings[i];
    w->bindings.n = n;
}

void nest_fork_turn(struct nest_walk *w, struct nest_fork *fork)
{
    fork->n_yes = w->bindings.n;
    fork->yes = nest_bindings(w);
    restore(w, fork->before, fork->n_before);
}

void nest_fork_take_yes(struct nest_walk *w, const struct nest_fork *fork)
{
    for (int i = 0; i < fork->n_yes; i++)
        nest_bind(w, fork->yes[i].variable, fork->yes[i].offset, &fork->yes[i].value);
}

static struct nest_value *held(struct nest_walk *w, const struct nest_binding *b)
{
    for (int i = 0; i < w->bindings.n; i++)
        if (w->bindings.at[i].variable == b->variable && w->bindings.at[i].offset == b->offset)
            return &w->bindings.at[i].value;
    return NULL;
}

// A variable that only one way knows was read there first, or declared, or it was not set before.
void nest_fork_join(struct nest_walk *w, const struct nest_fork *fork,
                    const struct nest_condition *c)
{
    for (int i = 0; i < fork->n_yes; i++) {
        const struct nest_binding *b = &fork->yes[i];
        struct nest_value *other = held(w, b);
        if (!other)
            nest_bind(w, b->variable, b->offset, &b->value);
        else if (!nest_value_same(other, &b->value))
            *other = nest_join(w, c, &b->value, other);
    }
}

// ---- ways that do not come back

void nest_fork_exit(struct nest_walk *w, const struct ast *result)
{
    *vec_push(w->arena, &w->exits) =
        (struct nest_exit){nest_bindings(w), w->bindings.n, w->result != result};
}

static const struct nest_value *held_at(const struct nest_exit *x, const struct nest_binding *b)
{
    for (int i = 0; i < x->n; i++)
        if (x->bindings[i].variable == b->variable && x->bindings[i].offset == b->offset)
            return &x->bindings[i].value;
    return NULL;
}

// Which of them came in nobody knows: what they do not agree on is not known either.
static void meet(struct nest_walk *w, const struct nest_exit *x)
{
    const struct nest_condition nobody_knows = {0};
    for (int i = 0; i < w->bindings.n; i++) {
        struct nest_binding *b = &w->bindings.at[i];
        const struct nest_value *there = held_at(x, b);
        struct nest_value outside = {NV_NONE, NULL, -1};
        // Not asked for before the exit: it held what it did before the kernel.
        if (!there && (nest_is_own(w, b->variable) || nest_is_as_before(w->nest, b))) continue;
        if (!there && b->value.kind == NV_INTEGER)
            outside = (struct nest_value){NV_INTEGER, sym_unknown(w->syms, "it is set later"), -1};
        if (!there) there = &outside;
        if (!nest_value_same(there, &b->value))
            b->value = nest_join(w, &nobody_knows, there, &b->value);
    }
}

void nest_fork_meet(struct nest_walk *w, int first, enum nest_end end)
{
    int kept = first;
    for (int i = first; i < w->exits.n; i++) {
        const struct nest_exit x = w->exits.at[i];
        meet(w, &x);
        if (end == END_OF_ROUND && x.returns) w->exits.at[kept++] = x;
    }
    w->exits.n = kept;
}
