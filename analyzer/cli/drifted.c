// The answer of commands that hold models against what they were.

#include "analyzer/cli/drifted.h"

#include "analyzer/cli/complain.h"
#include "analyzer/report/markdown.h"

#include <string.h>

bool drifted_open(struct drifted *d, struct arena *arena, const struct options *options,
                  enum drift_of of, const char *against)
{
    const char *asked = options_last(options, OPTION_TOLERANCE), *error;
    struct drift_tolerance tolerance = {0};
    *d = (struct drifted){.arena = arena, .status = STATUS_CLEAN};
    if (asked && !drift_tolerance_parse(asked, &tolerance, &error)) {
        complain("--tolerance %s: %s; write 5%% or 64KiB", asked, error);
        return false;
    }
    drift_open(&d->drift, arena, of, against, tolerance);
    return true;
}

// Errors hide sizes, so they belong to the answer; what else the analyses found does not.
static void copy_errors(struct diags *diags, const struct report *report)
{
    for (int i = 0; i < report->n_diags; i++)
        if (findings_severity(report->diags[i]) == SEVERITY_ERROR)
            diag_copy(diags, report->diags[i]);
}

static struct report join(struct drifted *d)
{
    struct diags errors;
    const struct diags *lists[] = {&errors, &d->drift.diags};
    struct report joined = {.n_dtypes = 1, .dtypes = {DTYPE_F32}};
    VEC(struct report_model) models = {0};
    VEC(const char *) files = {0};
    diags_open(&errors, d->arena);
    for (int i = 0; i < d->reports.n; i++) {
        const struct report *report = d->reports.at[i];
        if (!i) joined.n_dtypes = report->n_dtypes;
        if (!i) memcpy(joined.dtypes, report->dtypes, sizeof joined.dtypes);
        copy_errors(&errors, report);
        for (int k = 0; k < report->n_files; k++) *vec_push(d->arena, &files) = report->files[k];
        for (int k = 0; k < report->n_models; k++) *vec_push(d->arena, &models) = report->models[k];
    }
    joined.n_files = files.n;
    joined.files = files.at;
    joined.n_models = models.n;
    joined.models = models.at;
    findings_gather(d->arena, 2, lists, &joined);
    return joined;
}

enum exit_status drifted_give(struct drifted *d, const struct options *options)
{
    struct answer answer;
    struct view view = request_terminal();
    const struct writer *writer = request_writer(d->arena, options);
    if (!writer) return STATUS_FAILED;
    struct report joined = join(d);
    enum exit_status found = request_status(options, &joined);
    if (found > d->status) d->status = found;
    joined.exit_status = (int)d->status;
    joined.is_unrelated = options_has(options, OPTION_SKIP_UNRELATED);
    answer_open(&answer, d->arena);
    if (writer->report == text_report) {
        for (int i = 0; i < joined.n_diags; i++)
            findings_write(&answer.text, joined.diags[i], view.colour);
        if (d->drift.n_models || !joined.is_unrelated) drift_text(&answer.text, &d->drift);
    } else if (writer->report == markdown_report) {
        drift_markdown(&answer.text, &d->drift);
        markdown_findings(&answer.text, &joined);
    } else {
        writer->report(&answer.text, &joined, &view);
        request_findings(writer, &joined, &answer);
    }
    return answer_give(d->arena, options, &answer, d->status);
}
