// Integer constant expressions of our tree: labels of cases, designators.

#include "frontends/c/lower/lower.h"
#include "ir/base/checked.h"

// Truncates towards zero (C17 6.5.5); a zero divisor is no constant.
static bool fold_division(const struct ast *node, int64_t a, int64_t b, int64_t *value)
{
    bool remainder = node->op == AST_OP_REM;
    if (b == 0 || (b == -1 && a == INT64_MIN)) return false;
    if (node->a->type->is_signed)
        *value = remainder ? a % b : a / b;
    else
        *value =
            remainder ? (int64_t)((uint64_t)a % (uint64_t)b) : (int64_t)((uint64_t)a / (uint64_t)b);
    return true;
}

// A shift of a negative number to the right is arithmetic, as with gcc and clang.
static bool fold_shift(const struct ast *node, int64_t a, int64_t b, int64_t *value)
{
    if (b < 0 || b >= 64) return false;
    if (node->op == AST_OP_SHL)
        *value = (int64_t)((uint64_t)a << b);
    else
        *value = node->a->type->is_signed ? a >> b : (int64_t)((uint64_t)a >> b);
    return true;
}

// Both operands have one type by now, so one of them tells the sign.
static bool fold_comparison(const struct ast *node, int64_t a, int64_t b, int64_t *value)
{
    bool is_signed = node->a->type->is_signed;
    bool less = is_signed ? a < b : (uint64_t)a < (uint64_t)b;
    switch (node->op) {
    case AST_OP_LT: *value = less; return true;
    case AST_OP_GE: *value = !less; return true;
    case AST_OP_GT: *value = !less && a != b; return true;
    case AST_OP_LE: *value = less || a == b; return true;
    case AST_OP_EQ: *value = a == b; return true;
    case AST_OP_NE: *value = a != b; return true;
    default: return false;
    }
}

static bool fold_binary(const struct ast *node, int64_t *value)
{
    int64_t a, b;
    if (!lower_constant(node->a, &a) || !lower_constant(node->b, &b)) return false;
    switch (node->op) {
    case AST_OP_ADD: return checked_add(a, b, value);
    case AST_OP_SUB: return checked_sub(a, b, value);
    case AST_OP_MUL: return checked_mul(a, b, value);
    case AST_OP_DIV:
    case AST_OP_REM: return fold_division(node, a, b, value);
    case AST_OP_SHL:
    case AST_OP_SHR: return fold_shift(node, a, b, value);
    case AST_OP_AND: *value = a & b; return true;
    case AST_OP_OR: *value = a | b; return true;
    case AST_OP_XOR: *value = a ^ b; return true;
    default: return fold_comparison(node, a, b, value);
    }
}

static bool fold_unary(const struct ast *node, int64_t *value)
{
    int64_t a;
    if (!lower_constant(node->a, &a)) return false;
    switch (node->op) {
    case AST_OP_NEG: return checked_sub(0, a, value);
    case AST_OP_PLUS: *value = a; return true;
    case AST_OP_BITNOT: *value = ~a; return true;
    case AST_OP_NOT: *value = !a; return true;
    default: return false;
    }
}

// Truncated to the width of the type, as an unsigned operation would wrap.
static int64_t in_type(int64_t value, const struct ctype *type)
{
    if (type->kind == CTYPE_BOOL) return value != 0;
    if (type->kind != CTYPE_INT || type->size >= 8 || type->size < 1) return value;
    int shift = 64 - (int)type->size * 8;
    uint64_t top = (uint64_t)value << shift;
    return type->is_signed ? (int64_t)top >> shift : (int64_t)(top >> shift);
}

bool lower_constant(const struct ast *node, int64_t *value)
{
    // A label of a switch on 128 bits.
    while (node->kind == AST_CONVERT && node->type->pair == PAIR_WIDE) node = node->a;
    if (node->type->kind != CTYPE_INT && node->type->kind != CTYPE_BOOL) return false;
    bool known = false;
    int64_t a, b;
    switch (node->kind) {
    case AST_INT: *value = node->integer; return true;
    case AST_CONVERT: known = lower_constant(node->a, value); break;
    case AST_UNARY: known = fold_unary(node, value); break;
    case AST_BINARY: known = fold_binary(node, value); break;
    case AST_CONDITIONAL:
        if (node->op == AST_OP_ELVIS || !lower_constant(node->a, &a)) return false;
        known = lower_constant(a ? node->b : node->c, value);
        break;
    case AST_AND:
    case AST_OR:
        known = lower_constant(node->a, &a) && lower_constant(node->b, &b);
        if (known) *value = node->kind == AST_AND ? a && b : a || b;
        break;
    default: return false;
    }
    if (known) *value = in_type(*value, node->type);
    return known;
}
