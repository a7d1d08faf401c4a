// Holds shapeprof against PyTorch's recorded answers.
//
//     oracle_torch shape_cases.jsonl [--via-c] [--op NAME] [--by-op] [--print]
//
// Prints `FAIL id: reason` for each case that differs, then `N passed, N
// failed, N skipped`. Skipped are cases that are no test of a C tool, by the
// rule in torch_case.h, and functions that nn.h does not have yet. --via-c
// writes the cases out as C source and reads them through libclang and the
// interpreter; --print shows that source.
#include "tests/oracle/torch_direct.h"
#include "tests/oracle/torch_promote.h"
#include "tests/oracle/torch_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASES_A_FILE 100
#define MAX_OPS 400

enum outcome { PASSED, FAILED, SKIPPED, N_OUTCOMES };

struct tally {
    const char *op;
    int n[N_OUTCOMES];
};

struct options {
    const char *path, *op;
    bool via_c, by_op, print;
};

// A batch of cases that go into one C file.
struct batch {
    struct arena *arena;
    int n;
    struct torch_case cases[CASES_A_FILE];
    struct torch_bindings bindings[CASES_A_FILE];
};

struct run {
    struct options options;
    struct arena *arena;
    int n[N_OUTCOMES];
    int left_out, without_function;
    int n_ops;
    struct tally ops[MAX_OPS];
    struct batch *batch;
};

static void count(struct run *r, const char *op, enum outcome outcome)
{
    r->n[outcome]++;
    int i = 0;
    while (i < r->n_ops && strcmp(r->ops[i].op, op) != 0) i++;
    if (i == r->n_ops && i < MAX_OPS) r->ops[r->n_ops++].op = arena_string(r->arena, op);
    if (i < MAX_OPS) r->ops[i].n[outcome]++;
}

static void judge(struct run *r, struct arena *arena, const struct torch_case *c,
                  const struct torch_answer *a)
{
    const char *difference = torch_answer_differs(arena, c, a);
    if (difference) printf("FAIL %s: %s: %s\n", c->id, c->op, difference);
    count(r, c->op, difference ? FAILED : PASSED);
}

static bool write_file(const char *path, const struct text *t)
{
    FILE *f = fopen(path, "w");
    if (!f) return false;
    bool written = fwrite(text_string(t), 1, t->n, f) == t->n;
    return fclose(f) == 0 && written;
}

static void run_batch(struct run *r)
{
    struct batch *b = r->batch;
    struct text source = {.arena = b->arena};
    text_add(&source, "#include <shapeprof/nn.h>\n\n");
    const char *ids[CASES_A_FILE];
    for (int i = 0; i < b->n; i++) {
        torch_source_write(&source, &b->cases[i], &b->bindings[i]);
        ids[i] = b->cases[i].id;
    }
    if (r->options.print) fputs(text_string(&source), stdout);
    char path[] = "/tmp/oracle_torch_XXXXXX.c";
    int fd = mkstemps(path, 2);
    struct torch_answer *answers = arena_array(b->arena, struct torch_answer, CASES_A_FILE);
    if (fd >= 0 && close(fd) == 0 && write_file(path, &source))
        torch_source_read(b->arena, path, b->n, ids, answers);
    if (fd >= 0) unlink(path);
    for (int i = 0; i < b->n; i++) {
        judge(r, b->arena, &b->cases[i], &answers[i]);
        torch_case_close(&b->cases[i]);
    }
    arena_close(b->arena);
    b->arena = arena_open();
    b->n = 0;
}

static void run_direct(struct run *r, const struct torch_case *c, const struct torch_bindings *b)
{
    struct arena *arena = arena_open();
    struct torch_answer answer;
    if (torch_promote_is(c))
        torch_promote_direct(&answer, arena, c);
    else
        torch_direct(&answer, arena, c, b);
    judge(r, arena, c, &answer);
    arena_close(arena);
}

// Keeps the case for the batch, or runs it at once.
static void run_case(struct run *r, struct torch_case *c)
{
    const struct nn_function *function = nn_function_find_torch(c->op);
    const char *error = NULL;
    struct torch_bindings bindings = {.n = 0};
    if (torch_case_left_out(c)) {
        r->left_out++;
        count(r, c->op, SKIPPED);
    } else if (!function && !torch_promote_is(c)) {
        r->without_function++;
        count(r, c->op, SKIPPED);
    } else if (function && !torch_bind(&bindings, function, c, r->batch->arena, &error)) {
        printf("FAIL %s: %s: %s\n", c->id, c->op, error);
        count(r, c->op, FAILED);
    } else if (r->options.via_c) {
        r->batch->cases[r->batch->n] = *c;
        r->batch->bindings[r->batch->n++] = bindings;
        if (r->batch->n == CASES_A_FILE) run_batch(r);
        return;
    } else {
        run_direct(r, c, &bindings);
    }
    torch_case_close(c);
}

static bool run_file(struct run *r)
{
    FILE *f = fopen(r->options.path, "r");
    if (!f) return false;
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, f) > 0) {
        struct torch_case c;
        const char *error;
        if (!torch_case_read(&c, line, &error)) {
            printf("FAIL line: %s\n", error);
            r->n[FAILED]++;
        } else if (r->options.op && strcmp(r->options.op, c.op) != 0) {
            torch_case_close(&c);
        } else {
            run_case(r, &c);
        }
    }
    free(line);
    fclose(f);
    if (r->batch->n) run_batch(r);
    return true;
}

static bool read_options(struct options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--via-c"))
            o->via_c = true;
        else if (!strcmp(argv[i], "--by-op"))
            o->by_op = true;
        else if (!strcmp(argv[i], "--print"))
            o->print = true;
        else if (!strcmp(argv[i], "--op") && i + 1 < argc)
            o->op = argv[++i];
        else if (argv[i][0] != '-' && !o->path)
            o->path = argv[i];
        else
            return false;
    }
    return o->path;
}

static void print_summary(const struct run *r)
{
    for (int i = 0; i < r->n_ops && r->options.by_op; i++)
        printf("%-32s %4d passed %4d failed %4d skipped\n", r->ops[i].op, r->ops[i].n[PASSED],
               r->ops[i].n[FAILED], r->ops[i].n[SKIPPED]);
    printf("left out by the rule: %d; nn.h lacks the function: %d\n", r->left_out,
           r->without_function);
    printf("%d passed, %d failed, %d skipped\n", r->n[PASSED], r->n[FAILED], r->n[SKIPPED]);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_open();
    struct run *r = arena_new(arena, struct run);
    r->arena = arena;
    r->batch = arena_new(arena, struct batch);
    r->batch->arena = arena_open();
    int status = 2;
    if (!read_options(&r->options, argc, argv)) {
        fprintf(stderr,
                "usage: oracle_torch CASES.jsonl [--via-c] [--op NAME] [--by-op] [--print]\n");
    } else if (!run_file(r)) {
        fprintf(stderr, "oracle_torch: cannot read %s\n", r->options.path);
    } else {
        print_summary(r);
        status = r->n[FAILED] != 0;
    }
    arena_close(r->batch->arena);
    arena_close(arena);
    return status;
}
