#ifndef FRONTENDS_C_PATCH_H
#define FRONTENDS_C_PATCH_H

// An edit taken into a unit that was made from the text before it: inside of one function's body,
// that function alone is parsed and lowered again; in a struct, those that know it; blanks and
// comments outside of functions move what stands behind them. Private to frontends/c.

#include "frontends/c/parse/link.h"

// False: the edit is another one, or its text is not whole. The unit is as it was then, and is to
// be made anew.
bool patch_unit(struct unit *, const struct unit_request *);

#endif
