// shapeprof: shapes and activation memory of neural networks written in C.

#include "analyzer/cli/commands.h"
#include "analyzer/cli/complain.h"
#include "analyzer/cli/guard.h"
#include "analyzer/cli/help.h"

#include <stdio.h>
#include <stdlib.h>

static void out_of_memory(size_t bytes)
{
    fprintf(stderr, "shapeprof: error: out of memory, %zu bytes could not be had\n", bytes);
    exit(STATUS_FAILED);
}

static enum exit_status run(struct arena *arena, int argc, const char *const *argv)
{
    struct options options;
    const char *error;
    if (!options_parse(arena, argc, argv, &options, &error)) {
        complain("%s", error);
        return STATUS_FAILED;
    }
    if (options_has(&options, OPTION_VERSION)) {
        printf("shapeprof %s\n", SP_VERSION_STRING);
        return STATUS_CLEAN;
    }
    if (options_has(&options, OPTION_LIST_CHECKS)) return list_checks();
    if (options_has(&options, OPTION_HELP)) {
        bool named = argc > 2;
        if (named)
            help_command(arena, options.command);
        else
            help_program();
        return STATUS_CLEAN;
    }
    return command_get(options.command)->run(arena, &options);
}

struct command_line {
    int argc;
    const char *const *argv;
};

static int work(void *data)
{
    const struct command_line *line = data;
    struct arena *arena = arena_open();
    enum exit_status status = run(arena, line->argc, line->argv);
    arena_close(arena);
    // A full disk must not look like a clean answer.
    if (fflush(stdout) || ferror(stdout)) {
        perror("shapeprof: error: standard output");
        return STATUS_FAILED;
    }
    return (int)status;
}

int main(int argc, char **argv)
{
    struct command_line line = {argc, (const char *const *)argv};
    arena_set_exhausted(out_of_memory);
    return guard_run(work, &line, STATUS_FAILED);
}
