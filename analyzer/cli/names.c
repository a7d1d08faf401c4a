// What a request names against what the program has. A name that nothing answers to would be
// silently without effect, so it ends the run, with the names that come nearest.

#include "analyzer/cli/names.h"

#include "analyzer/cli/complain.h"
#include "ir/base/text.h"

#include <string.h>

#define MAX_RELATED 4 // names that are suggested

// Lists of names are short: a search needs no order.
static bool is_listed(const char *name, const char *const *names, int n)
{
    for (int i = 0; i < n; i++) {
        if (!strcmp(name, names[i])) return true;
    }
    return false;
}

// "wide" or "a.c:wide" against "examples/a.c:wide".
static bool names_entry(const char *asked, const char *entry)
{
    size_t a = strlen(asked), e = strlen(entry);
    if (a > e || strcmp(entry + e - a, asked) != 0) return false;
    return a == e || entry[e - a - 1] == ':' || entry[e - a - 1] == '/';
}

// The frontend found no model under the name; say which names there are.
static bool check_entry(struct arena *arena, const struct session_request *request,
                        const struct front_result *front)
{
    const char *asked = request->front.entry;
    if (!asked || front->n_models) return true;
    const char **functions = arena_array(arena, const char *, front->n_entries);
    for (int i = 0; i < front->n_entries; i++) {
        if (names_entry(asked, front->entries[i])) return true;
        const char *colon = strrchr(front->entries[i], ':');
        functions[i] = colon ? colon + 1 : front->entries[i];
    }
    complain("no function `%s` builds a model%s", asked,
             nearest_string(arena, asked, functions, front->n_entries));
    return false;
}

#define MAX_LISTED 12 // names that can be bound

static const char *bindable(struct arena *arena, const struct front_result *front)
{
    struct text text = {.arena = arena};
    if (!front->n_symbols) return "; it has none";
    for (int i = 0; i < front->n_symbols && i < MAX_LISTED; i++)
        text_printf(&text, "%s`%s`", i ? ", " : "; its unknowns are ", front->symbols[i]);
    if (front->n_symbols > MAX_LISTED)
        text_printf(&text, " and %d more", front->n_symbols - MAX_LISTED);
    return text_string(&text);
}

// The unknown numbers inside of a struct or array of this name: `hp.n_embd`, `hp->n_embd`,
// `sizes[0]`.
static const char *parts_of(struct arena *arena, const char *name, const struct front_result *front)
{
    struct text text = {.arena = arena};
    size_t length = strlen(name);
    int found = 0;
    for (int i = 0; i < front->n_symbols; i++) {
        const char *symbol = front->symbols[i];
        bool inside =
            !strncmp(symbol, name, length) && symbol[length] && strchr(".-[", symbol[length]);
        if (inside && found++ < MAX_LISTED)
            text_printf(&text, "%s`%s`", found > 1 ? ", " : "", symbol);
    }
    if (found > MAX_LISTED) text_printf(&text, " and %d more", found - MAX_LISTED);
    return text.n ? text_string(&text) : NULL;
}

// What the program sets itself is changed there, or by a macro.
static void complain_of_binding(struct arena *arena, const char *name, const struct site *global,
                                const struct front_result *front)
{
    const char *parts = parts_of(arena, name, front);
    if (parts)
        complain("--set %s: `%s` is no number; the unknown numbers in it are %s", name, name,
                 parts);
    else if (global)
        complain("--set %s: the program gives `%s` its value itself (%s)%s", name, name,
                 site_string(arena, global), bindable(arena, front));
    else
        complain("--set %s: no unknown of the program has this name%s%s", name,
                 nearest_string(arena, name, front->symbols, front->n_symbols),
                 bindable(arena, front));
}

// A binding that no model ever asked for is most likely a misspelt name.
static bool check_bindings(struct arena *arena, const struct session_request *request,
                           const struct front_result *front)
{
    bool unused = front->n_models > 0;
    for (int i = 0; i < front->n_models; i++) unused &= front->models[i].n_unused_bindings > 0;
    for (int i = 0; unused && i < request->front.eval.n_bindings; i++) {
        const char *name = request->front.eval.binding_names[i];
        if (is_listed(name, front->symbols, front->n_symbols)) continue;
        complain_of_binding(arena, name, front->binding_globals[i], front);
        return false;
    }
    return true;
}

// An input that no model takes would be silently without effect.
static bool check_inputs(struct arena *arena, const struct session_request *request,
                         const struct front_result *front)
{
    bool any = front->n_models > 0 || front->input_names.n > 0;
    for (int i = 0; any && i < request->front.n_inputs; i++) {
        const struct front_input *input = &request->front.inputs[i];
        struct text names = {.arena = arena};
        if (front->inputs_used[i]) continue;
        for (int k = 0; k < front->input_names.n; k++)
            text_printf(&names, "%s`%s`", k ? ", " : "", front->input_names.at[k]);
        if (!names.n)
            complain("--input %s: the program makes its inputs itself", input->type);
        else if (!input->name)
            complain("--input %s: there are no more inputs than %s", input->type,
                     text_string(&names));
        else if (front->input_names.n == 1)
            complain("--input %s: no model has an input of this name; the input is %s", input->name,
                     text_string(&names));
        else
            complain(
                "--input %s: no model has an input of this name; the inputs are %s%s", input->name,
                text_string(&names),
                nearest_string(arena, input->name, front->input_names.at, front->input_names.n));
        return false;
    }
    return true;
}

// Is `part` all of `name`, or so many of its parts at the end?
static bool ends_with_parts(const char *name, const char *part)
{
    size_t n = strlen(name), k = strlen(part);
    return k && k <= n && !strcmp(name + n - k, part) && (k == n || name[n - k - 1] == '.');
}

// Names that hold what was asked for, or end as it does: people leave out the beginning of a
// dotted name, or ask for a module that has leaves below it.
static const char *related_names(struct arena *arena, const char *asked, int n,
                                 const char *const *names)
{
    const char *dot = strrchr(asked, '.'), *last = dot ? dot + 1 : asked;
    struct text text = {.arena = arena};
    int found = 0;
    for (int i = 0; i < n; i++) {
        bool holds = *asked && strstr(names[i], asked);
        if ((!holds && !ends_with_parts(names[i], last)) || is_listed(names[i], names, i)) continue;
        if (found++ < MAX_RELATED)
            text_printf(&text, "%s`%s`", found > 1 ? ", " : "; there are ", names[i]);
    }
    if (found > MAX_RELATED) text_printf(&text, " and %d more", found - MAX_RELATED);
    return text_string(&text);
}

static const char *first_names(struct arena *arena, int n, const char *const *names)
{
    struct text text = {.arena = arena};
    int found = 0;
    for (int i = 0; i < n; i++) {
        if (!*names[i] || is_listed(names[i], names, i)) continue;
        if (found++ < MAX_RELATED)
            text_printf(&text, "%s`%s`", found > 1 ? ", " : "; the names begin with ", names[i]);
    }
    return text_string(&text);
}

// Names of all rows are on offer, functional ops too.
static bool check_why(struct arena *arena, const struct session_request *request,
                      const struct session_result *result)
{
    const struct report *report = &result->report;
    if (!request->why || result->why_found || !report->n_models) return true;
    VEC(const char *) names = {0};
    for (int m = 0; m < report->n_models; m++) {
        for (int i = 0; i < report->models[m].n_rows; i++)
            *vec_push(arena, &names) = report->models[m].rows[i].name;
    }
    const char *others = related_names(arena, request->why, names.n, names.at);
    if (!*others) others = nearest_string(arena, request->why, names.at, names.n);
    if (!*others) others = first_names(arena, names.n, names.at);
    complain("--why %s: no leaf has this name%s", request->why, others);
    return false;
}

bool names_check(struct arena *arena, const struct session_request *request,
                 const struct session_result *result)
{
    return check_entry(arena, request, &result->front) &&
           check_inputs(arena, request, &result->front) &&
           check_bindings(arena, request, &result->front) && check_why(arena, request, result);
}
