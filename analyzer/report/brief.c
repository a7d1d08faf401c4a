// Findings and nothing else, in the form of compilers: what a hook prints when it refuses a commit.

#include "analyzer/report/writer.h"

static void write_findings(struct text *text, const struct report *report, const struct view *view)
{
    for (int i = 0; i < report->n_diags; i++) findings_write(text, report->diags[i], view->colour);
}

void brief_report(struct text *text, const struct report *report, const struct view *view)
{
    write_findings(text, report, view);
}

void brief_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    write_findings(text, &c->findings, view);
}

void brief_executions(struct text *text, const struct executions *executions,
                      const struct view *view)
{
    write_findings(text, executions->report, view);
    for (int i = 0; i < executions->n; i++) {
        const struct execution *e = &executions->at[i];
        const char *wrong = e->failure ? e->failure : e->difference;
        if (wrong) text_printf(text, "error: %s: %s\n", e->model->name, wrong);
    }
}
