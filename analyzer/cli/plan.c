// Checkpoint plans of models, and each of them run.

#include "analyzer/cli/complain.h"
#include "analyzer/cli/runner.h"

static bool analyse(struct arena *arena, const struct options *options,
                    struct session_request *request, struct session_result *result,
                    enum exit_status *status)
{
    if (!options->arguments.n) {
        complain("no file was named; see shapeprof plan --help");
        return false;
    }
    return request_make(arena, options, options->arguments.n, options->arguments.at, request) &&
           request_run(arena, options, request, result, status);
}

static const struct plans_writer *find_writer(struct arena *arena, const struct options *options)
{
    const struct writer *writer = request_writer(arena, options);
    const struct plans_writer *plans = writer ? plans_writer_find(writer->name) : NULL;
    if (writer && !plans) complain("--format %s: plans are printed as text or json", writer->name);
    return plans;
}

enum exit_status command_plan(struct arena *arena, const struct options *options)
{
    struct session_request request;
    struct session_result result;
    struct view view;
    struct runner r = {
        .arena = arena, .analysed = &request, .report = &result.report, .plans = true};
    enum exit_status status;
    const struct plans_writer *writer = find_writer(arena, options);
    r.plans_run = options_has(options, OPTION_RUN) ? PLANS_RUN : PLANS_ONLY;
    if (!writer || !request_view(options, &view) || !runner_read(arena, options, &r.confirm) ||
        !analyse(arena, options, &request, &result, &status))
        return STATUS_FAILED;
    for (int i = 0; i < result.report.n_models; i++)
        runner_run(&r, &result.report.models[i], 0, NULL);
    struct plans plans = {.report = &result.report, .n = r.made.n, .at = r.made.at};
    struct answer answer;
    answer_open(&answer, arena);
    writer->write(&answer.text, &plans, &view);
    request_remark(options, &result, &answer);
    return answer_give(arena, options, &answer, status > r.status ? status : r.status);
}
