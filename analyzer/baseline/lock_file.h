#ifndef ANALYZER_BASELINE_LOCK_FILE_H
#define ANALYZER_BASELINE_LOCK_FILE_H

// The file that holds a baseline in a repository: JSON, sorted, one line a model. It is written to
// a temporary file beside it that then takes its name, so whatever happens there is a whole one;
// two writers wait for each other.

#include "analyzer/baseline/baseline.h"

enum lock_reading { LOCK_IS_READ, LOCK_IS_ABSENT, LOCK_IS_BROKEN };

// LOCK_IS_BROKEN: `error` says what is wrong, and in which line.
enum lock_reading lock_file_read(struct arena *, const char *path, struct baseline *,
                                 const char **error);
// Changes the file: under a lock of its folder the baseline is read, changed and written. False,
// and why, where the file is as it was.
typedef void lock_change(void *data, struct baseline *);
bool lock_file_change(struct arena *, const char *path, lock_change *, void *data,
                      const char **error);
// The file's text.
const char *lock_file_text(struct arena *, const struct baseline *);

#endif
