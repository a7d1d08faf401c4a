#include "analyzer/fit.h"

#include "ir/base/checked.h"

#define MAX_PARTS 4

enum part_kind {
    N_TO,   // n^number
    CHOOSE, // n*(n - 1)/2 of number 2, n*(n - 1)*(n - 2)/6 of 3: what a line adds up to
    POWER,  // number^n
    POWERS, // 1 + number + number^2 + ..., n terms: what is multiplied in each round adds up to
};

struct part {
    enum part_kind kind;
    int number;
};

struct form {
    int n;
    struct part parts[MAX_PARTS];
};

// From the simple to the less so. Widths that are doubled in each round give weights that grow by
// 4^n, biases and outputs by 2^n, and sums of these.
static const struct form forms[] = {
    {2, {{N_TO, 0}, {N_TO, 1}}},
    {3, {{N_TO, 0}, {N_TO, 1}, {N_TO, 2}}},
    {3, {{N_TO, 0}, {N_TO, 1}, {CHOOSE, 2}}},
    {4, {{N_TO, 0}, {N_TO, 1}, {N_TO, 2}, {N_TO, 3}}},
    {4, {{N_TO, 0}, {N_TO, 1}, {CHOOSE, 2}, {CHOOSE, 3}}},
    {1, {{POWER, 2}}},
    {2, {{N_TO, 0}, {POWER, 2}}},
    {2, {{POWER, 2}, {POWER, 4}}},
    {1, {{POWER, 4}}},
    {3, {{N_TO, 0}, {N_TO, 1}, {POWER, 2}}},
    {3, {{N_TO, 0}, {POWER, 2}, {POWERS, 4}}},
    {4, {{N_TO, 0}, {N_TO, 1}, {POWER, 2}, {POWERS, 4}}},
    {1, {{POWER, 3}}},
    {2, {{POWER, 3}, {POWER, 9}}},
    {2, {{N_TO, 0}, {POWERS, 3}}},
    {3, {{N_TO, 0}, {N_TO, 1}, {POWERS, 3}}},
    {3, {{N_TO, 0}, {POWERS, 3}, {POWERS, 9}}},
    {2, {{POWER, 4}, {POWER, 16}}},
    {2, {{N_TO, 0}, {POWERS, 4}}},
    {3, {{N_TO, 0}, {N_TO, 1}, {POWERS, 4}}},
    {3, {{N_TO, 0}, {POWERS, 4}, {POWERS, 16}}},
};

#define N_FORMS ((int)(sizeof forms / sizeof *forms))

// value(n) = sum over samples i < form->n, from the second on, of
//            value(count_i) * sum over parts j of weight[i][j] * part_j(n) / divisor
struct solution {
    const struct form *form;
    int64_t weight[MAX_PARTS][MAX_PARTS], divisor;
};

static int64_t choose(int64_t n, int k)
{
    return k == 2 ? n * (n - 1) / 2 : n * (n - 1) / 2 * (n - 2) / 3;
}

static bool part_at(struct part part, int64_t count, int64_t *value)
{
    if (part.kind == CHOOSE) {
        *value = choose(count, part.number);
        return true;
    }
    int64_t times = part.kind == N_TO ? count : part.number;
    *value = part.kind == POWERS ? 0 : 1;
    for (int64_t i = 0; i < (part.kind == N_TO ? part.number : count); i++)
        if (!checked_mul(*value, times, value) || !checked_add(*value, part.kind == POWERS, value))
            return false;
    return true;
}

// The determinant without one row and one column; -1: with all of them.
static int64_t minor(int64_t m[MAX_PARTS][MAX_PARTS], int n, int row, int column)
{
    int64_t left[MAX_PARTS][MAX_PARTS], determinant = 0;
    int n_left = 0;
    for (int i = 0; i < n; i++) {
        if (i == row) continue;
        for (int j = 0, k = 0; j < n; j++)
            if (j != column) left[n_left][k++] = m[i][j];
        n_left++;
    }
    if (n_left == 1) return left[0][0];
    for (int j = 0; j < n_left; j++)
        determinant += (j % 2 ? -1 : 1) * left[0][j] * minor(left, n_left, 0, j);
    return determinant;
}

static int64_t gcd_of(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

// With small weights, large sizes stay within 64 bits.
static void shorten(struct solution *s)
{
    int64_t gcd = s->divisor;
    for (int i = 0; i < s->form->n; i++)
        for (int j = 0; j < s->form->n; j++) gcd = gcd_of(gcd, s->weight[i][j]);
    if (s->divisor < 0) gcd = -gcd;
    s->divisor /= gcd;
    for (int i = 0; i < s->form->n; i++)
        for (int j = 0; j < s->form->n; j++) s->weight[i][j] /= gcd;
}

// By Cramer's rule; the numbers of the forms above are small, and no determinant is 0.
static bool solve(const struct fit_counts *counts, const struct form *form, struct solution *s)
{
    int64_t m[MAX_PARTS][MAX_PARTS];
    s->form = form;
    for (int i = 0; i < form->n; i++)
        for (int j = 0; j < form->n; j++)
            if (!part_at(form->parts[j], counts->at[SECOND + i], &m[i][j])) return false;
    s->divisor = minor(m, form->n, -1, -1);
    for (int i = 0; i < form->n; i++)
        for (int j = 0; j < form->n; j++)
            s->weight[i][j] = ((i + j) % 2 ? -1 : 1) * minor(m, form->n, i, j);
    shorten(s);
    return true;
}

// ---- the form at a number, and in the symbol

static const struct sym *power_of(struct syms *syms, const struct sym *count, int degree)
{
    const struct sym *power = sym_const(syms, 1);
    while (degree-- > 0) power = sym_mul(syms, power, count);
    return power;
}

static const struct sym *choose_in(struct syms *syms, const struct sym *n, int k)
{
    const struct sym *product = sym_mul(syms, n, sym_add_const(syms, n, -1));
    if (k == 2) return sym_floordiv_const(syms, product, 2);
    product = sym_mul(syms, product, sym_add_const(syms, n, -2));
    return sym_floordiv_const(syms, product, 6);
}

static const struct sym *part_in(struct syms *syms, struct part part, const struct sym *count)
{
    if (part.kind == N_TO) return power_of(syms, count, part.number);
    if (part.kind == CHOOSE) return choose_in(syms, count, part.number);
    const struct sym *power = sym_pow(syms, part.number, count);
    if (part.kind == POWER) return power;
    return sym_floordiv_const(syms, sym_add_const(syms, power, -1), part.number - 1);
}

// The divisor times the coefficient of a part.
static const struct sym *coefficient(const struct fit_counts *counts, const struct solution *s,
                                     const struct sym *const *values, int part)
{
    const struct sym *sum = sym_const(counts->syms, 0);
    for (int i = 0; i < s->form->n; i++)
        sum = sym_add(counts->syms, sum,
                      sym_mul_const(counts->syms, values[SECOND + i], s->weight[i][part]));
    return sum;
}

// The divisor times the form's value.
static const struct sym *dividend(const struct fit_counts *counts, const struct solution *s,
                                  const struct sym *const *values, const struct sym *count)
{
    struct syms *syms = counts->syms;
    const struct sym *sum = sym_const(syms, 0);
    for (int j = 0; j < s->form->n; j++)
        sum = sym_add(syms, sum,
                      sym_mul(syms, coefficient(counts, s, values, j),
                              part_in(syms, s->form->parts[j], count)));
    return sum;
}

enum divide { DIVIDE_PARTS, DIVIDE_WHOLE };

// A sum of whole multiples of the parts, NULL where it is none; or one division of all, which
// leaves no remainder at any count.
static const struct sym *form_in(const struct fit_counts *counts, const struct solution *s,
                                 const struct sym *const *values, enum divide divide)
{
    struct syms *syms = counts->syms;
    const struct sym *sum = sym_const(syms, 0);
    if (divide == DIVIDE_WHOLE)
        return sym_floordiv_const(syms, dividend(counts, s, values, counts->count), s->divisor);
    for (int j = 0; j < s->form->n; j++) {
        const struct sym *whole = coefficient(counts, s, values, j);
        const struct sym *times = sym_floordiv_const(syms, whole, s->divisor);
        if (sym_mul_const(syms, times, s->divisor) != whole) return NULL;
        const struct sym *part = part_in(syms, s->form->parts[j], counts->count);
        sum = sym_add(syms, sum, sym_mul(syms, times, part));
    }
    return sum;
}

static bool holds_at(const struct fit_counts *counts, const struct solution *s,
                     const struct sym *const *values, int sample)
{
    struct syms *syms = counts->syms;
    const struct sym *count = sym_const(syms, counts->at[sample]);
    const struct sym *there = dividend(counts, s, values, count);
    const struct sym *is = sym_mul_const(syms, values[sample], s->divisor);
    return there == is || sym_prove_equal(syms, there, is).verdict == VERDICT_PROVED;
}

static const struct sym *fit_form(const struct fit_counts *counts, const struct form *form,
                                  const struct sym *const *values, enum divide divide,
                                  int64_t *least)
{
    struct solution s;
    if (counts->n < SECOND + form->n + 1 || !solve(counts, form, &s)) return NULL;
    for (int i = SECOND + form->n; i < counts->n; i++)
        if (!holds_at(counts, &s, values, i)) return NULL;
    const struct sym *form_at = form_in(counts, &s, values, divide);
    if (!form_at || sym_kind(form_at) == SYM_UNKNOWN) return NULL;
    if (values[0] && !holds_at(counts, &s, values, 0) && *least < 2) *least = 2;
    return form_at;
}

const struct sym *fit_closed_form(const struct fit_counts *counts, const struct sym *const *values,
                                  int64_t *least)
{
    bool same = !values[0] || values[0] == values[SECOND];
    for (int i = SECOND; i < counts->n; i++) {
        if (!values[i] || sym_kind(values[i]) == SYM_UNKNOWN) return NULL;
        same = same && values[i] == values[SECOND];
    }
    if (same && counts->n >= SECOND + 2) return values[SECOND];
    for (int i = 0; i < 2 * N_FORMS; i++) {
        enum divide divide = i < N_FORMS ? DIVIDE_PARTS : DIVIDE_WHOLE;
        const struct sym *fitted = fit_form(counts, &forms[i % N_FORMS], values, divide, least);
        if (fitted) return fitted;
    }
    return NULL;
}
