// What the CPU backend cannot compute of the graphs that were built: found once the program has
// run, told at the call that made the node.

#include "frontends/dialects/call_edits.h"
#include "frontends/dialects/ggml_dialect.h"
#include "frontends/ggml/computes.h"

#include "ir/base/text.h"

#include <string.h>

static const char *operand_word(struct dialect_ggml *d, const struct ggml_tensor *node, int i)
{
    const struct ggml_tensor *t = i < 0 ? node : node->src[i];
    const char *place = i < 0 ? "the result" : arena_printf(d->arena, "operand %d", i + 1);
    bool own_name = t->name && *t->name && *t->name != ' ' && strncmp(t->name, "leaf_", 5) != 0 &&
                    strncmp(t->name, "node_", 5) != 0;
    if (!own_name) return place;
    return arena_printf(d->arena, "%s, `%s`,", place, t->name);
}

static const char *operands_string(struct dialect_ggml *d, const struct ggml_tensor *node)
{
    struct text text = {.arena = d->arena};
    for (int i = 0; i < GGML_SOURCES; i++) {
        // ggml_cast reads its own result.
        if (!node->src[i] || node->src[i] == node) continue;
        text_printf(&text, "%s%s", i ? " and " : "", ggml_shape_string(d->arena, node->src[i]));
    }
    return text_string(&text);
}

static const char *strides_string(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    struct text text = {.arena = d->arena};
    for (int i = 0; i < GGML_DIMS; i++)
        text_printf(&text, "%s%s", i ? ", " : "nb {", sym_string(d->arena, t->nb[i]));
    text_add(&text, "}");
    return text_string(&text);
}

static const char *layout_words(struct dialect_ggml *d, const struct ggml_tensor *t,
                                const char *layout)
{
    if (strcmp(layout, "order") == 0) return "its elements must lie in order, without gaps";
    if (strcmp(layout, "order1") == 0) return "its elements must lie in order, but for ne[1]";
    if (strcmp(layout, "dense1") == 0) return "its rows must lie in order, without gaps";
    return arena_printf(d->arena, "nb[0] is %s, where elements of %d bytes must lie side by side",
                        sym_string(d->arena, t->nb[0]), dtype_block_bytes(t->type));
}

static struct diag *tell_layout(struct dialect_ggml *d, const struct ggml_tensor *node,
                                const struct computes_answer *answer)
{
    const struct ggml_tensor *t = answer->source < 0 ? node : node->src[answer->source];
    const char *does = answer->computes == COMPUTES_MISREADS
                           ? "reads other elements, without a word in a release build,"
                           : "aborts";
    struct diag *diag = diag_add(
        d->diags, DIAG_GGML_COMPUTES, node->site,
        "%s: the CPU backend %s when it computes this %s: %s is %s with %s: %s", node->function,
        does, node->desc, operand_word(d, node, answer->source), ggml_shape_string(d->arena, t),
        strides_string(d, t), layout_words(d, t, answer->layout));
    diag_fix(d->diags, diag, "ggml_cont(ctx, t) makes a copy whose elements lie in order");
    struct written_call call = {eval_unit(d->eval), node->site, node->function};
    int argument = answer->source < 0 ? 0 : node->written[answer->source];
    if (argument > 1) call_edit_wrap(d->diags, diag, call, argument - 1, "ggml_cont");
    return diag;
}

// As many as are of a type that can be made f32.
static bool can_be_cast(const struct ggml_tensor *node)
{
    for (int i = 0; i < GGML_SOURCES; i++) {
        enum dtype type = node->src[i] ? node->src[i]->type : DTYPE_F32;
        if (type == DTYPE_I64 || type == DTYPE_I8 || type == DTYPE_I16 || type == DTYPE_F64)
            return false;
    }
    return node->op != GGML_OP_CPY;
}

static struct diag *tell_types(struct dialect_ggml *d, const struct ggml_tensor *node)
{
    const char *result =
        node->op == GGML_OP_CPY ? arena_printf(d->arena, " to %s", dtype_name(node->type)) : "";
    struct diag *diag = diag_add(d->diags, DIAG_GGML_COMPUTES, node->site,
                                 "%s: the CPU backend does not compute %s of %s%s: it aborts",
                                 node->function, node->desc, operands_string(d, node), result);
    diag_fix(
        d->diags, diag, "it computes %s%s", ggml_computes_types(d->arena, node, d->state->version),
        can_be_cast(node) ? "; ggml_cast(ctx, t, GGML_TYPE_F32) makes a copy of another type" : "");
    return diag;
}

static struct diag *tell_shapes(struct dialect_ggml *d, const struct ggml_tensor *node,
                                const char *why)
{
    return diag_add(d->diags, DIAG_GGML_COMPUTES, node->site,
                    "%s: the CPU backend aborts when it computes this %s of %s: %s", node->function,
                    node->desc, operands_string(d, node), why);
}

static void note_origins(struct dialect_ggml *d, struct diag *diag, const struct ggml_tensor *node)
{
    for (int i = 0; i < GGML_SOURCES; i++) {
        const struct ggml_tensor *t = node->src[i];
        if (!t || t == node || !t->site) continue;
        diag_note(d->diags, diag, t->site, "%s comes from %s", operand_word(d, node, i),
                  t->function ? t->function : "here");
    }
}

// Its operand, or what it writes, is a view that ends behind its tensor.
static bool is_lost(struct dialect_ggml *d, const struct ggml_tensor *node)
{
    for (int i = 0; i < GGML_SOURCES; i++)
        if (node->src[i] && ggml_is_told_view(d, node->src[i])) return true;
    return false;
}

// The program ends at the first one; the others are what would come next.
static void tell(struct dialect_ggml *d, const struct ggml_tensor *node,
                 const struct computes_answer *answer, bool first)
{
    struct diag *diag = NULL;
    if (answer->computes == COMPUTES_NO_LAYOUT || answer->computes == COMPUTES_MISREADS)
        diag = tell_layout(d, node, answer);
    if (answer->computes == COMPUTES_NO_TYPES) diag = tell_types(d, node);
    if (answer->computes == COMPUTES_NO_SHAPES) diag = tell_shapes(d, node, answer->also);
    if (!first || is_lost(d, node)) diag_set_severity(d->diags, diag, SEVERITY_NOTE);
    note_origins(d, diag, node);
}

// A type that the caller of the builder decides, and that is taken for f32 here.
static bool is_assumed(const struct ggml_tensor *node)
{
    for (int i = 0; i < GGML_SOURCES; i++) {
        const struct ggml_tensor *t = node->src[i];
        if (t && t->view_src) t = t->view_src;
        if (t && t->type_assumed) return true;
    }
    return false;
}

static bool is_told(const struct ggml_tensor *node, const struct site *const *told, int n)
{
    for (int i = 0; i < n; i++)
        if (site_is_same(told[i], node->site)) return true;
    return false;
}

void ggml_check_computed(struct dialect_ggml *d)
{
    VEC(const struct site *) told = {0};
    for (int i = 0; i < d->state->tensors.n && !d->refused; i++) {
        const struct ggml_tensor *t = d->state->tensors.at[i];
        if (!(t->flags & GGML_COMPUTE) || t->op == GGML_OP_NONE) continue;
        struct computes_answer answer = ggml_computes(d->syms, t, d->state->version);
        if (answer.computes == COMPUTES_YES || is_told(t, told.at, told.n)) continue;
        if (answer.computes == COMPUTES_NO_TYPES && is_assumed(t)) continue;
        *vec_push(d->arena, &told) = t->site;
        tell(d, t, &answer, told.n == 1);
    }
}
