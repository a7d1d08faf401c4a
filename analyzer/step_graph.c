#include "analyzer/step_graph.h"

#include "analyzer/report/flops.h"
#include "ir/saving.h"

struct reading {
    struct arena *arena, *scratch; // scratch: of one node
    struct step_graph *graph;
    const struct program *program;
};

static int64_t bytes_of(struct reading *r, const struct sym *bytes)
{
    int64_t known = 0;
    if ((!bytes || !sym_is_const(bytes, &known)) && !r->graph->unknown)
        r->graph->unknown = "a size is no number";
    return known;
}

bool step_graph_is_activation(const struct step_graph *graph, storage_id id)
{
    return id && program_storage(graph->program, id)->kind == STORAGE_ACTIVATION;
}

// ---- what is kept

static int64_t own_bytes(struct reading *r, const struct saving *saving)
{
    int64_t sum = 0;
    for (int i = 0; i < saving->own.n; i++) {
        const struct saved_tensor *own = &saving->own.at[i];
        struct tensor_type type = {.dtype = own->dtype, .shape = own->shape};
        sum += bytes_of(r, tensor_bytes(r->program->syms, &type)) * own->copies;
    }
    if (saving->uncounted && !r->graph->unknown) r->graph->unknown = saving->uncounted;
    if (saving->at_most && !r->graph->unknown)
        r->graph->unknown = "an argument that tells what is kept is not known";
    return sum;
}

static void keep(struct reading *r, struct step_node *node, storage_id *kept, value_id id)
{
    storage_id storage = id ? program_value(r->program, id)->storage : 0;
    enum storage_kind kind = program_storage(r->program, storage)->kind;
    if (storage && (kind == STORAGE_ACTIVATION || kind == STORAGE_INPUT))
        kept[node->n_kept++] = storage;
}

static void read_kept(struct reading *r, node_id id, struct step_node *out)
{
    const struct node *node = program_node(r->program, id);
    struct saving saving;
    arena_reset(r->scratch);
    if (node->op == N_OPS && !r->graph->unknown)
        r->graph->unknown = "the program has a call that is no op";
    if (node->op == N_OPS ||
        !saving_read(&saving, r->scratch, r->program, id, &op_get(node->op)->saved))
        return;
    storage_id *kept = arena_array(r->arena, storage_id, node->n_in + node->n_out);
    out->asked = true;
    out->kept = kept;
    out->own = own_bytes(r, &saving);
    for (int i = 0; i < node->n_in && i < MAX_SAVED; i++)
        if (saving.kept & SAVE_IN(i)) keep(r, out, kept, node->in[i]);
    for (int i = 0; i < node->n_out && i < MAX_SAVED; i++)
        if (saving.kept & SAVE_OUT(i)) keep(r, out, kept, node->out + (value_id)i);
}

// ---- gradients

static bool wants(const struct reading *r, const struct node *node, int operand)
{
    bool constant = operand < MAX_SAVED && op_get(node->op)->constant & SAVE_IN(operand);
    return node->in[operand] && !constant &&
           program_value(r->program, node->in[operand])->flags & VALUE_REQUIRES_GRAD;
}

static void read_given(struct reading *r, node_id id, struct step_node *out)
{
    const struct node *node = program_node(r->program, id);
    struct step_gradient *given = arena_array(r->arena, struct step_gradient, node->n_in);
    out->given = given;
    for (int i = 0; i < node->n_in; i++)
        if (wants(r, node, i))
            given[out->n_given++] =
                (struct step_gradient){node->in[i], r->graph->values[node->in[i]]};
}

// ---- the whole

static void read_sizes(struct reading *r)
{
    struct step_graph *graph = r->graph;
    for (storage_id id = 1; id < (storage_id)r->program->storages.n; id++) {
        const struct storage *storage = program_storage(r->program, id);
        bool input = storage->kind == STORAGE_INPUT;
        if (!input && storage->kind != STORAGE_ACTIVATION) continue;
        graph->storages[id] = bytes_of(r, storage->bytes);
        if (input) graph->inputs += graph->storages[id];
    }
    for (value_id id = 1; id < (value_id)r->program->values.n; id++) {
        const struct value *value = program_value(r->program, id);
        if (value->flags & VALUE_REQUIRES_GRAD)
            graph->values[id] = bytes_of(r, value_bytes(r->program, id));
        graph->readers[id] = value->flags & VALUE_OUTPUT || !value->producer;
    }
}

static void read_node(struct reading *r, node_id id)
{
    const struct node *node = program_node(r->program, id);
    struct step_node *out = &r->graph->nodes[id];
    for (int i = 0; i < node->n_in; i++) r->graph->readers[node->in[i]]++;
    read_kept(r, id, out);
    if (out->asked) read_given(r, id, out);
    arena_reset(r->scratch);
    out->flops = FLOPS_UNKNOWN;
    quantity_integer(flops_of_nodes(r->scratch, r->program, id, id), &out->flops);
}

struct step_graph *step_graph_open(struct arena *arena, const struct program *program)
{
    struct step_graph *graph = arena_new(arena, struct step_graph);
    struct reading r = {arena, arena_open(), graph, program};
    *graph = (struct step_graph){.program = program, .unknown = program->unseen};
    graph->nodes = arena_array(arena, struct step_node, program->nodes.n);
    graph->storages = arena_array(arena, int64_t, program->storages.n);
    graph->values = arena_array(arena, int64_t, program->values.n);
    graph->readers = arena_array(arena, int, program->values.n);
    read_sizes(&r);
    for (node_id id = 1; id < (node_id)program->nodes.n; id++) read_node(&r, id);
    arena_close(r.scratch);
    return graph;
}
