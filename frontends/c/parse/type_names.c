// Types that are asked for by their name, and those that every unit has.

#include "frontends/c/parse/types.h"

#include <string.h>

// A declaration that a name leads to. Of hundreds in the headers a run asks for a few, so types are
// made when they are asked for.
struct named_type {
    struct tu *tu;
    CXCursor cursor;
};

// Typedefs too: a program's names for types are mostly those.
static bool declares_type(CXCursor cursor)
{
    switch (clang.getCursorKind(cursor)) {
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
    case CXCursor_TypedefDecl: return true;
    default: return false;
    }
}

// Names in all files, each with the file that it was found in; a later one of the same name counts.
static enum CXChildVisitResult name_cursor(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct tu *tu = data;
    struct arena *arena = tu->unit->arena;
    if (!declares_type(cursor)) return CXChildVisit_Continue;
    struct named_type *named = arena_new(arena, struct named_type);
    *named = (struct named_type){tu, cursor};
    map_put_string(tu->unit->named_types, types_spelling(arena, clang.getCursorType(cursor)),
                   named);
    return CXChildVisit_Continue;
}

// The name behind a typedef: "struct x".
static enum CXChildVisitResult name_type(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct tu *tu = data;
    if (!declares_type(cursor)) return CXChildVisit_Continue;
    const struct ctype *type = types_of(tu, cursor);
    map_put_string(tu->unit->types_behind, type->name, (void *)(uintptr_t)type);
    return CXChildVisit_Continue;
}

static struct map *visit_names(struct unit *unit, struct map **names, CXCursorVisitor visit)
{
    if (*names) return *names;
    *names = map_open(unit->arena);
    for (int i = 0; i < unit->tus.n; i++) {
        struct tu *tu = unit->tus.at[i];
        clang.visitChildren(clang.getTranslationUnitCursor(tu->handle), visit, tu);
    }
    return *names;
}

// Through the names of declarations first, which cost no type, then through what lies behind
// typedefs.
const struct ctype *types_named(struct unit *unit, const char *spelling)
{
    const struct ctype *basic_type = types_basic(unit, spelling);
    if (basic_type) return basic_type;
    const struct named_type *named =
        map_get_string(visit_names(unit, &unit->named_types, name_cursor), spelling);
    if (named) return types_of(named->tu, named->cursor);
    return map_get_string(visit_names(unit, &unit->types_behind, name_type), spelling);
}

const struct ctype *types_basic(struct unit *unit, const char *spelling)
{
    static const struct {
        const char *name;
        enum CXTypeKind kind;
        int size; // 0: that of long
    } basics[] = {
        {"void", CXType_Void, 1},
        {"_Bool", CXType_Bool, 1},
        {"char", CXType_Char_S, 1},
        {"signed char", CXType_SChar, 1},
        {"short", CXType_Short, 2},
        {"int", CXType_Int, 4},
        {"long", CXType_Long, 0},
        {"long long", CXType_LongLong, 8},
        {"float", CXType_Float, 4},
        {"unsigned char", CXType_UChar, 1},
        {"double", CXType_Double, 8},
        {"unsigned short", CXType_UShort, 2},
        {"unsigned int", CXType_UInt, 4},
        {"unsigned long", CXType_ULong, 0},
        {"unsigned long long", CXType_ULongLong, 8},
    };
    if (strcmp(spelling, "long double") == 0) return unit->basic.long_double;
    if (strcmp(spelling, "__int128") == 0) return types_wide(unit, CXType_Int128);
    if (strcmp(spelling, "unsigned __int128") == 0) return types_wide(unit, CXType_UInt128);
    for (size_t i = 0; i < sizeof basics / sizeof *basics; i++)
        if (strcmp(basics[i].name, spelling) == 0)
            return types_make_basic(unit, basics[i].kind, basics[i].name,
                                    basics[i].size ? basics[i].size : unit->basic.long_->size);
    return NULL;
}

// On Windows `long` stays small where pointers grow.
static void read_target(CXTranslationUnit handle, int *pointer_bytes, int *long_bytes)
{
    CXTargetInfo target = clang.getTranslationUnitTargetInfo(handle);
    int bits = clang.TargetInfo_getPointerWidth(target);
    CXString triple = clang.TargetInfo_getTriple(target);
    const char *text = clang.getCString(triple);
    bool windows = text && strstr(text, "windows");
    clang.disposeString(triple);
    clang.TargetInfo_dispose(target);
    *pointer_bytes = bits > 0 ? bits / 8 : 8;
    *long_bytes = *pointer_bytes == 8 && !windows ? 8 : 4;
}

// By the name of the architecture, which the triple begins with.
bool types_is_big_endian(CXTranslationUnit handle)
{
    static const char *const big[] = {
        "mips-",  "mips64-",  "mipsisa32r6-", "mipsisa64r6-", "powerpc-", "powerpc64-", "ppc-",
        "ppc64-", "s390x-",   "systemz-",     "sparc-",       "sparcv9-", "sparc64-",   "m68k-",
        "armeb-", "thumbeb-", "aarch64_be-",  "bpfeb-",       "lanai-"};
    CXTargetInfo target = clang.getTranslationUnitTargetInfo(handle);
    CXString triple = clang.TargetInfo_getTriple(target);
    const char *text = clang.getCString(triple);
    bool is_big = false;
    for (size_t i = 0; text && i < sizeof big / sizeof *big && !is_big; i++)
        is_big = strncmp(text, big[i], strlen(big[i])) == 0;
    clang.disposeString(triple);
    clang.TargetInfo_dispose(target);
    return is_big;
}

// Sizes are those of the usual ABIs; the first use of a type in the source
// corrects them to what the target says.
void types_open(struct unit *unit, struct tu *tu)
{
    struct unit_types *basics = &unit->basic;
    int long_bytes;
    read_target(tu->handle, &unit->pointer_bytes, &long_bytes);
    int word = unit->pointer_bytes, int_bytes = word < 4 ? word : 4;
    basics->void_ = types_make_basic(unit, CXType_Void, "void", 1);
    basics->bool_ = types_make_basic(unit, CXType_Bool, "_Bool", 1);
    basics->char_ = types_make_basic(unit, CXType_Char_S, "char", 1);
    basics->int_ = types_make_basic(unit, CXType_Int, "int", int_bytes);
    basics->unsigned_ = types_make_basic(unit, CXType_UInt, "unsigned int", int_bytes);
    basics->long_ = types_make_basic(unit, CXType_Long, "long", long_bytes);
    basics->unsigned_long = types_make_basic(unit, CXType_ULong, "unsigned long", long_bytes);
    basics->float_ = types_make_basic(unit, CXType_Float, "float", 4);
    basics->double_ = types_make_basic(unit, CXType_Double, "double", 8);
    basics->long_double =
        types_make_basic(unit, CXType_LongDouble, "long double", word == 8 ? 16 : 12);
    basics->size = word < 8 ? basics->unsigned_
                   : long_bytes == 8
                       ? basics->unsigned_long
                       : types_make_basic(unit, CXType_ULongLong, "unsigned long long", 8);
    basics->void_pointer = types_pointer(unit, basics->void_);
    basics->char_pointer = types_pointer(unit, basics->char_);
}
