// Sites and their chains of calls as text.

#include "ir/base/site.h"
#include "ir/base/text.h"

#include <string.h>
#include <xxhash.h>

const char *site_string(struct arena *arena, const struct site *site)
{
    if (!site || !site->file) return "";
    const char *file = text_printable(arena, site->file);
    if (site->line <= 0) return arena_string(arena, file);
    if (site->column <= 0) return arena_printf(arena, "%s:%d", file, site->line);
    return arena_printf(arena, "%s:%d:%d", file, site->line, site->column);
}

const char *site_behind(struct arena *arena, const struct site *site)
{
    if (!site || !site->file) return "";
    return arena_printf(arena, " (%s:%d)", text_printable(arena, site_base_name(site->file)),
                        site->line);
}

const struct site *site_copy(struct arena *arena, const struct site *site)
{
    const struct site *first = NULL, **last = &first;
    for (; site; site = site->caller) {
        struct site *copy = arena_copy(arena, site, sizeof *site);
        copy->caller = NULL;
        *last = copy;
        last = &copy->caller;
    }
    return first;
}

bool site_is_same(const struct site *a, const struct site *b)
{
    if (!a || !b) return a == b;
    if (a->line != b->line || a->column != b->column) return false;
    return a->file == b->file || (a->file && b->file && strcmp(a->file, b->file) == 0);
}

struct site_key site_key_of(const struct site *site)
{
    if (!site) return (struct site_key){0};
    uint64_t file = site->file ? XXH3_64bits(site->file, strlen(site->file)) : 0;
    return (struct site_key){file, site->line, site->column};
}

uint64_t site_chain_hash(uint64_t hash, const struct site *site)
{
    for (const struct site *s = site; s; s = s->caller) {
        struct site_key key = site_key_of(s);
        hash = XXH3_64bits_withSeed(&key, sizeof key, hash);
    }
    return hash;
}

const char *site_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
