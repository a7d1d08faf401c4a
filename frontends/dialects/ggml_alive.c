// What the library takes by a pointer that it never looks at: contexts, graphs, buffers and
// allocators, that are NULL, or that were freed before.

#include "frontends/dialects/ggml_dialect.h"

#include <stdarg.h>
#include <string.h>

static const char *const words[] = {[HANDLE_TENSOR] = "tensor",
                                    [HANDLE_CONTEXT] = "context",
                                    [HANDLE_GRAPH] = "graph",
                                    [HANDLE_BUFFER] = "buffer",
                                    [HANDLE_ALLOCATOR] = "allocator"};

// The program ends there, so of what follows nothing counts.
void ggml_tell_null(struct dialect_ggml *d, const struct dialect_call *c, enum ggml_handle kind,
                    int argument)
{
    if (d->refused || argument >= c->n || !eval_is_null(d->eval, &c->arguments[argument])) return;
    struct eval_expression written =
        eval_argument_expression(d->eval, argument, EVAL_WHOLE_ARGUMENT);
    diag_add(d->diags, DIAG_GGML_NULL, eval_site(d->eval), "%s: %s is NULL, where a %s is wanted",
             c->function->name,
             written.text ? arena_printf(d->arena, "`%s`", written.text)
                          : arena_printf(d->arena, "argument %d", argument + 1),
             words[kind]);
    d->refused = true;
}

// ---- lives

static struct ggml_life *life_of(struct dialect_ggml *d, const struct dialect_call *c,
                                 enum ggml_handle kind, int argument)
{
    uint64_t number;
    if (!ggml_handle_number(d, kind, &c->arguments[argument], &number)) return NULL;
    if (kind == HANDLE_CONTEXT) return &d->state->contexts.at[number]->life;
    if (kind == HANDLE_BUFFER) return &d->buffers.at[number].life;
    // The processor's backend, and devices, have no number of their own.
    return kind == HANDLE_ALLOCATOR && number > 0 ? &d->allocators.at[number - 1].life : NULL;
}

static void tell(struct dialect_ggml *d, struct ggml_life *life, const struct dialect_call *c,
                 const char *what)
{
    if (life->told || d->refused) return;
    life->told = true;
    struct diag *diag = diag_add(d->diags, DIAG_GGML_FREED_BEFORE, eval_site(d->eval), "%s: %s",
                                 c->function->name, what);
    diag_note(d->diags, diag, life->freed_at, "it was freed here");
    diag_note(d->diags, diag, life->made_at, "it is made here");
}

void ggml_use_handle(struct dialect_ggml *d, const struct dialect_call *c, enum ggml_handle kind,
                     int argument)
{
    ggml_tell_null(d, c, kind, argument);
    struct ggml_life *life = life_of(d, c, kind, argument);
    uint64_t number;
    if (!life || !life->freed_at) return;
    tell(d, life, c, arena_printf(d->arena, "the %s was freed before", words[kind]));
    // Its tensors are as lost.
    if (kind == HANDLE_CONTEXT && ggml_handle_number(d, kind, &c->arguments[argument], &number))
        d->state->contexts.at[number]->told_freed = true;
}

void ggml_free_handle(struct dialect_ggml *d, const struct dialect_call *c, enum ggml_handle kind)
{
    struct ggml_life *life = life_of(d, c, kind, 0);
    if (!life) return;
    if (life->freed_at)
        tell(d, life, c, arena_printf(d->arena, "the %s is freed a second time", words[kind]));
    life->freed_at = eval_site(d->eval);
}

// ---- the memory of tensors

static int buffer_of(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    if (t->view_src) t = t->view_src;
    int place = t->number < (uint32_t)d->placed.n ? d->placed.at[t->number] : 0;
    return place > 0 ? place : 0;
}

void ggml_place_in_buffer(struct dialect_ggml *d, const struct ggml_tensor *t, int buffer)
{
    while ((uint32_t)d->placed.n <= t->number) *vec_push(d->arena, &d->placed) = 0;
    d->placed.at[t->number] = buffer;
}

static const char *name_of(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return t->name && *t->name ? arena_printf(d->arena, " `%s`", t->name) : "";
}

void ggml_use_memory(struct dialect_ggml *d, const struct dialect_call *c,
                     const struct ggml_tensor *t)
{
    int buffer = buffer_of(d, t);
    struct ggml_life *life = buffer ? &d->buffers.at[buffer - 1].life : NULL;
    if (life && life->freed_at)
        tell(d, life, c,
             arena_printf(d->arena, "the buffer that holds%s was freed before", name_of(d, t)));
}

void ggml_use_graph_memory(struct dialect_ggml *d, const struct dialect_call *c,
                           const struct ggml_graph *graph)
{
    for (int i = 0; i < graph->leafs.n; i++) ggml_use_memory(d, c, graph->leafs.at[i]);
    for (int i = 0; i < graph->nodes.n; i++) ggml_use_memory(d, c, graph->nodes.at[i]);
}

// ---- findings

struct diag *ggml_finding(struct dialect_ggml *d, enum diag_id id, const struct site *site,
                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct diag *diag =
        diag_add(d->diags, id, site, "%s", arena_vprintf(d->arena, format, arguments));
    va_end(arguments);
    if (d->refused) diag_set_severity(d->diags, diag, SEVERITY_NOTE);
    return diag;
}

// ---- parts of a tensor

// "400 bytes from 16 on"
static const char *range_string(struct dialect_ggml *d, const struct sym *from,
                                const struct sym *bytes)
{
    const char *all = arena_printf(d->arena, "%s bytes", sym_string(d->arena, bytes));
    return sym_is(from, 0)
               ? all
               : arena_printf(d->arena, "%s from %s on", all, sym_string(d->arena, from));
}

void ggml_check_range(struct dialect_ggml *d, const struct dialect_call *c,
                      const struct ggml_tensor *t, const struct sym *from, const struct sym *bytes)
{
    const struct sym *room = ggml_tensor_bytes(d->syms, t);
    struct proof fits = sym_prove_at_most(d->syms, sym_add(d->syms, from, bytes), room);
    if (fits.verdict != VERDICT_REFUTED || !fits.always || d->refused) return;
    struct diag *diag = diag_add(d->diags, DIAG_GGML_BOUNDS, eval_site(d->eval),
                                 "%s: %s of a tensor%s of %s bytes, %s", c->function->name,
                                 range_string(d, from, bytes), name_of(d, t),
                                 sym_string(d->arena, room), ggml_shape_string(d->arena, t));
    diag_note(d->diags, diag, t->site, "the tensor is made here");
    diag_fix(d->diags, diag, "ggml_nbytes(t) is how many bytes it has");
}

void ggml_check_element(struct dialect_ggml *d, const struct dialect_call *c,
                        const struct ggml_tensor *t, const struct sym *index)
{
    int64_t i, n;
    bool known = sym_is_const(index, &i) && sym_is_const(ggml_element_count(d->syms, t), &n);
    if (!known || (i >= 0 && i < n) || d->refused) return;
    struct diag *diag =
        diag_add(d->diags, DIAG_GGML_BOUNDS, eval_site(d->eval),
                 "%s: element %lld of a tensor%s of %lld, %s", c->function->name, (long long)i,
                 name_of(d, t), (long long)n, ggml_shape_string(d->arena, t));
    diag_note(d->diags, diag, t->site, "the tensor is made here");
    diag_fix(d->diags, diag, "the first is 0, and the last %lld", (long long)n - 1);
}

void ggml_check_indices(struct dialect_ggml *d, const struct dialect_call *c,
                        const struct ggml_tensor *t, int first)
{
    int64_t i, n;
    for (int k = 0; k < GGML_DIMS && first + k < c->n && !d->refused; k++) {
        bool known = cvalue_as_int(&c->arguments[first + k], &i) && sym_is_const(t->ne[k], &n);
        if (!known || (i >= 0 && i < n)) continue;
        struct diag *diag = diag_add(d->diags, DIAG_GGML_BOUNDS, eval_site(d->eval),
                                     "%s: index %d is %lld, and ne[%d] of the tensor%s is %lld: %s",
                                     c->function->name, k, (long long)i, k, name_of(d, t),
                                     (long long)n, ggml_shape_string(d->arena, t));
        diag_note(d->diags, diag, t->site, "the tensor is made here");
        return;
    }
}
