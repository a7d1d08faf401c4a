#include "analyzer/cli/gguf_option.h"

#include "analyzer/cli/complain.h"
#include "frontends/ggml/gguf_header.h"

bool gguf_option_read(struct arena *arena, const struct options *options,
                      struct dialect_options *libraries)
{
    const char *path = options_last(options, OPTION_GGUF), *error;
    if (!path) return true;
    struct gguf_header *header = arena_new(arena, struct gguf_header);
    if (!gguf_open(arena, path, header, &error)) {
        complain("--gguf %s: %s", path, error);
        return false;
    }
    libraries->gguf = header;
    return true;
}
