// Layers with a state: its initial value is a leaf, and the node that makes the next one points to
// it (`pre`).

#include "frontends/kann/layers.h"
#include "frontends/kann/rules.h"

enum recurrent_flag { VAR_H0 = 1, NORM = 2 }; // KANN_RNN_VAR_H0, KANN_RNN_NORM

struct cell {
    struct kann_call *call;
    struct kann_node *in; // NULL: it has none
    const struct sym *n_in, *n;
    bool norm;
};

static bool has_flag(struct kann_call *c, int argument, enum recurrent_flag flag)
{
    int64_t flags;
    if (!sym_is_const(kann_number(c, argument), &flags)) {
        c->unknown = "the flags of a recurrent layer are not known";
        return false;
    }
    return flags & flag;
}

// Initial states are always leaves of their own.
static struct kann_node *initial(struct kann_call *c, const struct sym *n, bool learned)
{
    const struct sym *d[] = {sym_const(c->syms, 1), n};
    return kann_make_own_leaf(c, learned ? KANN_VAR : KANN_CONST, 2, d);
}

static struct kann_node *product(const struct cell *cell, struct kann_node *x, struct kann_node *w)
{
    struct kann_node *y = kann_make_op2(cell->call, KANN_CMUL, x, w);
    return cell->norm ? kann_layernorm(cell->call, y) : y;
}

// As the library makes it: the state's weight, the bias, the state's product, then the input's.
static struct kann_node *gate(const struct cell *cell, struct kann_node *state)
{
    struct kann_call *c = cell->call;
    struct kann_node *u = kann_weight(c, cell->n, cell->n), *b = kann_vector(c, cell->n);
    struct kann_node *t = product(cell, state, u);
    if (cell->in) {
        struct kann_node *w = kann_weight(c, cell->n, cell->n_in);
        t = kann_make_op2(c, KANN_ADD, product(cell, cell->in, w), t);
    }
    return kann_make_op2(c, KANN_ADD, t, b);
}

static struct kann_node *feeds_back(struct kann_node *out, struct kann_node *state)
{
    if (out) out->pre = state;
    return out;
}

static struct cell cell_of(struct kann_call *c, struct kann_node *in, struct kann_node *state,
                           bool norm)
{
    struct cell cell = {c, in, kann_columns(c, in), sym_const(c->syms, 0), norm};
    if (state && state->n_d) cell.n = state->d[state->n_d - 1];
    return cell;
}

// ---- plain

static struct kann_node *rnn(struct kann_call *c, struct kann_node *in, struct kann_node *state,
                             bool norm)
{
    struct cell cell = cell_of(c, in, state, norm);
    if (!state) return NULL;
    return feeds_back(kann_make_op1(c, KANN_TANH, gate(&cell, state)), state);
}

struct kann_node *rule_rnn(struct kann_call *c)
{
    struct kann_node *state = initial(c, kann_number(c, 0), has_flag(c, 1, VAR_H0));
    return rnn(c, c->in[0], state, has_flag(c, 1, NORM));
}

struct kann_node *rule_rnn2(struct kann_call *c)
{
    return rnn(c, c->in[0], c->in[1], has_flag(c, 0, NORM));
}

// ---- gated

static struct kann_node *gru(struct kann_call *c, struct kann_node *in, struct kann_node *state,
                             bool norm)
{
    struct cell cell = cell_of(c, in, state, norm);
    if (!state) return NULL;
    struct kann_node *z = kann_make_op1(c, KANN_SIGM, gate(&cell, state));
    struct kann_node *r = kann_make_op1(c, KANN_SIGM, gate(&cell, state));
    // The weights come before the product with the reset gate.
    struct kann_node *u = kann_weight(c, cell.n, cell.n), *b = kann_vector(c, cell.n);
    struct kann_node *t = product(&cell, kann_make_op2(c, KANN_MUL, r, state), u);
    if (in) {
        struct kann_node *w = kann_weight(c, cell.n, cell.n_in);
        t = kann_make_op2(c, KANN_ADD, product(&cell, in, w), t);
    }
    struct kann_node *s = kann_make_op1(c, KANN_TANH, kann_make_op2(c, KANN_ADD, t, b));
    struct kann_node *kept = kann_make_op2(c, KANN_MUL, z, state);
    struct kann_node *renewed = kann_make_op2(c, KANN_MUL, kann_make_op1(c, KANN_ONE_MINUS, z), s);
    return feeds_back(kann_make_op2(c, KANN_ADD, renewed, kept), state);
}

struct kann_node *rule_gru(struct kann_call *c)
{
    struct kann_node *state = initial(c, kann_number(c, 0), has_flag(c, 1, VAR_H0));
    return gru(c, c->in[0], state, has_flag(c, 1, NORM));
}

struct kann_node *rule_gru2(struct kann_call *c)
{
    return gru(c, c->in[0], c->in[1], has_flag(c, 0, NORM));
}

// ---- long short-term memory

static struct kann_node *lstm_gate(const struct cell *cell, struct kann_node *state,
                                   enum kann_op activation)
{
    struct kann_call *c = cell->call;
    struct kann_node *w = kann_weight(c, cell->n, cell->n_in),
                     *u = kann_weight(c, cell->n, cell->n), *b = kann_vector(c, cell->n);
    struct kann_node *of_input = product(cell, cell->in, w), *of_state = product(cell, state, u);
    struct kann_node *sum = kann_make_op2(c, KANN_ADD, of_input, of_state);
    return kann_make_op1(c, activation, kann_make_op2(c, KANN_ADD, sum, b));
}

struct kann_node *rule_lstm(struct kann_call *c)
{
    const struct sym *n = kann_number(c, 0);
    bool learned = has_flag(c, 1, VAR_H0), norm = has_flag(c, 1, NORM);
    struct kann_node *h0 = initial(c, n, learned), *c0 = initial(c, n, learned);
    struct cell cell = cell_of(c, c->in[0], h0, norm);
    if (!c->in[0] || !h0) return NULL;
    struct kann_node *i = lstm_gate(&cell, h0, KANN_SIGM), *f = lstm_gate(&cell, h0, KANN_SIGM),
                     *o = lstm_gate(&cell, h0, KANN_SIGM), *g = lstm_gate(&cell, h0, KANN_TANH);
    struct kann_node *kept = kann_make_op2(c, KANN_MUL, f, c0);
    struct kann_node *memory =
        feeds_back(kann_make_op2(c, KANN_ADD, kept, kann_make_op2(c, KANN_MUL, g, i)), c0);
    if (norm) memory = kann_layernorm(c, memory);
    struct kann_node *out = kann_make_op2(c, KANN_MUL, kann_make_op1(c, KANN_TANH, memory), o);
    return feeds_back(out, h0);
}
