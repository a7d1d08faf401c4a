// Nodes: what they are, and what they weigh.

#include "ir/kann_graph.h"

#include "ir/base/text.h"

#include <string.h>

static const struct {
    const char *word;
    enum kann_scratch scratch;
} operators[N_KANN_OPS] = {
#define KANN_OP(number, id, word, shape, scratch) [number] = {word, KANN_SCRATCH_##scratch},
#include "ir/kann_ops.def"
#undef KANN_OP
};

static bool is_operator(int op)
{
    return op > KANN_LEAF && op < N_KANN_OPS && operators[op].word;
}

const char *kann_op_word(int op)
{
    return is_operator(op) ? operators[op].word : "?";
}

enum kann_scratch kann_op_scratch(int op)
{
    return is_operator(op) ? operators[op].scratch : KANN_SCRATCH_NONE;
}

bool kann_is_feed(const struct kann_node *node)
{
    return node->n_child == 0 && !(node->flag & (KANN_VAR | KANN_CONST));
}

bool kann_is_var(const struct kann_node *node)
{
    return node->n_child == 0 && node->flag & KANN_VAR;
}

// A variable that is a constant too counts as both in the library.
bool kann_is_const(const struct kann_node *node)
{
    return node->n_child == 0 && node->flag & KANN_CONST;
}

bool kann_is_pivot(const struct kann_node *node)
{
    return node->n_child == 1 && node->flag & KANN_POOL;
}

bool kann_needs_gradient(const struct kann_node *node)
{
    return node->flag & KANN_VAR;
}

const char *kann_kind_word(const struct kann_node *node)
{
    if (node->n_child) return kann_op_word(node->op);
    return kann_is_var(node) ? "var" : kann_is_const(node) ? "const" : "feed";
}

const struct kann_node *kann_origin_of(const struct kann_node *node)
{
    while (node->copy_of) node = node->copy_of;
    return node;
}

const struct sym *kann_len(struct syms *syms, const struct kann_node *node)
{
    const struct sym *length = sym_const(syms, 1);
    for (int i = 0; i < node->n_d; i++) length = sym_mul(syms, length, node->d[i]);
    return length;
}

const struct sym *kann_bytes(struct syms *syms, const struct kann_node *node)
{
    return sym_mul_const(syms, kann_len(syms, node), KANN_FLOAT_BYTES);
}

const char *kann_shape_string(struct arena *arena, const struct kann_node *node)
{
    struct text text = {.arena = arena};
    text_add(&text, "[");
    for (int i = 0; i < node->n_d; i++)
        text_printf(&text, "%s%s", i ? ", " : "", sym_string(arena, node->d[i]));
    text_add(&text, "]");
    return text_string(&text);
}

// ---- copies

static struct kann_node *inside(struct kann_node *const *nodes, struct kann_node *const *copies,
                                int n, const struct kann_node *of)
{
    bool known = of && of->index >= 0 && of->index < n && nodes[of->index] == of;
    return known ? copies[of->index] : NULL;
}

struct kann_node **kann_copy_nodes(struct arena *arena, int n, struct kann_node *const *nodes)
{
    struct kann_node **copies = arena_array(arena, struct kann_node *, n + 1);
    for (int i = 0; i < n; i++) {
        nodes[i]->index = i;
        copies[i] = arena_copy(arena, nodes[i], sizeof **nodes);
    }
    for (int i = 0; i < n; i++) {
        struct kann_node *copy = copies[i];
        copy->child = arena_array(arena, struct kann_node *, copy->n_child + 1);
        for (int k = 0; k < copy->n_child; k++)
            copy->child[k] = inside(nodes, copies, n, nodes[i]->child[k]);
        copy->pre = inside(nodes, copies, n, nodes[i]->pre);
    }
    return copies;
}
