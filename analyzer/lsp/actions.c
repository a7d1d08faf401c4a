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
        json_t *action = ignore_action(server, document, finding);
        if (action) json_array_append_new(all, action);
    }
    return all;
}
