// Networks: made of nodes, unrolled, cloned, loaded.

#include "frontends/dialects/kann_dialect.h"

#include <limits.h>

// ---- making

// The nodes have values and gradients from here on.
static void place_all(struct dialect_kann *d, struct kann_list list)
{
    kann_mark_gradients(list.n, list.v);
    for (int i = 0; i < list.n; i++) {
        if (list.v[i]->n_child == 0) continue;
        kann_object_make(d, list.v[i]);
        kann_object_place(d, list.v[i]);
        kann_object_write(d, list.v[i]);
    }
}

static struct kann_network *make(const struct dialect_call *c, struct kann_list list)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_copying copying = kann_copying_at(c);
    place_all(d, list);
    struct kann_network *network = kann_network_make(&copying, list);
    kann_check_network(d, network);
    return network;
}

// A node below another one may have been changed by the program since it was made.
static void read_below(struct dialect_kann *d, int n, struct kann_node *const *roots)
{
    bool *seen = arena_array(d->arena, bool, d->state->nodes.n + 1);
    VEC(struct kann_node *) waiting = {0};
    for (int i = 0; i < n; i++) *vec_push(d->arena, &waiting) = roots[i];
    while (waiting.n) {
        struct kann_node *node = waiting.at[--waiting.n];
        const char *reason;
        if (seen[node->number]) continue;
        seen[node->number] = true;
        kann_object_node(d, &kann_object_of(d, node)->pointer, &reason);
        for (int i = 0; i < node->n_child; i++)
            if (node->child[i]) *vec_push(d->arena, &waiting) = node->child[i];
    }
}

static struct kann_list order(struct dialect_kann *d, int n, struct kann_node *const *roots)
{
    read_below(d, n, roots);
    return kann_order(d->arena, d->state, n, roots);
}

static bool has_state(struct kann_list list)
{
    for (int i = 0; i < list.n; i++)
        if (list.v[i]->pre) return true;
    return false;
}

// The mean over steps that kann_new puts above the cost of a recurrent network without a pivot.
static struct kann_node *add_pivot(const struct dialect_call *c, struct kann_node *cost)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_call call = {.arena = d->arena,
                             .syms = d->syms,
                             .state = d->state,
                             .site = eval_site(c->eval),
                             .function = c->rule->name};
    cost->role &= ~(unsigned)KANN_COST;
    struct kann_node *pivot = kann_make_op1(&call, KANN_AVG, cost);
    if (!pivot) return cost;
    pivot->role |= KANN_COST;
    kann_call_finish(d, &call);
    kann_object_write(d, cost);
    return pivot;
}

// The nodes that are arguments from `first` on, each one wanted.
static bool read_roots(const struct dialect_call *c, int first, int n, struct kann_node **roots,
                       const char **reason)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    for (int i = 0; i < n; i++) {
        if (first + i >= c->n) {
            *reason = "nodes are missing behind their number";
            return false;
        }
        roots[i] = kann_object_node(d, &c->arguments[first + i], reason);
        if (roots[i]) continue;
        *reason = kann_tell_null(c, first + i, *reason);
        return false;
    }
    return true;
}

static void tell_no_scalar(const struct dialect_call *c, const struct kann_node *cost)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct diag *diag = diag_add(d->diags, DIAG_KANN_COST, eval_site(c->eval),
                                 "%s: the cost must be a scalar, and it is %s: NULL comes back",
                                 c->function->name, kann_shape_string(d->arena, cost));
    diag_note(d->diags, diag, cost->site, "it comes from %s", cost->function);
    diag_fix(d->diags, diag,
             "end in kad_mse, kad_ce_bin or kad_ce_multi, or take its sizes away by "
             "kad_reduce_mean, one axis each");
    d->refused = true;
}

static struct cvalue rule_new(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    int64_t n_rest;
    const char *reason = "it is not known how many nodes there are";
    if (!cvalue_as_int(&c->arguments[1], &n_rest) || n_rest < 0 || n_rest > c->n)
        return kann_unknown(c, reason);
    int n = (int)n_rest + 1;
    struct kann_node **roots = arena_array(d->arena, struct kann_node *, n);
    if (!read_roots(c, 0, 1, &roots[n - 1], &reason) || !read_roots(c, 2, n - 1, roots, &reason))
        return kann_unknown(c, reason);
    struct kann_node *cost = roots[n - 1];
    if (cost->n_d != 0 && !cost->lost) tell_no_scalar(c, cost);
    cost->role |= KANN_COST;
    kann_object_write(d, cost);
    struct kann_list list = order(d, n, roots);
    if (has_state(list) && kann_count_pivots(list) == 0) {
        roots[n - 1] = add_pivot(c, cost);
        list = order(d, n, roots);
    }
    return kann_network_object(d, make(c, list), c->result);
}

// ---- the lists of kautodiff.h

static struct cvalue compile(const struct dialect_call *c, int n, struct kann_node *const *roots)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_network *network = make(c, order(d, n, roots));
    struct cvalue count = cvalue_int(d->int_, network->n);
    eval_store(c->eval, &c->arguments[0], 0, &count);
    return kann_list_object(d, network, c->result);
}

static struct cvalue rule_compile(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    int64_t n;
    const char *reason = "it is not known how many nodes there are";
    if (!cvalue_as_int(&c->arguments[1], &n) || n < 0 || n > c->n) return kann_unknown(c, reason);
    struct kann_node **roots = arena_array(d->arena, struct kann_node *, (int)n + 1);
    if (!read_roots(c, 2, (int)n, roots, &reason)) return kann_unknown(c, reason);
    return compile(c, (int)n, roots);
}

static struct cvalue rule_compile_array(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list roots;
    const char *reason;
    if (!kann_list_read(d, &c->arguments[1], &c->arguments[2], &roots, &reason))
        return kann_unknown(c, reason);
    return compile(c, roots.n, roots.v);
}

// ---- copies

static void make_objects(struct dialect_kann *d, struct kann_list list)
{
    for (int i = 0; i < list.n; i++) kann_object_make(d, list.v[i]);
    for (int i = 0; i < list.n; i++) {
        // Leaves share the values of what they are copies of.
        struct kann_object *copy = kann_object_of(d, list.v[i]);
        if (list.v[i]->n_child == 0 && list.v[i]->copy_of) {
            copy->x = kann_object_of(d, list.v[i]->copy_of)->x;
            copy->g = kann_object_of(d, list.v[i]->copy_of)->g;
        }
        kann_object_write(d, list.v[i]);
    }
}

static struct kann_network *make_copy(const struct dialect_call *c, struct kann_network *from,
                                      struct kann_list list)
{
    make_objects(dialect_kann_of(c->eval), list);
    struct kann_network *network = make(c, list);
    network->rolled = from;
    return network;
}

static void keep_lengths(struct dialect_kann *d, struct kann_network *network, int n,
                         const int64_t *lengths)
{
    network->n_lengths = n;
    network->lengths = arena_array(d->arena, const struct sym *, n + 1);
    for (int i = 0; i < n; i++) network->lengths[i] = sym_const(d->syms, lengths[i]);
}

static void tell_refused_steps(struct dialect_kann *d, const struct kann_synced *synced)
{
    for (int i = 0; i < synced->refused.n && i < 1; i++)
        kann_tell_stale(d, DIAG_KANN_UNROLL, &synced->refused.at[i],
                        "once the network is unrolled");
}

static struct cvalue unroll(const struct dialect_call *c, struct kann_network *from,
                            struct kann_list list, const int64_t *lengths)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_copying copying = kann_copying_at(c);
    struct kann_synced synced;
    struct kann_list made = kann_unroll_nodes(&copying, list, lengths, &synced);
    if (!made.v) return kann_unknown(c, "a network that is unrolled too often to be followed");
    tell_refused_steps(d, &synced);
    struct kann_network *network = make_copy(c, from, made);
    network->shares_leaves = true;
    keep_lengths(d, network, kann_count_pivots(list), lengths);
    return kann_network_object(d, network, c->result);
}

static struct cvalue tell_few_lengths(const struct dialect_call *c, int wanted, int given)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct diag *diag =
        diag_add(d->diags, DIAG_KANN_UNROLL, eval_site(c->eval),
                 "%s: the network has %d pivots, and %d lengths are given: what lies behind them "
                 "is read for the others",
                 c->function->name, wanted, given);
    diag_fix(d->diags, diag, "give one length for each pivot, in the order of the nodes");
    return kann_unknown(c, "kann_unroll was given too few lengths");
}

// How often each pivot is repeated: arguments of their own, or an array.
typedef struct cvalue length_at(const struct dialect_call *, int pivot);

static struct cvalue argument_length(const struct dialect_call *c, int pivot)
{
    return c->arguments[1 + pivot];
}

static struct cvalue array_length(const struct dialect_call *c, int pivot)
{
    const struct ctype *int_ = dialect_kann_of(c->eval)->int_;
    return eval_load(c->eval, &c->arguments[1], pivot * int_->size, int_);
}

static struct cvalue unknown_length(const struct dialect_call *c, const struct cvalue *length)
{
    eval_leave_repeated(c->eval, cvalue_as_sym(c->eval, length), "how often a network is unrolled");
    return kann_unknown(c, "a network that is unrolled an unknown number of times");
}

static struct cvalue unroll_by(const struct dialect_call *c, int n_given, length_at *length)
{
    struct kann_list list;
    struct kann_network *from = kann_argument_network(c, 0, &list);
    if (!from) return kann_unknown(c, "a network that is not known");
    int n = kann_count_pivots(list);
    int64_t *lengths = arena_array(dialect_kann_of(c->eval)->arena, int64_t, n + 1);
    if (n_given < n) return tell_few_lengths(c, n, n_given);
    for (int i = 0; i < n; i++) {
        struct cvalue v = length(c, i);
        if (!cvalue_as_int(&v, &lengths[i])) return unknown_length(c, &v);
    }
    return unroll(c, from, list, lengths);
}

static struct cvalue rule_unroll(const struct dialect_call *c)
{
    return unroll_by(c, c->n - 1, argument_length);
}

static struct cvalue rule_unroll_array(const struct dialect_call *c)
{
    return unroll_by(c, INT_MAX, array_length);
}

static struct cvalue rule_clone(const struct dialect_call *c)
{
    struct kann_list list;
    struct kann_network *from = kann_argument_network(c, 0, &list);
    struct kann_copying copying = kann_copying_at(c);
    struct kann_synced synced;
    if (!from) return kann_unknown(c, "a network that is not known");
    struct kann_list made = kann_clone_nodes(&copying, list, kann_argument_sym(c, 1), &synced);
    return kann_network_object(dialect_kann_of(c->eval), make_copy(c, from, made), c->result);
}

// Nothing of what is in the file is known: said once a call, and the rest goes on.
static struct cvalue rule_load(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    static const char reason[] = "a network that is read from a file";
    const struct site *site = eval_site(c->eval);
    if (!kann_is_told(d, DIAG_KANN_LOADED, site))
        diag_add(
            d->diags, DIAG_KANN_LOADED, site,
            "%s: which nodes the network has stands in the file alone: it is not in the report, "
            "and what is asked of it is unknown",
            c->function->name);
    return cvalue_unknown(c->result, reason);
}

const struct dialect_rule kann_network_rules[] = {
    {"kann_new", ".i*", rule_new, NULL},
    {"kad_compile", ".i*", rule_compile, NULL},
    {"kad_compile_array", ".i.", rule_compile_array, NULL},
    {"kann_unroll", ".*", rule_unroll, NULL},
    {"kann_unroll_array", "..", rule_unroll_array, NULL},
    {"kann_clone", ".i", rule_clone, NULL},
    {"kann_load", ".", rule_load, NULL},
    {"kann_load_fp", ".", rule_load, NULL},
    {"kad_load", "..", rule_load, NULL},
    {0},
};
