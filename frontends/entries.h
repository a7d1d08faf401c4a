#ifndef FRONTENDS_ENTRIES_H
#define FRONTENDS_ENTRIES_H

// Where a program's models begin: functions that build or compute something
// and that no other such function reaches, and main.

#include "frontends/c/unit.h"

enum entry_kind {
    ENTRY_MODULE,  // returns a module of nn.h, which is then called
    ENTRY_TENSORS, // takes or returns tensors
    ENTRY_GRAPH, // of a program without main: builds with ggml what its caller has the parts of, or
                 // a network of KANN
    ENTRY_MAIN,
    ENTRY_RAW // of a program without main: calls kernels on memory that it gets
};

struct entry {
    enum entry_kind kind;
    struct function *function;
    const char *name; // "file.c:function"
    const struct site *site;
    bool only_raw;       // nothing but loops over floats makes it one: it may be no model at all
    bool reached;        // by another entry: looked at only when asked for
    bool from_main_only; // by no other than main
};

struct entries {
    int n;
    const struct entry *at;
};

void entries_find(struct arena *, struct unit *, struct entries *);

// "wide" or "a.c:wide" against "examples/a.c:wide".
bool entry_is_called(const struct entry *, const char *asked);

// Leaves out findings of functions that no entry of this name comes to: nobody asked for them.
// Where there is no such entry, all stay.
void entries_keep_findings(struct arena *, struct unit *, const struct entries *, const char *asked,
                           struct diags *);

// Is it a pointer to a module of nn.h, or to a struct that begins with one?
bool entry_type_is_module(const struct ctype *);
bool entry_type_is_tensor(const struct ctype *);

#endif
