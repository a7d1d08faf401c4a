#ifndef ANALYZER_SETTINGS_CHECKS_H
#define ANALYZER_SETTINGS_CHECKS_H

// Which findings are wanted: lists as clang-tidy takes them, "-name,name", each name or code with
// `*` for anything; all are wanted until one is taken away,
// but for those that diags.def has as DIAG_OFF. And lines that say
// `// shapeprof-ignore: name` of themselves or of the line behind them.

#include "analyzer/report/source_text.h"
#include "ir/diag.h"

struct checks {
    int n;
    const char *const *lists; // the later ones win
};

// What is wrong with a list of which a part stands for no finding, with the name that is nearest;
// NULL: each stands for one.
const char *checks_unknown(struct arena *, const char *list);
// The names in a line's comment that ignores findings, "" for all of them; NULL: it has none.
const char *checks_ignore_list(struct arena *, const char *line);
bool checks_want(struct arena *, const struct checks *, enum diag_id);
// Does its line, or a line of comments before it, say that it is to be ignored?
bool checks_ignored(struct source_texts *, const struct diag *);

#endif
