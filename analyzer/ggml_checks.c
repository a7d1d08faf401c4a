// Results that are read after the allocator gave their memory to others, and assertions that depend
// on symbols.

#include "analyzer/ggml_checks.h"

#include "analyzer/models/ggml_gallocr.h"
#include "ir/ggml_graph.h"
#include "ir/requirement.h"

#include <string.h>

// ---- conditions of calls

static void add_requirement(struct arena *arena, struct shapes *shapes,
                            const struct ggml_demand *demand, const struct requirement *requirement)
{
    // What the first call needs, the others need not say again.
    const char *needed = requirement_string(arena, requirement);
    for (int i = 0; i < shapes->requirements.n; i++)
        if (!strcmp(requirement_string(arena, &shapes->requirements.at[i].requirement), needed))
            return;
    const char *text = arena_printf(arena, "%s, as %s needs", needed, demand->function);
    *vec_push(arena, &shapes->requirements) =
        (struct shapes_requirement){text, demand->site, demand->function, *requirement};
}

static const char *const verbs[] = {[RELATION_EQUAL] = "must equal",
                                    [RELATION_AT_MOST] = "must be at most",
                                    [RELATION_DIVIDES] = "must divide",
                                    [RELATION_BROADCAST] = "must be 1 or equal"};

static const char *term_string(struct arena *arena, const struct term *term)
{
    const char *size = sym_string(arena, term->size);
    return term->what ? arena_printf(arena, "%s (%s)", term->what, size) : size;
}

static void tell_refuted(struct arena *arena, struct program *program,
                         const struct ggml_demand *demand)
{
    const struct obligation *o = &demand->obligation;
    struct diag *diag =
        diag_add(&program->diags, o->diag, demand->site, "%s: %s %s %s", demand->function,
                 term_string(arena, &o->a), verbs[o->relation], term_string(arena, &o->b));
    diag->verdict = VERDICT_REFUTED;
}

static void settle(struct arena *arena, struct program *program, struct shapes *shapes,
                   const struct ggml_demand *demand)
{
    struct requirement requirement;
    struct obligation bare = demand->obligation;
    struct proof proof = requirement_prove(program->syms, &demand->obligation);
    // n_past + n_tokens <= 512, not 128 times that in bytes.
    if (bare.relation == RELATION_AT_MOST)
        sym_sides(program->syms, bare.a.size, bare.b.size, &bare.a.size, &bare.b.size);
    if (proof.verdict == VERDICT_PROVED) {
        shapes->n_proved++;
    } else if (proof.verdict == VERDICT_REFUTED && proof.always) {
        shapes->n_refuted++;
        tell_refuted(arena, program, demand);
    } else {
        shapes->n_open++;
        if (requirement_of(arena, program->syms, &bare, &requirement))
            add_requirement(arena, shapes, demand, &requirement);
    }
}

// ---- results that are read

static bool is_output(const struct ggml_tensor *t)
{
    return (t->flags | (t->view_src ? t->view_src->flags : 0)) & GGML_OUTPUT;
}

static int place_in_order(const struct ggml_graph *graph, const struct ggml_tensor *t)
{
    for (int i = 0; i < graph->nodes.n; i++)
        if (graph->nodes.at[i] == t) return i;
    return -1;
}

static bool range_of(struct syms *syms, const struct ggml_plan *plan, const struct ggml_tensor *t,
                     int64_t *from, int64_t *to)
{
    const struct sym *offset = ggml_plan_offset(plan, t);
    int64_t bytes;
    if (!offset || !sym_is_const(offset, from)) return false;
    if (!sym_is_const(ggml_tensor_bytes(syms, t), &bytes)) return false;
    *to = *from + bytes;
    return true;
}

// The first node behind the tensor that the allocator puts where the tensor lies; NULL: none.
static const struct ggml_tensor *overwritten_by(struct syms *syms, const struct ggml_graph *graph,
                                                const struct ggml_plan *plan,
                                                const struct ggml_tensor *t, int place)
{
    int64_t from, to, other_from, other_to;
    if (!range_of(syms, plan, t, &from, &to)) return NULL;
    for (int i = place + 1; i < graph->nodes.n; i++) {
        const struct ggml_tensor *node = graph->nodes.at[i];
        if (node->view_src || !range_of(syms, plan, node, &other_from, &other_to)) continue;
        if (other_from < to && from < other_to) return node;
    }
    return NULL;
}

static void check_read(struct program *program, const struct ggml_plan *plan,
                       const struct ggml_read *read)
{
    const struct ggml_graph *graph = program->ggml_graph;
    const struct ggml_tensor *t = read->tensor;
    int place = place_in_order(graph, t);
    if (place < 0 || is_output(t)) return;
    const struct ggml_tensor *by = overwritten_by(program->syms, graph, plan, t, place);
    if (!by) return;
    struct diag *diag = diag_add(&program->diags, DIAG_GGML_OUTPUT, read->site,
                                 "`%s` is read here, but the allocator has given its memory to "
                                 "`%s` (%s) by then: what is read are the numbers of that",
                                 t->name, by->name, by->desc);
    diag_note(&program->diags, diag, t->site, "`%s` is made here", t->name);
    diag_note(&program->diags, diag, by->site, "`%s` is made here", by->name);
    diag_fix(&program->diags, diag,
             "call ggml_set_output on it before the graph is allocated, which keeps its memory");
}

// ---- the allocator

static void tell_allocator(struct program *program, const struct ggml_plan *plan)
{
    const struct ggml_graph *graph = program->ggml_graph;
    bool many = plan->end == GGML_OUT_OF_RANGES, full = plan->end == GGML_TABLE_FULL;
    if (!graph->used_at || (!many && !full && plan->end != GGML_NOTHING_HELD)) return;
    struct diag *diag =
        diag_add(&program->diags, DIAG_GGML_ALLOCATOR, graph->used_at,
                 "%s: the allocator aborts: %s", graph->used_by,
                 many   ? "more than 256 ranges of its buffer are free at once"
                 : full ? "the graph has too many views of tensors that it does not hold"
                        : "all tensors that it is to place have 0 bytes");
    diag_note(&program->diags, diag, graph->site, "the graph is made here");
}

static bool computes(const char *function)
{
    static const char *const functions[] = {"ggml_graph_compute_with_ctx", "ggml_graph_compute",
                                            "ggml_backend_graph_compute",
                                            "ggml_backend_graph_compute_async"};
    for (size_t i = 0; function && i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(function, functions[i])) return true;
    return false;
}

// The first thing that is done with the graph is to compute it, and nobody gave its nodes memory.
static bool tell_not_placed(struct program *program)
{
    const struct ggml_graph *graph = program->ggml_graph;
    if (!computes(graph->used_by)) return false;
    for (int i = 0; i < graph->nodes.n; i++) {
        const struct ggml_tensor *t = graph->nodes.at[i];
        if (t->has_data || t->view_src) continue;
        struct diag *diag = diag_add(
            &program->diags, DIAG_GGML_ALLOCATOR, graph->used_at,
            "%s: `%s` (%s) has no memory: nothing allocates the graph before it is computed",
            graph->used_by, t->name, t->desc);
        diag_note(&program->diags, diag, t->site, "`%s` is made here", t->name);
        diag_fix(&program->diags, diag,
                 "ggml_gallocr_alloc_graph places what no context holds (no_alloc)");
        return true;
    }
    return false;
}

// ---- the graph

void ggml_check_graph(struct arena *arena, struct program *program, struct shapes *shapes)
{
    struct ggml_state *state = program->ggml;
    struct ggml_plan plan;
    for (int i = 0; i < state->demands.n; i++)
        settle(arena, program, shapes, &state->demands.at[i]);
    ggml_gallocr_plan(arena, program->syms, state, program->ggml_graph, &plan);
    if (!tell_not_placed(program) && !computes(program->ggml_graph->used_by))
        tell_allocator(program, &plan);
    for (int i = 0; i < state->read.n; i++) check_read(program, &plan, &state->read.at[i]);
}
