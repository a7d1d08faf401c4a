// What is said of the inputs that were found, and of the sizes that they need, without what follows
// from the rest of it.

#include "frontends/assumptions.h"

// As a run takes them: an axis that is a symbol of its own is not empty. Of `n - 5` nothing is
// taken for granted.
static void assume_axes(struct syms *syms, const struct run_input *input)
{
    for (int axis = 0; axis < input->rank; axis++) {
        const struct sym *size = sym_parse(syms, input->dim[axis], NULL);
        if (sym_kind(size) == SYM_VAR) sym_assume_at_least(syms, size, 1);
    }
}

// What is said of one symbol, as that a stride is at least 1.
static bool is_about_a_symbol(struct syms *syms, const struct requirement *requirement)
{
    const struct sym *left = sym_parse(syms, requirement->left, NULL);
    return left && sym_kind(left) == SYM_VAR &&
           sym_is_const(sym_parse(syms, requirement->right, NULL), NULL);
}

// Under what is known of single symbols: the facts that are compared would only be in the way.
static bool is_weaker_than_another(const struct learning *learning, int index, const bool *left_out)
{
    struct arena *scratch = arena_open();
    struct syms *syms = syms_open(scratch);
    bool weaker = false;
    for (int i = 0; i < learning->plan.n_inputs; i++) assume_axes(syms, &learning->plan.inputs[i]);
    for (int i = 0; i < learning->facts.n; i++) {
        const struct requirement *fact = &learning->facts.at[i].requirement;
        if (i != index && !left_out[i] && is_about_a_symbol(syms, fact))
            requirement_assume(syms, fact);
    }
    for (int i = 0; i < learning->facts.n && !weaker; i++)
        weaker = i != index && !left_out[i] &&
                 requirement_is_weaker(syms, &learning->facts.at[index].requirement,
                                       &learning->facts.at[i].requirement);
    arena_close(scratch);
    return weaker;
}

// H % 2 == 0 need not be said where H % 8 == 0 is, nor T == min(T, n) where T <= n is taken for
// granted. `left_out`: which facts are not said.
static bool follows_from_others(const struct solution *solution, int index, const bool *left_out)
{
    const struct learning *learning = &solution->learning;
    const struct eval_outcome *outcome = &solution->run.outcome;
    struct arena *scratch = arena_open();
    struct syms *syms = syms_open(scratch);
    for (int i = 0; i < learning->plan.n_inputs; i++) assume_axes(syms, &learning->plan.inputs[i]);
    for (int i = 0; i < learning->facts.n; i++)
        if (i != index && !left_out[i])
            requirement_assume(syms, &learning->facts.at[i].requirement);
    for (int i = 0; i < outcome->n_assumptions; i++)
        if (outcome->assumptions[i].requirement.left)
            requirement_assume(syms, &outcome->assumptions[i].requirement);
    bool known = requirement_known(syms, &learning->facts.at[index].requirement);
    arena_close(scratch);
    return known || is_weaker_than_another(learning, index, left_out);
}

// The facts that need not be said, as they follow from the ones that are. The last calls demand the
// most, so what comes first is left out first.
static const bool *leave_out(const struct solution *solution)
{
    const struct learning *learning = &solution->learning;
    bool *left_out = arena_array(learning->arena, bool, learning->facts.n);
    for (int i = 0; i < learning->facts.n; i++)
        left_out[i] = follows_from_others(solution, i, left_out);
    return left_out;
}

static bool is_read(const struct program *program, value_id value)
{
    for (int i = 0; i < program->nodes.n; i++)
        for (int k = 0; k < program->nodes.at[i].n_in; k++)
            if (program->nodes.at[i].in[k] == value) return true;
    return false;
}

// " (gpt.c:14)".
// Where what takes the input is not known, any would be accepted.
static const char *why_this_input(const struct solution *solution, value_id input)
{
    const struct program *program = solution->run.program;
    if (program->unseen && !is_read(program, input)) return "any: what takes it is not known";
    return solution->accepted && !program->diags.n_errors ? "the smallest input that is accepted"
                                                          : "the smallest input that gets furthest";
}

void assumptions_say(struct solution *solution, const bool *fixed)
{
    struct learning *learning = &solution->learning;
    struct arena *arena = learning->arena;
    VEC(struct front_assumption) all = {0};
    for (int i = 0; i < learning->plan.n_inputs; i++) {
        value_id id = i < solution->run.n_inputs ? solution->run.inputs[i] : 0;
        if (!id || fixed[i]) continue;
        struct tensor_type type = value_type(program_value(solution->run.program, id));
        const char *text = arena_printf(arena, "%s: %s: %s", learning->plan.inputs[i].name,
                                        tensor_string(arena, &type), why_this_input(solution, id));
        *vec_push(arena, &all) =
            (struct front_assumption){.text = text, .site = learning->plan.entry->site};
    }
    if (solution->no_batch) *vec_push(arena, &all) = *solution->no_batch;
    for (int i = 0; i < learning->assumptions.n; i++)
        *vec_push(arena, &all) = learning->assumptions.at[i];
    const bool *left_out = leave_out(solution);
    for (int i = 0; i < learning->facts.n; i++) {
        const struct run_fact *fact = &learning->facts.at[i];
        if (!fact->why || left_out[i]) continue;
        const char *text =
            arena_printf(arena, "%s, as %s needs%s", requirement_string(arena, &fact->requirement),
                         fact->why, site_behind(arena, fact->site));
        *vec_push(arena, &all) = (struct front_assumption){.text = text,
                                                           .site = fact->site,
                                                           .needed_by = fact->why,
                                                           .requirement = &fact->requirement};
    }
    learning->assumptions.at = all.at;
    learning->assumptions.n = all.n;
    learning->assumptions.capacity = all.capacity;
}
