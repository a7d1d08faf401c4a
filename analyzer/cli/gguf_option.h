#ifndef ANALYZER_CLI_GGUF_OPTION_H
#define ANALYZER_CLI_GGUF_OPTION_H

// --gguf FILE: the header of the model file that the program opens.

#include "analyzer/cli/options.h"
#include "frontends/dialects/options.h"

// False after a complaint: it is no file, or its header is broken.
bool gguf_option_read(struct arena *, const struct options *, struct dialect_options *);

#endif
