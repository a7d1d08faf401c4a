#ifndef IR_BASE_TEXT_H
#define IR_BASE_TEXT_H

// Text that grows at its end, in an arena. `at` is NUL-terminated at any time
// (NULL only before the first addition: use text_string).

#include "ir/base/arena.h"

struct text {
    struct arena *arena;
    char *at;
    size_t n;
    size_t capacity;
};

void text_add(struct text *, const char *);
void text_add_n(struct text *, const char *, size_t length);
void text_add_char(struct text *, char);
void text_printf(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *text_string(const struct text *); // "" when nothing was added

// The text with control characters and bytes that are no UTF-8 as C writes them ("\n", "\x1B",
// "\xE9"), so that it stays in its line. The text itself where it has none.
const char *text_printable(struct arena *, const char *);

// Characters of text in UTF-8, each taken to be one column wide.
int text_width(const char *);

// The names nearest to `name` (edit distance), best first, at most `limit`;
// for "did you mean". Returns how many were written to `nearest`.
int text_nearest(const char *name, const char *const *names, int n_names, const char **nearest,
                 int limit);

// For qsort of an array of strings.
int text_order(const void *left, const void *right);

// "1 axis", "3 axes", "no axes".
const char *text_count(struct arena *, int64_t n, const char *one, const char *many);

#endif
