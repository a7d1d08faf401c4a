// A program of one or more sources: opening parses all of them and links names; bodies and
// initialisers are lowered when first asked for, since most of what headers bring is never run.

#include "frontends/c/unit.h"
#include "frontends/c/parse/bodies.h"
#include "frontends/c/parse/clang.h"
#include "frontends/c/crew.h"
#include "frontends/c/parse/keeper.h"
#include "frontends/c/parse/kept.h"
#include "frontends/c/parse/link.h"
#include "frontends/c/parse/lookups.h"
#include "frontends/c/lower/lower.h"
#include "frontends/c/parse/patch.h"
#include "frontends/c/parse/types.h"
#include <string.h>

#define DEFAULT_OPAQUE_ELEMENTS 4096

static struct unit *unit_new(struct arena *arena, const struct unit_request *request,
                             struct diags *diags)
{
    struct unit *unit = arena_new(arena, struct unit);
    unit->arena = arena;
    unit->diags = diags;
    unit->request = *request;
    if (unit->request.opaque_elements <= 0) unit->request.opaque_elements = DEFAULT_OPAQUE_ELEMENTS;
    unit->file_numbers = map_open(arena);
    unit->external_functions = map_open(arena);
    unit->external_variables = map_open(arena);
    unit->interned = map_open(arena);
    dependencies_open(&unit->dependencies, arena);
    tu_name_files(unit);
    return unit;
}

// ---- parsing, several files at once

static void parse_one(void *data, int index)
{
    const struct unit *unit = data;
    tu_parse(unit->tus.at[index]);
}

// A file is parsed by itself. All that files share is done before and afterwards, in order, so
// that the result is the same however many are parsed at once.
static void parse_all(struct unit *unit)
{
    crew_run(crew_jobs(unit->request.n_jobs, unit->tus.n), unit->tus.n, parse_one, unit);
}

static void take_all(struct unit *unit, struct diags *diags)
{
    int n = 0;
    for (int i = 0; i < unit->tus.n; i++)
        if (tu_take(unit->tus.at[i], diags)) unit->tus.at[n++] = unit->tus.at[i];
    unit->tus.n = n;
}

// All files are parsed before any is swept: linking by name needs their
// definitions, and the target's basic types come from the first.
static bool read_all(struct unit *unit, const struct unit_request *request, struct diags *diags)
{
    struct arena *arena = unit->arena;
    for (int i = 0; i < request->n_files; i++) {
        struct tu *tu = tu_open(unit, request, request->files[i], diags);
        if (tu) *vec_push(arena, &unit->tus) = tu;
        if (clang_error()) break; // said once is enough
    }
    parse_all(unit);
    take_all(unit, diags);
    if (unit->tus.n == 0) return false;
    lookups_note_parser(&unit->dependencies);
    types_open(unit, unit->tus.at[0]);
    for (int i = 0; i < unit->tus.n; i++) link_sweep(unit->tus.at[i]);
    return true;
}

static void end(struct unit *unit)
{
    for (int i = 0; i < unit->tus.n; i++) tu_close(unit->tus.at[i]);
    unit->tus.n = 0;
}

// The unit of the last text if what differs can be taken into it, else a new one in its place.
static bool open_kept(struct unit **result, const struct unit_request *request, struct diags *diags)
{
    struct unit *unit = keeper_unit(request->keeper);
    if (unit && patch_unit(unit, request)) {
        *result = unit;
        kept_begin(unit->kept, diags);
        kept_tell(unit->kept);
        return true;
    }
    keeper_forget_unit(request->keeper);
    struct arena *arena = keeper_unit_arena(request->keeper);
    struct kept *kept = kept_open(arena, request, diags);
    *result = unit = unit_new(arena, request, &kept->found);
    unit->kept = kept;
    bool opened = read_all(unit, request, &kept->found);
    kept_tell(kept);
    if (opened) {
        kept_remember(unit);
        keeper_hold_unit(request->keeper, unit);
    } else {
        kept_close(kept);
    }
    return opened;
}

bool unit_open(struct unit **result, struct arena *arena, const struct unit_request *request,
               struct diags *diags)
{
    if (request->keeper) return open_kept(result, request, diags);
    *result = unit_new(arena, request, diags);
    return read_all(*result, request, diags);
}

void unit_end(struct unit *unit)
{
    end(unit);
    if (unit->kept) kept_close(unit->kept);
}

void unit_close(struct unit *unit)
{
    if (unit->kept)
        kept_tell(unit->kept);
    else
        end(unit);
}

int unit_n_functions(const struct unit *unit)
{
    return unit->functions.n;
}

bool unit_function_has_body(const struct unit *unit, int index)
{
    return unit->functions.at[index]->function.has_body;
}

struct function *unit_function(const struct unit *unit, int index)
{
    return link_complete_function(unit->functions.at[index]);
}

// External ones first; a static function of any file will do otherwise.
struct function *unit_find_function(const struct unit *unit, const char *name)
{
    struct linked_function *linked = map_get_string(unit->external_functions, name);
    for (int i = 0; !linked && i < unit->functions.n; i++)
        if (strcmp(unit->functions.at[i]->function.name, name) == 0) linked = unit->functions.at[i];
    return linked ? link_complete_function(linked) : NULL;
}

struct function *unit_make_function(struct unit *unit, const char *name, const struct ctype *type,
                                    const struct function *like)
{
    struct linked_function *known = map_get_string(unit->external_functions, name);
    if (known) return link_complete_function(known);
    struct linked_function *made = arena_new(unit->arena, struct linked_function);
    *made = *unit->functions.at[like->index];
    made->complete = true;
    made->function = (struct function){.name = arena_string(unit->arena, name),
                                       .type = type,
                                       .file = like->file,
                                       .line = like->line,
                                       .in_system_header = like->in_system_header,
                                       .index = unit->functions.n};
    *vec_push(unit->arena, &unit->functions) = made;
    map_put_string(unit->external_functions, made->function.name, made);
    return &made->function;
}

static bool flag_defines(const char *flag, const char *macro)
{
    size_t n = strlen(macro);
    if (strncmp(flag, "-D", 2) == 0) flag += 2;
    return strncmp(flag, macro, n) == 0 && (flag[n] == '\0' || flag[n] == '=');
}

// `-D NAME` comes in two flags.
bool unit_defines(const struct unit *unit, const char *macro)
{
    for (int i = 0; i < unit->tus.n; i++) {
        const struct flags *flags = &unit->tus.at[i]->flags;
        for (int k = 0; k < flags->n; k++) {
            bool behind = k > 0 && strcmp(flags->at[k - 1], "-D") == 0;
            bool here = strncmp(flags->at[k], "-D", 2) == 0;
            if ((behind || here) && flag_defines(flags->at[k], macro)) return true;
        }
    }
    return false;
}

static bool is_around(const struct unit *unit, const struct linked_function *linked,
                      const struct site *site)
{
    if (clang.Cursor_isNull(linked->cursor)) return false; // met in a part of a source
    struct source_place from = cursor_place(linked->tu, linked->cursor);
    struct source_place to = cursor_end(linked->tu, linked->cursor);
    return from.file == to.file && strcmp(unit_file(unit, from.file), site->file) == 0 &&
           (int)from.line <= site->line && site->line <= (int)to.line;
}

struct function *unit_function_around(struct unit *unit, const struct site *site)
{
    if (!site || !site->file) return NULL;
    for (int i = 0; i < unit->functions.n; i++)
        if (unit_function_has_body(unit, i) && is_around(unit, unit->functions.at[i], site))
            return unit_function(unit, i);
    return NULL;
}

bool unit_never_returns(const struct unit *unit, const struct function *function)
{
    return link_never_returns(unit->functions.at[function->index]);
}

// Marked as lowered first: a body that refers to its own function must not
// start again.
const struct ast *unit_body(struct unit *unit, struct function *function)
{
    struct linked_function *linked = unit->functions.at[function->index];
    link_complete_function(linked);
    if (!function->has_body) return NULL;
    if (!linked->lowered) {
        linked->lowered = true;
        lower_body(linked);
    }
    return function->body;
}

bool unit_is_partial(const struct unit *unit)
{
    for (int i = 0; i < unit->tus.n; i++)
        if (unit->tus.at[i]->errors.n > 0 || bodies_have_errors(unit->tus.at[i])) return true;
    return false;
}

int unit_n_sources(const struct unit *unit)
{
    return unit->tus.n;
}

int unit_n_globals(const struct unit *unit)
{
    return unit->globals.n;
}

const struct variable *unit_global(const struct unit *unit, int index)
{
    return link_complete_variable(unit->globals.at[index]);
}

const struct initializer *unit_global_init(struct unit *unit, const struct variable *variable)
{
    struct linked_variable *linked = unit->globals.at[variable->slot];
    link_complete_variable(linked);
    if (!linked->lowered) {
        linked->lowered = true;
        lower_global(linked);
    }
    return linked->variable.init;
}

int unit_n_files(const struct unit *unit)
{
    return unit->files.n;
}

const char *unit_file(const struct unit *unit, uint32_t file)
{
    return unit->files.at[file];
}

const struct dependencies *unit_dependencies(const struct unit *unit)
{
    return &unit->dependencies;
}

bool unit_is_main_file(const struct unit *unit, uint32_t file)
{
    return unit->main_files.at[file];
}

const struct ctype *unit_type(const struct unit *unit, const char *spelling)
{
    // The index by name is made when first asked for; the unit stays the same to its user.
    return types_named((struct unit *)(uintptr_t)unit, spelling);
}

const struct ctype *unit_pointer_to(struct unit *unit, const struct ctype *type)
{
    return types_pointer(unit, type);
}

const struct unit_types *unit_types(const struct unit *unit)
{
    return &unit->basic;
}
