// What is wrong with a network as a whole: operators that will write through NULL, sizes that do
// not fit another batch.

#include "frontends/dialects/kann_dialect.h"

#include <inttypes.h>
#include <string.h>

// ---- once it is there

static bool writes_scratch(const struct kann_node *node)
{
    enum kann_scratch scratch = kann_op_scratch(node->op);
    return node->n_child && (scratch == KANN_SCRATCH_POOL || scratch == KANN_SCRATCH_ROWS);
}

static void tell_no_scratch(struct dialect_kann *d, const struct kann_node *node)
{
    struct diag *diag = diag_add(d->diags, DIAG_KANN_SCRATCH, node->site,
                                 "%s: no gradient flows into this %s, as %s is made of inputs "
                                 "alone: KANN gives it no memory "
                                 "to work in, and the first evaluation writes through NULL",
                                 node->function, kann_op_word(node->op),
                                 kann_shape_string(d->arena, node->child[0]));
    kann_note_operands(d, diag, node);
    diag_fix(d->diags, diag,
             node->op == KANN_STDNORM
                 ? "normalise behind the first layer with weights, or the data "
                   "before it is fed"
                 : "pool behind the first layer with weights, or shrink the "
                   "data before it is fed");
}

// What a refused call has left open makes no news of its own.
static bool has_lost(const struct kann_network *network)
{
    for (int i = 0; i < network->n; i++)
        if (network->v[i]->lost) return true;
    return false;
}

void kann_check_network(struct dialect_kann *d, const struct kann_network *network)
{
    for (int i = 0; i < network->n; i++) {
        const struct kann_node *node = network->v[i];
        if (node->copy_of || !writes_scratch(node) || kann_needs_gradient(node)) continue;
        tell_no_scratch(d, node);
    }
}

// ---- other batch sizes

struct checking {
    struct dialect_kann *d;
    const struct kann_network *network;
    bool *tainted; // by index: its sizes are wrong because of an operand's
    VEC(const struct kann_node *) told;
};

static bool is_told(const struct checking *k, const struct kann_node *node)
{
    const struct kann_node *origin = kann_origin_of(node);
    for (int i = 0; i < k->told.n; i++)
        if (k->told.at[i] == origin || site_is_same(k->told.at[i]->site, origin->site)) return true;
    return false;
}

static bool rests_on_tainted(const struct checking *k, const struct kann_node *node)
{
    for (int i = 0; i < node->n_child; i++)
        if (node->child[i] && k->tainted[node->child[i]->index]) return true;
    return false;
}

static const struct kann_shape *refusal_of(const struct kann_synced *synced,
                                           const struct kann_node *node, int *index)
{
    for (int i = 0; i < synced->refused.n; i++)
        if (synced->refused.at[i].node == node) {
            *index = i;
            return &synced->refused.at[i].shape;
        }
    return NULL;
}

// The first nodes that refuse, none of which rests on another one; -1 behind the last.
static const int *first_refusals(struct checking *k, int n, struct kann_node *const *v,
                                 const struct kann_synced *synced)
{
    int *first = arena_array(k->d->arena, int, synced->refused.n + 1), n_first = 0;
    for (int i = 0; i < n; i++) {
        int index;
        bool rests = rests_on_tainted(k, v[i]);
        bool refuses = refusal_of(synced, v[i], &index);
        if (refuses && !rests) first[n_first++] = index;
        if (refuses || rests) k->tainted[i] = true;
    }
    first[n_first] = -1;
    return first;
}

static void tell_batch(struct checking *k, const struct kann_refused *refused,
                       const struct kann_batch *batch, enum severity severity)
{
    struct dialect_kann *d = k->d;
    if (is_told(k, refused->node)) return;
    *vec_push(d->arena, &k->told) = kann_origin_of(refused->node);
    const char *when = severity == SEVERITY_ERROR
                           ? arena_printf(d->arena, "when the batch has %s rows",
                                          sym_string(d->arena, batch->rows))
                           : "when the batch has more than one row";
    struct diag *diag = kann_tell_stale(d, DIAG_KANN_BATCH, refused, when);
    if (severity != SEVERITY_ERROR) diag_set_severity(d->diags, diag, severity);
    diag_note(d->diags, diag, batch->site, "%s gives the network %s row%s", batch->function,
              sym_string(d->arena, batch->rows), sym_is(batch->rows, 1) ? "" : "s");
}

// A feed of one size becomes as long as the batch: all that rests on it is wrong for that reason.
static void tell_flat_feeds(struct checking *k, const struct kann_batch *batch)
{
    struct dialect_kann *d = k->d;
    for (int i = 0; i < k->network->n; i++) {
        const struct kann_node *feed = k->network->v[i];
        if (!kann_is_feed(feed) || feed->n_d != 1 || feed->d[0] == batch->rows) continue;
        k->tainted[i] = true;
        if (is_told(k, feed)) continue;
        *vec_push(d->arena, &k->told) = kann_origin_of(feed);
        struct diag *diag =
            diag_add(d->diags, DIAG_KANN_FLAT_FEED, kann_origin_of(feed)->site,
                     "%s: the feed %s becomes [%s], as its first size is taken for the batch",
                     kann_origin_of(feed)->function, kann_shape_string(d->arena, feed),
                     sym_string(d->arena, batch->rows));
        diag_note(d->diags, diag, batch->site, "%s gives the network %s rows", batch->function,
                  sym_string(d->arena, batch->rows));
        diag_fix(d->diags, diag, "make it {1, %s}", sym_string(d->arena, feed->d[0]));
    }
}

static void tell_long(struct checking *k, int n, struct kann_node *const *v,
                      const struct kann_batch *batch)
{
    struct dialect_kann *d = k->d;
    for (int i = 0; i < n; i++) {
        int64_t before, now = 0;
        const struct sym *length = kann_len(d->syms, v[i]);
        bool grew = sym_is_const(kann_len(d->syms, k->network->v[i]), &before) &&
                    before <= INT32_MAX &&
                    (sym_overflowed(length) || (sym_is_const(length, &now) && now > INT32_MAX));
        if (!grew || k->tainted[i] || is_told(k, v[i])) continue;
        const struct kann_node *origin = kann_origin_of(v[i]);
        *vec_push(d->arena, &k->told) = origin;
        struct diag *diag =
            diag_add(d->diags, DIAG_KANN_OVERFLOW, batch->site,
                     "%s: with %s rows, the %s of %s is %s and has %" PRId64
                     " elements, and KANN counts them in an int, which ends at 2147483647",
                     batch->function, sym_string(d->arena, batch->rows), kann_kind_word(v[i]),
                     origin->function, kann_shape_string(d->arena, v[i]), now);
        diag_note(d->diags, diag, origin->site, "it is made here");
        diag_fix(d->diags, diag, "take fewer rows at once");
        return;
    }
}

static void check_batch(struct checking *k, const struct kann_batch *batch, const struct sym *rows,
                        enum severity severity)
{
    struct dialect_kann *d = k->d;
    int n = k->network->n;
    struct kann_synced synced;
    struct kann_node **v = kann_copy_nodes(d->arena, n, k->network->v);
    memset(k->tainted, 0, sizeof *k->tainted * (size_t)n);
    tell_flat_feeds(k, batch);
    kann_sync(d->arena, d->syms, n, v, rows, &synced);
    for (const int *i = first_refusals(k, n, v, &synced); *i >= 0; i++)
        tell_batch(k, &synced.refused.at[*i], batch, severity);
    tell_long(k, n, v, batch);
}

// Does an operator refuse two rows, and three? Where the program never says more than one, it is
// told all the same, if it ever sets a batch size by itself.
#define SOME_ROWS 2
#define OTHER_ROWS 3

static bool refuses(struct checking *k, int64_t rows)
{
    struct dialect_kann *d = k->d;
    struct kann_synced synced;
    struct kann_node **v = kann_copy_nodes(d->arena, k->network->n, k->network->v);
    kann_sync(d->arena, d->syms, k->network->n, v, sym_const(d->syms, rows), &synced);
    return synced.refused.n > 0;
}

static bool is_open_call(const struct kann_batch *batch)
{
    static const char *const own[] = {"kann_apply1", "kann_apply1_to", "kann_rnn_start",
                                      "kann_save", "kann_save_fp"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(batch->function, own[i]) == 0) return false;
    return true;
}

static const struct kann_batch *open_batch(const struct kann_network *network)
{
    const struct kann_batch *found = NULL;
    for (int i = 0; i < network->batches.n; i++) {
        const struct kann_batch *batch = &network->batches.at[i];
        if (!is_open_call(batch)) continue;
        if (!found || !sym_is_const(batch->rows, NULL)) found = batch;
    }
    return found;
}

static bool seen_before(const struct kann_network *network, int index)
{
    for (int i = 0; i < index; i++)
        if (network->batches.at[i].rows == network->batches.at[index].rows) return true;
    return false;
}

void kann_check_batches(struct dialect_kann *d, const struct kann_network *network)
{
    struct checking k = {.d = d, .network = network};
    if (has_lost(network)) return;
    k.tainted = arena_array(d->arena, bool, network->n + 1);
    for (int i = 0; i < network->batches.n; i++)
        if (!seen_before(network, i))
            check_batch(&k, &network->batches.at[i], network->batches.at[i].rows, SEVERITY_ERROR);
    const struct kann_batch *batch = open_batch(network);
    if (!batch || !refuses(&k, SOME_ROWS) || !refuses(&k, OTHER_ROWS)) return;
    bool symbolic = !sym_is_const(batch->rows, NULL);
    check_batch(&k, batch, sym_const(d->syms, SOME_ROWS),
                symbolic ? SEVERITY_ERROR : SEVERITY_WARNING);
}
