// What the compiler said of a source, as diagnostics of the user's lines. A missing header is told
// once by name.

#include "frontends/c/parse/tu.h"
#include "frontends/c/parse/link.h"
#include "frontends/c/parse/lookups.h"
#include "frontends/c/parse/misnamed.h"
#include "frontends/c/parse/mistyped.h"
#include <stdlib.h>
#include <string.h>

static const char *const cpp_headers[] = {
    "algorithm",     "array",   "atomic",  "chrono",     "cmath",       "cstdint", "cstdio",
    "cstdlib",       "cstring", "fstream", "functional", "iostream",    "map",     "memory",
    "mutex",         "random",  "sstream", "string",     "string_view", "thread",  "tuple",
    "unordered_map", "utility", "vector",  "cassert",    "optional",    "set",     "limits"};

// By these headers a file with an ending of C is C++.
static bool is_of_cpp(const char *header)
{
    for (size_t i = 0; i < sizeof cpp_headers / sizeof *cpp_headers; i++)
        if (strcmp(cpp_headers[i], header) == 0) return true;
    return false;
}

// The name of a header that was not found, or NULL for another message.
static char *missing_header(struct arena *arena, const char *message)
{
    const char *end = strstr(message, "' file not found");
    if (!end || message[0] != '\'') return NULL;
    return arena_string_n(arena, message + 1, (size_t)(end - message - 1));
}

// What a library's types and calls explain is a finding of the library's.
static void report_syntax(struct tu *tu, CXSourceLocation location, const struct site *site,
                          const char *message, struct diags *diags)
{
    if (mistyped_report(tu, location, site, message, diags)) return;
    diag_add(diags, DIAG_SYNTAX, site, "this does not compile: %s%s%s", message,
             misnamed_member(tu, message), misnamed_call(tu, location, message));
}

// A missing header is not the user's mistake in the sense of the others: it
// says what to do. One of C++ says that the file is no C.
static void report_error(struct tu *tu, CXSourceLocation location, const char *message,
                         struct diags *diags)
{
    struct source_place place = cursor_place_of(tu, location);
    const struct site *site = tu_site(tu, place);
    const char *header = missing_header(tu->unit->arena, message);
    if (!header) {
        report_syntax(tu, location, site, message, diags);
        return;
    }
    lookups_note_missing(tu, site->file, header);
    if (is_of_cpp(header))
        diag_add(diags, DIAG_CPP_SOURCE, site, "C++ is not read yet: <%s> is a header of C++",
                 header);
    else
        diag_add(diags, DIAG_HEADER_MISSING, site,
                 "could not see %s: what it declares is unknown here (add -I after --)", header);
}

void tu_tell_all_errors(struct tu *tu, struct diags *diags)
{
    for (int i = 0; i < tu->errors.n; i++)
        report_error(tu, tu->errors.at[i].location, tu->errors.at[i].message, diags);
}

// Holes are put in by binary search, so errors are kept in order of place.
static int by_place(const void *left, const void *right)
{
    const struct source_place *a = &((const struct tu_error *)left)->place;
    const struct source_place *b = &((const struct tu_error *)right)->place;
    if (a->file != b->file) return a->file < b->file ? -1 : 1;
    return a->offset == b->offset ? 0 : a->offset < b->offset ? -1 : 1;
}

static void take_error(struct tu *tu, CXDiagnostic diagnostic)
{
    CXString spelling = clang.getDiagnosticSpelling(diagnostic);
    const char *message = arena_string(tu->unit->arena, clang.getCString(spelling));
    clang.disposeString(spelling);
    CXSourceLocation location = clang.getDiagnosticLocation(diagnostic);
    *vec_push(tu->scratch, &tu->errors) =
        (struct tu_error){cursor_place_of(tu, location), location, message, false};
}

// Warnings are off (-w): what is not an error leaves the tree whole.
void tu_take_errors(struct tu *tu)
{
    unsigned n = clang.getNumDiagnostics(tu->handle);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic diagnostic = clang.getDiagnostic(tu->handle, i);
        if (clang.getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error)
            take_error(tu, diagnostic);
        clang.disposeDiagnostic(diagnostic);
    }
}

void tu_sort_errors(struct tu *tu)
{
    if (tu->errors.n) qsort(tu->errors.at, (size_t)tu->errors.n, sizeof *tu->errors.at, by_place);
}

void tu_tell_errors(struct tu *tu, uint32_t from, uint32_t to)
{
    uint32_t file = tu_source(tu);
    for (int i = 0; i < tu->errors.n; i++) {
        const struct tu_error *error = &tu->errors.at[i];
        if (error->place.file == file && error->place.offset >= from && error->place.offset < to)
            report_error(tu, error->location, error->message, tu->unit->diags);
    }
}

int tu_missing_headers(struct tu *tu, const struct tu_missing **missing)
{
    VEC(struct tu_missing) all = {0};
    unsigned n = clang.getNumDiagnostics(tu->handle);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic diagnostic = clang.getDiagnostic(tu->handle, i);
        CXString spelling = clang.getDiagnosticSpelling(diagnostic);
        const char *header = missing_header(tu->unit->arena, clang.getCString(spelling));
        clang.disposeString(spelling);
        if (header && !is_of_cpp(header)) {
            CXSourceLocation location = clang.getDiagnosticLocation(diagnostic);
            *vec_push(tu->scratch, &all) =
                (struct tu_missing){header, tu_site(tu, cursor_place_of(tu, location))};
        }
        clang.disposeDiagnostic(diagnostic);
    }
    *missing = all.at;
    return all.n;
}
