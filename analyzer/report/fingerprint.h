#ifndef ANALYZER_REPORT_FINGERPRINT_H
#define ANALYZER_REPORT_FINGERPRINT_H

// Who a finding is, whatever line it has moved to: its kind, the function it stands in, the words
// of its line without spaces, and which of several such it is. So adding lines above, or a changed
// indentation, leaves it the same finding; numbers in the message may change too.

#include "analyzer/report/source_text.h"
#include "ir/base/map.h"
#include "ir/diag.h"

struct fingerprints {
    struct arena *arena;
    struct source_texts *sources;
    struct map *counts; // of findings that look alike
};

void fingerprints_open(struct fingerprints *, struct arena *, struct source_texts *);
// Findings are to come in the order of the report. "1f0c...:1".
const char *fingerprints_next(struct fingerprints *, const struct diag *);

#endif
