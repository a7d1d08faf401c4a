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

// ---- more expressions

static void test_literals(void **state)
{
    (void)state;
    expect("void f(void) { 017; 0x1fUL; 'a'; '\\n'; L'x'; 1.5f; 1e3; 0x1p-2; 1.1L; 255u; 1ll; }",
           "  15\n  31:unsigned long\n  97\n  10\n  120\n  1.5:float\n  1000:double\n"
           "  0.25:double\n  1.10000000000000000002:long double\n  255:unsigned int\n"
           "  1:long long");
}

static void test_strings(void **state)
{
    (void)state;
    expect("const void *f(void) { \"a\\0b\" \"\\377\\x41\"; L\"a\\x1234\"; u\"b\"; u8\"\\u00e9\";"
           " return __func__; }",
           "  (decay \"a\\000b\\377A\\000\")\n"
           "  (decay \"a\\000\\000\\0004\\022\\000\\000\\000\\000\\000\\000\")\n"
           "  (decay \"b\\000\\000\\000\")\n"
           "  (decay \"\\303\\251\\000\")\n"
           "  return (convert [const void *] (decay \"f\\000\"))");
}

static void test_operators(void **state)
{
    (void)state;
    expect("int f(int a, int *p, unsigned char c) { a = -a + ~a; a = !p && a || c; a = (a, 2);\n"
           "a = a ? 1 : a ?: 3; p = a ? p : 0; ++*p; p--; return +c << a; }",
           "  (assign a (+ (neg (load a)) (~ (load a))))\n"
           "  (assign a (|| (&& (! (load p)) (load a)) (convert [int] (load c))))\n"
           "  (assign a (comma (load a) 2))\n"
           "  (assign a (?: (load a) 1 (?: (load a) 3)))\n"
           "  (assign p (?: (load a) (load p) (convert [int *] 0)))\n"
           "  (++ (deref (load p)))\n"
           "  (post-- p)\n"
           "  return (<< (plus (convert [int] (load c))) (load a))");
}

static void test_narrow_bit_field_shifts_as_int(void **state)
{
    (void)state;
    expect("struct s { unsigned a : 5; unsigned long b : 40; } v; void f(void) { v.a <<= 1; v.b "
           "<<= 1; }",
           "  (<<= [int] (member a@0 bits 0..4 v) 1)\n"
           "  (<<= [unsigned long] (member b@0 bits 5..44 v) 1)");
}

static void test_calls(void **state)
{
    (void)state;
    expect(
        "int g(), printf(const char *, ...); typedef int (*fn)(int); struct s { fn hook; } s;\n"
        "int f(fn h, int k(int), float x) { printf(\"\", x); s.hook(1); (*h)(2); (**h)(3); k(4);\n"
        "h = &f; h = f; g(x); return (&g)(1); }",
        "  (call (decay printf) (decay \"\\000\") (convert [double] (load x)))\n"
        "  (call (load (member hook@0 s)) 1)\n"
        "  (call (load h) 2)\n"
        "  (call (load h) 3)\n"
        "  (call (load k) 4)\n"
        "  (assign h (convert [int (int) *] (decay f)))\n"
        "  (assign h (convert [int (int) *] (decay f)))\n"
        "  (call (decay g) (convert [double] (load x)))\n"
        "  return (call (decay g) 1)");
}

static void test_parameters_are_adjusted(void **state)
{
    (void)state;
    expect(
        "int f(int a[10], const int b[][3], int argc) { a++; a = &a[argc]; return b[1][2] + *a + "
        "sizeof a; }",
        "  (post++ a)\n"
        "  (assign a (address (deref (index (load a) (load argc)))))\n"
        "  return (convert [int] (+ (convert [unsigned long] (+ (load (deref (index (decay (deref "
        "(index (load b) 1))) 2))) (load (deref (load a))))) 8:unsigned long))");
}

static void test_varargs(void **state)
{
    (void)state;
    expect(
        "#include <stdarg.h>\nvoid *f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a);\n"
        "int i = va_arg(a, int); void *p = va_arg(b, void *); va_end(a); return p; }",
        "  declare struct __va_list_tag[1] a\n"
        "  declare struct __va_list_tag[1] b\n"
        "  (va_start (decay a))\n"
        "  (va_copy (decay b) (decay a))\n"
        "  declare int i = {0 int: (va_arg [int] (decay a))}\n"
        "  declare void * p = {0 void *: (va_arg [void *] (decay b))}\n"
        "  (va_end (decay a))\n"
        "  return (load p)");
}

static void test_sizes(void **state)
{
    (void)state;
    expect(
        "#include <stddef.h>\nstruct s { char c; double d[4]; };\n"
        "void f(int n) { sizeof(struct s); sizeof n; _Alignof(double); offsetof(struct s, d[2]);\n"
        "offsetof(struct s, d[n]); sizeof \"abc\"; }",
        "  40:unsigned long\n  4:unsigned long\n  8:unsigned long\n  24:unsigned long\n"
        "  (+ 8:unsigned long (* (convert [unsigned long] (load n)) "
        "8:unsigned long))\n  4:unsigned long");
}

static void test_generic(void **state)
{
    (void)state;
    expect(
        "#define KIND(x) _Generic((x), int: 1, const float: 7, float: 2, char *: 3, default: 4)\n"
        "void f(float x, const int n, char *s, unsigned long u) { KIND(x); KIND(n); KIND(s);"
        " KIND(u); _Generic(x, int: s, float: n); }",
        "  2\n  1\n  3\n  4\n  (load n)");
}

static void test_statement_expression(void **state)
{
    (void)state;
    expect("int f(int a) { return ({ int b = a; b + 1; }); }",
           "  return (statement \n"
           "  block\n"
           "    declare int b = {0 int: (load a)}\n"
           "    (+ (load b) 1))");
}

static void test_builtins(void **state)
{
    (void)state;
    expect("void f(long n) { __builtin_expect(n, 1); __builtin_constant_p(3); "
           "__builtin_constant_p(n);\n"
           "__builtin_types_compatible_p(int, int); __builtin_choose_expr(0, 1, 2.0); __LINE__; }",
           "  (load n)\n  1\n  0\n  1\n  2:double\n  2");
}

static void test_atomics(void **state)
{
    (void)state;
    expect("#include <stdatomic.h>\nint f(atomic_int *a, int *b) { atomic_store(a, 1); "
           "atomic_fetch_add(a, 2);"
           " __atomic_add_fetch(b, 3, __ATOMIC_SEQ_CST); return atomic_load(a); }",
           "  (convert [void] (assign (deref (load a)) 1))\n"
           "  (statement \n"
           "  block\n"
           "    (assign $2 (load (deref (load a))))\n"
           "    (+= [int] (deref (load a)) 2)\n"
           "    (load $2))\n"
           "  (+= [int] (deref (load b)) 3)\n"
           "  return (load (deref (load a)))");
}

static void test_variable_arrays(void **state)
{
    (void)state;
    expect("unsigned long f(int n, int m, float a[n][m]) { int x[n][3]; float (*p)[m] = a;\n"
           "typedef char row[m]; row r; return sizeof x + sizeof(row) + sizeof(double[n][m]); }",
           "  declare float[m] * a [(load m)]\n"
           "  declare int[n][3] x [(load n)]\n"
           "  declare float[m] * p [(load m)] = {0 float[m] *: (convert [float[m] *] (load a))}\n"
           "  declare char[m] $5 [(load m)]\n"
           "  declare char[m] r\n"
           "  return (+ (+ (sizeof x) (sizeof $5)) (sizeof (load n) (load m)))");
}

static void test_unsupported_is_a_hole(void **state)
{
    (void)state;
    expect("void g(int *); int f(int n) { __asm__(\"nop\" : \"=r\"(n)); "
           "__attribute__((cleanup(g))) int k; _Float16 w = n; n = w * 2; return n; }",
           "  (hole \"assembly\" n)\n"
           "  declare int k cleanup (call (decay g) (address k))\n"
           "  declare _Float16 w = {0 _Float16: (hole \"a value of type _Float16\" (load n))}\n"
           "  (assign n (convert [int] (hole \"an operator on _Float16\")))\n"
           "  return (load n)");
}

static void test_numbers_of_two_parts(void **state)
{
    (void)state;
    expect("int f(int n) { __int128 w = n; n = w * 2; double _Complex z = 2.0i; z += n; "
           "return __imag__ z; }",
           "  declare __int128 w = {0 __int128: (convert [__int128] (load n))}\n"
           "  (assign n (convert [int] (* (load w) (convert [__int128] 2))))\n"
           "  declare _Complex double z = {0 _Complex double: (imaginary 2:double)}\n"
           "  (+= [_Complex double] z (convert [double] (load n)))\n"
           "  return (convert [int] (load (member imaginary@8 z)))");
}

// ---- initialisers

static void test_brace_elision(void **state)
{
    (void)state;
    expect("struct p { int x, y; }; struct q { struct p a[2]; char s[4]; int n; };\n"
           "void f(void) { struct q v = { 1, 2, 3, 4, \"ab\", 5 }; int m[][2] = { 1, 2, { 3 } }; }",
           "  declare struct q v = {0 int: 1, 4 int: 2, 8 int: 3, 12 int: 4, "
           "16 char[4]: \"ab\\000\", 20 int: 5}\n"
           "  declare int[2][2] m = {0 int: 1, 4 int: 2, 8 int: 3}");
}

static void test_designators(void **state)
{
    (void)state;
    expect(
        "struct p { int x, y; }; struct q { struct p a[2]; int n; union { int i; float g; }; };\n"
        "void f(struct p k) { struct q v = { .n = 1, .a[1].x = 2, 3, 4, .g = 5, .a = { [1] = k } };"
        " int r[8] = { [2 ... 5] = 7, 1, [0] = 9 }; }",
        "  declare struct q v = {16 int: 1, 8 int: 2, 12 int: 3, 16 int: 4, "
        "20 float: (convert [float] 5), 0 struct p[2]: zero, 8 struct p: zero, "
        "8 struct p: (load k)}\n"
        "  declare int[8] r = {8 x 4 int: 7, 24 int: 1, 0 int: 9}");
}

static void test_override_of_a_union(void **state)
{
    (void)state;
    expect("union u { struct { int a, b; } s; char c[16]; };\n"
           "void f(void) { union u v = { .s.a = 1, .s.b = 2, .c[3] = 'x' }, w = { 3 }; }",
           "  declare union u v = {0 int: 1, 4 int: 2, 0 union u: zero, 3 char: 120:char}\n"
           "  declare union u w = {0 int: 3}");
}

static void test_bit_fields_in_lists(void **state)
{
    (void)state;
    expect("struct s { unsigned a : 3, : 5, b : 4; int : 0; int c; };\n"
           "void f(void) { struct s v = { 1, 2, 3 }; }",
           "  declare struct s v = {0 bits 0..2 unsigned int: 1:unsigned int, "
           "0 bits 8..11 unsigned int: 2:unsigned int, 4 int: 3}");
}

static void test_compound_literals(void **state)
{
    (void)state;
    expect("struct p { int x, y; }; void g(struct p *);\n"
           "void f(int n) { g(&(struct p){ .y = n }); int *q = (int[]){ 1, n }; struct p v = "
           "(struct p){ 2 }; }",
           "  (call (decay g) (address (compound [struct p] $1 = {4 int: (load n)})))\n"
           "  declare int * q = {0 int *: (decay (compound [int[2]] $3 = {0 int: 1, 4 int: (load "
           "n)}))}\n"
           "  declare struct p v = {0 struct p: (load (compound [struct p] $5 = {0 int: 2}))}");
}

// The bytes of the first variable of a program, whose list is long.
static void check_table(const char *declaration, const char *list, int64_t n, const void *bytes)
{
    struct text source = {.arena = arena_open()};
    text_printf(&source, "%s = {", declaration);
    text_add(&source, list);
    struct reading r = read_source(text_string(&source));
    const struct initializer *init = unit_global_init(r.unit, unit_global(r.unit, 0));
    assert_null(init->opaque);
    assert_int_equal(init->n, 1);
    const struct ast *value = init->stores[0].value;
    assert_int_equal(value->kind, AST_STRING);
    assert_int_equal(value->string.length, n);
    assert_memory_equal(value->string.bytes, bytes, (size_t)n);
    done(&r);
    arena_close(source.arena);
}

static void test_long_tables_are_read(void **state)
{
    (void)state;
    struct text list = {.arena = arena_open()};
    int16_t all[3][3000] = {0};
    text_add(&list, "// in rows\n{0x7fff, -2 /* minus two */, 0b11, 017, 65535u, - -5L,\n},\n");
    const int16_t first[] = {0x7fff, -2, 3, 15, -1, 5};
    memcpy(all[0], first, sizeof first);
    for (int i = 0; i < 3000; i++) text_printf(&list, "%d,", all[1][i] = (int16_t)(7 * i));
    text_add(&list, "{");
    for (int i = 0; i < 3000; i++)
        text_printf(&list, "%s%d", i ? ", " : "", all[2][i] = (int16_t)-i);
    text_add(&list, "}};");
    for (int i = 0; i < 200; i++) text_add(&list, "\n");
    check_table("short table[3][3000]", text_string(&list), sizeof all, all);
    arena_close(list.arena);
}

static void test_long_lists_are_opaque(void **state)
{
    (void)state;
    struct text source = {.arena = arena_open()};
    text_add(&source, "const float weights[] = {");
    for (int i = 0; i < 5000; i++) text_printf(&source, "%d,", i % 100);
    text_add(&source,
             "}; int zeros[100000] = { 1 }; void f(void) { struct { int n; float w[5000]; } s"
             " = { 1, {");
    for (int i = 0; i < 5000; i++) text_add(&source, "1,");
    text_add(&source, "} }; }");
    struct reading r = read_source(text_string(&source));
    const struct initializer *long_one = unit_global_init(r.unit, unit_global(r.unit, 0));
    assert_string_equal(long_one->opaque, "a list of 5000 numbers of type float");
    const struct initializer *zeros = unit_global_init(r.unit, unit_global(r.unit, 1));
    assert_null(zeros->opaque);
    assert_int_equal(zeros->n, 1);
    const struct ast *body = unit_body(r.unit, unit_find_function(r.unit, "f"));
    assert_non_null(strstr(ast_string(r.arena, body),
                           "4 float[5000]: (hole \"a list of 5000 numbers of type float\")"));
    done(&r);
    arena_close(source.arena);
}

// ---- objects of the unit

static void test_statics_and_globals(void **state)
{
    (void)state;
    struct reading r =
        read_source("extern int a[]; int a[3] = { 1 }; static int b; int b2 = 2;\n"
                    "int f(void) { static int calls = 5; extern int elsewhere;\n"
                    "return calls++ + elsewhere + a[0] + b; } int late; int late = 7;");
    assert_string_equal(ast_string(r.arena, unit_body(r.unit, unit_find_function(r.unit, "f"))),
                        "block\n  return (+ (+ (+ (post++ calls) (load elsewhere)) "
                        "(load (deref (index (decay a) 0)))) (load b))");
    const char *const names[] = {"a", "b", "b2", "late", "calls", "elsewhere"};
    const enum variable_storage storages[] = {VARIABLE_GLOBAL, VARIABLE_GLOBAL, VARIABLE_GLOBAL,
                                              VARIABLE_GLOBAL, VARIABLE_STATIC, VARIABLE_EXTERN};
    assert_int_equal(unit_n_globals(r.unit), 6);
    for (int i = 0; i < 6; i++) {
        const struct variable *variable = unit_global(r.unit, i);
        assert_string_equal(variable->name, names[i]);
        assert_int_equal(variable->storage, storages[i]);
        assert_int_equal(variable->slot, i);
    }
    assert_int_equal(unit_global(r.unit, 0)->type->count, 3);
    assert_int_equal(unit_global_init(r.unit, unit_global(r.unit, 3))->n, 1);
    assert_null(unit_global_init(r.unit, unit_global(r.unit, 1)));
    done(&r);
}

static void test_types(void **state)
{
    (void)state;
    struct reading r = read_source("struct __attribute__((packed)) s { char c; int i; struct { "
                                   "short a, b; }; struct s *next;\n"
                                   "int bits : 7; }; typedef struct { int n; } named; enum e { A } "
                                   "e; struct s *p; const int *q;");
    const struct ctype *s = unit_type(r.unit, "struct s");
    assert_non_null(s);
    assert_int_equal(s->size, 18);
    assert_int_equal(s->n_fields, 5);
    assert_int_equal(s->fields[1].offset, 1);
    assert_true(s->fields[2].anonymous);
    assert_ptr_equal(s->fields[3].type->element, s);
    assert_int_equal(s->fields[4].bit_width, 7);
    assert_ptr_equal(unit_global(r.unit, 1)->type, unit_pointer_to(r.unit, s));
    assert_true(unit_global(r.unit, 2)->type->pointee_const);
    assert_non_null(unit_type(r.unit, "named"));
    assert_ptr_equal(unit_type(r.unit, "int"), unit_types(r.unit)->int_);
    assert_null(unit_type(r.unit, "struct t"));
    done(&r);
}

static void test_two_anonymous_members_differ(void **state)
{
    (void)state;
    expect(
        "struct s { struct { int a; }; struct { int b; }; };\n"
        "int f(struct s *p) { return p->a + p->b; }",
        "  return (+ (load (member a@0 (deref (load p)))) (load (member b@4 (deref (load p)))))");
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
        cmocka_unit_test(test_literals),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_operators),
        cmocka_unit_test(test_narrow_bit_field_shifts_as_int),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_parameters_are_adjusted),
        cmocka_unit_test(test_varargs),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_generic),
        cmocka_unit_test(test_statement_expression),
        cmocka_unit_test(test_builtins),
        cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_variable_arrays),
        cmocka_unit_test(test_unsupported_is_a_hole),
        cmocka_unit_test(test_numbers_of_two_parts),
        cmocka_unit_test(test_brace_elision),
        cmocka_unit_test(test_designators),
        cmocka_unit_test(test_override_of_a_union),
        cmocka_unit_test(test_bit_fields_in_lists),
        cmocka_unit_test(test_compound_literals),
        cmocka_unit_test(test_long_tables_are_read),
        cmocka_unit_test(test_long_lists_are_opaque),
        cmocka_unit_test(test_statics_and_globals),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_two_anonymous_members_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
