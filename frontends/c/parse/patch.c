// What a body means depends on what stands before it outside of other bodies, and nothing outside
// of it depends on what it says. So the text is parsed once more with all other bodies left out;
// where the function then ends at the brace that is expected, and no error is outside of it that
// was not there before, its new tree takes the place of the old one. All else stays, cursors too:
// they are of the translation unit that was parsed from the whole text.

#include "frontends/c/parse/patch.h"

#include "frontends/c/parse/bodies.h"
#include "frontends/c/parse/kept.h"
#include "frontends/c/lower/lower.h"

#include <string.h>

// Trees that were replaced stay in memory until all is parsed again.
#define MAX_PATCHES 400

struct patch {
    struct unit *unit;
    const struct unit_request *request;
    struct tu *tu;                    // whose text changed
    const char *before, *after;       // its texts
    size_t n_before, n_after;         // bytes
    size_t from, to_before, to_after; // what differs
    struct body *body;
    uint32_t end; // of the body in the text after the edit
    struct arena *scratch;
    struct tu *part; // the text with all other bodies left out
    CXCursor definition;
    int n_errors; // in it
};

// ---- which edit it is

// The translation unit whose text is another one; false: a header's is, or several are.
static bool find_changed(struct patch *p)
{
    const struct kept *kept = p->unit->kept;
    int n_changed = 0;
    for (int i = 0; i < p->request->n_unsaved; i++) {
        const char *path = p->request->unsaved_paths[i];
        if (strcmp(p->request->unsaved_texts[i], kept->asked.unsaved_texts[i]) == 0) continue;
        n_changed++;
        for (int k = 0; k < p->unit->tus.n; k++)
            if (strcmp(p->unit->tus.at[k]->path, path) == 0) p->tu = p->unit->tus.at[k];
        p->before = kept->asked.unsaved_texts[i];
        p->after = p->request->unsaved_texts[i];
    }
    return n_changed == 0 || (n_changed == 1 && p->tu);
}

static void find_difference(struct patch *p)
{
    p->n_before = strlen(p->before);
    p->n_after = strlen(p->after);
    size_t least = p->n_before < p->n_after ? p->n_before : p->n_after, behind = 0;
    while (p->from < least && p->before[p->from] == p->after[p->from]) p->from++;
    while (behind < least - p->from &&
           p->before[p->n_before - 1 - behind] == p->after[p->n_after - 1 - behind])
        behind++;
    p->to_before = p->n_before - behind;
    p->to_after = p->n_after - behind;
}

// Nothing but blanks may follow on the line of the brace: columns are not moved.
static bool ends_its_line(const char *text, uint32_t end)
{
    while (text[end] == ' ' || text[end] == '\t' || text[end] == '\r') end++;
    return text[end] == '\n' || text[end] == '\0';
}

// A body is known by its bytes: what the compiler reads may begin with a byte-order mark.
static bool find_body(struct patch *p)
{
    bodies_find(p->tu);
    p->body = bodies_around(p->tu, p->from, p->to_before);
    if (!p->body || p->body->fixed || p->n_after >= INT32_MAX) return false;
    p->end = (uint32_t)(p->body->end - p->to_before + p->to_after);
    const char *text = p->after + p->body->begin;
    size_t n = p->end - p->body->begin;
    return bodies_is_block(text, n) && !bodies_has_directives(text, n) &&
           ends_its_line(p->after, p->end);
}

// ---- parsing it

static int errors_inside(struct tu *tu, uint32_t from, uint32_t to)
{
    int n = 0;
    for (int i = 0; i < tu->errors.n; i++) {
        const struct source_place *place = &tu->errors.at[i].place;
        n += place->file == tu_source(tu) && place->offset >= from && place->offset < to;
    }
    return n;
}

static int errors_outside_of_bodies(struct tu *tu)
{
    int n = tu->errors.n;
    for (int i = 0; i < tu->bodies.n && n; i++)
        n -= errors_inside(tu, tu->bodies.at[i].first_begin, tu->bodies.at[i].first_end);
    return n;
}

// Bodies are where they were before the edit.
static const char *text_of_part(struct patch *p)
{
    const char *before = bodies_leave_out(p->scratch, p->tu, p->body, p->before, p->n_before);
    return arena_printf(p->scratch, "%.*s%.*s%s", (int)p->from, before,
                        (int)(p->to_after - p->from), p->after + p->from, before + p->to_before);
}

static bool parse_part(struct patch *p)
{
    p->part = tu_open_part(p->tu, p->scratch, text_of_part(p));
    tu_parse(p->part);
    if (p->part->code != CXError_Success) return false;
    uint32_t end;
    if (!bodies_definition(p->part, p->body->begin, &p->definition, &end) || end != p->end)
        return false;
    tu_take_errors(p->part);
    tu_sort_errors(p->part);
    p->n_errors = errors_inside(p->part, p->body->begin, p->end);
    return p->part->errors.n - p->n_errors == errors_outside_of_bodies(p->tu);
}

// ---- taking it

// What is asked of cursors has to be asked while they live.
static void finish_function(struct unit *unit, struct linked_function *linked, struct tu *home)
{
    link_complete_function(linked);
    link_never_returns(linked);
    unit_body(unit, &linked->function);
    linked->tu = home;
}

static void finish_variable(struct unit *unit, struct linked_variable *linked, struct tu *home)
{
    link_complete_variable(linked);
    unit_global_init(unit, &linked->variable);
    linked->tu = home;
}

// Lowering may meet more of both.
static void finish_all(struct patch *p, int n_functions, int n_globals)
{
    struct unit *unit = p->unit;
    while (n_functions < unit->functions.n || n_globals < unit->globals.n) {
        if (n_functions < unit->functions.n)
            finish_function(unit, unit->functions.at[n_functions++], p->tu);
        else
            finish_variable(unit, unit->globals.at[n_globals++], p->tu);
    }
}

// Statics of the old body would be found by their names.
static void forget_statics(struct unit *unit, const struct linked_function *linked)
{
    for (int i = 0; i < unit->globals.n; i++)
        if (unit->globals.at[i]->inside == linked) unit->globals.at[i]->variable.name = "";
}

static void lower_again(struct patch *p)
{
    struct linked_function *linked = p->body->linked;
    struct function *function = &linked->function;
    forget_statics(p->unit, linked);
    linked->tu = p->part;
    linked->cursor = p->definition;
    linked->complete = linked->lowered = linked->ends_known = false;
    linked->mentions = NULL;
    function->body = NULL;
    function->partial = false;
    function->n_slots = 0;
    int n_functions = p->unit->functions.n, n_globals = p->unit->globals.n;
    finish_function(p->unit, linked, p->tu);
    finish_all(p, n_functions, n_globals);
}

static void drop_errors(struct tu *tu, const struct body *body)
{
    int n = 0;
    for (int i = 0; i < tu->errors.n; i++) {
        const struct tu_error *error = &tu->errors.at[i];
        bool inside = error->place.file == tu_source(tu) &&
                      error->place.offset >= body->first_begin &&
                      error->place.offset < body->first_end;
        if (!inside) tu->errors.at[n++] = *error;
    }
    tu->errors.n = n;
}

static struct source_place place_at(const char *text, uint32_t offset)
{
    struct source_place place = {.line = 1, .column = 1, .offset = offset};
    for (uint32_t i = 0; i < offset; i++) {
        place.column = text[i] == '\n' ? 1 : place.column + 1;
        place.line += text[i] == '\n';
    }
    return place;
}

static void move_bodies(struct patch *p, int lines)
{
    uint32_t end = p->body->end;
    p->body->lines += lines;
    p->tu->moved = true;
    p->tu->moved_file = tu_source(p->tu);
    for (int i = 0; i < p->tu->bodies.n; i++) {
        struct body *body = &p->tu->bodies.at[i];
        if (body->begin >= end) body->begin = body->begin - end + p->end;
        if (body->end >= end) body->end = body->end - end + p->end;
    }
}

static void take(struct patch *p)
{
    struct kept *kept = p->unit->kept;
    struct source_place from = place_at(p->before, p->body->begin);
    struct source_place to = place_at(p->before, p->body->end);
    int lines = (int)place_at(p->after, p->end).line - (int)to.line;
    uint32_t file = tu_source(p->tu);
    kept_forget(kept, p->unit->files.at[file], from, to);
    drop_errors(p->tu, p->body);
    if (lines) kept_move(p->unit, file, to.line, lines);
    move_bodies(p, lines);
    p->body->n_errors = p->n_errors;
    p->unit->generation++;
    tu_tell_errors(p->part, p->body->begin, p->body->end);
    lower_again(p);
}

static bool patch_text(struct patch *p)
{
    find_difference(p);
    if (!find_body(p)) return false;
    p->scratch = arena_open();
    bool parsed = parse_part(p);
    if (parsed) {
        take(p);
        p->unit->kept->n_patches++;
    }
    tu_close_part(p->part);
    arena_close(p->scratch);
    return parsed;
}

bool patch_unit(struct unit *unit, const struct unit_request *request)
{
    struct patch p = {.unit = unit, .request = request};
    if (unit->kept->n_patches >= MAX_PATCHES || !kept_is_of(unit, request) || !find_changed(&p))
        return false;
    struct unit_request before = unit->request;
    unit->request = *request;
    unit->request.opaque_elements = before.opaque_elements;
    if (p.tu && !patch_text(&p)) return false;
    kept_ask(unit, request);
    return true;
}
