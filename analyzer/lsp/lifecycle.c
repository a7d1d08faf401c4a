// The beginning and the end: what client and server tell each other of themselves.

#include "analyzer/lsp/commands.h"
#include "analyzer/lsp/methods.h"
#include "analyzer/lsp/uri.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- what the client can do

static const json_t *at_path(const json_t *json, const char *path)
{
    char name[64];
    while (json && *path) {
        size_t n = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)n, path);
        json = json_object_get(json, name);
        path += n + (path[n] == '.');
    }
    return json;
}

static bool is_set(const json_t *capabilities, const char *path)
{
    return json_is_true(at_path(capabilities, path));
}

// The client lists encodings in the order of its liking; UTF-16 is what all have to know.
static enum encoding choose_encoding(const json_t *capabilities)
{
    const json_t *offered = at_path(capabilities, "general.positionEncodings");
    size_t i;
    json_t *one;
    json_array_foreach(offered, i, one)
    {
        const char *name = json_string_value(one);
        if (name && !strcmp(name, "utf-8")) return ENCODING_UTF8;
    }
    return ENCODING_UTF16;
}

static void read_client(struct client *client, const json_t *params)
{
    const json_t *can = json_object_get(params, "capabilities");
    *client = (struct client){
        .encoding = choose_encoding(can),
        .refreshes_hints = is_set(can, "workspace.inlayHint.refreshSupport"),
        .refreshes_lenses = is_set(can, "workspace.codeLens.refreshSupport"),
        .related_information = is_set(can, "textDocument.publishDiagnostics.relatedInformation"),
        .hierarchical_symbols =
            is_set(can, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"),
        .literal_actions = at_path(can, "textDocument.codeAction.codeActionLiteralSupport"),
        .progress = is_set(can, "window.workDoneProgress"),
        .configuration = is_set(can, "workspace.configuration"),
        .process = (pid_t)json_integer_value(json_object_get(params, "processId"))};
}

// The worker resolves relative names as the command line does: from the workspace's folder.
static void enter_root(struct server *server, const json_t *params)
{
    struct arena *arena = arena_open();
    const char *uri = json_string_value(json_object_get(params, "rootUri"));
    const json_t *folders = json_object_get(params, "workspaceFolders");
    if (!uri) uri = json_string_value(json_object_get(json_array_get(folders, 0), "uri"));
    const char *path = uri ? uri_path(arena, uri) : NULL;
    if (!path) path = json_string_value(json_object_get(params, "rootPath"));
    if (path && chdir(path) == 0) server->root = json_string(path);
    arena_close(arena);
}

// ---- requests

static json_t *capabilities(const struct client *client)
{
    json_t *can = json_pack(
        "{s:s,s:{s:b,s:i,s:{s:b}},s:b,s:{s:b},s:b,s:b,s:b,s:{s:[s]},s:{s:o}}", "positionEncoding",
        client->encoding == ENCODING_UTF8 ? "utf-8" : "utf-16", "textDocumentSync", "openClose", 1,
        "change", 2, "save", "includeText", 0, "inlayHintProvider", 1, "codeLensProvider",
        "resolveProvider", 0, "hoverProvider", 1, "documentSymbolProvider", 1, "definitionProvider",
        1, "codeActionProvider", "codeActionKinds", "quickfix", "executeCommandProvider",
        "commands", commands_list());
    return can;
}

void initialize_request(struct server *server, json_t *id, const json_t *params)
{
    const json_t *process = json_object_get(params, "processId");
    if (!json_is_object(json_object_get(params, "capabilities")) ||
        (process && !json_is_null(process) && !json_is_integer(process))) {
        outbox_error(&server->out, json_incref(id), ERROR_INVALID_PARAMS,
                     "initialize needs capabilities, and a processId that is a number or null");
        return;
    }
    read_client(&server->client, params);
    enter_root(server, params);
    configure(server, json_object_get(params, "initializationOptions"));
    server->state = SERVER_RUNNING;
    outbox_result(&server->out, json_incref(id),
                  json_pack("{s:o,s:{s:s,s:s}}", "capabilities", capabilities(&server->client),
                            "serverInfo", "name", "shapeprof", "version", SP_VERSION_STRING));
}

void initialized_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)id;
    (void)params;
    ask_configuration(server);
}

void shutdown_request(struct server *server, json_t *id, const json_t *params)
{
    (void)params;
    server->state = SERVER_SHUT_DOWN;
    schedule_end(server);
    outbox_result(&server->out, json_incref(id), NULL);
}

void ignore_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)server;
    (void)id;
    (void)params;
}

// ---- settings

void configure(struct server *server, json_t *values)
{
    char *complaint = settings_read(&server->settings, json_is_object(values) ? values : NULL);
    if (complaint) server_tell(server, MESSAGE_WARNING, complaint);
    free(complaint);
    schedule_all(server);
}

void ask_configuration(struct server *server)
{
    if (server->client.configuration)
        server_ask(server, "configuration", "workspace/configuration",
                   json_pack("{s:[{s:s}]}", "items", "section", "shapeprof"));
}

// Clients that can be asked send nothing of use here; others send all of it.
void configuration_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)id;
    const json_t *settings = json_object_get(params, "settings");
    json_t *own = json_object_get(settings, "shapeprof");
    if (server->client.configuration)
        ask_configuration(server);
    else if (json_is_object(own))
        configure(server, own);
}

// ---- messages of ours

void server_tell(struct server *server, enum message_kind kind, const char *text)
{
    outbox_notify(&server->out, kind == MESSAGE_LOG ? "window/logMessage" : "window/showMessage",
                  json_pack("{s:i,s:s}", "type", (int)kind, "message", text));
}

void server_ask(struct server *server, const char *what, const char *method, json_t *params)
{
    char id[32];
    snprintf(id, sizeof id, "%d", ++server->last_request);
    json_object_set_new(server->asked, id, json_string(what));
    outbox_request(&server->out, server->last_request, method, params);
}
