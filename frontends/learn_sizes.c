// Sizes that a condition determines: by solving it for one symbol, by trying, or by taking what is
// to be divided for a multiple.

#include "frontends/learn_pass.h"
#include "ir/base/checked.h"

#include <inttypes.h>
#include <string.h>

#define LARGEST_SIZE_TRIED 4096
#define MAX_SQUARE 3

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

// The first of those that are as eager; `below` leaves out what was tried.
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

static const char *substituted(struct pass *pass, const char *size, const struct sym *var,
                               const struct sym *value)
{
    struct syms *syms = pass->run->syms;
    const struct sym *read = size ? sym_parse(syms, size, NULL) : NULL;
    if (!read) return size;
    return sym_string(pass->learning->arena, sym_substitute(syms, read, var, value));
}

static void write_told(struct learning *learning, const struct told_size *told)
{
    learning->assumptions.at[told->assumption].text =
        arena_printf(learning->arena, "%s%s%s", told->before, told->size, told->behind);
}

// In all inputs, where sizes that share the symbol stay equal, and in what was learned and told of
// the symbol, which no reader finds from now on.
static void substitute_axis(struct pass *pass, const struct sym *var, const struct sym *value)
{
    struct learning *learning = pass->learning;
    for (int i = 0; i < learning->plan.n_inputs; i++) {
        struct run_input *input = &learning->plan.inputs[i];
        for (int axis = 0; axis < input->rank; axis++)
            input->dim[axis] = substituted(pass, input->dim[axis], var, value);
    }
    for (int i = 0; i < learning->facts.n; i++) {
        struct requirement *fact = &learning->facts.at[i].requirement;
        fact->left = substituted(pass, fact->left, var, value);
        fact->right = substituted(pass, fact->right, var, value);
    }
    for (int i = 0; i < learning->told.n; i++) {
        struct told_size *told = &learning->told.at[i];
        told->size = substituted(pass, told->size, var, value);
        write_told(learning, told);
    }
}

// "x: dim 1 is " C ", as matmul needs"
static void note_size(struct pass *pass, const struct site *site, const char *before,
                      const char *size, node_id node)
{
    struct learning *learning = pass->learning;
    struct told_size *told = vec_push(learning->arena, &learning->told);
    const char *needed_by = learn_needed_by(pass, node);
    *told = (struct told_size){.assumption = learning->assumptions.n,
                               .before = before,
                               .size = size,
                               .behind = arena_printf(learning->arena, ", as %s needs%s", needed_by,
                                                      site_behind(learning->arena, site))};
    note(pass, site, NULL);
    write_told(learning, told);
}

// Gives the symbol a value for the runs to come. The text may be NULL: said elsewhere.
static bool bind(struct pass *pass, const struct sym *var, const struct sym *value, node_id node,
                 const char *text)
{
    struct learning *learning = pass->learning;
    struct arena *arena = learning->arena;
    const struct site *site = learn_site(pass, node);
    const char *size = sym_string(arena, value), *name = arena_string(arena, sym_name(var)),
               *before;
    int input, axis;
    bool is_input = find_axis(&learning->plan, name, &input, &axis);
    if (!sym_assume_equal(pass->run->syms, var, value)) {
        learn_contradict(pass, node);
        return false;
    }
    if (is_input) {
        if (input == 0 && axis == 0) learning->pinned = true;
        before = arena_printf(arena, "%s: dim %d is ", learning->plan.inputs[input].name, axis);
        substitute_axis(pass, var, value);
    } else {
        // In backquotes where the name is not one of C: facts are read back.
        const char *spelled = sym_string(arena, var);
        struct run_fact fact = {{REQUIRE_EQUAL, spelled, size}, NULL, site};
        learn_add_fact(learning, &fact);
        before = arena_printf(arena, "%s = ", spelled);
    }
    if (text)
        note(pass, site, text);
    else
        note_size(pass, site, before, size, node);
    *vec_push(arena, &learning->demanding) = learn_culprit(arena, pass->run->program, node);
    return true;
}

// Could the symbol have this value, as far as bounds tell?
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
    struct told_size *last = &learning->told.at[learning->told.n - 1];
    last->behind = arena_printf(learning->arena, "%s (sufficient: 1 may broadcast)", last->behind);
    write_told(learning, last);
}

bool learn_bind_linear(struct pass *pass, const struct open_condition *open)
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

// What cannot be evaluated, because other symbols are in it, is no obstacle.
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
        if (o->relation == RELATION_DIVIDES && !checked_divides(a, b)) return false;
    }
    return true;
}

// "x: dim 2 and dim 3"
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
    const char *who = learn_needed_by(pass, open->node);
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
static const char *choice_text(struct pass *pass, const struct obligation *o,
                               const struct sym *const *vars, int n, int size)
{
    struct syms *syms = pass->run->syms;
    const struct sym *difference =
        sym_sub(syms, sym_simplify(syms, o->a.size), sym_simplify(syms, o->b.size));
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
    else if (o->relation == RELATION_BROADCAST)
        text_add(&text, " (sufficient: 1 may broadcast)");
    return text_string(&text);
}

// The first symbol is told with the reason; the others go with it.
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
            substitute_axis(pass, at[i].var, value);
        }
    }
}

bool learn_bind_by_trying(struct pass *pass, const struct open_condition *open)
{
    struct syms *syms = pass->run->syms;
    struct arena *arena = pass->learning->arena;
    const struct obligation *o = open->obligation;
    const struct sym **vars;
    struct sym_binding at[MAX_SQUARE];
    if (!determines(syms, o)) return false;
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
    // What broadcasts would accept 1 too.
    bool stretches = o->relation == RELATION_BROADCAST;
    const char *text =
        arena_printf(arena, "%s %s %d, the smallest%s%s%s %s", names_of_axes(pass, vars, n),
                     n > 1 ? "are" : "is", size, n > 1 ? " equal sizes" : "",
                     stretches ? " for which " : " that ", learn_needed_by(pass, open->node),
                     stretches ? "stretches nothing" : "accepts");
    struct front_assumption chosen = {.text = text,
                                      .site = learn_site(pass, open->node),
                                      .needed_by = taken_by(pass, open, at, n),
                                      .choice = choice_text(pass, o, vars, n, size),
                                      .input = pass->learning->plan.inputs[input].name};
    bind_to(pass, open, at, n, &chosen);
    return true;
}

bool learn_bind_divided(struct pass *pass, const struct open_condition *open)
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
    const char *text =
        arena_printf(pass->learning->arena, "%s: dim %d is %s, so that %s works for every batch",
                     pass->learning->plan.inputs[input].name, axis, needed.left,
                     learn_needed_by(pass, open->node));
    return bind(pass, other, divisor, open->node, text);
}
