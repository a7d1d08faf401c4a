#include "analyzer/confirm_step.h"

#include <xxhash.h>

static void add_numbers(XXH3_state_t *state, const struct tensor *t)
{
    if (tensor_is_contiguous(t)) {
        XXH3_128bits_update(state, t->data, (size_t)tensor_owned_bytes(t));
        return;
    }
    for (int64_t i = 0; i < tensor_count(t); i++) {
        double number = tensor_get(t, i);
        XXH3_128bits_update(state, &number, sizeof number);
    }
}

struct step_gradients confirm_gradients(const struct exec *x, const struct program *program)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state) arena_exhausted(0);
    XXH3_128bits_reset(state);
    for (value_id id = 1; id < (value_id)program->values.n; id++) {
        const struct value *value = program_value(program, id);
        const struct tensor *gradient = exec_gradient(x, id);
        if ((value->producer && !(value->flags & VALUE_LEAF)) || !tensor_is_there(gradient))
            continue;
        XXH3_128bits_update(state, &id, sizeof id);
        add_numbers(state, gradient);
    }
    XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return (struct step_gradients){hash.low64, hash.high64};
}

static bool run(struct exec *x, const struct program *program, struct step_run *seen,
                const char **error)
{
    if (!exec_forward(x, error)) return false;
    seen->saved = exec_saved_bytes(x);
    seen->forward_peak = exec_blocks(x)->peak;
    if (!exec_backward(x, 0, NULL, error)) return false;
    seen->passing = exec_blocks(x)->peak_passing;
    seen->gradients = confirm_gradients(x, program);
    return true;
}

const char *confirm_step(struct arena *arena, const struct exec_request *request, int n_checkpoints,
                         const struct checkpoint *checkpoints, struct step_run *seen)
{
    struct exec_request watched = *request;
    struct arena *scratch = arena_open();
    const char *error = NULL;
    watched.mode = EXEC_TRAINING;
    watched.listener = NULL;
    watched.n_checkpoints = n_checkpoints;
    watched.checkpoints = checkpoints;
    struct exec *x = exec_open(scratch, &watched, &error);
    bool ran = x && run(x, request->program, seen, &error);
    exec_close(x);
    if (!ran) error = arena_string(arena, error);
    arena_close(scratch);
    return ran ? NULL : error;
}
