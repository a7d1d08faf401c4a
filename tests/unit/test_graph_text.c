#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/build.h"
#include "ir/graph_text.h"
#include "ir/verify.h"
#include "tests/unit/graph_files.h"

static void files_read_back_byte_for_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_GRAPH_FILES; i++) {
        struct arena *arena = arena_open();
        struct syms *syms = syms_open(arena);
        const char *text = graph_file(arena, graph_files[i]), *error = NULL;
        assert_non_null(text);
        struct program *program = program_parse(arena, syms, text, &error);
        if (!program) fail_msg("%s: %s", graph_files[i], error);
        assert_null(program_verify(arena, program));
        assert_string_equal(program_print(arena, program), text);
        arena_close(arena);
    }
}

// The example that ir/README.md explains is one.
static void example_reads_back(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    FILE *file = fopen("ir/README.md", "rb");
    assert_non_null(file);
    char *text = arena_alloc(arena, 1 << 16);
    assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    text = strstr(text, "\nprogram ") + 1;
    *strstr(text, "```") = '\0';
    const char *error = NULL;
    struct program *program = program_parse(arena, syms_open(arena), text, &error);
    if (!program) fail_msg("%s", error);
    assert_string_equal(program_print(arena, program), text);
    arena_close(arena);
}

// Everything that a node can carry, in one program that is built.
static struct program *build_all(struct arena *arena, struct syms *syms)
{
    struct builder *b = builder_open(arena, syms, "a \"name\"\n");
    static const struct site call = {.file = "main.c", .line = 3, .column = 1};
    static const struct site site = {"a b.c", 7, 2, "f\\", &call};
    builder_at(b, &site);
    build_unseen(b, "the result of tail, which has no body here");
    build_unseen(b, "of two reasons the first stays");
    struct tensor_type type;
    assert_true(tensor_parse(syms, "f32[N, min(8, T) - 1, 3]", &type, NULL));
    value_id x = build_tensor(b, STORAGE_INPUT, &type, "x");
    struct attr seven = {.kind = ATTR_INT, .i = sym_const(syms, -7)};
    value_id number = build_number(b, DTYPE_I64, &seven);
    build_checkpoint_begin(b);
    value_id y = build_op(b, OP_ADD, NULL, x, number, 0);
    build_checkpoint_begin(b);
    build_checkpoint_end(b);
    build_checkpoint_end(b);
    struct attr attrs[MAX_ATTRS] = {0};
    static const double values[] = {0.1, 1e300, -0.0, 1e-320, 3.0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        int alpha = op_attr_index(op_get(OP_ELU), "alpha");
        attrs[alpha] = (struct attr){.kind = ATTR_FLOAT, .f = values[i]};
        if (values[i] != 0.0) y = build_op(b, OP_ELU, attrs, y, 0, 0);
    }
    build_op(b, OP_LINEAR, NULL, x, y, 0);
    build_poison(b, "why not");
    type.shape.dim[0] = sym_unknown(syms, "read from \"file\"");
    value_id unknown = build_tensor(b, STORAGE_BUFFER, &type, NULL);
    struct node_spec spec = {.n_in = 1, .in = &unknown};
    build_opaque(b, "kernel", &spec, 1, &type);
    builder_at(b, NULL);
    build_graph(b, "empty");
    build_event(b, EVENT_ALLOC, 1);
    return builder_program(b);
}

static void built_programs_read_back(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct syms *syms = syms_open(arena);
    const struct program *program = build_all(arena, syms);
    assert_null(program_verify(arena, program));
    assert_int_equal(program->diags.n_errors, 1);
    const char *text = program_print(arena, program), *error = NULL;
    const struct program *again = program_parse(arena, syms_open(arena), text, &error);
    if (!again) fail_msg("%s\n%s", error, text);
    assert_string_equal(program_print(arena, again), text);
    assert_int_equal(again->diags.n_errors, 1);
    assert_int_equal(again->checkpoints.n, 1);
    assert_int_equal(program_checkpoint_of(again, 1), 0);
    assert_int_equal(program_checkpoint_of(again, 2), -1);
    arena_close(arena);
}

static void bad_text_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "line 1: "},
        {"program \"p\"", "line 1: "},
        {"program \"p\"\nv2: f32[] new s1 input\n", "line 2: the next number here is 1, not 2"},
        {"program \"p\"\nv1: f32[] new s1 input\nn1 = no_such_op(v1)\n",
         "line 3: `no_such_op` is no op"},
        {"program \"p\"\nv1: f33[] new s1\n", "line 2: `f33` is no dtype"},
        {"program \"p\"\nv1: float32[] new s1\n", "line 2: `float32` is no dtype"},
        {"program \"p\"\nv1: f32[1,1,1,1,1,1,1,1,1] new s1\n", "line 2: more than 8 axes"},
        {"program \"p\"\nv1: f32[] in s9\n", "v1 has no storage"},
        {"program \"p\"\nn1 = relu(v1)\n  v1: f32[] new s1\nevent n1\n",
         "n1: v1 is used before it is made"},
        {"program \"p\"\nv1: f32[] new s1\nn1 = relu(v1)\n  v2: f32[] new s2\n", "n1 never runs"},
        {"program \"p\"\nsite 1 \"a\":1:1 from 1\n", "line 2: a number that is too large"},
        {"program \"p\"\nv1: f32[] new s1 input\nn1 = to(v1) {dtype=:float16}\n",
         "line 3: `float16` is no dtype"},
        {"program \"\\q\"\n", "line 1: a bad string"},
        {"program \"p\"\ncheckpoint n1..n2\n", "line 2: nodes n1 to n2 are not there"},
        {"program \"p\"\ncheckpoint\n", "line 2: a checkpoint has nodes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *arena = arena_open();
        const char *error = NULL;
        assert_null(program_parse(arena, syms_open(arena), cases[i].text, &error));
        assert_non_null(error);
        if (strncmp(error, cases[i].error, strlen(cases[i].error)) != 0)
            fail_msg("case %zu: %s", i, error);
        arena_close(arena);
    }
}

// ---- mutations: nothing crashes, and what is accepted is printed in a form that reads back

struct random {
    uint64_t state;
};

static unsigned draw(struct random *random, unsigned limit)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random->state >> 33) % limit;
}

static void mutate(struct random *random, char *text, size_t length)
{
    static const char alphabet[] = "svnmg0123456789 ()[]{}\"\\\n@:.,+*/-=?`";
    size_t at = draw(random, (unsigned)length), from = draw(random, (unsigned)length);
    size_t span = draw(random, 40);
    if (span > length - at) span = length - at;
    if (span > length - from) span = length - from;
    switch (draw(random, 5)) {
    case 0: text[at] = alphabet[draw(random, sizeof alphabet - 1)]; break;
    case 1: text[at] = (char)draw(random, 256); break;
    case 2: memmove(text + at, text + from, span); break;
    case 3: memmove(text + at, text + at + span, length - at - span + 1); break;
    default: text[at] = (char)('0' + draw(random, 10));
    }
}

static bool accepted_and_stable(const char *text)
{
    struct arena *arena = arena_open();
    const char *error = NULL;
    const struct program *program = program_parse(arena, syms_open(arena), text, &error);
    if (program) {
        const char *printed = program_print(arena, program);
        const struct program *again = program_parse(arena, syms_open(arena), printed, &error);
        if (!again) fail_msg("%s\n---- from\n%s\n---- printed\n%s", error, text, printed);
        assert_string_equal(program_print(arena, again), printed);
    }
    arena_close(arena);
    return program != NULL;
}

#define MUTATIONS 400

static void mutated_text_never_crashes(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct random random = {1};
    int accepted = 0;
    for (size_t i = 0; i < N_GRAPH_FILES; i++) {
        const char *text = graph_file(arena, graph_files[i]);
        size_t length = strlen(text);
        char *copy = arena_alloc(arena, length + 1);
        for (int n = 0; n < MUTATIONS; n++) {
            memcpy(copy, text, length + 1);
            for (unsigned k = draw(&random, 3); k < 3; k++) mutate(&random, copy, length);
            accepted += accepted_and_stable(copy);
        }
    }
    assert_in_range(accepted, 1, (int)N_GRAPH_FILES * MUTATIONS - 1);
    arena_close(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_read_back_byte_for_byte),
        cmocka_unit_test(example_reads_back),
        cmocka_unit_test(built_programs_read_back),
        cmocka_unit_test(bad_text_is_refused_with_its_line),
        cmocka_unit_test(mutated_text_never_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
