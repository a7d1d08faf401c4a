// A pre-commit check knows no include paths. The walk is bounded and goes from near to far: at each
// level in order of names, hidden folders and links left out.

#include "frontends/c/parse/search.h"
#include "frontends/c/parse/link.h"
#include "ir/base/text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FOLDERS 1000
#define MAX_ABOVE 32 // levels from the source up to the repository

// ---- folders

static const char *folder_above(struct arena *arena, const char *folder)
{
    const char *slash = strrchr(folder, '/'), *last = site_base_name(folder);
    if (strcmp(folder, ".") == 0) return "..";
    if (strcmp(last, "..") == 0) return arena_printf(arena, "%s/..", folder);
    if (!slash) return ".";
    return slash == folder ? "/" : arena_string_n(arena, folder, (size_t)(slash - folder));
}

static const char *inside(struct arena *arena, const char *folder, const char *name)
{
    if (strcmp(folder, ".") == 0) return name;
    return arena_printf(arena, strcmp(folder, "/") ? "%s/%s" : "%s%s", folder, name);
}

static bool is_root(const char *folder, const char *above)
{
    struct stat a, b;
    return stat(folder, &a) != 0 || stat(above, &b) != 0 ||
           (a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

// How many levels above the folder the repository begins; -1: the source is in none.
static int repository_level(struct arena *arena, const char *folder)
{
    for (int level = 0; level < MAX_ABOVE; level++) {
        const char *above = folder_above(arena, folder);
        if (access(inside(arena, folder, ".git"), F_OK) == 0) return level;
        if (is_root(folder, above)) return -1;
        folder = above;
    }
    return -1;
}

static bool is_folder(const char *path, const struct dirent *entry)
{
    struct stat status;
    if (entry->d_name[0] == '.') return false;
    if (entry->d_type != DT_UNKNOWN) return entry->d_type == DT_DIR;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static void add_folder(struct search *s, const char *folder)
{
    for (int i = 0; i < s->folders.n; i++)
        if (strcmp(s->folders.at[i], folder) == 0) return;
    if (s->folders.n < MAX_FOLDERS) *vec_push(s->arena, &s->folders) = folder;
}

static void add_children(struct search *s, const char *folder)
{
    DIR *listing = opendir(folder);
    int first = s->folders.n;
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        const char *path = inside(s->arena, folder, entry->d_name);
        if (is_folder(path, entry)) add_folder(s, arena_string(s->arena, path));
    }
    if (listing) closedir(listing);
    int n = s->folders.n - first;
    if (n > 1) qsort(&s->folders.at[first], (size_t)n, sizeof *s->folders.at, text_order);
}

// All below it, level by level: the list is its own queue.
static void add_below(struct search *s, const char *folder)
{
    int next = s->folders.n;
    add_folder(s, folder);
    for (; next < s->folders.n; next++) {
        dependencies_add(s->dependencies, DEPENDENCY_STATUS, s->folders.at[next]);
        add_children(s, s->folders.at[next]);
    }
}

void search_open(struct search *s, struct arena *arena, struct dependencies *dependencies,
                 const char *source)
{
    *s = (struct search){.arena = arena, .dependencies = dependencies};
    const char *folder = strchr(source, '/') ? folder_above(arena, source) : ".";
    int levels = repository_level(arena, folder);
    add_below(s, folder);
    for (int i = 0; i < levels; i++) {
        folder = folder_above(arena, folder);
        add_below(s, folder);
    }
}

const char *search_header(const struct search *s, const char *header)
{
    struct stat status;
    for (int i = 0; i < s->folders.n; i++) {
        const char *path = inside(s->arena, s->folders.at[i], header);
        if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) return s->folders.at[i];
    }
    return NULL;
}

// ---- headers

static bool has_flag(const struct flags *flags, const char *flag)
{
    for (int i = 0; i < flags->n; i++)
        if (strcmp(flags->at[i], flag) == 0) return true;
    return false;
}

// Behind all others, so that what was found stays what it is.
bool search_add_folder(struct tu *tu, const char *folder)
{
    const char *flag = arena_printf(tu->scratch, "-idirafter%s", folder);
    if (has_flag(&tu->flags, flag)) return false;
    const char **flags = arena_array(tu->scratch, const char *, tu->flags.n + 1);
    memcpy(flags, tu->flags.at, sizeof *flags * (size_t)tu->flags.n);
    flags[tu->flags.n++] = flag;
    tu->flags.at = flags;
    return true;
}

// A library's own header tells its version, so ours is the last resort.
struct search_found search_find(const struct tu *tu, const struct search *search,
                                const char *header)
{
    struct search_found found = {.header = header, .folder = search_header(search, header)};
    const char *const *folders = tu->unit->request.fallback_dirs;
    struct stat status;
    for (; !found.folder && folders && *folders; folders++)
        if (stat(inside(tu->scratch, *folders, header), &status) == 0)
            found = (struct search_found){header, *folders, .brought = true};
    return found;
}

void search_tell(const struct search_found *found, const struct site *site, struct diags *diags)
{
    if (found->brought)
        diag_add(diags, DIAG_HEADER_FOUND, site,
                 "%s is nowhere to be seen: the declarations that shapeprof brings are read (give "
                 "-I after -- for the header that the program is compiled with)",
                 found->header);
    else
        diag_add(
            diags, DIAG_HEADER_FOUND, site,
            "%s is read from %s, the nearest folder that has it (give -I after -- for another)",
            found->header, found->folder);
}

bool search_missing(struct tu *tu, struct diags *diags)
{
    struct search search;
    const struct tu_missing *missing;
    int n = tu_missing_headers(tu, &missing);
    bool added = false;
    if (n == 0) return false;
    search_open(&search, tu->scratch, &tu->unit->dependencies, tu->path);
    for (int i = 0; i < n; i++) {
        struct search_found found = search_find(tu, &search, missing[i].header);
        if (!found.folder || !search_add_folder(tu, found.folder)) continue;
        search_tell(&found, missing[i].site, diags);
        added = true;
    }
    return added;
}
