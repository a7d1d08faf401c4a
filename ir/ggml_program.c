// From tensors in ne and nb to values with their outermost axis first.

#include "ir/ggml_program.h"

#include "ir/base/text.h"
#include "ir/build.h"

#include <string.h>

struct making {
    struct arena *arena;
    struct builder *builder;
    struct program *program;
    const struct ggml_graph *graph;
    bool *written;      // by tensor number: an operator writes into its memory
    bool weights_apart; // some contexts have tensors with elements, and no nodes
    bool *computes;     // by context number: nodes lie in it
};

// ---- types

static int rank_of(const struct ggml_tensor *t)
{
    int rank = GGML_DIMS;
    while (rank > 1 && sym_is(t->ne[rank - 1], 1)) rank--;
    return rank;
}

// Strides count elements; blocks have none of their own, so tensors of blocks stand without.
static void set_strides(struct making *m, const struct ggml_tensor *t, struct tensor_type *type)
{
    const struct sym *in_order[MAX_RANK];
    int rank = type->shape.rank;
    tensor_contiguous_strides(m->program->syms, &type->shape, in_order);
    if (!dtype_is_plain(t->type)) return;
    for (int axis = 0; axis < rank; axis++) {
        const struct sym *bytes = t->nb[rank - 1 - axis];
        type->stride[axis] =
            sym_floordiv_const(m->program->syms, bytes, dtype_block_bytes(t->type));
        if (type->stride[axis] != in_order[axis]) type->strided = true;
    }
}

static struct tensor_type type_of(struct making *m, const struct ggml_tensor *t)
{
    struct tensor_type type = {.dtype = t->type, .shape.rank = rank_of(t)};
    for (int axis = 0; axis < type.shape.rank; axis++)
        type.shape.dim[axis] = t->ne[type.shape.rank - 1 - axis];
    set_strides(m, t, &type);
    return type;
}

// ---- values

static value_id value_of(struct making *m, struct ggml_tensor *t);

// Names that the library derives (" (view)") are none of the program's.
static const char *name_of(struct making *m, const struct ggml_tensor *t)
{
    bool own = t->name && *t->name && *t->name != ' ';
    return own ? text_printable(m->arena, t->name) : NULL;
}

// Row numbers and positions, and what lies among the nodes where weights have contexts of their
// own.
static bool is_fed(const struct making *m, const struct ggml_tensor *t)
{
    bool whole = t->type == DTYPE_I32 || t->type == DTYPE_I64;
    bool among_nodes = t->context && m->weights_apart && m->computes[t->context->number];
    return (t->flags & GGML_INPUT) || (!(t->flags & GGML_PARAM) && (whole || among_nodes));
}

static enum storage_kind kind_of(const struct making *m, const struct ggml_tensor *t)
{
    if (is_fed(m, t)) return STORAGE_INPUT;
    if (m->written[t->number]) return STORAGE_BUFFER;
    return t->has_data || (t->flags & GGML_PARAM) ? STORAGE_PARAMETER : STORAGE_INPUT;
}

static value_id set_value(struct making *m, const struct ggml_tensor *t, value_id id)
{
    m->program->ggml_values[t->number] = id;
    while (m->program->bytes.n <= (int)id) *vec_push(m->arena, &m->program->bytes) = NULL;
    m->program->bytes.at[id] = ggml_tensor_bytes(m->program->syms, t);
    return id;
}

// A tensor that no operator makes. A view lies in its root's memory.
static value_id tensor_without_op(struct making *m, struct ggml_tensor *t)
{
    struct tensor_type type = type_of(m, t);
    builder_at(m->builder, t->site);
    if (t->view_src) {
        value_id root = value_of(m, t->view_src);
        return build_tensor_in(m->builder, program_value(m->program, root)->storage, t->view_offset,
                               &type, name_of(m, t));
    }
    return build_tensor(m->builder, kind_of(m, t), &type, name_of(m, t));
}

static value_id value_of(struct making *m, struct ggml_tensor *t)
{
    value_id value = ggml_value_of(m->program, t);
    return value ? value : set_value(m, t, tensor_without_op(m, t));
}

// ---- nodes

static const char *row_name(struct making *m, const struct ggml_tensor *t, int index)
{
    const char *name = name_of(m, t);
    return name ? name : arena_printf(m->arena, "node_%d", index);
}

// Where a view's node puts its result. An operator that writes there overwrites the root.
static struct placement place_of(struct making *m, struct ggml_tensor *t)
{
    value_id root = value_of(m, t->view_src);
    return (struct placement){.storage = program_value(m->program, root)->storage,
                              .offset = t->view_offset,
                              .over = root};
}

static value_id add_opaque(struct making *m, struct ggml_tensor *t)
{
    value_id in[GGML_SOURCES];
    struct placement into;
    struct tensor_type type = type_of(m, t);
    struct fact library_op = {"library_op",
                              arena_printf(m->arena, "GGML_OP_%s", ggml_op_word(t->op))};
    struct node_spec spec = {.in = in, .name = name_of(m, t), .n_facts = 1, .facts = &library_op};
    for (int i = 0; i < GGML_SOURCES; i++)
        if (t->src[i] && t->src[i] != t) in[spec.n_in++] = value_of(m, t->src[i]);
    if (t->view_src) into = place_of(m, t);
    if (t->view_src) spec.into = &into;
    return build_result(m->builder, build_opaque(m->builder, t->desc, &spec, 1, &type), 0);
}

static void add_node(struct making *m, struct ggml_tensor *t, int index)
{
    if (t->op == GGML_OP_NONE) {
        value_of(m, t); // a parameter that is trained
        return;
    }
    builder_at(m->builder, t->site);
    scope_id scope = build_scope(m->builder, 0, row_name(m, t, index), t->desc, SCOPE_LEAF);
    builder_enter(m->builder, scope);
    value_id value = set_value(m, t, add_opaque(m, t));
    builder_leave(m->builder, scope, &value, 1);
    if (t->flags & GGML_OUTPUT) program_value(m->program, value)->flags |= VALUE_OUTPUT;
}

// ---- the whole graph

// Operators that write into the memory of a tensor that is there already.
static bool writes_into_view(const struct ggml_tensor *t)
{
    bool only_looks = t->op == GGML_OP_VIEW || t->op == GGML_OP_RESHAPE ||
                      t->op == GGML_OP_PERMUTE || t->op == GGML_OP_TRANSPOSE ||
                      t->op == GGML_OP_NONE;
    return t->view_src && !only_looks;
}

static void find_written(struct making *m)
{
    m->written = arena_array(m->arena, bool, m->program->n_ggml_values + 1);
    for (int i = 0; i < m->graph->nodes.n; i++) {
        const struct ggml_tensor *t = m->graph->nodes.at[i];
        if (writes_into_view(t)) m->written[t->view_src->number] = true;
    }
}

static void find_contexts(struct making *m)
{
    const struct ggml_state *state = m->program->ggml;
    m->computes = arena_array(m->arena, bool, state->contexts.n + 1);
    for (int i = 0; i < m->graph->nodes.n; i++) {
        const struct ggml_tensor *t = m->graph->nodes.at[i];
        if (t->context && t->op != GGML_OP_NONE) m->computes[t->context->number] = true;
    }
    for (int i = 0; i < m->graph->leafs.n; i++) {
        const struct ggml_tensor *t = m->graph->leafs.at[i];
        bool apart = t->context && t->has_data && !m->computes[t->context->number];
        m->weights_apart = m->weights_apart || apart;
    }
}

value_id ggml_value_of(const struct program *program, const struct ggml_tensor *t)
{
    return t->number < (uint32_t)program->n_ggml_values ? program->ggml_values[t->number] : 0;
}

static const struct manner manner = {.own_types = true,
                                     .innermost_first = true,
                                     .forward_only = true,
                                     .uncounted = "the operations of ggml are not counted"};

struct program *ggml_program_of(struct arena *arena, const struct program *from,
                                struct ggml_graph *graph, const char *name)
{
    struct making m = {.arena = arena, .graph = graph};
    m.builder = builder_open(arena, from->syms, name);
    m.program = builder_program(m.builder);
    m.program->library = "ggml";
    m.program->manner = &manner;
    m.program->ggml = from->ggml;
    m.program->ggml_graph = graph;
    m.program->unseen = from->unseen;
    m.program->n_ggml_values = from->ggml->tensors.n;
    m.program->ggml_values = arena_array(arena, value_id, from->ggml->tensors.n + 1);
    find_written(&m);
    find_contexts(&m);
    for (int i = 0; i < graph->leafs.n; i++) value_of(&m, graph->leafs.at[i]);
    for (int i = 0; i < graph->nodes.n; i++) add_node(&m, graph->nodes.at[i], i);
    return m.program;
}
