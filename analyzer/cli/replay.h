#ifndef ANALYZER_CLI_REPLAY_H
#define ANALYZER_CLI_REPLAY_H

// The arguments of an analysis, kept in a lock, so that it can be made again.

#include "analyzer/baseline/baseline.h"
#include "analyzer/cli/request.h"

#define LOCK_NAME "shapeprof.lock"

// Files first, then options and flags that decide what is analysed; how it is done is left out.
void replay_record(struct arena *, const struct options *, struct baseline_run *);
// How many of the run's arguments, from the first, are files and folders.
int replay_files(const struct baseline_run *);
// The run's question as options, with what the command was told of how to work. False after a
// complaint: they were not written by this program.
bool replay_options(struct arena *, const struct options *command, const struct baseline_run *,
                    struct options *);
// Makes the analysis again and takes its models. The status is at least that of the analysis; false
// after a complaint.
bool replay_run(struct arena *, const struct options *, struct baseline_run *,
                struct session_result *, enum exit_status *);

#endif
