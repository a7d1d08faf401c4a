// A program without a library is one model, if it runs kernels of its own on memory of its own.

#include "frontends/library.h"
#include "ir/raw_program.h"

extern const struct library raw_library;

// Whatever else it built is its model, and the blocks are only what that is kept in.
static int count_models(const struct program *program)
{
    return program_is_raw(program);
}

static struct program *model(struct arena *arena, const struct program *program, int index)
{
    (void)index;
    return raw_program_of(arena, program, program->name);
}

const struct library raw_library = {
    .name = "raw", .n_models = count_models, .counts_one_round = true, .model = model};
