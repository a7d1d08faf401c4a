// Sizes of ggml's tensors, and the words of its operators. Source of the formulas: ggml_nbytes,
// ggml_row_size and ggml_nelements of ggml 0.21, in a release build, where the block length is not
// held against the row.

#include "ir/ggml_graph.h"

#include <string.h>

struct op_info {
    const char *word;
    int in_place_since;
};

static const struct op_info ops[N_GGML_OPS] = {
#define GGML_OP(id, in_place) [GGML_OP_##id] = {#id, in_place},
#include "ir/ggml_ops.def"
#undef GGML_OP
};

const char *ggml_op_word(enum ggml_op op)
{
    return ops[op].word;
}

enum ggml_op ggml_op_of_word(const char *word)
{
    enum ggml_op op = 0;
    while (op < N_GGML_OPS && strcmp(ops[op].word, word) != 0) op++;
    return op;
}

bool ggml_op_in_place(enum ggml_op op, int version)
{
    return version >= ops[op].in_place_since;
}

const struct sym *ggml_row_bytes(struct syms *s, enum dtype type, const struct sym *n)
{
    const struct sym *all = sym_mul_const(s, n, dtype_block_bytes(type));
    return sym_floordiv_const(s, all, dtype_block_elements(type));
}

const struct sym *ggml_dense_bytes(struct syms *s, const struct ggml_tensor *t)
{
    const struct sym *bytes = ggml_row_bytes(s, t->type, t->ne[0]);
    for (int i = 1; i < GGML_DIMS; i++) bytes = sym_mul(s, bytes, t->ne[i]);
    return bytes;
}

const struct sym *ggml_element_count(struct syms *s, const struct ggml_tensor *t)
{
    const struct sym *count = t->ne[0];
    for (int i = 1; i < GGML_DIMS; i++) count = sym_mul(s, count, t->ne[i]);
    return count;
}

// (ne[i] - 1) * nb[i]: from the first to the last of that dimension.
static const struct sym *reach(struct syms *s, const struct ggml_tensor *t, int i)
{
    return sym_mul(s, sym_add_const(s, t->ne[i], -1), t->nb[i]);
}

// The same in numbers, where all are and 64 bits hold them: most graphs have thousands of these.
static bool bytes_in_numbers(const struct ggml_tensor *t, int64_t *bytes)
{
    int block = dtype_block_elements(t->type);
    int64_t ne[GGML_DIMS], nb[GGML_DIMS], part, sum = dtype_block_bytes(t->type);
    for (int i = 0; i < GGML_DIMS; i++) {
        if (!sym_is_const(t->ne[i], &ne[i]) || !sym_is_const(t->nb[i], &nb[i])) return false;
        if (ne[i] <= 0) return false; // empty, which the form says too
    }
    if (block > 1 && __builtin_mul_overflow(ne[0], nb[0], &sum)) return false;
    if (block > 1) sum /= block;
    for (int i = block > 1; i < GGML_DIMS; i++) {
        if (__builtin_mul_overflow(ne[i] - 1, nb[i], &part)) return false;
        if (__builtin_add_overflow(sum, part, &sum)) return false;
    }
    *bytes = sum;
    return true;
}

// Sizes that are symbols are taken to be at least 1.
const struct sym *ggml_tensor_bytes(struct syms *s, const struct ggml_tensor *t)
{
    int64_t size;
    if (bytes_in_numbers(t, &size)) return sym_const(s, size);
    for (int i = 0; i < GGML_DIMS; i++)
        if (sym_is_const(t->ne[i], &size) && size <= 0) return sym_const(s, 0);
    int block = dtype_block_elements(t->type);
    const struct sym *bytes =
        block == 1 ? sym_add(s, sym_const(s, dtype_block_bytes(t->type)), reach(s, t, 0))
                   : sym_floordiv_const(s, sym_mul(s, t->ne[0], t->nb[0]), block);
    for (int i = 1; i < GGML_DIMS; i++) bytes = sym_add(s, bytes, reach(s, t, i));
    return bytes;
}
