#ifndef FRONTENDS_C_HANDLES_H
#define FRONTENDS_C_HANDLES_H

// Handles that a library gives a function and wants back: a hook, a profiler, a compiled model.
// Read off the tree of a function, on all ways through it, whether or not it is ever run. What
// leaves the function, by a return, another variable or somebody else's call, is nobody's business
// here.

#include "frontends/c/unit.h"

struct handle_kind {
    const char *type;            // of the record, or of what the pointer points to
    const char *const *made_by;  // functions, ending with NULL
    const char *const *ended_by; // likewise
    const char *const *used_by;  // that neither end nor keep it
    const char *const *asked_by; // of these, the ones that say whether it has to be ended
    const char *owner;           // of the functions that make it: the field that says of what
    const char *const *parts;    // functions that give the same part of an owner each time
};

enum handle_wrong {
    HANDLE_NEVER_ENDED,  // `at`: where it is lost, NULL at the end of its block
    HANDLE_LEFT,         // ended on other ways, not on the one that leaves at `at`
    HANDLE_ENDED_AGAIN,  // at `at`
    HANDLE_DROPPED,      // what the call gave goes nowhere
    HANDLE_UNUSED,       // the variable is never read
    HANDLE_MADE_IN_LOOP, // each round makes one of the same owner
    HANDLE_KEPT_IN_LOOP  // and the one of the round before is still there
};

struct handle_finding {
    enum handle_wrong wrong;
    const struct handle_kind *kind;
    const struct ast *made;          // the call
    const struct variable *variable; // NULL: none
    const struct ast *at;
    const struct ast *declared; // whose declaration makes it; NULL: another statement does
    bool stays;                 // the variable gets no other, and its value goes nowhere else
};

// Returns how many; in the order in which they are met.
int handles_check(struct arena *, struct unit *, struct function *, int n_kinds,
                  const struct handle_kind *, const struct handle_finding **);

// For lints: the value that a call's argument struct has in a field; NULL: none is written.
const struct ast *call_field(const struct ast *call, const char *field);
// The function that is called by its name; NULL: by a pointer.
struct function *call_function(const struct ast *call);

#endif
