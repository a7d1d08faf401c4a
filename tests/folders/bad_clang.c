// libclang, but for files whose names say otherwise: "killed.c" ends the process, "slow.c" takes
// more time than anybody gives it.

#include <clang-c/Index.h>
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef enum CXErrorCode parse(CXIndex, const char *, const char *const *, int,
                               struct CXUnsavedFile *, unsigned, unsigned, CXTranslationUnit *);

enum CXErrorCode clang_parseTranslationUnit2(CXIndex index, const char *path,
                                             const char *const *arguments, int n_arguments,
                                             struct CXUnsavedFile *unsaved, unsigned n_unsaved,
                                             unsigned options, CXTranslationUnit *unit)
{
    void *found = dlsym(RTLD_NEXT, "clang_parseTranslationUnit2");
    parse *real;
    memcpy(&real, &found, sizeof real);
    if (strstr(path, "killed.c")) kill(getpid(), SIGKILL);
    if (strstr(path, "slow.c")) sleep(600);
    return real(index, path, arguments, n_arguments, unsaved, n_unsaved, options, unit);
}
