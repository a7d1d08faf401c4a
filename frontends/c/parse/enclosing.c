#include "frontends/c/parse/enclosing.h"

#include <ctype.h>
#include <string.h>

#define FARTHEST 4096 // bytes of one call that are looked at

struct spot {
    const char *text; // NULL: in no file
    size_t size;
    unsigned offset;
};

static struct spot spot_of(struct tu *tu, CXSourceLocation location)
{
    CXFile file;
    struct spot spot = {0};
    clang.getFileLocation(location, &file, NULL, NULL, &spot.offset);
    if (file) spot.text = clang.getFileContents(tu->handle, file, &spot.size);
    if (spot.text && spot.offset >= spot.size) spot.text = NULL;
    return spot;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Where the parenthesis opens that the offset is in; -1: none does.
static int64_t open_parenthesis(const char *text, int64_t offset, enum enclosing_braces braces)
{
    int depth = 0;
    for (int64_t i = offset - 1; i >= 0 && offset - i < FARTHEST && text[i] != ';'; i--) {
        if (strchr(")}]", text[i])) depth++;
        if (!strchr("({[", text[i])) continue;
        if (depth > 0)
            depth--;
        else if (text[i] == '(')
            return i;
        else if (braces == BRACES_END)
            return -1;
    }
    return -1;
}

static const char *name_before(struct arena *arena, const char *text, int64_t end)
{
    while (end > 0 && isspace((unsigned char)text[end - 1])) end--;
    int64_t begin = end;
    while (begin > 0 && is_word(text[begin - 1])) begin--;
    return begin == end ? NULL : arena_string_n(arena, text + begin, (size_t)(end - begin));
}

const char *enclosing_call(struct tu *tu, struct arena *arena, CXSourceLocation location,
                           enum enclosing_braces braces)
{
    struct spot spot = spot_of(tu, location);
    int64_t open = spot.text ? open_parenthesis(spot.text, spot.offset, braces) : -1;
    return open < 0 ? NULL : name_before(arena, spot.text, open);
}

const char *enclosing_braced(struct tu *tu, struct arena *arena, CXSourceLocation location)
{
    struct spot spot = spot_of(tu, location);
    size_t end = spot.offset;
    while (spot.text && end < spot.size && is_word(spot.text[end])) end++;
    size_t at = end;
    while (spot.text && at < spot.size && isspace((unsigned char)spot.text[at])) at++;
    if (!spot.text || end == spot.offset || at >= spot.size || spot.text[at] != '(') return NULL;
    for (at++; at < spot.size && isspace((unsigned char)spot.text[at]);) at++;
    if (at >= spot.size || spot.text[at] != '{') return NULL;
    return arena_string_n(arena, spot.text + spot.offset, end - spot.offset);
}

void enclosing_semicolons(struct tu *tu, CXSourceLocation location, uint32_t *before,
                          uint32_t *behind)
{
    struct spot spot = spot_of(tu, location);
    *before = *behind = spot.offset;
    while (spot.text && *before > 0 && spot.text[*before] != ';') --*before;
    while (spot.text && *behind < spot.size && spot.text[*behind] != ';') ++*behind;
}

char enclosing_character(struct tu *tu, CXSourceLocation location)
{
    struct spot spot = spot_of(tu, location);
    return spot.text ? spot.text[spot.offset] : 0;
}
