// Finds the entries: each user's function is walked through its calls, function pointers in
// initialisers included; what another entry reaches is none itself.

#include "frontends/entries.h"
#include "frontends/c/kernels/raw.h"
#include "frontends/c/dialect.h"

#include <string.h>

// ---- types

static bool record_is(const struct ctype *type, const char *name)
{
    if (!type || type->kind != CTYPE_RECORD || !type->name) return false;
    const char *own = strncmp(type->name, "struct ", 7) == 0 ? type->name + 7 : type->name;
    return strcmp(own, name) == 0;
}

bool entry_type_is_module(const struct ctype *type)
{
    if (!type || type->kind != CTYPE_POINTER) return false;
    const struct ctype *record = type->element;
    // A struct of the user's begins with its base, perhaps through another one.
    for (int depth = 0; depth < 8 && record && record->kind == CTYPE_RECORD; depth++) {
        if (record_is(record, "nn_module")) return true;
        record = record->n_fields ? record->fields[0].type : NULL;
    }
    return false;
}

bool entry_type_is_tensor(const struct ctype *type)
{
    return type && type->kind == CTYPE_POINTER && record_is(type->element, "nn_tensor");
}

// NNoM's converter writes a function that gives the compiled model back.
static bool type_is_nnom_model(const struct ctype *type)
{
    return type && type->kind == CTYPE_POINTER && record_is(type->element, "_nnom_model");
}

// ---- who calls whom

struct walk {
    struct arena *arena;
    struct unit *unit;
    VEC(bool) seen; // by function index: met from where the walk began
    VEC(struct function *) met;
    bool lost; // something that was walked through does not compile
};

// Lowering a body may add functions to the unit, those that no file declares: the list grows.
static bool has_met(const struct walk *walk, const struct function *function)
{
    return function->index < walk->seen.n && walk->seen.at[function->index];
}

static void walk_function(struct walk *walk, struct function *function)
{
    if (has_met(walk, function)) return;
    while (walk->seen.n <= function->index) *vec_push(walk->arena, &walk->seen) = false;
    walk->seen.at[function->index] = true;
    *vec_push(walk->arena, &walk->met) = function;
}

static void walk_body(struct walk *walk, struct function *function)
{
    const struct mentions *mentions = unit_mentions(walk->unit, function);
    walk->lost = walk->lost || mentions->lost;
    for (int i = 0; i < mentions->n; i++) walk_function(walk, mentions->functions[i]);
}

static bool is_users(const struct function *function)
{
    return function->has_body && !function->in_system_header;
}

// Everything that a run of the function may come to, itself included where it is recursive.
static void walk_from(struct walk *walk, struct function *start)
{
    walk_body(walk, start);
    for (int i = 0; i < walk->met.n; i++)
        if (is_users(walk->met.at[i])) walk_body(walk, walk->met.at[i]);
}

// ---- entries

static bool takes(const struct function *function, bool (*is)(const struct ctype *))
{
    for (int i = 0; i < function->n_parameters; i++)
        if (is(function->parameters[i]->type)) return true;
    return false;
}

static bool is_context(const struct ctype *type)
{
    return type && type->kind == CTYPE_POINTER && record_is(type->element, "ggml_context");
}

// Gives a tensor or a graph of ggml, or makes something in a context that it gets; or gives a
// network of KANN.
static bool builds_graph(const struct function *function)
{
    const struct ctype *result = function->type->element;
    const struct ctype *of = result && result->kind == CTYPE_POINTER ? result->element : NULL;
    return record_is(of, "ggml_cgraph") || record_is(of, "ggml_tensor") ||
           record_is(of, "kann_t") || takes(function, is_context);
}

static bool kind_of(const struct function *function, enum entry_kind *kind)
{
    if (!is_users(function) || !function->type) return false;
    const struct ctype *result = function->type->element;
    bool takes_modules = takes(function, entry_type_is_module);
    *kind = ENTRY_MAIN;
    if (strcmp(function->name, "main") == 0) return true;
    *kind = ENTRY_MODULE;
    if (entry_type_is_module(result)) return !takes_modules;
    *kind = ENTRY_GRAPH;
    if (builds_graph(function)) return true;
    *kind = ENTRY_TENSORS;
    if (type_is_nnom_model(result)) return true;
    return !takes_modules && (entry_type_is_tensor(result) || record_is(result, "nn_tensors") ||
                              takes(function, entry_type_is_tensor));
}

static struct entry make_entry(struct arena *arena, struct unit *unit, struct function *function,
                               enum entry_kind kind)
{
    const struct ast *body = unit_body(unit, function);
    const char *file = body ? unit_file(unit, body->file) : function->file;
    struct site *site = arena_new(arena, struct site);
    *site = (struct site){
        .file = file, .line = (int)function->line, .column = 1, .function = function->name};
    return (struct entry){.kind = kind,
                          .function = function,
                          .name = arena_printf(arena, "%s:%s", file, function->name),
                          .site = site};
}

// Does the walk meet a function of a library that builds models?
static bool meets_library(const struct walk *walk)
{
    for (int i = 0; i < walk->met.n; i++)
        if (dialect_builds(walk->met.at[i]) || dialect_suggest(walk->arena, walk->met.at[i]))
            return true;
    return false;
}

// Does it come to memory that is got, and to loops that compute on floating-point numbers?
static bool meets_raw(const struct walk *walk, struct function *start)
{
    bool computes = raw_computes(walk->unit, start), gets = false;
    for (int i = 0; i < walk->met.n && !(computes && gets); i++) {
        struct function *f = walk->met.at[i];
        computes = computes || raw_computes(walk->unit, f);
        gets = gets || (!f->has_body && strstr(f->name, "alloc") != NULL);
    }
    // What main works on may be arrays.
    return computes && (gets || strcmp(start->name, "main") == 0);
}

static void mark_reached(struct arena *arena, struct unit *unit, struct entry *entries, int n)
{
    for (int i = 0; i < n; i++) {
        struct walk walk = {.arena = arena, .unit = unit};
        walk_from(&walk, entries[i].function);
        // Of two that reach each other the first one stays.
        for (int k = 0; k < n; k++) {
            if (k == i || entries[i].reached || !has_met(&walk, entries[k].function)) continue;
            entries[k].from_main_only =
                entries[i].kind == ENTRY_MAIN && (!entries[k].reached || entries[k].from_main_only);
            entries[k].reached = true;
        }
    }
}

void entries_find(struct arena *arena, struct unit *unit, struct entries *entries)
{
    VEC(struct entry) found = {0};
    const struct function *main = unit_find_function(unit, "main");
    bool has_main = main && main->has_body;
    for (int i = 0; i < unit_n_functions(unit); i++) {
        if (!unit_function_has_body(unit, i)) continue;
        struct function *function = unit_function(unit, i);
        if (dialect_defines(function)) continue;
        enum entry_kind kind = ENTRY_RAW;
        bool may_build = kind_of(function, &kind) && (kind != ENTRY_GRAPH || !has_main);
        if (!may_build && (has_main || !is_users(function))) continue;
        struct walk walk = {.arena = arena, .unit = unit};
        walk_from(&walk, function);
        if (!may_build) kind = ENTRY_RAW;
        // Builders that only call each other build nothing, and never end.
        bool endless = kind == ENTRY_MODULE && has_met(&walk, function);
        // What does not compile may have been its calls.
        bool lost = kind != ENTRY_MAIN && walk.lost;
        bool builds = may_build && (meets_library(&walk) || endless || lost);
        bool raw = !builds && kind >= ENTRY_MAIN && meets_raw(&walk, function);
        if (!builds && !raw) continue;
        struct entry *entry = vec_push(arena, &found);
        *entry = make_entry(arena, unit, function, kind);
        entry->only_raw = raw;
    }
    mark_reached(arena, unit, found.at, found.n);
    *entries = (struct entries){found.n, found.at};
}

bool entry_is_called(const struct entry *entry, const char *asked)
{
    size_t n = strlen(asked), m = strlen(entry->name);
    if (n > m || strcmp(entry->name + m - n, asked) != 0) return false;
    return n == m || entry->name[m - n - 1] == ':' || entry->name[m - n - 1] == '/';
}

// ---- findings

static bool is_met(const struct walk *walk, const struct entries *entries, const char *asked,
                   const struct function *function)
{
    for (int i = 0; i < entries->n; i++)
        if (entries->at[i].function == function && entry_is_called(&entries->at[i], asked))
            return true;
    return has_met(walk, function);
}

void entries_keep_findings(struct arena *arena, struct unit *unit, const struct entries *entries,
                           const char *asked, struct diags *diags)
{
    struct walk walk = {.arena = arena, .unit = unit};
    struct diags kept;
    int n_called = 0;
    for (int i = 0; i < entries->n; i++) {
        if (!entry_is_called(&entries->at[i], asked)) continue;
        walk_from(&walk, entries->at[i].function);
        n_called++;
    }
    if (n_called == 0) return;
    diags_open(&kept, diags->arena);
    for (const struct diag *d = diags->first; d; d = d->next) {
        const struct function *around = unit_function_around(unit, d->site);
        if (!around || is_met(&walk, entries, asked, around)) diag_copy(&kept, d);
    }
    *diags = kept;
    if (!kept.first) diags->last = &diags->first;
}
