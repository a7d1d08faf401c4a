#include "analyzer/lsp/worker.h"

#include "analyzer/lsp/frame.h"
#include "analyzer/lsp/work.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define READ_BYTES 65536

bool worker_open(struct worker *worker)
{
    *worker = (struct worker){.to = -1, .from = -1, .errors = -1};
    worker->cancelled = mmap(NULL, sizeof *worker->cancelled, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return worker->cancelled != MAP_FAILED;
}

// ---- the process

// Its input and output are the pipes, so that nothing that a library prints gets into the
// editor's stream.
_Noreturn static void run_child(const struct worker *worker, int in, int out)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(worker->errors, STDERR_FILENO);
    signal(SIGPIPE, SIG_DFL);
    work_serve(in, out, worker->cancelled);
}

static bool start(struct worker *worker)
{
    int jobs[2], answers[2];
    if (pipe2(jobs, O_CLOEXEC)) return false;
    if (pipe2(answers, O_CLOEXEC)) {
        close(jobs[0]);
        close(jobs[1]);
        return false;
    }
    worker->errors = memfd_create("shapeprof-complaints", MFD_CLOEXEC);
    worker->process = fork();
    if (worker->process == 0) {
        close(jobs[1]);
        close(answers[0]);
        run_child(worker, jobs[0], answers[1]);
    }
    close(jobs[0]);
    close(answers[1]);
    worker->to = jobs[1];
    worker->from = answers[0];
    fcntl(worker->from, F_SETFL, O_NONBLOCK);
    if (worker->process > 0) return true;
    worker->process = 0;
    return false;
}

// What it wrote on standard error and did not live to hand over, as a sanitizer's report.
static void print_last_words(const struct worker *worker)
{
    char bytes[4096];
    ssize_t n;
    for (off_t at = 0; (n = pread(worker->errors, bytes, sizeof bytes, at)) > 0; at += n)
        fwrite(bytes, 1, (size_t)n, stderr);
}

static int end(struct worker *worker)
{
    int status = 0;
    if (worker->process)
        while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) continue;
    print_last_words(worker);
    close(worker->to);
    close(worker->from);
    close(worker->errors);
    free(worker->answer);
    *worker = (struct worker){.to = -1, .from = -1, .errors = -1, .cancelled = worker->cancelled};
    return status;
}

void worker_stop(struct worker *worker)
{
    if (!worker->process) return;
    kill(worker->process, SIGKILL);
    end(worker);
}

void worker_close(struct worker *worker)
{
    if (worker->process && !worker->busy) {
        // Without input it ends by itself, and gives back what it has.
        close(worker->to);
        worker->to = -1;
        end(worker);
    } else {
        worker_stop(worker);
    }
    munmap(worker->cancelled, sizeof *worker->cancelled);
}

// ---- jobs

bool worker_send(struct worker *worker, const json_t *job)
{
    for (int tries = 0; tries < 2; tries++) {
        if (!worker->process && !start(worker)) return false;
        atomic_store(worker->cancelled, false);
        if (frame_write(worker->to, job)) {
            worker->busy = true;
            worker->n = 0;
            return true;
        }
        // It died while it had nothing to do.
        worker_stop(worker);
    }
    return false;
}

void worker_cancel(struct worker *worker)
{
    atomic_store(worker->cancelled, true);
}

static enum worker_event died(struct worker *worker, char *why, size_t room)
{
    int status = end(worker);
    if (WIFSIGNALED(status))
        snprintf(why, room, "%s", strsignal(WTERMSIG(status)));
    else
        snprintf(why, room, "status %d", WEXITSTATUS(status));
    return WORKER_DIED;
}

static bool is_complete(const struct worker *worker)
{
    uint64_t length;
    if (worker->n < sizeof length) return false;
    memcpy(&length, worker->answer, sizeof length);
    return worker->n - sizeof length >= length;
}

enum worker_event worker_receive(struct worker *worker, json_t **answer, char *why, size_t room)
{
    for (;;) {
        if (worker->room - worker->n < READ_BYTES) {
            size_t more = worker->room * 2 + READ_BYTES;
            char *at = realloc(worker->answer, more);
            if (!at) return WORKER_MORE;
            worker->answer = at;
            worker->room = more;
        }
        ssize_t n = read(worker->from, worker->answer + worker->n, READ_BYTES);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return WORKER_MORE;
        if (n <= 0) return died(worker, why, room);
        worker->n += (size_t)n;
        if (is_complete(worker)) break;
    }
    worker->busy = false;
    *answer = json_loadb(worker->answer + sizeof(uint64_t), worker->n - sizeof(uint64_t), 0, NULL);
    return *answer ? WORKER_ANSWER : died(worker, why, room);
}

json_t *worker_ask(struct worker *worker, const json_t *job, int milliseconds)
{
    json_t *answer = NULL;
    char why[128];
    if (worker->busy || !worker_send(worker, job)) return NULL;
    struct pollfd ready = {.fd = worker->from, .events = POLLIN};
    while (poll(&ready, 1, milliseconds) > 0) {
        if (worker_receive(worker, &answer, why, sizeof why) != WORKER_MORE) return answer;
    }
    worker_stop(worker);
    return NULL;
}
