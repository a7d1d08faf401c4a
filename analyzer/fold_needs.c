// Conditions of the samples whose numbers follow the count: w >= 4 with two rounds and w >= 6 with
// three are w >= 2*n. Beside sizes that fall with each round, they keep the figures from being less
// than nothing.

#include "analyzer/folding.h"

#include "ir/base/site.h"

#include <string.h>

static bool says(const struct report_model *model, const struct report_condition *condition)
{
    for (int i = 0; i < model->n_conditions; i++)
        if (!strcmp(model->conditions[i].text, condition->text)) return true;
    return false;
}

// Do all samples from the second on say it, whatever the count is?
static bool is_common(const struct fold *f, const struct report_condition *condition)
{
    for (int s = SECOND; s < f->request->n_samples; s++)
        if (!says(&f->request->models[s], condition)) return false;
    return true;
}

static bool same_place(const struct site *a, const struct site *b)
{
    for (; a && b; a = a->caller, b = b->caller) {
        bool same_file = a->file && b->file ? !strcmp(a->file, b->file) : a->file == b->file;
        if (!same_file || a->line != b->line || a->column != b->column) return false;
    }
    return !a && !b;
}

static bool same_kind(const struct report_condition *a, const struct report_condition *b)
{
    return a->requirement.left && b->requirement.left &&
           a->requirement.kind == b->requirement.kind && same_place(a->site, b->site);
}

// Which of the sample's conditions from the same place is it, of those that follow the count?
static int order_of(const struct fold *f, const struct report_model *model,
                    const struct report_condition *condition)
{
    int order = 0;
    for (int i = 0; &model->conditions[i] != condition; i++)
        order +=
            same_kind(&model->conditions[i], condition) && !is_common(f, &model->conditions[i]);
    return order;
}

static const struct report_condition *counterpart(const struct fold *f,
                                                  const struct report_model *model,
                                                  const struct report_condition *of, int order)
{
    for (int i = 0; i < model->n_conditions; i++) {
        const struct report_condition *condition = &model->conditions[i];
        if (same_kind(condition, of) && !is_common(f, condition) && order-- == 0) return condition;
    }
    return NULL;
}

static const struct sym *side_form(struct fold *f, const char *const *sides, int64_t *least)
{
    const struct fit_counts counts = {f->syms, f->count, f->request->n_samples, f->request->counts};
    const struct sym *values[MAX_SAMPLES] = {NULL};
    for (int s = 0; s < f->request->n_samples; s++)
        if (sides[s]) values[s] = sym_parse(f->syms, sides[s], NULL);
    return fit_closed_form(&counts, values, least);
}

static bool fit_condition(struct fold *f, const struct report_condition *of, int order,
                          struct report_condition *fitted)
{
    const char *left[MAX_SAMPLES] = {NULL}, *right[MAX_SAMPLES] = {NULL};
    const char *who[MAX_SAMPLES] = {NULL};
    int64_t least = 1; // one round may need less
    for (int s = SECOND; s < f->request->n_samples; s++) {
        const struct report_condition *here = counterpart(f, &f->request->models[s], of, order);
        if (!here) return false;
        left[s] = here->requirement.left;
        right[s] = here->requirement.right;
        who[s] = here->needed_by;
    }
    const struct sym *a = side_form(f, left, &least), *b = side_form(f, right, &least);
    if (!a || !b) return false;
    bool failed = f->failed;
    const char *name = of->needed_by ? fold_text(f, who) : NULL;
    if (f->failed && !failed) name = of->needed_by;
    f->failed = failed;
    *fitted = *of;
    fitted->needed_by = name;
    fitted->requirement = (struct requirement){of->requirement.kind, sym_string(f->arena, a),
                                               sym_string(f->arena, b)};
    fitted->text = requirement_string(f->arena, &fitted->requirement);
    fitted->assumption =
        name ? arena_printf(f->arena, "%s, as %s needs%s", fitted->text, name,
                            site_behind(f->arena, of->site))
             : arena_printf(f->arena, "%s%s", fitted->text, site_behind(f->arena, of->site));
    return true;
}

void fold_needs(struct fold *f, struct fold_holds *holds)
{
    const struct report_model *second = &f->request->models[SECOND];
    struct report_condition *fitted =
        arena_array(f->arena, struct report_condition, second->n_conditions);
    int n = 0;
    for (int i = 0; i < second->n_conditions; i++) {
        const struct report_condition *condition = &second->conditions[i];
        if (!condition->requirement.left || is_common(f, condition)) continue;
        if (!fit_condition(f, condition, order_of(f, second, condition), &fitted[n])) continue;
        requirement_assume(f->syms, &fitted[n++].requirement);
    }
    holds->n_conditions = n;
    holds->conditions = fitted;
}
