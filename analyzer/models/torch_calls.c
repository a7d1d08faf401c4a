#include "analyzer/models/torch_calls.h"

struct words {
    const char *forward;
    const char *backward[MAX_TORCH_CALLS]; // one for all operands, or one each
};

static const struct words words_of[N_OPS] = {
#define TORCH_CALLS(id, ahead, ...) [OP_##id] = {.forward = (ahead), .backward = {__VA_ARGS__}},
#define TORCH_MATRICES(id, other)
#include "analyzer/models/torch_calls.def"
#undef TORCH_CALLS
#undef TORCH_MATRICES
};

// Of two matrices: another op, or the op itself.
static const enum op_kind matrices_of[N_OPS] = {
#define TORCH_CALLS(id, ahead, ...)
#define TORCH_MATRICES(id, other) [OP_##id] = OP_##other,
#include "analyzer/models/torch_calls.def"
#undef TORCH_CALLS
#undef TORCH_MATRICES
};

static const struct words *find_words(const struct program *p, const struct node *node)
{
    bool matrices = matrices_of[node->op] && node->n_in >= 2 &&
                    program_value(p, node->in[0])->rank == 2 &&
                    program_value(p, node->in[1])->rank == 2;
    return &words_of[matrices ? matrices_of[node->op] : node->op];
}

#define ALL_OPERANDS (-1)

static void add(struct torch_calls *calls, const char *word, int operand)
{
    if (!*word || calls->n == MAX_TORCH_CALLS) return;
    bool product = *word == '*';
    calls->at[calls->n++] = (struct torch_call){word + product, product, operand};
}

bool torch_wants(const struct program *p, const struct node *node, int operand)
{
    bool constant = operand < MAX_OPERANDS && op_get(node->op)->constant & SAVE_IN(operand);
    return node->in[operand] && !constant &&
           program_value(p, node->in[operand])->flags & VALUE_REQUIRES_GRAD;
}

static void add_wanted(struct torch_calls *calls, const struct program *p, const struct node *node,
                       const struct words *words)
{
    for (int i = 0; i < node->n_in && i < MAX_TORCH_CALLS && words->backward[i]; i++)
        if (torch_wants(p, node, i)) add(calls, words->backward[i], i);
}

struct torch_calls torch_calls_of(struct arena *arena, const struct program *p, node_id id,
                                  enum torch_pass pass)
{
    const struct node *node = program_node(p, id);
    const struct op *op = op_get(node->op);
    const struct words *words = find_words(p, node);
    const char *name = op->aten ? op->aten : arena_printf(arena, "aten::%s", op->name);
    struct torch_calls calls = {0};
    if (pass == TORCH_FORWARD)
        add(&calls, words->forward ? words->forward : name, ALL_OPERANDS);
    else if (!words->forward)
        add(&calls, arena_printf(arena, "%s_backward", name), ALL_OPERANDS);
    else if (words->backward[1])
        add_wanted(&calls, p, node, words);
    else
        add(&calls, words->backward[0], ALL_OPERANDS);
    return calls;
}
