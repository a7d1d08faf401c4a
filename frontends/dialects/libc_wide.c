// <wchar.h> as <string.h> of wide characters, on text that is known. How many bytes one has is up
// to the target: two on Windows, else four.

#include "frontends/dialects/libc.h"

static const char unknown_text[] = "text that is not known";

int64_t libc_wide_bytes(const struct dialect_call *c, int argument)
{
    const struct ctype *t = c->arguments[argument].type;
    return t->kind == CTYPE_POINTER && t->element->size > 0 ? t->element->size : 4;
}

// One character; false: it is not known.
static bool load_wide(const struct dialect_call *c, int argument, int64_t index, int64_t *v)
{
    int64_t bytes = libc_wide_bytes(c, argument);
    const struct ctype *t = c->arguments[argument].type->element;
    struct cvalue loaded = eval_load(c->eval, &c->arguments[argument], index * bytes, t);
    return eval_look(c->eval, bytes) && cvalue_as_int(&loaded, v);
}

static void store_wide(const struct dialect_call *c, int argument, int64_t index, int64_t v)
{
    int64_t bytes = libc_wide_bytes(c, argument);
    struct cvalue wide = cvalue_int(c->arguments[argument].type->element, v);
    eval_store(c->eval, &c->arguments[argument], index * bytes, &wide);
}

bool libc_wide_text(const struct dialect_call *c, int argument, int64_t limit, struct wide *text)
{
    struct arena *arena = c->eval->arena;
    int64_t v = 1;
    *text = (struct wide){{0}};
    while (text->list.n < limit) {
        if (!load_wide(c, argument, text->list.n, &v)) return false;
        if (v == 0) break;
        *vec_push(arena, &text->list) = v;
    }
    return true;
}

bool libc_wide_store(const struct dialect_call *c, int argument, int64_t from,
                     const struct wide *text, int64_t n)
{
    struct place to;
    int64_t bytes = libc_wide_bytes(c, argument);
    if (n <= 0) return true;
    if (!libc_place(c, argument, (from + n) * bytes, ACCESS_WRITE, &to)) return false;
    for (int64_t i = 0; i < n && !eval_stopped(c->eval); i++)
        store_wide(c, argument, from + i, i < text->list.n ? text->list.at[i] : 0);
    return true;
}

struct cvalue libc_wide_pointer(const struct dialect_call *c, int argument, int64_t index)
{
    return libc_pointer(c, argument, index * libc_wide_bytes(c, argument));
}

static struct cvalue lost_text(const struct dialect_call *c)
{
    libc_forget(c, 0, unknown_text);
    return libc_pointer(c, 0, 0);
}

// The last argument of the functions with an `n`; of others INT64_MAX. False: it is not known.
static bool limit_of(const struct dialect_call *c, int argument, int64_t *limit)
{
    *limit = INT64_MAX;
    return c->n <= argument || libc_integer(c, argument, limit);
}

static struct cvalue apply_length(const struct dialect_call *c)
{
    struct wide text;
    int64_t limit;
    if (!limit_of(c, 1, &limit) || !libc_wide_text(c, 0, limit, &text))
        return libc_unknown(c, unknown_text);
    return libc_int(c, text.list.n);
}

static int order_of(const struct wide *a, const struct wide *b)
{
    for (int i = 0; i < a->list.n || i < b->list.n; i++) {
        int64_t x = i < a->list.n ? a->list.at[i] : 0, y = i < b->list.n ? b->list.at[i] : 0;
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

static struct cvalue apply_compare(const struct dialect_call *c)
{
    struct wide a, b;
    int64_t limit;
    if (!limit_of(c, 2, &limit) || !libc_wide_text(c, 0, limit, &a) ||
        !libc_wide_text(c, 1, limit, &b))
        return libc_unknown(c, unknown_text);
    return libc_int(c, order_of(&a, &b));
}

static const char behind[] = "the result is where the text ends";

static struct cvalue apply_copy(const struct dialect_call *c)
{
    struct wide text;
    int64_t limit;
    if (!limit_of(c, 2, &limit) || !libc_wide_text(c, 1, limit, &text)) return lost_text(c);
    libc_wide_store(c, 0, 0, &text, c->n == 3 ? limit : text.list.n + 1);
    return libc_wide_pointer(c, 0, c->rule->data == behind ? text.list.n : 0);
}

static struct cvalue apply_append(const struct dialect_call *c)
{
    struct wide before, text;
    int64_t limit;
    if (!limit_of(c, 2, &limit) || !libc_wide_text(c, 0, INT64_MAX, &before) ||
        !libc_wide_text(c, 1, limit, &text))
        return lost_text(c);
    libc_wide_store(c, 0, before.list.n, &text, text.list.n + 1);
    return libc_pointer(c, 0, 0);
}

static const char last[] = "the last one is looked for";

static struct cvalue apply_find(const struct dialect_call *c)
{
    struct wide text;
    int64_t wanted, found = -1;
    if (!libc_integer(c, 1, &wanted) || !libc_wide_text(c, 0, INT64_MAX, &text))
        return libc_unknown(c, unknown_text);
    *vec_push(c->eval->arena, &text.list) = 0;
    for (int i = 0; i < text.list.n && (found < 0 || c->rule->data == last); i++)
        if (text.list.at[i] == wanted) found = i;
    return found < 0 ? cvalue_null(c->result) : libc_wide_pointer(c, 0, found);
}

static bool begins_with(const struct wide *text, int64_t at, const struct wide *part)
{
    for (int i = 0; i < part->list.n; i++)
        if (at + i >= text->list.n || text->list.at[at + i] != part->list.at[i]) return false;
    return true;
}

static struct cvalue apply_search(const struct dialect_call *c)
{
    struct wide text, part;
    if (!libc_wide_text(c, 0, INT64_MAX, &text) || !libc_wide_text(c, 1, INT64_MAX, &part))
        return libc_unknown(c, unknown_text);
    for (int64_t i = 0; i + part.list.n <= text.list.n; i++)
        if (begins_with(&text, i, &part)) return libc_wide_pointer(c, 0, i);
    return cvalue_null(c->result);
}

static bool has(const struct wide *set, int64_t v)
{
    for (int i = 0; i < set->list.n; i++)
        if (set->list.at[i] == v) return true;
    return false;
}

enum spanning { SPAN_OF, SPAN_OTHERS, SPAN_FIND };

// wcsspn, wcscspn, wcspbrk
static struct cvalue apply_span(const struct dialect_call *c)
{
    const enum spanning *spanning = c->rule->data;
    struct wide text, set;
    int n = 0;
    if (!libc_wide_text(c, 0, INT64_MAX, &text) || !libc_wide_text(c, 1, INT64_MAX, &set))
        return libc_unknown(c, unknown_text);
    while (n < text.list.n && has(&set, text.list.at[n]) == (*spanning == SPAN_OF)) n++;
    if (*spanning != SPAN_FIND) return libc_int(c, n);
    return n < text.list.n ? libc_wide_pointer(c, 0, n) : cvalue_null(c->result);
}

static struct cvalue apply_duplicate(const struct dialect_call *c)
{
    struct wide text;
    int64_t bytes = libc_wide_bytes(c, 0);
    if (!libc_wide_text(c, 0, INT64_MAX, &text)) return libc_unknown(c, unknown_text);
    struct cvalue copy = eval_allocate(c->eval, (text.list.n + 1) * bytes, c->result, NULL);
    for (int i = 0; i <= text.list.n; i++) {
        struct cvalue v = cvalue_int(c->result->element, i < text.list.n ? text.list.at[i] : 0);
        eval_store(c->eval, &copy, i * bytes, &v);
    }
    return copy;
}

// ---- wmem*: so many characters, whatever they are

static struct cvalue apply_move(const struct dialect_call *c)
{
    struct place from, to;
    int64_t n, bytes = libc_wide_bytes(c, 0);
    if (!libc_integer(c, 2, &n) || n > INT32_MAX) return lost_text(c);
    if (n > 0 && libc_place(c, 0, n * bytes, ACCESS_WRITE, &to) &&
        libc_place(c, 1, n * bytes, ACCESS_READ, &from))
        heap_copy(c->eval->heap, to.object, to.offset, from.object, from.offset, n * bytes);
    return libc_wide_pointer(c, 0, c->rule->data == behind ? n : 0);
}

static struct cvalue apply_fill(const struct dialect_call *c)
{
    int64_t v, n;
    struct wide text = {{0}};
    if (!libc_integer(c, 1, &v) || !libc_integer(c, 2, &n) || n > INT32_MAX) return lost_text(c);
    for (int64_t i = 0; i < n && eval_look(c->eval, 4); i++)
        *vec_push(c->eval->arena, &text.list) = v;
    libc_wide_store(c, 0, 0, &text, text.list.n);
    return libc_pointer(c, 0, 0);
}

static struct cvalue apply_compare_memory(const struct dialect_call *c)
{
    int64_t n, a, b;
    if (!libc_integer(c, 2, &n)) return libc_unknown(c, unknown_text);
    for (int64_t i = 0; i < n; i++) {
        if (!load_wide(c, 0, i, &a) || !load_wide(c, 1, i, &b))
            return libc_unknown(c, unknown_text);
        if (a != b) return libc_int(c, a < b ? -1 : 1);
    }
    return libc_int(c, 0);
}

static struct cvalue apply_find_memory(const struct dialect_call *c)
{
    int64_t n, wanted, v;
    if (!libc_integer(c, 1, &wanted) || !libc_integer(c, 2, &n))
        return libc_unknown(c, unknown_text);
    for (int64_t i = 0; i < n; i++) {
        if (!load_wide(c, 0, i, &v)) return libc_unknown(c, unknown_text);
        if (v == wanted) return libc_wide_pointer(c, 0, i);
    }
    return cvalue_null(c->result);
}

static const enum spanning of = SPAN_OF, others = SPAN_OTHERS, find = SPAN_FIND;

const struct dialect_rule libc_wide_rules[] = {
    {"wcslen", "p", apply_length, NULL},         {"wcsnlen", "pi", apply_length, NULL},
    {"wcscmp", "pp", apply_compare, NULL},       {"wcscoll", "pp", apply_compare, NULL},
    {"wcsncmp", "ppi", apply_compare, NULL},     {"wcscpy", "pp", apply_copy, NULL},
    {"wcpcpy", "pp", apply_copy, behind},        {"wcsncpy", "ppi", apply_copy, NULL},
    {"wcscat", "pp", apply_append, NULL},        {"wcsncat", "ppi", apply_append, NULL},
    {"wcschr", "pi", apply_find, NULL},          {"wcsrchr", "pi", apply_find, last},
    {"wcsstr", "pp", apply_search, NULL},        {"wcsspn", "pp", apply_span, &of},
    {"wcscspn", "pp", apply_span, &others},      {"wcspbrk", "pp", apply_span, &find},
    {"wcsdup", "p", apply_duplicate, NULL},      {"wmemcpy", "ppi", apply_move, NULL},
    {"wmemmove", "ppi", apply_move, NULL},       {"wmempcpy", "ppi", apply_move, behind},
    {"wmemset", "pii", apply_fill, NULL},        {"wmemcmp", "ppi", apply_compare_memory, NULL},
    {"wmemchr", "pii", apply_find_memory, NULL}, {0}};
