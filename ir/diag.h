#ifndef IR_DIAG_H
#define IR_DIAG_H

// Findings: what is wrong, where, how sure, and what would mend it. Every kind
// of finding is one line of diags.def. A list of findings is kept in the order
// of finding; reports sort it.

#include "ir/base/arena.h"
#include "ir/base/site.h"
#include "ir/sym/sym.h"

enum diag_id {
    DIAG_NONE,
#define DIAG(id, code, severity, if_open, name, summary, explanation) DIAG_##id,
#define DIAG_OFF DIAG
#include "ir/diags.def"
#undef DIAG_OFF
#undef DIAG
    N_DIAGS
};

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };
#define N_SEVERITIES (SEVERITY_ERROR + 1)

const char *severity_name(enum severity); // "error"
const char *verdict_name(enum verdict);   // "refuted"

struct diag_info {
    const char *code; // "SP101"
    enum severity severity, severity_if_open;
    bool off;                // only told where --checks asks for it
    const char *name;        // "matmul-inner", for --checks and shapeprof-ignore
    const char *summary;     // one line, the SARIF rule's title
    const char *explanation; // the page of `shapeprof explain`
};

const struct diag_info *diag_info(enum diag_id);
enum diag_id diag_find(const char *code_or_name); // DIAG_NONE if there is none
// The name or code that is nearest to one that does not exist; NULL: none is near.
const char *diag_nearest(struct arena *, const char *code_or_name);

struct diag_note {
    const struct site *site; // may be NULL
    const char *message;
    struct diag_note *next;
};

// One change of a source that mends the finding: `old` stands at the place, in bytes from 1, and
// `text` is to stand there. All edits of a finding are made, or none.
struct diag_edit {
    const char *file;
    int line, column;
    const char *old, *text; // `old` may be empty, to insert before the place
    struct diag_edit *next;
};

struct diag {
    enum diag_id id;
    enum severity severity;
    enum verdict verdict;    // OPEN: "holds only if H % 8 == 0"; most kinds are notes then
    const struct site *site; // the user's line; NULL: the whole run
    const char *message;
    const char *fix;         // what to change, in words; may be NULL
    struct diag_note *notes; // in order
    struct diag_edit *edits; // in the order of their places; NULL: there is no mechanical mend
    int step;                // the node of its program that it came with; 0: before the first one
    int round;               // of the innermost loop that ran then, from 1; 0: of none
    struct diag *next;
};

// A list that grows at its end.
struct diags {
    struct arena *arena;
    struct diag *first, **last;
    int n_errors, n_warnings;
    int step;  // what findings that are added get; a builder sets it with each node
    int round; // likewise; an interpreter sets it with each round of a loop
};

void diags_open(struct diags *, struct arena *);
// Adds a finding and returns it, for notes and a fix to be hung on.
struct diag *diag_add(struct diags *, enum diag_id, const struct site *, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_note(struct diags *, struct diag *, const struct site *, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// Adds a copy of a finding of another list that may end before this one; names in sites stay where
// they are.
struct diag *diag_copy(struct diags *, const struct diag *);
// Has the list a finding of this kind that says the same of the same place?
bool diags_have(const struct diags *, const struct diag *);
// Findings begin with the severity of diags.def and the verdict REFUTED.
void diag_set_severity(struct diags *, struct diag *, enum severity);
void diag_fix(struct diags *, struct diag *, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Adds an edit at the place of the site.
void diag_edit(struct diags *, struct diag *, const struct site *, const char *old,
               const char *text);

#endif
