// Recording what was asked, and asking it again.

#include "analyzer/cli/replay.h"

#include "analyzer/cli/complain.h"

#include <string.h>

// What decides which models there are and how large: of options only these.
static const enum option_id recorded[] = {
    OPTION_INPUT, OPTION_SET,  OPTION_ENTRY,     OPTION_DTYPE,  OPTION_EVAL_ORDER, OPTION_GGML,
    OPTION_ARGV,  OPTION_GGUF, OPTION_BUILD_DIR, OPTION_CHECKS, OPTION_TARGET,     OPTION_MAX_STEPS,
};
// What the command itself says of how to work.
static const enum option_id of_command[] = {OPTION_JOBS, OPTION_MAX_SECONDS, OPTION_STRICT,
                                            OPTION_WERROR, OPTION_SKIP_UNRELATED};

#define N_OF(list) (sizeof(list) / sizeof *(list))

void replay_record(struct arena *arena, const struct options *options, struct baseline_run *run)
{
    VEC(const char *) words = {0};
    for (int i = 0; i < options->arguments.n; i++)
        *vec_push(arena, &words) = options->arguments.at[i];
    for (size_t i = 0; i < N_OF(recorded); i++)
        for (int k = 0; k < options->given[recorded[i]].n; k++)
            *vec_push(arena, &words) = arena_printf(arena, "--%s=%s", option_get(recorded[i])->name,
                                                    options->given[recorded[i]].at[k]);
    if (options->flags.n) *vec_push(arena, &words) = "--";
    for (int i = 0; i < options->flags.n; i++) *vec_push(arena, &words) = options->flags.at[i];
    run->n_arguments = words.n;
    run->arguments = words.at;
}

int replay_files(const struct baseline_run *run)
{
    int n = 0;
    while (n < run->n_arguments && run->arguments[n][0] != '-') n++;
    return n;
}

bool replay_options(struct arena *arena, const struct options *command,
                    const struct baseline_run *run, struct options *options)
{
    const char **argv = arena_array(arena, const char *, run->n_arguments + 2);
    const char *error;
    argv[0] = "shapeprof";
    argv[1] = command_get(COMMAND_LOCK)->name;
    for (int i = 0; i < run->n_arguments; i++) argv[i + 2] = run->arguments[i];
    if (!options_parse(arena, run->n_arguments + 2, argv, options, &error)) {
        complain("the lock has a run that is not understood: %s", error);
        return false;
    }
    for (size_t i = 0; i < N_OF(of_command); i++)
        for (int k = 0; k < command->given[of_command[i]].n; k++)
            *vec_push(arena, &options->given[of_command[i]]) = command->given[of_command[i]].at[k];
    options->watch = command->watch;
    return true;
}

bool replay_run(struct arena *arena, const struct options *options, struct baseline_run *run,
                struct session_result *result, enum exit_status *status)
{
    enum exit_status own;
    if (!request_analyse(arena, options, "lock", result, &own)) return false;
    if (own > *status) *status = own;
    baseline_take(arena, &result->report, run);
    return true;
}
