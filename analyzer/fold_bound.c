#include "analyzer/fold_bound.h"

#define MAX_TERMS 16

// Forms of which the worst moment of a sample is the largest.
struct terms {
    int n;
    const struct sym *at[MAX_TERMS], *largest;
};

static bool same(struct fold *f, const struct sym *a, const struct sym *b)
{
    return a == b || sym_prove_equal(f->syms, a, b).verdict == VERDICT_PROVED;
}

// The pieces of a moment in another dtype than the first are there, though they are not counted.
static bool find_terms(struct fold *f, const struct report_live *live, struct terms *terms)
{
    *terms = (struct terms){.largest = fold_brought(f, live->bytes)};
    if (!terms->largest) return false;
    for (int i = 0; live->pieces && i < live->n_moments && terms->n < MAX_TERMS; i++) {
        if (!live->pieces[i].bytes.value) break;
        const struct sym *term = fold_brought(f, live->pieces[i].bytes);
        if (term) terms->at[terms->n++] = term;
    }
    if (!terms->n) terms->at[terms->n++] = terms->largest;
    return true;
}

static bool has_term(struct fold *f, const struct terms *terms, const struct sym *form)
{
    for (int i = 0; i < terms->n; i++)
        if (same(f, terms->at[i], form)) return true;
    return false;
}

static const struct sym *at_sample(struct fold *f, const struct sym *line, int sample)
{
    return sym_substitute(f->syms, line, f->count, sym_const(f->syms, f->request->counts[sample]));
}

// Of few rounds the moment may be there and not be one of the worst.
static bool follows_count(struct fold *f, const struct terms *terms, const struct sym *line)
{
    for (int s = 0; s < f->request->n_samples; s++) {
        const struct sym *here = at_sample(f, line, s);
        if (has_term(f, &terms[s], here)) continue;
        if (s >= THIRD || !sym_is_at_most(f->syms, here, terms[s].largest)) return false;
    }
    return true;
}

struct quantity fold_at_least(struct fold *f, const struct report_live *const *lives)
{
    const struct quantity none =
        quantity_unknown("the worst moment is not known for many rounds of the loops");
    struct terms terms[MAX_SAMPLES];
    int next = THIRD + 1; // its count is one more than that of the sample before it
    if (f->request->n_samples <= next + 1) return none;
    for (int s = 0; s < f->request->n_samples; s++)
        if (!find_terms(f, lives[s], &terms[s])) return none;
    const struct sym *least = NULL;
    for (int i = 0; i < terms[next].n; i++) {
        for (int k = 0; k < terms[next - 1].n; k++) {
            const struct sym *from = terms[next - 1].at[k];
            const struct sym *slope = sym_sub(f->syms, terms[next].at[i], from);
            const struct sym *rounds =
                sym_add_const(f->syms, f->count, -f->request->counts[next - 1]);
            const struct sym *line = sym_add(f->syms, from, sym_mul(f->syms, slope, rounds));
            if (follows_count(f, terms, line)) least = least ? sym_max(f->syms, least, line) : line;
        }
    }
    if (!least) return none;
    return quantity_at_least(quantity_of(least),
                             "with more rounds of the loops another moment may be the worst");
}
