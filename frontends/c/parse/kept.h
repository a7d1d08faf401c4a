#ifndef FRONTENDS_C_KEPT_H
#define FRONTENDS_C_KEPT_H

// What a unit remembers so that it can become the unit of the next version of its text: what it
// was asked for, what it read, and every place that moves when lines are added above it. Private to
// frontends/c.

#include "frontends/c/parse/link.h"

#include <time.h>

// NULL in `modified` and all that: the file was not there.
struct kept_file {
    const char *path;
    bool exists;
    int64_t size;
    struct timespec modified;
};

struct kept_flags {
    int n;
    const char **at;
};

struct kept {
    struct unit_request asked;   // the strings are in the unit's arena, but for the texts
    struct kept_flags *flags;    // of each translation unit, before headers were searched for
    struct arena *texts;         // of the unsaved texts alone: they are replaced
    VEC(struct kept_file) files; // that were read from the disk
    VEC(struct ast *) nodes;     // with places
    VEC(struct ast *) numbers;   // that __LINE__ gave
    VEC(struct variable *) variables;
    VEC(struct site *) sites;
    struct diags found;   // all findings of reading, of bodies that were lowered too
    struct diag **untold; // from here on the reader of this analysis has not got them
    struct diags *reader;
    int n_patches;
};

// For a unit that will be kept, before anything is parsed.
struct kept *kept_open(struct arena *, const struct unit_request *, struct diags *reader);
void kept_close(struct kept *);
// After parsing: what was read, and how it looked.
void kept_remember(struct unit *);
// Has nothing changed that the unit was made from, other than unsaved texts? These are compared by
// whether there are any.
bool kept_is_of(const struct unit *, const struct unit_request *);
// The text that the unit was made from; NULL: it was read from the disk.
const char *kept_text(const struct kept *, const char *path);
// From now on the unit is asked for this, and has been made from these texts.
void kept_ask(struct unit *, const struct unit_request *);
// Gives the reader what it has not got yet.
void kept_tell(struct kept *);
// All is untold to the reader of the next analysis.
void kept_begin(struct kept *, struct diags *reader);
// Takes away what was found between two places of a file.
void kept_forget(struct kept *, const char *file, struct source_place from, struct source_place to);
// All behind a line of a file is so many lines further down.
void kept_move(struct unit *, uint32_t file, uint32_t line, int lines);

// Places that may have to move; nothing happens in a unit that is not kept.
void kept_note_node(struct unit *, struct ast *);
void kept_note_number(struct unit *, struct ast *);
void kept_note_variable(struct unit *, struct variable *);
void kept_note_site(struct unit *, struct site *);

#endif
