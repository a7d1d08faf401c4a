// Which documents are open, and what stands in them.

#include "analyzer/lsp/methods.h"
#include "analyzer/lsp/uri.h"

#include <stdlib.h>
#include <string.h>

struct document *document_find(const struct server *server, const char *uri)
{
    struct document *document = server->documents;
    while (document && strcmp(document->uri, uri) != 0) document = document->next;
    return document;
}

struct document *document_of(const struct server *server, const json_t *params)
{
    const char *uri =
        json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
    return uri ? document_find(server, uri) : NULL;
}

static void remove_document(struct server *server, struct document *document)
{
    struct document **at = &server->documents;
    while (*at != document) at = &(*at)->next;
    *at = document->next;
    schedule_forget(server, document);
    document_close(document);
}

void sync_close_all(struct server *server)
{
    while (server->documents) remove_document(server, server->documents);
}

// A source of C; a header is part of those that include it.
static bool is_source(const char *path, const char *language)
{
    size_t n = strlen(path);
    bool c = !language || !strcmp(language, "c");
    return c && n > 2 && !strcmp(path + n - 2, ".c");
}

// JSON has no place for such names, neither on the way to the client nor to the worker.
static const char *sayable(struct server *server, const char *path)
{
    json_t *text = path ? json_string(path) : NULL;
    bool fits = text != NULL;
    json_decref(text);
    if (path && !fits)
        server_tell(server, MESSAGE_WARNING,
                    "a file whose name is no UTF-8 is not analysed in the editor; the command line "
                    "reads it");
    return fits ? path : NULL;
}

void open_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)id;
    const json_t *item = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    const json_t *text = json_object_get(item, "text");
    if (!uri || !json_is_string(text)) return;
    struct document *known = document_find(server, uri);
    if (known) remove_document(server, known);
    struct arena *arena = arena_open();
    const char *path = sayable(server, uri_path(arena, uri));
    struct document *document =
        document_open(uri, path, json_string_value(text), json_string_length(text));
    document->version = json_integer_value(json_object_get(item, "version"));
    document->is_c =
        path && is_source(path, json_string_value(json_object_get(item, "languageId")));
    document->next = server->documents;
    server->documents = document;
    schedule_soon(server, document);
    arena_close(arena);
}

static bool is_linked(const struct document *document, const char *path)
{
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(document->facts.facts, "sources"), i, one)
    {
        if (!strcmp(json_string_value(one), path)) return true;
    }
    return false;
}

// Documents that are of the same program.
static void schedule_linked(struct server *server, const char *path)
{
    for (struct document *d = server->documents; d; d = d->next)
        if (d->path && strcmp(d->path, path) != 0 && is_linked(d, path)) schedule_soon(server, d);
}

// A buffer of a header is part of every source.
static void schedule_edited(struct server *server, struct document *document)
{
    if (!document->is_c) {
        schedule_all(server);
        return;
    }
    schedule_soon(server, document);
    schedule_linked(server, document->path);
}

void change_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)id;
    struct document *document = document_of(server, params);
    const json_t *item = json_object_get(params, "textDocument");
    size_t i;
    json_t *change;
    if (!document) return;
    json_array_foreach(json_object_get(params, "contentChanges"), i, change)
    {
        if (!document_change(document, change, server->client.encoding))
            server_tell(server, MESSAGE_LOG,
                        "a change of a document could not be read and was not applied");
    }
    document->version = json_integer_value(json_object_get(item, "version"));
    document->edited = true;
    schedule_edited(server, document);
}

void save_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)id;
    struct document *document = document_of(server, params);
    if (!document) return;
    document->edited = false;
    schedule_edited(server, document);
}

// What was found in it is no longer of interest, unless another document says so, too.
void close_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)id;
    struct document *document = document_of(server, params);
    if (!document) return;
    char *path = document->path ? strdup(document->path) : NULL;
    bool was_c = document->is_c, was_edited = document->edited;
    json_t *files = json_object();
    publish_add_files(document->findings.facts, files);
    if (path) json_object_set_new(files, path, json_true());
    remove_document(server, document);
    publish_files(server, files);
    // From now on others read what is on disk.
    if (was_edited && was_c) schedule_linked(server, path);
    if (was_edited && !was_c) schedule_all(server);
    free(path);
}

void watched_files_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)id;
    (void)params;
    schedule_all(server);
}
