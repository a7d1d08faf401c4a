#include "frontends/needs.h"
#include "ir/base/text.h"

#include <string.h>

#define MAX_SIZES (MAX_RUN_INPUTS * MAX_RANK)

// The sizes that the inputs of a run have, under the names that they would have without one.
struct sizes {
    int n;
    struct requirement_binding at[MAX_SIZES];
};

static void read_sizes(const struct run_plan *named, const struct run *run, struct sizes *sizes)
{
    sizes->n = 0;
    for (int i = 0; i < named->n_inputs && i < run->n_inputs; i++) {
        if (!run->inputs[i]) continue;
        struct tensor_type type = value_type(program_value(run->program, run->inputs[i]));
        for (int axis = 0; axis < type.shape.rank && axis < named->inputs[i].rank; axis++) {
            struct requirement_binding *next = &sizes->at[sizes->n];
            next->name = named->inputs[i].dim[axis];
            sizes->n += sym_is_const(type.shape.dim[axis], &next->value);
        }
    }
}

static bool same_place(const struct site *a, const struct site *b)
{
    return a && b && a->file && b->file && a->line == b->line && a->column == b->column &&
           strcmp(a->file, b->file) == 0;
}

// What the condition is about: "H" of H % 8 == 0.
static const char *subject(const struct run_fact *fact)
{
    const struct requirement *requirement = &fact->requirement;
    return requirement->kind == REQUIRE_DIVIDES ? requirement->right : requirement->left;
}

static bool told_later(const struct learning *any, int index)
{
    const struct run_fact *fact = &any->facts.at[index];
    for (int i = index + 1; i < any->facts.n; i++) {
        const struct run_fact *later = &any->facts.at[i];
        if (later->why && same_place(later->site, fact->site) &&
            strcmp(subject(later), subject(fact)) == 0)
            return true;
    }
    return false;
}

// Later conditions on one size imply the earlier ones more often than the other way round, so
// the last is told.
static const char *broken_at(struct arena *arena, const struct learning *any,
                             const struct sizes *sizes, const struct site *site)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < any->facts.n; i++) {
        const struct run_fact *fact = &any->facts.at[i];
        const char *why;
        if (!fact->why || !same_place(fact->site, site) || told_later(any, i)) continue;
        if (requirement_at(arena, &fact->requirement, sizes->at, sizes->n, &why) ==
            REQUIREMENT_BROKEN)
            text_printf(&text, "; needs %s; %s", requirement_string(arena, &fact->requirement),
                        why);
    }
    return text.n ? text_string(&text) : NULL;
}

void needs_explain(const struct front *front, const struct run_plan *plan, const struct run *run)
{
    struct diags *diags = &run->program->diags;
    struct run_plan named = *plan;
    struct sizes sizes;
    struct learning any;
    solve_name_sizes(front->arena, &named);
    read_sizes(&named, run, &sizes);
    if (diags->n_errors == run->n_errors_before || !run->called || sizes.n == 0) return;
    solve_any_size(front, &named, &any);
    for (struct diag *diag = diags->first; diag; diag = diag->next) {
        const char *needs = diag->severity == SEVERITY_ERROR
                                ? broken_at(diags->arena, &any, &sizes, diag->site)
                                : NULL;
        if (needs) diag->message = arena_printf(diags->arena, "%s%s", diag->message, needs);
    }
}
