// Code lenses over each model: its peaks, and what can be done with it.

#include "analyzer/lsp/methods.h"

static json_t *lens(const json_t *range, const char *title, const char *command, json_t *arguments)
{
    return json_pack("{s:O,s:{s:s,s:s,s:o}}", "range", range, "command", "title", title, "command",
                     command, "arguments", arguments);
}

static json_t *arguments_of(const struct document *document, const json_t *fact)
{
    return json_pack("[{s:s,s:O,s:O,s:O}]", "uri", document->uri, "entry",
                     json_object_get(fact, "entry"), "symbols", json_object_get(fact, "symbols"),
                     "inputs", json_object_get(fact, "inputs"));
}

static void add_lenses(const struct document *document, const json_t *fact, const json_t *range,
                       json_t *all)
{
    json_t *title;
    size_t i;
    json_array_foreach(json_object_get(fact, "titles"), i, title)
    {
        json_array_append_new(all, lens(range, json_string_value(title), "shapeprof.show",
                                        arguments_of(document, fact)));
    }
    json_array_append_new(all, lens(range, "analyse with other sizes", "shapeprof.sizes",
                                    arguments_of(document, fact)));
    json_array_append_new(all, lens(range, "run", "shapeprof.run", arguments_of(document, fact)));
}

json_t *lenses_answer(struct server *server, struct document *document, const json_t *params)
{
    (void)params;
    json_t *all = json_array(), *fact;
    size_t i;
    json_array_foreach(json_object_get(document->facts.facts, "lenses"), i, fact)
    {
        const struct mark *mark = marked_place(&document->facts, fact);
        if (!mark) continue;
        json_t *range =
            range_json(&document->lines, mark->begin, mark->end, server->client.encoding);
        add_lenses(document, fact, range, all);
        json_decref(range);
    }
    return all;
}
