// What is wrong with a call, in the user's words: the parameters' names of the header, both shapes
// innermost first as the library prints them, where each tensor came from, and the mend.

#include "frontends/dialects/call_edits.h"
#include "frontends/dialects/ggml_dialect.h"

#include "ir/base/text.h"

#include <inttypes.h>
#include <string.h>

// What mends the failure of an assertion, by the beginning of its text.
struct mend {
    const char *assertion, *advice;
};

static const struct mend mends[] = {
#define MEND(assertion, advice) {assertion, advice},
#include "frontends/dialects/ggml_mends.def"
#undef MEND
};

// ---- tensors in words

static int n_dims(const struct ggml_tensor *t)
{
    int n = GGML_DIMS;
    while (n > 1 && sym_is(t->ne[n - 1], 1)) n--;
    return n;
}

const char *ggml_shape_string(struct arena *arena, const struct ggml_tensor *t)
{
    struct text text = {.arena = arena};
    text_printf(&text, "%s {", dtype_name(t->type));
    for (int i = 0; i < n_dims(t); i++)
        text_printf(&text, "%s%s", i ? ", " : "", sym_string(arena, t->ne[i]));
    text_add(&text, "}");
    return text_string(&text);
}

int ggml_argument_of(const struct ggml_function *function, int index)
{
    int first = function->no_context ? 0 : 1, n = 0;
    for (int i = 0; function->letters[i]; i++) {
        char letter = function->letters[i];
        if (letter != 't' && letter != 'o') continue;
        if (n++ == index) return first + i;
    }
    return -1;
}

// The parameter that the call's `index`-th tensor was given for.
static const char *parameter_name(const struct dialect_call *c, const struct ggml_call *call,
                                  int index)
{
    int at = ggml_argument_of(call->function, index);
    if (at < 0 || at >= c->function->n_parameters) return NULL;
    const char *name = c->function->parameters[at]->name;
    return name && *name ? name : NULL;
}

static const char *argument_word(struct dialect_ggml *d, const struct dialect_call *c,
                                 const struct ggml_call *call, int index)
{
    const char *name = parameter_name(c, call, index);
    return name ? name : arena_printf(d->arena, "tensor %d", index + 1);
}

static const char *tensor_word(struct dialect_ggml *d, const struct dialect_call *c,
                               const struct ggml_call *call, const struct ggml_tensor *t)
{
    for (int i = 0; i < call->n_in; i++)
        if (call->in[i] == t) return argument_word(d, c, call, i);
    if (!t) return "?";
    return arena_printf(d->arena, "the %s inside", t->desc ? t->desc : "tensor");
}

// ---- sides of a condition

// "ne[0] of a"; the parameter's name for a number; NULL for what a rule calculated.
static const char *side_word(struct dialect_ggml *d, const struct dialect_call *c,
                             const struct ggml_call *call, const struct side *side)
{
    const char *of = side->tensor ? tensor_word(d, c, call, side->tensor) : NULL;
    switch (side->kind) {
    case SIDE_NE: return arena_printf(d->arena, "%s->ne[%d]", of, side->index);
    case SIDE_NB: return arena_printf(d->arena, "%s->nb[%d]", of, side->index);
    case SIDE_ELEMENTS: return arena_printf(d->arena, "the elements of %s", of);
    case SIDE_BYTES: return arena_printf(d->arena, "the bytes of %s", of);
    case SIDE_RESULT: return arena_printf(d->arena, "the result's ne[%d]", side->index);
    default: return NULL;
    }
}

static void add_side(struct text *text, struct dialect_ggml *d, const struct dialect_call *c,
                     const struct ggml_call *call, const struct side *side)
{
    const char *word = side_word(d, c, call, side), *size = sym_string(d->arena, side->size);
    if (word)
        text_printf(text, "%s (%s)", word, size);
    else
        text_add(text, size);
}

static const char *const verbs[] = {[CONDITION_EQUAL] = "must equal",
                                    [CONDITION_AT_MOST] = "must be at most",
                                    [CONDITION_DIVIDES] = "must divide"};

static void add_condition(struct text *text, struct dialect_ggml *d, const struct dialect_call *c,
                          const struct ggml_call *call, const struct condition *condition)
{
    if (condition->relation == CONDITION_PLAIN) {
        text_printf(text, "`%s` does not hold", condition->text);
        return;
    }
    if (condition->relation == CONDITION_NEVER) {
        text_printf(text, "the function always aborts, with \"%s\"", condition->text);
        return;
    }
    // A number by itself is what something is held against.
    bool turned = condition->relation == CONDITION_AT_MOST && !side_word(d, c, call, &condition->a);
    add_side(text, d, c, call, turned ? &condition->b : &condition->a);
    text_printf(text, " %s ", turned ? "must be at least" : verbs[condition->relation]);
    add_side(text, d, c, call, turned ? &condition->a : &condition->b);
}

// ---- findings

static void add_shapes(struct text *text, struct dialect_ggml *d, const struct dialect_call *c,
                       const struct ggml_call *call)
{
    for (int i = 0; i < call->n_in; i++)
        if (call->in[i])
            text_printf(text, "%s%s is %s", i ? ", " : "; ", argument_word(d, c, call, i),
                        ggml_shape_string(d->arena, call->in[i]));
}

static void note_origins(struct dialect_ggml *d, struct diag *diag, const struct dialect_call *c,
                         const struct ggml_call *call)
{
    for (int i = 0; i < call->n_in; i++) {
        const struct ggml_tensor *t = call->in[i];
        if (!t || !t->site) continue;
        const char *name = t->name && *t->name ? arena_printf(d->arena, " `%s`", t->name) : "";
        diag_note(d->diags, diag, t->site, "%s%s comes from %s", argument_word(d, c, call, i), name,
                  t->function ? t->function : "here");
    }
}

// Two sizes that would fit the other way round.
static const char *swapped_weight(struct dialect_ggml *d, const struct dialect_call *c,
                                  const struct ggml_call *call)
{
    const struct ggml_tensor *a = call->in[0], *b = call->in[1];
    if (call->n_in < 2 || !a || !b || strncmp(call->refused->text, "ggml_can_mul_mat", 16) != 0 ||
        a->ne[1] != b->ne[0])
        return NULL;
    return arena_printf(
        d->arena, "the two sizes of %s look swapped: a weight that maps %s to %s is {%s, %s}",
        tensor_word(d, c, call, a), sym_string(d->arena, b->ne[0]), sym_string(d->arena, a->ne[0]),
        sym_string(d->arena, b->ne[0]), sym_string(d->arena, a->ne[0]));
}

// What a product with its weight behind gives where the weight should stand first.
static const struct ggml_tensor *turned_product(const struct ggml_tensor *t)
{
    while (t && t->op != GGML_OP_MUL_MAT && t->src[0] &&
           (t->op == GGML_OP_UNARY || t->op == GGML_OP_ADD || t->op == GGML_OP_MUL ||
            t->op == GGML_OP_SCALE))
        t = t->src[0];
    bool product = t && t->op == GGML_OP_MUL_MAT && t->src[0] && t->src[1];
    const struct ggml_tensor *weight = product ? t->src[1] : NULL;
    bool turned = product && weight->op == GGML_OP_NONE && !(weight->flags & GGML_INPUT) &&
                  (t->src[0]->op != GGML_OP_NONE || t->src[0]->flags & GGML_INPUT);
    return turned ? t : NULL;
}

// A call that fits the other way round of an operand, whose weight is the second factor: the
// library took that, for the inner sizes are equal either way.
static const char *swapped_factors(struct dialect_ggml *d, const struct ggml_call *call,
                                   struct written_call *swap)
{
    const struct ggml_tensor *a = call->in[0], *b = call->in[1];
    if (call->n_in < 2 || !a || !b) return NULL;
    bool adds = strncmp(call->refused->text, "ggml_can_repeat", 15) == 0,
         multiplies = strncmp(call->refused->text, "ggml_can_mul_mat", 16) == 0;
    for (int i = 0; (adds || multiplies) && i < 2; i++) {
        const struct ggml_tensor *t = turned_product(call->in[i]), *other = call->in[!i];
        if (!t || other->ne[0] != call->in[i]->ne[1]) continue;
        *swap = (struct written_call){eval_unit(d->eval), t->site, t->function};
        return arena_printf(
            d->arena,
            "the operands of the ggml_mul_mat at line %d look swapped: it gives {%s, %s}; with the "
            "weight first it gives {%s, %s}",
            t->site ? t->site->line : 0, sym_string(d->arena, t->ne[0]),
            sym_string(d->arena, t->ne[1]), sym_string(d->arena, t->ne[1]),
            sym_string(d->arena, t->ne[0]));
    }
    return NULL;
}

static const char *reversed_string(struct arena *arena, const struct ggml_tensor *t, int n)
{
    struct text text = {.arena = arena};
    for (int i = n - 1; i >= 0; i--)
        text_printf(&text, "%s%s", i == n - 1 ? "{" : ", ", sym_string(arena, t->ne[i]));
    text_add(&text, "}");
    return text_string(&text);
}

// The first is the smaller one, as the samples of a signal are not where its length should be.
static bool grows(const struct ggml_tensor *t)
{
    int64_t first, last;
    return sym_is_const(t->ne[0], &first) && sym_is_const(t->ne[2], &last) && first < last;
}

// Axes in PyTorch's order: a kernel {OC, IC, KH, KW} where {KW, KH, IC, OC} is meant, an image
// {N, C, H, W}, a signal {N, C, L}.
static const char *reversed_axes(struct dialect_ggml *d, const struct ggml_call *call)
{
    const struct ggml_tensor *kernel = call->in[0], *image = call->in[1];
    if (call->n_in < 2 || !kernel || !image) return NULL;
    bool small = strstr(call->refused->text, "b too small compared to a") != NULL;
    if (strstr(call->function->name, "conv_1d") && small && kernel->ne[1] == image->ne[1] &&
        grows(image))
        return arena_printf(d->arena, "the signal's axes look reversed: %s was meant, length first",
                            reversed_string(d->arena, image, 3));
    if (!strstr(call->function->name, "conv_2d")) return NULL;
    // A square window at the wrong end; else the kernel may simply be larger than the image.
    small = small && kernel->ne[2] == kernel->ne[3] && kernel->ne[0] != kernel->ne[1];
    const char *meant = reversed_string(d->arena, kernel, GGML_DIMS);
    bool both = small && kernel->ne[1] == image->ne[1] && image->op == GGML_OP_NONE;
    if (both && kernel->ne[1] != image->ne[2])
        return arena_printf(d->arena,
                            "the axes of both look reversed: a kernel %s and an image %s were "
                            "meant, width first",
                            meant, reversed_string(d->arena, image, GGML_DIMS));
    if (!small && kernel->ne[1] != image->ne[2]) return NULL;
    return arena_printf(
        d->arena, "the kernel's axes look reversed: %s was meant, width and height first", meant);
}

// A vector that fits no dimension, so that another shape would not help.
static const char *wrong_vector(struct dialect_ggml *d, const struct dialect_call *c,
                                const struct ggml_call *call)
{
    const struct ggml_tensor *a = call->in[0], *b = call->in[1];
    if (call->n_in < 2 || !a || !b || strcmp(call->refused->text, "ggml_can_repeat(b, a)") != 0 ||
        n_dims(b) > 1)
        return NULL;
    for (int i = 0; i < GGML_DIMS; i++)
        if (a->ne[i] == b->ne[0]) return NULL;
    return arena_printf(d->arena,
                        "a vector for the rows of %s has %s elements, as many as its ne[0]",
                        tensor_word(d, c, call, a), sym_string(d->arena, a->ne[0]));
}

// The weight behind what it is applied to, whose further axes a product repeats the weight over and
// not the other way round.
static const char *swapped_operands(struct dialect_ggml *d, const struct dialect_call *c,
                                    const struct ggml_call *call, struct written_call *swap)
{
    const struct ggml_tensor *a = call->in[0], *b = call->in[1];
    if (call->n_in != 2 || !a || !b || strcmp(call->refused->text, "ggml_can_mul_mat(a, b)") != 0 ||
        a->ne[0] != b->ne[0] || n_dims(a) < 3 || n_dims(b) > 2)
        return NULL;
    *swap = (struct written_call){eval_unit(d->eval), call->site, c->function->name};
    return arena_printf(d->arena,
                        "%s and %s look swapped: the first operand is the weight, which is applied "
                        "to each matrix of the second",
                        tensor_word(d, c, call, a), tensor_word(d, c, call, b));
}

// The tensor that the assertion names: the index of "a" in "ggml_is_contiguous(a)".
static int named_operand(const struct dialect_call *c, const struct ggml_call *call)
{
    const char *name = strchr(call->refused->text, '(');
    for (int i = 0; name && i < call->n_in; i++) {
        const char *parameter = parameter_name(c, call, i);
        size_t n = parameter ? strlen(parameter) : 0;
        if (n && strncmp(name + 1, parameter, n) == 0 && name[n + 1] == ')') return i;
    }
    return -1;
}

// A copy in order of the tensor that has to be one.
static void edit_copy(struct dialect_ggml *d, const struct dialect_call *c,
                      const struct ggml_call *call, struct diag *diag)
{
    int argument = ggml_argument_of(call->function, named_operand(c, call));
    if (argument < 1) return;
    struct written_call written = {eval_unit(d->eval), call->site, c->function->name};
    call_edit_wrap(d->diags, diag, written, argument, "ggml_cont");
}

static const char *advice_for(struct dialect_ggml *d, const struct dialect_call *c,
                              const struct ggml_call *call, struct written_call *swap)
{
    struct ggml_miscount miscount = ggml_miscounted(d, c, call);
    if (miscount.type) return ggml_miscount_words(d, &miscount);
    const char *special = swapped_factors(d, call, swap);
    if (!special) special = swapped_operands(d, c, call, swap);
    if (!special) special = swapped_weight(d, c, call);
    if (!special) special = reversed_axes(d, call);
    if (!special) special = wrong_vector(d, c, call);
    for (size_t i = 0; !special && i < sizeof mends / sizeof *mends; i++)
        if (strncmp(call->refused->text, mends[i].assertion, strlen(mends[i].assertion)) == 0)
            special = mends[i].advice;
    return special;
}

const char *ggml_tell_refused(struct dialect_ggml *d, const struct dialect_call *c,
                              const struct ggml_call *call)
{
    const struct condition *refused = call->refused;
    struct text text = {.arena = d->arena};
    // The next round of a loop says nothing new.
    for (int i = 0; i < d->refusals.n; i++)
        if (site_is_same(d->refusals.at[i], call->site))
            return arena_printf(d->arena, "%s was refused", c->function->name);
    *vec_push(d->arena, &d->refusals) = call->site;
    if (refused->division_by_zero)
        text_printf(&text, "`%s` divides by 0, which ends the program by a signal", refused->text);
    else
        add_condition(&text, d, c, call, refused);
    bool of_sizes = refused->relation > CONDITION_NEVER;
    if (of_sizes && !refused->division_by_zero) text_printf(&text, " (`%s`)", refused->text);
    add_shapes(&text, d, c, call);
    struct diag *diag = diag_add(d->diags, DIAG_GGML_ASSERTION, call->site, "%s: %s",
                                 c->function->name, text_string(&text));
    if (d->refused) diag_set_severity(d->diags, diag, SEVERITY_NOTE);
    d->refused = true;
    note_origins(d, diag, c, call);
    struct written_call swap = {0};
    const char *advice = advice_for(d, c, call, &swap);
    if (advice) diag_fix(d->diags, diag, "%s", advice);
    if (advice && strstr(advice, "ggml_cont(ctx, ")) edit_copy(d, c, call, diag);
    if (swap.site) call_edit_swap(d->diags, diag, swap, 1, 2);
    return arena_printf(d->arena, "%s was refused", c->function->name);
}

// Once a context and place, since everything behind it is as lost.
void ggml_tell_freed(struct dialect_ggml *d, const struct dialect_call *c,
                     const struct ggml_tensor *t)
{
    if (t->context->told_freed) return;
    t->context->told_freed = t->context->life.told = true;
    struct diag *diag =
        diag_add(d->diags, DIAG_GGML_FREED, eval_site(d->eval),
                 "%s: the tensor%s%s%s lies in a context that was freed", c->function->name,
                 *t->name ? " `" : "", t->name, *t->name ? "`" : "");
    diag_note(d->diags, diag, t->context->freed_at, "ggml_free gives the context's memory back");
    diag_note(d->diags, diag, t->site, "the tensor is made here");
}

void ggml_tell_freed_graph(struct dialect_ggml *d, const struct dialect_call *c,
                           const struct ggml_graph *graph)
{
    struct ggml_context *context = graph->context;
    if (!context || !context->freed || context->own_buffer || context->told_freed) return;
    context->told_freed = context->life.told = true;
    struct diag *diag =
        diag_add(d->diags, DIAG_GGML_FREED, eval_site(d->eval),
                 "%s: the graph lies in a context that was freed", c->function->name);
    diag_note(d->diags, diag, context->freed_at, "ggml_free gives the context's memory back");
    diag_note(d->diags, diag, graph->site, "the graph is made here");
    diag_fix(d->diags, diag,
             "free the context behind the last use of its graph, or give it memory of your own "
             "(mem_buffer)");
}

// ---- conditions that are left open

static struct term term_of(struct dialect_ggml *d, const struct dialect_call *c,
                           const struct ggml_call *call, const struct side *side)
{
    return (struct term){.size = side->size, .operand = -1, .what = side_word(d, c, call, side)};
}

struct obligation ggml_obligation(struct dialect_ggml *d, const struct dialect_call *c,
                                  const struct ggml_call *call, const struct condition *condition)
{
    static const enum relation relations[] = {[CONDITION_PLAIN] = RELATION_EQUAL,
                                              [CONDITION_EQUAL] = RELATION_EQUAL,
                                              [CONDITION_AT_MOST] = RELATION_AT_MOST,
                                              [CONDITION_DIVIDES] = RELATION_DIVIDES};
    return (struct obligation){.diag = DIAG_GGML_ASSERTION,
                               .relation = relations[condition->relation],
                               .a = term_of(d, c, call, &condition->a),
                               .b = term_of(d, c, call, &condition->b)};
}
