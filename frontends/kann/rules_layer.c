// Layers without a state.

#include "frontends/kann/layers.h"
#include "frontends/kann/rules.h"

// ---- shared by layers

struct kann_node *kann_weight(struct kann_call *c, const struct sym *rows,
                              const struct sym *columns)
{
    return kann_make_leaf(c, KANN_VAR, 2, (const struct sym *const[]){rows, columns});
}

struct kann_node *kann_vector(struct kann_call *c, const struct sym *n)
{
    return kann_make_leaf(c, KANN_VAR, 1, &n);
}

struct kann_node *kann_layernorm(struct kann_call *c, struct kann_node *in)
{
    const struct sym *n = kann_columns(c, in);
    if (!in) return NULL;
    struct kann_node *alpha = kann_vector(c, n), *beta = kann_vector(c, n);
    struct kann_node *scaled =
        kann_make_op2(c, KANN_MUL, kann_make_op1(c, KANN_STDNORM, in), alpha);
    return kann_make_op2(c, KANN_ADD, scaled, beta);
}

static struct kann_node *dense(struct kann_call *c, struct kann_node *in, const struct sym *n)
{
    struct kann_node *w = kann_weight(c, n, kann_columns(c, in)), *b = kann_vector(c, n);
    return kann_make_op2(c, KANN_ADD, kann_make_op2(c, KANN_CMUL, in, w), b);
}

static struct kann_node *feed(struct kann_call *c, const struct sym *n, enum kann_role role)
{
    const struct sym *d[] = {sym_const(c->syms, 1), n};
    struct kann_node *node = kann_make_own_leaf(c, 0, 2, d);
    if (node) node->role |= (unsigned)role;
    return node;
}

// ---- the functions

struct kann_node *rule_input(struct kann_call *c)
{
    return feed(c, kann_number(c, 0), KANN_IN);
}

struct kann_node *rule_dense(struct kann_call *c)
{
    return dense(c, c->in[0], kann_number(c, 0));
}

struct kann_node *rule_layernorm(struct kann_call *c)
{
    return kann_layernorm(c, c->in[0]);
}

struct kann_node *rule_layer_dropout(struct kann_call *c)
{
    const struct sym *first = sym_const(c->syms, 0);
    struct kann_node *rate = kann_make_leaf(c, KANN_CONST, 0, NULL);
    struct kann_node *dropped = kann_make_op2(c, KANN_DROPOUT, c->in[0], rate);
    if (dropped) dropped->has_rng = true;
    return kann_make_op(c, KANN_SELECT, 2, (struct kann_node *const[]){c->in[0], dropped}, 1,
                        &first);
}

// The weight is made before anybody looks how many sizes the input has.
static struct kann_node *convolve(struct kann_call *c, int n_axes)
{
    struct kann_node *in = c->in[0];
    if (!in) return NULL;
    const struct sym *d[KANN_DIMS] = {kann_number(c, 0), in->d[1]};
    for (int i = 0; i < n_axes; i++) d[2 + i] = kann_number(c, 1 + i);
    struct kann_node *w = kann_make_leaf(c, KANN_VAR, 2 + n_axes, d);
    struct kann_node *operands[] = {in, w};
    struct kann_call inner = *c;
    inner.in = operands;
    inner.n_in = 2;
    inner.n_numbers = 2 * n_axes;
    for (int i = 0; i < inner.n_numbers; i++) inner.number[i] = kann_number(c, 1 + n_axes + i);
    inner.function = n_axes == 2 ? "kad_conv2d" : "kad_conv1d";
    struct kann_node *result = rule_conv(&inner);
    if (result) result->function = c->function;
    c->made.at = inner.made.at;
    c->made.n = inner.made.n;
    c->made.capacity = inner.made.capacity;
    c->refusal = inner.refusal;
    return result;
}

struct kann_node *rule_layer_conv2d(struct kann_call *c)
{
    return convolve(c, 2);
}

struct kann_node *rule_layer_conv1d(struct kann_call *c)
{
    return convolve(c, 1);
}

// ---- the cost

enum cost { COST_CEB = 1, COST_CEM = 2, COST_CEB_NEG = 3, COST_MSE = 4, N_COSTS };

static const struct {
    enum kann_op activation, loss;
} costs[N_COSTS] = {[COST_CEB] = {KANN_SIGM, KANN_CE_BIN},
                    [COST_CEM] = {KANN_SOFTMAX, KANN_CE_MULTI},
                    [COST_CEB_NEG] = {KANN_TANH, KANN_CE_BIN_NEG},
                    [COST_MSE] = {KANN_LEAF, KANN_MSE}};

struct kann_node *rule_cost(struct kann_call *c)
{
    int64_t type;
    if (!sym_is_const(kann_number(c, 1), &type)) {
        c->unknown = "the type of the cost is not known";
        return NULL;
    }
    if (type <= 0 || type >= N_COSTS)
        return kann_make_nothing(
            c, KANN_ASSERTS, 0, NULL, KANN_LEAF,
            arena_printf(c->arena, "the type of the cost is %lld", (long long)type),
            "it is KANN_C_CEB, KANN_C_CEM, KANN_C_CEB_NEG or KANN_C_MSE, 1 to 4");
    struct kann_node *out = dense(c, c->in[0], kann_number(c, 0));
    struct kann_node *truth = feed(c, kann_number(c, 0), KANN_TRUTH);
    if (costs[type].activation) out = kann_make_op1(c, costs[type].activation, out);
    struct kann_node *cost = kann_make_op2(c, costs[type].loss, out, truth);
    if (!cost) return NULL;
    out->role |= KANN_OUT;
    cost->role |= KANN_COST;
    return cost;
}
