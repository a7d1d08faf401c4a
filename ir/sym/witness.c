// Counterexamples: values of the symbols that agree with every fact and for
// which a statement is false. The search is bounded and always takes the same
// way: small values first, then each symbol by itself, then mixtures, then where a limit is passed.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

#include <stdlib.h>
#include <string.h>

#define MAX_VARS 32
#define MAX_CANDIDATES 24
#define MIXTURES 2000

struct candidates {
    int n;
    int64_t at[MAX_CANDIDATES];
};

struct search {
    struct syms *syms;
    const struct sym_question *asked, *question; // and simplified
    enum sym_effort effort;
    struct proof *proof;
    int n;
    struct sym_binding bindings[MAX_VARS];
    struct candidates candidates[MAX_VARS];
    VEC(const struct sym *) nonnegative, zero, told;
    VEC(struct sym_divides) divides;
    int64_t a, b;
    unsigned seen; // signs of the difference
    bool found;
    // What the symbols, facts and candidates were last collected for, as long as no fact is added.
    uint32_t generation;
    VEC(const struct sym *) asked_vars;
    bool ready, collected;
};

// ---- which symbols

static bool has_var(const struct search *search, const struct sym *var)
{
    for (int i = 0; i < search->n; i++)
        if (search->bindings[i].var == var) return true;
    return false;
}

static bool add_vars(struct search *search, const struct sym *sym)
{
    const struct sym **vars;
    int n = sym_vars(search->syms->arena, sym, &vars);
    for (int i = 0; i < n; i++) {
        if (has_var(search, vars[i])) continue;
        if (search->n == MAX_VARS) return false;
        search->bindings[search->n++].var = vars[i];
    }
    return true;
}

static bool touches(const struct search *search, const struct sym *sym)
{
    for (int i = 0; i < search->n; i++)
        if (sym_mentions(sym, search->bindings[i].var)) return true;
    return false;
}

// A fact about any of the symbols brings in the others that it mentions.
static bool add_facts(struct search *search)
{
    int before;
    do {
        before = search->n;
        for (int i = 0; i < search->nonnegative.n; i++)
            if (touches(search, search->nonnegative.at[i]) &&
                !add_vars(search, search->nonnegative.at[i]))
                return false;
        for (int i = 0; i < search->zero.n; i++)
            if (touches(search, search->zero.at[i]) && !add_vars(search, search->zero.at[i]))
                return false;
        for (int i = 0; i < search->told.n; i++)
            if (touches(search, search->told.at[i]) && !add_vars(search, search->told.at[i]))
                return false;
        for (int i = 0; i < search->divides.n; i++) {
            const struct sym_divides *fact = &search->divides.at[i];
            bool touched = touches(search, fact->divisor) || touches(search, fact->value);
            if (touched && (!add_vars(search, fact->divisor) || !add_vars(search, fact->value)))
                return false;
        }
    } while (search->n > before);
    return true;
}

static void collect_facts(struct search *search)
{
    struct syms *syms = search->syms;
    struct arena *arena = syms->arena;
    for (int i = 0; i < syms->nonnegative.n; i++)
        *vec_push(arena, &search->nonnegative) = sym_simplify(syms, syms->nonnegative.at[i]);
    for (int i = 0; i < syms->zero.n; i++)
        *vec_push(arena, &search->zero) = sym_simplify(syms, syms->zero.at[i]);
    for (int i = 0; i < syms->told.n; i++)
        if (syms->told.at[i]->kind != SYM_VAR) *vec_push(arena, &search->told) = syms->told.at[i];
    for (int i = 0; i < syms->divides.n; i++)
        *vec_push(arena, &search->divides) =
            (struct sym_divides){sym_simplify(syms, syms->divides.at[i].divisor),
                                 sym_simplify(syms, syms->divides.at[i].value)};
}

// ---- which values

static bool may_be(struct syms *syms, const struct sym *sym, int64_t value)
{
    struct sym_range range = sym_range(syms, sym);
    struct sym_congruence known = sym_congruence(syms, sym);
    if (value < range.lower || value > range.upper) return false;
    return known.modulus == 0 ? value == known.residue
                              : number_mod(value, known.modulus) == known.residue;
}

static void propose(struct search *search, int var, int64_t value)
{
    struct candidates *list = &search->candidates[var];
    if (list->n == MAX_CANDIDATES || !may_be(search->syms, search->bindings[var].var, value))
        return;
    for (int i = 0; i < list->n; i++)
        if (list->at[i] == value) return;
    list->at[list->n++] = value;
}

static void propose_values(struct search *search, int var)
{
    static const int64_t steps[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 31, 64, 99, 256, 1000, 4096};
    struct syms *syms = search->syms;
    const struct sym *sym = search->bindings[var].var;
    struct sym_range range = sym_range(syms, sym);
    int64_t step = sym_congruence(syms, sym).modulus, offset, value;
    step = step ? step : 1;
    // From the least size that is not empty: a counterexample of nothing convinces nobody.
    int64_t start = range.lower < 0 ? (range.upper < 1 ? range.upper : 1) : range.lower;
    start = start == 0 ? 1 : start;
    start = start > INT64_MAX / 2
                ? start
                : start + number_mod(sym_congruence(syms, sym).residue - start, step);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (checked_mul(steps[i], step, &offset) && checked_add(start, offset, &value))
            propose(search, var, value);
    propose(search, var, range.lower);
    propose(search, var, range.upper);
    propose(search, var, 0);
    for (size_t i = 1; i < 4; i++)
        if (checked_mul(-steps[i], step, &offset) && checked_add(start, offset, &value))
            propose(search, var, value);
    if (range.upper != INT64_MAX && range.upper > INT64_MIN + step)
        propose(search, var, range.upper - step);
}

// ---- trying

int64_t syms_work(const struct syms *syms)
{
    return syms->work;
}

static bool value_of(const struct search *search, const struct sym *sym, int64_t *value)
{
    search->syms->work += sym->weight;
    return sym_evaluate(sym, search->bindings, search->n, value);
}

// A fact whose symbols are not all bound has nothing to do with the question.
static bool allowed(struct search *search)
{
    int64_t value, divisor;
    for (int i = 0; i < search->nonnegative.n; i++)
        if (value_of(search, search->nonnegative.at[i], &value) && value < 0) return false;
    for (int i = 0; i < search->zero.n; i++)
        if (value_of(search, search->zero.at[i], &value) && value) return false;
    for (int i = 0; i < search->told.n; i++)
        if (value_of(search, search->told.at[i], &value) &&
            !may_be(search->syms, search->told.at[i], value))
            return false;
    for (int i = 0; i < search->divides.n; i++)
        if (value_of(search, search->divides.at[i].value, &value) &&
            value_of(search, search->divides.at[i].divisor, &divisor) &&
            !checked_divides(divisor, value))
            return false;
    return true;
}

static unsigned sign_of(const struct sym_question *question, int64_t a, int64_t b)
{
    if (question->relation == ASK_DIVIDES)
        return a == 0 || checked_divides(a, b) ? SIGN_ZERO : SIGN_POSITIVE;
    return a == b ? SIGN_ZERO : a < b ? SIGN_POSITIVE : SIGN_NEGATIVE;
}

static bool is_false(const struct sym_question *question, unsigned sign)
{
    return question->relation == ASK_AT_MOST ? sign == SIGN_NEGATIVE : sign != SIGN_ZERO;
}

static int compare_bindings(const void *a, const void *b)
{
    const struct sym_binding *x = a, *y = b;
    return strcmp(x->var->name, y->var->name);
}

// The symbols of the question as it was asked: those that a fact defines get the value that
// follows.
static void answer(struct search *search)
{
    struct syms *syms = search->syms;
    const struct sym *both[] = {search->asked->a, search->asked->b};
    VEC(struct sym_binding) witness = {0};
    for (int side = 0; side < 2; side++) {
        const struct sym **vars;
        int n = sym_vars(syms->arena, both[side], &vars);
        for (int i = 0; i < n; i++) {
            int64_t value;
            bool there = !value_of(search, sym_simplify(syms, vars[i]), &value);
            for (int k = 0; k < witness.n && !there; k++) there = witness.at[k].var == vars[i];
            if (!there) *vec_push(syms->arena, &witness) = (struct sym_binding){vars[i], value};
        }
    }
    if (witness.n > 1) qsort(witness.at, (size_t)witness.n, sizeof *witness.at, compare_bindings);
    search->proof->n_witness = witness.n;
    search->proof->witness = witness.at;
}

// The question as asked may be undefined where its simplified form is not.
static bool refuted_as_asked(struct search *search)
{
    const struct sym_question *asked = search->asked;
    struct proof *proof = search->proof;
    answer(search);
    return sym_evaluate(asked->a, proof->witness, proof->n_witness, &proof->witness_a) &&
           sym_evaluate(asked->b, proof->witness, proof->n_witness, &proof->witness_b) &&
           is_false(asked, sign_of(asked, proof->witness_a, proof->witness_b));
}

// Looks at one assignment. True when nothing more is to be learned: a counterexample is
// known, and that the statement is not always false if that matters.
static bool look(struct search *search)
{
    if (!value_of(search, search->question->a, &search->a) ||
        !value_of(search, search->question->b, &search->b))
        return false;
    unsigned sign = sign_of(search->question, search->a, search->b);
    bool wrong = is_false(search->question, sign);
    if (((search->seen & sign) && (!wrong || search->found)) || !allowed(search)) return false;
    search->seen |= sign;
    if (wrong && !search->found) search->found = refuted_as_asked(search);
    unsigned right =
        search->question->relation == ASK_AT_MOST ? SIGN_ZERO | SIGN_POSITIVE : SIGN_ZERO;
    return search->found && (search->effort == EFFORT_FIRST || (search->seen & right));
}

static void pick(struct search *search, int var, int index)
{
    const struct candidates *list = &search->candidates[var];
    search->bindings[var].value = list->at[index < list->n ? index : list->n - 1];
}

static bool try_same_index(struct search *search)
{
    for (int index = 0; index < MAX_CANDIDATES; index++) {
        for (int var = 0; var < search->n; var++) pick(search, var, index);
        if (look(search)) return true;
    }
    return false;
}

static bool try_one_by_one(struct search *search, int n_bases)
{
    for (int base = 0; base < n_bases; base++) {
        for (int moved = 0; moved < search->n; moved++) {
            for (int var = 0; var < search->n; var++) pick(search, var, base);
            for (int index = 0; index < search->candidates[moved].n; index++) {
                pick(search, moved, index);
                if (look(search)) return true;
            }
        }
    }
    return false;
}

static bool try_mixtures(struct search *search)
{
    // xorshift from a fixed start: the same mixtures in every run.
    uint64_t state = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < MIXTURES; i++) {
        for (int var = 0; var < search->n; var++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            pick(search, var, (int)(state % (uint64_t)search->candidates[var].n));
        }
        if (look(search)) return true;
    }
    return false;
}

// Is the statement false with this value of the symbol, or a side of it beyond 64 bits?
static bool beyond(struct search *search, int var, int64_t value)
{
    search->bindings[var].value = value;
    return !value_of(search, search->question->a, &search->a) ||
           !value_of(search, search->question->b, &search->b) ||
           is_false(search->question, sign_of(search->question, search->a, search->b));
}

// Between a value that keeps the statement and one that does not lies a first one that does not:
// the border, by halves. 256*N <= 2^40 breaks where no list of small values reaches.
static bool try_border(struct search *search, int var)
{
    struct syms *syms = search->syms;
    const struct sym *sym = search->bindings[var].var;
    int64_t step = sym_congruence(syms, sym).modulus, start = search->candidates[var].at[0];
    int64_t kept = 0, broken, offset, upper = sym_range(syms, sym).upper;
    step = step > 0 ? step : 1;
    if (start < 0 || beyond(search, var, start)) return false;
    broken = ((upper < INT64_MAX / 2 ? upper : INT64_MAX / 2) - start) / step;
    while (broken - kept > 1) {
        int64_t middle = kept + (broken - kept) / 2;
        bool fits = checked_mul(middle, step, &offset);
        if (fits && !beyond(search, var, start + offset))
            kept = middle;
        else
            broken = middle;
    }
    if (broken <= 0 || !checked_mul(broken, step, &offset)) return false;
    search->bindings[var].value = start + offset;
    return look(search);
}

// Each symbol by itself, the others small.
static bool try_borders(struct search *search)
{
    if (search->question->relation != ASK_AT_MOST) return false;
    for (int moved = 0; moved < search->n; moved++) {
        for (int var = 0; var < search->n; var++) pick(search, var, 0);
        if (try_border(search, moved) || search->found) return true;
    }
    return false;
}

// Where only a proof is of use, a counterexample does no more than save the trouble of looking for
// one: values far from each other, for all symbols alike and for each by itself, find nearly all.
static bool try_few(struct search *search)
{
    static const int alike[] = {0, 2, 5, 8, 12, 14, 16, MAX_CANDIDATES - 1};
    static const int alone[] = {1, 5, 12, MAX_CANDIDATES - 1};
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        for (int var = 0; var < search->n; var++) pick(search, var, alike[i]);
        if (look(search)) return true;
    }
    for (int moved = 0; moved < search->n; moved++) {
        for (int var = 0; var < search->n; var++) pick(search, var, 0);
        for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
            pick(search, moved, alone[i]);
            if (look(search)) return true;
        }
    }
    return false;
}

// Many questions in a row are about the same symbols.
static bool is_collected(const struct search *search, int n, const struct sym *const *vars)
{
    if (!search->collected || search->generation != search->syms->generation ||
        search->asked_vars.n != n)
        return false;
    for (int i = 0; i < n; i++)
        if (search->asked_vars.at[i] != vars[i]) return false;
    return true;
}

static bool collect(struct search *search)
{
    collect_facts(search);
    for (int i = 0; i < search->asked_vars.n; i++)
        if (!add_vars(search, search->asked_vars.at[i])) return false;
    if (!add_facts(search)) return false;
    for (int var = 0; var < search->n; var++) {
        search->candidates[var].n = 0;
        propose_values(search, var);
        if (search->candidates[var].n == 0) return false;
    }
    return true;
}

static void prepare(struct search *search, int n, const struct sym *const *vars)
{
    struct syms *syms = search->syms;
    if (is_collected(search, n, vars)) return;
    search->n = search->nonnegative.n = search->zero.n = search->told.n = search->divides.n = 0;
    search->asked_vars.n = 0;
    for (int i = 0; i < n; i++) *vec_push(syms->arena, &search->asked_vars) = vars[i];
    search->ready = collect(search);
    search->collected = true;
    search->generation = syms->generation;
}

// The symbols of both sides, each once.
static int vars_of(struct syms *syms, const struct sym_question *question, const struct sym ***vars)
{
    const struct sym **of_a, **of_b;
    int n_a = sym_vars(syms->arena, question->a, &of_a), n = n_a;
    int n_b = sym_vars(syms->arena, question->b, &of_b);
    *vars = arena_array(syms->arena, const struct sym *, n_a + n_b);
    for (int i = 0; i < n_a; i++) (*vars)[i] = of_a[i];
    for (int i = 0; i < n_b; i++) {
        bool there = false;
        for (int k = 0; k < n_a && !there; k++) there = of_a[k] == of_b[i];
        if (!there) (*vars)[n++] = of_b[i];
    }
    return n;
}

// What was collected keeps its room from one search to the next.
static struct search *open_search(struct syms *syms)
{
    if (!syms->search) syms->search = arena_new(syms->arena, struct search);
    struct search *search = syms->search;
    search->syms = syms;
    search->seen = 0;
    search->found = false;
    return search;
}

bool sym_find_witness(struct syms *syms, const struct sym_question *asked, enum sym_effort effort,
                      unsigned *seen, struct proof *proof)
{
    struct sym_question simple = {asked->relation, sym_simplify(syms, asked->a),
                                  sym_simplify(syms, asked->b)};
    struct search *search = open_search(syms);
    search->question = &simple;
    search->asked = asked;
    search->effort = effort;
    search->proof = proof;
    const struct sym **vars;
    int n = vars_of(syms, &simple, &vars);
    prepare(search, n, vars);
    bool ready = search->ready, all = ready && effort == EFFORT_FIRST && try_few(search);
    if (ready && effort != EFFORT_FIRST) all = try_same_index(search) || try_one_by_one(search, 1);
    if (ready && !all && effort == EFFORT_SEARCH && search->n)
        (void)(try_one_by_one(search, 3) || try_mixtures(search) || try_borders(search));
    *seen = search->seen;
    if (search->found) return true;
    proof->n_witness = 0;
    proof->witness_a = proof->witness_b = 0;
    return false;
}

bool sym_allows(struct syms *syms, const struct sym *var, int64_t value)
{
    struct search *search = open_search(syms);
    prepare(search, 1, &var);
    if (!search->ready || search->n != 1 || !may_be(syms, var, value)) return false;
    search->bindings[0].value = value;
    return allowed(search);
}
