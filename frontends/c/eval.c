// Opening, running and ending; budgets, places in the source, findings.

#include "frontends/c/interp.h"
#include "frontends/c/kernels/raw.h"
#include "ir/base/clock.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define PORTION 65536         // steps between two looks at the clock
#define BYTES_A_STEP 24       // of the arena: about as long as one evaluated node
#define WORK_A_STEP 8         // parts of expressions that conditions are tried on: as long
#define SLOT_LIMIT (16 << 20) // of all frames together; their memory is paged in when used
#define STACK_RESERVE ((size_t)1 << 20) // bytes of the host's stack that stay free
#define MAX_CHAIN 64                    // calls in one new piece of a chain
#define STACK_ASSUMED (4 << 20)         // where the system does not say how large it is

// Steps end a run before the clock does, so that the answer does not depend on the machine.
static const struct eval_budget default_budget = {.steps = 200000000,
                                                  .objects = 20000000,
                                                  .bytes = (int64_t)1 << 30,
                                                  .depth = 20000,
                                                  .paths = 64,
                                                  .seconds = 60};

// ---- open and close

static void fill_budget(struct eval_budget *b)
{
    if (b->steps <= 0) b->steps = default_budget.steps;
    if (b->objects <= 0) b->objects = default_budget.objects;
    if (b->bytes <= 0) b->bytes = default_budget.bytes;
    if (b->depth <= 0) b->depth = default_budget.depth;
    if (b->seconds <= 0) b->seconds = default_budget.seconds;
}

// The interpreter recurses as the program nests; near the limit it ends the run (eval_too_deep)
// before the host's stack overflows.
static const char *find_stack_limit(void)
{
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    const char *here = (const char *)__builtin_frame_address(0);
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &lowest, &size) != 0) lowest = NULL;
        pthread_attr_destroy(&attributes);
    }
    if (!lowest || size < 2 * STACK_RESERVE) return here - STACK_ASSUMED;
    return (const char *)lowest + STACK_RESERVE;
}

struct eval *eval_open(struct arena *arena, struct unit *unit, struct builder *builder,
                       struct diags *diags, const struct eval_request *request)
{
    struct eval *e = arena_new(arena, struct eval);
    e->arena = arena;
    e->steps.charged_bytes = arena_bytes(arena);
    e->unit = unit;
    e->builder = builder;
    e->diags = diags;
    e->request = *request;
    fill_budget(&e->request.budget);
    e->syms = builder ? builder_program(builder)->syms : syms_open(arena);
    e->steps.charged_work = syms_work(e->syms);
    e->heap = heap_open(arena, e->request.budget.bytes, e->request.budget.objects, &e->steps.left);
    e->types = unit_types(unit);
    e->unset = request->concrete ? FILL_ZERO : FILL_UNSET;
    e->stack.n_slots = SLOT_LIMIT;
    e->stack.slots = calloc((size_t)e->stack.n_slots, sizeof *e->stack.slots);
    if (!e->stack.slots) arena_exhausted((size_t)e->stack.n_slots * sizeof *e->stack.slots);
    e->strings = map_open(arena);
    e->reported = map_open(arena);
    e->claims.assumed = map_open(arena);
    e->claims.rooms_asked = map_open(arena);
    e->naming.signs = map_open(arena);
    e->naming.names = map_open(arena);
    e->paths.different = map_open(arena);
    e->paths.node_decisions = map_open(arena);
    e->reads = map_open(arena);
    e->elements = map_open(arena);
    e->dialects = map_open(arena);
    e->labels.numbers = map_open(arena);
    e->kernels.nests = request->nests ? request->nests : kernel_nests_open(arena);
    e->kernels.contracts = map_open(arena);
    e->kernels.extents = map_open(arena);
    e->kernels.loop_steps = map_open(arena);
    e->losses.reasons = map_open(arena);
    e->loops.bent = map_open(arena);
    e->loops.alike = map_open(arena);
    e->loops.collected = map_open(arena);
    e->loops.ends = map_open(arena);
    e->paths.seen_before = map_open(arena);
    e->paths.joins = map_open(arena);
    e->paths.keyed = map_open(arena);
    e->paths.keyed_places = map_open(arena);
    return e;
}

void eval_finish(struct eval *e)
{
    raw_finish(e);
}

void eval_close(struct eval *e)
{
    if (!e) return;
    heap_close(e->heap);
    free(e->stack.slots);
    e->stack.slots = NULL;
}

// ---- ends

void eval_stop(struct eval *e, enum eval_end end, const struct ast *n, const char *reason)
{
    if (e->flow == FLOW_STOP) return;
    e->flow = FLOW_STOP;
    e->ending.end = end;
    e->ending.reason = reason;
    e->ending.site = eval_site_of(e, n);
}

// A budget is used up: a finding at the loop or call that was met last, then the end.
static void out_of(struct eval *e, enum diag_id id, const char *reason)
{
    eval_fault(e, e->at_statement, id, "%s", reason);
    eval_stop(e, EVAL_BUDGET, e->at_statement, reason);
}

void eval_nested(struct eval *e, const struct ast *n)
{
    static const char reason[] = "the program is nested too deeply";
    if (e->flow == FLOW_STOP) return;
    eval_fault(e, n, DIAG_ENDLESS_RECURSION, "%s", reason);
    eval_stop(e, EVAL_BUDGET, n, reason);
}

// Building modules and nodes takes time in proportion to the memory that it takes, and what is
// asked of sizes on the way in proportion to their expressions.
void eval_charge(struct eval *e)
{
    int64_t work = syms_work(e->syms);
    e->steps.left -= (work - e->steps.charged_work) / WORK_A_STEP;
    e->steps.charged_work = work;
    size_t bytes = arena_bytes(e->arena);
    if (bytes <= e->steps.charged_bytes) return;
    e->steps.left -= (int64_t)((bytes - e->steps.charged_bytes) / BYTES_A_STEP);
    e->steps.charged_bytes = bytes;
}

static const char *late_string(const struct eval *e)
{
    const struct eval_budget *budget = &e->request.budget;
    return arena_printf(e->arena, "the program did not end within %g %s%s%s", budget->seconds,
                        budget->seconds == 1 ? "second" : "seconds",
                        budget->seconds_are ? ", " : "",
                        budget->seconds_are ? budget->seconds_are : "");
}

static bool is_cancelled(const struct eval *e)
{
    const atomic_bool *cancelled = e->request.budget.cancelled;
    return cancelled && atomic_load_explicit(cancelled, memory_order_relaxed);
}

void eval_refuel(struct eval *e)
{
    e->steps.before += e->steps.portion - e->steps.left;
    e->steps.left = PORTION;
    e->steps.portion = PORTION;
    if (e->flow == FLOW_STOP) return;
    if (is_cancelled(e))
        eval_stop(e, EVAL_BUDGET, e->at_statement, "the answer is not wanted any more");
    else if (e->steps.before >= e->request.budget.steps)
        out_of(e, DIAG_STEP_BUDGET,
               arena_printf(e->arena,
                            "the program did not end within %lld steps: --max-steps, or "
                            "max-steps in .shapeprof.json, allows more",
                            (long long)e->request.budget.steps));
    else if (heap_exhausted(e->heap))
        out_of(e, DIAG_MEMORY_BUDGET,
               arena_printf(e->arena, "the program needs more than it may: %s",
                            heap_exhausted(e->heap)));
    else if (clock_seconds() > e->steps.deadline)
        out_of(e, DIAG_TIME_BUDGET, late_string(e));
}

bool eval_stopped(const struct eval *e)
{
    return e->flow == FLOW_STOP;
}

void eval_exit(struct eval *e, int status)
{
    e->ending.status = status;
    eval_stop(e, EVAL_EXITED, e->at, "the program exits");
}

void eval_abort(struct eval *e, const char *reason)
{
    eval_stop(e, EVAL_ABORTED, e->at, reason);
}

// ---- sites and findings

// One site: a node of a frame's function.
static const struct site *site_new(struct eval *e, const struct frame *f, const struct ast *n,
                                   const struct site *caller)
{
    struct site *s = arena_new(e->arena, struct site);
    *s = (struct site){.file = unit_file(e->unit, n->file),
                       .line = (int)n->line,
                       .column = (int)n->column,
                       .function = f ? f->function->name : NULL,
                       .caller = caller};
    return s;
}

// Where a frame was called, with the chain that led there. Chains are shared by
// all sites of an activation. Of very deep ones the innermost calls must do:
// nobody reads the others.
static const struct site *frame_called(struct eval *e, struct frame *f)
{
    struct frame *chain[MAX_CHAIN];
    int n = 0;
    for (; f && f->call && !f->called && n < MAX_CHAIN; f = f->caller) chain[n++] = f;
    const struct site *site = f && n < MAX_CHAIN ? f->called : NULL;
    while (n-- > 0) {
        site = site_new(e, chain[n]->caller, chain[n]->call, site);
        chain[n]->called = site;
    }
    return site;
}

const struct site *eval_site_of(struct eval *e, const struct ast *n)
{
    struct frame *f = e->frame;
    if (!n) return f ? frame_called(e, f) : NULL;
    if (f && f->site_node == n) return f->site;
    const struct site *s = site_new(e, f, n, f ? frame_called(e, f) : NULL);
    if (f) f->site_node = n, f->site = s;
    return s;
}

const struct site *eval_site(const struct eval *e)
{
    // Sites are made when first asked for; to the caller nothing changes.
    struct eval *writable = (struct eval *)(uintptr_t)e;
    return eval_site_of(writable, e->at);
}

// Loops and replayed paths come by the same node many times; one finding is enough.
static bool first_report(struct eval *e, const struct ast *n, enum diag_id id)
{
    struct {
        const struct ast *node;
        uint64_t id;
    } key = {n, id};
    if (map_get(e->reported, &key, sizeof key)) return false;
    map_put(e->reported, &key, sizeof key, e);
    return true;
}

// Where a function begins, as a node that does nothing.
static const struct ast *place_of(struct eval *e, struct function *f)
{
    const struct ast *body = unit_body(e->unit, f);
    struct ast *place = arena_new(e->arena, struct ast);
    *place = (struct ast){.kind = AST_EMPTY, .file = body ? body->file : 0, .line = f->line};
    place->column = 1;
    return place;
}

static const struct ast *place_of_entry(struct eval *e)
{
    if (!e->entry_place && e->entry) e->entry_place = place_of(e, e->entry);
    return e->entry_place;
}

void eval_fault(struct eval *e, const struct ast *n, enum diag_id id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = arena_vprintf(e->arena, format, arguments);
    va_end(arguments);
    if (!n) n = e->at ? e->at : place_of_entry(e);
    if (first_report(e, n, id) && e->diags)
        diag_add(e->diags, id, eval_site_of(e, n), "%s", message);
    if (e->request.concrete && diag_info(id)->severity == SEVERITY_ERROR)
        eval_stop(e, EVAL_FAULT, n, message);
}

void eval_unsupported(struct eval *e, const struct ast *n, const char *reason)
{
    if (e->flow == FLOW_STOP) return;
    if (e->request.concrete) {
        eval_stop(e, EVAL_UNSUPPORTED, n, reason);
        return;
    }
    if (n && n->kind == AST_HOLE && !n->lost)
        eval_fault(e, n, DIAG_NOT_UNDERSTOOD, "not understood: %s", reason);
}

void eval_assume_claim(struct eval *e, const struct ast *n, const struct claim *claim)
{
    // No text has a line end in it, so the two parts of the key are told apart.
    const char *key = arena_printf(e->arena, "%p\n%s", (const void *)n, claim->text);
    if (map_get_string(e->claims.assumed, key)) return;
    map_put_string(e->claims.assumed, key, e);
    *vec_push(e->arena, &e->claims.assumptions) = *claim;
    *vec_push(e->arena, &e->claims.assumption_sites) = eval_site_of(e, n);
}

void eval_assume(struct eval *e, const struct ast *n, const char *text)
{
    eval_assume_claim(e, n, &(struct claim){.text = text});
}

// ---- functions and temporaries

struct function_info *eval_function_info(struct eval *e, struct function *f)
{
    while (e->functions.n <= f->index)
        *vec_push(e->arena, &e->functions) = (struct function_info){0};
    struct function_info *info = &e->functions.at[f->index];
    if (info->looked_up) return info;
    info->looked_up = true;
    info->code = heap_new(e->heap, OBJECT_CODE, 1, FILL_ZERO, NULL, f->name);
    info->code->constant = info->code->exposed = true;
    heap_rare(e->heap, info->code)->function = f;
    bool own_body = f->has_body && e->request.bodies_first;
    info->rule = own_body ? NULL : dialect_rule_for(e->arena, f);
    return info;
}

struct object *eval_temporary(struct eval *e, const struct ctype *t)
{
    struct object *o = heap_new(e->heap, OBJECT_TEMPORARY, t->size, FILL_ZERO, t, NULL);
    *vec_push(e->arena, &e->stack.temporaries) = o;
    return o;
}

void eval_release_temporaries(struct eval *e, int mark)
{
    while (e->stack.temporaries.n > mark)
        heap_release(e->heap, e->stack.temporaries.at[--e->stack.temporaries.n]);
}

// ---- running

// argv as an array of strings, NULL behind the last; more of them where arguments may be asked for
// that nobody gave.
static struct cvalue make_argv(struct eval *e, const struct ctype *t)
{
    enum { MOST_ASKED_FOR = 64 };
    int64_t pointer = e->types->char_pointer->size;
    int argc = e->request.argc, n_null = e->request.lacks_arguments ? MOST_ASKED_FOR : 1;
    struct cvalue argv = eval_allocate(e, (argc + n_null) * pointer, t, "argv");
    for (int i = 0; i < argc; i++) {
        const char *text = e->request.argv[i];
        int64_t size = (int64_t)strlen(text) + 1;
        struct cvalue string = eval_allocate(e, size, e->types->char_pointer, "argv[]");
        heap_write(e->heap, heap_object(e->heap, string.pointer.object), 0, size, text);
        eval_store(e, &argv, i * pointer, &string);
    }
    return argv;
}

// As the C library calls main: argc, argv, and an environment of which nothing is known. How many
// were made.
static int main_arguments(struct eval *e, const struct function *f, struct cvalue *out)
{
    if (strcmp(f->name, "main") != 0 || f->n_parameters < 1) return 0;
    if (e->request.argc <= 0) {
        // Any number of words; the program's own name is one of them.
        const struct ctype *type = f->parameters[0]->type;
        const struct sym *argc = name_symbol(e, f->parameters[0]->name, type);
        if (sym_kind(argc) == SYM_VAR) sym_assume_at_least(e->syms, argc, 1);
        map_put_number(e->naming.signs, (uint64_t)(uintptr_t)argc,
                       NULL); // which is taken for granted
        out[0] = cvalue_sym(type, argc);
        return 1;
    }
    out[0] = cvalue_int(f->parameters[0]->type, e->request.argc);
    if (f->n_parameters < 2) return 1;
    out[1] = make_argv(e, f->parameters[1]->type);
    if (f->n_parameters < 3) return 2;
    out[2] = eval_allocate(e, e->types->char_pointer->size, f->parameters[2]->type, "envp");
    return 3;
}

static const char *const *names_of_counts(struct eval *e)
{
    const char **names = arena_array(e->arena, const char *, e->loops.counts.n + 1);
    for (int i = 0; i < e->loops.counts.n; i++) names[i] = sym_name(e->loops.counts.at[i]);
    return names;
}

// In which closed forms may be sought.
static int count_loop_counts(const struct eval_loops *loops)
{
    for (int i = 0; i < loops->counts.n; i++)
        if (map_get_number(loops->bent, (uint64_t)(uintptr_t)loops->counts.at[i])) return 0;
    return loops->differ || loops->unsure.n ? 0 : loops->counts.n;
}

static struct eval_outcome outcome_of(struct eval *e, const struct cvalue *result)
{
    return (struct eval_outcome){.end = e->ending.end,
                                 .result = *result,
                                 .status = e->ending.status,
                                 .reason = e->ending.reason,
                                 .site = e->ending.site,
                                 .steps = e->steps.before + e->steps.portion - e->steps.left,
                                 .lost = e->losses.first,
                                 .n_decisions = e->paths.decisions.n,
                                 .decisions = e->paths.decisions.at,
                                 .n_assumptions = e->claims.assumptions.n,
                                 .assumptions = e->claims.assumptions.at,
                                 .assumption_sites = e->claims.assumption_sites.at,
                                 .ranges = {e->claims.ranges.n, e->claims.ranges.at},
                                 .left_loops = {e->claims.left_loops.n, e->claims.left_loops.at},
                                 .n_rooms = e->claims.rooms.n,
                                 .rooms = e->claims.rooms.at,
                                 .n_loops = e->loops.n_left,
                                 .n_idle_loops = e->loops.idle.n,
                                 .idle_loops = e->loops.idle.at,
                                 .n_seen = e->paths.seen.n,
                                 .seen = e->paths.seen.at,
                                 .n_loop_counts = count_loop_counts(&e->loops),
                                 .loop_counts = names_of_counts(e),
                                 .n_names = e->naming.symbol_names.n,
                                 .names = e->naming.symbol_names.at};
}

// Each may end the program again, and may add others.
static void run_at_exit(struct eval *e)
{
    while (e->ending.at_exit.n &&
           (e->ending.end == EVAL_RETURNED || e->ending.end == EVAL_EXITED)) {
        e->flow = FLOW_NORMAL;
        eval_invoke(e, NULL, e->ending.at_exit.at[--e->ending.at_exit.n], 0, NULL);
    }
}

struct eval_outcome eval_run(struct eval *e, struct function *f, int n,
                             const struct cvalue *arguments)
{
    struct cvalue own[3];
    e->stack.host_limit = find_stack_limit();
    e->steps.deadline = clock_seconds() + e->request.budget.seconds;
    e->flow = FLOW_NORMAL;
    e->ending.end = EVAL_RETURNED;
    e->entry = f;
    if (n == 0) {
        n = main_arguments(e, f, own);
        arguments = own;
    }
    struct cvalue result = value_blank(e, f->type->element, "the function has no body");
    bool runs = f->has_body && !heap_exhausted(e->heap) && !is_cancelled(e);
    if (runs && strcmp(f->name, "main") == 0) constructors_run(e);
    if (runs && e->flow == FLOW_NORMAL) result = eval_invoke(e, NULL, f, n, arguments);
    run_at_exit(e);
    if (e->flow != FLOW_STOP && heap_exhausted(e->heap))
        out_of(e, DIAG_MEMORY_BUDGET, heap_exhausted(e->heap));
    e->returned = result;
    return outcome_of(e, &result);
}

struct eval_outcome eval_outcome(struct eval *e, const struct cvalue *result)
{
    return outcome_of(e, result);
}

int eval_n_decisions(const struct eval *e)
{
    return e->paths.decisions.n;
}

void eval_stand_at(struct eval *e, struct function *f)
{
    e->at = NULL;
    if (!e->entry) e->entry = f;
    if (f) e->at = e->at_statement = f == e->entry ? place_of_entry(e) : place_of(e, f);
}
