#ifndef ANALYZER_CLI_COMMANDS_H
#define ANALYZER_CLI_COMMANDS_H

// What the program can be told to do. A command is a line of commands.def and
// a function in a file of its own; it returns the exit status.

#include "analyzer/cli/options.h"

enum exit_status {
    STATUS_CLEAN = 0,
    STATUS_FOUND = 1, // an error, a broken budget
    STATUS_FAILED = 2 // could not analyse: bad usage, unreadable source
};

typedef enum exit_status run_command(struct arena *, const struct options *);

struct command {
    const char *name, *arguments;
    run_command *run;
    const char *doc, *explanation;
};

#define COMMAND(id, name, arguments, run, doc, explanation) run_command run;
#include "analyzer/cli/commands.def"
#undef COMMAND

const struct command *command_get(enum command_id);

#endif
