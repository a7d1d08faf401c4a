// The table of allocation models, from models.def.

#include "analyzer/models/model.h"
#include "analyzer/released.h"

#include <string.h>

#define MODEL(id, symbol, name, doc) extern const struct allocation_model symbol##_model;
#include "analyzer/models/models.def"
#undef MODEL

static const struct allocation_model *const models[N_MODELS] = {
#define MODEL(id, symbol, name, doc) [MODEL_##id] = &symbol##_model,
#include "analyzer/models/models.def"
#undef MODEL
};

static const struct {
    const char *name, *doc;
} words[N_MODELS] = {
#define MODEL(id, symbol, name, doc) [MODEL_##id] = {name, doc},
#include "analyzer/models/models.def"
#undef MODEL
};

const char *model_name(enum model_kind kind)
{
    return words[kind].name;
}

const char *model_doc(enum model_kind kind)
{
    return words[kind].doc;
}

enum model_kind model_find(const char *name)
{
    int kind = 0;
    while (kind < N_MODELS && strcmp(words[kind].name, name) != 0) kind++;
    return (enum model_kind)kind;
}

const struct allocation_model *model_get(enum model_kind kind)
{
    return models[kind];
}

static void hold_value(const struct program *program, value_id id, int until, struct wishes *wishes)
{
    if (!id) return;
    storage_id storage = program_value(program, id)->storage;
    wishes->storages[storage] = true;
    if (until > wishes->until[storage]) wishes->until[storage] = until;
}

static void hold_saved(const struct program *program, node_id id, const struct saving *s, int until,
                       struct wishes *wishes)
{
    const struct node *node = program_node(program, id);
    for (int i = 0; i < node->n_in && i < MAX_SAVED; i++) {
        if (s->kept & SAVE_IN(i)) hold_value(program, node->in[i], until, wishes);
    }
    for (int i = 0; i < node->n_out && i < MAX_SAVED; i++) {
        if (s->kept & SAVE_OUT(i)) hold_value(program, node->out + (value_id)i, until, wishes);
    }
    for (int i = 0; i < s->own.n; i++) {
        const struct saved_tensor *own = &s->own.at[i];
        const struct sym *elements = shape_count(program->syms, &own->shape);
        *vec_push(wishes->arena, &wishes->tensors) =
            (struct held_tensor){id,          own->what,       own->dtype, elements,
                                 own->copies, own->shape.rank, until,      own->statistic};
    }
    if (s->uncounted && !wishes->uncounted) wishes->uncounted = s->uncounted;
    if (s->at_most && !wishes->at_most) wishes->at_most = arena_string(wishes->arena, s->at_most);
}

// A library call without an op, or one whose memory is not known, that gradients go through.
static void hold_unknown(const struct program *program, node_id id, struct wishes *wishes)
{
    const struct node *node = program_node(program, id);
    if (node->body || wishes->uncounted) return;
    for (int i = 0; i < node->n_out; i++) {
        if (program_value(program, node->out + (value_id)i)->flags & VALUE_REQUIRES_GRAD)
            wishes->uncounted =
                arena_printf(wishes->arena, "what `%s` keeps for backward",
                             node->op < N_OPS ? op_get(node->op)->name : node->name);
    }
}

// Of a checkpoint what it is given, up to the first backward pass that reaches it: that runs it
// again. Where no gradient goes through it, it is a plain call.
static void hold_given(const struct program *program, const struct checkpoint *checkpoint,
                       const int *released, struct wishes *wishes)
{
    int until = program->events.n;
    bool asked = false;
    for (node_id id = checkpoint->first; id <= checkpoint->last; id++) {
        asked |= saving_is_asked(program, id);
        if (released[id] < until) until = released[id];
    }
    for (node_id id = checkpoint->first; asked && id <= checkpoint->last; id++) {
        const struct node *node = program_node(program, id);
        for (int i = 0; i < node->n_in; i++) {
            bool inside = program_value(program, node->in[i])->producer >= checkpoint->first;
            if (!inside) hold_value(program, node->in[i], until, wishes);
        }
    }
}

void model_keep_saved(const struct liveness *live, struct wishes *wishes,
                      const struct saves *(*saves_of)(enum op_kind))
{
    const struct program *program = live->program;
    struct arena *scratch = arena_open();
    const int *released = released_find(wishes->arena, program);
    wishes->until = arena_array(wishes->arena, int, program->storages.n);
    for (node_id id = 1; id < (node_id)program->nodes.n; id++) {
        if (program_checkpoint_of(program, id) >= 0) continue;
        enum op_kind kind = program_node(program, id)->op;
        const struct saves *saves = kind < N_OPS ? saves_of(kind) : NULL;
        struct saving saving;
        if (!saves)
            hold_unknown(program, id, wishes);
        else if (saving_read(&saving, scratch, program, id, saves))
            hold_saved(program, id, &saving, released[id], wishes);
        arena_reset(scratch);
    }
    for (int i = 0; i < program->checkpoints.n; i++)
        hold_given(program, &program->checkpoints.at[i], released, wishes);
    arena_close(scratch);
}
