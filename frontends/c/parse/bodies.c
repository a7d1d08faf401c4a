// Bodies are found by libclang's cursors and held against the bytes: what came out of a macro, or
// begins in one branch of a condition and ends in another, is left alone.

#include "frontends/c/parse/bodies.h"

#include "frontends/c/parse/link.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- text

// Behind a comment, a string or a character constant that begins at `at`; `at` itself where there
// is none, NULL where it does not end.
static const char *skip_quoted(const char *at, const char *end)
{
    bool two = end - at >= 2;
    if (two && at[0] == '/' && at[1] == '/') {
        while (at < end && *at != '\n') at += *at == '\\' && at + 1 < end ? 2 : 1;
        return at < end ? at : end;
    }
    if (two && at[0] == '/' && at[1] == '*') {
        for (at += 2; end - at >= 2; at++)
            if (at[0] == '*' && at[1] == '/') return at + 2;
        return NULL;
    }
    if (*at != '"' && *at != '\'') return at;
    char quote = *at;
    for (at++; at < end && *at != quote && *at != '\n'; at++)
        if (*at == '\\') at++;
    return at < end && *at == quote ? at + 1 : NULL;
}

bool bodies_is_block(const char *text, size_t n)
{
    const char *at = text, *end = text + n;
    int depth = 0;
    while (at < end) {
        const char *behind = skip_quoted(at, end);
        if (!behind) return false;
        if (behind != at) {
            at = behind;
            continue;
        }
        if (*at == '{') depth++;
        if (*at == '}' && --depth <= 0) return depth == 0 && at + 1 == end;
        at++;
    }
    return false;
}

static bool begins_with(const char *at, const char *word)
{
    size_t n = strlen(word);
    return strncmp(at, word, n) == 0 && !isalnum((unsigned char)at[n]) && at[n] != '_';
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t') at++;
    return at;
}

// Of a directive that begins behind its `#`. False: what follows depends on it.
static bool is_harmless(const char *at, int *depth)
{
    static const char *const opening[] = {"if", "ifdef", "ifndef"};
    static const char *const between[] = {"else", "elif"};
    static const char *const pragmas[] = {"omp", "unroll", "GCC ivdep", "GCC unroll"};
    at = skip_blanks(at);
    for (size_t i = 0; i < sizeof opening / sizeof *opening; i++)
        if (begins_with(at, opening[i])) return ++*depth;
    for (size_t i = 0; i < sizeof between / sizeof *between; i++)
        if (begins_with(at, between[i])) return *depth > 0;
    if (begins_with(at, "endif")) return --*depth >= 0;
    if (!begins_with(at, "pragma")) return false;
    at = skip_blanks(at + strlen("pragma"));
    for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas; i++)
        if (begins_with(at, pragmas[i])) return true;
    return false;
}

// Every line that may be one counts, also in a comment: that costs time, and nothing else.
bool bodies_has_directives(const char *text, size_t n)
{
    int depth = 0;
    char *copy = strndup(text, n);
    if (!copy) arena_exhausted(n);
    bool has = strstr(copy, "_Pragma") || strstr(copy, "%:") || strstr(copy, "\?\?=");
    for (const char *at = copy; !has && (at = strchr(at, '#')); at++) {
        const char *begin = at;
        while (begin > copy && (begin[-1] == ' ' || begin[-1] == '\t')) begin--;
        bool starts = begin == copy || begin[-1] == '\n' || begin[-1] == '\r';
        bool behind_comment = begin > copy && begin[-1] == '/';
        has = behind_comment || (starts && !is_harmless(at + 1, &depth));
    }
    free(copy);
    return has || depth != 0;
}

// ---- finding

struct finding {
    struct tu *tu;
    CXFile file;
    const char *text;
    size_t n;
    bool one; // only the body that begins there
    uint32_t begin;
    CXCursor found;
    uint32_t found_end;
};

static uint32_t offset_of(CXSourceLocation location, CXFile *file)
{
    unsigned offset = 0;
    clang.getFileLocation(location, file, NULL, NULL, &offset);
    return offset;
}

static enum CXChildVisitResult find_block(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang.getCursorKind(cursor) != CXCursor_CompoundStmt) return CXChildVisit_Continue;
    *(CXCursor *)data = cursor;
    return CXChildVisit_Break;
}

// The body of a definition as the bytes of the text have it.
static bool body_of(const struct finding *f, CXCursor cursor, uint32_t *begin, uint32_t *end)
{
    CXCursor block = clang.getNullCursor();
    CXFile first, last;
    clang.visitChildren(cursor, find_block, &block);
    if (clang.Cursor_isNull(block) || cursor_in_macro(block)) return false;
    CXSourceRange extent = clang.getCursorExtent(block);
    *begin = offset_of(clang.getRangeStart(extent), &first);
    *end = offset_of(clang.getRangeEnd(extent), &last);
    return first == f->file && last == f->file && *begin < *end && *end <= f->n &&
           f->text[*begin] == '{' && f->text[*end - 1] == '}';
}

static void add_body(struct finding *f, CXCursor cursor, uint32_t begin, uint32_t end)
{
    struct tu *tu = f->tu;
    struct function *function = link_function(tu, cursor);
    struct linked_function *linked = tu->unit->functions.at[function->index];
    // Of two definitions the other one may be the function's.
    if (linked->tu != tu || !clang.equalCursors(linked->cursor, cursor)) return;
    if (tu->bodies.n && tu->bodies.at[tu->bodies.n - 1].end > begin) return;
    *vec_push(tu->scratch, &tu->bodies) =
        (struct body){.linked = linked,
                      .begin = begin,
                      .end = end,
                      .first_begin = begin,
                      .first_end = end,
                      .fixed = !bodies_is_block(f->text + begin, end - begin) ||
                               bodies_has_directives(f->text + begin, end - begin)};
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct finding *f = data;
    uint32_t begin, end;
    CXFile file;
    (void)parent;
    if (clang.getCursorKind(cursor) != CXCursor_FunctionDecl) return CXChildVisit_Continue;
    offset_of(clang.getCursorLocation(cursor), &file);
    if (file != f->file || !body_of(f, cursor, &begin, &end)) return CXChildVisit_Continue;
    if (!f->one) {
        add_body(f, cursor, begin, end);
        return CXChildVisit_Continue;
    }
    if (begin != f->begin) return CXChildVisit_Continue;
    f->found = cursor;
    f->found_end = end;
    return CXChildVisit_Break;
}

static bool finding_open(struct finding *f, struct tu *tu)
{
    *f = (struct finding){.tu = tu, .file = clang.getFile(tu->handle, tu->path)};
    f->text = f->file ? clang.getFileContents(tu->handle, f->file, &f->n) : NULL;
    return f->text != NULL;
}

void bodies_find(struct tu *tu)
{
    struct finding f;
    if (tu->bodies_known) return;
    tu->bodies_known = true;
    if (finding_open(&f, tu))
        clang.visitChildren(clang.getTranslationUnitCursor(tu->handle), visit, &f);
}

bool bodies_definition(struct tu *tu, uint32_t begin, CXCursor *cursor, uint32_t *end)
{
    struct finding f;
    if (!finding_open(&f, tu)) return false;
    f.one = true;
    f.begin = begin;
    f.found = clang.getNullCursor();
    clang.visitChildren(clang.getTranslationUnitCursor(tu->handle), visit, &f);
    *cursor = f.found;
    *end = f.found_end;
    return !clang.Cursor_isNull(f.found);
}

struct body *bodies_around(struct tu *tu, size_t from, size_t to)
{
    for (int i = 0; i < tu->bodies.n; i++) {
        struct body *body = &tu->bodies.at[i];
        if (body->linked && from > body->begin && to < body->end) return body;
    }
    return NULL;
}

char *bodies_leave_out(struct arena *arena, const struct tu *tu, const struct body *but,
                       const char *text, size_t n)
{
    char *copy = arena_string_n(arena, text, n);
    for (int i = 0; i < tu->bodies.n; i++) {
        const struct body *body = &tu->bodies.at[i];
        if (body == but || body->fixed) continue;
        for (uint32_t k = body->begin; k < body->end; k++)
            if (copy[k] != '\n' && copy[k] != '\r') copy[k] = ' ';
        copy[body->begin] = ';';
    }
    return copy;
}

// ---- what was parsed again

bool bodies_have_errors(const struct tu *tu)
{
    for (int i = 0; i < tu->bodies.n; i++)
        if (tu->bodies.at[i].n_errors) return true;
    return false;
}

int bodies_lines_before(const struct tu *tu, uint32_t first_offset)
{
    int lines = 0;
    for (int i = 0; i < tu->bodies.n && tu->bodies.at[i].first_end <= first_offset; i++)
        lines += tu->bodies.at[i].lines;
    return lines;
}

uint32_t bodies_first_offset(const struct tu *tu, uint32_t offset)
{
    int64_t more = 0;
    for (int i = 0; i < tu->bodies.n && tu->bodies.at[i].end <= offset; i++) {
        const struct body *body = &tu->bodies.at[i];
        more = (int64_t)body->end - body->first_end;
    }
    return (uint32_t)(offset - more);
}
