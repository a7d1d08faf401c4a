#include "frontends/c/parse/database.h"
#include "frontends/c/parse/clang.h"
#include "ir/base/map.h"
#include "ir/base/vec.h"

#include <stdlib.h>
#include <unistd.h>

typedef VEC(const char *) paths;

static const char *taken(struct arena *arena, CXString string)
{
    const char *text = clang.getCString(string);
    const char *copy = arena_string(arena, text ? text : "");
    clang.disposeString(string);
    return copy;
}

// Relative to the folder that its command ran in.
static void add_file(struct arena *arena, CXCompileCommand command, struct map *seen, paths *all)
{
    const char *directory = taken(arena, clang.CompileCommand_getDirectory(command));
    const char *file = taken(arena, clang.CompileCommand_getFilename(command));
    if (file[0] != '/') file = arena_printf(arena, "%s/%s", directory, file);
    char *full = realpath(file, NULL);
    if (full && !map_get_string(seen, full)) {
        map_put_string(seen, full, seen);
        *vec_push(arena, all) = arena_string(arena, full);
    }
    free(full);
}

int database_files(struct arena *arena, const char *build_dir, const char *const **files)
{
    CXCompilationDatabase_Error error;
    paths all = {0};
    *files = NULL;
    // Asked for a folder without one, libclang complains on standard error.
    if (access(arena_printf(arena, "%s/compile_commands.json", build_dir), R_OK) != 0) return 0;
    if (!clang_load()) return 0;
    CXCompilationDatabase database = clang.CompilationDatabase_fromDirectory(build_dir, &error);
    if (error != CXCompilationDatabase_NoError) return 0;
    CXCompileCommands commands = clang.CompilationDatabase_getAllCompileCommands(database);
    unsigned n = commands ? clang.CompileCommands_getSize(commands) : 0;
    struct map *seen = map_open(arena);
    for (unsigned i = 0; i < n; i++)
        add_file(arena, clang.CompileCommands_getCommand(commands, i), seen, &all);
    if (commands) clang.CompileCommands_dispose(commands);
    clang.CompilationDatabase_dispose(database);
    *files = all.at;
    return all.n;
}
