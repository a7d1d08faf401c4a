// Limits that the user sets on peaks and totals (--budget peak<=8MiB). A symbolic figure keeps a
// limit if that is proved for all sizes, and breaks it if there is a witness.

#include "analyzer/budget.h"

#include "analyzer/at.h"
#include "ir/base/text.h"

#include <string.h>

#define MAX_GAP 4096 // sizes that are tried for one that facts allow

// ---- checking

const struct report_live_piece *budget_moment(const struct report_live *live, int n,
                                              const struct sym_binding *values)
{
    const struct report_live_piece *worst = NULL;
    int64_t most = -1, bytes;
    for (int i = 0; i < live->n_pieces; i++) {
        if (!sym_evaluate(live->pieces[i].bytes.value, values, n, &bytes)) return NULL;
        if (bytes <= most) continue;
        most = bytes;
        worst = &live->pieces[i];
    }
    return worst;
}

const char *budget_variant(struct arena *arena, const struct report_model *model)
{
    return model->condition ? arena_printf(arena, "if %s, ", model->condition) : "";
}

// One quantity that must keep the limit, and who is to blame for it.
struct subject {
    struct quantity bytes;
    const char *name;
    const struct site *site;
    const char *where; // "at N=1, ", of a special run; NULL: of the model itself
};

static struct subject subject_of_live(struct arena *arena, const struct report_model *model,
                                      const struct report_live *live, const char *what)
{
    const char *name = live->moment && live->n_moments < 2
                           ? arena_printf(arena, "%s (%s)", what, live->moment)
                           : what;
    return (struct subject){live->bytes, name, live->site ? live->site : model->site, NULL};
}

static struct subject subject_of_row(struct arena *arena, const struct report_model *model,
                                     const struct report_peak *peak, const char *unknown)
{
    if (peak->row < 0) return (struct subject){peak->bytes, unknown, model->site, NULL};
    const struct report_row *row = &model->rows[peak->row];
    const char *name = arena_printf(arena, "`%s`", row->name);
    if (row->visible_to_hooks) name = arena_printf(arena, "leaf %s", name);
    if (!*row->name) name = "the model, which is a single leaf,";
    return (struct subject){peak->bytes, name, row->made, NULL};
}

struct quantity budget_of_runtime(const struct report_model *model, enum report_metric metric)
{
    if (!model->runtimes.n)
        return quantity_unknown("no library is known that would allocate memory for the model");
    const struct runtime_memory *runtime = &model->runtimes.at[0];
    if (metric == METRIC_RUNTIME || !quantity_known(runtime->bytes)) return runtime->bytes;
    struct quantity bytes = runtime->bytes;
    bytes.value = sym_add_const(model->program->syms, bytes.value, runtime->static_bytes);
    if (!runtime->knows_static)
        bytes = quantity_at_least(bytes, "the program's static data is not counted");
    return bytes;
}

static const char *runtime_name(struct arena *arena, const struct report_model *model,
                                enum report_metric metric)
{
    const char *name = model->runtimes.n ? model->runtimes.at[0].title : "the library's memory";
    return metric == METRIC_RAM ? arena_printf(arena, "%s with static data", name) : name;
}

// Blame goes to the line where the leaf was made, for that is where its size is
// chosen; sums blame the entry.
static struct subject subject_of(struct arena *arena, const struct report_model *model,
                                 const struct report_budget *budget, int piece)
{
    enum report_metric metric = budget->metric;
    int d = budget->dtype;
    switch (metric) {
    case METRIC_PEAK_LEAF:
        return subject_of_row(arena, model, &model->peaks[d][piece], "the peak leaf");
    case METRIC_LARGEST:
        return subject_of_row(arena, model, &model->largest_pieces[d][piece], "the largest output");
    case METRIC_PEAK: return subject_of_live(arena, model, &model->live[d], "peak live");
    case METRIC_TRAINING:
        return subject_of_live(arena, model, &model->live_training[d], "peak live in training");
    case METRIC_TOTAL: return (struct subject){model->total[d], "the total", model->site, NULL};
    case METRIC_RUNTIME:
    case METRIC_RAM:
        return (struct subject){budget_of_runtime(model, metric),
                                runtime_name(arena, model, metric), model->site, NULL};
    case METRIC_PARAMETERS: break;
    case N_METRICS: break;
    }
    return (struct subject){model->parameter_bytes[d], "the sum of the parameters", model->site,
                            NULL};
}

struct proof budget_prove(struct syms *syms, struct quantity bytes, int64_t limit)
{
    if (!quantity_known(bytes))
        return (struct proof){.verdict = VERDICT_OPEN,
                              .reason = bytes.reason ? bytes.reason : "the size is not known"};
    struct proof proof = sym_prove_at_most(syms, bytes.value, sym_const(syms, limit));
    // Of a lower bound only "too much" follows, of an upper bound only "enough".
    enum verdict useless = bytes.tag == TAG_LOWER ? VERDICT_PROVED : VERDICT_REFUTED;
    if (bytes.tag != TAG_EXACT && proof.verdict == useless)
        return (struct proof){.verdict = VERDICT_OPEN,
                              .reason = bytes.reason ? bytes.reason : "only a bound is known"};
    return proof;
}

// ---- up to which size a budget holds

// Of the one symbol that a figure depends on.
struct border {
    const struct sym *var; // NULL: there is no border, or none that could be proved
    int64_t last;          // up to which the limit is kept
    int64_t first, bytes;  // a value behind it, and the figure there
};

static bool keeps(const struct sym *bytes, const struct sym *var, int64_t value, int64_t limit)
{
    int64_t result;
    return sym_evaluate(bytes, &(struct sym_binding){var, value}, 1, &result) && result <= limit;
}

// Where the figure never falls as the symbol grows, one border parts the sizes that keep the limit
// from those that break it.
static bool never_falls(struct syms *syms, const struct sym *bytes, const struct sym *var)
{
    const struct sym *next = sym_add(syms, var, sym_const(syms, 1));
    return sym_is_at_most(syms, bytes, sym_substitute(syms, bytes, var, next));
}

// Facts may leave gaps between the sizes: every eighth is one.
static bool first_behind(struct syms *syms, const struct sym *bytes, struct border *border)
{
    for (border->first = border->last + 1; border->first - border->last <= MAX_GAP; border->first++)
        if (sym_allows(syms, border->var, border->first))
            return sym_evaluate(bytes, &(struct sym_binding){border->var, border->first}, 1,
                                &border->bytes);
    return false;
}

static struct border find_border(struct arena *arena, struct syms *syms, struct quantity bytes,
                                 const struct proof *proof, int64_t limit)
{
    const struct border none = {0};
    const struct sym **vars;
    if (bytes.tag != TAG_EXACT || proof->verdict != VERDICT_REFUTED || proof->always ||
        proof->n_witness != 1 || sym_vars(arena, bytes.value, &vars) != 1)
        return none;
    struct border border = {.var = vars[0], .last = sym_lower(syms, vars[0])};
    if (border.last < 0 || !keeps(bytes.value, border.var, border.last, limit) ||
        !never_falls(syms, bytes.value, border.var))
        return none;
    for (int64_t broken = proof->witness[0].value; broken - border.last > 1;) {
        int64_t middle = border.last + (broken - border.last) / 2;
        if (keeps(bytes.value, border.var, middle, limit))
            border.last = middle;
        else
            broken = middle;
    }
    return first_behind(syms, bytes.value, &border) ? border : none;
}

// ---- the verdict

// A broken piece outweighs an open one, which outweighs those that hold.
static int badness(enum verdict verdict)
{
    return verdict == VERDICT_REFUTED ? 2 : verdict == VERDICT_OPEN ? 1 : 0;
}

// With values of the symbols that break it, where it takes values to break it.
static void report_broken(struct arena *arena, const struct report_model *model,
                          const struct report_budget *budget, const struct subject *subject,
                          struct diags *diags)
{
    const char *bytes = quantity_string(arena, subject->bytes);
    const char *variant = budget_variant(arena, model);
    const struct proof *proof = &budget->proof;
    const char *holds =
        budget->holds_while ? arena_printf(arena, "it holds while %s; ", budget->holds_while) : "";
    const char *where = subject->where ? subject->where : "";
    struct diag *diag;
    if (proof->n_witness)
        diag = diag_add(diags, DIAG_BUDGET_BROKEN, subject->site,
                        "budget %s: %s%s%s has %s bytes; %s%s gives %lld against %lld",
                        budget->text, variant, where, subject->name, bytes, holds,
                        proof_witness_string(arena, proof), (long long)proof->witness_a,
                        (long long)budget->limit_bytes);
    else
        diag = diag_add(diags, DIAG_BUDGET_BROKEN, subject->site,
                        "budget %s: %s%s%s has %s bytes, allowed are %lld", budget->text, variant,
                        where, subject->name, bytes, (long long)budget->limit_bytes);
    diag->verdict = VERDICT_REFUTED;
}

static int n_pieces_of(const struct report_model *model, const struct report_budget *budget)
{
    if (budget->metric == METRIC_PEAK_LEAF) return model->n_peaks[budget->dtype];
    return budget->metric == METRIC_LARGEST ? model->n_largest[budget->dtype] : 1;
}

// One piece with its verdict.
struct held {
    struct subject subject;
    struct proof proof;
    struct border border;
};

// Which moment is the worst depends on the sizes; the finding speaks of those that it names.
static void name_moment(struct arena *arena, const struct report_model *model,
                        const struct report_budget *budget, struct held *held)
{
    bool training = budget->metric == METRIC_TRAINING;
    if ((budget->metric != METRIC_PEAK && !training) || !held->proof.n_witness) return;
    const struct report_live *live =
        training ? &model->live_training[budget->dtype] : &model->live[budget->dtype];
    const struct report_live_piece *piece =
        budget_moment(live, held->proof.n_witness, held->proof.witness);
    if (!piece) return;
    held->subject.name =
        arena_printf(arena, "%s (at these sizes %s)", held->subject.name, piece->moment);
    if (piece->site) held->subject.site = piece->site;
}

static struct held hold(struct arena *arena, const struct report_model *model,
                        const struct report_budget *budget, int piece)
{
    struct syms *syms = model->program->syms;
    struct held held = {.subject = subject_of(arena, model, budget, piece)};
    held.proof = budget_prove(syms, held.subject.bytes, budget->limit_bytes);
    held.border = find_border(arena, syms, held.subject.bytes, &held.proof, budget->limit_bytes);
    if (held.border.var) {
        struct sym_binding *first = arena_new(arena, struct sym_binding);
        *first = (struct sym_binding){held.border.var, held.border.first};
        held.proof.witness = first;
        held.proof.witness_a = held.border.bytes;
    }
    name_moment(arena, model, budget, &held);
    return held;
}

// Of two that are broken the one whose limit is passed first.
static bool is_worse(const struct held *a, const struct held *b)
{
    if (badness(a->proof.verdict) != badness(b->proof.verdict))
        return badness(a->proof.verdict) > badness(b->proof.verdict);
    return a->border.var && a->border.var == b->border.var && a->border.last < b->border.last;
}

static void report_open(struct arena *arena, const struct report_model *model,
                        const struct report_budget *budget, const struct subject *subject,
                        struct diags *diags)
{
    struct diag *diag = diag_add(diags, DIAG_BUDGET_OPEN, subject->site,
                                 "budget %s: %s%snot decided for %s, %s bytes: %s", budget->text,
                                 budget_variant(arena, model), subject->where ? subject->where : "",
                                 subject->name, quantity_string(arena, subject->bytes),
                                 budget->proof.reason ? budget->proof.reason : "no proof found");
    diag->verdict = VERDICT_OPEN;
}

// The worst piece stands for the budget. Each piece is the output of a real call, so one that
// breaks the limit breaks the budget; it holds up to the least border of all that break it.
static struct subject judge(struct arena *arena, const struct report_model *model,
                            struct report_budget *budget)
{
    int n_pieces = n_pieces_of(model, budget);
    bool bordered = true;
    const struct sym *var = NULL;
    struct held worst = {0};
    for (int i = 0; i < n_pieces; i++) {
        struct held held = hold(arena, model, budget, i);
        if (!i || is_worse(&held, &worst)) worst = held;
        if (held.proof.verdict == VERDICT_PROVED) continue;
        bordered = bordered && held.border.var && (!var || var == held.border.var);
        var = held.border.var;
    }
    budget->bytes = worst.subject.bytes;
    budget->subject = worst.subject.name;
    budget->proof = worst.proof;
    if (bordered && worst.border.var)
        budget->holds_while = arena_printf(arena, "%s <= %lld", sym_name(worst.border.var),
                                           (long long)worst.border.last);
    return worst.subject;
}

static const char *where_of(struct arena *arena, const char *before,
                            const struct report_special *special)
{
    struct text text = {.arena = arena};
    text_add(&text, before ? before : "at ");
    for (int i = 0; i < special->n; i++)
        text_printf(&text, "%s=%lld, ", special->names[i], (long long)special->values[i]);
    return text_string(&text);
}

// Closed forms are not those of sizes that have a run of their own; a limit is for these, too.
static void judge_specials(struct arena *arena, const struct report_model *model, const char *where,
                           struct report_budget *budget, struct subject *worst)
{
    for (int i = 0; i < model->n_specials; i++) {
        const struct report_special *special = &model->specials[i];
        const char *here = where_of(arena, where, special);
        for (int k = 0; k < special->n_models && at_holds(arena, model, special); k++) {
            struct report_budget one = {.text = budget->text,
                                        .metric = budget->metric,
                                        .dtype = budget->dtype,
                                        .limit_bytes = budget->limit_bytes};
            struct subject subject = judge(arena, &special->models[k], &one);
            subject.where = here;
            judge_specials(arena, &special->models[k], here, &one, &subject);
            if (badness(one.proof.verdict) <= badness(budget->proof.verdict)) continue;
            *budget = one;
            *worst = subject;
        }
    }
}

static void check_one(struct arena *arena, const struct report_model *model,
                      struct report_budget *budget, struct diags *diags)
{
    struct subject worst = judge(arena, model, budget);
    judge_specials(arena, model, NULL, budget, &worst);
    if (budget->proof.verdict == VERDICT_REFUTED)
        report_broken(arena, model, budget, &worst, diags);
    if (budget->proof.verdict == VERDICT_OPEN) report_open(arena, model, budget, &worst, diags);
}

void budget_check(struct arena *arena, struct report_model *model, int n,
                  const struct report_budget *budgets, struct diags *diags)
{
    struct report_budget *checked = arena_array(arena, struct report_budget, n);
    for (int i = 0; i < n; i++) {
        checked[i] = budgets[i];
        check_one(arena, model, &checked[i], diags);
    }
    model->n_budgets = n;
    model->budgets = checked;
}
