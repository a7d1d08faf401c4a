// What programs ask a network, and what they bind to it.

#include "frontends/dialects/kann_dialect.h"

static struct cvalue unknown_network(const struct dialect_call *c)
{
    return cvalue_unknown(c->result, "a network that is not known");
}

// ---- by role and label

static bool read_query(const struct dialect_call *c, int64_t *role, int64_t *label)
{
    return cvalue_as_int(&c->arguments[1], role) && cvalue_as_int(&c->arguments[2], label);
}

static bool matches(const struct kann_node *node, int64_t role, int64_t label)
{
    return (role == 0 || node->role & (unsigned)role) && (label == 0 || node->label == label);
}

// Its place; -1: there is none, -2: there are several.
static struct cvalue rule_find(const struct dialect_call *c)
{
    struct kann_list list;
    int64_t role, label;
    int n = 0, found = -1;
    if (!kann_argument_network(c, 0, &list) || !read_query(c, &role, &label))
        return unknown_network(c);
    for (int i = 0; i < list.n; i++)
        if (matches(list.v[i], role, label)) {
            n++;
            found = i;
        }
    return cvalue_int(c->result, n > 1 ? -2 : found);
}

static struct cvalue rule_feed_dim(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list list;
    int64_t role, label;
    int n = 0;
    const struct sym *size = NULL;
    if (!kann_argument_network(c, 0, &list) || !read_query(c, &role, &label))
        return unknown_network(c);
    for (int i = 0; i < list.n; i++)
        if (kann_is_feed(list.v[i]) && matches(list.v[i], role, label)) {
            n++;
            size = kann_feed_size(d->syms, list.v[i]);
        }
    if (n != 1) return cvalue_int(c->result, n ? -2 : -1);
    if (sym_kind(size) == SYM_UNKNOWN) return cvalue_unknown(c->result, sym_name(size));
    return cvalue_sym(c->result, size);
}

static int count_feeds(struct kann_list list, int64_t role, int64_t label)
{
    int n = 0;
    for (int i = 0; i < list.n; i++)
        n += kann_is_feed(list.v[i]) && matches(list.v[i], role, label);
    return n;
}

static struct cvalue rule_feed_bind(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list list;
    int64_t role, label;
    int n = 0;
    if (!kann_argument_network(c, 0, &list) || !read_query(c, &role, &label))
        return unknown_network(c);
    if (eval_is_null(c->eval, &c->arguments[3])) return cvalue_int(c->result, 0);
    int n_feeds = count_feeds(list, role, label);
    bool there = kann_need_pointers(c, 3, sym_const(d->syms, n_feeds), "one for each feed");
    struct cvalue lost = cvalue_unknown(d->float_pointer, "a pointer behind an array");
    for (int i = 0; i < list.n; i++) {
        if (!kann_is_feed(list.v[i]) || !matches(list.v[i], role, label)) continue;
        struct cvalue memory = lost;
        if (there)
            memory =
                eval_load(c->eval, &c->arguments[3], n * d->state->pointer_bytes, d->float_pointer);
        kann_bind(d, list.v[i], &memory, kann_argument_name(c, 3, n));
        n++;
    }
    return cvalue_int(c->result, n);
}

// How many nodes are evaluated.
static struct cvalue rule_eval(const struct dialect_call *c)
{
    struct kann_list list;
    int64_t role = KANN_OUT, label = 0;
    int n = 0;
    if (!kann_argument_network(c, 0, &list) || (c->n > 2 && !read_query(c, &role, &label)))
        return unknown_network(c);
    bool *wanted = arena_array(eval_arena(c->eval), bool, list.n + 1);
    for (int i = 0; i < list.n; i++) n += wanted[i] = matches(list.v[i], role, label);
    kann_need_feeds(c, list, wanted);
    return cvalue_int(c->result, n);
}

// The cost is the one node of that role and label: none, or several, break an assertion.
static struct cvalue rule_cost(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list list;
    int64_t label = 0;
    int n = 0;
    const struct kann_node *last = NULL;
    bool *wanted;
    struct cvalue cost = cvalue_unknown(c->result, kann_computed(KANN_COMPUTED_COST));
    if (!kann_argument_network(c, 0, &list) || !cvalue_as_int(&c->arguments[1], &label))
        return cost;
    wanted = arena_array(d->arena, bool, list.n + 1);
    for (int i = 0; i < list.n; i++)
        if (matches(list.v[i], KANN_COST, label)) {
            n++;
            wanted[i] = true;
            last = list.v[i];
        }
    if (n == 1) kann_need_feeds(c, list, wanted);
    if (n == 1) return cost;
    struct diag *diag = diag_add(d->diags, DIAG_KANN_ASSERTION, eval_site(c->eval),
                                 "%s wants one cost of the label %lld, and the network has %d",
                                 c->function->name, (long long)label, n);
    if (last) diag_note(d->diags, diag, kann_origin_of(last)->site, "one of them is made here");
    diag_fix(
        d->diags, diag,
        "set KANN_F_COST in the ext_flag of the cost alone; where a network is unrolled, it is "
        "the pivot or lies above it");
    return cost;
}

// Which operand of each choice of two holds: the second in training.
static struct cvalue rule_switch(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list list;
    int64_t train;
    if (!kann_argument_network(c, 0, &list) || !cvalue_as_int(&c->arguments[1], &train))
        return kann_nothing(c);
    struct cvalue which = cvalue_int(d->int_, train != 0);
    for (int i = 0; i < list.n; i++) {
        struct kann_node *node = list.v[i];
        if (node->op != KANN_SELECT || node->n_child != 2 || node->n_params < 1) continue;
        node->params[0] = sym_const(d->syms, train != 0);
        eval_store(c->eval, &kann_object_of(d, node)->words, 0, &which);
    }
    return kann_nothing(c);
}

// ---- lists

static struct cvalue sum_of(const struct dialect_call *c, bool (*counts)(const struct kann_node *))
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list list;
    const char *reason;
    const struct sym *sum = sym_const(d->syms, 0);
    if (!kann_list_read(d, &c->arguments[0], &c->arguments[1], &list, &reason))
        return cvalue_unknown(c->result, reason);
    for (int i = 0; i < list.n; i++)
        if (counts(list.v[i])) sum = sym_add(d->syms, sum, kann_len(d->syms, list.v[i]));
    if (sym_kind(sum) == SYM_UNKNOWN) return cvalue_unknown(c->result, sym_name(sum));
    return cvalue_sym(c->result, sum);
}

static struct cvalue rule_size_var(const struct dialect_call *c)
{
    return sum_of(c, kann_is_var);
}

static struct cvalue rule_size_const(const struct dialect_call *c)
{
    return sum_of(c, kann_is_const);
}

static struct cvalue rule_n_pivots(const struct dialect_call *c)
{
    struct kann_list list;
    const char *reason;
    if (!kann_list_read(dialect_kann_of(c->eval), &c->arguments[0], &c->arguments[1], &list,
                        &reason))
        return cvalue_unknown(c->result, reason);
    return cvalue_int(c->result, kann_count_pivots(list));
}

// The value of a node of the list; below 0 and beyond it the last.
static struct cvalue rule_eval_at(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list list;
    const char *reason;
    int64_t from;
    if (!kann_list_read(d, &c->arguments[0], &c->arguments[1], &list, &reason) ||
        !cvalue_as_int(&c->arguments[2], &from) || list.n == 0)
        return cvalue_unknown(c->result, "a value of a network");
    if (from < 0 || from >= list.n) from = list.n - 1;
    bool *wanted = arena_array(d->arena, bool, list.n + 1);
    wanted[from] = true;
    kann_need_feeds(c, list, wanted);
    struct cvalue value = kann_object_of(d, list.v[from])->x;
    return value.kind == CVALUE_NOTHING ? cvalue_null(c->result) : value;
}

const struct dialect_rule kann_query_rules[] = {
    {"kann_find", ".ii", rule_find, NULL},
    {"kann_feed_dim", ".ii", rule_feed_dim, NULL},
    {"kann_feed_bind", ".ii.", rule_feed_bind, NULL},
    {"kann_eval", ".ii", rule_eval, NULL},
    {"kann_eval_out", ".", rule_eval, NULL},
    {"kann_cost", ".ii", rule_cost, NULL},
    {"kann_switch", ".i", rule_switch, NULL},
    {"kad_size_var", "..", rule_size_var, NULL},
    {"kad_size_const", "..", rule_size_const, NULL},
    {"kad_n_pivots", "..", rule_n_pivots, NULL},
    {"kad_eval_at", "..i", rule_eval_at, NULL},
    {0},
};
