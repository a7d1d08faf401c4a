#include "analyzer/lsp/commands.h"

#include "analyzer/lsp/methods.h"
#include "analyzer/lsp/task.h"
#include "analyzer/lsp/workspace.h"
#include "ir/base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Takes the id where it answers later.
typedef void run_command_of_lens(struct server *, json_t *id, const json_t *argument);

#define EXECUTABLE(name, function, doc) static run_command_of_lens function;
#include "analyzer/lsp/commands.def"
#undef EXECUTABLE

static const struct executable {
    const char *name;
    run_command_of_lens *run;
} executables[] = {
#define EXECUTABLE(name, function, doc) {name, function},
#include "analyzer/lsp/commands.def"
#undef EXECUTABLE
};

json_t *commands_list(void)
{
    json_t *names = json_array();
    for (size_t i = 0; i < sizeof executables / sizeof *executables; i++)
        json_array_append_new(names, json_string(executables[i].name));
    return names;
}

void command_request(struct server *server, json_t *id, const json_t *params)
{
    const char *name = json_string_value(json_object_get(params, "command"));
    const json_t *arguments = json_object_get(params, "arguments");
    for (size_t i = 0; name && i < sizeof executables / sizeof *executables; i++) {
        if (strcmp(executables[i].name, name) != 0) continue;
        executables[i].run(server, id, json_array_get(arguments, 0));
        return;
    }
    outbox_error(&server->out, json_incref(id), ERROR_INVALID_PARAMS, "there is no such command");
}

static struct document *document_of_lens(struct server *server, json_t *id, const json_t *argument)
{
    const char *uri = json_string_value(json_object_get(argument, "uri"));
    struct document *document = uri ? document_find(server, uri) : NULL;
    if (!document || !document->is_c)
        outbox_error(&server->out, json_incref(id), ERROR_INVALID_PARAMS,
                     "the first argument is to have the uri of an open C source");
    return document && document->is_c ? document : NULL;
}

// ---- reports as text

// An edit that was undone needs no saving.
static bool is_saved(const struct document *document)
{
    FILE *file = fopen(document->path, "rb");
    const struct lines *lines = &document->lines;
    bool same = file != NULL;
    for (size_t i = 0; same && i < lines->n; i++)
        same = getc_unlocked(file) == (unsigned char)lines->text[i];
    same = same && getc_unlocked(file) == EOF;
    if (file) fclose(file);
    return same;
}

// The program itself, on the file as it is on disk.
static void print_model(struct server *server, json_t *id, const json_t *argument,
                        const char *command)
{
    struct document *document = document_of_lens(server, id, argument);
    const char *entry = json_string_value(json_object_get(argument, "entry"));
    if (!document) return;
    if (!is_saved(document)) {
        server_tell(server, MESSAGE_WARNING,
                    "save the file first: what is run is the file as it is on disk");
        outbox_result(&server->out, json_incref(id), NULL);
        return;
    }
    json_t *words = settings_words(&server->settings, document->path, document->sizes);
    json_array_set_new(words, 1, json_string(command));
    if (entry) json_array_insert_new(words, 2, json_sprintf("--entry=%s", entry));
    if (!task_start(server, id, words))
        outbox_error(&server->out, json_incref(id), ERROR_REQUEST_FAILED,
                     "the program could not be started");
    json_decref(words);
}

static void command_show(struct server *server, json_t *id, const json_t *argument)
{
    print_model(server, id, argument, "analyse");
}

static void command_run_model(struct server *server, json_t *id, const json_t *argument)
{
    print_model(server, id, argument, "run");
}

// ---- other sizes

static bool is_word_at(const char *text, size_t at, size_t n, const char *word)
{
    bool begins = at == 0 || !(isalnum((unsigned char)text[at - 1]) || text[at - 1] == '_');
    char behind = text[at + n];
    return begins && !strncmp(text + at, word, n) &&
           !(isalnum((unsigned char)behind) || behind == '_');
}

// "x=f32[N, 64]" with a number for N; NULL: it has no N.
static const char *with_value(struct arena *arena, const char *input, const char *symbol,
                              const char *value)
{
    struct text text = {.arena = arena};
    const char *type = strchr(input, '=');
    size_t n = strlen(symbol), at = type ? (size_t)(type - input) : 0;
    bool found = false;
    text_add_n(&text, input, at);
    while (input[at]) {
        if (is_word_at(input, at, n, symbol)) {
            text_add(&text, value);
            at += n;
            found = true;
        } else {
            text_add_char(&text, input[at++]);
        }
    }
    return found ? text_string(&text) : NULL;
}

// A symbol of an input is given with the input, another one is an integer of the program.
static json_t *sizes_with(const json_t *argument, const char *symbol, const char *value)
{
    struct arena *arena = arena_open();
    json_t *inputs = json_array(), *input, *sizes = json_object();
    bool of_input = false;
    size_t i;
    json_array_foreach(json_object_get(argument, "inputs"), i, input)
    {
        const char *text = json_string_value(input);
        if (!text) continue; // what clients send back is theirs
        const char *changed = with_value(arena, text, symbol, value);
        of_input |= changed != NULL;
        json_array_append_new(inputs, json_string(changed ? changed : text));
    }
    if (of_input)
        json_object_set(sizes, "inputs", inputs);
    else
        json_object_set_new(sizes, "set", json_pack("{s:s}", symbol, value));
    json_decref(inputs);
    arena_close(arena);
    return sizes;
}

#define AS_IN_SOURCE "as in the source"

// Editors have no question with a free answer, so some sizes of the first symbol are offered.
static void offer_sizes(struct server *server, const json_t *argument)
{
    static const int values[] = {1, 8, 32, 128};
    const char *symbol = json_string_value(json_array_get(json_object_get(argument, "symbols"), 0));
    if (!symbol) {
        server_tell(server, MESSAGE_INFO, "all sizes of the model are numbers");
        return;
    }
    json_t *actions = json_array();
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        json_array_append_new(
            actions, json_pack("{s:o}", "title", json_sprintf("%s = %d", symbol, values[i])));
    json_array_append_new(actions, json_pack("{s:s}", "title", AS_IN_SOURCE));
    char *question = json_dumps(argument, JSON_COMPACT);
    server_ask(server, question, "window/showMessageRequest",
               json_pack("{s:i,s:s,s:o}", "type", (int)MESSAGE_INFO, "message",
                         "analyse with which size?", "actions", actions));
    free(question);
}

static void set_sizes(struct server *server, struct document *document, json_t *sizes)
{
    json_decref(document->sizes);
    document->sizes = sizes;
    schedule_soon(server, document);
}

void command_take_choice(struct server *server, const char *question, const json_t *choice)
{
    json_t *argument = json_loads(question, 0, NULL);
    const char *uri = json_string_value(json_object_get(argument, "uri"));
    const char *title = json_string_value(json_object_get(choice, "title"));
    struct document *document = uri ? document_find(server, uri) : NULL;
    const char *equals = title ? strstr(title, " = ") : NULL;
    if (document && title && !strcmp(title, AS_IN_SOURCE)) {
        set_sizes(server, document, NULL);
    } else if (document && equals) {
        char *symbol = strndup(title, (size_t)(equals - title));
        set_sizes(server, document, sizes_with(argument, symbol, equals + 3));
        free(symbol);
    }
    json_decref(argument);
}

static void command_sizes(struct server *server, json_t *id, const json_t *argument)
{
    struct document *document = document_of_lens(server, id, argument);
    json_t *sizes = json_object_get(argument, "sizes");
    if (!document) return;
    if (!sizes)
        offer_sizes(server, argument);
    else if (!json_is_object(sizes) || !json_object_size(sizes))
        set_sizes(server, document, NULL);
    else
        set_sizes(server, document, json_incref(sizes));
    outbox_result(&server->out, json_incref(id), NULL);
}

// ---- the workspace

static void command_workspace(struct server *server, json_t *id, const json_t *argument)
{
    (void)argument;
    workspace_begin(server, json_incref(id));
}

// ---- what the client answers

void server_take_response(struct server *server, const json_t *id, const json_t *result)
{
    char key[32];
    snprintf(key, sizeof key, "%lld", (long long)json_integer_value(id));
    json_t *what = json_incref(json_object_get(server->asked, key));
    const char *name = json_string_value(what);
    json_object_del(server->asked, key);
    if (!name) return;
    if (!strcmp(name, "configuration")) {
        json_t *values = json_array_get(result, 0);
        // A client without settings of ours says null: what it began with holds.
        if (json_is_object(values) && json_object_size(values)) configure(server, values);
    } else if (*name == '{') {
        command_take_choice(server, name, result);
    }
    json_decref(what);
}

void cancel_notification(struct server *server, json_t *id, const json_t *params)
{
    (void)id;
    const json_t *which = json_object_get(params, "id");
    schedule_cancel(server, which);
    task_cancel(server, which);
    if (workspace_is(server, which)) workspace_cancel(server);
}
