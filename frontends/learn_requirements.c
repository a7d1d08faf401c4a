// Requirements: what a condition says of the sizes where it gives none of them, as plainly as it
// can be told ("H % 8 == 0"), else as it stands.

#include "frontends/learn_pass.h"
#include "ir/residues.h"

// Symbols of their own that keep what is learned, and the requirement.
static struct syms *suppose(struct arena *scratch, const struct learning *learning,
                            const struct requirement *requirement)
{
    struct syms *syms = syms_open(scratch);
    for (int i = 0; i < learning->plan.n_inputs; i++)
        for (int axis = 0; axis < learning->plan.inputs[i].rank; axis++)
            sym_assume_at_least(syms, sym_parse(syms, learning->plan.inputs[i].dim[axis], NULL), 1);
    for (int i = 0; i < learning->facts.n; i++)
        requirement_assume(syms, &learning->facts.at[i].requirement);
    requirement_assume(syms, requirement);
    return syms;
}

// The open bound that can't hold where the requirement does; NULL if all can.
static const struct open_condition *excluded_bound(struct pass *pass,
                                                   const struct requirement *requirement)
{
    struct arena *scratch = arena_open();
    struct syms *syms = suppose(scratch, pass->learning, requirement);
    const struct open_condition *excluded = NULL;
    for (int i = 0; i < pass->open.n && !excluded; i++) {
        const struct open_condition *open = &pass->open.at[i];
        struct requirement bound;
        if (open->obligation->relation != RELATION_AT_MOST ||
            !requirement_plain(scratch, pass->run->syms, open->obligation, &bound))
            continue;
        const struct sym *left = sym_parse(syms, bound.left, NULL);
        const struct sym *right = sym_parse(syms, bound.right, NULL);
        struct proof proof = requirement_prove_sizes(syms, bound.kind, left, right);
        if (proof.verdict == VERDICT_REFUTED && proof.always) excluded = open;
    }
    arena_close(scratch);
    return excluded;
}

// A stride round a shortcut is right for a picture of 1 x 1 only, which the pool behind it
// refuses. The bound is what was meant: with it the next run says what is wrong with the other.
static bool prefer_bound(struct pass *pass, const struct open_condition *open,
                         const struct requirement *requirement)
{
    struct learning *learning = pass->learning;
    struct run_fact fact = {.why = NULL};
    if (open->obligation->relation != RELATION_EQUAL) return false;
    const struct open_condition *bound = excluded_bound(pass, requirement);
    if (!bound ||
        !requirement_of(learning->arena, pass->run->syms, bound->obligation, &fact.requirement) ||
        !requirement_assume(pass->run->syms, &fact.requirement))
        return false;
    fact.site = learn_site(pass, bound->node);
    fact.why = learn_needed_by(pass, bound->node);
    return learn_add_fact(learning, &fact);
}

static bool require_fact(struct pass *pass, const struct open_condition *open,
                         struct run_fact *fact)
{
    struct learning *learning = pass->learning;
    if (prefer_bound(pass, open, &fact->requirement)) return true;
    fact->site = learn_site(pass, open->node);
    fact->why = learn_needed_by(pass, open->node);
    if (!requirement_assume(pass->run->syms, &fact->requirement)) {
        learn_contradict(pass, open->node);
        return false;
    }
    return learn_add_fact(learning, fact);
}

// By now: conclusions from other conditions may have settled it.
static bool is_proved(struct pass *pass, const struct open_condition *open)
{
    return requirement_prove(pass->run->syms, open->obligation).verdict == VERDICT_PROVED;
}

// What was concluded in words may not be seen to imply the condition, so that is kept as well.
static void keep_condition(struct pass *pass, const struct open_condition *open)
{
    struct run_fact fact = {.why = NULL};
    if (requirement_plain(pass->learning->arena, pass->run->syms, open->obligation,
                          &fact.requirement) &&
        requirement_assume(pass->run->syms, &fact.requirement))
        learn_add_fact(pass->learning, &fact);
}

bool learn_require_open(struct pass *pass, const struct open_condition *open)
{
    struct run_fact fact = {.why = NULL};
    if (!requirement_of(pass->learning->arena, pass->run->syms, open->obligation,
                        &fact.requirement) ||
        !require_fact(pass, open, &fact))
        return false;
    if (fact.requirement.kind == REQUIRE_EQUAL) pass->learning->unsolved = true;
    return true;
}

// What is known of sizes, and the bounds that are open: without those, a size for which nothing is
// left would count as one that fits.
static int list_known(struct pass *pass, const struct requirement ***known)
{
    struct learning *learning = pass->learning;
    struct arena *arena = pass->run->arena;
    int n = 0;
    *known = arena_array(arena, const struct requirement *, learning->facts.n + pass->open.n + 1);
    for (int i = 0; i < learning->facts.n; i++) (*known)[n++] = &learning->facts.at[i].requirement;
    for (int i = 0; i < pass->open.n; i++) {
        struct requirement *bound = arena_new(arena, struct requirement);
        const struct obligation *o = pass->open.at[i].obligation;
        if (o->relation == RELATION_AT_MOST && requirement_plain(arena, pass->run->syms, o, bound))
            (*known)[n++] = bound;
    }
    return n;
}

// Is either about one and the same symbol?
static bool has_only_symbols_of(struct pass *pass, const struct obligation *o,
                                const struct obligation *other)
{
    struct syms *syms = pass->run->syms;
    const struct sym **own, **others;
    const struct sym *a =
        sym_sub(syms, sym_simplify(syms, o->a.size), sym_simplify(syms, o->b.size));
    const struct sym *b =
        sym_sub(syms, sym_simplify(syms, other->a.size), sym_simplify(syms, other->b.size));
    return sym_vars(pass->run->arena, a, &own) == 1 &&
           sym_vars(pass->run->arena, b, &others) == 1 && own[0] == others[0];
}

// Each bound is told by the call that imposes it.
static bool require_bounds(struct pass *pass, const struct open_condition *open)
{
    bool learned = false;
    for (int i = 0; i < pass->open.n; i++) {
        const struct open_condition *bound = &pass->open.at[i];
        if (bound->obligation->relation == RELATION_AT_MOST && !is_proved(pass, bound) &&
            has_only_symbols_of(pass, bound->obligation, open->obligation))
            learned = learn_require_open(pass, bound) || learned;
    }
    return learned;
}

// The bounds that other calls impose come first, each with its own call.
static bool require_sizes(struct pass *pass, const struct open_condition *open, int n,
                          const struct requirement *found)
{
    bool learned = require_bounds(pass, open);
    for (int i = 0; i < n; i++) {
        struct run_fact fact = {.requirement = found[i]};
        if (!requirement_known(pass->run->syms, &found[i]))
            learned = require_fact(pass, open, &fact) || learned;
    }
    if (learned && !is_proved(pass, open)) keep_condition(pass, open);
    return learned;
}

// Equal sizes after halving and doubling, or up to the end of a table, or windows that must come
// out even: many sizes will do, so none is picked. What is known of the size already is told anew
// together with it, as "H % 2 == 0" and then "H % 4 == 0".
bool learn_require_family(struct pass *pass, const struct open_condition *open)
{
    struct learning *learning = pass->learning;
    struct requirement found[MAX_RESIDUES_REQUIREMENTS];
    const struct requirement **known;
    struct run_fact fact = {.why = NULL};
    enum relation relation = open->obligation->relation;
    if (relation != RELATION_EQUAL && relation != RELATION_DIVIDES) return false;
    int n_known = list_known(pass, &known);
    int n = requirement_sizes(learning->arena, pass->run->syms, open->obligation, known, n_known,
                              found);
    if (n > 0) return require_sizes(pass, open, n, found);
    // Sizes without a pattern that can be told are told by the equation itself.
    return relation == RELATION_EQUAL &&
           requirement_of(learning->arena, pass->run->syms, open->obligation, &fact.requirement) &&
           (n == RESIDUES_SCATTERED || fact.requirement.kind != REQUIRE_EQUAL) &&
           require_fact(pass, open, &fact);
}
