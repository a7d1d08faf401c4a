// What stands over a model, and the tree of its modules.

#include "analyzer/lsp/facts.h"
#include "analyzer/report/json_value.h"
#include "ir/base/text.h"

#include <string.h>

#define MAX_LENSES 4 // models over one line

static bool is_in(const struct site *site, const char *path)
{
    return site && site->file && site->line && !strcmp(site->file, path);
}

// ---- lenses

static const char *bytes_string(struct arena *arena, struct quantity bytes)
{
    const char *unit = quantity_unit(arena, bytes);
    const char *number = quantity_string(arena, bytes);
    return *unit ? arena_printf(arena, "%s B = %s", number, unit)
                 : arena_printf(arena, "%s B", number);
}

static const char *peak_leaf_title(struct arena *arena, const struct report_model *model)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < model->n_peaks[0]; i++) {
        const struct report_peak *peak = &model->peaks[0][i];
        text_printf(&text, i ? "; " : "peak leaf ");
        if (peak->row < 0)
            text_add(&text, "unknown");
        else
            text_printf(&text, "`%s` %s",
                        *model->rows[peak->row].name ? model->rows[peak->row].name
                                                     : model->rows[peak->row].op,
                        bytes_string(arena, peak->bytes));
        if (peak->condition) text_printf(&text, " if %s", peak->condition);
    }
    return text.n ? text_string(&text) : "no leaf";
}

static const char *peak_live_title(struct arena *arena, const struct report_model *model)
{
    const struct report_live *live = &model->live[0];
    const char *bytes = bytes_string(arena, live->bytes);
    if (live->n_moments < 2 && live->moment)
        return arena_printf(arena, "peak live %s %s", bytes, live->moment);
    return arena_printf(arena, "peak live %s", bytes);
}

// Of several models at one place each says which it is.
static const char *which(struct arena *arena, const struct report_model *model, bool alone)
{
    if (model->condition) return arena_printf(arena, "if %s: ", model->condition);
    return alone ? "" : arena_printf(arena, "%s: ", model->name);
}

static json_t *lens(struct arena *arena, const struct report_model *model, bool alone)
{
    json_t *one = facts_place(model->site);
    const char *leaf =
        arena_printf(arena, "%s%s", which(arena, model, alone), peak_leaf_title(arena, model));
    json_object_set_new(one, "entry", json_text(model->entry));
    json_object_set_new(
        one, "titles",
        json_pack("[o,o]", json_text(leaf), json_text(peak_live_title(arena, model))));
    json_object_set_new(one, "symbols", json_strings(model->n_symbols, model->symbols));
    json_t *inputs = json_array();
    for (int i = 0; i < model->n_inputs; i++)
        json_array_append_new(
            inputs, json_sprintf("%s=%s", model->inputs[i].name ? model->inputs[i].name : "",
                                 tensor_string(arena, &model->inputs[i].type)));
    json_object_set_new(one, "inputs", inputs);
    return one;
}

// Models that are made at the same place, before this one or in all.
static int n_at(const struct report *report, int n, const struct site *site)
{
    int n_same = 0;
    for (int i = 0; i < n; i++)
        n_same += report->models[i].site && site_is_same(report->models[i].site, site);
    return n_same;
}

// A line has room for few; the report has all.
json_t *facts_lenses(struct arena *arena, const struct report *report, const char *path)
{
    json_t *all = json_array();
    for (int i = 0; i < report->n_models; i++) {
        const struct report_model *model = &report->models[i];
        if (!is_in(model->site, path)) continue;
        int n = n_at(report, report->n_models, model->site), before = n_at(report, i, model->site);
        if (before >= MAX_LENSES) continue;
        json_t *one = lens(arena, model, n == 1);
        if (before == MAX_LENSES - 1 && n > MAX_LENSES)
            json_array_append_new(json_object_get(one, "titles"),
                                  json_sprintf("and %d more", n - MAX_LENSES));
        json_array_append_new(all, one);
    }
    return all;
}

// ---- modules

static json_t *symbol(const char *name, const char *detail, const struct site *site)
{
    json_t *one = facts_place(site);
    json_object_set_new(one, "name", json_text(name));
    json_object_set_new(one, "detail", json_text(detail));
    json_object_set_new(one, "children", json_array());
    json_object_set_new(one, "rows", json_array());
    return one;
}

// The calls of a leaf belong to the line that makes it, where its sizes stand.
static void add_calls(const struct report_model *model, int index, json_t *const *of_scope)
{
    for (int i = 0; i < model->n_rows; i++) {
        const struct report_row *row = &model->rows[i];
        if (!row->visible_to_hooks || !of_scope[row->scope]) continue;
        if (row->made != model->program->scopes.at[row->scope].site) continue;
        json_t *rows = json_object_get(of_scope[row->scope], "rows");
        json_array_append_new(
            rows, json_pack("{s:i,s:s,s:i}", "model", index, "kind", "row", "index", i));
    }
}

// What was made in another file is not of this document, what is inside of it may be.
static void add_scopes(struct arena *arena, const struct report_model *model, int index,
                       const char *path, json_t *root)
{
    const struct program *p = model->program;
    json_t **of_scope = arena_array(arena, json_t *, p->scopes.n + 1);
    of_scope[0] = root;
    for (int id = 1; id < p->scopes.n; id++) {
        const struct scope *scope = &p->scopes.at[id];
        json_t *parent = of_scope[scope->parent] ? of_scope[scope->parent] : root;
        of_scope[id] = parent;
        if (!is_in(scope->site, path) || !*scope->name) continue;
        const char *detail =
            arena_printf(arena, "%s(%s)", scope->kind, scope->args ? scope->args : "");
        json_t *one = symbol(scope->name, detail, scope->site);
        json_array_append_new(json_object_get(parent, "children"), one);
        of_scope[id] = one;
    }
    add_calls(model, index, of_scope);
}

json_t *facts_symbols(struct arena *arena, const struct report *report, const char *path)
{
    json_t *all = json_array();
    for (int i = 0; i < report->n_models; i++) {
        const struct report_model *model = &report->models[i];
        if (!is_in(model->site, path)) continue;
        json_t *root = symbol(model->name, peak_leaf_title(arena, model), model->site);
        add_scopes(arena, model, i, path, root);
        json_array_append_new(all, root);
    }
    return all;
}
