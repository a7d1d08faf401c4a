// A raw line break cannot stand inside a JSON string, so "Content-Length: 12" with its line break
// is a header wherever it is met: the message before it had a wrong length.

#include "analyzer/lsp/stream.h"

#include "ir/base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HEADER "Content-Length:"
#define MAX_HEADER_BYTES 4096
#define MAX_HEADER_LINE 64 // of Content-Length

void stream_add(struct stream *stream, const char *bytes, size_t n)
{
    if (stream->begin) {
        memmove(stream->at, stream->at + stream->begin, stream->n - stream->begin);
        stream->n -= stream->begin;
        stream->begin = 0;
    }
    if (stream->n + n > stream->room) {
        size_t room = stream->room * 2 > stream->n + n ? stream->room * 2 : stream->n + n;
        char *at = realloc(stream->at, room);
        if (!at) {
            arena_exhausted(room);
            return;
        }
        stream->at = at;
        stream->room = room;
    }
    memcpy(stream->at + stream->n, bytes, n);
    stream->n += n;
}

void stream_close(struct stream *stream)
{
    free(stream->at);
    *stream = (struct stream){0};
}

// ---- headers

// The length that a Content-Length line has; false: it is none. Leading zeros and spaces are fine,
// anything behind the digits is not.
static bool read_length(const char *line, size_t n, size_t *length)
{
    size_t at = strlen(HEADER), digits = 0;
    if (n < at || strncasecmp(line, HEADER, at) != 0) return false;
    while (at < n && (line[at] == ' ' || line[at] == '\t')) at++;
    *length = 0;
    for (; at < n && line[at] >= '0' && line[at] <= '9'; at++, digits++) {
        if (*length > STREAM_MAX_BYTES * 1024) return false;
        *length = *length * 10 + (size_t)(line[at] - '0');
    }
    while (at < n && (line[at] == ' ' || line[at] == '\t')) at++;
    return digits && at == n;
}

// Name and colon, as every header line has.
static bool is_header_line(const char *line, size_t n)
{
    const char *colon = memchr(line, ':', n);
    if (!colon || colon == line) return false;
    for (const char *at = line; at < colon; at++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-", *at)) return false;
    return true;
}

enum header { HEADER_MORE, HEADER_BAD, HEADER_GOOD };

// The header that begins at `at`: its own bytes and the length that it tells.
static enum header read_header(const char *at, size_t n, size_t *bytes, size_t *length)
{
    bool has_length = false;
    *bytes = *length = 0;
    for (size_t from = 0;;) {
        const char *end = memchr(at + from, '\n', n - from);
        if (!end) return n - from > MAX_HEADER_BYTES ? HEADER_BAD : HEADER_MORE;
        size_t line = (size_t)(end - at) - from;
        if (line == 0 || at[from + line - 1] != '\r') return HEADER_BAD;
        line--;
        if (line == 0) {
            *bytes = from + 2;
            return has_length ? HEADER_GOOD : HEADER_BAD;
        }
        if (!is_header_line(at + from, line)) return HEADER_BAD;
        size_t told;
        if (read_length(at + from, line, &told)) {
            has_length = true;
            *length = told;
        } else if (!strncasecmp(at + from, HEADER, strlen(HEADER))) {
            return HEADER_BAD;
        }
        from += line + 2;
    }
}

// Where a whole Content-Length line begins; NULL: nowhere. `partial` is where one may begin that
// has not come in full yet.
static const char *find_header(const char *from, const char *end, const char **partial)
{
    *partial = end;
    for (const char *at = from; at < end; at++) {
        at = memchr(at, 'C', (size_t)(end - at));
        if (!at) return NULL;
        size_t left = (size_t)(end - at), length = strlen(HEADER), told;
        if (strncmp(at, HEADER, left < length ? left : length) != 0) continue;
        const char *line = memchr(at, '\r', left < MAX_HEADER_LINE ? left : MAX_HEADER_LINE);
        if (!line && left < MAX_HEADER_LINE) {
            *partial = at;
            return NULL;
        }
        if (line && read_length(at, (size_t)(line - at), &told)) return at;
    }
    return NULL;
}

// ---- messages

// Drops what is no header, up to the next one.
static enum stream_event resynchronise(struct stream *stream)
{
    const char *end = stream->at + stream->n, *partial;
    const char *from = stream->at + stream->begin;
    // The line that was refused may begin as a header does.
    const char *found = find_header(stream->lost ? from : from + 1, end, &partial);
    bool was_lost = stream->lost;
    stream->begin = (size_t)((found ? found : partial) - stream->at);
    stream->lost = !found;
    return was_lost ? STREAM_MORE : STREAM_NO_HEADER;
}

// Of a message that is too long nothing is kept. One whose length is wrong would swallow those
// that follow, so headers are looked for here as well.
static bool skip(struct stream *stream)
{
    const char *from = stream->at + stream->begin, *partial;
    size_t here = stream->n - stream->begin;
    if (here > stream->to_skip) here = stream->to_skip;
    const char *found = find_header(from, from + here, &partial);
    size_t skipped = (size_t)((found ? found : partial) - from);
    stream->to_skip = found ? 0 : stream->to_skip - skipped;
    stream->begin += skipped;
    // What looks like the beginning of a header at the very end of the message is its own.
    if (!found && here == stream->to_skip + skipped) {
        stream->begin += here - skipped;
        stream->to_skip = 0;
    }
    return stream->to_skip == 0;
}

// The body, once all of it is there; cut where another header begins inside of it.
static enum stream_event take_body(struct stream *stream, size_t header, size_t length,
                                   const char **message, size_t *n)
{
    const char *body = stream->at + stream->begin + header, *partial;
    size_t here = stream->n - stream->begin - header;
    if (here > length) here = length;
    const char *found = find_header(body + stream->scanned, body + here, &partial);
    stream->scanned = (size_t)(partial - body);
    if (!found && here < length) return STREAM_MORE;
    stream->scanned = 0;
    *message = body;
    *n = found ? (size_t)(found - body) : length;
    stream->begin += header + *n;
    return found ? STREAM_CUT : STREAM_MESSAGE;
}

enum stream_event stream_next(struct stream *stream, const char **message, size_t *n)
{
    size_t header, length;
    if (stream->to_skip && !skip(stream)) return STREAM_MORE;
    if (stream->lost && stream->begin < stream->n) resynchronise(stream);
    if (stream->lost || stream->begin == stream->n) return STREAM_MORE;
    switch (read_header(stream->at + stream->begin, stream->n - stream->begin, &header, &length)) {
    case HEADER_MORE: return STREAM_MORE;
    case HEADER_BAD: return resynchronise(stream);
    case HEADER_GOOD: break;
    }
    if (length <= STREAM_MAX_BYTES) return take_body(stream, header, length, message, n);
    stream->begin += header;
    stream->to_skip = length;
    return STREAM_TOO_LONG;
}
