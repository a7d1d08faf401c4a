// Texts, sizes and places in JSON.

#include "analyzer/report/json_value.h"

#include "ir/base/text.h"

#include <string.h>

// Bytes of the character of UTF-8 at `text`, which is not at its end; 0: it is none.
static int character_bytes(const char *text)
{
    for (size_t n = 1; n <= 4 && n <= strlen(text); n++) {
        json_t *character = json_stringn(text, n);
        json_decref(character);
        if (character) return (int)n;
    }
    return 0;
}

// With U+FFFD for each byte that is no UTF-8, which JSON cannot hold.
static json_t *json_replaced(const char *text)
{
    struct arena *scratch = arena_open();
    struct text replaced = {.arena = scratch};
    while (*text) {
        int n = character_bytes(text);
        text_add_n(&replaced, n ? text : "\xef\xbf\xbd", n ? (size_t)n : 3);
        text += n ? n : 1;
    }
    json_t *string = json_string(text_string(&replaced));
    arena_close(scratch);
    return string;
}

// NULL is null. Names and paths are what the user's sources and system make of them.
json_t *json_text(const char *text)
{
    if (!text) return json_null();
    json_t *string = json_string(text);
    return string ? string : json_replaced(text);
}

// An integer, a string where it is symbolic, null where it is not known.
// 64-bit sizes fit: jansson's integers are long long.
json_t *json_sym(struct arena *arena, const struct sym *sym)
{
    int64_t value;
    if (!sym || sym_kind(sym) == SYM_UNKNOWN) return json_null();
    if (sym_is_const(sym, &value)) return json_integer(value);
    return json_text(sym_string(arena, sym));
}

// Sets `key`, and beside it `<key>_tag` and `<key>_reason` where it is not exact.
void json_set_quantity(struct arena *arena, json_t *object, const char *key, struct quantity q)
{
    json_object_set_new(object, key, json_sym(arena, quantity_known(q) ? q.value : NULL));
    if (q.tag == TAG_EXACT) return;
    json_object_set_new(object, arena_printf(arena, "%s_tag", key), json_text(tag_name(q.tag)));
    if (q.reason)
        json_object_set_new(object, arena_printf(arena, "%s_reason", key), json_text(q.reason));
}

// Of the figures for all asked types the one that can be trusted least.
static struct quantity weakest(int n, const struct quantity *figures)
{
    struct quantity worst = figures[0];
    for (int i = 1; i < n; i++)
        if (worst.tag == TAG_EXACT || figures[i].tag == TAG_UNKNOWN) worst = figures[i];
    return worst;
}

static bool same_reason(const struct quantity *a, const struct quantity *b)
{
    if (a->tag != b->tag || !a->reason != !b->reason) return false;
    return !a->reason || !strcmp(a->reason, b->reason);
}

// Why each is not exact, by type; NULL where one reason is that of all.
static json_t *json_reasons(const struct report *report, const struct quantity *bytes)
{
    int d = 1;
    while (d < report->n_dtypes && same_reason(&bytes[0], &bytes[d])) d++;
    if (d >= report->n_dtypes) return NULL;
    json_t *reasons = json_object();
    for (d = 0; d < report->n_dtypes; d++)
        if (bytes[d].tag != TAG_EXACT)
            json_object_set_new(reasons, dtype_name(report->dtypes[d]), json_text(bytes[d].reason));
    return reasons;
}

// "bytes": {"f32": 1024, ...}, one tag for all, and where types differ in it a reason for each.
void json_set_bytes(struct arena *arena, json_t *object, const char *key,
                    const struct report *report, const struct quantity *bytes)
{
    json_t *sizes = json_object();
    for (int d = 0; d < report->n_dtypes; d++)
        json_object_set_new(sizes, dtype_name(report->dtypes[d]),
                            json_sym(arena, quantity_known(bytes[d]) ? bytes[d].value : NULL));
    json_object_set_new(object, key, sizes);
    struct quantity worst = weakest(report->n_dtypes, bytes);
    if (worst.tag == TAG_EXACT) return;
    json_object_set_new(object, arena_printf(arena, "%s_tag", key), json_text(tag_name(worst.tag)));
    if (worst.reason)
        json_object_set_new(object, arena_printf(arena, "%s_reason", key), json_text(worst.reason));
    json_t *reasons = json_reasons(report, bytes);
    if (reasons) json_object_set_new(object, arena_printf(arena, "%s_reasons", key), reasons);
}

// Three members, so that a place is flat in every object that has one.
void json_set_site(json_t *object, const struct site *site)
{
    json_object_set_new(object, "file", json_text(site ? site->file : NULL));
    json_object_set_new(object, "line", site ? json_integer(site->line) : json_null());
    json_object_set_new(object, "column", site ? json_integer(site->column) : json_null());
}

json_t *json_sizes(struct arena *arena, int n, const struct sym *const *sizes)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(array, json_sym(arena, sizes[i]));
    return array;
}

json_t *json_strings(int n, const char *const *strings)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(array, json_text(strings[i]));
    return array;
}
