// Models against limits: what is left, what is missing.

#include "analyzer/cli/complain.h"
#include "analyzer/cli/request.h"
#include "analyzer/largest.h"

#include <inttypes.h>

static const char *figure_string(struct arena *arena, const struct report_budget *budget)
{
    const char *bytes = quantity_string(arena, budget->bytes);
    return arena_printf(arena, "%s bytes", bytes);
}

// "fits, 1024 bytes are left", "does not fit, 1024 bytes are missing".
static const char *verdict_string(struct arena *arena, const struct report_budget *budget)
{
    int64_t bytes, limit = budget->limit_bytes;
    bool number = quantity_known(budget->bytes) && sym_is_const(budget->bytes.value, &bytes);
    switch (budget->proof.verdict) {
    case VERDICT_PROVED:
        if (!number) return "fits, whatever the sizes are";
        return arena_printf(arena, "fits, %" PRId64 " bytes are left", limit - bytes);
    case VERDICT_REFUTED:
        if (number)
            return arena_printf(arena, "does not fit, %" PRId64 " bytes are missing",
                                bytes - limit);
        if (budget->holds_while) return arena_printf(arena, "fits while %s", budget->holds_while);
        return "does not fit for all sizes";
    case VERDICT_OPEN: break;
    }
    return arena_printf(arena, "not decided: %s",
                        budget->proof.reason ? budget->proof.reason : "no proof found");
}

// "largest N that fits: 12 (T = 1), 98304 bytes there"
static void write_largest(struct text *text, const struct report_model *model,
                          const struct report_budget *budget)
{
    const struct largest *found;
    int n = largest_that_fit(text->arena, model, budget, &found);
    for (int i = 0; i < n; i++) {
        const struct largest *one = &found[i];
        const char *others = one->others ? arena_printf(text->arena, " with %s", one->others) : "";
        if (one->kind == LARGEST_NONE)
            text_printf(
                text, "  no %s fits%s: %" PRId64 " needs %" PRId64 " bytes, %" PRId64 " too many\n",
                one->name, others, one->value, one->bytes, one->bytes - budget->limit_bytes);
        else if (one->kind == LARGEST_ANY)
            text_printf(text, "  every %s fits%s, up to %" PRId64, one->name, others, one->value);
        else
            text_printf(text, "  largest %s that fits%s: %" PRId64 ", %" PRId64 " bytes", one->name,
                        others, one->value, one->bytes);
        if (one->kind != LARGEST_NONE)
            text_add(text, one->proved
                               ? "\n"
                               : " (by search: it is not proved that the figure never falls)\n");
    }
}

static void write_model(struct text *text, const struct report_model *model)
{
    for (int i = 0; i < model->n_budgets; i++) {
        const struct report_budget *budget = &model->budgets[i];
        text_printf(text, "%s: %s: %s; %s has %s\n", model->name, budget->text,
                    verdict_string(text->arena, budget), budget->subject,
                    figure_string(text->arena, budget));
        write_largest(text, model, budget);
    }
}

enum exit_status command_fit(struct arena *arena, const struct options *options)
{
    struct session_result result;
    enum exit_status status;
    if (!options_has(options, OPTION_BUDGET)) {
        complain("fit wants to know how much there is: --budget ram=320K");
        return STATUS_FAILED;
    }
    if (!request_analyse(arena, options, "fit", &result, &status)) return STATUS_FAILED;
    struct answer answer;
    answer_open(&answer, arena);
    for (int i = 0; i < result.report.n_models; i++)
        write_model(&answer.text, &result.report.models[i]);
    request_findings(NULL, &result.report, &answer);
    request_remark(options, &result, &answer);
    dependencies_add_all(&answer.dependencies, &result.front.dependencies);
    return answer_give(arena, options, &answer, status);
}
