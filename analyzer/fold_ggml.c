#include "analyzer/fold_ggml.h"

#include "analyzer/report/ggml_report.h"

#define MAX_PERIOD 3 // rounds after which the allocator's state comes back

static const struct report_ggml *sample_at(const struct fold *f, int sample)
{
    return f->request->models[sample].ggml;
}

// ---- figures that follow the count

typedef const struct quantity *figure_of(const struct report_ggml *, int index);

static const struct quantity *graph_size(const struct report_ggml *g, int index)
{
    (void)index;
    return &g->graph_size;
}

static const struct quantity *n_nodes(const struct report_ggml *g, int index)
{
    (void)index;
    return &g->n_nodes;
}

static const struct quantity *n_leafs(const struct report_ggml *g, int index)
{
    (void)index;
    return &g->n_leafs;
}

static const struct quantity *mem_size(const struct report_ggml *g, int index)
{
    return &g->contexts[index].mem_size;
}

static const struct quantity *used(const struct report_ggml *g, int index)
{
    return &g->contexts[index].used;
}

static const struct quantity *n_tensors(const struct report_ggml *g, int index)
{
    return &g->contexts[index].n_tensors;
}

static const struct quantity *buffer_bytes(const struct report_ggml *g, int index)
{
    return &g->contexts[index].buffer_bytes;
}

static const struct quantity *at_least_of(const struct report_ggml *g, int index)
{
    (void)index;
    return &g->plan.at_least;
}

static const struct quantity *buffer_of(const struct report_ggml *g, int index)
{
    (void)index;
    return &g->plan.buffer;
}

static const struct quantity *peak_of(const struct report_ggml *g, int index)
{
    (void)index;
    return &g->plan.peak;
}

// Unknown where the samples have no closed form: a graph's table of tensors, whose length is a
// prime, makes steps. That is no reason to fold nothing.
static struct quantity fit_figure(struct fold *f, figure_of *figure, int index)
{
    const struct quantity *at[MAX_SAMPLES];
    bool failed = f->failed;
    for (int s = 0; s < f->request->n_samples; s++) at[s] = figure(sample_at(f, s), index);
    struct quantity q = fold_fit_known(f, at);
    if (f->failed && !failed)
        q = quantity_unknown("it has no closed form in how often the loops run");
    f->failed = failed;
    return q;
}

static void fit_contexts(struct fold *f, struct report_ggml *folded)
{
    int n = folded->n_contexts;
    folded->contexts = arena_copy(f->arena, folded->contexts, (size_t)n * sizeof *folded->contexts);
    for (int s = 0; s < f->request->n_samples; s++) {
        const struct report_ggml *g = sample_at(f, s);
        bool alike = g->n_contexts == n;
        for (int i = 0; i < n && alike; i++)
            alike = g->contexts[i].has_buffer == folded->contexts[i].has_buffer;
        if (!alike) f->failed = true;
    }
    for (int i = 0; i < n && !f->failed; i++) {
        struct report_ggml_context *context = &folded->contexts[i];
        context->mem_size = fit_figure(f, mem_size, i);
        context->used = fit_figure(f, used, i);
        context->n_tensors = fit_figure(f, n_tensors, i);
        if (context->has_buffer) context->buffer_bytes = fit_figure(f, buffer_bytes, i);
    }
}

// ---- the trace of the allocator

// How many steps a round adds, from the second sample on; 0: they are not alike.
static int steps_a_round(const struct fold *f)
{
    const struct ggml_plan *second = &sample_at(f, SECOND)->plan;
    int each = sample_at(f, THIRD)->plan.n_trace - second->n_trace;
    for (int s = SECOND; s < f->request->n_samples; s++) {
        int64_t more = f->request->counts[s] - f->request->counts[SECOND];
        if (sample_at(f, s)->plan.n_trace != second->n_trace + more * each) return 0;
    }
    return second->n_trace > 0 && each > 0 ? each : 0;
}

// The first step behind a passage of `length` steps that is followed by its like; -1: there is
// none.
static int settled_at(const struct ggml_plan *plan, int length)
{
    int alike = 0;
    for (int i = 0; i + length < plan->n_trace; i++) {
        alike = plan->trace[i] == plan->trace[i + length] ? alike + 1 : 0;
        if (alike == length) return i + 1;
    }
    return -1;
}

static int common_steps(const struct ggml_plan *a, const struct ggml_plan *b)
{
    int n = a->n_trace < b->n_trace ? a->n_trace : b->n_trace, same = 0;
    while (same < n && a->trace[same] == b->trace[same]) same++;
    return same;
}

static bool is_sampled(const struct fold *f, int64_t count)
{
    for (int s = 0; s < f->request->n_samples; s++)
        if (f->request->counts[s] == count) return true;
    return false;
}

// Is each count from the second sample's on either a sample, or one that is reached from a sample
// by passages that are alike?
static bool all_reached(const struct fold *f, int period, int settled)
{
    const struct ggml_plan *longest = &sample_at(f, f->request->n_samples - 1)->plan;
    for (int64_t first = f->request->counts[SECOND], k = 0; k < period; k++) {
        int s = SECOND;
        for (; s < f->request->n_samples; s++) {
            bool of_class = (f->request->counts[s] - first - k) % period == 0;
            if (of_class && common_steps(&sample_at(f, s)->plan, longest) >= settled) break;
        }
        if (s == f->request->n_samples) return false;
        for (int64_t count = first + k; count < f->request->counts[s]; count += period)
            if (!is_sampled(f, count)) return false;
    }
    return true;
}

static bool settles(const struct fold *f)
{
    int each = steps_a_round(f);
    const struct ggml_plan *longest = &sample_at(f, f->request->n_samples - 1)->plan;
    for (int period = 1; each && period <= MAX_PERIOD; period++) {
        int settled = settled_at(longest, period * each);
        if (settled >= 0 && all_reached(f, period, settled)) return true;
    }
    return false;
}

// ---- the compute buffer

static struct quantity difference(struct syms *syms, struct quantity a, struct quantity b)
{
    if (a.tag != TAG_EXACT || b.tag != TAG_EXACT)
        return quantity_unknown("where the allocator places tensors of later rounds is not known");
    return quantity_of(sym_sub(syms, a.value, b.value));
}

// What is alive at one moment grows by a line, and the largest of several is never below the line
// through two of its points, beyond these. The buffer holds all that is alive.
static void fit_buffer(struct fold *f, struct ggml_plan *plan)
{
    plan->n_moments = plan->n_pieces = plan->n_trace = 0;
    for (int s = 0; s < f->request->n_samples; s++)
        if (sample_at(f, s)->plan.end != GGML_PLACED) plan->end = sample_at(f, s)->plan.end;
    plan->buffer = plan->lost = quantity_unknown("the allocator does not come to an end");
    if (plan->end != GGML_PLACED) return;
    plan->at_least = fit_figure(f, at_least_of, 0);
    plan->peak = fit_figure(f, peak_of, 0);
    plan->buffer = fit_figure(f, buffer_of, 0);
    if (!settles(f) || plan->buffer.tag != TAG_EXACT) {
        plan->at_least = quantity_at_least(
            plan->at_least, "with more rounds of the loops another moment may be the worst");
        plan->peak = quantity_at_least(plan->peak, plan->at_least.reason);
        plan->buffer = quantity_at_least(
            plan->at_least, "it is what is alive at once: with more rounds of the loops the "
                            "allocator may leave other ranges free");
    }
    plan->lost = difference(f->syms, plan->buffer, plan->at_least);
}

// ---- what has no room for any number of rounds

struct limits {
    struct fold *fold;
    VEC(struct report_ggml_limit) list;
};

static void drop_limit(struct limits *l, int index)
{
    for (int i = index + 1; i < l->list.n; i++) l->list.at[i - 1] = l->list.at[i];
    l->list.n--;
}

static void add_limit(struct limits *l, struct quantity held, struct quantity room,
                      const char *needed_by, const struct site *site)
{
    struct fold *f = l->fold;
    struct requirement requirement;
    if (held.tag != TAG_EXACT || room.tag != TAG_EXACT) return;
    struct obligation fits = {
        .relation = RELATION_AT_MOST, .a.size = held.value, .b.size = room.value};
    if (sym_is_at_most(f->syms, held.value, room.value) ||
        !requirement_of(f->arena, f->syms, &fits, &requirement))
        return;
    // Of two on the count the smaller one is enough.
    for (int i = 0; i < l->list.n; i++)
        if (requirement_is_weaker(f->syms, &requirement, &l->list.at[i].requirement)) return;
    for (int i = l->list.n - 1; i >= 0; i--)
        if (requirement_is_weaker(f->syms, &l->list.at[i].requirement, &requirement))
            drop_limit(l, i);
    *vec_push(f->arena, &l->list) = (struct report_ggml_limit){requirement, needed_by, site};
}

static void find_limits(struct fold *f, const struct ggml_graph *graph, struct report_ggml *ggml)
{
    struct limits l = {.fold = f};
    const char *room = quantity_string(f->arena, ggml->graph_size);
    add_limit(&l, ggml->n_nodes, ggml->graph_size,
              arena_printf(f->arena, "the graph of %s nodes", room), graph->site);
    add_limit(&l, ggml->n_leafs, ggml->graph_size,
              arena_printf(f->arena, "the graph of %s leafs", room), graph->site);
    for (int i = 0; i < ggml->n_contexts; i++) {
        const struct report_ggml_context *context = &ggml->contexts[i];
        if (!context->shown) continue;
        const char *bytes = quantity_string(f->arena, context->mem_size);
        add_limit(&l, context->used, context->mem_size,
                  arena_printf(f->arena, "the context of %s bytes", bytes), context->site);
    }
    ggml->n_limits = l.list.n;
    ggml->limits = l.list.at;
}

void fold_ggml(struct fold *f, struct report_model *folded)
{
    for (int s = 0; s < f->request->n_samples; s++) {
        const struct report_ggml *g = sample_at(f, s);
        if (!g != !folded->ggml || (g && g->in_contexts != folded->ggml->in_contexts))
            f->failed = true;
    }
    if (!folded->ggml || f->failed) return;
    struct report_ggml *ggml = arena_copy(f->arena, folded->ggml, sizeof *ggml);
    ggml->graph_size = fit_figure(f, graph_size, 0);
    ggml->n_nodes = fit_figure(f, n_nodes, 0);
    ggml->n_leafs = fit_figure(f, n_leafs, 0);
    if (!f->failed) fit_contexts(f, ggml);
    if (!f->failed && !ggml->in_contexts) fit_buffer(f, &ggml->plan);
    find_limits(f, folded->program->ggml_graph, ggml);
    folded->ggml = ggml;
}
