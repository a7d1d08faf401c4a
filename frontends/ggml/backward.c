// Which nodes need a gradient, and the way back through them.

#include "frontends/ggml/backward_pass.h"

#include "frontends/ggml/layout.h"
#include "frontends/ggml/make.h"

#include <string.h>

// ---- which nodes need one

// Sources of which nothing depends in a way that a gradient could follow: indices, positions, what
// is overwritten or only lends its shape. One of a source's bits each.
static unsigned irrelevant_sources(const struct ggml_tensor *node)
{
    switch (node->op) {
    case GGML_OP_IM2COL:
    case GGML_OP_IM2COL_BACK: return 1u << 0;
    case GGML_OP_UNARY:
        return strcmp(node->desc, "SGN") == 0 || strcmp(node->desc, "STEP") == 0 ? 1u << 0 : 0;
    case GGML_OP_CPY:
    case GGML_OP_GET_ROWS:
    case GGML_OP_GET_ROWS_BACK:
    case GGML_OP_ROPE: return 1u << 1;
    default: return 0;
    }
}

static const struct ggml_tensor *source_in_need(const struct pass *p,
                                                const struct ggml_tensor *node)
{
    unsigned irrelevant = irrelevant_sources(node);
    for (int i = 0; i < GGML_SOURCES; i++)
        if (!(irrelevant & 1u << i) && pass_needs(p, node->src[i])) return node->src[i];
    return NULL;
}

static bool may_be_view(enum ggml_op op)
{
    return op == GGML_OP_CPY || op == GGML_OP_VIEW || op == GGML_OP_RESHAPE ||
           op == GGML_OP_PERMUTE || op == GGML_OP_TRANSPOSE;
}

// The gradient is gathered where the program says, or, of the loss, in a tensor of its own.
static void give_accumulator(struct pass *p, struct ggml_tensor *node, struct ggml_tensor *given)
{
    struct arena *arena = p->call->arena;
    if (!given && node->flags & GGML_LOSS) given = tensor_new(p->call, DTYPE_F32, node->ne);
    if (!given) return;
    graph_set_accumulator(arena, p->graph, node, given);
    graph_set_gradient(arena, p->graph, node, given);
}

static void find_need(struct pass *p, struct ggml_tensor *node, struct ggml_tensor *accumulator)
{
    if (node->type == DTYPE_I32) return;
    const struct ggml_tensor *source = source_in_need(p, node);
    if (!source && !(node->flags & (GGML_PARAM | GGML_LOSS))) return;
    if (source && source->type != DTYPE_F32 && source->type != DTYPE_F16)
        pass_fail(p, BACKWARD_SOURCE_TYPE, node);
    else if (node->view_src && !may_be_view(node->op))
        pass_fail(p, BACKWARD_IN_PLACE, node);
    else
        give_accumulator(p, node, accumulator);
    if (node->number < p->n_needs) p->needs[node->number] = true;
}

// ---- the way back

// Whoever needs a gradient must have one of its own shape by now.
static void check_sources(struct pass *p)
{
    static const char *const texts[PASS_SOURCES] = {
        "!src0_needs_grads || ggml_are_same_shape(src0, cgraph->grads[isrc0])",
        "!src1_needs_grads || ggml_are_same_shape(src1, cgraph->grads[isrc1])",
        "!src2_needs_grads || ggml_are_same_shape(src2, cgraph->grads[isrc2])"};
    for (int i = 0; i < PASS_SOURCES && !pass_failed(p); i++) {
        if (!pass_needs(p, p->s[i])) continue;
        const struct ggml_tensor *gradient = graph_gradient(p->graph, p->s[i]);
        if (!gradient) {
            pass_fail(p, BACKWARD_NO_GRADIENT, p->node);
            return;
        }
        struct conditions same = ggml_layout_same(p->call->syms, p->s[i], gradient);
        call_need(p->call, texts[i], &same);
    }
}

static void go_through(struct pass *p, struct ggml_tensor *node)
{
    p->node = node;
    p->gradient = graph_gradient(p->graph, node);
    if (!p->gradient) return;
    for (int i = 0; i < PASS_SOURCES; i++) p->s[i] = node->src[i];
    backward_rule rule = backward_rule_of(node);
    if (!rule) {
        pass_fail(p, BACKWARD_UNSUPPORTED, node);
        return;
    }
    rule(p);
    check_sources(p);
    if (p->call->refused) pass_fail(p, BACKWARD_REFUSED, node);
}

// ---- the whole

static enum backward_problem problem_of(const struct ggml_graph *graph)
{
    unsigned flags = 0;
    for (int i = 0; i < graph->nodes.n; i++) flags |= graph->nodes.at[i]->flags;
    if (!graph->nodes.n) return BACKWARD_EMPTY;
    if (!graph->has_gradients) return BACKWARD_NO_ROOM;
    if (!(flags & GGML_PARAM)) return BACKWARD_NO_PARAMETER;
    return flags & GGML_LOSS ? BACKWARD_DONE : BACKWARD_NO_LOSS;
}

static void start(struct ggml_call *c)
{
    c->refused = NULL;
    c->open = NULL;
    c->open_end = &c->open;
    c->made.n = 0;
    c->guessed = -1;
}

void backward_expand(struct ggml_call *call, struct ggml_graph *graph,
                     struct ggml_tensor *const *accumulators, struct backward *result)
{
    *result = (struct backward){.problem = problem_of(graph)};
    if (result->problem != BACKWARD_DONE) return;
    int n_forward = graph->nodes.n;
    struct pass p = {.call = call,
                     .graph = graph,
                     .result = result,
                     .n_needs = (uint32_t)call->state->tensors.n};
    p.needs = arena_array(call->arena, bool, p.n_needs + 1);
    start(call);
    graph_forget_gradients(graph);
    for (int i = 0; i < n_forward && !pass_failed(&p); i++)
        find_need(&p, graph->nodes.at[i], accumulators ? accumulators[i] : NULL);
    for (int i = n_forward - 1; i >= 0 && !pass_failed(&p); i--) go_through(&p, graph->nodes.at[i]);
}

bool backward_supports(const struct ggml_tensor *t)
{
    return backward_rule_of(t) != NULL;
}
