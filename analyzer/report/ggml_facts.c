// The lines about memory that only graphs of ggml have.

#include "analyzer/report/facts.h"
#include "analyzer/report/ggml_report.h"

static const char *bytes_string(struct text_model *t, struct quantity bytes)
{
    return facts_bytes(t, bytes);
}

static const char *exact_string(struct text_model *t, const struct sym *bytes)
{
    return bytes_string(t, quantity_of(bytes));
}

static const char *moment_string(struct text_model *t, const struct ggml_plan *plan)
{
    const struct ggml_tensor *node = plan->n_moments == 1 ? plan->moments[0].node : NULL;
    if (!node) return "";
    return arena_printf(t->text->arena, ", while `%s` (%s) runs",
                        text_printable(t->text->arena, node->name), node->desc);
}

static void write_buffer(struct text_model *t, const struct report_ggml *ggml)
{
    static const char *const ends[] = {
        [GGML_OUT_OF_RANGES] = "the allocator aborts: more than 256 ranges of it are free at once",
        [GGML_TABLE_FULL] = "the allocator aborts: the graph has too many views of tensors that it "
                            "does not hold",
        [GGML_NOTHING_HELD] = "the allocator aborts: all tensors have 0 bytes",
        [GGML_SIZE_UNKNOWN] = "not known, as the size of a tensor is not"};
    const struct ggml_plan *plan = &ggml->plan;
    if (ggml->in_contexts) {
        facts_line(t, "compute buffer", "none: the tensors lie in their contexts");
        return;
    }
    if (plan->end != GGML_PLACED) {
        facts_line(t, "compute buffer", "%s", ends[plan->end]);
        return;
    }
    facts_line(t, "compute buffer", "%s by ggml_gallocr; %s alive at once%s, %s lost between",
               bytes_string(t, plan->buffer), bytes_string(t, plan->at_least),
               moment_string(t, plan), bytes_string(t, plan->lost));
}

static void write_context(struct text_model *t, const struct ggml_context *context)
{
    struct syms *syms = t->model->program->syms;
    const struct sym *left = sym_sub(syms, context->mem_size, context->used);
    const char *place = context->site ? site_string(t->text->arena, context->site) : "?";
    const char *weights = context->buffer_bytes
                              ? arena_printf(t->text->arena, "; its tensors' elements: %s",
                                             exact_string(t, context->buffer_bytes))
                              : "";
    int64_t bytes;
    bool lacks = sym_is_const(left, &bytes) && bytes < 0;
    facts_line(t, "context", "%s of %s used, %s %s (%s)%s", exact_string(t, context->used),
               exact_string(t, context->mem_size),
               exact_string(t, lacks ? sym_neg(syms, left) : left), lacks ? "too few" : "left",
               place, weights);
}

void facts_write_ggml(struct text_model *t)
{
    const struct report_ggml *ggml = t->model->ggml;
    const struct ggml_state *state = t->model->program->ggml;
    if (!ggml) return;
    write_buffer(t, ggml);
    for (int i = 0; i < state->contexts.n; i++)
        if (ggml->shown[i]) write_context(t, state->contexts.at[i]);
}
