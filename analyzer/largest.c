// By doubling and halving on the closed form.

#include "analyzer/largest.h"

#include "analyzer/budget.h"
#include "ir/base/text.h"
#include "ir/base/vec.h"

struct seeking {
    struct arena *arena;
    struct syms *syms;
    int64_t limit;
    VEC(struct largest) found;
};

static bool bytes_at(const struct sym *form, const struct sym *var, int64_t value, int64_t *bytes)
{
    return sym_evaluate(form, &(struct sym_binding){var, value}, 1, bytes);
}

static bool keeps(const struct seeking *s, const struct sym *form, const struct sym *var,
                  int64_t value)
{
    int64_t bytes;
    return bytes_at(form, var, value, &bytes) && bytes <= s->limit;
}

static bool never_falls(struct syms *syms, const struct sym *form, const struct sym *var)
{
    const struct sym *next = sym_add_const(syms, var, 1);
    return sym_is_at_most(syms, form, sym_substitute(syms, form, var, next));
}

static int64_t smallest(struct syms *syms, const struct sym *var)
{
    int64_t lower = sym_lower(syms, var), value = lower > 1 ? lower : 1;
    // Facts may leave gaps: every eighth is one.
    for (int i = 0; i < 4096; i++)
        if (sym_allows(syms, var, value + i)) return value + i;
    return value;
}

// The largest allowed value that keeps the limit, from one that does to one that does not.
static int64_t halve(const struct seeking *s, const struct sym *form, const struct sym *var,
                     int64_t kept, int64_t broken)
{
    while (broken - kept > 1) {
        int64_t middle = kept + (broken - kept) / 2;
        if (keeps(s, form, var, middle))
            kept = middle;
        else
            broken = middle;
    }
    for (int i = 0; i < 4096 && kept - i > 0; i++)
        if (sym_allows(s->syms, var, kept - i)) return kept - i;
    return kept;
}

static void seek(struct seeking *s, const struct sym *form, const struct sym *var, const char *name,
                 const char *others)
{
    int64_t least = smallest(s->syms, var), upper = sym_upper(s->syms, var), value = least;
    if (upper > LARGEST_SEARCHED) upper = LARGEST_SEARCHED;
    struct largest one = {.name = name, .others = others, .value = least};
    if (!bytes_at(form, var, least, &one.bytes)) return;
    one.proved = never_falls(s->syms, form, var);
    if (one.bytes <= s->limit) {
        while (value < upper && keeps(s, form, var, value))
            value = value > upper / 2 ? upper : value * 2;
        bool all = keeps(s, form, var, value);
        one.kind = all ? LARGEST_ANY : LARGEST_SIZE;
        one.value = all ? upper : halve(s, form, var, value / 2 > least ? value / 2 : least, value);
        bytes_at(form, var, one.value, &one.bytes);
    }
    *vec_push(s->arena, &s->found) = one;
}

// The form in one symbol, with the others at their smallest, which `others` tells.
static const struct sym *alone(struct seeking *s, const struct sym *form, int n,
                               const struct sym *const *vars, int which, const char **others)
{
    struct text text = {.arena = s->arena};
    for (int i = 0; i < n; i++) {
        if (i == which) continue;
        int64_t value = smallest(s->syms, vars[i]);
        form = sym_substitute(s->syms, form, vars[i], sym_const(s->syms, value));
        text_printf(&text, "%s%s = %lld", text.n ? ", " : "", sym_name(vars[i]), (long long)value);
    }
    *others = text.n ? text_string(&text) : NULL;
    return form;
}

static void seek_symbols(struct seeking *s, struct quantity bytes)
{
    const struct sym **vars;
    if (!quantity_known(bytes) || bytes.tag == TAG_LOWER) return;
    int n = sym_vars(s->arena, bytes.value, &vars);
    for (int i = 0; i < n; i++) {
        const char *others;
        const struct sym *form = alone(s, bytes.value, n, vars, i, &others);
        seek(s, form, vars[i], sym_name(vars[i]), others);
    }
}

// Of what a library takes for a network that was built with one row.
static void seek_rows(struct seeking *s, const struct report_model *model)
{
    const struct runtime_memory *runtime = model->runtimes.n ? &model->runtimes.at[0] : NULL;
    const struct sym **vars, *rows = sym_var(s->syms, "rows of the batch");
    if (!runtime || !runtime->each_row) return;
    const struct sym *form =
        sym_add(s->syms, runtime->fixed, sym_mul(s->syms, runtime->each_row, rows));
    form = sym_add_const(s->syms, form, runtime->static_bytes);
    const char *others;
    int n = sym_vars(s->arena, form, &vars), which = 0;
    while (which < n && vars[which] != rows) which++;
    form = alone(s, form, n, vars, which, &others);
    seek(s, form, rows, "batch", others);
}

int largest_that_fit(struct arena *arena, const struct report_model *model,
                     const struct report_budget *budget, const struct largest **found)
{
    struct seeking s = {.arena = arena, .syms = model->program->syms, .limit = budget->limit_bytes};
    bool runtime = budget->metric == METRIC_RUNTIME || budget->metric == METRIC_RAM;
    seek_symbols(&s, budget->bytes);
    if (runtime) seek_rows(&s, model);
    *found = s.found.at;
    return s.found.n;
}
