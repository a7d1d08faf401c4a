// The figures of a model in words.

#include "analyzer/report/summary.h"

#include "ir/base/text.h"

#include <string.h>

const char *summary_name(struct arena *arena, const struct report_model *model)
{
    const char *name = model->entry ? model->entry : model->name;
    return model->condition ? arena_printf(arena, "%s, if %s", name, model->condition) : name;
}

int summary_variants(int n, const struct report_model *models)
{
    int same = 1;
    while (same < n && models[0].condition && models[same].condition && models[0].entry &&
           models[same].entry && !strcmp(models[0].entry, models[same].entry))
        same++;
    return same;
}

const char *summary_bytes(struct arena *arena, struct quantity bytes)
{
    const char *unit = quantity_unit(arena, bytes);
    if (!quantity_known(bytes)) return "unknown";
    return *unit ? arena_printf(arena, "%s (%s)", quantity_string(arena, bytes), unit)
                 : quantity_string(arena, bytes);
}

static void add_condition(struct text *text, const struct report_peak *peak)
{
    if (peak->condition) text_printf(text, " if %s", peak->condition);
}

const char *summary_peak_leaf(struct arena *arena, const struct report_model *model)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < model->n_peaks[0]; i++) {
        const struct report_peak *peak = &model->peaks[0][i];
        if (peak->row < 0) continue;
        text_printf(&text, "%s%s", text.n ? "; " : "", model->rows[peak->row].name);
        add_condition(&text, peak);
    }
    return text.n ? text_string(&text) : "none";
}

const char *summary_peak_bytes(struct arena *arena, const struct report_model *model)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < model->n_peaks[0]; i++) {
        const struct report_peak *peak = &model->peaks[0][i];
        text_printf(&text, "%s%s", text.n ? "; " : "", summary_bytes(arena, peak->bytes));
        add_condition(&text, peak);
    }
    return text.n ? text_string(&text) : "unknown";
}
