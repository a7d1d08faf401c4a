#ifndef FRONTENDS_C_DATABASE_H
#define FRONTENDS_C_DATABASE_H

// The files that a compile_commands.json names.

#include "ir/base/arena.h"

// Their absolute paths, as far as they exist, each once; none where the folder has no database.
int database_files(struct arena *, const char *build_dir, const char *const **files);

#endif
