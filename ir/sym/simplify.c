// Building an expression anew: under the facts told since, with a symbol
// replaced, or down to a number.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

#include <stdlib.h>
#include <string.h>

// ---- building anew

struct rebuild {
    struct syms *syms;
    int n; // 0: under the facts
    const struct sym_replacement *replacements;
    uint64_t names; // of what is replaced
    bool abroad;    // the expression is of another table
};

static const struct sym *rebuild(const struct rebuild *, const struct sym *);

// Under the facts a symbol is what it was told to equal, or the only number between its bounds.
static const struct sym *rebuild_var(const struct rebuild *build, const struct sym *sym)
{
    if (build->abroad) return sym_var(build->syms, sym->name);
    if (build->n) return sym;
    const struct sym *equal = sym->facts ? sym->facts->equal : NULL;
    if (equal) return rebuild(build, equal);
    struct sym_range range = sym_range(build->syms, sym);
    return range.lower == range.upper ? sym_const(build->syms, range.lower) : sym;
}

static const struct sym *rebuild_product(const struct rebuild *build, const struct sym *sym)
{
    const struct sym *product = sym_const(build->syms, sym->number);
    for (int i = 0; i < sym->n; i++) {
        const struct sym *atom = rebuild(build, sym->factors[i].atom);
        const struct sym *power = sym_power(build->syms, atom, sym->factors[i].power);
        product = sym_mul(build->syms, product, power);
    }
    return product;
}

// Parts first, then the operation that made the whole, which brings it to its normal form again.
static const struct sym *rebuild_by_kind(const struct rebuild *build, const struct sym *sym)
{
    struct syms *syms = build->syms;
    const struct sym *first;
    switch (sym->kind) {
    case SYM_CONST: return sym_const(syms, sym->number);
    case SYM_UNKNOWN: return build->abroad ? sym_unknown(syms, sym->name) : sym;
    case SYM_VAR: return rebuild_var(build, sym);
    case SYM_PRODUCT: return rebuild_product(build, sym);
    case SYM_SUM: {
        struct poly *poly = poly_open(syms);
        poly_add(poly, sym->number, sym_const(syms, 1));
        for (int i = 0; i < sym->n; i++)
            poly_add(poly, sym->terms[i].coefficient, rebuild(build, sym->terms[i].monomial));
        return poly_close(poly);
    }
    default: break;
    }
    first = rebuild(build, sym->arguments[0]);
    for (int i = 1; i < sym->n; i++) {
        const struct sym *next = rebuild(build, sym->arguments[i]);
        switch (sym->kind) {
        case SYM_FLOORDIV: first = sym_floordiv(syms, first, next); break;
        case SYM_MOD: first = sym_mod(syms, first, next); break;
        case SYM_POWER: first = sym_pow(syms, sym->arguments[0]->number, next); break;
        case SYM_MIN: first = sym_min(syms, first, next); break;
        default: first = sym_max(syms, first, next); break;
        }
    }
    return first;
}

// From the outside in: the largest part that is to be replaced is.
static const struct sym *rebuild_replacing(const struct rebuild *build, const struct sym *sym)
{
    if (!(sym->names & build->names)) return sym;
    for (int i = 0; i < build->n; i++)
        if (sym == build->replacements[i].atom) return build->replacements[i].value;
    return rebuild_by_kind(build, sym);
}

// One costs about as much as so many parts that are evaluated.
#define REBUILT_AS_PARTS 64

static const struct sym *rebuild(const struct rebuild *build, const struct sym *sym)
{
    if (build->abroad) return rebuild_by_kind(build, sym);
    if (sym->kind == SYM_CONST) return sym;
    if (build->n) return rebuild_replacing(build, sym);
    if (sym->simple_generation == build->syms->generation) return sym->simple;
    const struct sym *simple = rebuild_by_kind(build, sym);
    build->syms->work += REBUILT_AS_PARTS;
    struct sym_range range = sym_range(build->syms, simple);
    if (range.lower == range.upper && simple->kind != SYM_UNKNOWN)
        simple = sym_const(build->syms, range.lower);
    struct sym *memo = sym_mutable(sym);
    memo->simple_generation = build->syms->generation;
    memo->simple = simple;
    return simple;
}

const struct sym *sym_simplify(struct syms *syms, const struct sym *sym)
{
    return syms->generation == 1 ? sym : rebuild(&(struct rebuild){.syms = syms}, sym);
}

const struct sym *sym_brought(struct syms *syms, const struct sym *sym)
{
    const struct sym *here = rebuild(&(struct rebuild){.syms = syms, .abroad = true}, sym);
    return here->kind == SYM_UNKNOWN ? NULL : here;
}

const struct sym *sym_substitute(struct syms *syms, const struct sym *sym, const struct sym *var,
                                 const struct sym *value)
{
    return sym_replace(syms, sym, 1, &(struct sym_replacement){var, value});
}

const struct sym *sym_replace(struct syms *syms, const struct sym *sym, int n,
                              const struct sym_replacement *replacements)
{
    struct rebuild build = {.syms = syms, .n = n, .replacements = replacements};
    for (int i = 0; i < n; i++) build.names |= replacements[i].atom->names;
    return n ? rebuild(&build, sym) : sym;
}

// ---- symbols in an expression

typedef bool visit(void *data, const struct sym *var);

// Calls the visitor for every symbol in the tree until it returns false.
static bool walk(const struct sym *sym, visit *visitor, void *data)
{
    if (sym->kind == SYM_VAR) return visitor(data, sym);
    if (!sym->names) return true;
    for (int i = 0; i < sym->n; i++) {
        const struct sym *part = sym->kind == SYM_SUM       ? sym->terms[i].monomial
                                 : sym->kind == SYM_PRODUCT ? sym->factors[i].atom
                                                            : sym->arguments[i];
        if (!walk(part, visitor, data)) return false;
    }
    return true;
}

static bool differs(void *data, const struct sym *var)
{
    return data != var;
}

bool sym_mentions(const struct sym *sym, const struct sym *var)
{
    return (sym->names & var->names) && !walk(sym, differs, sym_mutable(var));
}

// ---- divisions in an expression

static bool is_division(const struct sym *sym)
{
    return sym->kind == SYM_FLOORDIV || sym->kind == SYM_MOD;
}

struct division_list {
    struct arena *arena;
    VEC(const struct sym *) divisions;
};

// Outermost ones only: those inside of a division belong to its name.
static void find_divisions(struct division_list *list, const struct sym *sym)
{
    if (sym->kind == SYM_VAR || !sym->names) return;
    if (is_division(sym)) {
        for (int i = 0; i < list->divisions.n; i++)
            if (list->divisions.at[i] == sym) return;
        *vec_push(list->arena, &list->divisions) = sym;
        return;
    }
    for (int i = 0; i < sym->n; i++)
        find_divisions(list, sym->kind == SYM_SUM       ? sym->terms[i].monomial
                             : sym->kind == SYM_PRODUCT ? sym->factors[i].atom
                                                        : sym->arguments[i]);
}

int sym_divisions(struct arena *arena, const struct sym *sym, const struct sym ***divisions)
{
    struct division_list list = {.arena = arena};
    find_divisions(&list, sym);
    *divisions = list.divisions.at;
    return list.divisions.n;
}

struct var_list {
    struct arena *arena;
    VEC(const struct sym *) vars;
};

static bool collect(void *data, const struct sym *var)
{
    struct var_list *list = data;
    for (int i = 0; i < list->vars.n; i++)
        if (list->vars.at[i] == var) return true;
    *vec_push(list->arena, &list->vars) = var;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp((*(const struct sym *const *)a)->name, (*(const struct sym *const *)b)->name);
}

int sym_vars(struct arena *arena, const struct sym *sym, const struct sym ***vars)
{
    struct var_list list = {.arena = arena};
    walk(sym, collect, &list);
    if (list.vars.n > 1)
        qsort(list.vars.at, (size_t)list.vars.n, sizeof *list.vars.at, compare_names);
    *vars = list.vars.at;
    return list.vars.n;
}

int syms_vars(struct syms *syms, const struct sym ***vars)
{
    struct var_list list = {.arena = syms->arena};
    for (size_t i = 0; i < syms->n_slots; i++) {
        const struct sym *sym = syms->slots[i].sym;
        if (sym && sym->kind == SYM_VAR && !sym->hidden) *vec_push(syms->arena, &list.vars) = sym;
    }
    if (list.vars.n > 1)
        qsort(list.vars.at, (size_t)list.vars.n, sizeof *list.vars.at, compare_names);
    *vars = list.vars.at;
    return list.vars.n;
}

void sym_give(struct syms *syms, const struct sym_given *given)
{
    syms->given = *given;
}

// Values that --set gives to names that the program has not made yet.
static int find_given(const struct syms *syms, const char *name)
{
    for (int i = 0; i < syms->given.n; i++)
        if (strcmp(syms->given.names[i], name) == 0) return i;
    return -1;
}

const struct sym *sym_fresh(struct syms *syms, const char *name)
{
    const struct sym **vars;
    int n = syms_vars(syms, &vars);
    for (int number = 1;; number++) {
        const char *text = number == 1 ? name : arena_printf(syms->arena, "%s_%d", name, number);
        int given = find_given(syms, text), i = 0;
        if (given >= 0 && syms->given.used[given]) continue;
        while (i < n && strcmp(sym_name(vars[i]), text) != 0) i++;
        if (i < n) continue;
        if (given < 0) return sym_var(syms, text);
        syms->given.used[given] = true;
        return sym_const(syms, syms->given.values[given]);
    }
}

// ---- numbers

struct evaluation {
    const struct sym_binding *bindings;
    int n;
};

static bool evaluate(const struct evaluation *, const struct sym *, int64_t *value);

static bool evaluate_var(const struct evaluation *with, const struct sym *sym, int64_t *value)
{
    for (int i = 0; i < with->n; i++) {
        if (with->bindings[i].var == sym) {
            *value = with->bindings[i].value;
            return true;
        }
    }
    return false;
}

static bool evaluate_sum(const struct evaluation *with, const struct sym *sym, int64_t *value)
{
    *value = sym->number;
    for (int i = 0; i < sym->n; i++) {
        int64_t term;
        if (!evaluate(with, sym->terms[i].monomial, &term) ||
            !checked_mul(term, sym->terms[i].coefficient, &term) ||
            !checked_add(*value, term, value))
            return false;
    }
    return true;
}

// Powers are small, so repeated multiplication is as quick as any other way, and checked.
static bool evaluate_product(const struct evaluation *with, const struct sym *sym, int64_t *value)
{
    *value = sym->number;
    for (int i = 0; i < sym->n; i++) {
        int64_t atom;
        if (!evaluate(with, sym->factors[i].atom, &atom)) return false;
        for (int k = 0; k < sym->factors[i].power; k++)
            if (!checked_mul(*value, atom, value)) return false;
    }
    return true;
}

// As sym_floordiv and sym_mod: rounded down, the remainder with the sign of the divisor. The
// smallest number has no opposite, so nothing is said of it.
static bool evaluate_quotient(enum sym_kind kind, int64_t a, int64_t b, int64_t *value)
{
    if (b == 0 || a == INT64_MIN || b == INT64_MIN) return false;
    int64_t sign = b < 0 ? -1 : 1;
    *value = kind == SYM_FLOORDIV ? number_floordiv(sign * a, sign * b)
                                  : sign * number_mod(sign * a, sign * b);
    return true;
}

static bool evaluate_power(int64_t base, int64_t exponent, int64_t *value)
{
    *value = 1;
    if (exponent < 0) return false;
    for (int64_t i = 0; i < exponent; i++)
        if (!checked_mul(*value, base, value)) return false;
    return true;
}

static bool evaluate(const struct evaluation *with, const struct sym *sym, int64_t *value)
{
    int64_t next;
    switch (sym->kind) {
    case SYM_CONST: *value = sym->number; return true;
    case SYM_VAR: return evaluate_var(with, sym, value);
    case SYM_SUM: return evaluate_sum(with, sym, value);
    case SYM_PRODUCT: return evaluate_product(with, sym, value);
    case SYM_UNKNOWN: return false;
    case SYM_FLOORDIV:
    case SYM_MOD:
        return evaluate(with, sym->arguments[0], value) &&
               evaluate(with, sym->arguments[1], &next) &&
               evaluate_quotient(sym->kind, *value, next, value);
    case SYM_POWER:
        return evaluate(with, sym->arguments[1], &next) &&
               evaluate_power(sym->arguments[0]->number, next, value);
    case SYM_MIN:
    case SYM_MAX: break;
    }
    if (!evaluate(with, sym->arguments[0], value)) return false;
    for (int i = 1; i < sym->n; i++) {
        if (!evaluate(with, sym->arguments[i], &next)) return false;
        if ((next < *value) == (sym->kind == SYM_MIN)) *value = next;
    }
    return true;
}

bool sym_evaluate(const struct sym *sym, const struct sym_binding *bindings, int n, int64_t *value)
{
    return evaluate(&(struct evaluation){bindings, n}, sym, value);
}

// ---- equations

bool sym_solve(struct syms *syms, const struct sym *a, const struct sym *b, const struct sym *var,
               const struct sym **value)
{
    const struct sym *zero = sym_const(syms, 0);
    const struct sym *difference = sym_sub(syms, sym_simplify(syms, a), sym_simplify(syms, b));
    if (difference->kind == SYM_UNKNOWN) return false;
    // difference = slope * var + rest, if neither slope nor rest has the symbol.
    const struct sym *rest = sym_substitute(syms, difference, var, zero);
    const struct sym *slope = sym_exact_quotient(syms, sym_sub(syms, difference, rest), var);
    if (!slope || sym_is(slope, 0) || sym_mentions(slope, var) || sym_mentions(rest, var))
        return false;
    const struct sym *quotient = sym_exact_quotient(syms, sym_neg(syms, rest), slope);
    if (!quotient) return false;
    *value = quotient;
    return true;
}
