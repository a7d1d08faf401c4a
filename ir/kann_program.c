// From nodes to values and calls of leaves.

#include "ir/kann_program.h"

#include "ir/base/text.h"
#include "ir/build.h"

struct making {
    struct arena *arena;
    struct builder *builder;
    struct program *program;
    const struct kann_network *network;
};

// ---- names

static const char *role_word(const struct kann_node *node)
{
    if (node->role & KANN_COST) return "cost";
    if (node->role & KANN_OUT) return "out";
    if (node->role & KANN_IN) return node->role & KANN_TRUTH ? "in and truth" : "in";
    return node->role & KANN_TRUTH ? "truth" : NULL;
}

static bool same_base(const struct kann_node *a, const struct kann_node *b)
{
    if (a->label || b->label) return a->label == b->label;
    return role_word(a) && role_word(a) == role_word(b);
}

static const char *base_name(struct arena *arena, const struct kann_node *node)
{
    if (node->label) return arena_printf(arena, "label %lld", (long long)node->label);
    const char *role = role_word(node);
    return role ? role : kann_kind_word(node);
}

const char *kann_node_name(struct arena *arena, const struct kann_network *network,
                           const struct kann_node *node)
{
    const char *base = base_name(arena, node);
    bool alone = node->label || role_word(node);
    for (int i = 0; alone && i < network->n; i++)
        if (network->v[i] != node && same_base(network->v[i], node)) alone = false;
    return alone ? base : arena_printf(arena, "%s.%d", base, node->index);
}

// ---- values

static struct tensor_type type_of(const struct kann_node *node)
{
    struct tensor_type type = {.dtype = DTYPE_F32, .shape.rank = node->n_d};
    for (int i = 0; i < node->n_d; i++) type.shape.dim[i] = node->d[i];
    return type;
}

static void set_value(struct making *m, const struct kann_node *node, value_id id)
{
    m->program->kann_values[node->index] = id;
}

static void add_leaf(struct making *m, const struct kann_node *node)
{
    struct tensor_type type = type_of(node);
    enum storage_kind kind = kann_is_var(node)     ? STORAGE_PARAMETER
                             : kann_is_const(node) ? STORAGE_BUFFER
                                                   : STORAGE_INPUT;
    builder_at(m->builder, kann_origin_of(node)->site);
    const char *name = kann_node_name(m->arena, m->network, node);
    set_value(m, node, build_tensor(m->builder, kind, &type, name));
}

// ---- operators

static void add_parameters(struct making *m, scope_id scope, const struct kann_node *node)
{
    for (int i = 0; i < node->n_child; i++) {
        const struct kann_node *child = node->child[i];
        if (!child || (!kann_is_var(child) && !kann_is_const(child))) continue;
        build_scope_parameter(m->builder, scope, kann_value_of(m->program, child));
    }
}

static value_id add_opaque(struct making *m, const struct kann_node *node)
{
    value_id *in = arena_array(m->arena, value_id, node->n_child + 2);
    struct tensor_type type = type_of(node);
    struct fact library_op = {"library_op", kann_op_word(node->op)};
    struct node_spec spec = {.in = in, .n_facts = 1, .facts = &library_op};
    for (int i = 0; i < node->n_child; i++)
        if (node->child[i]) in[spec.n_in++] = kann_value_of(m->program, node->child[i]);
    if (node->lost) in[spec.n_in++] = build_poison(m->builder, node->lost);
    node_id id = build_opaque(m->builder, kann_op_word(node->op), &spec, 1, &type);
    return build_result(m->builder, id, 0);
}

static void add_operator(struct making *m, const struct kann_node *node)
{
    const char *name = kann_node_name(m->arena, m->network, node);
    builder_at(m->builder, kann_origin_of(node)->site);
    scope_id scope = build_scope(m->builder, 0, name, kann_op_word(node->op), SCOPE_LEAF);
    add_parameters(m, scope, node);
    builder_enter(m->builder, scope);
    value_id value = add_opaque(m, node);
    set_value(m, node, value);
    builder_leave(m->builder, scope, &value, 1);
    if (node->role & (KANN_OUT | KANN_COST))
        program_value(m->program, value)->flags |= VALUE_OUTPUT;
}

// ---- the whole network

value_id kann_value_of(const struct program *program, const struct kann_node *node)
{
    bool known = program->kann_network && node->index < program->kann_network->n;
    return known ? program->kann_values[node->index] : 0;
}

static const struct manner manner = {
    .own_types = true, .forward_only = true, .uncounted = "the operations of KANN are not counted"};

struct program *kann_program_of(struct arena *arena, const struct program *from,
                                struct kann_network *network, const char *name)
{
    struct making m = {.arena = arena, .network = network};
    m.builder = builder_open(arena, from->syms, name);
    m.program = builder_program(m.builder);
    m.program->library = "kann";
    m.program->manner = &manner;
    m.program->kann = from->kann;
    m.program->kann_network = network;
    m.program->unseen = from->unseen;
    m.program->kann_values = arena_array(arena, value_id, network->n + 1);
    for (int i = 0; i < network->n; i++) network->v[i]->index = i;
    for (int i = 0; i < network->n; i++)
        if (network->v[i]->n_child == 0) add_leaf(&m, network->v[i]);
    for (int i = 0; i < network->n; i++)
        if (network->v[i]->n_child) add_operator(&m, network->v[i]);
    return m.program;
}
