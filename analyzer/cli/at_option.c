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

struct symbols {
    VEC(const char *) names;
};

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

static bool has_name(const struct symbols *all, const char *name)
{
    for (int i = 0; i < all->names.n; i++)
        if (!strcmp(all->names.at[i], name)) return true;
    return false;
}

// How many models the reports have; their symbols as one list.
static int list_symbols(struct arena *arena, int n_reports, const struct report *const *reports,
                        struct symbols *all)
{
    int n_models = 0;
    for (int r = 0; r < n_reports; r++) {
        for (int m = 0; m < reports[r]->n_models; m++) {
            const char *const *names;
            int n = at_symbols(arena, &reports[r]->models[m], reports[r]->n_dtypes, &names);
            for (int i = 0; i < n; i++)
                if (!has_name(all, names[i])) *vec_push(arena, &all->names) = names[i];
        }
        n_models += reports[r]->n_models;
    }
    return n_models;
}

bool at_option_check(struct arena *arena, const struct session_request *request, int n_reports,
                     const struct report *const *reports)
{
    struct symbols all = {0};
    int n_models = list_symbols(arena, n_reports, reports, &all);
    for (int i = 0; i < request->at.n && n_models; i++) {
        const char *name = request->at.at[i].name;
        if (has_name(&all, name)) continue;
        if (is_set(&request->front.eval, name)) {
            complain("--at %s: %s was set, so nothing depends on it", name, name);
            return false;
        }
        const char *nearest = nearest_string(arena, name, all.names.at, all.names.n);
        complain("--at %s: no figure of the model depends on this symbol%s", name,
                 *nearest ? nearest : all_names(arena, all.names.n, all.names.at));
        return false;
    }
    return true;
}
