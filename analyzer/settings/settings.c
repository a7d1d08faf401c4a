// Settings of a file, from the project and from its own comments.

#include "analyzer/settings/settings.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Larger ones are no files that somebody wrote.
#define MAX_BYTES (64 << 20)

const struct setting_kind setting_kinds[N_SETTINGS] = {
#define PROJECT_SETTING(member, key, word, form)                                                   \
    {key, word, form, offsetof(struct settings, member)},
#include "analyzer/settings/settings.def"
#undef PROJECT_SETTING
};

setting_list *settings_list(struct settings *settings, const struct setting_kind *kind)
{
    return (setting_list *)((char *)settings + kind->offset);
}

void settings_put(struct arena *arena, setting_list *list, const char *name, const char *value,
                  const struct site *site)
{
    struct setting setting = {name, value, site};
    for (int i = 0; name && i < list->n; i++) {
        if (strcmp(list->at[i].name, name) != 0) continue;
        list->at[i] = setting;
        return;
    }
    *vec_push(arena, list) = setting;
}

static const char *read_file(struct arena *arena, const char *path)
{
    struct stat status;
    // A pipe would be waited for, and is empty when it is read again.
    FILE *stream = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
    if (!stream) return NULL;
    size_t room = 0, n = 0, got = 1;
    char *text = NULL;
    while (got && n < MAX_BYTES) {
        if (n + 1 >= room) {
            text = arena_grow(arena, text, room, room ? room * 2 : 16384);
            room = room ? room * 2 : 16384;
        }
        got = fread(text + n, 1, room - n - 1, stream);
        n += got;
    }
    bool failed = ferror(stream) != 0 || n >= MAX_BYTES;
    fclose(stream);
    return failed ? NULL : text;
}

const char *settings_text(struct settings_reader *reader, const char *file)
{
    for (int i = 0; i < reader->n_buffers; i++)
        if (!strcmp(reader->buffers[i].path, file)) return reader->buffers[i].text;
    return read_file(reader->arena, file);
}

void settings_of_file(struct settings_reader *reader, const char *file, struct settings *settings)
{
    *settings = (struct settings){0};
    settings_read_project(reader, file, settings);
    settings_read_remarks(reader, file, settings);
}
