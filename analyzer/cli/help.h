#ifndef ANALYZER_CLI_HELP_H
#define ANALYZER_CLI_HELP_H

// Help, from the tables of commands and options.

#include "analyzer/cli/commands.h"

void help_program(void);
void help_command(struct arena *, enum command_id);
// Wraps at 78 columns; each line begins with the indent.
void help_paragraph(const char *text, const char *indent);
// "-p, --build-dir FOLDER".
const char *help_option_form(struct arena *, enum option_id);
enum exit_status list_checks(void);

#endif
