// Names that do not exist, in messages of the compiler: what may have been meant.

#include "frontends/c/misnamed.h"
#include "frontends/c/link.h"
#include "frontends/dialects/dialect.h"

#include <ctype.h>
#include <string.h>

#define FARTHEST 4096 // bytes of one call that are looked at

// ---- the name before the parenthesis that an error lies in

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

// ---- names of members that do not exist

// What clang says of a member that a record has not: "<before>NAME<between>TYPE'".
static const struct member_message {
    const char *before, *between;
} member_messages[] = {{"field designator '", "' does not refer to any field in type '"},
                       {"no member named '", "' in '"}};

struct member_search {
    struct tu *tu;
    const char *type; // "struct nn_conv_args"
    VEC(const char *) names;
};

static enum CXChildVisitResult take_member(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct member_search *search = data;
    if (clang.getCursorKind(cursor) != CXCursor_FieldDecl) return CXChildVisit_Continue;
    const char *name = cursor_name(search->tu->scratch, cursor);
    if (*name) *vec_push(search->tu->scratch, &search->names) = name;
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult find_record(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct member_search *search = data;
    enum CXCursorKind kind = clang.getCursorKind(cursor);
    bool record = kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl;
    if (!record && kind != CXCursor_TypedefDecl) return CXChildVisit_Continue;
    CXType type = clang.getCursorType(cursor);
    CXString spelling = clang.getTypeSpelling(type);
    bool same = strcmp(clang.getCString(spelling), search->type) == 0;
    clang.disposeString(spelling);
    CXCursor definition = clang.getTypeDeclaration(clang.getCanonicalType(type));
    if (same) clang.visitChildren(definition, take_member, search);
    return search->names.n ? CXChildVisit_Break : CXChildVisit_Continue;
}

// Fields that calls fill in by themselves are nobody's to write.
#define HIDDEN_MEMBER "nn_here"
#define MAX_LISTED 24

static const char *list_members(struct arena *arena, int n, const char *const *names)
{
    struct text text = {.arena = arena};
    if (n > MAX_LISTED) return "";
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], HIDDEN_MEMBER) != 0)
            text_printf(&text, "%s%s", text.n ? ", " : "; it has ", names[i]);
    return text.n ? text_string(&text) : "";
}

const char *misnamed_member(struct tu *tu, const char *message)
{
    struct arena *arena = tu->unit->arena;
    for (size_t i = 0; i < sizeof member_messages / sizeof *member_messages; i++) {
        const struct member_message *form = &member_messages[i];
        const char *between = strstr(message, form->between), *nearest;
        size_t n = strlen(form->before);
        if (!between || strncmp(message, form->before, n) != 0) continue;
        const char *name = arena_string_n(arena, message + n, (size_t)(between - message) - n);
        const char *type = between + strlen(form->between), *end = strchr(type, '\'');
        if (!end) continue;
        struct member_search search = {tu, arena_string_n(arena, type, (size_t)(end - type)), {0}};
        clang.visitChildren(clang.getTranslationUnitCursor(tu->handle), find_record, &search);
        if (text_nearest(name, search.names.at, search.names.n, &nearest, 1))
            return arena_printf(arena, "; did you mean `%s`?", nearest);
        return list_members(arena, search.names.n, search.names.at);
    }
    return "";
}
