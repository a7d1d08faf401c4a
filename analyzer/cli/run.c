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

// What is wrong with a model is a finding; that it could not be executed for another reason is
// none.
static enum exit_status status_of(const struct execution *execution)
{
    const struct report_model *model = execution->model;
    if (!execution->failure) return execution->difference ? STATUS_FOUND : STATUS_CLEAN;
    complain("%s cannot be executed: %s", model->name, execution->failure);
    return model->program->diags.n_errors ? STATUS_FOUND : STATUS_FAILED;
}

static bool read_request(const struct options *options, struct confirm_request *request)
{
    bool training = options_has(options, OPTION_TRAIN) || options_has(options, OPTION_BACKWARD);
    request->mode = training ? EXEC_TRAINING : EXEC_INFERENCE;
    return read_seed(options, &request->seed) && read_limit(options, &request->max_bytes);
}

static unsigned sections_of(const struct options *options)
{
    return (options_has(options, OPTION_HOOKS) ? EXECUTION_HOOKS : 0) |
           (options_has(options, OPTION_BACKWARD) ? EXECUTION_LAYERS : 0);
}

// The worst of all models counts.
static enum exit_status run_models(struct arena *arena, struct confirm_request *request,
                                   const struct report *report, struct executions *executions)
{
    enum exit_status worst = STATUS_CLEAN;
    struct execution *all = arena_array(arena, struct execution, report->n_models);
    for (int i = 0; i < report->n_models; i++) {
        request->model = &report->models[i];
        confirm_run(arena, request, &all[i]);
        enum exit_status status = status_of(&all[i]);
        if (status > worst) worst = status;
    }
    *executions = (struct executions){.report = report, .n = report->n_models, .at = all};
    return worst;
}

enum exit_status command_run(struct arena *arena, const struct options *options)
{
    struct session_result result;
    struct confirm_request request = {0};
    struct executions executions;
    struct view view;
    enum exit_status status;
    const struct writer *writer = request_writer(arena, options);
    if (!writer || !request_view(options, &view) || !read_request(options, &request))
        return STATUS_FAILED;
    if (!request_analyse(arena, options, "run", &result, &status)) return STATUS_FAILED;
    enum exit_status ran = run_models(arena, &request, &result.report, &executions);
    executions.sections = sections_of(options);
    struct answer answer;
    answer_open(&answer, arena);
    writer->executions(&answer.text, &executions, &view);
    request_findings(writer, &result.report, &answer);
    request_remark(options, &result, &answer);
    return answer_give(arena, options, &answer, status > ran ? status : ran);
}
