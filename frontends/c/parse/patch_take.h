#ifndef FRONTENDS_C_PATCH_TAKE_H
#define FRONTENDS_C_PATCH_TAKE_H

// What edits inside of bodies (patch.c) and outside of them (patch_outside.c) have in common: the
// texts before and after, the source parsed again in part, and what it takes the place of. Private
// to frontends/c.

#include "frontends/c/parse/bodies.h"

struct unit_request;

struct patch {
    struct unit *unit;
    const struct unit_request *request;
    struct tu *tu;                    // whose text changed
    const char *before, *after;       // its texts
    size_t n_before, n_after;         // bytes
    size_t from, to_before, to_after; // what differs
    struct arena *scratch;
    struct tu *part; // the text with other bodies left out; NULL: nothing was parsed
};

// A body in the part.
struct patch_body {
    struct body *body;
    uint32_t end; // in the text after the edit
    CXCursor definition;
    int n_errors; // in it
};

// Parses the part. False: that failed. The errors of the compiler are in order then.
bool patch_parse(struct patch *, const char *text);
// How many errors there are between two offsets of the text that it was parsed from.
int patch_errors_inside(struct tu *, uint32_t from, uint32_t to);
int patch_errors_outside_of_bodies(struct tu *);
// Finds it in the part, where it begins at `begin` and has to end at `end`.
bool patch_find_body(struct patch *, struct patch_body *, uint32_t begin);
struct source_place patch_place(const char *text, uint32_t offset);
// Everything behind `end` of the text before has moved to behind `new_end`.
void patch_move(struct patch *, uint32_t end, uint32_t new_end, uint32_t line, int lines);
// What is known of the body goes; patch_lower makes the new one. `begin` and `end` are in the text
// before.
void patch_forget(struct patch *, struct patch_body *, uint32_t begin, uint32_t end);
void patch_lower(struct patch *, struct patch_body *);

// An edit outside of all bodies; false as of patch_unit.
bool patch_outside(struct patch *);

#endif
