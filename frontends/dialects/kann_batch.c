// Calls that change the batch size, openly or on their way: training, prediction, saving, workers.

#include "frontends/dialects/kann_dialect.h"

#include <string.h>

// ---- the change

// Programs write the macro.
static const char *batch_function(const struct dialect_call *c)
{
    bool plain = strcmp(c->function->name, "kad_sync_dim") == 0;
    return plain ? "kann_set_batch_size" : c->function->name;
}

// The nodes, where the program made others of them since the network was built: constants that it
// feeds from now on, nodes that it changed. NULL: they are those.
static struct kann_node **changed_nodes(struct dialect_kann *d, const struct kann_network *network,
                                        struct kann_list list)
{
    bool same = list.n == network->n;
    for (int i = 0; i < list.n && same; i++)
        same = list.v[i]->flag == network->v[i]->flag && list.v[i]->n_d == network->v[i]->n_d;
    return same ? NULL : kann_copy_nodes(d->arena, list.n, list.v);
}

void kann_set_rows(const struct dialect_call *c, struct kann_network *network,
                   struct kann_list list, const struct sym *rows)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_synced synced;
    struct kann_node **changed = network ? changed_nodes(d, network, list) : NULL;
    kann_sync(d->arena, d->syms, list.n, list.v, rows, &synced);
    for (int i = 0; i < list.n; i++) {
        if (list.v[i]->n_child) kann_object_grow(d, list.v[i]);
        if (list.v[i]->n_child || kann_is_feed(list.v[i])) kann_object_write(d, list.v[i]);
    }
    if (network)
        *vec_push(d->arena, &network->batches) = (struct kann_batch){
            .rows = rows, .site = eval_site(c->eval), .function = batch_function(c), .v = changed};
}

static const struct sym *asked_rows(struct dialect_kann *d, const struct sym *rows)
{
    if (!sym_is_const(rows, NULL) && sym_kind(rows) != SYM_UNKNOWN)
        sym_assume_at_least(d->syms, rows, 1);
    return rows;
}

// kann_set_batch_size is a macro for this.
static struct cvalue rule_sync(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_network *network = kann_list_network(d, &c->arguments[1]);
    struct kann_list list;
    const char *reason;
    int64_t number;
    if (!kann_list_read(d, &c->arguments[0], &c->arguments[1], &list, &reason))
        return kann_unknown(c, reason);
    const struct sym *rows = asked_rows(d, kann_argument_sym(c, 2));
    const struct sym *before = kann_rows(list.n, list.v);
    if (!before) before = sym_const(d->syms, 0);
    if (sym_is_const(rows, &number) && number <= 0) return cvalue_sym(c->result, before);
    if (sym_kind(rows) == SYM_UNKNOWN) return kann_unknown(c, sym_name(rows));
    kann_set_rows(c, network, list, rows);
    return cvalue_sym(c->result, rows);
}

// It is a model of its own, or comes from a file: nothing is missing in those that are there.
static struct cvalue unknown_network(const struct dialect_call *c)
{
    return cvalue_unknown(c->result, "a network that is not known");
}

// ---- feeds and outputs by their roles

static bool has_role(const struct kann_node *node, unsigned role, int64_t label)
{
    return (role == 0 || node->role & role) && (label == 0 || node->label == label);
}

static int count_nodes(struct kann_list list, unsigned role, int64_t label, int *last)
{
    int n = 0;
    *last = -1;
    for (int i = 0; i < list.n; i++)
        if (has_role(list.v[i], role, label)) {
            n++;
            *last = i;
        }
    return n;
}

static int count_feeds(struct kann_list list, unsigned role)
{
    int n = 0;
    for (int i = 0; i < list.n; i++) n += kann_is_feed(list.v[i]) && has_role(list.v[i], role, 0);
    return n;
}

static void note_feeds(struct dialect_kann *d, struct diag *diag, struct kann_list list,
                       unsigned role)
{
    for (int i = 0; i < list.n; i++) {
        const struct kann_node *node = list.v[i];
        if (!kann_is_feed(node) || !has_role(node, role, 0)) continue;
        const struct kann_node *origin = kann_origin_of(node);
        diag_note(d->diags, diag, origin->site, "one of them, %s, is made here",
                  kann_shape_string(d->arena, node));
    }
}

// Exactly one feed of the role is wanted. True if there is.
static bool need_feed(const struct dialect_call *c, struct kann_list list, enum kann_role role,
                      const char *effect)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    int n = count_feeds(list, role);
    if (n == 1) return true;
    struct diag *diag =
        diag_add(d->diags, DIAG_KANN_FEEDS, eval_site(c->eval),
                 "%s wants one feed of the role %s, and the network has %d: %s", c->function->name,
                 role == KANN_IN ? "KANN_F_IN" : "KANN_F_TRUTH", n, effect);
    note_feeds(d, diag, list, role);
    diag_fix(d->diags, diag,
             n ? "bind each feed by kann_feed_bind with a label of its own, and train by kann_cost"
               : "set the role of a feed: node->ext_flag |= KANN_F_IN or KANN_F_TRUTH");
    return false;
}

// ---- the trainer

// Which batch sizes an epoch has: whole ones, then what is left, of the training and of the
// validation part.
static int epoch_rows(int64_t samples, int64_t mini, double fraction, int64_t *rows)
{
    int n = 0;
    int64_t validation = (int64_t)((float)samples * (float)fraction);
    int64_t parts[] = {samples - validation, validation};
    for (int i = 0; i < 2; i++) {
        if (parts[i] >= mini) rows[n++] = mini;
        if (parts[i] > 0 && parts[i] % mini) rows[n++] = parts[i] % mini;
    }
    return n;
}

static void set_epochs(const struct dialect_call *c, struct kann_network *network,
                       struct kann_list list, int64_t samples, int64_t mini, double fraction,
                       int64_t epochs)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    int64_t rows[4];
    int n = epoch_rows(samples, mini, fraction, rows);
    // What buffers are after a second epoch, they are after all others.
    for (int64_t epoch = 0; epoch < epochs && epoch < 2; epoch++)
        for (int i = 0; i < n; i++) kann_set_rows(c, network, list, sym_const(d->syms, rows[i]));
}

struct trainer {
    int fraction, samples; // which argument; behind it come those of both arrays
};

static struct kann_node *feed_of(struct kann_list list, unsigned role)
{
    for (int i = 0; i < list.n; i++)
        if (kann_is_feed(list.v[i]) && has_role(list.v[i], role, 0)) return list.v[i];
    return NULL;
}

// What is copied out of the program's arrays, a row of each for each sample.
static void need_samples(const struct dialect_call *c, struct kann_list list, int samples)
{
    const struct sym *n = kann_argument_sym(c, samples);
    kann_need_samples(c, samples + 1, n, feed_of(list, KANN_IN));
    kann_need_samples(c, samples + 2, n, feed_of(list, KANN_TRUTH));
}

static struct cvalue rule_train(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    const struct trainer *t = c->rule->data;
    struct kann_list list;
    struct kann_network *network = kann_argument_network(c, 0, &list);
    static const char effect[] = "it comes back with -1 at once, and trains nothing";
    if (!network) return unknown_network(c);
    if (!need_feed(c, list, KANN_IN, effect) || !need_feed(c, list, KANN_TRUTH, effect))
        return cvalue_int(c->result, -1);
    need_samples(c, list, t->samples);
    int64_t samples, mini, epochs;
    const struct cvalue *fraction = &c->arguments[t->fraction];
    const struct sym *asked = asked_rows(d, kann_argument_sym(c, 2));
    bool known = cvalue_as_int(&c->arguments[t->samples], &samples) &&
                 cvalue_as_int(&c->arguments[2], &mini) &&
                 cvalue_as_int(&c->arguments[3], &epochs) && fraction->kind == CVALUE_FLOATING;
    *vec_push(d->arena, &network->trainings) =
        (struct kann_training){.mini = asked,
                               .samples = kann_argument_sym(c, t->samples),
                               .site = eval_site(c->eval),
                               .function = c->function->name};
    if (known && mini > 0)
        set_epochs(c, network, list, samples, mini, (double)fraction->floating, epochs);
    else if (sym_kind(asked) != SYM_UNKNOWN)
        kann_set_rows(c, network, list, asked);
    return cvalue_unknown(c->result, kann_computed(KANN_COMPUTED_EPOCHS));
}

#define COST_MINI 64

static struct cvalue rule_cost_fnn1(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list list;
    struct kann_network *network = kann_argument_network(c, 0, &list);
    static const char effect[] = "it comes back with 0 at once";
    int64_t samples;
    if (!network) return unknown_network(c);
    if (!need_feed(c, list, KANN_IN, effect) || !need_feed(c, list, KANN_TRUTH, effect))
        return cvalue_float(c->result, 0);
    need_samples(c, list, 1);
    if (cvalue_as_int(&c->arguments[1], &samples) && samples > 0) {
        int64_t mini = samples < COST_MINI ? samples : COST_MINI;
        set_epochs(c, network, list, samples, mini, 0, 1);
    } else {
        kann_set_rows(c, network, list, sym_const(d->syms, COST_MINI));
    }
    return cvalue_unknown(c->result, kann_computed(KANN_COMPUTED_COST));
}

// ---- prediction

static struct cvalue apply(const struct dialect_call *c, unsigned role, int64_t label)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list list;
    struct kann_network *network = kann_argument_network(c, 0, &list);
    int out;
    if (!network) return unknown_network(c);
    int n = count_nodes(list, role, label, &out);
    if (n != 1) {
        struct diag *diag = diag_add(d->diags, DIAG_KANN_FEEDS, eval_site(c->eval),
                                     "%s wants one output, and the network has %d: NULL comes back",
                                     c->function->name, n);
        diag_fix(d->diags, diag, "set KANN_F_OUT in the ext_flag of the output, and of no other");
        return kann_unknown(c, "a network without one output");
    }
    need_feed(c, list, KANN_IN, "one pointer is bound, and others are read behind it");
    kann_set_rows(c, network, list, sym_const(d->syms, 1));
    struct kann_node *in = feed_of(list, KANN_IN);
    bool *wanted = arena_array(d->arena, bool, list.n + 1);
    wanted[out] = true;
    if (in) kann_bind(d, in, &c->arguments[1], kann_argument_name(c, 1, -1));
    kann_need_feeds(c, list, wanted);
    return kann_object_of(d, list.v[out])->x;
}

static struct cvalue rule_apply(const struct dialect_call *c)
{
    return apply(c, KANN_OUT, 0);
}

static struct cvalue rule_apply_to(const struct dialect_call *c)
{
    int64_t role, label;
    if (!cvalue_as_int(&c->arguments[2], &role) || !cvalue_as_int(&c->arguments[3], &label))
        return kann_unknown(c, "an output that is not known");
    return apply(c, (unsigned)role, label);
}

// One row from here on, of a network that is fed continuously or written to a file.
static struct cvalue rule_one_row(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    const int *argument = c->rule->data;
    struct kann_list list;
    struct kann_network *network = kann_argument_network(c, *argument, &list);
    if (network) kann_set_rows(c, network, list, sym_const(d->syms, 1));
    return kann_nothing(c);
}

// ---- workers

static struct cvalue rule_mt(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct kann_list list;
    struct kann_network *network = kann_argument_network(c, 0, &list);
    const struct cfield *field = d->network ? ctype_field(d->network, "mt") : NULL;
    const struct sym *n = kann_argument_sym(c, 1), *rows = kann_argument_sym(c, 2);
    if (!network) return kann_nothing(c);
    bool none = sym_is_at_most(d->syms, n, sym_const(d->syms, 1)) ||
                sym_is_at_most(d->syms, rows, sym_const(d->syms, 1));
    if (!none)
        *vec_push(d->arena, &network->threads) =
            (struct kann_threads){.n = n, .rows = rows, .site = eval_site(c->eval)};
    if (!field) return kann_nothing(c);
    struct cvalue workers = cvalue_null(field->type);
    if (!none) workers = eval_allocate(c->eval, 120, field->type, "workers");
    eval_store(c->eval, &c->arguments[0], field->offset, &workers);
    return kann_nothing(c);
}

const struct dialect_rule kann_batch_rules[] = {
    {"kad_sync_dim", "..i", rule_sync, NULL},
    {"kann_train_fnn1", "..ii..i..", rule_train, &(const struct trainer){5, 6}},
    {"kann_train_fnn1b", "..iii..i..", rule_train, &(const struct trainer){6, 7}},
    {"kann_cost_fnn1", "....", rule_cost_fnn1, NULL},
    {"kann_apply1", "..", rule_apply, NULL},
    {"kann_apply1_to", "..ii", rule_apply_to, NULL},
    {"kann_rnn_start", ".", rule_one_row, &(const int){0}},
    {"kann_save", "..", rule_one_row, &(const int){1}},
    {"kann_save_fp", "..", rule_one_row, &(const int){1}},
    {"kann_mt", ".ii", rule_mt, NULL},
    {0},
};
