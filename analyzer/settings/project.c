// .shapeprof.json: of the folders from the file upward the first that has one, at most to the root
// of its repository. shapeprof.schema.json beside this file documents it.

#include "analyzer/settings/settings.h"

#include "ir/base/text.h"

#include <fnmatch.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct project {
    struct settings_reader *reader;
    struct settings *settings;
    const struct site *site; // the file
    const char *file;        // that is analysed, from the project's folder
};

static void complain(struct project *p, const char *what)
{
    diag_add(p->reader->diags, DIAG_PROJECT_FILE, p->site, "%s", what);
}

// ---- members

// NULL: it is neither text nor integer.
static const char *text_of(struct arena *arena, const json_t *value)
{
    if (json_is_string(value)) return arena_string(arena, json_string_value(value));
    if (!json_is_integer(value)) return NULL;
    return arena_printf(arena, "%lld", (long long)json_integer_value(value));
}

static void take_pairs(struct project *p, const json_t *object, const char *key, setting_list *list)
{
    struct arena *arena = p->reader->arena;
    json_t *members = json_object_get(object, key), *value;
    const char *name;
    if (members && !json_is_object(members))
        complain(p, arena_printf(arena, "`%s` is no object of names and values", key));
    json_object_foreach(members, name, value)
    {
        const char *text = text_of(arena, value);
        if (text)
            settings_put(arena, list, arena_string(arena, name), text, p->site);
        else
            complain(p, arena_printf(arena, "`%s` of `%s` is neither text nor integer", name, key));
    }
}

static void take_words(struct project *p, const json_t *object, const char *key, setting_list *list)
{
    struct arena *arena = p->reader->arena;
    const json_t *value = json_object_get(object, key);
    size_t n = json_is_array(value) ? json_array_size(value) : value ? 1 : 0;
    for (size_t i = 0; i < n; i++) {
        const json_t *word = json_is_array(value) ? json_array_get(value, i) : value;
        if (json_is_string(word))
            settings_put(arena, list, NULL, arena_string(arena, json_string_value(word)), p->site);
        else
            complain(p, arena_printf(arena, "`%s` has something that is no text", key));
    }
}

static void take_number(struct project *p, const json_t *object, const char *key,
                        setting_list *list)
{
    struct arena *arena = p->reader->arena;
    const json_t *value = json_object_get(object, key);
    if (json_is_integer(value))
        settings_put(arena, list, NULL, text_of(arena, value), p->site);
    else if (value)
        complain(p, arena_printf(arena, "`%s` is no integer", key));
}

static void take_members(struct project *p, const json_t *object)
{
    for (const struct setting_kind *kind = setting_kinds; kind < setting_kinds + N_SETTINGS;
         kind++) {
        setting_list *list = settings_list(p->settings, kind);
        if (kind->form == WHOLE)
            take_words(p, object, kind->key, list);
        else if (kind->form == NUMBER)
            take_number(p, object, kind->key, list);
        else
            take_pairs(p, object, kind->key, list);
    }
}

static void check_names(struct project *p, const json_t *object, const char *last)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        bool is_known = !strcmp(name, last) || !strcmp(name, "$schema");
        for (int i = 0; i < N_SETTINGS; i++)
            is_known = is_known || !strcmp(name, setting_kinds[i].key);
        if (!is_known)
            complain(p, arena_printf(p->reader->arena, "no setting is called `%s`", name));
    }
}

// Later patterns win over earlier ones, and all over what holds for every file.
static void take_patterns(struct project *p, const json_t *root)
{
    const json_t *files = json_object_get(root, "files");
    if (files && !json_is_array(files)) complain(p, "`files` is no list");
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *entry = json_array_get(files, i);
        const char *pattern = json_string_value(json_object_get(entry, "pattern"));
        if (!pattern)
            complain(p, "an entry of `files` has no `pattern`");
        else
            check_names(p, entry, "pattern");
        if (pattern && fnmatch(pattern, p->file, 0) == 0) take_members(p, entry);
    }
}

// ---- the file

static void read_text(struct project *p, struct site *site, const char *text)
{
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(root)) {
        if (!root) site->line = error.line, site->column = error.column;
        complain(p, root ? "it is no object"
                         : arena_printf(p->reader->arena, "it is no JSON: %s", error.text));
    } else {
        check_names(p, root, "files");
        take_members(p, root);
        take_patterns(p, root);
    }
    json_decref(root);
}

static bool is_there(struct arena *arena, const char *folder, const char *name)
{
    return access(arena_printf(arena, "%s/%s", folder, name), F_OK) == 0;
}

void settings_read_project(struct settings_reader *reader, const char *file,
                           struct settings *settings)
{
    struct arena *arena = reader->arena;
    char *real = realpath(file, NULL);
    char *folder = arena_string(arena, real ? real : "");
    const char *whole = arena_string(arena, folder);
    free(real);
    for (char *slash = strrchr(folder, '/'); slash; slash = strrchr(folder, '/')) {
        *slash = '\0';
        const char *path = arena_printf(arena, "%s/%s", folder, PROJECT_NAME);
        if (reader->dependencies) dependencies_add(reader->dependencies, DEPENDENCY_CONTENTS, path);
        const char *text = settings_text(reader, path);
        struct site *site = arena_new(arena, struct site);
        *site = (struct site){.file = path, .line = 1, .column = 1};
        struct project p = {reader, settings, site, whole + strlen(folder) + 1};
        if (text) read_text(&p, site, text);
        if (text || is_there(arena, folder, ".git")) return;
    }
}
