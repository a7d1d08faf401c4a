// Executes models and holds their reports against what was measured.

#include "analyzer/cli/complain.h"
#include "analyzer/cli/request.h"
#include "analyzer/confirm.h"
#include "analyzer/size.h"

#include <errno.h>
#include <stdlib.h>

#define DEFAULT_MAX_MEMORY ((int64_t)8 << 30)

static bool read_seed(const struct options *options, uint32_t *seed)
{
    const char *asked = options_last(options, OPTION_SEED);
    char *end;
    *seed = 1;
    if (!asked) return true;
    errno = 0;
    unsigned long value = strtoul(asked, &end, 0);
    if (!*asked || *end || errno || value > UINT32_MAX || *asked == '-') {
        complain("--seed %s: write a number from 0 to %u", asked, UINT32_MAX);
        return false;
    }
    *seed = (uint32_t)value;
    return true;
}

static bool read_limit(const struct options *options, int64_t *bytes)
{
    const char *asked = options_last(options, OPTION_MAX_MEMORY), *error;
    *bytes = DEFAULT_MAX_MEMORY;
    if (!asked) return true;
    if (!size_parse(asked, bytes, &error)) {
        complain("--max-memory %s: %s", asked, error);
        return false;
    }
    if (*bytes > 0) return true;
    complain("--max-memory %s: nothing is executed without memory; write a size of 1 or more",
             asked);
    return false;
}

// The worst of all models counts.
static enum exit_status run_model(const struct confirm_request *request, struct text *text,
                                  const struct view *view)
{
    struct execution execution;
    const char *error;
    if (!confirm_run(text->arena, request, &execution, &error)) {
        complain("%s cannot be executed: %s", request->model->name, error);
        return STATUS_FAILED;
    }
    execution_text(text, &execution, view);
    return execution.difference ? STATUS_FOUND : STATUS_CLEAN;
}

static enum exit_status run_models(const struct options *options, const struct report *report,
                                   struct text *text)
{
    enum exit_status worst = STATUS_CLEAN;
    struct view view;
    struct confirm_request request = {.mode = options_has(options, OPTION_TRAIN) ? EXEC_TRAINING
                                                                                 : EXEC_INFERENCE};
    if (!request_view(options, &view) || !read_seed(options, &request.seed) ||
        !read_limit(options, &request.max_bytes))
        return STATUS_FAILED;
    for (int i = 0; i < report->n_models; i++) {
        request.model = &report->models[i];
        enum exit_status status = run_model(&request, text, &view);
        if (status > worst) worst = status;
    }
    return worst;
}

enum exit_status command_run(struct arena *arena, const struct options *options)
{
    struct session_result result;
    enum exit_status status;
    if (!request_analyse(arena, options, "run", &result, &status)) return STATUS_FAILED;
    struct answer answer;
    answer_open(&answer, arena);
    enum exit_status run = run_models(options, &result.report, &answer.text);
    request_findings(NULL, &result.report, &answer);
    request_remark(options, &result, &answer);
    return answer_give(arena, options, &answer, status > run ? status : run);
}
