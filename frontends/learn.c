// Sizes and requirements from what a run left open. A condition is learnt only where it determines
// a symbol for every way that it can hold; otherwise it stays a requirement. Facts go into the
// plan by name, as the next run has symbols of its own.

#include "frontends/learn.h"
#include "ir/base/checked.h"
#include "ir/blame.h"
#include "ir/residues.h"

#include <inttypes.h>
#include <string.h>

#define LARGEST_SIZE_TRIED 4096
#define MAX_SQUARE 3
#define MAX_CONCLUSIONS 12 // from one run

// An obligation of a node that is not proved.
struct open_condition {
    node_id node;
    const struct obligation *obligation;
};

struct pass {
    struct learning *learning;
    const struct run *run;
    VEC(struct open_condition) open;
};

// ---- ops that are to be named

static struct culprit culprit_of(struct arena *arena, const struct program *program, node_id id)
{
    // Sites of a run end with it; what is learned outlives it.
    return (struct culprit){site_copy(arena, program_node(program, id)->site),
                            blame_node(arena, program, id)};
}

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
            return culprit_of(arena, program, (node_id)id);
    }
    return (struct culprit){NULL, NULL};
}

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

static void contradict(struct pass *pass, node_id id)
{
    pass->learning->contradicted = true;
    pass->learning->contradicting = culprit_of(pass->learning->arena, pass->run->program, id);
}

static void find_open(struct pass *pass)
{
    const struct program *program = pass->run->program;
    for (int id = 1; id < program->nodes.n; id++) {
        const struct obligation *o = program->nodes.at[id].obligations;
        for (; o; o = o->next) {
            struct proof proof = requirement_prove(pass->run->syms, o);
            if (proof.verdict == VERDICT_PROVED) continue;
            if (proof.verdict == VERDICT_REFUTED && proof.always)
                contradict(pass, (node_id)id);
            else
                *vec_push(pass->run->arena, &pass->open) = (struct open_condition){(node_id)id, o};
        }
    }
}

// Sites of a run end with it; what is learned outlives it.
static const struct site *site_of(const struct pass *pass, node_id id)
{
    return site_copy(pass->learning->arena, program_node(pass->run->program, id)->site);
}

static const char *needed_by(const struct pass *pass, node_id id)
{
    return blame_node(pass->learning->arena, pass->run->program, id);
}

// ---- symbols

// Which input and axis a symbol is the size of; false if of none.
static bool find_axis(const struct run_plan *plan, const char *name, int *input, int *axis)
{
    for (*input = 0; *input < plan->n_inputs; ++*input)
        for (*axis = 0; *axis < plan->inputs[*input].rank; ++*axis)
            if (strcmp(plan->inputs[*input].dim[*axis], name) == 0) return true;
    return false;
}

// Which symbol of an equation to replace: sizes of later inputs and inner axes
// before others, made-up names of extents, then the batch axis, names that the
// user gave last.
static int eagerness(const struct run_plan *plan, const struct sym *var)
{
    int input, axis;
    if (find_axis(plan, sym_name(var), &input, &axis))
        return input == 0 && axis == 0 ? 200 : 1000 + 10 * input + axis;
    return strpbrk(sym_name(var), ".[>") ? 500 : 100;
}

static const struct sym *most_eager(const struct pass *pass, const struct sym *const *vars, int n,
                                    int below)
{
    const struct sym *best = NULL;
    int most = -1;
    for (int i = 0; i < n; i++) {
        int e = eagerness(&pass->learning->plan, vars[i]);
        if (e < below && e > most) {
            best = vars[i];
            most = e;
        }
    }
    return best;
}

// ---- binding

static void note(struct pass *pass, const struct site *site, const char *text)
{
    *vec_push(pass->learning->arena, &pass->learning->assumptions) =
        (struct front_assumption){.text = text, .site = site};
}

static void substitute_in_inputs(struct pass *pass, const struct sym *var, const struct sym *value)
{
    struct learning *learning = pass->learning;
    struct syms *syms = pass->run->syms;
    for (int i = 0; i < learning->plan.n_inputs; i++) {
        struct run_input *input = &learning->plan.inputs[i];
        for (int axis = 0; axis < input->rank; axis++) {
            const struct sym *dim = sym_parse(syms, input->dim[axis], NULL);
            dim = sym_substitute(syms, dim, var, value);
            input->dim[axis] = sym_string(learning->arena, dim);
        }
    }
}

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

// Where the prover does not see that a fact implies the condition that it came from, the next run
// asks for the same again.
static void add_fact(struct learning *learning, const struct run_fact *fact)
{
    const struct run_plan *plan = &learning->plan;
    if (is_added(learning, &fact->requirement)) return;
    // A batch that must be a multiple of something is no free batch.
    if (fact->requirement.kind == REQUIRE_DIVIDES && plan->n_inputs && plan->inputs[0].rank &&
        strcmp(fact->requirement.right, plan->inputs[0].dim[0]) == 0)
        learning->pinned = true;
    *vec_push(learning->arena, &learning->facts) = *fact;
    learning->plan.facts = learning->facts.at;
    learning->plan.n_facts = learning->facts.n;
}

// Gives the symbol a value for the runs to come. The text may be NULL: said elsewhere.
static bool bind(struct pass *pass, const struct sym *var, const struct sym *value, node_id node,
                 const char *text)
{
    struct learning *learning = pass->learning;
    struct arena *arena = learning->arena;
    const struct site *site = site_of(pass, node);
    const char *size = sym_string(arena, value), *name = arena_string(arena, sym_name(var));
    int input, axis;
    bool is_input = find_axis(&learning->plan, name, &input, &axis);
    if (!sym_assume_equal(pass->run->syms, var, value)) {
        contradict(pass, node);
        return false;
    }
    if (is_input) {
        if (input == 0 && axis == 0) learning->pinned = true;
        if (!text)
            text =
                arena_printf(arena, "%s: dim %d is %s, as %s needs",
                             learning->plan.inputs[input].name, axis, size, needed_by(pass, node));
        substitute_in_inputs(pass, var, value);
    } else {
        // In backquotes where the name is not one of C: facts are read back.
        const char *spelled = sym_string(arena, var);
        struct run_fact fact = {{REQUIRE_EQUAL, spelled, size}, NULL, site};
        add_fact(learning, &fact);
        if (!text)
            text =
                arena_printf(arena, "%s = %s, as %s needs", spelled, size, needed_by(pass, node));
    }
    note(pass, site, text);
    *vec_push(arena, &learning->demanding) = culprit_of(arena, pass->run->program, node);
    return true;
}

static bool in_bounds(struct syms *syms, const struct sym *var, const struct sym *value)
{
    struct proof least = sym_prove_at_most(syms, sym_const(syms, sym_lower(syms, var)), value);
    return !least.always && sym_upper(syms, var) >= sym_lower(syms, value);
}

// Two sizes that broadcast are taken to be equal where one of them is a number.
static bool determines(struct syms *syms, const struct obligation *o)
{
    if (o->relation == RELATION_EQUAL) return true;
    if (o->relation != RELATION_BROADCAST) return false;
    return sym_is_const(sym_simplify(syms, o->a.size), NULL) ||
           sym_is_const(sym_simplify(syms, o->b.size), NULL) ||
           (sym_kind(o->a.size) == SYM_VAR && sym_kind(o->b.size) == SYM_VAR);
}

// A size of 1 would be stretched to any other, so what was just concluded is no need.
static void say_sufficient(struct pass *pass)
{
    struct learning *learning = pass->learning;
    struct front_assumption *last = &learning->assumptions.at[learning->assumptions.n - 1];
    last->text = arena_printf(learning->arena, "%s (sufficient: 1 may broadcast)", last->text);
}

static bool bind_linear(struct pass *pass, const struct open_condition *open)
{
    struct syms *syms = pass->run->syms;
    const struct obligation *o = open->obligation;
    const struct sym **vars, *value;
    if (!determines(syms, o)) return false;
    const struct sym *a = sym_simplify(syms, o->a.size), *b = sym_simplify(syms, o->b.size);
    const struct sym *difference = sym_sub(syms, a, b);
    int n = sym_vars(pass->run->arena, difference, &vars), below = INT32_MAX;
    for (int i = 0; i < n; i++) {
        const struct sym *var = most_eager(pass, vars, n, below);
        if (!var) break;
        below = eagerness(&pass->learning->plan, var);
        if (!sym_solve(syms, a, b, var, &value) || !in_bounds(syms, var, value)) continue;
        // Nothing equals nothing: a factor of both sides says nothing about what the op needs.
        if (sym_is(value, 0)) continue;
        bool bound = bind(pass, var, value, open->node, NULL);
        if (bound && o->relation == RELATION_BROADCAST) say_sufficient(pass);
        return bound;
    }
    return false;
}

// ---- sizes that are found by trying

static bool holds_at(const struct pass *pass, const struct sym_binding *at, int n)
{
    for (int i = 0; i < pass->open.n; i++) {
        const struct obligation *o = pass->open.at[i].obligation;
        int64_t a, b;
        if (!sym_evaluate(sym_simplify(pass->run->syms, o->a.size), at, n, &a) ||
            !sym_evaluate(sym_simplify(pass->run->syms, o->b.size), at, n, &b))
            continue;
        if (o->relation == RELATION_EQUAL && a != b) return false;
        if (o->relation == RELATION_AT_MOST && a > b) return false;
        if (o->relation == RELATION_DIVIDES && (a == 0 || b % a)) return false;
    }
    return true;
}

static const char *names_of_axes(struct pass *pass, const struct sym *const *vars, int n)
{
    struct text text = {.arena = pass->learning->arena};
    for (int i = 0; i < n; i++) {
        int input = 0, axis = 0;
        find_axis(&pass->learning->plan, sym_name(vars[i]), &input, &axis);
        if (i == 0)
            text_printf(&text, "%s: dim %d", pass->learning->plan.inputs[input].name, axis);
        else
            text_printf(&text, " and dim %d", axis);
    }
    return text_string(&text);
}

// "64*12*12": the axes behind the batch of what was flattened into an operand, NULL if nothing was.
static const char *flattened_sizes(struct pass *pass, value_id id, int64_t number,
                                   const struct sym_binding *at, int n)
{
    const struct program *program = pass->run->program;
    struct text text = {.arena = pass->learning->arena};
    const struct value *value = program_value(program, id);
    int rank = value->rank;
    while (value->view_of && value->rank <= rank) value = program_value(program, value->view_of);
    if (value->rank <= rank) return NULL;
    int64_t all = 1;
    for (int axis = 1; axis < value->rank; axis++) {
        int64_t size;
        if (!sym_evaluate(sym_simplify(pass->run->syms, value->dim[axis]), at, n, &size))
            return NULL;
        text_printf(&text, "%s%" PRId64, axis > 1 ? "*" : "", size);
        if (!checked_mul(all, size, &all)) return NULL;
    }
    return all == number ? text_string(&text) : NULL; // others may have been flattened than all
}

// "Linear `fc1`, which takes 9216 = 64*12*12"
static const char *taken_by(struct pass *pass, const struct open_condition *open,
                            const struct sym_binding *at, int n)
{
    struct arena *arena = pass->learning->arena;
    const struct obligation *o = open->obligation;
    const struct node *node = program_node(pass->run->program, open->node);
    const char *who = needed_by(pass, open->node);
    bool a_is_number = sym_is_const(o->a.size, NULL);
    const struct term *number = a_is_number ? &o->a : &o->b, *other = a_is_number ? &o->b : &o->a;
    int64_t taken;
    if (!sym_is_const(number->size, &taken) || other->operand < 0 || other->operand >= node->n_in ||
        !node->in[other->operand])
        return who;
    const char *sizes = flattened_sizes(pass, node->in[other->operand], taken, at, n);
    if (!sizes) return who;
    return arena_printf(arena, "%s, which takes %s = %s", who, sym_string(arena, number->size),
                        sizes);
}

// The smallest value of at least `from`, the same for all of the symbols, at which the equation
// and everything else that is open holds; 0 if there is none.
static int smallest_equal_sizes(const struct pass *pass, const struct sym *difference, int from,
                                struct sym_binding *at, int n)
{
    for (int size = from; size <= LARGEST_SIZE_TRIED; size++) {
        int64_t value;
        for (int i = 0; i < n; i++) at[i].value = size;
        if (sym_evaluate(difference, at, n, &value) && value == 0 && holds_at(pass, at, n))
            return size;
    }
    return 0;
}

// "H = W = 28", and whether other sizes would do.
static const char *choice_text(struct pass *pass, const struct sym *difference,
                               const struct sym *const *vars, int n, int size)
{
    struct text text = {.arena = pass->learning->arena};
    struct sym_binding at[MAX_SQUARE];
    for (int i = 0; i < n; i++) {
        at[i].var = vars[i];
        text_printf(&text, "%s = ", sym_name(vars[i]));
    }
    text_printf(&text, "%d", size);
    int other = smallest_equal_sizes(pass, difference, size + 1, at, n);
    if (other)
        text_printf(&text, " (sufficient, not necessary: %d would do too)", other);
    else if (n > 1)
        text_add(&text, " (sufficient: sizes that differ may do too)");
    return text_string(&text);
}

static void bind_to(struct pass *pass, const struct open_condition *open,
                    const struct sym_binding *at, int n, const struct front_assumption *chosen)
{
    struct learning *learning = pass->learning;
    for (int i = 0; i < n; i++) {
        const struct sym *value = sym_const(pass->run->syms, at[i].value);
        if (i == 0) {
            if (bind(pass, at[i].var, value, open->node, chosen->text))
                learning->assumptions.at[learning->assumptions.n - 1] = *chosen;
        } else if (sym_assume_equal(pass->run->syms, at[i].var, value)) {
            substitute_in_inputs(pass, at[i].var, value);
        }
    }
}

// All sizes that an equation mentions, alike and as small as possible: a flattened picture is
// taken to be square.
static bool bind_by_trying(struct pass *pass, const struct open_condition *open)
{
    struct syms *syms = pass->run->syms;
    struct arena *arena = pass->learning->arena;
    const struct obligation *o = open->obligation;
    const struct sym **vars;
    struct sym_binding at[MAX_SQUARE];
    if (o->relation != RELATION_EQUAL) return false;
    const struct sym *difference =
        sym_sub(syms, sym_simplify(syms, o->a.size), sym_simplify(syms, o->b.size));
    int n = sym_vars(pass->run->arena, difference, &vars), input = 0, axis = 0;
    if (n == 0 || n > MAX_SQUARE) return false;
    for (int i = 0; i < n; i++) {
        at[i].var = vars[i];
        if (!find_axis(&pass->learning->plan, sym_name(vars[i]), &input, &axis) || axis == 0)
            return false;
    }
    int size = smallest_equal_sizes(pass, difference, 1, at, n);
    if (!size) return false;
    const char *text = arena_printf(arena, "%s %s %d, the smallest%s that %s accepts",
                                    names_of_axes(pass, vars, n), n > 1 ? "are" : "is", size,
                                    n > 1 ? " equal sizes" : "", needed_by(pass, open->node));
    struct front_assumption chosen = {.text = text,
                                      .site = site_of(pass, open->node),
                                      .needed_by = taken_by(pass, open, at, n),
                                      .choice = choice_text(pass, difference, vars, n, size),
                                      .input = pass->learning->plan.inputs[input].name};
    bind_to(pass, open, at, n, &chosen);
    return true;
}

// view(x, -1, 784): a product of the batch and one other size is to be divided. The other size
// is taken to be the divisor, so that the batch stays free.
static bool bind_divided(struct pass *pass, const struct open_condition *open)
{
    struct syms *syms = pass->run->syms;
    struct arena *arena = pass->run->arena;
    struct requirement needed;
    const struct sym **vars, *other = NULL;
    int input = 0, axis = 0;
    if (open->obligation->relation != RELATION_DIVIDES ||
        !requirement_plain(arena, syms, open->obligation, &needed))
        return false;
    const struct sym *divisor = sym_parse(syms, needed.left, NULL);
    const struct sym *value = sym_parse(syms, needed.right, NULL);
    if (!divisor || !value || !sym_is_const(divisor, NULL) || sym_vars(arena, value, &vars) != 2)
        return false;
    for (int i = 0; i < 2; i++)
        if (find_axis(&pass->learning->plan, sym_name(vars[i]), &input, &axis) && axis > 0)
            other = other ? NULL : vars[i];
    if (!other) return false;
    const struct sym *bound = sym_substitute(syms, value, other, divisor);
    if (sym_prove_divides(syms, divisor, bound).verdict != VERDICT_PROVED) return false;
    find_axis(&pass->learning->plan, sym_name(other), &input, &axis);
    const char *text = arena_printf(
        pass->learning->arena, "%s: dim %d is %s, so that %s works for every batch",
        pass->learning->plan.inputs[input].name, axis, needed.left, needed_by(pass, open->node));
    return bind(pass, other, divisor, open->node, text);
}

// ---- requirements

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
    fact.site = site_of(pass, bound->node);
    fact.why = needed_by(pass, bound->node);
    add_fact(learning, &fact);
    return true;
}

static bool require_fact(struct pass *pass, const struct open_condition *open,
                         struct run_fact *fact)
{
    struct learning *learning = pass->learning;
    if (prefer_bound(pass, open, &fact->requirement)) return true;
    fact->site = site_of(pass, open->node);
    fact->why = needed_by(pass, open->node);
    if (!requirement_assume(pass->run->syms, &fact->requirement)) {
        contradict(pass, open->node);
        return false;
    }
    add_fact(learning, fact);
    return true;
}

static bool is_proved(struct pass *pass, const struct open_condition *open)
{
    return requirement_prove(pass->run->syms, open->obligation).verdict == VERDICT_PROVED;
}

// What was concluded in words may not be seen to imply the equation, so that is kept as well.
static void keep_equation(struct pass *pass, const struct open_condition *open)
{
    struct arena *arena = pass->learning->arena;
    const struct obligation *o = open->obligation;
    struct run_fact fact = {
        .requirement = {REQUIRE_EQUAL, sym_string(arena, o->a.size), sym_string(arena, o->b.size)}};
    if (requirement_assume(pass->run->syms, &fact.requirement)) add_fact(pass->learning, &fact);
}

static bool require_open(struct pass *pass, const struct open_condition *open)
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
            learned = require_open(pass, bound) || learned;
    }
    return learned;
}

static bool require_sizes(struct pass *pass, const struct open_condition *open, int n,
                          const struct requirement *found)
{
    bool learned = require_bounds(pass, open);
    for (int i = 0; i < n; i++) {
        struct run_fact fact = {.requirement = found[i]};
        if (!requirement_known(pass->run->syms, &found[i]))
            learned = require_fact(pass, open, &fact) || learned;
    }
    if (learned && !is_proved(pass, open)) keep_equation(pass, open);
    return learned;
}

// Equal sizes after halving and doubling, or up to the end of a table: many sizes will do, so
// none is picked. What is known of the size already is told anew together with it, as
// "H % 2 == 0" and then "H % 4 == 0".
static bool require_family(struct pass *pass, const struct open_condition *open)
{
    struct learning *learning = pass->learning;
    struct requirement found[MAX_RESIDUES_REQUIREMENTS];
    const struct requirement **known;
    struct run_fact fact = {.why = NULL};
    if (open->obligation->relation != RELATION_EQUAL) return false;
    int n_known = list_known(pass, &known);
    int n = requirement_sizes(learning->arena, pass->run->syms, open->obligation, known, n_known,
                              found);
    if (n > 0) return require_sizes(pass, open, n, found);
    // Sizes without a pattern that can be told are told by the equation itself.
    return requirement_of(learning->arena, pass->run->syms, open->obligation, &fact.requirement) &&
           (n == RESIDUES_SCATTERED || fact.requirement.kind != REQUIRE_EQUAL) &&
           require_fact(pass, open, &fact);
}

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

// What one conclusion binds settles other conditions, so none waits for a run of its own but
// bare requirements: they are for what is left when all sizes are found.
bool learn_from(struct learning *learning, const struct run *run)
{
    struct pass pass = {.learning = learning, .run = run};
    int rounds = 0;
    find_open(&pass);
    while (rounds < MAX_CONCLUSIONS && (rounds == 0 || !learning->contradicted) &&
           (conclude(&pass, bind_linear) || conclude(&pass, require_family) ||
            conclude(&pass, bind_by_trying) || conclude(&pass, bind_divided)))
        rounds++;
    if (rounds > 0 && (rounds == MAX_CONCLUSIONS || !has_only_bounds_left(&pass))) return true;
    return conclude(&pass, require_open) || rounds > 0;
}
