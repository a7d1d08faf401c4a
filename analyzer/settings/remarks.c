// Comments of a source that say how it is to be analysed: `// shapeprof: WORD VALUE`.

#include "analyzer/settings/checks.h"
#include "analyzer/settings/settings.h"

#include "ir/base/text.h"

#include <ctype.h>
#include <string.h>

#define MARK "// shapeprof:"

struct remark {
    struct settings_reader *reader;
    struct settings *settings;
    struct site site;
};

static const struct site *site_of(const struct remark *r)
{
    return arena_copy(r->reader->arena, &r->site, sizeof r->site);
}

static void complain(struct remark *r, const char *words, const char *why)
{
    diag_add(r->reader->diags, DIAG_SETTING, site_of(r), "`shapeprof: %s` is not understood: %s",
             words, why);
}

// "x=f32[N,8]" at its first or, of a binding, its last `=`.
static void put_pair(struct remark *r, setting_list *list, const char *words, const char *pair,
                     const char *equals)
{
    struct arena *arena = r->reader->arena;
    if (!equals || equals == pair || !equals[1]) {
        complain(r, words, "write NAME=VALUE");
        return;
    }
    settings_put(arena, list, arena_string_n(arena, pair, (size_t)(equals - pair)), equals + 1,
                 site_of(r));
}

static void take(struct remark *r, const char *words)
{
    size_t n = strcspn(words, " \t");
    const char *value = words + n + strspn(words + n, " \t");
    const struct setting_kind *kind = setting_kinds, *end = kind + N_SETTINGS;
    while (kind < end && (strlen(kind->word) != n || strncmp(kind->word, words, n) != 0)) kind++;
    if (kind == end || !*value) {
        complain(r, words,
                 "write input x=f32[N,8], set n=4, budget peak<=8MiB, max-steps 1000000000 or "
                 "checks -name");
        return;
    }
    setting_list *list = settings_list(r->settings, kind);
    switch (kind->form) {
    case FIRST_EQUALS: put_pair(r, list, words, value, strchr(value, '=')); break;
    case LAST_EQUALS: put_pair(r, list, words, value, strrchr(value, '=')); break;
    case WHOLE:
    case NUMBER: settings_put(r->reader->arena, list, NULL, value, site_of(r)); break;
    }
}

// A misspelt name would ignore nothing, in silence.
static void check_ignored(struct remark *r, const char *row)
{
    const char *list = checks_ignore_list(r->reader->arena, row);
    const char *unknown = list ? checks_unknown(r->reader->arena, list) : NULL;
    if (!unknown) return;
    r->site.column = (int)(strstr(row, "shapeprof-ignore") - row) + 1;
    diag_add(r->reader->diags, DIAG_SETTING, site_of(r), "`shapeprof-ignore: %s`: %s", list,
             unknown);
}

void settings_read_remarks(struct settings_reader *reader, const char *file,
                           struct settings *settings)
{
    const char *text = settings_text(reader, file);
    struct remark r = {reader, settings, {.file = file}};
    int line = 1;
    for (const char *at = text; at && *at; line++) {
        size_t n = strcspn(at, "\n");
        const char *row = arena_string_n(reader->arena, at, n), *mark = strstr(row, MARK);
        r.site.line = line;
        if (mark) {
            const char *words = mark + strlen(MARK);
            words += strspn(words, " \t");
            size_t length = strlen(words);
            while (length && isspace((unsigned char)words[length - 1])) length--;
            r.site.column = (int)(mark - row) + 1;
            take(&r, arena_string_n(reader->arena, words, length));
        }
        check_ignored(&r, row);
        at += n + (at[n] == '\n');
    }
}
