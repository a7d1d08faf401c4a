#ifndef FRONTENDS_C_EXPECT_H
#define FRONTENDS_C_EXPECT_H

// Headers that a source names and that its flags do not lead to: they are looked for before the
// source is parsed, which would otherwise be done twice, once to hear that they are missing.
// Private to frontends/c.

#include <stdbool.h>

struct tu;
struct diags;

// Adds the folders of such headers to the flags.
void expect_headers(struct tu *);
// After parsing. Says which headers were read from those folders. False: something was read that
// would not have been without them; the flags are as they were, and the source has to be parsed
// again.
bool expect_confirmed(struct tu *, struct diags *);

#endif
