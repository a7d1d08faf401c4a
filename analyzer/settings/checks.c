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

const char *checks_unknown(struct arena *arena, const char *list)
{
    for (const char *part = next_part(arena, &list); part; part = next_part(arena, &list)) {
        bool known = false;
        for (int id = 1; id < N_DIAGS && !known; id++)
            known = stands_for(part + (*part == '-'), (enum diag_id)id);
        if (!known) return part;
    }
    return NULL;
}

bool checks_want(struct arena *arena, const struct checks *checks, enum diag_id id)
{
    bool wanted = true;
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

// "// shapeprof-ignore: matmul-inner, SP102"; without names it is about all.
static bool says_ignore(struct source_line line, enum diag_id id)
{
    struct arena *arena = arena_open();
    const char *text = arena_string_n(arena, line.at, (size_t)line.length);
    const char *mark = strstr(text, IGNORE), *comment = strstr(text, "/");
    bool ignored = mark && comment && comment < mark;
    if (ignored && mark[strlen(IGNORE)] == ':') {
        const char *list = mark + strlen(IGNORE) + 1;
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
