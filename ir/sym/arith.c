// Sums, products, minimum and maximum.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

// ---- sums, differences and products, each made once

#define LEAST_MADE 64 // places of answers: powers of two
#define MOST_MADE 4096

// Where the answer of an operation is kept. Facts change only what has quotients or remainders.
static struct sym_made made_key(const struct syms *syms, char operation, const struct sym *a,
                                const struct sym *b)
{
    uint32_t rounding = 1u << SYM_FLOORDIV | 1u << SYM_MOD;
    bool depends = (a->contains | b->contains) & rounding;
    return (struct sym_made){operation, depends ? syms->generation : 0, a, b, NULL};
}

static struct sym_made *made_place(struct syms *syms, const struct sym_made *key)
{
    uint64_t mixed = key->a->hash ^ (key->b->hash << 1 | key->b->hash >> 63);
    mixed += (uint64_t)key->operation;
    return &syms->made[(mixed ^ mixed >> 32) & (syms->n_made - 1)];
}

// Most tables of expressions stay small. What a smaller one held is worked out anew.
static void make_room(struct syms *syms)
{
    size_t n = syms->n_made ? syms->n_made * 4 : LEAST_MADE;
    if (syms->n_worked_out++ < syms->n_made || n > MOST_MADE) return;
    syms->made = arena_array(syms->arena, struct sym_made, n);
    syms->n_made = n;
}

static const struct sym *work_out(struct syms *syms, const struct sym_made *key)
{
    struct poly *poly = poly_open(syms);
    if (key->operation == '*') {
        poly_add_product(poly, key->a, key->b);
        return poly_close(poly);
    }
    poly_add(poly, 1, key->a);
    poly_add(poly, key->operation == '+' ? 1 : -1, key->b);
    return poly_close(poly);
}

static const struct sym *make(struct syms *syms, char operation, const struct sym *a,
                              const struct sym *b)
{
    struct sym_made key = made_key(syms, operation, a, b);
    if (!syms->n_made) make_room(syms);
    const struct sym_made *known = made_place(syms, &key);
    if (known->operation == operation && known->a == a && known->b == b &&
        known->generation == key.generation)
        return known->result;
    make_room(syms);
    key.result = work_out(syms, &key);
    *made_place(syms, &key) = key;
    return key.result;
}

const struct sym *sym_add(struct syms *syms, const struct sym *a, const struct sym *b)
{
    int64_t sum;
    if (a->kind == SYM_CONST && b->kind == SYM_CONST && checked_add(a->number, b->number, &sum))
        return sym_const(syms, sum);
    if (sym_is(b, 0)) return a;
    if (sym_is(a, 0)) return b;
    return make(syms, '+', a, b);
}

const struct sym *sym_sub(struct syms *syms, const struct sym *a, const struct sym *b)
{
    int64_t difference;
    if (a->kind == SYM_CONST && b->kind == SYM_CONST &&
        checked_sub(a->number, b->number, &difference))
        return sym_const(syms, difference);
    if (sym_is(b, 0)) return a;
    return make(syms, '-', a, b);
}

const struct sym *sym_neg(struct syms *syms, const struct sym *a)
{
    return sym_mul_const(syms, a, -1);
}

const struct sym *sym_mul(struct syms *syms, const struct sym *a, const struct sym *b)
{
    int64_t product;
    if (a->kind == SYM_CONST && b->kind == SYM_CONST && checked_mul(a->number, b->number, &product))
        return sym_const(syms, product);
    if (sym_is(b, 1)) return a;
    if (sym_is(a, 1)) return b;
    return make(syms, '*', a, b);
}

const struct sym *sym_add_const(struct syms *syms, const struct sym *a, int64_t b)
{
    return sym_add(syms, a, sym_const(syms, b));
}

const struct sym *sym_mul_const(struct syms *syms, const struct sym *a, int64_t b)
{
    return sym_mul(syms, a, sym_const(syms, b));
}

// ---- minimum and maximum: one list of sorted arguments

#define MAX_ARGUMENTS 64

struct choice {
    struct syms *syms;
    enum sym_kind kind;
    int n;
    const struct sym *arguments[MAX_ARGUMENTS];
};

// +1: a is never needed beside b, -1: b is never needed beside a, 0: either may be.
static int redundant(const struct choice *choice, const struct sym *a, const struct sym *b)
{
    struct sym_range difference = sym_range(choice->syms, sym_sub(choice->syms, a, b));
    int sign = choice->kind == SYM_MIN ? 1 : -1;
    if (difference.lower >= 0) return sign;
    return difference.upper <= 0 ? -sign : 0;
}

static void choice_add(struct choice *choice, const struct sym *argument)
{
    int n = 0, place = 0;
    for (int i = 0; i < choice->n; i++) {
        const struct sym *other = choice->arguments[i];
        int answer = redundant(choice, argument, other);
        if (answer > 0) return; // nothing was dropped: what it is beside, all others are beside too
        if (answer == 0) choice->arguments[n++] = other;
    }
    while (place < n && sym_order(choice->arguments[place], argument) < 0) place++;
    for (int i = n; i > place; i--) choice->arguments[i] = choice->arguments[i - 1];
    choice->arguments[place] = argument;
    choice->n = n + 1;
}

static const struct sym *choose(struct syms *syms, enum sym_kind kind, const struct sym *a,
                                const struct sym *b)
{
    if (a->kind == SYM_UNKNOWN || b->kind == SYM_UNKNOWN) return a->kind == SYM_UNKNOWN ? a : b;
    if (a->kind == SYM_CONST && b->kind == SYM_CONST)
        return (a->number < b->number) == (kind == SYM_MIN) ? a : b;
    struct choice choice = {.syms = syms, .kind = kind};
    const struct sym *both[] = {a, b};
    for (int side = 0; side < 2; side++) {
        int n = both[side]->kind == kind ? both[side]->n : 1;
        for (int i = 0; i < n; i++) {
            if (choice.n == MAX_ARGUMENTS) return sym_too_large(syms);
            choice_add(&choice, n == 1 ? both[side] : both[side]->arguments[i]);
        }
    }
    if (choice.n == 1) return choice.arguments[0];
    return sym_intern(syms,
                      &(struct sym){.kind = kind, .n = choice.n, .arguments = choice.arguments});
}

const struct sym *sym_choice_without(struct syms *syms, const struct sym *choice,
                                     const struct sym *argument)
{
    const struct sym *rest = NULL;
    bool found = false;
    if (choice->kind != SYM_MIN && choice->kind != SYM_MAX) return NULL;
    for (int i = 0; i < choice->n; i++) {
        const struct sym *other = choice->arguments[i];
        if (other == argument)
            found = true;
        else
            rest = rest ? choose(syms, choice->kind, rest, other) : other;
    }
    return found ? rest : NULL;
}

const struct sym *sym_min(struct syms *syms, const struct sym *a, const struct sym *b)
{
    return choose(syms, SYM_MIN, a, b);
}

const struct sym *sym_max(struct syms *syms, const struct sym *a, const struct sym *b)
{
    return choose(syms, SYM_MAX, a, b);
}
