// Sizes and requirements from what a run left open. A condition is learnt only where it determines
// a symbol for every way that it can hold; otherwise it stays a requirement. Facts go into the
// plan by name, as the next run has symbols of its own.

#include "frontends/learn_pass.h"
#include "ir/blame.h"

#include <limits.h>
#include <string.h>

#define MAX_CONCLUSIONS 12 // from one run
#define MAX_UNENDED 256    // open conditions of a run that did not end: more are those of its loop

// ---- ops that are to be named

struct culprit learn_culprit(struct arena *arena, const struct program *program, node_id id)
{
    // Sites of a run end with it; what is learned outlives it.
    return (struct culprit){site_copy(arena, program_node(program, id)->site),
                            blame_node(arena, program, id)};
}

// Refused because of an earlier refusal: the first one is to be blamed.
static bool has_poisoned(const struct program *program, int n, const value_id *values)
{
    for (int i = 0; i < n; i++)
        if (values[i] && (program_value(program, values[i])->flags & VALUE_POISONED)) return true;
    return false;
}

struct culprit learn_refusing(struct arena *arena, const struct run *run)
{
    const struct program *program = run->program;
    for (int id = 1; id < program->nodes.n; id++) {
        const struct node *node = &program->nodes.at[id];
        if (node->n_out && program_value(program, node->out)->flags & VALUE_POISONED &&
            !has_poisoned(program, node->n_in, node->in))
            return learn_culprit(arena, program, (node_id)id);
    }
    return (struct culprit){NULL, NULL};
}

// By what the reader sees, as runs have nodes of their own.
bool learn_demanded_by(const struct learning *learning, const struct culprit *culprit)
{
    for (int i = 0; culprit->who && i < learning->demanding.n; i++) {
        const struct culprit *other = &learning->demanding.at[i];
        if (strcmp(other->who, culprit->who) == 0 && site_is_same(other->site, culprit->site))
            return true;
    }
    return false;
}

// ---- what is open

void learn_contradict(struct pass *pass, node_id id)
{
    pass->learning->contradicted = true;
    pass->learning->contradicting = learn_culprit(pass->learning->arena, pass->run->program, id);
}

// A condition that never holds contradicts what was learned, or the model itself.
static void find_open(struct pass *pass)
{
    const struct program *program = pass->run->program;
    int most = pass->run->outcome.end == EVAL_BUDGET ? MAX_UNENDED : INT_MAX;
    for (int id = 1; id < program->nodes.n && pass->open.n < most; id++) {
        const struct obligation *o = program->nodes.at[id].obligations;
        for (; o; o = o->next) {
            if (o->taken || obligation_of_ones(o)) continue;
            struct proof proof = requirement_prove(pass->run->syms, o);
            if (proof.verdict == VERDICT_PROVED) continue;
            if (proof.verdict == VERDICT_REFUTED && proof.always)
                learn_contradict(pass, (node_id)id);
            else
                *vec_push(pass->run->arena, &pass->open) = (struct open_condition){(node_id)id, o};
        }
    }
}

const struct site *learn_site(const struct pass *pass, node_id id)
{
    return site_copy(pass->learning->arena, program_node(pass->run->program, id)->site);
}

const char *learn_needed_by(const struct pass *pass, node_id id)
{
    return blame_node(pass->learning->arena, pass->run->program, id);
}

// ---- what is learned

static bool is_added(const struct learning *learning, const struct requirement *requirement)
{
    for (int i = 0; i < learning->facts.n; i++) {
        const struct requirement *known = &learning->facts.at[i].requirement;
        if (known->kind == requirement->kind && !strcmp(known->left, requirement->left) &&
            !strcmp(known->right, requirement->right))
            return true;
    }
    return false;
}

bool learn_add_fact(struct learning *learning, const struct run_fact *fact)
{
    const struct run_plan *plan = &learning->plan;
    if (is_added(learning, &fact->requirement)) return false;
    // A batch that must be a multiple of something is no free batch.
    if (fact->requirement.kind == REQUIRE_DIVIDES && plan->n_inputs && plan->inputs[0].rank &&
        strcmp(fact->requirement.right, plan->inputs[0].dim[0]) == 0)
        learning->pinned = true;
    *vec_push(learning->arena, &learning->facts) = *fact;
    learning->plan.facts = learning->facts.at;
    learning->plan.n_facts = learning->facts.n;
    return true;
}

// ---- conclusions

// One kind of conclusion from everything that is open; later ones only when the earlier gave none.
static bool conclude(struct pass *pass, bool (*draw)(struct pass *, const struct open_condition *))
{
    bool learned = false;
    for (int i = 0; i < pass->open.n; i++) {
        const struct open_condition *open = &pass->open.at[i];
        struct proof proof = requirement_prove(pass->run->syms, open->obligation);
        if (proof.verdict == VERDICT_PROVED || proof.always) continue;
        learned = draw(pass, open) || learned;
    }
    return learned;
}

// Would another run with what was learned do the same as this one did? Then all that it could leave
// open are the bounds that this one leaves.
static bool has_only_bounds_left(const struct pass *pass)
{
    const struct run *run = pass->run;
    const struct eval_outcome *outcome = &run->outcome;
    if (run->n_errors || outcome->end != EVAL_RETURNED || outcome->n_decisions ||
        outcome->n_loops || outcome->lost || outcome->n_assumptions || pass->learning->contradicted)
        return false;
    for (int i = 0; i < pass->open.n; i++) {
        const struct obligation *o = pass->open.at[i].obligation;
        if (o->relation != RELATION_AT_MOST &&
            requirement_prove(run->syms, o).verdict != VERDICT_PROVED)
            return false;
    }
    return true;
}

static bool is_kept(const struct learning *learning, const char *text)
{
    for (int i = 0; i < learning->assumptions.n; i++)
        if (!strcmp(learning->assumptions.at[i].text, text)) return true;
    return false;
}

// That a number is not 0 need not be granted any more in the next run, where what was learned says
// more: `d >= 2`, as a stride must be at least 1. But it was learned of a stride that is given.
static void keep_differences(struct pass *pass)
{
    struct learning *learning = pass->learning;
    struct arena *arena = learning->arena;
    const struct eval_outcome *outcome = &pass->run->outcome;
    for (int i = 0; i < outcome->n_assumptions; i++) {
        const struct claim *claim = &outcome->assumptions[i];
        if (!claim->requirement.left || claim->requirement.kind != REQUIRE_DIFFERENT ||
            !requirement_known(pass->run->syms, &claim->requirement) ||
            is_kept(learning, claim->text))
            continue;
        struct claim *kept = arena_new(arena, struct claim);
        *kept = claim_copy(arena, claim);
        *vec_push(arena, &learning->assumptions) =
            (struct front_assumption){.text = kept->text,
                                      .site = site_copy(arena, outcome->assumption_sites[i]),
                                      .taken = &kept->requirement};
    }
}

// What one conclusion binds settles other conditions, so none waits for a run of its own but
// bare requirements: they are for what is left when all sizes are found.
bool learn_from(struct learning *learning, const struct run *run)
{
    struct pass pass = {.learning = learning, .run = run};
    int rounds = 0;
    find_open(&pass);
    while (rounds < MAX_CONCLUSIONS && (rounds == 0 || !learning->contradicted) &&
           (conclude(&pass, learn_bind_linear) || conclude(&pass, learn_require_family) ||
            conclude(&pass, learn_bind_by_trying) || conclude(&pass, learn_bind_divided)))
        rounds++;
    bool learned = rounds > 0 && (rounds == MAX_CONCLUSIONS || !has_only_bounds_left(&pass));
    if (!learned) learned = conclude(&pass, learn_require_open) || rounds > 0;
    if (learned) keep_differences(&pass);
    return learned;
}
