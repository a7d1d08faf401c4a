// What is wrong with a call, in the user's words: the operands of the operator that refuses, their
// sizes, where each came from, and the mend.

#include "frontends/dialects/kann_dialect.h"

#include "ir/base/text.h"

#include <inttypes.h>
#include <string.h>

static void add_shapes(struct text *text, struct dialect_kann *d, const struct kann_node *node)
{
    int n = 0;
    for (int i = 0; i < node->n_child; i++) {
        const struct kann_node *x = node->child[i];
        if (!x) continue;
        text_printf(text, "%s%s is %s", n++ ? ", " : "; ", kann_operand_word(d->arena, node, i),
                    kann_shape_string(d->arena, x));
    }
}

void kann_note_operands(struct dialect_kann *d, struct diag *diag, const struct kann_node *node)
{
    for (int i = 0; i < node->n_child; i++) {
        const struct kann_node *x = node->child[i];
        if (!x) continue;
        const struct kann_node *origin = kann_origin_of(x);
        if (!origin->site || site_is_same(origin->site, diag->site)) continue;
        diag_note(d->diags, diag, origin->site, "%s, %s, comes from %s",
                  kann_operand_word(d->arena, node, i), kann_shape_string(d->arena, x),
                  origin->function ? origin->function : "here");
    }
}

// "kad_cmul", or of a layer "kann_layer_cost: ce_multi".
static const char *who(struct dialect_kann *d, const char *function, const struct kann_node *node)
{
    const char *word = node->op ? kann_op_word(node->op) : NULL;
    bool own = !word || (strncmp(function, "kad_", 4) == 0 &&
                         strncmp(function + 4, word, strlen(word)) == 0);
    return own ? function : arena_printf(d->arena, "%s: %s", function, word);
}

// Made of a tensor without elements, of which was told where it came about.
static bool rests_on_nothing(const struct dialect_kann *d, const struct kann_node *node)
{
    const struct diag *diag = d->diags->first;
    int64_t size;
    while (diag && diag->id != DIAG_KANN_NO_SIZE) diag = diag->next;
    for (int i = 0; diag && i < node->n_child; i++)
        for (int k = 0; node->child[i] && k < node->child[i]->n_d; k++)
            if (sym_is_const(node->child[i]->d[k], &size) && size <= 0) return true;
    return false;
}

static void tell_refusal(struct dialect_kann *d, const struct kann_call *call)
{
    const struct kann_refusal *refusal = call->refusal;
    const struct kann_shape *shape = &refusal->shape;
    bool asserts = shape->failure == KANN_ASSERTS;
    struct text text = {.arena = d->arena};
    text_printf(&text, "%s: %s", who(d, call->function, refusal->node), shape->wrong);
    add_shapes(&text, d, refusal->node);
    if (!asserts) text_add(&text, ": NULL comes back");
    struct diag *diag = diag_add(d->diags, asserts ? DIAG_KANN_ASSERTION : DIAG_KANN_REFUSED,
                                 call->site, "%s", text_string(&text));
    kann_note_operands(d, diag, refusal->node);
    if (shape->mend) diag_fix(d->diags, diag, "%s", shape->mend);
}

void kann_tell_refused(struct dialect_kann *d, const struct kann_call *call)
{
    if (!rests_on_nothing(d, call->refusal->node)) tell_refusal(d, call);
    d->refused = true;
    build_told(eval_builder(d->eval), kann_refusal_reason(call));
}

const char *kann_tell_null(const struct dialect_call *c, int argument, const char *reason)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    const struct cvalue *v = argument < c->n ? &c->arguments[argument] : NULL;
    if (reason && (!v || v->kind == CVALUE_UNKNOWN || eval_unknown_memory(c->eval, v)))
        return reason;
    // After a refusal the program runs on with what it was not given.
    if (d->refused) return reason ? reason : "NULL after a refusal";
    struct eval_expression written =
        eval_argument_expression(c->eval, argument, EVAL_WHOLE_ARGUMENT);
    const char *what = written.text ? arena_printf(d->arena, "`%s`", written.text)
                                    : arena_printf(d->arena, "argument %d", argument + 1);
    struct diag *diag =
        diag_add(d->diags, DIAG_KANN_NULL, eval_site(c->eval), "%s: %s is %s", c->function->name,
                 what, reason ? "no node of KANN" : "NULL, which the library follows");
    if (reason) diag_note(d->diags, diag, eval_site(c->eval), "%s", reason);
    return arena_printf(d->arena, "%s was given NULL", c->function->name);
}

// ---- what the library lets pass

static void keep_open(struct dialect_kann *d, const struct kann_node *node,
                      const struct kann_shape *shape)
{
    for (const struct obligation *o = shape->open; o; o = o->next) {
        struct obligation one = *o;
        one.next = NULL;
        *vec_push(d->arena, &d->state->demands) =
            (struct kann_demand){node->function, node->site, one};
    }
}

// Another call of the same function of the program is no other mistake.
bool kann_is_told(const struct dialect_kann *d, enum diag_id id, const struct site *site)
{
    for (const struct diag *diag = d->diags->first; diag; diag = diag->next)
        if (diag->id == id && site_is_same(diag->site, site)) return true;
    return false;
}

static void tell_doubt(struct dialect_kann *d, const struct kann_node *node,
                       const struct kann_shape *shape)
{
    struct text text = {.arena = d->arena};
    if (kann_is_told(d, shape->doubt, node->site)) return;
    text_printf(&text, "%s: %s", who(d, node->function, node), shape->doubtful);
    add_shapes(&text, d, node);
    text_printf(&text, ", and the result %s", kann_shape_string(d->arena, node));
    struct diag *diag = diag_add(d->diags, shape->doubt, node->site, "%s", text_string(&text));
    kann_note_operands(d, diag, node);
    if (shape->doubt_mend) diag_fix(d->diags, diag, "%s", shape->doubt_mend);
}

static void tell_overflow(struct dialect_kann *d, const struct kann_node *node, int64_t length)
{
    struct diag *diag =
        diag_add(d->diags, DIAG_KANN_OVERFLOW, node->site,
                 "%s: %s %s has %" PRId64 " elements, and KANN counts them in an int, which ends "
                 "at 2147483647",
                 node->function, kann_kind_word(node), kann_shape_string(d->arena, node), length);
    kann_note_operands(d, diag, node);
    diag_fix(d->diags, diag, "split it: no node may have as many");
}

// Of several nodes that are too large, the first is told: the others are made of it.
static bool is_too_long(struct dialect_kann *d, const struct kann_node *node, int64_t *length)
{
    const struct sym *size = kann_len(d->syms, node);
    if (sym_is_const(size, length)) return *length > INT32_MAX;
    *length = INT64_MAX;
    return sym_overflowed(size);
}

void kann_tell_made(struct dialect_kann *d, const struct kann_node *node)
{
    struct kann_shape shape = {0};
    int64_t length, of_operand;
    bool known = true;
    if (node->lost) return;
    for (int i = 0; i < node->n_child; i++)
        if (node->child[i]->lost) return;
    if (node->n_child) kann_shape_of(d->arena, d->syms, node, &shape);
    keep_open(d, node, &shape);
    for (int i = 0; i < node->n_child; i++)
        known = known && !is_too_long(d, node->child[i], &of_operand);
    if (known && is_too_long(d, node, &length))
        tell_overflow(d, node, length);
    else if (shape.doubtful && !rests_on_nothing(d, node))
        tell_doubt(d, node, &shape);
}

struct diag *kann_tell_stale(struct dialect_kann *d, enum diag_id id,
                             const struct kann_refused *refused, const char *when)
{
    const struct kann_node *node = refused->node, *origin = kann_origin_of(node);
    struct text text = {.arena = d->arena};
    text_printf(&text, "%s: %s, %s", who(d, origin->function, node), refused->shape.wrong, when);
    add_shapes(&text, d, node);
    text_printf(&text, ": it keeps the sizes %s, without a word",
                kann_shape_string(d->arena, node));
    struct diag *diag = diag_add(d->diags, id, origin->site, "%s", text_string(&text));
    kann_note_operands(d, diag, node);
    if (refused->shape.mend) diag_fix(d->diags, diag, "%s", refused->shape.mend);
    return diag;
}
