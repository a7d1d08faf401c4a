#ifndef ANALYZER_REPORT_WRAP_H
#define ANALYZER_REPORT_WRAP_H

// Words in lines of a certain width.

#include "ir/base/text.h"

// Goes on in further lines at blanks, each a little to the right of where the words
// began. `indent`: what stands before them in the first line. A word that is longer
// than a line stays whole. Ends the line. Width 0: one line.
void wrap_write(struct text *, const char *words, int indent, int width);
// The same without the end of the last line.
void wrap_add(struct text *, const char *words, int indent, int width);
// The same words as one that no line ends in.
const char *wrap_unbroken(struct arena *, const char *words);

#endif
