// Holds models against the baseline in shapeprof.lock.

#include "analyzer/baseline/lock_file.h"
#include "analyzer/cli/complain.h"
#include "analyzer/cli/drifted.h"
#include "analyzer/cli/replay.h"

#include <string.h>
#include <unistd.h>

static const char *plain(const char *path)
{
    while (path[0] == '.' && path[1] == '/') path += 2;
    return path;
}

// "net.c:wide" is of the file, and a folder is of all that lies in it.
static bool covers(const char *argument, const char *file)
{
    size_t n = strlen(argument = plain(argument));
    file = plain(file);
    while (n > 1 && argument[n - 1] == '/') n--;
    if (!strcmp(argument, ".")) return file[0] != '/';
    if (!strncmp(argument, file, n) && (!file[n] || file[n] == '/')) return true;
    size_t length = strlen(file);
    return !strncmp(argument, file, length) && argument[length] == ':';
}

// Of a header nobody knows who reads it before it is read.
static bool is_header(const char *file)
{
    size_t n = strlen(file);
    return n > 2 && !strcmp(file + n - 2, ".h");
}

static bool is_asked(const struct options *options, const struct baseline_run *run)
{
    bool asked = !options->arguments.n;
    for (int i = 0; i < options->arguments.n && !asked; i++) {
        const char *file = options->arguments.at[i];
        asked = is_header(file);
        for (int k = 0; k < replay_files(run) && !asked; k++)
            asked = covers(run->arguments[k], file);
    }
    return asked;
}

static bool hold(struct drifted *d, const struct options *options, const struct baseline_run *run)
{
    struct options again;
    struct session_result *result = arena_new(d->arena, struct session_result);
    struct baseline_run now = *run;
    if (!replay_options(d->arena, options, run, &again) ||
        !replay_run(d->arena, &again, &now, result, &d->status))
        return false;
    *vec_push(d->arena, &d->reports) = &result->report;
    drift_run(&d->drift, run, &now);
    return true;
}

static bool read_lock(struct arena *arena, const struct options *options, const char *path,
                      struct baseline *baseline, enum exit_status *status)
{
    const char *error;
    enum lock_reading reading = lock_file_read(arena, path, baseline, &error);
    *status = STATUS_FAILED;
    if (reading == LOCK_IS_BROKEN) complain("%s: %s; bring it back from git", path, error);
    // A repository that keeps no baseline has nothing to hold.
    if (reading == LOCK_IS_ABSENT && options_has(options, OPTION_SKIP_UNRELATED))
        *status = STATUS_CLEAN;
    else if (reading == LOCK_IS_ABSENT)
        complain("there is no %s; `shapeprof lock FILE...` writes one", path);
    return reading == LOCK_IS_READ;
}

enum exit_status command_check(struct arena *arena, const struct options *options)
{
    const char *asked = options_last(options, OPTION_LOCK), *path = asked ? asked : LOCK_NAME;
    struct drifted d;
    struct baseline baseline;
    enum exit_status status;
    int n_asked = 0;
    if (!drifted_open(&d, arena, options, DRIFT_OF_LOCK, path)) return STATUS_FAILED;
    if (!read_lock(arena, options, path, &baseline, &status)) return status;
    for (int i = 0; i < baseline.n_runs; i++) {
        if (!is_asked(options, &baseline.runs[i])) continue;
        n_asked++;
        if (!hold(&d, options, &baseline.runs[i])) return STATUS_FAILED;
    }
    if (!n_asked && options_has(options, OPTION_SKIP_UNRELATED)) return STATUS_CLEAN;
    if (n_asked) return drifted_give(&d, options);
    complain("%s has no run of these files; `shapeprof lock FILE...` adds one", path);
    return STATUS_FAILED;
}
