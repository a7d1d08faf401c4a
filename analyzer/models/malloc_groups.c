// Layers that are made in a loop get their blocks at the same line, with the same size: where there
// are many, they are one line.

#include "analyzer/models/runtime.h"

#define MANY_BLOCKS 100

// NULL: it is no block.
static const char *group_of(struct arena *arena, const struct runtime_part *part)
{
    if (!part->life || !part->site) return NULL;
    return arena_printf(arena, "%s %s", site_string(arena, part->site),
                        part->bytes.value ? sym_string(arena, part->bytes.value) : "?");
}

static int count_blocks(const struct runtime_memory *memory)
{
    int n = 0;
    for (int i = 0; i < memory->n_parts; i++) n += memory->parts[i].life != NULL;
    return n;
}

struct group {
    struct runtime_part *first;
    const struct sym *bytes; // of all
    int n;
};

static struct group *add_group(struct arena *arena, struct map *groups, const char *key,
                               struct runtime_part *part)
{
    struct group *g = arena_new(arena, struct group);
    *g = (struct group){part, part->bytes.value, 1};
    map_put_string(groups, key, g);
    return g;
}

static void tell_sums(struct arena *arena, const struct map *groups)
{
    for (int i = 0; i < map_count(groups); i++) {
        const struct group *g = map_value(groups, i);
        if (g->n == 1) continue;
        g->first->name = arena_printf(arena, "%s and %d more like it", g->first->name, g->n - 1);
        if (g->bytes) g->first->bytes = quantity_of(g->bytes);
    }
}

void malloc_shorten(struct arena *arena, struct syms *syms, struct runtime_memory *memory)
{
    if (count_blocks(memory) <= MANY_BLOCKS) return;
    struct runtime_part *parts = arena_array(arena, struct runtime_part, memory->n_parts);
    struct map *groups = map_open(arena);
    int n = 0;
    for (int i = 0; i < memory->n_parts; i++) {
        const struct runtime_part *part = &memory->parts[i];
        const char *key = group_of(arena, part);
        struct group *g = key ? map_get_string(groups, key) : NULL;
        if (g) {
            g->n++;
            if (g->bytes) g->bytes = sym_add(syms, g->bytes, part->bytes.value);
            continue;
        }
        // The parts of a block, where there are so many.
        if (!key && part->element) continue;
        parts[n] = *part;
        if (key) add_group(arena, groups, key, &parts[n]);
        n++;
    }
    tell_sums(arena, groups);
    memory->n_parts = n;
    memory->parts = parts;
}
