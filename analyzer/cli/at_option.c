#include "analyzer/cli/at_option.h"

#include "analyzer/at.h"
#include "analyzer/cli/complain.h"

#include "ir/base/text.h"

#include <string.h>

bool at_option_read(struct arena *arena, const struct options *options,
                    struct session_request *request)
{
    const char *error;
    int n = options->given[OPTION_AT].n;
    if (at_parse(arena, n, options->given[OPTION_AT].at, &request->at, &error)) return true;
    complain("--at: %s", error);
    return false;
}

// Symbols are short: where none is near, all are told.
static const char *all_names(struct arena *arena, int n, const char *const *names)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < n; i++) text_printf(&text, "%s`%s`", i ? ", " : "; there are ", names[i]);
    return text_string(&text);
}

static bool is_set(const struct eval_request *eval, const char *name)
{
    for (int i = 0; i < eval->n_bindings; i++)
        if (strcmp(eval->binding_names[i], name) == 0) return true;
    return false;
}

bool at_option_check(struct arena *arena, const struct session_request *request,
                     const struct report *report)
{
    VEC(const char *) all = {0};
    for (int m = 0; m < report->n_models; m++) {
        const char *const *names;
        int n = at_symbols(arena, &report->models[m], report->n_dtypes, &names);
        for (int i = 0; i < n; i++) *vec_push(arena, &all) = names[i];
    }
    for (int i = 0; i < request->at.n && report->n_models; i++) {
        const char *name = request->at.at[i].name;
        bool found = false;
        for (int k = 0; k < all.n && !found; k++) found = !strcmp(all.at[k], name);
        if (found) continue;
        if (is_set(&request->front.eval, name)) {
            complain("--at %s: %s was set, so nothing depends on it", name, name);
            return false;
        }
        const char *nearest = nearest_string(arena, name, all.at, all.n);
        complain("--at %s: no figure of the model depends on this symbol%s", name,
                 *nearest ? nearest : all_names(arena, all.n, all.at));
        return false;
    }
    return true;
}
