// The least that any tool on libclang must do: load it, parse one file, end.
// The yardstick for the time of a whole run.
//
//     parse_only FILE.c [clang flags]

#include <clang-c/Index.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: parse_only FILE.c [clang flags]\n");
        return 2;
    }
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = NULL;
    enum CXErrorCode code =
        clang_parseTranslationUnit2(index, argv[1], (const char *const *)argv + 2, argc - 2, NULL,
                                    0, CXTranslationUnit_KeepGoing, &unit);
    clang_disposeTranslationUnit(unit);
    clang_disposeIndex(index);
    return code == CXError_Success ? 0 : 2;
}
