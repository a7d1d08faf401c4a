#ifndef ANALYZER_REPORT_EDITS_H
#define ANALYZER_REPORT_EDITS_H

// Sources with the edits of findings made in them. All edits of a finding are made, or none: none
// where the text is not there any more that they replace, or where they meet those of a finding
// before it.

#include "analyzer/report/report.h"

// Bytes [at, at + n_old) of the file as it was.
struct edited_span {
    size_t at, n_old;
    const char *text;
};

struct edited_file {
    const char *path;
    const char *before, *after;
    size_t n_before, n_after;
    int n_mends;                   // findings that edit it; one that edits two files counts in both
    VEC(struct edited_span) spans; // in order
    VEC(const struct diag *) mended;
};

struct edited {
    int n_mends; // findings whose edits were made
    VEC(struct edited_file *) files;
};

// Reads the files, which are not changed; of those that may not be, `may_change` says so.
void edits_make(struct arena *, const struct report *,
                bool (*may_change)(const struct report *, const char *path), struct edited *);
// The file of the finding is one of the sources of the report, or lies in the folder of one.
bool edits_in_sources(const struct report *, const char *path);
// The end of the text that an edit replaces, as its beginning is given: bytes from 1.
void edits_end(const struct diag_edit *, int *line, int *column);

#endif
