#include "analyzer/report/told.h"

#include "ir/base/map.h"
#include "ir/base/text.h"
#include "ir/base/vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Runs of rounds that are listed; further ones are counted.
#define MAX_SHOWN_RUNS 6

// ---- order

static int compare_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

// What has no place comes first: it concerns the whole run.
static int compare_sites(const struct site *a, const struct site *b)
{
    static const struct site nowhere;
    if (!a) a = &nowhere;
    if (!b) b = &nowhere;
    int order = compare_text(a->file, b->file);
    if (!order) order = (a->line > b->line) - (a->line < b->line);
    if (!order) order = (a->column > b->column) - (a->column < b->column);
    return order;
}

// In the order of execution: lists are runs of programs one after another; in each the findings go
// by the node that they came with, as conditions are settled after the last node was built.
static int compare_moments(const struct found *a, const struct found *b)
{
    if (a->list != b->list) return a->list - b->list;
    if (a->diag->step != b->diag->step) return a->diag->step < b->diag->step ? -1 : 1;
    return a->position - b->position;
}

static int by_place(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    int order = compare_sites(x->diag->site, y->diag->site);
    return order ? order : compare_moments(x, y);
}

// ---- what is one

// All findings of one place, code and form; of those that were told, the last.
struct kind {
    struct told *last;
    struct map *messages; // of each, the finding that told it
};

// A finding that stands in the report, for itself and those of later rounds.
struct told {
    struct told *before; // of the same kind
    const struct diag *first, *last;
    int list, position;
    VEC(int) rounds;
};

static bool same_callers(const struct site *a, const struct site *b)
{
    a = a ? a->caller : NULL;
    b = b ? b->caller : NULL;
    for (; a && b && a != b; a = a->caller, b = b->caller)
        if (compare_sites(a, b)) return false;
    return a == b;
}

// Does the program find it anew, in another round or by another node? A call may be wrong in two
// ways that differ in numbers alone, and conditions that are open are each one of its own.
static bool is_another_round(const struct told *told, const struct found *found)
{
    const struct diag *a = told->last, *b = found->diag;
    if (told->list != found->list || a->severity != b->severity || a->verdict != b->verdict)
        return false;
    if (b->edits || told->first->edits || !same_callers(a->site, b->site)) return false;
    if (b->verdict == VERDICT_OPEN && !b->round) return false;
    return a->round != b->round || a->step != b->step;
}

// The place, the code, and the message with one digit in place of each number.
static const char *form_of(struct arena *arena, const struct diag *diag)
{
    struct text text = {.arena = arena};
    text_printf(&text, "%s %s ", site_string(arena, diag->site), diag_info(diag->id)->code);
    for (const char *at = diag->message; *at; at++) {
        bool is_digit = isdigit((unsigned char)*at);
        if (!is_digit || at == diag->message || !isdigit((unsigned char)at[-1]))
            text_add_char(&text, is_digit ? '0' : *at);
    }
    return text_string(&text);
}

static struct kind *find_kind(struct arena *arena, struct map *kinds, const struct diag *diag)
{
    const char *form = form_of(arena, diag);
    struct kind *kind = map_get_string(kinds, form);
    if (kind) return kind;
    kind = arena_new(arena, struct kind);
    *kind = (struct kind){.messages = map_open(arena)};
    map_put_string(kinds, form, kind);
    return kind;
}

static void add_round(struct arena *arena, struct told *told, const struct diag *diag)
{
    told->last = diag;
    *vec_push(arena, &told->rounds) = diag->round;
}

// NULL: it was told. What was told of an earlier round may be found by another run, or from another
// caller, as it was.
static struct told *tell(struct arena *arena, struct kind *kind, const struct found *found)
{
    struct told *same = map_get_string(kind->messages, found->diag->message);
    struct told *told = same;
    for (told = same ? same : kind->last; told && !is_another_round(told, found);)
        told = same ? NULL : told->before;
    if (told) add_round(arena, told, found->diag);
    if (!same && told) map_put_string(kind->messages, found->diag->message, told);
    if (same || told) return NULL;
    told = arena_new(arena, struct told);
    *told = (struct told){.before = kind->last,
                          .first = found->diag,
                          .list = found->list,
                          .position = found->position};
    add_round(arena, told, found->diag);
    map_put_string(kind->messages, found->diag->message, told);
    kind->last = told;
    return told;
}

// ---- modules that two entries call

static const char *note_key(struct arena *arena, const struct diag *diag,
                            const struct diag_note *note)
{
    return arena_printf(arena, "%s %s %s", site_string(arena, note->site),
                        diag_info(diag->id)->code, note->message);
}

// Of each note on another place, the first list that has it. Lists are numbered from 1 here.
static void list_notes(struct arena *arena, struct map *lists, const struct found *found)
{
    for (const struct diag_note *note = found->diag->notes; note; note = note->next) {
        if (!compare_sites(note->site, found->diag->site)) continue;
        const char *key = note_key(arena, found->diag, note);
        uintptr_t known = (uintptr_t)map_get_string(lists, key), list = (uintptr_t)found->list + 1;
        if (!known || list < known) map_put_string(lists, key, (void *)list);
    }
}

// A function calls a module that does not fit, and the builder that made it is an entry too: where
// the builder's finding stands, at the making, the function's has a note with the same words.
static bool is_told_of_caller(struct arena *arena, const struct map *lists,
                              const struct found *found)
{
    const struct diag *diag = found->diag;
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        if (!note->site || compare_sites(note->site, diag->site)) continue;
        uintptr_t list = (uintptr_t)map_get_string(lists, note_key(arena, diag, note));
        if (list && list < (uintptr_t)found->list + 1) return true;
    }
    return false;
}

// ---- the note

// "1 to 4, 7 and 9"; NULL: they are not one loop's, in order.
static const char *rounds_in_words(struct arena *arena, const int *rounds, int n)
{
    for (int i = 0; i < n; i++)
        if (rounds[i] < 1 || (i && rounds[i] <= rounds[i - 1])) return NULL;
    struct text text = {.arena = arena};
    int n_runs = 0;
    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && rounds[end] == rounds[end - 1] + 1;) end++;
        if (end - i == 2) end--; // "1 and 2", not "1 to 2"
        if (++n_runs > MAX_SHOWN_RUNS) {
            text_printf(&text, " and %d more", n - i);
            break;
        }
        text_printf(&text, "%s%d", !i ? "" : end == n ? " and " : ", ", rounds[i]);
        if (end - i > 1) text_printf(&text, " to %d", rounds[end - 1]);
    }
    return text_string(&text);
}

static const struct diag *with_rounds(struct arena *arena, const struct told *told)
{
    if (told->rounds.n < 2) return told->first;
    struct diags one;
    diags_open(&one, arena);
    struct diag *diag = diag_copy(&one, told->first);
    const char *rounds = rounds_in_words(arena, told->rounds.at, told->rounds.n);
    bool same = !strcmp(told->first->message, told->last->message);
    const char *times = rounds
                            ? arena_printf(arena, "in rounds %s of the loop", rounds)
                            : arena_printf(arena, "%d times, as this is run again", told->rounds.n);
    diag_note(&one, diag, diag->site, "so it is %s%s%s", times,
              same     ? ""
              : rounds ? "; in the last of them: "
                       : "; the last time: ",
              same ? "" : told->last->message);
    return diag;
}

int told_join(struct arena *arena, struct found *all, int n)
{
    struct map *kinds = map_open(arena), *lists = map_open(arena);
    struct told **told = arena_array(arena, struct told *, n);
    int n_told = 0;
    qsort(all, (size_t)n, sizeof *all, by_place);
    for (int i = 0; i < n; i++) list_notes(arena, lists, &all[i]);
    for (int i = 0; i < n; i++) {
        if (is_told_of_caller(arena, lists, &all[i])) continue;
        struct told *one = tell(arena, find_kind(arena, kinds, all[i].diag), &all[i]);
        if (one) told[n_told++] = one;
    }
    for (int i = 0; i < n_told; i++)
        all[i] = (struct found){with_rounds(arena, told[i]), told[i]->list, told[i]->position};
    return n_told;
}
