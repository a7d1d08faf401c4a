#include "analyzer/confirm_compiled.h"

#include "analyzer/exec/running.h"
#include "ir/base/clock.h"
#include "ir/base/text.h"

#include <inttypes.h>
#include <math.h>

// Fused chains round as the plain ones do; what another order of products may change is below this.
#define TOLERANCE 1e-6

struct pair_of_runs {
    struct arena *arena;
    const struct program *program;
    struct exec *plain; // after its forward pass
    struct compiled *compiled;
    struct execution_compiled *result;
};

// ---- the plain run

// The fastest of several; the last stays open, with its inputs, parameters and outputs.
static const char *run_plainly(struct pair_of_runs *p, const struct exec_request *asked, int n_runs)
{
    struct exec_request request = *asked;
    const char *error = NULL;
    request.mode = EXEC_INFERENCE;
    request.listener = NULL;
    p->result->plain_seconds = -1.0;
    for (int i = 0; i <= n_runs; i++) {
        exec_close(p->plain);
        p->plain = exec_open(p->arena, &request, &error);
        if (!p->plain) return error;
        double begin = clock_seconds();
        if (!exec_forward(p->plain, &error)) return error;
        double seconds = clock_seconds() - begin, *least = &p->result->plain_seconds;
        if (i && (*least < 0.0 || seconds < *least)) *least = seconds; // the first warms caches
    }
    return NULL;
}

// ---- the compiled one

static const struct tensor *given(void *user, value_id id)
{
    return exec_tensor(((struct pair_of_runs *)user)->plain, id);
}

static const char *run_compiled(struct pair_of_runs *p, enum compile_mode mode, int n_runs)
{
    struct compile_request request = {.program = p->program,
                                      .range = plan_whole(p->program),
                                      .mode = mode,
                                      .given = given,
                                      .user = p};
    const char *error;
    double begin = clock_seconds();
    p->compiled = compiled_open(p->arena, &request, &error);
    if (!p->compiled || !compiled_run(p->compiled, &error)) return error;
    p->result->compile_seconds = clock_seconds() - begin;
    p->result->call_seconds = -1.0;
    for (int i = 0; i < n_runs; i++) {
        begin = clock_seconds();
        if (!compiled_run(p->compiled, &error)) return error;
        double seconds = clock_seconds() - begin, *least = &p->result->call_seconds;
        if (*least < 0.0 || seconds < *least) *least = seconds;
    }
    return NULL;
}

// ---- what came of it

static double difference_of(const struct tensor *a, const struct tensor *b)
{
    double largest = 0.0;
    int64_t n = tensor_count(a);
    if (a->dtype != b->dtype || n != tensor_count(b)) return INFINITY;
    for (int64_t i = 0; i < n; i++) {
        double x = tensor_get(a, i), y = tensor_get(b, i);
        double difference = x == y || (isnan(x) && isnan(y)) ? 0.0 : fabs(x - y) / (1.0 + fabs(x));
        if (!(difference <= largest)) largest = difference;
    }
    return largest;
}

// Of a call that draws the same random numbers.
static const char *compare_outputs(struct pair_of_runs *p, uint32_t seed)
{
    double *largest = &p->result->largest_difference;
    const char *error;
    compiled_seed(p->compiled, seed);
    if (!compiled_run(p->compiled, &error)) return error;
    for (int v = 1; v < p->program->values.n; v++) {
        const struct tensor *plain = exec_tensor(p->plain, (value_id)v);
        if (!(p->program->values.at[v].flags & VALUE_OUTPUT) || !plain->data) continue;
        double difference = difference_of(plain, compiled_tensor(p->compiled, (value_id)v));
        if (!(difference <= *largest)) *largest = difference;
    }
    return NULL;
}

// "add, gelu (net.c:12)"
static const char *chain_name(struct pair_of_runs *p, const struct plan *plan,
                              const struct plan_step *step)
{
    struct text text = {.arena = p->arena};
    const struct node *node = NULL;
    for (int i = 0; i < step->n; i++) {
        node = program_node(p->program, plan->nodes[step->first + i]);
        text_printf(&text, "%s%s", i ? ", " : "", op_get(node->op)->name);
    }
    if (node && node->site && node->site->file)
        text_printf(&text, " (%s)", site_string(p->arena, node->site));
    return text_string(&text);
}

static void list_chains(struct pair_of_runs *p, const struct plan *plan)
{
    const char **chains = arena_array(p->arena, const char *, plan->n_steps + 1);
    struct execution_compiled *result = p->result;
    for (int i = 0; i < plan->n_steps; i++) {
        result->n_nodes += plan->steps[i].n;
        if (plan->steps[i].n > 1) chains[result->n_chains++] = chain_name(p, plan, &plan->steps[i]);
    }
    result->n_steps = plan->n_steps;
    result->chains = chains;
}

static void list_variants(struct pair_of_runs *p)
{
    int n;
    const struct compiled_variant *tried = compiled_variants(p->compiled, &n);
    struct execution_variant *variants = arena_array(p->arena, struct execution_variant, n + 1);
    for (int i = 0; i < n; i++)
        variants[i] = (struct execution_variant){compiled_variant_name(p->arena, &tried[i]),
                                                 tried[i].seconds, tried[i].won};
    p->result->n_variants = n;
    p->result->variants = variants;
}

static void fill(struct pair_of_runs *p, enum compile_mode mode)
{
    struct execution_compiled *result = p->result;
    const struct plan *plan = compiled_plan(p->compiled);
    double gain = result->plain_seconds - result->call_seconds;
    result->mode = compile_mode_name(mode);
    result->piece = compiled_piece(p->compiled);
    result->arena = (struct execution_pair){plan->arena_bytes, compiled_arena_bytes(p->compiled)};
    result->peak = (struct execution_pair){plan->peak_bytes, compiled_peak_bytes(p->compiled)};
    result->pays_after = gain > 0.0 ? (int64_t)ceil(result->compile_seconds / gain) : -1;
    result->allocations = compiled_allocations(p->compiled);
    result->bindings = compiled_bindings(p->compiled);
    list_chains(p, plan);
    list_variants(p);
}

const char *confirm_compiled(struct arena *arena, const struct exec_request *request,
                             enum compile_mode mode, int n_runs, struct execution_compiled *result)
{
    struct pair_of_runs p = {.arena = arena, .program = request->program, .result = result};
    *result = (struct execution_compiled){0};
    const char *failure = run_plainly(&p, request, n_runs);
    if (!failure) failure = run_compiled(&p, mode, n_runs);
    if (!failure) failure = compare_outputs(&p, request->seed);
    if (!failure) fill(&p, mode);
    compiled_close(p.compiled);
    exec_close(p.plain);
    return failure;
}

const char *confirm_compiled_difference(struct arena *arena, const struct execution_compiled *c)
{
    if (!execution_same(c->arena))
        return arena_printf(arena, "arena when compiled: predicted %" PRId64 ", measured %" PRId64,
                            c->arena.predicted, c->arena.measured);
    if (!execution_same(c->peak))
        return arena_printf(arena,
                            "peak live when compiled: predicted %" PRId64 ", measured %" PRId64,
                            c->peak.predicted, c->peak.measured);
    if (c->largest_difference <= TOLERANCE) return NULL;
    return arena_printf(arena, "compiled results differ from plain ones by %.3g",
                        c->largest_difference);
}
