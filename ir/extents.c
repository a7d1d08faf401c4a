// A size is asked about where it enters the program: in an operand that no node makes (an input, a
// weight), and in a result that has it while no operand does. Sizes that pass through are not
// asked about again.

#include "ir/extents.h"

// Nearly all sizes are numbers or symbols, and are seen here at once.
static bool may_be_negative(struct syms *syms, const struct sym *size)
{
    enum sym_kind kind = sym_kind(size);
    return kind != SYM_CONST && kind != SYM_UNKNOWN && sym_lower(syms, size) < 0;
}

// What lies before the last part is taken to be less than the whole: then that part is no less than
// what it is more by. Sizes that break that have other parts.
static bool is_rest_of(struct syms *syms, const struct obligation *taken, const struct sym *size)
{
    int64_t more;
    if (sym_is_const(taken->a.size, NULL)) return false;
    const struct sym *rest = sym_sub(syms, taken->b.size, taken->a.size);
    return sym_is_const(sym_sub(syms, size, rest), &more) && more >= 0;
}

// Has the rule asked for a bound from below already?
static bool is_asked(const struct infer *in, const struct sym *size)
{
    int64_t least;
    for (const struct obligation *o = in->obligations; o; o = o->next) {
        if (o->relation != RELATION_AT_MOST) continue;
        bool bound = o->b.size == size && sym_is_const(o->a.size, &least) && least >= 0;
        if (o->taken ? is_rest_of(in->syms, o, size) : bound) return true;
    }
    return false;
}

static void ask(struct infer *in, struct term term)
{
    if (may_be_negative(in->syms, term.size) && !is_asked(in, term.size))
        require_at_least(in, DIAG_SIZE_NEGATIVE, term, 0, NULL);
}

static bool is_size_of_operand(const struct infer *in, const struct sym *size)
{
    for (int i = 0; i < in->n_in; i++) {
        const struct shape *shape = infer_shape(in, i);
        for (int axis = 0; axis < shape->rank; axis++)
            if (shape->dim[axis] == size) return true;
    }
    return false;
}

static void ask_of_result(struct infer *in, const struct shape *shape)
{
    for (int axis = 0; axis < shape->rank; axis++) {
        const struct sym *size = shape->dim[axis];
        if (sym_kind(size) != SYM_CONST && !is_size_of_operand(in, size))
            ask(in, infer_term(size, "a size of the result"));
    }
}

void extents_ask(const struct program *program, const struct node *node, struct infer *in)
{
    for (int i = 0; i < node->n_in; i++) {
        if (!node->in[i] || program_value(program, node->in[i])->producer) continue;
        int rank = infer_rank(in, i);
        for (int axis = 0; axis < rank; axis++) ask(in, infer_dim(in, i, axis));
    }
    for (int i = 0; i < in->n_out; i++) ask_of_result(in, &in->out[i].type.shape);
}
