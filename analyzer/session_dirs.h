#ifndef ANALYZER_SESSION_DIRS_H
#define ANALYZER_SESSION_DIRS_H

// The folders of headers that the program brings.

#include "ir/base/arena.h"

// The folder that holds shapeprof/nn.h: beside the running program's folder
// when it is installed, in the source tree above it when it is not. NULL if
// there is none.
const char *session_dirs_include(struct arena *);
// Likewise the folders of declarations, ending with NULL, for programs whose libraries' own headers
// are nowhere.
const char *const *session_dirs_fallback(struct arena *);

#endif
