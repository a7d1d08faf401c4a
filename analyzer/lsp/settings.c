#include "analyzer/lsp/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS 60
#define MAX_SECONDS 86400

static const struct setting {
    enum setting_kind kind;
    const char *name, *option;
    json_type type;
} all[] = {
#define SETTING(kind, name, option, type, doc) {SETTING_##kind, name, option, JSON_##type},
#include "analyzer/lsp/settings.def"
#undef SETTING
};

#define N_SETTINGS (sizeof all / sizeof *all)

static const struct setting *find(const char *name)
{
    for (size_t i = 0; i < N_SETTINGS; i++)
        if (!strcmp(all[i].name, name)) return &all[i];
    return NULL;
}

static const char *type_name(json_type type)
{
    switch (type) {
    case JSON_ARRAY: return "a list of strings";
    case JSON_OBJECT: return "an object";
    case JSON_INTEGER: return "an integer";
    default: return "a string";
    }
}

static bool has_only_strings(const json_t *list)
{
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one)
    {
        if (!json_is_string(one)) return false;
    }
    return true;
}

static bool is_empty(const json_t *value)
{
    return json_is_string(value) && !json_string_length(value);
}

char *settings_read(struct settings *settings, json_t *values)
{
    char *complaint = NULL;
    const char *name;
    json_t *value;
    settings_close(settings);
    settings->values = json_object();
    json_object_foreach(values, name, value)
    {
        const struct setting *setting = find(name);
        // Editors hand over all that stands in their section, also what is their own, and what
        // nobody gave as nothing.
        if (!setting || json_is_null(value) || is_empty(value)) continue;
        if (json_typeof(value) == setting->type && has_only_strings(value)) {
            json_object_set(settings->values, name, value);
            continue;
        }
        free(complaint);
        if (asprintf(&complaint, "the setting shapeprof.%s is to be %s and is not used", name,
                     type_name(setting->type)) < 0)
            complaint = NULL;
    }
    return complaint;
}

void settings_close(struct settings *settings)
{
    json_decref(settings->values);
    settings->values = NULL;
}

json_int_t settings_number(const struct settings *settings, const char *name, json_int_t otherwise)
{
    const json_t *value = json_object_get(settings->values, name);
    return json_integer_value(value) > 0 ? json_integer_value(value) : otherwise;
}

// The command line takes no more.
int settings_seconds(const struct settings *settings)
{
    json_int_t seconds = settings_number(settings, "maxSeconds", SECONDS);
    return seconds < MAX_SECONDS ? (int)seconds : MAX_SECONDS;
}

// ---- the command line

static void add_option(json_t *words, const char *option, const char *value)
{
    json_array_append_new(words, json_sprintf("--%s=%s", option, value));
}

static void add_pairs(json_t *words, const char *option, json_t *pairs)
{
    const char *key;
    json_t *value;
    json_object_foreach(pairs, key, value)
    {
        char number[32];
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        const char *text = json_is_string(value) ? json_string_value(value) : number;
        json_array_append_new(words, json_sprintf("--%s=%s=%s", option, key, text));
    }
}

static void add_each(json_t *words, const char *option, const json_t *list)
{
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one)
    {
        if (*option)
            add_option(words, option, json_string_value(one));
        else
            json_array_append(words, one);
    }
}

static void add_joined(json_t *words, const char *option, const json_t *list)
{
    size_t i;
    json_t *one;
    json_t *joined = json_string("");
    json_array_foreach(list, i, one)
    {
        json_t *longer =
            json_sprintf("%s%s%s", json_string_value(joined), i ? "," : "", json_string_value(one));
        json_decref(joined);
        joined = longer;
    }
    if (json_array_size(list)) add_option(words, option, json_string_value(joined));
    json_decref(joined);
}

static void add_setting(json_t *words, const struct setting *setting, json_t *value)
{
    switch (setting->kind) {
    case SETTING_WORD: add_option(words, setting->option, json_string_value(value)); break;
    case SETTING_WORDS: add_each(words, setting->option, value); break;
    case SETTING_PAIRS: add_pairs(words, setting->option, value); break;
    case SETTING_JOINED: add_joined(words, setting->option, value); break;
    case SETTING_SWITCH: json_array_append_new(words, json_sprintf("--%s", setting->option)); break;
    case SETTING_FLAGS:
    case SETTING_OWN: break;
    }
}

// Chosen sizes take the place of configured ones: an option given twice would be refused.
json_t *settings_words(const struct settings *settings, const char *path, const json_t *sizes)
{
    json_t *words = json_pack("[s,s]", "shapeprof", "analyse");
    const json_t *flags = json_object_get(settings->values, "flags");
    for (size_t i = 0; i < N_SETTINGS; i++) {
        json_t *value = json_object_get(sizes, all[i].name);
        if (!value) value = json_object_get(settings->values, all[i].name);
        if (value) add_setting(words, &all[i], value);
    }
    if (!json_object_get(settings->values, "dtype")) add_option(words, "dtype", "f32");
    json_array_append_new(words, json_sprintf("--max-seconds=%d", settings_seconds(settings)));
    json_array_append_new(words, json_string(path));
    if (json_array_size(flags)) json_array_append_new(words, json_string("--"));
    add_each(words, "", flags);
    return words;
}
