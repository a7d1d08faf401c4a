#ifndef FRONTENDS_C_CLANG_H
#define FRONTENDS_C_CLANG_H

// libclang, loaded when the first source has to be parsed: it is 200 MB with what it needs, and
// what parses nothing (help, explanations, results from the cache) should not pay for it. Its
// functions are called through a table: `clang.getCursorKind(cursor)`. Private to frontends/c.

#include <clang-c/CXCompilationDatabase.h>
#include <clang-c/Index.h>
#include <stdbool.h>

struct clang {
#define CLANG(name) __typeof__(clang_##name) *name;
#include "frontends/c/parse/clang.def"
#undef CLANG
};

// Filled by clang_load, once for the process, and the same from then on.
extern struct clang clang;

// False where there is no libclang that fits. Threads may call it at once.
bool clang_load(void);
// Why it could not be loaded; NULL: it was, or was not asked for yet.
const char *clang_error(void);
// The file it was loaded from; NULL before that.
const char *clang_path(void);

#endif
