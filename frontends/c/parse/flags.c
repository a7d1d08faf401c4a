// Flags in order of weight: ours, those of compile_commands.json for this file, the user's behind
// `--`.

#include "frontends/c/parse/flags.h"
#include "frontends/c/parse/headers.h"
#include "ir/base/vec.h"
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

typedef VEC(const char *) strings;

struct building {
    struct arena *arena;
    const struct unit_request *request;
    struct diags *diags;
    strings flags;
    struct dependencies dependencies;
};

static void add(struct building *b, const char *flag)
{
    *vec_push(b->arena, &b->flags) = flag;
}

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

// Code with intrinsics takes its scalar path, which the interpreter can follow.
static const char *const vector_macros[] = {
    "__MMX__",      "__SSE__",           "__SSE2__",     "__SSE3__",      "__SSSE3__",
    "__SSE4_1__",   "__SSE4_2__",        "__AVX__",      "__AVX2__",      "__FMA__",
    "__F16C__",     "__AVX512F__",       "__SSE_MATH__", "__SSE2_MATH__", "__ARM_NEON",
    "__ARM_NEON__", "__ARM_FEATURE_SVE", "__VSX__",
};

// Errors to newer compilers, accepted for decades by those before: the tree is
// whole, so they need not make holes.
static const char *const leniencies[] = {
    "-w",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
    "-Wno-error=return-mismatch",
};

// Before all others, so that a user's -std or -x replaces ours.
static void add_ours(struct building *b, const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot || strcmp(dot, ".c") != 0) add(b, "-xc");
    add(b, "-std=gnu17");
    add(b, "-ferror-limit=0");
    add(b, "-fbracket-depth=16384");
    for (size_t i = 0; i < sizeof leniencies / sizeof *leniencies; i++) add(b, leniencies[i]);
    for (size_t i = 0; i < sizeof vector_macros / sizeof *vector_macros; i++)
        add(b, arena_printf(b->arena, "-U%s", vector_macros[i]));
}

// A compiler's command also names outputs, dependency files and options of
// that very compiler; only what changes the meaning of the source is taken.
static const char *const kept_prefixes[] = {
    "-D",
    "-U",
    "-std=",
    "-m",
    "--target=",
    "-fshort-",
    "-fpack-struct",
    "-fsigned-char",
    "-funsigned-char",
    "-fno-signed-char",
    "-fno-unsigned-char",
    "-ansi",
    "-nostdinc",
    "-pthread",
    "-fms-extensions",
    "-fopenmp",
};
static const char *const kept_pairs[] = {"-D", "-U", "-target", "--target", "-x"};
static const char *const path_flags[] = {
    "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot", "-I",
};

// Of outputs, dependencies, precompiled headers and other tools: what stands behind them is no flag
// of the parse, whatever it looks like.
static const char *const skipped_pairs[] = {
    "-o",           "-MF",       "-MT",       "-MQ",
    "-MJ",          "-arch",     "-Xclang",   "-Xlinker",
    "-Xassembler",  "-mllvm",    "-aux-info", "-include-pch",
    "-include-pth", "-iprefix",  "-L",        "-T",
    "-u",           "-z",        "-e",        "--param",
    "-Xanalyzer",   "-wrapper",  "-specs",    "--serialize-diagnostics",
    "-framework",   "-dumpbase", "-dumpdir",  "-Xpreprocessor",
};

// Paths of a command are relative to the folder it ran in, not to ours.
static const char *absolute(struct building *b, const char *directory, const char *path)
{
    return path[0] == '/' ? path : arena_printf(b->arena, "%s/%s", directory, path);
}

// A flag that names a file, joined or in the next argument; returns how many
// arguments were used, 0 if it is none.
static int add_path_flag(struct building *b, const char *directory, int n,
                         const char *const *arguments)
{
    for (size_t i = 0; i < sizeof path_flags / sizeof *path_flags; i++) {
        if (!begins(arguments[0], path_flags[i])) continue;
        const char *joined = arguments[0] + strlen(path_flags[i]);
        if (!*joined && n < 2) return 1;
        add(b, path_flags[i]);
        add(b, absolute(b, directory, *joined ? joined : arguments[1]));
        return *joined ? 1 : 2;
    }
    return 0;
}

// Takes or skips one flag; returns how many arguments that were.
static int add_command_flag(struct building *b, const char *directory, int n,
                            const char *const *arguments)
{
    for (size_t i = 0; i < sizeof skipped_pairs / sizeof *skipped_pairs; i++)
        if (strcmp(arguments[0], skipped_pairs[i]) == 0) return 2;
    int used = add_path_flag(b, directory, n, arguments);
    if (used) return used;
    for (size_t i = 0; i < sizeof kept_pairs / sizeof *kept_pairs; i++)
        if (strcmp(arguments[0], kept_pairs[i]) == 0 && n > 1) {
            add(b, arguments[0]);
            add(b, arguments[1]);
            return 2;
        }
    for (size_t i = 0; i < sizeof kept_prefixes / sizeof *kept_prefixes; i++)
        if (begins(arguments[0], kept_prefixes[i])) {
            add(b, arguments[0]);
            return 1;
        }
    return 1;
}

static const char *taken(struct building *b, CXString string)
{
    const char *text = clang.getCString(string);
    const char *copy = arena_string(b->arena, text ? text : "");
    clang.disposeString(string);
    return copy;
}

static void add_command(struct building *b, CXCompileCommand command)
{
    const char *directory = taken(b, clang.CompileCommand_getDirectory(command));
    strings arguments = {0};
    unsigned n = clang.CompileCommand_getNumArgs(command);
    for (unsigned i = 1; i < n; i++)
        *vec_push(b->arena, &arguments) = taken(b, clang.CompileCommand_getArg(command, i));
    for (int i = 0; i < arguments.n;)
        i += add_command_flag(b, directory, arguments.n - i, &arguments.at[i]);
}

// For a file that the database does not name, libclang infers the flags of the
// nearest one that it does.
static void add_database(struct building *b, const char *path)
{
    // Asked for a folder without one, libclang complains on standard error.
    const char *file = arena_printf(b->arena, "%s/compile_commands.json", b->request->build_dir);
    dependencies_add(&b->dependencies, DEPENDENCY_CONTENTS, file);
    CXCompilationDatabase_Error error = CXCompilationDatabase_CanNotLoadDatabase;
    CXCompilationDatabase database =
        access(file, R_OK) == 0
            ? clang.CompilationDatabase_fromDirectory(b->request->build_dir, &error)
            : NULL;
    if (error != CXCompilationDatabase_NoError) {
        diag_add(b->diags, DIAG_NO_COMPILE_COMMANDS, NULL,
                 "no readable compile_commands.json in %s: its flags are not used",
                 b->request->build_dir);
        return;
    }
    char *full = realpath(path, NULL);
    CXCompileCommands commands =
        clang.CompilationDatabase_getCompileCommands(database, full ? full : path);
    if (commands && clang.CompileCommands_getSize(commands) > 0)
        add_command(b, clang.CompileCommands_getCommand(commands, 0));
    if (commands) clang.CompileCommands_dispose(commands);
    free(full);
    clang.CompilationDatabase_dispose(database);
}

// ---- another machine

const char *flags_target(const struct flags *flags)
{
    const char *target = NULL;
    for (int i = 0; i < flags->n; i++) {
        const char *flag = flags->at[i];
        if (begins(flag, "--target=")) target = flag + strlen("--target=");
        if ((strcmp(flag, "-target") == 0 || strcmp(flag, "--target") == 0) && i + 1 < flags->n)
            target = flags->at[++i];
        if (strcmp(flag, "-m32") == 0) target = "i386-linux-gnu";
    }
    return target;
}

// This machine's own headers do for it.
static bool is_this_machine(const char *target)
{
    struct utsname name;
    if (uname(&name) != 0) return true;
    size_t n = strlen(name.machine);
    return strncmp(target, name.machine, n) == 0 && target[n] == '-' && strstr(target, "linux");
}

static bool is_given_library(const struct building *b)
{
    static const char *const words[] = {"--sysroot", "-isysroot", "-nostdinc", "-nostdlibinc",
                                        "--gcc-toolchain"};
    for (int i = 0; i < b->flags.n; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (begins(b->flags.at[i], words[k])) return true;
    return false;
}

// Where Debian puts a C library for other machines. That there is none is remembered, so that an
// answer is not used any more once one is installed.
static bool has_library(struct building *b, const char *target)
{
    static const char *const folders[] = {"/usr/include/%s", "/usr/%s/include",
                                          "/usr/lib/%s/include"};
    bool found = false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *before = folders[i], *hole = strstr(before, "%s");
        const char *path =
            arena_printf(b->arena, "%.*s%s%s", (int)(hole - before), before, target, hole + 2);
        dependencies_add(&b->dependencies, DEPENDENCY_STATUS, path);
        found = found || access(path, R_OK) == 0;
    }
    return found;
}

// clang would take this machine's headers for any target, of which the half does not fit.
static void leave_out_library(struct building *b)
{
    const struct flags flags = {.n = b->flags.n, .at = b->flags.at};
    const char *target = flags_target(&flags);
    if (target && !is_this_machine(target) && !is_given_library(b) && !has_library(b, target))
        add(b, "-nostdlibinc");
}

// Dependency lists (-M and the like) would go to standard output.
static bool writes_output(const char *flag)
{
    return begins(flag, "-M") && !begins(flag, "-MF") && !begins(flag, "-MT");
}

struct flags flags_of(struct arena *arena, const struct unit_request *request, const char *path,
                      struct diags *diags)
{
    struct building b = {.arena = arena, .request = request, .diags = diags};
    dependencies_open(&b.dependencies, arena);
    add_ours(&b, path);
    if (request->build_dir) add_database(&b, path);
    for (int i = 0; i < request->n_flags; i++)
        if (!writes_output(request->flags[i])) add(&b, request->flags[i]);
    leave_out_library(&b);
    // Last, so that a header of the same name in the user's folders wins.
    add(&b, "-D__SHAPEPROF__=1");
    if (request->include_dir) add(&b, arena_printf(arena, "-I%s", request->include_dir));
    add(&b, "-idirafter" HEADERS_FOLDER);
    return (struct flags){b.flags.n, b.flags.at, b.dependencies};
}

const char *flags_other_language(const struct flags *flags)
{
    const char *found = NULL;
    for (int i = 0; i < flags->n; i++) {
        const char *flag = flags->at[i], *language = flag + 2;
        if (begins(flag, "-std=c++") || begins(flag, "-std=gnu++")) found = flag;
        if (!begins(flag, "-x")) continue;
        if (!*language && i + 1 < flags->n) flag = language = flags->at[++i];
        found = strcmp(language, "c") == 0 || strcmp(language, "c-header") == 0 ? NULL : flag;
    }
    return found;
}
