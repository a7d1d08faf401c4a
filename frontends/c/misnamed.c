// The name before the parenthesis that an error lies in.

#include "frontends/c/misnamed.h"
#include "frontends/c/link.h"
#include "frontends/dialects/dialect.h"

#include <ctype.h>
#include <string.h>

#define FARTHEST 4096 // bytes of one call that are looked at

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Where the parenthesis opens that the offset is in; -1: none does. A brace in between would
// make the point a designator.
static int64_t open_parenthesis(const char *text, int64_t offset)
{
    int depth = 0;
    for (int64_t i = offset - 1; i >= 0 && offset - i < FARTHEST && text[i] != ';'; i--) {
        if (strchr(")}]", text[i])) depth++;
        if (!strchr("({[", text[i])) continue;
        if (depth == 0) return text[i] == '(' ? i : -1;
        depth--;
    }
    return -1;
}

// NULL: what is called is no name.
static const char *name_before(struct arena *arena, const char *text, int64_t end)
{
    while (end > 0 && isspace((unsigned char)text[end - 1])) end--;
    int64_t begin = end;
    while (begin > 0 && is_word(text[begin - 1])) begin--;
    return begin == end ? NULL : arena_string_n(arena, text + begin, (size_t)(end - begin));
}

const char *misnamed_call(struct tu *tu, CXSourceLocation location, const char *message)
{
    CXFile file;
    unsigned offset;
    size_t size = 0;
    if (strcmp(message, "expected expression") != 0) return "";
    clang.getSpellingLocation(location, &file, NULL, NULL, &offset);
    const char *text = file ? clang.getFileContents(tu->handle, file, &size) : NULL;
    if (!text || offset >= size || text[offset] != '.') return "";
    int64_t open = open_parenthesis(text, offset);
    const char *name = open < 0 ? NULL : name_before(tu->scratch, text, open);
    const char *meant = name ? dialect_suggest_name(tu->unit->arena, name) : NULL;
    if (!meant || strcmp(meant, name) == 0) return "";
    return arena_printf(tu->unit->arena, "; there is no function `%s`, did you mean `%s`?", name,
                        meant);
}
