#include "analyzer/lsp/workspace.h"

#include "analyzer/lsp/methods.h"
#include "frontends/sources.h"
#include "ir/base/map.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOKEN "shapeprof/workspace"

struct workspace {
    struct arena *arena;
    json_t *id; // of the request that asked for it; NULL: answered
    VEC(const char *) files;
    int next, n_done, n_failed, n_errors;
    bool cancelled;
};

// ---- which files

static const char *absolute(struct arena *arena, const char *folder, const char *file)
{
    const char *path = *file == '/' ? file : arena_printf(arena, "%s/%s", folder, file);
    char *real = realpath(path, NULL);
    const char *result = arena_string(arena, real ? real : path);
    free(real);
    return result;
}

static bool is_source(const char *path)
{
    size_t n = strlen(path);
    return n > 2 && !strcmp(path + n - 2, ".c") && access(path, R_OK) == 0;
}

static void add_file(struct workspace *w, struct map *seen, const char *path)
{
    if (!is_source(path) || map_get_string(seen, path)) return;
    map_put_string(seen, path, w);
    *vec_push(w->arena, &w->files) = path;
}

// False: there is no compilation database there.
static bool read_database(struct workspace *w, struct map *seen, const char *folder)
{
    const char *path = arena_printf(w->arena, "%s/compile_commands.json", folder);
    json_t *all = json_load_file(path, 0, NULL), *one;
    size_t i;
    json_array_foreach(all, i, one)
    {
        const char *directory = json_string_value(json_object_get(one, "directory"));
        const char *file = json_string_value(json_object_get(one, "file"));
        if (file) add_file(w, seen, absolute(w->arena, directory ? directory : folder, file));
    }
    bool found = json_is_array(all);
    json_decref(all);
    return found;
}

static void find_files(struct workspace *w, const struct settings *settings)
{
    struct map *seen = map_open(w->arena);
    const char *configured = json_string_value(json_object_get(settings->values, "buildDir"));
    if (configured ? read_database(w, seen, configured)
                   : read_database(w, seen, ".") || read_database(w, seen, "build"))
        return;
    const char *const here[] = {"."};
    struct unit_request request = {.n_files = 1, .files = here};
    struct sources sources;
    struct diags diags;
    diags_open(&diags, w->arena);
    sources_find(w->arena, &request, &diags, &sources);
    for (int i = 0; i < sources.files.n; i++)
        add_file(w, seen, absolute(w->arena, ".", sources.files.at[i]));
}

// ---- progress

static void progress(struct server *server, json_t *value)
{
    if (server->client.progress)
        outbox_notify(&server->out, "$/progress",
                      json_pack("{s:s,s:o}", "token", TOKEN, "value", value));
    else
        json_decref(value);
}

static void begin_progress(struct server *server)
{
    if (!server->client.progress) return;
    server_ask(server, "progress", "window/workDoneProgress/create",
               json_pack("{s:s}", "token", TOKEN));
    progress(server, json_pack("{s:s,s:s,s:b,s:i}", "kind", "begin", "title",
                               "shapeprof: all files", "cancellable", 1, "percentage", 0));
}

static void report_progress(struct server *server, const struct workspace *w, const char *path)
{
    progress(server, json_pack("{s:s,s:s,s:i}", "kind", "report", "message", path, "percentage",
                               w->files.n ? w->next * 100 / w->files.n : 100));
}

// The findings stay, the request has its answer.
static void finish(struct server *server, struct workspace *w)
{
    if (!w->id) return;
    const char *text =
        arena_printf(w->arena, "%d of %d files, %d errors, %d files that could not be analysed",
                     w->n_done, w->files.n, w->n_errors, w->n_failed);
    progress(server, json_pack("{s:s,s:s}", "kind", "end", "message", text));
    if (w->cancelled)
        outbox_error(&server->out, w->id, ERROR_CANCELLED, "cancelled");
    else
        outbox_result(&server->out, w->id,
                      json_pack("{s:i,s:i,s:i}", "files", w->n_done, "errors", w->n_errors,
                                "failed", w->n_failed));
    w->id = NULL;
}

// ---- the run

void workspace_begin(struct server *server, json_t *id)
{
    if (server->workspace) {
        workspace_cancel(server);
        workspace_close(server);
    }
    struct arena *arena = arena_open();
    struct workspace *w = arena_new(arena, struct workspace);
    w->arena = arena;
    w->id = id;
    server->workspace = w;
    server->file_findings = json_object();
    find_files(w, &server->settings);
    begin_progress(server);
    if (!w->files.n) finish(server, w);
}

static bool is_open(const struct server *server, const char *path)
{
    for (const struct document *d = server->documents; d; d = d->next)
        if (d->path && !strcmp(d->path, path)) return true;
    return false;
}

const char *workspace_next(struct server *server)
{
    struct workspace *w = server->workspace;
    if (!w || !w->id || w->cancelled) return NULL;
    for (; w->next < w->files.n; w->next++) {
        const char *path = w->files.at[w->next];
        // Documents that are open are analysed as they are in the editor.
        if (is_open(server, path)) {
            w->n_done++;
            continue;
        }
        report_progress(server, w, path);
        w->next++;
        return path;
    }
    finish(server, w);
    return NULL;
}

static int count_errors(const json_t *findings)
{
    int n = 0;
    size_t i;
    json_t *one;
    json_array_foreach(findings, i, one)
    {
        n += !strcmp(json_string_value(json_object_get(one, "severity")), "error");
    }
    return n;
}

void workspace_take(struct server *server, const char *path, json_t *findings)
{
    struct workspace *w = server->workspace;
    if (w && findings) {
        w->n_done++;
        w->n_errors += count_errors(findings);
        json_object_set(server->file_findings, path, findings);
        publish_file(server, path);
    } else if (w) {
        w->n_failed++;
    }
    json_decref(findings);
    if (w && w->next == w->files.n) finish(server, w);
}

json_t *workspace_findings(const struct server *server, const char *path)
{
    return json_object_get(server->file_findings, path);
}

void workspace_cancel(struct server *server)
{
    struct workspace *w = server->workspace;
    if (!w || !w->id) return;
    w->cancelled = true;
    finish(server, w);
}

bool workspace_is(const struct server *server, const json_t *id)
{
    const struct workspace *w = server->workspace;
    return w && w->id && json_equal(w->id, id);
}

void workspace_close(struct server *server)
{
    if (server->workspace) {
        json_decref(server->workspace->id);
        arena_close(server->workspace->arena);
    }
    json_decref(server->file_findings);
    server->workspace = NULL;
    server->file_findings = NULL;
}

void progress_cancel_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)id;
    const char *token = json_string_value(json_object_get(params, "token"));
    if (token && !strcmp(token, TOKEN)) workspace_cancel(server);
}
