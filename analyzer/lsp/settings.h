#ifndef ANALYZER_LSP_SETTINGS_H
#define ANALYZER_LSP_SETTINGS_H

// What the user configured, from initializationOptions and from the section
// "shapeprof" of the editor's settings: most of it are options of the command
// line, by their long names.

#include <jansson.h>
#include <stdbool.h>

struct settings {
    json_t *values; // by name, checked
};

// Each setting and how it becomes words of the command line.
enum setting_kind {
    SETTING_WORD,   // --name=VALUE
    SETTING_WORDS,  // one for each of a list
    SETTING_PAIRS,  // --name=KEY=VALUE for each of an object
    SETTING_JOINED, // --name=VALUE,VALUE of a list
    SETTING_SWITCH, // --name
    SETTING_FLAGS,  // behind --
    SETTING_OWN     // of the server, an integer
};

// Keeps what is understood; the rest is told in `complaint`, which is the caller's to free. NULL:
// all was.
char *settings_read(struct settings *, json_t *values);
void settings_close(struct settings *);
// 0 and less are no settings.
json_int_t settings_number(const struct settings *, const char *name, json_int_t otherwise);
// That an analysis may take.
int settings_seconds(const struct settings *);
// The command line of an analysis of this file, with the sizes that were chosen for it (NULL:
// none; {inputs, set}).
json_t *settings_words(const struct settings *, const char *path, const json_t *sizes);

#endif
