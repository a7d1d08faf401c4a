#include "analyzer/cli/fix.h"

#include "analyzer/cli/complain.h"
#include "analyzer/replace_file.h"
#include "analyzer/report/edits_diff.h"

#include <stdlib.h>

// Mends may uncover others, each of a file that was changed before.
#define MAX_ROUNDS 8

struct fixing {
    struct arena *arena;
    const struct options *options;
    const struct session_request *request;
    struct session_result *result;
    enum exit_status *status;
    struct text told; // what was mended
    int n_mends, n_files;
};

static bool write_file(struct fixing *f, const char *path, const char *text, size_t n)
{
    // A link stays one: what it leads to is replaced.
    char *real = realpath(path, NULL);
    const char *target = real ? arena_string(f->arena, real) : path;
    free(real);
    const char *error = replace_file(f->arena, target, text, n);
    if (error) complain("%s: %s; it is as it was", path, error);
    return !error;
}

static bool write_files(struct fixing *f, const struct edited *edited)
{
    for (int i = 0; i < edited->files.n; i++) {
        const struct edited_file *file = edited->files.at[i];
        if (!write_file(f, file->path, file->after, file->n_after)) return false;
    }
    return true;
}

static bool put_back(struct fixing *f, const struct edited *edited)
{
    bool written = true;
    for (int i = 0; i < edited->files.n; i++) {
        const struct edited_file *file = edited->files.at[i];
        written = write_file(f, file->path, file->before, file->n_before) && written;
    }
    return written;
}

static int n_unread(const struct report *report)
{
    return report->unread.n_errors + report->unread.n_undeclared;
}

static void tell(struct fixing *f, const struct edited *edited)
{
    for (int i = 0; i < edited->files.n; i++) {
        const struct edited_file *file = edited->files.at[i];
        for (int k = 0; k < file->mended.n; k++) {
            const struct diag *diag = file->mended.at[k];
            text_printf(&f->told, "%s: mended: %s [%s]\n", site_string(f->arena, diag->site),
                        diag->fix ? diag->fix : diag->message, diag_info(diag->id)->code);
        }
    }
    f->n_mends += edited->n_mends;
    if (edited->files.n > f->n_files) f->n_files = edited->files.n;
}

enum round { ROUND_MENDED, ROUND_NOTHING, ROUND_FAILED };

static enum round mend(struct fixing *f)
{
    struct edited edited;
    int before = n_unread(&f->result->report);
    edits_make(f->arena, &f->result->report, edits_in_sources, &edited);
    if (!edited.n_mends) return ROUND_NOTHING;
    if (!write_files(f, &edited) ||
        !request_run(f->arena, f->options, f->request, f->result, f->status))
        return ROUND_FAILED;
    if (n_unread(&f->result->report) <= before) {
        tell(f, &edited);
        return ROUND_MENDED;
    }
    complain("with %s the files would not compile, so that they are as they were",
             text_count(f->arena, edited.n_mends, "mend", "mends"));
    put_back(f, &edited);
    return ROUND_FAILED;
}

bool fix_sources(struct arena *arena, const struct options *options,
                 const struct session_request *request, struct session_result *result,
                 struct answer *answer, enum exit_status *status)
{
    struct fixing f = {arena, options, request, result, status, {.arena = arena}, 0, 0};
    enum round round = ROUND_MENDED;
    for (int i = 0; i < MAX_ROUNDS && round == ROUND_MENDED; i++) round = mend(&f);
    text_add(&answer->findings, text_string(&f.told));
    if (f.n_mends)
        complain_line(
            &answer->remarks, "note",
            arena_printf(arena, "%s in %s",
                         text_count(arena, f.n_mends, "finding was mended", "findings were mended"),
                         text_count(arena, f.n_files, "file", "files")));
    return round != ROUND_FAILED;
}

enum exit_status fix_show(struct arena *arena, const struct options *options,
                          const struct session_result *result, enum exit_status status)
{
    struct answer answer;
    struct edited edited;
    answer_open(&answer, arena);
    edits_make(arena, &result->report, edits_in_sources, &edited);
    for (int i = 0; i < edited.files.n; i++) edits_diff(&answer.text, edited.files.at[i]);
    if (!edited.n_mends)
        complain_line(&answer.remarks, "note",
                      result->report.n_diags
                          ? "none of the findings can be mended mechanically; without "
                            "--fix-dry-run they are told"
                          : "there is nothing to mend");
    if (edited.n_mends && status == STATUS_CLEAN) status = STATUS_FOUND;
    return answer_give(arena, options, &answer, status);
}
