// Names across the files of a program: which function has its body where, which variable its
// initialiser. A static name belongs to its file; of several declarations the definition counts.

#include "frontends/c/parse/link.h"
#include "frontends/c/parse/kept.h"
#include "frontends/c/parse/types.h"
#include <stdlib.h>
#include <string.h>

// libclang makes a cursor of a declaration from its address: that is the key.
static uint64_t declaration_key(CXCursor declaration)
{
    return (uint64_t)(uintptr_t)declaration.data[0];
}

// Static, or without linkage at all: of no interest to another file.
static bool is_internal(CXCursor declaration)
{
    return clang.getCursorLinkage(declaration) != CXLinkage_External;
}

bool link_is_same_source(const struct tu *a, const struct tu *b)
{
    return (a->home ? a->home : a) == (b->home ? b->home : b);
}

// Names that are of one file alone, for its parts that are parsed later.
static struct map *internals(struct tu *tu)
{
    return tu->home ? tu->home->internals : tu->internals;
}

// ---- functions

static struct linked_function *new_function(struct tu *tu, CXCursor declaration, const char *name)
{
    struct unit *unit = tu->unit;
    struct linked_function *linked = arena_new(unit->arena, struct linked_function);
    linked->function.name = name;
    linked->function.index = unit->functions.n;
    linked->tu = tu;
    linked->cursor = declaration;
    *vec_push(unit->arena, &unit->functions) = linked;
    return linked;
}

static void defined_twice(const struct linked_function *linked, struct tu *tu, CXCursor definition)
{
    // Inline functions and headers that came in twice are no contradiction.
    if (linked->tu == tu || clang.Cursor_isFunctionInlined(definition)) return;
    struct source_place place = cursor_place(tu, definition);
    if (!unit_is_main_file(tu->unit, place.file)) return;
    struct diag *diag =
        diag_add(tu->unit->diags, DIAG_DEFINED_TWICE, tu_site(tu, place),
                 "%s is defined in another file too; that one is analysed", linked->function.name);
    diag_note(tu->unit->diags, diag, tu_site(linked->tu, cursor_place(linked->tu, linked->cursor)),
              "defined here");
}

// The first definition counts, and from then on the function is described by it.
static void take_definition(struct linked_function *linked, struct tu *tu, CXCursor definition)
{
    if (linked->function.has_body) {
        defined_twice(linked, tu, definition);
        return;
    }
    linked->function.has_body = true;
    linked->cursor = definition;
    linked->tu = tu;
    linked->complete = false;
}

// SP_SHAPES of shapeprof/contracts.h is an annotation.
static enum CXChildVisitResult find_contract(CXCursor cursor, CXCursor parent, CXClientData data)
{
    static const char prefix[] = "shapeprof.shapes:";
    struct linked_function *linked = data;
    (void)parent;
    if (clang.getCursorKind(cursor) != CXCursor_AnnotateAttr) return CXChildVisit_Continue;
    CXString spelling = clang.getCursorSpelling(cursor);
    const char *text = clang.getCString(spelling);
    if (text && strncmp(text, prefix, sizeof prefix - 1) == 0)
        linked->function.contract = arena_string(linked->tu->unit->arena, text + sizeof prefix - 1);
    clang.disposeString(spelling);
    return CXChildVisit_Continue;
}

static void take_contract(struct linked_function *linked, CXCursor declaration)
{
    clang.visitChildren(declaration, find_contract, linked);
}

// The declaration as libclang prints it, which shows arguments of attributes.
static CXString printed_declaration(CXCursor declaration)
{
    CXPrintingPolicy policy = clang.getCursorPrintingPolicy(declaration);
    clang.PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    CXString printed = clang.getCursorPrettyPrinted(declaration, policy);
    clang.PrintingPolicy_dispose(policy);
    return printed;
}

#define PRIORITY_UNSAID 65535 // behind all others

// Of `constructor(101)` 101; 0: there is no such attribute.
static int priority_in(const char *text, const char *attribute)
{
    size_t n = strlen(attribute);
    for (const char *at = text; at && (at = strstr(at, attribute)); at += n) {
        bool begins = at > text && (at[-1] == '(' || at[-1] == ':');
        if (begins && at[n] == '(') return atoi(at + n + 1);
        if (begins && (at[n] == ')' || at[n] == ']')) return PRIORITY_UNSAID;
    }
    return 0;
}

static void take_priorities(struct function *f, CXCursor declaration)
{
    CXString printed = printed_declaration(declaration);
    const char *text = clang.getCString(printed);
    if (!f->constructor) f->constructor = priority_in(text, "constructor");
    if (!f->destructor) f->destructor = priority_in(text, "destructor");
    clang.disposeString(printed);
}

// The name in __attribute__((alias("name"))); NULL: it has none.
static const char *alias_of(struct tu *tu, CXCursor declaration)
{
    static const char spelling[] = "alias(\"";
    CXString printed = printed_declaration(declaration);
    const char *text = clang.getCString(printed), *name = NULL;
    const char *at = text ? strstr(text, spelling) : NULL;
    if (at && (at == text || at[-1] == '(' || at[-1] == ':')) {
        at += sizeof spelling - 1;
        name = arena_string_n(tu->unit->arena, at, strcspn(at, "\""));
    }
    clang.disposeString(printed);
    return name;
}

static void take_attributes(struct linked_function *linked, struct tu *tu, CXCursor declaration)
{
    take_contract(linked, declaration);
    take_priorities(&linked->function, declaration);
    const char *alias = linked->function.has_body ? NULL : alias_of(tu, declaration);
    if (alias) *vec_push(tu->unit->arena, &tu->aliases) = (struct alias){alias, linked, NULL};
}

// Two steps: this declaration, then its first one in the file, which every
// other leads to; only then the name, which leads across files.
struct function *link_function(struct tu *tu, CXCursor declaration)
{
    struct unit *unit = tu->unit;
    struct linked_function *known = map_get_number(tu->declarations, declaration_key(declaration));
    if (known) return &known->function;
    CXCursor canonical = clang.getCanonicalCursor(declaration);
    struct linked_function *linked = map_get_number(tu->declarations, declaration_key(canonical));
    if (!linked) {
        const char *name = cursor_name(unit->arena, declaration);
        bool internal = is_internal(declaration);
        struct map *names = internal ? internals(tu) : unit->external_functions;
        if (!internal || tu->home) linked = map_get_string(names, name);
        if (!linked) linked = new_function(tu, declaration, name);
        map_put_string(names, name, linked);
        map_put_number(tu->declarations, declaration_key(canonical), linked);
        // A definition further down the file is found from any declaration.
        CXCursor definition = clang.getCursorDefinition(declaration);
        if (!clang.Cursor_isNull(definition) && !(tu->home && linked->function.has_body))
            take_definition(linked, tu, definition);
    }
    map_put_number(tu->declarations, declaration_key(declaration), linked);
    if (clang.Cursor_hasAttrs(declaration)) take_attributes(linked, tu, declaration);
    return &linked->function;
}

// The parameters take the first slots of the frame, in order.
static void complete_parameters(struct linked_function *linked)
{
    struct tu *tu = linked->tu;
    struct unit *unit = tu->unit;
    struct function *function = &linked->function;
    int n = clang.Cursor_getNumArguments(linked->cursor);
    function->n_parameters = n < 0 ? 0 : n;
    const struct variable **parameters =
        arena_array(unit->arena, const struct variable *, function->n_parameters + 1);
    for (int i = 0; i < function->n_parameters; i++) {
        CXCursor cursor = clang.Cursor_getArgument(linked->cursor, (unsigned)i);
        struct variable *parameter = arena_new(unit->arena, struct variable);
        struct source_place place = cursor_place(tu, cursor);
        CXType written = clang.getCursorType(cursor);
        *parameter = (struct variable){.name = cursor_name(unit->arena, cursor),
                                       .type = types_adjusted(unit, types_lower(tu, written)),
                                       .storage = VARIABLE_PARAMETER,
                                       .slot = i,
                                       .is_const = clang.isConstQualifiedType(written) != 0,
                                       .file = place.file,
                                       .line = place.line,
                                       .column = place.column};
        kept_note_variable(unit, parameter);
        parameters[i] = parameter;
        map_put_number(tu->declarations, declaration_key(cursor), parameter);
    }
    function->parameters = parameters;
    function->n_slots = function->n_parameters;
}

// Most of a header's functions are never asked for, so types and parameters
// wait until one is.
struct function *link_complete_function(struct linked_function *linked)
{
    struct function *function = &linked->function;
    if (linked->complete) return function;
    linked->complete = true;
    struct tu *tu = linked->tu;
    struct source_place place = cursor_place(tu, linked->cursor);
    function->file = unit_file(tu->unit, place.file);
    function->line = place.line;
    function->in_system_header =
        clang.Location_isInSystemHeader(clang.getCursorLocation(linked->cursor)) != 0;
    const struct ctype *type = types_of(tu, linked->cursor);
    // `int f()` has no prototype, whatever C23 says of it; f(void) has one.
    function->type = type;
    complete_parameters(linked);
    return function;
}

static bool says_noreturn(CXString printed)
{
    static const char *const spellings[] = {"_Noreturn ", "((noreturn))", "[[noreturn]]",
                                            "[[_Noreturn]]"};
    const char *text = clang.getCString(printed);
    bool says = false;
    for (size_t i = 0; text && i < sizeof spellings / sizeof *spellings; i++)
        says = says || strstr(text, spellings[i]);
    clang.disposeString(printed);
    return says;
}

// libclang has no kind of cursor for these attributes, but prints them in one spelling each,
// whatever macro they came from: GNU C's with the type, the others with the declaration.
bool link_never_returns(struct linked_function *linked)
{
    if (linked->ends_known) return linked->never_returns;
    linked->ends_known = true;
    linked->never_returns =
        says_noreturn(clang.getTypeSpelling(clang.getCursorType(linked->cursor)));
    if (linked->never_returns) return true;
    CXPrintingPolicy policy = clang.getCursorPrintingPolicy(linked->cursor);
    clang.PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    linked->never_returns = says_noreturn(clang.getCursorPrettyPrinted(linked->cursor, policy));
    clang.PrintingPolicy_dispose(policy);
    return linked->never_returns;
}

// ---- variables

struct linked_variable *link_static(struct tu *tu, CXCursor declaration, const char *name)
{
    struct unit *unit = tu->unit;
    struct linked_variable *linked = arena_new(unit->arena, struct linked_variable);
    linked->variable.name = name;
    linked->variable.storage = VARIABLE_STATIC;
    linked->variable.slot = unit->globals.n;
    linked->tu = tu;
    linked->declaration = declaration;
    linked->initializer = clang.getNullCursor();
    *vec_push(unit->arena, &unit->globals) = linked;
    return linked;
}

static bool is_extern(CXCursor declaration)
{
    return clang.Cursor_getStorageClass(declaration) == CX_SC_Extern;
}

// Of several declarations the initialised one says most, then a tentative
// definition, then the last: C completes types from one to the next.
static void take_declaration(struct linked_variable *linked, struct tu *tu, CXCursor declaration)
{
    CXCursor initializer = clang.Cursor_getVarDeclInitializer(declaration);
    if (!clang.Cursor_isNull(linked->initializer)) return;
    bool initialised = !clang.Cursor_isNull(initializer);
    bool defines = initialised || !is_extern(declaration);
    if (!defines && linked->variable.storage != VARIABLE_EXTERN) return;
    if (defines) linked->variable.storage = VARIABLE_GLOBAL;
    linked->initializer = initializer;
    linked->declaration = declaration;
    linked->tu = tu;
    linked->complete = false;
}

// As with functions: by the first declaration in the file, then by name.
static struct linked_variable *find_variable(struct tu *tu, CXCursor declaration)
{
    struct unit *unit = tu->unit;
    CXCursor canonical = clang.getCanonicalCursor(declaration);
    struct linked_variable *linked = map_get_number(tu->declarations, declaration_key(canonical));
    if (linked) return linked;
    const char *name = cursor_name(unit->arena, declaration);
    bool internal = is_internal(declaration);
    struct map *names = internal ? internals(tu) : unit->external_variables;
    if (!internal || tu->home) linked = map_get_string(names, name);
    if (!linked) {
        linked = link_static(tu, declaration, name);
        linked->variable.storage = VARIABLE_EXTERN;
        map_put_string(names, name, linked);
    }
    map_put_number(tu->declarations, declaration_key(canonical), linked);
    return linked;
}

const struct variable *link_variable(struct tu *tu, CXCursor declaration)
{
    struct linked_variable *known = map_get_number(tu->declarations, declaration_key(declaration));
    if (known) return &known->variable;
    struct linked_variable *linked = find_variable(tu, declaration);
    // What the whole of the file says of it is known.
    if (!tu->home || linked->tu == tu) take_declaration(linked, tu, declaration);
    map_put_number(tu->declarations, declaration_key(declaration), linked);
    const char *alias =
        clang.Cursor_hasAttrs(declaration) && linked->variable.storage == VARIABLE_EXTERN
            ? alias_of(tu, declaration)
            : NULL;
    if (alias) *vec_push(tu->unit->arena, &tu->aliases) = (struct alias){alias, NULL, linked};
    return &linked->variable;
}

// An array is as constant as its elements.
static bool is_constant(CXType type)
{
    CXType canonical = clang.getCanonicalType(type);
    while (clang.getArrayElementType(canonical).kind != CXType_Invalid &&
           clang.isConstQualifiedType(canonical) == 0)
        canonical = clang.getCanonicalType(clang.getArrayElementType(canonical));
    return clang.isConstQualifiedType(canonical) != 0;
}

const struct variable *link_complete_variable(struct linked_variable *linked)
{
    struct variable *variable = &linked->variable;
    if (linked->complete) return variable;
    linked->complete = true;
    struct source_place place = cursor_place(linked->tu, linked->declaration);
    CXType type = clang.getCursorType(linked->declaration);
    variable->type = types_lower(linked->tu, type);
    variable->is_const = is_constant(type);
    variable->file = place.file;
    variable->line = place.line;
    variable->column = place.column;
    return variable;
}

// ---- the sweep

static enum CXChildVisitResult sweep(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct tu *tu = data;
    enum CXCursorKind kind = clang.getCursorKind(cursor);
    if (kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) return CXChildVisit_Continue;
    // The C library's hundreds of declarations wait until one is used.
    if (clang.Location_isInSystemHeader(clang.getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    if (kind == CXCursor_FunctionDecl)
        link_function(tu, cursor);
    else
        link_variable(tu, cursor);
    return CXChildVisit_Continue;
}

static void *find_internal_or_external(struct tu *tu, const char *name, struct map *externals)
{
    void *found = map_get_string(internals(tu), name);
    return found ? found : map_get_string(externals, name);
}

// A function has the body of the one that it is an alias of; a variable is the other one, for all
// declarations of it so far.
static void resolve_alias(struct tu *tu, const struct alias *alias)
{
    struct unit *unit = tu->unit;
    if (alias->function) {
        const struct linked_function *other =
            find_internal_or_external(tu, alias->name, unit->external_functions);
        if (other && other->function.has_body && other != alias->function)
            take_definition(alias->function, other->tu, other->cursor);
        return;
    }
    struct linked_variable *other =
        find_internal_or_external(tu, alias->name, unit->external_variables);
    if (!other || other == alias->variable) return;
    const char *name = alias->variable->variable.name;
    map_put_number(tu->declarations, declaration_key(alias->variable->declaration), other);
    map_put_number(tu->declarations,
                   declaration_key(clang.getCanonicalCursor(alias->variable->declaration)), other);
    map_put_string(unit->external_variables, name, other);
}

void link_sweep(struct tu *tu)
{
    clang.visitChildren(clang.getTranslationUnitCursor(tu->handle), sweep, tu);
    for (int i = 0; i < tu->aliases.n; i++) resolve_alias(tu, &tu->aliases.at[i]);
    tu->aliases.n = 0;
}
