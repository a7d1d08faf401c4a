// Memory that the program gives to feeds and to the trainer, which know nothing of its length.

#include "frontends/dialects/kann_dialect.h"

#include <inttypes.h>

// ---- is it long enough?

struct need {
    const struct dialect_call *call;
    const struct sym *elements;
    int64_t unit;     // bytes of an element
    const char *word; // "floats"
};

// True where it is too short, whatever the symbols are. Where only some of their values are too
// large, that becomes a condition.
static bool is_short(const struct need *need, const struct eval_behind *behind)
{
    struct dialect_kann *d = dialect_kann_of(need->call->eval);
    const struct sym *bytes = sym_mul_const(d->syms, need->elements, need->unit);
    if (!behind->bytes || sym_kind(bytes) == SYM_UNKNOWN || sym_overflowed(bytes)) return false;
    if (sym_is_at_most(d->syms, bytes, behind->bytes)) return false;
    struct proof fits = sym_prove_at_most(d->syms, bytes, behind->bytes);
    if (fits.verdict == VERDICT_REFUTED && (fits.always || sym_is_const(bytes, NULL)) &&
        (fits.always || sym_is_const(behind->bytes, NULL)))
        return true;
    const struct sym *room = sym_floordiv_const(d->syms, behind->bytes, need->unit);
    eval_need_room(need->call->eval, need->elements, room,
                   arena_printf(d->arena, "%s of %s %s", behind->name, sym_string(d->arena, room),
                                need->word));
    return false;
}

static const char *room_string(struct dialect_kann *d, const struct need *need,
                               const struct eval_behind *behind)
{
    return sym_string(d->arena, sym_floordiv_const(d->syms, behind->bytes, need->unit));
}

static const char *where(struct dialect_kann *d, const struct eval_behind *behind)
{
    if (!behind->site) return "";
    return arena_printf(d->arena, " (%s at line %d)", behind->how, behind->site->line);
}

static void note_memory(struct dialect_kann *d, struct diag *diag, const struct eval_behind *behind)
{
    if (behind->site)
        diag_note(d->diags, diag, behind->site, "%s is %s here", behind->name, behind->how);
}

static void note_feed(struct dialect_kann *d, struct diag *diag, const struct kann_node *feed)
{
    const struct kann_node *origin = kann_origin_of(feed);
    diag_note(d->diags, diag, origin->site, "the feed %s is made here",
              kann_shape_string(d->arena, feed));
}

static const char *role_of(const struct kann_node *feed)
{
    return feed->role & KANN_IN ? "input" : feed->role & KANN_TRUTH ? "truth" : "feed";
}

// ---- feeds

const struct sym *kann_feed_size(struct syms *syms, const struct kann_node *feed)
{
    const struct sym *size = feed->n_d == 1 ? feed->d[0] : sym_const(syms, 1);
    for (int i = 1; i < feed->n_d; i++) size = sym_mul(syms, size, feed->d[i]);
    return size;
}

const char *kann_argument_name(const struct dialect_call *c, int argument, int element)
{
    struct eval_expression text = eval_argument_expression(c->eval, argument, EVAL_WHOLE_ARGUMENT);
    struct arena *arena = eval_arena(c->eval);
    if (!text.text) return NULL;
    if (element < 0) return arena_printf(arena, "`%s`", text.text);
    if (text.text[0] != '&') return arena_printf(arena, "`%s[%d]`", text.text, element);
    return element == 0 ? arena_printf(arena, "`%s`", text.text + 1) : NULL;
}

void kann_bind(struct dialect_kann *d, struct kann_node *feed, const struct cvalue *memory,
               const char *name)
{
    struct kann_object *o = kann_object_of(d, feed);
    o->x = *memory;
    o->bound = eval_site(d->eval);
    o->bound_as = name;
    kann_object_write(d, feed);
}

static const struct kann_batch *last_batch(const struct dialect_call *c,
                                           const struct kann_node *feed)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    for (int i = d->state->networks.n - 1; i >= 0; i--) {
        const struct kann_network *network = d->state->networks.at[i];
        for (int k = 0; k < network->n; k++)
            if (network->live[k] == feed)
                return network->batches.n ? &network->batches.at[network->batches.n - 1] : NULL;
    }
    return NULL;
}

static void tell_short_feed(const struct dialect_call *c, const struct kann_node *feed,
                            const struct need *need, const struct eval_behind *behind)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    const struct site *bound = kann_object_of(d, feed)->bound, *here = eval_site(c->eval);
    const struct kann_batch *batch = last_batch(c, feed);
    if (kann_is_told(d, DIAG_KANN_BUFFER, bound ? bound : here)) return;
    struct diag *diag = diag_add(
        d->diags, DIAG_KANN_BUFFER, bound ? bound : here,
        "the %s %s reads %s floats, and %s holds %s%s: the rest is read behind its end",
        role_of(feed), kann_shape_string(d->arena, feed), sym_string(d->arena, need->elements),
        behind->name, room_string(d, need, behind), where(d, behind));
    note_feed(d, diag, feed);
    if (batch && !site_is_same(batch->site, here))
        diag_note(d->diags, diag, batch->site, "%s gives it %s row%s", batch->function,
                  sym_string(d->arena, batch->rows), sym_is(batch->rows, 1) ? "" : "s");
    if (bound && !site_is_same(bound, here))
        diag_note(d->diags, diag, here, "%s reads it here", c->function->name);
    note_memory(d, diag, behind);
    diag_fix(d->diags, diag, "give it %s floats, or take fewer rows at once",
             sym_string(d->arena, need->elements));
}

static void need_feed(const struct dialect_call *c, const struct kann_node *feed)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct need need = {c, kann_len(d->syms, feed), KANN_FLOAT_BYTES, "floats"};
    struct kann_object *o = kann_object_of(d, feed);
    if (o->x.kind != CVALUE_POINTER) return;
    struct eval_behind behind = eval_behind(c->eval, &o->x);
    if (o->bound_as) behind.name = o->bound_as;
    if (is_short(&need, &behind)) tell_short_feed(c, feed, &need, &behind);
}

// A list has operands before what is made of them.
void kann_need_feeds(const struct dialect_call *c, struct kann_list list, const bool *wanted)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    bool *read = arena_array(d->arena, bool, list.n + 1);
    for (int i = 0; i < list.n; i++) {
        list.v[i]->index = i;
        read[i] = wanted[i];
    }
    for (int i = list.n - 1; i >= 0; i--) {
        const struct kann_node *node = list.v[i];
        if (!read[i]) continue;
        if (kann_is_feed(node)) need_feed(c, node);
        for (int k = 0; k < node->n_child; k++) {
            const struct kann_node *child = node->child[k];
            int at = child ? child->index : -1;
            if (at >= 0 && at < list.n && list.v[at] == child) read[at] = true;
        }
    }
}

// ---- arrays of pointers

static const char *name_of(const struct dialect_call *c, int argument)
{
    const char *name = kann_argument_name(c, argument, -1);
    return name ? name : "the array";
}

bool kann_need_pointers(const struct dialect_call *c, int argument, const struct sym *n,
                        const char *what)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct need need = {c, n, d->state->pointer_bytes, "pointers"};
    struct eval_behind behind = eval_behind(c->eval, &c->arguments[argument]);
    if (!is_short(&need, &behind)) return true;
    struct diag *diag = diag_add(d->diags, DIAG_KANN_BUFFER, eval_site(c->eval),
                                 "%s reads %s pointers of %s, %s, and there are %s%s",
                                 c->function->name, sym_string(d->arena, n), name_of(c, argument),
                                 what, room_string(d, &need, &behind), where(d, &behind));
    note_memory(d, diag, &behind);
    return false;
}

static void tell_short_sample(const struct dialect_call *c, int argument, int64_t row,
                              const struct kann_node *feed, const struct need *need,
                              const struct eval_behind *behind)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct diag *diag = diag_add(
        d->diags, DIAG_KANN_BUFFER, eval_site(c->eval),
        "%s reads %s floats for the %s from each row of %s, and row %" PRId64 " holds %s%s",
        c->function->name, sym_string(d->arena, need->elements), role_of(feed),
        name_of(c, argument), row, room_string(d, need, behind), where(d, behind));
    note_feed(d, diag, feed);
    note_memory(d, diag, behind);
    diag_fix(d->diags, diag, "give each row %s floats", sym_string(d->arena, need->elements));
}

static void tell_no_sample(const struct dialect_call *c, int argument, int64_t row,
                           const struct kann_node *feed)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    struct diag *diag =
        diag_add(d->diags, DIAG_KANN_BUFFER, eval_site(c->eval),
                 "%s reads %s floats for the %s from each row of %s, and row "
                 "%" PRId64 " is NULL",
                 c->function->name, sym_string(d->arena, kann_feed_size(d->syms, feed)),
                 role_of(feed), name_of(c, argument), row);
    note_feed(d, diag, feed);
}

// Rows beyond these are as those before.
#define MOST_ROWS 100000

void kann_need_samples(const struct dialect_call *c, int argument, const struct sym *n,
                       const struct kann_node *feed)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    const struct cvalue *table = &c->arguments[argument];
    struct need need = {c, kann_feed_size(d->syms, feed), KANN_FLOAT_BYTES, "floats"};
    int64_t rows, known = eval_bytes_behind(c->eval, table);
    if (!kann_need_pointers(c, argument, n, "one for each sample")) return;
    if (!sym_is_const(n, &rows)) rows = sym_is_at_most(d->syms, sym_const(d->syms, 1), n);
    if (known < 0 || rows > known / d->state->pointer_bytes) return;
    for (int64_t i = 0; i < rows && i < MOST_ROWS; i++) {
        struct cvalue row =
            eval_load(c->eval, table, i * d->state->pointer_bytes, d->float_pointer);
        if (row.kind == CVALUE_POINTER && cvalue_is_null(&row)) {
            tell_no_sample(c, argument, i, feed);
            return;
        }
        struct eval_behind behind = eval_behind(c->eval, &row);
        if (!is_short(&need, &behind)) continue;
        tell_short_sample(c, argument, i, feed, &need, &behind);
        return;
    }
}
