#ifndef ANALYZER_LSP_LINKED_H
#define ANALYZER_LSP_LINKED_H

// The sources that a document is linked with: those of the compilation database, or of the
// document's folder where it is not listed in one, as far as they define what it uses, or use it.

#include "frontends/c/unit.h"

// In place of the document alone, the files of the first program that it belongs to, in the
// request; files that the editor has are called as there. Nothing changes where it is a program by
// itself.
void linked_find(struct arena *, const char *path, struct unit_request *);

#endif
