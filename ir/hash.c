// What a program computes, as one number that does not know in which order its
// nodes, modules and parameters were made. Each node's hash is made of its
// operands' hashes; what has no order (the nodes, the modules, the parameters)
// is summed up.

#include "ir/base/map.h"
#include "ir/ggml_graph.h"
#include "ir/raw_graph.h"
#include "ir/nnom_graph.h"
#include "ir/kann_graph.h"
#include "ir/graph.h"

#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

struct hasher {
    const struct program *program;
    uint64_t *values;
    uint64_t *nodes;
    uint64_t *scopes; // of the dotted path
    uint64_t *owners; // by value: the modules that a parameter is registered in
    uint64_t *storages;
    uint64_t *written;     // by storage: what was written so far, in order; 0: nothing
    struct carried *carry; // by value, for values inside of a region: its operand ...
    uint32_t *carry_index; // ... and which of them, from 1
};

// ---- folding

// Depends on the order of its arguments; sums of folds do not.
static uint64_t fold(uint64_t hash, uint64_t next)
{
    uint64_t pair[2] = {hash, next};
    return XXH3_64bits(pair, sizeof pair);
}

static uint64_t fold_string(uint64_t hash, const char *string)
{
    return fold(hash, string ? XXH3_64bits(string, strlen(string)) : 0);
}

static uint64_t fold_size(uint64_t hash, const struct sym *size)
{
    return fold(hash, size ? sym_hash(size) : 0);
}

static uint64_t fold_sizes(uint64_t hash, int n, const struct sym *const *sizes)
{
    hash = fold(hash, (uint64_t)n + 1);
    for (int i = 0; i < n; i++) hash = fold_size(hash, sizes[i]);
    return hash;
}

static uint64_t fold_attr(uint64_t hash, const struct attr *attr)
{
    uint64_t bits = 0;
    hash = fold(hash, attr->kind);
    switch (attr->kind) {
    case ATTR_NONE: return hash;
    case ATTR_INT: return fold_size(hash, attr->i);
    case ATTR_INTS: return fold_sizes(hash, attr->n, attr->ints);
    case ATTR_FLOAT: memcpy(&bits, &attr->f, sizeof bits); return fold(hash, bits);
    case ATTR_BOOL: return fold(hash, attr->b);
    case ATTR_STRING: return fold_string(hash, attr->s);
    case ATTR_DTYPE: return fold(hash, attr->dtype);
    }
    return hash;
}

// Whether the program gives the value back is no part of what is computed (outputs are summed up
// apart), nor is who looks at it.
static uint64_t fold_type(uint64_t hash, const struct value *value)
{
    hash = fold(fold(hash, value->dtype), value->flags & ~(unsigned)(VALUE_OUTPUT | VALUE_HOOKED));
    hash = fold_sizes(hash, value->rank, value->dim);
    return value->stride ? fold_sizes(hash, value->rank, value->stride) : hash;
}

// ---- storages and values

static uint64_t scope_hash(const struct hasher *h, scope_id id)
{
    return id ? h->scopes[id] : 0;
}

// Networks that the program itself calls are called by their variables where those can be seen: by
// the source, not by the program that runs. So they count by their class, and their number in it.
static uint64_t root_hash(struct map *networks, const struct scope *scope)
{
    uintptr_t n = (uintptr_t)map_get_string(networks, scope->kind) + 1;
    map_put_string(networks, scope->kind, (void *)n);
    return fold(fold_string(0, scope->kind), n);
}

// Scopes come after their parents, so one walk is enough. A parameter that two modules share is
// known by both.
static void hash_scope_paths(struct hasher *h, struct arena *arena)
{
    struct map *networks = map_open(arena);
    for (scope_id id = 1; id < (scope_id)h->program->scopes.n; id++) {
        const struct scope *scope = program_scope(h->program, id);
        bool network = !scope->parent && !scope->leaf;
        h->scopes[id] = network ? root_hash(networks, scope)
                                : fold_string(scope_hash(h, scope->parent), scope->name);
        for (int i = 0; i < scope->n_parameters; i++)
            h->owners[scope->parameters[i]] += fold(h->scopes[id], 1);
    }
}

// By kind, size, name and owner, not by number. Pools come before what is carved from them.
static void hash_storages(struct hasher *h)
{
    for (storage_id id = 1; id < (storage_id)h->program->storages.n; id++) {
        const struct storage *storage = program_storage(h->program, id);
        uint64_t hash = fold(fold(1, storage->kind), storage->dtype);
        hash = fold_string(fold_size(hash, storage->bytes), storage->name);
        if (storage->inside) hash = fold(hash, h->storages[storage->inside]);
        hash = fold_size(hash, storage->inside_offset);
        h->storages[id] = fold(hash, storage->first ? h->owners[storage->first] : 0);
    }
}

static void find_carried(struct hasher *h)
{
    for (node_id id = 1; id < (node_id)h->program->nodes.n; id++) {
        const struct node *node = program_node(h->program, id);
        for (int i = 0; i < node->n_carried; i++) {
            h->carry[node->carried[i].inside] = node->carried[i];
            h->carry_index[node->carried[i].inside] = (uint32_t)i + 1;
        }
    }
}

// A value without a producer.
static uint64_t source_hash(const struct hasher *h, value_id id)
{
    const struct value *value = program_value(h->program, id);
    uint64_t hash = fold_type(2, value);
    if (h->carry_index[id])
        return fold(fold(hash, h->values[h->carry[id].initial]), h->carry_index[id]);
    if (value->storage) hash = fold(hash, h->storages[value->storage]);
    if (value->constant) hash = fold_attr(hash, value->constant);
    if (value->view_of) hash = fold(hash, h->values[value->view_of]);
    return fold(fold_size(hash, value->offset), h->owners[id]);
}

// ---- nodes

// What a node reads depends on the writes to the storage before it: order among those counts.
static uint64_t operand_hash(const struct hasher *h, value_id id)
{
    if (!id) return 0;
    const struct value *value = program_value(h->program, id);
    return fold(h->values[id], value->storage ? h->written[value->storage] : 0);
}

// Where a result lies: on an operand, on memory that was there, or anew.
static uint64_t result_hash(const struct hasher *h, const struct node *node, value_id id)
{
    const struct value *value = program_value(h->program, id);
    uint64_t hash = fold_size(fold_type(3, value), value->offset);
    if (!value->storage) return hash;
    if (program_storage(h->program, value->storage)->first == id) return hash;
    for (int i = 0; i < node->n_in; i++) {
        if (node->in[i] && program_value(h->program, node->in[i])->storage == value->storage)
            return fold(hash, (uint64_t)i + 1);
    }
    return fold(hash, h->storages[value->storage]);
}

// The nodes of a body run in the order that their operands impose, so they are summed up.
static uint64_t body_hash(const struct hasher *h, const struct node *node)
{
    const struct graph *body = &h->program->graphs.at[node->body];
    uint64_t hash = fold_size(4, node->count), sum = 0;
    for (int i = 0; i < body->nodes.n; i++) sum += h->nodes[body->nodes.at[i]];
    for (int i = 0; i < node->n_carried; i++) hash = fold(hash, h->values[node->carried[i].next]);
    return fold(hash, sum);
}

static uint64_t call_hash(const struct hasher *h, const struct node *node)
{
    const struct op *op = op_get(node->op);
    uint64_t hash = fold_string(5, op ? op->name : node->name);
    hash = fold(fold(hash, scope_hash(h, node->scope)), node->training * 2u + node->leaf_result);
    for (int i = 0; i < node->n_in; i++) hash = fold(hash, operand_hash(h, node->in[i]));
    for (int i = 0; op && i < op_n_attrs(op); i++) hash = fold_attr(hash, &node->attrs[i]);
    for (int i = 0; i < node->n_accesses; i++) {
        const struct access *access = &node->accesses[i];
        hash = fold(fold(hash, access->mode), h->storages[access->storage]);
        hash = fold(hash, h->written[access->storage]);
        hash = fold_size(fold_size(hash, access->low), access->high);
    }
    for (int i = 0; i < node->n_facts; i++)
        hash = fold_string(fold_string(hash, node->facts[i].name), node->facts[i].value);
    return node->body ? fold(hash, body_hash(h, node)) : hash;
}

// After the node: later readers of the storage see these writes.
static void mark_written(struct hasher *h, const struct node *node, uint64_t hash)
{
    for (int i = 0; i < node->n_accesses; i++) {
        storage_id storage = node->accesses[i].storage;
        if (node->accesses[i].mode & ACCESS_WRITE)
            h->written[storage] = fold(h->written[storage], hash);
    }
    for (int i = 0; i < node->n_out; i++) {
        const struct value *value = program_value(h->program, node->out + (value_id)i);
        if (value->storage && value->flags & VALUE_IN_PLACE)
            h->written[value->storage] = fold(h->written[value->storage], hash);
    }
}

static void hash_node(struct hasher *h, node_id id)
{
    const struct node *node = program_node(h->program, id);
    uint64_t hash = call_hash(h, node);
    for (int i = 0; i < node->n_out; i++)
        hash = fold(hash, result_hash(h, node, node->out + (value_id)i));
    h->nodes[id] = hash;
    for (int i = 0; i < node->n_out; i++)
        h->values[node->out + (value_id)i] = fold(hash, (uint64_t)i);
    mark_written(h, node, hash);
}

// Values between the results of two nodes are sources (inputs, parameters, carried values), hashed
// when their turn comes: a node reads only what has a smaller id.
static void hash_nodes(struct hasher *h)
{
    value_id next = 1;
    for (node_id id = 1; id < (node_id)h->program->nodes.n; id++) {
        const struct node *node = program_node(h->program, id);
        for (; next < node->out; next++) h->values[next] = source_hash(h, next);
        hash_node(h, id);
        next = node->out + node->n_out;
    }
    for (; next < (value_id)h->program->values.n; next++) h->values[next] = source_hash(h, next);
}

// ---- the whole

static uint64_t sum_scopes(const struct hasher *h)
{
    uint64_t sum = 0;
    for (scope_id id = 1; id < (scope_id)h->program->scopes.n; id++) {
        const struct scope *scope = program_scope(h->program, id);
        uint64_t hash = fold_string(fold(h->scopes[id], scope->leaf), scope->kind), own = 0;
        for (int i = 0; i < scope->n_parameters; i++) own += h->values[scope->parameters[i]];
        sum += fold(hash, own);
    }
    return sum;
}

static uint64_t sum_calls(const struct hasher *h)
{
    uint64_t sum = 0;
    for (int i = 0; i < h->program->calls.n; i++) {
        const struct module_call *call = &h->program->calls.at[i];
        uint64_t hash = fold(6, scope_hash(h, call->scope));
        for (int k = 0; k < call->n_out; k++) hash = fold(hash, h->values[call->out[k]]);
        sum += fold(hash, 1);
    }
    return sum;
}

static uint64_t sum_checkpoints(const struct hasher *h)
{
    uint64_t sum = 0;
    for (int i = 0; i < h->program->checkpoints.n; i++) {
        const struct checkpoint *checkpoint = &h->program->checkpoints.at[i];
        uint64_t nodes = 0;
        for (node_id id = checkpoint->first; id <= checkpoint->last; id++) nodes += h->nodes[id];
        sum += fold(10, nodes);
    }
    return sum;
}

static uint64_t sum_graphs(const struct hasher *h)
{
    uint64_t sum = 0;
    for (graph_id id = 1; id < (graph_id)h->program->graphs.n; id++) {
        const struct graph *graph = &h->program->graphs.at[id];
        uint64_t hash = fold_string(7, graph->name), nodes = 0;
        for (int i = 0; i < graph->nodes.n; i++) nodes += h->nodes[graph->nodes.at[i]];
        for (int i = 0; i < graph->outputs.n; i++)
            hash = fold(hash, h->values[graph->outputs.at[i]]);
        sum += fold(hash, nodes);
    }
    return sum;
}

// Told by the nodes that make or read it: an activation, and a gradient that somebody looked at.
static bool is_told_by_nodes(const struct hasher *h, storage_id id)
{
    enum storage_kind kind = program_storage(h->program, id)->kind;
    return kind == STORAGE_ACTIVATION || (kind == STORAGE_GRADIENT && !h->written[id]);
}

static uint64_t sum_memory(const struct hasher *h)
{
    uint64_t sum = 0;
    for (storage_id id = 1; id < (storage_id)h->program->storages.n; id++)
        if (!is_told_by_nodes(h, id)) sum += fold(h->storages[id], h->written[id]);
    for (int i = 0; i < h->program->events.n; i++) {
        const struct event *event = &h->program->events.at[i];
        if (event->kind >= EVENT_ALLOC && event->kind <= EVENT_CONTEXT_CLOSE)
            sum += fold(event->kind, h->storages[event->id]);
        if (event->kind == EVENT_BACKWARD) sum += fold(event->kind, h->values[event->id]);
    }
    return sum;
}

// ---- graphs of ggml

static uint64_t hash_ggml_tensor(const struct ggml_tensor *t)
{
    uint64_t hash = fold(fold((uint64_t)t->op, (uint64_t)t->type), t->flags);
    hash = fold_sizes(hash, GGML_DIMS, t->ne);
    hash = fold_sizes(hash, GGML_DIMS, t->nb);
    hash = fold(hash, XXH3_64bits(t->params, sizeof t->params));
    for (int i = 0; i < GGML_SOURCES; i++) hash = fold(hash, t->src[i] ? t->src[i]->number + 1 : 0);
    return fold_string(fold_size(hash, t->view_offset), t->name);
}

// The library's order counts: its allocator goes by it.
static uint64_t hash_ggml(const struct ggml_state *state)
{
    uint64_t hash = 0;
    for (int i = 0; state && i < state->graphs.n; i++) {
        const struct ggml_graph *graph = state->graphs.at[i];
        for (int k = 0; k < graph->leafs.n; k++)
            hash = fold(hash, hash_ggml_tensor(graph->leafs.at[k]));
        for (int k = 0; k < graph->nodes.n; k++)
            hash = fold(hash, hash_ggml_tensor(graph->nodes.at[k]));
    }
    return hash;
}

// ---- models of NNoM

static uint64_t hash_nnom_layer(const struct nnom_layer *layer)
{
    uint64_t hash = fold((uint64_t)layer->type, (uint64_t)layer->work_block + 1);
    hash = fold_sizes(hash, layer->out.rank, layer->out.dim);
    for (int i = 0; i < layer->in.n; i++) hash = fold(hash, (uint64_t)layer->in.at[i].from);
    hash = fold(fold(hash, (uint64_t)layer->out_block + 1), layer->in_place);
    return fold_string(hash, layer->activation ? layer->activation : "");
}

// In the order of running, which blocks go by.
static uint64_t hash_nnom(const struct nnom_state *state)
{
    uint64_t hash = 0;
    for (int i = 0; i < state->models.n; i++)
        for (int k = 0; k < state->models.at[i]->layers.n; k++)
            hash = fold(hash, hash_nnom_layer(state->models.at[i]->layers.at[k]));
    return hash;
}

// ---- networks of KANN

static uint64_t hash_kann_node(const struct kann_node *node)
{
    uint64_t hash = fold(fold((uint64_t)node->op, (uint64_t)node->n_d), node->flag);
    hash = fold_sizes(hash, KANN_DIMS, node->d);
    hash = fold_sizes(hash, node->n_params, node->params);
    hash = fold(fold(hash, (uint64_t)node->label), node->role);
    for (int i = 0; i < node->n_child; i++)
        hash = fold(hash, node->child[i] ? (uint64_t)node->child[i]->index + 1 : 0);
    return fold(hash, node->pre ? (uint64_t)node->pre->index + 1 : 0);
}

// How often a size was set decides nothing: buffers depend on the order in which sizes first come.
static bool set_before(const struct kann_network *network, int index)
{
    for (int i = 0; i < index; i++)
        if (network->batches.at[i].rows == network->batches.at[index].rows) return true;
    return false;
}

static uint64_t hash_kann_nodes(const struct kann_network *network)
{
    uint64_t hash = 0;
    for (int i = 0; i < network->n; i++) hash = fold(hash, hash_kann_node(network->v[i]));
    return fold_sizes(hash, network->n_lengths, network->lengths);
}

static uint64_t hash_kann_network(const struct kann_network *network)
{
    uint64_t hash = hash_kann_nodes(network);
    for (int i = 0; i < network->batches.n; i++)
        if (!set_before(network, i)) hash = fold_size(hash, network->batches.at[i].rows);
    for (int i = 0; i < network->threads.n; i++)
        hash = fold_size(fold_size(hash, network->threads.at[i].n), network->threads.at[i].rows);
    return hash;
}

uint64_t program_hash_kann_nodes(const struct program *program)
{
    uint64_t hash = 0;
    for (int i = 0; i < program->kann->networks.n; i++)
        hash = fold(hash, hash_kann_nodes(program->kann->networks.at[i]));
    return hash;
}

static uint64_t hash_kann(const struct kann_state *state)
{
    uint64_t hash = 0;
    for (int i = 0; i < state->networks.n; i++)
        hash = fold(hash, hash_kann_network(state->networks.at[i]));
    return hash;
}

uint64_t program_hash(const struct program *program)
{
    struct arena *arena = arena_open();
    size_t n_values = (size_t)program->values.n;
    struct hasher h = {.program = program};
    h.values = arena_array(arena, uint64_t, n_values);
    h.owners = arena_array(arena, uint64_t, n_values);
    h.carry = arena_array(arena, struct carried, n_values);
    h.carry_index = arena_array(arena, uint32_t, n_values);
    h.nodes = arena_array(arena, uint64_t, program->nodes.n);
    h.scopes = arena_array(arena, uint64_t, program->scopes.n);
    h.storages = arena_array(arena, uint64_t, program->storages.n);
    h.written = arena_array(arena, uint64_t, program->storages.n);
    hash_scope_paths(&h, arena);
    hash_storages(&h);
    find_carried(&h);
    hash_nodes(&h);
    uint64_t sum = 0;
    for (node_id id = 1; id < (node_id)program->nodes.n; id++) sum += fold(8, h.nodes[id]);
    for (value_id id = 1; id < (value_id)program->values.n; id++) {
        if (program_value(program, id)->flags & VALUE_OUTPUT) sum += fold(9, h.values[id]);
    }
    sum = fold(sum, sum_scopes(&h));
    sum = fold(fold(sum, sum_calls(&h)), fold(sum_graphs(&h), sum_memory(&h)));
    sum += sum_checkpoints(&h);
    if (program->ggml) sum = fold(sum, hash_ggml(program->ggml));
    if (program_is_raw(program)) sum = fold(sum, raw_hash(program->raw));
    if (program->nnom) sum = fold(sum, hash_nnom(program->nnom));
    if (program->kann) sum = fold(sum, hash_kann(program->kann));
    if (program->unseen) sum = fold_string(sum, program->unseen);
    arena_close(arena);
    return sum;
}
