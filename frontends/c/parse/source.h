#ifndef FRONTENDS_C_SOURCE_H
#define FRONTENDS_C_SOURCE_H

// The text that a unit was parsed from, for edits: what stands at a place, and around it. Nothing
// is known of a file that the parser did not keep.

#include "frontends/c/unit.h"

struct source {
    const char *text; // not terminated; NULL: unknown
    size_t n;
};

struct source source_of(const struct unit *, uint32_t file);
// Of a line and column, both from 1; -1: there is no such place.
int64_t source_offset(const struct source *, uint32_t line, uint32_t column);
// The line and column of an offset in the site.
struct site source_site(const struct unit *, uint32_t file, const struct source *, int64_t offset);
// The word (letters, digits, _) that begins there, in the arena; "" for none.
const char *source_word(struct arena *, const struct source *, int64_t offset);
// Where the word begins that ends before the offset, behind spaces; -1: none does.
int64_t source_word_before(const struct source *, int64_t offset);
// The last byte before the offset that is no space; -1: there is none.
int64_t source_before(const struct source *, int64_t offset);
// The argument of a call from its first byte to behind its last, without spaces around; `call` is
// where the name of what is called begins. False: it is written otherwise, or has not so many.
bool source_argument(const struct source *, int64_t call, int argument, int64_t *begin,
                     int64_t *end);
// How many parts commas make of what stands between, outside of brackets.
int source_declarators(const struct source *, int64_t from, int64_t to);
// Where the statement that the offset is in ends, at its semicolon; -1: not found.
int64_t source_statement_end(const struct source *, int64_t offset);

#endif
