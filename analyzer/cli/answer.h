#ifndef ANALYZER_CLI_ANSWER_H
#define ANALYZER_CLI_ANSWER_H

// What a command that reads models has to say, before it is printed: so that it can be kept, and
// be said again without reading anything.

#include "analyzer/cli/commands.h"
#include "ir/base/dependency.h"
#include "ir/base/text.h"

struct answer {
    struct text findings; // to standard error, first
    struct text text;     // to standard output
    struct text remarks;  // to standard error, last
    struct dependencies dependencies;
};

// Are answers to this question kept? Not where sources change, programs run, or --no-cache says so.
bool answer_may_be_kept(const struct options *);
void answer_open(struct answer *, struct arena *);
// Prints it, keeps it if it may be kept, and gives its status back.
enum exit_status answer_give(struct arena *, const struct options *, const struct answer *,
                             enum exit_status);
// Prints what was answered to the same question when all files were as they are now. False: it is
// not known any more.
bool answer_again(struct arena *, const struct options *, enum exit_status *);

#endif
