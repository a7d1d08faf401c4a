#include "analyzer/report/conditions.h"
#include "ir/base/text.h"

#include <string.h>

static bool shares_symbol(const struct shape *shape, const struct sym *var)
{
    const struct sym **vars;
    struct arena *scratch = arena_open();
    bool shared = false;
    for (int axis = 0; axis < shape->rank; axis++) {
        int n = sym_vars(scratch, shape->dim[axis], &vars);
        for (int i = 0; i < n; i++) shared = shared || vars[i] == var;
    }
    arena_close(scratch);
    return shared;
}

static int input_named(const struct report_model *model, const char *name)
{
    for (int i = 0; i < model->n_inputs; i++)
        if (strcmp(model->inputs[i].name, name) == 0) return i;
    return -1;
}

static int input_of(struct arena *arena, const struct report_model *model,
                    const struct report_condition *condition)
{
    const struct requirement *requirement = &condition->requirement;
    if (condition->of_input) return input_named(model, condition->of_input);
    struct syms *syms = model->program->syms;
    const struct sym *sides[] = {sym_parse(syms, requirement->left, NULL),
                                 sym_parse(syms, requirement->right, NULL)};
    for (int i = 0; i < model->n_inputs; i++) {
        for (int side = 0; side < 2; side++) {
            const struct sym **vars;
            int n = sides[side] ? sym_vars(arena, sides[side], &vars) : 0;
            for (int k = 0; k < n; k++)
                if (shares_symbol(&model->inputs[i].type.shape, vars[k])) return i;
        }
    }
    return -1;
}

// "unet.c:51": the name alone, as in the names of functional ops.
static const char *place_of(struct arena *arena, const struct site *site)
{
    if (!site || !site->file) return "the library";
    const char *file = text_printable(arena, site_base_name(site->file));
    return arena_printf(arena, "%s:%d", file, site->line);
}

void conditions_attach(struct arena *arena, const struct report_model *model, int n,
                       struct report_condition *conditions)
{
    for (int i = 0; i < n; i++) {
        conditions[i].input = input_of(arena, model, &conditions[i]);
        conditions[i].place = place_of(arena, conditions[i].site);
    }
}

static bool same_reason(const struct report_condition *a, const struct report_condition *b)
{
    bool same = a->needed_by && b->needed_by ? strcmp(a->needed_by, b->needed_by) == 0
                                             : a->needed_by == b->needed_by;
    return same && strcmp(a->place, b->place) == 0;
}

const char *conditions_reason(struct arena *arena, const struct report_condition *condition)
{
    if (!condition->needed_by && !condition->site) return "";
    if (!condition->needed_by) return arena_printf(arena, " (%s)", condition->place);
    return arena_printf(arena, " for %s (%s)", condition->needed_by, condition->place);
}

const char *conditions_string(struct arena *arena, const struct report_model *model, int input)
{
    struct text text = {.arena = arena};
    const struct report_condition *last = NULL;
    for (int i = 0; i < model->n_conditions; i++) {
        const struct report_condition *condition = &model->conditions[i];
        if (condition->input != input) continue;
        if (last && !same_reason(last, condition))
            text_printf(&text, "%s; ", conditions_reason(arena, last));
        else if (last)
            text_add(&text, ", ");
        text_add(&text, condition->text);
        last = condition;
    }
    if (last) text_add(&text, conditions_reason(arena, last));
    return text_string(&text);
}

bool conditions_say(const struct report_model *model, const char *assumption)
{
    for (int i = 0; i < model->n_conditions; i++)
        if (model->conditions[i].input >= 0 && model->conditions[i].assumption == assumption)
            return true;
    return false;
}
