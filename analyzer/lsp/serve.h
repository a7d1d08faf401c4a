#ifndef ANALYZER_LSP_SERVE_H
#define ANALYZER_LSP_SERVE_H

// `shapeprof lsp`: the language server on two files, until the client says
// `exit` or goes away. Returns the exit status that the protocol asks for.

int serve(int in, int out);

#endif
