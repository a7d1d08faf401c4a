#ifndef ANALYZER_CLI_CHOICE_H
#define ANALYZER_CLI_CHOICE_H

// Options that take one of a few words.

#include "analyzer/cli/options.h"

#define CHOICE_NOT_GIVEN (-1)
#define CHOICE_REFUSED (-2)

// The number of the word among option_choices, or one of the above; refused after a complaint.
int choice_read(struct arena *, const struct options *, enum option_id);

#endif
