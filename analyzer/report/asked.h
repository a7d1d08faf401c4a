#ifndef ANALYZER_REPORT_ASKED_H
#define ANALYZER_REPORT_ASKED_H

// Which rows of a report a user means by a name, however a report writes it: "layers.3.fc",
// "layers.0..11.fc" for several, a round of "h.1..(n - 1).fc", "cat (unet.c:41)" or "cat *", each
// with ", call 2", ", call 2..4" or ", output 1" behind it.

#include "analyzer/report/report_row.h"

struct asked {
    const char *name;
    int first_call, last_call; // 0: all
    int output;                // -1: all
};

struct asked asked_read(struct arena *, const char *text);
bool asked_means(const struct asked *, const struct report_row *);
// Of a name that stands for several rows: do they differ in nothing but the number in it?
bool asked_is_range(const struct asked *);

#endif
