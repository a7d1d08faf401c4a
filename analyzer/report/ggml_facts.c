// The lines about memory that only graphs of ggml have.

#include "analyzer/report/facts.h"
#include "analyzer/report/ggml_report.h"

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
               facts_bytes(t, plan->buffer), facts_bytes(t, plan->at_least), moment_string(t, plan),
               facts_bytes(t, plan->lost));
}

static const char *left_string(struct text_model *t, const struct report_ggml_context *context)
{
    struct syms *syms = t->model->program->syms;
    struct quantity left = quantity_unknown(NULL);
    int64_t bytes;
    if (context->mem_size.tag == TAG_EXACT && context->used.tag == TAG_EXACT)
        left = quantity_of(sym_sub(syms, context->mem_size.value, context->used.value));
    if (!quantity_integer(left, &bytes) || bytes >= 0)
        return arena_printf(t->text->arena, "%s left", facts_bytes(t, left));
    left.value = sym_neg(syms, left.value);
    return arena_printf(t->text->arena, "%s too few", facts_bytes(t, left));
}

static void write_context(struct text_model *t, const struct report_ggml_context *context)
{
    struct arena *arena = t->text->arena;
    const char *place = context->site ? site_string(arena, context->site) : "?";
    const char *weights = context->has_buffer ? arena_printf(arena, "; its tensors' elements: %s",
                                                             facts_bytes(t, context->buffer_bytes))
                                              : "";
    facts_line(t, "context", "%s of %s used, %s (%s)%s", facts_bytes(t, context->used),
               facts_bytes(t, context->mem_size), left_string(t, context), place, weights);
}

void facts_write_ggml(struct text_model *t)
{
    const struct report_ggml *ggml = t->model->ggml;
    if (!ggml) return;
    write_buffer(t, ggml);
    for (int i = 0; i < ggml->n_contexts; i++)
        if (ggml->contexts[i].shown) write_context(t, &ggml->contexts[i]);
}
