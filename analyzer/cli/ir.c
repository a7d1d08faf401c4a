// The graph that was read, as text.

#include "analyzer/cli/complain.h"
#include "analyzer/cli/request.h"
#include "ir/graph_text.h"

enum exit_status command_ir(struct arena *arena, const struct options *options)
{
    struct session_request request;
    struct session_result result;
    enum exit_status status;
    if (!options->arguments.n) {
        complain("no file was named; see shapeprof ir --help");
        return STATUS_FAILED;
    }
    if (!request_make(arena, options, options->arguments.n, options->arguments.at, &request) ||
        !request_run(arena, options, &request, &result, &status))
        return STATUS_FAILED;
    struct answer answer;
    answer_open(&answer, arena);
    for (int i = 0; i < result.report.n_models; i++)
        text_add(&answer.text, program_print(arena, result.report.models[i].program));
    request_findings(NULL, &result.report, &answer);
    request_remark(options, &result, &answer);
    dependencies_add_all(&answer.dependencies, &result.front.dependencies);
    return answer_give(arena, options, &answer, status);
}
