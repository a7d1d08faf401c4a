#include "tests/oracle/torch_answer.h"

#include "ir/base/text.h"

static const char *first_error(const struct program *p)
{
    for (const struct diag *d = p->diags.first; d; d = d->next)
        if (d->severity == SEVERITY_ERROR && d->verdict == VERDICT_REFUTED) return d->message;
    return NULL;
}

static void read_output(struct torch_output *o, const struct program *p, value_id id)
{
    const struct value *v = program_value(p, id);
    *o = (struct torch_output){.dtype = v->dtype, .rank = v->rank};
    for (int i = 0; i < v->rank; i++)
        if (!sym_is_const(v->dim[i], &o->dim[i])) o->rank = -1;
    if (!sym_is_const(value_bytes(p, id), &o->bytes)) o->rank = -1;
}

// What the modules of the program registered; a storage that two of them share counts once.
static void count_parameters(struct torch_answer *a, const struct program *p)
{
    bool *counted = arena_array(p->arena, bool, p->storages.n);
    for (int i = 1; i < p->scopes.n; i++) {
        const struct scope *scope = &p->scopes.at[i];
        for (int k = 0; k < scope->n_parameters; k++) {
            storage_id id = program_value(p, scope->parameters[k])->storage;
            const struct storage *s = program_storage(p, id);
            int64_t bytes = 0;
            if (counted[id] || !sym_is_const(s->bytes, &bytes)) continue;
            counted[id] = true;
            if (s->kind == STORAGE_PARAMETER)
                a->parameters += bytes / dtype_block_bytes(s->dtype);
            else
                a->buffer_bytes += bytes;
        }
    }
}

void torch_answer_read(struct torch_answer *a, const struct program *p, int n_out,
                       const value_id *out)
{
    *a = (struct torch_answer){.error = first_error(p)};
    for (int i = 0; i < n_out && i < MAX_OUTPUTS; i++) {
        if (!out[i]) {
            a->out[a->n_out++] = (struct torch_output){.dtype = DTYPE_NONE};
            continue;
        }
        const struct value *v = program_value(p, out[i]);
        if (v->flags & VALUE_POISONED && !a->error) a->error = v->reason ? v->reason : "poisoned";
        read_output(&a->out[a->n_out++], p, out[i]);
    }
    count_parameters(a, p);
}

static const char *output_string(struct arena *arena, const struct torch_output *o)
{
    if (o->dtype == DTYPE_NONE) return "None";
    struct text t = {.arena = arena};
    text_printf(&t, "%s[", dtype_torch_name(o->dtype));
    for (int i = 0; i < o->rank; i++) text_printf(&t, "%s%lld", i ? "," : "", (long long)o->dim[i]);
    text_printf(&t, "] %lld bytes", (long long)o->bytes);
    return text_string(&t);
}

// Outputs without a shape (promote_types) give a dtype only.
static bool output_agrees(const json_t *expected, const struct torch_output *o)
{
    if (json_is_null(expected)) return o->dtype == DTYPE_NONE;
    const char *dtype = json_string_value(json_array_get(expected, 0));
    if (!dtype || dtype_find(dtype) != o->dtype) return false;
    const json_t *shape = json_array_get(expected, 1);
    if (json_is_null(shape)) return true;
    if (o->rank != (int)json_array_size(shape)) return false;
    for (int i = 0; i < o->rank; i++)
        if (json_integer_value(json_array_get(shape, (size_t)i)) != o->dim[i]) return false;
    return json_integer_value(json_array_get(expected, 2)) == o->bytes;
}

// A None at the end (need_weights=False) is no result in C.
static int n_results(const json_t *out)
{
    size_t n = json_array_size(out);
    while (n && json_is_null(json_array_get(out, n - 1))) n--;
    return (int)n;
}

const char *torch_answer_differs(struct arena *arena, const struct torch_case *c,
                                 const struct torch_answer *a)
{
    if (a->missing) return arena_printf(arena, "no answer: %s", a->missing);
    if (c->fails)
        return a->error ? NULL : arena_printf(arena, "accepted; PyTorch refuses: %s", c->message);
    if (a->error) return arena_printf(arena, "refused: %s", a->error);
    if (n_results(c->out) != a->n_out)
        return arena_printf(arena, "%d outputs, PyTorch gives %d", a->n_out, n_results(c->out));
    for (int i = 0; i < a->n_out; i++) {
        const json_t *expected = json_array_get(c->out, (size_t)i);
        if (output_agrees(expected, &a->out[i])) continue;
        char *text = json_dumps(expected, JSON_COMPACT | JSON_ENCODE_ANY);
        const char *difference = arena_printf(arena, "output %d is %s, PyTorch: %s", i,
                                              output_string(arena, &a->out[i]), text);
        free(text);
        return difference;
    }
    if (a->parameters != c->parameters)
        return arena_printf(arena, "%lld parameters, PyTorch has %lld", (long long)a->parameters,
                            (long long)c->parameters);
    if (a->buffer_bytes != c->buffer_bytes)
        return arena_printf(arena, "%lld buffer bytes, PyTorch has %lld",
                            (long long)a->buffer_bytes, (long long)c->buffer_bytes);
    return NULL;
}
