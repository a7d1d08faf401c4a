#ifndef ANALYZER_REPLACE_FILE_H
#define ANALYZER_REPLACE_FILE_H

// Files that are written as a whole or not at all: to a temporary file beside the old one, which
// then takes its name. Mode bits stay.

#include "ir/base/arena.h"

// NULL, or why the file is as it was. A link is followed by whoever calls.
const char *replace_file(struct arena *, const char *path, const char *text, size_t n);

#endif
