// Revisions through git itself: read-tree into an index of our own, checkout-index from there. So
// neither a lock nor a work tree is left in the repository when this program is killed.

#include "analyzer/cli/git_tree.h"

#include "analyzer/cli/complain.h"
#include "ir/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_WORDS 12
#define NOT_RUN 127 // what a shell says of a program that it did not find

// ---- running git

// What a call of git is told besides its words.
struct git_call {
    struct arena *arena;
    const char *index;    // GIT_INDEX_FILE; NULL: the repository's
    struct text *output;  // NULL: it prints nothing that is wanted
    bool keeps_complaint; // git's own words go to standard error
};

static void run_git(const struct git_call *call, const char *const *words, int out)
{
    char *argv[MAX_WORDS + 2] = {"git"};
    for (int i = 0; words[i] && i < MAX_WORDS; i++) argv[i + 1] = (char *)words[i];
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(out >= 0 ? out : nothing, STDOUT_FILENO);
    if (!call->keeps_complaint) dup2(nothing, STDERR_FILENO);
    if (call->index) setenv("GIT_INDEX_FILE", call->index, 1);
    // Large files are not sources; fetching them would need the network.
    setenv("GIT_LFS_SKIP_SMUDGE", "1", 1);
    execvp("git", argv);
    _exit(NOT_RUN);
}

static void read_all(int file, struct text *output)
{
    char buffer[4096];
    for (;;) {
        ssize_t got = read(file, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return;
        text_add_n(output, buffer, (size_t)got);
    }
}

// Git's exit status.
static int git(const struct git_call *call, const char *const *words)
{
    int pipes[2] = {-1, -1}, status = 0;
    if (call->output && pipe(pipes) != 0) return NOT_RUN;
    pid_t child = fork();
    if (!child) run_git(call, words, pipes[1]);
    if (call->output) {
        close(pipes[1]);
        if (child > 0) read_all(pipes[0], call->output);
        close(pipes[0]);
    }
    if (child < 0) return NOT_RUN;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : NOT_RUN;
}

// One value that git prints, without the end of its line; NULL: it failed.
static const char *ask(struct arena *arena, const char *const *words, int *status)
{
    struct text output = {.arena = arena};
    struct git_call call = {.arena = arena, .output = &output};
    *status = git(&call, words);
    if (*status) return NULL;
    if (output.n && output.at[output.n - 1] == '\n') output.at[--output.n] = '\0';
    return text_string(&output);
}

// ---- the tree

static bool lay_out(struct git_tree *tree, const char *top, const char *commit)
{
    struct arena *arena = tree->arena;
    const char *prefix = arena_printf(arena, "--prefix=%s/tree/", tree->folder);
    const char *const read_tree[] = {"-C", top, "read-tree", commit, NULL};
    const char *const checkout[] = {"-C", top, "checkout-index", "-a", "-f", "-q", prefix, NULL};
    struct git_call call = {.arena = arena,
                            .index = arena_printf(arena, "%s/index", tree->folder),
                            .keeps_complaint = true};
    if (git(&call, read_tree) == 0 && git(&call, checkout) == 0) return true;
    complain("the files of %s could not be laid out in %s", commit, tree->folder);
    git_tree_close(tree);
    return false;
}

static const char *temporary_folder(struct arena *arena)
{
    const char *place = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/shapeprof-XXXXXX", place && *place ? place : "/tmp");
    if (mkdtemp(folder)) return folder;
    complain("%s: %s", folder, strerror(errno));
    return NULL;
}

bool git_tree_open(struct git_tree *tree, struct arena *arena, const char *revision)
{
    int status;
    const char *const top_words[] = {"rev-parse", "--show-toplevel", NULL};
    const char *const prefix_words[] = {"rev-parse", "--show-prefix", NULL};
    const char *const commit_words[] = {"rev-parse",
                                        "--verify",
                                        "--quiet",
                                        "--end-of-options",
                                        arena_printf(arena, "%s^{commit}", revision),
                                        NULL};
    *tree = (struct git_tree){.arena = arena};
    const char *top = ask(arena, top_words, &status);
    if (!top) {
        complain(status == NOT_RUN
                     ? "diff needs git, which could not be run"
                     : "diff needs a git repository, and the current folder is in none");
        return false;
    }
    const char *prefix = ask(arena, prefix_words, &status);
    const char *commit = ask(arena, commit_words, &status);
    if (!commit) {
        complain("the repository has no revision `%s`", revision);
        return false;
    }
    tree->folder = temporary_folder(arena);
    if (!tree->folder || !lay_out(tree, top, commit)) return false;
    tree->here = arena_printf(arena, "%s/tree/%s", tree->folder, prefix ? prefix : "");
    return true;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status, (void)kind, (void)walk;
    remove(path);
    return 0;
}

void git_tree_close(struct git_tree *tree)
{
    if (tree->folder) nftw(tree->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    tree->folder = NULL;
}
