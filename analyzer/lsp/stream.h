#ifndef ANALYZER_LSP_STREAM_H
#define ANALYZER_LSP_STREAM_H

// Messages of the base protocol in a stream of bytes: a header with
// Content-Length, an empty line, and so many bytes of JSON. What comes is not
// trusted: a header that is none, or a length that is wrong, costs one message,
// and the next one is found again.

#include <stdbool.h>
#include <stddef.h>

#define STREAM_MAX_BYTES ((size_t)64 << 20) // of one message

struct stream {
    char *at;
    size_t n, room;
    size_t begin;   // of what was not taken yet
    size_t scanned; // of the body so far, for a header that should not be there
    size_t to_skip; // of a message that is too long
    bool lost;      // no header is where one should be; said once
};

enum stream_event {
    STREAM_MORE,      // is needed before anything can be said
    STREAM_MESSAGE,   // complete
    STREAM_NO_HEADER, // something else than a header came
    STREAM_CUT,       // a message ended before its length
    STREAM_TOO_LONG   // it is skipped
};

// Bytes as they came.
void stream_add(struct stream *, const char *bytes, size_t n);
// What comes next; a message lives until the next call of either function.
enum stream_event stream_next(struct stream *, const char **message, size_t *n);
void stream_close(struct stream *);

#endif
