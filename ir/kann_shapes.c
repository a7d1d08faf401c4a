// The rules, each beside the words that it speaks of its operands with.

#include "ir/kann_shapes.h"

#include "ir/kann_rules.h"
#include "ir/requirement.h"

#include <string.h>

// ---- conditions

static enum verdict decide(struct syms *syms, const struct obligation *o, bool *always)
{
    bool numbers = sym_is_const(o->a.size, NULL) && sym_is_const(o->b.size, NULL);
    *always = true;
    if (numbers) return obligation_plain(o);
    struct proof proof = requirement_prove(syms, o);
    *always = proof.always;
    return proof.verdict;
}

bool kann_need(struct kann_shaping *s, enum relation relation, struct term a, struct term b,
               const char *mend)
{
    struct kann_shape *shape = s->shape;
    struct obligation o = {.diag = DIAG_KANN_REFUSED, .relation = relation, .a = a, .b = b};
    bool always;
    if (shape->failure != KANN_FITS) return false;
    enum verdict verdict = decide(s->syms, &o, &always);
    if (verdict == VERDICT_PROVED) return true;
    if (verdict == VERDICT_REFUTED && always) {
        shape->failure = KANN_REFUSES;
        shape->wrong = arena_printf(s->arena, "%s %s %s", term_string(s->arena, &a),
                                    relation_words(relation)->from_a, term_string(s->arena, &b));
        shape->mend = mend;
        return false;
    }
    o.next = (struct obligation *)(uintptr_t)shape->open;
    shape->open = arena_copy(s->arena, &o, sizeof o);
    return true;
}

void kann_fail(struct kann_shaping *s, enum kann_failure failure, const char *wrong,
               const char *mend)
{
    if (s->shape->failure != KANN_FITS) return;
    s->shape->failure = failure;
    s->shape->wrong = wrong;
    s->shape->mend = mend;
}

void kann_doubt(struct kann_shaping *s, enum diag_id diag, const char *what, const char *mend)
{
    if (s->shape->doubtful) return;
    s->shape->doubt = diag;
    s->shape->doubtful = what;
    s->shape->doubt_mend = mend;
}

struct term kann_term(const struct sym *size, const char *what)
{
    return (struct term){.size = size, .operand = -1, .what = what};
}

// ---- operands

const struct kann_node *kann_operand(const struct kann_shaping *s, int index)
{
    return s->node->child[index];
}

const char *kann_word(const struct kann_shaping *s, int index)
{
    return kann_operand_word(s->arena, s->node, index);
}

const char *kann_operand_word(struct arena *arena, const struct kann_node *node, int index)
{
    switch (node->op) {
    case KANN_CMUL:
    case KANN_CONV1D:
    case KANN_CONV2D: return index ? "w" : "x";
    case KANN_DROPOUT: return index ? "r" : "x";
    case KANN_CE_MULTI:
        if (index == 2) return "the weights";
        return index ? "the truth" : "the prediction";
    case KANN_CE_BIN:
    case KANN_CE_BIN_NEG:
    case KANN_MSE: return index ? "the truth" : "the prediction";
    case KANN_ADD:
    case KANN_SUB:
    case KANN_MUL:
    case KANN_MATMUL: return index ? "y" : "x";
    default: break;
    }
    return node->n_child == 1 ? "x" : arena_printf(arena, "operand %d", index);
}

void kann_like(struct kann_shaping *s, const struct kann_node *other)
{
    s->shape->n_d = other->n_d;
    for (int i = 0; i < other->n_d; i++) s->shape->d[i] = other->d[i];
}

void kann_sizes(struct kann_shaping *s, int n_d, const struct sym *const *d)
{
    s->shape->n_d = n_d;
    for (int i = 0; i < n_d; i++) s->shape->d[i] = d[i];
}

// ---- windows

// C's division. Of symbols rounded down: that is the same where a kernel fits, which is demanded.
const struct sym *kann_divide(struct syms *syms, const struct sym *a, const struct sym *b)
{
    bool numbers = sym_is_const(a, NULL) && sym_is_const(b, NULL);
    return numbers ? sym_truncdiv(syms, a, b) : sym_floordiv(syms, a, b);
}

struct kann_window kann_window_of(struct syms *syms, const struct sym *in, const struct sym *kernel,
                                  const struct sym *stride, const struct sym *pad)
{
    struct kann_window window = {.out = in};
    int64_t padding;
    bool same = sym_is(pad, KANN_PAD_SAME) && sym_is(stride, 1);
    if (sym_is_const(pad, &padding) && padding < 0) pad = sym_const(syms, 0);
    const struct sym *room = sym_add(syms, sym_sub(syms, in, kernel), pad),
                     *step = sym_add_const(syms, stride, -1);
    if (!same)
        window.out = sym_add_const(syms, kann_divide(syms, sym_add(syms, room, step), stride), 1);
    const struct sym *reach =
        sym_add(syms, sym_mul(syms, sym_add_const(syms, window.out, -1), stride), kernel);
    const struct sym *both = sym_sub(syms, reach, in);
    window.before = kann_divide(syms, both, sym_const(syms, 2));
    window.after = sym_sub(syms, both, window.before);
    return window;
}

// ---- the table

#define KANN_OP(number, id, word, shape, scratch) kann_rule kann_rule_##shape;
#include "ir/kann_ops.def"
#undef KANN_OP

static kann_rule *const rules[N_KANN_OPS] = {
#define KANN_OP(number, id, word, shape, scratch) [number] = kann_rule_##shape,
#include "ir/kann_ops.def"
#undef KANN_OP
};

// An operator that refuses keeps the sizes that it had, as nothing asks whether it did.
static void set_sizes(struct syms *syms, struct kann_shape *shape, int n_d,
                      const struct sym *const *d)
{
    shape->n_d = n_d;
    for (int i = 0; i < KANN_DIMS; i++) shape->d[i] = i < n_d && d[i] ? d[i] : sym_const(syms, 0);
}

void kann_shape_of(struct arena *arena, struct syms *syms, const struct kann_node *node,
                   struct kann_shape *shape)
{
    struct kann_shaping s = {arena, syms, node, shape};
    *shape = (struct kann_shape){0};
    set_sizes(syms, shape, node->n_d, node->d);
    bool known = node->op > KANN_LEAF && node->op < N_KANN_OPS && rules[node->op];
    if (known && node->n_child > 0) rules[node->op](&s);
    bool keeps = shape->failure == KANN_REFUSES && !shape->overwrites;
    set_sizes(syms, shape, keeps ? node->n_d : shape->n_d, keeps ? node->d : shape->d);
}
