// The three questions. A statement is proved by the normal form, by bounds and
// by cases; it is refuted by values, and refuted for good where it is proved
// that it never holds.

#include "ir/base/map.h"
#include "ir/base/text.h"
#include "ir/sym/maximum.h"
#include "ir/sym/deduce.h"

const char *proof_witness_string(struct arena *arena, const struct proof *proof)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < proof->n_witness; i++)
        text_printf(&text, "%s%s=%lld", i ? ", " : "", sym_name(proof->witness[i].var),
                    (long long)proof->witness[i].value);
    return text_string(&text);
}

static struct proof open_because(const char *reason)
{
    return (struct proof){.verdict = VERDICT_OPEN, .reason = reason};
}

// Why a question about these cannot be answered; NULL if it can be tried.
static const char *obstacle(const struct syms *syms, const struct sym *a, const struct sym *b)
{
    if (syms->contradiction) return syms->contradiction;
    if (a->kind == SYM_UNKNOWN) return a->name;
    return b->kind == SYM_UNKNOWN ? b->name : NULL;
}

static struct proof proved(void)
{
    return (struct proof){.verdict = VERDICT_PROVED};
}

// Is it enough to know whether there is a proof?
enum interest { INTEREST_ALL, INTEREST_PROOF };

// Decides by the signs of a difference: first what bounds say, then samples, which
// tell what need not be tried to prove, then proof, then a longer search.
static struct proof decide(struct syms *syms, const struct sym_question *question,
                           const struct sym *difference, enum interest interest)
{
    struct proof proof = {.verdict = VERDICT_REFUTED};
    unsigned wrong = question->relation == ASK_AT_MOST ? SIGN_NEGATIVE : SIGN_ANY & ~SIGN_ZERO;
    unsigned signs = sym_signs_at_once(syms, difference), seen;
    if (!(signs & wrong)) return proved();
    enum sym_effort effort = interest == INTEREST_PROOF ? EFFORT_FIRST : EFFORT_SAMPLE;
    bool found = sym_find_witness(syms, question, effort, &seen, &proof);
    if (found && ((seen & ~wrong) || interest == INTEREST_PROOF)) return proof;
    signs = sym_signs(syms, difference, seen);
    if (!(signs & wrong)) return proved();
    proof.always = !(signs & ~wrong);
    if (found || proof.always || interest == INTEREST_PROOF) return proof;
    if (sym_find_witness(syms, question, EFFORT_SEARCH, &seen, &proof)) return proof;
    return open_because("neither a proof nor a counterexample was found");
}

// An answer holds as long as no fact is added.
#define MAX_TERMS 16 // of maxima that are compared term by term

struct memo_key {
    const struct sym *a, *b;
    uint32_t relation, generation;
    uint64_t interest;
};

static struct memo_key key_of(const struct syms *syms, const struct sym_question *question,
                              enum interest interest)
{
    return (struct memo_key){question->a, question->b, (uint32_t)question->relation,
                             syms->generation, interest};
}

// NULL: it was not asked since the last fact.
static const struct proof *recall(const struct syms *syms, const struct sym_question *question,
                                  enum interest interest)
{
    struct memo_key key = key_of(syms, question, interest);
    return syms->proofs ? map_get(syms->proofs, &key, sizeof key) : NULL;
}

static struct proof keep(struct syms *syms, const struct sym_question *question,
                         enum interest interest, struct proof proof)
{
    struct memo_key key = key_of(syms, question, interest);
    if (!syms->proofs) syms->proofs = map_open(syms->arena);
    map_put(syms->proofs, &key, sizeof key, arena_copy(syms->arena, &proof, sizeof proof));
    return proof;
}

static struct proof remember(struct syms *syms, const struct sym_question *question,
                             const struct sym *difference, enum interest interest)
{
    const struct proof *known = recall(syms, question, interest);
    return known ? *known
                 : keep(syms, question, interest, decide(syms, question, difference, interest));
}

// Is the expression a multiple of one that was told to be zero?
static bool told_zero(struct syms *syms, const struct sym *sym)
{
    for (int i = 0; i < syms->zero.n; i++) {
        const struct sym *zero = sym_simplify(syms, syms->zero.at[i]);
        if (zero->kind != SYM_CONST && sym_exact_quotient(syms, sym, zero)) return true;
    }
    return false;
}

struct proof sym_prove_equal(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const char *reason = obstacle(syms, a, b);
    if (reason) return open_because(reason);
    if (a == b) return proved();
    struct sym_question question = {ASK_EQUAL, a, b};
    const struct proof *known = recall(syms, &question, INTEREST_ALL);
    if (known) return *known;
    const struct sym *difference = sym_sub(syms, sym_simplify(syms, b), sym_simplify(syms, a));
    if (difference->kind == SYM_UNKNOWN) return open_because(difference->name);
    if (sym_is(difference, 0) || told_zero(syms, difference)) return proved();
    return remember(syms, &question, difference, INTEREST_ALL);
}

int sym_maximum_of(const struct sym *const *self, const struct sym *const **of)
{
    bool is_maximum = (*self)->kind == SYM_MAX;
    *of = is_maximum ? (const struct sym *const *)(*self)->arguments : self;
    return is_maximum ? (*self)->n : 1;
}

// The largest of some is at most the largest of others where each is at most one of these.
static bool each_at_most_one(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const struct sym *const *left, *const *right;
    int n = sym_maximum_of(&a, &left), m = sym_maximum_of(&b, &right), n_kept = 0;
    if (n + m == 2 || n > MAX_TERMS || m > MAX_TERMS) return false;
    for (int i = 0; i < n && n_kept == i; i++) {
        bool found = false;
        for (int k = 0; k < m && !found; k++) found = sym_is_at_most(syms, left[i], right[k]);
        n_kept += found;
    }
    return n_kept == n;
}

struct proof sym_prove_at_most(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const char *reason = obstacle(syms, a, b);
    if (reason) return open_because(reason);
    struct sym_question question = {ASK_AT_MOST, a, b};
    const struct proof *known = recall(syms, &question, INTEREST_ALL);
    if (known) return *known;
    const struct sym *slack = sym_sub(syms, sym_simplify(syms, b), sym_simplify(syms, a));
    if (slack->kind == SYM_UNKNOWN) return open_because(slack->name);
    struct proof proof = remember(syms, &question, slack, INTEREST_ALL);
    if (proof.verdict != VERDICT_OPEN || !each_at_most_one(syms, a, b)) return proof;
    return keep(syms, &question, INTEREST_ALL, proved());
}

bool sym_is_at_most(struct syms *syms, const struct sym *a, const struct sym *b)
{
    int64_t x, y;
    if (sym_is_const(a, &x) && sym_is_const(b, &y)) return x <= y;
    if (obstacle(syms, a, b)) return false;
    struct sym_question asked = {ASK_AT_MOST, a, b};
    const struct proof *known = recall(syms, &asked, INTEREST_PROOF);
    if (known) return known->verdict == VERDICT_PROVED;
    const struct sym *slack = sym_sub(syms, sym_simplify(syms, b), sym_simplify(syms, a));
    if (slack->kind == SYM_UNKNOWN) return false;
    // What bounds say at once is kept with the expression.
    struct sym_range range = sym_range(syms, slack);
    if (range.lower >= 0 || range.upper < 0) return range.lower >= 0;
    // Bytes of several dtypes ask the same but for a factor.
    const struct sym *primitive = sym_primitive(syms, slack);
    if (primitive->kind == SYM_UNKNOWN) return false;
    struct sym_question question = {ASK_AT_MOST, sym_const(syms, 0), primitive};
    struct proof proof = remember(syms, &question, primitive, INTEREST_PROOF);
    return keep(syms, &asked, INTEREST_PROOF, proof).verdict == VERDICT_PROVED;
}

struct proof sym_prove_divides(struct syms *syms, const struct sym *divisor, const struct sym *sym)
{
    const char *reason = obstacle(syms, divisor, sym);
    if (reason) return open_because(reason);
    struct sym_question question = {ASK_DIVIDES, divisor, sym};
    const struct sym *simple = sym_simplify(syms, divisor);
    if (sym_is(simple, 0)) return open_because("the divisor is zero");
    const struct sym *remainder = sym_mod(syms, sym_simplify(syms, sym), simple);
    if (remainder->kind == SYM_UNKNOWN) return open_because(remainder->name);
    return sym_is(remainder, 0) ? proved() : remember(syms, &question, remainder, INTEREST_ALL);
}

int64_t sym_lower(struct syms *syms, const struct sym *sym)
{
    return sym_range(syms, sym_simplify(syms, sym)).lower;
}

int64_t sym_upper(struct syms *syms, const struct sym *sym)
{
    return sym_range(syms, sym_simplify(syms, sym)).upper;
}
