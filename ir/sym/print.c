// Expressions as an engineer would write them: common factors before the
// parenthesis, highest powers first, among terms of one degree by the names of their symbols.

#include "ir/base/checked.h"
#include "ir/base/text.h"
#include "ir/sym/expression.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A piece of a product or a sum while its order is decided.
struct piece {
    const char *text;
    int rank;         // lower comes first
    bool negative;    // of a sum
    const char *name; // of a term of a sum: without its number; NULL: the text
};

static const char *print(const struct sym *);

static int compare_pieces(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    int order = x->name && y->name ? strcmp(x->name, y->name) : 0;
    return order ? order : strcmp(x->text, y->text);
}

static void sort_pieces(struct piece *pieces, int n)
{
    if (n > 1) qsort(pieces, (size_t)n, sizeof *pieces, compare_pieces);
}

static const char *in_parentheses(struct arena *arena, const char *text)
{
    return arena_printf(arena, "(%s)", text);
}

static const char *print_name(struct arena *arena, const struct sym *sym)
{
    bool plain = name_length(sym->name) == strlen(sym->name) && *sym->name;
    return plain ? sym->name : arena_printf(arena, "`%s`", sym->name);
}

// ---- quotients

static bool is_quotient(const struct sym *sym)
{
    return sym->kind == SYM_FLOORDIV || sym->kind == SYM_MOD;
}

static const char *print_quotient(struct arena *arena, const struct sym *sym)
{
    const struct sym *a = sym->arguments[0], *b = sym->arguments[1];
    const char *above = print(a), *below = print(b);
    if (a->kind == SYM_SUM || is_quotient(a)) above = in_parentheses(arena, above);
    if (b->kind == SYM_SUM || b->kind == SYM_PRODUCT || is_quotient(b))
        below = in_parentheses(arena, below);
    return arena_printf(arena, sym->kind == SYM_MOD ? "%s %% %s" : "%s/%s", above, below);
}

static const char *print_choice(struct arena *arena, const struct sym *sym)
{
    struct piece *pieces = arena_array(arena, struct piece, sym->n);
    for (int i = 0; i < sym->n; i++)
        pieces[i] = (struct piece){print(sym->arguments[i]), sym->arguments[i]->kind == SYM_CONST,
                                   false, NULL};
    sort_pieces(pieces, sym->n);
    struct text text = {.arena = arena};
    text_add(&text, sym->kind == SYM_MIN ? "min(" : "max(");
    for (int i = 0; i < sym->n; i++) text_printf(&text, i ? ", %s" : "%s", pieces[i].text);
    text_add_char(&text, ')');
    return text_string(&text);
}

// ---- powers of numbers

// (2^n)^2 is 4^n.
static const char *print_power(struct arena *arena, const struct sym *sym, int power)
{
    const struct sym *exponent = sym->arguments[1];
    const char *above = print(exponent);
    int64_t base = 1;
    if (exponent->kind != SYM_VAR) above = in_parentheses(arena, above);
    for (int i = 0; i < power; i++)
        if (!checked_mul(base, sym->arguments[0]->number, &base))
            return arena_printf(arena, "(%s)^%d", print(sym), power);
    return arena_printf(arena, "%" PRId64 "^%s", base, above);
}

// ---- products

struct product {
    struct arena *arena;
    int64_t coefficient;
    VEC(struct piece) pieces;
};

// Symbols first, then quotients and the like, sums last.
static int rank_of_factor(const struct sym *factor)
{
    if (factor->kind == SYM_VAR) return 0;
    return factor->kind == SYM_SUM ? 2 : 1;
}

static void add_factor(struct product *product, const struct sym *factor, int power)
{
    const char *text = print(factor);
    if (factor->kind == SYM_POWER) {
        text = print_power(product->arena, factor, power);
        power = 1;
    }
    if (factor->kind == SYM_SUM || is_quotient(factor)) text = in_parentheses(product->arena, text);
    if (power != 1) text = arena_printf(product->arena, "%s^%d", text, power);
    *vec_push(product->arena, &product->pieces) =
        (struct piece){text, rank_of_factor(factor), false, NULL};
}

static void add_monomial(struct product *product, const struct sym *monomial)
{
    struct sym_factor single;
    const struct sym_factor *factors;
    if (monomial->kind == SYM_CONST) return;
    int n = sym_factors(monomial, &single, &factors);
    for (int i = 0; i < n; i++) add_factor(product, factors[i].atom, factors[i].power);
}

static const char *print_product(struct product *product)
{
    struct text text = {.arena = product->arena};
    sort_pieces(product->pieces.at, product->pieces.n);
    if (product->coefficient == -1 && product->pieces.n)
        text_add_char(&text, '-');
    else if (product->coefficient != 1 || !product->pieces.n)
        text_printf(&text, "%" PRId64 "%s", product->coefficient, product->pieces.n ? "*" : "");
    for (int i = 0; i < product->pieces.n; i++) {
        if (i) text_add_char(&text, '*');
        text_add(&text, product->pieces.at[i].text);
    }
    return text_string(&text);
}

// ---- sums

static int degree_of(const struct sym *monomial)
{
    struct sym_factor single;
    const struct sym_factor *factors;
    int n = sym_factors(monomial, &single, &factors), degree = 0;
    for (int i = 0; i < n; i++) degree += factors[i].power;
    return degree;
}

// By degree; of one degree, products of symbols alone come first.
static int rank_of_term(const struct sym *monomial)
{
    struct sym_factor single;
    const struct sym_factor *factors;
    int n = sym_factors(monomial, &single, &factors);
    bool plain = true;
    for (int i = 0; i < n; i++) plain = plain && factors[i].atom->kind == SYM_VAR;
    return plain ? -2 * degree_of(monomial) : 1 - 2 * degree_of(monomial);
}

// A term without its sign.
static const char *print_term(struct arena *arena, const struct sym_term *term)
{
    if (term->coefficient == 1 || term->coefficient == -1) {
        if (term->monomial->kind != SYM_PRODUCT) return print(term->monomial);
    }
    struct product product = {.arena = arena, .coefficient = term->coefficient};
    add_monomial(&product, term->monomial);
    const char *text = print_product(&product);
    return *text == '-' ? text + 1 : text;
}

static const char *print_terms(struct arena *arena, const struct sym *sum)
{
    int n = sum->n, first = 0;
    struct piece *pieces = arena_array(arena, struct piece, n + 1);
    for (int i = 0; i < n; i++)
        pieces[i] =
            (struct piece){print_term(arena, &sum->terms[i]), rank_of_term(sum->terms[i].monomial),
                           sum->terms[i].coefficient < 0, print(sum->terms[i].monomial)};
    if (sum->number) {
        const char *number = arena_printf(arena, "%" PRId64, sum->number);
        pieces[n++] =
            (struct piece){*number == '-' ? number + 1 : number, 1, sum->number < 0, NULL};
    }
    sort_pieces(pieces, n);
    // "8 - x" reads better than "-x + 8".
    while (first < n && pieces[first].negative) first++;
    if (first == n) first = 0;
    struct text text = {.arena = arena};
    const char *head = pieces[first].text;
    // -H/2 would be read as (-H)/2.
    if (pieces[first].negative)
        text_printf(&text, strpbrk(head, "/%") ? "-(%s)" : "-%s", head);
    else
        text_add(&text, head);
    for (int i = 0; i < n; i++) {
        if (i == first) continue;
        text_add(&text, pieces[i].negative ? " - " : " + ");
        text_add(&text, pieces[i].text);
    }
    return text_string(&text);
}

// What divides all terms: a number (negative if all terms are) and a monomial.
static struct sym_term common_of_terms(struct syms *syms, const struct sym *sum)
{
    struct sym_term common = {sum->number, sum->terms[0].monomial};
    bool negative = sum->number <= 0;
    for (int i = 0; i < sum->n; i++) {
        common.coefficient = number_gcd(common.coefficient, sum->terms[i].coefficient);
        negative = negative && sum->terms[i].coefficient < 0;
        if (common.monomial->kind != SYM_CONST)
            common.monomial = monomial_gcd(syms, common.monomial, sum->terms[i].monomial);
    }
    // 2*H + 2 is left alone: a factor is taken out where all terms have symbols.
    if (sum->number) common = (struct sym_term){1, sym_const(syms, 1)};
    if (negative) common.coefficient = -common.coefficient;
    return common;
}

// sum = atom * slope + rest, where the atom occurs linearly; NULL where it does not.
static const struct sym *slope_of(struct syms *syms, const struct sym *sum, const struct sym *atom)
{
    struct poly *slope = poly_open(syms);
    bool linear = true;
    for (int i = 0; i < sum->n; i++) {
        const struct sym *once = monomial_divide(syms, sum->terms[i].monomial, atom);
        if (!once) continue;
        linear = linear && (once->kind == SYM_CONST || !monomial_divide(syms, once, atom));
        poly_add(slope, sum->terms[i].coefficient, once);
    }
    const struct sym *sym = poly_close(slope);
    return linear ? sym : NULL;
}

// Splits sum = (atom + q) * slope for some atom; false where that cannot be.
static bool split_sum(struct syms *syms, const struct sym *sum, const struct sym **linear,
                      const struct sym **slope)
{
    if (sum->kind != SYM_SUM || sum->n > 32) return false;
    for (int i = 0; i < sum->n; i++) {
        struct sym_factor single;
        const struct sym_factor *factors;
        int n = sym_factors(sum->terms[i].monomial, &single, &factors);
        for (int k = 0; k < n; k++) {
            const struct sym *atom = factors[k].atom, *a = slope_of(syms, sum, atom);
            if (!a || a->kind == SYM_CONST || a->kind == SYM_UNKNOWN) continue;
            const struct sym *rest = sym_sub(syms, sum, sym_mul(syms, atom, a));
            const struct sym *q = sym_exact_quotient(syms, rest, a);
            if (!q) continue;
            *linear = sym_add(syms, atom, q);
            *slope = a;
            return true;
        }
    }
    return false;
}

static void add_sum(struct product *product, struct syms *syms, const struct sym *sum)
{
    const struct sym *linear, *slope;
    while (split_sum(syms, sum, &linear, &slope)) {
        add_sum(product, syms, linear);
        sum = slope;
    }
    if (sum->kind == SYM_SUM) {
        const char *text = in_parentheses(product->arena, print_terms(product->arena, sum));
        *vec_push(product->arena, &product->pieces) = (struct piece){text, 2, false, NULL};
    } else {
        struct sym_parts parts;
        sym_parts(sum, &parts);
        product->coefficient *= parts.n ? parts.terms->coefficient : parts.constant;
        if (parts.n) add_monomial(product, parts.terms->monomial);
    }
}

static const char *print_sum(struct arena *arena, const struct sym *sum)
{
    struct syms *syms = sum->owner;
    struct sym_term common = common_of_terms(syms, sum);
    const struct sym *rest = sum, *linear, *slope;
    struct product product = {.arena = arena, .coefficient = common.coefficient};
    if (common.coefficient != 1 || common.monomial->kind != SYM_CONST) {
        const struct sym *factor = sym_mul_const(syms, common.monomial, common.coefficient);
        rest = sym_exact_quotient(syms, sum, factor);
        if (!rest || rest->kind != SYM_SUM) return print_terms(arena, sum);
    } else if (!split_sum(syms, sum, &linear, &slope)) {
        return print_terms(arena, sum);
    }
    if (common.coefficient == -1 && common.monomial->kind == SYM_CONST &&
        !split_sum(syms, rest, &linear, &slope))
        return print_terms(arena, sum);
    add_monomial(&product, common.monomial);
    add_sum(&product, syms, rest);
    return print_product(&product);
}

static const char *print_by_kind(struct arena *arena, const struct sym *sym)
{
    struct product product = {.arena = arena, .coefficient = sym->number};
    switch (sym->kind) {
    case SYM_CONST: return arena_printf(arena, "%" PRId64, sym->number);
    case SYM_VAR: return print_name(arena, sym);
    case SYM_SUM: return print_sum(arena, sym);
    case SYM_PRODUCT: add_monomial(&product, sym->monomial); return print_product(&product);
    case SYM_FLOORDIV:
    case SYM_MOD: return print_quotient(arena, sym);
    case SYM_POWER: return print_power(arena, sym, 1);
    case SYM_MIN:
    case SYM_MAX: return print_choice(arena, sym);
    case SYM_UNKNOWN: break;
    }
    return "?";
}

// Factors are taken out by arithmetic, and that depends on the facts.
static const char *print(const struct sym *sym)
{
    struct syms *syms = sym->owner;
    if (sym->text_generation != syms->generation) {
        struct sym *memo = sym_mutable(sym);
        memo->text = print_by_kind(syms->arena, sym);
        memo->text_generation = syms->generation;
    }
    return sym->text;
}

const char *sym_string(struct arena *arena, const struct sym *sym)
{
    // The text must live as long as the arena, and a name belongs to the table.
    return arena_string(arena, print(sym));
}
