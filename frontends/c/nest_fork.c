// Two ways through a kernel that meet again: what variables hold behind them. One that comes from
// outside gets its binding when it is first asked for; where a way sets it, it must have had one
// before, or what it held would be forgotten on the other way.

#include "frontends/c/nest_changed.h"

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
