#ifndef FRONTENDS_OUTLINE_H
#define FRONTENDS_OUTLINE_H

// Which names a C source defines and which it uses, read off its text without
// parsing it: enough to guess which files of a folder are linked to one program.
// Macros are not expanded and both sides of an #if are read.

#include "ir/base/arena.h"
#include "ir/base/map.h"
#include "ir/base/vec.h"

#include <stdbool.h>

struct outline {
    struct map *defined; // functions and variables that other files can use
    struct map *own;     // those, static ones, and whatever is declared inside of functions
    VEC(const char *) used;
    VEC(const char *) included; // of #include "x.c" and the like, as written
    bool has_main;
};

void outline_read(struct arena *, const char *text, struct outline *);
// Does the text use a name that it leaves to others?
bool outline_needs(const struct outline *, const char *name);

#endif
