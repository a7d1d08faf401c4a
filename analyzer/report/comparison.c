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

static const char *witness_string(struct arena *arena, const struct proof *proof)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < proof->n_witness; i++)
        text_printf(&text, "%s%s=%lld", i ? ", " : "", sym_name(proof->witness[i].var),
                    (long long)proof->witness[i].value);
    return text_string(&text);
}

// Each run has a table of symbols of its own. Read in one of them, `N` is the
// same N on both sides; what either side assumes of it is left aside.
static const struct sym *size_in(struct syms *syms, struct arena *arena, const struct sym *size)
{
    return sym_parse(syms, sym_string(arena, size), NULL);
}

static bool one_piece(const struct comparison_side *side)
{
    return side->model->n_peaks[0] == 1;
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
        c->reason = "it depends on the symbols";
        if (not_greater.verdict == VERDICT_REFUTED && not_greater.n_witness)
            c->reason = arena_printf(arena, "it depends on the symbols: at %s b is larger",
                                     witness_string(arena, &not_greater));
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
