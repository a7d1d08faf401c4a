// The language server.

#include "analyzer/cli/commands.h"
#include "analyzer/cli/complain.h"
#include "analyzer/lsp/serve.h"

#include <unistd.h>

enum exit_status command_lsp(struct arena *arena, const struct options *options)
{
    (void)arena;
    if (options->arguments.n) {
        complain("lsp takes no files: the editor names them");
        return STATUS_FAILED;
    }
    return (enum exit_status)serve(STDIN_FILENO, STDOUT_FILENO);
}
