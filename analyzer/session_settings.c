// Settings of files in the requests of their programs.

#include "analyzer/session_settings.h"

#include "analyzer/budget.h"
#include "analyzer/settings/checks.h"
#include "analyzer/settings/settings.h"
#include "ir/base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct session_settings {
    struct arena *arena;
    const struct session_request *request;
    struct settings_reader reader;
    struct dependencies dependencies;
    struct diags *diags;
    struct map *files; // struct file_settings
    struct source_texts *sources;
    struct front_project project;
};

struct file_settings {
    struct settings settings;
    bool has_budgets; // they were read
    int n_budgets;
    const struct report_budget *budgets;
};

static struct file_settings *settings_of(struct session_settings *s, const char *file)
{
    struct file_settings *known = map_get_string(s->files, file);
    if (known) return known;
    known = arena_new(s->arena, struct file_settings);
    settings_of_file(&s->reader, file, &known->settings);
    map_put_string(s->files, file, known);
    for (int i = 0; i < known->settings.checks.n; i++) {
        const struct setting *list = &known->settings.checks.at[i];
        const char *unknown = checks_unknown(s->arena, list->value);
        if (unknown) diag_add(s->diags, DIAG_SETTING, list->site, "%s", unknown);
    }
    return known;
}

// ---- what a program is run with

static bool has_input(const struct front_request *one, const char *name)
{
    for (int i = 0; i < one->n_inputs; i++)
        if (!one->inputs[i].name || !strcmp(one->inputs[i].name, name)) return true;
    return false;
}

static bool stands_in_source(const struct setting *setting, const char *file)
{
    return setting->site && !strcmp(setting->site->file, file);
}

// An input that was asked for without a name may be any.
static void add_inputs(struct session_settings *s, const char *file,
                       const struct settings *settings, struct front_request *one)
{
    struct front_input *all =
        arena_array(s->arena, struct front_input, one->n_inputs + settings->inputs.n);
    int n = one->n_inputs;
    for (int i = 0; i < n; i++) all[i] = one->inputs[i];
    for (int i = 0; i < settings->inputs.n; i++) {
        const struct setting *input = &settings->inputs.at[i];
        struct tensor_type type;
        const char *error;
        if (has_input(one, input->name)) continue;
        if (!tensor_parse(syms_open(s->arena), input->value, &type, &error))
            diag_add(s->diags, DIAG_SETTING, input->site, "input %s=%s: %s", input->name,
                     input->value, error);
        else
            all[n++] =
                (struct front_input){.name = input->name,
                                     .type = input->value,
                                     .site = stands_in_source(input, file) ? input->site : NULL};
    }
    one->n_inputs = n;
    one->inputs = all;
}

static bool has_binding(const struct front_request *one, const char *name)
{
    for (int i = 0; i < one->eval.n_bindings; i++)
        if (!strcmp(one->eval.binding_names[i], name)) return true;
    return false;
}

static void add_bindings(struct session_settings *s, const struct settings *settings,
                         struct front_request *one)
{
    int n = one->eval.n_bindings, room = n + settings->bindings.n;
    const char **names = arena_array(s->arena, const char *, room);
    int64_t *values = arena_array(s->arena, int64_t, room);
    for (int i = 0; i < n; i++) {
        names[i] = one->eval.binding_names[i];
        values[i] = one->eval.binding_values[i];
    }
    for (int i = 0; i < settings->bindings.n; i++) {
        const struct setting *binding = &settings->bindings.at[i];
        char *end;
        errno = 0;
        int64_t value = strtoll(binding->value, &end, 0);
        if (has_binding(one, binding->name)) continue;
        if (*end || errno) {
            diag_add(s->diags, DIAG_SETTING, binding->site,
                     "set %s=%s: it is no integer of 64 bits", binding->name, binding->value);
            continue;
        }
        names[n] = binding->name;
        values[n++] = value;
    }
    one->eval.n_bindings = n;
    one->eval.binding_names = names;
    one->eval.binding_values = values;
}

// Of several files of one program, the largest.
static void add_steps(struct session_settings *s, const struct settings *settings, int64_t *steps)
{
    const struct setting *asked = &settings->max_steps.at[settings->max_steps.n - 1];
    char *end;
    errno = 0;
    int64_t value = strtoll(asked->value, &end, 10);
    if (*end || errno || value < 1)
        diag_add(s->diags, DIAG_SETTING, asked->site, "max-steps %s: write a number from 1",
                 asked->value);
    else if (value > *steps)
        *steps = value;
}

static void adjust(void *data, struct front_request *one)
{
    struct session_settings *s = data;
    bool asked = one->eval.budget.steps > 0; // by who asks for the analysis
    for (int i = 0; i < one->unit.n_files; i++) {
        const char *file = one->unit.files[i];
        const struct settings *settings = &settings_of(s, file)->settings;
        if (settings->inputs.n) add_inputs(s, file, settings, one);
        if (settings->bindings.n) add_bindings(s, settings, one);
        if (settings->max_steps.n && !asked) add_steps(s, settings, &one->eval.budget.steps);
    }
}

// ---- the rest

struct session_settings *session_settings_open(struct arena *arena,
                                               const struct session_request *request,
                                               struct diags *diags)
{
    struct session_settings *s = arena_new(arena, struct session_settings);
    const struct unit_request *unit = &request->front.unit;
    struct settings_buffer *buffers = arena_array(arena, struct settings_buffer, unit->n_unsaved);
    for (int i = 0; i < unit->n_unsaved; i++)
        buffers[i] = (struct settings_buffer){unit->unsaved_paths[i], unit->unsaved_texts[i]};
    *s = (struct session_settings){.arena = arena,
                                   .request = request,
                                   .diags = diags,
                                   .files = map_open(arena),
                                   .sources = source_texts_open(arena)};
    for (int i = 0; i < unit->n_unsaved; i++)
        source_texts_give(s->sources, unit->unsaved_paths[i], unit->unsaved_texts[i]);
    dependencies_open(&s->dependencies, arena);
    s->reader = (struct settings_reader){arena, diags, &s->dependencies, unit->n_unsaved, buffers};
    s->project = (struct front_project){s, adjust};
    return s;
}

const struct front_project *session_settings_project(struct session_settings *s)
{
    return &s->project;
}

int session_settings_budgets(struct session_settings *s, const struct report_model *model,
                             const struct report_budget **budgets)
{
    if (!model->site || !model->site->file) return 0;
    struct file_settings *file = settings_of(s, model->site->file);
    struct text all = {.arena = s->arena};
    const char *error;
    for (int i = 0; !file->has_budgets && i < file->settings.budgets.n; i++) {
        const struct setting *budget = &file->settings.budgets.at[i];
        int n;
        const struct report_budget *parsed;
        if (budget_parse(s->arena, budget->value, &n, &parsed, &error) &&
            budget_dtypes_listed(s->arena, n, parsed, s->request->n_dtypes, s->request->dtypes,
                                 &error))
            text_printf(&all, "%s%s", all.n ? "," : "", budget->value);
        else
            diag_add(s->diags, DIAG_BUDGET_SETTING, budget->site, "budget %s: %s", budget->value,
                     error);
    }
    if (all.n) budget_parse(s->arena, text_string(&all), &file->n_budgets, &file->budgets, &error);
    file->has_budgets = true;
    *budgets = file->budgets;
    return file->n_budgets;
}

// What is asked for comes last and wins.
bool session_settings_want(void *data, const struct diag *diag)
{
    struct session_settings *s = data;
    const struct session_request *request = s->request;
    const char *file = diag->site ? diag->site->file : NULL;
    int n = 0;
    const setting_list *own = file ? &settings_of(s, file)->settings.checks : NULL;
    const char **lists =
        arena_array(s->arena, const char *, request->n_checks + (own ? own->n : 0));
    for (int i = 0; own && i < own->n; i++) lists[n++] = own->at[i].value;
    for (int i = 0; i < request->n_checks; i++) lists[n++] = request->checks[i];
    struct checks checks = {n, lists};
    return checks_want(s->arena, &checks, diag->id) && !checks_ignored(s->sources, diag);
}

void session_settings_depend(struct session_settings *s, struct dependencies *dependencies)
{
    if (dependencies->arena) dependencies_add_all(dependencies, &s->dependencies);
}
