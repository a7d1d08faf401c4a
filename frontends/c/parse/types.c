// Types are looked up by what they are made of, so that equal ones are one object in all files of
// a unit: basic types by kind, derived ones by their parts, records and enums by their name, or by
// their place where they have none. Layouts are libclang's, for the target.

#include "frontends/c/parse/types.h"
#include "frontends/c/parse/bodies.h"
#include <assert.h>
#include <string.h>

// What makes two types equal. Records and enums are equal by their USR (a name
// that is stable across files) and size.
struct type_key {
    int64_t kind;
    const struct ctype *element;
    int64_t count;
    int64_t flags;
};

#define LONGEST_NAME 1000

// The type with this key: a new one, to be filled in, or one made before, maybe
// from another file.
static struct ctype *interned(struct unit *unit, const void *key, size_t size, bool *is_new)
{
    struct ctype *type = map_get(unit->interned, key, size);
    *is_new = !type;
    if (!type) {
        type = arena_new(unit->arena, struct ctype);
        type->count = -1;
        map_put(unit->interned, key, size, type);
    }
    return type;
}

const char *types_spelling(struct arena *arena, CXType type)
{
    CXString spelling = clang.getTypeSpelling(type);
    const char *text = arena_string(arena, clang.getCString(spelling));
    clang.disposeString(spelling);
    return text;
}

// The size of an incomplete type is an error code below zero: 0 for us.
void types_lay_out(struct ctype *type, CXType from)
{
    long long size = clang.Type_getSizeOf(from), align = clang.Type_getAlignOf(from);
    type->size = size < 0 ? 0 : size;
    type->align = align < 1 ? 1 : (int)align;
}

// ---- basic types

// _Float16, __float128 and vectors stay unsupported.
static enum ctype_kind basic_kind(enum CXTypeKind kind)
{
    switch (kind) {
    case CXType_Void: return CTYPE_VOID;
    case CXType_Bool: return CTYPE_BOOL;
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble: return CTYPE_FLOAT;
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_WChar:
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_Char16:
    case CXType_Char32: return CTYPE_INT;
    default: return CTYPE_UNSUPPORTED;
    }
}

// char is signed where the target's is, which libclang tells by its kind.
static bool kind_is_signed(enum CXTypeKind kind)
{
    switch (kind) {
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_WChar: return true;
    default: return false;
    }
}

// Keyed by kind alone: long and long long are two types even where their sizes
// are one.
struct ctype *types_make_basic(struct unit *unit, enum CXTypeKind kind, const char *name,
                               int64_t size)
{
    struct type_key key = {(int64_t)kind, NULL, 0, 0};
    bool is_new;
    struct ctype *type = interned(unit, &key, sizeof key, &is_new);
    if (!is_new) return type;
    type->kind = basic_kind(kind);
    type->is_signed = kind_is_signed(kind);
    type->name = name;
    type->size = size;
    type->align = size ? (int)size : 1;
    return type;
}

// Made with the size that the target gives, also where the unit had made the type with its usual
// size.
static const struct ctype *lower_basic(struct tu *tu, CXType from)
{
    struct unit *unit = tu->unit;
    struct ctype *type = types_make_basic(unit, from.kind, types_spelling(unit->arena, from), 0);
    // Whether char is signed depends on the target: the source's own char tells.
    if (from.kind == CXType_Char_U && unit->basic.char_ != type) {
        unit->basic.char_ = type;
        unit->basic.char_pointer = types_pointer(unit, type);
    }
    if (from.kind == CXType_Void)
        type->size = type->align = 1;
    else
        types_lay_out(type, from);
    return type;
}

// Placeholder types ("<builtin fn type>") crash libclang when asked for a size.
static bool has_layout(CXType from)
{
    switch (from.kind) {
    case CXType_Invalid:
    case CXType_Overload:
    case CXType_Dependent: return false;
    case CXType_Unexposed: {
        CXString spelling = clang.getTypeSpelling(from);
        bool known = strstr(clang.getCString(spelling), "_BitInt(") != NULL;
        clang.disposeString(spelling);
        return known;
    }
    default: return true;
    }
}

// Named, so that a hole can say what it would have been.
static const struct ctype *lower_unsupported(struct tu *tu, CXType from)
{
    const char *name = types_spelling(tu->unit->arena, from);
    bool is_new;
    struct ctype *type =
        interned(tu->unit, arena_printf(tu->scratch, "?%s", name), strlen(name) + 2, &is_new);
    if (!is_new) return type;
    type->kind = CTYPE_UNSUPPORTED;
    type->name = name;
    type->align = 1;
    if (has_layout(from)) types_lay_out(type, from);
    return type;
}

// ---- numbers of two parts

static struct cfield *two_fields(struct unit *unit, const struct ctype *first, const char *name,
                                 const struct ctype *second, const char *other)
{
    struct cfield *fields = arena_array(unit->arena, struct cfield, 2);
    fields[0] = (struct cfield){.name = name, .type = first, .bit_width = -1};
    fields[1] =
        (struct cfield){.name = other, .type = second, .offset = first->size, .bit_width = -1};
    return fields;
}

const struct ctype *types_complex(struct unit *unit, const struct ctype *part)
{
    struct type_key key = {CXType_Complex, part, 0, 0};
    bool is_new;
    struct ctype *type = interned(unit, &key, sizeof key, &is_new);
    if (!is_new) return type;
    type->kind = CTYPE_RECORD;
    type->pair = PAIR_COMPLEX;
    type->element = part;
    type->size = 2 * part->size;
    type->align = part->align;
    type->name = arena_printf(unit->arena, "_Complex %s", part->name);
    type->n_fields = 2;
    type->fields = two_fields(unit, part, "real", part, "imaginary");
    return type;
}

static const struct ctype *lower_complex(struct tu *tu, CXType from)
{
    const struct ctype *part = types_lower(tu, clang.getElementType(from));
    bool number = part->kind == CTYPE_FLOAT || part->kind == CTYPE_INT;
    return number ? types_complex(tu->unit, part) : lower_unsupported(tu, from);
}

const struct ctype *types_wide(struct unit *unit, enum CXTypeKind kind)
{
    struct type_key key = {(int64_t)kind, NULL, 0, 0};
    bool is_new;
    struct ctype *type = interned(unit, &key, sizeof key, &is_new);
    if (!is_new) return type;
    const struct ctype *low = types_basic(unit, "unsigned long long");
    type->kind = CTYPE_RECORD;
    type->pair = PAIR_WIDE;
    type->is_signed = kind == CXType_Int128;
    type->size = type->align = 16;
    type->name = type->is_signed ? "__int128" : "unsigned __int128";
    type->n_fields = 2;
    const struct ctype *high = type->is_signed ? types_basic(unit, "long long") : low;
    type->fields = two_fields(unit, low, "low", high, "high");
    return type;
}

// In a body that is parsed again a type may be another one than it was, and so may a struct outside
// of all that was edited.
static int generation(struct tu *tu, CXCursor declaration)
{
    if (!tu->home) return 0;
    CXCursor outer = declaration, parent = clang.getCursorSemanticParent(declaration);
    while (clang.getCursorKind(parent) == CXCursor_StructDecl ||
           clang.getCursorKind(parent) == CXCursor_UnionDecl) {
        outer = parent;
        parent = clang.getCursorSemanticParent(parent);
    }
    if (clang.getCursorKind(parent) == CXCursor_FunctionDecl) return tu->unit->generation;
    if (!tu->home->edited) return 0;
    return (int)(uintptr_t)map_get_string(tu->home->edited, cursor_name(tu->scratch, outer));
}

// Where it stands in the whole of the source, if it stands in the source.
static uint32_t whole_offset(struct tu *tu, CXFile file, uint32_t offset)
{
    if (!tu->home || tu_file(tu, file) != tu_source(tu)) return offset;
    return bodies_first_offset(tu->home, offset);
}

// The USR tells records apart that have a name; those without are told apart
// by their place: where a macro was used, and where in it they are written.
static const char *identity(struct tu *tu, CXCursor declaration)
{
    int version = generation(tu, declaration);
    const char *behind = version ? arena_printf(tu->scratch, "!%d", version) : "";
    if (!clang.Cursor_isAnonymous(declaration)) {
        CXString usr = clang.getCursorUSR(declaration);
        const char *name = arena_printf(tu->scratch, "%s%s", clang.getCString(usr), behind);
        clang.disposeString(usr);
        return name;
    }
    CXSourceLocation location = clang.getCursorLocation(declaration);
    CXFile file, spelled_file;
    unsigned offset, spelled;
    clang.getFileLocation(location, &file, NULL, NULL, &offset);
    clang.getSpellingLocation(location, &spelled_file, NULL, NULL, &spelled);
    return arena_printf(tu->scratch, "@%u:%u:%u%s", tu_file(tu, file),
                        whole_offset(tu, file, offset), whole_offset(tu, spelled_file, spelled),
                        behind);
}

// A type of its own, with the size and sign of its integer type.
static const struct ctype *lower_enum(struct tu *tu, CXType from)
{
    CXCursor declaration = clang.getTypeDeclaration(from);
    const struct ctype *integer = types_lower(tu, clang.getEnumDeclIntegerType(declaration));
    const char *key = identity(tu, declaration);
    bool is_new;
    struct ctype *type = interned(tu->unit, key, strlen(key) + 1, &is_new);
    if (is_new || type->size != integer->size) {
        *type = *integer;
        if (type->kind == CTYPE_UNSUPPORTED) type->kind = CTYPE_INT;
        type->name = types_spelling(tu->unit->arena, from);
    }
    return type;
}

// ---- derived types

const struct ctype *types_pointer_to(struct unit *unit, const struct ctype *element,
                                     enum pointee pointee)
{
    struct type_key key = {CXType_Pointer, element, 0, pointee};
    bool is_new;
    struct ctype *type = interned(unit, &key, sizeof key, &is_new);
    if (!is_new) return type;
    type->kind = CTYPE_POINTER;
    type->size = type->align = unit->pointer_bytes;
    type->element = element;
    type->pointee_const = pointee == POINTEE_CONST;
    // Names of pointers to pointers to ... grow without end.
    type->name = strlen(element->name) > LONGEST_NAME
                     ? "pointer"
                     : arena_printf(unit->arena, "%s%s *", type->pointee_const ? "const " : "",
                                    element->name);
    return type;
}

const struct ctype *types_pointer(struct unit *unit, const struct ctype *element)
{
    return types_pointer_to(unit, element, POINTEE_PLAIN);
}

static const struct ctype *lower_pointer(struct tu *tu, CXType from)
{
    CXType pointee = clang.getPointeeType(from);
    bool is_const = clang.isConstQualifiedType(clang.getCanonicalType(pointee)) != 0;
    return types_pointer_to(tu->unit, types_lower(tu, pointee),
                            is_const ? POINTEE_CONST : POINTEE_PLAIN);
}

// C17 6.7.6.2: the length is unknown ([]), constant, or variable.
static const struct ctype *lower_array(struct tu *tu, CXType from)
{
    const struct ctype *element = types_lower(tu, clang.getArrayElementType(from));
    int64_t count = from.kind == CXType_ConstantArray ? clang.getArraySize(from) : -1;
    bool variable = from.kind == CXType_VariableArray || element->variable;
    struct type_key key = {CXType_ConstantArray, element, count, variable};
    bool is_new = true;
    // Two variable arrays may have different lengths whatever they look like.
    struct ctype *type = variable ? arena_new(tu->unit->arena, struct ctype)
                                  : interned(tu->unit, &key, sizeof key, &is_new);
    if (!is_new) return type;
    type->kind = CTYPE_ARRAY;
    type->element = element;
    type->count = count;
    type->variable = variable;
    type->align = element->align;
    if (!variable && count >= 0) types_lay_out(type, from);
    type->name = types_spelling(tu->unit->arena, from);
    return type;
}

const struct ctype *types_adjusted(struct unit *unit, const struct ctype *type)
{
    if (type->kind == CTYPE_ARRAY) return types_pointer(unit, type->element);
    if (type->kind == CTYPE_FUNCTION) return types_pointer(unit, type);
    return type;
}

// A function without a prototype takes anything, as a variadic one does.
static const struct ctype *lower_function(struct tu *tu, CXType from)
{
    struct unit *unit = tu->unit;
    int n = clang.getNumArgTypes(from);
    if (n < 0) n = 0;
    // The key: result, properties, then the parameters.
    const struct ctype **key = arena_array(tu->scratch, const struct ctype *, n + 2);
    bool variadic = from.kind == CXType_FunctionNoProto || clang.isFunctionTypeVariadic(from);
    key[0] = types_lower(tu, clang.getResultType(from));
    uintptr_t property = variadic ? 1 : 0;
    memcpy(&key[1], &property, sizeof property);
    for (int i = 0; i < n; i++)
        key[i + 2] = types_adjusted(unit, types_lower(tu, clang.getArgType(from, (unsigned)i)));
    bool is_new;
    struct ctype *type = interned(unit, key, (size_t)(n + 2) * sizeof *key, &is_new);
    if (!is_new) return type;
    type->kind = CTYPE_FUNCTION;
    type->size = type->align = 1;
    type->element = key[0];
    type->variadic = variadic;
    type->n_fields = n;
    type->parameters = arena_copy(unit->arena, key + 2, (size_t)n * sizeof *key);
    type->name = types_spelling(unit->arena, from);
    return type;
}

// ---- records

// The type is known by its key before its fields are lowered: they may lead
// back to it through pointers.
static const struct ctype *lower_record(struct tu *tu, CXType from, uint64_t cache_key)
{
    CXCursor declaration = clang.getTypeDeclaration(from);
    long long size = clang.Type_getSizeOf(from);
    const char *name = identity(tu, declaration);
    bool is_new;
    struct ctype *type = interned(tu->unit, name, strlen(name) + 1, &is_new);
    // Two files may each have their own `struct node`, and so may two blocks that the same lines
    // of a header were included into.
    for (int i = 2; !is_new && !types_is_record(type, from); i++) {
        const char *other = arena_printf(tu->scratch, "%s#%d", name, i);
        type = interned(tu->unit, other, strlen(other) + 1, &is_new);
    }
    map_put_number(tu->types, cache_key, type);
    if (is_new) {
        type->kind = CTYPE_RECORD;
        type->align = 1;
        type->is_union = clang.getCursorKind(declaration) == CXCursor_UnionDecl;
        type->name = types_spelling(tu->unit->arena, from);
    }
    bool defined = size >= 0 || !clang.Cursor_isNull(clang.getCursorDefinition(declaration));
    if (defined && !type->fields) types_fill_record(tu, type, from);
    return type;
}

// ---- entry points

// _Atomic(T) is T: one thread runs.
static const struct ctype *lower_canonical(struct tu *tu, CXType from, uint64_t key)
{
    switch (from.kind) {
    case CXType_Pointer: return lower_pointer(tu, from);
    case CXType_NullPtr: return types_pointer(tu->unit, tu->unit->basic.void_);
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray: return lower_array(tu, from);
    case CXType_Record: return lower_record(tu, from, key);
    case CXType_Enum: return lower_enum(tu, from);
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: return lower_function(tu, from);
    case CXType_Atomic: return types_lower(tu, clang.Type_getValueType(from));
    case CXType_Complex: return lower_complex(tu, from);
    case CXType_Int128:
    case CXType_UInt128: return types_wide(tu->unit, from.kind);
    default: break;
    }
    return basic_kind(from.kind) == CTYPE_UNSUPPORTED ? lower_unsupported(tu, from)
                                                      : lower_basic(tu, from);
}

// libclang's canonical types are unique in a translation unit, so their
// addresses are the key of a first, cheap look-up.
const struct ctype *types_lower(struct tu *tu, CXType type)
{
    CXType from = clang.getCanonicalType(type);
    if (from.kind != CXType_Invalid) from = clang.getUnqualifiedType(from);
    uint64_t key = (uint64_t)(uintptr_t)from.data[0];
    struct ctype *known = map_get_number(tu->types, key);
    if (known) return known;
    const struct ctype *made = lower_canonical(tu, from, key);
    map_put_number(tu->types, key, (void *)(uintptr_t)made);
    return made;
}

const struct ctype *types_of(struct tu *tu, CXCursor cursor)
{
    return types_lower(tu, clang.getCursorType(cursor));
}

const struct ctype *types_of_value(struct tu *tu, CXCursor cursor)
{
    return types_adjusted(tu->unit, types_of(tu, cursor));
}
