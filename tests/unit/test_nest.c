// Ranges that kernels read and write, as told from their bodies: closed forms, and against what the
// interpreter does with memory that is exactly as large, and an element too small.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "frontends/c/eval.h"
#include "frontends/c/kernels/nest.h"
#include "ir/base/text.h"

struct reading {
    struct arena *arena;
    struct diags diags;
    struct unit *unit;
    const struct nest *nest;
    struct function *function;
};

static struct reading read_nest(const char *source, const char *name)
{
    static const char *const paths[] = {"snippet.c"};
    struct reading r = {.arena = arena_open()};
    diags_open(&r.diags, r.arena);
    struct unit_request request = {.n_files = 1,
                                   .files = paths,
                                   .n_unsaved = 1,
                                   .unsaved_paths = paths,
                                   .unsaved_texts = &source};
    assert_true(unit_open(&r.unit, r.arena, &request, &r.diags));
    r.function = unit_find_function(r.unit, name);
    assert_non_null(r.function);
    r.nest = nest_of_function(r.arena, r.unit, r.function);
    return r;
}

static void done(struct reading *r)
{
    unit_close(r->unit);
    arena_close(r->arena);
}

static void describe(struct text *out, const struct reading *r, int root, enum access_mode mode)
{
    const struct nest *k = r->nest;
    const struct sym_replacement *values = nest_itself(r->arena, k);
    struct nest_extent x = nest_extent_of(k, k->syms, k->symbols.n, values, root, mode);
    if (!x.any) return;
    text_printf(out, "%s%s %s", out->n ? "\n" : "", mode == ACCESS_READ ? "reads" : "writes",
                k->roots.at[root].path);
    if (sym_kind(x.first) == SYM_UNKNOWN || sym_kind(x.end) == SYM_UNKNOWN)
        text_printf(out, " somewhere: %s",
                    sym_name(sym_kind(x.end) == SYM_UNKNOWN ? x.end : x.first));
    else
        text_printf(out, " [%s, %s)%s", sym_string(r->arena, x.first), sym_string(r->arena, x.end),
                    x.sure ? "" : " at most");
}

static const char *described(const struct reading *r)
{
    struct text out = {.arena = r->arena};
    if (r->nest->refused) return arena_printf(r->arena, "refused: %s", r->nest->refused);
    for (int i = 0; i < r->nest->roots.n; i++) {
        describe(&out, r, i, ACCESS_READ);
        describe(&out, r, i, ACCESS_WRITE);
    }
    return text_string(&out);
}

// What is read and written of a function `f`.
static void expect(const char *source, const char *expected)
{
    struct reading r = read_nest(source, "f");
    assert_string_equal(described(&r), expected);
    done(&r);
}

static void expect_flops(const char *source, const char *expected)
{
    struct reading r = read_nest(source, "f");
    assert_null(r.nest->refused);
    assert_string_equal(sym_string(r.arena, r.nest->flops.n), expected);
    done(&r);
}

// ---- loops

static void test_products(void **state)
{
    (void)state;
    expect("void f(float *out, const float *inp, int B, int T, int C) {"
           " for (int b = 0; b < B; b++) for (int t = 0; t < T; t++) {"
           "  const float *x = inp + b * T * C + t * C; float *y = out + (b * T + t) * C;"
           "  for (int i = 0; i < C; i++) y[i] = x[i] * 2; } }",
           "reads inp [0, B*C*T)\nwrites out [0, B*C*T)");
}

static void test_conditions(void **state)
{
    (void)state;
    expect("void f(float *x, int n, int V) { for (int i = 0; i < n; i++) if (i < V) x[i] = 0; }",
           "writes x [0, min(V, n))");
    expect("void f(float *x, const float *y, int n) {"
           " for (int i = 0; i < n; i++) if (y[i] > 0) x[i] = 0; }",
           "reads y [0, n)\nwrites x [0, n) at most");
    expect("void f(float *x, int n) { if (!x) return; for (int i = n - 1; i >= 0; --i) x[i] = 1; }",
           "writes x [0, n)");
    expect("void f(float *x, const int *at, int n) { for (int i = 0; i < n; i++) x[at[i]] = 1; }",
           "writes x somewhere: it depends on a number read from `at`\nreads at [0, n)");
}

static void test_fields(void **state)
{
    (void)state;
    expect("struct layer { float *w, *b; int n, m; };"
           "void f(const struct layer *l, float *out, const float *in) {"
           " for (int i = 0; i < l->m; i++) { out[i] = l->b[i];"
           "  for (int j = 0; j < l->n; j++) out[i] += l->w[i * l->n + j] * in[j]; } }",
           "reads l->b [0, l->m)\nreads out [0, l->m)\nwrites out [0, l->m)\n"
           "reads l->w [0, l->m*l->n)\nreads in [0, l->n)");
}

// Records that are passed and copied.
static void test_copies(void **state)
{
    (void)state;
    expect("struct m { int rows, cols; float *at; };"
           "static float get(struct m t, int i, int j) { return t.at[i * t.cols + j]; }"
           "void f(struct m a, struct m *b) { struct m c = *b; for (int i = 0; i < a.rows; i++)"
           " for (int j = 0; j < a.cols; j++) c.at[i * a.cols + j] = get(a, i, j); }",
           "reads a.at [0, a.cols*a.rows)\nwrites b->at [0, a.cols*a.rows)");
    expect("struct m { int n; float *at; };"
           "void f(struct m *a) { struct m c = *a; c.n = 3; for (int i = 0; i < c.n; i++) c.at[i] "
           "= 0; }",
           "refused: a record is changed that is a copy, or was copied (line 1)");
}

static void test_what_is_refused(void **state)
{
    (void)state;
    expect("int printf(const char *, ...); void f(float *x) { printf(\"%f\", x[0]); }",
           "refused: a text (line 1)");
    expect("void f(float **rows, int n) { for (int i = 0; i < n; i++) rows[i][0] = 1; }",
           "refused: an access through a pointer that is not known (line 1)");
    expect("void f(float *x, int n) { again: x[n] = 1; if (n--) goto again; }",
           "refused: a jump (line 1)");
}

static void test_flops(void **state)
{
    (void)state;
    expect_flops("void f(float *o, const float *x, const float *w, int n, int d) {"
                 " for (int i = 0; i < d; i++) { float s = 0;"
                 "  for (int j = 0; j < n; j++) s += x[j] * w[i * n + j]; o[i] = s; } }",
                 "2*d*n");
    expect_flops("void f(float *x, int T) { for (int t = 0; t < T; t++)"
                 " for (int u = 0; u <= t; u++) x[t * T + u] *= 2; }",
                 "(T*(T + 1))/2");
    // A pointer that may be NULL, a way that an argument chooses, and ways that take the same.
    expect_flops("void f(float *x, const float *b, int n) {"
                 " for (int i = 0; i < n; i++) if (b) x[i] += b[i]; }",
                 "`b?`*n");
    expect_flops("void f(float *x, int n, int twice) { for (int i = 0; i < n; i++) {"
                 " if (twice > 0) x[i] = x[i] * 2 + x[i]; else x[i] *= 3; } }",
                 "n*(`[1 - twice >= 1]` + 2*`[twice >= 1]`)");
    expect_flops("void f(float *x, int n) { for (int i = 0; i < n; i++)"
                 " x[i] = x[i] > 0 ? x[i] * 2 : x[i] / 2; }",
                 "n");
}

// ---- against the interpreter

#define MAX_PARAMETERS 16
#define ROUNDS 12

struct trial {
    struct reading *reading;
    struct sym_replacement *values;
    int64_t numbers[MAX_PARAMETERS];
    // Of pointers, in bytes; an end of -1: not known.
    int64_t first[MAX_PARAMETERS], end[MAX_PARAMETERS], unit[MAX_PARAMETERS];
    bool sure[MAX_PARAMETERS];
};

static uint64_t random_state = 1;

static int64_t draw(int64_t low, int64_t high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (int64_t)(random_state >> 33) % (high - low + 1);
}

static const int64_t unknown_bytes = 1 << 16;

static void take(struct trial *t, int parameter, const struct nest_extent *x)
{
    int64_t first, end;
    if (!x->any) return;
    if (!sym_is_const(x->first, &first) || !sym_is_const(x->end, &end)) {
        t->end[parameter] = -1;
        return;
    }
    if (t->end[parameter] < 0) return;
    bool none = t->end[parameter] == 0;
    bool sure = x->sure && (none || t->sure[parameter]);
    t->unit[parameter] = x->unit;
    first *= x->unit, end *= x->unit;
    if (none || first < t->first[parameter]) t->first[parameter] = first;
    if (end > t->end[parameter]) t->end[parameter] = end;
    t->sure[parameter] = sure;
}

static int parameter_of(const struct function *f, const struct variable *v)
{
    int i = 0;
    while (i < f->n_parameters && f->parameters[i] != v) i++;
    return i;
}

// Random sizes, and what is predicted with them; false where they make a size below 0.
static bool predict(struct trial *t)
{
    const struct nest *k = t->reading->nest;
    const struct function *f = t->reading->function;
    for (int i = 0; i < f->n_parameters; i++) {
        const char *name = f->parameters[i]->name;
        t->numbers[i] = draw(name[strlen(name) - 1] == '_' ? 0 : 1, 6);
        t->first[i] = t->end[i] = 0;
        t->sure[i] = false;
    }
    for (int i = 0; i < k->symbols.n; i++) {
        const struct nest_symbol *s = &k->symbols.at[i];
        int64_t value = s->kind == NEST_GIVEN ? 1 : 0;
        if (s->kind == NEST_VARIABLE) value = t->numbers[parameter_of(f, s->variable)];
        if (s->kind == NEST_QUOTIENT &&
            (!sym_is_const(sym_carry(k->syms, s->definition, i, t->values), &value) || value < 0))
            return false;
        if (s->kind == NEST_TRUTH)
            value =
                sym_is_const(sym_carry(k->syms, s->definition, i, t->values), &value) && value >= 1;
        t->values[i] = (struct sym_replacement){s->var, sym_const(k->syms, value)};
    }
    for (int root = 0; root < k->roots.n; root++) {
        const struct nest_root *r = &k->roots.at[root];
        if (r->kind != ROOT_PARAMETER) continue;
        for (int mode = ACCESS_READ; mode <= ACCESS_WRITE; mode++) {
            struct nest_extent x =
                nest_extent_of(k, k->syms, k->symbols.n, t->values, root, (enum access_mode)mode);
            take(t, parameter_of(f, r->variable), &x);
        }
    }
    return true;
}

// Runs the kernel with memory from [first, end) of each pointer on; does it stay inside?
static bool stays(const struct trial *t, int shorter, int64_t first_by, int64_t end_by)
{
    const struct function *f = t->reading->function;
    struct arena *arena = arena_open_inside(t->reading->arena);
    struct diags diags;
    diags_open(&diags, arena);
    struct eval_request request = {.concrete = true};
    struct eval *e = eval_open(arena, t->reading->unit, NULL, &diags, &request);
    struct cvalue arguments[MAX_PARAMETERS];
    for (int i = 0; i < f->n_parameters; i++) {
        const struct ctype *type = f->parameters[i]->type;
        int64_t first = t->first[i], end = t->end[i];
        if (end < 0) first = 0, end = unknown_bytes;
        if (i == shorter) first += first_by, end -= end_by;
        if (type->kind == CTYPE_POINTER) {
            arguments[i] = eval_allocate(e, end > first ? end - first : 0, type, "memory");
            arguments[i].pointer.offset -= first;
        } else {
            arguments[i] =
                type->kind == CTYPE_FLOAT ? cvalue_float(type, 1) : cvalue_int(type, t->numbers[i]);
        }
    }
    struct eval_outcome o = eval_run(e, t->reading->function, f->n_parameters, arguments);
    bool stays = o.end == EVAL_RETURNED;
    if (!stays && o.end != EVAL_FAULT) fail_msg("%s: %s", f->name, o.reason);
    eval_close(e);
    arena_close(arena);
    return stays;
}

static void explain(const struct trial *t, const char *what, int parameter)
{
    const struct function *f = t->reading->function;
    print_error("%s: %s (%s)\n%s\n", f->name, what,
                parameter < 0 ? "" : f->parameters[parameter]->name, described(t->reading));
    for (int i = 0; i < f->n_parameters; i++)
        if (f->parameters[i]->type->kind == CTYPE_POINTER)
            print_error("  %s: bytes %lld to %lld%s\n", f->parameters[i]->name,
                        (long long)t->first[i], (long long)t->end[i], t->sure[i] ? "" : " at most");
        else
            print_error("  %s = %lld\n", f->parameters[i]->name, (long long)t->numbers[i]);
    fail();
}

static int hold(struct trial *t)
{
    const struct function *f = t->reading->function;
    int n_exact = 0;
    if (!predict(t)) return 0;
    if (!stays(t, -1, 0, 0)) explain(t, "touches more than was predicted", -1);
    for (int i = 0; i < f->n_parameters; i++) {
        if (!t->sure[i] || t->end[i] <= t->first[i]) continue;
        n_exact++;
        if (stays(t, i, 0, t->unit[i])) explain(t, "does not reach the end", i);
        if (stays(t, i, t->unit[i], 0)) explain(t, "does not reach the beginning", i);
    }
    return n_exact;
}

static void test_kernels_on_random_sizes(void **state)
{
    (void)state;
    static const char *const paths[] = {"tests/unit/nest_kernels.c"};
    struct reading r = {.arena = arena_open()};
    struct unit_request request = {.n_files = 1, .files = paths};
    int n_kernels = 0;
    diags_open(&r.diags, r.arena);
    assert_true(unit_open(&r.unit, r.arena, &request, &r.diags));
    for (int i = 0; i < unit_n_functions(r.unit); i++) {
        if (!unit_function_has_body(r.unit, i)) continue;
        r.function = unit_function(r.unit, i);
        if (strncmp(r.function->name, "inside_", 7) == 0) continue;
        r.nest = nest_of_function(r.arena, r.unit, r.function);
        if (r.nest->refused) fail_msg("%s: %s", r.function->name, r.nest->refused);
        struct trial t = {.reading = &r};
        t.values = arena_array(r.arena, struct sym_replacement, r.nest->symbols.n + 1);
        int n_exact = 0;
        for (int k = 0; k < ROUNDS; k++) n_exact += hold(&t);
        // What is predicted is of use only if most of it is exact.
        bool inexact = strncmp(r.function->name, "inexact_", 8) == 0;
        if (!inexact && n_exact < ROUNDS) explain(&t, "too little is exact", -1);
        n_kernels++;
    }
    assert_true(n_kernels > 25);
    done(&r);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        FILE *f = fopen(argv[1], "r");
        static char text[1 << 20];
        text[fread(text, 1, sizeof text - 1, f)] = 0;
        fclose(f);
        struct reading r = read_nest(text, "main");
        for (int i = 0; i < unit_n_functions(r.unit); i++) {
            if (!unit_function_has_body(r.unit, i)) continue;
            r.function = unit_function(r.unit, i);
            r.nest = nest_of_function(r.arena, r.unit, r.function);
            printf("== %s: flops %s%s\n%s\n", r.function->name,
                   sym_string(r.arena, r.nest->flops.n), r.nest->flops.exact ? "" : " at most",
                   described(&r));
        }
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_flops),
        cmocka_unit_test(test_kernels_on_random_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
