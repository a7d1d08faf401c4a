#ifndef ANALYZER_CLI_WORDS_H
#define ANALYZER_CLI_WORDS_H

// The words of a line, quoted as in a shell.

#include "ir/base/text.h"
#include "ir/base/vec.h"
#include <stdbool.h>

struct words {
    struct arena *arena;
    VEC(const char *) list;
    struct text word;
    bool inside; // a word has begun, perhaps an empty one: ''
};

// Adds the words of the text, quotes and backslashes as in a shell; nothing is expanded. False
// where a quote is not closed.
bool words_split(struct words *, const char *);

#endif
