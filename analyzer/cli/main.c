// shapeprof: shapes and activation memory of neural networks written in C.

#include "analyzer/cli/answer.h"
#include "analyzer/cli/commands.h"
#include "analyzer/cli/complain.h"
#include "analyzer/cli/guard.h"
#include "analyzer/cli/help.h"
#include "analyzer/cli/memory.h"
#include "analyzer/cli/request.h"
#include "analyzer/cli/together.h"
#include "analyzer/cli/watch.h"

#include <stdio.h>
#include <stdlib.h>

static void out_of_memory(size_t bytes)
{
    fprintf(stderr, "shapeprof: error: out of memory, %zu bytes could not be had\n", bytes);
    exit(STATUS_FAILED);
}

static enum exit_status run(struct arena *arena, const struct options *options, int argc)
{
    if (options_has(options, OPTION_VERSION)) {
        printf("shapeprof %s\n", SP_VERSION_STRING);
        return STATUS_CLEAN;
    }
    if (options_has(options, OPTION_LIST_CHECKS)) return list_checks();
    if (options_has(options, OPTION_HELP)) {
        bool named = argc > 2;
        if (named)
            help_command(arena, options->command);
        else
            help_program();
        return STATUS_CLEAN;
    }
    return command_get(options->command)->run(arena, options);
}

struct command_line {
    struct arena *arena;
    const struct options *options;
    int argc;
};

// A full disk must not look like a clean answer.
static bool is_written(void)
{
    if (!fflush(stdout) && !ferror(stdout)) return true;
    perror("shapeprof: error: standard output");
    return false;
}

static int work(void *data)
{
    const struct command_line *line = data;
    memory_prepare();
    enum exit_status status = run(line->arena, line->options, line->argc);
    return is_written() ? (int)status : STATUS_FAILED;
}

// What reads our output expects a document of the format that was asked for, whatever happened.
static int fail(void *data, const char *message)
{
    const struct command_line *line = data;
    complain("%s", message);
    request_print_death(line->arena, line->options, message);
    is_written();
    return STATUS_FAILED;
}

static const char *name_files(struct arena *arena, const struct options *options)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < options->arguments.n; i++)
        text_printf(&text, "%s%s", i ? ", " : "", options->arguments.at[i]);
    return text.n ? text_string(&text) : "nothing";
}

static int guard_command(struct arena *arena, int argc, const char *const *argv)
{
    struct options options;
    const char *error;
    if (!options_parse(arena, argc, argv, &options, &error) ||
        !together_check(arena, &options, &error)) {
        complain("%s", error);
        return STATUS_FAILED;
    }
    enum exit_status status;
    struct command_line line = {arena, &options, argc};
    struct guard guard = {
        .work = work, .data = &line, .fail = fail, .files = name_files(arena, &options)};
    // The server outlives any analysis, each of which it guards itself.
    if (options.command == COMMAND_LSP) return work(&line);
    if (!request_seconds(&options, &guard.seconds)) return STATUS_FAILED;
    if (answer_again(arena, &options, &status)) return is_written() ? (int)status : STATUS_FAILED;
    options.watch = guard.watch = watch_open();
    int result = guard_run(&guard);
    watch_close(guard.watch);
    return result;
}

int main(int argc, char **argv)
{
    // libclang would parse on a thread of its own, of 8 MiB, which deep nesting overflows.
    setenv("LIBCLANG_NOTHREADS", "1", 0);
    arena_set_exhausted(out_of_memory);
    struct arena *arena = arena_open();
    int status = guard_command(arena, argc, (const char *const *)argv);
    arena_close(arena);
    return status;
}
