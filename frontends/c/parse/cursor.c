// Questions to libclang's cursors. Places are those of the source that the user wrote, outside of
// macros.

#include "frontends/c/parse/cursor.h"
#include "frontends/c/parse/tu.h"
#include <ctype.h>
#include <string.h>

// Children are collected rather than visited in place: a visitor that calls
// itself through clang.visitChildren overflows the stack of libclang ten times
// sooner than our own recursion does.
static enum CXChildVisitResult add_kid(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct kids *kids = data;
    if (kids->n == kids->capacity) {
        CXCursor *more = arena_array(kids->arena, CXCursor, kids->capacity * 4);
        memcpy(more, kids->at, (size_t)kids->n * sizeof *more);
        kids->at = more;
        kids->capacity *= 4;
    }
    kids->at[kids->n++] = cursor;
    return CXChildVisit_Continue;
}

void kids_of(struct kids *kids, struct arena *arena, CXCursor cursor)
{
    kids->arena = arena;
    kids->at = kids->few;
    kids->n = 0;
    kids->capacity = (int)(sizeof kids->few / sizeof *kids->few);
    clang.visitChildren(cursor, add_kid, kids);
}

struct counting {
    int64_t n, limit;
};

static enum CXChildVisitResult count_kid(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)cursor;
    (void)parent;
    struct counting *counting = data;
    return ++counting->n >= counting->limit ? CXChildVisit_Break : CXChildVisit_Continue;
}

int64_t kids_count(CXCursor cursor, int64_t limit)
{
    struct counting counting = {0, limit};
    clang.visitChildren(cursor, count_kid, &counting);
    return counting.n;
}

// FileLocation, not the spelling or the expansion: it puts the tokens of a
// macro's body at the use of the macro and those of its arguments where the
// user wrote them.
struct source_place cursor_place_of(struct tu *tu, CXSourceLocation location)
{
    CXFile file;
    struct source_place place = {0};
    clang.getFileLocation(location, &file, NULL, NULL, &place.offset);
    place.file = tu_file(tu, file);
    tu_line(tu, file, place.offset, &place.line, &place.column);
    return place;
}

struct source_place cursor_place(struct tu *tu, CXCursor cursor)
{
    return cursor_place_of(tu, clang.getCursorLocation(cursor));
}

struct source_place cursor_end(struct tu *tu, CXCursor cursor)
{
    return cursor_place_of(tu, clang.getRangeEnd(clang.getCursorExtent(cursor)));
}

CXSourceLocation cursor_start(CXCursor cursor)
{
    return clang.getRangeStart(clang.getCursorExtent(cursor));
}

struct source_place cursor_expansion(struct tu *tu, CXCursor cursor)
{
    CXFile file;
    struct source_place place = {0};
    clang.getExpansionLocation(cursor_start(cursor), &file, NULL, NULL, &place.offset);
    place.file = tu_file(tu, file);
    tu_line(tu, file, place.offset, &place.line, &place.column);
    return place;
}

// Outside of macros a token is spelled where it is expanded.
bool cursor_in_macro(CXCursor cursor)
{
    CXSourceLocation location = clang.getCursorLocation(cursor);
    CXFile used_in, written_in;
    unsigned used_at, written_at;
    clang.getExpansionLocation(location, &used_in, NULL, NULL, &used_at);
    clang.getSpellingLocation(location, &written_in, NULL, NULL, &written_at);
    return used_in != written_in || used_at != written_at;
}

const char *cursor_name(struct arena *arena, CXCursor cursor)
{
    CXString spelling = clang.getCursorSpelling(cursor);
    const char *text = clang.getCString(spelling);
    char *name = arena_string(arena, text ? text : "");
    clang.disposeString(spelling);
    return name;
}

bool cursor_is(CXCursor cursor, const char *name)
{
    CXString spelling = clang.getCursorSpelling(cursor);
    const char *text = clang.getCString(spelling);
    bool equal = text && strcmp(text, name) == 0;
    clang.disposeString(spelling);
    return equal;
}

// Names of builtins, associations of _Generic, digits of a long double: all
// that libclang hides is in the text where the first token was written. In a
// macro's body that is the body, which is what is wanted.
const char *cursor_text(struct tu *tu, CXCursor cursor, size_t *left)
{
    CXFile file;
    unsigned offset;
    clang.getSpellingLocation(clang.getCursorLocation(cursor), &file, NULL, NULL, &offset);
    size_t size = 0;
    const char *text = file ? clang.getFileContents(tu->handle, file, &size) : NULL;
    if (!text || offset >= size) return NULL;
    *left = size - offset;
    return text + offset;
}

const char *cursor_word(struct tu *tu, CXCursor cursor, char *buffer, size_t size)
{
    size_t left = 0, n = 0;
    const char *text = cursor_text(tu, cursor, &left);
    if (text)
        while (n < left && n + 1 < size && (isalnum((unsigned char)text[n]) || text[n] == '_')) n++;
    if (n) memcpy(buffer, text, n);
    buffer[n] = 0;
    return buffer;
}

bool cursor_is_expression(CXCursor cursor)
{
    return clang.isExpression(clang.getCursorKind(cursor));
}

const char *cursor_find(const char *at, const char *end, const char *stop)
{
    int depth = 0;
    for (; at < end; at++) {
        if (depth == 0 && strchr(stop, *at)) return at;
        if (strchr("([{", *at)) depth++;
        if (strchr(")]}", *at)) depth--;
        if (*at != '"' && *at != '\'') continue;
        char quote = *at;
        for (at++; at < end && *at != quote; at++)
            if (*at == '\\') at++;
    }
    return NULL;
}
