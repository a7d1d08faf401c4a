#include "frontends/sources.h"
#include "frontends/c/parse/database.h"
#include "ir/base/text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_DEPTH 32
#define MAX_SOURCES 10000

typedef VEC(const char *) names;

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static bool is_c_source(const char *name)
{
    size_t n = strlen(name);
    return n > 2 && strcmp(name + n - 2, ".c") == 0;
}

static const char *inside(struct arena *arena, const char *folder, const char *name)
{
    size_t n = strlen(folder);
    if (strcmp(folder, ".") == 0) return name;
    return arena_printf(arena, n && folder[n - 1] == '/' ? "%s%s" : "%s/%s", folder, name);
}

// The paths of what is in a folder, sorted.
static names list_folder(struct arena *arena, const char *folder)
{
    names all = {0};
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));)
        if (entry->d_name[0] != '.')
            *vec_push(arena, &all) = arena_string(arena, inside(arena, folder, entry->d_name));
    if (listing) closedir(listing);
    if (all.n > 1) qsort(all.at, (size_t)all.n, sizeof *all.at, text_order);
    return all;
}

// Files of this folder first, then folder by folder.
static void walk(struct sources *sources, struct arena *arena, const char *folder, int depth)
{
    dependencies_add(&sources->dependencies, DEPENDENCY_STATUS, folder);
    if (access(inside(arena, folder, "CMakeCache.txt"), F_OK) == 0) return;
    names all = list_folder(arena, folder);
    for (int i = 0; i < all.n; i++)
        if (is_c_source(all.at[i]) && !is_folder(all.at[i]) && sources->files.n < MAX_SOURCES)
            *vec_push(arena, &sources->files) = all.at[i];
    for (int i = 0; i < all.n && depth < MAX_DEPTH; i++)
        if (is_folder(all.at[i]) && !is_link(all.at[i])) walk(sources, arena, all.at[i], depth + 1);
}

// Those of the database below the folder, named as the user names the folder.
static void take_listed(struct sources *sources, struct arena *arena, const char *folder,
                        const char *build_dir)
{
    char *full = realpath(folder, NULL);
    const char *const *listed;
    int n = full ? database_files(arena, build_dir, &listed) : 0, first = sources->files.n;
    for (int i = 0; i < n; i++) {
        size_t length = strlen(full);
        if (strncmp(listed[i], full, length) != 0 || listed[i][length] != '/') continue;
        if (!is_c_source(listed[i]) || sources->files.n == MAX_SOURCES) continue;
        *vec_push(arena, &sources->files) = inside(arena, folder, listed[i] + length + 1);
    }
    free(full);
    n = sources->files.n - first;
    if (n > 1) qsort(&sources->files.at[first], (size_t)n, sizeof *sources->files.at, text_order);
}

static void take_folder(struct sources *sources, struct arena *arena,
                        const struct unit_request *request, const char *folder, struct diags *diags)
{
    int before = sources->files.n;
    sources->has_folders = true;
    if (request->build_dir) take_listed(sources, arena, folder, request->build_dir);
    if (sources->files.n == before) walk(sources, arena, folder, 0);
    if (sources->files.n > before) return;
    struct site *site = arena_new(arena, struct site);
    site->file = folder;
    diag_add(diags, DIAG_FILE_DIRECTORY, site, "no C source is in the folder %s", folder);
}

// A file that was named before, perhaps by another path, is read once.
static void drop_repeated(struct sources *sources, struct arena *arena)
{
    struct map *seen = map_open(arena);
    int n = 0;
    for (int i = 0; i < sources->files.n; i++) {
        const char *path = sources->files.at[i];
        char *full = realpath(path, NULL);
        if (!map_get_string(seen, full ? full : path)) sources->files.at[n++] = path;
        map_put_string(seen, full ? full : path, seen);
        free(full);
    }
    sources->files.n = n;
}

void sources_find(struct arena *arena, const struct unit_request *request, struct diags *diags,
                  struct sources *sources)
{
    *sources = (struct sources){0};
    dependencies_open(&sources->dependencies, arena);
    for (int i = 0; i < request->n_files; i++)
        if (is_folder(request->files[i]))
            take_folder(sources, arena, request, request->files[i], diags);
        else
            *vec_push(arena, &sources->files) = request->files[i];
    drop_repeated(sources, arena);
}
