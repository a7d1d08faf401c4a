// Element by element, and products.

#include "ir/kann_rules.h"

// ---- element by element

kann_rule kann_rule_like, kann_rule_rows, kann_rule_broadcast, kann_rule_cmul, kann_rule_matmul,
    kann_rule_dropout;

void kann_rule_like(struct kann_shaping *s)
{
    kann_like(s, kann_operand(s, 0));
}

// The last size is a row's. Without one the library asserts, or reads what lies before the sizes.
void kann_rule_rows(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0);
    if (x->n_d == 0)
        kann_fail(s, KANN_ASSERTS, "x must have a last size, and it is a scalar", NULL);
    kann_like(s, x);
}

void kann_rule_dropout(struct kann_shaping *s)
{
    const struct kann_node *rate = kann_operand(s, 1);
    if (rate->n_d != 0)
        kann_fail(s, KANN_ASSERTS,
                  arena_printf(s->arena, "the rate r must be a scalar, and it is %s",
                               kann_shape_string(s->arena, rate)),
                  "make the rate by kann_new_scalar(KAD_CONST, rate)");
    kann_like(s, kann_operand(s, 0));
}

// Is the length that of some of the last sizes?
static bool ends_rows(struct syms *syms, const struct kann_node *x, const struct sym *length)
{
    const struct sym *product = sym_const(syms, 1);
    if (product == length) return true;
    for (int i = x->n_d - 1; i >= 0; i--) {
        product = sym_mul(syms, product, x->d[i]);
        if (product == length) return true;
    }
    return false;
}

// Are y's sizes the last ones of x, but for the first, which is a part of x's? Sizes of 1 in front
// do not count.
static bool ends_blocks(const struct kann_node *x, const struct kann_node *y)
{
    int first = 0;
    int64_t whole, part;
    while (first < y->n_d && sym_is(y->d[first], 1)) first++;
    int n = y->n_d - first, offset = x->n_d - n;
    if (offset < 0 || n == 0) return n == 0;
    for (int i = 1; i < n; i++)
        if (x->d[offset + i] != y->d[first + i]) return false;
    return sym_is_const(x->d[offset], &whole) && sym_is_const(y->d[first], &part) && part > 0 &&
           whole % part == 0;
}

static bool is_convolution(const struct kann_node *node)
{
    return node->op == KANN_CONV1D || node->op == KANN_CONV2D;
}

// A bias of convolutions: one number a channel. The library repeats it along the columns.
static void doubt_channels(struct kann_shaping *s, const struct kann_node *x,
                           const struct kann_node *y)
{
    bool a_channel = y->n_d == 1 && x->n_d >= 3 && x->d[1] == y->d[0] &&
                     (is_convolution(x) || !ends_rows(s->syms, x, y->d[0]));
    if (a_channel)
        kann_doubt(s, DIAG_KANN_REPEATED,
                   "y has one number for each channel of x, and is repeated along its last size: "
                   "only lengths count",
                   "KANN has no operator that adds a bias to channels: leave it out, or give x its "
                   "channels as the last size");
}

static bool has_numbers(const struct kann_node *node)
{
    for (int i = 0; i < node->n_d; i++)
        if (!sym_is_const(node->d[i], NULL)) return false;
    return true;
}

static void doubt_repeats(struct kann_shaping *s, const struct kann_node *x,
                          const struct kann_node *y, const struct sym *length)
{
    doubt_channels(s, x, y);
    if (!has_numbers(x) || !has_numbers(y)) return;
    if (!ends_rows(s->syms, x, length) && !ends_blocks(x, y))
        kann_doubt(s, DIAG_KANN_REPEATED,
                   "y is repeated over x as it lies in memory, across the rows of x: its length is "
                   "none of the last sizes of x",
                   "only lengths count: give y the last sizes of x");
}

// Is one of the operands padded as other libraries count, on each side?
static const char *broadcast_mend(struct kann_shaping *s)
{
    for (int i = 0; i < 2; i++) {
        const struct kann_node *x = kann_operand(s, i);
        int64_t kernel, before, after;
        while (x->n_child == 1) x = x->child[0];
        if (!is_convolution(x) || x->n_params < 4) continue;
        bool padded = sym_is_const(x->params[0], &kernel) && sym_is_const(x->params[2], &before) &&
                      sym_is_const(x->params[3], &after) && before + after > 0 &&
                      before + after < kernel - 1;
        if (padded)
            return "the padding of KANN is that of both sides together: kernel - 1 keeps a size, "
                   "as KAD_PAD_SAME does";
    }
    return "y is repeated over x, never x over y: the longer one comes first, and its length is a "
           "multiple";
}

void kann_rule_broadcast(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0), *y = kann_operand(s, 1);
    const struct sym *of_x = kann_len(s->syms, x), *of_y = kann_len(s->syms, y);
    kann_need(s, RELATION_DIVIDES, kann_term(of_y, "the length of y"),
              kann_term(of_x, "the length of x"), broadcast_mend(s));
    if (s->shape->failure == KANN_FITS) doubt_repeats(s, x, y, of_y);
    kann_like(s, x);
}

// ---- products

struct fold {
    const struct sym *columns, *rows;
    int first; // the first of the sizes that are folded into columns
};

// The last sizes are multiplied until they are no fewer than `least`. Where symbols leave that
// open, as many as make exactly `least`, else all but the first.
static struct fold fold(struct syms *syms, const struct kann_node *node, const struct sym *least)
{
    struct fold fold = {.columns = sym_const(syms, 1), .rows = sym_const(syms, 1)};
    const struct sym *product = fold.columns;
    int exact = -1;
    for (int i = node->n_d - 1; i >= 0 && exact < 0; i--) {
        product = sym_mul(syms, product, node->d[i]);
        if (product == least) exact = i;
    }
    for (fold.first = node->n_d; fold.first > 0 && fold.columns != least;) {
        if (sym_is_at_most(syms, least, fold.columns)) break;
        bool fewer = sym_is_at_most(syms, sym_add_const(syms, fold.columns, 1), least);
        if (!fewer && exact < 0 && fold.first == 1 && node->n_d > 1) break;
        fold.columns = sym_mul(syms, fold.columns, node->d[--fold.first]);
    }
    for (int i = 0; i < fold.first; i++) fold.rows = sym_mul(syms, fold.rows, node->d[i]);
    return fold;
}

static const struct sym *last_size(struct syms *syms, const struct kann_node *node)
{
    return node->n_d ? node->d[node->n_d - 1] : sym_const(syms, 1);
}

// Is the number the length of some of the last sizes of the other operand? Then that is what both
// are folded to, also where symbols do not tell which is larger.
static const struct sym *columns_of(struct syms *syms, const struct kann_node *x,
                                    const struct kann_node *w)
{
    const struct sym *of_x = last_size(syms, x), *of_w = last_size(syms, w);
    if (sym_is_const(of_x, NULL) && sym_is_const(of_w, NULL)) return sym_max(syms, of_x, of_w);
    if (ends_rows(syms, x, of_w)) return of_w;
    if (ends_rows(syms, w, of_x)) return of_x;
    return sym_max(syms, of_x, of_w);
}

static void doubt_fold(struct kann_shaping *s, const struct fold *fold, int operand)
{
    const struct kann_node *node = kann_operand(s, operand);
    int64_t rows;
    if (fold->first > 0 || node->n_d < 2 || !sym_is_const(node->d[0], &rows) || rows <= 1) return;
    kann_doubt(s, DIAG_KANN_FOLDED,
               arena_printf(s->arena, "all sizes of %s %s are folded into columns, its rows too",
                            kann_word(s, operand), kann_shape_string(s->arena, node)),
               "the last sizes of x and w are meant to be equal: the columns of both");
}

void kann_rule_cmul(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0), *w = kann_operand(s, 1);
    const struct sym *columns = columns_of(s->syms, x, w);
    struct fold of_x = fold(s->syms, x, columns), of_w = fold(s->syms, w, columns);
    static const char mend[] =
        "w has the rows of the result and the columns of x: {outputs, inputs}";
    int64_t a, b;
    // What is folded of the smaller one is no size that the program has written.
    if (sym_is_const(of_x.columns, &a) && sym_is_const(of_w.columns, &b) && a != b)
        kann_need(s, RELATION_EQUAL, kann_term(last_size(s->syms, x), "the columns of x"),
                  kann_term(last_size(s->syms, w), "the columns of w"), mend);
    kann_need(s, RELATION_EQUAL, kann_term(of_x.columns, "the folded columns of x"),
              kann_term(of_w.columns, "the folded columns of w"), mend);
    if (s->shape->failure == KANN_FITS) {
        doubt_fold(s, &of_x, 0);
        doubt_fold(s, &of_w, 1);
    }
    kann_sizes(s, 2, (const struct sym *const[]){of_x.rows, of_w.rows});
}

static const struct sym *matrix_rows(struct syms *syms, const struct kann_node *node)
{
    return node->n_d <= 1 ? sym_const(syms, 1) : node->d[0];
}

static const struct sym *matrix_columns(struct syms *syms, const struct kann_node *node)
{
    const struct sym *columns = sym_const(syms, 1);
    for (int i = node->n_d > 1; i < node->n_d; i++) columns = sym_mul(syms, columns, node->d[i]);
    return columns;
}

void kann_rule_matmul(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0), *y = kann_operand(s, 1);
    kann_need(s, RELATION_EQUAL, kann_term(matrix_columns(s->syms, x), "the columns of x"),
              kann_term(matrix_rows(s->syms, y), "the rows of y"),
              "kad_cmul is the product with y transposed");
    kann_sizes(s, 2,
               (const struct sym *const[]){matrix_rows(s->syms, x), matrix_columns(s->syms, y)});
}
