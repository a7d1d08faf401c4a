// Inlay hints: what shape, dtype and bytes an expression gives, behind it.

#include "analyzer/lsp/methods.h"

#include <string.h>

#define PEAK "  \u25C0 "
#define OLD " (old)"

static json_t *label_part(const struct server *server, const struct document *document,
                          const json_t *part)
{
    json_t *one = json_pack("{s:O}", "value", json_object_get(part, "text"));
    json_t *location = json_object_get(part, "line")
                           ? location_of(server, document, &document->facts, part)
                           : NULL;
    if (location) json_object_set_new(one, "location", location);
    return one;
}

static json_t *label_of(const struct server *server, const struct document *document,
                        const json_t *hint)
{
    json_t *label = json_array(), *part;
    size_t i;
    json_array_foreach(json_object_get(hint, "parts"), i, part)
    {
        json_array_append_new(label, label_part(server, document, part));
    }
    const char *peak = json_string_value(json_object_get(hint, "peak"));
    if (peak)
        json_array_append_new(label, json_pack("{s:o}", "value", json_sprintf("%s%s", PEAK, peak)));
    if (document->freshness == FACTS_OLD)
        json_array_append_new(label, json_pack("{s:s}", "value", OLD));
    return label;
}

static json_t *tooltip_of(const struct document *document, const json_t *hint)
{
    json_int_t calls = json_integer_value(json_object_get(hint, "calls"));
    if (document->freshness == FACTS_OLD) return json_string("of the last text that could be read");
    if (calls > 1) return json_sprintf("in %lld calls", (long long)calls);
    return NULL;
}

static json_t *hint_json(const struct server *server, const struct document *document,
                         const json_t *hint, const struct mark *mark)
{
    json_t *one = json_pack("{s:o,s:o,s:i,s:b}", "position",
                            position_json(&document->lines, mark->end, server->client.encoding),
                            "label", label_of(server, document, hint), "kind", 1, "paddingLeft", 1);
    json_t *tooltip = tooltip_of(document, hint);
    if (tooltip) json_object_set_new(one, "tooltip", tooltip);
    return one;
}

json_t *hints_answer(struct server *server, struct document *document, const json_t *params)
{
    struct position start = {0, 0}, end = {SIZE_MAX, 0};
    const json_t *range = json_object_get(params, "range");
    position_read(json_object_get(range, "start"), &start);
    position_read(json_object_get(range, "end"), &end);
    size_t from = lines_offset(&document->lines, start, server->client.encoding);
    size_t to = lines_offset(&document->lines, end, server->client.encoding);
    json_t *all = json_array(), *hint;
    size_t i;
    json_array_foreach(json_object_get(document->facts.facts, "hints"), i, hint)
    {
        const struct mark *mark = marked_place(&document->facts, hint);
        if (mark && mark->end >= from && mark->end <= to)
            json_array_append_new(all, hint_json(server, document, hint, mark));
    }
    return all;
}
