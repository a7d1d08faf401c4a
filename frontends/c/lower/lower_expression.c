// Expressions. Each function returns an lvalue or a value node; what C converts silently (loads,
// decay, promotions) is written out here and nowhere else.

#include "frontends/c/lower/lower.h"
#include <string.h>

// A member of a record value (`f().x`) designates no object.
bool lower_is_lvalue(const struct ast *node)
{
    switch (node->kind) {
    case AST_VARIABLE:
    case AST_DEREF:
    case AST_STRING:
    case AST_COMPOUND:
    case AST_FUNCTION: return true;
    case AST_MEMBER: return lower_is_lvalue(node->a);
    default: return false;
    }
}

struct ast *lower_node_of(struct lowering *l, enum ast_kind kind, const struct ctype *type,
                          struct ast *a)
{
    struct ast *node = lower_node(l, kind, type);
    node->a = a;
    lower_like(node, a);
    return node;
}

struct ast *lower_node_of_two(struct lowering *l, enum ast_kind kind, const struct ctype *type,
                              struct ast *a, struct ast *b)
{
    struct ast *node = lower_node_of(l, kind, type, a);
    node->b = b;
    return node;
}

// ---- conversions

struct ast *lower_load(struct lowering *l, struct ast *a)
{
    const struct ctype *type = a->type;
    bool array = type->kind == CTYPE_ARRAY, function = type->kind == CTYPE_FUNCTION;
    // A member of a record value is an lvalue to C only if it is an array.
    if (a->kind == AST_MEMBER && !lower_is_lvalue(a) && !array) return a;
    if (!lower_is_lvalue(a) && a->kind != AST_MEMBER) return a;
    if (array) return lower_node_of(l, AST_DECAY, types_pointer(l->unit, type->element), a);
    if (function) {
        // *f is f again, whatever the number of stars.
        if (a->kind == AST_DEREF) return (struct ast *)(uintptr_t)a->a;
        return lower_node_of(l, AST_DECAY, types_pointer(l->unit, type), a);
    }
    struct ast *node = lower_node_of(l, AST_LOAD, type, a);
    node->bit_width = a->bit_width;
    node->bit_offset = a->bit_offset;
    return node;
}

struct ast *lower_value(struct lowering *l, CXCursor cursor)
{
    return lower_load(l, lower_expression(l, cursor));
}

// C17 6.3.1.3: modulo 2^n; to a signed type as every compiler does it.
static int64_t wrapped(int64_t value, const struct ctype *type)
{
    if (type->kind == CTYPE_BOOL) return value != 0;
    if (type->size >= 8) return value;
    int shift = 64 - (int)type->size * 8;
    uint64_t top = (uint64_t)value << shift;
    return type->is_signed ? (int64_t)top >> shift : (int64_t)(top >> shift);
}

// Constants are converted at once: lists of numbers shrink to half the nodes.
struct ast *lower_convert(struct lowering *l, struct ast *a, const struct ctype *type)
{
    if (a->type == type) return a;
    bool to_integer = ctype_is_integer(type);
    if (a->kind == AST_INT && to_integer && type->size > 0) {
        struct ast *node = lower_int(l, type, wrapped(a->integer, type));
        node->literal = a->literal;
        lower_like(node, a);
        return node;
    }
    if (type->kind == CTYPE_UNSUPPORTED) {
        struct ast *hole = lower_node_of(l, AST_HOLE, type, a);
        hole->text = arena_printf(l->arena, "a value of type %s", type->name);
        // What the compiler gives to expressions around an error, which is told.
        hole->lost = l->n_errors > 0 && strcmp(type->name, "<dependent type>") == 0;
        return hole;
    }
    return lower_node_of(l, AST_CONVERT, type, a);
}

struct ast *lower_dereference(struct lowering *l, struct ast *pointer)
{
    return lower_node_of(l, AST_DEREF, pointer->type->element, pointer);
}

// ---- names

static struct ast *variable_node(struct lowering *l, CXCursor cursor, const struct variable *v)
{
    struct ast *node = lower_node(l, AST_VARIABLE, v->type);
    node->variable = v;
    lower_at(l, node, cursor);
    return node;
}

// A local one was put in the map by its declaration; all others are the unit's.
static const struct variable *find_variable(struct lowering *l, CXCursor declaration)
{
    struct variable *known =
        map_get_number(l->tu->declarations, (uint64_t)(uintptr_t)declaration.data[0]);
    if (known && (known->storage == VARIABLE_LOCAL || known->storage == VARIABLE_PARAMETER))
        return known;
    const struct variable *linked = link_variable(l->tu, declaration);
    return link_complete_variable((struct linked_variable *)(uintptr_t)linked);
}

static struct ast *lower_name(struct lowering *l, CXCursor cursor)
{
    CXCursor declaration = clang.getCursorReferenced(cursor);
    switch (clang.getCursorKind(declaration)) {
    case CXCursor_EnumConstantDecl: {
        struct ast *node =
            lower_int(l, types_of(l->tu, cursor), clang.getEnumConstantDeclValue(declaration));
        lower_at(l, node, cursor);
        return node;
    }
    case CXCursor_FunctionDecl: {
        struct function *function = link_function(l->tu, declaration);
        link_complete_function(l->unit->functions.at[function->index]);
        struct ast *node = lower_node(l, AST_FUNCTION, function->type);
        node->function = function;
        lower_at(l, node, cursor);
        return node;
    }
    case CXCursor_ParmDecl:
    case CXCursor_VarDecl: return variable_node(l, cursor, find_variable(l, declaration));
    default: return lower_hole(l, cursor, types_of_value(l->tu, cursor), "a name of unknown kind");
    }
}

// ---- operators

static const struct {
    enum CXBinaryOperatorKind kind;
    enum ast_op op;
} operators[] = {
    {CXBinaryOperator_Mul, AST_OP_MUL},       {CXBinaryOperator_Div, AST_OP_DIV},
    {CXBinaryOperator_Rem, AST_OP_REM},       {CXBinaryOperator_Add, AST_OP_ADD},
    {CXBinaryOperator_Sub, AST_OP_SUB},       {CXBinaryOperator_Shl, AST_OP_SHL},
    {CXBinaryOperator_Shr, AST_OP_SHR},       {CXBinaryOperator_LT, AST_OP_LT},
    {CXBinaryOperator_GT, AST_OP_GT},         {CXBinaryOperator_LE, AST_OP_LE},
    {CXBinaryOperator_GE, AST_OP_GE},         {CXBinaryOperator_EQ, AST_OP_EQ},
    {CXBinaryOperator_NE, AST_OP_NE},         {CXBinaryOperator_And, AST_OP_AND},
    {CXBinaryOperator_Xor, AST_OP_XOR},       {CXBinaryOperator_Or, AST_OP_OR},
    {CXBinaryOperator_MulAssign, AST_OP_MUL}, {CXBinaryOperator_DivAssign, AST_OP_DIV},
    {CXBinaryOperator_RemAssign, AST_OP_REM}, {CXBinaryOperator_AddAssign, AST_OP_ADD},
    {CXBinaryOperator_SubAssign, AST_OP_SUB}, {CXBinaryOperator_ShlAssign, AST_OP_SHL},
    {CXBinaryOperator_ShrAssign, AST_OP_SHR}, {CXBinaryOperator_AndAssign, AST_OP_AND},
    {CXBinaryOperator_XorAssign, AST_OP_XOR}, {CXBinaryOperator_OrAssign, AST_OP_OR},
};

static enum ast_op op_of(enum CXBinaryOperatorKind kind)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].kind == kind) return operators[i].op;
    return AST_NO_OP;
}

static bool unsupported(const struct ast *a, const struct ast *b)
{
    return a->type->kind == CTYPE_UNSUPPORTED || b->type->kind == CTYPE_UNSUPPORTED;
}

// The integer operand is not scaled here: the element's size may be known at
// run time only.
static struct ast *pointer_sum(struct lowering *l, enum ast_op op, struct ast *a, struct ast *b)
{
    bool first = a->type->kind == CTYPE_POINTER;
    a = lower_pair_index(l, a);
    b = lower_pair_index(l, b);
    struct ast *node = lower_node_of_two(l, AST_POINTER_ADD, first ? a->type : b->type,
                                         first ? a : b, first ? b : a);
    node->op = op;
    lower_like(node, a);
    return node;
}

// The operands of all but shifts have one type by now (C17 6.3.1.8).
static struct ast *arithmetic(struct lowering *l, CXCursor cursor, enum ast_op op, struct ast *a,
                              struct ast *b)
{
    const struct ctype *type = types_of_value(l->tu, cursor);
    bool sum = op == AST_OP_ADD || op == AST_OP_SUB;
    int pointers = (a->type->kind == CTYPE_POINTER) + (b->type->kind == CTYPE_POINTER);
    if (op == AST_NO_OP || unsupported(a, b))
        return lower_hole(l, cursor, type, "an operator on %s", a->type->name);
    if (sum && pointers == 2) return lower_node_of_two(l, AST_POINTER_DIFF, type, a, b);
    if (sum && pointers == 1) return pointer_sum(l, op, a, b);
    struct ast *node = lower_node_of_two(l, AST_BINARY, type, a, b);
    node->op = op;
    return node;
}

// The value of an assignment is that of its left operand, converted (C17 6.5.16).
static struct ast *lower_assign(struct lowering *l, CXCursor cursor, struct ast *a, CXCursor value)
{
    struct ast *b = lower_value(l, value);
    if (!lower_is_lvalue(a)) {
        struct ast *hole = lower_hole(l, cursor, a->type, "an assignment to an unknown object");
        hole->a = b;
        return hole;
    }
    return lower_node_of_two(l, AST_ASSIGN, a->type, a, lower_convert(l, b, a->type));
}

static struct ast *lower_binary(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    if (kids.n != 2)
        return lower_hole(l, cursor, types_of_value(l->tu, cursor), "an operator with errors");
    enum CXBinaryOperatorKind kind = clang.getCursorBinaryOperatorKind(cursor);
    struct ast *a = lower_expression(l, kids.at[0]);
    if (kind == CXBinaryOperator_Assign) return lower_assign(l, cursor, a, kids.at[1]);
    a = lower_load(l, a);
    struct ast *b = lower_value(l, kids.at[1]);
    switch (kind) {
    case CXBinaryOperator_Comma: return lower_node_of_two(l, AST_COMMA, b->type, a, b);
    case CXBinaryOperator_LAnd: return lower_node_of_two(l, AST_AND, l->unit->basic.int_, a, b);
    case CXBinaryOperator_LOr: return lower_node_of_two(l, AST_OR, l->unit->basic.int_, a, b);
    default: return arithmetic(l, cursor, op_of(kind), a, b);
    }
}

// Integer promotion; a bit-field narrower than int becomes int.
static const struct ctype *promoted(struct lowering *l, const struct ast *a)
{
    const struct ctype *type = a->type, *int_ = l->unit->basic.int_;
    if (type->kind == CTYPE_BOOL || (type->kind == CTYPE_INT && type->size < int_->size))
        return int_;
    if (a->bit_width < 0 || type->kind != CTYPE_INT) return type;
    int64_t bits = int_->size * 8;
    if (a->bit_width < bits || (a->bit_width == bits && type->is_signed)) return int_;
    return a->bit_width == bits ? l->unit->basic.unsigned_ : type;
}

// libclang hides the type in which a compound assignment computes: for
// arithmetic it is that of the right operand, which is already converted.
static struct ast *lower_compound(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    if (kids.n != 2)
        return lower_hole(l, cursor, types_of_value(l->tu, cursor), "an operator with errors");
    struct ast *a = lower_expression(l, kids.at[0]), *b = lower_value(l, kids.at[1]);
    enum ast_op op = op_of(clang.getCursorBinaryOperatorKind(cursor));
    if (!lower_is_lvalue(a) || unsupported(a, b)) {
        struct ast *hole = lower_hole(l, cursor, a->type, "an operator on %s", a->type->name);
        hole->a = a;
        if (lower_is_lvalue(a)) lower_hole_writes(l, hole, a);
        return hole;
    }
    struct ast *node = lower_node_of_two(l, AST_COMPOUND_ASSIGN, a->type, a, b);
    node->op = op;
    bool shift = op == AST_OP_SHL || op == AST_OP_SHR;
    node->compute = a->type->kind == CTYPE_POINTER ? a->type
                    : shift                        ? promoted(l, a)
                                                   : lower_pair_computed(l, a, b);
    return node;
}

// Steps compute in the object's own type; there is no conversion in the tree.
static struct ast *lower_step(struct lowering *l, CXCursor cursor, struct ast *a,
                              enum CXUnaryOperatorKind kind)
{
    if (!lower_is_lvalue(a) || a->type->kind == CTYPE_UNSUPPORTED)
        return lower_hole(l, cursor, a->type, "++ or -- on %s", a->type->name);
    struct ast *node = lower_node_of(l, AST_STEP, a->type, a);
    node->op =
        kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc ? AST_OP_INC : AST_OP_DEC;
    node->postfix = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
    return node;
}

// &a[n] may point behind the last element (C17 6.5.3.2).
static struct ast *allow_end(struct lowering *l, struct ast *element)
{
    struct ast *sum = arena_copy(l->arena, element->a, sizeof *sum);
    sum->integer++;
    element->a = sum;
    return element;
}

static struct ast *lower_address(struct lowering *l, CXCursor cursor, struct ast *a)
{
    if (a->kind == AST_DEREF && a->a->kind == AST_POINTER_ADD && a->a->integer) a = allow_end(l, a);
    if (a->type->kind == CTYPE_FUNCTION) return lower_load(l, a);
    const struct ctype *type = types_of_value(l->tu, cursor);
    // Of a parameter written as an array libclang reports the written type.
    if (a->type->kind == CTYPE_POINTER) type = types_pointer(l->unit, a->type);
    if (!lower_is_lvalue(a)) return lower_hole(l, cursor, type, "the address of an unknown object");
    struct ast *node = lower_node_of(l, AST_ADDRESS, type, a);
    lower_at(l, node, cursor);
    return node;
}

// *f on a function is the function again (C17 6.5.3.2).
static struct ast *lower_indirection(struct lowering *l, CXCursor cursor, struct ast *a)
{
    struct ast *pointer = lower_load(l, a);
    if (pointer->type->kind != CTYPE_POINTER)
        return lower_hole(l, cursor, types_of(l->tu, cursor), "* on %s", a->type->name);
    if (pointer->kind == AST_DECAY && pointer->a->kind == AST_FUNCTION)
        return (struct ast *)(uintptr_t)pointer->a;
    struct ast *node = lower_dereference(l, pointer);
    lower_at(l, node, cursor);
    return node;
}

static struct ast *lower_sign(struct lowering *l, CXCursor cursor, enum ast_op op, struct ast *a)
{
    const struct ctype *type = types_of_value(l->tu, cursor);
    struct ast *value = lower_load(l, a);
    if (op == AST_NO_OP || value->type->kind == CTYPE_UNSUPPORTED)
        return lower_hole(l, cursor, type, "an operator on %s", a->type->name);
    struct ast *node = lower_node_of(l, AST_UNARY, type, value);
    node->op = op;
    lower_at(l, node, cursor);
    return node;
}

static struct ast *lower_unary(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    if (kids.n != 1)
        return lower_hole(l, cursor, types_of_value(l->tu, cursor), "an operator with errors");
    enum CXUnaryOperatorKind kind = clang.getCursorUnaryOperatorKind(cursor);
    struct ast *a = lower_expression(l, kids.at[0]);
    switch (kind) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: return lower_step(l, cursor, a, kind);
    case CXUnaryOperator_AddrOf: return lower_address(l, cursor, a);
    case CXUnaryOperator_Deref: return lower_indirection(l, cursor, a);
    case CXUnaryOperator_Extension: return a;
    case CXUnaryOperator_Real: return lower_pair_part(l, cursor, 0, a);
    case CXUnaryOperator_Imag: return lower_pair_part(l, cursor, 1, a);
    case CXUnaryOperator_Plus: return lower_sign(l, cursor, AST_OP_PLUS, a);
    case CXUnaryOperator_Minus: return lower_sign(l, cursor, AST_OP_NEG, a);
    case CXUnaryOperator_Not: return lower_sign(l, cursor, AST_OP_BITNOT, a);
    case CXUnaryOperator_LNot: return lower_sign(l, cursor, AST_OP_NOT, a);
    default: return lower_sign(l, cursor, AST_NO_OP, a);
    }
}

// Where both sides are void there is nothing to convert.
static struct ast *lower_conditional(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    const struct ctype *type = types_of_value(l->tu, cursor);
    if (kids.n != 3) return lower_hole(l, cursor, type, "?: with errors");
    struct ast *node = lower_node_of_two(l, AST_CONDITIONAL, type, lower_value(l, kids.at[0]),
                                         lower_value(l, kids.at[1]));
    struct ast *other = lower_value(l, kids.at[2]);
    if (type->kind == CTYPE_VOID) {
        node->c = other;
        return node;
    }
    node->b = lower_convert(l, (struct ast *)(uintptr_t)node->b, type);
    node->c = lower_convert(l, other, type);
    return node;
}

static struct ast *lower_statement_expression(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    const struct ctype *type = types_of_value(l->tu, cursor);
    if (kids.n != 1 || !l->linked) return lower_hole(l, cursor, type, "({ }) with errors");
    struct ast *node = lower_node(l, AST_STATEMENT, type);
    lower_at(l, node, cursor);
    node->a = lower_block(l, kids.at[0]);
    return node;
}

// GNU C: (union u)value makes a union with that member.
static struct ast *lower_union_cast(struct lowering *l, CXCursor cursor, struct ast *value,
                                    const struct ctype *type)
{
    struct ast_store *store = arena_new(l->arena, struct ast_store);
    *store = (struct ast_store){.type = value->type, .bit_width = -1, .value = value, .repeat = 1};
    struct initializer *init = arena_new(l->arena, struct initializer);
    *init = (struct initializer){.n = 1, .stores = store};
    struct ast *node = lower_node(l, AST_COMPOUND, type);
    lower_at(l, node, cursor);
    node->variable = lower_hidden(l, cursor, type);
    node->init = init;
    return lower_load(l, node);
}

// Children of a cast are what its type refers to, then the operand.
static struct ast *lower_cast(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    const struct ctype *type = types_of_value(l->tu, cursor);
    if (kids.n == 0) return lower_hole(l, cursor, type, "a cast with errors");
    struct ast *a = lower_value(l, kids.at[kids.n - 1]);
    if (type->kind == CTYPE_RECORD && type->pair == PAIR_NONE && a->type != type)
        return lower_union_cast(l, cursor, a, type);
    struct ast *node = lower_convert(l, a, type);
    if (node != a && node->kind == AST_CONVERT) {
        lower_at(l, node, cursor);
        lower_bounds(l, node, cursor, type);
    }
    return node;
}

static struct ast *lower_unread(struct lowering *l, CXCursor cursor)
{
    CXString name = clang.getCursorKindSpelling(clang.getCursorKind(cursor));
    struct ast *hole = lower_hole(l, cursor, types_of_value(l->tu, cursor), "an expression: %s",
                                  clang.getCString(name));
    clang.disposeString(name);
    return hole;
}

static struct ast *lower_parenthesized(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    return kids.n == 1 ? lower_expression(l, kids.at[0]) : lower_unread(l, cursor);
}

// One level of C is one or two of this recursion, at some 500 bytes each: ten
// thousand levels need the big stack of unit_with_stack.
struct ast *lower_expression(struct lowering *l, CXCursor cursor)
{
    switch (clang.getCursorKind(cursor)) {
    case CXCursor_ParenExpr: return lower_parenthesized(l, cursor);
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral: return lower_number(l, cursor);
    case CXCursor_CXXBoolLiteralExpr: return lower_truth(l, cursor);
    case CXCursor_CXXNullPtrLiteralExpr:
        return lower_convert(l, lower_int(l, l->unit->basic.int_, 0), l->unit->basic.void_pointer);
    case CXCursor_FloatingLiteral: return lower_floating(l, cursor);
    case CXCursor_ImaginaryLiteral: return lower_pair_imaginary(l, cursor);
    case CXCursor_StringLiteral: return lower_string(l, cursor);
    case CXCursor_DeclRefExpr: return lower_name(l, cursor);
    case CXCursor_MemberRefExpr: return lower_member(l, cursor);
    case CXCursor_ArraySubscriptExpr: return lower_subscript(l, cursor);
    case CXCursor_CompoundLiteralExpr: return lower_compound_literal(l, cursor);
    case CXCursor_UnaryExpr: return lower_sizeof(l, cursor);
    case CXCursor_UnaryOperator: return lower_unary(l, cursor);
    case CXCursor_BinaryOperator: return lower_binary(l, cursor);
    case CXCursor_CompoundAssignOperator: return lower_compound(l, cursor);
    case CXCursor_ConditionalOperator: return lower_conditional(l, cursor);
    case CXCursor_CStyleCastExpr: return lower_cast(l, cursor);
    case CXCursor_StmtExpr: return lower_statement_expression(l, cursor);
    case CXCursor_CallExpr: return lower_call(l, cursor);
    case CXCursor_GenericSelectionExpr: return lower_generic(l, cursor);
    case CXCursor_UnexposedExpr: return lower_unexposed(l, cursor);
    case CXCursor_AddrLabelExpr: return lower_label_address(l, cursor);
    default: return lower_unread(l, cursor);
    }
}
