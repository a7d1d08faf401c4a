#ifndef FRONTENDS_DIALECTS_OPTIONS_H
#define FRONTENDS_DIALECTS_OPTIONS_H

// What the user says of libraries on the command line. The interpreter hands it on unread
// (`eval_request.libraries`).

#include "frontends/c/eval.h"

struct gguf_header; // frontends/ggml/gguf_header.h

struct dialect_options {
    int ggml_version;               // whose rules hold, as ir/ggml_graph.h counts; 0: the header's
    const struct gguf_header *gguf; // of --gguf; NULL: it was not given
};

// Of this run; all zero where nothing was said.
const struct dialect_options *dialect_options_of(const struct eval *);

#endif
