// What a call of ggml's functions costs: blocks of a transformer, with numbers and with symbols.
//
//     bench_ggml_rules [NODES]
#include "frontends/ggml/make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct model {
    struct arena *arena;
    struct syms *syms;
    struct ggml_state state;
    struct ggml_context context;
    const struct sym *n_embd, *n_tokens, *n_ff;
    int calls;
};

static struct ggml_tensor *call(struct model *m, const char *name, struct ggml_tensor *a,
                                struct ggml_tensor *b, int n, const struct sym *const *numbers)
{
    struct ggml_call c = {.arena = m->arena,
                          .syms = m->syms,
                          .state = &m->state,
                          .context = &m->context,
                          .function = ggml_function_find(name, m->state.version),
                          .in = {a, b},
                          .n_in = 1 + (b != NULL)};
    for (int i = 0; i < n; i++) {
        c.numbers[i] = (struct call_number){numbers[i], 0, true};
        int64_t value;
        if (numbers[i] && sym_is_const(numbers[i], &value)) c.numbers[i].real = (double)value;
    }
    c.n_numbers = n;
    m->calls++;
    struct ggml_tensor *t = ggml_call_run(&c);
    if (!t) {
        fprintf(stderr, "%s: refused for %s\n", name, c.refused->text);
        exit(1);
    }
    return t;
}

static struct ggml_tensor *new_2d(struct model *m, const struct sym *n0, const struct sym *n1)
{
    const struct sym *numbers[] = {sym_const(m->syms, 0), n0, n1};
    return call(m, "ggml_new_tensor_2d", NULL, NULL, 3, numbers);
}

// Eleven calls.
static struct ggml_tensor *block(struct model *m, struct ggml_tensor *x)
{
    const struct sym *none = NULL;
    const struct sym *axes[4], *sizes[] = {m->n_embd, m->n_tokens};
    for (int i = 0; i < 4; i++) axes[i] = sym_const(m->syms, i < 2 ? 1 - i : i);
    struct ggml_tensor *up = new_2d(m, m->n_embd, m->n_ff), *down = new_2d(m, m->n_ff, m->n_embd);
    struct ggml_tensor *scale = new_2d(m, m->n_embd, sym_const(m->syms, 1));
    struct ggml_tensor *y = call(m, "ggml_rms_norm", x, NULL, 1, &none);
    y = call(m, "ggml_mul", y, scale, 0, NULL);
    y = call(m, "ggml_mul_mat", up, y, 0, NULL);
    y = call(m, "ggml_silu", y, NULL, 0, NULL);
    y = call(m, "ggml_mul_mat", down, y, 0, NULL);
    y = call(m, "ggml_cont", call(m, "ggml_permute", y, NULL, 4, axes), NULL, 0, NULL);
    y = call(m, "ggml_reshape_2d", y, NULL, 2, sizes);
    return call(m, "ggml_add", x, y, 0, NULL);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void measure(const char *name, int nodes, const char *n_embd, const char *n_tokens)
{
    struct arena *arena = arena_open();
    struct model *m = arena_new(arena, struct model);
    m->arena = arena;
    m->syms = syms_open(arena);
    m->state.version = 21;
    m->context.no_alloc = true;
    m->n_embd = sym_parse(m->syms, n_embd, NULL);
    m->n_tokens = sym_parse(m->syms, n_tokens, NULL);
    m->n_ff = sym_mul_const(m->syms, m->n_embd, 4);
    double start = seconds();
    struct ggml_tensor *x = new_2d(m, m->n_embd, m->n_tokens);
    while (m->calls < nodes) x = block(m, x);
    double took = seconds() - start;
    printf("%-8s %6d calls in %6.2f ms, %5.2f us each\n", name, m->calls, took * 1e3,
           took * 1e6 / m->calls);
    arena_close(arena);
}

int main(int argc, char **argv)
{
    int nodes = argc > 1 ? atoi(argv[1]) : 10000;
    for (int i = 0; i < 3; i++) {
        measure("numbers", nodes, "768", "512");
        measure("symbols", nodes, "n_embd", "n_tokens");
    }
    return 0;
}
