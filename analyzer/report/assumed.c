#include "analyzer/report/assumed.h"

#include "analyzer/report/conditions.h"
#include "ir/base/map.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// An assumption of `expert#2`, and of any other number of them; numbers below 2 are none.
struct numbered {
    const char *text; // "expert <= 63", as it is made of the first of them
    const char *name; // "expert"
    int64_t number;
};

static struct numbered numbered_of(struct arena *arena, const char *text)
{
    struct numbered n = {.text = text};
    const char *mark = *text == '`' ? text + 1 + strcspn(text + 1, "#`") : text;
    if (*mark != '#') return n;
    char *end;
    n.number = strtoll(mark + 1, &end, 10);
    if (*end != '`' || n.number < 2) return (struct numbered){.text = text};
    n.name = arena_string_n(arena, text + 1, (size_t)(mark - text) - 1);
    n.text = arena_printf(arena, "%s%s", n.name, end + 1);
    return n;
}

struct line {
    const char *text, *name;
    int n; // more of them
    int64_t first, last;
};

static const char *print(struct arena *arena, const struct line *line)
{
    if (line->n == 0) return line->text;
    if (line->n == 1)
        return arena_printf(arena, "%s; so is `%s#%" PRId64 "`", line->text, line->name,
                            line->first);
    return arena_printf(arena, "%s; so are %d more, `%s#%" PRId64 "` to `%s#%" PRId64 "`",
                        line->text, line->n, line->name, line->first, line->name, line->last);
}

// To the line of the first of them; false: that is not there.
static bool join(const struct map *lines, const struct numbered *of)
{
    struct line *line = of->name ? map_get_string(lines, of->text) : NULL;
    if (!line) return false;
    if (line->n++ == 0) line->first = of->number;
    line->name = of->name;
    line->last = of->number;
    return true;
}

struct assumed assumed_lines(struct arena *arena, const struct report_model *model)
{
    struct map *lines = map_open(arena);
    VEC(struct line *) all = {0};
    struct assumed assumed = {{0}};
    for (int i = 0; i < model->n_assumptions; i++) {
        const char *text = model->assumptions[i];
        if (conditions_say(model, text)) continue;
        struct numbered of = numbered_of(arena, text);
        if (join(lines, &of)) continue;
        struct line *line = arena_new(arena, struct line);
        line->text = text;
        *vec_push(arena, &all) = line;
        map_put_string(lines, text, line);
    }
    for (int i = 0; i < all.n; i++) *vec_push(arena, &assumed.lines) = print(arena, all.at[i]);
    return assumed;
}
