// Limits that the user sets on peaks and totals (--budget peak<=8MiB). A symbolic figure keeps a
// limit if that is proved for all sizes, and breaks it if there is a witness.

#include "analyzer/budget.h"

#include "analyzer/size.h"
#include "ir/base/text.h"

#include <string.h>

static const char *const metric_names[] = {
#define BUDGET(id, name, doc) name,
#include "analyzer/report/budgets.def"
#undef BUDGET
};

// ---- reading

// The figures are those of budgets.def.
static bool find_metric(struct arena *arena, const char *name, enum report_metric *metric,
                        const char **error)
{
    for (int i = 0; i < N_METRICS; i++) {
        if (strcmp(name, metric_names[i]) != 0) continue;
        *metric = (enum report_metric)i;
        return true;
    }
    const char *nearest[1];
    int n = text_nearest(name, metric_names, N_METRICS, nearest, 1);
    *error = arena_printf(arena, "no figure is called `%s`%s%s%s", name,
                          n ? "; did you mean `" : "", n ? nearest[0] : "", n ? "`?" : "");
    return false;
}

// "peak_leaf<=64KiB".
static bool parse_one(struct arena *arena, const char *text, struct report_budget *budget,
                      const char **error)
{
    const char *relation = strstr(text, "<=");
    if (!relation) {
        *error = arena_printf(arena, "`%s` is no budget; write peak_leaf<=64KiB", text);
        return false;
    }
    while (*text == ' ') text++;
    budget->text = text;
    size_t length = (size_t)(relation - text);
    while (length && text[length - 1] == ' ') length--;
    const char *name = arena_string_n(arena, text, length);
    return find_metric(arena, name, &budget->metric, error) &&
           size_parse(relation + strlen("<="), &budget->limit_bytes, error);
}

bool budget_parse(struct arena *arena, const char *text, int *n,
                  const struct report_budget **budgets, const char **error)
{
    VEC(struct report_budget) list = {0};
    for (const char *at = text;;) {
        size_t length = strcspn(at, ",");
        if (!parse_one(arena, arena_string_n(arena, at, length), vec_push(arena, &list), error))
            return false;
        if (!at[length]) break;
        at += length + 1;
    }
    *n = list.n;
    *budgets = list.at;
    return true;
}

// ---- checking

// One quantity that must keep the limit, and who is to blame for it.
struct subject {
    struct quantity bytes;
    const char *name;
    const struct site *site;
};

static struct subject subject_of_row(struct arena *arena, const struct report_model *model,
                                     const struct report_peak *peak)
{
    if (peak->row < 0) return (struct subject){peak->bytes, "the peak leaf", model->site};
    const struct report_row *row = &model->rows[peak->row];
    const char *name = arena_printf(arena, "`%s`", row->name);
    if (row->visible_to_hooks) name = arena_printf(arena, "leaf %s", name);
    if (!*row->name) name = "the model, which is a single leaf,";
    return (struct subject){peak->bytes, name, row->made};
}

// Blame goes to the line where the leaf was made, for that is where its size is
// chosen; sums blame the entry.
static struct subject subject_of(struct arena *arena, const struct report_model *model,
                                 enum report_metric metric, int piece)
{
    switch (metric) {
    case METRIC_PEAK_LEAF: return subject_of_row(arena, model, &model->peaks[0][piece]);
    case METRIC_LARGEST: return subject_of_row(arena, model, &model->largest_pieces[0][piece]);
    case METRIC_PEAK: {
        const struct report_live *live = &model->live[0];
        const char *name =
            live->moment ? arena_printf(arena, "peak live (%s)", live->moment) : "peak live";
        return (struct subject){live->bytes, name, live->site ? live->site : model->site};
    }
    case METRIC_TOTAL: return (struct subject){model->total[0], "the total", model->site};
    case METRIC_PARAMETERS: break;
    case N_METRICS: break;
    }
    return (struct subject){model->parameter_bytes[0], "the parameters", model->site};
}

static struct proof prove(struct syms *syms, struct quantity bytes, int64_t limit)
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

// A broken piece outweighs an open one, which outweighs those that hold.
static int badness(enum verdict verdict)
{
    return verdict == VERDICT_REFUTED ? 2 : verdict == VERDICT_OPEN ? 1 : 0;
}

// With values of the symbols that break it, where it takes values to break it.
static void report_broken(struct arena *arena, const struct report_budget *budget,
                          const struct subject *subject, struct diags *diags)
{
    const char *bytes = quantity_string(arena, subject->bytes);
    const struct proof *proof = &budget->proof;
    struct text witness = {.arena = arena};
    for (int i = 0; i < proof->n_witness; i++)
        text_printf(&witness, "%s%s=%lld", i ? ", " : "", sym_name(proof->witness[i].var),
                    (long long)proof->witness[i].value);
    struct diag *diag;
    if (witness.n)
        diag = diag_add(diags, DIAG_BUDGET_BROKEN, subject->site,
                        "budget %s: %s has %s bytes; %s gives %lld against %lld", budget->text,
                        subject->name, bytes, witness.at, (long long)proof->witness_a,
                        (long long)budget->limit_bytes);
    else
        diag = diag_add(diags, DIAG_BUDGET_BROKEN, subject->site,
                        "budget %s: %s has %s bytes, allowed are %lld", budget->text, subject->name,
                        bytes, (long long)budget->limit_bytes);
    diag->verdict = VERDICT_REFUTED;
}

static int n_pieces_of(const struct report_model *model, enum report_metric metric)
{
    if (metric == METRIC_PEAK_LEAF) return model->n_peaks[0];
    return metric == METRIC_LARGEST ? model->n_largest[0] : 1;
}

// The worst piece stands for the budget.
static void check_one(struct arena *arena, const struct report_model *model,
                      struct report_budget *budget, struct diags *diags)
{
    struct syms *syms = model->program->syms;
    int n_pieces = n_pieces_of(model, budget->metric);
    struct subject worst = {0};
    // Each piece is the output of a real call, so one that breaks the limit breaks the budget.
    for (int i = 0; i < n_pieces; i++) {
        struct subject subject = subject_of(arena, model, budget->metric, i);
        struct proof proof = prove(syms, subject.bytes, budget->limit_bytes);
        if (i && badness(proof.verdict) <= badness(budget->proof.verdict)) continue;
        worst = subject;
        budget->proof = proof;
    }
    budget->bytes = worst.bytes;
    budget->subject = worst.name;
    if (budget->proof.verdict == VERDICT_REFUTED) report_broken(arena, budget, &worst, diags);
    if (budget->proof.verdict != VERDICT_OPEN) return;
    struct diag *diag =
        diag_add(diags, DIAG_BUDGET_OPEN, worst.site, "budget %s: not decided for %s, %s bytes: %s",
                 budget->text, worst.name, quantity_string(arena, worst.bytes),
                 budget->proof.reason ? budget->proof.reason : "no proof found");
    diag->verdict = VERDICT_OPEN;
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
