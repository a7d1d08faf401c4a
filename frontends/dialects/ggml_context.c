// Contexts: memory in which tensors and graphs lie one behind the other. Source of the sizes:
// ggml_new_object, ggml_init and ggml_graph_nbytes of ggml 0.21.

#include "frontends/dialects/ggml_dialect.h"

#include "frontends/ggml/graph.h"
#include "ir/ggml_memory.h"

#include <string.h>

// ---- memory

// The objects beyond the end are counted all the same, so that at the end it is known how much the
// context would have to have.
void ggml_take(struct dialect_ggml *d, struct ggml_context *context, const struct sym *object,
               const char *what)
{
    struct syms *s = d->syms;
    context->used = sym_add(s, context->used, object);
    context->most = sym_max(s, context->most, context->used);
    if (context->is_short) return;
    struct proof fits = sym_prove_at_most(s, context->used, context->mem_size);
    if (fits.verdict != VERDICT_REFUTED || !fits.always) return;
    context->is_short = true;
    context->short_at = eval_site(d->eval);
    context->short_of = what;
}

// ---- ggml_init

struct cvalue ggml_parameter(struct dialect_ggml *d, const struct cvalue *record, const char *name)
{
    const struct cfield *field = ctype_field(record->type, name);
    if (!field || record->kind != CVALUE_RECORD)
        return cvalue_unknown(unit_types(eval_unit(d->eval))->size,
                              "a parameter of a library call");
    struct cvalue at = {.kind = CVALUE_POINTER,
                        .type = unit_pointer_to(eval_unit(d->eval), record->type),
                        .pointer = {record->record, 0}};
    return eval_load(d->eval, &at, field->offset, field->type);
}

struct ggml_context *ggml_context_make(struct dialect_ggml *d, const struct sym *mem_size)
{
    struct ggml_context *context = arena_new(d->arena, struct ggml_context);
    *context = (struct ggml_context){.number = (uint32_t)d->state->contexts.n,
                                     .used = sym_const(d->syms, 0),
                                     .most = sym_const(d->syms, 0),
                                     .mem_asked = mem_size,
                                     .life = {.made_at = eval_site(d->eval)},
                                     .site = eval_site(d->eval)};
    context->mem_size = sym_is(mem_size, 0) ? sym_const(d->syms, 16) : mem_size;
    context->mem_size = ggml_padded(d->syms, context->mem_size, 16);
    *vec_push(d->arena, &d->state->contexts) = context;
    return context;
}

static struct cvalue rule_init(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct cvalue size = ggml_parameter(d, &c->arguments[0], "mem_size"),
                  memory = ggml_parameter(d, &c->arguments[0], "mem_buffer"),
                  no_alloc = ggml_parameter(d, &c->arguments[0], "no_alloc");
    int64_t number = 0;
    struct ggml_context *context = ggml_context_make(d, cvalue_as_sym(d->eval, &size));
    context->own_buffer = !cvalue_is_null(&memory);
    context->no_alloc = !cvalue_as_int(&no_alloc, &number) || number != 0;
    if (context->own_buffer && !sym_is(context->mem_asked, 0))
        context->mem_size = context->mem_asked;
    return ggml_handle_make(d, HANDLE_CONTEXT, c->result, context->number, "context");
}

static struct cvalue rule_free(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    uint64_t number;
    ggml_free_handle(d, c, HANDLE_CONTEXT);
    if (ggml_handle_number(d, HANDLE_CONTEXT, &c->arguments[0], &number)) {
        struct ggml_context *context = d->state->contexts.at[number];
        context->freed = true;
        context->freed_at = eval_site(d->eval);
    }
    return ggml_nothing(c);
}

static struct cvalue rule_reset(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_context *context = ggml_argument_context(d, c, 0);
    if (context) context->used = sym_const(d->syms, 0);
    if (context) context->tensors.n = 0;
    return ggml_nothing(c);
}

// ---- what a context says of itself

static struct cvalue unknown_size(const struct dialect_call *c)
{
    return cvalue_unknown(c->result, "a context that is not known");
}

static struct cvalue rule_used_mem(const struct dialect_call *c)
{
    struct ggml_context *context = ggml_argument_context(dialect_ggml_of(c->eval), c, 0);
    return context ? ggml_size(c, context->used) : unknown_size(c);
}

static struct cvalue rule_mem_size(const struct dialect_call *c)
{
    struct ggml_context *context = ggml_argument_context(dialect_ggml_of(c->eval), c, 0);
    return context ? ggml_size(c, context->mem_size) : unknown_size(c);
}

static struct cvalue rule_get_no_alloc(const struct dialect_call *c)
{
    struct ggml_context *context = ggml_argument_context(dialect_ggml_of(c->eval), c, 0);
    return context ? cvalue_int(c->result, context->no_alloc) : unknown_size(c);
}

static struct cvalue rule_set_no_alloc(const struct dialect_call *c)
{
    struct ggml_context *context = ggml_argument_context(dialect_ggml_of(c->eval), c, 0);
    int64_t value;
    if (context && cvalue_as_int(&c->arguments[1], &value)) context->no_alloc = value != 0;
    return ggml_nothing(c);
}

static struct cvalue rule_max_tensor_size(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_context *context = ggml_argument_context(d, c, 0);
    const struct sym *most = sym_const(d->syms, 0);
    for (int i = 0; context && i < context->tensors.n; i++)
        most = sym_max(d->syms, most, ggml_tensor_bytes(d->syms, context->tensors.at[i]));
    return context ? ggml_size(c, most) : unknown_size(c);
}

// ---- sizes of objects

static struct cvalue rule_tensor_overhead(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    return ggml_size(c, ggml_tensor_overhead_bytes(d->syms, d->state->struct_bytes));
}

static struct cvalue rule_graph_overhead(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const struct sym *size = sym_const(d->syms, GGML_GRAPH_SIZE);
    return ggml_size(c, ggml_graph_object(d->syms, size, GGML_NO_GRADIENTS));
}

static struct cvalue rule_graph_overhead_custom(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    int64_t gradients;
    if (!cvalue_as_int(&c->arguments[1], &gradients))
        return cvalue_unknown(c->result, "whether a graph has gradients");
    return ggml_size(c, ggml_graph_object(d->syms, ggml_argument_size(d, c, 0),
                                          gradients ? GGML_GRADIENTS : GGML_NO_GRADIENTS));
}

// ---- tensors of a context

static struct cvalue of_unknown_file(const struct dialect_call *c)
{
    return cvalue_unknown(c->result, "the tensors of a file that is not known");
}

static struct cvalue rule_first_tensor(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_context *context = ggml_argument_context(d, c, 0);
    if (!context) return unknown_size(c);
    if (context->of_unknown_file) return of_unknown_file(c);
    return ggml_result_tensor(d, c, context->tensors.n ? context->tensors.at[0] : NULL);
}

static struct cvalue rule_next_tensor(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_context *context = ggml_argument_context(d, c, 0);
    const char *reason;
    const struct ggml_tensor *t = ggml_object_tensor(d, &c->arguments[1], &reason);
    if (!context || !t) return unknown_size(c);
    for (int i = 0; i + 1 < context->tensors.n; i++)
        if (context->tensors.at[i] == t)
            return ggml_result_tensor(d, c, context->tensors.at[i + 1]);
    return cvalue_null(c->result);
}

static struct cvalue rule_get_tensor(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_context *context = ggml_argument_context(d, c, 0);
    const char *name = eval_string(d->eval, &c->arguments[1]);
    if (!context || !name) return unknown_size(c);
    for (int i = 0; i < context->tensors.n; i++)
        if (strcmp(context->tensors.at[i]->name, name) == 0)
            return ggml_result_tensor(d, c, context->tensors.at[i]);
    for (int i = 0; i < context->tensors.n; i++)
        if (context->tensors.at[i]->name_unknown)
            return cvalue_unknown(c->result, "a name that is not known");
    return context->of_unknown_file ? of_unknown_file(c) : cvalue_null(c->result);
}

// GGML_ASSERT and GGML_ABORT end here.
static struct cvalue rule_abort(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const char *text = c->n > 3 ? eval_string(d->eval, &c->arguments[3]) : NULL;
    diag_add(d->diags, DIAG_ASSERTION_FAILED, eval_site(d->eval), "the assertion `%s` fails",
             text ? text : "GGML_ASSERT");
    eval_abort(c->eval, "an assertion fails");
    return ggml_nothing(c);
}

const struct dialect_rule ggml_context_rules[] = {
    {"ggml_init", ".", rule_init, NULL},
    {"ggml_free", ".", rule_free, NULL},
    {"ggml_reset", ".", rule_reset, NULL},
    {"ggml_used_mem", ".", rule_used_mem, NULL},
    {"ggml_get_mem_size", ".", rule_mem_size, NULL},
    {"ggml_get_no_alloc", ".", rule_get_no_alloc, NULL},
    {"ggml_set_no_alloc", ".i", rule_set_no_alloc, NULL},
    {"ggml_get_max_tensor_size", ".", rule_max_tensor_size, NULL},
    {"ggml_tensor_overhead", "", rule_tensor_overhead, NULL},
    {"ggml_graph_overhead", "", rule_graph_overhead, NULL},
    {"ggml_graph_overhead_custom", "ii", rule_graph_overhead_custom, NULL},
    {"ggml_get_first_tensor", ".", rule_first_tensor, NULL},
    {"ggml_get_next_tensor", "..", rule_next_tensor, NULL},
    {"ggml_get_tensor", "..", rule_get_tensor, NULL},
    {"ggml_abort", ".i*!", rule_abort, NULL},
    {0},
};
