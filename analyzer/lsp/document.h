#ifndef ANALYZER_LSP_DOCUMENT_H
#define ANALYZER_LSP_DOCUMENT_H

// A file that the editor has open: its text as it is there, and what the last
// analysis said of it. Places of these facts are marks, which move with the
// text as it is edited, so that what was said stays beside what it is about.

#include "analyzer/lsp/position.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mark {
    size_t begin, end;
    bool gone; // its text was edited away
};

// What was said, JSON in which each place has the number of its mark.
struct marked {
    json_t *facts;
    int n, room;
    struct mark *marks;
};

enum freshness {
    FACTS_NONE,  // nothing was said yet
    FACTS_FRESH, // of the text as it is, or as it was before the last keystrokes
    FACTS_OLD    // the text cannot be read at the moment: of the last one that could
};

struct document {
    char *uri, *path; // path NULL: no file, never analysed
    bool is_c;
    struct lines lines;
    int64_t version;
    struct marked facts;    // of the last text that could be read
    struct marked findings; // of the last text that was looked at
    int64_t facts_number;   // of the job that found the facts; 0: there are none
    enum freshness freshness;
    bool edited;         // differs from what is on disk
    bool dirty;          // edited since the last analysis began
    int64_t due;         // when it is to be analysed, in milliseconds of the clock
    int64_t analysis_ms; // that the last one took
    json_t *sizes;       // that were chosen for it; NULL: none
    struct document *next;
};

struct document *document_open(const char *uri, const char *path, const char *text, size_t n);
void document_close(struct document *);
// One change of textDocument/didChange. False: it is none.
bool document_change(struct document *, const json_t *change, enum encoding);
// Takes what was said of the text as it is, and marks its places; `facts` and `findings` are both
// such.
void document_say(struct document *, struct marked *, json_t *facts);
// The text that something is about; NULL where it is gone, or in another file.
const struct mark *marked_place(const struct marked *, const json_t *fact);
json_t *position_json(const struct lines *, size_t offset, enum encoding);
json_t *range_json(const struct lines *, size_t begin, size_t end, enum encoding);
// From a position of the protocol; false: it is none.
bool position_read(const json_t *, struct position *);

#endif
