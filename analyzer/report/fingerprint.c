// Identity of findings across edits.

#include "analyzer/report/fingerprint.h"

#include "ir/base/dependency.h"
#include "ir/base/text.h"

#include <ctype.h>

void fingerprints_open(struct fingerprints *prints, struct arena *arena,
                       struct source_texts *sources)
{
    *prints = (struct fingerprints){arena, sources, map_open(arena)};
}

static void add_part(struct text *text, const char *part)
{
    if (part) text_add(text, part);
    text_add_char(text, '\n');
}

// The message is no part of it: a batch that grew from 4 to 8 is not another mistake. Only where
// there is no line to be read it has to do.
const char *fingerprints_next(struct fingerprints *prints, const struct diag *diag)
{
    struct text text = {.arena = prints->arena};
    const struct site *site = diag->site;
    struct source_line line = {0};
    add_part(&text, diag_info(diag->id)->code);
    add_part(&text, site ? site->file : NULL);
    add_part(&text, site ? site->function : NULL);
    if (site && site->file) line = source_texts_line(prints->sources, site->file, site->line);
    for (int i = 0; i < line.length; i++)
        if (!isspace((unsigned char)line.at[i])) text_add_char(&text, line.at[i]);
    if (!line.at) add_part(&text, diag->message);
    struct fingerprint hash = fingerprint_of(text.at, text.n);
    uint64_t key = hash.low, before = (uint64_t)(uintptr_t)map_get_number(prints->counts, key);
    map_put_number(prints->counts, key, (void *)(uintptr_t)(before + 1));
    return arena_printf(prints->arena, "%016llx:%llu", (unsigned long long)hash.low,
                        (unsigned long long)before + 1);
}
