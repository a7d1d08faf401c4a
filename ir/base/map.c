// Open addressing with linear probing. Nothing is ever removed, so a free slot ends every search.

#include "ir/base/map.h"
#include "ir/base/vec.h"

#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

// Open addressing over indices into a list of entries: the list keeps the
// order of insertion, the slots only find.
struct entry {
    uint64_t hash;
    const void *key;
    size_t key_bytes;
    void *value;
};

struct map {
    struct arena *arena;
    VEC(struct entry) entries;
    uint32_t *slots; // index + 1; 0: free
    size_t n_slots;  // a power of two, at least twice the entries
};

struct map *map_open(struct arena *arena)
{
    struct map *map = arena_new(arena, struct map);
    map->arena = arena;
    return map;
}

static uint32_t *slot_of(const struct map *map, uint64_t hash, const void *key, size_t key_bytes)
{
    size_t mask = map->n_slots - 1;
    for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &map->slots[i];
        if (!*slot) return slot;
        const struct entry *entry = &map->entries.at[*slot - 1];
        if (entry->hash == hash && entry->key_bytes == key_bytes &&
            memcmp(entry->key, key, key_bytes) == 0)
            return slot;
    }
}

static void grow(struct map *map)
{
    map->n_slots = map->n_slots ? map->n_slots * 2 : 16;
    map->slots = arena_array(map->arena, uint32_t, map->n_slots);
    for (int i = 0; i < map->entries.n; i++) {
        const struct entry *entry = &map->entries.at[i];
        *slot_of(map, entry->hash, entry->key, entry->key_bytes) = (uint32_t)i + 1;
    }
}

void *map_get(const struct map *map, const void *key, size_t key_bytes)
{
    if (!map->n_slots) return NULL;
    uint32_t slot = *slot_of(map, XXH3_64bits(key, key_bytes), key, key_bytes);
    return slot ? map->entries.at[slot - 1].value : NULL;
}

void map_put(struct map *map, const void *key, size_t key_bytes, void *value)
{
    if (((size_t)map->entries.n + 1) * 2 > map->n_slots) grow(map);
    uint64_t hash = XXH3_64bits(key, key_bytes);
    uint32_t *slot = slot_of(map, hash, key, key_bytes);
    if (*slot) {
        map->entries.at[*slot - 1].value = value;
        return;
    }
    // One byte more than the key, so that a string stays NUL-terminated.
    char *copy = arena_alloc(map->arena, key_bytes + 1);
    if (key_bytes) memcpy(copy, key, key_bytes);
    *vec_push(map->arena, &map->entries) = (struct entry){hash, copy, key_bytes, value};
    *slot = (uint32_t)map->entries.n;
}

void *map_get_string(const struct map *map, const char *key)
{
    return map_get(map, key, strlen(key));
}

void *map_get_number(const struct map *map, uint64_t key)
{
    return map_get(map, &key, sizeof key);
}

void map_put_string(struct map *map, const char *key, void *value)
{
    map_put(map, key, strlen(key), value);
}

void map_put_number(struct map *map, uint64_t key, void *value)
{
    map_put(map, &key, sizeof key, value);
}

struct map *map_copy_below(struct arena *arena, const struct map *from, uint64_t end)
{
    struct map *map = map_open(arena);
    for (int i = 0; i < from->entries.n; i++) {
        uint64_t number;
        memcpy(&number, from->entries.at[i].key, sizeof number);
        if (number < end) map_put_number(map, number, from->entries.at[i].value);
    }
    return map;
}

int map_count(const struct map *map)
{
    return map->entries.n;
}

const void *map_key(const struct map *map, int index)
{
    return map->entries.at[index].key;
}

void *map_value(const struct map *map, int index)
{
    return map->entries.at[index].value;
}
