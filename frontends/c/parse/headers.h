#ifndef FRONTENDS_C_HEADERS_H
#define FRONTENDS_C_HEADERS_H

// The headers that belong to the compiler (<stddef.h>, <stdarg.h>, ...), and a
// minimal set of the C library's. libclang is often installed without the
// former, and for a microcontroller there is often no library at hand, so short
// ones of our own are found after all others. Private to frontends/c.

#include "frontends/c/parse/clang.h"

extern const struct CXUnsavedFile headers[];
extern const int n_headers;
#define HEADERS_FOLDER "/shapeprof/include"

#endif
