// One self-contained page: the JSON report, what is alive when, and a script that draws both and
// works closed forms out for the sizes that its reader chooses.

#include "analyzer/report/execution_json.h"
#include "analyzer/report/json.h"
#include "analyzer/report/json_value.h"
#include "analyzer/report/page.h"
#include "analyzer/report/writer.h"
#include "analyzer/timeline.h"
#include "ir/base/text.h"

#include <stdlib.h>
#include <string.h>

// A plot of more is no plot, and the page would be slow.
#define MAX_MOMENTS_SHOWN 4000

// ---- what is alive when

static json_t *json_moment(const struct timeline_moment *moment)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(moment->name));
    json_set_site(object, moment->site);
    return object;
}

static json_t *json_span(struct arena *arena, const struct report *report,
                         const struct timeline_span *span)
{
    struct quantity bytes[MAX_ASKED_DTYPES];
    json_t *object = json_object();
    for (int d = 0; d < report->n_dtypes; d++) bytes[d] = quantity_of(span->bytes[d]);
    json_object_set_new(object, "name", json_text(span->name));
    json_object_set_new(object, "first", json_integer(span->first));
    json_object_set_new(object, "last", json_integer(span->last));
    json_set_bytes(arena, object, "bytes", report, bytes);
    return object;
}

static const char *note_of(struct arena *arena, const struct report_model *model)
{
    if (!model->tensors_of) return NULL;
    return arena_printf(arena, "Of a run with %s; the figures above are of any count.",
                        model->tensors_of);
}

static json_t *json_timeline(struct arena *arena, const struct report *report,
                             const struct report_model *model)
{
    struct timeline timeline;
    struct memory_request request = {.program = model->program,
                                     .model = model->memory_model,
                                     .mode = MEMORY_INFERENCE,
                                     .n_asked = report->n_dtypes,
                                     .asked = report->dtypes};
    timeline_find(arena, &request, &timeline);
    if (timeline.n_moments > MAX_MOMENTS_SHOWN) return json_null();
    json_t *object = json_object(), *moments = json_array(), *spans = json_array();
    for (int i = 0; i < timeline.n_moments; i++)
        json_array_append_new(moments, json_moment(&timeline.moments[i]));
    for (int i = 0; i < timeline.n_spans; i++)
        json_array_append_new(spans, json_span(arena, report, &timeline.spans[i]));
    json_object_set_new(object, "moments", moments);
    json_object_set_new(object, "spans", spans);
    json_object_set_new(object, "note", json_text(note_of(arena, model)));
    return object;
}

// ---- the page

// Takes the value. Within a script element a < could end it; in JSON it stands in strings only.
static void write_json(struct text *text, json_t *root)
{
    char *dump = json_dumps(root, JSON_COMPACT);
    for (const char *at = dump; at && *at;) {
        size_t plain = strcspn(at, "<");
        text_add_n(text, at, plain);
        at += plain;
        if (*at) text_add(text, "\\u003c"), at++;
    }
    free(dump);
    json_decref(root);
    text_add(text, "\n");
}

static void write_place(struct text *text, json_t *root, const char *name)
{
    if (!strncmp(name, "STYLE", 5)) text_add(text, (const char *)page_css);
    if (!strncmp(name, "SCRIPT", 6)) text_add(text, (const char *)page_js);
    if (!strncmp(name, "VERSION", 7)) text_add(text, SP_VERSION_STRING);
    if (!strncmp(name, "REPORT", 6)) write_json(text, root);
}

// Takes the value. The template has places for what it is made of, each between two @.
static void write_page(struct text *text, json_t *root)
{
    const char *at = (const char *)page_html;
    for (const char *begin; (begin = strchr(at, '@'));) {
        const char *end = strchr(begin + 1, '@');
        text_add_n(text, at, (size_t)(begin - at));
        write_place(text, root, begin + 1);
        at = end + 1;
    }
    text_add(text, at);
}

static json_t *json_page(struct arena *arena, const struct report *report)
{
    json_t *root = json_whole(arena, report), *models = json_object_get(root, "models");
    for (int i = 0; i < report->n_models; i++)
        json_object_set_new(json_array_get(models, (size_t)i), "timeline",
                            json_timeline(arena, report, &report->models[i]));
    return root;
}

void html_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    write_page(text, json_page(text->arena, report));
}

// Both sides' models in one report, with the verdict.
void html_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    (void)view;
    const char *files[] = {c->a.name, c->b.name};
    const struct report_model models[] = {*c->a.model, *c->b.model};
    struct report both = c->findings;
    both.n_files = both.n_models = 2;
    both.files = files;
    both.models = models;
    both.n_dtypes = c->a.report->n_dtypes;
    memcpy(both.dtypes, c->a.report->dtypes, sizeof both.dtypes);
    json_t *root = json_page(text->arena, &both);
    json_object_set_new(root, "comparison", json_comparison_whole(text->arena, c));
    write_page(text, root);
}

void html_executions(struct text *text, const struct executions *executions,
                     const struct view *view)
{
    (void)view;
    json_t *root = json_page(text->arena, executions->report), *runs = json_array();
    for (int i = 0; i < executions->n; i++)
        json_array_append_new(runs, json_execution(text->arena, &executions->at[i]));
    json_object_set_new(root, "runs", runs);
    write_page(text, root);
}
