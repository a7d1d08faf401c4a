// Every op's signature is a case that must work: with symbols, whose result
// sizes must be the ones written; and with random numbers for the symbols, where
// the rule must give what the symbolic result gives when they are put in.

#include "tests/ops/op_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// Runs the signature; false after an explanation.
static bool run_symbolic(struct op_case *c, const struct op *op, const char **results)
{
    const char *operands, *attrs;
    op_case_signature(c, op, &operands, results, &attrs);
    if (!op_case_run(c, op->name, operands, attrs)) {
        print_error("%s: cannot read %s\n", op->name, op->sig);
        return false;
    }
    const char *broken = op_case_broken(c);
    if (!broken) return true;
    print_error("%s: %s %s\n", op->name, broken, c->infer.refusal ? c->infer.refusal : "");
    return false;
}

static bool check_symbolic(struct op_case *c, const struct op *op)
{
    const char *results;
    if (!run_symbolic(c, op, &results)) return false;
    int k = 0;
    for (const char *at = results; *at; at += strspn(at, " "), k++) {
        size_t length = strcspn(at, " ");
        struct operand want;
        if (!op_case_type(c, arena_string_n(c->arena, at, length), &want)) {
            print_error("%s: cannot read the results of %s\n", op->name, op->sig);
            return false;
        }
        at += length;
        const char *got =
            k < c->infer.n_out ? tensor_string(c->arena, &c->infer.out[k].type) : "missing";
        want.type.strided = k < c->infer.n_out && c->infer.out[k].type.strided;
        if (strcmp(got, tensor_string(c->arena, &want.type)) == 0) continue;
        print_error("%s: result %d is %s\n", op->name, k, got);
        return false;
    }
    return k == c->infer.n_out;
}

// A fixed sequence of numbers, so that a failure can be repeated. No size is 1, which some ops
// treat as a symbol never is: squeeze drops it.
static int64_t draw(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return 2 + (int64_t)(*state >> 8) % 8;
}

static int bind_symbols(struct op_case *c, const struct op *op, struct sym_binding *bindings,
                        uint32_t *state)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    int n = 0;
    for (const char *at = letters; *at; at++) {
        if (!strchr(op->sig, *at)) continue;
        const char name[2] = {*at, 0};
        bindings[n++] = (struct sym_binding){sym_var(c->syms, name), draw(state)};
    }
    return n;
}

static bool same_sizes(struct op_case *c, const struct shape *symbolic,
                       const struct shape *concrete)
{
    if (symbolic->rank != concrete->rank) return false;
    for (int i = 0; i < symbolic->rank; i++) {
        int64_t value = -1;
        bool known = sym_evaluate(symbolic->dim[i], c->bindings, c->n_bindings, &value);
        if (known && sym_is(concrete->dim[i], value)) continue;
        // A length that stands in the contents is a symbol of its own in both.
        if (!known && !sym_is_const(concrete->dim[i], NULL)) continue;
        print_error("%s: axis %d: %s gives %lld, the numbers %s\n", c->infer.op->name, i,
                    sym_string(c->arena, symbolic->dim[i]), (long long)value,
                    sym_string(c->arena, concrete->dim[i]));
        return false;
    }
    return true;
}

// Numbers that the rule refuses, such as a window larger than its input, say nothing.
static bool check_substituted(struct op_case *symbolic, const struct op *op, uint32_t *state)
{
    const char *operands, *results, *attrs;
    struct sym_binding bindings[26];
    struct op_case c = *symbolic;
    op_case_signature(&c, op, &operands, &results, &attrs);
    c.bindings = bindings;
    c.n_bindings = bind_symbols(&c, op, bindings, state);
    if (!c.n_bindings || !op_case_run(&c, op->name, operands, attrs) || op_case_broken(&c))
        return true;
    if (c.infer.n_out != symbolic->infer.n_out) return false;
    for (int k = 0; k < c.infer.n_out; k++)
        if (!same_sizes(&c, &symbolic->infer.out[k].type.shape, &c.infer.out[k].type.shape))
            return false;
    return true;
}

static void signatures_work(void **unused)
{
    (void)unused;
    int n_wrong = 0;
    for (int kind = 0; kind < N_OPS; kind++) {
        struct op_case c;
        op_case_open(&c);
        n_wrong += !check_symbolic(&c, op_get((enum op_kind)kind));
        op_case_close(&c);
    }
    assert_int_equal(n_wrong, 0);
}

static void symbols_can_be_put_in(void **unused)
{
    (void)unused;
    uint32_t state = 1;
    int n_wrong = 0;
    for (int kind = 0; kind < N_OPS; kind++) {
        struct op_case c;
        op_case_open(&c);
        const struct op *op = op_get((enum op_kind)kind);
        const char *results;
        bool ran = run_symbolic(&c, op, &results);
        for (int i = 0, right = 1; i < 100 && ran && right; i++) {
            right = check_substituted(&c, op, &state);
            n_wrong += !right;
        }
        op_case_close(&c);
    }
    assert_int_equal(n_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signatures_work),
        cmocka_unit_test(symbols_can_be_put_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
