#include "analyzer/at.h"
#include "analyzer/report/conditions.h"
#include "analyzer/report/peaks.h"
#include "ir/base/map.h"
#include "ir/base/text.h"
#include "ir/base/vec.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- which conditions the values keep

// One model, with the values of one row: as bindings by name for conditions, by symbol for sizes.
struct evaluation {
    struct arena *arena;
    struct syms *syms;
    const struct report_model *model;
    int n_dtypes, n;
    struct requirement_binding named[MAX_AT_AXES];
    struct sym_binding bound[MAX_AT_AXES];
};

// The first that the values break, and how: "needs H % 8 == 0 for cat (unet.c:51); 12 % 8 = 4".
static const char *broken_requirement(const struct evaluation *e)
{
    const char *why;
    for (int i = 0; i < e->model->n_conditions; i++) {
        const struct report_condition *condition = &e->model->conditions[i];
        if (!condition->requirement.left ||
            requirement_at(e->arena, &condition->requirement, e->named, e->n, &why) !=
                REQUIREMENT_BROKEN)
            continue;
        return arena_printf(e->arena, "needs %s%s; %s", condition->text,
                            conditions_reason(e->arena, condition), why);
    }
    return NULL;
}

// Claims without sides say nothing that numbers could break.
static const struct claim *broken_claim(const struct evaluation *e, const struct claims *claims)
{
    for (int i = 0; i < claims->n; i++)
        if (claims->at[i].requirement.left &&
            requirement_at(e->arena, &claims->at[i].requirement, e->named, e->n, NULL) ==
                REQUIREMENT_BROKEN)
            return &claims->at[i];
    return NULL;
}

// The values must keep one of the variant's ways.
static bool is_other_variant(const struct evaluation *e)
{
    for (int i = 0; i < e->model->n_ways; i++)
        if (!broken_claim(e, &e->model->ways[i])) return false;
    return e->model->n_ways > 0;
}

// And what was taken for granted.
static const char *broken_branch(const struct evaluation *e)
{
    const struct claim *broken = broken_claim(e, &e->model->taken);
    if (!broken) broken = broken_claim(e, &e->model->ranges);
    return broken ? arena_printf(e->arena, "needs %s", broken->text) : NULL;
}

// Of a loop whose end is not known some rounds were followed: closed forms hold while its condition
// does not.
static const char *broken_loop(const struct evaluation *e)
{
    const struct claims *left = &e->model->left_loops;
    for (int i = 0; i < left->n; i++) {
        const struct requirement *goes_on = &left->at[i].requirement;
        if (!goes_on->left) return "a loop's count needs --set";
        if (requirement_at(e->arena, goes_on, e->named, e->n, NULL) == REQUIREMENT_KEPT)
            return arena_printf(e->arena, "%s: one round of the loop was followed, use --set",
                                left->at[i].text);
    }
    return NULL;
}

static bool is_folded(const struct report_model *model, const char *name)
{
    for (int i = 0; i < model->n_loop_counts; i++)
        if (strcmp(model->loop_counts[i], name) == 0) return true;
    return false;
}

// Sizes that inputs were given without a word, as N >= 1.
static const char *broken_bound(const struct evaluation *e)
{
    for (int i = 0; i < e->n; i++) {
        int64_t low = sym_lower(e->syms, e->bound[i].var),
                high = sym_upper(e->syms, e->bound[i].var);
        bool folded = is_folded(e->model, e->named[i].name);
        if (e->bound[i].value < low && folded)
            return arena_printf(
                e->arena,
                "the figures hold from %s = %" PRId64 " on, and no run with %" PRId64
                " was made: ask with --set %s=%" PRId64,
                e->named[i].name, low, e->bound[i].value, e->named[i].name, e->bound[i].value);
        if (e->bound[i].value < low)
            return arena_printf(e->arena,
                                "the figures are for %s >= %" PRId64 ": ask with --set %s=%" PRId64,
                                e->named[i].name, low, e->named[i].name, e->bound[i].value);
        if (e->bound[i].value > high)
            return arena_printf(e->arena, "needs %s <= %" PRId64, e->named[i].name, high);
    }
    return NULL;
}

// What shape rules took for granted, where the values are asked of no special run.
static const char *broken_layout(const struct evaluation *e)
{
    const struct claim *claim = broken_claim(e, &e->model->layouts);
    return claim ? arena_printf(e->arena, "the figures are for %s: ask with --set",
                                requirement_string(e->arena, &claim->requirement))
                 : NULL;
}

static const char *broken_condition(const struct evaluation *e)
{
    if (is_other_variant(e)) return arena_printf(e->arena, "needs %s", e->model->condition);
    const char *text = broken_requirement(e);
    if (!text) text = broken_branch(e);
    return text ? text : broken_loop(e);
}

// Of sizes that were solved there are figures where runs were made.
static const char *broken_solution(const struct evaluation *e)
{
    for (int i = 0; i < e->model->n_specials; i++)
        if (e->model->specials[i].solved)
            return "there are too many values for a run of each: ask with --set";
    return NULL;
}

static const char *broken(const struct evaluation *e)
{
    const char *text = broken_condition(e);
    if (!text) text = broken_solution(e);
    if (!text) text = broken_layout(e);
    return text ? text : broken_bound(e);
}

// ---- figures

// A number, or an expression of the symbols that got no value.
static struct quantity figure_at(const struct evaluation *e, struct quantity figure)
{
    int64_t value;
    if (!quantity_known(figure)) return figure;
    const struct sym *sym = figure.value;
    if (sym_evaluate(sym, e->bound, e->n, &value)) {
        figure.value = sym_const(e->syms, value);
        return figure;
    }
    for (int i = 0; i < e->n; i++)
        sym = sym_substitute(e->syms, sym, e->bound[i].var, sym_const(e->syms, e->bound[i].value));
    struct quantity exact = quantity_of(sym);
    if (!quantity_known(exact)) return exact;
    figure.value = sym;
    return figure;
}

// The first row of each size: of equal ones the earliest is the peak.
struct sizes {
    VEC(int) rows;
    const char *unseen; // why there may be a larger one; NULL: there is none
};

static void list_sizes(struct arena *arena, const struct report_model *model, int dtype,
                       struct sizes *sizes)
{
    struct map *seen = map_open(arena);
    sizes->unseen = model->program->unseen;
    for (int i = 0; i < model->n_rows; i++) {
        struct quantity bytes = model->rows[i].bytes[dtype];
        if (!model->rows[i].visible_to_hooks) continue;
        if (bytes.tag != TAG_EXACT && !sizes->unseen)
            sizes->unseen = bytes.reason ? bytes.reason : "a size is not known";
        if (!quantity_known(bytes)) continue;
        uint64_t key = (uint64_t)(uintptr_t)bytes.value;
        if (map_get_number(seen, key)) continue;
        map_put_number(seen, key, sizes);
        *vec_push(arena, &sizes->rows) = i;
    }
}

// A leaf is the peak only where it is proved to be, so sizes are compared again with the values in
// them. A size that the values take out of range could be any.
static void find_peak(const struct evaluation *e, int dtype, const struct sizes *sizes,
                      struct report_at_figures *figures)
{
    struct report_peak *at = arena_array(e->arena, struct report_peak, sizes->rows.n + 1);
    for (int i = 0; i < sizes->rows.n; i++) {
        int row = sizes->rows.at[i];
        at[i] = (struct report_peak){.row = row,
                                     .bytes = figure_at(e, e->model->rows[row].bytes[dtype])};
        if (quantity_known(at[i].bytes)) continue;
        at[0] = (struct report_peak){.row = -1, .bytes = at[i].bytes};
        figures->n_peaks = 1;
        figures->peaks = at;
        figures->peak = at[0].bytes;
        return;
    }
    figures->n_peaks =
        peaks_among(e->arena, e->syms, sizes->rows.n, at, sizes->unseen, &figures->peaks);
    figures->peak = peaks_largest(e->syms, figures->n_peaks, figures->peaks);
}

// Of all rows. Each piece is the size of a row and one of them is the largest, so their maximum is
// it.
static struct quantity find_largest(const struct evaluation *e, int dtype)
{
    struct quantity largest = quantity_unknown("no output is known");
    for (int i = 0; i < e->model->n_largest[dtype]; i++) {
        struct quantity piece = figure_at(e, e->model->largest_pieces[dtype][i].bytes);
        if (!quantity_known(piece)) return piece;
        enum tag tag = i && piece.tag == TAG_EXACT ? largest.tag : piece.tag;
        if (!i) {
            largest = piece;
            continue;
        }
        if (largest.tag != TAG_EXACT && largest.tag != tag)
            return quantity_unknown("some outputs have only an upper, others only a lower bound");
        struct quantity both = quantity_of(sym_max(e->syms, largest.value, piece.value));
        if (!quantity_known(both)) return both;
        largest.value = both.value;
        largest.tag = tag;
        if (!largest.reason) largest.reason = piece.reason;
    }
    return largest;
}

// ---- rows

// The last axis goes fastest, as the columns of a table are read.
static void bind(struct evaluation *e, const struct report_at_axes *axes, int row, int64_t *values)
{
    for (int i = axes->n - 1; i >= 0; i--) {
        values[i] = axes->at[i].values[row % axes->at[i].n];
        row /= axes->at[i].n;
    }
    e->n = axes->n;
    for (int i = 0; i < axes->n; i++) {
        e->named[i] = (struct requirement_binding){axes->at[i].name, values[i]};
        e->bound[i] = (struct sym_binding){sym_var(e->syms, axes->at[i].name), values[i]};
    }
}

// The run that has the very count of rounds that was asked for; NULL: closed forms are for it.
// `axis` becomes that of the count, which is no symbol of the run any more.
static const struct report_model *short_run(const struct evaluation *e, int *axis)
{
    for (int i = 0; i < e->model->n_short_runs; i++) {
        const struct report_short_run *run = &e->model->short_runs[i];
        for (*axis = 0; *axis < e->n; ++*axis)
            if (!strcmp(e->named[*axis].name, run->symbol) && e->named[*axis].value == run->count)
                return run->model;
    }
    return NULL;
}

// Either what is broken or figures: where a condition fails, the model computes something else.
static void fill_row(const struct evaluation *e, const struct sizes *sizes,
                     struct report_at_row *row)
{
    const struct report_model *model = e->model;
    row->model = model;
    row->taken_by = is_other_variant(e) ? AT_ANOTHER : AT_THIS;
    row->broken = broken(e);
    for (int d = 0; d < e->n_dtypes && !row->broken; d++) {
        struct report_at_figures *figures = &row->figures[d];
        find_peak(e, d, &sizes[d], figures);
        figures->live = figure_at(e, model->live[d].bytes);
        figures->live_training = figure_at(e, model->live_training[d].bytes);
        figures->parameters = figure_at(e, model->parameter_bytes[d]);
        figures->total = figure_at(e, model->total[d]);
        figures->largest = find_largest(e, d);
    }
}

// The same values of another run, which has symbols of its own.
static struct evaluation in_run(const struct evaluation *e, const struct report_model *model)
{
    struct evaluation run = *e;
    run.model = model;
    run.syms = model->program->syms;
    for (int i = 0; i < run.n; i++) run.bound[i].var = sym_var(run.syms, run.named[i].name);
    return run;
}

// Without the symbol that is a number in that run.
static void unbind(struct evaluation *e, int axis)
{
    e->named[axis] = e->named[--e->n];
    e->bound[axis] = e->bound[e->n];
}

// ---- runs of their own

static bool has_value(const struct evaluation *e, const char *name, int64_t value)
{
    for (int i = 0; i < e->n; i++)
        if (!strcmp(e->named[i].name, name)) return e->named[i].value == value;
    return false;
}

static bool has_values(const struct evaluation *e, const struct report_special *special)
{
    for (int k = 0; k < special->n; k++)
        if (!has_value(e, special->names[k], special->values[k])) return false;
    return true;
}

// That two sizes differ was granted, and they do not: whatever else was needed, was needed by what
// is made where they do.
static bool is_equal_after_all(const struct evaluation *e)
{
    for (int i = 0; i < e->model->taken.n; i++) {
        const struct requirement *taken = &e->model->taken.at[i].requirement;
        if (taken->kind == REQUIRE_DIFFERENT &&
            requirement_at(e->arena, taken, e->named, e->n, NULL) == REQUIREMENT_BROKEN)
            return !is_other_variant(e);
    }
    return false;
}

// A run with sizes that are other numbers in this one, or with numbers that break what it took for
// granted; NULL: there is none, or they do not.
static const struct report_special *special_run(const struct evaluation *e)
{
    bool broken =
        (broken_claim(e, &e->model->layouts) && !broken_condition(e)) || is_equal_after_all(e);
    for (int i = 0; i < e->model->n_specials; i++) {
        const struct report_special *special = &e->model->specials[i];
        if (special->solved ? !is_other_variant(e) : broken && special->n_models)
            if (has_values(e, special)) return special;
    }
    return NULL;
}

static void fill(const struct evaluation *, struct report_at_row *);

// What the model says of sizes that it does not accept.
static const char *refusal(struct arena *arena, const struct report_model *model)
{
    const struct diag *d = model->program->diags.first;
    while (d && d->severity != SEVERITY_ERROR) d = d->next;
    return d ? arena_printf(arena, "needs other sizes: %s%s", d->message,
                            d->site ? site_behind(arena, d->site) : "")
             : NULL;
}

static bool is_accepted(const struct report_model *model)
{
    return model->program->diags.n_errors == 0;
}

static bool is_same_variant(const struct report_model *a, const struct report_model *b)
{
    return a->condition && b->condition && !strcmp(a->condition, b->condition);
}

// The variant that the values lead to there: the one of this model's condition first, as it holds
// or is not decided.
static void fill_special_row(const struct evaluation *e, const struct report_special *special,
                             struct report_at_row *row)
{
    if (!special->n_models) row->broken = "no model was found with these sizes";
    for (int same = 1; same >= 0; same--)
        for (int i = 0; i < special->n_models; i++) {
            const struct report_model *variant = &special->models[i];
            if (is_same_variant(variant, e->model) != same) continue;
            struct evaluation run = in_run(e, variant);
            fill(&run, row);
            if (!row->broken && is_accepted(e->model) && !is_accepted(variant))
                row->broken = refusal(e->arena, variant);
            row->taken_by = AT_THIS;
            if (!row->broken) return;
        }
}

static void fill(const struct evaluation *e, struct report_at_row *row)
{
    int axis;
    const struct report_special *special = special_run(e);
    if (special) {
        fill_special_row(e, special, row);
        return;
    }
    const struct report_model *shorter = short_run(e, &axis);
    if (shorter) {
        struct evaluation run = *e;
        unbind(&run, axis);
        run = in_run(&run, shorter);
        fill(&run, row);
        return;
    }
    struct sizes sizes[MAX_ASKED_DTYPES] = {0};
    for (int d = 0; d < e->n_dtypes; d++) list_sizes(e->arena, e->model, d, &sizes[d]);
    fill_row(e, sizes, row);
}

void at_fill(struct arena *arena, struct report_model *model, int n_dtypes,
             const struct report_at_axes *axes)
{
    struct evaluation e = {
        .arena = arena, .syms = model->program->syms, .model = model, .n_dtypes = n_dtypes};
    struct report_at_row *rows = arena_array(arena, struct report_at_row, axes->n_rows);
    struct sizes sizes[MAX_ASKED_DTYPES] = {0};
    for (int d = 0; d < n_dtypes; d++) list_sizes(arena, model, d, &sizes[d]);
    for (int i = 0; i < axes->n_rows; i++) {
        int64_t *values = arena_array(arena, int64_t, axes->n);
        int axis;
        bind(&e, axes, i, values);
        rows[i].values = values;
        if (short_run(&e, &axis) || special_run(&e))
            fill(&e, &rows[i]);
        else
            fill_row(&e, sizes, &rows[i]);
    }
    model->n_at = axes->n_rows;
    model->at = rows;
}

bool at_holds(struct arena *arena, const struct report_model *model,
              const struct report_special *special)
{
    struct evaluation e = {.arena = arena,
                           .syms = model->program->syms,
                           .model = model,
                           .n = special->n < MAX_AT_AXES ? special->n : MAX_AT_AXES};
    for (int i = 0; i < e.n; i++) {
        e.named[i] = (struct requirement_binding){special->names[i], special->values[i]};
        e.bound[i] = (struct sym_binding){sym_var(e.syms, special->names[i]), special->values[i]};
    }
    return !broken_condition(&e);
}
