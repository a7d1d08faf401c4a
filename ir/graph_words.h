#ifndef IR_GRAPH_WORDS_H
#define IR_GRAPH_WORDS_H

// The words of a program's text, as graph_reader.h reads them back; private to ir/graph_print.c.

#include "ir/base/text.h"
#include "ir/graph.h"

void words_string(struct text *, const char *string); // in quotes
void words_name(struct text *, const char *name);     // a blank and the name; nothing for NULL
// A size that stands alone: in parentheses unless it is a number.
void words_size(struct text *, const struct sym *size);
void words_dims(struct text *, int n, const struct sym *const *dim); // "[N, 3]"
void words_attr(struct text *, const struct attr *);

#endif
