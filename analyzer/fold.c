#include "analyzer/fold.h"

#include "analyzer/fold_bound.h"
#include "analyzer/fold_ggml.h"
#include "analyzer/fold_live.h"
#include "analyzer/folding.h"
#include "analyzer/report/peaks.h"
#include "ir/base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- figures

// Symbols of another run, read in this one.
const struct sym *fold_brought(struct fold *f, struct quantity q)
{
    if (!quantity_known(q) || q.tag != TAG_EXACT) return NULL;
    return sym_brought(f->syms, q.value);
}

static const struct sym *fail(struct fold *f)
{
    f->failed = true;
    return sym_const(f->syms, 0);
}

static const struct sym *form_of(struct fold *f, const struct sym *const *at)
{
    const struct fit_counts counts = {f->syms, f->count, f->request->n_samples, f->request->counts};
    const struct sym *form = fit_closed_form(&counts, at, &f->least);
    return form ? form : fail(f);
}

// As form_of, of quantities; those that all samples lack are lacking.
struct quantity fold_fit(struct fold *f, const struct quantity *const *at)
{
    const struct sym *values[MAX_SAMPLES] = {NULL};
    for (int i = 0; i < f->request->n_samples; i++)
        if (at[i]) values[i] = fold_brought(f, *at[i]);
    if (at[0] && !values[0]) f->failed = true;
    return quantity_of(form_of(f, values));
}

// Bounds of all samples are such of any number of rounds.
static struct quantity fit_bounds(struct fold *f, const struct quantity *const *at,
                                  const struct quantity *last)
{
    struct quantity bounds[MAX_SAMPLES];
    const struct quantity *each[MAX_SAMPLES] = {NULL};
    for (int i = 0; i < f->request->n_samples; i++) {
        if (!at[i]) continue;
        bounds[i] = *at[i];
        if (bounds[i].tag == last->tag) bounds[i].tag = TAG_EXACT;
        each[i] = &bounds[i];
    }
    struct quantity q = fold_fit(f, each);
    q.tag = last->tag;
    q.reason = last->reason;
    return q;
}

struct quantity fold_fit_known(struct fold *f, const struct quantity *const *at)
{
    int last = f->request->n_samples - 1;
    if (at[last]->tag == TAG_UNKNOWN) return *at[last];
    return at[last]->tag == TAG_EXACT ? fold_fit(f, at) : fit_bounds(f, at, at[last]);
}

// ---- texts: numbers in them that grow with the count

// How many characters at the begin belong together: a number, else one.
static size_t word_length(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits ? digits : *text != '\0';
}

// Is the next word the same in all samples?
static bool all_alike(const struct fold *f, const char *const *at, size_t length)
{
    for (int i = 0; i < f->request->n_samples; i++)
        if (at[i] && (word_length(at[i]) != length || strncmp(at[i], at[SECOND], length) != 0))
            return false;
    return true;
}

// A number that follows the count; none other is taken for one.
static const char *fit_number(struct fold *f, const char *const *at)
{
    const struct sym *numbers[MAX_SAMPLES] = {NULL};
    for (int i = 0; i < f->request->n_samples; i++) {
        if (!at[i]) continue;
        if (!isdigit((unsigned char)*at[i])) f->failed = true;
        numbers[i] = sym_const(f->syms, strtoll(at[i], NULL, 10));
    }
    return sym_string(f->arena, form_of(f, numbers));
}

// A sum that stands for a factor needs its brackets, and so does one that ends a word: node_(2*n).
static void add_number(struct text *out, const char *number, const char *behind)
{
    bool factor = *behind && strchr("*^/", *behind);
    if (out->n && strchr("*^/_-", out->at[out->n - 1])) factor = true;
    text_printf(out, factor && strchr(number, ' ') ? "(%s)" : "%s", number);
}

// What is the same in all samples stays as it is written: 1e-05, block_01.
static const char *fit_words(struct fold *f, const char *const *texts)
{
    const char *at[MAX_SAMPLES];
    struct text out = {.arena = f->arena};
    for (int i = 0; i < f->request->n_samples; i++) at[i] = texts[i];
    do {
        size_t length = word_length(at[SECOND]);
        if (all_alike(f, at, length))
            text_add_n(&out, at[SECOND], length);
        else
            add_number(&out, fit_number(f, at), at[SECOND] + length);
        for (int i = 0; i < f->request->n_samples; i++)
            if (at[i]) at[i] += word_length(at[i]);
    } while (!f->failed && *at[SECOND]);
    if (!all_alike(f, at, 0)) f->failed = true;
    return text_string(&out);
}

// The next part of a dotted name or of a range: up to a dot.
static const char *next_part(struct fold *f, const char **at)
{
    size_t n = strcspn(*at, ".");
    const char *part = arena_string_n(f->arena, *at, n);
    *at += n;
    return part;
}

// What a report wrote as an expression; "l_out-1" is the name of one tensor.
static const struct sym *expression_of(struct fold *f, const char *part)
{
    const struct sym *sym = sym_parse(f->syms, part, NULL);
    return sym && strcmp(sym_string(f->arena, sym), part) == 0 ? sym : NULL;
}

static const char *fit_part(struct fold *f, const char *const *parts)
{
    const struct sym *values[MAX_SAMPLES] = {NULL};
    bool same = true;
    for (int i = 0; i < f->request->n_samples; i++)
        same = same && (!parts[i] || strcmp(parts[i], parts[SECOND]) == 0);
    if (same) return parts[SECOND];
    for (int i = 0; i < f->request->n_samples && !f->failed; i++)
        if (parts[i] && !(values[i] = expression_of(f, parts[i]))) f->failed = true;
    return f->failed ? parts[SECOND] : sym_string(f->arena, form_of(f, values));
}

// Parts that are expressions, with the counts of other loops in them: "m + 1", "2*m + 2".
static const char *fit_parts(struct fold *f, const char *const *texts)
{
    const char *at[MAX_SAMPLES], *parts[MAX_SAMPLES] = {NULL};
    struct text out = {.arena = f->arena};
    for (int i = 0; i < f->request->n_samples; i++) at[i] = texts[i];
    while (!f->failed && *at[SECOND]) {
        size_t dots = strspn(at[SECOND], ".");
        text_add_n(&out, at[SECOND], dots);
        for (int i = 0; i < f->request->n_samples; i++) {
            if (!at[i]) continue;
            if (strspn(at[i], ".") != dots) f->failed = true;
            at[i] += strspn(at[i], ".");
            parts[i] = next_part(f, &at[i]);
        }
        if (!f->failed) text_add(&out, fit_part(f, parts));
    }
    for (int i = 0; i < f->request->n_samples; i++)
        if (at[i] && *at[i]) f->failed = true;
    return text_string(&out);
}

const char *fold_text(struct fold *f, const char *const *texts)
{
    bool failed = f->failed;
    const char *text = fit_parts(f, texts);
    if (!f->failed || failed) return text;
    f->failed = false;
    return fit_words(f, texts);
}

// ---- sums

// The same field of all samples, `offset` bytes into the report.
static void find_field(const struct fold *f, size_t offset, const struct quantity **at)
{
    for (int s = 0; s < f->request->n_samples; s++)
        at[s] =
            (const struct quantity *)(const void *)((const char *)&f->request->models[s] + offset);
}

static struct quantity fit_field(struct fold *f, size_t offset)
{
    const struct quantity *at[MAX_SAMPLES] = {NULL};
    find_field(f, offset, at);
    return fold_fit(f, at);
}

// The worst moment of each sample lies on a line, but another moment may grow faster and be the
// worst of many rounds. The largest of several lines is never below the line through two of its
// points, beyond these.
static struct quantity fit_moment(struct fold *f, size_t offset)
{
    bool failed = f->failed;
    struct quantity q = fit_field(f, offset);
    if (f->failed && !failed) {
        f->failed = false;
        return quantity_unknown("the worst moment is not known for many rounds of the loops");
    }
    return quantity_at_least(q, "with more rounds of the loops another moment may be the worst");
}

#define FIELD(field, d)                                                                            \
    (offsetof(struct report_model, field) + (size_t)(d) * sizeof(struct quantity))
#define MOMENT(field, part, d)                                                                     \
    (offsetof(struct report_model, field) + (size_t)(d) * sizeof(struct report_live) +             \
     offsetof(struct report_live, part))

enum lives { LIVES_INFERENCE, LIVES_TRAINING };

static struct report_live *live_in(struct report_model *model, enum lives lives, int dtype)
{
    return lives == LIVES_INFERENCE ? &model->live[dtype] : &model->live_training[dtype];
}

// Parameters and what else is counted beside the moment grow by a line, too.
static struct quantity beside_moment(struct fold *f, enum lives lives, int dtype)
{
    const struct sym *at[MAX_SAMPLES] = {NULL};
    for (int s = 0; s < f->request->n_samples; s++) {
        struct report_model model = f->request->models[s];
        const struct report_live *live = live_in(&model, lives, dtype);
        const struct sym *total = fold_brought(f, live->total),
                         *bytes = fold_brought(f, live->bytes);
        if (total && bytes) at[s] = sym_sub(f->syms, total, bytes);
    }
    return quantity_of(form_of(f, at));
}

// At least what forms of the samples' moments are, and what lives all the time.
static void bound_live(struct fold *f, enum lives lives, int d, struct report_live *live)
{
    const struct report_live *of_samples[MAX_SAMPLES];
    for (int s = 0; s < f->request->n_samples; s++) {
        const struct report_model *model = &f->request->models[s];
        of_samples[s] = lives == LIVES_INFERENCE ? &model->live[d] : &model->live_training[d];
    }
    live->bytes = fold_at_least(f, of_samples);
    bool failed = f->failed;
    live->total = quantity_add(f->syms, live->bytes, beside_moment(f, lives, d));
    if (f->failed && !failed) live->total = live->bytes;
    f->failed = failed;
}

// The worst moment as the largest of lines; where the samples do not show that, what is at least
// alive.
static void fit_live(struct fold *f, struct report_model *folded, enum lives lives, int d)
{
    struct report_live *live = live_in(folded, lives, d);
    struct fold_live_request request = {
        f->request, f->order, f->syms,
        f->count,   d,        lives == LIVES_INFERENCE ? MEMORY_INFERENCE : MEMORY_TRAINING};
    int64_t least = f->least;
    // Samples with loops by another symbol have no program of all their rounds.
    bool whole = !f->request->models[SECOND].tensors_of;
    if (whole && fold_live(f->arena, &request, folded, live, &least)) {
        f->least = least;
        live->total = quantity_add(f->syms, live->bytes, beside_moment(f, lives, d));
        if (d > 0) live->n_pieces = 0;
        return;
    }
    size_t at = lives == LIVES_INFERENCE ? MOMENT(live, bytes, d) : MOMENT(live_training, bytes, d);
    size_t total =
        lives == LIVES_INFERENCE ? MOMENT(live, total, d) : MOMENT(live_training, total, d);
    live->bytes = fit_moment(f, at);
    live->total = fit_moment(f, total);
    if (!whole && live->bytes.tag == TAG_UNKNOWN) bound_live(f, lives, d, live);
    live->n_holders = live->n_pieces = 0;
    if (!whole) live->moment = NULL; // its name is that of few rounds
}

static void fit_sums(struct fold *f, struct report_model *folded)
{
    const struct quantity *flops[MAX_SAMPLES] = {NULL};
    folded->parameters = fit_field(f, FIELD(parameters, 0));
    find_field(f, FIELD(flops, 0), flops);
    folded->flops = fold_fit_known(f, flops);
    for (int d = 0; d < f->request->n_dtypes && !f->failed; d++) {
        folded->total[d] = fit_field(f, FIELD(total, d));
        folded->parameter_bytes[d] = fit_field(f, FIELD(parameter_bytes, d));
        folded->buffer_bytes[d] = fit_field(f, FIELD(buffer_bytes, d));
        fit_live(f, folded, LIVES_INFERENCE, d);
        fit_live(f, folded, LIVES_TRAINING, d);
    }
}

static void fit_leaf_calls(struct fold *f, struct report_model *folded)
{
    const struct sym *at[MAX_SAMPLES];
    for (int s = 0; s < f->request->n_samples; s++)
        at[s] = f->request->models[s].leaf_calls
                    ? fold_brought(f, quantity_of(f->request->models[s].leaf_calls))
                    : sym_const(f->syms, f->request->models[s].n_leaf_rows);
    folded->leaf_calls = form_of(f, at);
}

bool fold_falls_below_0(struct fold *f, const struct sym *size)
{
    const struct sym *next =
        sym_substitute(f->syms, size, f->count, sym_add_const(f->syms, f->count, 1));
    return next != size && !sym_is_at_most(f->syms, size, next) &&
           !sym_is_at_most(f->syms, sym_const(f->syms, 0), size);
}

static void add_symbol(struct fold *f, struct report_model *folded)
{
    const char **names = arena_array(f->arena, const char *, folded->n_symbols + 1);
    int n = 0;
    for (int i = 0; i < folded->n_symbols; i++) names[n++] = folded->symbols[i];
    names[n++] = f->request->symbol;
    qsort(names, (size_t)n, sizeof *names, text_order);
    folded->symbols = names;
    folded->n_symbols = n;
}

// The snippet's sum: over leaves, not over calls.
static void fit_reference(struct fold *f, struct report_model *folded)
{
    for (int d = 0; d < f->request->n_dtypes; d++)
        folded->reference.total[d] = fit_field(f, offsetof(struct report_model, reference) +
                                                      offsetof(struct report_reference, total) +
                                                      (size_t)d * sizeof(struct quantity));
}

static bool fold_in_order(struct arena *arena, const struct fold_request *request,
                          enum fold_order order, struct report_model *folded,
                          struct fold_holds *holds)
{
    *folded = request->models[SECOND];
    struct fold f = {.arena = arena,
                     .request = request,
                     .order = order,
                     .syms = folded->program->syms,
                     .least = 1};
    f.count = sym_var(f.syms, request->symbol);
    sym_assume_at_least(f.syms, f.count, 1);
    for (int i = 0; i < request->n_needs; i++) requirement_assume(f.syms, request->needs[i]);
    fold_needs(&f, holds);
    fold_decided(&f, holds);
    fold_rows(&f, folded);
    fold_uncalled(&f, folded);
    if (folded->n_loop_counts == MAX_LOOP_COUNTS) return false;
    folded->loop_counts[folded->n_loop_counts++] = request->symbol;
    const char *others = folded->tensors_of;
    folded->tensors_of =
        arena_printf(arena, "%s = %lld%s%s", request->symbol, (long long)request->counts[SECOND],
                     others ? ", " : "", others ? others : "");
    if (!f.failed) fit_sums(&f, folded);
    if (!f.failed) fit_leaf_calls(&f, folded);
    if (!f.failed) fold_inputs(&f, folded);
    if (!f.failed) fold_ggml(&f, folded);
    if (!f.failed) fold_runtimes(&f, folded);
    if (f.failed) return false;
    sym_assume_at_least(f.syms, f.count, f.least);
    peaks_find(arena, request->n_dtypes, request->dtypes, folded);
    fit_reference(&f, folded);
    add_symbol(&f, folded);
    holds->least = f.least;
    return !f.failed;
}

bool fold_models(struct arena *arena, const struct fold_request *request,
                 struct report_model *folded, struct fold_holds *holds)
{
    if (request->n_samples <= THIRD || request->n_samples > MAX_SAMPLES) return false;
    return fold_in_order(arena, request, FOLD_BY_ROUNDS, folded, holds) ||
           fold_in_order(arena, request, FOLD_BY_RUNS, folded, holds);
}
