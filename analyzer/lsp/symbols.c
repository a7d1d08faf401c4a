// Modules of models as symbols of the document.

#include "analyzer/lsp/methods.h"

#define KIND_CLASS 5
#define KIND_FIELD 8

static json_t *tree_of(const struct server *server, const struct document *document,
                       const json_t *symbols, int kind)
{
    json_t *all = json_array(), *one;
    size_t i;
    json_array_foreach(symbols, i, one)
    {
        const struct mark *mark = marked_place(&document->facts, one);
        if (!mark) continue;
        enum encoding encoding = server->client.encoding;
        json_array_append_new(
            all,
            json_pack("{s:O,s:O,s:i,s:o,s:o,s:o}", "name", json_object_get(one, "name"), "detail",
                      json_object_get(one, "detail"), "kind", kind, "range",
                      range_json(&document->lines, mark->begin, mark->end, encoding),
                      "selectionRange",
                      range_json(&document->lines, mark->begin, mark->end, encoding), "children",
                      tree_of(server, document, json_object_get(one, "children"), KIND_FIELD)));
    }
    return all;
}

// Clients that know no tree get a list, in which each has the name of what it is inside of.
static void flatten(const struct document *document, const json_t *tree, const char *container,
                    json_t *all)
{
    json_t *one;
    size_t i;
    json_array_foreach(tree, i, one)
    {
        const char *name = json_string_value(json_object_get(one, "name"));
        json_t *symbol =
            json_pack("{s:s,s:O,s:{s:s,s:O}}", "name", name, "kind", json_object_get(one, "kind"),
                      "location", "uri", document->uri, "range", json_object_get(one, "range"));
        if (container) json_object_set_new(symbol, "containerName", json_string(container));
        json_array_append_new(all, symbol);
        flatten(document, json_object_get(one, "children"), name, all);
    }
}

json_t *symbols_answer(struct server *server, struct document *document, const json_t *params)
{
    (void)params;
    json_t *tree =
        tree_of(server, document, json_object_get(document->facts.facts, "symbols"), KIND_CLASS);
    if (server->client.hierarchical_symbols) return tree;
    json_t *all = json_array();
    flatten(document, tree, NULL, all);
    json_decref(tree);
    return all;
}
