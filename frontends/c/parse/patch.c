// What a body means depends on what stands before it outside of other bodies, and nothing outside
// of it depends on what it says. So the text is parsed once more with all other bodies left out;
// where the function then ends at the brace that is expected, and no error is outside of it that
// was not there before, its new tree takes the place of the old one. All else stays, cursors too:
// they are of the translation unit that was parsed from the whole text.

#include "frontends/c/parse/patch.h"

#include "frontends/c/parse/kept.h"
#include "frontends/c/parse/patch_take.h"

#include <string.h>

// Trees that were replaced stay in memory until all is parsed again.
#define MAX_PATCHES 400

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
static bool find_body(const struct patch *p, struct patch_body *found)
{
    struct body *body = found->body = bodies_around(p->tu, p->from, p->to_before);
    if (!body || body->fixed) return false;
    found->end = (uint32_t)(body->end - p->to_before + p->to_after);
    const char *text = p->after + body->begin;
    size_t n = found->end - body->begin;
    return bodies_is_block(text, n) && !bodies_has_directives(text, n) &&
           ends_its_line(p->after, found->end);
}

// ---- parsing and taking it

// Bodies are where they were before the edit.
static const char *text_of_part(struct patch *p, const struct body *body)
{
    const char *before = bodies_leave_out(p->scratch, p->tu, body, p->before, p->n_before);
    return arena_printf(p->scratch, "%.*s%.*s%s", (int)p->from, before,
                        (int)(p->to_after - p->from), p->after + p->from, before + p->to_before);
}

static bool parse_part(struct patch *p, struct patch_body *body)
{
    return patch_parse(p, text_of_part(p, body->body)) &&
           patch_find_body(p, body, body->body->begin) &&
           p->part->errors.n - body->n_errors == patch_errors_outside_of_bodies(p->tu);
}

static void take(struct patch *p, struct patch_body *body)
{
    uint32_t begin = body->body->begin, end = body->body->end;
    uint32_t line = patch_place(p->before, end).line;
    int lines = (int)patch_place(p->after, body->end).line - (int)line;
    patch_forget(p, body, begin, end);
    body->body->lines += lines;
    patch_move(p, end, body->end, line, lines);
    p->unit->generation++;
    patch_lower(p, body);
}

static bool patch_body(struct patch *p)
{
    struct patch_body body = {0};
    if (!find_body(p, &body) || !parse_part(p, &body)) return false;
    take(p, &body);
    return true;
}

static bool patch_text(struct patch *p)
{
    find_difference(p);
    bodies_find(p->tu);
    if (p->n_after >= INT32_MAX) return false;
    p->scratch = arena_open();
    bool inside = bodies_around(p->tu, p->from, p->to_before) != NULL;
    bool taken = inside ? patch_body(p) : patch_outside(p);
    p->unit->kept->n_patches += taken;
    if (p->part) tu_close_part(p->part);
    arena_close(p->scratch);
    return taken;
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
