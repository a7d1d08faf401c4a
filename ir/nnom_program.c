// From NNoM's layers to values and nodes. Layers that work in place write over their input's
// memory.

#include "ir/nnom_program.h"

#include "ir/base/text.h"
#include "ir/build.h"

struct making {
    struct arena *arena;
    struct builder *builder;
    struct program *program;
    const struct nnom_model *model;
    value_id input;   // the program's own
    value_id *values; // by number of a layer
};

static struct tensor_type type_of(const struct nnom_shape *shape)
{
    struct tensor_type type = {.dtype = DTYPE_I8, .shape.rank = shape->rank};
    for (int i = 0; i < shape->rank; i++) type.shape.dim[i] = shape->dim[i];
    return type;
}

static value_id value_of(struct making *m, const struct nnom_input *in)
{
    if (in->from) return m->values[in->from];
    if (m->input) return m->input;
    struct tensor_type type = type_of(&in->shape);
    m->input = build_tensor(m->builder, STORAGE_INPUT, &type, "input");
    return m->input;
}

static struct placement place_over(struct making *m, value_id over)
{
    return (struct placement){.storage = program_value(m->program, over)->storage, .over = over};
}

static void add_layer(struct making *m, const struct nnom_layer *layer)
{
    value_id *in = arena_array(m->arena, value_id, layer->in.n + 1);
    struct tensor_type type = type_of(&layer->out);
    struct node_spec spec = {.in = in};
    struct placement into;
    // Two layers may be of one configuration: the number tells them apart, as in NNoM's table.
    const char *name = layer->name ? layer->name : arena_printf(m->arena, "#%d", layer->number);
    builder_at(m->builder, layer->site);
    for (int i = 0; i < layer->in.n; i++) in[spec.n_in++] = value_of(m, &layer->in.at[i]);
    if (layer->in_place && spec.n_in) into = place_over(m, in[0]);
    if (layer->in_place && spec.n_in) spec.into = &into;
    scope_id scope = build_scope(m->builder, 0, name, layer->word, SCOPE_LEAF);
    builder_enter(m->builder, scope);
    value_id out =
        build_result(m->builder, build_opaque(m->builder, layer->word, &spec, 1, &type), 0);
    m->values[layer->number] = out;
    builder_leave(m->builder, scope, &out, 1);
    if (layer->type == NNOM_OUTPUT) program_value(m->program, out)->flags |= VALUE_OUTPUT;
}

static const struct manner manner = {.own_types = true,
                                     .forward_only = true,
                                     .uncounted = "NNoM counts multiplications and additions"};

struct program *nnom_program_of(struct arena *arena, const struct program *from,
                                struct nnom_model *model, const char *name)
{
    struct making m = {.arena = arena, .model = model};
    m.builder = builder_open(arena, from->syms, name);
    m.program = builder_program(m.builder);
    m.program->library = "nnom";
    m.program->manner = &manner;
    m.program->nnom = from->nnom;
    m.program->nnom_model = model;
    m.program->unseen = from->unseen;
    m.values = arena_array(arena, value_id, model->layers.n + 1);
    for (int i = 0; i < model->layers.n; i++) add_layer(&m, model->layers.at[i]);
    return m.program;
}
