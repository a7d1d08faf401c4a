// The kinds of findings (diags.def) and lists of findings. A finding belongs to the arena of its
// list; text is formatted at once, since what it speaks of may not live as long.

#include "ir/diag.h"

#include <ctype.h>
#include <assert.h>
#include <stdarg.h>
#include <string.h>

static const struct diag_info infos[N_DIAGS] = {
    [DIAG_NONE] = {"SP000", SEVERITY_NOTE, SEVERITY_NOTE, "none", "nothing", "Nothing is wrong."},
#define DIAG(id, code, severity, if_open, name, summary, explanation)                              \
    [DIAG_##id] = {code, SEVERITY_##severity, SEVERITY_##if_open, name, summary, explanation},
#include "ir/diags.def"
#undef DIAG
};

const struct diag_info *diag_info(enum diag_id id)
{
    return &infos[id];
}

static bool same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return !*a && !*b;
}

enum diag_id diag_find(const char *code_or_name)
{
    for (enum diag_id id = 1; id < N_DIAGS; id++) {
        if (same_word(code_or_name, infos[id].code) || same_word(code_or_name, infos[id].name))
            return id;
    }
    return DIAG_NONE;
}

void diags_open(struct diags *diags, struct arena *arena)
{
    *diags = (struct diags){.arena = arena};
    diags->last = &diags->first;
}

// Counts decide the exit status; they follow every change of a severity.
static void count(struct diags *diags, enum severity severity)
{
    if (severity == SEVERITY_ERROR) diags->n_errors++;
    if (severity == SEVERITY_WARNING) diags->n_warnings++;
}

struct diag *diag_add(struct diags *diags, enum diag_id id, const struct site *site,
                      const char *format, ...)
{
    struct diag *diag = arena_new(diags->arena, struct diag);
    *diag = (struct diag){.id = id, .severity = infos[id].severity, .site = site};
    diag->verdict = VERDICT_REFUTED;
    diag->step = diags->step;
    va_list arguments;
    va_start(arguments, format);
    diag->message = arena_vprintf(diags->arena, format, arguments);
    va_end(arguments);
    *diags->last = diag;
    diags->last = &diag->next;
    count(diags, diag->severity);
    return diag;
}

struct diag *diag_copy(struct diags *diags, const struct diag *diag)
{
    const struct site *site = site_copy(diags->arena, diag->site);
    struct diag *copy = diag_add(diags, diag->id, site, "%s", diag->message);
    diag_set_severity(diags, copy, diag->severity);
    copy->verdict = diag->verdict;
    copy->step = diag->step;
    if (diag->fix) copy->fix = arena_string(diags->arena, diag->fix);
    for (const struct diag_note *note = diag->notes; note; note = note->next)
        diag_note(diags, copy, site_copy(diags->arena, note->site), "%s", note->message);
    return copy;
}

bool diags_have(const struct diags *diags, const struct diag *diag)
{
    for (const struct diag *d = diags->first; d; d = d->next)
        if (d->id == diag->id && site_is_same(d->site, diag->site) &&
            strcmp(d->message, diag->message) == 0)
            return true;
    return false;
}

void diag_set_severity(struct diags *diags, struct diag *diag, enum severity severity)
{
    if (diag->severity == SEVERITY_ERROR) diags->n_errors--;
    if (diag->severity == SEVERITY_WARNING) diags->n_warnings--;
    diag->severity = severity;
    count(diags, severity);
}

void diag_note(struct diags *diags, struct diag *diag, const struct site *site, const char *format,
               ...)
{
    struct diag_note *note = arena_new(diags->arena, struct diag_note);
    note->site = site;
    va_list arguments;
    va_start(arguments, format);
    note->message = arena_vprintf(diags->arena, format, arguments);
    va_end(arguments);
    struct diag_note **last = &diag->notes;
    while (*last) last = &(*last)->next;
    *last = note;
}

void diag_fix(struct diags *diags, struct diag *diag, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    diag->fix = arena_vprintf(diags->arena, format, arguments);
    va_end(arguments);
}
