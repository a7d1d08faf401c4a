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
    struct text text = {.arena = arena};
    for (int i = 0; i < result.report.n_models; i++)
        text_add(&text, program_print(arena, result.report.models[i].program));
    request_print(&text);
    request_print_findings(arena, NULL, &result.report);
    request_remark(options, &result);
    return status;
}
