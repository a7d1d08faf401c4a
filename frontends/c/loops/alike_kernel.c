// Kernels and loops over numbers in the rounds of a loop: are they alike, whatever the number of
// the round is? Of what a nest tells in closed form they are, where the numbers that change make
// its ranges longer or move them, and decide nothing.

#include "frontends/c/loops/form.h"
#include "frontends/c/kernels/raw.h"
#include "frontends/c/kernels/skim.h"

// Are steps of steps the same, so that nothing bends or breaks off?
static bool is_smooth(struct syms *s, const struct sym *f, const struct sym *var)
{
    if (!sym_mentions(f, var)) return true;
    const struct sym *next = sym_add_const(s, var, 1);
    const struct sym *step = sym_sub(s, sym_substitute(s, f, var, next), f);
    const struct sym *bend = sym_sub(s, sym_substitute(s, step, var, next), step);
    return sym_kind(bend) != SYM_UNKNOWN && !sym_mentions(bend, var);
}

// A condition that all sizes keep decides nothing.
static bool is_moved_only(const struct nest *nest, const struct nest_access *a,
                          const struct sym *var)
{
    for (int i = 0; i < a->n_needs; i++)
        if (sym_mentions(a->needs[i], var) && !nest_holds_of_sizes(nest->syms, a->needs[i]))
            return false;
    return is_smooth(nest->syms, a->first, var) && is_smooth(nest->syms, a->end, var);
}

static bool goes_with(const struct nest *nest, const struct sym *var)
{
    for (int i = 0; i < nest->accesses.n; i++)
        if (!is_moved_only(nest, &nest->accesses.at[i], var)) return false;
    for (int i = 0; i < nest->symbols.n; i++) {
        const struct nest_symbol *s = &nest->symbols.at[i];
        if (s->definition && sym_mentions(s->definition, var)) return false;
    }
    return is_smooth(nest->syms, nest->flops.n, var);
}

// The argument of a call that a symbol or a root comes from; NULL: it is none of one.
static const struct ast *argument_of(const struct ast *call, const struct function *f,
                                     const struct variable *v)
{
    for (int i = 0; v && i < f->n_parameters && i < call->n_kids; i++)
        if (f->parameters[i] == v) return call->kids[i];
    return NULL;
}

static const struct variable *top_of(const struct nest *nest, int root)
{
    while (nest->roots.at[root].parent >= 0) root = nest->roots.at[root].parent;
    return nest->roots.at[root].variable;
}

// Numbers of a record that is another one in each round are for whoever wrote them to say.
static bool is_followed(const struct rounds_form *f, const struct ast *call,
                        const struct function *callee, const struct nest *nest,
                        const struct nest_symbol *s)
{
    if (s->kind == NEST_VARIABLE) {
        const struct ast *given = argument_of(call, callee, s->variable);
        bool changes = given && form_mentions_changing(f, given);
        return !changes || goes_with(nest, s->var);
    }
    if (s->kind != NEST_MEMORY) return true;
    const struct ast *given = argument_of(call, callee, top_of(nest, s->root));
    return !given || (!form_mentions_changing(f, given) && !form_walks(f, given));
}

static bool computes_only(const struct nest *nest)
{
    return !nest->refused && !nest->writes_integers && !nest->writes_globals;
}

bool form_is_kernel(const struct rounds_form *f, const struct ast *call)
{
    struct function *callee = form_callee(call);
    if (!f->of_raw || !callee || !callee->has_body) return false;
    if (raw_kernel_of(f->eval, callee) == RAW_KERNEL_NONE) return false;
    const struct ctype *result = callee->type->element;
    const struct nest *nest = skim_function_nest(f->eval, callee);
    if (!computes_only(nest) || nest->left.n) return false;
    if (result->kind != CTYPE_VOID && result->kind != CTYPE_FLOAT) return false;
    for (int i = 0; i < nest->symbols.n; i++)
        if (!is_followed(f, call, callee, nest, &nest->symbols.at[i])) return false;
    return true;
}

bool form_is_nest(const struct rounds_form *f, const struct ast *loop)
{
    if (!f->of_raw) return false;
    const struct nest *nest = skim_loop_nest(f->eval, loop);
    if (!computes_only(nest)) return false;
    for (int i = 0; i < nest->left.n; i++)
        if (nest->left.at[i].variable->type->kind != CTYPE_FLOAT) return false;
    for (int i = 0; i < nest->symbols.n; i++) {
        const struct nest_symbol *s = &nest->symbols.at[i];
        const struct variable *v = s->kind == NEST_VARIABLE ? s->variable : NULL;
        if (v && form_is_changing(f, v) && !goes_with(nest, s->var)) return false;
        if (s->kind == NEST_MEMORY && form_is_walking(f, top_of(nest, s->root))) return false;
    }
    return true;
}
