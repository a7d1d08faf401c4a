// The main job.

#include "analyzer/cli/complain.h"
#include "analyzer/cli/fix.h"
#include "analyzer/cli/request.h"

enum exit_status command_analyse(struct arena *arena, const struct options *options)
{
    struct session_request request;
    struct session_result result;
    struct view view;
    enum exit_status status;
    if (!options->arguments.n) {
        complain("no file was named; see shapeprof --help");
        return STATUS_FAILED;
    }
    const struct writer *writer = request_writer(arena, options);
    if (!writer || !request_view(options, &view)) return STATUS_FAILED;
    if (!request_make(arena, options, options->arguments.n, options->arguments.at, &request) ||
        !request_run(arena, options, &request, &result, &status)) {
        request_print_failure(arena, options, writer, &(struct report){0}, &view);
        return STATUS_FAILED;
    }
    if (options_has(options, OPTION_FIX_DRY_RUN)) return fix_show(arena, options, &result, status);
    struct answer answer;
    answer_open(&answer, arena);
    if (options_has(options, OPTION_FIX) &&
        !fix_sources(arena, options, &request, &result, &answer, &status))
        status = STATUS_FAILED;
    writer->report(&answer.text, &result.report, &view);
    request_findings(writer, &result.report, &answer);
    request_remark(options, &result, &answer);
    dependencies_add_all(&answer.dependencies, &result.front.dependencies);
    return answer_give(arena, options, &answer, status);
}
