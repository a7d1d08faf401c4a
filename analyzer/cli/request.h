#ifndef ANALYZER_CLI_REQUEST_H
#define ANALYZER_CLI_REQUEST_H

// From options to an analysis: what the commands that read models share.

#include "analyzer/cli/answer.h"
#include "analyzer/cli/commands.h"
#include "analyzer/cli/given.h"
#include "analyzer/report/writer.h"
#include "analyzer/session.h"

// Fills the request from the options, for these files ("a.c", or "a.c:entry"
// where there is only one). False after a complaint.
bool request_make(struct arena *, const struct options *, int n_files, const char *const *files,
                  struct session_request *);
// The same of one of two that are compared.
bool request_make_side(struct arena *, const struct options *, enum compared, int n_files,
                       const char *const *files, struct session_request *);
// The time that the whole work may take; false after a complaint.
bool request_seconds(const struct options *, int *seconds);
// Analyses, and complains of what makes the whole answer void: an entry, a
// symbol or a leaf that does not exist, a source that could not be read. The
// status that the analysis alone gives, in `*status`; false: there is no answer.
bool request_run(struct arena *, const struct options *, const struct session_request *,
                 struct session_result *, enum exit_status *status);
// Both for all files that were named; a complaint where none was.
bool request_analyse(struct arena *, const struct options *, const char *command,
                     struct session_result *, enum exit_status *status);
// Remarks on what was not read, after the answer: no model, a file with errors.
void request_remark(const struct options *, const struct session_result *, struct answer *);
// The format that was asked for; NULL after a complaint.
const struct writer *request_writer(struct arena *, const struct options *);
// The width and colour of the output.
struct view request_terminal(void);
// With the depth that was asked for; false after a complaint.
bool request_view(const struct options *, struct view *);
// The status of an answer with these findings.
enum exit_status request_status(const struct options *, const struct report *);
// Where the format has no place for findings (NULL: it has none): to standard error.
void request_findings(const struct writer *, const struct report *, struct answer *);
// Where there is no answer: what was found on the way, in the asked format, so that a program that
// reads it gets what it can read.
void request_print_failure(struct arena *, const struct options *, const struct writer *,
                           const struct report *found, const struct view *);
// The same where the work itself came to no end, of whoever asked for a format.
void request_print_death(struct arena *, const struct options *, const char *message);

#endif
