#include "analyzer/lsp/difference.h"

#include <stdint.h>

// The member of a difference that holds lists by their names.
#define LISTS "lists"

// Those that may be long.
static const char *const names[] = {"hints", "lenses", "symbols"};

#define N_NAMES (sizeof names / sizeof *names)

static json_t *slice(const json_t *list, size_t from, size_t to)
{
    json_t *part = json_array();
    for (size_t i = from; i < to; i++) json_array_append(part, json_array_get(list, i));
    return part;
}

static json_t *list_difference(const json_t *before, const json_t *after)
{
    size_t n = json_array_size(before), m = json_array_size(after), least = n < m ? n : m;
    size_t first = 0, last = 0;
    while (first < least && json_equal(json_array_get(before, first), json_array_get(after, first)))
        first++;
    while (last < least - first &&
           json_equal(json_array_get(before, n - 1 - last), json_array_get(after, m - 1 - last)))
        last++;
    return json_pack("{s:I,s:I,s:o}", "first", (json_int_t)first, "last", (json_int_t)last,
                     "between", slice(after, first, m - last));
}

json_t *difference_of(const json_t *before, const json_t *after)
{
    json_t *difference = json_copy((json_t *)(uintptr_t)after), *lists = json_object();
    for (size_t i = 0; before && i < N_NAMES; i++) {
        json_object_set_new(
            lists, names[i],
            list_difference(json_object_get(before, names[i]), json_object_get(after, names[i])));
        json_object_del(difference, names[i]);
    }
    if (before)
        json_object_set_new(difference, LISTS, lists);
    else
        json_decref(lists);
    return difference;
}

static json_t *list_apply(const json_t *before, const json_t *difference)
{
    json_int_t first = json_integer_value(json_object_get(difference, "first"));
    json_int_t last = json_integer_value(json_object_get(difference, "last"));
    json_int_t n = (json_int_t)json_array_size(before);
    if (first < 0 || last < 0 || first > n - last) return NULL;
    json_t *list = slice(before, 0, (size_t)first);
    json_t *end = slice(before, (size_t)(n - last), (size_t)n);
    json_array_extend(list, json_object_get(difference, "between"));
    json_array_extend(list, end);
    json_decref(end);
    return list;
}

json_t *difference_apply(const json_t *before, const json_t *difference)
{
    json_t *facts = json_copy((json_t *)(uintptr_t)difference);
    const json_t *lists = json_object_get(difference, LISTS);
    for (size_t i = 0; lists && i < N_NAMES; i++) {
        json_t *list =
            list_apply(json_object_get(before, names[i]), json_object_get(lists, names[i]));
        if (!list) {
            json_decref(facts);
            return NULL;
        }
        json_object_set_new(facts, names[i], list);
    }
    json_object_del(facts, LISTS);
    return facts;
}
