#include "analyzer/lsp/facts.h"

#include "analyzer/report/json_value.h"

json_t *facts_place(const struct site *site)
{
    json_t *place = json_object();
    if (!site || !site->file) return place;
    json_object_set_new(place, "file", json_text(site->file));
    json_object_set_new(place, "line", json_integer(site->line));
    json_object_set_new(place, "column", json_integer(site->column));
    return place;
}

// Errors that leave holes in what was read: what is said of the rest may be wrong in the user's
// eyes, who is only half done with a line.
static int count_syntax(const struct report *report)
{
    int n = 0;
    for (int i = 0; i < report->n_diags; i++) n += report->diags[i]->id == DIAG_SYNTAX;
    return n;
}

json_t *facts_of(struct arena *arena, const struct session_result *result, const char *path)
{
    const struct report *report = &result->report;
    json_t *facts = json_object();
    json_object_set_new(facts, "findings", facts_findings(arena, report));
    json_object_set_new(facts, "hints", facts_hints(arena, report, path));
    json_object_set_new(facts, "lenses", facts_lenses(arena, report, path));
    json_object_set_new(facts, "symbols", facts_symbols(arena, report, path));
    json_object_set_new(facts, "errors_of_syntax", json_integer(count_syntax(report)));
    json_object_set_new(facts, "n_models", json_integer(report->n_models));
    return facts;
}
