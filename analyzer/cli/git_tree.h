#ifndef ANALYZER_CLI_GIT_TREE_H
#define ANALYZER_CLI_GIT_TREE_H

// The files of a git revision, laid out in a temporary folder. The repository, its index and its
// work tree are only read.

#include "ir/base/arena.h"
#include <stdbool.h>

struct git_tree {
    struct arena *arena;
    const char *folder; // temporary, with the index and the tree
    const char *here;   // in the tree: the folder that the program runs in; it may not be there
};

// False after a complaint: there is no repository, or no such revision.
bool git_tree_open(struct git_tree *, struct arena *, const char *revision);
void git_tree_close(struct git_tree *);

#endif
