#ifndef ANALYZER_LSP_COMMANDS_H
#define ANALYZER_LSP_COMMANDS_H

// What a code lens or the user can have done: commands.def of workspace/executeCommand.

#include "analyzer/lsp/server.h"

json_t *commands_list(void); // their names
// The answer to a question that a command asked.
void command_take_choice(struct server *, const char *question, const json_t *choice);

#endif
