// The one constructor of leaves and the one of operators, and the table of functions.

#include "frontends/kann/rules.h"

#include <string.h>

// ---- the table

static const struct kann_function functions[] = {
#define KANN_FUNCTION(name, letters, rule, data) {#name, letters, rule, data},
#include "frontends/kann/functions.def"
#undef KANN_FUNCTION
};

const struct kann_function *kann_function_find(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0) return &functions[i];
    return NULL;
}

int kann_call_data(const struct kann_call *c)
{
    const struct kann_function *function = kann_function_find(c->function);
    return function ? function->data : 0;
}

// ---- arguments

const struct sym *kann_number(struct kann_call *c, int index)
{
    return index < c->n_numbers ? c->number[index] : sym_const(c->syms, 0);
}

const struct sym *kann_columns(struct kann_call *c, const struct kann_node *node)
{
    const struct sym *columns = sym_const(c->syms, 1);
    if (!node) return columns;
    for (int i = node->n_d >= 2; i < node->n_d; i++)
        columns = sym_mul(c->syms, columns, node->d[i]);
    return columns;
}

// ---- nodes

static bool is_over(const struct kann_call *c)
{
    return c->unknown;
}

static struct kann_node *new_node(struct kann_call *c)
{
    struct kann_node *node = arena_new(c->arena, struct kann_node);
    *node = (struct kann_node){.site = c->site, .function = c->function};
    for (int i = 0; i < KANN_DIMS; i++) node->d[i] = sym_const(c->syms, 0);
    return node;
}

// Numbers are those of the state, in the order of making.
static struct kann_node *keep(struct kann_call *c, struct kann_node *node)
{
    node->number = (uint32_t)c->state->nodes.n;
    *vec_push(c->arena, &c->state->nodes) = node;
    *vec_push(c->arena, &c->made) = node;
    return node;
}

// A size that is not known is one: programs whose sizes are 0 or below make no model.
static const struct sym *as_size(struct syms *syms, const struct sym *size)
{
    if (!sym_is_const(size, NULL) && sym_kind(size) != SYM_UNKNOWN)
        sym_assume_at_least(syms, size, 1);
    return size;
}

struct kann_node *kann_make_own_leaf(struct kann_call *c, unsigned flag, int n_d,
                                     const struct sym *const *d)
{
    if (is_over(c)) return NULL;
    struct kann_node *node = new_node(c);
    node->flag = flag;
    node->n_d = n_d;
    for (int i = 0; i < n_d; i++) node->d[i] = as_size(c->syms, d[i]);
    return keep(c, node);
}

struct kann_node *kann_make_leaf(struct kann_call *c, unsigned flag, int n_d,
                                 const struct sym *const *d)
{
    bool known = true;
    if (is_over(c)) return NULL;
    struct kann_node *shared = c->shared ? c->shared->take(c, &known) : NULL;
    if (!known) c->unknown = "it is not known which variables are shared";
    if (shared || !known) return shared;
    struct kann_node *node = kann_make_own_leaf(c, flag, n_d, d);
    if (c->shared && node) c->shared->put(c, node);
    return node;
}

static void inherit_gradient(struct kann_node *node)
{
    for (int i = 0; i < node->n_child; i++) node->flag |= node->child[i]->flag & KANN_VAR;
}

// ---- what is refused

// How many sizes the operator gives, whatever its operands are.
static int rank_of(const struct kann_node *node)
{
    switch (node->op) {
    case KANN_CONV2D:
    case KANN_MAX2D: return 4;
    case KANN_CONV1D:
    case KANN_MAX1D:
    case KANN_AVG1D: return 3;
    case KANN_CMUL:
    case KANN_MATMUL: return 2;
    case KANN_MSE:
    case KANN_CE_BIN:
    case KANN_CE_BIN_NEG:
    case KANN_CE_MULTI: return 0;
    default: return node->n_child && node->child[0] ? node->child[0]->n_d : 2;
    }
}

// The library gives NULL, and the program crashes; here it goes on with a node of unknown sizes, so
// that what else is there is seen.
static struct kann_node *stand_in(struct kann_call *c, struct kann_node *node, const char *lost)
{
    node->lost = lost;
    node->n_d = rank_of(node);
    for (int i = 0; i < node->n_d; i++) node->d[i] = sym_unknown(c->syms, lost);
    inherit_gradient(node);
    return keep(c, node);
}

static struct kann_node *refuse(struct kann_call *c, struct kann_node *node,
                                const struct kann_shape *shape)
{
    if (!c->refusal) {
        c->refusal = arena_new(c->arena, struct kann_refusal);
        *c->refusal = (struct kann_refusal){node, *shape};
    }
    return stand_in(c, node, kann_refusal_reason(c));
}

const char *kann_refusal_reason(const struct kann_call *c)
{
    int line = c->site ? c->site->line : 0;
    return arena_printf(c->arena, "%s was refused at line %d", c->function, line);
}

static const char *lost_operand(const struct kann_node *node)
{
    for (int i = 0; i < node->n_child; i++)
        if (node->child[i]->lost) return node->child[i]->lost;
    return NULL;
}

static bool has_unknown_size(const struct kann_node *node)
{
    for (int i = 0; i < node->n_d; i++)
        if (sym_kind(node->d[i]) == SYM_UNKNOWN) return true;
    return false;
}

static struct kann_node *settle(struct kann_call *c, struct kann_node *node)
{
    struct kann_shape shape;
    const char *lost = lost_operand(node);
    kann_shape_of(c->arena, c->syms, node, &shape);
    if (shape.failure != KANN_FITS) return lost ? stand_in(c, node, lost) : refuse(c, node, &shape);
    node->n_d = shape.n_d;
    for (int i = 0; i < KANN_DIMS; i++) node->d[i] = shape.d[i];
    if (has_unknown_size(node)) node->lost = lost;
    inherit_gradient(node);
    return keep(c, node);
}

struct kann_node *kann_make_op(struct kann_call *c, enum kann_op op, int n,
                               struct kann_node *const *in, int n_params,
                               const struct sym *const *params)
{
    if (is_over(c)) return NULL;
    for (int i = 0; i < n; i++)
        if (!in[i]) return NULL;
    struct kann_node *node = new_node(c);
    node->op = (int)op;
    node->n_child = n;
    node->child = arena_array(c->arena, struct kann_node *, n + 1);
    for (int i = 0; i < n; i++) node->child[i] = in[i];
    node->n_params = n_params;
    node->params = arena_array(c->arena, const struct sym *, n_params + 1);
    for (int i = 0; i < n_params; i++) node->params[i] = params[i];
    if (op == KANN_AVG || op == KANN_MAX || op == KANN_STACK) node->flag |= KANN_POOL;
    return settle(c, node);
}

struct kann_node *kann_make_op1(struct kann_call *c, enum kann_op op, struct kann_node *x)
{
    return kann_make_op(c, op, 1, &x, 0, NULL);
}

struct kann_node *kann_make_op2(struct kann_call *c, enum kann_op op, struct kann_node *x,
                                struct kann_node *y)
{
    return kann_make_op(c, op, 2, (struct kann_node *const[]){x, y}, 0, NULL);
}

struct kann_node *kann_make_nothing(struct kann_call *c, enum kann_failure failure, int n,
                                    struct kann_node *const *in, enum kann_op op, const char *wrong,
                                    const char *mend)
{
    if (is_over(c)) return NULL;
    struct kann_node *node = new_node(c);
    node->op = (int)op;
    node->n_child = n;
    node->child = arena_array(c->arena, struct kann_node *, n + 1);
    for (int i = 0; i < n; i++) {
        if (!in[i]) return NULL;
        node->child[i] = in[i];
    }
    const char *lost = lost_operand(node);
    if (lost) return stand_in(c, node, lost);
    struct kann_shape shape = {.failure = failure, .wrong = wrong, .mend = mend};
    if (op) return refuse(c, node, &shape);
    // Of a leaf, or of a whole layer, nothing is known.
    c->refusal = arena_new(c->arena, struct kann_refusal);
    *c->refusal = (struct kann_refusal){node, shape};
    c->unknown = kann_refusal_reason(c);
    return NULL;
}
