#ifndef FRONTENDS_SOURCES_H
#define FRONTENDS_SOURCES_H

// The source files that a command names: files as they are, and in place of a
// folder the C sources in it and below it, in order of their names. With a
// compilation database those that it lists, if it lists any there. Left out are
// hidden folders, folders that CMake builds in, and links to folders.

#include "frontends/c/unit.h"

struct sources {
    VEC(const char *) files;
    bool has_folders; // one was among the names
    struct dependencies dependencies;
};

// A folder without a C source is a finding, and stays out.
void sources_find(struct arena *, const struct unit_request *, struct diags *, struct sources *);

#endif
