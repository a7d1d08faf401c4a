#ifndef FRONTENDS_C_HEADERS_H
#define FRONTENDS_C_HEADERS_H

// The headers that belong to the compiler rather than to the C library
// (<stddef.h>, <stdarg.h>, ...). libclang is often installed without them, so
// short ones of our own are found after all others. Private to frontends/c.

#include "frontends/c/clang.h"

extern const struct CXUnsavedFile headers[];
extern const int n_headers;
#define HEADERS_FOLDER "/shapeprof/include"

#endif
