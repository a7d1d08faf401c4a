#ifndef FRONTENDS_DIALECTS_LIBC_CONTENT_H
#define FRONTENDS_DIALECTS_LIBC_CONTENT_H

// What is in the files of a run: bytes as memory has them, so that a number that is not known is
// the same one when it is read back.

#include "frontends/dialects/libc.h"

// Model code reads headers and settings; weights need not be known.
#define MAX_CONTENT ((int64_t)16 << 20)

struct content {
    struct object *bytes; // room for at least `n`
    int64_t n;
    bool lost; // what is in it, and how much, is not known any more
    bool removed;
};

struct content *content_new(struct eval *, const char *name);
// By the path that the program gives; NULL: nothing is known of it.
struct content *content_of(struct eval *, const char *path);
void content_put(struct eval *, const char *path, struct content *);
// Bytes from a place on; what lies between the end and that place is zero. Too many are lost.
void content_write(struct eval *, struct content *, int64_t at, const char *bytes, int64_t n);
void content_copy(struct eval *, struct content *, int64_t at, const struct place *from, int64_t n);
// All from a place on, with a NUL behind it; NULL: a byte of it is not known.
const char *content_text(struct eval *, const struct content *, int64_t at);

// Some file was read, written, or moved in.
void contents_touch(struct eval *);

#endif
