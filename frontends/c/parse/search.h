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
struct site;

// Where a header is; NULL: no folder has it.
struct search_found {
    const char *header, *folder;
    bool brought; // it is one of ours, since nobody else has it
};

struct search_found search_find(const struct tu *, const struct search *, const char *header);
// Adds the folder to the flags, behind all others. False: it is there already.
bool search_add_folder(struct tu *, const char *folder);
// Says that the header is read from there. `site`: of the #include.
void search_tell(const struct search_found *, const struct site *, struct diags *);

// Adds the folders of headers that were not found to the flags, and says so. False: there are none,
// and parsing again would change nothing.
bool search_missing(struct tu *, struct diags *);

#endif
