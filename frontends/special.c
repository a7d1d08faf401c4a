#include "frontends/special.h"

#include "ir/base/map.h"
#include "ir/base/text.h"

#include <inttypes.h>
#include <string.h>

#define MAX_SYMBOLS 4 // of one claim
#define MAX_COMBINATIONS 10000
#define N_LEAST 4 // values of the only symbol that are tried where any are of interest

struct claims special_claims(struct arena *arena, const struct program *program)
{
    VEC(struct claim) all = {0};
    struct map *seen = map_open(arena);
    for (int id = 1; id < program->nodes.n; id++) {
        const struct obligation *o = program->nodes.at[id].obligations;
        for (; o; o = o->next) {
            struct requirement taken;
            if (!o->taken || requirement_prove(program->syms, o).verdict == VERDICT_PROVED ||
                !requirement_of(arena, program->syms, o, &taken))
                continue;
            const char *text = requirement_string(arena, &taken);
            if (map_get_string(seen, text)) continue;
            map_put_string(seen, text, seen);
            *vec_push(arena, &all) = (struct claim){text, taken};
        }
    }
    return (struct claims){all.n, all.at};
}

// ---- values of one symbol

const struct front_values *special_asked(const struct front_request *request, const char *name)
{
    for (int i = 0; i < request->n_values; i++)
        if (!strcmp(request->values[i].name, name)) return &request->values[i];
    return NULL;
}

// A symbol is bounded by facts, so the least values that it has are where a size is 1.
static bool values_of(struct arena *arena, const struct front_request *request, struct syms *syms,
                      const char *name, int n_least, struct front_values *values)
{
    const struct front_values *asked = special_asked(request, name);
    if (asked) {
        *values = *asked;
        return true;
    }
    int64_t low = sym_lower(syms, sym_var(syms, name));
    if (!request->any_values || low < 0) return false;
    int64_t *least = arena_array(arena, int64_t, n_least);
    for (int i = 0; i < n_least; i++) least[i] = low + i;
    *values = (struct front_values){name, n_least, least};
    return true;
}

// ---- combinations

struct finding {
    struct arena *arena;
    struct map *seen;
    int n, limit;
    struct special_values *found;
};

static void add(struct finding *f, int n, const struct requirement_binding *bound)
{
    struct text key = {.arena = f->arena};
    for (int i = 0; i < n; i++) text_printf(&key, "%s=%" PRId64 " ", bound[i].name, bound[i].value);
    if (f->n == f->limit || map_get_string(f->seen, text_string(&key))) return;
    map_put_string(f->seen, text_string(&key), f);
    const char **names = arena_array(f->arena, const char *, n);
    int64_t *values = arena_array(f->arena, int64_t, n);
    for (int i = 0; i < n; i++) {
        names[i] = bound[i].name;
        values[i] = bound[i].value;
    }
    f->found[f->n++] = (struct special_values){n, names, values};
}

static void try_all(struct finding *f, const struct claim *claim, int n,
                    const struct front_values *of)
{
    int n_all = 1;
    for (int i = 0; i < n; i++) {
        if (of[i].n > MAX_COMBINATIONS / n_all) return;
        n_all *= of[i].n;
    }
    for (int k = 0; k < n_all; k++) {
        struct requirement_binding bound[MAX_SYMBOLS];
        for (int i = 0, rest = k; i < n; rest /= of[i++].n)
            bound[i] = (struct requirement_binding){of[i].name, of[i].values[rest % of[i].n]};
        if (requirement_at(f->arena, &claim->requirement, bound, n, NULL) == REQUIREMENT_BROKEN)
            add(f, n, bound);
    }
}

static void find_of(struct finding *f, const struct front_request *request, struct syms *syms,
                    const struct claim *claim)
{
    struct syms *scratch = syms_open(f->arena);
    const struct sym *left = sym_parse(scratch, claim->requirement.left, NULL);
    const struct sym *right = sym_parse(scratch, claim->requirement.right, NULL), **vars;
    struct front_values of[MAX_SYMBOLS];
    if (!left || !right) return;
    int n = sym_vars(f->arena, sym_add(scratch, sym_mul_const(scratch, left, 3), right), &vars);
    if (n > MAX_SYMBOLS) return;
    for (int i = 0; i < n; i++)
        if (!values_of(f->arena, request, syms, sym_name(vars[i]), n > 1 ? 2 : N_LEAST, &of[i]))
            return;
    try_all(f, claim, n, of);
}

int special_find(struct arena *arena, const struct front_request *request, struct syms *syms,
                 const struct claims *claims, int limit, struct special_values *found)
{
    struct finding f = {.arena = arena, .seen = map_open(arena), .limit = limit, .found = found};
    for (int i = 0; i < claims->n; i++) find_of(&f, request, syms, &claims->at[i]);
    return f.n;
}

// ---- sizes that were solved

static bool is_bound(const struct eval_request *eval, const char *name)
{
    for (int i = 0; i < eval->n_bindings; i++)
        if (!strcmp(eval->binding_names[i], name)) return true;
    return false;
}

static bool is_symbol(const struct front_model *model, const char *name)
{
    const struct sym **vars;
    int n = syms_vars(model->program->syms, &vars);
    for (int i = 0; i < n; i++)
        if (!strcmp(sym_name(vars[i]), name)) return true;
    return model->folding && !strcmp(model->folding->loop_count, name);
}

int special_solved(struct arena *arena, const struct front_request *request, int n_models,
                   const struct front_model *models, const struct front_values **solved)
{
    struct front_values *all = arena_array(arena, struct front_values, request->n_values);
    int n = 0;
    for (int i = 0; i < request->n_values; i++) {
        const char *name = request->values[i].name;
        bool known = is_bound(&request->eval, name);
        for (int k = 0; k < n_models && !known; k++) known = is_symbol(&models[k], name);
        if (!known) all[n++] = request->values[i];
    }
    *solved = all;
    return n;
}

// Of parts whose number depends on sizes, of arguments that must be numbers, and of loops that run
// as often as one says, but for the first round.
static bool leaves_open(const struct front_request *request, const struct front_model *model)
{
    if (model->folding && !request->opens_folded) return false;
    bool open = model->left_loops.n > 0;
    for (const struct diag *d = model->program->diags.first; d && !open; d = d->next)
        open = d->id == DIAG_PARTS_UNKNOWN || d->id == DIAG_CONSTANT_NEEDED;
    return open;
}

int special_open(struct arena *arena, const struct front_request *request, int n_models,
                 const struct front_model *models, const struct front_values **open)
{
    struct front_values *all = arena_array(arena, struct front_values, request->n_values);
    int n = 0;
    for (int i = 0; i < request->n_values; i++) {
        bool asked = false;
        for (int k = 0; k < n_models && !asked; k++)
            asked =
                leaves_open(request, &models[k]) && is_symbol(&models[k], request->values[i].name);
        if (asked) all[n++] = request->values[i];
    }
    *open = all;
    return n;
}

// The storage behind `id` that is an input; 0: there are no more.
static storage_id next_input(const struct program *program, storage_id id)
{
    while (++id < (storage_id)program->storages.n)
        if (program_storage(program, id)->kind == STORAGE_INPUT) return id;
    return 0;
}

bool special_has_ranks(const struct program *a, const struct program *b)
{
    storage_id in_a = next_input(a, 0), in_b = next_input(b, 0);
    for (; in_a && in_b; in_a = next_input(a, in_a), in_b = next_input(b, in_b)) {
        value_id first_a = program_storage(a, in_a)->first;
        value_id first_b = program_storage(b, in_b)->first;
        if (program_value(a, first_a)->rank != program_value(b, first_b)->rank) return false;
    }
    return !in_a && !in_b;
}

int special_combine(struct arena *arena, int n, const struct front_values *of, int limit,
                    struct special_values *found)
{
    int n_all = n > 0;
    for (int i = 0; i < n; i++) n_all = of[i].n > limit / n_all ? limit : n_all * of[i].n;
    for (int k = 0; k < n_all; k++) {
        const char **names = arena_array(arena, const char *, n);
        int64_t *values = arena_array(arena, int64_t, n);
        for (int i = n - 1, rest = k; i >= 0; rest /= of[i--].n) {
            names[i] = of[i].name;
            values[i] = of[i].values[rest % of[i].n];
        }
        found[k] = (struct special_values){n, names, values};
    }
    return n_all;
}
