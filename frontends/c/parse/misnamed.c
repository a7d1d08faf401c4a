// Names that do not exist, in messages of the compiler: what may have been meant.

#include "frontends/c/parse/misnamed.h"
#include "frontends/c/parse/enclosing.h"
#include "frontends/c/parse/link.h"
#include "frontends/c/dialect.h"

#include <string.h>

// A list in braces where a macro of a library takes one value: it ends at its first comma.
static const char *braced_first(struct tu *tu, CXSourceLocation location)
{
    const char *name = enclosing_braced(tu, tu->scratch, location);
    const char *known = name ? dialect_suggest_name(tu->unit->arena, name) : NULL;
    if (!known || strcmp(known, name) != 0) return "";
    return arena_printf(tu->unit->arena,
                        "; the first argument of `%s` is no list: write what it takes without "
                        "these braces, each in a place of its own",
                        name);
}

const char *misnamed_call(struct tu *tu, CXSourceLocation location, const char *message)
{
    // The first of three messages about a list that was cut at its comma.
    if (strcmp(message, "expected ';' after expression") == 0) return braced_first(tu, location);
    if (strcmp(message, "expected expression") != 0) return "";
    char first = enclosing_character(tu, location);
    if (first != '.' && first != '{') return "";
    // A brace in between would make the point a designator.
    const char *name = enclosing_call(tu, tu->scratch, location, BRACES_END);
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
    const char *type; // "struct options"
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

#define MAX_LISTED 24

static const char *list_members(struct arena *arena, int n, const char *const *names)
{
    struct text text = {.arena = arena};
    if (n > MAX_LISTED) return "";
    for (int i = 0; i < n; i++)
        if (!dialect_hides_field(names[i]))
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
