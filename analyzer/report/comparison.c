#include "analyzer/report/comparison.h"

#include "ir/base/text.h"

const char *bottleneck_name(enum bottleneck bottleneck)
{
    static const char *const names[] = {"a", "b", NULL};
    return names[bottleneck];
}

// PyTorch's script raises here (max() of an empty sequence); so do we, in words.
static bool find_side(struct arena *arena, struct comparison_side *side, const char **error)
{
    side->peak = side->model->peaks[0][0];
    if (!side->model->n_leaf_rows) {
        *error =
            arena_printf(arena, "%s: no leaf is ever called, so it has no peak leaf", side->name);
        return false;
    }
    if (side->peak.row < 0) {
        *error = arena_printf(arena, "%s: no leaf's output is known: %s", side->name,
                              side->peak.bytes.reason ? side->peak.bytes.reason : "no reason");
        return false;
    }
    side->peak_layer = side->model->rows[side->peak.row].name;
    return true;
}

// Each run has a table of symbols of its own. Read in one of them, `N` is the
// same N on both sides.
static const struct sym *size_in(struct syms *syms, struct arena *arena, const struct sym *size)
{
    return sym_parse(syms, sym_string(arena, size), NULL);
}

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
static bool accepts(struct arena *arena, const struct report_model *model,
                    const struct proof *proof)
{
    struct requirement_binding *values =
        arena_array(arena, struct requirement_binding, proof->n_witness);
    for (int i = 0; i < proof->n_witness; i++)
        values[i] = (struct requirement_binding){.name = sym_name(proof->witness[i].var),
                                                 .value = proof->witness[i].value};
    for (int i = 0; i < model->n_conditions; i++) {
        const struct requirement *needed = &model->conditions[i].requirement;
        if (needed->left &&
            requirement_at(arena, needed, values, proof->n_witness, NULL) == REQUIREMENT_BROKEN)
            return false;
    }
    return true;
}

static bool one_piece(const struct comparison_side *side)
{
    return side->model->n_peaks[0] == 1;
}

static bool is_shown(struct arena *arena, const struct comparison *c, const struct proof *proof)
{
    return proof->verdict == VERDICT_REFUTED && proof->n_witness &&
           accepts(arena, c->a.model, proof) && accepts(arena, c->b.model, proof);
}

// It depends on the symbols only where there are sizes of either kind.
static const char *why_open(struct arena *arena, const struct comparison *c,
                            const struct proof *not_greater, const struct proof *greater)
{
    bool b_larger = is_shown(arena, c, not_greater), b_not_larger = is_shown(arena, c, greater);
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

static void decide(struct arena *arena, struct comparison *c)
{
    struct syms *syms = syms_open(arena);
    const struct sym *a = size_in(syms, arena, c->a.peak.bytes.value);
    const struct sym *b = size_in(syms, arena, c->b.peak.bytes.value);
    c->bottleneck = BOTTLENECK_OPEN;
    if (!a || !b || !one_piece(&c->a) || !one_piece(&c->b)) {
        c->reason = "which leaf is largest depends on the symbols";
        return;
    }
    if (!tell_facts(syms, c->a.model) || !tell_facts(syms, c->b.model)) {
        c->reason = "there are no sizes that both accept";
        return;
    }
    struct proof not_greater = sym_prove_at_most(syms, b, a);
    struct proof greater = sym_prove_at_most(syms, sym_add_const(syms, a, 1), b);
    // Behind an error a side is larger than what is known of it.
    bool a_may_grow = c->a.peak.bytes.tag == TAG_LOWER,
         b_may_grow = c->b.peak.bytes.tag == TAG_LOWER;
    bool a_wins = not_greater.verdict == VERDICT_PROVED, b_wins = greater.verdict == VERDICT_PROVED;
    if ((a_wins && b_may_grow) || (b_wins && a_may_grow)) {
        c->reason = "only a lower bound of a peak is known";
    } else if (a_wins) {
        c->bottleneck = BOTTLENECK_A;
    } else if (b_wins) {
        c->bottleneck = BOTTLENECK_B;
    } else {
        c->reason = why_open(arena, c, &not_greater, &greater);
    }
}

bool comparison_make(struct arena *arena, struct comparison *c, const char **error)
{
    if (!find_side(arena, &c->a, error) || !find_side(arena, &c->b, error)) return false;
    decide(arena, c);
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
    c->confirmed = !a->difference && !b->difference &&
                   (c->bottleneck == BOTTLENECK_OPEN || c->bottleneck == c->measured);
}
