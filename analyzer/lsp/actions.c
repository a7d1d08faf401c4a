// Code actions: what mends a finding where it is mechanical, and a comment that silences it.

#include "analyzer/lsp/methods.h"

#include <stdio.h>
#include <string.h>

static json_t *edit_of(const struct server *server, const struct document *document, size_t from,
                       size_t to, const char *text)
{
    json_t *changes = json_object();
    json_object_set_new(changes, document->uri,
                        json_pack("[{s:o,s:s}]", "range",
                                  range_json(&document->lines, from, to, server->client.encoding),
                                  "newText", text));
    return json_pack("{s:o}", "changes", changes);
}

// A comment at the end of the line; NULL where the line goes on behind it.
static json_t *ignore_edit(const struct server *server, const struct document *document,
                           const struct mark *mark, const char *name)
{
    const struct lines *lines = &document->lines;
    size_t end = mark->begin;
    char comment[160];
    while (end < lines->n && lines->text[end] != '\n' && lines->text[end] != '\r') end++;
    if (end > 0 && lines->text[end - 1] == '\\') return NULL;
    snprintf(comment, sizeof comment, "  // shapeprof-ignore: %s", name);
    return edit_of(server, document, end, end, comment);
}

static json_t *ignore_action(const struct server *server, const struct document *document,
                             const json_t *finding)
{
    const struct mark *mark = marked_place(&document->findings, finding);
    const char *name = json_string_value(json_object_get(finding, "name"));
    json_t *edit = mark && name ? ignore_edit(server, document, mark, name) : NULL;
    if (!edit) return NULL;
    return json_pack("{s:o,s:s,s:[o],s:o}", "title", json_sprintf("ignore %s here", name), "kind",
                     "quickfix", "diagnostics", publish_diagnostic(server, document, finding),
                     "edit", edit);
}

// ---- mends

// Where the edit's text stands now; false: it was changed since, or stands in another file.
static bool edit_place(const struct document *document, const json_t *edit, size_t *from,
                       size_t *to)
{
    const struct mark *mark = marked_place(&document->findings, edit);
    const char *old = json_string_value(json_object_get(edit, "old"));
    size_t n = old ? strlen(old) : 0;
    if (!mark || !old || document->lines.n - mark->begin < n) return false;
    *from = mark->begin;
    *to = mark->begin + n;
    return !memcmp(document->lines.text + mark->begin, old, n);
}

// All edits of a finding as one change; NULL where one of them cannot be made any more.
static json_t *mend_edit(const struct server *server, const struct document *document,
                         const json_t *finding)
{
    const json_t *edits = json_object_get(finding, "edits"), *edit;
    json_t *changes = json_array();
    size_t i, from, to;
    json_array_foreach(edits, i, edit)
    {
        if (!edit_place(document, edit, &from, &to)) break;
        json_array_append_new(
            changes, json_pack("{s:o,s:O}", "range",
                               range_json(&document->lines, from, to, server->client.encoding),
                               "newText", json_object_get(edit, "new")));
    }
    if (!json_array_size(edits) || i < json_array_size(edits)) {
        json_decref(changes);
        return NULL;
    }
    json_t *of_files = json_object();
    json_object_set_new(of_files, document->uri, changes);
    return json_pack("{s:o}", "changes", of_files);
}

static json_t *mend_action(const struct server *server, const struct document *document,
                           const json_t *finding)
{
    json_t *edit = mend_edit(server, document, finding);
    if (!edit) return NULL;
    return json_pack("{s:O,s:s,s:b,s:[o],s:o}", "title", json_object_get(finding, "fix"), "kind",
                     "quickfix", "isPreferred", 1, "diagnostics",
                     publish_diagnostic(server, document, finding), "edit", edit);
}

json_t *actions_answer(struct server *server, struct document *document, const json_t *params)
{
    struct position start = {0, 0}, end = {0, 0};
    const json_t *range = json_object_get(params, "range");
    json_t *all = json_array(), *finding;
    size_t i;
    if (!server->client.literal_actions) return all;
    position_read(json_object_get(range, "start"), &start);
    position_read(json_object_get(range, "end"), &end);
    size_t from = lines_offset(&document->lines, start, server->client.encoding);
    size_t to = lines_offset(&document->lines, end, server->client.encoding);
    json_array_foreach(document->findings.facts, i, finding)
    {
        const struct mark *mark = marked_place(&document->findings, finding);
        if (!mark || mark->begin > to || mark->end < from) continue;
        json_t *mend = mend_action(server, document, finding);
        if (mend) json_array_append_new(all, mend);
        json_t *action = ignore_action(server, document, finding);
        if (action) json_array_append_new(all, action);
    }
    return all;
}
