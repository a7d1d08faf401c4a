// Lines of source files. A file is read with the first of its lines that is asked for.

#include "analyzer/report/source_text.h"

#include "ir/base/map.h"
#include "ir/base/vec.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Larger files are no sources that somebody wrote; they are treated as unreadable.
#define MAX_BYTES (64 << 20)

struct source_file {
    const char *text;
    size_t n;
    VEC(size_t) starts; // of lines
};

struct source_texts {
    struct arena *arena;
    struct map *files;
};

struct source_texts *source_texts_open(struct arena *arena)
{
    struct source_texts *texts = arena_new(arena, struct source_texts);
    texts->arena = arena;
    texts->files = map_open(arena);
    return texts;
}

static void read_file(struct arena *arena, const char *path, struct source_file *file)
{
    struct stat status;
    FILE *stream = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
    if (!stream) return;
    char *text = NULL;
    size_t room = 0, n = 0, got = 1;
    while (got && n < MAX_BYTES) {
        text = arena_grow(arena, text, room, room ? room * 2 : 65536);
        room = room ? room * 2 : 65536;
        got = fread(text + n, 1, room - n, stream);
        n += got;
    }
    if (!ferror(stream) && n < MAX_BYTES) {
        file->text = text;
        file->n = n;
    }
    fclose(stream);
}

static void keep_file(struct source_texts *texts, const char *path, struct source_file *file)
{
    for (size_t i = 0; i < file->n; i++)
        if (!i || file->text[i - 1] == '\n') *vec_push(texts->arena, &file->starts) = i;
    map_put_string(texts->files, path, file);
}

void source_texts_give(struct source_texts *texts, const char *path, const char *text)
{
    struct source_file *file = arena_new(texts->arena, struct source_file);
    file->text = text;
    file->n = strlen(text);
    keep_file(texts, path, file);
}

static struct source_file *find_file(struct source_texts *texts, const char *path)
{
    struct source_file *file = map_get_string(texts->files, path);
    if (file) return file;
    file = arena_new(texts->arena, struct source_file);
    read_file(texts->arena, path, file);
    keep_file(texts, path, file);
    return file;
}

struct source_line source_texts_line(struct source_texts *texts, const char *path, int line)
{
    const struct source_file *file = path ? find_file(texts, path) : NULL;
    if (!file || line < 1 || line > file->starts.n) return (struct source_line){0};
    size_t start = file->starts.at[line - 1], end = start;
    while (end < file->n && file->text[end] != '\n') end++;
    if (end > start && file->text[end - 1] == '\r') end--;
    return (struct source_line){file->text + start, (int)(end - start)};
}

int source_texts_utf16(struct source_texts *texts, const char *file, int line, int column)
{
    struct source_line found = source_texts_line(texts, file, line);
    int units = 1, bytes = column - 1 < found.length ? column - 1 : found.length;
    if (!found.at) return column;
    // A byte that begins a character is one unit, a character of four bytes is two.
    for (int i = 0; i < bytes; i++) {
        unsigned char byte = (unsigned char)found.at[i];
        units += ((byte & 0xc0) != 0x80) + (byte >= 0xf0);
    }
    return units;
}
