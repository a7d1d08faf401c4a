// Two files an answer: the list of files under the question, and the answer under the question
// together with what these files are.

#include "analyzer/cache/cache.h"

#include "analyzer/size.h"
#include "ir/base/text.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_BYTES ((int64_t)128 << 20)

bool cache_open(struct store *store, struct arena *arena)
{
    const char *own = getenv("SHAPEPROF_CACHE_DIR"), *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME"), *size = getenv("SHAPEPROF_CACHE_SIZE"), *error;
    *store = (struct store){.arena = arena, .limit_bytes = DEFAULT_BYTES};
    if (size && *size && !size_parse(size, &store->limit_bytes, &error)) return false;
    if (own)
        store->folder = own;
    else if (xdg && *xdg == '/') // a relative one is to be ignored, says the convention
        store->folder = arena_printf(arena, "%s/shapeprof", xdg);
    else if (home && *home == '/')
        store->folder = arena_printf(arena, "%s/.cache/shapeprof", home);
    return store->folder && *store->folder;
}

// ---- bytes of numbers and texts, with their lengths in front

static void add_number(struct text *text, uint64_t number)
{
    text_add_n(text, (const char *)&number, sizeof number);
}

// With their length in front, so that two lists of texts are the same bytes only if they are the
// same lists.
static void add_bytes(struct text *text, const char *bytes, size_t n)
{
    add_number(text, n);
    text_add_n(text, bytes, n);
}

struct reader {
    const char *at, *end;
};

// False at the end: a file that was cut off is no answer.
static bool read_number(struct reader *r, uint64_t *number)
{
    if ((size_t)(r->end - r->at) < sizeof *number) return false;
    memcpy(number, r->at, sizeof *number);
    r->at += sizeof *number;
    return true;
}

// Where they lie; they end with a NUL only if they have one.
static bool read_bytes(struct reader *r, const char **bytes, size_t *n)
{
    uint64_t length;
    if (!read_number(r, &length) || length > (uint64_t)(r->end - r->at)) return false;
    *bytes = r->at;
    *n = length;
    r->at += length;
    return true;
}

// ---- the list of files

// What the answer depends on, in the order in which it was met.
static const char *print_list(struct arena *arena, const struct dependencies *all, size_t *n)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < all->list.n; i++) {
        const struct dependency *one = &all->list.at[i];
        add_number(&text, one->kind);
        add_bytes(&text, one->path, strlen(one->path) + 1);
    }
    *n = text.n;
    return text_string(&text);
}

// What a file is now is part of the key, so an answer to other contents is never found.
static void add_file(struct text *key, const struct dependency *one)
{
    add_number(key, one->kind);
    add_bytes(key, one->path, strlen(one->path));
    add_number(key, one->found.low);
    add_number(key, one->found.high);
}

// The list has paths only; what lies there is measured anew.
static bool read_file(struct reader *r, struct dependency *one)
{
    uint64_t kind;
    size_t n;
    if (!read_number(r, &kind) || kind >= N_DEPENDENCY_KINDS || !read_bytes(r, &one->path, &n) ||
        !n || one->path[n - 1])
        return false;
    one->kind = (enum dependency_kind)kind;
    dependency_measure(one->kind, one->path, &one->found);
    return true;
}

static void begin_key(struct text *key, struct fingerprint question)
{
    add_number(key, question.low);
    add_number(key, question.high);
}

// ---- answers

// All of the bytes must be used: what is left over would be from another version.
static bool read_answer(struct reader *r, struct cached_answer *answer)
{
    uint64_t status;
    if (!read_number(r, &status) || status > 2) return false;
    answer->status = (int)status;
    for (int i = 0; i < N_ANSWER_PARTS; i++)
        if (!read_bytes(r, &answer->part[i], &answer->n[i])) return false;
    return r->at == r->end;
}

// Two steps, since which files count is known only from the last time that the question was asked.
bool cache_find(const struct store *store, struct fingerprint question,
                struct cached_answer *answer)
{
    const char *bytes;
    size_t n;
    if (!store_get(store, question, &bytes, &n)) return false;
    struct text key = {.arena = store->arena};
    begin_key(&key, question);
    for (struct reader r = {bytes, bytes + n}; r.at < r.end;) {
        struct dependency one;
        if (!read_file(&r, &one)) return false;
        add_file(&key, &one);
    }
    if (!store_get(store, fingerprint_of(key.at, key.n), &bytes, &n)) return false;
    struct reader r = {bytes, bytes + n};
    return read_answer(&r, answer);
}

// Not where a file changed while it was read: nobody knows which of the two was answered for.
void cache_keep(const struct store *store, struct fingerprint question,
                const struct dependencies *all, const struct cached_answer *answer)
{
    struct text key = {.arena = store->arena}, text = {.arena = store->arena};
    if (all->unlisted) return;
    begin_key(&key, question);
    for (int i = 0; i < all->list.n; i++) {
        struct fingerprint now;
        dependency_measure(all->list.at[i].kind, all->list.at[i].path, &now);
        if (!fingerprint_is_same(now, all->list.at[i].found)) return;
        add_file(&key, &all->list.at[i]);
    }
    add_number(&text, (uint64_t)answer->status);
    for (int i = 0; i < N_ANSWER_PARTS; i++) add_bytes(&text, answer->part[i], answer->n[i]);
    size_t n;
    const char *list = print_list(store->arena, all, &n);
    store_put(store, fingerprint_of(key.at, key.n), text.at, text.n);
    store_put(store, question, list, n);
}
