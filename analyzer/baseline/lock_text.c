// A baseline as text and back. Sizes of rows that repeat are counted ("256*N x2"), so that a line
// stays readable.

#include "analyzer/baseline/lock_text.h"

#include "analyzer/baseline/lock_file.h"
#include "analyzer/report/json_value.h"
#include "ir/base/text.h"

#include <stdlib.h>
#include <string.h>

#define FORMAT_VERSION 1
#define MAX_ROWS 10000000

// ---- writing

// JSON holds text only, and a path may be any bytes: those are written as hexadecimal digits.
static json_t *argument_json(struct arena *arena, const char *argument)
{
    json_t *string = json_string(argument);
    if (string) return string;
    struct text digits = {.arena = arena};
    for (const unsigned char *at = (const unsigned char *)argument; *at; at++)
        text_printf(&digits, "%02x", *at);
    json_t *object = json_object();
    json_object_set_new(object, "hex", json_text(text_string(&digits)));
    return object;
}

static const char *rows_text(struct arena *arena, const struct baseline_model *model)
{
    struct text text = {.arena = arena};
    for (int i = 0, n; i < model->n_rows; i += n) {
        for (n = 1; i + n < model->n_rows; n++)
            if (strcmp(model->rows[i].bytes, model->rows[i + n].bytes) != 0) break;
        text_printf(&text, "%s%s", i ? "; " : "", model->rows[i].bytes);
        if (n > 1) text_printf(&text, " x%d", n);
    }
    return text_string(&text);
}

static void add_value(struct text *text, json_t *value)
{
    char *dump = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    text_add(text, dump ? dump : "null");
    free(dump);
    json_decref(value);
}

static void add_member(struct text *text, const char *key, const char *value)
{
    text_printf(text, "%s\"%s\": ", text->at[text->n - 1] == '{' ? "" : ", ", key);
    add_value(text, json_text(value));
}

// What a reviewer looks at comes first.
static void add_model(struct text *text, const struct baseline_model *model)
{
    text_add(text, "{");
    add_member(text, "model", model->name);
    for (int i = 0; i < N_BASELINE_FIGURES; i++)
        if (model->figures[i])
            add_member(text, baseline_figure_name((enum baseline_figure)i), model->figures[i]);
    add_member(text, "leaf", model->leaf);
    add_member(text, "inputs", model->inputs);
    if (model->conditions) add_member(text, "conditions", model->conditions);
    add_member(text, "shapes", model->shapes);
    add_member(text, "outputs", rows_text(text->arena, model));
    text_add(text, "}");
}

static void add_run(struct text *text, const struct baseline_run *run)
{
    text_add(text, "    {\"arguments\": [");
    for (int i = 0; i < run->n_arguments; i++) {
        if (i) text_add(text, ", ");
        add_value(text, argument_json(text->arena, run->arguments[i]));
    }
    text_add(text, "], \"models\": [");
    for (int i = 0; i < run->n_models; i++) {
        text_add(text, i ? ",\n      " : "\n      ");
        add_model(text, &run->models[i]);
    }
    text_add(text, "\n    ]}");
}

const char *lock_file_text(struct arena *arena, const struct baseline *baseline)
{
    struct text text = {.arena = arena};
    text_printf(&text, "{\n  \"shapeprof.lock\": %d,\n  \"runs\": [", FORMAT_VERSION);
    for (int i = 0; i < baseline->n_runs; i++) {
        text_add(&text, i ? ",\n" : "\n");
        add_run(&text, &baseline->runs[i]);
    }
    text_add(&text, "\n  ]\n}\n");
    return text_string(&text);
}

// ---- reading

struct lock_reader {
    struct arena *arena;
    const char *error; // the first
};

static const char *read_string(struct lock_reader *r, const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    if (!string && !r->error) r->error = arena_printf(r->arena, "a model has no text `%s`", key);
    return string ? arena_string(r->arena, string) : "";
}

static const char *read_argument(struct lock_reader *r, const json_t *json)
{
    const char *digits = json_string_value(json_object_get(json, "hex"));
    if (json_is_string(json)) return arena_string(r->arena, json_string_value(json));
    size_t n = digits ? strlen(digits) : 1;
    if (n % 2 || strspn(digits, "0123456789abcdef") != n) {
        r->error = "an argument of a run is no text";
        return "";
    }
    char *bytes = arena_alloc(r->arena, n / 2 + 1);
    for (size_t i = 0; i < n; i += 2) {
        char pair[3] = {digits[i], digits[i + 1], '\0'};
        bytes[i / 2] = (char)strtol(pair, NULL, 16);
    }
    return bytes;
}

// The count behind a row, "x2"; NULL: it stands once. A symbol may be called x, but not x2 and
// stand last behind a blank without an operator before it.
static const char *count_of(const char *row)
{
    const char *last = strrchr(row, ' ');
    if (!last || last == row || last[1] != 'x' || !last[2] || strchr("+-<>=", last[-1]))
        return NULL;
    return strspn(last + 2, "0123456789") == strlen(last + 2) ? last : NULL;
}

// "256*N x2" is two rows.
static void read_rows(struct lock_reader *r, const char *text, struct baseline_model *model)
{
    VEC(struct baseline_row) rows = {0};
    for (const char *at = text; *at && !r->error;) {
        size_t length = strcspn(at, ";");
        const char *row = arena_string_n(r->arena, at, length), *times = count_of(row);
        long n = times ? strtol(times + 2, NULL, 10) : 1;
        if (n < 1 || n > MAX_ROWS - rows.n) r->error = "the outputs of a model are not understood";
        if (times) row = arena_string_n(r->arena, row, (size_t)(times - row));
        for (long i = 0; i < n && !r->error; i++)
            *vec_push(r->arena, &rows) = (struct baseline_row){.bytes = row};
        at += length + strspn(at + length, "; ");
    }
    model->n_rows = rows.n;
    model->rows = rows.at;
}

// Peaks have always been there; others a model may lack, or were not kept by older versions.
static const char *read_figure(struct lock_reader *r, const json_t *json,
                               enum baseline_figure figure)
{
    const char *name = baseline_figure_name(figure);
    bool may_lack = figure == BASELINE_PARAMETERS || figure == BASELINE_RUNTIME;
    if (may_lack && !json_object_get(json, name)) return NULL;
    return read_string(r, json, name);
}

static struct baseline_model read_model(struct lock_reader *r, const json_t *json)
{
    struct baseline_model model = {.name = read_string(r, json, "model"),
                                   .inputs = read_string(r, json, "inputs"),
                                   .shapes = read_string(r, json, "shapes"),
                                   .leaf = read_string(r, json, "leaf")};
    if (json_object_get(json, "conditions")) model.conditions = read_string(r, json, "conditions");
    for (int i = 0; i < N_BASELINE_FIGURES; i++)
        model.figures[i] = read_figure(r, json, (enum baseline_figure)i);
    read_rows(r, read_string(r, json, "outputs"), &model);
    return model;
}

static struct baseline_run read_run(struct lock_reader *r, const json_t *json)
{
    const json_t *arguments = json_object_get(json, "arguments");
    const json_t *models = json_object_get(json, "models");
    if (!json_is_array(arguments) || !json_is_array(models)) {
        r->error = "a run has no `arguments` or no `models`";
        return (struct baseline_run){0};
    }
    int n = (int)json_array_size(arguments), n_models = (int)json_array_size(models);
    const char **texts = arena_array(r->arena, const char *, n);
    struct baseline_model *list = arena_array(r->arena, struct baseline_model, n_models);
    for (int i = 0; i < n; i++) texts[i] = read_argument(r, json_array_get(arguments, (size_t)i));
    for (int i = 0; i < n_models; i++) list[i] = read_model(r, json_array_get(models, (size_t)i));
    return (struct baseline_run){n, texts, n_models, list};
}

static void read_runs(struct lock_reader *r, const json_t *root, struct baseline *baseline)
{
    const json_t *version = json_object_get(root, "shapeprof.lock");
    const json_t *runs = json_object_get(root, "runs");
    if (!json_is_integer(version) || !json_is_array(runs))
        r->error = "it is no lock of shapeprof";
    else if (json_integer_value(version) != FORMAT_VERSION)
        r->error = arena_printf(r->arena, "it has version %lld, and this program reads version %d",
                                (long long)json_integer_value(version), FORMAT_VERSION);
    for (size_t i = 0; !r->error && i < json_array_size(runs); i++) {
        struct baseline_run run = read_run(r, json_array_get(runs, i));
        if (!r->error) baseline_put(r->arena, baseline, &run);
    }
}

const char *lock_text_parse(struct arena *arena, const char *text, size_t n,
                            struct baseline *baseline)
{
    struct lock_reader r = {.arena = arena};
    json_error_t error;
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    *baseline = (struct baseline){0};
    if (!root)
        return arena_printf(
            arena, "line %d is no JSON (%s): it is half-written, or a merge left its marks",
            error.line, error.text);
    read_runs(&r, root, baseline);
    json_decref(root);
    return r.error;
}
