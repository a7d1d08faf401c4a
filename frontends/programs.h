#ifndef FRONTENDS_PROGRAMS_H
#define FRONTENDS_PROGRAMS_H

// Which sources are linked to one program. Files that are named one by one are
// one program, as a linker would take them, unless several of them have a main or the request says
// that they are apart. Otherwise, and for the files of a folder, it is guessed:
//
//   - a file that another one includes belongs to that one;
//   - each main is a program, and so is each other file that no program uses;
//   - to each belongs whatever defines the names that it uses, and so on; of
//     several files that define a name, the one in the nearest folder; where
//     several are as near, none; never one with a main of its own.

#include "frontends/sources.h"

struct program_files {
    int n;
    const char *const *files; // the one that it began with is the first
};

struct programs {
    int n;
    const struct program_files *at;
};

void programs_find(struct arena *, const struct unit_request *, const struct sources *,
                   struct programs *);

#endif
