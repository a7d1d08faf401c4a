#ifndef ANALYZER_CACHE_CACHE_H
#define ANALYZER_CACHE_CACHE_H

// Answers on disk. A question is everything that an answer depends on but
// files: options, version, folder. It leads to the list of files that its last
// answer depended on; question and these files, as they are now, lead to the
// answer. So an answer is found only where nothing has changed, and one that
// was given before a change is found again when the change is undone.

#include "analyzer/cache/store.h"

#define N_ANSWER_PARTS 3 // findings, the answer itself, remarks

struct cached_answer {
    int status;
    const char *part[N_ANSWER_PARTS];
    size_t n[N_ANSWER_PARTS];
};

// The user's cache folder. False: there is none, or it is not wanted.
bool cache_open(struct store *, struct arena *);
bool cache_find(const struct store *, struct fingerprint question, struct cached_answer *);
// Keeps nothing where a file is no longer what the answer was made from.
void cache_keep(const struct store *, struct fingerprint question, const struct dependencies *,
                const struct cached_answer *);

#endif
