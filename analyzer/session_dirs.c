#include "analyzer/session_dirs.h"

#include <string.h>
#include <unistd.h>

// The first of the folders, seen from where the program lies or from above, that has the file.
static const char *installed_dir(struct arena *arena, const char *const *below, const char *file)
{
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return NULL;
    program[length] = '\0';
    // The program's own folder is bin/ or build/ or build/tests/.
    for (char *slash = strrchr(program, '/'); slash; slash = strrchr(program, '/')) {
        *slash = '\0';
        for (size_t i = 0; below[i]; i++) {
            const char *folder = arena_printf(arena, "%s/%s", program, below[i]);
            if (access(arena_printf(arena, "%s/%s", folder, file), R_OK) == 0) return folder;
        }
    }
    return NULL;
}

const char *session_dirs_include(struct arena *arena)
{
    static const char *const below[] = {"include", "frontends/nn/include", NULL};
    return installed_dir(arena, below, "shapeprof/nn.h");
}

const char *const *session_dirs_fallback(struct arena *arena)
{
    static const struct {
        const char *installed, *in_tree, *header;
    } all[] = {{"share/shapeprof/ggml", "frontends/ggml/include", "ggml.h"},
               {"share/shapeprof/nnom", "frontends/nnom/include", "nnom.h"},
               {"share/shapeprof/kann", "frontends/kann/include", "kann.h"}};
    const int n_all = sizeof all / sizeof *all;
    const char **folders = arena_array(arena, const char *, n_all + 1);
    int n = 0;
    for (int i = 0; i < n_all; i++) {
        const char *const below[] = {all[i].installed, all[i].in_tree, NULL};
        const char *folder = installed_dir(arena, below, all[i].header);
        if (folder) folders[n++] = folder;
    }
    return folders;
}
