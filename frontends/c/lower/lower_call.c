// Calls. Builtins that libclang shows as calls of a function become nodes of their own where C's
// meaning needs it (va_start); the others stay calls, and the C library's dialect runs them.

#include "frontends/c/lower/lower.h"
#include <string.h>

// Of a call through a pointer there is no name.
static const char *callee_name(const struct ast *callee)
{
    bool direct = callee->kind == AST_DECAY && callee->a->kind == AST_FUNCTION;
    return direct ? callee->a->function->name : "";
}

static struct ast *va_call(struct lowering *l, CXCursor cursor, enum ast_kind kind)
{
    struct ast *node = lower_node(l, kind, l->unit->basic.void_);
    lower_at(l, node, cursor);
    node->a = lower_va_list(l, clang.Cursor_getArgument(cursor, 0));
    if (kind == AST_VA_COPY) node->b = lower_va_list(l, clang.Cursor_getArgument(cursor, 1));
    return node;
}

// Builtins that are part of the language rather than functions; NULL: none of them.
static struct ast *builtin_call(struct lowering *l, CXCursor cursor, const char *name, int n)
{
    if (strncmp(name, "__builtin_", 10) != 0 || n < 1) return NULL;
    const char *rest = name + 10;
    if (strcmp(rest, "va_start") == 0) return va_call(l, cursor, AST_VA_START);
    if (strcmp(rest, "va_end") == 0) return va_call(l, cursor, AST_VA_END);
    if (strcmp(rest, "va_copy") == 0 && n == 2) return va_call(l, cursor, AST_VA_COPY);
    if (strcmp(rest, "expect") == 0 || strcmp(rest, "assume_aligned") == 0)
        return lower_value(l, clang.Cursor_getArgument(cursor, 0));
    if (strcmp(rest, "constant_p") == 0) {
        int64_t value;
        struct ast *argument = lower_value(l, clang.Cursor_getArgument(cursor, 0));
        bool constant = lower_constant(argument, &value) || argument->kind == AST_FLOAT;
        struct ast *node = lower_int(l, l->unit->basic.int_, constant);
        lower_at(l, node, cursor);
        return node;
    }
    return NULL;
}

// Arguments are converted already: to the parameter's type, or by the default
// promotions (C17 6.5.2.2) where there is none.
struct ast *lower_call(struct lowering *l, CXCursor cursor)
{
    const struct ctype *type = types_of_value(l->tu, cursor);
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    int n = clang.Cursor_getNumArguments(cursor);
    if (kids.n == 0 || n < 0) return lower_hole(l, cursor, type, "a call with errors");
    struct ast *callee = lower_value(l, kids.at[0]);
    struct ast *builtin = builtin_call(l, cursor, callee_name(callee), n);
    if (builtin) return builtin;
    struct ast *node = lower_node(l, AST_CALL, type);
    lower_like(node, callee);
    node->a = callee;
    node->n_kids = n;
    const struct ast **arguments = arena_array(l->arena, const struct ast *, n + 1);
    for (int i = 0; i < n; i++)
        arguments[i] = lower_value(l, clang.Cursor_getArgument(cursor, (unsigned)i));
    node->kids = arguments;
    return node;
}
