#include "analyzer/lsp/task.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define READ_BYTES 65536
#define MAX_TEXT ((size_t)16 << 20)

_Noreturn static void run_child(int out, const json_t *words)
{
    const char **argv = calloc(json_array_size(words) + 1, sizeof *argv);
    size_t i;
    json_t *word;
    json_array_foreach(words, i, word)
    {
        argv[i] = json_string_value(word);
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    signal(SIGPIPE, SIG_DFL);
    execv("/proc/self/exe", (char *const *)(uintptr_t)argv);
    _exit(127);
}

bool task_start(struct server *server, json_t *id, const json_t *words)
{
    struct task *task = server->tasks;
    int ends[2];
    while (task < server->tasks + MAX_TASKS && task->process) task++;
    if (task == server->tasks + MAX_TASKS || pipe2(ends, O_CLOEXEC)) return false;
    pid_t process = fork();
    if (process == 0) run_child(ends[1], words);
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return false;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *task = (struct task){.process = process, .from = ends[0], .id = json_incref(id)};
    return true;
}

static int end(struct task *task)
{
    int status = 0;
    while (waitpid(task->process, &status, 0) < 0 && errno == EINTR) continue;
    close(task->from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

static void clear(struct task *task)
{
    free(task->text);
    *task = (struct task){0};
}

static void stop(struct task *task)
{
    kill(task->process, SIGTERM);
    end(task);
}

void task_cancel(struct server *server, const json_t *id)
{
    for (struct task *task = server->tasks; task < server->tasks + MAX_TASKS; task++) {
        if (!task->process || !json_equal(task->id, id)) continue;
        stop(task);
        outbox_error(&server->out, task->id, ERROR_CANCELLED, "cancelled");
        clear(task);
    }
}

void task_close_all(struct server *server)
{
    for (struct task *task = server->tasks; task < server->tasks + MAX_TASKS; task++) {
        if (!task->process) continue;
        stop(task);
        json_decref(task->id);
        clear(task);
    }
}

void task_poll(const struct server *server, struct pollfd *files)
{
    for (int i = 0; i < MAX_TASKS; i++)
        files[i] = (struct pollfd){.fd = server->tasks[i].process ? server->tasks[i].from : -1,
                                   .events = POLLIN};
}

// All of it in the log, which every editor can show, and as the answer, for those that do better.
static void finish(struct server *server, struct task *task)
{
    int status = end(task);
    json_t *text = task->n ? json_stringn(task->text, task->n) : json_string("");
    if (!text) text = json_string("what was printed is no UTF-8");
    server_tell(server, MESSAGE_LOG, json_string_value(text));
    outbox_result(&server->out, task->id, json_pack("{s:i,s:o}", "status", status, "text", text));
    clear(task);
}

static void read_task(struct server *server, struct task *task)
{
    for (;;) {
        if (task->room - task->n < READ_BYTES) {
            size_t room = task->room * 2 + READ_BYTES;
            char *at = room < MAX_TEXT ? realloc(task->text, room) : NULL;
            if (!at) {
                stop(task);
                outbox_error(&server->out, task->id, ERROR_REQUEST_FAILED, "it prints too much");
                clear(task);
                return;
            }
            task->text = at;
            task->room = room;
        }
        ssize_t n = read(task->from, task->text + task->n, READ_BYTES);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (n <= 0) break;
        task->n += (size_t)n;
    }
    finish(server, task);
}

void task_read(struct server *server, const struct pollfd *files)
{
    for (int i = 0; i < MAX_TASKS; i++)
        if (server->tasks[i].process && files[i].revents) read_task(server, &server->tasks[i]);
}
