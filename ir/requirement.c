// What must hold of a model's sizes, as a condition that a user can read and check ("H % 8 == 0"),
// made from the obligations that no facts decide.

#include "ir/requirement.h"

#include <inttypes.h>
#include <string.h>

#define LARGEST_DIVISOR 256

struct proof requirement_prove(struct syms *syms, const struct obligation *o)
{
    const struct sym *a = o->a.size, *b = o->b.size, *one = sym_const(syms, 1);
    switch (o->relation) {
    case RELATION_EQUAL: return sym_prove_equal(syms, a, b);
    case RELATION_AT_MOST: return sym_prove_at_most(syms, a, b);
    case RELATION_DIVIDES: return sym_prove_divides(syms, a, b);
    case RELATION_BROADCAST: break;
    }
    struct proof equal = sym_prove_equal(syms, a, b);
    struct proof a_is_one = sym_prove_equal(syms, a, one), b_is_one = sym_prove_equal(syms, b, one);
    if (equal.verdict == VERDICT_PROVED) return equal;
    if (a_is_one.verdict == VERDICT_PROVED) return a_is_one;
    if (b_is_one.verdict == VERDICT_PROVED) return b_is_one;
    equal.always = equal.always && a_is_one.always && b_is_one.always;
    if (equal.verdict == VERDICT_REFUTED &&
        (a_is_one.verdict == VERDICT_OPEN || b_is_one.verdict == VERDICT_OPEN))
        return (struct proof){.verdict = VERDICT_OPEN, .reason = "either size may be 1"};
    return equal;
}

// ---- the simplest requirement

// The smallest number such that the equation holds whenever it divides the
// symbol; 0 if there is none. Tried in a table of its own, which forgets what is assumed.
static int64_t sufficient_divisor(const char *a, const char *b, const char *var)
{
    int64_t found = 0;
    for (int64_t m = 2; m <= LARGEST_DIVISOR && !found; m++) {
        // Strides are powers of two, now and then with a factor of 3, 5 or 7.
        if (m > 16 && m % 8 != 0) continue;
        struct arena *arena = arena_open();
        struct syms *syms = syms_open(arena);
        const struct sym *left = sym_parse(syms, a, NULL), *right = sym_parse(syms, b, NULL);
        const struct sym *symbol = sym_parse(syms, var, NULL);
        if (left && right && symbol && sym_assume_divides(syms, m, symbol) &&
            sym_prove_equal(syms, left, right).verdict == VERDICT_PROVED)
            found = m;
        arena_close(arena);
    }
    return found;
}

static bool divisibility(struct arena *arena, struct syms *syms, const struct sym *a,
                         const struct sym *b, struct requirement *requirement)
{
    const struct sym **vars;
    int n = sym_vars(arena, sym_sub(syms, a, b), &vars);
    const char *left = sym_string(arena, a), *right = sym_string(arena, b);
    for (int i = 0; i < n && n == 1; i++) {
        const char *name = sym_string(arena, vars[i]);
        int64_t divisor = sufficient_divisor(left, right, name);
        if (!divisor) continue;
        *requirement = (struct requirement){.kind = REQUIRE_DIVIDES,
                                            .left = arena_printf(arena, "%" PRId64, divisor),
                                            .right = name};
        return true;
    }
    return false;
}

// Does the equation hold for every value of the only symbol from `low` to `high`?
static bool equal_between(const struct sym *a, const struct sym *b, const struct sym *var,
                          int64_t low, int64_t high)
{
    struct arena *arena = arena_open();
    struct syms *syms = syms_open(arena);
    const struct sym *left = sym_parse(syms, sym_string(arena, a), NULL);
    const struct sym *right = sym_parse(syms, sym_string(arena, b), NULL);
    const struct sym *symbol = sym_parse(syms, sym_string(arena, var), NULL);
    bool equal = left && right && symbol && sym_assume_at_least(syms, symbol, low) &&
                 sym_assume_at_most(syms, symbol, high) &&
                 sym_prove_equal(syms, left, right).verdict == VERDICT_PROVED;
    arena_close(arena);
    return equal;
}

// T == min(T, 512) as T <= 512: an equation that holds up to a value of the only symbol, or from
// one on.
static bool interval(struct arena *arena, struct syms *syms, const struct sym *a,
                     const struct sym *b, struct requirement *requirement)
{
    const struct sym **vars, *difference = sym_sub(syms, a, b);
    if (sym_vars(arena, difference, &vars) != 1) return false;
    int64_t least = sym_lower(syms, vars[0]), most = INT64_C(1) << 40, value;
    if (least < 0) return false;
    int64_t low = least < 1 ? 1 : least, high = most;
    struct sym_binding at = {vars[0], low};
    if (!sym_evaluate(difference, &at, 1, &value)) return false;
    bool at_low = value == 0;
    at.value = high;
    if (!sym_evaluate(difference, &at, 1, &value) || at_low == (value == 0)) return false;
    while (high - low > 1) {
        at.value = low + (high - low) / 2;
        if (!sym_evaluate(difference, &at, 1, &value)) return false;
        if ((value == 0) == at_low)
            low = at.value;
        else
            high = at.value;
    }
    if (!(at_low ? equal_between(a, b, vars[0], least, low)
                 : equal_between(a, b, vars[0], high, INT64_MAX)))
        return false;
    requirement->kind = at_low ? REQUIRE_AT_MOST : REQUIRE_AT_LEAST;
    requirement->left = sym_string(arena, vars[0]);
    requirement->right = arena_printf(arena, "%" PRId64, at_low ? low : high);
    return true;
}

// The least (most) value of the only symbol for which a <= b, where b - a grows
// (falls) with it.
static bool bound(struct arena *arena, struct syms *syms, const struct sym *a, const struct sym *b,
                  struct requirement *requirement)
{
    const struct sym **vars, *slack = sym_sub(syms, b, a);
    if (sym_vars(arena, slack, &vars) != 1) return false;
    int64_t low = 0, high = INT64_C(1) << 40, at_low, at_high;
    struct sym_binding at = {vars[0], low};
    if (!sym_evaluate(slack, &at, 1, &at_low)) return false;
    at.value = high;
    if (!sym_evaluate(slack, &at, 1, &at_high) || (at_low >= 0) == (at_high >= 0)) return false;
    bool grows = at_high >= 0;
    while (high - low > 1) {
        int64_t value;
        at.value = low + (high - low) / 2;
        if (!sym_evaluate(slack, &at, 1, &value)) return false;
        if ((value >= 0) == grows)
            high = at.value;
        else
            low = at.value;
    }
    requirement->kind = grows ? REQUIRE_AT_LEAST : REQUIRE_AT_MOST;
    requirement->left = sym_string(arena, vars[0]);
    requirement->right = arena_printf(arena, "%" PRId64, grows ? high : low);
    return true;
}

bool requirement_of(struct arena *arena, struct syms *syms, const struct obligation *o,
                    struct requirement *requirement)
{
    const struct sym *a = sym_simplify(syms, o->a.size), *b = sym_simplify(syms, o->b.size);
    *requirement =
        (struct requirement){.left = sym_string(arena, a), .right = sym_string(arena, b)};
    if (sym_kind(a) == SYM_UNKNOWN || sym_kind(b) == SYM_UNKNOWN) return false;
    switch (o->relation) {
    case RELATION_EQUAL:
        if (!divisibility(arena, syms, a, b, requirement) &&
            !interval(arena, syms, a, b, requirement))
            requirement->kind = REQUIRE_EQUAL;
        return true;
    case RELATION_AT_MOST:
        if (!bound(arena, syms, a, b, requirement)) requirement->kind = REQUIRE_AT_MOST;
        return true;
    case RELATION_DIVIDES: requirement->kind = REQUIRE_DIVIDES; return true;
    case RELATION_BROADCAST: break;
    }
    return false;
}

// ---- assuming

static struct proof prove(struct syms *syms, enum requirement_kind kind, const struct sym *left,
                          const struct sym *right)
{
    switch (kind) {
    case REQUIRE_AT_LEAST: return sym_prove_at_most(syms, right, left);
    case REQUIRE_AT_MOST: return sym_prove_at_most(syms, left, right);
    case REQUIRE_DIVIDES: return sym_prove_divides(syms, left, right);
    case REQUIRE_EQUAL: break;
    }
    return sym_prove_equal(syms, left, right);
}

bool requirement_known(struct syms *syms, const struct requirement *requirement)
{
    const struct sym *left = sym_parse(syms, requirement->left, NULL);
    const struct sym *right = sym_parse(syms, requirement->right, NULL);
    return left && right && prove(syms, requirement->kind, left, right).verdict == VERDICT_PROVED;
}

static bool never_holds(struct syms *syms, enum requirement_kind kind, const struct sym *left,
                        const struct sym *right)
{
    struct proof proof = prove(syms, kind, left, right);
    return proof.verdict == VERDICT_REFUTED && proof.always;
}

bool requirement_assume(struct syms *syms, const struct requirement *requirement)
{
    const struct sym *left = sym_parse(syms, requirement->left, NULL);
    const struct sym *right = sym_parse(syms, requirement->right, NULL);
    int64_t divisor;
    // A contradiction would silence every later question.
    if (!left || !right || never_holds(syms, requirement->kind, left, right)) return false;
    switch (requirement->kind) {
    case REQUIRE_AT_LEAST: return sym_assume_at_least(syms, sym_sub(syms, left, right), 0);
    case REQUIRE_AT_MOST: return sym_assume_at_most(syms, sym_sub(syms, left, right), 0);
    case REQUIRE_EQUAL: return sym_assume_equal(syms, left, right);
    case REQUIRE_DIVIDES: break;
    }
    if (sym_is_const(left, &divisor)) return sym_assume_divides(syms, divisor, right);
    return sym_assume_equal(syms, sym_mod(syms, right, left), sym_const(syms, 0));
}

const char *requirement_string(struct arena *arena, const struct requirement *requirement)
{
    static const char *const signs[] = {
        [REQUIRE_AT_LEAST] = ">=", [REQUIRE_AT_MOST] = "<=", [REQUIRE_EQUAL] = "=="};
    // A number reads better on the right.
    if (requirement->kind == REQUIRE_AT_MOST && strspn(requirement->left, "0123456789") > 0 &&
        strspn(requirement->left, "0123456789") == strlen(requirement->left))
        return arena_printf(arena, "%s >= %s", requirement->right, requirement->left);
    if (requirement->kind != REQUIRE_DIVIDES)
        return arena_printf(arena, "%s %s %s", requirement->left, signs[requirement->kind],
                            requirement->right);
    bool sum = strchr(requirement->right, ' ') || strchr(requirement->right, '/');
    return arena_printf(arena, sum ? "(%s) %% %s == 0" : "%s %% %s == 0", requirement->right,
                        requirement->left);
}

// ---- at numbers

// "H = 20", "N*(H/8) = 1"; what is a number already needs no word.
static const char *value_text(struct arena *arena, const char *side, int64_t value)
{
    return arena_printf(arena, "%s = %" PRId64, side, value);
}

static bool holds(enum requirement_kind kind, int64_t left, int64_t right)
{
    switch (kind) {
    case REQUIRE_AT_LEAST: return left >= right;
    case REQUIRE_AT_MOST: return left <= right;
    case REQUIRE_DIVIDES: return left != 0 && right % left == 0;
    case REQUIRE_EQUAL: break;
    }
    return left == right;
}

static const char *why_broken(struct arena *arena, const struct requirement *requirement,
                              int64_t left, int64_t right)
{
    if (requirement->kind == REQUIRE_DIVIDES && left != 0)
        return arena_printf(arena, "%" PRId64 " %% %" PRId64 " = %" PRId64, right, left,
                            right % left);
    bool left_is_number = strspn(requirement->left, "-0123456789") == strlen(requirement->left);
    bool right_is_number = strspn(requirement->right, "-0123456789") == strlen(requirement->right);
    if (left_is_number) return value_text(arena, requirement->right, right);
    if (right_is_number) return value_text(arena, requirement->left, left);
    return arena_printf(arena, "%s, %s", value_text(arena, requirement->left, left),
                        value_text(arena, requirement->right, right));
}

enum requirement_state requirement_at(struct arena *arena, const struct requirement *requirement,
                                      const struct requirement_binding *bindings, int n,
                                      const char **why)
{
    struct arena *scratch = arena_open();
    struct syms *syms = syms_open(scratch);
    struct sym_binding *at = arena_array(scratch, struct sym_binding, n + 1);
    const struct sym *left = sym_parse(syms, requirement->left, NULL);
    const struct sym *right = sym_parse(syms, requirement->right, NULL);
    int64_t a = 0, b = 0;
    for (int i = 0; i < n; i++)
        at[i] = (struct sym_binding){sym_var(syms, bindings[i].name), bindings[i].value};
    bool known = left && right && sym_evaluate(left, at, n, &a) && sym_evaluate(right, at, n, &b);
    arena_close(scratch);
    if (!known) return REQUIREMENT_UNKNOWN;
    if (holds(requirement->kind, a, b)) return REQUIREMENT_KEPT;
    if (why) *why = why_broken(arena, requirement, a, b);
    return REQUIREMENT_BROKEN;
}
