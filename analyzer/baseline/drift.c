// Holds models against a baseline, figure by figure.

#include "analyzer/baseline/drift.h"

#include "analyzer/baseline/growth.h"
#include "analyzer/report/summary.h"
#include "analyzer/size.h"
#include "ir/sym/maximum.h"

#include <stdlib.h>
#include <string.h>

#define MILLION 1000000

void drift_open(struct drift *drift, struct arena *arena, enum drift_of of, const char *against,
                struct drift_tolerance tolerance)
{
    *drift = (struct drift){.arena = arena, .of = of, .against = against, .tolerance = tolerance};
    diags_open(&drift->diags, arena);
}

// A part is kept in millionths, which is enough for "0.01%".
bool drift_tolerance_parse(const char *text, struct drift_tolerance *tolerance, const char **error)
{
    char *end;
    *tolerance = (struct drift_tolerance){0};
    double percent = strtod(text, &end);
    if (strcmp(end, "%") != 0) return size_parse(text, &tolerance->bytes, error);
    *error = "a percentage is from 0% to 1000%";
    if (!(percent >= 0 && percent <= 1000)) return false;
    tolerance->millionths = (int64_t)(percent * MILLION / 100 + 0.5);
    return true;
}

// ---- sizes that count

// Symbols with what is known of sizes that were accepted before and are now: at others there is
// nothing to compare.
struct common {
    struct syms *syms;
    bool disjoint;
};

// False: it contradicts what is known.
static bool tell_condition(struct arena *arena, struct syms *syms, const char *text)
{
    struct requirement needed;
    if (!requirement_read(arena, text, &needed) || requirement_assume(syms, &needed)) return true;
    struct proof proof = requirement_prove_sizes(
        syms, needed.kind, sym_parse(syms, needed.left, NULL), sym_parse(syms, needed.right, NULL));
    return proof.verdict != VERDICT_REFUTED || !proof.always;
}

static struct common common_sizes(struct drift *drift, const struct baseline_model *before,
                                  const struct baseline_model *now)
{
    struct common common = {.syms = now->model->program->syms};
    if (!before->conditions) return common;
    common.syms = syms_open(drift->arena);
    common.disjoint = !sym_carry_facts(common.syms, now->model->program->syms);
    for (const char *at = before->conditions; *at && !common.disjoint;) {
        size_t length = strcspn(at, ";");
        const char *text = arena_string_n(drift->arena, at, length);
        common.disjoint = !tell_condition(drift->arena, common.syms, text);
        at += length + strspn(at + length, "; ");
    }
    return common;
}

// ---- one figure

enum known { KNOWN_EXACT, KNOWN_BOUND, KNOWN_NOT };

struct number {
    const struct sym *value;
    enum known known;
};

// "256*N", ">= 640", "unknown".
static struct number read_number(struct syms *syms, const char *text)
{
    bool bound = text[0] == '>' || text[0] == '<';
    const struct sym *value = sym_parse(syms, text + (bound ? strspn(text, "<>= ") : 0), NULL);
    if (!value || sym_kind(value) == SYM_UNKNOWN || !strcmp(text, "unknown"))
        return (struct number){NULL, KNOWN_NOT};
    return (struct number){value, bound ? KNOWN_BOUND : KNOWN_EXACT};
}

// One figure of one model on its way.
struct held_figure {
    struct drift *drift;
    struct syms *syms;
    const struct baseline_model *before, *now;
    enum baseline_figure figure;
    const char *text_before, *text_now;
    bool disjoint;      // no sizes are accepted now that were accepted before
    const char *reason; // DRIFT_OPEN: why
    struct proof proof; // DRIFT_GREW: with sizes that show it
};

// A symbol that was given another name is the same size: those that only one side has stand for
// each other, in the order of their names, if then both sides are equal.
static bool is_renamed(struct held_figure *f, const struct sym *before, const struct sym *now)
{
    const struct sym **old_vars, **new_vars;
    int n_old = sym_vars(f->drift->arena, before, &old_vars);
    int n_new = sym_vars(f->drift->arena, now, &new_vars);
    if (n_old != n_new || !n_old) return false;
    struct sym_replacement *list = arena_array(f->drift->arena, struct sym_replacement, n_old);
    for (int i = 0; i < n_old; i++) list[i] = (struct sym_replacement){old_vars[i], new_vars[i]};
    return sym_replace(f->syms, before, n_old, list) == now;
}

static bool has_other_symbols(struct held_figure *f, const struct sym *before,
                              const struct sym *now)
{
    const struct sym **old_vars, **new_vars;
    int n_old = sym_vars(f->drift->arena, before, &old_vars);
    int n_new = sym_vars(f->drift->arena, now, &new_vars), n_shared = 0;
    for (int i = 0; i < n_old; i++)
        for (int k = 0; k < n_new; k++) n_shared += old_vars[i] == new_vars[k];
    return n_shared < n_old && n_shared < n_new;
}

static const struct sym *with_tolerance(struct held_figure *f, const struct sym *before)
{
    const struct drift_tolerance *t = &f->drift->tolerance;
    if (t->bytes) return sym_add_const(f->syms, before, t->bytes);
    const struct sym *more = sym_mul_const(f->syms, before, t->millionths);
    return sym_add(f->syms, before, sym_floordiv_const(f->syms, more, MILLION));
}

// More is allowed of more, so of a maximum it is the maximum of what is allowed of each.
static const struct sym *allowed(struct held_figure *f, const struct sym *before)
{
    const struct sym *const *of;
    int n = sym_maximum_of(&before, &of);
    const struct sym *most = with_tolerance(f, of[0]);
    for (int i = 1; i < n; i++) most = sym_max(f->syms, most, with_tolerance(f, of[i]));
    return most;
}

static enum drift_change open_because(struct held_figure *f, const char *reason)
{
    f->reason = reason;
    return DRIFT_OPEN;
}

// What is no more than allowed: is it less than before, or more?
static enum drift_change compare_allowed(struct held_figure *f, struct number before,
                                         struct number now)
{
    switch (sym_prove_at_most(f->syms, now.value, before.value).verdict) {
    case VERDICT_REFUTED: return DRIFT_WITHIN;
    case VERDICT_OPEN: return DRIFT_CHANGED;
    case VERDICT_PROVED: break;
    }
    switch (sym_prove_at_most(f->syms, before.value, now.value).verdict) {
    case VERDICT_REFUTED: return DRIFT_SHRANK;
    case VERDICT_OPEN: return DRIFT_CHANGED;
    case VERDICT_PROVED: break;
    }
    return DRIFT_SAME;
}

// Two formulas may be one size for all values that the model accepts.
static bool is_same(struct held_figure *f, struct number before, struct number now)
{
    return before.value == now.value || is_renamed(f, before.value, now.value) ||
           sym_prove_equal(f->syms, before.value, now.value).verdict == VERDICT_PROVED;
}

static enum drift_change compare_known(struct held_figure *f, struct number before,
                                       struct number now)
{
    if (is_same(f, before, now)) return DRIFT_SAME;
    if (f->disjoint) return open_because(f, "no sizes are accepted now that were accepted before");
    if (has_other_symbols(f, before.value, now.value))
        return open_because(f, "the two depend on different symbols");
    f->proof = sym_prove_at_most(f->syms, now.value, allowed(f, before.value));
    if (f->proof.verdict == VERDICT_REFUTED) return DRIFT_GREW;
    if (f->proof.verdict == VERDICT_OPEN)
        return open_because(f, f->proof.reason ? f->proof.reason : "no proof was found");
    return compare_allowed(f, before, now);
}

// A bound that was locked says nothing of growth; one that came in the place of a number must not
// pass as that number.
static enum drift_change compare(struct held_figure *f)
{
    if (!f->text_before || !f->text_now) return DRIFT_SAME;
    if (!strcmp(f->text_before, f->text_now)) return DRIFT_SAME;
    struct number before = read_number(f->syms, f->text_before);
    struct number now = read_number(f->syms, f->text_now);
    if (before.known == KNOWN_NOT) return DRIFT_SAME;
    if (now.known == KNOWN_NOT) return open_because(f, "it is not known any more");
    enum drift_change change = compare_known(f, before, now);
    bool at_least = before.known == KNOWN_BOUND && f->text_before[0] == '>';
    if (at_least && change == DRIFT_GREW) return DRIFT_SAME; // it may have been as large before
    if (now.known == KNOWN_EXACT || before.known == KNOWN_BOUND) return change;
    bool grew = change == DRIFT_GREW && f->text_now[0] == '>';
    return grew ? change : open_because(f, "only a bound of it is known now");
}

// ---- telling

static const char *place_of(struct arena *arena, const struct site *site)
{
    return site && site->file ? arena_printf(arena, " (%s:%d)", site->file, site->line) : "";
}

// All figures of a model that grew have one cause, which is said at the first of them.
static bool is_told(const struct held_figure *f)
{
    for (int i = 0; i < f->drift->figures.n; i++) {
        const struct drift_figure *told = &f->drift->figures.at[i];
        if (told->model == f->now && told->change == DRIFT_GREW) return true;
    }
    return false;
}

static void tell_cause(struct held_figure *f, struct diag *diag, const struct growth *growth,
                       const char *culprit)
{
    struct diags *diags = &f->drift->diags;
    const struct site *site = diag->site;
    if (growth->row && growth->before)
        diag_note(diags, diag, site, "%s grew from %s to %s bytes", culprit, growth->before,
                  growth->row->bytes);
    else if (growth->row)
        diag_note(diags, diag, site, "%s is new, with %s bytes", culprit, growth->row->bytes);
    else
        diag_note(diags, diag, site,
                  f->figure <= BASELINE_PEAK_TRAINING
                      ? "no output grew: more of them are alive at one moment"
                      : "no output grew");
    diag_fix(diags, diag,
             f->drift->of == DRIFT_OF_LOCK
                 ? "where it is meant, run `shapeprof lock` and commit what it writes"
                 : "where it is meant, let it grow by as much with --tolerance, or compare with a "
                   "revision that has it");
}

// The line of the output that grew; of a model in which none did, that of the moment or its entry.
static void tell_growth(struct held_figure *f, struct drift_figure *told)
{
    struct arena *arena = f->drift->arena;
    const struct report_model *model = f->now->model;
    struct growth growth = growth_find(arena, f->syms, f->before, f->now);
    const struct site *site = growth.row ? growth.row->site : NULL;
    const char *culprit = NULL;
    if (growth.row)
        culprit = arena_printf(arena, "`%s`%s", growth.row->name, place_of(arena, site));
    if (!site && f->figure == BASELINE_PEAK_LIVE) site = model->live[0].site;
    if (!site && f->figure == BASELINE_PEAK_TRAINING) site = model->live_training[0].site;
    struct diag *diag =
        diag_add(&f->drift->diags, DIAG_BASELINE_GREW, site ? site : model->site,
                 "%s of %s grew from %s to %s bytes%s%s", baseline_figure_words(f->figure),
                 f->now->name, f->text_before, f->text_now, f->proof.n_witness ? ": at " : "",
                 f->proof.n_witness
                     ? arena_printf(arena, "%s they are %lld, allowed are %lld",
                                    proof_witness_string(arena, &f->proof),
                                    (long long)f->proof.witness_a, (long long)f->proof.witness_b)
                     : "");
    if (!is_told(f)) tell_cause(f, diag, &growth, culprit);
    told->culprit = culprit;
}

static void tell_change(struct held_figure *f, enum drift_change change)
{
    static const char *const verbs[] = {[DRIFT_WITHIN] = "grew within the tolerance,",
                                        [DRIFT_SHRANK] = "shrank",
                                        [DRIFT_CHANGED] = "changed"};
    struct diags *diags = &f->drift->diags;
    const char *words = baseline_figure_words(f->figure);
    const struct site *site = f->now->model->site;
    if (change == DRIFT_OPEN) {
        diag_add(diags, DIAG_BASELINE_OPEN, site,
                 "%s of %s cannot be held against %s, %s before and %s now: %s", words,
                 f->now->name, f->drift->against, f->text_before, f->text_now, f->reason);
        return;
    }
    struct diag *diag =
        diag_add(diags, DIAG_BASELINE_CHANGED, site, "%s of %s %s from %s to %s bytes", words,
                 f->now->name, verbs[change], f->text_before, f->text_now);
    if (f->drift->of == DRIFT_OF_LOCK)
        diag_fix(diags, diag, "run `shapeprof lock`, so that it is held against the new figure");
}

static void hold_figure(struct drift *drift, const struct common *common,
                        const struct baseline_model *before, const struct baseline_model *now,
                        enum baseline_figure figure)
{
    struct held_figure f = {.drift = drift,
                            .syms = common->syms,
                            .disjoint = common->disjoint,
                            .before = before,
                            .now = now,
                            .figure = figure,
                            .text_before = before->figures[figure],
                            .text_now = now->figures[figure]};
    enum drift_change change = compare(&f);
    if (change == DRIFT_SAME) return;
    struct drift_figure told = {.model = now,
                                .figure = figure,
                                .change = change,
                                .before = f.text_before,
                                .now = f.text_now};
    if (change == DRIFT_GREW)
        tell_growth(&f, &told);
    else
        tell_change(&f, change);
    *vec_push(drift->arena, &drift->figures) = told;
}

// ---- models

static void hold_model(struct drift *drift, const struct baseline_model *before,
                       const struct baseline_model *now)
{
    struct common common = common_sizes(drift, before, now);
    drift->n_models++;
    for (int i = 0; i < N_BASELINE_FIGURES; i++)
        hold_figure(drift, &common, before, now, (enum baseline_figure)i);
}

void drift_run(struct drift *drift, const struct baseline_run *before,
               const struct baseline_run *now)
{
    for (int i = 0; i < now->n_models; i++) {
        const struct baseline_model *model = &now->models[i];
        const struct baseline_model *old = baseline_find(before, model->name);
        if (old)
            hold_model(drift, old, model);
        else
            diag_add(&drift->diags, DIAG_BASELINE_NEW, model->model->site,
                     "%s is not in %s; it has %s bytes at its peak leaf, %s at its peak",
                     model->name, drift->against, model->figures[BASELINE_PEAK_LEAF],
                     model->figures[BASELINE_PEAK_LIVE]);
    }
    for (int i = 0; i < before->n_models; i++)
        if (!baseline_find(now, before->models[i].name))
            diag_add(&drift->diags, DIAG_BASELINE_GONE, NULL, "%s is in %s, and nowhere else",
                     before->models[i].name, drift->against);
}
