// Findings with all that leads to them: notes, and the calls on the way.

#include "analyzer/lsp/facts.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/json_parts.h"
#include "analyzer/report/json_value.h"

#define MAX_CALLERS 8

static void add_related(json_t *related, const struct site *site, const char *message)
{
    if (!site || !site->file || !site->line) return;
    json_t *one = facts_place(site);
    json_object_set_new(one, "message", json_text(message));
    json_array_append_new(related, one);
}

// Notes without a place are part of the message.
static json_t *related_of(struct arena *arena, const struct diag *diag, struct text *message)
{
    json_t *related = json_array();
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        add_related(related, note->site, note->message);
        if (!note->site || !note->site->line) text_printf(message, "\n%s", note->message);
    }
    int n = 0;
    for (const struct site *at = diag->site ? diag->site->caller : NULL; at; at = at->caller)
        if (at->function && n++ < MAX_CALLERS)
            add_related(related, at, arena_printf(arena, "called from %s", at->function));
    return related;
}

static json_t *finding(struct arena *arena, const struct diag *diag)
{
    const struct diag_info *info = diag_info(diag->id);
    struct text message = {.arena = arena};
    text_add(&message, diag->message);
    json_t *one = facts_place(diag->site), *related = related_of(arena, diag, &message);
    if (diag->fix) text_printf(&message, "\nto mend it: %s", diag->fix);
    json_object_set_new(one, "severity", json_string(severity_name(findings_severity(diag))));
    json_object_set_new(one, "code", json_string(info->code));
    json_object_set_new(one, "name", json_string(info->name));
    json_object_set_new(one, "message", json_text(text_string(&message)));
    json_object_set_new(one, "related", related);
    if (diag->edits) {
        json_object_set_new(one, "fix", json_text(diag->fix ? diag->fix : info->name));
        json_object_set_new(one, "edits", json_edits(diag));
    }
    return one;
}

json_t *facts_findings(struct arena *arena, const struct report *report)
{
    json_t *all = json_array();
    for (int i = 0; i < report->n_diags; i++)
        json_array_append_new(all, finding(arena, report->diags[i]));
    return all;
}
