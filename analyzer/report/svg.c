// A picture of memory over time, one below the other for several models. Sizes that are symbols get
// the small numbers that a run would take, and the picture says which.

#include "analyzer/choose.h"
#include "analyzer/report/execution.h"
#include "analyzer/report/writer.h"
#include "analyzer/timeline.h"
#include "ir/base/checked.h"
#include "ir/base/text.h"

#include <inttypes.h>

enum { WIDTH = 960, HEIGHT = 300, LEFT = 16, RIGHT = 944, TOP = 70, BOTTOM = 262 };

struct picture {
    struct text *text;
    const struct report_model *model;
    int y; // where it begins
    struct choices sizes;
    struct timeline timeline;
    int64_t *levels; // bytes alive, by moment
    int peak;        // the first of the highest
    bool incomplete; // a size is not known
};

// ---- numbers

static void bind_sizes(struct picture *p, struct sym_binding *bindings)
{
    struct syms *syms = p->model->program->syms;
    for (int i = 0; i < p->sizes.n; i++)
        bindings[i] =
            (struct sym_binding){sym_var(syms, p->sizes.at[i].name), p->sizes.at[i].value};
}

// A span adds at its first moment and takes away behind its last.
static void find_levels(struct picture *p)
{
    struct arena *arena = p->text->arena;
    int n = p->timeline.n_moments;
    struct sym_binding *bindings = arena_array(arena, struct sym_binding, p->sizes.n);
    p->levels = arena_array(arena, int64_t, n + 1);
    bind_sizes(p, bindings);
    for (int i = 0; i < p->timeline.n_spans; i++) {
        const struct timeline_span *span = &p->timeline.spans[i];
        int64_t bytes, *first = &p->levels[span->first], *behind = &p->levels[span->last + 1];
        bool known = span->bytes[0] && sym_evaluate(span->bytes[0], bindings, p->sizes.n, &bytes) &&
                     checked_add(*first, bytes, first) && checked_sub(*behind, bytes, behind);
        if (!known) p->incomplete = true;
    }
    for (int i = 1; i < n; i++)
        if (!checked_add(p->levels[i], p->levels[i - 1], &p->levels[i])) p->incomplete = true;
    for (int i = 0; i < n; i++)
        if (p->levels[i] > p->levels[p->peak]) p->peak = i;
}

// ---- drawing

static void add_escaped(struct text *text, const char *words)
{
    for (const char *c = text_printable(text->arena, words); *c; c++) {
        if (*c == '<')
            text_add(text, "&lt;");
        else if (*c == '>')
            text_add(text, "&gt;");
        else if (*c == '&')
            text_add(text, "&amp;");
        else
            text_add_char(text, *c);
    }
}

static void add_words(struct picture *p, const char *class, int x, int y, const char *anchor,
                      const char *words)
{
    text_printf(p->text, "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">", class, x,
                p->y + y, anchor);
    add_escaped(p->text, words);
    text_add(p->text, "</text>\n");
}

static double x_of(const struct picture *p, int moment)
{
    return LEFT +
           (double)(RIGHT - LEFT) * moment / (p->timeline.n_moments ? p->timeline.n_moments : 1);
}

static double y_of(const struct picture *p, int64_t level)
{
    int64_t top = p->levels[p->peak] > 0 ? p->levels[p->peak] : 1;
    return p->y + BOTTOM - (BOTTOM - TOP) * ((double)level / (double)top);
}

static void add_area(struct picture *p)
{
    text_printf(p->text, "<path class=\"area\" d=\"M%d %d", LEFT, p->y + BOTTOM);
    for (int i = 0; i < p->timeline.n_moments; i++)
        text_printf(p->text, "V%.2fH%.2f", y_of(p, p->levels[i]), x_of(p, i + 1));
    text_printf(p->text, "V%dZ\"/>\n", p->y + BOTTOM);
}

static const char *with_unit(struct picture *p, int64_t bytes)
{
    struct quantity quantity = quantity_of(sym_const(p->model->program->syms, bytes));
    const char *unit = quantity_unit(p->text->arena, quantity);
    return arena_printf(p->text->arena, "%" PRId64 " bytes%s%s", bytes, *unit ? " = " : "", unit);
}

static void add_peak(struct picture *p)
{
    struct arena *arena = p->text->arena;
    const struct timeline_moment *moment = &p->timeline.moments[p->peak];
    double x = (x_of(p, p->peak) + x_of(p, p->peak + 1)) / 2;
    const char *where = *moment->name ? arena_printf(arena, ", while %s runs", moment->name) : "";
    const char *anchor = x < WIDTH / 3.0 ? "start" : x > WIDTH * 2 / 3.0 ? "end" : "middle";
    text_printf(p->text, "<line class=\"peak\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n", LEFT,
                RIGHT, p->y + TOP, p->y + TOP);
    text_printf(p->text, "<circle class=\"peak\" cx=\"%.2f\" cy=\"%d\" r=\"4\"/>\n", x, p->y + TOP);
    add_words(p, "label", (int)x, TOP - 10, anchor,
              arena_printf(arena, "peak: %s%s%s", p->incomplete ? "at least " : "",
                           with_unit(p, p->levels[p->peak]), where));
}

static const char *sizes_of(struct picture *p)
{
    struct text words = {.arena = p->text->arena};
    for (int i = 0; i < p->sizes.n; i++)
        text_printf(&words, "%s%s = %" PRId64, i ? ", " : " with ", p->sizes.at[i].name,
                    p->sizes.at[i].value);
    if (p->model->tensors_of) text_printf(&words, ", of a run with %s", p->model->tensors_of);
    return text_string(&words);
}

static void add_picture(struct text *text, const struct report *report,
                        const struct report_model *model, int y)
{
    struct picture p = {.text = text, .model = model, .y = y};
    struct memory_request request = {.program = model->program,
                                     .model = model->memory_model,
                                     .mode = MEMORY_INFERENCE,
                                     .n_asked = 1,
                                     .asked = report->dtypes};
    choose_sizes(text->arena, model, 0, NULL, &p.sizes);
    timeline_find(text->arena, &request, &p.timeline);
    find_levels(&p);
    add_words(&p, "title", LEFT, 24, "start",
              arena_printf(text->arena, "%s: bytes alive over time%s", model->name, sizes_of(&p)));
    if (!p.timeline.n_moments) {
        add_words(&p, "label", LEFT, TOP, "start", "nothing is ever alive");
        return;
    }
    add_area(&p);
    add_peak(&p);
    add_words(&p, "label", LEFT, BOTTOM + 20, "start", "first call");
    add_words(&p, "label", RIGHT, BOTTOM + 20, "end", "last call");
}

// ---- the whole

static void add_head(struct text *text, int n)
{
    text_printf(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" font-family=\"sans-serif\">\n",
                WIDTH, HEIGHT * n, WIDTH, HEIGHT * n);
    text_add(text, "<style>svg{background:#fff;color:#1d2433}text{fill:#1d2433;font-size:13px}"
                   ".title{font-size:16px;font-weight:bold}.area{fill:#cfe2f8;stroke:#0b62c4}"
                   ".peak{stroke:#c4320a;fill:#c4320a}line.peak{stroke-dasharray:4 3}"
                   "@media(prefers-color-scheme:dark){svg{background:#14181f}text{fill:#e4e8ef}"
                   ".area{fill:#1f3a5a;stroke:#6aaefc}.peak{stroke:#ff8a65;fill:#ff8a65}}"
                   "</style>\n");
}

void svg_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    add_head(text, report->n_models ? report->n_models : 1);
    for (int i = 0; i < report->n_models; i++)
        add_picture(text, report, &report->models[i], i * HEIGHT);
    if (!report->n_models) text_add(text, "<text x=\"16\" y=\"24\">no model was found</text>\n");
    text_add(text, "</svg>\n");
}

void svg_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    (void)view;
    add_head(text, 2);
    add_picture(text, c->a.report, c->a.model, 0);
    add_picture(text, c->b.report, c->b.model, HEIGHT);
    text_add(text, "</svg>\n");
}

// What was measured is as predicted, or the run has failed: the picture is that of the report.
void svg_executions(struct text *text, const struct executions *executions, const struct view *view)
{
    svg_report(text, executions->report, view);
}
