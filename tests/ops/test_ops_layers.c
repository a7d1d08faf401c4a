// Layer-like ops against PyTorch: each line of layers.txt (written by layers.py)
// is a call and what PyTorch 1.13 answered. An error must be found, whatever its
// code; else all result types must be the same. Each call is then made again with
// a symbol for every size above 1: at the call's own numbers, the closed forms
// and the conditions must say the same.

#include "tests/ops/op_case.h"

#include "ir/base/text.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Splits a line at its bars into fields without outer blanks.
static int split(char *line, char *field[], int limit)
{
    int n = 0;
    for (char *at = line; at && n < limit; n++) {
        char *bar = strchr(at, '|');
        if (bar) *bar = '\0';
        at += strspn(at, " ");
        size_t length = strlen(at);
        while (length > 0 && strchr(" \n", at[length - 1])) at[--length] = '\0';
        field[n] = at;
        at = bar ? bar + 1 : NULL;
    }
    return n;
}

#define MAX_SYMBOLS 64

// Values of the symbols s0, s1, ... that stand for sizes.
struct values {
    int n;
    struct sym_binding binding[MAX_SYMBOLS];
};

static bool value_of(const struct values *v, const struct sym *size, int64_t *value)
{
    return sym_evaluate(size, v->binding, v->n, value);
}

// The operands with a symbol for each size above 1.
static const char *with_symbols(struct op_case *c, const char *operands, struct values *v)
{
    struct text text = {.arena = c->arena};
    bool inside = false;
    for (const char *at = operands; *at;) {
        if (strchr("[]", *at)) inside = *at == '[';
        char *end = NULL;
        long long size = inside && isdigit((unsigned char)*at) ? strtoll(at, &end, 10) : 0;
        if (size > 1 && v->n < MAX_SYMBOLS) {
            const char *name = arena_printf(c->arena, "s%d", v->n);
            v->binding[v->n++] = (struct sym_binding){sym_var(c->syms, name), size};
            text_add(&text, name);
            at = end;
        } else {
            text_add_n(&text, at, end ? (size_t)(end - at) : 1);
            at = end ? end : at + 1;
        }
    }
    return text_string(&text);
}

// Does the condition hold at the values? An unknown one does not speak against them.
static bool holds(const struct obligation *o, const struct values *v)
{
    int64_t a, b;
    if (!value_of(v, o->a.size, &a) || !value_of(v, o->b.size, &b)) return true;
    switch (o->relation) {
    case RELATION_EQUAL: return a == b;
    case RELATION_AT_MOST: return a <= b;
    case RELATION_DIVIDES: return a != 0 && b % a == 0;
    case RELATION_BROADCAST: return a == b || a == 1 || b == 1;
    }
    return true;
}

static bool broken(const struct op_case *c, const struct values *v)
{
    if (op_case_broken(c)) return true;
    for (const struct obligation *o = c->infer.obligations; o; o = o->next)
        if (!holds(o, v)) return true;
    return false;
}

static const char *result_types(struct op_case *c, const struct values *v)
{
    struct text text = {.arena = c->arena};
    for (int i = 0; i < c->infer.n_out; i++) {
        const struct tensor_type *type = &c->infer.out[i].type;
        text_printf(&text, "%s%s[", i ? " " : "", dtype_name(type->dtype));
        for (int k = 0; k < type->shape.rank; k++) {
            int64_t size;
            const char *comma = k ? "," : "";
            if (value_of(v, type->shape.dim[k], &size)) {
                text_printf(&text, "%s%lld", comma, (long long)size);
            } else {
                text_printf(&text, "%s%s", comma, sym_string(c->arena, type->shape.dim[k]));
            }
        }
        text_add(&text, "]");
    }
    return text_string(&text);
}

enum spelling { NUMBERS, SYMBOLS };

// A factor that only numbers can be rounded with leaves "?".
static bool rounds(const char *got)
{
    return strchr(got, '?') != NULL;
}

static bool check_call(char *field[4], enum spelling spelling)
{
    struct op_case c;
    struct values values = {0};
    op_case_open(&c);
    const char *operands = field[1], *got = "unreadable";
    if (spelling == SYMBOLS) operands = with_symbols(&c, operands, &values);
    if (op_case_run(&c, field[0], operands, field[2]))
        got = broken(&c, &values) ? "error" : result_types(&c, &values);
    bool same = strcmp(got, field[3]) == 0 || (spelling == SYMBOLS && rounds(got));
    if (!same) {
        print_error("%s %s %s: %s, expected %s (%s)\n", field[0], operands, field[2], got, field[3],
                    c.infer.refusal ? c.infer.refusal : "");
    }
    op_case_close(&c);
    return same;
}

static int count_wrong(enum spelling spelling)
{
    char line[4096];
    int n_wrong = 0, number = 0;
    FILE *file = fopen("tests/ops/layers.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *field[4];
        number++;
        assert_int_equal(split(line, field, 4), 4);
        n_wrong += !check_call(field, spelling);
    }
    fclose(file);
    assert_true(number > 1000);
    return n_wrong;
}

static void layers_are_as_in_pytorch(void **unused)
{
    (void)unused;
    assert_int_equal(count_wrong(NUMBERS), 0);
}

static void symbols_say_the_same(void **unused)
{
    (void)unused;
    assert_int_equal(count_wrong(SYMBOLS), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_are_as_in_pytorch),
        cmocka_unit_test(symbols_say_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
