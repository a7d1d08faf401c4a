#ifndef FRONTENDS_C_SEARCH_H
#define FRONTENDS_C_SEARCH_H

// Headers that the flags do not lead to, looked for in the repository of the
// source: the nearest folder that has one is taken. Private to frontends/c.

#include "ir/base/dependency.h"

// Folders, nearest first: the source's own and those below it, then those below the folder
// above, up to the repository's.
struct search {
    struct arena *arena;
    struct dependencies *dependencies; // each folder that was looked into
    VEC(const char *) folders;
};

void search_open(struct search *, struct arena *, struct dependencies *, const char *source);
// NULL: no folder has it.
const char *search_header(const struct search *, const char *header);

struct tu;
struct diags;
// Adds the folders of headers that were not found to the flags, and says so. False: there are none,
// and parsing again would change nothing.
bool search_missing(struct tu *, struct diags *);

#endif
