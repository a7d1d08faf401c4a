#include "tests/oracle/model_eval.h"

#include <string.h>

static bool contains(const json_t *names, const char *name)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *known = json_string_value(json_array_get(names, i)); // NULL: not kept
        if (known && !strcmp(known, name)) return true;
    }
    return false;
}

// Does an argument, or what is in it, name one of the values?
static bool names_any(const json_t *argument, const json_t *values)
{
    const char *key;
    json_t *element;
    size_t i;
    if (json_is_string(argument)) return contains(values, json_string_value(argument));
    json_array_foreach(argument, i, element) if (names_any(element, values)) return true;
    json_object_foreach((json_t *)argument, key,
                        element) if (names_any(element, values)) return true;
    return false;
}

static bool is_leaf(const json_t *record, const char *name)
{
    const json_t *rows = json_object_get(record, "modules");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        if (!strcmp(json_string_value(json_array_get(row, 0)), name))
            return json_is_true(json_array_get(row, 3));
    }
    return false;
}

static json_t *names_called(const json_t *calls)
{
    json_t *names = json_array();
    for (size_t i = 0; i < json_array_size(calls); i++)
        json_array_append(names, json_array_get(json_array_get(calls, i), 0));
    return names;
}

// Appends to `kept` the steps that eval makes; the results of the others are in `gone`. False: a
// leaf that is called needs one of them.
static bool keep_steps(const json_t *record, const json_t *called, json_t *kept, json_t *gone)
{
    const json_t *steps = json_object_get(record, "steps");
    for (size_t i = 0; i < json_array_size(steps); i++) {
        json_t *step = json_array_get(steps, i);
        const char *target = json_string_value(json_array_get(step, 2));
        bool leaf =
            !strcmp(json_string_value(json_array_get(step, 1)), "m") && is_leaf(record, target);
        bool needs =
            names_any(json_array_get(step, 3), gone) || names_any(json_array_get(step, 4), gone);
        if (leaf && needs && contains(called, target)) return false;
        if (needs || (leaf && !contains(called, target)))
            json_array_extend(gone, json_array_get(step, 0));
        else
            json_array_append(kept, step);
    }
    return true;
}

static json_t *returned(const json_t *names, const json_t *gone)
{
    json_t *kept = json_array();
    for (size_t i = 0; i < json_array_size(names); i++)
        if (!names_any(json_array_get(names, i), gone))
            json_array_append(kept, json_array_get(names, i));
    return kept;
}

json_t *model_eval_record(const json_t *record, bool *fused)
{
    const json_t *eval = json_object_get(record, "eval");
    *fused = false;
    if (!eval) return NULL;
    json_t *ours = json_copy((json_t *)record);
    if (json_is_string(eval)) return ours; // "same"
    json_t *called = names_called(json_object_get(eval, "calls")), *kept = json_array(),
           *gone = json_array();
    *fused = !keep_steps(record, called, kept, gone);
    json_object_set_new(ours, "returns", returned(json_object_get(record, "returns"), gone));
    json_object_set(ours, "steps", kept);
    json_object_update(ours, (json_t *)eval);
    json_decref(called);
    json_decref(kept);
    json_decref(gone);
    if (!*fused) return ours;
    json_decref(ours);
    return NULL;
}
