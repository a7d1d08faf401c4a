// Atomic builtins. One thread runs, so they are plain reads and writes. Their
// children are the object, the order of memory, then the operands; which
// builtin it is stands in the source.

#include "frontends/c/lower/lower.h"
#include <string.h>

// "__c11_atomic_fetch_add" and "__atomic_fetch_add" are "fetch_add".
static const char *operation(const char *word)
{
    const char *name = strstr(word, "atomic_");
    return name ? name + 7 : word;
}

static bool ends(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static enum ast_op op_named(const char *name)
{
    static const struct {
        const char *name;
        enum ast_op op;
    } ops[] = {{"add", AST_OP_ADD},
               {"sub", AST_OP_SUB},
               {"and", AST_OP_AND},
               {"or", AST_OP_OR},
               {"xor", AST_OP_XOR}};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(name, ops[i].name) == 0) return ops[i].op;
    return AST_NO_OP;
}

// *p = value, or *p op= value in the type of *p, which atomics do not promote.
static struct ast *assignment(struct lowering *l, enum ast_op op, struct ast *object,
                              struct ast *value)
{
    enum ast_kind kind = op == AST_NO_OP ? AST_ASSIGN : AST_COMPOUND_ASSIGN;
    struct ast *node = lower_node(l, kind, object->type);
    lower_like(node, object);
    node->op = op;
    node->compute = op == AST_NO_OP ? NULL : object->type;
    node->a = object;
    node->b = lower_convert(l, value, object->type);
    return node;
}

static struct ast *effect(struct lowering *l, struct ast *value)
{
    struct ast *node = lower_node(l, AST_EXPRESSION, NULL);
    lower_like(node, value);
    node->low = node->high = ++l->number;
    node->a = value;
    return node;
}

// ({ T old = *p; *p = ...; old; })
static struct ast *yielding_old(struct lowering *l, CXCursor cursor, struct ast *object,
                                struct ast *change)
{
    struct ast *node = lower_node(l, AST_STATEMENT, object->type);
    struct ast *block = lower_node(l, AST_BLOCK, NULL);
    struct ast *old = lower_node(l, AST_VARIABLE, object->type);
    lower_at(l, node, cursor);
    lower_like(block, node);
    lower_like(old, node);
    old->variable = lower_hidden(l, cursor, object->type);
    block->low = ++l->number;
    const struct ast **kids = arena_array(l->arena, const struct ast *, 3);
    kids[0] = effect(l, assignment(l, AST_NO_OP, old, lower_load(l, object)));
    kids[1] = effect(l, change);
    kids[2] = effect(l, lower_load(l, old));
    block->kids = kids;
    block->n_kids = 3;
    node->a = lower_finish(l, block);
    return node;
}

// NULL for an operation that is left to a hole: compare-and-exchange, pointers
// (whose step differs between C11 and GNU builtins), any at file scope.
static struct ast *change(struct lowering *l, CXCursor cursor, const char *name, struct ast *object,
                          struct ast *value)
{
    bool exchange = strncmp(name, "exchange", 8) == 0;
    if (strncmp(name, "store", 5) == 0 || strcmp(name, "init") == 0)
        return assignment(l, AST_NO_OP, object, value);
    if (object->type->kind != CTYPE_INT && !exchange) return NULL;
    if (!l->linked) return NULL;
    if (exchange) return yielding_old(l, cursor, object, assignment(l, AST_NO_OP, object, value));
    if (strncmp(name, "fetch_", 6) == 0 && op_named(name + 6) != AST_NO_OP)
        return yielding_old(l, cursor, object, assignment(l, op_named(name + 6), object, value));
    char first[8] = {0};
    memcpy(first, name, strcspn(name, "_") < 7 ? strcspn(name, "_") : 7);
    if (!ends(name, "_fetch") || op_named(first) == AST_NO_OP) return NULL;
    return assignment(l, op_named(first), object, value);
}

struct ast *lower_atomic(struct lowering *l, CXCursor cursor, const struct kids *kids,
                         const char *word)
{
    const struct ctype *type = types_of_value(l->tu, cursor);
    struct ast *hole = lower_hole(l, cursor, type, "%s", word);
    struct ast *pointer = lower_value(l, kids->at[0]);
    hole->a = pointer;
    if (pointer->type->kind == CTYPE_POINTER && pointer->type->element->size > 0)
        lower_hole_writes(l, hole, lower_dereference(l, pointer));
    const char *name = operation(word);
    // The forms without _n go through a second pointer.
    bool generic = strncmp(word, "__c11_", 6) != 0 && !ends(name, "_n") && !strstr(name, "fetch");
    if (pointer->type->kind != CTYPE_POINTER || generic) return hole;
    struct ast *object = lower_dereference(l, pointer);
    if (strncmp(name, "load", 4) == 0) return lower_convert(l, lower_load(l, object), type);
    if (kids->n > 3 || kids->n < 2) return hole;
    struct ast *node = change(l, cursor, name, object, lower_value(l, kids->at[kids->n - 1]));
    return node ? lower_convert(l, node, type) : hole;
}
