#ifndef ANALYZER_EXEC_FILL_H
#define ANALYZER_EXEC_FILL_H

// What no node makes: inputs, parameters, buffers and constants, with numbers
// that are the same on every machine (data.h).

#include "analyzer/exec/running.h"

void fill_given(struct exec *);
// The input that the program makes at this point of its events.
void fill_made(struct exec *, storage_id);
// One of them.
void fill_value(struct exec *, value_id);

#endif
