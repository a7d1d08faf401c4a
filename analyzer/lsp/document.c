#include "analyzer/lsp/document.h"

#include "analyzer/lsp/expression.h"
#include "ir/base/arena.h"

#include <stdlib.h>
#include <string.h>

// ---- positions

bool position_read(const json_t *json, struct position *position)
{
    const json_t *line = json_object_get(json, "line");
    const json_t *character = json_object_get(json, "character");
    if (!json_is_integer(line) || !json_is_integer(character)) return false;
    if (json_integer_value(line) < 0 || json_integer_value(character) < 0) return false;
    position->line = (size_t)json_integer_value(line);
    position->character = (size_t)json_integer_value(character);
    return true;
}

json_t *position_json(const struct lines *lines, size_t offset, enum encoding encoding)
{
    struct position position = lines_position(lines, offset, encoding);
    return json_pack("{s:I,s:I}", "line", (json_int_t)position.line, "character",
                     (json_int_t)position.character);
}

json_t *range_json(const struct lines *lines, size_t begin, size_t end, enum encoding encoding)
{
    return json_pack("{s:o,s:o}", "start", position_json(lines, begin, encoding), "end",
                     position_json(lines, end, encoding));
}

// ---- marks

static void forget_marked(struct marked *marked)
{
    json_decref(marked->facts);
    free(marked->marks);
    *marked = (struct marked){0};
}

const struct mark *marked_place(const struct marked *marked, const json_t *fact)
{
    const json_t *number = json_object_get(fact, "mark");
    if (!json_is_integer(number)) return NULL;
    const struct mark *mark = &marked->marks[json_integer_value(number)];
    return mark->gone ? NULL : mark;
}

// What lies behind an edit moves with it, what is around it grows or shrinks, what it took away is
// gone. Text that is put where a mark ends stands behind it.
static void move_mark(struct mark *mark, size_t from, size_t to, size_t n)
{
    if (mark->begin >= to) {
        mark->begin = mark->begin - to + from + n;
        mark->end = mark->end - to + from + n;
    } else if (mark->end <= from) {
        return;
    } else if (mark->begin <= from && to <= mark->end) {
        mark->end = mark->end - to + from + n;
    } else {
        mark->gone = true;
    }
}

static void move_marks(struct marked *marked, size_t from, size_t to, size_t n)
{
    for (int i = 0; i < marked->n; i++) move_mark(&marked->marks[i], from, to, n);
}

static void set_mark(const struct document *document, struct marked *marked, json_t *fact)
{
    if (marked->n == marked->room) {
        int room = marked->room ? marked->room * 2 : 256;
        struct mark *marks = realloc(marked->marks, (size_t)room * sizeof *marks);
        if (!marks) arena_exhausted((size_t)room * sizeof *marks);
        marked->marks = marks;
        marked->room = room;
    }
    const struct lines *lines = &document->lines;
    size_t begin = lines_of_site(lines, (int)json_integer_value(json_object_get(fact, "line")),
                                 (int)json_integer_value(json_object_get(fact, "column")));
    size_t end = expression_end(lines->text, lines->n, begin);
    json_object_set_new(fact, "mark", json_integer(marked->n));
    marked->marks[marked->n++] = (struct mark){begin, end, false};
}

// Every place in this document, wherever it stands in the facts.
static void set_marks(const struct document *document, struct marked *marked, json_t *fact)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(fact)) {
        json_array_foreach(fact, i, value)
        {
            set_marks(document, marked, value);
        }
    } else if (json_is_object(fact)) {
        const char *file = json_string_value(json_object_get(fact, "file"));
        bool here = !file || (document->path && !strcmp(file, document->path));
        if (here && json_object_get(fact, "line")) set_mark(document, marked, fact);
        json_object_foreach(fact, key, value)
        {
            set_marks(document, marked, value);
        }
    }
}

void document_say(struct document *document, struct marked *marked, json_t *facts)
{
    // What is the same may be shared with what was said before.
    struct marked before = *marked;
    *marked = (struct marked){.facts = facts};
    set_marks(document, marked, facts);
    forget_marked(&before);
}

// ---- opening and closing

struct document *document_open(const char *uri, const char *path, const char *text, size_t n)
{
    struct document *document = calloc(1, sizeof *document);
    if (!document) arena_exhausted(sizeof *document);
    document->uri = strdup(uri);
    document->path = path ? strdup(path) : NULL;
    lines_set(&document->lines, text, n);
    return document;
}

void document_close(struct document *document)
{
    free(document->uri);
    free(document->path);
    lines_close(&document->lines);
    forget_marked(&document->facts);
    forget_marked(&document->findings);
    json_decref(document->sizes);
    free(document);
}

// ---- edits

bool document_change(struct document *document, const json_t *change, enum encoding encoding)
{
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    struct lines *lines = &document->lines;
    size_t from = 0, to = lines->n;
    if (!json_is_string(text)) return false;
    if (range && !json_is_null(range)) {
        struct position start, end;
        if (!position_read(json_object_get(range, "start"), &start) ||
            !position_read(json_object_get(range, "end"), &end))
            return false;
        from = lines_offset(lines, start, encoding);
        to = lines_offset(lines, end, encoding);
        if (to < from) return false;
    }
    size_t n = json_string_length(text);
    lines_replace(lines, from, to, json_string_value(text), n);
    move_marks(&document->facts, from, to, n);
    move_marks(&document->findings, from, to, n);
    return true;
}
