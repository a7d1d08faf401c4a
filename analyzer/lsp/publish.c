// Findings as diagnostics of the protocol. A file gets what all open documents say of it, since a
// header belongs to several.

#include "analyzer/lsp/server.h"

#include "analyzer/lsp/uri.h"
#include "analyzer/lsp/workspace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- places in files that are not open

static char *read_file(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (!file) return NULL;
    if (!fseek(file, 0, SEEK_END)) {
        long size = ftell(file);
        rewind(file);
        text = size >= 0 ? malloc((size_t)size + 1) : NULL;
        *n = text ? fread(text, 1, (size_t)size, file) : 0;
    }
    fclose(file);
    return text;
}

static const struct document *open_document(const struct server *server, const char *path)
{
    const struct document *d = server->documents;
    while (d && (!d->path || strcmp(d->path, path) != 0)) d = d->next;
    return d;
}

static json_t *range_in(const struct lines *lines, const json_t *place, enum encoding encoding)
{
    size_t begin = lines_of_site(lines, (int)json_integer_value(json_object_get(place, "line")),
                                 (int)json_integer_value(json_object_get(place, "column")));
    return range_json(lines, begin, begin, encoding);
}

// Characters cannot be counted without the text, which is read for it.
static json_t *range_elsewhere(const struct server *server, const char *path, const json_t *place)
{
    const struct document *open = open_document(server, path);
    if (open) return range_in(&open->lines, place, server->client.encoding);
    struct lines lines = {0};
    size_t n = 0;
    char *text = read_file(path, &n);
    lines_set(&lines, text ? text : "", n);
    json_t *range = range_in(&lines, place, server->client.encoding);
    lines_close(&lines);
    free(text);
    return range;
}

json_t *location_of(const struct server *server, const struct document *document,
                    const struct marked *marked, const json_t *place)
{
    const struct mark *mark = marked ? marked_place(marked, place) : NULL;
    const char *file = json_string_value(json_object_get(place, "file"));
    if (mark)
        return json_pack(
            "{s:s,s:o}", "uri", document->uri, "range",
            range_json(&document->lines, mark->begin, mark->end, server->client.encoding));
    if (!file || json_object_get(place, "mark")) return NULL;
    struct arena *arena = arena_open();
    const struct document *open = open_document(server, file);
    json_t *location = json_pack("{s:s,s:o}", "uri", open ? open->uri : uri_of(arena, file),
                                 "range", range_elsewhere(server, file, place));
    arena_close(arena);
    return location;
}

// ---- diagnostics

static int severity_number(const char *name)
{
    if (!strcmp(name, "error")) return 1;
    return !strcmp(name, "warning") ? 2 : 3;
}

static json_t *related_information(const struct server *server, const struct document *document,
                                   const json_t *finding)
{
    json_t *all = json_array(), *one;
    size_t i;
    json_array_foreach(json_object_get(finding, "related"), i, one)
    {
        json_t *location =
            location_of(server, document, document ? &document->findings : NULL, one);
        if (!location) continue;
        json_array_append_new(all, json_pack("{s:o,s:O}", "location", location, "message",
                                             json_object_get(one, "message")));
    }
    return all;
}

// Of a finding without an expression the rest of its line is marked, so that it can be seen.
static json_t *visible_range(const struct server *server, const struct document *document,
                             const json_t *finding)
{
    const struct mark *mark = marked_place(&document->findings, finding);
    if (!mark) return NULL;
    const struct lines *lines = &document->lines;
    size_t end = mark->end;
    if (end == mark->begin)
        while (end < lines->n && lines->text[end] != '\n' && lines->text[end] != '\r') end++;
    return range_json(lines, mark->begin, end, server->client.encoding);
}

static json_t *range_of(const struct server *server, const struct document *document,
                        const json_t *finding)
{
    json_t *range = document ? visible_range(server, document, finding) : NULL;
    const char *file = json_string_value(json_object_get(finding, "file"));
    if (range) return range;
    if (file) return range_elsewhere(server, file, finding);
    return json_pack("{s:{s:i,s:i},s:{s:i,s:i}}", "start", "line", 0, "character", 0, "end", "line",
                     0, "character", 0);
}

json_t *publish_diagnostic(const struct server *server, const struct document *document,
                           const json_t *finding)
{
    const char *severity = json_string_value(json_object_get(finding, "severity"));
    json_t *one =
        json_pack("{s:o,s:i,s:O,s:s,s:O}", "range", range_of(server, document, finding), "severity",
                  severity_number(severity), "code", json_object_get(finding, "code"), "source",
                  "shapeprof", "message", json_object_get(finding, "message"));
    if (server->client.related_information)
        json_object_set_new(one, "relatedInformation",
                            related_information(server, document, finding));
    return one;
}

static void add_findings(const struct server *server, const struct document *document,
                         const json_t *findings, const char *path, json_t *diagnostics)
{
    size_t i, k;
    json_t *one, *other;
    json_array_foreach(findings, i, one)
    {
        const char *file = json_string_value(json_object_get(one, "file"));
        bool own = !file && document && document->path && !strcmp(document->path, path);
        if (!own && (!file || strcmp(file, path) != 0)) continue;
        json_t *diagnostic = publish_diagnostic(server, document, one);
        bool said = false;
        json_array_foreach(diagnostics, k, other)
        {
            said = said || json_equal(other, diagnostic);
        }
        if (!said) json_array_append(diagnostics, diagnostic);
        json_decref(diagnostic);
    }
}

void publish_file(struct server *server, const char *path)
{
    struct arena *arena = arena_open();
    const struct document *open = open_document(server, path);
    json_t *diagnostics = json_array();
    for (const struct document *d = server->documents; d; d = d->next)
        add_findings(server, d, d->findings.facts, path, diagnostics);
    if (!open) add_findings(server, NULL, workspace_findings(server, path), path, diagnostics);
    json_t *params = json_pack("{s:s,s:o}", "uri", open ? open->uri : uri_of(arena, path),
                               "diagnostics", diagnostics);
    if (open) json_object_set_new(params, "version", json_integer(open->version));
    outbox_notify(&server->out, "textDocument/publishDiagnostics", params);
    arena_close(arena);
}

void publish_add_files(const json_t *findings, json_t *files)
{
    size_t i;
    json_t *one;
    json_array_foreach(findings, i, one)
    {
        const char *file = json_string_value(json_object_get(one, "file"));
        if (file) json_object_set_new(files, file, json_true());
    }
}

void publish_files(struct server *server, json_t *files)
{
    const char *file;
    json_t *value;
    json_object_foreach(files, file, value)
    {
        publish_file(server, file);
    }
    json_decref(files);
}
