// The interpreter on small programs. What a program prints must be `expected`,
// in which unknown numbers stand under their names; a line that ends in
// `// expect SP401` must get that finding, and no other line may get one.

#include "frontends/c/eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct program_run {
    const char *source, *entry, *expected;
    int n_decisions;
    const bool *decisions;
    struct eval_budget budget;
    bool concrete, right_to_left;
    int argc;
    const char *const *argv;
    const char *binding;
    int64_t binding_value;
    // Results.
    enum eval_end end;
    int status, n_taken, n_assumptions;
    char conditions[512], assumptions[1024];
    bool failed;
};

static const char prelude[] = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                              "#include <math.h>\n#include <assert.h>\n#include <stdarg.h>\n"
                              "#include <stdint.h>\n#include <stdbool.h>\n#include <ctype.h>\n";

static int prelude_lines(void)
{
    int n = 0;
    for (const char *p = prelude; *p; p++) n += *p == '\n';
    return n;
}

static void print_failure(struct program_run *r, const char *what, const char *detail)
{
    print_error("%s: %s\n--- source\n%s\n", what, detail, r->source);
    r->failed = true;
}

static const char *line_of(const char *source, int line, int *length)
{
    while (--line > 0 && source) {
        source = strchr(source, '\n');
        if (source) source++;
    }
    if (!source) return NULL;
    const char *end = strchr(source, '\n');
    *length = end ? (int)(end - source) : (int)strlen(source);
    return source;
}

static bool line_expects(const char *source, int line, const char *code)
{
    int length = 0;
    const char *text = line_of(source, line, &length);
    if (!text) return false;
    char expect[32];
    snprintf(expect, sizeof expect, "// expect %s", code);
    const char *at = strstr(text, expect);
    return at && at < text + length;
}

static void check_findings(struct program_run *r, const struct diags *diags)
{
    int expected = 0, met = 0;
    for (const char *at = r->source; (at = strstr(at, "// expect SP")); at++) expected++;
    for (const struct diag *d = diags->first; d; d = d->next) {
        int line = d->site ? d->site->line - prelude_lines() : 0;
        if (line_expects(r->source, line, diag_info(d->id)->code))
            met++;
        else if (d->severity != SEVERITY_NOTE) {
            char detail[600];
            snprintf(detail, sizeof detail, "line %d: %s", line, d->message);
            print_failure(r, "a finding that was not expected", detail);
        }
    }
    if (met != expected) print_failure(r, "a finding is missing", "see `// expect`");
}

static void check_output(struct program_run *r, const struct text *output)
{
    if (!r->expected || strcmp(text_string(output), r->expected) == 0) return;
    print_failure(r, "printed", text_string(output));
    print_error("--- expected\n%s\n", r->expected);
}

static void note_outcome(struct program_run *r, const struct eval_outcome *o)
{
    r->end = o->end;
    r->status = o->status;
    r->n_taken = o->n_decisions;
    r->n_assumptions = o->n_assumptions;
    r->conditions[0] = r->assumptions[0] = 0;
    for (int i = 0; i < o->n_decisions; i++) {
        size_t n = strlen(r->conditions);
        snprintf(r->conditions + n, sizeof r->conditions - n, "%s%s", i ? "; " : "",
                 o->decisions[i].taken.text);
    }
    for (int i = 0; i < o->n_assumptions; i++) {
        size_t n = strlen(r->assumptions);
        snprintf(r->assumptions + n, sizeof r->assumptions - n, "%s%s", i ? "; " : "",
                 o->assumptions[i].text);
    }
}

static void run_program(void *data)
{
    struct program_run *r = data;
    struct arena *arena = arena_open();
    struct diags diags;
    struct unit *unit;
    const char *path = "program.c";
    const char *text = arena_printf(arena, "%s%s", prelude, r->source);
    const char *flags[] = {"-w"};
    struct unit_request request = {.n_files = 1,
                                   .files = &path,
                                   .n_flags = 1,
                                   .flags = flags,
                                   .n_unsaved = 1,
                                   .unsaved_paths = &path,
                                   .unsaved_texts = &text};
    diags_open(&diags, arena);
    if (!unit_open(&unit, arena, &request, &diags)) {
        print_failure(r, "cannot be read", "");
        arena_close(arena);
        return;
    }
    struct text output = {.arena = arena};
    struct eval_request how = {.output = &output,
                               .n_decisions = r->n_decisions,
                               .decisions = r->decisions,
                               .budget = r->budget,
                               .concrete = r->concrete,
                               .right_to_left = r->right_to_left,
                               .argc = r->argc,
                               .argv = r->argv};
    if (r->binding) {
        how.n_bindings = 1;
        how.binding_names = &r->binding;
        how.binding_values = &r->binding_value;
    }
    struct eval *e = eval_open(arena, unit, NULL, &diags, &how);
    struct function *f = unit_find_function(unit, r->entry ? r->entry : "f");
    struct eval_outcome outcome = eval_run(e, f, 0, NULL);
    note_outcome(r, &outcome);
    check_output(r, &output);
    check_findings(r, &diags);
    eval_close(e);
    unit_close(unit);
    arena_close(arena);
}

static void run(struct program_run *r)
{
    unit_with_stack(run_program, r);
    assert_false(r->failed);
}

static void prints(const char *source, const char *expected)
{
    struct program_run r = {.source = source, .expected = expected};
    run(&r);
}

static void finds(const char *source)
{
    struct program_run r = {.source = source};
    run(&r);
}

// ---- concrete C

static void test_integers(void **state)
{
    (void)state;
    prints("void f(void) { unsigned char c = 250; c += 10; signed char s = (signed char)200;\n"
           "  unsigned u = 0; u--; int i = -7; short h = (short)70000;\n"
           "  printf(\"%d %d %u %d %d %d\", c, s, u, i / 2, i % 3, h); }",
           "4 -56 4294967295 -3 -1 4464");
    // Operands for which no two operators agree.
    prints("void f(void) { int a = 12, b = 10, c = 12; c ^= b;\n"
           "  printf(\"%d %d %d %d %d %d %d %d %d\", a + b, a - b, a * b, a / b, a % b,\n"
           "         a & b, a | b, a ^ b, c); }",
           "22 2 120 1 2 8 14 6 6");
    prints("void f(void) { int a = -1; unsigned b = 1;\n"
           "  printf(\"%d%d%d%d%d%d \", a < 1, a <= 1, a > 1, a >= 1, a == 1, a != 1);\n"
           "  printf(\"%d%d%d%d%d%d\", a < b, a <= b, a > b, a >= b, a == b, a != b); }",
           "110001 001101");
    prints("void f(void) { printf(\"%d %d %u %d\", -8 >> 1, 1 << 10, 0x80000000u >> 4, ~5); }",
           "-4 1024 134217728 -6");
    prints("void f(void) { unsigned long a = -1; printf(\"%d %d\", a > 5, -1 < 1u); }", "1 0");
    prints("void f(void) { struct { int a : 3; unsigned b : 5; } s = {3, 31}; s.a++; s.b += 2;\n"
           "  printf(\"%d %d\", s.a, s.b); }",
           "-4 1");
    prints("void f(void) { int i = 5; int j = i++ + ++i; i += j -= 2; printf(\"%d %d\", i, j); }",
           "17 10");
}

static void test_floats(void **state)
{
    (void)state;
    prints(
        "void f(void) { float x = 0.1f; double d = 0.1; printf(\"%.9g %.17g %d\", x, d, x == d); }",
        "0.100000001 0.10000000000000001 0");
    prints("void f(void) { printf(\"%d %d %u\", (int)-2.7, (int)2.7f, (unsigned char)200.7); }",
           "-2 2 200");
    prints("void f(void) { long double l = 1.0L / 3; printf(\"%.20Lf %.3f\", l, sqrt(2)); }",
           "0.33333333333333333334 1.414");
}

static void test_pointers(void **state)
{
    (void)state;
    prints("void f(void) { int a[5] = {1, 2, 3}, *p = a + 4, *q = &a[1]; *p = 9;\n"
           "  printf(\"%d %d %d %d\", (int)(p - q), p[0], *q, q < p); }",
           "3 9 2 1");
    prints("union u { float f; unsigned i; };\n"
           "void f(void) { union u u = {1.0f}; printf(\"%x\", u.i); }",
           "3f800000");
    prints("void f(void) { int x = 5; uintptr_t n = (uintptr_t)&x; int *p = (int *)n; *p = 7;\n"
           "  printf(\"%d\", x); }",
           "7");
    prints(
        "static int twice(int a) { return 2 * a; }\n"
        "void f(void) { int (*t[2])(int) = {twice, 0}; printf(\"%d %d\", t[0](21), t[1] == 0); }",
        "42 1");
    prints("struct s { int n; struct s *next; };\n"
           "void f(void) { struct s *head = 0; for (int i = 0; i < 4; i++) {\n"
           "    struct s *s = malloc(sizeof *s); s->n = i; s->next = head; head = s; }\n"
           "  for (struct s *s = head; s; s = s->next) printf(\"%d\", s->n); }",
           "3210");
}

static void test_records(void **state)
{
    (void)state;
    prints(
        "struct p { int x, y; }; static struct p mk(int a) { return (struct p){a, .y = a + 1}; }\n"
        "void f(void) { struct p a = mk(3), b = a; b.x = 9; printf(\"%d %d %d\", a.x, b.x, "
        "mk(5).y); }",
        "3 9 6");
    prints("struct s { char name[8]; struct { int a; union { int b; float c; }; }; };\n"
           "void f(void) { struct s s = {\"abc\", {1, {2}}}; s.b++; printf(\"%s %d %d\", s.name, "
           "s.a, s.b); }",
           "abc 1 3");
}

static void test_jumps(void **state)
{
    (void)state;
    prints("void f(void) { int n = 7, k = 0; switch (n % 4) { case 0: do { k++; case 3: k += 10;\n"
           "  case 2: k += 100; case 1: k += 1000; } while ((n -= 4) > 0); } printf(\"%d\", k); }",
           "2221");
    prints(
        "void f(void) { int i = 0; goto in; for (i = 5; i < 8; i++) { in: printf(\"%d\", i); } }",
        "01234567");
    prints("void f(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) {\n"
           "  if (j == 2) goto out; printf(\"%d\", j); } out: printf(\"!\"); }",
           "01!");
    prints("void f(void) { int r = ({ int t = 0; for (int i = 0; i < 4; i++) t += i; t; });\n"
           "  printf(\"%d\", r); }",
           "6");
    prints("static int g(int n) { int r = 1 + ({ if (n) return 5; 2; }); return r; }\n"
           "void f(void) { printf(\"%d %d\", g(0), g(1)); }",
           "3 5");
}

static void test_calls(void **state)
{
    (void)state;
    prints("static int sum(int n, ...) { va_list ap, copy; va_start(ap, n); int s = 0;\n"
           "  va_copy(copy, ap);\n"
           "  for (int i = 0; i < n; i++) s += va_arg(ap, int); s += va_arg(copy, int);\n"
           "  va_end(ap); return s; }\n"
           "void f(void) { printf(\"%d\", sum(3, 1, 2, 3)); }",
           "7");
    prints("static void say(const char *fmt, ...) { char b[64]; va_list ap; va_start(ap, fmt);\n"
           "  vsnprintf(b, sizeof b, fmt, ap); va_end(ap); puts(b); }\n"
           "void f(void) { say(\"%s %d %.1f\", \"x\", 4, 2.5); }",
           "x 4 2.5\n");
    prints("static int count(void) { static int n = 10; return n++; }\n"
           "void f(void) { count(); count(); printf(\"%d\", count()); }",
           "12");
    prints("static int compare(const void *a, const void *b) { return *(int *)a - *(int *)b; }\n"
           "void f(void) { int a[] = {3, 1, 2}; qsort(a, 3, sizeof *a, compare);\n"
           "  int k = 2; int *p = bsearch(&k, a, 3, sizeof *a, compare);\n"
           "  printf(\"%d%d%d %d\", a[0], a[1], a[2], (int)(p - a)); }",
           "123 1");
}

static void test_order(void **state)
{
    (void)state;
    const char *source = "static int g(int n) { printf(\"%d\", n); return n; }\n"
                         "static void h(int a, int b) {}\nvoid f(void) { h(g(1), g(2)); }";
    struct program_run left = {.source = source, .expected = "12"};
    struct program_run right = {.source = source, .expected = "21", .right_to_left = true};
    run(&left);
    run(&right);
}

static void test_library(void **state)
{
    (void)state;
    prints("void f(void) { char b[16]; int n = snprintf(b, sizeof b, \"%05d|%-4s|%x\", 42, \"ab\", "
           "255);\n"
           "  printf(\"%s %d %zu\", b, n, strlen(b)); }",
           "00042|ab  |ff 13 13");
    prints("void f(void) { char *end; long n = strtol(\"0x1fz\", &end, 16);\n"
           "  printf(\"%ld %c %d %.2f %d\", n, *end, atoi(\" 12\"), atof(\"2.5\"), isdigit('7') != "
           "0); }",
           "31 z 12 2.50 1");
    prints("void f(void) { int a, b; char w[8]; int n = sscanf(\"3x4 abc\", \"%dx%d %s\", &a, &b, "
           "w);\n"
           "  printf(\"%d %d %d %s %s\", n, a, b, w, strchr(w, 'b')); }",
           "3 3 4 abc bc");
    prints("void f(void) { char s[] = \"a,b\"; for (char *t = strtok(s, \",\"); t; t = strtok(0, "
           "\",\"))\n"
           "  printf(\"[%s]\", t); }",
           "[a][b]");
    prints(
        "void f(void) { int *p = calloc(4, sizeof *p); p = realloc(p, 8 * sizeof *p); p[7] = 3;\n"
        "  printf(\"%d %d\", p[0], p[7]); free(p); }",
        "0 3");
}

static void test_variable_arrays(void **state)
{
    (void)state;
    prints("void f(void) { int n = 3, a[n]; for (int i = 0; i < n; i++) a[i] = i * i;\n"
           "  printf(\"%d %d\", a[2], (int)(sizeof a / sizeof *a)); }",
           "4 3");
}

// ---- unknowns

static void test_symbols(void **state)
{
    (void)state;
    prints("void f(int n) { printf(\"%d %d %zu\", 4 * n + 1, n / 2, n * sizeof(float)); }",
           "4*n + 1 n/2 4*n");
    prints("struct hp { int n_embd, n_head; };\n"
           "void f(struct hp *hp) { printf(\"%d %d\", hp->n_embd, 2 * hp->n_head); }",
           "hp->n_embd 2*hp->n_head");
    prints("struct layer { int wq; }; struct model { struct layer *layers; int dims[4]; };\n"
           "void f(struct model m) { printf(\"%d %d\", m.layers[3].wq, m.dims[2]); }",
           "m.layers[3].wq m.dims[2]");
    prints("extern int read_size(void);\n"
           "void f(void) { int width = read_size(); printf(\"%d\", width + 1); }",
           "width + 1");
    prints("void f(int n) { char b[32]; snprintf(b, sizeof b, \"blk.%d\", n); puts(b); }",
           "blk.n\n");
    prints("void f(int a, int b) { int m = a < b ? a : b; printf(\"%d\", m); }", "min(a, b)");
    prints("struct layer { int wq; }; struct model { struct layer *layers; };\n"
           "void f(struct model *m, int il) { printf(\"%d\", m->layers[il].wq); }",
           "m->layers[il].wq");
    prints("void f(int il) { int same[3] = {5, 5, 5}; printf(\"%d\", same[il]); }", "5");
}

static void test_havoc(void **state)
{
    (void)state;
    prints("extern void fill(int *a); extern void look(const int *a);\n"
           "void f(void) { int x = 1, y = 2; fill(&x); look(&y); printf(\"%d %d\", x, y); }",
           "x 2");
}

static void test_bindings(void **state)
{
    (void)state;
    struct program_run r = {.source = "void f(int n) { printf(\"%d\", n * 2); }",
                            .expected = "14",
                            .binding = "n",
                            .binding_value = 7};
    run(&r);
    const char *argv[] = {"program", "12", "x"};
    struct program_run m = {.source =
                                "int main(int argc, char **argv) {\n"
                                "  printf(\"%d %d %s\", argc, atoi(argv[1]), argv[2]); return 0; }",
                            .entry = "main",
                            .expected = "3 12 x",
                            .argc = 3,
                            .argv = argv};
    run(&m);
    struct program_run u = {.source = "int main(int argc, char **argv) {\n"
                                      "  int n = atoi(argv[1]); printf(\"%d\", n); return 0; }",
                            .entry = "main",
                            .expected = "argv[1]"};
    run(&u);
}

static void test_facts(void **state)
{
    (void)state;
    prints("void f(int n) { assert(n >= 10); if (n > 5) puts(\"yes\"); else puts(\"no\"); }",
           "yes\n");
    prints("void f(int n) { if (n % 2 != 0) abort(); printf(\"%d\", n / 2 * 2); }", "n");
    prints("void f(int n) { if (n <= 0 || n > 100) exit(1); if (n < 1) puts(\"no\"); if (n < 101) "
           "puts(\"ok\"); }",
           "ok\n");
    struct program_run r = {
        .source = "static void die(const char *s) { fprintf(stderr, \"%s\", s); exit(1); }\n"
                  "void f(int n) { if (n != 4) die(\"bad\"); printf(\"%d\", n); }",
        .expected = "4"};
    run(&r);
    assert_int_equal(r.n_taken, 0);
    assert_int_equal(r.n_assumptions, 1);
    assert_string_equal(r.assumptions, "n == 4: otherwise the program ends");
}

static void test_decisions(void **state)
{
    (void)state;
    const char *source = "void f(int n) { if (n > 12) puts(\"large\"); else puts(\"small\");\n"
                         "  if (n > 10) puts(\"medium\"); }";
    struct program_run first = {.source = source, .expected = "large\nmedium\n"};
    run(&first);
    assert_int_equal(first.n_taken, 1);
    assert_string_equal(first.conditions, "n > 12");
    bool other[] = {false};
    struct program_run second = {
        .source = source, .expected = "small\nmedium\n", .n_decisions = 1, .decisions = other};
    run(&second);
    assert_string_equal(second.conditions, "n <= 12; n > 10");
    struct program_run null = {
        .source = "struct s { int n; };\n"
                  "int f(struct s *s) { if (!s) return -1; printf(\"%d\", s->n); return 0; }",
        .expected = "s->n"};
    run(&null);
    assert_string_equal(null.conditions, "s != NULL");
}

static void test_unknown_loops(void **state)
{
    (void)state;
    prints(
        "extern void use(int *);\n"
        "void f(int n) { int k = 0; for (int i = 0; i < n; i++) { use(&k); printf(\"%d\", i); } } "
        "// expect SP410",
        "0");
    // What only computes is followed without its rounds; what they print is not made up.
    prints("void f(int n) { for (int i = 0; i < n; i++) printf(\"%d\", i); puts(\"end\"); }",
           "end\n");
    prints("extern int more(void);\n"
           "void f(void) { int k = 0; while (1) { k++; if (more()) break; } puts(k > 0 ? \"end\" : "
           "\"\"); }",
           "end\n");
    prints("extern int more(void);\n"
           "void f(void) { do { puts(\"x\"); } while (more()); } // expect SP410",
           "x\nx\n");
    // What the loop changes is unknown behind it, as is all of an array; the rest is not.
    prints("void f(int n) { int w = 8, v = 3; for (int i = 0; i < n; i++) w += 4; // expect SP410\n"
           "  printf(\"%d %d\", v, w); }",
           "3 ?");
}

static void test_many_conditions(void **state)
{
    (void)state;
    struct program_run r = {.source =
                                "void f(int *flags) { int k = 0; for (int i = 0; i < 300; i++)\n"
                                "  if (flags[i] > 7) k++; } // expect SP418"};
    run(&r);
    assert_int_equal(r.n_taken, 256);
}

// A name that is asked for twice gets a number, so that two unknowns stay two.
static void test_names(void **state)
{
    (void)state;
    prints(
        "extern int read_size(void);\n"
        "void f(void) { for (int i = 0; i < 2; i++) { int n = read_size(); printf(\"%d \", n); } }",
        "n `n#2` ");
    prints("struct s { int n; }; extern struct s *find(int i);\n"
           "void f(void) { struct s *s = find(1); s->n = 3; printf(\"%d\", s->n); }",
           "3");
    prints("void f(int *a, int i) { a[1] = 5; a[i] = 7; printf(\"%d %d\", a[i], a[1]); }",
           "7 a[1]");
}

// ---- findings

static void test_faults(void **state)
{
    (void)state;
    finds("struct s { int a, b; };\n"
          "int f(void) { struct s *s = 0;\n"
          "  return s->b; // expect SP401\n}");
    finds("int f(void) { int a[3] = {0};\n"
          "  return a[3]; // expect SP402\n}");
    finds("void f(void) { char *p = malloc(4);\n"
          "  p[-1] = 0; // expect SP402\n}");
    finds("int f(void) { int *p = malloc(4); *p = 1; free(p);\n"
          "  return *p; // expect SP403\n}");
    finds("static int *g(void) { int x = 1; return &x; }\n"
          "int f(void) { int *p = g();\n"
          "  return *p; // expect SP403\n}");
    finds("int f(void) { int z = 0;\n"
          "  return 5 / z; // expect SP404\n}");
    finds("int f(void) { int n;\n"
          "  return n + 1; // expect SP405\n}");
    finds("void f(void) { int x; int *p = malloc(4); free(p);\n"
          "  free(p); // expect SP411\n"
          "  free(&x); // expect SP411\n}");
    finds("void f(int n) { int k = 3;\n"
          "  assert(k == 4); // expect SP413\n}");
    finds("void f(void) { char *s = \"abc\";\n"
          "  s[0] = 'x'; // expect SP415\n}");
    finds("void f(void) { void (*g)(void) = 0;\n"
          "  g(); // expect SP416\n}");
    finds("void f(void) { int n = -4;\n"
          "  malloc(n); // expect SP417\n}");
    finds("extern int secret(void);\n"
          "int f(void) { return secret(); } // expect SP412");
    finds("void f(void) { __asm__(\"nop\"); } // expect SP414");
}

static void test_budgets(void **state)
{
    (void)state;
    struct program_run loop = {.source = "void f(void) { for (;;) { } } // expect SP407",
                               .budget = {.steps = 1000000}};
    run(&loop);
    assert_int_equal(loop.end, EVAL_BUDGET);
    struct program_run deep = {.source = "int f(int n) {\n  return f(n + 1); // expect SP406\n}"};
    run(&deep);
    assert_int_equal(deep.end, EVAL_BUDGET);
    struct program_run memory = {.source = "void f(void) { for (;;) { int *p = malloc(4096);\n"
                                           "  memset(p, 1, 4096); // expect SP408\n} }",
                                 .budget = {.bytes = 16 << 20}};
    run(&memory);
    assert_int_equal(memory.end, EVAL_BUDGET);
    struct program_run objects = {.source =
                                      "void f(void) {\n  for (;;) malloc(1); // expect SP408\n}",
                                  .budget = {.objects = 1000}};
    run(&objects);
    assert_int_equal(objects.end, EVAL_BUDGET);
    struct program_run time = {.source = "void f(void) { while (1); }"
                                         " // expect SP409: within 0.05 seconds, half of all",
                               .budget = {.seconds = 0.05, .seconds_are = "half of all"}};
    run(&time);
    assert_int_equal(time.end, EVAL_BUDGET);
}

static void test_ends(void **state)
{
    (void)state;
    struct program_run r = {.source = "void f(void) { puts(\"a\"); exit(7); puts(\"b\"); }",
                            .expected = "a\n"};
    run(&r);
    assert_int_equal(r.end, EVAL_EXITED);
    assert_int_equal(r.status, 7);
    struct program_run a = {.source = "void f(void) { abort(); }"};
    run(&a);
    assert_int_equal(a.end, EVAL_ABORTED);
    struct program_run c = {.source = "extern int secret(void);\nint f(void) { return secret(); }",
                            .concrete = true};
    run(&c);
    assert_int_equal(c.end, EVAL_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_pointers),        cmocka_unit_test(test_records),
        cmocka_unit_test(test_jumps),           cmocka_unit_test(test_calls),
        cmocka_unit_test(test_order),           cmocka_unit_test(test_library),
        cmocka_unit_test(test_variable_arrays), cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_havoc),           cmocka_unit_test(test_bindings),
        cmocka_unit_test(test_facts),           cmocka_unit_test(test_decisions),
        cmocka_unit_test(test_unknown_loops),   cmocka_unit_test(test_many_conditions),
        cmocka_unit_test(test_names),           cmocka_unit_test(test_faults),
        cmocka_unit_test(test_budgets),         cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
