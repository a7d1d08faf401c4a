// What compiling a model costs and gains, for people.

#include "analyzer/report/execution_tables.h"

#include <inttypes.h>

#define INDENT "  "

static void write_time(struct text *text, const struct execution_compiled *c)
{
    text_printf(text, INDENT "compiling took %.3f ms; a call takes %.3f ms, plainly %.3f ms: ",
                c->compile_seconds * 1e3, c->call_seconds * 1e3, c->plain_seconds * 1e3);
    if (c->pays_after < 0)
        text_add(text, "it does not pay\n");
    else
        text_printf(text, "it pays after %s\n",
                    text_count(text->arena, c->pays_after, "call", "calls"));
}

static void write_pair(struct text *text, const char *name, struct execution_pair pair)
{
    text_printf(text, INDENT "%s: predicted %" PRId64 " bytes, measured %" PRId64 ": %s\n", name,
                pair.predicted, pair.measured, execution_same(pair) ? "same" : "DIFFERS");
}

static void write_variant(struct text *text, const struct execution_variant *v)
{
    text_printf(text, INDENT INDENT "tried: %s: ", v->name);
    if (v->seconds < 0.0)
        text_add(text, "refused\n");
    else
        text_printf(text, "%.3f ms%s\n", v->seconds * 1e3, v->won ? ", the fastest" : "");
}

void execution_compiled_text(struct text *text, const struct execution *e)
{
    const struct execution_compiled *c = &e->compiled;
    text_printf(text, INDENT "compiled (%s): %s in %s, %s fused", c->mode,
                text_count(text->arena, c->n_nodes, "op", "ops"),
                text_count(text->arena, c->n_steps, "step", "steps"),
                text_count(text->arena, c->n_chains, "chain", "chains"));
    if (c->n_chains) text_printf(text, ", pieces of %" PRId64 " elements", c->piece);
    text_add(text, "\n");
    for (int i = 0; i < c->n_chains; i++)
        text_printf(text, INDENT INDENT "fused: %s\n", c->chains[i]);
    for (int i = 0; i < c->n_variants; i++) write_variant(text, &c->variants[i]);
    write_pair(text, "arena", c->arena);
    write_pair(text, "peak live memory, compiled", c->peak);
    text_printf(text, INDENT "results differ from plain ones by %.3g at most\n",
                c->largest_difference);
    text_printf(text, INDENT "a call after the first asks for memory %s and gives operands to %s\n",
                text_count(text->arena, c->allocations, "time", "times"),
                text_count(text->arena, c->bindings, "op", "ops"));
    write_time(text, c);
    text_add(text, "\n");
}
