// Compiling: a plan, memory for it, and which variant of it is the fastest.

#include "analyzer/exec/compiling.h"

#include "ir/base/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Small enough for a few pieces to stay in the first caches, large enough that calls cost little.
#define PIECE_ELEMENTS 4096
#define N_TRIALS 3

const char *compile_mode_name(enum compile_mode mode)
{
    static const char *const names[] = {
        "none",
#define COMPILE_MODE(id, name, doc) name,
#include "analyzer/exec/compile_modes.def"
#undef COMPILE_MODE
    };
    return names[mode];
}

enum compile_mode compile_mode_find(const char *name)
{
    for (enum compile_mode mode = COMPILE_NONE + 1; mode < N_COMPILE_MODES; mode++)
        if (!strcmp(compile_mode_name(mode), name)) return mode;
    return COMPILE_NONE;
}

// ---- compiling

static int longest_chain(const struct plan *plan)
{
    int longest = 1;
    for (int i = 0; i < plan->n_steps; i++)
        if (plan->steps[i].n > longest) longest = plan->steps[i].n;
    return longest;
}

static int64_t largest_piece(const struct plan *plan, int64_t piece)
{
    int64_t largest = piece;
    for (int i = 0; i < plan->n_steps; i++) {
        int64_t own = compiled_piece_of(piece, &plan->steps[i]);
        if (plan->steps[i].n > 1 && own > largest) largest = own;
    }
    return largest;
}

static void give_back(struct compiled *c)
{
    free(c->memory);
    free(c->pieces);
    c->memory = c->pieces = NULL;
}

static void list_ends(struct compiled *c)
{
    int n = c->plan.n_storages;
    c->first_end = arena_array(c->arena, int, c->plan.n_steps + 1);
    c->next_end = arena_array(c->arena, int, n);
    for (int s = 1; s < n; s++) {
        int last = c->plan.last_step[s];
        if (last < 0 || last == c->plan.n_steps || c->plan.offset[s] < 0) continue;
        c->next_end[s] = c->first_end[last];
        c->first_end[last] = s;
    }
}

static const char *set_up(struct compiled *c, enum plan_fusion fusion, int64_t piece)
{
    const char *trouble = plan_make(c->arena, c->program, &c->request.range, fusion, &c->plan);
    if (trouble) return trouble;
    give_back(c);
    list_ends(c);
    c->piece = piece;
    c->bound = false;
    size_t room = (size_t)c->plan.arena_bytes + PLAN_ALIGNMENT;
    c->memory = aligned_alloc(PLAN_ALIGNMENT, room / PLAN_ALIGNMENT * PLAN_ALIGNMENT);
    int longest = longest_chain(&c->plan);
    c->piece_room = largest_piece(&c->plan, piece);
    c->pieces = malloc((size_t)(longest * c->piece_room * PIECE_WIDTH));
    c->handed = arena_array(c->arena, struct tensor, longest);
    if (!c->memory || !c->pieces) arena_exhausted(room);
    return NULL;
}

// Seconds of the fastest of a few runs; negative where they are refused.
static double try_out(struct compiled *c)
{
    const char *error;
    double best = -1.0;
    for (int i = 0; i <= N_TRIALS; i++) {
        double begin = clock_seconds();
        if (!compiled_run(c, &error)) return -1.0;
        double seconds = clock_seconds() - begin;
        if (i && (best < 0.0 || seconds < best)) best = seconds; // the first one warms caches
    }
    return best;
}

static const char *tune(struct compiled *c)
{
    static const struct compiled_variant variants[] = {
        {.fusion = PLAN_FUSED, .piece = 4096},
        {.fusion = PLAN_FUSED, .piece = 1024},
        {.fusion = PLAN_FUSED, .piece = 16384},
        {.fusion = PLAN_FUSED, .piece = 65536},
        {.fusion = PLAN_ELEMENTWISE, .piece = 4096},
        {.fusion = PLAN_PLAIN, .piece = PIECE_ELEMENTS}};
    const int n = sizeof variants / sizeof *variants;
    int best = 0;
    double least = -1.0;
    for (int i = 0; i < n; i++) {
        struct compiled_variant *tried = &c->variants[c->n_variants++];
        *tried = variants[i];
        const char *trouble = set_up(c, tried->fusion, tried->piece);
        if (trouble) return trouble;
        tried->seconds = try_out(c);
        if (tried->seconds < 0.0 || (least >= 0.0 && tried->seconds >= least)) continue;
        least = tried->seconds;
        best = i;
    }
    c->variants[best].won = true;
    return set_up(c, variants[best].fusion, variants[best].piece);
}

const char *compiled_variant_name(struct arena *arena, const struct compiled_variant *v)
{
    if (v->fusion == PLAN_PLAIN) return "nothing fused";
    return arena_printf(arena, "%s, pieces of %" PRId64 " elements",
                        v->fusion == PLAN_FUSED ? "products and elementwise chains fused"
                                                : "elementwise chains fused",
                        v->piece);
}

static const char *hindrance(struct arena *arena, const struct compile_request *request)
{
    const struct program *program = request->program;
    for (int i = request->range.first; i < request->range.end; i++) {
        const struct event *event = &program->events.at[i];
        if (event->kind != EVENT_NODE) continue;
        const char *trouble = exec_node_hindrance(arena, program_node(program, event->id));
        if (trouble) return trouble;
    }
    return NULL;
}

// What lies outside of the arena is the caller's, and would be overwritten at each run.
static const char *overwrites(const struct compiled *c)
{
    for (int i = 0; i < c->plan.n_steps; i++)
        for (int k = 0; k < c->plan.steps[i].n; k++) {
            const struct node *node =
                program_node(c->program, c->plan.nodes[c->plan.steps[i].first + k]);
            const struct value *result = program_value(c->program, node->out);
            if (node->n_out && result->flags & VALUE_IN_PLACE && result->storage &&
                c->plan.offset[result->storage] < 0)
                return arena_printf(c->arena, "%s: %s overwrites what it is given",
                                    site_string(c->arena, node->site), op_get(node->op)->name);
        }
    return NULL;
}

struct compiled *compiled_open(struct arena *arena, const struct compile_request *request,
                               const char **error)
{
    struct compiled *c = arena_new(arena, struct compiled);
    const struct program *program = request->program;
    *error = hindrance(arena, request);
    if (*error) return NULL;
    *c = (struct compiled){.arena = arena,
                           .scratch = arena_open_inside(arena),
                           .bindings = arena_open_inside(arena),
                           .request = *request,
                           .program = program,
                           .random.state = 1};
    c->tensors = arena_array(arena, struct tensor, program->values.n);
    c->calls = arena_array(arena, struct kernel_call, program->nodes.n);
    c->held = arena_array(arena, int64_t, program->storages.n);
    *error = set_up(c, PLAN_FUSED, PIECE_ELEMENTS);
    if (!*error) *error = overwrites(c);
    if (!*error && request->mode == COMPILE_MAX_AUTOTUNE) *error = tune(c);
    if (!*error) return c;
    compiled_close(c);
    return NULL;
}

void compiled_close(struct compiled *c)
{
    if (!c) return;
    for (int i = 0; i < c->rooms.n; i++) free(c->rooms.at[i].at);
    for (int i = 0; i < c->strays.n; i++) free(c->strays.at[i]);
    c->strays.n = 0;
    give_back(c);
    arena_close(c->scratch);
    arena_close(c->bindings);
}
