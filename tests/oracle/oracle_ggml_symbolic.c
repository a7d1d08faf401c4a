// Holds the rules of ggml's functions on symbols against the same rules on numbers, which
// oracle_ggml_ops holds against the library.
//
//     oracle_ggml_symbolic opcases.jsonl [--op FUNCTION] [--by-op]
//
// Each recorded call is made once with symbols for its sizes, equal sizes being one symbol, and
// then with random numbers in their place. Where the numbers keep all conditions that were left
// open, the call with numbers must be accepted and its tensors must be what the closed forms come
// to. Where they break one, it must be refused, with the text of the first that is broken; and what
// is refused with symbols must be refused with all numbers. Symbols also stand for integer
// arguments that are equal to a size, unless the kind of the result depends on them. Rows of block
// formats stay whole blocks, as the rules take them to be. Draws that give a tensor a size below 1
// are left out, as are forms that are unknown: both are counted. Prints `FAIL line: reason` for
// each case that differs, then `N passed, N failed, N skipped`.
#include "ir/base/text.h"
#include "tests/oracle/ggml_case.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAWS 30
#define MAX_OPS 400

struct tally {
    const char *op;
    int kept, refused, empty, unknown;
};

struct run {
    struct arena *arena;
    const char *path, *op;
    bool by_op;
    int line, passed, failed, skipped, n_ops;
    struct tally ops[MAX_OPS];
    uint32_t random;
};

// The numbers of one draw.
struct draw {
    struct case_sizes sizes; // constants
    struct sym_binding at[CASE_SIZES];
};

static struct case_sizes symbols_for(struct syms *s, struct arena *arena, struct case_sizes sizes)
{
    for (int i = 0; i < sizes.n; i++)
        sizes.instead[i] = sym_var(s, arena_printf(arena, "s%" PRId64, sizes.recorded[i]));
    return sizes;
}

// Half of them stay as they are, or hardly any draw would keep the conditions.
static struct draw draw(struct run *run, struct syms *s, const struct case_sizes *symbols)
{
    struct draw d = {.sizes = *symbols};
    for (int i = 0; i < symbols->n; i++) {
        run->random = run->random * 1664525u + 1013904223u;
        int64_t size = symbols->recorded[i], step = symbols->multiple[i];
        int64_t most = step ? 2 * size / step + 3 : 1;
        bool stays = run->random >> 31 || !step;
        int64_t number = stays ? size : step * (1 + (run->random >> 8) % most);
        d.sizes.instead[i] = sym_const(s, number);
        d.at[i] = (struct sym_binding){symbols->instead[i], number};
    }
    return d;
}

static bool evaluate(const struct draw *d, const struct sym *form, int64_t *value)
{
    return sym_evaluate(form, d->at, d->sizes.n, value);
}

// ---- conditions

static enum verdict holds(const struct draw *d, const struct condition *c)
{
    int64_t a, b;
    bool right = false;
    if (!evaluate(d, c->a.size, &a) || !evaluate(d, c->b.size, &b)) return VERDICT_OPEN;
    switch (c->relation) {
    case CONDITION_PLAIN:
    case CONDITION_NEVER: break;
    case CONDITION_EQUAL: right = a == b; break;
    case CONDITION_AT_MOST: right = a <= b; break;
    case CONDITION_DIVIDES: right = a != 0 && b % a == 0; break;
    }
    return right ? VERDICT_PROVED : VERDICT_REFUTED;
}

// The first that is broken, or cannot be evaluated; NULL: all hold.
static const struct condition *first_broken(const struct draw *d, const struct ggml_call *symbolic)
{
    const struct condition *c = symbolic->open;
    while (c && holds(d, c) == VERDICT_PROVED) c = c->next;
    return c;
}

// ---- tensors

static bool is_empty(const struct ggml_call *numbers)
{
    for (int i = 0; i < numbers->made.n; i++)
        for (int axis = 0; axis < GGML_DIMS; axis++) {
            int64_t size = 0;
            if (!sym_is_const(numbers->made.at[i]->ne[axis], &size) || size < 1) return true;
        }
    return false;
}

// NULL: equal; `unknown` is set where the form is.
static const char *form_differs(struct arena *arena, const struct draw *d, const char *what,
                                const struct sym *form, const struct sym *number, bool *unknown)
{
    int64_t value;
    if (sym_kind(form) == SYM_UNKNOWN || !evaluate(d, form, &value)) {
        *unknown = true;
        return NULL;
    }
    if (sym_is(number, value)) return NULL;
    return arena_printf(arena, "%s = %s is %" PRId64 ", but with numbers %s", what,
                        sym_string(arena, form), value, sym_string(arena, number));
}

static bool params_differ(const struct ggml_tensor *a, const struct ggml_tensor *b)
{
    for (int i = 0; i < GGML_PARAMS; i++)
        if (!(a->params_unknown >> i & 1) && a->params[i] != b->params[i]) return true;
    return false;
}

static const char *tensor_differs(struct arena *arena, const struct draw *d, struct syms *s,
                                  const struct ggml_tensor *a, const struct ggml_tensor *b,
                                  bool *unknown)
{
    static const char *const ne[] = {"ne[0]", "ne[1]", "ne[2]", "ne[3]"};
    static const char *const nb[] = {"nb[0]", "nb[1]", "nb[2]", "nb[3]"};
    const char *why = NULL;
    if (a->op != b->op || a->type != b->type || strcmp(a->name, b->name) != 0) return "kind";
    if (params_differ(a, b)) return "parameters";
    if (!a->view_src != !b->view_src) return "one is a view";
    for (int i = 0; i < GGML_DIMS && !why; i++) {
        why = form_differs(arena, d, ne[i], a->ne[i], b->ne[i], unknown);
        if (!why) why = form_differs(arena, d, nb[i], a->nb[i], b->nb[i], unknown);
    }
    if (!why && a->view_src)
        why = form_differs(arena, d, "offset", a->view_offset, b->view_offset, unknown);
    if (why) return why;
    return form_differs(arena, d, "nbytes", ggml_tensor_bytes(s, a), ggml_tensor_bytes(s, b),
                        unknown);
}

static const char *tensors_differ(struct arena *arena, const struct draw *d,
                                  const struct ggml_call *symbolic, const struct ggml_call *numbers,
                                  struct tally *tally)
{
    bool unknown = false;
    if (symbolic->made.n != numbers->made.n) return "not as many tensors";
    for (int i = 0; i < numbers->made.n; i++) {
        const char *why = tensor_differs(arena, d, symbolic->syms, symbolic->made.at[i],
                                         numbers->made.at[i], &unknown);
        if (why) return arena_printf(arena, "tensor %d: %s", i, why);
    }
    tally->unknown += unknown;
    tally->kept += !unknown;
    return NULL;
}

// ---- calls

static const char *text_of(const struct condition *refused)
{
    return refused ? refused->text : "none";
}

// A size that no number of streams gives is refused by another assertion than one that gives a
// wrong number; with symbols both are one condition.
static bool is_same_refusal(const char *symbolic, const char *numbers)
{
    if (strcmp(symbolic, "hc == 4") == 0 && strcmp(numbers, "hc > 0") == 0) return true;
    return strcmp(symbolic, numbers) == 0;
}

// Of one draw; NULL: they agree.
static const char *differs(struct arena *arena, const struct draw *d,
                           const struct ggml_call *symbolic, const struct ggml_call *numbers,
                           struct tally *tally)
{
    const struct condition *broken = first_broken(d, symbolic);
    if (symbolic->refused && !numbers->refused) return "refused with symbols only";
    if (broken && holds(d, broken) == VERDICT_OPEN) {
        tally->unknown++;
        return NULL;
    }
    if (is_empty(numbers)) {
        tally->empty++;
        return NULL;
    }
    if (!broken && symbolic->refused) broken = symbolic->refused;
    if (broken || numbers->refused) {
        tally->refused++;
        if (is_same_refusal(text_of(broken), text_of(numbers->refused))) return NULL;
        return arena_printf(arena, "refused for %s, with numbers for %s", text_of(broken),
                            text_of(numbers->refused));
    }
    return tensors_differ(arena, d, symbolic, numbers, tally);
}

static const char *draw_string(struct arena *arena, const struct draw *d)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < d->sizes.n; i++)
        text_printf(&text, " %s=%" PRId64, sym_name(d->at[i].var), d->at[i].value);
    return text_string(&text);
}

// Symbols in arguments too, unless the result is then only a guess.
static struct ggml_call *run_symbolic(struct arena *arena, struct syms *s,
                                      const struct ggml_case *c, struct case_sizes *symbols)
{
    symbols->in_numbers = true;
    struct ggml_call *call = ggml_case_call(arena, s, c, symbols);
    ggml_call_run(call);
    if (call->guessed < 0) return call;
    symbols->in_numbers = false;
    call = ggml_case_call(arena, s, c, symbols);
    ggml_call_run(call);
    return call;
}

// NULL: all draws agree.
static const char *run_draws(struct run *run, struct arena *arena, const struct ggml_case *c,
                             struct tally *tally)
{
    struct syms *s = syms_open(arena);
    struct case_sizes sizes = ggml_case_sizes(c, s), symbols = symbols_for(s, arena, sizes);
    struct ggml_call *symbolic = run_symbolic(arena, s, c, &symbols);
    for (int i = 0; i < DRAWS; i++) {
        struct draw d = draw(run, s, &symbols);
        struct ggml_call *numbers = ggml_case_call(arena, s, c, &d.sizes);
        ggml_call_run(numbers);
        const char *why = differs(arena, &d, symbolic, numbers, tally);
        if (why) return arena_printf(arena, "%s;%s", why, draw_string(arena, &d));
    }
    return NULL;
}

static struct tally *tally_of(struct run *run, const char *op)
{
    int i = 0;
    while (i < run->n_ops && strcmp(run->ops[i].op, op) != 0) i++;
    if (i == MAX_OPS) return &run->ops[MAX_OPS - 1];
    if (i == run->n_ops) run->ops[run->n_ops++].op = arena_string(run->arena, op);
    return &run->ops[i];
}

static void run_line(struct run *run, char *line)
{
    struct arena *arena = arena_open();
    struct ggml_case c;
    bool wanted = ggml_case_read(&c, line) && c.function;
    wanted = wanted && (!run->op || strcmp(run->op, c.name) == 0);
    run->skipped += !wanted;
    if (wanted) {
        const char *why = run_draws(run, arena, &c, tally_of(run, c.name));
        if (why) printf("FAIL %d: %s: %s\n", run->line, c.name, why);
        run->failed += why != NULL;
        run->passed += !why;
    }
    ggml_case_close(&c);
    arena_close(arena);
}

static bool run_file(struct run *run)
{
    FILE *f = fopen(run->path, "r");
    char *line = NULL;
    size_t capacity = 0;
    if (!f) return false;
    while (getline(&line, &capacity, f) > 0) {
        run->line++;
        run_line(run, line);
    }
    free(line);
    fclose(f);
    return true;
}

static void print_tallies(const struct run *run)
{
    struct tally all = {0};
    for (int i = 0; i < run->n_ops; i++) {
        const struct tally *t = &run->ops[i];
        if (run->by_op)
            printf("%-32s %5d agree %5d refused %5d empty %5d unknown\n", t->op, t->kept,
                   t->refused, t->empty, t->unknown);
        all.kept += t->kept;
        all.refused += t->refused;
        all.empty += t->empty;
        all.unknown += t->unknown;
    }
    printf("calls of %d functions with numbers: %d accepted, %d refused as the conditions say; not "
           "compared: %d with an empty tensor, %d with unknown forms\n",
           run->n_ops, all.kept, all.refused, all.empty, all.unknown);
}

static bool read_options(struct run *run, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--by-op"))
            run->by_op = true;
        else if (!strcmp(argv[i], "--op") && i + 1 < argc)
            run->op = argv[++i];
        else if (argv[i][0] != '-' && !run->path)
            run->path = argv[i];
        else
            return false;
    }
    return run->path;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_open();
    struct run *run = arena_new(arena, struct run);
    run->arena = arena;
    run->random = 7;
    int status = 2;
    if (!read_options(run, argc, argv)) {
        fprintf(stderr, "usage: oracle_ggml_symbolic CASES.jsonl [--op FUNCTION] [--by-op]\n");
    } else if (!run_file(run)) {
        fprintf(stderr, "oracle_ggml_symbolic: cannot read %s\n", run->path);
    } else {
        print_tallies(run);
        printf("%d passed, %d failed, %d skipped\n", run->passed, run->failed, run->skipped);
        // Data without a case, or an op that is not in it, has shown nothing.
        status = run->failed != 0 || run->passed == 0;
    }
    arena_close(arena);
    return status;
}
