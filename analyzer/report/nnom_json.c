// Layers in the order of running, and the memory blocks that they lie in.

#include "analyzer/report/nnom_json.h"

#include "ir/nnom_graph.h"

static json_t *json_shape(struct arena *arena, const struct nnom_shape *shape)
{
    return json_sizes(arena, shape->rank, shape->dim);
}

static json_t *json_inputs(struct arena *arena, struct syms *syms, const struct nnom_layer *layer)
{
    json_t *inputs = json_array();
    for (int i = 0; i < layer->in.n; i++) {
        const struct nnom_input *in = &layer->in.at[i];
        json_t *object = json_object();
        json_object_set_new(object, "from", json_integer(in->from));
        json_object_set_new(object, "shape", json_shape(arena, &in->shape));
        json_object_set_new(object, "bytes", json_sym(arena, nnom_shape_size(syms, &in->shape)));
        json_object_set_new(object, "block", json_integer(in->block));
        json_array_append_new(inputs, object);
    }
    return inputs;
}

static json_t *json_numbers(int n, const int *numbers)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(array, json_integer(numbers[i]));
    return array;
}

static json_t *json_layer(struct arena *arena, struct syms *syms, const struct nnom_model *model,
                          const struct nnom_layer *layer)
{
    json_t *object = json_object();
    json_object_set_new(object, "number", json_integer(layer->number));
    json_object_set_new(object, "type", json_text(layer->word));
    json_object_set_new(object, "name", json_text(layer->name));
    json_object_set_new(object, "function", json_text(layer->function));
    json_object_set_new(object, "activation", json_text(layer->activation));
    json_object_set_new(object, "inputs", json_inputs(arena, syms, layer));
    json_object_set_new(object, "shape", json_shape(arena, &layer->out));
    json_object_set_new(object, "to", json_numbers(layer->to.n, layer->to.at));
    json_object_set_new(object, "macs", json_sym(arena, layer->macs));
    json_object_set_new(object, "in_bytes", json_sym(arena, layer->in_bytes));
    json_object_set_new(object, "out_bytes", json_sym(arena, nnom_shape_size(syms, &layer->out)));
    json_object_set_new(object, "buf_bytes", json_sym(arena, layer->work_bytes));
    json_object_set_new(object, "block", json_integer(layer->out_block));
    json_object_set_new(object, "buf_block", json_integer(layer->work_block));
    json_object_set_new(object, "in_place", json_boolean(layer->in_place));
    json_object_set_new(object, "block_owners", json_numbers(model->blocks.n, layer->owners));
    json_set_site(object, layer->site);
    return object;
}

static json_t *json_blocks(struct arena *arena, struct syms *syms, const struct nnom_model *model)
{
    json_t *blocks = json_array();
    for (int i = 0; i < model->blocks.n; i++) {
        const struct sym *offset = nnom_blocks_offset(&model->blocks, syms, i);
        json_t *object = json_object();
        json_object_set_new(object, "bytes", json_sym(arena, model->blocks.size[i]));
        json_object_set_new(object, "offset", offset ? json_sym(arena, offset) : json_null());
        json_array_append_new(blocks, object);
    }
    return blocks;
}

json_t *json_nnom(struct arena *arena, const struct report_model *of)
{
    const struct nnom_model *model = of->program->nnom_model;
    struct syms *syms = of->program->syms;
    json_t *object = json_object(), *layers = json_array();
    for (int i = 0; i < model->layers.n; i++)
        json_array_append_new(layers, json_layer(arena, syms, model, model->layers.at[i]));
    json_object_set_new(object, "layers", layers);
    json_object_set_new(object, "blocks", json_blocks(arena, syms, model));
    json_object_set_new(object, "macs", json_sym(arena, nnom_model_macs(syms, model)));
    json_object_set_new(object, "buffer_bytes",
                        json_sym(arena, nnom_blocks_total(&model->blocks, syms)));
    json_object_set_new(object, "memory_taken", json_sym(arena, nnom_model_taken(syms, model)));
    json_object_set_new(object, "pointer_bytes", json_integer(model->pointer_bytes));
    json_object_set_new(object, "channels_first", json_boolean(model->channels_first));
    json_object_set_new(object, "cmsis_nn", json_boolean(model->cmsis));
    return object;
}
