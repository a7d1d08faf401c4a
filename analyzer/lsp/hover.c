// What is known of the expression under the cursor: the derivation of its numbers, asked of the
// worker, which still has the analysis; and from which lines its sizes come.

#include "analyzer/lsp/methods.h"

#include "ir/base/text.h"

#include <string.h>

#define ANSWER_MS 2000

// The innermost expression with a hint that holds the position; NULL: none.
static json_t *hint_at(const struct server *server, const struct document *document,
                       const json_t *params, const struct mark **found)
{
    struct position position;
    json_t *best = NULL, *hint;
    size_t i;
    if (!position_read(json_object_get(params, "position"), &position)) return NULL;
    size_t at = lines_offset(&document->lines, position, server->client.encoding);
    json_array_foreach(json_object_get(document->facts.facts, "hints"), i, hint)
    {
        const struct mark *mark = marked_place(&document->facts, hint);
        if (!mark || at < mark->begin || at > mark->end) continue;
        if (best && mark->end - mark->begin >= (*found)->end - (*found)->begin) continue;
        best = hint;
        *found = mark;
    }
    return best;
}

// The layer that is made at the position, in the tree of modules.
static json_t *symbol_at(const struct document *document, const json_t *symbols, size_t at,
                         const struct mark **found)
{
    json_t *best = NULL, *one;
    size_t i;
    json_array_foreach(symbols, i, one)
    {
        const struct mark *mark = marked_place(&document->facts, one);
        json_t *inside = symbol_at(document, json_object_get(one, "children"), at, found);
        bool here = mark && mark->begin <= at && at <= mark->end;
        if (here && !inside && json_array_size(json_object_get(one, "rows"))) {
            inside = one;
            *found = mark;
        }
        if (inside) best = inside;
    }
    return best;
}

// Of what a layer is made with: its name, and what it is.
static const char *symbol_text(struct arena *arena, const json_t *symbol)
{
    return arena_printf(arena, "%s: %s", json_string_value(json_object_get(symbol, "name")),
                        json_string_value(json_object_get(symbol, "detail")));
}

static const char *label_text(struct arena *arena, const json_t *hint)
{
    struct text text = {.arena = arena};
    json_t *part;
    size_t i;
    json_array_foreach(json_object_get(hint, "parts"), i, part)
    {
        text_add(&text, json_string_value(json_object_get(part, "text")));
    }
    const char *peak = json_string_value(json_object_get(hint, "peak"));
    if (peak) text_printf(&text, " (%s)", peak);
    return text_string(&text);
}

// Of a text that was edited since, rows may be others.
static void add_derivation(struct server *server, const struct document *document,
                           const json_t *fact, struct text *text)
{
    if (document->freshness == FACTS_OLD) {
        text_add(text, "\n\n(of the last text that could be read)");
        return;
    }
    if (document->dirty || server->job.kind != JOB_NONE) return;
    json_t *job = json_pack("{s:s,s:s,s:O}", "kind", "why", "path", document->path, "rows",
                            json_object_get(fact, "rows"));
    json_t *answer = worker_ask(&server->worker, job, ANSWER_MS);
    const char *why = json_string_value(json_object_get(answer, "text"));
    if (why) text_printf(text, "\n\n%s", why);
    json_decref(answer);
    json_decref(job);
}

json_t *hover_answer(struct server *server, struct document *document, const json_t *params)
{
    const struct mark *mark;
    const json_t *fact = hint_at(server, document, params, &mark);
    struct position position;
    bool layer = !fact && position_read(json_object_get(params, "position"), &position);
    if (layer)
        fact = symbol_at(document, json_object_get(document->facts.facts, "symbols"),
                         lines_offset(&document->lines, position, server->client.encoding), &mark);
    if (!fact) return NULL;
    struct arena *arena = arena_open();
    struct text text = {.arena = arena};
    text_printf(&text, "`%s`", layer ? symbol_text(arena, fact) : label_text(arena, fact));
    add_derivation(server, document, fact, &text);
    json_t *hover = json_pack(
        "{s:{s:s,s:s},s:o}", "contents", "kind", "markdown", "value", text_string(&text), "range",
        range_json(&document->lines, mark->begin, mark->end, server->client.encoding));
    arena_close(arena);
    return hover;
}

// ---- definitions

static bool has_location(const json_t *all, const json_t *location)
{
    size_t i;
    json_t *one;
    json_array_foreach(all, i, one)
    {
        if (json_equal(one, location)) return true;
    }
    return false;
}

// The lines that gave the expression its sizes, in the order of its axes.
json_t *definition_answer(struct server *server, struct document *document, const json_t *params)
{
    const struct mark *mark;
    const json_t *hint = hint_at(server, document, params, &mark);
    json_t *all = json_array(), *part;
    size_t i;
    json_array_foreach(json_object_get(hint, "parts"), i, part)
    {
        if (!json_object_get(part, "line")) continue;
        json_t *location = location_of(server, document, &document->facts, part);
        if (location && !has_location(all, location)) json_array_append(all, location);
        json_decref(location);
    }
    return all;
}
