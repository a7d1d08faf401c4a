// The directives are read off the text, so some are found that the compiler never comes by. A
// folder behind all others changes nothing unless a header is found there that was nowhere else;
// that it was one of the expected ones is asked when the source has been parsed.

#include "frontends/c/parse/expect.h"
#include "frontends/c/parse/headers.h"
#include "frontends/c/parse/link.h"
#include "frontends/c/parse/lookups.h"
#include "frontends/c/parse/search.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- the text

static const char *read_all(struct arena *arena, const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    *n = 0;
    if (!file) return NULL;
    char *bytes = NULL;
    if (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode)) {
        bytes = arena_alloc(arena, (size_t)status.st_size + 1);
        *n = fread(bytes, 1, (size_t)status.st_size, file);
    }
    fclose(file);
    return bytes;
}

static const char *source_text(const struct tu *tu, size_t *n)
{
    const struct unit_request *request = &tu->unit->request;
    for (int i = 0; i < request->n_unsaved; i++)
        if (strcmp(request->unsaved_paths[i], tu->path) == 0)
            return *n = strlen(request->unsaved_texts[i]), request->unsaved_texts[i];
    return read_all(tu->scratch, tu->path, n);
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    return at;
}

// `# include "name"`; NULL: the line is something else. `quoted`: in quotes.
static const char *included_name(struct arena *arena, const char *at, const char *end, bool *quoted)
{
    static const char word[] = "include";
    at = skip_blanks(at, end);
    if (at == end || *at != '#') return NULL;
    at = skip_blanks(at + 1, end);
    if ((size_t)(end - at) < sizeof word || memcmp(at, word, sizeof word - 1) != 0) return NULL;
    at = skip_blanks(at + sizeof word - 1, end);
    if (at == end || (*at != '"' && *at != '<')) return NULL;
    *quoted = *at == '"';
    const char *close = memchr(at + 1, *quoted ? '"' : '>', (size_t)(end - at - 1));
    return close && close > at + 1 ? arena_string_n(arena, at + 1, (size_t)(close - at - 1)) : NULL;
}

// ---- is it found without us?

static bool is_file(struct arena *arena, const char *folder, const char *name)
{
    struct stat status;
    return stat(arena_printf(arena, "%s/%s", folder, name), &status) == 0 &&
           S_ISREG(status.st_mode);
}

// Those that most compilers look into, whatever the target: a header that is there needs no search,
// and where it is missing nevertheless, the compiler says so.
static bool is_of_machine(struct arena *arena, const char *name)
{
    static const char *const folders[] = {
        "/usr/include",
        "/usr/local/include",
#if defined __x86_64__
        "/usr/include/x86_64-linux-gnu"
#elif defined __aarch64__
        "/usr/include/aarch64-linux-gnu"
#else
        "/include"
#endif
    };
    for (int i = 0; i < n_headers; i++)
        if (strcmp(headers[i].Filename + strlen(HEADERS_FOLDER "/"), name) == 0) return true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (is_file(arena, folders[i], name)) return true;
    return false;
}

static const char *folder_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_string_n(arena, path, (size_t)(slash - path)) : ".";
}

static bool is_found(struct tu *tu, const lookup_folders *folders, const char *name, bool quoted)
{
    struct arena *arena = tu->scratch;
    if (name[0] == '/') return true;
    if (quoted && is_file(arena, folder_of(arena, tu->path), name)) return true;
    for (int i = 0; i < folders->n; i++)
        if (is_file(arena, folders->at[i], name)) return true;
    return is_of_machine(arena, name);
}

// ---- before

static bool is_known(const struct tu *tu, const char *name)
{
    for (int i = 0; i < tu->expected.n; i++)
        if (strcmp(tu->expected.at[i].header, name) == 0) return true;
    return false;
}

// `search`: not opened before the first header that needs it.
static void expect(struct tu *tu, struct search *search, const char *name)
{
    if (!search->arena) search_open(search, tu->scratch, &tu->unit->dependencies, tu->path);
    struct search_found found = search_find(tu, search, name);
    if (found.folder) *vec_push(tu->scratch, &tu->expected) = found;
}

void expect_headers(struct tu *tu)
{
    size_t n;
    const char *text = source_text(tu, &n), *end = text + n;
    struct search search = {0};
    lookup_folders folders = lookups_folders(tu);
    tu->unexpected = tu->flags;
    // An answer to whether a header exists must not change.
    if (!text || memmem(text, n, "__has_include", strlen("__has_include"))) return;
    for (const char *line = text, *next; line < end; line = next + 1) {
        bool quoted = false;
        next = memchr(line, '\n', (size_t)(end - line));
        if (!next) next = end;
        const char *name = included_name(tu->scratch, line, next, &quoted);
        if (name && !is_known(tu, name) && !is_found(tu, &folders, name, quoted))
            expect(tu, &search, name);
    }
    for (int i = 0; i < tu->expected.n; i++) search_add_folder(tu, tu->expected.at[i].folder);
}

// ---- after

struct confirming {
    struct tu *tu;
    const struct site **sites; // of the #include that read each header; NULL: none did
    bool *used;                // of each header: something was read from its folder
    bool asks;                 // whether a header exists
};

// The path below the folder; NULL: it lies elsewhere.
static const char *below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    if (strcmp(folder, ".") == 0) return *path == '/' ? NULL : path;
    return strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

static void look_at_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth,
                              CXClientData data)
{
    struct confirming *c = data;
    CXString name = clang.getFileName(file);
    const char *path = clang.getCString(name);
    size_t n = 0;
    while (path && path[0] == '.' && path[1] == '/') path += 2;
    for (int i = 0; path && depth && i < c->tu->expected.n; i++) {
        const struct search_found *expected = &c->tu->expected.at[i];
        const char *rest = below(path, expected->folder);
        if (!rest) continue;
        c->used[i] = true;
        if (depth == 1 && !c->sites[i] && strcmp(rest, expected->header) == 0)
            c->sites[i] = tu_site(c->tu, cursor_place_of(c->tu, stack[0]));
    }
    // The system's own headers ask for their own.
    bool system = !path || strncmp(path, "/usr/", strlen("/usr/")) == 0;
    const char *text = system ? NULL : clang.getFileContents(c->tu->handle, file, &n);
    if (text && memmem(text, n, "__has_include", strlen("__has_include"))) c->asks = true;
    clang.disposeString(name);
}

// Was one of the headers in this folder included by the source itself?
static bool is_led_to(const struct confirming *c, const char *folder)
{
    for (int i = 0; i < c->tu->expected.n; i++)
        if (c->sites[i] && strcmp(c->tu->expected.at[i].folder, folder) == 0) return true;
    return false;
}

// The first header from each folder is told, as where it was missing before.
static void tell(const struct confirming *c, struct diags *diags)
{
    struct tu *tu = c->tu;
    tu->flags = tu->unexpected;
    for (int i = 0; i < tu->expected.n; i++)
        if (c->sites[i] && search_add_folder(tu, tu->expected.at[i].folder))
            search_tell(&tu->expected.at[i], c->sites[i], diags);
}

bool expect_confirmed(struct tu *tu, struct diags *diags)
{
    if (tu->expected.n == 0) return true;
    struct confirming c = {.tu = tu,
                           .sites = arena_array(tu->scratch, const struct site *, tu->expected.n),
                           .used = arena_array(tu->scratch, bool, tu->expected.n)};
    clang.getInclusions(tu->handle, look_at_inclusion, &c);
    bool right = !c.asks;
    for (int i = 0; i < tu->expected.n; i++)
        if (c.used[i] && !is_led_to(&c, tu->expected.at[i].folder)) right = false;
    if (right)
        tell(&c, diags);
    else
        tu->flags = tu->unexpected;
    tu->expected.n = 0;
    return right;
}
