// Two implementations side by side.

#include "analyzer/cli/at_option.h"
#include "analyzer/cli/complain.h"
#include "analyzer/cli/request.h"
#include "analyzer/cli/runner.h"

// One of the two analyses, each with symbols of its own; names tell which are the same.
struct side {
    struct session_request request;
    struct session_result result;
    enum exit_status status;
};

// The one model of a side; several are a choice that the user must make.
static bool pick_model(struct arena *arena, const char *name, const struct side *side,
                       struct comparison_side *compared)
{
    const struct report *report = &side->result.report;
    struct text entries = {.arena = arena};
    compared->name = name;
    compared->report = report;
    compared->model = report->models;
    if (report->n_models == 1) return true;
    for (int i = 0; i < report->n_models; i++)
        text_printf(&entries, "%s`%s`%s%s", i ? ", " : "", report->models[i].entry,
                    report->models[i].condition ? " if " : "",
                    report->models[i].condition ? report->models[i].condition : "");
    if (report->n_models)
        complain("%s has %d models, choose one with FILE:ENTRY or --set: %s", name,
                 report->n_models, text_string(&entries));
    else
        complain("%s: there is no model to compare", name);
    return false;
}

// FILE:ENTRY is read by request_make, as for analyse.
static bool analyse_side(struct arena *arena, const struct options *options, int index,
                         struct side *side, struct comparison_side *compared)
{
    const char *name = options->arguments.at[index];
    return request_make_side(arena, options, index ? COMPARED_B : COMPARED_A, 1,
                             &options->arguments.at[index], &side->request) &&
           request_run(arena, options, &side->request, &side->result, &side->status) &&
           pick_model(arena, name, side, compared);
}

// A symbol of --at may be one of a single side.
static bool check_at(struct arena *arena, const struct side *a, const struct side *b)
{
    const struct report *reports[] = {&a->result.report, &b->result.report};
    return at_option_check(arena, &a->request, 2, reports);
}

// The findings of both sides, as one list.
static void join_findings(struct arena *arena, struct comparison *c)
{
    struct diags both;
    diags_open(&both, arena);
    const struct report *sides[] = {c->a.report, c->b.report};
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < sides[s]->n_diags; i++) {
            struct diag *copy = arena_copy(arena, sides[s]->diags[i], sizeof *copy);
            copy->next = NULL;
            *both.last = copy;
            both.last = &copy->next;
        }
    }
    const struct diags *lists[] = {&both};
    findings_gather(arena, 1, lists, &c->findings);
}

// Behind a failure, which was printed.
static void give_remarks(struct arena *arena, const struct options *options, const struct side *a,
                         const struct side *b)
{
    struct answer answer;
    answer_open(&answer, arena);
    request_remark(options, &a->result, &answer);
    request_remark(options, &b->result, &answer);
    answer_give(arena, options, &answer, STATUS_FAILED);
}

// One side, with the sizes that were chosen for the other; NULL after a complaint.
static const struct execution *run_side(struct arena *arena, const struct confirm_request *confirm,
                                        struct side *side, const struct execution *other)
{
    struct runner *runner = arena_new(arena, struct runner);
    int n = other ? other->n_sizes : 0;
    struct choice *given = arena_array(arena, struct choice, n);
    for (int i = 0; i < n; i++)
        given[i] = (struct choice){.name = other->sizes[i].name, .value = other->sizes[i].value};
    *runner = (struct runner){.arena = arena,
                              .analysed = &side->request,
                              .report = &side->result.report,
                              .confirm = *confirm};
    runner_run(runner, side->result.report.models, n, given);
    if (runner->status > side->status) side->status = runner->status;
    const struct execution *execution = runner->executions.n ? &runner->executions.at[0] : NULL;
    return execution && !execution->failure && execution->peak_row >= 0 ? execution : NULL;
}

static void run_sides(struct arena *arena, const struct confirm_request *confirm, struct side *a,
                      struct side *b, struct comparison *comparison)
{
    const struct execution *a_run = run_side(arena, confirm, a, NULL);
    const struct execution *b_run = a_run ? run_side(arena, confirm, b, a_run) : NULL;
    if (!b_run) return;
    comparison_confirm(comparison, a_run, b_run);
    if (!comparison->confirmed && b->status < STATUS_FOUND) b->status = STATUS_FOUND;
}

// Runs have one size each, closed forms are asked at many.
static bool read_run(struct arena *arena, const struct options *options,
                     struct confirm_request *confirm)
{
    bool runs = options_has(options, OPTION_RUN);
    if (!runs) return true;
    if (!options_has(options, OPTION_AT)) return runner_read(arena, options, confirm);
    complain("compare --run has no --at: give the sizes with --input or --set");
    return false;
}

static enum exit_status give(struct arena *arena, const struct options *options,
                             const struct writer *writer, const struct comparison *comparison,
                             const struct view *view, const struct side *a, const struct side *b)
{
    struct answer answer;
    answer_open(&answer, arena);
    writer->comparison(&answer.text, comparison, view);
    request_findings(writer, &comparison->findings, &answer);
    request_remark(options, &a->result, &answer);
    request_remark(options, &b->result, &answer);
    dependencies_add_all(&answer.dependencies, &a->result.front.dependencies);
    dependencies_add_all(&answer.dependencies, &b->result.front.dependencies);
    return answer_give(arena, options, &answer, a->status > b->status ? a->status : b->status);
}

enum exit_status command_compare(struct arena *arena, const struct options *options)
{
    struct side a = {0}, b = {0};
    struct comparison comparison = {0};
    struct view view;
    struct confirm_request confirm = {0};
    const char *error;
    if (options->arguments.n != 2) {
        complain("compare needs two files; see shapeprof compare --help");
        return STATUS_FAILED;
    }
    const struct writer *writer = request_writer(arena, options);
    if (!writer || !request_view(options, &view) || !read_run(arena, options, &confirm))
        return STATUS_FAILED;
    comparison.a.report = &a.result.report;
    comparison.b.report = &b.result.report;
    if (!analyse_side(arena, options, 0, &a, &comparison.a) ||
        !analyse_side(arena, options, 1, &b, &comparison.b) || !check_at(arena, &a, &b)) {
        join_findings(arena, &comparison);
        request_print_failure(arena, options, writer, &comparison.findings, &view);
        give_remarks(arena, options, &a, &b);
        return STATUS_FAILED;
    }
    join_findings(arena, &comparison);
    if (!comparison_make(arena, &comparison, &error)) {
        request_print_failure(arena, options, writer, &comparison.findings, &view);
        complain("%s", error);
        return STATUS_FAILED;
    }
    if (options_has(options, OPTION_RUN)) run_sides(arena, &confirm, &a, &b, &comparison);
    return give(arena, options, writer, &comparison, &view, &a, &b);
}
