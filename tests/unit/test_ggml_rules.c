// ggml's functions: the table, versions, parameters, and conditions on symbols. What they make of
// numbers is held against the library by tests/oracle/oracle_ggml_ops.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>
#include "frontends/ggml/layout.h"
#include "frontends/ggml/make.h"

struct fixture {
    struct arena *arena;
    struct syms *syms;
    struct ggml_state state;
};

static int open_fixture(void **state)
{
    struct arena *arena = arena_open();
    struct fixture *f = arena_new(arena, struct fixture);
    f->arena = arena;
    f->syms = syms_open(arena);
    f->state.version = 21;
    *state = f;
    return 0;
}

static int close_fixture(void **state)
{
    arena_close(((struct fixture *)*state)->arena);
    return 0;
}

static const struct sym *number(struct fixture *f, int64_t n)
{
    return sym_const(f->syms, n);
}

static struct ggml_call *call(struct fixture *f, const char *name)
{
    struct ggml_call *c = arena_new(f->arena, struct ggml_call);
    c->arena = f->arena;
    c->syms = f->syms;
    c->state = &f->state;
    c->function = ggml_function_find(name, f->state.version);
    assert_non_null(c->function);
    return c;
}

static void give_number(struct fixture *f, struct ggml_call *c, const char *text)
{
    const struct sym *sym = sym_parse(f->syms, text, NULL);
    int64_t value = 0;
    bool known = sym_is_const(sym, &value);
    c->numbers[c->n_numbers++] = (struct call_number){sym, (double)value, known};
}

static void give_float(struct ggml_call *c, double value)
{
    c->numbers[c->n_numbers++] = (struct call_number){NULL, value, true};
}

// "n_embd", 8, ...: sizes as text, NULL for those that are 1.
static struct ggml_tensor *tensor(struct fixture *f, enum dtype type, const char *n0,
                                  const char *n1)
{
    struct ggml_call *c = call(f, "ggml_new_tensor_2d");
    const struct sym *one = number(f, 1);
    const struct sym *sizes[] = {n0 ? sym_parse(f->syms, n0, NULL) : one,
                                 n1 ? sym_parse(f->syms, n1, NULL) : one, one, one};
    return tensor_new(c, type, sizes);
}

static struct ggml_call *binary(struct fixture *f, const char *name, struct ggml_tensor *a,
                                struct ggml_tensor *b)
{
    struct ggml_call *c = call(f, name);
    c->in[0] = a;
    c->in[1] = b;
    c->n_in = 2;
    return c;
}

// ---- the table

static void test_order_of_the_table(void **state)
{
    (void)state;
    const struct ggml_function *f;
    int n = ggml_functions(&f);
    assert_true(n >= 236);
    for (int i = 1; i < n; i++) {
        int order = strcmp(f[i - 1].name, f[i].name);
        assert_true(order <= 0);
        if (order == 0) assert_true(f[i - 1].until && f[i - 1].until <= f[i].since);
    }
}

static void test_every_function_is_found(void **state)
{
    (void)state;
    const struct ggml_function *f;
    int n = ggml_functions(&f);
    for (int i = 0; i < n; i++) {
        int version = f[i].until ? f[i].until - 1 : 25;
        assert_ptr_equal(ggml_function_find(f[i].name, version), &f[i]);
        assert_non_null(ggml_function_find(f[i].name, 0));
        int n_parameters = (int)strlen(f[i].letters) + !f[i].no_context;
        assert_ptr_equal(ggml_function_of(f[i].name, n_parameters, version), &f[i]);
    }
    assert_null(ggml_function_find("ggml_no_such_function", 21));
    assert_null(ggml_function_find("ggml_clamp_inplace", 21));
    assert_non_null(ggml_function_find("ggml_clamp_inplace", 25));
    assert_null(ggml_function_find("ggml_dsv4_hc_pre", 15));
}

// ---- versions

static void test_clamp_is_a_view_until_25(void **state)
{
    struct fixture *f = *state;
    for (int version = 21; version <= 25; version += 4) {
        f->state.version = version;
        struct ggml_call *c = call(f, "ggml_clamp");
        c->in[c->n_in++] = tensor(f, DTYPE_F32, "8", "2");
        give_float(c, -1);
        give_float(c, 2);
        struct ggml_tensor *t = ggml_call_run(c);
        assert_int_equal(t->view_src != NULL, version == 21);
        assert_int_equal(ggml_op_in_place(GGML_OP_CLAMP, version), version == 25);
        assert_int_equal(t->params[1], 0x40000000);
    }
}

static void test_columns_of_a_convolution(void **state)
{
    struct fixture *f = *state;
    const enum dtype expected[] = {DTYPE_F32, DTYPE_F16, DTYPE_F16};
    const int versions[] = {15, 21, 25};
    for (int i = 0; i < 3; i++) {
        f->state.version = versions[i];
        struct ggml_call *c = binary(f, "ggml_conv_2d", tensor(f, DTYPE_F32, "3", "3"),
                                     tensor(f, DTYPE_F32, "8", "8"));
        const char *const window[] = {"1", "1", "1", "1", "1", "1"};
        for (int n = 0; n < 6; n++) give_number(f, c, window[n]);
        assert_non_null(ggml_call_run(c));
        assert_int_equal(c->made.at[0]->type, expected[i]);
    }
}

static void test_permute_through_int(void **state)
{
    struct fixture *f = *state;
    for (int version = 21; version <= 25; version += 4) {
        f->state.version = version;
        struct ggml_call *c = call(f, "ggml_permute");
        c->in[c->n_in++] = tensor(f, DTYPE_F32, "4294967298", "1");
        const char *const axes[] = {"1", "0", "2", "3"};
        for (int n = 0; n < 4; n++) give_number(f, c, axes[n]);
        assert_true(sym_is(ggml_call_run(c)->ne[1], version == 21 ? 2 : 4294967298));
    }
}

// whisper.cpp 1.5.0 has functions of the same names with other parameters.
static void test_found_by_the_number_of_parameters(void **state)
{
    (void)state;
    assert_string_equal(ggml_function_of("ggml_rope", 5, 21)->letters, "ttii");
    assert_string_equal(ggml_function_of("ggml_rope", 6, 21)->letters, "ttiii");
    assert_string_equal(ggml_function_of("ggml_set_param", 2, 15)->letters, "t");
    assert_false(ggml_function_of("ggml_set_param", 2, 15)->no_context);
    assert_null(ggml_function_of("ggml_rope", 9, 21));
}

// ---- conditions on symbols

static void test_product_of_symbols(void **state)
{
    struct fixture *f = *state;
    struct ggml_call *c = binary(f, "ggml_mul_mat", tensor(f, DTYPE_F32, "n_embd", "n_ff"),
                                 tensor(f, DTYPE_F32, "n_embd", "n_tokens"));
    struct ggml_tensor *t = ggml_call_run(c);
    assert_non_null(t);
    assert_null(c->open);
    assert_string_equal(sym_string(f->arena, t->ne[0]), "n_ff");
    assert_string_equal(sym_string(f->arena, ggml_tensor_bytes(f->syms, t)), "4*n_ff*n_tokens");
}

static void test_an_open_condition(void **state)
{
    struct fixture *f = *state;
    struct ggml_call *c = binary(f, "ggml_mul_mat", tensor(f, DTYPE_F32, "n_embd", "n_ff"),
                                 tensor(f, DTYPE_F32, "n_head", "n_tokens"));
    assert_non_null(ggml_call_run(c));
    assert_non_null(c->open);
    assert_string_equal(c->open->text, "ggml_can_mul_mat(a, b)");
    assert_int_equal(c->open->relation, CONDITION_EQUAL);
    assert_ptr_equal(c->open->a.tensor, c->in[0]);
    assert_int_equal(c->open->a.kind, SIDE_NE);
    assert_null(c->open->next);
}

// A size that differs from another whatever the symbol is.
static void test_a_refusal_for_all_values(void **state)
{
    struct fixture *f = *state;
    struct ggml_call *c = binary(f, "ggml_mul_mat", tensor(f, DTYPE_F32, "n_embd", "n_ff"),
                                 tensor(f, DTYPE_F32, "n_embd + 1", "n_tokens"));
    assert_null(ggml_call_run(c));
    assert_string_equal(c->refused->text, "ggml_can_mul_mat(a, b)");
    assert_int_equal(c->made.n, 0);
    assert_int_equal(f->state.tensors.n, 2);
}

// Contiguous only where the second dimension is 1.
static void test_layout_that_depends_on_a_size(void **state)
{
    struct fixture *f = *state;
    struct ggml_call *c = call(f, "ggml_transpose");
    c->in[c->n_in++] = tensor(f, DTYPE_F32, "n", "m");
    struct ggml_tensor *t = ggml_call_run(c);
    struct conditions all = ggml_layout_contiguous(f->syms, t, 0);
    assert_int_equal(all.verdict, VERDICT_OPEN);
    for (int i = 0; i < all.n; i++) {
        const struct sym *n = sym_var(f->syms, "n"), *one = number(f, 1);
        assert_ptr_equal(sym_substitute(f->syms, all.at[i].a.size, n, one),
                         sym_substitute(f->syms, all.at[i].b.size, n, one));
    }
}

static void test_view_past_the_end(void **state)
{
    struct fixture *f = *state;
    struct ggml_call *c = call(f, "ggml_view_1d");
    c->in[c->n_in++] = tensor(f, DTYPE_F32, "n_ctx", NULL);
    give_number(f, c, "n_tokens");
    give_number(f, c, "4*n_past");
    struct ggml_tensor *t = ggml_call_run(c);
    assert_ptr_equal(t->view_src, c->in[0]);
    assert_int_equal(c->open->relation, CONDITION_AT_MOST);
    assert_string_equal(sym_string(f->arena, c->open->a.size), "4*(n_past + n_tokens)");
    assert_string_equal(sym_string(f->arena, c->open->b.size), "4*n_ctx");
}

// ---- names and parameters

static void test_names_are_cut(void **state)
{
    struct fixture *f = *state;
    struct ggml_call *c = call(f, "ggml_cont");
    c->in[c->n_in++] = tensor(f, DTYPE_F32, "8", NULL);
    c->in[0]->name = "a name of fifty-nine characters that was given by the program";
    const char *name = ggml_call_run(c)->name;
    assert_int_equal(strlen(name), 63);
    c->name_bytes = 128;
    name = ggml_call_run(c)->name;
    assert_string_equal(name + strlen(name) - 7, " (cont)");
}

static void test_parameters_of_rope(void **state)
{
    struct fixture *f = *state;
    struct ggml_call *c =
        binary(f, "ggml_rope", tensor(f, DTYPE_F32, "64", "4"), tensor(f, DTYPE_I32, "1", NULL));
    give_number(f, c, "n_rot");
    give_number(f, c, "2");
    struct ggml_tensor *t = ggml_call_run(c);
    assert_int_equal(t->params[2], 2);
    assert_int_equal(t->params[5], 0x461c4000); // 10000.0f
    assert_int_equal(t->params_unknown, 1u << 1);
}

static void test_a_guess_is_told(void **state)
{
    struct fixture *f = *state;
    struct ggml_call *c =
        binary(f, "ggml_concat", tensor(f, DTYPE_F32, "8", NULL), tensor(f, DTYPE_F32, "8", NULL));
    give_number(f, c, "dim");
    assert_non_null(ggml_call_run(c));
    assert_int_equal(c->guessed, 0);
}

// ---- whatever is given

static const struct sym *any_size(struct fixture *f, uint32_t *random)
{
    static const int64_t sizes[] = {1, 1,  2,         4,         7,         32,
                                    0, -1, INT32_MAX, INT64_MAX, INT64_MIN, (int64_t)1 << 40};
    *random = *random * 1664525u + 1013904223u;
    uint32_t which = (*random >> 16) % 16;
    if (which == 14) return sym_var(f->syms, "n");
    if (which == 15) return sym_unknown(f->syms, "no reason");
    return number(f, sizes[which % 12]);
}

static struct ggml_tensor *any_tensor(struct fixture *f, uint32_t *random)
{
    static const enum dtype types[] = {DTYPE_F32, DTYPE_F32, DTYPE_F32,
                                       DTYPE_F16, DTYPE_I32, DTYPE_Q4_0};
    struct ggml_tensor *t = arena_new(f->arena, struct ggml_tensor);
    *random = *random * 1664525u + 1013904223u;
    t->type = types[(*random >> 16) % 6];
    t->name = "";
    for (int i = 0; i < GGML_DIMS; i++) {
        t->ne[i] = any_size(f, random);
        t->nb[i] = any_size(f, random);
    }
    t->src[0] = t;
    return t;
}

static void give_anything(struct fixture *f, struct ggml_call *c, uint32_t *random)
{
    static const double reals[] = {0, 1, -1, 0.5, 1e300, -1e300, INFINITY, NAN};
    for (const char *letter = c->function->letters; *letter; letter++) {
        int n_tensors = *letter == 'v' ? 2 : *letter == 't' || *letter == 'o';
        int n_numbers = strchr("ns", *letter) ? GGML_DIMS : strchr("ibf", *letter) != NULL;
        for (int i = 0; i < n_tensors; i++) c->in[c->n_in++] = any_tensor(f, random);
        for (int i = 0; i < n_numbers; i++) {
            const struct sym *size = any_size(f, random);
            double real = reals[(*random >> 20) % 8];
            int64_t value;
            bool known = *letter == 'f' || sym_is_const(size, &value);
            if (*letter != 'f' && known) real = (double)value;
            c->numbers[c->n_numbers++] =
                (struct call_number){*letter == 'f' ? NULL : size, real, known};
        }
    }
}

static void test_nothing_crashes(void **state)
{
    struct fixture *f = *state;
    const struct ggml_function *functions;
    uint32_t random = 1;
    int n = ggml_functions(&functions);
    for (int i = 0; i < n * 100; i++) {
        struct ggml_call *c = arena_new(f->arena, struct ggml_call);
        *c = (struct ggml_call){
            .arena = f->arena, .syms = f->syms, .state = &f->state, .function = &functions[i % n]};
        give_anything(f, c, &random);
        struct ggml_tensor *t = ggml_call_run(c);
        if (c->refused) assert_null(t);
        if (t) assert_non_null(ggml_tensor_bytes(f->syms, t));
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)
    const struct CMUnitTest tests[] = {
        TEST(test_order_of_the_table),       TEST(test_every_function_is_found),
        TEST(test_clamp_is_a_view_until_25), TEST(test_columns_of_a_convolution),
        TEST(test_permute_through_int),      TEST(test_found_by_the_number_of_parameters),
        TEST(test_product_of_symbols),       TEST(test_an_open_condition),
        TEST(test_a_refusal_for_all_values), TEST(test_layout_that_depends_on_a_size),
        TEST(test_view_past_the_end),        TEST(test_names_are_cut),
        TEST(test_parameters_of_rope),       TEST(test_a_guess_is_told),
        TEST(test_nothing_crashes),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
