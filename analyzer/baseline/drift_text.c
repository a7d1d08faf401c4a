// What changed, for people: in words, and as a table for a pull request.

#include "analyzer/baseline/drift.h"

#include "analyzer/report/markdown.h"
#include "analyzer/report/quantity.h"

#include <stdlib.h>
#include <string.h>

static int count_changes(const struct drift *drift, enum drift_change change)
{
    int n = 0;
    for (int i = 0; i < drift->figures.n; i++) n += drift->figures.at[i].change == change;
    return n;
}

static const char *sum_up(const struct drift *drift)
{
    struct arena *arena = drift->arena;
    struct text text = {.arena = arena};
    int grew = count_changes(drift, DRIFT_GREW), shrank = count_changes(drift, DRIFT_SHRANK);
    int open = count_changes(drift, DRIFT_OPEN);
    text_printf(&text,
                "%s held against %s: ", text_count(arena, drift->n_models, "model", "models"),
                drift->against);
    text_add(&text, grew ? text_count(arena, grew, "figure grew", "figures grew") : "nothing grew");
    if (shrank)
        text_printf(&text, ", %s", text_count(arena, shrank, "figure shrank", "figures shrank"));
    if (open)
        text_printf(&text, ", %s", text_count(arena, open, "figure is open", "figures are open"));
    return text_string(&text);
}

void drift_text(struct text *text, const struct drift *drift)
{
    text_printf(text, "%s\n", sum_up(drift));
}

// "+100 %" where both are numbers.
static const char *percent(struct arena *arena, const struct drift_figure *figure)
{
    char *end_before, *end_now;
    double before = strtod(figure->before, &end_before), now = strtod(figure->now, &end_now);
    if (*end_before || *end_now || before <= 0) return "";
    return arena_printf(arena, " (%+.1f %%)", (now - before) * 100 / before);
}

void drift_markdown(struct text *text, const struct drift *drift)
{
    static const char *const words[] = {"same",   "**grew**", "grew within the tolerance",
                                        "shrank", "changed",  "**open**"};
    struct arena *arena = drift->arena;
    text_printf(text, "### Memory of models: %s\n", markdown_words(arena, sum_up(drift)));
    if (!drift->figures.n) return;
    text_add(text, "\n| model | figure | before | now | | where |\n|---|---|--:|--:|---|---|\n");
    for (int i = 0; i < drift->figures.n; i++) {
        const struct drift_figure *figure = &drift->figures.at[i];
        text_printf(
            text, "| %s | %s | %s | %s | %s%s | %s |\n", markdown_code(arena, figure->model->name),
            baseline_figure_words(figure->figure), markdown_words(arena, figure->before),
            markdown_words(arena, figure->now), words[figure->change], percent(arena, figure),
            figure->culprit ? markdown_words(arena, figure->culprit) : "");
    }
}
