// What checkpoints save and cost, for people.

#include "analyzer/report/execution_tables.h"

#include <inttypes.h>

#define INDENT "  "

void execution_checkpoints_text(struct text *text, const struct execution *e)
{
    const struct execution_checkpoints *c = &e->checkpoints;
    static const char *const verdicts[] = {
        "not compared with those without: that step is predicted to need more than --max-memory",
        "bit by bit those without", "NOT those without"};
    text_printf(text, INDENT "%s", text_count(text->arena, c->n, "checkpoint", "checkpoints"));
    if (c->n_segments) text_printf(text, ", %d segments, the last one plain", c->n_segments);
    text_add(text, "\n");
    for (int i = 0; i < c->n; i++) text_printf(text, INDENT INDENT "%s\n", c->ranges[i]);
    text_printf(text,
                INDENT INDENT "without: %" PRId64 " bytes kept for backward, peak %" PRId64 "\n",
                c->saved_without, c->peak_without);
    if (c->recomputed >= 0)
        text_printf(text, INDENT INDENT "run again: %" PRId64 " flops\n", c->recomputed);
    text_printf(text, INDENT INDENT "gradients: %s\n\n", verdicts[c->gradients]);
}
