// Executes models and holds their reports against what was measured.

#include "analyzer/cli/complain.h"
#include "analyzer/cli/runner.h"
#include "analyzer/report/profile_files.h"

#include <string.h>

static unsigned sections_of(const struct options *options)
{
    return (options_has(options, OPTION_HOOKS) ? EXECUTION_HOOKS : 0) |
           (options_has(options, OPTION_BACKWARD) ? EXECUTION_LAYERS : 0);
}

// With each combination of values that --at asked for.
static void run_all(struct runner *r)
{
    const struct report_at_axes *axes = &r->analysed->at;
    int n_rows = axes->n ? axes->n_rows : 1;
    for (int row = 0; row < n_rows; row++) {
        struct choice given[MAX_AT_AXES];
        for (int i = axes->n - 1, rest = row; i >= 0; rest /= axes->at[i--].n)
            given[i] =
                (struct choice){axes->at[i].name, axes->at[i].values[rest % axes->at[i].n], true};
        for (int i = 0; i < r->report->n_models; i++)
            runner_run(r, &r->report->models[i], axes->n, given);
    }
}

typedef json_t *profile_form(struct arena *, int n, const struct execution *);

// False after a complaint: the file could not be written as a whole.
static bool write_profile(struct runner *r, const char *path, profile_form *form)
{
    if (!path) return true;
    int why = profile_write(form(r->arena, r->executions.n, r->executions.at), path);
    if (why) complain("cannot write %s: %s", path, strerror(why));
    return !why;
}

static void write_profiles(struct runner *r, const struct options *options)
{
    bool trace = write_profile(r, options_last(options, OPTION_TRACE), profile_chrome);
    bool flame = write_profile(r, options_last(options, OPTION_FLAME), profile_speedscope);
    if (!trace || !flame) r->status = STATUS_FAILED;
}

static bool analyse(struct arena *arena, const struct options *options,
                    struct session_request *request, struct session_result *result,
                    enum exit_status *status)
{
    if (!options->arguments.n) {
        complain("no file was named; see shapeprof run --help");
        return false;
    }
    return request_make(arena, options, options->arguments.n, options->arguments.at, request) &&
           request_run(arena, options, request, result, status);
}

enum exit_status command_run(struct arena *arena, const struct options *options)
{
    struct session_request request;
    struct session_result result;
    struct view view;
    struct runner r = {.arena = arena, .analysed = &request, .report = &result.report};
    enum exit_status status;
    const struct writer *writer = request_writer(arena, options);
    if (!writer || !request_view(options, &view) || !runner_read(arena, options, &r.confirm))
        return STATUS_FAILED;
    if (!analyse(arena, options, &request, &result, &status)) return STATUS_FAILED;
    run_all(&r);
    write_profiles(&r, options);
    struct executions executions = {.report = &result.report,
                                    .sections = sections_of(options),
                                    .n = r.executions.n,
                                    .at = r.executions.at};
    struct answer answer;
    answer_open(&answer, arena);
    writer->executions(&answer.text, &executions, &view);
    request_findings(writer, &result.report, &answer);
    request_remark(options, &result, &answer);
    return answer_give(arena, options, &answer, status > r.status ? status : r.status);
}
