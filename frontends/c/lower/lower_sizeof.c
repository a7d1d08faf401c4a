// sizeof and alignof. libclang evaluates them, but for what is known at run
// time only: arrays of variable length.

#include "frontends/c/lower/lower.h"
#include "frontends/c/parse/type_text.h"
#include <ctype.h>
#include <string.h>

static struct ast *sizeof_object(struct lowering *l, CXCursor cursor, struct ast *object)
{
    struct ast *node = lower_node(l, AST_SIZEOF_VLA, l->unit->basic.size);
    lower_at(l, node, cursor);
    node->a = object;
    return node;
}

// A typedef of a variable array has a hidden object that its bounds are bound to.
static struct ast *sizeof_typedef(struct lowering *l, CXCursor cursor, CXCursor reference)
{
    CXCursor declaration = clang.getCursorReferenced(reference);
    struct variable *hidden =
        map_get_number(l->tu->declarations, (uint64_t)(uintptr_t)declaration.data[0]);
    if (!hidden) return NULL;
    struct ast *object = lower_node(l, AST_VARIABLE, hidden->type);
    lower_at(l, object, cursor);
    object->variable = hidden;
    return sizeof_object(l, cursor, object);
}

// "sizeof (float *[n][4])": the element's type, and how many bounds follow.
static const struct ctype *read_operand(struct lowering *l, CXCursor cursor, int *n_bounds)
{
    size_t left = 0;
    const char *text = cursor_text(l->tu, cursor, &left);
    if (!text || left < 6 || strncmp(text, "sizeof", 6) != 0) return NULL;
    const char *at = text + 6, *end = text + left;
    while (at < end && isspace((unsigned char)*at)) at++;
    if (at == end || *at != '(') return NULL;
    const char *name = ++at;
    while (at < end && *at != '[' && *at != ')') at++;
    size_t length = (size_t)(at - name);
    int depth = 0;
    for (*n_bounds = 0; at < end && (depth > 0 || *at != ')'); at++) {
        if (*at == '[' && depth++ == 0) ++*n_bounds;
        if (*at == ']') depth--;
    }
    return type_text_parse(l->unit, name, length);
}

static struct ast *sizeof_type(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    int n = 0;
    const struct ctype *element = read_operand(l, cursor, &n);
    if (!element || n < 1 || n > kids->n) return NULL;
    struct ast *node = sizeof_object(l, cursor, NULL);
    const struct ast **bounds = arena_array(l->arena, const struct ast *, n);
    // Bounds come first, innermost first; then those that vary once more.
    for (int i = 0; i < n; i++) {
        if (!cursor_is_expression(kids->at[n - 1 - i])) return NULL;
        bounds[i] = lower_value(l, kids->at[n - 1 - i]);
    }
    node->kids = bounds;
    node->n_kids = n;
    node->compute = element;
    return node;
}

// Of a record with errors the compiler would give a size that means nothing.
static bool of_broken_record(struct lowering *l, const struct kids *kids)
{
    if (l->tu->errors.n == 0 || kids->n == 0) return false;
    const struct ctype *type = types_of(l->tu, kids->at[kids->n - 1]);
    while (type->kind == CTYPE_ARRAY) type = type->element;
    return type->broken;
}

// The type whose size it is; NULL: that is not seen.
static const struct ctype *operand_type(struct lowering *l, CXCursor cursor,
                                        const struct kids *kids)
{
    int n = 0;
    if (kids->n == 1 && cursor_is_expression(kids->at[0])) return types_of(l->tu, kids->at[0]);
    const struct ctype *type = read_operand(l, cursor, &n);
    return n == 0 ? type : NULL;
}

// sizeof of an expression has it as its only child; of a type, nothing or what
// the type refers to.
struct ast *lower_sizeof(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    if (of_broken_record(l, &kids))
        return lower_hole(l, cursor, l->unit->basic.size, "the size of a type with errors");
    struct ast *constant = lower_evaluated(l, cursor);
    if (constant) constant->compute = operand_type(l, cursor, &kids);
    if (constant) return constant;
    struct ast *node = NULL;
    if (kids.n == 1 && cursor_is_expression(kids.at[0])) {
        struct ast *operand = lower_expression(l, kids.at[0]);
        if (operand->type->variable && lower_is_lvalue(operand))
            return sizeof_object(l, cursor, operand);
    }
    if (kids.n == 1 && clang.getCursorKind(kids.at[0]) == CXCursor_TypeRef)
        node = sizeof_typedef(l, cursor, kids.at[0]);
    if (!node) node = sizeof_type(l, cursor, &kids);
    return node ? node : lower_hole(l, cursor, l->unit->basic.size, "a sizeof");
}
