// A source parsed again in part, with its other bodies left out (patch.c).

#include "frontends/c/parse/keeper.h"
#include "frontends/c/parse/link.h"

struct tu *tu_open_part(struct tu *home, struct arena *arena, const char *text)
{
    struct tu *part = arena_new(arena, struct tu);
    *part = (struct tu){.unit = home->unit,
                        .path = home->path,
                        .flags = home->flags,
                        .home = home,
                        .text = text,
                        .scratch = arena,
                        .types = map_open(arena),
                        .declarations = map_open(arena),
                        .files = map_open(arena),
                        .index = clang.createIndex(0, 0)};
    return part;
}

void tu_close_part(struct tu *part)
{
    keeper_take(part->unit->request.keeper, part);
    if (part->index) clang.disposeIndex(part->index);
}
