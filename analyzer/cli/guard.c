#include "analyzer/cli/guard.h"

#include "analyzer/cli/watch.h"
#include "ir/base/arena.h"
#include "ir/base/clock.h"
#include "ir/base/text.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Without a core file: a crash of the parser is a finding, no disk full of memory.
static void run_child(const struct guard *guard, const sigset_t *signals)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM); // an editor that gives up on us ends the work too
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    sigprocmask(SIG_SETMASK, signals, NULL);
    exit(guard->work(guard->data));
}

// How much longer the work may take.
static time_t seconds_left(const struct guard *guard, time_t begun)
{
    time_t since = guard->watch ? watch_oldest(guard->watch) : begun;
    return since + guard->seconds - (time_t)clock_seconds();
}

// SIGCHLD is blocked since before the child was made, so none is missed.
static bool ends_in_time(const struct guard *guard, pid_t child, int *status)
{
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    time_t begun = (time_t)clock_seconds();
    for (;;) {
        pid_t done = waitpid(child, status, guard->seconds ? WNOHANG : 0);
        if (done == child) return true;
        if (done < 0 && errno != EINTR) return false;
        time_t left = seconds_left(guard, begun);
        // A reader may take its time over an answer that is complete.
        if (guard->watch && watch_answers(guard->watch)) left = guard->seconds;
        if (guard->seconds && left <= 0) return false;
        if (guard->seconds) sigtimedwait(&ended, NULL, &(struct timespec){.tv_sec = left});
    }
}

static void stop(pid_t child)
{
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
}

// No single program is to blame, or none is left: what was asked for as a whole took too long.
static int give_up(const struct guard *guard)
{
    struct arena *arena = arena_open();
    int status = guard->fail(
        guard->data,
        arena_printf(arena,
                     "the analysis of %s did not end within %s and was stopped; nothing "
                     "can be said of it. Deep nesting and sources made by a program are usual "
                     "causes; --max-seconds gives it more time",
                     guard->files, text_count(arena, guard->seconds, "second", "seconds")));
    arena_close(arena);
    return status;
}

static int died(const struct guard *guard, int status)
{
    struct arena *arena = arena_open();
    int signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    int result = guard->fail(
        guard->data,
        arena_printf(arena,
                     "the analysis of %s ended early: %s; nothing can be said of it. This is a "
                     "fault of shapeprof or of the C parser, not of your model",
                     guard->files, strsignal(signal_number)));
    arena_close(arena);
    return result;
}

// The reader of our output went away, or the user did: end as the child did, without a word.
static void end_alike(int status)
{
    int signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal_number != SIGPIPE && signal_number != SIGINT && signal_number != SIGTERM) return;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

// Is one of several programs to blame, without which the work is worth another beginning?
static bool blames_program(const struct guard *guard, enum watch_fault fault, int status)
{
    char why[256];
    if (!guard->watch) return false;
    watch_hide(guard->watch);
    if (fault == WATCH_TOOK_TOO_LONG)
        snprintf(why, sizeof why, "did not end within %d second%s and was stopped", guard->seconds,
                 guard->seconds == 1 ? "" : "s");
    else
        snprintf(why, sizeof why, "ended early: %s",
                 strsignal(WIFSIGNALED(status) ? WTERMSIG(status) : 0));
    return watch_blame(guard->watch, fault, why);
}

// False: the work begins again, without what was blamed. Where no child can be made, the work is
// done here, unguarded.
static bool run_once(const struct guard *guard, const sigset_t *before, int *result)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) run_child(guard, before);
    if (child < 0) {
        sigprocmask(SIG_SETMASK, before, NULL);
        *result = guard->work(guard->data);
    } else if (!ends_in_time(guard, child, &status)) {
        stop(child);
        if (blames_program(guard, WATCH_TOOK_TOO_LONG, 0)) return false;
        *result = give_up(guard);
    } else if (WIFEXITED(status)) {
        *result = WEXITSTATUS(status);
    } else {
        end_alike(status);
        if (blames_program(guard, WATCH_CRASHED, status)) return false;
        *result = died(guard, status);
    }
    return true;
}

int guard_run(const struct guard *guard)
{
    sigset_t ended, before;
    int result;
    fflush(NULL);
    // Where whoever started us ignores the ends of children, so do we: there were none to wait for.
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ended, &before);
    while (!run_once(guard, &before, &result)) watch_restart(guard->watch);
    return result;
}
