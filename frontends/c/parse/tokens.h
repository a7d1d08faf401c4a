#ifndef FRONTENDS_C_TOKENS_H
#define FRONTENDS_C_TOKENS_H

// The tokens of a text of C as far as an edit of it is told by them: words, literals, signs one by
// one, and directives as a whole. Blanks and comments are none. Private to frontends/c.

#include "ir/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct token {
    const char *text; // `n` bytes
    uint32_t offset, n;
    bool directive; // with the lines that it goes on in, and the comments in it
};

struct tokens {
    struct token *at;
    int n;
};

// A comment or literal that does not end is a token up to the end of the text.
struct tokens tokens_of(struct arena *, const char *text, size_t n);
uint32_t token_end(const struct token *);
bool token_is(const struct token *, const char *text);
// The same bytes at the same place?
bool token_same(const struct token *, const struct token *);
// Is the word among those that it is made of?
bool token_has_word(const struct token *, const char *word);
const char *token_text(struct arena *, const struct token *);

#endif
