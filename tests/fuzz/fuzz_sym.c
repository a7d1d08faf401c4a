// The symbolic engine: a stack machine builds expressions of three symbols, whose
// values at one point are computed beside them in 128 bits. What the engine says of
// an expression must hold at that point: its value, its bounds, its text, its proofs.
//
// The first three bytes are the point, the next the facts that are told; each byte
// behind them is an operation.

#include "ir/sym/sym.h"
#include "ir/tensor.h"
#include "tests/fuzz/target.h"

enum { N_SYMBOLS = 3, DEPTH = 16, MOST_OPERATIONS = 200 };

struct entry {
    const struct sym *sym;
    bool defined; // by C's rules, and small enough to be exact
    int64_t value;
};

struct machine {
    struct arena *arena;
    struct syms *syms;
    struct sym_binding point[N_SYMBOLS];
    int n;
    struct entry stack[DEPTH];
};

typedef const struct sym *binary(struct syms *, const struct sym *, const struct sym *);

static const struct sym *power_of_two(struct syms *syms, const struct sym *a, const struct sym *b)
{
    (void)a;
    return sym_pow(syms, 2, b);
}

static binary *const operations[] = {sym_add,      sym_sub,      sym_mul,     sym_floordiv,
                                     sym_mod,      sym_min,      sym_max,     sym_ceildiv,
                                     sym_truncdiv, sym_truncmod, power_of_two};

#define N_OPERATIONS ((int)(sizeof operations / sizeof *operations))

__extension__ typedef __int128 wide;

static wide floor_div(wide a, wide b)
{
    wide q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

static bool divides(int operation)
{
    return operation == 3 || operation == 4 || (operation > 6 && operation < 10);
}

static wide operate(int operation, wide a, wide b)
{
    switch (operation) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return floor_div(a, b);
    case 4: return a - b * floor_div(a, b);
    case 5: return a < b ? a : b;
    case 6: return a > b ? a : b;
    case 7: return -floor_div(-a, b);
    case 8: return a / b;
    case 9: return a % b;
    default: return b < 63 ? (wide)1 << b : (wide)INT64_MAX;
    }
}

static void push(struct machine *m, struct entry entry)
{
    if (m->n == DEPTH) m->n = 0;
    m->stack[m->n++] = entry;
}

static void apply(struct machine *m, int operation)
{
    if (m->n < 2) return;
    struct entry b = m->stack[--m->n], a = m->stack[--m->n];
    struct entry made = {.sym = operations[operation](m->syms, a.sym, b.sym)};
    made.defined = a.defined && b.defined && !(divides(operation) && b.value == 0) &&
                   !(operation == 10 && b.value < 0);
    wide value = made.defined ? operate(operation, a.value, b.value) : 0;
    if (value > INT64_MAX / 4 || value < INT64_MIN / 4) made.defined = false;
    made.value = made.defined ? (int64_t)value : 0;
    push(m, made);
}

static void check_value(struct machine *m, const struct entry *e)
{
    int64_t value;
    const char *text = sym_string(m->arena, e->sym);
    if (sym_kind(e->sym) == SYM_UNKNOWN) return;
    const struct sym *again = sym_parse(m->syms, text, NULL);
    require(again == e->sym, "%s reads back as %s", text,
            again ? sym_string(m->arena, again) : "nothing");
    if (!e->defined) return;
    // Parts of a normal form may pass 64 bits where the whole does not.
    const struct sym *simple = sym_simplify(m->syms, e->sym);
    if (sym_evaluate(e->sym, m->point, N_SYMBOLS, &value))
        require(value == e->value, "%s is %lld, not %lld", text, (long long)value,
                (long long)e->value);
    if (sym_evaluate(simple, m->point, N_SYMBOLS, &value))
        require(value == e->value, "%s, simplified %s, is %lld, not %lld", text,
                sym_string(m->arena, simple), (long long)value, (long long)e->value);
    require(sym_lower(m->syms, e->sym) <= e->value && e->value <= sym_upper(m->syms, e->sym),
            "%s: %lld", text, (long long)e->value);
}

static struct proof prove(struct machine *m, int relation, const struct entry *a,
                          const struct entry *b)
{
    if (relation == 0) return sym_prove_equal(m->syms, a->sym, b->sym);
    if (relation == 1) return sym_prove_at_most(m->syms, a->sym, b->sym);
    return sym_prove_divides(m->syms, a->sym, b->sym);
}

static bool holds_for(int relation, int64_t a, int64_t b)
{
    if (relation == 0) return a == b;
    return relation == 1 ? a <= b : a != 0 && b % a == 0;
}

static void check_proof(struct machine *m, int relation)
{
    if (m->n < 2) return;
    const struct entry *a = &m->stack[m->n - 2], *b = &m->stack[m->n - 1];
    struct proof proof = prove(m, relation, a, b);
    const char *left = sym_string(m->arena, a->sym), *right = sym_string(m->arena, b->sym);
    int64_t va, vb;
    if (a->defined && b->defined && (relation < 2 || a->value != 0)) {
        bool holds = holds_for(relation, a->value, b->value);
        require(proof.verdict != VERDICT_PROVED || holds, "%d: %s and %s", relation, left, right);
        require(proof.verdict != VERDICT_REFUTED || !proof.always || !holds,
                "%d always refuted: %s and %s", relation, left, right);
    }
    if (proof.verdict != VERDICT_REFUTED || proof.always) return;
    if (!sym_evaluate(a->sym, proof.witness, proof.n_witness, &va) ||
        !sym_evaluate(b->sym, proof.witness, proof.n_witness, &vb))
        return;
    require(!holds_for(relation, va, vb), "%d: the witness of %s and %s", relation, left, right);
}

static const struct sym *substitute_all(struct machine *m, const struct sym *sym)
{
    for (int i = 0; i < N_SYMBOLS; i++)
        sym = sym_substitute(m->syms, sym, m->point[i].var, sym_const(m->syms, m->point[i].value));
    return sym;
}

static void check_questions(struct machine *m)
{
    if (!m->n) return;
    const struct entry *e = &m->stack[m->n - 1];
    const struct sym **list, *solved;
    int64_t value;
    if (e->defined && sym_is_const(substitute_all(m, e->sym), &value))
        require(value == e->value, "%s with numbers: %lld, not %lld", sym_string(m->arena, e->sym),
                (long long)value, (long long)e->value);
    sym_vars(m->arena, e->sym, &list);
    sym_divisions(m->arena, e->sym, &list);
    if (m->n < 2) return;
    const struct entry *b = &m->stack[m->n - 2];
    const struct sym *left, *right;
    sym_sides(m->syms, e->sym, b->sym, &left, &right);
    sym_is_at_most(m->syms, left, right);
    sym_solve(m->syms, e->sym, b->sym, m->point[0].var, &solved);
}

// Only what is true of the point.
static void tell_facts(struct machine *m, uint8_t facts)
{
    for (int i = 0; i < N_SYMBOLS; i++) {
        const struct sym *var = m->point[i].var;
        int64_t value = m->point[i].value;
        if (facts & (1 << i)) sym_assume_at_least(m->syms, var, value / 2);
        if (facts & (8 << i)) sym_assume_at_most(m->syms, var, value + 5);
    }
    if (facts & 64 && m->point[0].value % 4 == 0) sym_assume_divides(m->syms, 4, m->point[0].var);
    if (facts & 128 && m->point[1].value % 6 == 3)
        sym_assume_divides(m->syms, 6, sym_add_const(m->syms, m->point[1].var, -3));
}

static void step(struct machine *m, struct bytes *bytes)
{
    uint8_t byte = next_byte(bytes);
    int kind = byte % 24;
    if (kind < N_OPERATIONS) {
        apply(m, kind);
        if (m->n) check_value(m, &m->stack[m->n - 1]);
    } else if (kind < 16) {
        const struct sym_binding *at = &m->point[byte % N_SYMBOLS];
        push(m, (struct entry){at->var, true, at->value});
    } else if (kind < 20) {
        int64_t value = (int8_t)next_byte(bytes);
        if (kind == 19) value = value * 0x1000000 * next_byte(bytes);
        push(m, (struct entry){sym_const(m->syms, value), true, value});
    } else if (kind < 23) {
        check_proof(m, kind - 20);
    } else {
        check_questions(m);
    }
}

// The same bytes as text: what an option of the command may be.
static void read_text(struct machine *m, struct bytes bytes)
{
    const char *text = arena_string_n(m->arena, (const char *)bytes.at, bytes.n), *error;
    const struct sym *sym = sym_parse(m->syms, text, &error);
    struct tensor_type type;
    if (sym && sym_kind(sym) != SYM_UNKNOWN) {
        const char *printed = sym_string(m->arena, sym);
        require(sym_parse(m->syms, printed, &error) == sym, "%s is printed as %s", text, printed);
    }
    if (tensor_parse(m->syms, text, &type, &error)) tensor_bytes(m->syms, &type);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
    static const char *const names[N_SYMBOLS] = {"x", "y", "z"};
    struct bytes bytes = {input, n};
    struct machine m = {.arena = arena_open()};
    m.syms = syms_open(m.arena);
    read_text(&m, bytes);
    for (int i = 0; i < N_SYMBOLS; i++)
        m.point[i] = (struct sym_binding){sym_var(m.syms, names[i]), next_byte(&bytes)};
    tell_facts(&m, next_byte(&bytes));
    for (int i = 0; i < MOST_OPERATIONS && bytes.n; i++) step(&m, &bytes);
    arena_close(m.arena);
    return 0;
}
