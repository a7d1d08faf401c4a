#include "analyzer/report/edits.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Larger files are no sources that somebody wrote.
#define MAX_BYTES (64 << 20)

// One finding's edits on their way into the files.
struct placed {
    struct edited_file *file;
    struct edited_span span;
};

// ---- files

static const char *read_file(struct arena *arena, const char *path, size_t *n)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size >= MAX_BYTES)
        return NULL;
    FILE *stream = fopen(path, "rb");
    if (!stream) return NULL;
    char *text = arena_alloc(arena, (size_t)status.st_size + 1);
    *n = fread(text, 1, (size_t)status.st_size, stream);
    bool whole = *n == (size_t)status.st_size && !ferror(stream);
    fclose(stream);
    return whole ? text : NULL;
}

static struct edited_file *file_of(struct arena *arena, struct edited *edited, const char *path)
{
    for (int i = 0; i < edited->files.n; i++)
        if (!strcmp(edited->files.at[i]->path, path)) return edited->files.at[i];
    struct edited_file *file = arena_new(arena, struct edited_file);
    file->path = path;
    file->before = read_file(arena, path, &file->n_before);
    *vec_push(arena, &edited->files) = file;
    return file;
}

static bool same_folder(const char *a, const char *b)
{
    const char *end_a = strrchr(a, '/'), *end_b = strrchr(b, '/');
    size_t n = end_a ? (size_t)(end_a - a) : 0;
    return n == (end_b ? (size_t)(end_b - b) : 0) && !strncmp(a, b, n);
}

bool edits_in_sources(const struct report *report, const char *path)
{
    for (int i = 0; i < report->n_files; i++)
        if (!strcmp(report->files[i], path) || same_folder(report->files[i], path)) return true;
    return false;
}

// ---- places

// Lines end at \n, whatever stands before it. -1: there is no such place.
static int64_t offset_of(const struct edited_file *file, int line, int column)
{
    const char *at = file->before, *end = at + file->n_before;
    for (int i = 1; at && i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (at) at++;
    }
    if (!at || column < 1 || end - at < column - 1) return -1;
    return at - file->before + column - 1;
}

void edits_end(const struct diag_edit *edit, int *line, int *column)
{
    *line = edit->line;
    *column = edit->column;
    for (const char *at = edit->old; *at; at++) {
        ++*column;
        if (*at == '\n') ++*line, *column = 1;
    }
}

static bool place(struct arena *arena, struct edited *edited, const struct diag_edit *edit,
                  struct placed *placed)
{
    struct edited_file *file = file_of(arena, edited, edit->file);
    int64_t at = file->before ? offset_of(file, edit->line, edit->column) : -1;
    size_t n = strlen(edit->old);
    if (at < 0 || file->n_before - (size_t)at < n) return false;
    *placed = (struct placed){file, {(size_t)at, n, edit->text}};
    return !memcmp(file->before + at, edit->old, n);
}

// Two that insert at one place would depend on their order.
static bool meets(const struct edited_span *a, const struct edited_span *b)
{
    if (a->at == b->at) return true;
    const struct edited_span *first = a->at < b->at ? a : b, *second = first == a ? b : a;
    return first->at + first->n_old > second->at;
}

static bool is_free(const struct placed *p)
{
    for (int i = 0; i < p->file->spans.n; i++)
        if (meets(&p->file->spans.at[i], &p->span)) return false;
    return true;
}

static void insert(struct arena *arena, struct edited_file *file, struct edited_span span)
{
    int i = file->spans.n;
    vec_push(arena, &file->spans);
    for (; i > 0 && file->spans.at[i - 1].at > span.at; i--)
        file->spans.at[i] = file->spans.at[i - 1];
    file->spans.at[i] = span;
}

static void count_mend(struct arena *arena, struct edited_file *file, const struct diag *diag)
{
    int n = file->mended.n;
    if (n && file->mended.at[n - 1] == diag) return;
    *vec_push(arena, &file->mended) = diag;
    file->n_mends++;
}

// ---- one finding after the other

static bool add_finding(struct arena *arena, const struct diag *diag, struct edited *edited)
{
    VEC(struct placed) all = {0};
    for (const struct diag_edit *edit = diag->edits; edit; edit = edit->next) {
        struct placed placed;
        if (!place(arena, edited, edit, &placed) || !is_free(&placed)) return false;
        for (int i = 0; i < all.n; i++)
            if (all.at[i].file == placed.file && meets(&all.at[i].span, &placed.span)) return false;
        *vec_push(arena, &all) = placed;
    }
    for (int i = 0; i < all.n; i++) {
        insert(arena, all.at[i].file, all.at[i].span);
        count_mend(arena, all.at[i].file, diag);
    }
    return all.n > 0;
}

static void make_text(struct arena *arena, struct edited_file *file)
{
    size_t n = file->n_before, from = 0;
    for (int i = 0; i < file->spans.n; i++)
        n += strlen(file->spans.at[i].text) - file->spans.at[i].n_old;
    char *text = arena_alloc(arena, n + 1), *to = text;
    for (int i = 0; i < file->spans.n; i++) {
        const struct edited_span *span = &file->spans.at[i];
        size_t kept = span->at - from, added = strlen(span->text);
        memcpy(to, file->before + from, kept);
        memcpy(to + kept, span->text, added);
        to += kept + added;
        from = span->at + span->n_old;
    }
    memcpy(to, file->before + from, file->n_before - from);
    file->after = text;
    file->n_after = n;
}

static bool all_may_change(const struct report *report, const struct diag *diag,
                           bool (*may_change)(const struct report *, const char *))
{
    for (const struct diag_edit *edit = diag->edits; edit; edit = edit->next)
        if (!may_change(report, edit->file)) return false;
    return diag->edits != NULL;
}

void edits_make(struct arena *arena, const struct report *report,
                bool (*may_change)(const struct report *, const char *), struct edited *edited)
{
    *edited = (struct edited){0};
    for (int i = 0; i < report->n_diags; i++)
        if (all_may_change(report, report->diags[i], may_change))
            edited->n_mends += add_finding(arena, report->diags[i], edited);
    int n = 0;
    for (int i = 0; i < edited->files.n; i++) {
        struct edited_file *file = edited->files.at[i];
        if (!file->spans.n) continue;
        make_text(arena, file);
        edited->files.at[n++] = file;
    }
    edited->files.n = n;
}
