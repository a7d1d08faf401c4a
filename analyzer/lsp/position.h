#ifndef ANALYZER_LSP_POSITION_H
#define ANALYZER_LSP_POSITION_H

// Places in a text: bytes from its beginning here, line and character in the
// protocol (characters are units of UTF-16, or bytes where the client agreed to
// UTF-8), line and byte in a compiler's column. Lines end at \n, \r\n or a lone
// \r for the protocol, at \n for our findings.

#include <stdbool.h>
#include <stddef.h>

enum encoding { ENCODING_UTF16, ENCODING_UTF8 };

struct position {
    size_t line, character; // from 0
};

// A text with the beginnings of its lines; owns both.
struct lines {
    char *text; // NUL behind its end
    size_t n;
    size_t n_lines, room;
    size_t *starts;
    bool lone_breaks; // \r without \n ends some line
};

void lines_set(struct lines *, const char *text, size_t n);
// Puts other text in the place of [from, to).
void lines_replace(struct lines *, size_t from, size_t to, const char *text, size_t n);
void lines_close(struct lines *);

// A position behind the end of a line or of the text is its end.
size_t lines_offset(const struct lines *, struct position, enum encoding);
struct position lines_position(const struct lines *, size_t offset, enum encoding);
// Of a finding's line and column, from 1; 0 is the beginning.
size_t lines_of_site(const struct lines *, int line, int column);

#endif
