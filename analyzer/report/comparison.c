#include "analyzer/report/comparison.h"

#include "analyzer/regimes.h"
#include "analyzer/report/peaks.h"
#include "ir/base/text.h"

#include <string.h>

#define MAX_CONDITION 80 // characters; what is longer says nothing to anyone

const char *bottleneck_name(enum bottleneck bottleneck)
{
    static const char *const names[] = {"a", "b", NULL};
    return names[bottleneck];
}

const char *comparison_remark(const struct comparison_verdict *verdict)
{
    return verdict->equal ? "the first of two equal peaks" : verdict->reason;
}

// PyTorch's script raises here (max() of an empty sequence); so do we, in words.
static bool find_side(struct arena *arena, struct comparison_side *side, const char **error)
{
    const struct report_model *model = side->model;
    for (int d = 0; d < side->report->n_dtypes; d++)
        side->peak[d] = peaks_largest(model->program->syms, model->n_peaks[d], model->peaks[d]);
    if (!side->model->n_leaf_rows) {
        *error =
            arena_printf(arena, "%s: no leaf is ever called, so it has no peak leaf", side->name);
        return false;
    }
    if (model->peaks[0][0].row < 0) {
        *error = arena_printf(arena, "%s: no leaf's output is known: %s", side->name,
                              side->peak[0].reason ? side->peak[0].reason : "no reason");
        return false;
    }
    if (model->n_peaks[0] == 1) side->peak_layer = model->rows[model->peaks[0][0].row].name;
    return true;
}

// The outputs that are the peak of a side, each for some sizes.
struct pieces {
    int n;
    const struct report_peak *at;
};

// One comparison of two figures: in a table of symbols of its own, with the facts of both sides and
// the values that --at gives some of the symbols.
struct question {
    struct arena *arena;
    struct syms *syms;
    const struct comparison *c;
    struct quantity a, b;
    struct pieces a_pieces, b_pieces;
    int n_values;
    struct requirement_binding values[MAX_AT_AXES];
};

// What the sizes are under which a side has its figures: no input has an axis of none.
// False where the other side accepts none of them.
static bool tell_facts(struct syms *syms, const struct report_model *model)
{
    for (int i = 0; i < model->n_inputs; i++) {
        const struct shape *shape = &model->inputs[i].type.shape;
        for (int axis = 0; axis < shape->rank; axis++)
            if (sym_kind(shape->dim[axis]) == SYM_VAR)
                sym_assume_at_least(syms, sym_var(syms, sym_name(shape->dim[axis])), 1);
    }
    for (int i = 0; i < model->n_conditions; i++) {
        const struct requirement *needed = &model->conditions[i].requirement;
        if (!needed->left || requirement_assume(syms, needed)) continue;
        const struct sym *left = sym_parse(syms, needed->left, NULL),
                         *right = sym_parse(syms, needed->right, NULL);
        if (!left || !right) continue;
        struct proof proof = requirement_prove_sizes(syms, needed->kind, left, right);
        if (proof.verdict == VERDICT_REFUTED && proof.always) return false;
    }
    // Facts that contradict each other leave every question open.
    const struct sym *zero = sym_const(syms, 0);
    return sym_prove_at_most(syms, zero, zero).verdict == VERDICT_PROVED;
}

// Not every condition is a fact that a table can keep, so the values are held against all of them.
static bool accepts(const struct question *q, const struct report_model *model,
                    const struct proof *proof)
{
    int n = proof->n_witness;
    struct requirement_binding *values =
        arena_array(q->arena, struct requirement_binding, n + q->n_values);
    for (int i = 0; i < n; i++)
        values[i] = (struct requirement_binding){.name = sym_name(proof->witness[i].var),
                                                 .value = proof->witness[i].value};
    for (int i = 0; i < q->n_values; i++) values[n++] = q->values[i];
    for (int i = 0; i < model->n_conditions; i++) {
        const struct requirement *needed = &model->conditions[i].requirement;
        if (needed->left && requirement_at(q->arena, needed, values, n, NULL) == REQUIREMENT_BROKEN)
            return false;
    }
    return true;
}

static bool is_shown(const struct question *q, const struct proof *proof)
{
    return proof->verdict == VERDICT_REFUTED && proof->n_witness &&
           accepts(q, q->c->a.model, proof) && accepts(q, q->c->b.model, proof);
}

// It depends on the symbols only where there are sizes of either kind.
static const char *why_open(const struct question *q, const struct proof *not_greater,
                            const struct proof *greater)
{
    struct arena *arena = q->arena;
    bool b_larger = is_shown(q, not_greater), b_not_larger = is_shown(q, greater);
    if (b_larger && b_not_larger)
        return arena_printf(arena, "it depends on the symbols: at %s b is larger, at %s it is not",
                            proof_witness_string(arena, not_greater),
                            proof_witness_string(arena, greater));
    if (b_larger)
        return arena_printf(arena, "at %s b is larger, but not proved to be so at all sizes",
                            proof_witness_string(arena, not_greater));
    if (b_not_larger)
        return arena_printf(arena, "at %s b is not larger, but not proved to be so at all sizes",
                            proof_witness_string(arena, greater));
    return "it is not known how the symbols decide it";
}

// Facts about symbols that have values are met by these; they say something of the others.
static bool tell_all(const struct question *q)
{
    for (int i = 0; i < q->n_values; i++) {
        const struct sym *var = sym_var(q->syms, q->values[i].name);
        sym_assume_at_least(q->syms, var, q->values[i].value);
        sym_assume_at_most(q->syms, var, q->values[i].value);
    }
    return tell_facts(q->syms, q->c->a.model) && tell_facts(q->syms, q->c->b.model);
}

static struct comparison_verdict undecided(const char *reason)
{
    return (struct comparison_verdict){.bottleneck = BOTTLENECK_OPEN, .reason = reason};
}

// The pieces of a side, among those of both.
static bool take_pieces(const struct question *q, const struct pieces *of, const struct sym **sizes,
                        int *n)
{
    for (int i = 0; i < of->n; i++) {
        sizes[*n] = sym_brought(q->syms, of->at[i].bytes.value);
        if (!sizes[(*n)++]) return false;
    }
    return true;
}

// "N <= 8 or N > 300"; NULL: under none.
static const char *any_of(struct arena *arena, int n, const char *const *conditions)
{
    struct text text = {.arena = arena};
    int known = 0;
    for (int i = 0; i < n; i++) known += conditions[i] != NULL;
    for (int i = 0; i < n; i++) {
        if (!conditions[i]) continue;
        bool several = known > 1 && strstr(conditions[i], " and ");
        text_printf(&text, several ? "%s(%s)" : "%s%s", text.n ? " or " : "", conditions[i]);
    }
    return known ? text_string(&text) : NULL;
}

// From which sizes on one of the sides is the larger one.
static bool find_large(const struct question *q, int n, int n_a, const struct sym *const *sizes,
                       const char *const *conditions, struct comparison_verdict *verdict)
{
    struct regime_from large = regimes_from(q->arena, q->syms, n, sizes, conditions);
    if (large.index < 0) return false;
    if (large.index < n_a)
        verdict->a_if = large.condition;
    else
        verdict->b_if = large.condition;
    verdict->reason =
        arena_printf(q->arena, "it may depend on the symbols: %s if %s, of smaller sizes not known",
                     large.index < n_a ? "a" : "b", large.condition);
    return true;
}

// Conditions leave out sizes of 0.
static bool none_is_empty(const struct question *q, int n, const struct sym *const *sizes)
{
    const struct sym **vars;
    for (int i = 0; i < n; i++)
        for (int k = sym_vars(q->arena, sizes[i], &vars); k-- > 0;)
            if (sym_lower(q->syms, vars[k]) < 1) return false;
    return true;
}

// Where which side is the larger one: of equal ones a is. False if that is no reason that people
// can read.
static bool find_conditions(const struct question *q, struct comparison_verdict *verdict)
{
    int n = 0, n_a = q->a_pieces.n, n_all = n_a + q->b_pieces.n;
    const struct sym **sizes = arena_array(q->arena, const struct sym *, n_all);
    const char **conditions = arena_array(q->arena, const char *, n_all);
    if (!take_pieces(q, &q->a_pieces, sizes, &n) || !take_pieces(q, &q->b_pieces, sizes, &n))
        return false;
    regimes_find(q->arena, q->syms, n, sizes, conditions);
    const char *a_if = any_of(q->arena, n_a, conditions),
               *b_if = any_of(q->arena, n - n_a, conditions + n_a);
    if ((!a_if || !b_if) && none_is_empty(q, n, sizes)) {
        verdict->bottleneck = a_if ? BOTTLENECK_A : BOTTLENECK_B;
        return true;
    }
    if (!a_if || !b_if || !*a_if || !*b_if) return false;
    if (strlen(a_if) > MAX_CONDITION || strlen(b_if) > MAX_CONDITION)
        return find_large(q, n, n_a, sizes, conditions, verdict);
    verdict->a_if = a_if;
    verdict->b_if = b_if;
    // Of formulas a witness says more to people.
    if (strpbrk(a_if, "*/") || strpbrk(b_if, "*/")) return false;
    verdict->reason =
        arena_printf(q->arena, "it depends on the symbols: a if %s, b if %s", a_if, b_if);
    return true;
}

// Of peaks of which b's is known not to be the larger one.
static bool are_equal(const struct question *q, const struct sym *a, const struct sym *b)
{
    return q->a.tag == TAG_EXACT && q->b.tag == TAG_EXACT &&
           sym_prove_at_most(q->syms, a, b).verdict == VERDICT_PROVED;
}

static struct comparison_verdict decide(struct question *q)
{
    q->syms = syms_open(q->arena);
    const struct sym *a = sym_brought(q->syms, q->a.value);
    const struct sym *b = sym_brought(q->syms, q->b.value);
    if (!a || !b) return undecided("a size cannot be compared");
    if (!tell_all(q)) return undecided("there are no sizes that both accept");
    struct proof not_greater = sym_prove_at_most(q->syms, b, a);
    struct proof greater = sym_prove_at_most(q->syms, sym_add_const(q->syms, a, 1), b);
    // Behind an error a side is larger than what is known of it.
    bool a_may_grow = q->a.tag == TAG_LOWER, b_may_grow = q->b.tag == TAG_LOWER;
    bool a_wins = not_greater.verdict == VERDICT_PROVED, b_wins = greater.verdict == VERDICT_PROVED;
    if ((a_wins && b_may_grow) || (b_wins && a_may_grow))
        return undecided("only a lower bound of a peak is known");
    if (a_wins)
        return (struct comparison_verdict){.bottleneck = BOTTLENECK_A, .equal = are_equal(q, a, b)};
    if (b_wins) return (struct comparison_verdict){.bottleneck = BOTTLENECK_B};
    struct comparison_verdict verdict = {.bottleneck = BOTTLENECK_OPEN};
    if (a_may_grow || b_may_grow || !find_conditions(q, &verdict))
        verdict.reason = why_open(q, &not_greater, &greater);
    return verdict;
}

static struct comparison_verdict decide_peaks(struct arena *arena, const struct comparison *c)
{
    const struct report_model *a = c->a.model, *b = c->b.model;
    struct question q = {.arena = arena,
                         .c = c,
                         .a = c->a.peak[0],
                         .b = c->b.peak[0],
                         .a_pieces = {a->n_peaks[0], a->peaks[0]},
                         .b_pieces = {b->n_peaks[0], b->peaks[0]}};
    return decide(&q);
}

// ---- at values of the symbols

// Why the peak of a side is not known there; NULL: it is.
static const char *lacks_peak(struct arena *arena, const char *side,
                              const struct report_at_row *row, int dtype)
{
    const struct report_at_figures *figures = &row->figures[dtype];
    if (row->broken) return arena_printf(arena, "%s %s", side, row->broken);
    if (figures->n_peaks && figures->peaks[0].row >= 0 && quantity_known(figures->peak))
        return NULL;
    return arena_printf(arena, "%s: %s", side,
                        figures->peak.reason ? figures->peak.reason : "its peak is not known");
}

static struct comparison_verdict decide_row(struct arena *arena, const struct comparison *c,
                                            const struct comparison_row *row, int dtype)
{
    const struct report_at_axes *axes = &c->a.report->at_axes;
    const struct report_at_figures *a = &row->a->figures[dtype], *b = &row->b->figures[dtype];
    struct question q = {.arena = arena,
                         .c = c,
                         .a = a->peak,
                         .b = b->peak,
                         .a_pieces = {a->n_peaks, a->peaks},
                         .b_pieces = {b->n_peaks, b->peaks},
                         .n_values = axes->n};
    const char *lacking = lacks_peak(arena, "a", row->a, dtype);
    if (!lacking) lacking = lacks_peak(arena, "b", row->b, dtype);
    if (lacking) return undecided(lacking);
    for (int i = 0; i < axes->n; i++)
        q.values[i] = (struct requirement_binding){axes->at[i].name, row->a->values[i]};
    return decide(&q);
}

// Programs of ggml have one column, whatever was asked for.
int comparison_dtypes(const struct comparison *c)
{
    int a = c->a.report->n_dtypes, b = c->b.report->n_dtypes;
    return a < b ? a : b;
}

// Both sides were asked for the same combinations.
static void compare_rows(struct arena *arena, struct comparison *c)
{
    struct comparison_row *rows = arena_array(arena, struct comparison_row, c->a.model->n_at);
    c->n_at = c->a.model->n_at;
    c->at = rows;
    for (int i = 0; i < c->n_at; i++) {
        rows[i].a = &c->a.model->at[i];
        rows[i].b = &c->b.model->at[i];
        for (int d = 0; d < comparison_dtypes(c); d++)
            rows[i].verdicts[d] = decide_row(arena, c, &rows[i], d);
    }
}

bool comparison_make(struct arena *arena, struct comparison *c, const char **error)
{
    if (!find_side(arena, &c->a, error) || !find_side(arena, &c->b, error)) return false;
    c->verdict = decide_peaks(arena, c);
    compare_rows(arena, c);
    return true;
}

// The largest measured output of a leaf.
static int64_t measured_peak(const struct execution *e)
{
    return e->peak_row < 0 ? 0 : e->rows[e->peak_row].bytes.measured;
}

// Where the prediction is open, either answer is as predicted.
void comparison_confirm(struct comparison *c, const struct execution *a, const struct execution *b)
{
    c->a_run = a;
    c->b_run = b;
    c->measured = measured_peak(b) > measured_peak(a) ? BOTTLENECK_B : BOTTLENECK_A;
    c->confirmed =
        !a->difference && !b->difference &&
        (c->verdict.bottleneck == BOTTLENECK_OPEN || c->verdict.bottleneck == c->measured);
}
