#ifndef FRONTENDS_C_LINK_H
#define FRONTENDS_C_LINK_H

// The inside of a unit: its files, and its functions and variables linked by
// name across translation units; those with internal linkage stay apart, one
// for each file. Private to frontends/c.

#include "frontends/c/parse/tu.h"

// A function with the cursors that it came from. Types and parameters are
// worked out when somebody asks for it (link_complete_function).
struct linked_function {
    struct function function; // first, so that a pointer to one is a pointer to the other
    struct tu *tu;
    CXCursor cursor; // the definition if there is one
    bool complete;
    bool lowered;
    bool ends_known, never_returns;  // by its declaration; asked once
    const struct mentions *mentions; // NULL until somebody asks
};

struct linked_variable {
    struct variable variable; // first
    struct tu *tu;
    CXCursor declaration; // the one whose type is the most complete
    CXCursor initializer; // null cursor: none
    bool complete;
    bool lowered;
    const struct linked_function *inside; // of a static local; NULL: at file scope
};

struct unit {
    struct arena *arena;
    struct diags *diags;
    struct unit_request request;
    VEC(struct tu *) tus;
    VEC(const char *) files;
    VEC(bool) main_files;
    struct map *file_numbers; // path -> index + 1
    struct map *named_files;  // paths that the request names
    VEC(struct linked_function *) functions;
    VEC(struct linked_variable *) globals;
    struct map *external_functions;
    struct map *external_variables;
    struct map *interned; // structure of a type -> struct ctype
    // By spelling, NULL until first asked for: declarations of types, and types by the names that
    // stand behind those of typedefs.
    struct map *named_types, *types_behind;
    int pointer_bytes; // of the target
    struct unit_types basic;
    struct dependencies dependencies;
    struct kept *kept; // what the next version of its text needs; NULL: there will be none
    int generation;    // of types in bodies that were parsed again
};

// Are they of one source, one a part of the other?
bool link_is_same_source(const struct tu *, const struct tu *);
// Registers what a translation unit declares outside system headers.
void link_sweep(struct tu *);
// The function or variable that a declaration belongs to, registered if need be.
struct function *link_function(struct tu *, CXCursor declaration);
const struct variable *link_variable(struct tu *, CXCursor declaration);
struct function *link_complete_function(struct linked_function *);
const struct variable *link_complete_variable(struct linked_variable *);
// Does its declaration say so? (_Noreturn, the attribute of GNU C and of C23)
bool link_never_returns(struct linked_function *);
// A new object in the unit's statics: a static local, a compound literal at file scope.
struct linked_variable *link_static(struct tu *, CXCursor declaration, const char *name);

#endif
