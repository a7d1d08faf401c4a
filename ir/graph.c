// Questions to a program that need no pass: names of storage kinds, types and bytes of values,
// dotted names of scopes.

#include "ir/graph.h"
#include "ir/ggml_graph.h"
#include "ir/raw_graph.h"
#include "ir/nnom_graph.h"
#include "ir/kann_graph.h"
#include "ir/base/text.h"

#include <string.h>

static const char *const storage_kinds[N_STORAGE_KINDS] = {
#define STORAGE(id, name, account, lifetime, doc) [STORAGE_##id] = name,
#include "ir/storages.def"
#undef STORAGE
};

const char *storage_kind_name(enum storage_kind kind)
{
    return storage_kinds[kind];
}

enum storage_kind storage_kind_find(const char *name)
{
    enum storage_kind kind = 0;
    while (kind < N_STORAGE_KINDS && strcmp(storage_kinds[kind], name) != 0) kind++;
    return kind;
}

const struct event_form *event_form(enum event_kind kind)
{
    static const struct event_form forms[N_EVENT_KINDS] = {
#define EVENT(id, word, letter, doc) [EVENT_##id] = {word, letter},
#include "ir/events.def"
#undef EVENT
    };
    return &forms[kind];
}

static const struct manner plain_manner;

struct program *program_open(struct arena *arena, struct syms *syms)
{
    struct program *program = arena_new(arena, struct program);
    *program = (struct program){.arena = arena, .syms = syms, .manner = &plain_manner};
    diags_open(&program->diags, arena);
    vec_push(arena, &program->values);
    vec_push(arena, &program->nodes);
    vec_push(arena, &program->storages);
    vec_push(arena, &program->scopes);
    vec_push(arena, &program->graphs);
    return program;
}

struct tensor_type value_type(const struct value *value)
{
    struct tensor_type type = {.dtype = value->dtype};
    type.shape.rank = value->rank;
    type.strided = value->stride != NULL;
    for (int axis = 0; axis < value->rank; axis++) {
        type.shape.dim[axis] = value->dim[axis];
        if (value->stride) type.stride[axis] = value->stride[axis];
    }
    return type;
}

int program_checkpoint_of(const struct program *program, node_id id)
{
    int low = 0, high = program->checkpoints.n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (program->checkpoints.at[middle].last < id)
            low = middle + 1;
        else
            high = middle;
    }
    bool inside = low < program->checkpoints.n && program->checkpoints.at[low].first <= id;
    return inside ? low : -1;
}

bool program_is_raw(const struct program *program)
{
    return program->nodes.n <= 1 && program->calls.n == 0 && raw_is_model(program->raw);
}

bool program_is_empty(const struct program *program)
{
    for (int i = 0; program->ggml && i < program->ggml->graphs.n; i++)
        if (program->ggml->graphs.at[i]->nodes.n) return false;
    for (int i = 0; program->nnom && i < program->nnom->models.n; i++)
        if (program->nnom->models.at[i]->layers.n) return false;
    if (program->kann && program->kann->networks.n) return false;
    return program->nodes.n <= 1 && program->calls.n == 0 && !program_is_raw(program);
}

const struct sym *value_bytes(const struct program *program, value_id id)
{
    const struct value *value = program_value(program, id);
    if (value->flags & VALUE_POISONED) return sym_unknown(program->syms, value->reason);
    if (id < (value_id)program->bytes.n && program->bytes.at[id]) return program->bytes.at[id];
    struct tensor_type type = value_type(value);
    return tensor_bytes(program->syms, &type);
}

storage_id program_parameter(const struct program *program, value_id id)
{
    storage_id storage = id ? program_value(program, id)->storage : 0;
    return storage && program_storage(program, storage)->kind == STORAGE_PARAMETER ? storage : 0;
}

bool program_is_of_module(const struct program *program, value_id id)
{
    const struct value *value = program_value(program, id);
    if (value->producer || !value->storage) return false;
    enum storage_kind kind = program_storage(program, value->storage)->kind;
    return kind == STORAGE_PARAMETER || kind == STORAGE_BUFFER;
}

// Outermost first. The root has an empty name and leaves no dot.
static void add_path(struct text *text, const struct program *program, scope_id id)
{
    const struct scope *scope = program_scope(program, id);
    if (scope->parent) add_path(text, program, scope->parent);
    if (!scope->name || !*scope->name) return;
    if (text->n > 0) text_add_char(text, '.');
    text_add(text, scope->name);
}

const char *scope_path(struct arena *arena, const struct program *program, scope_id id)
{
    struct text text = {.arena = arena};
    if (id) add_path(&text, program, id);
    return text_string(&text);
}
