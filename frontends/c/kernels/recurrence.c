// An expression is taken apart into factor and addend, both as unsigned 64-bit numbers: arithmetic
// modulo 2^32 is that modulo 2^64, cut. Only unsigned types of the variable's own width are
// followed, since what C leaves open is to be found where the loop is run.

#include "frontends/c/kernels/recurrence.h"

struct line {
    uint64_t factor, addend;
};

static bool is_of_width(const struct ctype *t, const struct variable *v)
{
    return t && t->kind == CTYPE_INT && !t->is_signed && t->size == v->type->size && t->size >= 4;
}

static bool line_of(const struct ast *, const struct variable *, struct line *);

static bool line_of_operation(enum ast_op op, const struct line *a, const struct line *b,
                              struct line *line)
{
    switch (op) {
    case AST_OP_ADD: *line = (struct line){a->factor + b->factor, a->addend + b->addend}; break;
    case AST_OP_SUB: *line = (struct line){a->factor - b->factor, a->addend - b->addend}; break;
    case AST_OP_MUL:
        if (a->factor && b->factor) return false;
        *line = (struct line){a->factor * b->addend + b->factor * a->addend, a->addend * b->addend};
        break;
    default: return false;
    }
    return true;
}

// A number that the compiler converts keeps its bits up to the width; a negative one has those of
// its two's complement.
static bool line_of(const struct ast *n, const struct variable *v, struct line *line)
{
    struct line a, b;
    switch (n->kind) {
    case AST_INT: *line = (struct line){0, (uint64_t)n->integer}; return true;
    case AST_LOAD:
        *line = (struct line){1, 0};
        return n->a->kind == AST_VARIABLE && n->a->variable == v;
    case AST_CONVERT:
        if (!is_of_width(n->type, v)) return false;
        return (n->a->kind == AST_INT || is_of_width(n->a->type, v)) && line_of(n->a, v, line);
    case AST_BINARY:
        return is_of_width(n->type, v) && line_of(n->a, v, &a) && line_of(n->b, v, &b) &&
               line_of_operation(n->op, &a, &b, line);
    default: return false;
    }
}

// `x & 0x7fffffff`: all bits up to some; NULL: it is no such thing.
static const struct ast *masked(const struct ast *n, const struct variable *v, uint64_t *mask)
{
    if (n->kind != AST_BINARY || n->op != AST_OP_AND || !is_of_width(n->type, v)) return NULL;
    const struct ast *bits = ast_unconverted(n->b);
    *mask = bits->kind == AST_INT ? (uint64_t)bits->integer : 0;
    return *mask && (*mask & (*mask + 1)) == 0 ? n->a : NULL;
}

bool recurrence_of(const struct ast *write, const struct variable *v, struct recurrence *r)
{
    struct line line, own = {1, 0};
    uint64_t all = v->type->size == 8 ? UINT64_MAX : UINT32_MAX, mask = all;
    if (!is_of_width(v->type, v) || !write->b) return false;
    if (write->kind == AST_COMPOUND_ASSIGN) {
        struct line by;
        if (write->compute && !is_of_width(write->compute, v)) return false;
        if (!line_of(write->b, v, &by) || !line_of_operation(write->op, &own, &by, &line))
            return false;
    } else {
        const struct ast *inner = masked(write->b, v, &mask);
        if (write->kind != AST_ASSIGN || !line_of(inner ? inner : write->b, v, &line)) return false;
    }
    *r = (struct recurrence){line.factor, line.addend, all & mask};
    return true;
}

// Twice as many rounds by putting a line into itself.
int64_t recurrence_after(const struct recurrence *r, int64_t start, int64_t rounds)
{
    struct line once = {r->factor, r->addend}, all = {1, 0};
    if (rounds == 0) return start;
    for (uint64_t n = (uint64_t)rounds; n; n >>= 1) {
        if (n & 1)
            all = (struct line){once.factor * all.factor, once.factor * all.addend + once.addend};
        once = (struct line){once.factor * once.factor, once.factor * once.addend + once.addend};
    }
    return (int64_t)((all.factor * (uint64_t)start + all.addend) & r->mask);
}
