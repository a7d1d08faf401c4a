// The graph that was read, as text.

#include "analyzer/cli/request.h"
#include "ir/graph_text.h"

enum exit_status command_ir(struct arena *arena, const struct options *options)
{
    struct session_result result;
    enum exit_status status;
    if (!request_analyse(arena, options, "ir", &result, &status)) return STATUS_FAILED;
    struct answer answer;
    answer_open(&answer, arena);
    for (int i = 0; i < result.report.n_models; i++)
        text_add(&answer.text, program_print(arena, result.report.models[i].program));
    request_findings(NULL, &result.report, &answer);
    request_remark(options, &result, &answer);
    dependencies_add_all(&answer.dependencies, &result.front.dependencies);
    return answer_give(arena, options, &answer, status);
}
