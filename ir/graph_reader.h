#ifndef IR_GRAPH_READER_H
#define IR_GRAPH_READER_H

// The words of a program's text; private to ir/graph_parse.c and graph_parts.c. A statement is a
// line that begins in column 1, its parts are the lines after it that begin
// with two blanks. After the first error everything reads as nothing, so
// callers only have to look at `error` where they loop.

#include "ir/graph.h"

struct reader {
    struct arena *arena;
    struct syms *syms;
    const char *at;
    int line;
    const char *error; // the first one, with its line; NULL: none
    VEC(const struct site *) sites;
};

// Reads `text` from its first line on; the text stays its owner's, all that is read is the arena's.
void reader_open(struct reader *, struct arena *, struct syms *, const char *text);
// An error of the line at hand; all but the first are dropped.
void reader_fail(struct reader *, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool reader_word(struct reader *, const char *word); // consumes it if it comes next
bool reader_char(struct reader *, char);
// What must come next: an error where it does not.
void reader_expect_char(struct reader *, char);
void reader_expect_word(struct reader *, const char *word);
const char *reader_any_word(struct reader *); // letters, digits, `_`; "" if there is none
void reader_end_line(struct reader *);        // the line must end here
bool reader_part(struct reader *);            // at a line that belongs to the statement

int64_t reader_number(struct reader *, int64_t limit); // 0 <= number < limit
// An id as the text has it, `v12`: its letter says of what. 0 after an error.
bool reader_try_id(struct reader *, char letter, uint32_t *id);
uint32_t reader_id(struct reader *, char letter);
int reader_ids(struct reader *, char letter, uint32_t **ids); // "(v1, v2)"
const char *reader_string(struct reader *);                   // between quotes, without its escapes
const char *reader_try_string(struct reader *);               // NULL if there is none
// A number, or in parentheses what sym_string spells.
const struct sym *reader_size(struct reader *);
int reader_dims(struct reader *, const struct sym ***dims); // "[N, 3]"
enum dtype reader_dtype(struct reader *);
// How a value is written tells its kind; ATTR_NONE if there is none.
void reader_attr(struct reader *, struct attr *);
const struct site *reader_site(struct reader *, const struct site *otherwise); // "@3"

#endif
