#ifndef IR_BASE_MAP_H
#define IR_BASE_MAP_H

// A hash map (xxHash) from bytes, strings or 64-bit numbers to pointers.
// Keys of one map are all of one kind. Iteration is in order of insertion, so
// that the same input always gives the same output.

#include "ir/base/arena.h"

struct map;

struct map *map_open(struct arena *);
// The value, or NULL.
void *map_get(const struct map *, const void *key, size_t key_bytes);
void *map_get_string(const struct map *, const char *key);
void *map_get_number(const struct map *, uint64_t key);
// Replaces the value if the key is there. The key is copied.
void map_put(struct map *, const void *key, size_t key_bytes, void *value);
void map_put_string(struct map *, const char *key, void *value);
void map_put_number(struct map *, uint64_t key, void *value);

// The entries whose number is below `end`, in a map of that arena.
struct map *map_copy_below(struct arena *, const struct map *, uint64_t end);

int map_count(const struct map *);                  // of keys
const void *map_key(const struct map *, int index); // a string key is NUL-terminated
void *map_value(const struct map *, int index);

#endif
