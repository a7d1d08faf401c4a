// Places in the text of a unit. Literals and comments are passed over where brackets are counted.

#include "frontends/c/parse/source.h"

#include "frontends/c/parse/clang.h"
#include "frontends/c/parse/kept.h"
#include "frontends/c/parse/link.h"

#include <ctype.h>
#include <string.h>

struct source source_of(const struct unit *unit, uint32_t file)
{
    const char *path = unit_file(unit, file);
    // What a unit was made from that took edits is not what its parser has.
    const char *text = unit->kept ? kept_text(unit->kept, path) : NULL;
    struct source source = {.text = text, .n = text ? strlen(text) : 0};
    for (int i = 0; i < unit->tus.n && !source.text; i++) {
        struct tu *tu = unit->tus.at[i];
        CXFile found = clang.getFile(tu->handle, path);
        if (!found) continue;
        source.text = clang.getFileContents(tu->handle, found, &source.n);
    }
    return source;
}

int64_t source_offset(const struct source *source, uint32_t line, uint32_t column)
{
    const char *at = source->text, *end = at ? at + source->n : NULL;
    for (uint32_t i = 1; at && i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (at) at++;
    }
    if (!at || !line || !column || end - at < (ptrdiff_t)column - 1) return -1;
    return at - source->text + column - 1;
}

struct site source_site(const struct unit *unit, uint32_t file, const struct source *source,
                        int64_t offset)
{
    struct site site = {.file = unit_file(unit, file), .line = 1};
    int64_t start = 0;
    for (int64_t i = 0; i < offset; i++)
        if (source->text[i] == '\n') site.line++, start = i + 1;
    site.column = (int)(offset - start) + 1;
    return site;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

const char *source_word(struct arena *arena, const struct source *source, int64_t offset)
{
    int64_t end = offset < 0 ? 0 : offset;
    if (offset < 0) return "";
    while ((size_t)end < source->n && is_word(source->text[end])) end++;
    return arena_string_n(arena, source->text + offset, (size_t)(end - offset));
}

int64_t source_before(const struct source *source, int64_t offset)
{
    int64_t i = offset - 1;
    while (i >= 0 && isspace((unsigned char)source->text[i])) i--;
    return i;
}

int64_t source_word_before(const struct source *source, int64_t offset)
{
    int64_t end = source_before(source, offset) + 1, begin = end;
    while (begin > 0 && is_word(source->text[begin - 1])) begin--;
    return begin == end ? -1 : begin;
}

// Behind the literal or comment that begins there; the offset itself where none does.
static int64_t pass_over(const struct source *source, int64_t at)
{
    const char *text = source->text;
    int64_t n = (int64_t)source->n;
    char next = at + 1 < n ? text[at + 1] : 0;
    if (text[at] == '"' || text[at] == '\'') {
        char quote = text[at++];
        while (at < n && text[at] != quote && text[at] != '\n') at += 1 + (text[at] == '\\');
        return at + 1;
    }
    if (text[at] == '/' && next == '/') {
        while (at < n && text[at] != '\n') at++;
    } else if (text[at] == '/' && next == '*') {
        for (at += 2; at + 1 < n && (text[at] != '*' || text[at + 1] != '/');) at++;
        at += 2;
    }
    return at;
}

// The first of these characters outside of brackets, literals and comments, or the bracket that
// closes around the place; -1: there is none.
static int64_t find_outside(const struct source *source, int64_t at, const char *wanted)
{
    int depth = 0;
    while (at < (int64_t)source->n) {
        int64_t behind = pass_over(source, at);
        if (behind != at) {
            at = behind;
            continue;
        }
        char c = source->text[at];
        if (depth == 0 && c && strchr(wanted, c)) return at;
        if (c == '(' || c == '[' || c == '{') depth++;
        if (c == ')' || c == ']' || c == '}') depth--;
        if (depth < 0) return -1;
        at++;
    }
    return -1;
}

int64_t source_statement_end(const struct source *source, int64_t offset)
{
    return offset < 0 ? -1 : find_outside(source, offset, ";");
}

int source_declarators(const struct source *source, int64_t from, int64_t to)
{
    int n = 1;
    for (int64_t at = from; (at = find_outside(source, at, ",;")) >= 0 && at < to; at++) n++;
    return n;
}

bool source_argument(const struct source *source, int64_t call, int argument, int64_t *begin,
                     int64_t *end)
{
    int64_t at = call, n = (int64_t)source->n;
    while (at >= 0 && at < n && is_word(source->text[at])) at++;
    while (at >= 0 && at < n && isspace((unsigned char)source->text[at])) at++;
    if (call < 0 || at >= n || source->text[at] != '(') return false;
    for (int i = 0; i <= argument; i++) {
        *begin = at + 1;
        at = find_outside(source, at + 1, ",)");
        if (at < 0 || (i < argument && source->text[at] == ')')) return false;
    }
    *end = source_before(source, at) + 1;
    while (*begin < *end && isspace((unsigned char)source->text[*begin])) ++*begin;
    return *begin < *end;
}
