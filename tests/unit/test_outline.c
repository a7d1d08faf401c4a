#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "frontends/outline.h"

#include <string.h>

struct fixture {
    struct arena *arena;
    struct outline outline;
};

static struct fixture read_text(const char *text)
{
    struct fixture f = {.arena = arena_open()};
    outline_read(f.arena, text, &f.outline);
    return f;
}

static void expect_defined(const struct fixture *f, const char *const *names)
{
    int n = 0;
    for (; names[n]; n++)
        if (!map_get_string(f->outline.defined, names[n])) fail_msg("%s", names[n]);
    assert_int_equal(map_count(f->outline.defined), n);
}

static bool needs(const struct fixture *f, const char *name)
{
    for (int i = 0; i < f->outline.used.n; i++)
        if (strcmp(f->outline.used.at[i], name) == 0) return outline_needs(&f->outline, name);
    return false;
}

static void definitions_are_seen(void **state)
{
    (void)state;
    struct fixture f =
        read_text("#define PLAIN(x) static int x(void) { return 1; }\n"
                  "struct tag { int member; } object, *pointer;\n"
                  "static int hidden = 1, also_hidden;\n"
                  "extern int elsewhere; extern int here = 2;\n"
                  "typedef int word; typedef struct { int a; } record;\n"
                  "int declared(int parameter), list[3] = {1, 2}, last;\n"
                  "__attribute__((noinline)) record *function(word a, int (*callback)(int))\n"
                  "{ int local = \"}\"[0] /* } */; // }\n return local; }\n"
                  "static void inner(void) { if (1) { } }\n"
                  "main(int argc, char **argv) { return 0; }\n");
    expect_defined(&f, (const char *const[]){"object", "pointer", "here", "list", "last",
                                             "function", "main", NULL});
    assert_true(f.outline.has_main);
    arena_close(f.arena);
}

static void a_static_main_is_none(void **state)
{
    (void)state;
    struct fixture f = read_text("static int main(void) { return 0; }\nint x;");
    assert_false(f.outline.has_main);
    arena_close(f.arena);
}

static void what_is_left_to_others_is_needed(void **state)
{
    (void)state;
    struct fixture f =
        read_text("int build(int);\n"
                  "#define CALL(x) \\\n  by_macro(x)\n"
                  "#if used_in_condition\n#endif\n"
                  "struct s { int member; };\n"
                  "static int own(int width) { return width; }\n"
                  "int table[] = { [0] = from_table };\n"
                  "int f(struct s *s, int *parameter)\n"
                  "{ int local = 1; word *typed; for (int i = 0; i < n_rounds; i++)\n"
                  "  s->field = build(a * factor) + s->member;\n"
                  "  return own(local) + (*parameter) + typed[0] + member(3); }\n");
    static const char *const needed[] = {"build",  "by_macro", "from_table", "n_rounds",
                                         "factor", "member",   "a"};
    static const char *const not_needed[] = {"own",   "local", "parameter",         "typed", "i",
                                             "field", "width", "used_in_condition", "f"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!needs(&f, needed[i])) fail_msg("%s is needed", needed[i]);
    for (size_t i = 0; i < sizeof not_needed / sizeof *not_needed; i++)
        if (needs(&f, not_needed[i])) fail_msg("%s is not needed", not_needed[i]);
    arena_close(f.arena);
}

static void included_sources_are_listed(void **state)
{
    (void)state;
    struct fixture f = read_text("#include \"a.h\"\n # include \"../parts/b.c\"\n#include <c.c>\n");
    assert_int_equal(f.outline.included.n, 1);
    assert_string_equal(f.outline.included.at[0], "../parts/b.c");
    arena_close(f.arena);
}

static void any_text_ends(void **state)
{
    (void)state;
    static const char *const texts[] = {"",      "/*",   "\"",          "'",  "#",
                                        "#\\",   "}}})", "int x(((({{", "\\", "#define",
                                        "a\\\n", "//\\", "#include \"", "-",  "int f() { ) ] }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct fixture f = read_text(texts[i]);
        arena_close(f.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions_are_seen),
        cmocka_unit_test(a_static_main_is_none),
        cmocka_unit_test(what_is_left_to_others_is_needed),
        cmocka_unit_test(included_sources_are_listed),
        cmocka_unit_test(any_text_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
