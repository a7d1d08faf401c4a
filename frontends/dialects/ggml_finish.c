// What is known of contexts only once the program has run: how much they would have to hold.

#include "frontends/dialects/ggml_dialect.h"

#include "ir/ggml_memory.h"

// "short by 368 bytes, one tensor": structs without elements are all that some contexts hold.
static const char *shortage_words(struct dialect_ggml *d, const struct sym *lacking)
{
    int64_t bytes, one = GGML_OBJECT_BYTES + d->state->struct_bytes;
    if (!sym_is_const(lacking, &bytes) || bytes % one != 0)
        return arena_printf(d->arena, "%s bytes", sym_string(d->arena, lacking));
    return arena_printf(d->arena, "%lld bytes, the structs of %lld tensor%s", (long long)bytes,
                        (long long)(bytes / one), bytes == one ? "" : "s");
}

static void tell_short(struct dialect_ggml *d, const struct ggml_context *context)
{
    struct arena *arena = d->arena;
    const struct sym *lacking = sym_sub(d->syms, context->most, context->mem_size);
    struct diag *diag = diag_add(
        d->diags, DIAG_GGML_MEMORY, context->short_at,
        "the context has %s bytes, and here comes %s that it has no room for: all that is made in "
        "it takes %s bytes, so it is short by %s",
        sym_string(arena, context->mem_size), context->short_of, sym_string(arena, context->most),
        shortage_words(d, lacking));
    diag_note(d->diags, diag, context->site, "the context is made here, with mem_size %s",
              sym_string(arena, context->mem_asked));
    diag_fix(d->diags, diag,
             "a mem_size of %s bytes is enough; count ggml_tensor_overhead() for each tensor and "
             "ggml_graph_overhead_custom() for each graph",
             sym_string(arena, context->most));
}

void dialect_ggml_finish(struct eval *eval)
{
    struct dialect_ggml *d = eval_dialect_data(eval, &ggml_dialect);
    for (int i = 0; d && i < d->state->contexts.n; i++)
        if (d->state->contexts.at[i]->is_short) tell_short(d, d->state->contexts.at[i]);
    if (d && !program_is_empty(builder_program(eval_builder(eval)))) {
        ggml_check_written(d);
        ggml_check_wanted(d);
        ggml_check_computed(d);
        ggml_check_bytes(d);
    }
}
