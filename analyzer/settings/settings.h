#ifndef ANALYZER_SETTINGS_SETTINGS_H
#define ANALYZER_SETTINGS_SETTINGS_H

// What a project says of its files: inputs, values of unknowns, budgets, and which findings it does
// not want. It stands in .shapeprof.json, found upward from the file, and in comments of the file
// itself, `// shapeprof: input x=f32[N,3,224,224]`, which win. Who asks for something else on the
// command line wins over both.

#include "ir/base/dependency.h"
#include "ir/diag.h"

#define PROJECT_NAME ".shapeprof.json"

struct setting {
    const char *name, *value;
    const struct site *site; // where it is said
};

typedef VEC(struct setting) setting_list;

struct settings {
#define PROJECT_SETTING(member, key, word, form) setting_list member;
#include "analyzer/settings/settings.def"
#undef PROJECT_SETTING
};

enum setting_form { FIRST_EQUALS, LAST_EQUALS, WHOLE, NUMBER };

// One of them, as the project's file and comments have it.
struct setting_kind {
    const char *key, *word;
    enum setting_form form;
    size_t offset; // in struct settings
};

enum { // only counted
#define PROJECT_SETTING(member, key, word, form) SETTING_##member,
#include "analyzer/settings/settings.def"
#undef PROJECT_SETTING
    N_SETTINGS
};
extern const struct setting_kind setting_kinds[N_SETTINGS];
setting_list *settings_list(struct settings *, const struct setting_kind *);

// Contents that are read instead of those on disk.
struct settings_buffer {
    const char *path, *text;
};

struct settings_reader {
    struct arena *arena;
    struct diags *diags;               // what is wrong with them
    struct dependencies *dependencies; // files that were looked at; NULL: nobody wants to know
    int n_buffers;
    const struct settings_buffer *buffers;
};

void settings_of_file(struct settings_reader *, const char *file, struct settings *);

// The parts, for settings.c: the project's file, and the comments of a source.
void settings_read_project(struct settings_reader *, const char *file, struct settings *);
void settings_read_remarks(struct settings_reader *, const char *file, struct settings *);
// Replaces the setting of the same name, or adds it.
void settings_put(struct arena *, setting_list *, const char *name, const char *value,
                  const struct site *);
// The text of a file or buffer; NULL: it cannot be read.
const char *settings_text(struct settings_reader *, const char *file);

#endif
