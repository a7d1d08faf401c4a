// Sites and their chains of calls as text.

#include "ir/base/site.h"

const char *site_string(struct arena *arena, const struct site *site)
{
    if (!site || !site->file) return "";
    if (site->line <= 0) return arena_string(arena, site->file);
    if (site->column <= 0) return arena_printf(arena, "%s:%d", site->file, site->line);
    return arena_printf(arena, "%s:%d:%d", site->file, site->line, site->column);
}
