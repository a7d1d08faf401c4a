// Lists of checks, and comments that ignore findings.

#include "analyzer/settings/checks.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#define IGNORE "shapeprof-ignore"

static const char *next_part(struct arena *arena, const char **list)
{
    *list += strspn(*list, ", \t");
    size_t n = strcspn(*list, ", \t");
    const char *part = arena_string_n(arena, *list, n);
    *list += n;
    return n ? part : NULL;
}

static bool stands_for(const char *part, enum diag_id id)
{
    const struct diag_info *info = diag_info(id);
    return fnmatch(part, info->name, 0) == 0 || fnmatch(part, info->code, FNM_CASEFOLD) == 0;
}

static bool is_known(const char *part)
{
    bool known = false;
    for (int id = 1; id < N_DIAGS && !known; id++) known = stands_for(part, (enum diag_id)id);
    return known;
}

const char *checks_unknown(struct arena *arena, const char *list)
{
    for (const char *part = next_part(arena, &list); part; part = next_part(arena, &list)) {
        part += *part == '-';
        if (is_known(part)) continue;
        const char *nearest = diag_nearest(arena, part);
        return nearest
                   ? arena_printf(arena, "no finding is called `%s`; is it `%s`?", part, nearest)
                   : arena_printf(arena, "no finding is called `%s`", part);
    }
    return NULL;
}

bool checks_want(struct arena *arena, const struct checks *checks, enum diag_id id)
{
    bool wanted = !diag_info(id)->off;
    for (int i = 0; i < checks->n; i++) {
        const char *list = checks->lists[i];
        for (const char *part = next_part(arena, &list); part; part = next_part(arena, &list))
            if (stands_for(part + (*part == '-'), id)) wanted = *part != '-';
    }
    return wanted;
}

// ---- comments

static bool is_comment(struct source_line line)
{
    int i = 0;
    while (i < line.length && isspace((unsigned char)line.at[i])) i++;
    return i + 1 < line.length && line.at[i] == '/' &&
           (line.at[i + 1] == '/' || line.at[i + 1] == '*');
}

// What the comment says otherwise stands behind the names: a reason behind a dash or in
// parentheses, its end, another comment.
static const char *names_of(struct arena *arena, const char *list)
{
    static const char *const ends[] = {"*/", "//", " -", "("};
    size_t n = strlen(list);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *end = strstr(list, ends[i]);
        if (end && (size_t)(end - list) < n) n = (size_t)(end - list);
    }
    while (n && isspace((unsigned char)list[n - 1])) n--;
    return arena_string_n(arena, list, n);
}

const char *checks_ignore_list(struct arena *arena, const char *line)
{
    const char *mark = strstr(line, IGNORE), *comment = strstr(line, "/");
    if (!mark || !comment || comment > mark) return NULL;
    return mark[strlen(IGNORE)] == ':' ? names_of(arena, mark + strlen(IGNORE) + 1) : "";
}

// "// shapeprof-ignore: matmul-inner, SP102"; without names it is about all.
static bool says_ignore(struct source_line line, enum diag_id id)
{
    struct arena *arena = arena_open();
    const char *text = arena_string_n(arena, line.at, (size_t)line.length);
    const char *list = checks_ignore_list(arena, text);
    bool ignored = list != NULL;
    if (ignored && *list) {
        ignored = false;
        for (const char *part = next_part(arena, &list); part; part = next_part(arena, &list))
            ignored = ignored || stands_for(part, id);
    }
    arena_close(arena);
    return ignored;
}

bool checks_ignored(struct source_texts *sources, const struct diag *diag)
{
    const struct site *site = diag->site;
    if (!site || !site->file || site->line < 1) return false;
    struct source_line own = source_texts_line(sources, site->file, site->line);
    struct source_line before = source_texts_line(sources, site->file, site->line - 1);
    return (own.at && says_ignore(own, diag->id)) ||
           (before.at && is_comment(before) && says_ignore(before, diag->id));
}
