// Reading files: what is not C, errors and the holes they leave, several files
// of one program, flags.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "frontends/c/unit.h"

enum { MAX_FILES = 4 };

struct reading {
    struct arena *arena;
    struct diags diags;
    struct unit_request request;
    const char *paths[MAX_FILES], *texts[MAX_FILES];
    struct unit *unit;
    bool read;
};

static struct reading *reading_new(void)
{
    struct arena *arena = arena_open();
    struct reading *r = arena_new(arena, struct reading);
    r->arena = arena;
    diags_open(&r->diags, arena);
    return r;
}

// `text` NULL: a file on disk.
static void add_source(struct reading *r, const char *path, const char *text)
{
    int i = r->request.n_files++;
    r->paths[i] = path;
    r->texts[i] = text;
    if (text) r->request.n_unsaved++;
}

static void read_all(struct reading *r)
{
    r->request.files = r->paths;
    r->request.unsaved_paths = r->paths;
    r->request.unsaved_texts = r->texts;
    r->read = unit_open(&r->unit, r->arena, &r->request, &r->diags);
}

static struct reading *read_text(const char *path, const char *text)
{
    struct reading *r = reading_new();
    add_source(r, path, text);
    read_all(r);
    return r;
}

static void done(struct reading *r)
{
    unit_close(r->unit);
    arena_close(r->arena);
}

static const struct diag *diag_at(const struct reading *r, int index)
{
    const struct diag *diag = r->diags.first;
    for (int i = 0; diag && i < index; i++) diag = diag->next;
    assert_non_null(diag);
    return diag;
}

static void expect_diag(const struct reading *r, int index, enum diag_id id, const char *text)
{
    const struct diag *diag = diag_at(r, index);
    assert_int_equal(diag->id, id);
    char line[512];
    snprintf(line, sizeof line, "%s: %s", site_string(r->arena, diag->site), diag->message);
    assert_string_equal(line, text);
}

static const char *body(struct reading *r, const char *name)
{
    struct function *function = unit_find_function(r->unit, name);
    assert_non_null(function);
    return ast_string(r->arena, unit_body(r->unit, function));
}

// ---- what is not C

static void test_no_such_file(void **state)
{
    (void)state;
    struct reading *r = read_text("nowhere.c", NULL);
    assert_false(r->read);
    expect_diag(r, 0, DIAG_FILE_UNREADABLE,
                "nowhere.c: cannot read nowhere.c: No such file or directory");
    done(r);
}

static void test_directory(void **state)
{
    (void)state;
    struct reading *r = read_text("tests", NULL);
    assert_false(r->read);
    expect_diag(r, 0, DIAG_FILE_DIRECTORY, "tests: tests is a directory");
    done(r);
}

static const char *temporary(const char *name, const char *bytes, size_t n)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/shapeprof_%ld_%s", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
             (long)getpid(), name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    fclose(file);
    return path;
}

static void test_binary_file(void **state)
{
    (void)state;
    const char *path = temporary("binary.c", "\177ELF\2\1\1\0\0\0", 10);
    struct reading *r = read_text(path, NULL);
    assert_false(r->read);
    assert_int_equal(diag_at(r, 0)->id, DIAG_FILE_BINARY);
    done(r);
    remove(path);
}

static void test_empty_file(void **state)
{
    (void)state;
    const char *path = temporary("empty.c", "", 0);
    struct reading *r = read_text(path, NULL);
    assert_true(r->read);
    assert_int_equal(diag_at(r, 0)->id, DIAG_FILE_EMPTY);
    assert_int_equal(unit_n_functions(r->unit), 0);
    done(r);
    remove(path);
}

static void test_cpp(void **state)
{
    (void)state;
    struct reading *r = read_text("model.cpp", "int x;");
    assert_false(r->read);
    expect_diag(r, 0, DIAG_CPP_SOURCE, "model.cpp: C++ is not read yet: model.cpp");
    done(r);
    r = read_text("model.c", "#include <vector>\nint x;");
    expect_diag(r, 0, DIAG_CPP_SOURCE,
                "model.c:1:10: C++ is not read yet: <vector> is a header of C++");
    done(r);
}

// ---- errors and holes

static void test_missing_header(void **state)
{
    (void)state;
    struct reading *r = read_text(
        "m.c", "#include \"gone.h\"\nint f(int n) { return n + 1; }\nint g(void) { bad; }");
    assert_true(r->read);
    expect_diag(r, 0, DIAG_HEADER_MISSING,
                "m.c:1:10: could not see gone.h: what it declares is unknown here "
                "(add -I after --)");
    expect_diag(r, 1, DIAG_SYNTAX,
                "m.c:3:15: this does not compile: "
                "use of undeclared identifier 'bad'");
    assert_string_equal(body(r, "f"), "block\n  return (+ (load n) 1)");
    assert_false(unit_find_function(r->unit, "f")->partial);
    assert_string_equal(body(r, "g"), "block\n  (hole \"use of undeclared identifier 'bad'\")");
    assert_true(unit_find_function(r->unit, "g")->partial);
    done(r);
}

static void test_holes_stand_in_their_place(void **state)
{
    (void)state;
    struct reading *r =
        read_text("m.c", "int f(int n) { n = 1; n = gone; if (n) { n = 2; lost + 1; }\n"
                         "int k = away + 1; return k; }");
    assert_string_equal(
        body(r, "f"), "block\n"
                      "  (assign n 1)\n"
                      "  (hole \"use of undeclared identifier 'gone'\" n)\n"
                      "  if (load n)\n"
                      "    block\n"
                      "      (assign n 2)\n"
                      "      (hole \"use of undeclared identifier 'lost'\")\n"
                      "  declare int k = {0 int: (hole \"use of undeclared identifier 'away'\")}\n"
                      "  (hole \"use of undeclared identifier 'away'\" k)\n"
                      "  return (load k)");
    done(r);
}

static void test_lost_parts(void **state)
{
    (void)state;
    struct reading *r =
        read_text("m.c", "int lost = gone + 1, fine; void f(int n) {"
                         " for (; n < 3; n += zip) ; int a, b = (3, nope), c; if (n) n = far; }");
    assert_string_equal(
        body(r, "f"), "block\n"
                      "  for\n"
                      "    while (< (load n) 3)\n"
                      "    step (hole \"use of undeclared identifier 'zip'\")\n"
                      "    empty\n"
                      "  (hole \"use of undeclared identifier 'zip'\" n)\n"
                      "  declare int a\n"
                      "  declare int b = {0 int: (hole \"use of undeclared identifier 'nope'\")}\n"
                      "  declare int c\n"
                      "  (hole \"use of undeclared identifier 'nope'\" b)\n"
                      "  (hole \"use of undeclared identifier 'far'\" n)");
    const struct initializer *init = unit_global_init(r->unit, unit_global(r->unit, 0));
    assert_non_null(init);
    assert_int_equal(init->stores[0].value->kind, AST_HOLE);
    assert_null(unit_global_init(r->unit, unit_global(r->unit, 1)));
    done(r);
}

static void test_records_with_unknown_members(void **state)
{
    (void)state;
    struct reading *r =
        read_text("m.c", "struct m { char c; unknown_t x; unsigned long n; double d; };\n"
                         "double f(struct m *p) { p->n = sizeof *p; return p->d; }");
    assert_string_equal(body(r, "f"), "block\n"
                                      "  (assign (member n@8 (deref (load p))) "
                                      "(hole \"the size of a type with errors\"))\n"
                                      "  return (load (member d@16 (deref (load p))))");
    assert_true(unit_type(r->unit, "struct m")->broken);
    done(r);
}

static void test_old_c_is_no_error(void **state)
{
    (void)state;
    struct reading *r = read_text("m.c", "f(n) int n; { int *p = n; undeclared(p); return n; }");
    assert_true(r->read);
    assert_null(r->diags.first);
    assert_false(unit_find_function(r->unit, "f")->partial);
    done(r);
}

// ---- several files

static void test_files_are_linked_by_name(void **state)
{
    (void)state;
    struct reading *r = reading_new();
    add_source(r, "a.c",
               "struct s { int n; }; int g(struct s *); static int own(void) { return 1; }\n"
               "extern int table[]; int f(struct s *p) { return g(p) + own() + table[0]; }");
    add_source(r, "b.c",
               "struct s { int n; }; static int own(void) { return 2; } int table[2] = {3};\n"
               "int g(struct s *q) { return q->n + own(); }");
    read_all(r);
    assert_true(r->read);
    assert_null(r->diags.first);
    struct function *f = unit_find_function(r->unit, "f"), *g = unit_find_function(r->unit, "g");
    assert_true(g->has_body);
    assert_string_equal(g->file, "b.c");
    assert_ptr_equal(f->parameters[0]->type, g->parameters[0]->type);
    int n_own = 0;
    for (int i = 0; i < unit_n_functions(r->unit); i++)
        n_own += strcmp(unit_function(r->unit, i)->name, "own") == 0;
    assert_int_equal(n_own, 2);
    assert_int_equal(unit_n_globals(r->unit), 1);
    assert_int_equal(unit_global(r->unit, 0)->type->count, 2);
    assert_string_equal(body(r, "g"), "block\n  return (+ (load (member n@0 (deref (load q)))) "
                                      "(call (decay own)))");
    done(r);
}

static void test_defined_twice(void **state)
{
    (void)state;
    struct reading *r = reading_new();
    add_source(r, "a.c", "int f(void) { return 1; }");
    add_source(r, "b.c", "int f(void) { return 2; }");
    read_all(r);
    expect_diag(r, 0, DIAG_DEFINED_TWICE,
                "b.c:1:5: f is defined in another file too; that one is analysed");
    assert_string_equal(site_string(r->arena, diag_at(r, 0)->notes->site), "a.c:1:5");
    assert_string_equal(body(r, "f"), "block\n  return 1");
    done(r);
}

static void test_records_of_two_files_may_differ(void **state)
{
    (void)state;
    struct reading *r = reading_new();
    add_source(r, "a.c", "struct node { int n; }; int f(struct node *p) { return p->n; }");
    add_source(r, "b.c",
               "struct node { char c[8]; int n; }; int g(struct node *p) { return p->n; }");
    read_all(r);
    assert_string_equal(body(r, "f"), "block\n  return (load (member n@0 (deref (load p))))");
    assert_string_equal(body(r, "g"), "block\n  return (load (member n@8 (deref (load p))))");
    done(r);
}

static void test_one_bad_file_of_two(void **state)
{
    (void)state;
    struct reading *r = reading_new();
    add_source(r, "a.c", "int f(void) { return 1; }");
    add_source(r, "nowhere.c", NULL);
    read_all(r);
    assert_true(r->read);
    assert_int_equal(diag_at(r, 0)->id, DIAG_FILE_UNREADABLE);
    assert_non_null(unit_find_function(r->unit, "f"));
    done(r);
}

// ---- functions and files

static void test_functions_of_headers(void **state)
{
    (void)state;
    struct reading *r = read_text("m.c", "#include <string.h>\nunsigned long f(const char *s) {"
                                         " return strlen(s); }");
    assert_int_equal(unit_n_functions(r->unit), 1);
    struct function *f = unit_function(r->unit, 0);
    assert_string_equal(f->name, "f");
    assert_int_equal(f->line, 2);
    unit_body(r->unit, f);
    struct function *length = unit_find_function(r->unit, "strlen");
    assert_non_null(length);
    assert_true(length->in_system_header);
    assert_false(length->has_body);
    assert_non_null(strstr(length->file, "string.h"));
    assert_true(unit_n_files(r->unit) > 1);
    assert_string_equal(unit_file(r->unit, 0), "m.c");
    assert_true(unit_is_main_file(r->unit, 0));
    assert_false(unit_is_main_file(r->unit, 1));
    done(r);
}

static void test_places(void **state)
{
    (void)state;
    struct reading *r =
        read_text("m.c", "#define TWICE(x) (g(x), \\\n  g(x))\n"
                         "int g(int);\nint f(int n) {\n  return TWICE(\n    n);\n}");
    const struct ast *block = unit_body(r->unit, unit_find_function(r->unit, "f"));
    const struct ast *comma = block->kids[0]->a;
    assert_int_equal(comma->kind, AST_COMMA);
    // The body of a macro is where the macro is used, an argument where it is written.
    assert_int_equal(comma->a->line, 5);
    assert_int_equal(comma->b->line, 5);
    assert_int_equal(comma->b->kids[0]->line, 6);
    assert_int_equal(comma->b->kids[0]->column, 5);
    done(r);
}

static void test_user_flags(void **state)
{
    (void)state;
    static const char *const flags[] = {"-DN=3", "-std=c99"};
    struct reading *r = reading_new();
    r->request.n_flags = 2;
    r->request.flags = flags;
    add_source(r, "m.c", "#ifdef __SSE2__\n#error\n#endif\nint f(void) { return N; }");
    read_all(r);
    assert_null(r->diags.first);
    assert_string_equal(body(r, "f"), "block\n  return 3");
    done(r);
}

static void test_headers_without_a_compiler(void **state)
{
    (void)state;
    static const char *const flags[] = {"-resource-dir=/nowhere"};
    struct reading *r = reading_new();
    r->request.n_flags = 1;
    r->request.flags = flags;
    add_source(
        r, "m.c",
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n"
        "#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <limits.h>\n"
        "#include <float.h>\n#include <stdbool.h>\n#include <assert.h>\n#include <wchar.h>\n"
        "long f(va_list a) { size_t n = INT_MAX; max_align_t m; printf(\"%g\", FLT_MAX);\n"
        "return offsetof(struct { char c; int i; }, i) + va_arg(a, int) + LONG_MAX + PATH_MAX; }");
    read_all(r);
    assert_null(r->diags.first);
    assert_null(strstr(body(r, "f"), "hole"));
    done(r);
}

static void test_c23(void **state)
{
    (void)state;
    static const char *const flags[] = {"-std=c2x"};
    struct reading *r = reading_new();
    r->request.n_flags = 1;
    r->request.flags = flags;
    add_source(r, "m.c",
               "enum e : unsigned char { A = 3 }; [[nodiscard]] int f(int) {"
               " void *p = nullptr; bool b = true; typeof(b) c = false;"
               " return p == nullptr && b + c + A; }");
    read_all(r);
    assert_null(r->diags.first);
    assert_string_equal(body(r, "f"),
                        "block\n"
                        "  declare void * p = {0 void *: (convert [void *] 0)}\n"
                        "  declare _Bool b = {0 _Bool: 1:_Bool}\n"
                        "  declare _Bool c = {0 _Bool: 0:_Bool}\n"
                        "  return (&& (== (load p) (convert [void *] 0)) "
                        "(+ (+ (convert [int] (load b)) (convert [int] (load c))) 3))");
    done(r);
}

static void test_flags_that_no_compiler_knows(void **state)
{
    (void)state;
    static const char *const flags[] = {"-std=c42"};
    struct reading *r = reading_new();
    r->request.n_flags = 1;
    r->request.flags = flags;
    add_source(r, "m.c", "int x;");
    read_all(r);
    assert_false(r->read);
    expect_diag(r, 0, DIAG_PARSER_FAILED, "m.c: the C parser could not read m.c"); // SP608
    done(r);
}

static void test_compile_commands(void **state)
{
    (void)state;
    char folder[] = "/tmp/shapeprof_XXXXXX", path[300], command[1200];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command,
             "mkdir %s/inc && echo '#define N 7' > %s/inc/n.h && "
             "printf '#include \"n.h\"\\nint f(void) { return N + M; }\\n' > %s/m.c && "
             "echo '[{\"directory\":\"%s\",\"file\":\"m.c\",\"command\":"
             "\"gcc -Iinc -DM=2 -O3 -fweird-gcc-flag -Werror -MMD -MT -DM=9 -MQ -DM=8 -MF -DM=7 "
             "-arch -DM=6 -Xclang -DM=5 -include-pch -DM=4 -c m.c -o m.o\"}]'"
             " > %s/compile_commands.json",
             folder, folder, folder, folder, folder);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/m.c", folder);
    struct reading *r = reading_new();
    r->request.build_dir = folder;
    add_source(r, path, NULL);
    read_all(r);
    assert_null(r->diags.first);
    assert_string_equal(body(r, "f"), "block\n  return (+ 7 2)");
    done(r);
    r = reading_new();
    r->request.build_dir = "tests";
    add_source(r, path, NULL);
    read_all(r);
    assert_int_equal(diag_at(r, 0)->id, DIAG_NO_COMPILE_COMMANDS);
    // Without it the header is looked for.
    assert_int_equal(diag_at(r, 1)->id, DIAG_HEADER_FOUND);
    done(r);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

// ---- headers that are searched for

// Writes the source beside inc/n.h, which no flag leads to, and a.h with this text; reads it.
static struct reading *read_in_folder(const char *folder, const char *text, const char *header)
{
    struct reading *r = reading_new();
    const char *path = arena_printf(r->arena, "%s/m.c", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    file = fopen(arena_printf(r->arena, "%s/a.h", folder), "w");
    assert_non_null(file);
    fputs(header, file);
    fclose(file);
    add_source(r, path, NULL);
    read_all(r);
    assert_true(r->read);
    return r;
}

static void expect_return(struct reading *r, int value)
{
    char text[64];
    snprintf(text, sizeof text, "block\n  return %d", value);
    assert_string_equal(body(r, "f"), text);
    done(r);
}

// What a search found is told where the #include stands, by the source or by a header.
static void expect_found(struct reading *r, const char *place, const char *folder, int value)
{
    char text[512];
    snprintf(text, sizeof text,
             "%s/%s: n.h is read from %s/inc, the nearest folder that has it (give -I after -- for "
             "another)",
             folder, place, folder);
    expect_diag(r, 0, DIAG_HEADER_FOUND, text);
    assert_null(diag_at(r, 0)->next);
    expect_return(r, value);
}

static void expect_nothing_found(struct reading *r, int value)
{
    assert_null(r->diags.first);
    expect_return(r, value);
}

// A header that the text names is searched for before anything is parsed; that must not show.
static void test_headers_that_are_searched_for(void **state)
{
    (void)state;
    static const char ask[] =
        "#if __has_include(\"n.h\")\n#define M 1\n#else\n#define M 2\n#endif\n";
    static const char f_n[] = "int f(void) { return N; }\n", f_m[] = "int f(void) { return M; }\n";
    static const char unused[] = "#if 0\n#include \"n.h\"\n#endif\n";
    char folder[] = "/tmp/shapeprof_XXXXXX", command[200], text[400];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "mkdir %s/inc && echo '#define N 7' > %s/inc/n.h", folder,
             folder);
    assert_int_equal(system(command), 0);
    snprintf(text, sizeof text, "#include \"n.h\"\n%s", f_n);
    expect_found(read_in_folder(folder, text, ""), "m.c:1:10", folder, 7);
    snprintf(text, sizeof text, " # include <n.h> // of the project\n%s", f_n);
    expect_found(read_in_folder(folder, text, ""), "m.c:1:12", folder, 7);
    // Where the compiler does not come by, nothing is read from there.
    snprintf(text, sizeof text, "%s%s", unused, "int f(void) { return 3; }\n");
    expect_nothing_found(read_in_folder(folder, text, ""), 3);
    snprintf(text, sizeof text, "%s#include \"a.h\"\n%s", unused, f_n);
    expect_found(read_in_folder(folder, text, "#include \"n.h\"\n"), "a.h:1:10", folder, 7);
    // Nor is there a header for one who asks.
    snprintf(text, sizeof text, "%s%s", ask, f_m);
    expect_nothing_found(read_in_folder(folder, text, ""), 2);
    snprintf(text, sizeof text, "#include \"a.h\"\n#if M == 1\n#include \"n.h\"\n#endif\n%s", f_m);
    expect_nothing_found(read_in_folder(folder, text, ask), 2);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

// ---- depth

enum { DEPTH = 10000 };

static void add_nested(struct text *source, const char *before, const char *middle,
                       const char *after)
{
    for (int i = 0; i < DEPTH; i++) text_add(source, before);
    text_add(source, middle);
    for (int i = 0; i < DEPTH; i++) text_add(source, after);
}

static void lower_deep(void *data)
{
    bool *lowered = data;
    struct text source = {.arena = arena_open()};
    text_add(&source, "long f(long a, int b) { return a");
    for (int i = 0; i < DEPTH; i++) text_add(&source, i % 2 ? "+b" : "*a");
    text_add(&source, "; } int g(int a) { return ");
    for (int i = 0; i < DEPTH; i++) text_add(&source, "-+");
    text_add(&source, "a; } int h(int a) { return ");
    add_nested(&source, "(", "a", ")");
    text_add(&source, "; } int i(int a) { return ");
    add_nested(&source, "g(", "a", ")");
    text_add(&source, "; } int j(int a) { ");
    add_nested(&source, "{ if (a) ", "return 1;", "}");
    text_add(&source, " }");
    struct reading *r = read_text("deep.c", text_string(&source));
    *lowered = r->read && !r->diags.n_errors && !unit_is_partial(r->unit);
    for (char name[] = "f"; *lowered && *name <= 'j'; ++*name)
        *lowered = unit_body(r->unit, unit_find_function(r->unit, name)) != NULL;
    done(r);
    arena_close(source.arena);
}

static void test_deep_expressions(void **state)
{
    (void)state;
    bool lowered = false;
    // As the program does, so that libclang parses on the large stack.
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    unit_with_stack(lower_deep, &lowered);
    unsetenv("LIBCLANG_NOTHREADS");
    assert_true(lowered);
}

// When libclang cannot understand a command line it forgets its own copies of
// the unsaved files (libclang 19; test_flags_that_no_compiler_knows). Nothing of
// ours can free them, and nothing of ours is allocated in that function.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:getNewUninitMemBuffer";
}

int main(void)
{
    // As the program does: libclang parses on the thread that asks, which has the large stack.
    setenv("LIBCLANG_NOTHREADS", "1", 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_such_file),
        cmocka_unit_test(test_directory),
        cmocka_unit_test(test_binary_file),
        cmocka_unit_test(test_empty_file),
        cmocka_unit_test(test_cpp),
        cmocka_unit_test(test_missing_header),
        cmocka_unit_test(test_holes_stand_in_their_place),
        cmocka_unit_test(test_lost_parts),
        cmocka_unit_test(test_records_with_unknown_members),
        cmocka_unit_test(test_old_c_is_no_error),
        cmocka_unit_test(test_files_are_linked_by_name),
        cmocka_unit_test(test_defined_twice),
        cmocka_unit_test(test_records_of_two_files_may_differ),
        cmocka_unit_test(test_one_bad_file_of_two),
        cmocka_unit_test(test_functions_of_headers),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_user_flags),
        cmocka_unit_test(test_headers_without_a_compiler),
        cmocka_unit_test(test_c23),
        cmocka_unit_test(test_flags_that_no_compiler_knows),
        cmocka_unit_test(test_compile_commands),
        cmocka_unit_test(test_headers_that_are_searched_for),
        cmocka_unit_test(test_deep_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
