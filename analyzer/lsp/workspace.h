#ifndef ANALYZER_LSP_WORKSPACE_H
#define ANALYZER_LSP_WORKSPACE_H

// A run over all sources of the workspace: those of compile_commands.json, or
// the .c files of its folder where there is none. One file at a time, while no
// document waits, with work-done progress.

#include "analyzer/lsp/server.h"

// Answers the request at its end.
void workspace_begin(struct server *, json_t *id);
bool workspace_is(const struct server *, const json_t *id); // of that request
void workspace_cancel(struct server *);
void workspace_close(struct server *);
// The next file that is to be analysed; NULL: there is none.
const char *workspace_next(struct server *);
// What was found in the file; NULL: it could not be analysed.
void workspace_take(struct server *, const char *path, json_t *findings);
// Findings of files that are not open, by path; NULL: none.
json_t *workspace_findings(const struct server *, const char *path);

#endif
