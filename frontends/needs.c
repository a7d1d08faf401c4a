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

// What the condition is about: "H" of H % 8 == 0 and of H % 8 <= 3.
static const char *subject(const struct run_fact *fact, size_t *length)
{
    const struct requirement *requirement = &fact->requirement;
    const char *side =
        requirement->kind == REQUIRE_DIVIDES ? requirement->right : requirement->left;
    const char *remainder = strstr(side, " % ");
    *length = remainder ? (size_t)(remainder - side) : strlen(side);
    return side;
}

static bool same_subject(const struct run_fact *a, const struct run_fact *b)
{
    size_t length, other;
    const char *own = subject(a, &length), *others = subject(b, &other);
    return length == other && strncmp(own, others, length) == 0;
}

static bool is_broken(struct arena *arena, const struct run_fact *fact, const struct sizes *sizes,
                      const struct site *site, const char **why)
{
    return fact->why && same_place(fact->site, site) &&
           requirement_at(arena, &fact->requirement, sizes->at, sizes->n, why) ==
               REQUIREMENT_BROKEN;
}

// Later conditions on one size imply the earlier ones more often than the other way round, so
// of those that are broken the last is told.
static const char *broken_at(struct arena *arena, const struct learning *any,
                             const struct sizes *sizes, const struct site *site)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < any->facts.n; i++) {
        const struct run_fact *fact = &any->facts.at[i];
        const char *why, *later_why;
        bool told_later = false;
        if (!is_broken(arena, fact, sizes, site, &why)) continue;
        for (int k = i + 1; k < any->facts.n && !told_later; k++)
            told_later = same_subject(fact, &any->facts.at[k]) &&
                         is_broken(arena, &any->facts.at[k], sizes, site, &later_why);
        if (!told_later)
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
    if (diags->n_errors == run->n_errors_before || !run->called || plan->n_inputs == 0) return;
    solve_name_sizes(front, &named);
    read_sizes(&named, run, &sizes);
    if (sizes.n == 0) return;
    solve_any_size(front, &named, &any);
    for (struct diag *diag = diags->first; diag; diag = diag->next) {
        const char *needs = diag->severity == SEVERITY_ERROR
                                ? broken_at(diags->arena, &any, &sizes, diag->site)
                                : NULL;
        if (needs) diag->message = arena_printf(diags->arena, "%s%s", diag->message, needs);
    }
}
