#include "analyzer/cli/contracts_option.h"

#include "analyzer/cli/complain.h"

#include <limits.h>
#include <stdlib.h>

// By its full name, since a compile database has commands of other folders.
bool contracts_option_read(struct arena *arena, const struct options *options,
                           struct session_request *request)
{
    const char *path = options_last(options, OPTION_CONTRACTS);
    char full[PATH_MAX];
    int n = request->front.unit.n_flags;
    if (!path) return true;
    if (!realpath(path, full)) {
        complain("--contracts %s: there is no such file", path);
        return false;
    }
    const char **flags = arena_array(arena, const char *, n + 2);
    for (int i = 0; i < n; i++) flags[i] = request->front.unit.flags[i];
    flags[n] = "-include";
    flags[n + 1] = arena_string(arena, full);
    request->front.unit.flags = flags;
    request->front.unit.n_flags = n + 2;
    return true;
}
