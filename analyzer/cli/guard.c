#include "analyzer/cli/guard.h"

#include "analyzer/cli/complain.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_child(int (*work)(void *data), void *data)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM); // an editor that gives up on us ends the work too
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    exit(work(data));
}

int guard_run(int (*work)(void *data), void *data, int failed)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return work(data);
    if (child == 0) run_child(work, data);

    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return failed;
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    int signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    // The reader of our output went away, or the user did: end as the child did, without a word.
    if (signal_number == SIGPIPE || signal_number == SIGINT || signal_number == SIGTERM) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    complain("the analysis ended early: %s; nothing can be said of these files. This is a fault of "
             "shapeprof or of the C parser, not of your model",
             strsignal(signal_number));
    return failed;
}
