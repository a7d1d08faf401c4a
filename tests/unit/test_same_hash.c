// One API, two uses: each model of tests/cases/nn_models is compiled into this
// program and builds its graph at run time; then its source is read by the
// interpreter. Both must give the same graph.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <shapeprof/nn.h>
#include "frontends/c/eval.h"

#include "tests/cases/nn_models/attention.c"
#include "tests/cases/nn_models/checked.c"
#include "tests/cases/nn_models/encoder.c"
#include "tests/cases/nn_models/generator.c"
#include "tests/cases/nn_models/indices.c"
#include "tests/cases/nn_models/inplace.c"
#include "tests/cases/nn_models/introspection.c"
#include "tests/cases/nn_models/lenet.c"
#include "tests/cases/nn_models/pair.c"
#include "tests/cases/nn_models/residual.c"
#include "tests/cases/nn_models/shared.c"
#include "tests/cases/nn_models/tagger.c"
#include "tests/cases/nn_models/unet.c"
#include "tests/cases/nn_models/variational.c"
#include "tests/cases/nn_models/wide.c"
#include "tests/cases/nn_models/wrong.c"

struct model {
    const char *name;
    nn_tensor *(*build)(void);
    int n_errors;
    int64_t numel; // of the result
};

static struct model models[] = {
    {"attention", attention, 0, 2 * 128 * 64},
    {"checked", checked, 0, 4 * 3},
    {"encoder", encoder, 0, 2 * 4},
    {"generator", generator, 0, 2 * 8 * 32 * 48},
    {"indices", indices, 0, 2 * 2},
    {"inplace", inplace, 0, 5 * 3},
    {"introspection", introspection, 1, 206 * 3},
    {"lenet", lenet, 0, 16 * 10},
    {"pair", pair, 0, 4 * 8},
    {"residual", residual, 0, 2 * 10},
    {"shared", shared, 0, 4 * 12 * 100},
    {"tagger", tagger, 0, 8 * 20 * 17},
    {"unet", unet, 0, 2 * 64 * 48},
    {"variational", variational, 0, 4 * 784},
    {"wide", wide, 0, 4 * 8},
    {"wrong", wrong, 1, 4 * 8},
};

struct reading {
    const struct model *model;
    struct arena *arena;
    struct program *program;
    bool returned;
};

static void print_diags(const struct diags *diags)
{
    for (const struct diag *d = diags->first; d; d = d->next)
        print_message("%s:%d: %s [%s]\n", d->site ? d->site->file : "", d->site ? d->site->line : 0,
                      d->message, diag_info(d->id)->code);
}

// The source, through libclang and the interpreter; works on a large stack.
static void read_source(void *data)
{
    struct reading *reading = data;
    const char *file =
        arena_printf(reading->arena, "tests/cases/nn_models/%s.c", reading->model->name);
    struct unit_request request = {
        .n_files = 1, .files = &file, .include_dir = "frontends/nn/include"};
    struct eval_request evaluation = {.right_to_left = true};
    struct syms *syms = syms_open(reading->arena);
    struct builder *builder = builder_open(reading->arena, syms, reading->model->name);
    struct unit *unit;
    reading->program = builder_program(builder);
    if (!unit_open(&unit, reading->arena, &request, &reading->program->diags)) return;
    struct function *function = unit_find_function(unit, reading->model->name);
    struct eval *eval =
        eval_open(reading->arena, unit, builder, &reading->program->diags, &evaluation);
    struct eval_outcome outcome = eval_run(eval, function, 0, NULL);
    reading->returned = outcome.end == EVAL_RETURNED;
    if (!reading->returned) print_message("%s\n", outcome.reason);
    eval_close(eval);
    unit_close(unit);
}

static void test_model(void **state)
{
    const struct model *model = *state;
    nn_recording_open(model->name);
    nn_tensor *result = model->build();
    if (nn_n_errors() != model->n_errors) print_message("%s", nn_diagnostics());
    assert_int_equal(nn_n_errors(), model->n_errors);
    assert_int_equal(nn_numel(result), model->numel);

    struct reading reading = {.model = model, .arena = arena_open()};
    unit_with_stack(read_source, &reading);
    bool same = reading.returned && program_hash(reading.program) == nn_graph_hash();
    if (!same) print_diags(&reading.program->diags);
    assert_true(reading.returned);
    assert_int_equal(reading.program->diags.n_errors, model->n_errors);
    assert_true(same);
    arena_close(reading.arena);
    nn_recording_close();
}

int main(void)
{
    enum { N = sizeof models / sizeof models[0] };
    struct CMUnitTest tests[N];
    for (int i = 0; i < N; i++)
        tests[i] = (struct CMUnitTest){models[i].name, test_model, NULL, NULL, &models[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
