#ifndef ANALYZER_LSP_METHODS_H
#define ANALYZER_LSP_METHODS_H

// The functions behind methods.def.

#include "analyzer/lsp/server.h"

#define DECLARE_REQUEST(function) run_method function;
#define DECLARE_NOTIFICATION(function) run_method function;
#define DECLARE_DOCUMENT(function) answer_method function;

#define METHOD(kind, name, function) DECLARE_##kind(function)
#include "analyzer/lsp/methods.def"
#undef METHOD

#endif
