// A part of a source that was parsed again, and how what it says gets into the unit.

#include "frontends/c/parse/patch_take.h"

#include "frontends/c/parse/kept.h"
#include "frontends/c/lower/lower.h"

// ---- the part

int patch_errors_inside(struct tu *tu, uint32_t from, uint32_t to)
{
    int n = 0;
    for (int i = 0; i < tu->errors.n; i++) {
        const struct source_place *place = &tu->errors.at[i].place;
        n += place->file == tu_source(tu) && place->offset >= from && place->offset < to;
    }
    return n;
}

int patch_errors_outside_of_bodies(struct tu *tu)
{
    int n = tu->errors.n;
    for (int i = 0; i < tu->bodies.n && n; i++)
        n -= patch_errors_inside(tu, tu->bodies.at[i].first_begin, tu->bodies.at[i].first_end);
    return n;
}

bool patch_parse(struct patch *p, const char *text)
{
    p->part = tu_open_part(p->tu, p->scratch, text);
    tu_parse(p->part);
    if (p->part->code != CXError_Success) return false;
    tu_take_errors(p->part);
    tu_sort_errors(p->part);
    return true;
}

bool patch_find_body(struct patch *p, struct patch_body *body, uint32_t begin)
{
    uint32_t end;
    if (!bodies_definition(p->part, begin, &body->definition, &end) || end != body->end)
        return false;
    body->n_errors = patch_errors_inside(p->part, begin, end);
    return true;
}

// ---- places

struct source_place patch_place(const char *text, uint32_t offset)
{
    struct source_place place = {.line = 1, .column = 1, .offset = offset};
    for (uint32_t i = 0; i < offset; i++) {
        place.column = text[i] == '\n' ? 1 : place.column + 1;
        place.line += text[i] == '\n';
    }
    return place;
}

static void move_bodies(struct patch *p, uint32_t end, uint32_t new_end)
{
    p->tu->moved = true;
    p->tu->moved_file = tu_source(p->tu);
    for (int i = 0; i < p->tu->bodies.n; i++) {
        struct body *body = &p->tu->bodies.at[i];
        if (body->begin >= end) body->begin = body->begin - end + new_end;
        if (body->end >= end) body->end = body->end - end + new_end;
    }
}

void patch_move(struct patch *p, uint32_t end, uint32_t new_end, uint32_t line, int lines)
{
    if (lines) kept_move(p->unit, tu_source(p->tu), line, lines);
    move_bodies(p, end, new_end);
}

// ---- functions

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

void patch_forget(struct patch *p, struct patch_body *body, uint32_t begin, uint32_t end)
{
    const char *path = p->unit->files.at[tu_source(p->tu)];
    kept_forget(p->unit->kept, path, patch_place(p->before, begin), patch_place(p->before, end));
    drop_errors(p->tu, body->body);
    body->body->n_errors = body->n_errors;
}

void patch_lower(struct patch *p, struct patch_body *body)
{
    struct linked_function *linked = body->body->linked;
    struct function *function = &linked->function;
    tu_tell_errors(p->part, body->body->begin, body->body->end);
    forget_statics(p->unit, linked);
    CXCursor whole = linked->cursor;
    linked->tu = p->part;
    linked->cursor = body->definition;
    linked->complete = linked->lowered = linked->ends_known = false;
    linked->mentions = NULL;
    function->body = NULL;
    function->partial = false;
    function->n_slots = 0;
    int n_functions = p->unit->functions.n, n_globals = p->unit->globals.n;
    finish_function(p->unit, linked, p->tu);
    finish_all(p, n_functions, n_globals);
    // The part's cursors end with it, where the next one is parsed.
    linked->cursor = whole;
    for (int i = n_functions; i < p->unit->functions.n; i++)
        p->unit->functions.at[i]->cursor = clang.getNullCursor();
}
