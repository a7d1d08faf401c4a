#include "frontends/programs.h"
#include "frontends/outline.h"
#include "ir/base/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)64 << 20) // of a source that is looked at

struct source {
    const char *path;
    struct outline outline;
    VEC(int) needs; // files that define what it uses
    bool is_included, is_used, is_taken;
};

struct grouping {
    struct arena *arena;
    int n;
    struct source *sources;
    struct map *definers; // name -> struct definers
    VEC(struct program_files) programs;
};

typedef VEC(int) indices;

struct definers {
    indices files;
};

// ---- reading

// What cannot be read is told where it is parsed.
static const char *read_text(struct arena *arena, const struct unit_request *request,
                             const char *path)
{
    for (int i = 0; i < request->n_unsaved; i++)
        if (strcmp(request->unsaved_paths[i], path) == 0) return request->unsaved_texts[i];
    struct fingerprint found;
    FILE *file = dependency_measure(DEPENDENCY_CONTENTS, path, &found) ? fopen(path, "rb") : NULL;
    if (!file) return "";
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    bool fits = size > 0 && (size_t)size < MAX_BYTES;
    char *text = arena_alloc(arena, fits ? (size_t)size + 1 : 1);
    size_t n = fits ? fread(text, 1, (size_t)size, file) : 0;
    fclose(file);
    text[n] = '\0';
    return text;
}

static void read_sources(struct grouping *g, const struct unit_request *request)
{
    struct arena *texts = arena_open_inside(g->arena);
    for (int i = 0; i < g->n; i++)
        outline_read(g->arena, read_text(texts, request, g->sources[i].path),
                     &g->sources[i].outline);
    arena_close(texts);
}

// ---- who needs whom

static const char *folder_of(struct arena *arena, const char *path)
{
    return arena_string_n(arena, path, (size_t)(site_base_name(path) - path));
}

// Includes are relative to the file's own folder; others are not looked for.
static void mark_included(struct grouping *g)
{
    struct map *numbers = map_open(g->arena);
    for (int i = 0; i < g->n; i++) {
        char *full = realpath(g->sources[i].path, NULL);
        if (full) map_put_string(numbers, full, &g->sources[i]);
        free(full);
    }
    for (int i = 0; i < g->n; i++) {
        const struct outline *outline = &g->sources[i].outline;
        const char *folder = folder_of(g->arena, g->sources[i].path);
        for (int k = 0; k < outline->included.n; k++) {
            char *full =
                realpath(arena_printf(g->arena, "%s%s", folder, outline->included.at[k]), NULL);
            struct source *included = full ? map_get_string(numbers, full) : NULL;
            if (included && included != &g->sources[i]) included->is_included = true;
            free(full);
        }
    }
}

static void index_definers(struct grouping *g)
{
    g->definers = map_open(g->arena);
    for (int i = 0; i < g->n; i++) {
        const struct map *defined = g->sources[i].outline.defined;
        for (int k = 0; !g->sources[i].is_included && k < map_count(defined); k++) {
            const char *name = map_key(defined, k);
            struct definers *definers = map_get_string(g->definers, name);
            if (!definers) definers = arena_new(g->arena, struct definers);
            map_put_string(g->definers, name, definers);
            *vec_push(g->arena, &definers->files) = i;
        }
    }
}

// How many bytes of two paths are the same folders.
static size_t shared_folders(const char *a, const char *b)
{
    size_t shared = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/') shared = i + 1;
    return shared;
}

static int n_folders(const char *path)
{
    int n = 0;
    for (; *path; path++) n += *path == '/';
    return n;
}

// Of two at the same height above, the one that is less deep below is nearer.
static bool is_nearer(const char *from, const char *a, const char *b)
{
    size_t up_a = shared_folders(from, a), up_b = shared_folders(from, b);
    if (up_a != up_b) return up_a > up_b;
    return n_folders(a) < n_folders(b);
}

// -1: nobody, or several that are as near.
static int nearest_definer(struct grouping *g, int user, const struct definers *definers)
{
    const char *from = g->sources[user].path;
    int best = -1;
    bool alone = false;
    for (int i = 0; i < definers->files.n; i++) {
        int file = definers->files.at[i];
        if (file == user || g->sources[file].outline.has_main) continue;
        if (best >= 0 && is_nearer(from, g->sources[best].path, g->sources[file].path)) continue;
        alone = best < 0 || is_nearer(from, g->sources[file].path, g->sources[best].path);
        best = file;
    }
    return alone ? best : -1;
}

static bool has_index(const struct source *source, int index)
{
    for (int i = 0; i < source->needs.n; i++)
        if (source->needs.at[i] == index) return true;
    return false;
}

static void find_needs(struct grouping *g, int user)
{
    struct source *source = &g->sources[user];
    for (int i = 0; i < source->outline.used.n && !source->is_included; i++) {
        const char *name = source->outline.used.at[i];
        const struct definers *definers = map_get_string(g->definers, name);
        if (!definers || !outline_needs(&source->outline, name)) continue;
        int file = nearest_definer(g, user, definers);
        if (file < 0 || has_index(source, file)) continue;
        *vec_push(g->arena, &source->needs) = file;
        g->sources[file].is_used = true;
    }
}

// ---- programs

// Depth would be as large as the project.
static void add_program(struct grouping *g, int root)
{
    indices files = {0};
    bool *inside = arena_array(g->arena, bool, g->n);
    *vec_push(g->arena, &files) = root;
    inside[root] = true;
    for (int i = 0; i < files.n; i++) {
        struct source *source = &g->sources[files.at[i]];
        source->is_taken = true;
        for (int k = 0; k < source->needs.n; k++) {
            if (inside[source->needs.at[k]]) continue;
            inside[source->needs.at[k]] = true;
            *vec_push(g->arena, &files) = source->needs.at[k];
        }
    }
    const char **paths = arena_array(g->arena, const char *, files.n);
    for (int i = 0; i < files.n; i++) paths[i] = g->sources[files.at[i]].path;
    *vec_push(g->arena, &g->programs) = (struct program_files){files.n, paths};
}

static int n_mains(const struct grouping *g)
{
    int n = 0;
    for (int i = 0; i < g->n; i++) n += g->sources[i].outline.has_main;
    return n;
}

// By what each begins with, in the order of the files; the last pass is for files that only use
// each other.
static void find_programs(struct grouping *g)
{
    for (int i = 0; i < g->n; i++)
        if (g->sources[i].outline.has_main && !g->sources[i].is_included) add_program(g, i);
    for (int i = 0; i < g->n; i++)
        if (!g->sources[i].is_used && !g->sources[i].is_taken && !g->sources[i].is_included)
            add_program(g, i);
    for (int i = 0; i < g->n; i++)
        if (!g->sources[i].is_taken && !g->sources[i].is_included) add_program(g, i);
}

void programs_find(struct arena *arena, const struct unit_request *request,
                   const struct sources *sources, struct programs *programs)
{
    struct grouping g = {.arena = arena, .n = sources->files.n};
    struct program_files *all = arena_new(arena, struct program_files);
    *all = (struct program_files){sources->files.n, sources->files.at};
    *programs = (struct programs){g.n > 0, all};
    if (g.n < 2) return;
    g.sources = arena_array(arena, struct source, g.n);
    for (int i = 0; i < g.n; i++) g.sources[i].path = sources->files.at[i];
    read_sources(&g, request);
    bool may_be_several = sources->has_folders || request->files_are_apart;
    if (!may_be_several && n_mains(&g) < 2) return;
    mark_included(&g);
    index_definers(&g);
    for (int i = 0; i < g.n; i++) find_needs(&g, i);
    find_programs(&g);
    *programs = (struct programs){g.programs.n, g.programs.at};
}
