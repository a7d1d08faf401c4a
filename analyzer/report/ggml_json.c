// What the JSON report has beyond others of a graph of ggml: sizes in the library's order, the
// allocator's buffer with the place of each tensor, contexts.

#include "analyzer/report/ggml_report.h"
#include "ir/ggml_program.h"
#include "analyzer/report/ggml_json.h"

json_t *json_innermost(struct arena *arena, const struct shape *shape)
{
    const struct sym *ne[MAX_RANK];
    for (int axis = 0; axis < shape->rank; axis++) ne[axis] = shape->dim[shape->rank - 1 - axis];
    return json_sizes(arena, shape->rank, ne);
}

static void add_places(struct arena *arena, json_t *places, const struct program *program,
                       const struct ggml_plan *plan, int n, struct ggml_tensor *const *tensors)
{
    for (int i = 0; i < n; i++) {
        const struct sym *offset = ggml_plan_offset(plan, tensors[i]);
        value_id value = ggml_value_of(program, tensors[i]);
        if (!offset || !value) continue;
        json_t *place = json_object();
        json_object_set_new(place, "tensor", json_integer(value));
        json_object_set_new(place, "offset", json_sym(arena, offset));
        json_array_append_new(places, place);
    }
}

json_t *json_ggml_memory(struct arena *arena, const struct report_model *model)
{
    const struct ggml_graph *graph = model->program->ggml_graph;
    const struct ggml_plan *plan = &model->ggml->plan;
    json_t *memory = json_object(), *places = json_array();
    json_object_set_new(memory, "model", json_text("ggml_gallocr"));
    json_set_quantity(arena, memory, "bytes", plan->buffer);
    json_set_quantity(arena, memory, "alive", plan->at_least);
    json_set_quantity(arena, memory, "lost", plan->lost);
    add_places(arena, places, model->program, plan, graph->leafs.n, graph->leafs.at);
    add_places(arena, places, model->program, plan, graph->nodes.n, graph->nodes.at);
    json_object_set_new(memory, "offsets", places);
    return memory;
}

json_t *json_ggml_contexts(struct arena *arena, const struct report_model *model)
{
    const struct report_ggml *ggml = model->ggml;
    json_t *contexts = json_array();
    for (int i = 0; i < ggml->n_contexts; i++) {
        const struct report_ggml_context *context = &ggml->contexts[i];
        json_t *object = json_object();
        json_set_quantity(arena, object, "mem_size", context->mem_size);
        json_set_quantity(arena, object, "used", context->used);
        json_set_quantity(arena, object, "tensors", context->n_tensors);
        json_object_set_new(object, "backend_buffer", json_null());
        if (context->has_buffer)
            json_set_quantity(arena, object, "backend_buffer", context->buffer_bytes);
        json_set_site(object, context->site);
        json_array_append_new(contexts, object);
    }
    return contexts;
}
