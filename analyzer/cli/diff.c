// Holds models against what they were in a git revision.

#include "analyzer/baseline/lock_file.h"
#include "analyzer/cli/complain.h"
#include "analyzer/cli/drifted.h"
#include "analyzer/cli/git_tree.h"
#include "analyzer/cli/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// What is analysed twice.
struct diffing {
    struct arena *arena;
    const struct options *options;
    const char *revision;
    struct baseline asked; // runs without models
    VEC(struct baseline_run) before;
    struct drifted drifted;
};

// The files that were named, or what is locked, or everything here.
static bool ask_runs(struct diffing *d)
{
    struct options files = *d->options;
    struct baseline_run run = {0};
    const char *asked = options_last(d->options, OPTION_LOCK), *path = asked ? asked : LOCK_NAME;
    const char *error;
    files.arguments.at++;
    files.arguments.n--;
    if (!files.arguments.n) {
        enum lock_reading reading = lock_file_read(d->arena, path, &d->asked, &error);
        if (reading == LOCK_IS_BROKEN) complain("%s: %s; bring it back from git", path, error);
        if (reading != LOCK_IS_ABSENT) return reading == LOCK_IS_READ;
        *vec_push(d->arena, &(files.arguments)) = ".";
    }
    replay_record(d->arena, &files, &run);
    baseline_put(d->arena, &d->asked, &run);
    return true;
}

// Without files that were not there yet. False: there was none.
static bool keep_present(struct diffing *d, struct baseline_run *run)
{
    const char **kept = arena_array(d->arena, const char *, run->n_arguments);
    int n = 0, n_files = replay_files(run), n_kept_files = 0;
    for (int i = 0; i < run->n_arguments; i++) {
        const char *colon = strrchr(run->arguments[i], ':');
        const char *file = run->arguments[i];
        if (i < n_files && colon && access(file, F_OK) != 0)
            file = arena_string_n(d->arena, file, (size_t)(colon - file));
        if (i < n_files && access(file, F_OK) != 0) continue;
        n_kept_files += i < n_files;
        kept[n++] = run->arguments[i];
    }
    run->n_arguments = n;
    run->arguments = kept;
    return n_kept_files > 0;
}

static bool analyse_before(struct diffing *d, struct baseline_run *run)
{
    struct options options;
    struct session_result *result = arena_new(d->arena, struct session_result);
    enum exit_status ignored =
        STATUS_CLEAN; // what was wrong then is wrong no more, or is found now
    struct baseline_run present = *run;
    run->n_models = 0;
    run->models = NULL;
    if (!keep_present(d, &present)) return true;
    if (!replay_options(d->arena, d->options, &present, &options) ||
        !replay_run(d->arena, &options, &present, result, &ignored))
        return false;
    run->n_models = present.n_models;
    run->models = present.models;
    return true;
}

// In the tree of the revision, so that files have the same names.
static bool analyse_revision(struct diffing *d)
{
    struct git_tree tree;
    int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (here < 0 || !git_tree_open(&tree, d->arena, d->revision)) return false;
    bool there = chdir(tree.here) == 0, analysed = true;
    for (int i = 0; i < d->asked.n_runs; i++) {
        struct baseline_run run = d->asked.runs[i];
        run.n_models = 0;
        run.models = NULL;
        if (there && analysed) analysed = analyse_before(d, &run);
        *vec_push(d->arena, &d->before) = run;
    }
    if (fchdir(here) != 0) {
        complain("the current folder: %s", strerror(errno));
        analysed = false;
    }
    close(here);
    git_tree_close(&tree);
    return analysed;
}

static bool hold(struct diffing *d, int index)
{
    struct options options;
    struct session_result *result = arena_new(d->arena, struct session_result);
    struct baseline_run now = d->asked.runs[index];
    if (!replay_options(d->arena, d->options, &now, &options) ||
        !replay_run(d->arena, &options, &now, result, &d->drifted.status))
        return false;
    *vec_push(d->arena, &d->drifted.reports) = &result->report;
    drift_run(&d->drifted.drift, &d->before.at[index], &now);
    return true;
}

enum exit_status command_diff(struct arena *arena, const struct options *options)
{
    struct diffing d = {.arena = arena, .options = options};
    if (!options->arguments.n) {
        complain("diff needs a revision; see shapeprof diff --help");
        return STATUS_FAILED;
    }
    d.revision = options->arguments.at[0];
    if (!drifted_open(&d.drifted, arena, options, DRIFT_OF_REVISION, d.revision) || !ask_runs(&d) ||
        !analyse_revision(&d))
        return STATUS_FAILED;
    for (int i = 0; i < d.asked.n_runs; i++)
        if (!hold(&d, i)) return STATUS_FAILED;
    return drifted_give(&d.drifted, options);
}
