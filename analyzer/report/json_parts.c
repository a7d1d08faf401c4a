// Findings and inputs in JSON, and JSON as text.

#include "analyzer/report/json_parts.h"

#include "analyzer/report/findings.h"
#include "analyzer/report/json_value.h"

#include <stdlib.h>

json_t *json_inputs(struct arena *arena, const struct report_model *model)
{
    json_t *inputs = json_array();
    for (int i = 0; i < model->n_inputs; i++) {
        const struct tensor_type *type = &model->inputs[i].type;
        json_t *object = json_object();
        json_object_set_new(object, "name", json_text(model->inputs[i].name));
        json_object_set_new(object, "dtype", json_text(dtype_name(type->dtype)));
        json_object_set_new(object, "shape", json_sizes(arena, type->shape.rank, type->shape.dim));
        if (model->inputs[i].times)
            json_object_set_new(object, "times", json_sym(arena, model->inputs[i].times));
        json_array_append_new(inputs, object);
    }
    return inputs;
}

json_t *json_edits(const struct diag *diag)
{
    json_t *edits = json_array();
    for (const struct diag_edit *edit = diag->edits; edit; edit = edit->next) {
        json_t *one = json_object();
        json_object_set_new(one, "file", json_text(edit->file));
        json_object_set_new(one, "line", json_integer(edit->line));
        json_object_set_new(one, "column", json_integer(edit->column));
        json_object_set_new(one, "old", json_text(edit->old));
        json_object_set_new(one, "new", json_text(edit->text));
        json_array_append_new(edits, one);
    }
    return edits;
}

// Verdict and severity both: an open condition is a note, whatever its kind.
static json_t *json_diag(const struct diag *diag)
{
    json_t *object = json_object(), *notes = json_array();
    json_object_set_new(object, "code", json_text(diag_info(diag->id)->code));
    json_object_set_new(object, "name", json_text(diag_info(diag->id)->name));
    json_object_set_new(object, "severity", json_text(severity_name(findings_severity(diag))));
    json_object_set_new(object, "verdict", json_text(verdict_name(diag->verdict)));
    json_set_site(object, diag->site);
    json_object_set_new(object, "message", json_text(diag->message));
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        json_t *entry = json_object();
        json_set_site(entry, note->site);
        json_object_set_new(entry, "message", json_text(note->message));
        json_array_append_new(notes, entry);
    }
    json_object_set_new(object, "notes", notes);
    json_object_set_new(object, "fix", json_text(diag->fix));
    json_object_set_new(object, "edits", json_edits(diag));
    return object;
}

json_t *json_diags(const struct report *report)
{
    json_t *diags = json_array();
    for (int i = 0; i < report->n_diags; i++)
        json_array_append_new(diags, json_diag(report->diags[i]));
    return diags;
}

// jansson keeps the order of insertion, so the same report gives the same bytes.
void json_write(struct text *text, json_t *root)
{
    char *dump = json_dumps(root, JSON_INDENT(2));
    text_add(text, dump ? dump : "null");
    text_add_char(text, '\n');
    free(dump);
    json_decref(root);
}
