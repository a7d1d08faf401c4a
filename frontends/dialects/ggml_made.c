// What the library lets pass in silence when a tensor is made, and what nobody could have meant.

#include "frontends/dialects/ggml_dialect.h"
#include "frontends/ggml/graph.h"

#include <inttypes.h>

// The next round of a loop says nothing new.
static bool is_told_view(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    for (int i = 0; i < d->told_views.n; i++)
        if (site_is_same(d->told_views.at[i]->site, t->site)) return true;
    return false;
}

// Another view of what is too small tells of the same mistake.
static bool is_told_root(const struct dialect_ggml *d, const struct ggml_tensor *root)
{
    for (int i = 0; i < d->told_views.n; i++)
        if (site_is_same(d->told_views.at[i]->view_src->site, root->site)) return true;
    return false;
}

bool ggml_is_told_view(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return t->op == GGML_OP_VIEW && t->view_src && is_told_view(d, t);
}

// The library holds the dense size against the root; a view with strides of its own may reach
// further.
static void check_view(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    struct syms *syms = d->syms;
    int64_t end, room;
    const struct sym *behind = sym_add(syms, t->view_offset, ggml_tensor_bytes(syms, t));
    bool known =
        sym_is_const(behind, &end) && sym_is_const(ggml_tensor_bytes(syms, t->view_src), &room);
    if (!known || end <= room || is_told_view(d, t)) return;
    struct diag *diag = ggml_finding(
        d, DIAG_GGML_VIEW, t->site,
        "%s: the view %s ends %" PRId64 " bytes behind the %" PRId64 " bytes of %s: the "
        "library looks only at what it would take without gaps between its rows",
        t->function, ggml_shape_string(d->arena, t), end - room, room,
        *t->view_src->name ? arena_printf(d->arena, "`%s`", t->view_src->name) : "its tensor");
    if (is_told_root(d, t->view_src)) diag_set_severity(d->diags, diag, SEVERITY_NOTE);
    *vec_push(d->arena, &d->told_views) = t;
    diag_note(d->diags, diag, t->view_src->site, "the tensor is made here: %s",
              ggml_shape_string(d->arena, t->view_src));
    const struct ggml_miscount *miscount = ggml_miscount_at(d, t->site);
    if (miscount)
        diag_fix(d->diags, diag, "%s", ggml_miscount_words(d, miscount));
    else
        diag_fix(d->diags, diag, "the offset (%s bytes) or the sizes are too large",
                 sym_string(d->arena, t->view_offset));
}

static void check_blocks(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    int64_t n, block = dtype_block_elements(t->type);
    if (!sym_is_const(t->ne[0], &n) || n % block == 0) return;
    struct diag *diag =
        diag_add(d->diags, DIAG_GGML_ROWS, t->site,
                 "%s: rows of %s come in blocks of %" PRId64 " elements, and %" PRId64
                 " %% %" PRId64 " is %" PRId64 ": the row has room for %" PRId64,
                 t->function, dtype_name(t->type), block, n, block, n % block, n / block * block);
    diag_fix(d->diags, diag, "make the row a multiple of %" PRId64 ", or choose another type",
             block);
}

void ggml_check_made(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    if (t->op == GGML_OP_VIEW && t->view_src) check_view(d, t);
    if (t->op == GGML_OP_NONE && !t->view_src) check_blocks(d, t);
}

static bool is_write(const struct ggml_tensor *t)
{
    return t->view_src && (t->op == GGML_OP_CPY || t->op == GGML_OP_SET_ROWS);
}

// Also of one that was cleared since: what was expanded to be computed is marked so.
static bool is_in_a_graph(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    if (t->flags & GGML_COMPUTE) return true;
    for (int i = 0; i < d->state->graphs.n; i++) {
        const struct ggml_graph *graph = d->state->graphs.at[i];
        if (graph->unseen || graph_holds(graph, t)) return true;
    }
    return false;
}

static bool is_read(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    for (int i = 0; i < d->state->tensors.n; i++)
        for (int k = 0; k < GGML_SOURCES; k++)
            if (d->state->tensors.at[i]->src[k] == t && d->state->tensors.at[i] != t) return true;
    return false;
}

// ---- at the end: results that are wanted, and in no graph

static void tell_not_expanded(struct dialect_ggml *d, const struct ggml_tensor *t,
                              const struct site *site, const char *wanted)
{
    struct diag *diag =
        diag_add(d->diags, DIAG_GGML_NOT_EXPANDED, site,
                 "%s: the %s%s%s%s %s, but it is in no graph, so it is never computed", t->function,
                 t->desc, *t->name ? " `" : "", t->name, *t->name ? "`" : "", wanted);
    diag_note(d->diags, diag, t->site, "it is made here");
    diag_fix(d->diags, diag, "ggml_build_forward_expand(graph, ...) takes it into the graph");
}

// Its root may be what a graph computes, in place.
static bool is_computed(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return t->op == GGML_OP_NONE || is_in_a_graph(d, t) ||
           (t->view_src && t->view_src->op == GGML_OP_NONE) ||
           (t->view_src && is_in_a_graph(d, t->view_src));
}

void ggml_check_wanted(struct dialect_ggml *d)
{
    VEC(bool) told = {0};
    if (!d->state->graphs.n || d->refused) return;
    for (int i = 0; i < d->state->tensors.n; i++) *vec_push(d->arena, &told) = false;
    for (int i = 0; i < d->state->read.n; i++) {
        const struct ggml_read *read = &d->state->read.at[i];
        if (is_computed(d, read->tensor) || told.at[read->tensor->number]) continue;
        told.at[read->tensor->number] = true;
        tell_not_expanded(d, read->tensor, read->site, "is read here");
    }
    for (int i = 0; i < d->state->tensors.n; i++) {
        const struct ggml_tensor *t = d->state->tensors.at[i];
        if (!(t->flags & GGML_OUTPUT) || told.at[i] || is_computed(d, t) || is_read(d, t)) continue;
        tell_not_expanded(d, t, t->site, "is an output");
    }
}

// ---- at the end: writes that are in no graph

// A write before this one, made at the same place, was told already.
static bool is_told_write(const struct dialect_ggml *d, int tensor)
{
    const struct site *site = d->state->tensors.at[tensor]->site;
    for (int i = 0; i < tensor; i++) {
        const struct ggml_tensor *t = d->state->tensors.at[i];
        if (is_write(t) && site_is_same(t->site, site) && !is_in_a_graph(d, t) && !is_read(d, t))
            return true;
    }
    return false;
}

// Only the last of a chain is told: what nothing reads and no graph has.
void ggml_check_written(struct dialect_ggml *d)
{
    for (int i = 0; i < d->state->tensors.n && !d->refused; i++) {
        const struct ggml_tensor *t = d->state->tensors.at[i];
        if (!is_write(t) || is_in_a_graph(d, t) || is_read(d, t)) continue;
        if (is_told_write(d, i)) continue;
        struct diag *diag = diag_add(d->diags, DIAG_GGML_WRITE, t->site,
                                     "%s: it writes into `%s`, but its result is in no graph, so "
                                     "it is never computed",
                                     t->function, t->view_src->name);
        diag_note(d->diags, diag, t->view_src->site, "`%s` is made here", t->view_src->name);
        diag_fix(d->diags, diag, "ggml_build_forward_expand(graph, ...) takes it into the graph");
    }
}
