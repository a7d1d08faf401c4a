#ifndef FRONTENDS_C_BODIES_H
#define FRONTENDS_C_BODIES_H

// Where the bodies of a source's functions lie in its text, and that text without some of them:
// `{ ... }` becomes `;` and blanks, so that a definition becomes a declaration and all else stays
// where it is. Private to frontends/c.

#include "frontends/c/parse/tu.h"

struct linked_function;

// Offsets are of the bytes of the text, braces included. Stretches outside of all bodies that were
// edited stand among them.
struct body {
    struct linked_function *linked;  // NULL: it is such a stretch
    uint32_t begin, end;             // in the text at hand
    uint32_t first_begin, first_end; // in the text that the translation unit was parsed from
    int lines;                       // that it has more than there
    int n_errors;                    // of the compiler, in what was parsed again
    bool fixed;                      // it holds directives that others may depend on
};

// Of the definitions in the source itself, outside of macros, in order. Once for a translation
// unit, whose text must be the one that it was parsed from.
void bodies_find(struct tu *);
// The body that the bytes lie in, without its braces; NULL: none.
struct body *bodies_around(struct tu *, size_t from, size_t to);
// `text`, of `n` bytes, without all bodies but this one and those that are fixed.
char *bodies_leave_out(struct arena *, const struct tu *, const struct body *, const char *text,
                       size_t n);
// Does a block end with the last byte of the text, which begins with it? By its braces, outside of
// comments, strings and character constants.
bool bodies_is_block(const char *text, size_t n);
// Does it hold directives, but for conditions that end in it, and pragmas about the next loop?
bool bodies_has_directives(const char *text, size_t n);
// Where the body of a definition lies that begins with its brace at `begin`, in another translation
// unit of the source. False: there is none.
bool bodies_definition(struct tu *, uint32_t begin, CXCursor *, uint32_t *end);

// In what was parsed again?
bool bodies_have_errors(const struct tu *);
// How many lines what stood at the offset has moved down since the translation unit was parsed.
int bodies_lines_before(const struct tu *, uint32_t first_offset);
// Where what stands at the offset stood when it was parsed.
uint32_t bodies_first_offset(const struct tu *, uint32_t offset);

#endif
