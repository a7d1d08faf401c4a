#ifndef ANALYZER_LSP_URI_H
#define ANALYZER_LSP_URI_H

// file:///home/me/a%20b.c and the path that it names.

#include "ir/base/arena.h"

// NULL where it names no file of this machine.
const char *uri_path(struct arena *, const char *uri);
const char *uri_of(struct arena *, const char *path);

#endif
