#ifndef ANALYZER_CLI_TOGETHER_H
#define ANALYZER_CLI_TOGETHER_H

// Options that mean nothing beside others (together.def).

#include "analyzer/cli/options.h"

// False, with what was given and why it means nothing, where the command would ignore an option.
bool together_check(struct arena *, const struct options *, const char **error);

#endif
