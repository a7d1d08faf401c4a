#ifndef ANALYZER_BASELINE_LOCK_TEXT_H
#define ANALYZER_BASELINE_LOCK_TEXT_H

// The text of a lock back to a baseline; lock_file_text is the other way.

#include "analyzer/baseline/baseline.h"

// NULL, or what is wrong with the text.
const char *lock_text_parse(struct arena *, const char *text, size_t, struct baseline *);

#endif
