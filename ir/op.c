// The table of ops, and what their signatures say. A signature is short and read once an op
// (ir/build.c keeps the counts), so it is searched as text each time.

#include "ir/op.h"

#include <limits.h>
#include <string.h>

#define OP(id, symbol) extern const struct op op_##symbol;
#include "ir/ops.def"
#undef OP

static const struct op *const ops[N_OPS + 1] = {
#define OP(id, symbol) [OP_##id] = &op_##symbol,
#include "ir/ops.def"
#undef OP
};

const struct op *op_get(enum op_kind kind)
{
    return ops[kind];
}

enum op_kind op_kind_find(const char *name)
{
    enum op_kind kind = 0;
    for (; kind < N_OPS; kind++)
        if (ops[kind]->name[0] == name[0] && strcmp(ops[kind]->name, name) == 0) break;
    return kind;
}

const struct op *op_find(const char *name)
{
    return ops[op_kind_find(name)];
}

int op_n_attrs(const struct op *op)
{
    int n = 0;
    while (n < MAX_ATTRS && op->attrs[n].name) n++;
    return n;
}

int op_attr_index(const struct op *op, const char *name)
{
    for (int i = 0; i < MAX_ATTRS && op->attrs[i].name; i++) {
        if (strcmp(op->attrs[i].name, name) == 0) return i;
    }
    return -1;
}

// ---- signatures: words before "->" are operands, words after it results. A
// word with a `=` and without a `[` is an attribute of the case.

struct word {
    const char *name;
    size_t length; // of the name
    bool optional, many;
};

static bool at_arrow(const char *at)
{
    return at[0] == '-' && at[1] == '>';
}

// "dim=1" is an attribute of the case, "x[N=2]" a tensor with a named size.
static bool is_tensor(const char *word, size_t length)
{
    const char *equals = memchr(word, '=', length), *bracket = memchr(word, '[', length);
    return !equals || (bracket && bracket < equals);
}

// The next tensor at or after *at, before the arrow or the end.
static bool next_word(const char **at, struct word *word)
{
    for (;;) {
        *at += strspn(*at, " ");
        if (!**at || at_arrow(*at)) return false;
        const char *begin = *at;
        size_t length = strcspn(begin, " ");
        *at = begin + length;
        if (!is_tensor(begin, length)) continue;
        *word = (struct word){.name = begin, .length = strcspn(begin, "[:*? ")};
        word->optional = memchr(begin, '?', length) != NULL;
        const char *star = memchr(begin, '*', length), *bracket = memchr(begin, '[', length);
        word->many = star && (!bracket || star < bracket || begin[length - 1] == '*');
        return true;
    }
}

int op_max_operands(const struct op *op)
{
    int n = 0;
    struct word word;
    for (const char *at = op->sig; next_word(&at, &word); n++) {
        if (word.many) return INT_MAX;
    }
    return n;
}

// Operands are given by position, so one that must be given makes those before it count too.
int op_min_operands(const struct op *op)
{
    int n = 0, least = 0;
    struct word word;
    for (const char *at = op->sig; next_word(&at, &word);) {
        n++;
        if (!word.optional && !word.many) least = n;
    }
    return least;
}

// Results of the case in the signature: ops with any number of results (split) have more or fewer.
int op_n_results(const struct op *op)
{
    const char *arrow = strstr(op->sig, "->");
    if (!arrow) return 0;
    int n = 0;
    struct word word;
    for (const char *at = arrow + 2; next_word(&at, &word);) n++;
    return n;
}

bool op_operand_optional(const struct op *op, int index)
{
    struct word word;
    for (const char *at = op->sig; next_word(&at, &word);) {
        if (word.many || index-- == 0) return word.optional || word.many;
    }
    return true;
}

const char *op_operand_name(struct arena *arena, const struct op *op, int index)
{
    struct word word;
    int i = 0;
    for (const char *at = op->sig; next_word(&at, &word); i++) {
        if (word.many)
            return arena_printf(arena, "%.*s[%d]", (int)word.length, word.name, index - i);
        if (i == index) return arena_string_n(arena, word.name, word.length);
    }
    return arena_printf(arena, "operand %d", index);
}
