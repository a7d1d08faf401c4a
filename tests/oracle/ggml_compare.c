// A check for each tensor, graph figure and context; the first field that differs is told.

#include "tests/oracle/ggml_compare.h"

#include "analyzer/models/ggml_gallocr.h"
#include "ir/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct comparing {
    struct arena *arena;
    struct ggml_tally *tally;
    const char *id;
    const struct program *program;
    const struct ggml_graph *graph;
    const json_t *recorded;
    struct ggml_plan plan;
};

void ggml_check(struct ggml_tally *tally, bool holds, const char *id, const char *format, ...)
{
    va_list list;
    if (holds) {
        tally->n_passed++;
        return;
    }
    tally->n_failed++;
    printf("FAIL %s: ", id);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
}

static int64_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

// ---- fields of a tensor: each gives NULL, or what differs

static const char *differs(struct comparing *c, const char *what, int64_t is, int64_t wanted)
{
    if (is == wanted) return NULL;
    return arena_printf(c->arena, "%s is %lld instead of %lld", what, (long long)is,
                        (long long)wanted);
}

static const char *differs_text(struct comparing *c, const char *what, const char *is,
                                const char *wanted)
{
    if (!strcmp(is, wanted)) return NULL;
    return arena_printf(c->arena, "%s is `%s` instead of `%s`", what, is, wanted);
}

static const char *differs_size(struct comparing *c, const char *what, const struct sym *is,
                                int64_t wanted)
{
    if (is && sym_is(is, wanted)) return NULL;
    return arena_printf(c->arena, "%s is %s instead of %lld", what,
                        is ? sym_string(c->arena, is) : "nothing", (long long)wanted);
}

static const char *differs_sizes(struct comparing *c, const char *what,
                                 const struct sym *const *sizes, const json_t *wanted)
{
    for (size_t i = 0; i < GGML_DIMS; i++) {
        const char *name = arena_printf(c->arena, "%s[%zu]", what, i);
        int64_t size = json_integer_value(json_array_get(wanted, i));
        const char *difference = differs_size(c, name, sizes[i], size);
        if (difference) return difference;
    }
    return NULL;
}

// "n3", "l2", or "x" for one that is in neither list; the recorded x has a number of its own.
static const char *reference(struct comparing *c, const struct ggml_tensor *t)
{
    for (int i = 0; i < c->graph->nodes.n; i++)
        if (c->graph->nodes.at[i] == t) return arena_printf(c->arena, "n%d", i);
    for (int i = 0; i < c->graph->leafs.n; i++)
        if (c->graph->leafs.at[i] == t) return arena_printf(c->arena, "l%d", i);
    return "x";
}

static const char *recorded_reference(const json_t *value)
{
    const char *text = json_string_value(value);
    if (!text) return "-1";
    return *text == 'x' ? "x" : text;
}

// Many graphs have thousands of nodes, so only what differs from the neighbour is looked up.
static const char *differs_reference(struct comparing *c, const char *what,
                                     const struct ggml_tensor *t, const json_t *recorded)
{
    const char *wanted = recorded_reference(recorded);
    if (!t) return differs_text(c, what, "-1", wanted);
    int index = atoi(wanted + 1);
    bool node = *wanted == 'n' && index < c->graph->nodes.n && c->graph->nodes.at[index] == t;
    bool leaf = *wanted == 'l' && index < c->graph->leafs.n && c->graph->leafs.at[index] == t;
    return node || leaf ? NULL : differs_text(c, what, reference(c, t), wanted);
}

static const char *differs_sources(struct comparing *c, const struct ggml_tensor *t,
                                   const json_t *sources)
{
    for (size_t i = 0; i < GGML_SOURCES; i++) {
        const char *name = arena_printf(c->arena, "src[%zu]", i);
        const json_t *recorded = json_array_get(sources, i);
        const char *difference = differs_reference(c, name, t->src[i], recorded);
        if (difference) return difference;
    }
    return NULL;
}

static const char *differs_view(struct comparing *c, const struct ggml_tensor *t,
                                const json_t *recorded)
{
    const char *difference =
        differs_reference(c, "view_src", t->view_src, json_object_get(recorded, "view_src"));
    if (difference || !t->view_src) return difference;
    return differs_size(c, "view_offs", t->view_offset, number(recorded, "view_offs"));
}

static const char *differs_flags(struct comparing *c, const struct ggml_tensor *t,
                                 const json_t *recorded)
{
    static const struct {
        const char *key;
        unsigned flag;
    } flags[] = {{"input", GGML_INPUT},
                 {"output", GGML_OUTPUT},
                 {"param", GGML_PARAM},
                 {"loss", GGML_LOSS},
                 {"compute", GGML_COMPUTE}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        bool set = t->flags & flags[i].flag;
        const char *difference = differs(c, flags[i].key, set, number(recorded, flags[i].key));
        if (difference) return difference;
    }
    return NULL;
}

static const char *differs_params(struct comparing *c, const struct ggml_tensor *t,
                                  const json_t *recorded)
{
    const json_t *params = json_object_get(recorded, "op_params");
    for (size_t i = 0; params && i < GGML_PARAMS; i++) {
        int64_t wanted = json_integer_value(json_array_get(params, i));
        const char *name = arena_printf(c->arena, "op_params[%zu]", i);
        const char *difference = differs(c, name, t->params[i], wanted);
        if (difference) return difference;
    }
    return NULL;
}

static const char *differs_place(struct comparing *c, const struct ggml_tensor *t,
                                 const json_t *recorded)
{
    const json_t *place = json_object_get(recorded, "offs");
    const struct sym *offset = ggml_plan_offset(&c->plan, t);
    if (!place) return NULL;
    if (!offset) return differs(c, "the place", -1, json_integer_value(place));
    return differs_size(c, "the place", offset, json_integer_value(place));
}

static const char *differs_site(struct comparing *c, const struct ggml_tensor *t,
                                const json_t *recorded)
{
    const char *difference = NULL;
    if (!json_object_get(recorded, "line") || !t->site) return NULL;
    difference = differs(c, "the line", t->site->line, number(recorded, "line"));
    if (!difference && t->function)
        difference = differs_text(c, "the call", t->function, string(recorded, "call"));
    return difference;
}

static void compare_tensor(struct comparing *c, const struct ggml_tensor *t, const json_t *recorded,
                           const char *list)
{
    const char *d = differs_text(c, "op", ggml_op_word(t->op), string(recorded, "op"));
    if (!d) d = differs_text(c, "desc", t->desc, string(recorded, "desc"));
    if (!d) d = differs_text(c, "name", t->name, string(recorded, "name"));
    if (!d) d = differs_text(c, "type", dtype_name(t->type), string(recorded, "type"));
    if (!d) d = differs_sizes(c, "ne", t->ne, json_object_get(recorded, "ne"));
    if (!d) d = differs_sizes(c, "nb", t->nb, json_object_get(recorded, "nb"));
    if (!d)
        d = differs_size(c, "nbytes", ggml_tensor_bytes(c->program->syms, t),
                         number(recorded, "nbytes"));
    if (!d) d = differs_sources(c, t, json_object_get(recorded, "src"));
    if (!d) d = differs_view(c, t, recorded);
    if (!d) d = differs_flags(c, t, recorded);
    if (!d) d = differs(c, "data", t->has_data, number(recorded, "data"));
    if (!d) d = differs(c, "buffer", t->has_buffer, number(recorded, "buffer"));
    if (!d && t->context) d = differs(c, "ctx", t->context->number, number(recorded, "ctx"));
    if (!d) d = differs_params(c, t, recorded);
    if (!d) d = differs_place(c, t, recorded);
    if (!d) d = differs_site(c, t, recorded);
    ggml_check(c->tally, !d, c->id, "%s %lld (%s, `%s`): %s", list,
               (long long)number(recorded, "i"), string(recorded, "op"), string(recorded, "name"),
               d ? d : "");
}

// ---- graphs and contexts

// A figure that was not recorded is not compared.
static void compare_figure(struct comparing *c, const char *key, const struct sym *is)
{
    if (!json_object_get(c->recorded, key)) return;
    const char *d = differs_size(c, key, is, number(c->recorded, key));
    ggml_check(c->tally, !d, c->id, "graph %lld: %s", (long long)number(c->recorded, "index"),
               d ? d : "");
}

static void compare_count(struct comparing *c, const char *key, int is)
{
    const char *d = differs(c, key, is, number(c->recorded, key));
    ggml_check(c->tally, !d, c->id, "graph %lld: %s", (long long)number(c->recorded, "index"),
               d ? d : "");
}

static void compare_list(struct comparing *c, int n, struct ggml_tensor *const *tensors,
                         const char *key)
{
    const json_t *list = json_object_get(c->recorded, key);
    for (size_t i = 0; i < json_array_size(list) && i < (size_t)n; i++)
        compare_tensor(c, tensors[i], json_array_get(list, i), key);
}

void ggml_compare_graph(struct arena *arena, struct ggml_tally *tally, const char *id,
                        const struct program *program, const json_t *recorded)
{
    struct comparing c = {.arena = arena,
                          .tally = tally,
                          .id = id,
                          .program = program,
                          .graph = program->ggml_graph,
                          .recorded = recorded};
    ggml_check(tally, c.graph != NULL, id, "no graph of ggml");
    if (!c.graph) return;
    ggml_gallocr_plan(arena, program->syms, program->ggml, c.graph, &c.plan);
    compare_count(&c, "n_nodes", c.graph->nodes.n);
    compare_count(&c, "n_leafs", c.graph->leafs.n);
    compare_figure(&c, "size", c.graph->size);
    compare_figure(&c, "gallocr_buffer_size", c.plan.buffer.value);
    compare_figure(&c, "peak_live_padded_bytes", c.plan.at_least.value);
    compare_list(&c, c.graph->nodes.n, c.graph->nodes.at, "nodes");
    compare_list(&c, c.graph->leafs.n, c.graph->leafs.at, "leafs");
}

void ggml_compare_contexts(struct ggml_tally *tally, const char *id, const struct program *program,
                           const json_t *contexts)
{
    const struct ggml_state *state = program->ggml;
    size_t n = json_array_size(contexts);
    ggml_check(tally, (size_t)state->contexts.n == n, id, "%d contexts instead of %zu",
               state->contexts.n, n);
    for (size_t i = 0; i < n && i < (size_t)state->contexts.n; i++) {
        const struct ggml_context *context = state->contexts.at[i];
        const json_t *recorded = json_array_get(contexts, i);
        const char *buffer = "backend_buffer_size";
        ggml_check(tally, sym_is(context->mem_size, number(recorded, "mem_size_padded")), id,
                   "context %zu: mem_size", i);
        ggml_check(tally, sym_is(context->used, number(recorded, "used_mem_final")), id,
                   "context %zu: used_mem is %s instead of %lld", i,
                   sym_string(syms_arena(program->syms), context->used),
                   (long long)number(recorded, "used_mem_final"));
        if (json_object_get(recorded, buffer))
            ggml_check(tally,
                       context->buffer_bytes &&
                           sym_is(context->buffer_bytes, number(recorded, buffer)),
                       id, "context %zu: %s", i, buffer);
    }
}
