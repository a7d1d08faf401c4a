// The recording itself, and the ways in which its other files report what is wrong.

#include "frontends/nn/recording.h"

#include <stdarg.h>

// Entries of a list of poisoned results: more than people write out one by one.
#define POISONED_ROOM 256

struct nn_recording *recording_make(struct arena *arena, struct builder *builder)
{
    struct nn_recording *r = arena_new(arena, struct nn_recording);
    r->arena = arena;
    r->builder = builder;
    r->syms = builder_program(builder)->syms;
    r->roots = map_open(arena);
    r->overwritten = map_open(arena);
    builder_guard_leaves(builder);
    *vec_push(arena, &r->modules) = NULL;
    vec_push(arena, &r->hooks);
    return r;
}

void recording_unwind(struct nn_recording *r)
{
    struct program *program = builder_program(r->builder);
    for (int i = 0; i < r->calling.n; i++) r->modules.at[r->calling.at[i]]->n_calling = 0;
    for (int i = 0; i < r->guarded.n; i++)
        program_value(program, r->guarded.at[i])->flags &= (uint8_t)~VALUE_HOOKED;
    r->calling.n = r->guarded.n = 0;
    r->n_in_hooks = 0;
    r->caller = NULL;
    r->n_unwound++;
    builder_unwind(r->builder);
}

struct diags *recording_diags(const struct nn_recording *r)
{
    return &builder_program(r->builder)->diags;
}

const char *recording_wrong(struct nn_recording *r, enum diag_id id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = arena_vprintf(r->arena, format, arguments);
    va_end(arguments);
    diag_add(recording_diags(r), id, builder_blamed_site(r->builder), "%s", message);
    return message;
}

value_id recording_poison(struct nn_recording *r, const char *reason)
{
    return build_poison(r->builder, reason);
}

const value_id *recording_values(struct nn_recording *r, int n, const value_id *values)
{
    return arena_copy(r->arena, values, (size_t)n * sizeof *values);
}

int recording_results(struct nn_recording *r, node_id id, const value_id **results)
{
    int n = program_node(builder_program(r->builder), id)->n_out;
    value_id *out = arena_array(r->arena, value_id, n);
    for (int i = 0; i < n; i++) out[i] = build_result(r->builder, id, i);
    *results = out;
    return n;
}

int recording_list_room(const struct nn_recording *r, int n, const value_id *values)
{
    const struct program *program = builder_program(r->builder);
    for (int i = 0; i < n; i++) {
        if (!values[i] || !(program_value(program, values[i])->flags & VALUE_POISONED)) return n;
    }
    return n > 0 && n < POISONED_ROOM ? POISONED_ROOM : n;
}

enum op_kind recording_op_kind(const struct op *op)
{
    for (int kind = 0; kind < N_OPS; kind++) {
        if (op_get((enum op_kind)kind) == op) return (enum op_kind)kind;
    }
    return N_OPS;
}
