// Budgets at the values that --at asks for. Who names values wants to know of these, so sizes that
// nobody named break nothing.

#include "analyzer/budget.h"

#include "ir/base/text.h"

static struct quantity figure_of(const struct report_at_figures *figures, enum report_metric metric)
{
    switch (metric) {
    case METRIC_PEAK: return figures->live;
    case METRIC_TRAINING: return figures->live_training;
    case METRIC_PEAK_LEAF: return figures->peak;
    case METRIC_LARGEST: return figures->largest;
    case METRIC_TOTAL: return figures->total;
    // A form in the symbols, which are bound where the figure is held against its limit.
    case METRIC_RUNTIME:
    case METRIC_RAM: return quantity_unknown("this figure has no values at sizes of --at");
    case METRIC_PARAMETERS: break;
    case N_METRICS: break;
    }
    return figures->parameters;
}

// Symbols without a value are left in the figure, so it may still take a proof. Values that break a
// condition are no sizes of the model, and no limit is kept by them.
static struct report_at_verdict hold_row(struct syms *syms, const struct report_at_row *row,
                                         const struct report_budget *budget)
{
    struct report_at_verdict verdict = {.name = budget_metric_name(budget->metric),
                                        .dtype = budget->dtype,
                                        .bytes = quantity_unknown(row->broken)};
    if (!row->broken) verdict.bytes = figure_of(&row->figures[budget->dtype], budget->metric);
    verdict.proof = budget_prove(syms, verdict.bytes, budget->limit_bytes);
    return verdict;
}

// "N=64, T=8" and, where it takes values of other symbols too, these: "N=64, T=8, M=2".
static const char *values_string(struct arena *arena, const struct report_at_axes *axes,
                                 const struct report_at_row *row, const struct proof *proof)
{
    const char *more = proof->n_witness ? proof_witness_string(arena, proof) : "";
    struct text text = {.arena = arena};
    for (int i = 0; i < axes->n; i++)
        text_printf(&text, "%s%s=%lld", i ? ", " : "", axes->at[i].name, (long long)row->values[i]);
    if (*more) text_printf(&text, ", %s", more);
    return text_string(&text);
}

// The moment that is the worst at the values of the row.
static const struct site *worst_moment(const struct report_model *model,
                                       const struct report_at_axes *axes,
                                       const struct report_at_row *row,
                                       const struct report_live *live)
{
    struct sym_binding values[MAX_AT_AXES];
    for (int i = 0; i < axes->n; i++)
        values[i] =
            (struct sym_binding){sym_var(model->program->syms, axes->at[i].name), row->values[i]};
    const struct report_live_piece *piece = budget_moment(live, axes->n, values);
    const struct site *site = piece && piece->site ? piece->site : live->site;
    return site ? site : model->site;
}

// Where the leaf is made that is too large, as its size is chosen there; sums blame the entry.
static const struct site *blamed(const struct report_model *model,
                                 const struct report_at_axes *axes, const struct report_at_row *row,
                                 const struct report_budget *budget)
{
    int d = budget->dtype;
    const struct report_at_figures *figures = &row->figures[d];
    int leaf = budget->metric == METRIC_PEAK_LEAF && figures->n_peaks ? figures->peaks[0].row : -1;
    if (leaf >= 0) return row->model->rows[leaf].made;
    if (budget->metric == METRIC_PEAK) return worst_moment(model, axes, row, &model->live[d]);
    if (budget->metric == METRIC_TRAINING)
        return worst_moment(model, axes, row, &model->live_training[d]);
    return model->site;
}

// The first combination of the worst kind, and how many are like it, of those that there are.
struct worst {
    int row, n_alike, n;
    enum verdict verdict;
};

static bool is_worse(enum verdict a, enum verdict b)
{
    return a == VERDICT_REFUTED ? b != VERDICT_REFUTED : a == VERDICT_OPEN && b == VERDICT_PROVED;
}

static struct worst find_worst(const struct report_model *model, int budget)
{
    struct worst worst = {.verdict = VERDICT_PROVED};
    int n = 0;
    for (int i = 0; i < model->n_at; i++) {
        if (model->at[i].taken_by == AT_ANOTHER) continue;
        enum verdict verdict = model->at[i].budgets[budget].proof.verdict;
        bool first = !n++;
        if (first || is_worse(verdict, worst.verdict))
            worst = (struct worst){.row = i, .verdict = verdict, .n_alike = 1};
        else if (verdict == worst.verdict)
            worst.n_alike++;
    }
    worst.n = n;
    return worst;
}

static const char *broken_bytes(struct arena *arena, const struct report_budget *budget)
{
    if (!budget->proof.n_witness) return quantity_string(arena, budget->bytes);
    return arena_printf(arena, "%s = %lld", quantity_string(arena, budget->bytes),
                        (long long)budget->proof.witness_a);
}

static void report_worst(struct arena *arena, const struct report_model *model,
                         const struct report_at_axes *axes, const struct report_budget *budget,
                         const struct worst *worst, struct diags *diags)
{
    const struct report_at_row *row = &model->at[worst->row];
    const struct site *site = blamed(model, axes, row, budget);
    const char *at = values_string(arena, axes, row, &budget->proof), *others = "";
    const char *variant = row->taken_by == AT_THIS ? budget_variant(arena, model) : "";
    bool broken = worst->verdict == VERDICT_REFUTED;
    if (worst->n_alike > 1)
        others = arena_printf(arena, "; so it is at %d of the %d combinations of --at",
                              worst->n_alike, worst->n);
    struct diag *diag;
    if (broken)
        diag = diag_add(diags, DIAG_BUDGET_BROKEN, site,
                        "budget %s: %sat %s %s has %s bytes, allowed are %lld%s", budget->text,
                        variant, at, budget_metric_name(budget->metric),
                        broken_bytes(arena, budget), (long long)budget->limit_bytes, others);
    else
        diag = diag_add(diags, DIAG_BUDGET_OPEN, site, "budget %s: %snot decided at %s: %s%s",
                        budget->text, variant, at,
                        budget->proof.reason ? budget->proof.reason : "no proof found", others);
    diag->verdict = worst->verdict;
}

static void check_one(struct arena *arena, const struct report_model *model,
                      const struct report_at_axes *axes, struct report_budget *budget, int index,
                      struct diags *diags)
{
    struct worst worst = find_worst(model, index);
    const struct report_at_verdict *verdict = &model->at[worst.row].budgets[index];
    budget->bytes = verdict->bytes;
    budget->subject = verdict->name;
    budget->proof = verdict->proof;
    if (worst.verdict != VERDICT_PROVED) report_worst(arena, model, axes, budget, &worst, diags);
}

static bool has_rows(const struct report_model *model)
{
    for (int i = 0; i < model->n_at; i++)
        if (model->at[i].taken_by != AT_ANOTHER) return true;
    return false;
}

void budget_check_at(struct arena *arena, struct report_model *model,
                     const struct report_at_axes *axes, int n, const struct report_budget *budgets,
                     struct diags *diags)
{
    struct report_budget *checked = arena_array(arena, struct report_budget, n);
    if (!has_rows(model)) n = 0;
    for (int r = 0; r < model->n_at && n; r++) {
        struct report_at_verdict *verdicts = arena_array(arena, struct report_at_verdict, n);
        for (int i = 0; i < n; i++)
            verdicts[i] = hold_row(model->program->syms, &model->at[r], &budgets[i]);
        model->at[r].n_budgets = n;
        model->at[r].budgets = verdicts;
    }
    for (int i = 0; i < n; i++) {
        checked[i] = budgets[i];
        check_one(arena, model, axes, &checked[i], i, diags);
    }
    model->n_budgets = n;
    model->budgets = checked;
}
