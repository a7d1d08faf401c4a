#ifndef ANALYZER_REPORT_SOURCE_TEXT_H
#define ANALYZER_REPORT_SOURCE_TEXT_H

// The lines of source files that findings stand on, for writers that say more of a place than its
// number. Each file is read once; one that cannot be read has no lines.

#include "ir/base/arena.h"

struct source_texts;

struct source_line {
    const char *at; // not terminated; NULL: there is no such line
    int length;     // in bytes, without the end of the line
};

struct source_texts *source_texts_open(struct arena *);
// What stands in a file by an editor's account, which counts instead of the disk. The text lives as
// long as the arena.
void source_texts_give(struct source_texts *, const char *file, const char *text);
// Lines count from 1.
struct source_line source_texts_line(struct source_texts *, const char *file, int line);
// A column in bytes, from 1, in units of UTF-16, as SARIF and editors count them; the same number
// where the line is not there.
int source_texts_utf16(struct source_texts *, const char *file, int line, int column);

#endif
