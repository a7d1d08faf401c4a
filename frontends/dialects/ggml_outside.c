// What a builder without a main gets from its caller: tensors and graphs that nobody has made here.
//
// A tensor in memory from outside gets the sizes that the program would read there, as symbols, and
// strides in order. What calls demand of it solves them: a matrix that is multiplied with rows of
// 64 has rows of 64. Where a size only has to divide another it is 1, but for rows, which are as
// long as the other's. The caller's type is not known: F32 stands for it.

#include "frontends/dialects/ggml_dialect.h"

#include <string.h>

// ---- making

static void set_strides(struct dialect_ggml *d, struct ggml_tensor *t)
{
    struct syms *s = d->syms;
    t->nb[0] = sym_const(s, dtype_block_bytes(t->type));
    t->nb[1] = ggml_row_bytes(s, t->type, t->ne[0]);
    for (int i = 2; i < GGML_DIMS; i++) t->nb[i] = sym_mul(s, t->nb[i - 1], t->ne[i - 1]);
}

// As "x->ne[0]" names it: x, where it is a parameter, which the caller computes anew each time.
static const char *parameter_name(struct dialect_ggml *d, const struct sym *ne)
{
    const char *name = sym_kind(ne) == SYM_VAR ? sym_name(ne) : "";
    size_t n = strcspn(name, "-.[");
    bool own = n > 0 && (strncmp(name + n, "->ne[", 5) == 0 || strncmp(name + n, ".ne[", 4) == 0);
    return own ? arena_string_n(d->arena, name, n) : NULL;
}

// "model->layers[3].wq->ne": of the first element that is "model->layers->wq->ne", or with [0].
static const char *first_name(struct dialect_ggml *d, const char *name, const char *instead,
                              size_t behind)
{
    const char *open = strrchr(name, '[');
    for (; open > name; open--) {
        size_t digits = *open == '[' ? strspn(open + 1, "0123456789") : 0;
        if (digits && open[1 + digits] == ']') break;
    }
    if (open <= name) return NULL;
    const char *close = strchr(open, ']');
    if (strncmp(close + 1, ".", behind) != 0) return NULL;
    return arena_printf(d->arena, "%.*s%s%s", (int)(open - name), name, instead,
                        close + 1 + behind);
}

// The tensor that the first element of an array has in the place of this one.
static const struct ggml_tensor *first_like(struct dialect_ggml *d, const char *name)
{
    const char *names[] = {first_name(d, name, "->", 1), first_name(d, name, "[0]", 0)};
    for (int i = 0; i < 2; i++) {
        const struct ggml_tensor *t = names[i] ? map_get_string(d->outside_names, names[i]) : NULL;
        if (t) return t;
    }
    return NULL;
}

static void settle(struct dialect_ggml *, const struct sym *size, const struct sym *value);

// Layers are alike, as far as nobody tells: what holds of the first one's tensors holds of all.
static void take_for_first(struct dialect_ggml *d, struct ggml_tensor *t)
{
    const char *size = sym_kind(t->ne[0]) == SYM_VAR ? sym_name(t->ne[0]) : "";
    const char *end = strstr(size, "->ne[");
    const char *name = end ? arena_string_n(d->arena, size, (size_t)(end - size)) : "";
    if (!d->outside_names) d->outside_names = map_open(d->arena);
    const struct ggml_tensor *first = first_like(d, name);
    map_put_string(d->outside_names, name, t);
    for (int i = 0; first && i < GGML_DIMS; i++)
        if (sym_kind(t->ne[i]) == SYM_VAR) settle(d, t->ne[i], first->ne[i]);
    eval_take_for_granted(d->eval, first ? "tensors of all layers have the sizes of the first one's"
                                         : "tensors that the caller has are of type f32");
}

struct ggml_tensor *ggml_outside_tensor(struct dialect_ggml *d, const struct cvalue *v)
{
    if (!eval_makes_up(d->eval) || !d->fields.ne || !eval_unknown_memory(d->eval, v)) return NULL;
    struct ggml_tensor *t = arena_new(d->arena, struct ggml_tensor);
    *t = (struct ggml_tensor){.type = DTYPE_F32,
                              .op = GGML_OP_NONE,
                              .desc = ggml_op_word(GGML_OP_NONE),
                              .name = "",
                              .type_assumed = true,
                              .has_data = true,
                              .has_buffer = true,
                              .site = eval_site(d->eval),
                              .function = "its caller",
                              .number = (uint32_t)d->state->tensors.n};
    const struct ctype *size = d->fields.ne->type->element;
    for (int i = 0; i < GGML_DIMS; i++) {
        struct cvalue ne = eval_load(d->eval, v, d->fields.ne->offset + i * size->size, size);
        t->ne[i] = cvalue_as_sym(d->eval, &ne);
        if (sym_kind(t->ne[i]) == SYM_VAR) sym_assume_at_least(d->syms, t->ne[i], 1);
        if (sym_kind(t->ne[i]) == SYM_UNKNOWN) return NULL;
    }
    const char *name = parameter_name(d, t->ne[0]);
    if (name) t->name = name, t->flags = GGML_INPUT;
    set_strides(d, t);
    *vec_push(d->arena, &d->state->tensors) = t;
    ggml_object_adopt(d, t, v);
    *vec_push(d->arena, &d->outside) = t;
    take_for_first(d, t);
    return t;
}

struct ggml_graph *ggml_outside_graph(struct dialect_ggml *d, const struct cvalue *v)
{
    if (!eval_makes_up(d->eval) || !eval_unknown_memory(d->eval, v)) return NULL;
    struct ggml_graph *graph = graph_make(d->arena, d->syms, d->state, NULL, false);
    graph->site = eval_site(d->eval);
    ggml_handle_change(d, HANDLE_GRAPH, v, graph->number);
    return graph;
}

// ---- solving

// Which dimension the symbol is the size of; -1: of no tensor from outside.
static int dimension_of(const struct dialect_ggml *d, const struct sym *size)
{
    for (int i = 0; i < d->outside.n; i++)
        for (int axis = 0; axis < GGML_DIMS; axis++)
            if (d->outside.at[i]->ne[axis] == size) return axis;
    return -1;
}

static bool is_outside(const struct dialect_ggml *d, const struct sym *size)
{
    return sym_kind(size) == SYM_VAR && dimension_of(d, size) >= 0;
}

// Everything that was made with it follows; numbers that the program keeps go by the fact.
static void settle(struct dialect_ggml *d, const struct sym *size, const struct sym *value)
{
    struct syms *s = d->syms;
    for (int i = 0; i < d->state->tensors.n; i++) {
        struct ggml_tensor *t = d->state->tensors.at[i];
        bool changes = t->view_offset && sym_mentions(t->view_offset, size);
        for (int k = 0; k < GGML_DIMS; k++)
            changes = changes || sym_mentions(t->ne[k], size) || sym_mentions(t->nb[k], size);
        if (!changes) continue;
        for (int k = 0; k < GGML_DIMS; k++) {
            t->ne[k] = sym_substitute(s, t->ne[k], size, value);
            t->nb[k] = sym_substitute(s, t->nb[k], size, value);
        }
        if (t->view_offset) t->view_offset = sym_substitute(s, t->view_offset, size, value);
        ggml_object_write(d, t);
    }
    sym_assume_equal(s, size, value);
}

// Of an equation, a size from outside that it gives.
static bool solve_equal(struct dialect_ggml *d, const struct sym *a, const struct sym *b)
{
    const struct sym *sides[] = {a, b}, **vars, *value;
    for (int i = 0; i < 2; i++) {
        const struct sym *other = sides[!i];
        if (!is_outside(d, sides[i]) || sym_mentions(other, sides[i])) continue;
        settle(d, sides[i], other);
        return true;
    }
    int n = sym_vars(d->arena, sym_sub(d->syms, a, b), &vars);
    for (int i = 0; i < n; i++) {
        if (!is_outside(d, vars[i]) || !sym_solve(d->syms, a, b, vars[i], &value) ||
            sym_mentions(value, vars[i]))
            continue;
        settle(d, vars[i], value);
        return true;
    }
    return false;
}

// By where it stands in the call: what a matrix of the caller's has made may be long rows of it.
static bool solve_divides(struct dialect_ggml *d, const struct side *divisor, const struct side *of)
{
    if (is_outside(d, divisor->size) && !sym_mentions(of->size, divisor->size)) {
        bool rows =
            divisor->kind == SIDE_NE ? divisor->index == 0 : dimension_of(d, divisor->size) == 0;
        settle(d, divisor->size, rows ? of->size : sym_const(d->syms, 1));
        return true;
    }
    if (!is_outside(d, of->size) || sym_mentions(divisor->size, of->size)) return false;
    settle(d, of->size, divisor->size);
    return true;
}

bool ggml_outside_solve(struct dialect_ggml *d, const struct ggml_call *call)
{
    if (d->outside.n == 0 || call->refused) return false;
    for (const struct condition *open = call->open; open; open = open->next) {
        const struct sym *a = open->a.size, *b = open->b.size;
        if (!a || !b) continue;
        if (open->relation == CONDITION_EQUAL && solve_equal(d, a, b)) return true;
        if (open->relation == CONDITION_DIVIDES && solve_divides(d, &open->a, &open->b))
            return true;
    }
    return false;
}

// ---- at the end

// A function that gives back a tensor gives the graph that its caller expands.
void dialect_ggml_returned(struct eval *eval, const struct cvalue *result)
{
    struct program *program = builder_program(eval_builder(eval));
    if (!program->ggml || program->ggml->graphs.n || !eval_makes_up(eval)) return;
    struct dialect_ggml *d = dialect_ggml_of(eval);
    uint64_t number;
    if (!ggml_handle_number(d, HANDLE_TENSOR, result, &number)) return;
    struct ggml_tensor *t = d->state->tensors.at[number];
    if (t->op == GGML_OP_NONE) return;
    struct ggml_graph *graph = graph_make(d->arena, d->syms, d->state, NULL, false);
    graph->site = t->site;
    graph_expand(d->arena, graph, t, GGML_COMPUTE);
}
