#ifndef TESTS_ORACLE_GOLDEN_FILE_H
#define TESTS_ORACLE_GOLDEN_FILE_H

// A file with what was recorded of a program in C, for the runners that read such a program again.
// Names in it begin in the folder above its own.

#include "analyzer/session.h"

#include <jansson.h>

struct golden_file {
    const char *path;
    const char *model; // the source, if the command names it; else NULL
    int n_flags;       // of the command, for clang
    const char *const *flags;
};

// `[--option] GOLDEN [MODEL] [-- flags]`; options are the runner's. False, after a word on standard
// error with the usage: there is no file, or too many.
bool golden_file_arguments(struct golden_file *, int argc, char **argv, const char *usage);
// Goes to the folder where its names begin; NULL, after a word on standard error: it cannot be
// read. The caller's, with json_decref.
json_t *golden_file_open(struct arena *, struct golden_file *);
// To read the source as it was run: with these arguments behind the program's name, compiled with
// `flags` (a word without a dash is a macro), those of the command, and `extra`. NULL: none.
struct session_request golden_file_request(struct arena *, const struct golden_file *,
                                           const char *const *source, const json_t *argv,
                                           const json_t *flags, const char *extra);

#endif
