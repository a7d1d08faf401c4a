// Backends, buffers and allocators: who gives which tensors memory, and which graph is used how.

#include "frontends/dialects/ggml_dialect.h"
#include "ir/ggml_memory.h"
#include "ir/ggml_work.h"

static struct cvalue rule_nothing(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return ggml_nothing(c);
}

static struct cvalue as_type(struct cvalue v, const struct ctype *type)
{
    v.type = type;
    return v;
}

static struct cvalue rule_backend(const struct dialect_call *c)
{
    return as_type(dialect_ggml_of(c->eval)->cpu_backend, c->result);
}

static struct cvalue rule_buffer_type(const struct dialect_call *c)
{
    return as_type(dialect_ggml_of(c->eval)->cpu_buffer_type, c->result);
}

static struct cvalue new_allocator(struct dialect_ggml *d, const struct dialect_call *c,
                                   const struct sym *graph_size)
{
    *vec_push(d->arena, &d->allocators) =
        (struct ggml_allocator){graph_size, {.made_at = eval_site(d->eval)}};
    return ggml_handle_make(d, HANDLE_ALLOCATOR, c->result, (uint64_t)d->allocators.n, "allocator");
}

static struct cvalue rule_allocator(const struct dialect_call *c)
{
    return new_allocator(dialect_ggml_of(c->eval), c, NULL);
}

// backends, buffer types, how many, graph size
static struct cvalue rule_scheduler(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    return new_allocator(d, c, c->n > 3 ? ggml_argument_size(d, c, 3) : NULL);
}

static struct cvalue rule_free_allocator(const struct dialect_call *c)
{
    ggml_free_handle(dialect_ggml_of(c->eval), c, HANDLE_ALLOCATOR);
    return ggml_nothing(c);
}

static struct cvalue rule_free_buffer(const struct dialect_call *c)
{
    ggml_free_handle(dialect_ggml_of(c->eval), c, HANDLE_BUFFER);
    return ggml_nothing(c);
}

static struct cvalue rule_use_buffer(const struct dialect_call *c)
{
    ggml_use_handle(dialect_ggml_of(c->eval), c, HANDLE_BUFFER, 0);
    return ggml_nothing(c);
}

// ---- buffers of weights

static struct cvalue new_buffer(struct dialect_ggml *d, const struct dialect_call *c,
                                const struct sym *bytes)
{
    uint64_t number = (uint64_t)d->buffers.n;
    *vec_push(d->arena, &d->buffers) = (struct ggml_buffer){bytes, {.made_at = eval_site(d->eval)}};
    return ggml_handle_make(d, HANDLE_BUFFER, c->result, number, "buffer");
}

// Views have their root's memory, and what has memory keeps it.
static struct cvalue rule_alloc_context(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_context *context = ggml_argument_context(d, c, 0);
    if (!context) return cvalue_unknown(c->result, "a context that is not known");
    const struct sym *bytes = ggml_context_buffer(d->syms, context);
    for (int i = 0; i < context->tensors.n; i++) {
        struct ggml_tensor *t = context->tensors.at[i];
        if (t->has_data || t->view_src) continue;
        t->has_data = t->has_buffer = true;
        if (!sym_is(bytes, 0)) ggml_place_in_buffer(d, t, d->buffers.n + 1);
        ggml_object_write(d, t);
    }
    for (int i = 0; i < context->tensors.n; i++) {
        struct ggml_tensor *t = context->tensors.at[i];
        if (!t->view_src || t->has_data || !t->view_src->has_data) continue;
        t->has_data = t->has_buffer = true;
        ggml_object_write(d, t);
    }
    if (sym_is(bytes, 0)) return cvalue_null(c->result);
    context->buffer_bytes =
        context->buffer_bytes ? sym_add(d->syms, context->buffer_bytes, bytes) : bytes;
    return new_buffer(d, c, bytes);
}

static struct cvalue rule_buffer_size(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    uint64_t number;
    ggml_use_handle(d, c, HANDLE_BUFFER, 0);
    if (!ggml_handle_number(d, HANDLE_BUFFER, &c->arguments[0], &number))
        return cvalue_unknown(c->result, "the size of a buffer");
    return ggml_size(c, d->buffers.at[number].bytes);
}

static struct cvalue rule_alloc_buffer(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    return new_buffer(d, c, ggml_argument_size(d, c, 1));
}

// A buffer of memory that the program has.
static struct cvalue rule_own_buffer(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    return new_buffer(d, c, ggml_argument_size(d, c, 1));
}

// What is in it nobody knows.
static struct cvalue rule_buffer_base(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    uint64_t number;
    int64_t bytes;
    ggml_use_handle(d, c, HANDLE_BUFFER, 0);
    if (!ggml_handle_number(d, HANDLE_BUFFER, &c->arguments[0], &number) ||
        !sym_is_const(d->buffers.at[number].bytes, &bytes) || bytes < 0)
        return cvalue_unknown(c->result, "where a buffer lies");
    return eval_allocate_unknown(d->eval, bytes, c->result, "a buffer", "what is in a buffer");
}

// The program itself puts a tensor into a buffer.
static struct cvalue place_argument(const struct dialect_call *c, int argument)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const char *reason = NULL;
    struct ggml_tensor *t = ggml_argument(d, c, argument, &reason);
    if (!t) d->placed_unseen = true;
    if (t && (!t->view_src || t->view_src->has_data)) {
        t->has_data = t->has_buffer = true;
        ggml_object_write(d, t);
    }
    return c->result->kind == CTYPE_VOID ? ggml_nothing(c) : cvalue_int(c->result, 0);
}

static struct cvalue rule_place_second_argument(const struct dialect_call *c)
{
    return place_argument(c, 1);
}

static struct cvalue rule_place_first_argument(const struct dialect_call *c)
{
    return place_argument(c, 0);
}

static struct cvalue rule_tensor_allocator(const struct dialect_call *c)
{
    ggml_use_handle(dialect_ggml_of(c->eval), c, HANDLE_BUFFER, 0);
    return cvalue_unknown(c->result, "an allocator of tensors");
}

static struct cvalue rule_alignment(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return cvalue_int(c->result, GGML_ALIGNMENT);
}

// ---- elements

// An offset, and how many bytes.
static void check_part(struct dialect_ggml *d, const struct dialect_call *c,
                       const struct ggml_tensor *t, int offset)
{
    ggml_use_memory(d, c, t);
    ggml_check_range(d, c, t, ggml_argument_size(d, c, offset),
                     ggml_argument_size(d, c, offset + 1));
}

// Elements that the program reads: nobody knows what they are.
static struct cvalue rule_tensor_get(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const char *reason = NULL;
    struct ggml_tensor *t = ggml_argument(d, c, 0, &reason);
    int64_t n;
    if (cvalue_as_int(&c->arguments[3], &n))
        eval_forget(c->eval, &c->arguments[1], 0, n, "an element of a tensor");
    else
        eval_forget_rest(c->eval, &c->arguments[1], "an element of a tensor");
    if (!t) return ggml_nothing(c);
    // What no graph computes is told at the end.
    if (t->op == GGML_OP_NONE || t->flags & GGML_COMPUTE) ggml_demand_memory(d, c, t);
    check_part(d, c, t, 2);
    *vec_push(d->arena, &d->state->read) = (struct ggml_read){t, eval_site(d->eval)};
    return ggml_nothing(c);
}

// Of a memset, too: the number stands where the numbers stand otherwise.
static struct cvalue rule_tensor_set(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const char *reason = NULL;
    struct ggml_tensor *t = c->n > 3 ? ggml_argument(d, c, 0, &reason) : NULL;
    if (t) ggml_demand_memory(d, c, t);
    if (t) check_part(d, c, t, 2);
    return ggml_nothing(c);
}

// ---- graphs that are used

// A scheduler has tables for as many nodes and leafs as it is told.
static void check_scheduler(struct dialect_ggml *d, const struct dialect_call *c,
                            const struct ggml_graph *graph)
{
    uint64_t number;
    int64_t size;
    if (!ggml_handle_number(d, HANDLE_ALLOCATOR, &c->arguments[0], &number) || number == 0) return;
    const struct ggml_allocator *scheduler = &d->allocators.at[number - 1];
    if (!scheduler->graph_size || !sym_is_const(scheduler->graph_size, &size) || graph->unseen ||
        !ggml_sched_refuses(size, graph) || d->refused)
        return;
    struct diag *diag = diag_add(
        d->diags, DIAG_GGML_ALLOCATOR, eval_site(d->eval),
        "%s: the scheduler was made for %lld nodes and leafs, for which its table has room "
        "for %lld, and the graph has %d nodes and %d leafs",
        c->function->name, (long long)size, (long long)ggml_hash_slots(size), graph->nodes.n,
        graph->leafs.n);
    diag_note(d->diags, diag, scheduler->life.made_at, "the scheduler is made here");
    diag_note(d->diags, diag, graph->site, "the graph is made here");
    diag_fix(d->diags, diag, "give ggml_backend_sched_new the sum of both as graph_size");
    d->refused = true;
}

static void use(struct dialect_ggml *d, const struct dialect_call *c, int argument)
{
    struct ggml_graph *graph = ggml_argument_graph(d, c, argument);
    if (argument == 1) ggml_use_handle(d, c, HANDLE_ALLOCATOR, 0);
    if (graph) ggml_tell_freed_graph(d, c, graph);
    if (graph) ggml_use_graph_memory(d, c, graph);
    if (graph && argument == 1) check_scheduler(d, c, graph);
    if (!graph || graph->used_at) return;
    graph->used_at = eval_site(d->eval);
    graph->used_by = c->rule->name;
    graph->use = d->state->n_used++;
}

static struct cvalue used(const struct dialect_call *c, int argument, int64_t result)
{
    use(dialect_ggml_of(c->eval), c, argument);
    return c->result->kind == CTYPE_VOID ? ggml_nothing(c) : cvalue_int(c->result, result);
}

// gallocr_reserve and the like say true.
static struct cvalue rule_use_second(const struct dialect_call *c)
{
    return used(c, 1, 1);
}

// Also places what the graph has.
static struct cvalue rule_place_second(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct cvalue answer = used(c, 1, 1);
    ggml_place_graph(d, ggml_argument_graph(d, c, 1));
    return answer;
}

// Those that compute give a status: 0 is success. A scheduler places what has no place yet.
static struct cvalue rule_schedule_second(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct cvalue answer = used(c, 1, 0);
    ggml_place_graph(d, ggml_argument_graph(d, c, 1));
    return answer;
}

// That nothing was done with the graph before is told at the end.
static void demand_places(const struct dialect_call *c, int argument)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const struct ggml_graph *graph = ggml_argument_graph(d, c, argument);
    if (graph && graph->used_at) ggml_demand_graph_memory(d, c, graph);
}

static struct cvalue rule_compute_second(const struct dialect_call *c)
{
    demand_places(c, 1);
    return used(c, 1, 0);
}

// The work buffer is the backend's.
static struct cvalue rule_make_plan(const struct dialect_call *c)
{
    demand_places(c, 1);
    use(dialect_ggml_of(c->eval), c, 1);
    return ggml_handle_make(dialect_ggml_of(c->eval), HANDLE_ALLOCATOR, c->result, 0, "plan");
}

// The work buffer lies in the context from then on.
static struct cvalue rule_compute_in_context(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_context *context = ggml_argument_context(d, c, 0);
    const struct ggml_graph *graph = ggml_argument_graph(d, c, 1);
    use(d, c, 1);
    if (context && graph) {
        struct ggml_work work =
            ggml_graph_work(d->arena, d->syms, d->state, graph, ggml_argument_size(d, c, 2));
        ggml_take(d, context, ggml_work_object(d->syms, work.bytes), "the work buffer");
    }
    return cvalue_int(c->result, 0);
}

static struct cvalue rule_compute_first(const struct dialect_call *c)
{
    demand_places(c, 0);
    return used(c, 0, 0);
}

static void set_plan_field(struct dialect_ggml *d, const struct cvalue *plan, const char *name,
                           struct cvalue value)
{
    const struct cfield *field = ctype_field(plan->type->element, name);
    if (!field) return;
    value.type = field->type;
    eval_store(d->eval, plan, field->offset, &value);
}

static struct cvalue work_size(struct dialect_ggml *d, const struct ggml_work *work)
{
    const struct ctype *type = unit_types(eval_unit(d->eval))->size;
    const char *reason = work->at_least;
    if (!reason && sym_kind(work->bytes) == SYM_UNKNOWN) reason = sym_name(work->bytes);
    return reason ? cvalue_unknown(type, reason) : cvalue_sym(type, work->bytes);
}

// How large the work buffer must be; the program gets it.
static struct cvalue rule_plan(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    use(d, c, 0);
    if (!graph || graph->unseen || c->n < 2 || c->result->kind != CTYPE_RECORD)
        return cvalue_unknown(c->result, "the plan of a graph");
    struct ggml_work work =
        ggml_graph_work(d->arena, d->syms, d->state, graph, ggml_argument_size(d, c, 1));
    const struct ctype *pointer = unit_pointer_to(eval_unit(d->eval), c->result);
    struct cvalue plan = eval_allocate(d->eval, c->result->size, pointer, "plan");
    set_plan_field(d, &plan, "work_size", work_size(d, &work));
    set_plan_field(d, &plan, "n_threads", c->arguments[1]);
    return (struct cvalue){.kind = CVALUE_RECORD, .type = c->result, .record = plan.pointer.object};
}

// What the allocator needs is worked out once the program has been read.
static struct cvalue rule_allocated(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return cvalue_unknown(c->result, "the bytes of a compute buffer");
}

static struct cvalue rule_true(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return cvalue_int(c->result, 1);
}

static struct cvalue rule_zero(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return cvalue_int(c->result, 0);
}

// The CPU's buffer type adds nothing to what a tensor spans.
static struct cvalue rule_alloc_size(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const char *reason = NULL;
    const struct ggml_tensor *t = ggml_argument(d, c, 1, &reason);
    if (!t) return cvalue_unknown(c->result, reason ? reason : "no tensor");
    return ggml_size(c, ggml_tensor_bytes(d->syms, t));
}

// SIZE_MAX: the CPU's buffers may be as large as there is memory.
static struct cvalue rule_no_limit(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return cvalue_int(c->result, -1);
}

const struct dialect_rule ggml_backend_rules[] = {
    {"ggml_backend_cpu_init", "", rule_backend, NULL},
    {"ggml_backend_init_best", "", rule_backend, NULL},
    {"ggml_backend_init_by_type", "i.", rule_backend, NULL},
    {"ggml_backend_init_by_name", "..", rule_backend, NULL},
    {"ggml_backend_load_all", "", rule_nothing, NULL},
    {"ggml_backend_dev_init", "..", rule_backend, NULL},
    {"ggml_backend_sched_get_backend", ".i", rule_backend, NULL},
    {"ggml_backend_sched_get_tensor_backend", "..", rule_backend, NULL},
    {"ggml_backend_free", ".", rule_nothing, NULL},
    {"ggml_backend_synchronize", ".", rule_nothing, dialect_idle},
    {"ggml_backend_is_cpu", ".", rule_true, NULL},
    {"ggml_backend_cpu_set_n_threads", ".i", rule_nothing, NULL},
    {"ggml_backend_get_default_buffer_type", ".", rule_buffer_type, NULL},
    {"ggml_backend_cpu_buffer_type", "", rule_buffer_type, NULL},
    {"ggml_backend_dev_buffer_type", ".", rule_buffer_type, NULL},
    {"ggml_backend_buffer_get_type", ".", rule_buffer_type, NULL},
    {"ggml_backend_sched_get_buffer_type", "..", rule_buffer_type, NULL},
    {"ggml_backend_buft_get_alloc_size", "..", rule_alloc_size, NULL},
    {"ggml_backend_buffer_get_alloc_size", "..", rule_alloc_size, NULL},
    {"ggml_backend_buft_get_max_size", ".", rule_no_limit, NULL},
    {"ggml_backend_buffer_get_max_size", ".", rule_no_limit, NULL},
    {"ggml_backend_get_max_size", ".", rule_no_limit, NULL},
    {"ggml_backend_buft_get_alignment", ".", rule_alignment, NULL},
    {"ggml_backend_get_alignment", ".", rule_alignment, NULL},
    {"ggml_backend_buft_alloc_buffer", ".i", rule_alloc_buffer, NULL},
    {"ggml_backend_alloc_buffer", ".i", rule_alloc_buffer, NULL},
    {"ggml_backend_alloc_ctx_tensors", "..", rule_alloc_context, NULL},
    {"ggml_backend_alloc_ctx_tensors_from_buft", "..", rule_alloc_context, NULL},
    {"ggml_backend_buffer_get_size", ".", rule_buffer_size, NULL},
    {"ggml_backend_buffer_get_base", ".", rule_buffer_base, NULL},
    {"ggml_backend_buffer_get_alignment", ".", rule_alignment, NULL},
    {"ggml_backend_cpu_buffer_from_ptr", ".i", rule_own_buffer, NULL},
    {"ggml_backend_tensor_alloc", "...", rule_place_second_argument, NULL},
    {"ggml_backend_view_init", ".", rule_place_first_argument, NULL},
    {"ggml_backend_buffer_init_tensor", "..", rule_place_second_argument, NULL},
    {"ggml_tallocr_new", ".", rule_tensor_allocator, NULL},
    {"ggml_tallocr_alloc", "..", rule_place_second_argument, NULL},
    {"ggml_backend_buffer_free", ".", rule_free_buffer, NULL},
    {"ggml_backend_buffer_clear", ".i", rule_use_buffer, dialect_idle},
    {"ggml_backend_buffer_set_usage", ".i", rule_use_buffer, NULL},
    {"ggml_backend_tensor_set", "..ii", rule_tensor_set, dialect_idle},
    {"ggml_backend_tensor_memset", ".iii", rule_tensor_set, dialect_idle},
    {"ggml_backend_tensor_get", "..ii", rule_tensor_get, NULL},
    {"ggml_backend_graph_compute", "..", rule_compute_second, NULL},
    {"ggml_backend_graph_compute_async", "..", rule_compute_second, NULL},
    {"ggml_backend_graph_plan_create", "..", rule_make_plan, NULL},
    {"ggml_backend_graph_plan_compute", "..", rule_zero, NULL},
    {"ggml_backend_graph_plan_free", "..", rule_nothing, NULL},
    {"ggml_gallocr_new", ".", rule_allocator, NULL},
    {"ggml_gallocr_new_n", ".i", rule_allocator, NULL},
    {"ggml_gallocr_free", ".", rule_free_allocator, NULL},
    {"ggml_gallocr_reserve", "..", rule_use_second, NULL},
    {"ggml_gallocr_reserve_n", "..*", rule_use_second, NULL},
    {"ggml_gallocr_alloc_graph", "..", rule_place_second, NULL},
    {"ggml_gallocr_get_buffer_size", ".i", rule_allocated, NULL},
    {"ggml_backend_sched_new", "*", rule_scheduler, NULL},
    {"ggml_backend_sched_free", ".", rule_free_allocator, NULL},
    {"ggml_backend_sched_reset", ".", rule_nothing, NULL},
    {"ggml_backend_sched_set_tensor_backend", "...", rule_nothing, NULL},
    {"ggml_backend_sched_get_n_splits", ".", rule_true, NULL},
    {"ggml_backend_sched_get_n_copies", ".", rule_true, NULL},
    {"ggml_backend_sched_reserve", "..", rule_use_second, NULL},
    {"ggml_backend_sched_alloc_graph", "..", rule_place_second, NULL},
    {"ggml_backend_sched_graph_compute", "..", rule_schedule_second, NULL},
    {"ggml_backend_sched_graph_compute_async", "..", rule_schedule_second, NULL},
    {"ggml_backend_sched_get_buffer_size", "..", rule_allocated, NULL},
    {"ggml_graph_plan", ".*", rule_plan, NULL},
    {"ggml_graph_compute", "..", rule_compute_first, NULL},
    {"ggml_graph_compute_with_ctx", "..i", rule_compute_in_context, NULL},
    {"ggml_numa_init", "i", rule_nothing, NULL},
    {"ggml_cpu_init", "", rule_nothing, NULL},
    {"ggml_status_to_string", "i", rule_zero, NULL},
    {0},
};
