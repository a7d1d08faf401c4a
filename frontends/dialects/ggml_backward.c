// Training: the backward graph, its gradients, and what the library's own optimizer keeps inside.

#include "frontends/dialects/ggml_dialect.h"

#include "frontends/dialects/libc.h"
#include "frontends/ggml/backward.h"
#include "ir/base/text.h"

#include <string.h>

// ---- why there is none

static const char *node_string(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    if (!t->name || !*t->name) return t->desc;
    return arena_printf(d->arena, "%s `%s`", t->desc, t->name);
}

static const char *source_string(struct dialect_ggml *d, const struct ggml_tensor *node)
{
    struct text text = {.arena = d->arena};
    for (int i = 0; i < GGML_SOURCES; i++)
        if (node->src[i] && node->src[i]->type != DTYPE_F32 && node->src[i]->type != DTYPE_F16)
            text_printf(&text, "%s%s", text.n ? ", " : "",
                        ggml_shape_string(d->arena, node->src[i]));
    return text_string(&text);
}

// What is said of the problem at a node; NULL: it is at none.
static const char *problem_at(struct dialect_ggml *d, const struct backward *result,
                              const struct ggml_call *call)
{
    if (!result->at) return NULL;
    const char *node = node_string(d, result->at);
    switch (result->problem) {
    case BACKWARD_SOURCE_TYPE:
        return arena_printf(d->arena,
                            "%s needs the gradient of a source that is neither f32 nor f16: %s",
                            node, source_string(d, result->at));
    case BACKWARD_IN_PLACE:
        return arena_printf(d->arena,
                            "%s is computed in place and needs a gradient, which ggml refuses: "
                            "backward would read what it overwrote",
                            node);
    case BACKWARD_UNSUPPORTED:
        return arena_printf(d->arena, "%s needs a gradient, and %s has no backward in ggml", node,
                            result->at->desc);
    case BACKWARD_NO_GRADIENT:
        return arena_printf(d->arena,
                            "a source of %s needs a gradient, and %s hands it none: the library "
                            "follows a NULL pointer",
                            node, result->at->desc);
    case BACKWARD_REFUSED:
        return arena_printf(d->arena, "on the way back through %s the assertion `%s` fails", node,
                            call->refused->text);
    default: return NULL;
    }
}

static const char *const problems[] = {
    [BACKWARD_EMPTY] = "the graph has no nodes yet",
    [BACKWARD_NO_ROOM] = "the graph was made without room for gradients",
    [BACKWARD_NO_PARAMETER] = "no node of the graph is a parameter",
    [BACKWARD_NO_LOSS] = "no node of the graph is a loss",
};

static const char *const advices[] = {
    [BACKWARD_EMPTY] = "ggml_build_forward_expand(graph, loss) comes first",
    [BACKWARD_NO_ROOM] = "make it by ggml_new_graph_custom(ctx, size, true)",
    [BACKWARD_NO_PARAMETER] =
        "call ggml_set_param for each weight, before it is expanded into the graph",
    [BACKWARD_NO_LOSS] = "call ggml_set_loss for what is to become small, a scalar of f32",
    [BACKWARD_IN_PLACE] = "take the function without _inplace",
};

// Flagged too late: expanded before, it is a leaf, and backward looks at nodes only.
static const struct ggml_tensor *late_parameter(const struct ggml_graph *graph)
{
    for (int i = 0; i < graph->leafs.n; i++)
        if (graph->leafs.at[i]->flags & GGML_PARAM) return graph->leafs.at[i];
    return NULL;
}

static void note_problem(struct dialect_ggml *d, struct diag *diag, const struct ggml_graph *graph,
                         const struct backward *result)
{
    const struct ggml_tensor *late = late_parameter(graph);
    if (result->at && result->at->site)
        diag_note(d->diags, diag, result->at->site, "%s is made here", node_string(d, result->at));
    if (result->problem == BACKWARD_NO_ROOM)
        diag_note(d->diags, diag, graph->site, "the graph is made here");
    if (result->problem == BACKWARD_NO_PARAMETER && late)
        diag_note(d->diags, diag, late->site,
                  "`%s` was marked as a parameter after it had been expanded as a leaf",
                  late->name);
}

static void tell(struct dialect_ggml *d, const struct dialect_call *c,
                 const struct ggml_graph *graph, const struct backward *result,
                 const struct ggml_call *call)
{
    const char *what = problem_at(d, result, call);
    struct diag *diag = diag_add(d->diags, DIAG_GGML_BACKWARD, eval_site(d->eval), "%s: %s",
                                 c->function->name, what ? what : problems[result->problem]);
    if (d->refused) diag_set_severity(d->diags, diag, SEVERITY_NOTE);
    d->refused = true;
    note_problem(d, diag, graph, result);
    const char *advice =
        result->problem < (int)(sizeof advices / sizeof *advices) ? advices[result->problem] : NULL;
    if (advice) diag_fix(d->diags, diag, "%s", advice);
}

// ---- building it

// Where gradients of nodes are gathered: an array with an element a node, or NULL.
static struct ggml_tensor **read_accumulators(struct dialect_ggml *d, const struct dialect_call *c,
                                              int n)
{
    const struct cvalue *array = &c->arguments[2];
    struct ggml_tensor **all = arena_array(d->arena, struct ggml_tensor *, n + 1);
    if (c->n < 3 || array->kind != CVALUE_POINTER || eval_is_null(d->eval, array)) return NULL;
    for (int i = 0; i < n; i++) {
        const char *reason;
        struct cvalue element =
            eval_load(d->eval, array, i * d->void_pointer->size, d->tensor_pointer);
        all[i] = ggml_object_tensor(d, &element, &reason);
    }
    return all;
}

// Of earlier libraries it has other parameters, and gradients lie in the tensors themselves.
static bool is_other_form(const struct dialect_call *c)
{
    const struct ctype *last = c->n == 3 ? c->arguments[2].type : NULL;
    return !last || last->kind != CTYPE_POINTER || !last->element ||
           last->element->kind != CTYPE_POINTER;
}

static void finish(struct dialect_ggml *d, const struct dialect_call *c, struct ggml_graph *graph,
                   const struct backward *result, struct ggml_call *call)
{
    ggml_call_finish(d, c, call);
    for (int i = 0; i < graph->nodes.n; i++) ggml_object_write(d, graph->nodes.at[i]);
    for (int i = 0; i < graph->leafs.n; i++) ggml_object_write(d, graph->leafs.at[i]);
    if (result->general)
        eval_assume(d->eval, d->eval->at,
                    "the backward graph is that of sizes at which nothing has one row by chance: "
                    "ggml sums up no repetition where there is none");
}

static struct cvalue rule_backward_expand(const struct dialect_call *c)
{
    static const struct ggml_function function = {.name = "ggml_build_backward_expand",
                                                  .letters = ""};
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = c->n > 1 ? ggml_argument_graph(d, c, 1) : NULL;
    if (!graph || is_other_form(c)) {
        build_unseen(eval_builder(d->eval),
                     graph ? "a backward graph of an older ggml" : "a graph that is not known");
        return ggml_nothing(c);
    }
    struct ggml_call call = ggml_call_open(d, &function);
    call.context = ggml_argument_context(d, c, 0);
    struct backward result;
    backward_expand(&call, graph, read_accumulators(d, c, graph->nodes.n), &result);
    finish(d, c, graph, &result, &call);
    if (result.problem == BACKWARD_DONE) return ggml_nothing(c);
    build_unseen(eval_builder(d->eval), "a backward graph that could not be built");
    if (result.problem == BACKWARD_FULL)
        ggml_tell_full(d, c, graph, result.limit);
    else if (result.problem != BACKWARD_UNKNOWN)
        tell(d, c, graph, &result, &call);
    return ggml_nothing(c);
}

// ---- asking

static struct cvalue ask(const struct dialect_call *c,
                         struct ggml_tensor *(*of)(const struct ggml_graph *,
                                                   const struct ggml_tensor *))
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    const char *reason;
    struct ggml_tensor *t = ggml_argument(d, c, 1, &reason);
    if (!graph || !t) return cvalue_unknown(c->result, "a graph that is not known");
    const struct ggml_tensor *found = of(graph, t);
    if (!found) return cvalue_null(c->result);
    struct cvalue pointer = *ggml_object_pointer(d, found);
    pointer.type = c->result;
    return pointer;
}

static struct cvalue rule_gradient(const struct dialect_call *c)
{
    return ask(c, graph_gradient);
}

static struct cvalue rule_accumulator(const struct dialect_call *c)
{
    return ask(c, graph_accumulator);
}

// It sets numbers, which are not followed, of a graph that must have gradients.
static struct cvalue rule_reset(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    if (!graph || graph->has_gradients) return ggml_nothing(c);
    struct backward result = {.problem = BACKWARD_NO_ROOM};
    tell(d, c, graph, &result, NULL);
    return ggml_nothing(c);
}

// ---- ggml-opt.h: it builds graphs of its own, behind an interface that has no tensors

static struct cvalue rule_optimizer(const struct dialect_call *c)
{
    static const char reason[] = "the graphs that ggml-opt builds inside are not followed";
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    build_unseen(eval_builder(d->eval), reason);
    if (c->result->kind == CTYPE_VOID) return ggml_nothing(c);
    return cvalue_unknown(c->result, reason);
}

const struct dialect_rule ggml_backward_rules[] = {
    {"ggml_build_backward_expand", "*", rule_backward_expand, NULL},
    {"ggml_graph_get_grad", "..", rule_gradient, NULL},
    {"ggml_graph_get_grad_acc", "..", rule_accumulator, NULL},
    {"ggml_graph_reset", ".", rule_reset, NULL},
    {"ggml_opt_dataset_init", "*", rule_optimizer, NULL},
    {"ggml_opt_dataset_data", ".", rule_optimizer, NULL},
    {"ggml_opt_dataset_labels", ".", rule_optimizer, NULL},
    {"ggml_opt_inputs", ".", rule_optimizer, NULL},
    {"ggml_opt_outputs", ".", rule_optimizer, NULL},
    {"ggml_opt_labels", ".", rule_optimizer, NULL},
    {"ggml_opt_loss", ".", rule_optimizer, NULL},
    {"ggml_opt_pred", ".", rule_optimizer, NULL},
    {"ggml_opt_ncorrect", ".", rule_optimizer, NULL},
    {"ggml_opt_grad_acc", "..", rule_optimizer, NULL},
    {"ggml_opt_init", "*", rule_optimizer, NULL},
    {"ggml_opt_prepare_alloc", "*", rule_optimizer, NULL},
    {"ggml_opt_alloc", "*", rule_optimizer, NULL},
    {"ggml_opt_eval", "*", rule_optimizer, NULL},
    {"ggml_opt_epoch", "*", rule_optimizer, NULL},
    {"ggml_opt_fit", "*", rule_optimizer, NULL},
    {0},
};
