// A profile of a program that is executed while it is being recorded: from nn_profiler_start on.

#include "analyzer/exec/live.h"
#include "analyzer/kernel_log.h"
#include "analyzer/report/execution_tables.h"
#include "analyzer/report/profile_files.h"

#include <errno.h>
#include <string.h>

struct engine_profile {
    struct engine_run *run;
    struct kernel_log log;
    int n_steps;
};

static const char *leaf_of(void *user, node_id id)
{
    struct engine_profile *profile = user;
    const struct program *program = profile->log.program;
    scope_id scope = program_node(program, id)->scope;
    if (!scope || !program_scope(program, scope)->leaf) return NULL;
    const char *path = scope_path(profile->log.arena, program, scope);
    return *path ? path : program_scope(program, scope)->kind;
}

static void node_ran(void *user, struct exec *x, node_id id, double seconds)
{
    struct engine_run *run = user;
    if (run->profile) kernel_log_node(&run->profile->log, x, id, seconds);
}

static void backward_ran(void *user, struct exec *x, node_id id, double seconds)
{
    struct engine_run *run = user;
    if (run->profile) kernel_log_backward(&run->profile->log, x, id, seconds);
}

void live_profile_gradient(struct engine_run *run, int operand, const struct tensor *gradient)
{
    if (run->profile) kernel_log_gradient(&run->profile->log, operand, gradient);
}

struct engine_profile *live_profile_begin(struct engine_run *run)
{
    live_advance(run);
    struct engine_profile *profile = arena_new(run->arena, struct engine_profile);
    *profile = (struct engine_profile){.run = run,
                                       .log = {.arena = run->arena,
                                               .program = run->exec->program,
                                               .leaf_of = leaf_of,
                                               .user = profile}};
    run->profile = profile;
    run->exec->listener.node = node_ran;
    run->exec->listener.backward = backward_ran;
    kernel_log_begin(&profile->log);
    return profile;
}

// What is recorded and was not run yet belongs to the step that ends.
void live_profile_step(struct engine_profile *profile)
{
    live_advance(profile->run);
    profile->log.step++;
    profile->n_steps++;
}

void live_profile_end(struct engine_profile *profile)
{
    live_advance(profile->run);
    if (profile->run->profile == profile) profile->run->profile = NULL;
}

static struct execution execution_of(struct engine_profile *profile, struct arena *arena)
{
    struct execution e = {.training = true, .peak_row = -1, .slowest_row = -1};
    e.profile.n_steps = profile->n_steps;
    kernel_log_profile(&profile->log, arena, &e.profile);
    return e;
}

const char *live_profile_table(struct engine_profile *profile, struct arena *arena)
{
    struct text text = {.arena = arena};
    struct view view = {.depth = ANY_DEPTH};
    struct execution e = execution_of(profile, arena);
    execution_profile_text(&text, &e, &view);
    return text_string(&text);
}

int64_t live_profile_calls(struct engine_profile *profile, const char *kernel)
{
    for (int i = 0; i < profile->log.kernels.n; i++)
        if (!strcmp(profile->log.kernels.at[i].name, kernel))
            return profile->log.kernels.at[i].calls;
    return 0;
}

const char *live_profile_write(struct engine_profile *profile, struct arena *arena,
                               const char *path, enum engine_profile_form form)
{
    struct execution e = execution_of(profile, arena);
    json_t *root =
        form == ENGINE_CHROME ? profile_chrome(arena, 1, &e) : profile_speedscope(arena, 1, &e);
    int why = profile_write(root, path);
    return why ? arena_string(arena, strerror(why)) : NULL;
}
