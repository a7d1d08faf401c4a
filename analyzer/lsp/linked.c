// It is asked again with each text, since a name that is typed may be another file's; so it is not
// asked of folders whose texts take longer to read than a keystroke may.

#include "analyzer/lsp/linked.h"

#include "frontends/c/parse/database.h"
#include "frontends/programs.h"
#include "ir/base/text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_BYTES (2 << 20) // of all sources that are looked at
#define MAX_FILES 32        // of a program

struct linking {
    struct arena *arena;
    const char *path;
    const struct unit_request *request;
    struct sources sources;
    int64_t bytes;
    bool has_document;
};

static bool is_same_file(const struct stat *a, const char *path)
{
    struct stat b;
    return stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

// As the editor calls it, whose text is found by that name.
static const char *called(const struct linking *l, const char *file, const struct stat *status)
{
    if (is_same_file(status, l->path)) return l->path;
    for (int i = 0; i < l->request->n_unsaved; i++)
        if (is_same_file(status, l->request->unsaved_paths[i])) return l->request->unsaved_paths[i];
    return file;
}

static void add_source(struct linking *l, const char *file)
{
    struct stat status;
    size_t n = strlen(file);
    if (n < 3 || strcmp(file + n - 2, ".c") != 0) return;
    if (stat(file, &status) != 0 || !S_ISREG(status.st_mode)) return;
    l->bytes += status.st_size;
    const char *name = called(l, file, &status);
    l->has_document = l->has_document || name == l->path;
    *vec_push(l->arena, &l->sources.files) = name;
}

static void take_database(struct linking *l)
{
    const char *const *files;
    int n = l->request->build_dir ? database_files(l->arena, l->request->build_dir, &files) : 0;
    for (int i = 0; i < n; i++) add_source(l, files[i]);
}

static void take_folder(struct linking *l)
{
    const char *slash = strrchr(l->path, '/');
    const char *folder = slash ? arena_string_n(l->arena, l->path, (size_t)(slash - l->path)) : ".";
    DIR *listing = opendir(folder);
    VEC(const char *) files = {0};
    for (struct dirent *entry; listing && (entry = readdir(listing));)
        if (entry->d_name[0] != '.')
            *vec_push(l->arena, &files) =
                arena_printf(l->arena, "%s/%s", slash ? folder : ".", entry->d_name);
    if (listing) closedir(listing);
    if (files.n > 1) qsort(files.at, (size_t)files.n, sizeof *files.at, text_order);
    l->sources = (struct sources){0};
    l->bytes = 0;
    l->has_document = false;
    for (int i = 0; i < files.n; i++) add_source(l, files.at[i]);
}

static bool is_readable(const struct linking *l)
{
    return l->has_document && l->bytes <= MAX_BYTES;
}

// One that begins with the document, else one that it is a part of; NULL: there is none.
static const struct program_files *program_of(const struct linking *l,
                                              const struct programs *programs)
{
    const struct program_files *found = NULL;
    for (int i = 0; i < programs->n; i++) {
        const struct program_files *program = &programs->at[i];
        if (program->files[0] == l->path) return program;
        for (int k = 1; !found && k < program->n; k++)
            if (program->files[k] == l->path) found = program;
    }
    return found;
}

void linked_find(struct arena *arena, const char *path, struct unit_request *request)
{
    struct linking l = {.arena = arena, .path = path, .request = request};
    struct unit_request apart = *request;
    struct programs programs;
    take_database(&l);
    if (!is_readable(&l)) take_folder(&l);
    if (!is_readable(&l) || l.sources.files.n < 2) return;
    apart.files_are_apart = true;
    programs_find(arena, &apart, &l.sources, &programs);
    const struct program_files *program = program_of(&l, &programs);
    if (!program || program->n < 2 || program->n > MAX_FILES) return;
    request->n_files = program->n;
    request->files = program->files;
}
