// An edit outside of bodies is told from the tokens of the text without them. Where these are the
// same, blanks and comments have changed, and all that follows has moved. Where they differ inside
// of one struct alone, what has to be read again is what knows that struct: functions that name it,
// or name a function whose declaration does. Whatever else names it has all read again.

#include "frontends/c/parse/kept.h"
#include "frontends/c/parse/patch_take.h"
#include "frontends/c/parse/tokens.h"

#include <string.h>

#define MAX_READ_AGAIN 16 // functions

struct outside {
    struct patch *p;
    const char *without; // the text before, without bodies
    struct tokens before, after;
    int first;                       // token that differs
    int behind_before, behind_after; // the first of those that are the same again
    // The struct that the edit is in: tokens of the text before, from its first to its semicolon.
    int item, item_end;
    const char *tag;
    VEC(const char *) names;   // of all that knows it
    VEC(struct body *) bodies; // that know it
};

static bool is_word(const struct outside *o, int token, const char *word)
{
    return token < o->before.n && token_is(&o->before.at[token], word);
}

// ---- which tokens differ

static void compare(struct outside *o)
{
    const struct patch *p = o->p;
    const struct tokens *a = &o->before, *b = &o->after;
    while (o->first < a->n && o->first < b->n && token_end(&a->at[o->first]) <= p->from &&
           token_same(&a->at[o->first], &b->at[o->first]))
        o->first++;
    o->behind_before = a->n;
    o->behind_after = b->n;
    while (o->behind_before > o->first && o->behind_after > o->first) {
        const struct token *x = &a->at[o->behind_before - 1], *y = &b->at[o->behind_after - 1];
        if (x->offset < p->to_before || x->n != y->n ||
            x->offset - p->to_before != y->offset - p->to_after || y->offset < p->to_after)
            break;
        o->behind_before--;
        o->behind_after--;
    }
}

static bool meets_body(const struct patch *p)
{
    for (int i = 0; i < p->tu->bodies.n; i++) {
        const struct body *body = &p->tu->bodies.at[i];
        if (body->linked && p->from < body->end && p->to_before > body->begin) return true;
    }
    return false;
}

static const char *replaced(struct patch *p, const char *text)
{
    return arena_printf(p->scratch, "%.*s%.*s%s", (int)p->from, text, (int)(p->to_after - p->from),
                        p->after + p->from, text + p->to_before);
}

// ---- what moves

// The stretch of text that differs from the one that was parsed first, known from then on. False:
// it meets several that did before.
static bool add_stretch(struct patch *p, uint32_t begin, uint32_t end, int lines)
{
    struct tu *tu = p->tu;
    struct body *known = NULL;
    int at = 0;
    for (int i = 0; i < tu->bodies.n; i++) {
        struct body *body = &tu->bodies.at[i];
        if (body->end <= begin) at = i + 1;
        if (body->linked || body->begin > end || body->end < begin) continue;
        if (known) return false;
        known = body;
    }
    if (known) {
        if (begin < known->begin) {
            known->first_begin -= known->begin - begin;
            known->begin = begin;
        }
        if (end > known->end) {
            known->first_end += end - known->end;
            known->end = end;
        }
        known->lines += lines;
        return true;
    }
    struct body made = {.begin = begin,
                        .end = end,
                        .first_begin = bodies_first_offset(tu, begin),
                        .first_end = bodies_first_offset(tu, end),
                        .lines = lines,
                        .fixed = true};
    vec_push(tu->scratch, &tu->bodies);
    for (int i = tu->bodies.n - 1; i > at; i--) tu->bodies.at[i] = tu->bodies.at[i - 1];
    tu->bodies.at[at] = made;
    return true;
}

// Columns are not moved: what stands behind the edit on its line has to stay in its own, and, where
// it moves to another line, to have nothing before it that stays.
static bool moves_by_lines(const struct outside *o, int lines, uint32_t *behind)
{
    struct patch *p = o->p;
    struct source_place from = patch_place(p->before, (uint32_t)p->to_before);
    struct source_place to = patch_place(p->after, (uint32_t)p->to_after);
    *behind = from.line;
    if (o->behind_before == o->before.n) return true;
    if (patch_place(p->before, o->before.at[o->behind_before].offset).line != from.line)
        return true;
    if (from.column != to.column) return false;
    if (lines == 0) return true;
    *behind = from.line - 1;
    return o->first == 0 ||
           patch_place(p->before, token_end(&o->before.at[o->first - 1])).line < from.line;
}

static int lines_more(const struct patch *p)
{
    return (int)patch_place(p->after, (uint32_t)p->to_after).line -
           (int)patch_place(p->before, (uint32_t)p->to_before).line;
}

static bool take_blanks(struct outside *o)
{
    struct patch *p = o->p;
    uint32_t behind;
    int lines = lines_more(p);
    if (!moves_by_lines(o, lines, &behind) ||
        !add_stretch(p, (uint32_t)p->from, (uint32_t)p->to_before, lines))
        return false;
    patch_move(p, (uint32_t)p->to_before, (uint32_t)p->to_after, behind, lines);
    return true;
}

// ---- the struct that the edit is in

// `struct TAG {` or `typedef struct TAG {` begins at the item and is open where the edit begins.
static bool find_open_struct(struct outside *o)
{
    int depth = 0, item = 0;
    for (int i = 0; i < o->first; i++) {
        const struct token *t = &o->before.at[i];
        if (t->directive) item = depth ? item : i + 1;
        if (token_is(t, "{")) depth++;
        if (token_is(t, "}")) depth--;
        if (depth == 0 && token_is(t, ";")) item = i + 1;
    }
    o->item = item;
    int at = item + is_word(o, item, "typedef");
    if (depth != 1 || o->first < at + 3 || !(is_word(o, at, "struct") || is_word(o, at, "union")) ||
        !is_word(o, at + 2, "{"))
        return false;
    o->tag = token_text(o->p->scratch, &o->before.at[at + 1]);
    return true;
}

static bool is_plain(const struct tokens *tokens, int from, int to)
{
    for (int i = from; i < to; i++) {
        const struct token *t = &tokens->at[i];
        if (t->directive || token_is(t, "{") || token_is(t, "}")) return false;
    }
    return true;
}

// Behind the edit: `};`, or `} NAME;` of a typedef, at the end of a line.
static bool find_end_of_struct(struct outside *o)
{
    int close = o->first;
    while (close < o->before.n && !is_word(o, close, "}")) close++;
    bool named = is_word(o, o->item, "typedef");
    o->item_end = close + 1 + named;
    if (close < o->behind_before || !is_word(o, o->item_end, ";") ||
        !is_plain(&o->before, o->item + 3 + named, close) ||
        !is_plain(&o->after, o->item + 3 + named, close - o->behind_before + o->behind_after))
        return false;
    *vec_push(o->p->scratch, &o->names) = o->tag;
    if (named)
        *vec_push(o->p->scratch, &o->names) = token_text(o->p->scratch, &o->before.at[close + 1]);
    const struct token *end = &o->before.at[o->item_end];
    const char *text = o->p->before;
    return o->item_end + 1 == o->before.n ||
           patch_place(text, end->offset).line <
               patch_place(text, o->before.at[o->item_end + 1].offset).line;
}

// ---- what knows it

static bool add_name(struct outside *o, const char *name)
{
    for (int i = 0; i < o->names.n; i++)
        if (strcmp(o->names.at[i], name) == 0) return false;
    *vec_push(o->p->scratch, &o->names) = name;
    return true;
}

static bool names_it(const struct outside *o, const struct token *t)
{
    for (int i = 0; i < o->names.n; i++)
        if (t->directive ? token_has_word(t, o->names.at[i]) : token_is(t, o->names.at[i]))
            return true;
    return false;
}

static struct body *body_at(struct tu *tu, uint32_t begin)
{
    for (int i = 0; i < tu->bodies.n; i++)
        if (tu->bodies.at[i].linked && tu->bodies.at[i].begin == begin) return &tu->bodies.at[i];
    return NULL;
}

// A declaration that names it, up to its semicolon: that of a function with a body, or
// `typedef struct TAG NAME;`. False: another one. `more` is set where that gives it a further name.
static bool add_declaration(struct outside *o, int first, int end, bool *more)
{
    struct body *body = body_at(o->p->tu, o->before.at[end].offset);
    const char *name = NULL;
    if (body)
        name = body->linked->function.name;
    else if (end == first + 4 && is_word(o, first, "typedef") && is_word(o, first + 2, o->tag))
        name = token_text(o->p->scratch, &o->before.at[first + 3]);
    if (name && add_name(o, name)) *more = true;
    return name != NULL;
}

static bool add_declarations(struct outside *o, bool *more)
{
    int depth = 0, first = 0;
    bool named = false;
    for (int i = 0; i < o->before.n; i++) {
        const struct token *t = &o->before.at[i];
        if (i >= o->item && i <= o->item_end) {
            first = o->item_end + 1;
            continue;
        }
        named = named || names_it(o, t);
        if (t->directive && named) return false;
        if (token_is(t, "{")) depth++;
        if (token_is(t, "}")) depth--;
        if (depth || !token_is(t, ";")) continue;
        if (named && !add_declaration(o, first, i, more)) return false;
        named = false;
        first = i + 1;
    }
    return !named;
}

// A macro of a header may name it in the source's place.
static bool headers_name_it(const struct outside *o)
{
    struct patch *p = o->p;
    for (int i = 0; i < p->unit->files.n; i++) {
        const char *path = p->unit->files.at[i];
        if ((uint32_t)i == tu_source(p->tu)) continue;
        CXFile file = clang.getFile(p->tu->handle, path);
        size_t n = 0;
        const char *text = file ? clang.getFileContents(p->tu->handle, file, &n) : NULL;
        struct token all = {.text = text, .n = (uint32_t)n, .directive = true};
        if (text && names_it(o, &all)) return true;
    }
    return false;
}

// A body's text is looked at as a whole: a name in a comment costs time, and nothing else.
static bool find_bodies(struct outside *o)
{
    struct patch *p = o->p;
    for (int i = 0; i < p->tu->bodies.n; i++) {
        struct body *body = &p->tu->bodies.at[i];
        if (!body->linked) continue;
        struct token all = {
            .text = p->before + body->begin, .n = body->end - body->begin, .directive = true};
        struct token own = {.text = body->linked->function.name,
                            .n = (uint32_t)strlen(body->linked->function.name)};
        if (!names_it(o, &all) && !names_it(o, &own)) continue;
        if (body->fixed || o->bodies.n == MAX_READ_AGAIN) return false;
        *vec_push(p->scratch, &o->bodies) = body;
    }
    return true;
}

static bool find_all(struct outside *o)
{
    for (bool more = true; more;) {
        more = false;
        if (!add_declarations(o, &more)) return false;
    }
    return !headers_name_it(o) && find_bodies(o);
}

// ---- reading it again

static uint32_t moved(const struct patch *p, uint32_t offset)
{
    return (uint32_t)(offset < p->to_before ? offset : offset - p->to_before + p->to_after);
}

static bool parse_again(struct outside *o, struct patch_body *found)
{
    struct patch *p = o->p;
    char *text = arena_string_n(p->scratch, o->without, p->n_before);
    int n_errors = 0;
    for (int i = 0; i < o->bodies.n; i++) {
        const struct body *body = o->bodies.at[i];
        memcpy(text + body->begin, p->before + body->begin, body->end - body->begin);
    }
    if (patch_errors_outside_of_bodies(p->tu) || !patch_parse(p, replaced(p, text))) return false;
    for (int i = 0; i < o->bodies.n; i++) {
        const struct body *body = o->bodies.at[i];
        found[i].end = moved(p, body->end);
        if (!patch_find_body(p, &found[i], moved(p, body->begin))) return false;
        n_errors += found[i].n_errors;
    }
    return n_errors == p->part->errors.n;
}

static struct body *body_of(struct tu *tu, const struct linked_function *linked)
{
    struct body *body = tu->bodies.at;
    while (body->linked != linked) body++;
    return body;
}

// The type is another one from now on, whatever it looks like: a member may point to something else
// that is as large.
static void renew_type(struct outside *o)
{
    struct tu *tu = o->p->tu;
    if (!tu->edited) tu->edited = map_open(o->p->unit->arena);
    uintptr_t generation = (uintptr_t)++o->p->unit->generation;
    map_put_string(tu->edited, arena_string(o->p->unit->arena, o->tag), (void *)generation);
}

static bool take_struct(struct outside *o, struct patch_body *found)
{
    struct patch *p = o->p;
    const struct linked_function *linked[MAX_READ_AGAIN];
    int lines = lines_more(p);
    uint32_t begin = o->before.at[o->item].offset, end = token_end(&o->before.at[o->item_end]);
    for (int i = 0; i < o->bodies.n; i++) linked[i] = o->bodies.at[i]->linked;
    if (!add_stretch(p, begin, end, lines)) return false;
    for (int i = 0; i < o->bodies.n; i++) {
        found[i].body = body_of(p->tu, linked[i]);
        patch_forget(p, &found[i], found[i].body->begin, found[i].body->end);
    }
    patch_move(p, end, moved(p, end), patch_place(p->before, end).line, lines);
    if (o->bodies.n) renew_type(o);
    for (int i = 0; i < o->bodies.n; i++) patch_lower(p, &found[i]);
    return true;
}

// ---- which edit it is

static bool has_same_tokens(const struct outside *o)
{
    return o->first == o->behind_before && o->first == o->behind_after;
}

static bool edit_struct(struct outside *o)
{
    struct patch_body found[MAX_READ_AGAIN] = {0};
    const struct tu *tu = o->p->tu;
    // With directives in it, where a function ends is not told by its braces.
    for (int i = 0; i < tu->bodies.n; i++)
        if (tu->bodies.at[i].linked && tu->bodies.at[i].fixed) return false;
    if (!find_open_struct(o) || !find_end_of_struct(o)) return false;
    // No place of a member is kept, so that these may move on their lines.
    bool blanks = has_same_tokens(o);
    return (blanks || (find_all(o) && parse_again(o, found))) && take_struct(o, found);
}

bool patch_outside(struct patch *p)
{
    if (meets_body(p)) return false;
    struct outside o = {.p = p};
    o.without = bodies_leave_out(p->scratch, p->tu, NULL, p->before, p->n_before);
    o.before = tokens_of(p->scratch, o.without, p->n_before);
    o.after = tokens_of(p->scratch, replaced(p, o.without), p->n_after);
    compare(&o);
    return (has_same_tokens(&o) && take_blanks(&o)) || edit_struct(&o);
}
