#ifndef FRONTENDS_C_CURSOR_H
#define FRONTENDS_C_CURSOR_H

// Small questions to libclang's cursors that every part of the lowering asks:
// children, places, names, and the word that stands in the source where a
// cursor begins (libclang hides which builtin an expression is; the word tells).

#include "frontends/c/parse/clang.h"
#include "ir/base/arena.h"
#include <stdbool.h>

struct tu;

// Children, few of them without an allocation. Never copy it: `at` may point
// into the struct itself.
struct kids {
    struct arena *arena;
    CXCursor few[4];
    CXCursor *at;
    int n, capacity;
};

// The cursor's children, in order; the list may lie in the struct itself, which must not move.
void kids_of(struct kids *, struct arena *, CXCursor);
// At most `limit` of them are counted: for lists too long to walk.
int64_t kids_count(CXCursor, int64_t limit);

// Where something is, as a user would say it: a token of a macro's body is at
// the macro's use, a token of its argument where the argument was written.
struct source_place {
    uint32_t file, line, column, offset;
};

// Where a cursor is for libclang, where a location is, and where a cursor's last token ends.
struct source_place cursor_place(struct tu *, CXCursor);
struct source_place cursor_place_of(struct tu *, CXSourceLocation);
struct source_place cursor_end(struct tu *, CXCursor);
// Where the outermost macro is used whose text the start is; outside of macros the start itself.
struct source_place cursor_expansion(struct tu *, CXCursor);
CXSourceLocation cursor_start(CXCursor);
bool cursor_in_macro(CXCursor); // a token of its text or of an argument

// What it is called; "" of what has no name. And is it called so?
const char *cursor_name(struct arena *, CXCursor);
bool cursor_is(CXCursor, const char *name);
// The bytes of the file where the cursor's first token was spelled, even in a
// macro's body; NULL for a token made by ##. `left` counts what follows.
const char *cursor_text(struct tu *, CXCursor, size_t *left);
// The identifier there; "" if there is none.
const char *cursor_word(struct tu *, CXCursor, char *buffer, size_t size);
bool cursor_is_expression(CXCursor);
// The first of the characters in `stop` between `at` and `end` that stands outside of brackets,
// strings and character constants; NULL if there is none.
const char *cursor_find(const char *at, const char *end, const char *stop);

#endif
