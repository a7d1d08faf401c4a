#ifndef FRONTENDS_C_ENCLOSING_H
#define FRONTENDS_C_ENCLOSING_H

// Which call a place is written in, by the text alone: a macro's arguments are no cursors, and
// where a file does not compile there may be none at all.

#include "frontends/c/parse/tu.h"

enum enclosing_braces { BRACES_END, BRACES_PASSED }; // of a list that the place is in

// The name before the innermost parenthesis around the place, as the user wrote it; NULL where
// there is none, or what is called is no name.
const char *enclosing_call(struct tu *, struct arena *, CXSourceLocation, enum enclosing_braces);
// The offsets of the semicolons before and behind the place; the file's ends where there are none.
void enclosing_semicolons(struct tu *, CXSourceLocation, uint32_t *before, uint32_t *behind);
// The name of a macro there whose first argument begins with a brace; NULL: none does.
const char *enclosing_braced(struct tu *, struct arena *, CXSourceLocation);
// The first character there; 0 where it is in no file.
char enclosing_character(struct tu *, CXSourceLocation);

#endif
