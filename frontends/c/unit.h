#ifndef FRONTENDS_C_UNIT_H
#define FRONTENDS_C_UNIT_H

// A C program as the interpreter sees it: one or more source files, parsed,
// linked by name, lowered function by function when first asked for. Only
// tu.c, lower.c and flags.c behind this header know libclang.

#include "frontends/c/ast.h"
#include "ir/base/dependency.h"
#include "ir/diag.h"

struct unit;
struct keeper;

struct unit_request {
    int n_files;
    const char *const *files;
    int n_flags;
    const char *const *flags; // clang flags of the user
    const char *build_dir;    // compile_commands.json is looked for here; NULL: none
    const char *include_dir;  // where <shapeprof/nn.h> is
    // Declarations of libraries whose own headers are nowhere, ending with NULL; NULL: none.
    const char *const *fallback_dirs;
    int n_jobs; // files that are parsed at once; 0: as many as there are cores
    // Contents to read instead of a file on disk (an editor's buffer); may be 0.
    int n_unsaved;
    const char *const *unsaved_paths;
    const char *const *unsaved_texts;
    struct keeper *keeper; // where what is parsed is kept for the next version of it; NULL: nowhere
    bool is_not_kept;      // the answer: headers that it depends on are not listed
    bool files_are_apart;  // files that are named may be of several programs, as those of a folder
    // Initialisers of scalars with more elements than this stay opaque; 0: a default.
    int64_t opaque_elements;
};

// Parses. Compiler errors become SP6xx diagnostics and holes; false when
// nothing could be read at all (no such file, a directory, binary, C++), which
// is a diagnostic as well. Run on a thread with a large stack (unit_with_stack).
bool unit_open(struct unit **, struct arena *, const struct unit_request *, struct diags *);
// Gives libclang's memory back, and the arena keeps the tree; with a keeper both stay for the next
// version of the text, and `diags` is given what was found since.
void unit_close(struct unit *);
void unit_end(struct unit *); // of one that a keeper held

// The compiler reported errors, missing headers among them: parts are left out.
bool unit_is_partial(const struct unit *);
int unit_n_sources(const struct unit *); // of the files asked for, those that could be read

int unit_n_functions(const struct unit *); // declared or defined, in order
// Known without completing the function, which lowers all its types.
bool unit_function_has_body(const struct unit *, int index);
struct function *unit_function(const struct unit *, int index);
struct function *unit_find_function(const struct unit *, const char *name); // NULL if there is none
// The function whose definition the line is in; NULL: none.
struct function *unit_function_around(struct unit *, const struct site *);
// A function of a library that no header declares, as if it stood beside `like`; the same for the
// same name. For what the library keeps in pointers of its records.
struct function *unit_make_function(struct unit *, const char *name, const struct ctype *type,
                                    const struct function *like);
// Does a flag define the macro (-D)?
bool unit_defines(const struct unit *, const char *macro);
// Does its declaration say that it never comes back?
bool unit_never_returns(const struct unit *, const struct function *);
// Lowers the body on the first call; NULL without a body.
const struct ast *unit_body(struct unit *, struct function *);

// Functions that a body names, itself or in initialisers of variables that it names, each once.
struct mentions {
    int n;
    struct function *const *functions;
    bool lost; // something in it does not compile
};
// The body is lowered for it; without one nothing is mentioned.
const struct mentions *unit_mentions(struct unit *, struct function *);

int unit_n_globals(const struct unit *); // globals and static locals seen so far
const struct variable *unit_global(const struct unit *, int index);
// NULL: zero / extern.
const struct initializer *unit_global_init(struct unit *, const struct variable *);

int unit_n_files(const struct unit *);                      // every file that was read
const char *unit_file(const struct unit *, uint32_t file);  // path as the user would write it
bool unit_is_main_file(const struct unit *, uint32_t file); // named in the request
// What it would take to get another unit from the same request.
const struct dependencies *unit_dependencies(const struct unit *);
// By its spelling, "struct ggml_tensor"; NULL if unknown.
const struct ctype *unit_type(const struct unit *, const char *spelling);
const struct ctype *unit_pointer_to(struct unit *, const struct ctype *);
// Basic types of the target.
struct unit_types {
    const struct ctype *void_, *bool_, *char_, *int_, *unsigned_, *long_, *unsigned_long, *size;
    const struct ctype *float_, *double_, *long_double, *void_pointer, *char_pointer;
};
const struct unit_types *unit_types(const struct unit *);

// Runs `work(data)` on a thread with a stack of 256 MiB and waits for it. libclang parses on that
// stack only where LIBCLANG_NOTHREADS is in the environment, which is the program's to set: its own
// threads have 8 MiB, and a source that nests deeper is DIAG_PARSER_FAILED.
void unit_with_stack(void (*work)(void *), void *data);

#endif
