// The least memory that the order of the calls allows: each activation goes
// right after its last use. In training, what backward reads again stays: the
// operands and results that the op's `saved` names, where a gradient is wanted.

#include "analyzer/models/model.h"

static bool has_gradient(const struct program *program, value_id id)
{
    return id && program_value(program, id)->flags & VALUE_REQUIRES_GRAD;
}

// In a product, an operand is a factor of the others' gradients, not of its own.
static bool is_read_again(const struct program *program, const struct node *node, int operand)
{
    if (!op_get(node->op)->product) return true;
    for (int i = 0; i < node->n_in; i++) {
        if (i != operand && has_gradient(program, node->in[i])) return true;
    }
    return false;
}

static void keep_saved(const struct program *program, const struct node *node, bool *kept)
{
    unsigned saved = op_get(node->op)->saved;
    // The bits name the first operands; a list after them (`xs*`) has none of its own.
    for (int i = 0; i < node->n_in && i < MAX_OPERANDS; i++) {
        if (node->in[i] && saved & SAVE_IN(i) && is_read_again(program, node, i))
            kept[program_value(program, node->in[i])->storage] = true;
    }
    for (int i = 0; i < node->n_out && i < MAX_OPERANDS; i++) {
        if (saved & SAVE_OUT(i))
            kept[program_value(program, node->out + (value_id)i)->storage] = true;
    }
}

static bool wants_gradient(const struct program *program, const struct node *node)
{
    for (int i = 0; i < node->n_out; i++) {
        if (has_gradient(program, node->out + (value_id)i)) return true;
    }
    return false;
}

static void ideal_keep(const struct liveness *live, enum memory_mode mode, bool *kept)
{
    const struct program *program = live->program;
    if (mode != MEMORY_TRAINING) return;
    for (node_id id = 1; id < (node_id)program->nodes.n; id++) {
        const struct node *node = program_node(program, id);
        if (op_get(node->op) && wants_gradient(program, node)) keep_saved(program, node, kept);
    }
}

const struct allocation_model ideal_model = {.keep = ideal_keep};
