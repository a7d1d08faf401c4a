// One hint an expression that gives a tensor, however often it runs and in however many models:
// calls that give the same are said once, others after it.

#include "analyzer/lsp/facts.h"
#include "analyzer/report/json_value.h"
#include "analyzer/report/origin.h"
#include "ir/base/map.h"
#include "ir/base/text.h"

#include <inttypes.h>
#include <string.h>

#define MAX_SAID 3 // different results of one expression; more are counted

struct hint {
    const struct site *site;
    int n, n_said; // calls; different texts that are in `parts`
    const char *said[MAX_SAID];
    bool more;     // that were not said
    json_t *parts; // text that leads nowhere and sizes that lead to a line
    json_t *rows;
    const char *peaks; // what is the largest there; NULL: nothing
};

struct hints {
    struct arena *arena;
    const struct report *report;
    const char *path;
    struct map *by_place;
    struct origins origins; // of the model at hand
    VEC(struct hint *) all;
};

// ---- text with places

static void add_part(json_t *parts, const char *text, const struct site *site)
{
    json_t *last = json_array_get(parts, json_array_size(parts) - 1);
    bool plain = last && !json_object_get(last, "line");
    if (!site && plain) {
        const char *before = json_string_value(json_object_get(last, "text"));
        json_object_set_new(last, "text", json_sprintf("%s%s", before, text));
        return;
    }
    json_t *part = facts_place(site);
    json_object_set_new(part, "text", json_text(text));
    json_array_append_new(parts, part);
}

static const char *size_string(struct hints *h, const struct sym *size)
{
    return sym_string(h->arena, size);
}

// In the library's own order of axes: "[N, 64]", "{64, N}".
static void add_shape(struct hints *h, json_t *parts, const struct report_output *output,
                      value_id value)
{
    const struct shape *shape = &output->shape;
    bool turned = output->innermost_first;
    for (int i = 0; i < shape->rank; i++) {
        int axis = turned ? shape->rank - 1 - i : i;
        const struct site *site = value ? origin_of_size(&h->origins, value, axis) : NULL;
        add_part(parts, i ? ", " : turned ? "{" : "[", NULL);
        add_part(parts, size_string(h, shape->dim[axis]), site);
    }
    add_part(parts, turned ? "}" : shape->rank ? "]" : "[]", NULL);
}

static void add_output(struct hints *h, const struct report_row *row, int index, json_t *parts)
{
    const struct report_output *output = &row->outputs[index];
    if (index) add_part(parts, ", ", NULL);
    if (output->reason) {
        add_part(parts, "unknown", NULL);
        return;
    }
    value_id value = row->values ? row->values[index] : 0;
    add_shape(h, parts, output, value);
    add_part(parts, arena_printf(h->arena, " %s", dtype_name(output->dtype)), NULL);
}

// "[N, 64] f32 256*N B".
static json_t *parts_of(struct hints *h, const struct report_row *row)
{
    json_t *parts = json_array();
    for (int i = 0; i < row->n_outputs; i++) add_output(h, row, i, parts);
    if (row->n_outputs && !row->poisoned)
        add_part(parts, arena_printf(h->arena, " %s B", quantity_string(h->arena, row->bytes[0])),
                 NULL);
    if (row->times)
        add_part(parts, arena_printf(h->arena, " x %s", size_string(h, row->times)), NULL);
    return parts;
}

static const char *plain_text(struct arena *arena, const json_t *parts)
{
    struct text text = {.arena = arena};
    size_t i;
    json_t *part;
    json_array_foreach(parts, i, part)
    {
        text_add(&text, json_string_value(json_object_get(part, "text")));
    }
    return text_string(&text);
}

// ---- one expression

static struct hint *hint_at(struct hints *h, const struct site *site)
{
    const char *key = arena_printf(h->arena, "%d:%d", site->line, site->column);
    struct hint *hint = map_get_string(h->by_place, key);
    if (hint) return hint;
    hint = arena_new(h->arena, struct hint);
    hint->site = site;
    hint->parts = json_array();
    hint->rows = json_array();
    map_put_string(h->by_place, key, hint);
    *vec_push(h->arena, &h->all) = hint;
    return hint;
}

static void say(struct hints *h, struct hint *hint, json_t *parts)
{
    const char *text = plain_text(h->arena, parts);
    for (int i = 0; i < hint->n_said; i++)
        if (!strcmp(hint->said[i], text)) return;
    if (hint->n_said == MAX_SAID) {
        hint->more = true;
        return;
    }
    if (hint->n_said) add_part(hint->parts, "; ", NULL);
    hint->said[hint->n_said++] = text;
    size_t i;
    json_t *part;
    json_array_foreach(parts, i, part)
    {
        const char *piece = json_string_value(json_object_get(part, "text"));
        if (json_object_get(part, "line"))
            json_array_append(hint->parts, part);
        else
            add_part(hint->parts, piece, NULL);
    }
}

static void add_peak(struct hints *h, struct hint *hint, const char *what)
{
    if (hint->peaks && strstr(hint->peaks, what)) return;
    hint->peaks = hint->peaks ? arena_printf(h->arena, "%s, %s", hint->peaks, what) : what;
}

// The first asked dtype decides, as it does for budgets.
static void mark_peaks(struct hints *h, const struct report_model *model, int row,
                       struct hint *hint)
{
    for (int i = 0; i < model->n_peaks[0]; i++) {
        const struct report_peak *peak = &model->peaks[0][i];
        if (peak->row != row) continue;
        add_peak(h, hint,
                 peak->condition ? arena_printf(h->arena, "peak leaf if %s", peak->condition)
                                 : "peak leaf");
    }
    const struct site *moment = model->live[0].site;
    if (moment && site_is_same(moment, model->rows[row].site)) add_peak(h, hint, "peak live");
}

static bool is_here(const struct hints *h, const struct site *site)
{
    return site && site->file && site->line && !strcmp(site->file, h->path);
}

static struct hint *add_row(struct hints *h, int model, const char *kind, int index,
                            const struct report_row *row)
{
    if (!is_here(h, row->site) || !row->n_outputs) return NULL;
    struct hint *hint = hint_at(h, row->site);
    hint->n++;
    json_t *parts = parts_of(h, row);
    say(h, hint, parts);
    json_decref(parts);
    json_array_append_new(hint->rows,
                          json_pack("{s:i,s:s,s:i}", "model", model, "kind", kind, "index", index));
    return hint;
}

static void add_model(struct hints *h, int index)
{
    const struct report_model *model = &h->report->models[index];
    origins_open(&h->origins, h->arena, model->program);
    for (int i = 0; i < model->n_rows; i++) {
        struct hint *hint = add_row(h, index, "row", i, &model->rows[i]);
        if (hint) mark_peaks(h, model, i, hint);
    }
    // The model itself is called by the analysis, where no expression stands.
    for (int i = 0; i < model->n_modules; i++)
        if (*model->modules[i].row.name) add_row(h, index, "module", i, &model->modules[i].row);
}

json_t *facts_hints(struct arena *arena, const struct report *report, const char *path)
{
    struct hints h = {.arena = arena, .report = report, .path = path, .by_place = map_open(arena)};
    json_t *all = json_array();
    for (int i = 0; i < report->n_models; i++) add_model(&h, i);
    for (int i = 0; i < h.all.n; i++) {
        struct hint *hint = h.all.at[i];
        if (hint->more) add_part(hint->parts, "; ...", NULL);
        json_t *one = json_object();
        json_object_set_new(one, "line", json_integer(hint->site->line));
        json_object_set_new(one, "column", json_integer(hint->site->column));
        json_object_set_new(one, "parts", hint->parts);
        json_object_set_new(one, "rows", hint->rows);
        json_object_set_new(one, "calls", json_integer(hint->n));
        if (hint->peaks) json_object_set_new(one, "peak", json_text(hint->peaks));
        json_array_append_new(all, one);
    }
    return all;
}
