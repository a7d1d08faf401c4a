// Finding and loading libclang. Versions are tried from the one that the rules of lowering were
// tested with; names are those that Debian, Fedora, Arch and LLVM's own packages give the library.

#include "frontends/c/parse/clang.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct clang clang;

static struct {
    pthread_once_t once;
    void *library;
    char path[4096];
    char error[512];
} loaded = {.once = PTHREAD_ONCE_INIT};

// Older ones have no operator kinds.
static const int versions[] = {19, 20, 18, 17};
static const char *const names[] = {
    "libclang-%d.so.1",
    "libclang-%d.so.%d",
    "libclang.so.%d.1",
    "libclang.so.%d",
    "/usr/lib/llvm-%d/lib/libclang.so.1",
    "/usr/lib/llvm-%d/lib/libclang-%d.so.1",
};

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define CLANG(name) {"clang_" #name, offsetof(struct clang, name)},
#include "frontends/c/parse/clang.def"
#undef CLANG
};

// dlerror begins with the name that was asked for.
static bool refuse(const char *why)
{
    snprintf(loaded.error, sizeof loaded.error, "%s", why ? why : "it cannot be loaded");
    return false;
}

// A library of that name that lacks a function is another library, or too old.
static bool bind_functions(void *library)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function) return refuse(dlerror());
        // C has no cast from data to functions; POSIX says that they are alike.
        memcpy((char *)&clang + functions[i].offset, &function, sizeof function);
    }
    return true;
}

static bool open_library(const char *name)
{
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return refuse(dlerror());
    if (!bind_functions(library)) {
        dlclose(library);
        return false;
    }
    loaded.library = library;
    return true;
}

static bool open_any(void)
{
    const char *asked = getenv("SHAPEPROF_LIBCLANG");
    if (asked && *asked) return open_library(asked);
    for (size_t v = 0; v < sizeof versions / sizeof *versions; v++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            char name[128];
            snprintf(name, sizeof name, names[i], versions[v], versions[v]);
            if (open_library(name)) return true;
        }
    return refuse("no libclang of version 17 to 20 was found");
}

static void load(void)
{
    Dl_info info;
    void *function = NULL;
    if (!open_any()) return;
    memcpy(&function, &clang.createIndex, sizeof function);
    if (dladdr(function, &info) && info.dli_fname)
        snprintf(loaded.path, sizeof loaded.path, "%s", info.dli_fname);
}

bool clang_load(void)
{
    pthread_once(&loaded.once, load);
    return loaded.library != NULL;
}

const char *clang_error(void)
{
    return loaded.library || !*loaded.error ? NULL : loaded.error;
}

const char *clang_path(void)
{
    return *loaded.path ? loaded.path : NULL;
}
