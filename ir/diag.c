// The kinds of findings (diags.def) and lists of findings. A finding belongs to the arena of its
// list; text is formatted at once, since what it speaks of may not live as long.

#include "ir/diag.h"

#include "ir/base/text.h"

#include <ctype.h>
#include <assert.h>
#include <stdarg.h>
#include <string.h>

static const struct diag_info infos[N_DIAGS] = {
    [DIAG_NONE] = {"SP000", SEVERITY_NOTE, SEVERITY_NOTE, false, "none", "nothing",
                   "Nothing is wrong."},
#define ENTRY(id, code, severity, if_open, off, name, summary, explanation)                        \
    [DIAG_##id] = {code, SEVERITY_##severity, SEVERITY_##if_open, off, name, summary, explanation},
#define DIAG(id, code, severity, if_open, name, summary, explanation)                              \
    ENTRY(id, code, severity, if_open, false, name, summary, explanation)
#define DIAG_OFF(id, code, severity, if_open, name, summary, explanation)                          \
    ENTRY(id, code, severity, if_open, true, name, summary, explanation)
#include "ir/diags.def"
#undef DIAG_OFF
#undef DIAG
#undef ENTRY
};

const char *severity_name(enum severity severity)
{
    static const char *const names[N_SEVERITIES] = {"note", "warning", "error"};
    return names[severity];
}

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[N_VERDICTS] = {
        [VERDICT_PROVED] = "proved", [VERDICT_REFUTED] = "refuted", [VERDICT_OPEN] = "open"};
    return names[verdict];
}

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

const char *diag_nearest(struct arena *arena, const char *code_or_name)
{
    const char **words = arena_array(arena, const char *, 2 * N_DIAGS), *nearest;
    int n = 0;
    for (enum diag_id id = 1; id < N_DIAGS; id++) words[n++] = infos[id].name;
    for (enum diag_id id = 1; id < N_DIAGS; id++) words[n++] = infos[id].code;
    return text_nearest(code_or_name, words, n, &nearest, 1) ? nearest : NULL;
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
    diag->round = diags->round;
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
    copy->round = diag->round;
    if (diag->fix) copy->fix = arena_string(diags->arena, diag->fix);
    for (const struct diag_note *note = diag->notes; note; note = note->next)
        diag_note(diags, copy, site_copy(diags->arena, note->site), "%s", note->message);
    for (const struct diag_edit *edit = diag->edits; edit; edit = edit->next)
        diag_edit(diags, copy, &(struct site){edit->file, edit->line, edit->column, NULL, NULL},
                  edit->old, edit->text);
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

static bool is_before(const struct diag_edit *a, const struct diag_edit *b)
{
    int order = strcmp(a->file, b->file);
    if (!order) order = a->line != b->line ? a->line - b->line : a->column - b->column;
    return order < 0;
}

void diag_edit(struct diags *diags, struct diag *diag, const struct site *site, const char *old,
               const char *text)
{
    struct diag_edit *edit = arena_new(diags->arena, struct diag_edit);
    *edit = (struct diag_edit){.file = site->file,
                               .line = site->line,
                               .column = site->column,
                               .old = arena_string(diags->arena, old),
                               .text = arena_string(diags->arena, text)};
    struct diag_edit **at = &diag->edits;
    while (*at && !is_before(edit, *at)) at = &(*at)->next;
    edit->next = *at;
    *at = edit;
}
