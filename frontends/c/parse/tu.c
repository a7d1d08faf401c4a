// Parsing a source with libclang: flags and unsaved contents in. The list of files read is kept,
// with paths as the user writes them.

#include "frontends/c/parse/tu.h"
#include "frontends/c/parse/bodies.h"
#include "frontends/c/parse/expect.h"
#include "frontends/c/parse/flags.h"
#include "frontends/c/parse/headers.h"
#include "frontends/c/parse/keeper.h"
#include "frontends/c/parse/kept.h"
#include "frontends/c/parse/link.h"
#include "frontends/c/parse/lookups.h"
#include "frontends/c/parse/search.h"
#include "frontends/c/parse/types.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// How deep headers that have to be searched for may include each other.
#define MAX_SEARCHES 16

static const char *const cpp_endings[] = {".cc",  ".cpp", ".cxx", ".c++", ".C",  ".cp",  ".hh",
                                          ".hpp", ".hxx", ".h++", ".ipp", ".cu", ".inl", ".mm"};
// By these endings a file is C++, or another language next to it.
static bool ends_like_cpp(const char *ending)
{
    for (size_t i = 0; i < sizeof cpp_endings / sizeof *cpp_endings; i++)
        if (strcmp(cpp_endings[i], ending) == 0) return true;
    return false;
}

static const struct site *file_site(struct unit *unit, const char *path)
{
    struct site *site = arena_new(unit->arena, struct site);
    site->file = path;
    return site;
}

const struct site *tu_site(struct tu *tu, struct source_place place)
{
    struct site *site = arena_new(tu->unit->arena, struct site);
    site->file = unit_file(tu->unit, place.file);
    site->line = (int)place.line;
    site->column = (int)place.column;
    kept_note_site(tu->unit, site);
    return site;
}

// ---- is there something that can be read?

static bool is_unsaved(const struct unit_request *request, const char *path)
{
    for (int i = 0; i < request->n_unsaved; i++)
        if (strcmp(request->unsaved_paths[i], path) == 0) return true;
    return false;
}

// Text has no NUL among its first bytes; a file of other kinds nearly always has.
static bool looks_binary(const char *bytes, size_t n)
{
    return memchr(bytes, 0, n) != NULL;
}

static bool refuse_unreadable(struct unit *unit, const char *path, struct diags *diags,
                              const char *reason)
{
    diag_add(diags, DIAG_FILE_UNREADABLE, file_site(unit, path), "cannot read %s: %s", path,
             reason);
    return false;
}

static bool read_beginning(struct unit *unit, const char *path, struct diags *diags)
{
    FILE *file = fopen(path, "rb");
    if (!file) return refuse_unreadable(unit, path, diags, strerror(errno));
    char bytes[4096];
    size_t n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (looks_binary(bytes, n)) {
        diag_add(diags, DIAG_FILE_BINARY, file_site(unit, path),
                 "%s is a binary file, not C source", path);
        return false;
    }
    if (n == 0) diag_add(diags, DIAG_FILE_EMPTY, file_site(unit, path), "%s is empty", path);
    return true;
}

// Complaints that libclang would make in worse words, or not at all.
static bool is_readable(struct unit *unit, const struct unit_request *request, const char *path,
                        struct diags *diags)
{
    if (!*path) {
        diag_add(diags, DIAG_FILE_UNREADABLE, file_site(unit, path),
                 "a file name is empty: a variable of the shell that is not set, in quotes?");
        return false;
    }
    const char *dot = strrchr(path, '.');
    if (dot && ends_like_cpp(dot)) {
        diag_add(diags, DIAG_CPP_SOURCE, file_site(unit, path), "C++ is not read yet: %s", path);
        return false;
    }
    if (is_unsaved(request, path)) return true;
    struct stat status;
    if (stat(path, &status) != 0) return refuse_unreadable(unit, path, diags, strerror(errno));
    if (S_ISDIR(status.st_mode)) {
        diag_add(diags, DIAG_FILE_DIRECTORY, file_site(unit, path), "%s is a directory", path);
        return false;
    }
    // Opening a pipe would wait for a writer that may never come.
    if (!S_ISREG(status.st_mode) && !S_ISCHR(status.st_mode))
        return refuse_unreadable(unit, path, diags, "it is not a regular file");
    return read_beginning(unit, path, diags);
}

// ---- files

// "./net.h" is what the user calls net.h.
static const char *tidy_path(struct arena *arena, const char *path)
{
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
        while (*path == '/') path++;
    }
    return arena_string(arena, path);
}

void tu_name_files(struct unit *unit)
{
    unit->named_files = map_open(unit->arena);
    for (int i = 0; i < unit->request.n_files; i++)
        map_put_string(unit->named_files, tidy_path(unit->arena, unit->request.files[i]), unit);
}

// Numbers are given in the order in which files are met; 0 is the first one read.
static uint32_t add_file(struct unit *unit, const char *path)
{
    const char *tidy = tidy_path(unit->arena, path);
    uintptr_t known = (uintptr_t)map_get_string(unit->file_numbers, tidy);
    if (known) return (uint32_t)(known - 1);
    *vec_push(unit->arena, &unit->files) = tidy;
    *vec_push(unit->arena, &unit->main_files) = map_get_string(unit->named_files, tidy);
    map_put_string(unit->file_numbers, tidy, (void *)(uintptr_t)unit->files.n);
    return (uint32_t)(unit->files.n - 1);
}

// One pass over the text, when the first place in the file is asked for.
static void find_lines(struct tu *tu, CXFile file, struct tu_file *known)
{
    size_t size = 0;
    const char *text = clang.getFileContents(tu->handle, file, &size);
    if (!text || size >= UINT32_MAX) return;
    uint32_t n = 1;
    for (const char *at = text; (at = memchr(at, '\n', size - (size_t)(at - text))); at++) n++;
    known->lines = arena_array(tu->scratch, uint32_t, n);
    known->n_lines = 1;
    for (const char *at = text; (at = memchr(at, '\n', size - (size_t)(at - text))); at++)
        known->lines[known->n_lines++] = (uint32_t)(at + 1 - text);
}

// Neighbouring cursors are in one file, so the previous answer is tried first.
static struct tu_file *file_of(struct tu *tu, CXFile file)
{
    if (tu->last_lines && file == tu->last_file) return tu->last_lines;
    struct tu_file *known = map_get_number(tu->files, (uintptr_t)file);
    if (!known) {
        known = arena_new(tu->scratch, struct tu_file);
        CXString name = clang.getFileName(file);
        const char *text = clang.getCString(name);
        known->number = add_file(tu->unit, text && *text ? text : tu->path);
        clang.disposeString(name);
        map_put_number(tu->files, (uintptr_t)file, known);
    }
    tu->last_file = file;
    tu->last_lines = known;
    return known;
}

uint32_t tu_file(struct tu *tu, CXFile file)
{
    return file_of(tu, file)->number;
}

uint32_t tu_source(struct tu *tu)
{
    return tu_file(tu, clang.getFile(tu->handle, tu->path));
}

static bool is_line(const struct tu_file *file, uint32_t line, uint32_t offset)
{
    return file->lines[line] <= offset &&
           (line + 1 == file->n_lines || offset < file->lines[line + 1]);
}

void tu_line(struct tu *tu, CXFile file, uint32_t offset, uint32_t *line, uint32_t *column)
{
    struct tu_file *known = file_of(tu, file);
    if (!file) return;
    if (!known->lines) find_lines(tu, file, known);
    if (!known->lines) return;
    if (!is_line(known, known->last, offset)) {
        uint32_t low = 0, high = known->n_lines - 1;
        while (low < high) {
            uint32_t middle = low + (high - low + 1) / 2;
            if (known->lines[middle] <= offset)
                low = middle;
            else
                high = middle - 1;
        }
        known->last = low;
    }
    *line = known->last + 1;
    if (tu->moved && known->number == tu->moved_file)
        *line += (uint32_t)bodies_lines_before(tu, offset);
    *column = offset - known->lines[known->last] + 1;
}

static void add_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    (void)stack;
    (void)depth;
    tu_file(data, file);
}

// ---- parsing

// A part's text stands in the place of the whole.
static struct CXUnsavedFile *unsaved_files(const struct tu *tu)
{
    const struct unit_request *request = &tu->unit->request;
    struct CXUnsavedFile *files =
        arena_array(tu->scratch, struct CXUnsavedFile, request->n_unsaved + n_headers);
    memcpy(files + request->n_unsaved, headers, sizeof *files * (size_t)n_headers);
    for (int i = request->n_unsaved; i < request->n_unsaved + n_headers; i++)
        files[i].Length = strlen(files[i].Contents);
    for (int i = 0; i < request->n_unsaved; i++) {
        const char *path = request->unsaved_paths[i], *text = request->unsaved_texts[i];
        if (tu->text && strcmp(path, tu->path) == 0) text = tu->text;
        files[i] = (struct CXUnsavedFile){path, text, strlen(text)};
    }
    return files;
}

void tu_parse(struct tu *tu)
{
    const struct unit_request *request = &tu->unit->request;
    struct CXUnsavedFile *unsaved = unsaved_files(tu);
    unsigned n_unsaved = (unsigned)(request->n_unsaved + n_headers);
    if (request->keeper) {
        keeper_parse(request->keeper, tu, unsaved, n_unsaved);
        return;
    }
    // Without KeepGoing a missing header would silence every later error.
    tu->code = clang.parseTranslationUnit2(tu->index, tu->path, tu->flags.at, tu->flags.n, unsaved,
                                           n_unsaved, CXTranslationUnit_KeepGoing, &tu->handle);
}

// Handles of files end with the tree that they are of.
static void forget_tree(struct tu *tu)
{
    if (tu->unit->request.keeper)
        keeper_take(tu->unit->request.keeper, tu);
    else
        clang.disposeTranslationUnit(tu->handle);
    if (!tu->index) tu->index = clang.createIndex(0, 0);
    tu->handle = NULL;
    tu->files = map_open(tu->scratch);
    tu->last_file = NULL;
    tu->last_lines = NULL;
}

// A header that was found may include others that are not.
static void parse_with_headers(struct tu *tu, struct diags *diags)
{
    if (tu->code == CXError_Success && !expect_confirmed(tu, diags)) {
        forget_tree(tu);
        tu_parse(tu);
    }
    for (int i = 0; i < MAX_SEARCHES && tu->code == CXError_Success; i++) {
        if (!search_missing(tu, diags)) return;
        forget_tree(tu);
        tu_parse(tu);
    }
}

static struct tu *tu_new(struct unit *unit, const char *path)
{
    struct tu *tu = arena_new(unit->arena, struct tu);
    tu->unit = unit;
    tu->path = arena_string(unit->arena, path);
    tu->scratch = arena_open();
    tu->types = map_open(tu->scratch);
    tu->declarations = map_open(tu->scratch);
    tu->files = map_open(tu->scratch);
    tu->internals = map_open(tu->scratch);
    tu->index = clang.createIndex(0, 0);
    return tu;
}

// The request may end before the translation unit.
static void own_flags(struct tu *tu)
{
    const char **all = arena_array(tu->scratch, const char *, tu->flags.n);
    for (int i = 0; i < tu->flags.n; i++) all[i] = arena_string(tu->scratch, tu->flags.at[i]);
    tu->flags.at = all;
}

struct tu *tu_open(struct unit *unit, const struct unit_request *request, const char *path,
                   struct diags *diags)
{
    if (!is_readable(unit, request, path, diags)) return NULL;
    if (!clang_load()) {
        diag_add(diags, DIAG_PARSER_MISSING, NULL, "the C parser cannot be loaded: %s",
                 clang_error());
        return NULL;
    }
    struct tu *tu = tu_new(unit, path);
    tu->flags = flags_of(tu->scratch, request, path, diags);
    own_flags(tu);
    tu->asked_flags = tu->flags;
    dependencies_add_all(&unit->dependencies, &tu->flags.dependencies);
    const char *language = flags_other_language(&tu->flags);
    if (language) {
        diag_add(diags, DIAG_CPP_SOURCE, file_site(unit, path),
                 "C++ is not read yet, nor any language but C: the flag `%s` asks for it",
                 language);
        tu_close(tu);
        return NULL;
    }
    // In an editor what was parsed before has the folders already.
    if (!request->keeper) expect_headers(tu);
    return tu;
}

static bool is_parsed(struct tu *tu, struct diags *diags)
{
    const struct site *site = file_site(tu->unit, tu->path);
    const char *target = flags_target(&tu->flags);
    if (tu->code == CXError_Success && !types_is_big_endian(tu->handle)) return true;
    if (tu->code == CXError_Success)
        diag_add(diags, DIAG_TARGET, site,
                 "targets that keep the highest byte of a number first are not read yet: %s",
                 target ? target : tu->path);
    else if (tu->code == CXError_Crashed)
        diag_add(diags, DIAG_PARSER_FAILED, site, "the C parser crashed on %s", tu->path);
    else
        diag_add(diags, DIAG_PARSER_FAILED, site,
                 target ? "the C parser could not read %s: does it know the target %s?"
                        : "the C parser could not read %s",
                 tu->path, target);
    return false;
}

bool tu_take(struct tu *tu, struct diags *diags)
{
    parse_with_headers(tu, diags);
    if (!is_parsed(tu, diags)) {
        tu_close(tu);
        return false;
    }
    clang.getInclusions(tu->handle, add_inclusion, tu);
    // Answers about a text that is being edited are not kept on disk.
    if (!tu->unit->request.keeper && !tu->unit->request.is_not_kept) lookups_note(tu);
    tu_take_errors(tu);
    tu_tell_all_errors(tu, diags);
    tu_sort_errors(tu);
    return true;
}

void tu_close(struct tu *tu)
{
    if (tu->unit->request.keeper) keeper_take(tu->unit->request.keeper, tu);
    if (tu->handle) clang.disposeTranslationUnit(tu->handle);
    if (tu->index) clang.disposeIndex(tu->index);
    arena_close(tu->scratch);
    tu->handle = NULL;
    tu->index = NULL;
    tu->scratch = NULL;
}
