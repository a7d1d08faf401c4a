#include "analyzer/lsp/position.h"

#include "ir/base/arena.h"

#include <stdlib.h>
#include <string.h>

static void *more(void *at, size_t bytes)
{
    void *grown = realloc(at, bytes);
    if (!grown) arena_exhausted(bytes);
    return grown;
}

static void add_start(struct lines *lines, size_t at)
{
    if (lines->n_lines == lines->room) {
        lines->room = lines->room ? lines->room * 2 : 256;
        lines->starts = more(lines->starts, lines->room * sizeof *lines->starts);
    }
    lines->starts[lines->n_lines++] = at;
}

static void find_starts(struct lines *lines)
{
    lines->n_lines = 0;
    lines->lone_breaks = false;
    add_start(lines, 0);
    for (size_t i = 0; i < lines->n; i++) {
        char c = lines->text[i];
        bool lone = c == '\r' && lines->text[i + 1] != '\n';
        lines->lone_breaks |= lone;
        if (c == '\n' || lone) add_start(lines, i + 1);
    }
}

void lines_set(struct lines *lines, const char *text, size_t n)
{
    lines->text = more(lines->text, n + 1);
    memcpy(lines->text, text, n);
    lines->text[n] = '\0';
    lines->n = n;
    find_starts(lines);
}

void lines_replace(struct lines *lines, size_t from, size_t to, const char *text, size_t n)
{
    size_t behind = lines->n - to;
    size_t total = from + n + behind;
    if (total > lines->n) lines->text = more(lines->text, total + 1);
    memmove(lines->text + from + n, lines->text + to, behind);
    memcpy(lines->text + from, text, n);
    lines->text[total] = '\0';
    lines->n = total;
    find_starts(lines);
}

void lines_close(struct lines *lines)
{
    free(lines->text);
    free(lines->starts);
    *lines = (struct lines){0};
}

// ---- characters

// Bytes of the character that begins here; bytes that are no UTF-8 count one each, as the decoders
// of editors do.
static size_t character_bytes(const char *at, size_t left)
{
    unsigned char first = (unsigned char)*at;
    size_t n = first < 0x80 ? 1 : first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first > 0xF4 || n > left) return 1;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)at[i] & 0xC0) != 0x80) return 1;
    return n;
}

// Beyond the basic plane a character is a pair of surrogates.
static size_t units(size_t bytes, enum encoding encoding)
{
    if (encoding == ENCODING_UTF8) return bytes;
    return bytes == 4 ? 2 : 1;
}

// Without its line break.
static size_t line_end(const struct lines *lines, size_t line)
{
    size_t begin = lines->starts[line];
    size_t end = line + 1 < lines->n_lines ? lines->starts[line + 1] : lines->n;
    if (line + 1 == lines->n_lines) return end;
    if (end > begin && lines->text[end - 1] == '\n') end--;
    if (end > begin && lines->text[end - 1] == '\r') end--;
    return end;
}

size_t lines_offset(const struct lines *lines, struct position position, enum encoding encoding)
{
    if (position.line >= lines->n_lines) return lines->n;
    size_t at = lines->starts[position.line], end = line_end(lines, position.line);
    for (size_t character = 0; at < end && character < position.character;) {
        size_t bytes = character_bytes(lines->text + at, end - at);
        character += units(bytes, encoding);
        // The middle of a character is its beginning.
        if (character > position.character) break;
        at += bytes;
    }
    return at;
}

// The line that the byte is in.
static size_t line_of(const struct lines *lines, size_t offset)
{
    size_t low = 0, high = lines->n_lines - 1;
    while (low < high) {
        size_t middle = low + (high - low + 1) / 2;
        if (lines->starts[middle] <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

struct position lines_position(const struct lines *lines, size_t offset, enum encoding encoding)
{
    if (offset > lines->n) offset = lines->n;
    struct position position = {.line = line_of(lines, offset)};
    size_t end = line_end(lines, position.line);
    if (offset > end) offset = end;
    for (size_t at = lines->starts[position.line]; at < offset;) {
        size_t bytes = character_bytes(lines->text + at, end - at);
        at += bytes;
        if (at <= offset) position.character += units(bytes, encoding);
    }
    return position;
}

// Compilers count a lone \r as a blank, so lines are counted here by \n alone.
size_t lines_of_site(const struct lines *lines, int line, int column)
{
    size_t at = 0, i = 1;
    const char *text = lines->text;
    if (!lines->lone_breaks && line > 0) {
        at = (size_t)line <= lines->n_lines ? lines->starts[line - 1] : lines->n;
    } else {
        for (int l = 1; l < line; l++) {
            const char *end = memchr(text + at, '\n', lines->n - at);
            if (!end) return lines->n;
            at = (size_t)(end - text) + 1;
        }
    }
    while (i < (size_t)(column > 0 ? column : 1) && at < lines->n && text[at] != '\n') at++, i++;
    return at;
}
