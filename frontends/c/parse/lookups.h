#ifndef FRONTENDS_C_LOOKUPS_H
#define FRONTENDS_C_LOOKUPS_H

// What parsing a file depends on: the bytes that libclang read, and the places
// where a header was not that would have been found before the one that was.
// Private to frontends/c.

#include "ir/base/dependency.h"
#include "ir/base/vec.h"

struct tu;

typedef VEC(const char *) lookup_folders;

// Folders that the flags name for headers, in order.
lookup_folders lookups_folders(struct tu *);

// Of a translation unit that was parsed.
void lookups_note(struct tu *);
// Of a header that was not found and that a file includes.
void lookups_note_missing(struct tu *, const char *includer, const char *header);
// Of libclang itself.
void lookups_note_parser(struct dependencies *);

#endif
