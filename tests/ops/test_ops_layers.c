// Layer-like ops against PyTorch: each line of layers.txt (written by layers.py)
// is a call and what PyTorch 1.13 answered. An error must be found, whatever its
// code; else all result types must be the same.

#include "tests/ops/op_case.h"

#include "ir/base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
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

static const char *result_types(struct op_case *c)
{
    struct text text = {.arena = c->arena};
    for (int i = 0; i < c->infer.n_out; i++) {
        const struct tensor_type *type = &c->infer.out[i].type;
        text_printf(&text, "%s%s[", i ? " " : "", dtype_name(type->dtype));
        for (int k = 0; k < type->shape.rank; k++)
            text_printf(&text, "%s%s", k ? "," : "", sym_string(c->arena, type->shape.dim[k]));
        text_add(&text, "]");
    }
    return text_string(&text);
}

static bool check_line(int number, char *line)
{
    char *field[4];
    if (split(line, field, 4) != 4) {
        print_error("line %d cannot be read\n", number);
        return false;
    }
    struct op_case c;
    op_case_open(&c);
    const char *got = "unreadable";
    if (op_case_run(&c, field[0], field[1], field[2]))
        got = op_case_broken(&c) ? "error" : result_types(&c);
    bool same = strcmp(got, field[3]) == 0;
    if (!same) {
        print_error("%s %s %s: %s, expected %s (%s)\n", field[0], field[1], field[2], got, field[3],
                    c.infer.refusal ? c.infer.refusal : "");
    }
    op_case_close(&c);
    return same;
}

static void layers_are_as_in_pytorch(void **unused)
{
    (void)unused;
    char line[4096];
    int n_wrong = 0, number = 0;
    FILE *file = fopen("tests/ops/layers.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) n_wrong += !check_line(++number, line);
    fclose(file);
    assert_true(number > 1000);
    assert_int_equal(n_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_are_as_in_pytorch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
