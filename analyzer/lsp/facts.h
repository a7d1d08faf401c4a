#ifndef ANALYZER_LSP_FACTS_H
#define ANALYZER_LSP_FACTS_H

// What an analysis says of one document, as the worker hands it to the server:
// JSON with places as findings have them (file, line, column from 1), which the
// server turns into those of the protocol.
//
//   {findings[], hints[], lenses[], symbols[], errors_of_syntax, models[]}

#include "analyzer/session.h"

#include <jansson.h>

json_t *facts_of(struct arena *, const struct session_result *, const char *path);

// ---- its parts, a file each

// {file, line, column, severity, code, name, message, related[{file, line, column, message}]}, and
// where there is a mechanical mend: fix, edits[{file, line, column, old, new}].
json_t *facts_findings(struct arena *, const struct report *);
// One an expression: {line, column, parts[{text, file, line, column}], calls, peak, rows[]}.
json_t *facts_hints(struct arena *, const struct report *, const char *path);
// One a model that is built in the document: {line, column, entry, titles[], symbols[]}.
json_t *facts_lenses(struct arena *, const struct report *, const char *path);
// A tree: {name, detail, line, column, rows[], children[]}.
json_t *facts_symbols(struct arena *, const struct report *, const char *path);
// The derivation of rows of the last analysis, as Markdown; rows as a hint has them.
const char *facts_why(struct arena *, const struct report *, const json_t *rows);

// A place; without one it has no line.
json_t *facts_place(const struct site *);

#endif
