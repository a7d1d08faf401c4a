// What libclang shows as an unexposed expression: implicit casts, and a dozen
// of builtins that it does not tell apart. The number of children, their types
// and the word at which the expression begins in the source do.

#include "frontends/c/lower/lower.h"
#include <string.h>

// ---- implicit casts

// What kind of cast it is, libclang does not say; the types on both sides do:
// function to pointer and array to pointer decay, an object to a value of its
// own type is a load, all else converts a value.
static struct ast *implicit_cast(struct lowering *l, CXCursor cursor, CXCursor operand)
{
    struct ast *a = lower_expression(l, operand);
    CXType shown = clang.getCursorType(cursor);
    const struct ctype *type = types_lower(l->tu, shown);
    if (a->kind == AST_HOLE && type->kind == CTYPE_UNSUPPORTED) return a;
    // __func__ is an array over the array of its text.
    if (a->type->kind == CTYPE_ARRAY && type->kind == CTYPE_ARRAY && lower_is_lvalue(a)) return a;
    struct ast *value = lower_load(l, a);
    if (value->type->kind == CTYPE_POINTER) {
        // A parameter written as an array or a function is shown as written.
        if (type->kind == CTYPE_ARRAY || type->kind == CTYPE_FUNCTION) return value;
    }
    bool bound = value->kind == AST_DECAY && value->type->element->variable;
    if (bound) return value;
    // Decaying may add const in the same step.
    if (value->kind == AST_DECAY && type->kind == CTYPE_POINTER &&
        type->element == value->type->element) {
        value->type = type;
        return value;
    }
    // A cast over an object loads it; qualifiers are all that may differ.
    bool record = value->type->kind == CTYPE_RECORD && value->type->pair == PAIR_NONE;
    if (value->kind == AST_LOAD && record) return value;
    return lower_convert(l, value, type);
}

static bool same_start(CXCursor a, CXCursor b)
{
    return clang.equalLocations(cursor_start(a), cursor_start(b)) != 0;
}

static bool is_va_list(CXCursor cursor)
{
    CXString spelling = clang.getTypeSpelling(clang.getCursorType(cursor));
    const char *text = clang.getCString(spelling);
    bool found = text && strstr(text, "va_list") != NULL;
    clang.disposeString(spelling);
    return found;
}

// ---- va_list

struct ast *lower_va_list(struct lowering *l, CXCursor cursor)
{
    struct ast *list = lower_expression(l, cursor);
    if (!lower_is_lvalue(list)) return list;
    // Where va_list is an array, or a parameter of such type, C hands over a pointer.
    bool pointer = list->type->kind == CTYPE_ARRAY ||
                   (list->type->kind == CTYPE_POINTER && list->type->element->kind == CTYPE_RECORD);
    if (pointer) return lower_load(l, list);
    struct ast *address = lower_node(l, AST_ADDRESS, types_pointer(l->unit, list->type));
    address->a = list;
    lower_like(address, list);
    return address;
}

static struct ast *lower_va_arg(struct lowering *l, CXCursor cursor, CXCursor list)
{
    struct ast *node = lower_node(l, AST_VA_ARG, types_of_value(l->tu, cursor));
    lower_at(l, node, cursor);
    node->a = lower_va_list(l, list);
    return node;
}

// ---- constants

struct ast *lower_evaluated(struct lowering *l, CXCursor cursor)
{
    CXEvalResult result = clang.Cursor_Evaluate(cursor);
    if (!result) return NULL;
    struct ast *node = NULL;
    if (clang.EvalResult_getKind(result) == CXEval_Int) {
        node = lower_int(l, types_of_value(l->tu, cursor), clang.EvalResult_getAsLongLong(result));
        lower_at(l, node, cursor);
    }
    clang.EvalResult_dispose(result);
    return node;
}

// ---- offsetof with an index that is not constant

struct offset {
    struct ast *sum;          // NULL: zero so far
    const struct ctype *type; // the object whose offset is `sum`
};

// The sum grows from left to right, as the path is written.
static void add_term(struct lowering *l, struct offset *offset, struct ast *term)
{
    if (offset->sum) {
        struct ast *sum = lower_node(l, AST_BINARY, term->type);
        sum->op = AST_OP_ADD;
        sum->a = offset->sum;
        sum->b = term;
        lower_like(sum, term);
        term = sum;
    }
    offset->sum = term;
}

// One step of the path: a member, or an index into an array.
static bool add_step(struct lowering *l, struct offset *offset, CXCursor step, CXCursor whole)
{
    const struct ctype *size = l->unit->basic.size;
    if (clang.getCursorKind(step) == CXCursor_MemberRef) {
        struct ast *object = lower_node(l, AST_DEREF, offset->type);
        struct ast *member = lower_member_of(l, object, clang.getCursorReferenced(step), whole);
        if (member->kind != AST_MEMBER) return false;
        struct ast *term = lower_int(l, size, member->offset);
        lower_at(l, term, whole);
        add_term(l, offset, term);
        offset->type = member->type;
        return true;
    }
    if (offset->type->kind != CTYPE_ARRAY || offset->type->variable) return false;
    offset->type = offset->type->element;
    struct ast *index = lower_convert(l, lower_value(l, step), size);
    struct ast *term = lower_node(l, AST_BINARY, size);
    term->op = AST_OP_MUL;
    term->a = index;
    term->b = lower_int(l, size, offset->type->size);
    lower_like(term, index);
    add_term(l, offset, term);
    return true;
}

static struct ast *lower_offsetof(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    struct ast *constant = lower_evaluated(l, cursor);
    if (constant) return constant;
    struct offset offset = {NULL, NULL};
    for (int i = 0; i < kids->n; i++) {
        CXCursor kid = kids->at[i];
        if (clang.getCursorKind(kid) == CXCursor_TypeRef)
            offset.type = types_of(l->tu, kid);
        else if (!offset.type || !add_step(l, &offset, kid, cursor))
            return lower_hole(l, cursor, l->unit->basic.size, "an offsetof");
    }
    return offset.sum ? offset.sum : lower_hole(l, cursor, l->unit->basic.size, "an offsetof");
}

// ---- which of them it is

// a ?: b has four children, a twice for libclang's own use and once as the
// result: it must be evaluated once.
static struct ast *lower_elvis(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    struct ast *node = lower_node(l, AST_CONDITIONAL, types_of_value(l->tu, cursor));
    node->op = AST_OP_ELVIS;
    struct ast *a = lower_value(l, kids->at[0]);
    lower_like(node, a);
    node->a = a;
    node->c = lower_convert(l, lower_value(l, kids->at[3]), node->type);
    return node;
}

static struct ast *lower_choice(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    int64_t chosen;
    if (!lower_constant(lower_value(l, kids->at[0]), &chosen))
        return lower_hole(l, cursor, types_of_value(l->tu, cursor), "__builtin_choose_expr");
    return lower_expression(l, kids->at[chosen ? 1 : 2]);
}

static bool has_member(const struct kids *kids)
{
    for (int i = 0; i < kids->n; i++)
        if (clang.getCursorKind(kids->at[i]) == CXCursor_MemberRef) return true;
    return false;
}

// In order of certainty: the shape of the children first, then the word.
static struct ast *lower_builtin(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    char word[64];
    cursor_word(l->tu, cursor, word, sizeof word);
    CXCursor last = kids->at[kids->n - 1];
    if (has_member(kids) || strcmp(word, "__builtin_offsetof") == 0)
        return lower_offsetof(l, cursor, kids);
    if (strcmp(word, "__builtin_types_compatible_p") == 0) {
        struct ast *constant = lower_evaluated(l, cursor);
        if (constant) return constant;
    }
    if (strstr(word, "atomic_") && cursor_is_expression(kids->at[0]))
        return lower_atomic(l, cursor, kids, word);
    if (is_va_list(last)) return lower_va_arg(l, cursor, last);
    if (kids->n == 3 && cursor_is_expression(kids->at[0])) return lower_choice(l, cursor, kids);
    struct ast *hole =
        lower_hole(l, cursor, types_of_value(l->tu, cursor), "%s", *word ? word : "a builtin");
    return hole;
}

// A question about types shows the expressions in them as its children: an only one looks like what
// is cast. The kinds of cursors keep the text from being asked at every cast, and at chains of
// operators, where that would be quadratic.
static bool asks_for_types(struct lowering *l, CXCursor cursor, CXCursor child)
{
    static const char question[] = "__builtin_types_compatible_p";
    if (clang.getCursorType(cursor).kind != CXType_Int) return false;
    enum CXCursorKind kind = clang.getCursorKind(child);
    bool leaf = kind == CXCursor_DeclRefExpr || kind == CXCursor_IntegerLiteral ||
                kind == CXCursor_ParenExpr;
    bool same = clang.getCursorType(child).kind == CXType_Int;
    if (!leaf && !(kind == CXCursor_BinaryOperator && same)) return false;
    char word[sizeof question];
    return strcmp(cursor_word(l->tu, cursor, word, sizeof word), question) == 0;
}

struct ast *lower_unexposed(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    const struct ctype *type = types_of_value(l->tu, cursor);
    if (kids.n == 0) {
        struct ast *constant = type->kind == CTYPE_UNSUPPORTED ? NULL : lower_evaluated(l, cursor);
        return constant ? constant : lower_hole(l, cursor, type, "an expression with errors");
    }
    // Asking for the start of every cast would be quadratic in a long chain of
    // operators; only va_arg looks like a cast, and only over a va_list.
    if (kids.n == 1 && cursor_is_expression(kids.at[0]) &&
        (!is_va_list(kids.at[0]) || same_start(cursor, kids.at[0])) &&
        !asks_for_types(l, cursor, kids.at[0]))
        return implicit_cast(l, cursor, kids.at[0]);
    if (kids.n == 4 && cursor_is_expression(kids.at[0]) && same_start(cursor, kids.at[0]))
        return lower_elvis(l, cursor, &kids);
    return lower_builtin(l, cursor, &kids);
}
