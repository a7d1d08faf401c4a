#include "analyzer/report/sarif_fixes.h"

#include "analyzer/report/edits.h"
#include "analyzer/report/json_value.h"
#include "analyzer/report/sarif_place.h"

#include <string.h>

static json_t *deleted_region(struct source_texts *sources, const struct diag_edit *edit)
{
    json_t *region = json_object();
    int line, column;
    edits_end(edit, &line, &column);
    json_object_set_new(region, "startLine", json_integer(edit->line));
    json_object_set_new(
        region, "startColumn",
        json_integer(source_texts_utf16(sources, edit->file, edit->line, edit->column)));
    json_object_set_new(region, "endLine", json_integer(line));
    json_object_set_new(region, "endColumn",
                        json_integer(source_texts_utf16(sources, edit->file, line, column)));
    return region;
}

static json_t *replacement(struct source_texts *sources, const struct diag_edit *edit)
{
    json_t *one = json_object(), *content = json_object();
    json_object_set_new(one, "deletedRegion", deleted_region(sources, edit));
    json_object_set_new(content, "text", json_text(edit->text));
    json_object_set_new(one, "insertedContent", content);
    return one;
}

// Edits are sorted by file, so those of one file stand together.
static json_t *artifact_changes(struct arena *arena, struct source_texts *sources,
                                const struct diag *diag)
{
    json_t *changes = json_array(), *replacements = NULL;
    const char *file = NULL;
    for (const struct diag_edit *edit = diag->edits; edit; edit = edit->next) {
        if (!file || strcmp(file, edit->file) != 0) {
            json_t *change = json_object();
            replacements = json_array();
            json_object_set_new(change, "artifactLocation", sarif_artifact(arena, edit->file));
            json_object_set_new(change, "replacements", replacements);
            json_array_append_new(changes, change);
        }
        file = edit->file;
        json_array_append_new(replacements, replacement(sources, edit));
    }
    return changes;
}

json_t *sarif_fixes(struct arena *arena, struct source_texts *sources, const struct diag *diag)
{
    json_t *fix = json_object(), *description = json_object(), *all = json_array();
    json_object_set_new(description, "text", json_text(diag->fix ? diag->fix : diag->message));
    json_object_set_new(fix, "description", description);
    json_object_set_new(fix, "artifactChanges", artifact_changes(arena, sources, diag));
    json_array_append_new(all, fix);
    return all;
}
