// The derivation of an expression's numbers as Markdown: what --why prints, a code block a row.

#include "analyzer/lsp/facts.h"
#include "analyzer/report/why.h"
#include "ir/base/text.h"
#include "ir/blame.h"

#include <string.h>

#define MAX_ROWS 4 // of an expression that runs in several places

static void add_conditions(struct text *text, const struct report_model *model,
                           const struct report_row *row)
{
    for (int i = 0; i < model->n_conditions; i++) {
        const struct report_condition *c = &model->conditions[i];
        if (c->site && row->site && site_is_same(c->site, row->site))
            text_printf(text, "  holds only if  %s (open: the caller's to keep)\n", c->text);
    }
}

// What is proved is said as well: a reader wants to know that it was looked at.
static void add_verdicts(struct text *text, const struct report_model *model,
                         const struct report_row *row)
{
    struct syms *syms = model->program->syms;
    for (node_id id = row->first_node; id && id <= row->last_node; id++) {
        const struct obligation *o = program_node(model->program, id)->obligations;
        for (; o; o = o->next) {
            if (o->taken) continue;
            struct proof proof = requirement_prove(syms, o);
            struct requirement plain;
            const char *condition = requirement_plain(text->arena, syms, o, &plain)
                                        ? requirement_string(text->arena, &plain)
                                        : "a condition on unknown sizes";
            text_printf(text, "  %-13s  %s\n",
                        proof.verdict == VERDICT_PROVED    ? "proved"
                        : proof.verdict == VERDICT_REFUTED ? "may be broken"
                                                           : "open",
                        condition);
        }
    }
    add_conditions(text, model, row);
}

static void add_row(struct text *text, const struct report *report,
                    const struct report_model *model, const struct report_row *row)
{
    const struct report_reason *reasons;
    int n = why_row(text->arena, model, row, report->n_dtypes, report->dtypes, &reasons);
    text_add(text, "```text\n");
    for (int i = 0; i < n; i++) {
        text_printf(text, "%-13s  %s", reasons[i].label, reasons[i].text);
        if (reasons[i].site && reasons[i].site->line)
            text_printf(text, "   %s:%d", site_base_name(reasons[i].site->file),
                        reasons[i].site->line);
        text_add_char(text, '\n');
    }
    add_verdicts(text, model, row);
    text_add(text, "```\n");
}

// A module with children has no numbers of its own: what it gives, and what is inside.
static void add_module(struct text *text, const struct report_module *module)
{
    const struct report_row *row = &module->row;
    text_printf(text, "```text\nmodule         %s: %s(%s)\n", *row->name ? row->name : "the model",
                row->op, row->args);
    for (int i = 0; i < row->n_outputs; i++)
        text_printf(text, "output         %s%s\n", dtype_name(row->outputs[i].dtype),
                    row->outputs[i].reason ? ""
                                           : shape_string(text->arena, &row->outputs[i].shape));
    text_printf(text, "bytes          %s\nparameters     %s\nflops          %s\n```\n",
                quantity_string(text->arena, row->bytes[0]),
                quantity_string(text->arena, row->parameters),
                quantity_string(text->arena, row->flops));
}

const char *facts_why(struct arena *arena, const struct report *report, const json_t *rows)
{
    struct text text = {.arena = arena};
    size_t i, n = json_array_size(rows);
    json_t *one;
    json_array_foreach(rows, i, one)
    {
        json_int_t model = json_integer_value(json_object_get(one, "model"));
        json_int_t index = json_integer_value(json_object_get(one, "index"));
        const char *kind = json_string_value(json_object_get(one, "kind"));
        if (!kind || model < 0 || model >= report->n_models || i >= MAX_ROWS) break;
        const struct report_model *m = &report->models[model];
        if (!strcmp(kind, "row") && index >= 0 && index < m->n_rows)
            add_row(&text, report, m, &m->rows[index]);
        else if (index >= 0 && index < m->n_modules)
            add_module(&text, &m->modules[index]);
    }
    if (n > MAX_ROWS) text_printf(&text, "and %zu more calls\n", n - MAX_ROWS);
    return text_string(&text);
}
