// Holds rules with symbols against the same rules with numbers, on the calls of PyTorch's cases.
//
//     oracle_symbolic shape_cases.jsonl [--op NAME] [--by-op]
//
// Each call that PyTorch accepts is recorded once with symbols for its sizes, equal sizes being one
// symbol, and then with random numbers in their place. Where the numbers keep the conditions that
// the symbolic call asked for, the call with numbers must be accepted and give what the closed
// forms come to. A condition may be narrower than need be, where other sizes would give another
// number of results or another rank: calls that work although one is broken are counted by op, as
// are those whose results are said to be unknown. Sizes 0 and 1, and those of tensors whose
// contents are given, stay numbers. Where a condition refuses even the recorded sizes (fewer parts
// of a chunk than asked for, a view that splits transposed axes, cross without a dim), the case is
// printed, and more than a few of them fail the run. Prints `FAIL id: reason` and `N passed, N
// failed`.
#include "ir/base/text.h"
#include "ir/infer.h"
#include "tests/oracle/torch_direct.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAWS 100
#define NARROW_SHARE 400 // of so many cases one may have a condition that refuses its own sizes
#define MAX_SYMBOLS 32
#define MAX_OPS 400

struct tally {
    const char *op;
    int kept, broken, narrower, unknown;
};

struct run {
    struct arena *arena;
    const char *path, *op;
    bool by_op;
    int passed, failed, narrow, n_ops, without_symbols;
    struct tally ops[MAX_OPS];
    uint32_t state;
};

// The sizes of a case that have symbols, and the numbers that stand in their place at the moment.
struct sizes {
    int n;
    int64_t size[MAX_SYMBOLS], number[MAX_SYMBOLS];
    const char *name[MAX_SYMBOLS];
};

// ---- symbols for sizes

static int symbol_of(struct arena *arena, struct sizes *sizes, int64_t size)
{
    for (int i = 0; i < sizes->n; i++)
        if (sizes->size[i] == size) return i;
    if (sizes->n == MAX_SYMBOLS) return -1;
    sizes->size[sizes->n] = size;
    sizes->name[sizes->n] = arena_printf(arena, "s%" PRId64, size);
    return sizes->n++;
}

static void put_symbols(struct arena *arena, struct torch_case *c, struct sizes *sizes)
{
    for (int i = 0; i < c->n_in; i++) {
        struct torch_tensor *t = &c->in[i];
        for (int axis = 0; axis < t->rank && !t->fill; axis++) {
            int symbol = t->dim[axis] > 1 ? symbol_of(arena, sizes, t->dim[axis]) : -1;
            if (symbol >= 0) t->symbol[axis] = sizes->name[symbol];
        }
    }
}

// Half of them stay as they are, or hardly any draw would suit a layer's own sizes.
static void draw(struct run *run, struct sizes *sizes)
{
    for (int i = 0; i < sizes->n; i++) {
        run->state = run->state * 1664525u + 1013904223u;
        bool stays = run->state >> 31;
        int64_t most = 2 * sizes->size[i] + 3;
        sizes->number[i] = stays ? sizes->size[i] : 1 + (run->state >> 8) % most;
    }
}

static int64_t number_of(const struct sizes *sizes, int64_t size)
{
    int i = 0;
    while (sizes->size[i] != size) i++;
    return sizes->number[i];
}

static void put_numbers(const struct torch_case *symbolic, const struct sizes *sizes,
                        struct torch_case *numbers)
{
    *numbers = *symbolic;
    for (int i = 0; i < numbers->n_in; i++) {
        struct torch_tensor *t = &numbers->in[i];
        for (int axis = 0; axis < t->rank; axis++) {
            if (t->symbol[axis]) t->dim[axis] = number_of(sizes, t->dim[axis]);
            t->symbol[axis] = NULL;
        }
    }
}

// ---- comparing

struct binding_list {
    int n;
    struct sym_binding at[MAX_SYMBOLS];
};

static bool evaluate(const struct sym *sym, const struct binding_list *at, int64_t *value)
{
    return sym_evaluate(sym, at->at, at->n, value);
}

static enum verdict holds(const struct obligation *o, const struct binding_list *at)
{
    int64_t a, b;
    bool right = false;
    if (!evaluate(o->a.size, at, &a) || !evaluate(o->b.size, at, &b)) return VERDICT_OPEN;
    switch (o->relation) {
    case RELATION_EQUAL: right = a == b; break;
    case RELATION_AT_MOST: right = a <= b; break;
    case RELATION_DIVIDES: right = a != 0 && b % a == 0; break;
    case RELATION_BROADCAST: right = a == b || a == 1 || b == 1; break;
    }
    return right ? VERDICT_PROVED : VERDICT_REFUTED;
}

static enum verdict all_hold(const struct program *p, const struct binding_list *at)
{
    enum verdict all = VERDICT_PROVED;
    for (int id = 1; id < p->nodes.n; id++) {
        for (const struct obligation *o = p->nodes.at[id].obligations; o; o = o->next) {
            enum verdict one = holds(o, at);
            if (one == VERDICT_REFUTED) return one;
            if (one == VERDICT_OPEN) all = one;
        }
    }
    return all;
}

static const char *type_string(struct arena *arena, const struct program *p, value_id id)
{
    struct tensor_type type = value_type(program_value(p, id));
    return tensor_string(arena, &type);
}

// NULL where the result is what the closed form comes to.
static const char *result_differs(struct arena *arena, const struct torch_built *symbolic,
                                  const struct torch_built *numbers, int result,
                                  const struct binding_list *at)
{
    value_id a = symbolic->out[result], b = numbers->out[result];
    int64_t form, number;
    if (!a || !b) return a == b ? NULL : "a result is there with numbers only, or with symbols";
    const struct value *x = program_value(symbolic->program, a);
    const struct value *y = program_value(numbers->program, b);
    bool same = x->dtype == y->dtype && x->rank == y->rank;
    for (int i = 0; i < x->rank && same; i++)
        same = evaluate(x->dim[i], at, &form) && sym_is_const(y->dim[i], &number) && form == number;
    if (same) return NULL;
    return arena_printf(arena, "%s, but %s with", type_string(arena, symbolic->program, a),
                        type_string(arena, numbers->program, b));
}

static const char *first_error(const struct program *p)
{
    for (const struct diag *d = p->diags.first; d; d = d->next)
        if (d->severity == SEVERITY_ERROR && d->verdict == VERDICT_REFUTED) return d->message;
    return NULL;
}

// What depends on numbers that are not known is said to be unknown, as a split into parts of a
// size.
static bool is_unknown(const struct torch_built *built)
{
    for (int i = 0; i < built->n_out; i++)
        if (built->out[i] && program_value(built->program, built->out[i])->flags & VALUE_POISONED)
            return true;
    return false;
}

static const char *numbers_string(struct arena *arena, const struct sizes *sizes)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < sizes->n; i++)
        text_printf(&text, " %s=%" PRId64, sizes->name[i], sizes->number[i]);
    return text_string(&text);
}

static struct binding_list bindings_of(const struct torch_built *symbolic,
                                       const struct sizes *sizes, const int64_t *numbers)
{
    struct binding_list at = {.n = sizes->n};
    struct syms *syms = symbolic->program->syms;
    for (int i = 0; i < sizes->n; i++)
        at.at[i] = (struct sym_binding){sym_var(syms, sizes->name[i]), numbers[i]};
    return at;
}

// However narrow a condition is, it must admit the sizes that PyTorch accepted.
static bool admits_recorded(const struct torch_built *symbolic, const struct sizes *sizes)
{
    struct binding_list at = bindings_of(symbolic, sizes, sizes->size);
    return all_hold(symbolic->program, &at) != VERDICT_REFUTED;
}

// Of one draw; NULL: they agree.
static const char *differs(struct arena *arena, const struct torch_built *symbolic,
                           const struct torch_built *numbers, const struct sizes *sizes,
                           struct tally *tally)
{
    struct binding_list at = bindings_of(symbolic, sizes, sizes->number);
    enum verdict kept = all_hold(symbolic->program, &at);
    const char *error = first_error(numbers->program), *where = numbers_string(arena, sizes);
    if (kept == VERDICT_OPEN) return NULL;
    if (kept == VERDICT_REFUTED) {
        tally->broken++;
        tally->narrower += !error;
        return NULL;
    }
    if (is_unknown(symbolic)) {
        tally->unknown++;
        return NULL;
    }
    tally->kept++;
    if (error) return arena_printf(arena, "no condition is broken, but%s: %s", where, error);
    if (symbolic->n_out != numbers->n_out)
        return arena_printf(arena, "%d results, but %d with%s", symbolic->n_out, numbers->n_out,
                            where);
    for (int i = 0; i < symbolic->n_out; i++) {
        const char *difference = result_differs(arena, symbolic, numbers, i, &at);
        if (difference) return arena_printf(arena, "%s%s", difference, where);
    }
    return NULL;
}

// ---- cases

static struct tally *tally_of(struct run *run, const char *op)
{
    int i = 0;
    while (i < run->n_ops && strcmp(run->ops[i].op, op) != 0) i++;
    if (i == MAX_OPS) return &run->ops[MAX_OPS - 1];
    if (i == run->n_ops) run->ops[run->n_ops++].op = arena_string(run->arena, op);
    return &run->ops[i];
}

// NULL: all draws agree, or the case has no sizes to replace.
static const char *run_draws(struct run *run, struct arena *arena, struct torch_case *c,
                             const struct torch_bindings *b)
{
    struct sizes sizes = {0};
    put_symbols(arena, c, &sizes);
    if (!sizes.n) {
        run->without_symbols++;
        return NULL;
    }
    struct torch_built symbolic = torch_direct_build(arena, c, b);
    const char *error = first_error(symbolic.program), *difference = NULL;
    if (error) return arena_printf(arena, "refused with symbols: %s", error);
    if (!admits_recorded(&symbolic, &sizes)) {
        printf("NARROW %s: %s: a condition refuses the recorded sizes\n", c->id, c->op);
        run->narrow++;
    }
    for (int i = 0; i < DRAWS && !difference; i++) {
        struct arena *scratch = arena_open_inside(arena);
        struct torch_case numbers;
        draw(run, &sizes);
        put_numbers(c, &sizes, &numbers);
        struct torch_built built = torch_direct_build(scratch, &numbers, b);
        difference = differs(arena, &symbolic, &built, &sizes, tally_of(run, c->op));
        arena_close(scratch);
    }
    return difference;
}

static void run_case(struct run *run, struct torch_case *c)
{
    struct arena *arena = arena_open();
    const struct nn_function *function = nn_function_find_torch(c->op);
    const char *error;
    struct torch_bindings bindings = {.n = 0};
    bool wanted = !run->op || !strcmp(run->op, c->op);
    if (wanted && function && !c->fails && !torch_case_left_out(c) &&
        torch_bind(&bindings, function, c, arena, &error)) {
        const char *difference = run_draws(run, arena, c, &bindings);
        if (difference) printf("FAIL %s: %s: %s\n", c->id, c->op, difference);
        run->passed += !difference;
        run->failed += difference != NULL;
    }
    arena_close(arena);
}

static bool run_file(struct run *run)
{
    FILE *f = fopen(run->path, "r");
    char *line = NULL;
    size_t capacity = 0;
    if (!f) return false;
    while (getline(&line, &capacity, f) > 0) {
        struct torch_case c;
        const char *error;
        if (!torch_case_read(&c, line, &error)) {
            printf("FAIL line: %s\n", error);
            run->failed++;
            continue;
        }
        run_case(run, &c);
        torch_case_close(&c);
    }
    free(line);
    fclose(f);
    return true;
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

static void print_sums(const struct run *run)
{
    struct tally all = {0};
    for (int i = 0; i < run->n_ops; i++) {
        all.kept += run->ops[i].kept;
        all.broken += run->ops[i].broken;
        all.narrower += run->ops[i].narrower;
        all.unknown += run->ops[i].unknown;
    }
    printf("calls of %d functions with numbers: %d keep the conditions and agree, %d break one, of "
           "which %d work; %d of unknown results; cases without sizes: %d\n",
           run->n_ops, all.kept, all.broken, all.narrower, all.unknown, run->without_symbols);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_open();
    struct run *run = arena_new(arena, struct run);
    run->arena = arena;
    run->state = 7;
    int status = 2;
    if (!read_options(run, argc, argv)) {
        fprintf(stderr, "usage: oracle_symbolic CASES.jsonl [--op NAME] [--by-op]\n");
    } else if (!run_file(run)) {
        fprintf(stderr, "oracle_symbolic: cannot read %s\n", run->path);
    } else {
        for (int i = 0; i < run->n_ops && run->by_op; i++)
            printf("%-32s %5d kept %5d broken %5d narrower %5d unknown\n", run->ops[i].op,
                   run->ops[i].kept, run->ops[i].broken, run->ops[i].narrower, run->ops[i].unknown);
        print_sums(run);
        if (run->narrow * NARROW_SHARE > run->passed) {
            printf("FAIL: conditions refuse the recorded sizes of %d cases\n", run->narrow);
            run->failed++;
        }
        printf("%d passed, %d failed\n", run->passed, run->failed);
        status = run->failed != 0;
    }
    arena_close(arena);
    return status;
}
