// What a call touches: the accesses of a kernel with the call's numbers in place of its symbols.

#include "frontends/c/kernels/nest.h"

#define MAX_VARS 16

static bool is_none(struct syms *s, const struct sym *number, const struct sym *var)
{
    const struct sym *at_0 = sym_substitute(s, number, var, sym_const(s, 0));
    return sym_kind(at_0) != SYM_UNKNOWN && sym_upper(s, at_0) <= 0;
}

static bool is_size_of(struct syms *s, const struct nest_extent *x, const struct sym *var)
{
    if (is_none(s, sym_sub(s, x->sure_end, x->sure_first), var)) return true;
    for (int i = 0; i < x->n_needs; i++)
        if (is_none(s, x->needs[i], var)) return true;
    return false;
}

// Does it hold whenever all sizes are at least 1? Asked with each one more than a symbol that is at
// least 0. Sizes are those symbols at 0 of which nothing of the extent is touched; NULL: all are.
static bool holds(struct syms *s, const struct nest_extent *x, const struct sym *need)
{
    const struct sym **vars;
    int n = sym_vars(syms_arena(s), need, &vars);
    if (sym_lower(s, need) >= 1) return true;
    if (n == 0 || n > MAX_VARS || sym_kind(need) == SYM_UNKNOWN) return false;
    for (int i = 0; i < n; i++)
        if (!x || is_size_of(s, x, vars[i]))
            need = sym_substitute(s, need, vars[i], sym_add_const(s, vars[i], 1));
    return sym_lower(s, need) >= 1;
}

bool nest_holds_of_sizes(struct syms *s, const struct sym *need)
{
    return holds(s, NULL, need);
}

bool nest_holds_where_touched(struct syms *s, const struct nest_extent *x, const struct sym *need)
{
    return holds(s, x, need);
}

enum happening { HAPPENS, MAY_HAPPEN, NEVER_HAPPENS };

static enum happening happens(const struct nest_access *a, struct syms *to, int n,
                              const struct sym_replacement *values)
{
    enum happening all = a->sure ? HAPPENS : MAY_HAPPEN;
    for (int i = 0; i < a->n_needs; i++) {
        const struct sym *need = sym_carry(to, a->needs[i], n, values);
        if (sym_kind(need) != SYM_UNKNOWN && sym_upper(to, need) <= 0) return NEVER_HAPPENS;
        if (!nest_holds_of_sizes(to, need)) all = MAY_HAPPEN;
    }
    return all;
}

static bool not_above(struct syms *s, const struct sym *a, const struct sym *b)
{
    return sym_is_at_most(s, a, b) || nest_holds_of_sizes(s, sym_add_const(s, sym_sub(s, b, a), 1));
}

static const struct sym *smaller(struct syms *s, const struct sym *a, const struct sym *b)
{
    if (!a || !b) return a ? a : b;
    if (not_above(s, a, b)) return a;
    return not_above(s, b, a) ? b : sym_min(s, a, b);
}

static const struct sym *larger(struct syms *s, const struct sym *a, const struct sym *b)
{
    if (!a || !b) return a ? a : b;
    if (not_above(s, b, a)) return a;
    return not_above(s, a, b) ? b : sym_max(s, a, b);
}

// ---- one root

struct asking {
    const struct nest *nest;
    struct syms *to;
    int n;
    const struct sym_replacement *values;
    int root;
    enum access_mode mode;
};

static bool concerns(const struct asking *q, const struct nest_access *a)
{
    return a->root == q->root && a->mode == q->mode;
}

// Elements where all that is touched is of one size and lies at multiples of it, else bytes.
static int64_t unit_of(const struct asking *q)
{
    int64_t unit = 0;
    for (int i = 0; i < q->nest->accesses.n; i++) {
        const struct nest_access *a = &q->nest->accesses.at[i];
        if (!concerns(q, a)) continue;
        if (unit && a->type->size != unit) return 1;
        unit = a->type->size;
    }
    return unit > 0 ? unit : 1;
}

// min(4*V, 4*n) as min(V, n), so that it reads like what the program has.
static const struct sym *divided(struct syms *s, const struct sym *bytes, int64_t unit)
{
    const struct sym *parts[MAX_VARS];
    bool least = true;
    int n = sym_least_of(s, bytes, MAX_VARS, parts);
    if (n == 0) {
        least = false;
        n = sym_least_of(s, sym_neg(s, bytes), MAX_VARS, parts);
    }
    if (n == 0) return sym_floordiv_const(s, bytes, unit);
    const struct sym *all = NULL;
    for (int i = 0; i < n; i++) {
        const struct sym *part = least ? parts[i] : sym_neg(s, parts[i]);
        part = sym_floordiv_const(s, part, unit);
        if (!all)
            all = part;
        else
            all = least ? sym_min(s, all, part) : sym_max(s, all, part);
    }
    return all;
}

static const struct sym *in_units(const struct asking *q, const struct sym *bytes, int64_t unit)
{
    const struct sym *carried = sym_carry(q->to, bytes, q->n, q->values);
    return unit == 1 ? carried : divided(q->to, carried, unit);
}

static void reached_by(const struct asking *q, struct nest_extent *x, const struct nest_access *a)
{
    x->last = a;
    x->n_needs = a->n_needs;
    for (int i = 0; i < a->n_needs; i++)
        x->needs[i] = sym_carry(q->to, a->needs[i], q->n, q->values);
}

static void add(const struct asking *q, struct nest_extent *x, const struct nest_access *a)
{
    struct syms *to = q->to;
    enum happening how = happens(a, to, q->n, q->values);
    if (how == NEVER_HAPPENS) return;
    const struct sym *first = in_units(q, a->first, x->unit), *end = in_units(q, a->end, x->unit);
    bool known = sym_kind(first) != SYM_UNKNOWN && sym_kind(end) != SYM_UNKNOWN;
    x->any = true;
    if (!x->type || a->type->size > x->type->size) x->type = a->type;
    x->first = smaller(to, x->first, first);
    x->end = larger(to, x->end, end);
    if (how != HAPPENS || !known) return;
    x->sure_first = smaller(to, x->sure_first, first);
    const struct sym *before = x->sure_end;
    x->sure_end = larger(to, x->sure_end, end);
    if (x->sure_end != before) reached_by(q, x, a);
    x->fresh = x->fresh || a->fresh;
}

struct nest_extent nest_extent_of(const struct nest *k, struct syms *to, int n,
                                  const struct sym_replacement *values, int root,
                                  enum access_mode mode)
{
    struct asking q = {k, to, n, values, root, mode};
    struct nest_extent x = {.unit = unit_of(&q)};
    for (int i = 0; i < k->accesses.n; i++)
        if (concerns(&q, &k->accesses.at[i])) add(&q, &x, &k->accesses.at[i]);
    x.sure = x.any && x.first == x.sure_first && x.end == x.sure_end;
    return x;
}

struct nest_count nest_count_at(struct syms *to, struct nest_count c, int n,
                                const struct sym_replacement *values)
{
    return (struct nest_count){sym_carry(to, c.n, n, values), c.exact};
}

const struct sym_replacement *nest_itself(struct arena *arena, const struct nest *k)
{
    struct sym_replacement *values = arena_array(arena, struct sym_replacement, k->symbols.n + 1);
    for (int i = 0; i < k->symbols.n; i++)
        values[i] = (struct sym_replacement){k->symbols.at[i].var, k->symbols.at[i].var};
    return values;
}
