// Edits of a file as a unified diff, which `patch` and `git apply` take.

#include "analyzer/report/edits_diff.h"

#include <string.h>

#define CONTEXT 3 // lines around a change

// A run of lines, from 0, that edits change: [first, end) of the file as it was.
struct change {
    int first, end;
    const char *text; // that stands there instead
    size_t n;
};

struct diffing {
    struct text *text;
    const struct edited_file *file;
    VEC(size_t) starts; // of lines of the file as it was, and its end
    VEC(struct change) changes;
};

static void find_lines(struct diffing *d)
{
    const struct edited_file *file = d->file;
    for (size_t i = 0; i < file->n_before; i++)
        if (!i || file->before[i - 1] == '\n') *vec_push(d->text->arena, &d->starts) = i;
    *vec_push(d->text->arena, &d->starts) = file->n_before;
}

static int line_of(const struct diffing *d, size_t at)
{
    int low = 0, high = d->starts.n - 2;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (d->starts.at[middle] <= at)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// Spans [from, to) lie in one run of lines: the run with them made.
static struct change make_change(struct diffing *d, int first, int end, int from, int to)
{
    struct text out = {.arena = d->text->arena};
    size_t at = d->starts.at[first];
    for (int i = from; i < to; i++) {
        const struct edited_span *span = &d->file->spans.at[i];
        text_add_n(&out, d->file->before + at, span->at - at);
        text_add(&out, span->text);
        at = span->at + span->n_old;
    }
    text_add_n(&out, d->file->before + at, d->starts.at[end] - at);
    return (struct change){first, end, text_string(&out), out.n};
}

static void find_changes(struct diffing *d)
{
    for (int i = 0; i < d->file->spans.n;) {
        const struct edited_span *span = &d->file->spans.at[i];
        int from = i, first = line_of(d, span->at), end = line_of(d, span->at + span->n_old) + 1;
        for (i++; i < d->file->spans.n && line_of(d, d->file->spans.at[i].at) < end; i++) {
            span = &d->file->spans.at[i];
            int last = line_of(d, span->at + span->n_old) + 1;
            if (last > end) end = last;
        }
        struct change change = make_change(d, first, end, from, i);
        *vec_push(d->text->arena, &d->changes) = change;
    }
}

static int count_lines(const char *text, size_t n)
{
    int lines = n && text[n - 1] != '\n';
    for (size_t i = 0; i < n; i++) lines += text[i] == '\n';
    return lines;
}

static void write_lines(struct diffing *d, char mark, const char *text, size_t n)
{
    for (size_t at = 0; at < n;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t length = end ? (size_t)(end - text) - at : n - at;
        text_add_char(d->text, mark);
        text_add_n(d->text, text + at, length);
        text_add(d->text, end ? "\n" : "\n\\ No newline at end of file\n");
        at += length + (end != NULL);
    }
}

static void write_before(struct diffing *d, char mark, int first, int end)
{
    size_t at = d->starts.at[first];
    write_lines(d, mark, d->file->before + at, d->starts.at[end] - at);
}

// Changes [from, to) with the lines around them; `moved` is by how many lines the ones before it
// made the file longer.
static void write_hunk(struct diffing *d, int from, int to, int moved)
{
    const struct change *first = &d->changes.at[from], *last = &d->changes.at[to - 1];
    int n_lines = d->starts.n - 1, begin = first->first > CONTEXT ? first->first - CONTEXT : 0;
    int end = last->end + CONTEXT < n_lines ? last->end + CONTEXT : n_lines, n_new = end - begin;
    for (int i = from; i < to; i++) {
        const struct change *c = &d->changes.at[i];
        n_new += count_lines(c->text, c->n) - (c->end - c->first);
    }
    text_printf(d->text, "@@ -%d,%d +%d,%d @@\n", begin + 1, end - begin, begin + 1 + moved, n_new);
    int line = begin;
    for (int i = from; i < to; i++) {
        const struct change *c = &d->changes.at[i];
        write_before(d, ' ', line, c->first);
        write_before(d, '-', c->first, c->end);
        write_lines(d, '+', c->text, c->n);
        line = c->end;
    }
    write_before(d, ' ', line, end);
}

void edits_diff(struct text *text, const struct edited_file *file)
{
    struct diffing d = {.text = text, .file = file};
    find_lines(&d);
    find_changes(&d);
    text_printf(text, "--- %s\n+++ %s\n", file->path, file->path);
    for (int i = 0, moved = 0; i < d.changes.n;) {
        int from = i, before = moved;
        do {
            const struct change *c = &d.changes.at[i++];
            moved += count_lines(c->text, c->n) - (c->end - c->first);
        } while (i < d.changes.n && d.changes.at[i].first - d.changes.at[i - 1].end <= 2 * CONTEXT);
        write_hunk(&d, from, i, before);
    }
}
