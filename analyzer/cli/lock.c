// Writes the baseline that `shapeprof check` holds models against.

#include "analyzer/baseline/lock_file.h"
#include "analyzer/cli/complain.h"
#include "analyzer/cli/replay.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct locking {
    struct arena *arena;
    const struct options *options;
    const char *path;
    struct baseline before;        // what the file had
    VEC(struct baseline_run) runs; // that were made now
    int n_models, n_forgotten;
    enum exit_status status;
};

static bool add_run(struct locking *l, const struct options *options,
                    const struct baseline_run *asked)
{
    struct session_result *result = arena_new(l->arena, struct session_result);
    struct baseline_run run = *asked;
    struct answer answer;
    if (!replay_run(l->arena, options, &run, result, &l->status)) return false;
    answer_open(&answer, l->arena);
    request_findings(NULL, &result->report, &answer);
    request_remark(options, result, &answer);
    fputs(text_string(&answer.findings), stderr);
    fputs(text_string(&answer.remarks), stderr);
    *vec_push(l->arena, &l->runs) = run;
    l->n_models += run.n_models;
    return true;
}

static bool has_files(struct arena *arena, const struct baseline_run *run)
{
    for (int i = 0; i < replay_files(run); i++) {
        const char *colon = strrchr(run->arguments[i], ':');
        const char *file =
            colon ? arena_string_n(arena, run->arguments[i], (size_t)(colon - run->arguments[i]))
                  : NULL;
        if (access(run->arguments[i], F_OK) == 0 || (file && access(file, F_OK) == 0)) return true;
    }
    return false;
}

// Everything that is locked, as it is today. What has no file any more is forgotten.
static bool refresh(struct locking *l)
{
    for (int i = 0; i < l->before.n_runs; i++) {
        struct options options;
        const struct baseline_run *run = &l->before.runs[i];
        if (!has_files(l->arena, run)) {
            l->n_forgotten++;
            continue;
        }
        if (!replay_options(l->arena, l->options, run, &options) || !add_run(l, &options, run))
            return false;
    }
    return true;
}

// NULL: it was not made now.
static const struct baseline_run *made_now(const struct locking *l, const struct baseline_run *run)
{
    for (int i = 0; i < l->runs.n; i++)
        if (baseline_asks_same(&l->runs.at[i], run)) return &l->runs.at[i];
    return NULL;
}

// Called with the file as it is now: another run may have written it since.
static void change(void *data, struct baseline *baseline)
{
    struct locking *l = data;
    struct baseline kept = {0};
    for (int i = 0; i < baseline->n_runs; i++)
        if (has_files(l->arena, &baseline->runs[i]) && !made_now(l, &baseline->runs[i]))
            baseline_put(l->arena, &kept, &baseline->runs[i]);
    for (int i = 0; i < l->runs.n; i++)
        if (l->runs.at[i].n_models) baseline_put(l->arena, &kept, &l->runs.at[i]);
    *baseline = kept;
}

// Models that the file had and has no more: their sources went, or no such model is in them now.
static void tell_gone(const struct locking *l)
{
    struct text told = {.arena = l->arena};
    for (int i = 0; i < l->before.n_runs; i++) {
        const struct baseline_run *before = &l->before.runs[i], *now = made_now(l, before);
        bool went = !has_files(l->arena, before);
        for (int k = 0; k < before->n_models && (now || went); k++) {
            const char *name = before->models[k].name;
            if (went || !baseline_find(now, name))
                complain_line(
                    &told, "note",
                    arena_printf(l->arena, "%s was locked and is no more: %s", name,
                                 went ? "its file is gone" : "no such model was found now"));
        }
    }
    fputs(text_string(&told), stderr);
}

static bool make_runs(struct locking *l)
{
    struct baseline_run run = {0};
    if (!l->options->arguments.n) return refresh(l);
    replay_record(l->arena, l->options, &run);
    return add_run(l, l->options, &run);
}

static bool read_before(struct locking *l)
{
    const char *error;
    enum lock_reading reading = lock_file_read(l->arena, l->path, &l->before, &error);
    if (reading == LOCK_IS_BROKEN)
        complain("%s: %s; bring it back from git, or delete it and lock again", l->path, error);
    if (reading == LOCK_IS_ABSENT && !l->options->arguments.n)
        complain("no file was named, and there is no %s; see shapeprof lock --help", l->path);
    return reading == LOCK_IS_READ || (reading == LOCK_IS_ABSENT && l->options->arguments.n);
}

enum exit_status command_lock(struct arena *arena, const struct options *options)
{
    const char *asked = options_last(options, OPTION_LOCK), *error;
    struct locking l = {.arena = arena,
                        .options = options,
                        .path = asked ? asked : LOCK_NAME,
                        .status = STATUS_CLEAN};
    if (!read_before(&l) || !make_runs(&l)) return STATUS_FAILED;
    if (l.status == STATUS_FAILED) {
        complain("%s is as it was", l.path);
        return l.status;
    }
    if (!lock_file_change(arena, l.path, change, &l, &error)) {
        complain("%s: %s; it is as it was", l.path, error);
        return STATUS_FAILED;
    }
    tell_gone(&l);
    printf("%s: %s", l.path, text_count(arena, l.n_models, "model", "models"));
    if (l.n_forgotten)
        printf(", %s", text_count(arena, l.n_forgotten, "run without files forgotten",
                                  "runs without files forgotten"));
    printf("\n");
    return l.status;
}
