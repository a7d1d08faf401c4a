// A header of some name is looked for in one folder after another. A file that appears in an
// earlier one changes the program, so that it is not there is as much a fact as the contents of
// those that were read. Which folder comes before which is not asked: noting too many costs nothing
// but an analysis done again.

#include "frontends/c/parse/lookups.h"
#include "frontends/c/parse/headers.h"
#include "frontends/c/parse/link.h"

#include <string.h>

struct lookups {
    struct tu *tu;
    struct arena *arena;
    struct dependencies *all;
    lookup_folders folders; // of the flags
};

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_of_system(const char *path)
{
    return begins(path, "/usr/");
}

// "-Idir", "-I dir" and their like.
lookup_folders lookups_folders(struct tu *tu)
{
    static const char *const words[] = {"-isystem", "-iquote", "-idirafter", "-I"};
    const struct flags *flags = &tu->flags;
    lookup_folders all = {0};
    for (int i = 0; i < flags->n; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            const char *flag = flags->at[i];
            if (!begins(flag, words[k])) continue;
            const char *joined = flag + strlen(words[k]);
            if (*joined)
                *vec_push(tu->scratch, &all) = joined;
            else if (i + 1 < flags->n)
                *vec_push(tu->scratch, &all) = flags->at[++i];
            break;
        }
    return all;
}

static const char *folder_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return ".";
    return arena_string_n(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

// The path below the folder, "sys/types.h"; NULL: it is elsewhere.
static const char *below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    while (n > 1 && folder[n - 1] == '/') n--;
    if (strcmp(folder, ".") == 0 && path[0] != '/') return path;
    return strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

static void note_absent(struct lookups *l, const char *folder, const char *name)
{
    struct fingerprint found;
    const char *path = strcmp(folder, ".") ? arena_printf(l->arena, "%s/%s", folder, name) : name;
    if (!begins(path, HEADERS_FOLDER) && !dependency_measure(DEPENDENCY_CONTENTS, path, &found))
        dependencies_add(l->all, DEPENDENCY_CONTENTS, path);
}

// A header of this name, as an #include in a file of the folder may have said.
static void note_name(struct lookups *l, const char *includer, const char *name)
{
    note_absent(l, includer, name);
    for (int i = 0; i < l->folders.n; i++) note_absent(l, l->folders.at[i], name);
}

// The names under which the file may have been included.
static void note_names(struct lookups *l, const char *includer, const char *path)
{
    const char *name = below(path, includer), *system = strstr(path, "/include/");
    if (name) note_name(l, includer, name);
    for (int i = 0; i < l->folders.n; i++) {
        name = below(path, l->folders.at[i]);
        if (name) note_name(l, includer, name);
    }
    if (!system || !is_of_system(path)) return;
    name = system + strlen("/include/");
    note_name(l, includer, name);
    // Below a folder of the machine: x86_64-linux-gnu/bits/types.h.
    const char *slash = strchr(name, '/');
    if (slash && memchr(name, '-', (size_t)(slash - name))) note_name(l, includer, slash + 1);
}

static const char *name_of(struct arena *arena, CXFile file)
{
    CXString string = clang.getFileName(file);
    const char *text = clang.getCString(string);
    const char *name = arena_string(arena, text ? text : "");
    clang.disposeString(string);
    while (begins(name, "./")) name += 2;
    return name;
}

// Whether a file exists can be asked without including it, which is not seen here.
static void note_contents(struct lookups *l, CXFile file, const char *path)
{
    size_t n = 0;
    const char *bytes = clang.getFileContents(l->tu->handle, file, &n);
    if (!bytes) {
        dependencies_add(l->all, DEPENDENCY_CONTENTS, path);
        return;
    }
    dependencies_add_contents(l->all, path, bytes, n);
    if (!is_of_system(path) && memmem(bytes, n, "__has_include", strlen("__has_include")))
        dependencies_miss(l->all, "a file asks whether a header exists");
}

static void note_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    struct lookups *l = data;
    const char *path = name_of(l->arena, file);
    CXFile includer = NULL;
    if (begins(path, HEADERS_FOLDER)) return; // part of the program
    note_contents(l, file, path);
    if (!depth) return;
    clang.getFileLocation(stack[0], &includer, NULL, NULL, NULL);
    if (includer) note_names(l, folder_of(l->arena, name_of(l->arena, includer)), path);
}

static struct lookups lookups_of(struct tu *tu)
{
    struct lookups l = {.tu = tu, .arena = tu->scratch, .all = &tu->unit->dependencies};
    l.folders = lookups_folders(tu);
    *vec_push(l.arena, &l.folders) = "/usr/local/include";
    return l;
}

void lookups_note(struct tu *tu)
{
    struct lookups l = lookups_of(tu);
    clang.getInclusions(tu->handle, note_inclusion, &l);
}

void lookups_note_missing(struct tu *tu, const char *includer, const char *header)
{
    struct lookups l = lookups_of(tu);
    note_name(&l, folder_of(l.arena, includer), header);
}

// Too large to read. Another one may be found from now on where the loader's list has changed.
void lookups_note_parser(struct dependencies *all)
{
    if (clang_path()) dependencies_add(all, DEPENDENCY_STATUS, clang_path());
    dependencies_add(all, DEPENDENCY_CONTENTS, "/etc/ld.so.cache");
}
