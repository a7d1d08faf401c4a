// The lowering, one golden dump a construct. A source is given as an editor
// would give it, as an unsaved buffer; the dump is that of one function's body.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "frontends/c/unit.h"

struct reading {
    struct arena *arena;
    struct diags diags;
    struct unit *unit;
    bool read;
};

static struct reading read_source(const char *source)
{
    static const char *const paths[] = {"snippet.c"};
    struct reading r = {.arena = arena_open()};
    diags_open(&r.diags, r.arena);
    struct unit_request request = {.n_files = 1,
                                   .files = paths,
                                   .n_unsaved = 1,
                                   .unsaved_paths = paths,
                                   .unsaved_texts = &source};
    r.read = unit_open(&r.unit, r.arena, &request, &r.diags);
    return r;
}

static void done(struct reading *r)
{
    unit_close(r->unit);
    arena_close(r->arena);
}

static void expect_body(const char *source, const char *function, const char *expected)
{
    struct reading r = read_source(source);
    assert_true(r.read);
    struct function *found = unit_find_function(r.unit, function);
    assert_non_null(found);
    assert_string_equal(ast_string(r.arena, unit_body(r.unit, found)), expected);
    done(&r);
}

// The body of `f` without the line of its block.
static void expect(const char *source, const char *expected)
{
    char whole[8192];
    snprintf(whole, sizeof whole, "block\n%s", expected);
    expect_body(source, "f", whole);
}

// ---- statements

static void test_loops_and_jumps(void **state)
{
    (void)state;
    expect("void f(int n) { while (n) { if (n > 2) break; else continue; } do n--; while (n); }",
           "  while (load n)\n"
           "    block\n"
           "      if (> (load n) 2)\n"
           "        break\n"
           "      else\n"
           "        continue\n"
           "  do while (load n)\n"
           "    (post-- n)");
}

static void test_for_parts(void **state)
{
    (void)state;
    expect("void f(int i) { for (; i < 3;) ; for (;; i++) break; for (i = 0;;) break; for (;;) ; }",
           "  for\n    while (< (load i) 3)\n    empty\n"
           "  for\n    step (post++ i)\n    break\n"
           "  for\n    init \n      (assign i 0)\n    break\n"
           "  for\n    empty");
}

static void test_for_from_macros(void **state)
{
    (void)state;
    expect("#define UPTO(i, n) for (; i < n;)\n#define RANGE(i, n) ; i < n; \n"
           "void f(int i) { char *s = \"for (\"; UPTO(i, 3) i++; for (RANGE(i, 9)) i++; }",
           "  declare char * s = {0 char *: (decay \"for (\\000\")}\n"
           "  for\n    while (< (load i) 3)\n    (post++ i)\n"
           "  for\n    while (< (load i) 9)\n    (post++ i)");
}

static void test_for_declares_several(void **state)
{
    (void)state;
    expect("void f(void) { for (int i = 0, j = 9; i < j; i++) ; }",
           "  block\n"
           "    declare int i = {0 int: 0}\n"
           "    declare int j = {0 int: 9}\n"
           "    for\n"
           "      while (< (load i) (load j))\n"
           "      step (post++ i)\n"
           "      empty");
}

static void test_switch(void **state)
{
    (void)state;
    expect("enum e { A = 4, B };\n"
           "int f(int n) { switch (n) { case A: case B + 1: n = 0; break; case 8 ... 9: return 1;\n"
           "default: ; } return n; }",
           "  switch (load n)\n"
           "    block\n"
           "      case 4\n"
           "        case 6\n"
           "          (assign n 0)\n"
           "      break\n"
           "      case 8 .. 9\n"
           "        return 1\n"
           "      default\n"
           "        empty\n"
           "  return (load n)");
}

static void test_goto(void **state)
{
    (void)state;
    expect("void f(int n) { again: if (n) goto done; n = 1; goto again; done: ; }",
           "  label again\n"
           "    if (load n)\n"
           "      goto done\n"
           "  (assign n 1)\n"
           "  goto again\n"
           "  label done\n"
           "    empty");
}

// ---- expressions

static void test_conversions(void **state)
{
    (void)state;
    expect("long f(char c, unsigned u, float x) { return c + u * x; }",
           "  return (convert [long] (+ (convert [float] (convert [int] (load c))) "
           "(* (convert [float] (load u)) (load x))))");
}

static void test_compound_assignment_computes_in(void **state)
{
    (void)state;
    expect("void f(char c, float x, int *p) { c += 1.5; c <<= 2L; x *= 2; p += 3; p -= c; }",
           "  (+= [double] c 1.5:double)\n"
           "  (<<= [int] c 2:long)\n"
           "  (*= [float] x (convert [float] 2))\n"
           "  (+= [int *] p 3)\n"
           "  (-= [int *] p (convert [int] (load c)))");
}

static void test_pointers_and_members(void **state)
{
    (void)state;
    expect("struct s { int a; struct { int b, c[4]; }; unsigned d : 3, e : 5; };\n"
           "long f(struct s *p, int *q) { (*p).b = p->c[1]; p->e = p->d; return q - &p[2].a; }",
           "  (assign (member b@4 (deref (load p))) "
           "(load (deref (index (decay (member c@8 (deref (load p)))) 1))))\n"
           "  (assign (member e@24 bits 3..7 (deref (load p))) "
           "(load (member d@24 bits 0..2 (deref (load p)))))\n"
           "  return (diff (load q) (address (member a@0 (deref (index (load p) 2)))))");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loops_and_jumps),
        cmocka_unit_test(test_for_parts),
        cmocka_unit_test(test_for_from_macros),
        cmocka_unit_test(test_for_declares_several),
        cmocka_unit_test(test_switch),
        cmocka_unit_test(test_goto),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_compound_assignment_computes_in),
        cmocka_unit_test(test_pointers_and_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
