#ifndef ANALYZER_LSP_EXPRESSION_H
#define ANALYZER_LSP_EXPRESSION_H

// Where a call ends that begins at a place in a text: findings and rows know
// only where it begins, and a hint stands behind it.

#include <stddef.h>

// Behind the closing bracket; of what is no call, behind its last word.
size_t expression_end(const char *text, size_t n, size_t begin);

#endif
