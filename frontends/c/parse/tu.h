#ifndef FRONTENDS_C_TU_H
#define FRONTENDS_C_TU_H

// One translation unit: a source file parsed by libclang, with what the
// compiler complained about. Private to frontends/c.

#include "frontends/c/parse/cursor.h"
#include "frontends/c/parse/flags.h"
#include "frontends/c/parse/search.h"
#include "frontends/c/unit.h"
#include "ir/base/map.h"

struct unit;
struct body;

// An error of the compiler: its statement is missing from the tree.
struct tu_error {
    struct source_place place;
    CXSourceLocation location;
    const char *message;
    bool is_hole; // there is a hole for it
};

// Where the lines of a file begin. libclang counts columns from the start of
// the line at each question, quadratic in a file of one long line.
struct tu_file {
    uint32_t number; // of the unit's files
    uint32_t *lines; // offsets of their first bytes; NULL: contents unknown
    uint32_t n_lines;
    uint32_t last; // line of the previous answer, from 0
};

// A declaration that stands for another one of its file, which may come later.
struct alias {
    const char *name;
    struct linked_function *function; // one of the two
    struct linked_variable *variable;
};

struct tu {
    struct unit *unit;
    const char *path;         // as the request names it
    struct flags flags;       // that it is parsed with
    struct flags asked_flags; // before headers were searched for
    struct flags
        parsed_with;         // that the handle was: headers that are searched for add to the others
    struct flags unexpected; // without the folders of `expected`
    VEC(struct search_found) expected; // headers that are looked for before parsing (expect.h)
    CXIndex index;
    CXTranslationUnit handle;
    enum CXErrorCode code;       // of parsing
    struct arena *scratch;       // lives as long as the handle
    struct map *types;           // QualType -> struct ctype
    struct map *declarations;    // Decl -> struct variable or struct function
    VEC(struct tu_error) errors; // in order of the file
    struct map *internals;       // functions and variables that no other file sees, by name
    VEC(struct alias) aliases;   // that the sweep has met
    struct map *files;           // CXFile -> struct tu_file
    CXFile last_file;            // of the previous question: nearly always the same
    struct tu_file *last_lines;
    VEC(struct body) bodies; // of the source's functions; found when first asked for
    bool bodies_known;
    struct map *edited; // structs that were: tag -> generation of the unit; NULL: none
    bool moved;         // lines of the source, whose number this is, by edits in bodies
    uint32_t moved_file;
    // Of a part of a source that is parsed again: the whole, and the text.
    struct tu *home;
    const char *text;
};

// A header of C that is not where the flags lead to.
struct tu_missing {
    const char *header;
    const struct site *site; // of the #include
};

// Notes which files the unit's request names.
void tu_name_files(struct unit *);
// In three steps, so that several files can be parsed at once: what there is to parse (NULL, and a
// diagnostic: nothing), the parsing, which touches nothing but the translation unit itself, and
// what came of it (false, and a diagnostic: nothing; it is closed then).
struct tu *tu_open(struct unit *, const struct unit_request *, const char *path, struct diags *);
void tu_parse(struct tu *);
bool tu_take(struct tu *, struct diags *);
// What the compiler said (tu_errors.c), into `errors`; told, in the order that they have; in order
// of place, as lowering wants it; and told, where it lies in a range of the source's offsets.
void tu_take_errors(struct tu *);
void tu_tell_all_errors(struct tu *, struct diags *);
void tu_sort_errors(struct tu *);
void tu_tell_errors(struct tu *, uint32_t from, uint32_t to);
// A part of a source, with a text of its own, in the arena; tu_parse parses it.
struct tu *tu_open_part(struct tu *home, struct arena *, const char *text);
void tu_close_part(struct tu *);
void tu_close(struct tu *);

// Headers that were not found when it was parsed.
int tu_missing_headers(struct tu *, const struct tu_missing **);

// The unit's number of a file of this translation unit.
uint32_t tu_file(struct tu *, CXFile);
uint32_t tu_source(struct tu *); // of the file that it was parsed from
// Line and column of an offset in it, from 1.
void tu_line(struct tu *, CXFile, uint32_t offset, uint32_t *line, uint32_t *column);
// A site for a diagnostic.
const struct site *tu_site(struct tu *, struct source_place);

#endif
