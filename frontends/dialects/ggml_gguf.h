#ifndef FRONTENDS_DIALECTS_GGML_GGUF_H
#define FRONTENDS_DIALECTS_GGML_GGUF_H

// The files that a program opens with gguf.h. Of one that the user named (--gguf, or in --argv) all
// is known that its header says. Of others nothing is: keys that the program asks for are taken to
// be there, and the number under a key is a symbol of the key's name.

#include "frontends/dialects/ggml_dialect.h"
#include "frontends/ggml/gguf_header.h"

struct gguf_file {
    const char *name;                 // as the program opens it
    const struct gguf_header *header; // NULL: nothing is known
    // What was asked for where nothing is known: an id is an index here.
    VEC(const char *) keys, tensors;
    const char *missing; // the key that was looked for last and is not there; NULL: none
};

// The file that an argument is a handle of; NULL: it is not known which.
struct gguf_file *gguf_argument(const struct dialect_call *, int argument);
// A file as what gguf_init_* give.
struct cvalue gguf_make(const struct dialect_call *, const char *name, const struct gguf_header *);
// The name of the first file that was opened, for which --gguf stands; NULL: none was.
const char **gguf_bound(struct eval *);
// The number under a key of a file that nothing is known of: always the same symbol.
struct cvalue gguf_symbol(const struct dialect_call *, const char *key);

#endif
