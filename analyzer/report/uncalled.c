// Parameters that no call of a leaf accounts for, and the leaves that are never called.

#include "analyzer/report/uncalled.h"

#include "ir/base/text.h"
#include "ir/base/vec.h"

#include <string.h>

// Parameters that the rows of leaves have counted.
static bool *counted_by_leaves(struct arena *arena, const struct program *p, const int *n_calls)
{
    bool *counted = arena_array(arena, bool, p->storages.n + 1);
    for (int i = 1; i < p->scopes.n; i++) {
        const struct scope *scope = &p->scopes.at[i];
        for (int k = 0; k < scope->n_parameters && scope->leaf && n_calls[i]; k++)
            counted[program_value(p, scope->parameters[k])->storage] = true;
    }
    return counted;
}

// What a module with children registers itself, and what a leaf registers that is never called, is
// counted where an op first reads it: MultiheadAttention computes with in_proj_weight and with the
// weight of its child out_proj. So the column adds up to the model's parameters that are used.
void uncalled_count_parameters(struct arena *arena, const struct program *p, const int *n_calls,
                               int n_rows, struct report_row *rows)
{
    bool *counted = counted_by_leaves(arena, p, n_calls);
    for (int i = 0; i < n_rows; i++) {
        struct report_row *row = &rows[i];
        if (row->visible_to_hooks) continue;
        const struct node *node = program_node(p, row->first_node);
        for (int k = 0; k < node->n_in; k++) {
            storage_id id = program_parameter(p, node->in[k]);
            if (!id || counted[id] || !program_storage(p, id)->first) continue;
            counted[id] = true;
            struct tensor_type type = value_type(program_value(p, program_storage(p, id)->first));
            row->parameters = quantity_add(p->syms, row->parameters,
                                           quantity_of(shape_count(p->syms, &type.shape)));
        }
    }
}

// Storages of parameters that some op computes with.
static bool *read_parameters(struct arena *arena, const struct program *p)
{
    bool *read = arena_array(arena, bool, p->storages.n + 1);
    for (int i = 1; i < p->nodes.n; i++)
        for (int k = 0; k < p->nodes.at[i].n_in; k++)
            read[program_parameter(p, p->nodes.at[i].in[k])] = true;
    read[0] = false;
    return read;
}

static bool is_read(const struct program *p, const struct scope *scope, const bool *read)
{
    for (int i = 0; i < scope->n_parameters; i++)
        if (read[program_value(p, scope->parameters[i])->storage]) return true;
    return false;
}

// Leaves that are in the tree and never run: their hooks never fire, which is a
// finding for people who count layers (MultiheadAttention's out_proj is one).
void uncalled_list(struct arena *arena, const struct program *p, const int *n_calls,
                   struct report_model *model)
{
    VEC(struct report_uncalled) uncalled = {0};
    const bool *read = read_parameters(arena, p);
    for (int i = 1; i < p->scopes.n; i++) {
        const struct scope *scope = &p->scopes.at[i];
        if (!scope->leaf || n_calls[i]) continue;
        *vec_push(arena, &uncalled) =
            (struct report_uncalled){.name = scope_path(arena, p, (scope_id)i),
                                     .parent = scope_path(arena, p, scope->parent),
                                     .is_read = is_read(p, scope, read)};
    }
    model->n_uncalled = uncalled.n;
    model->uncalled = uncalled.at;
}

const char *uncalled_pattern(struct arena *arena, const char *name)
{
    struct text text = {.arena = arena};
    for (const char *at = name; *at;) {
        size_t n = strcspn(at, "."), digits = strspn(at, "0123456789");
        text_printf(&text, "%.*s", n && digits == n ? 1 : (int)n, n && digits == n ? "*" : at);
        at += n;
        if (*at) text_add_char(&text, *at++);
    }
    return text_string(&text);
}
