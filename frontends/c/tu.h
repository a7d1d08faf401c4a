#ifndef FRONTENDS_C_TU_H
#define FRONTENDS_C_TU_H

// One translation unit: a source file parsed by libclang, with what the
// compiler complained about. Private to frontends/c.

#include "frontends/c/cursor.h"
#include "frontends/c/unit.h"
#include "ir/base/map.h"

struct unit;

// An error of the compiler: its statement is missing from the tree.
struct tu_error {
    struct place place;
    const char *message;
    bool is_hole; // there is a hole for it
};

struct tu {
    struct unit *unit;
    const char *path; // as the request names it
    CXIndex index;
    CXTranslationUnit handle;
    struct arena *scratch;       // lives as long as the handle
    struct map *types;           // QualType -> struct ctype
    struct map *declarations;    // Decl -> struct variable or struct function
    VEC(struct tu_error) errors; // in order of the file
    struct map *file_numbers;    // CXFile -> index + 1 of unit files
    CXFile last_file;            // of the previous question: nearly always the same
    uint32_t last_number;
};

// Parses; NULL (and a diagnostic) if there is nothing to work on.
struct tu *tu_open(struct unit *, const struct unit_request *, const char *path, struct diags *);
void tu_close(struct tu *);

// The unit's number of a file of this translation unit.
uint32_t tu_file(struct tu *, CXFile);
// A site for a diagnostic.
const struct site *tu_site(struct tu *, struct place);

#endif
