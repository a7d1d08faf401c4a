// What must hold of a model's sizes, as a condition that a user can read and check ("H % 8 == 0"),
// made from the obligations that no facts decide.

#include "ir/requirement.h"
#include "ir/base/checked.h"
#include "ir/base/text.h"
#include "ir/residues.h"

#include <inttypes.h>
#include <string.h>

static struct proof prove_broadcast(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const struct sym *one = sym_const(syms, 1);
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

struct proof requirement_prove(struct syms *syms, const struct obligation *o)
{
    const struct sym *a = o->a.size, *b = o->b.size;
    switch (o->relation) {
    case RELATION_EQUAL: return sym_prove_equal(syms, a, b);
    case RELATION_AT_MOST: return sym_prove_at_most(syms, a, b);
    case RELATION_DIVIDES: return sym_prove_divides(syms, a, b);
    case RELATION_BROADCAST: break;
    }
    return prove_broadcast(syms, a, b);
}

// ---- the simplest requirement

// Is it for every value of the only symbol from `low` to `high` that the relation holds, or for
// none?
static bool settled_between(enum relation relation, const struct sym *a, const struct sym *b,
                            const struct sym *var, int64_t low, int64_t high, enum verdict verdict)
{
    if (low > high) return true;
    struct arena *arena = arena_open();
    struct syms *syms = syms_open(arena);
    const struct sym *left = sym_brought(syms, a), *right = sym_brought(syms, b);
    const struct sym *symbol = sym_brought(syms, var);
    bool proved = left && right && symbol && sym_assume_at_least(syms, symbol, low) &&
                  sym_assume_at_most(syms, symbol, high);
    if (proved) {
        struct proof proof = relation == RELATION_EQUAL ? sym_prove_equal(syms, left, right)
                                                        : sym_prove_at_most(syms, left, right);
        proved = proof.verdict == verdict && (verdict == VERDICT_PROVED || proof.always);
    }
    arena_close(arena);
    return proved;
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
    enum verdict below = at_low ? VERDICT_PROVED : VERDICT_REFUTED;
    enum verdict above = at_low ? VERDICT_REFUTED : VERDICT_PROVED;
    if (!settled_between(RELATION_EQUAL, a, b, vars[0], least, low, below) ||
        !settled_between(RELATION_EQUAL, a, b, vars[0], high, INT64_MAX, above))
        return false;
    requirement->kind = at_low ? REQUIRE_AT_MOST : REQUIRE_AT_LEAST;
    requirement->left = sym_string(arena, vars[0]);
    requirement->right = arena_printf(arena, "%" PRId64, at_low ? low : high);
    return true;
}

// The least (most) value of the only symbol for which a <= b, where b - a grows (falls) with it:
// that is tried, and then proved on either side.
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
    int64_t least = sym_lower(syms, vars[0]);
    enum verdict below = grows ? VERDICT_REFUTED : VERDICT_PROVED;
    enum verdict above = grows ? VERDICT_PROVED : VERDICT_REFUTED;
    if (least < 0 || !settled_between(RELATION_AT_MOST, a, b, vars[0], least, low, below) ||
        !settled_between(RELATION_AT_MOST, a, b, vars[0], high, INT64_MAX, above))
        return false;
    requirement->kind = grows ? REQUIRE_AT_LEAST : REQUIRE_AT_MOST;
    requirement->left = sym_string(arena, vars[0]);
    requirement->right = arena_printf(arena, "%" PRId64, grows ? high : low);
    return true;
}

// T == min(T, n) as T <= n, and with a maximum as T >= n.
static void unpack_choice(struct arena *arena, struct syms *syms, const struct sym *side,
                          const struct sym *other, struct requirement *requirement)
{
    enum sym_kind kind = sym_kind(other);
    if (kind != SYM_MIN && kind != SYM_MAX) return;
    // Is the side one of those that are chosen from? Then it may be left out.
    const struct sym *rest = sym_choice_without(syms, other, side);
    if (!rest) return;
    requirement->kind = kind == SYM_MIN ? REQUIRE_AT_MOST : REQUIRE_AT_LEAST;
    requirement->left = sym_string(arena, side);
    requirement->right = sym_string(arena, rest);
}

// A broadcast has two ways to hold, which is no single condition.
bool requirement_plain(struct arena *arena, struct syms *syms, const struct obligation *o,
                       struct requirement *requirement)
{
    static const enum requirement_kind kinds[] = {[RELATION_EQUAL] = REQUIRE_EQUAL,
                                                  [RELATION_AT_MOST] = REQUIRE_AT_MOST,
                                                  [RELATION_DIVIDES] = REQUIRE_DIVIDES};
    const struct sym *a = sym_simplify(syms, o->a.size), *b = sym_simplify(syms, o->b.size);
    if (sym_kind(a) == SYM_UNKNOWN || sym_kind(b) == SYM_UNKNOWN) return false;
    if (o->relation == RELATION_BROADCAST) return false;
    *requirement =
        (struct requirement){kinds[o->relation], sym_string(arena, a), sym_string(arena, b)};
    return true;
}

bool requirement_of_broadcast(struct arena *arena, struct syms *syms, const struct obligation *o,
                              struct requirement *requirement)
{
    const struct sym *a = sym_simplify(syms, o->a.size), *b = sym_simplify(syms, o->b.size);
    if (o->relation != RELATION_BROADCAST || sym_kind(a) == SYM_UNKNOWN ||
        sym_kind(b) == SYM_UNKNOWN)
        return false;
    // A number reads better on the right.
    bool swapped = sym_is_const(a, NULL);
    *requirement = (struct requirement){REQUIRE_BROADCAST, sym_string(arena, swapped ? b : a),
                                        sym_string(arena, swapped ? a : b)};
    return true;
}

// The plainest form that says exactly the same: a residue, a bound, or the condition as it stands.
bool requirement_of(struct arena *arena, struct syms *syms, const struct obligation *o,
                    struct requirement *requirement)
{
    struct requirement found[MAX_RESIDUES_REQUIREMENTS];
    if (!requirement_plain(arena, syms, o, requirement)) return false;
    if (residues_find(arena, syms, requirement, 1, found) == 1) {
        *requirement = found[0];
        return true;
    }
    const struct sym *a = sym_simplify(syms, o->a.size), *b = sym_simplify(syms, o->b.size);
    const struct sym *divisor, *dividend;
    if (o->relation == RELATION_EQUAL && sym_says_divides(syms, a, b, &divisor, &dividend)) {
        *requirement = (struct requirement){REQUIRE_DIVIDES, sym_string(arena, divisor),
                                            sym_string(arena, dividend)};
        return true;
    }
    if (o->relation == RELATION_EQUAL && !interval(arena, syms, a, b, requirement)) {
        unpack_choice(arena, syms, a, b, requirement);
        unpack_choice(arena, syms, b, a, requirement);
    }
    if (o->relation == RELATION_AT_MOST) bound(arena, syms, a, b, requirement);
    return true;
}

// Does the requirement have this symbol and no other? Times 3, so that the sides cannot cancel each
// other.
static bool is_about(struct arena *arena, struct syms *syms, const struct requirement *requirement,
                     const struct sym *var)
{
    const struct sym *left = sym_parse(syms, requirement->left, NULL);
    const struct sym *right = sym_parse(syms, requirement->right, NULL), **vars;
    if (!left || !right) return false;
    return sym_vars(arena, sym_add(syms, sym_mul_const(syms, left, 3), right), &vars) == 1 &&
           vars[0] == var;
}

int requirement_sizes(struct arena *arena, struct syms *syms, const struct obligation *o,
                      const struct requirement *const *known, int n_known,
                      struct requirement *found)
{
    struct requirement *all = arena_array(arena, struct requirement, n_known + 1);
    const struct sym **vars;
    int n = 0;
    if (!requirement_plain(arena, syms, o, &all[n++])) return 0;
    const struct sym *a = sym_simplify(syms, o->a.size), *b = sym_simplify(syms, o->b.size);
    if (sym_vars(arena, sym_sub(syms, a, b), &vars) != 1) return 0;
    const struct sym *var = vars[0];
    for (int i = 0; i < n_known; i++)
        if (is_about(arena, syms, known[i], var)) all[n++] = *known[i];
    return residues_find(arena, syms, all, n, found);
}

// ---- assuming

// Proved or open.
static struct proof prove_different(struct syms *syms, const struct sym *left,
                                    const struct sym *right)
{
    struct proof equal = sym_prove_equal(syms, left, right);
    bool apart = (equal.verdict == VERDICT_REFUTED && equal.always) ||
                 sym_is_at_most(syms, sym_add_const(syms, left, 1), right) ||
                 sym_is_at_most(syms, sym_add_const(syms, right, 1), left);
    return (struct proof){.verdict = apart ? VERDICT_PROVED : VERDICT_OPEN,
                          .reason = "they may be equal"};
}

struct proof requirement_prove_sizes(struct syms *syms, enum requirement_kind kind,
                                     const struct sym *left, const struct sym *right)
{
    switch (kind) {
    case REQUIRE_AT_LEAST: return sym_prove_at_most(syms, right, left);
    case REQUIRE_AT_MOST: return sym_prove_at_most(syms, left, right);
    case REQUIRE_DIVIDES: return sym_prove_divides(syms, left, right);
    case REQUIRE_DIFFERENT: return prove_different(syms, left, right);
    case REQUIRE_BROADCAST: return prove_broadcast(syms, left, right);
    case REQUIRE_EQUAL: break;
    }
    return sym_prove_equal(syms, left, right);
}

bool requirement_known(struct syms *syms, const struct requirement *requirement)
{
    const struct sym *left = sym_parse(syms, requirement->left, NULL);
    const struct sym *right = sym_parse(syms, requirement->right, NULL);
    return left && right &&
           requirement_prove_sizes(syms, requirement->kind, left, right).verdict == VERDICT_PROVED;
}

// What a bound says is not negative; NULL where the requirement is none.
static const struct sym *slack_of(struct syms *syms, const struct requirement *requirement)
{
    const struct sym *left = sym_parse(syms, requirement->left, NULL);
    const struct sym *right = sym_parse(syms, requirement->right, NULL);
    if (!left || !right) return NULL;
    if (requirement->kind == REQUIRE_AT_LEAST) return sym_sub(syms, left, right);
    return requirement->kind == REQUIRE_AT_MOST ? sym_sub(syms, right, left) : NULL;
}

bool requirement_is_weaker(struct syms *syms, const struct requirement *requirement,
                           const struct requirement *other)
{
    const struct sym *slack = slack_of(syms, requirement), *less = slack_of(syms, other);
    return slack && less && sym_is_at_most(syms, less, slack);
}

// Under the facts so far.
static bool never_holds(struct syms *syms, enum requirement_kind kind, const struct sym *left,
                        const struct sym *right)
{
    struct proof proof = requirement_prove_sizes(syms, kind, left, right);
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
    case REQUIRE_DIFFERENT:
    case REQUIRE_BROADCAST: return false;
    case REQUIRE_DIVIDES: break;
    }
    if (sym_is_const(left, &divisor)) return sym_assume_divides(syms, divisor, right);
    return sym_assume_equal(syms, sym_mod(syms, right, left), sym_const(syms, 0));
}

static const char *bracket_if(struct arena *arena, const char *side, const char *has_one_of)
{
    return strpbrk(side, has_one_of) ? arena_printf(arena, "(%s)", side) : side;
}

// "H % 8 == 0", in brackets where C would read a formula otherwise.
static const char *remainder_string(struct arena *arena, const struct requirement *requirement)
{
    return arena_printf(arena, "%s %% %s == 0", bracket_if(arena, requirement->right, " /"),
                        bracket_if(arena, requirement->left, " /*"));
}

static const char *broadcast_string(struct arena *arena, const struct requirement *requirement)
{
    const char *left = requirement->left, *right = requirement->right;
    if (strspn(right, "0123456789") == strlen(right))
        return arena_printf(arena, "%s == %s or %s == 1", left, right, left);
    return arena_printf(arena, "%s == %s or %s == 1 or %s == 1", left, right, left, right);
}

const char *requirement_string(struct arena *arena, const struct requirement *requirement)
{
    static const char *const signs[] = {[REQUIRE_AT_LEAST] = ">=",
                                        [REQUIRE_AT_MOST] = "<=",
                                        [REQUIRE_EQUAL] = "==",
                                        [REQUIRE_DIFFERENT] = "!="};
    if (requirement->kind == REQUIRE_BROADCAST) return broadcast_string(arena, requirement);
    // A number reads better on the right.
    if (requirement->kind == REQUIRE_AT_MOST && strspn(requirement->left, "0123456789") > 0 &&
        strspn(requirement->left, "0123456789") == strlen(requirement->left))
        return arena_printf(arena, "%s >= %s", requirement->right, requirement->left);
    if (requirement->kind != REQUIRE_DIVIDES)
        return arena_printf(arena, "%s %s %s", requirement->left, signs[requirement->kind],
                            requirement->right);
    return remainder_string(arena, requirement);
}

// "(H + 1) % 8" with == 0 behind it; the last sign, as there may be others in the dividend.
static bool read_remainder(struct arena *arena, struct requirement *requirement)
{
    const char *sign = NULL;
    for (const char *at = requirement->left; (at = strstr(at, " % ")); at += 3) sign = at;
    if (requirement->kind != REQUIRE_EQUAL || strcmp(requirement->right, "0") != 0 || !sign)
        return false;
    const char *dividend =
        arena_string_n(arena, requirement->left, (size_t)(sign - requirement->left));
    struct syms *syms = syms_open(arena);
    if (!sym_parse(syms, dividend, NULL) || !sym_parse(syms, sign + 3, NULL)) return false;
    *requirement = (struct requirement){REQUIRE_DIVIDES, arena_string(arena, sign + 3), dividend};
    return true;
}

bool requirement_read(struct arena *arena, const char *text, struct requirement *requirement)
{
    static const struct {
        const char *sign;
        enum requirement_kind kind;
    } signs[] = {{" >= ", REQUIRE_AT_LEAST},
                 {" <= ", REQUIRE_AT_MOST},
                 {" == ", REQUIRE_EQUAL},
                 {" != ", REQUIRE_DIFFERENT}};
    struct syms *syms = syms_open(arena);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const char *sign = strstr(text, signs[i].sign);
        if (!sign) continue;
        *requirement =
            (struct requirement){signs[i].kind, arena_string_n(arena, text, (size_t)(sign - text)),
                                 arena_string(arena, sign + strlen(signs[i].sign))};
        return sym_parse(syms, requirement->right, NULL) &&
               (read_remainder(arena, requirement) || sym_parse(syms, requirement->left, NULL));
    }
    return false;
}

// ---- at numbers

struct valuation {
    struct arena *arena; // of the answer
    struct syms *syms;
    const struct sym_binding *bindings;
    int n;
};

// " at H=3, N=1", where one number does not say what all symbols are.
static const char *values_text(const struct valuation *at, const struct sym *sym)
{
    struct text text = {.arena = at->arena};
    const struct sym **vars;
    int64_t value;
    int n = sym_vars(at->arena, sym, &vars);
    for (int i = 0; i < n && n > 1; i++)
        if (sym_evaluate(vars[i], at->bindings, at->n, &value))
            text_printf(&text, "%s %s=%" PRId64, i ? "," : " at", sym_name(vars[i]), value);
    return text_string(&text);
}

// "H = 20", "N*(H/8) = 1 at H=8, N=1", "358 % 4 = 2"
static const char *value_text(const struct valuation *at, const char *side, int64_t value)
{
    const char *percent = strstr(side, " % ");
    int64_t divided;
    if (percent && !strchr(percent + 3, ' ')) {
        const char *before = arena_string_n(at->arena, side, (size_t)(percent - side));
        const struct sym *sym = sym_parse(at->syms, before, NULL);
        if (sym && sym_evaluate(sym, at->bindings, at->n, &divided))
            return arena_printf(at->arena, "%" PRId64 "%s = %" PRId64, divided, percent, value);
    }
    const struct sym *sym = sym_parse(at->syms, side, NULL);
    return arena_printf(at->arena, "%s = %" PRId64 "%s", side, value,
                        sym ? values_text(at, sym) : "");
}

bool requirement_holds(enum requirement_kind kind, int64_t left, int64_t right)
{
    switch (kind) {
    case REQUIRE_AT_LEAST: return left >= right;
    case REQUIRE_AT_MOST: return left <= right;
    case REQUIRE_DIVIDES: return checked_divides(left, right);
    case REQUIRE_DIFFERENT: return left != right;
    case REQUIRE_BROADCAST: return left == right || left == 1 || right == 1;
    case REQUIRE_EQUAL: break;
    }
    return left == right;
}

static bool is_number(const char *side)
{
    return strspn(side, "-0123456789") == strlen(side);
}

static const char *why_broken(const struct valuation *at, const struct requirement *requirement,
                              int64_t left, int64_t right)
{
    if (requirement->kind == REQUIRE_DIVIDES && left != 0 && left != -1)
        return arena_printf(at->arena, "%" PRId64 " %% %" PRId64 " = %" PRId64, right, left,
                            right % left);
    if (is_number(requirement->left)) return value_text(at, requirement->right, right);
    if (is_number(requirement->right)) return value_text(at, requirement->left, left);
    return arena_printf(at->arena, "%s, %s", value_text(at, requirement->left, left),
                        value_text(at, requirement->right, right));
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
    enum requirement_state state = REQUIREMENT_UNKNOWN;
    int64_t a = 0, b = 0;
    for (int i = 0; i < n; i++)
        at[i] = (struct sym_binding){sym_var(syms, bindings[i].name), bindings[i].value};
    if (left && right && sym_evaluate(left, at, n, &a) && sym_evaluate(right, at, n, &b))
        state = requirement_holds(requirement->kind, a, b) ? REQUIREMENT_KEPT : REQUIREMENT_BROKEN;
    struct valuation valuation = {arena, syms, at, n};
    if (why && state == REQUIREMENT_BROKEN) *why = why_broken(&valuation, requirement, a, b);
    arena_close(scratch);
    return state;
}

struct claim claim_copy(struct arena *arena, const struct claim *claim)
{
    struct claim copy = *claim;
    copy.text = arena_string(arena, claim->text);
    if (copy.requirement.left) copy.requirement.left = arena_string(arena, copy.requirement.left);
    if (copy.requirement.right)
        copy.requirement.right = arena_string(arena, copy.requirement.right);
    return copy;
}
