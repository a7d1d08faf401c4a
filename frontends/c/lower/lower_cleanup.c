// __attribute__((cleanup(f))): leaving the block in which the variable is declared calls f with its
// address. libclang shows neither the attribute's argument nor, where it comes from a macro, its
// text, but prints declarations with both.

#include "frontends/c/lower/lower.h"

#include <ctype.h>
#include <string.h>

// The attribute stands before the initialiser, in which other variables may have one of their own.
static const char *find_cleanup(const char *declaration)
{
    static const char *const spellings[] = {"__attribute__((cleanup(", "gnu::cleanup("};
    const char *end = strstr(declaration, " = ");
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(declaration, spellings[i]);
        if (at && (!end || at < end)) return at + strlen(spellings[i]);
    }
    return NULL;
}

// The name of the function, in the arena; NULL: there is none.
static const char *cleanup_name(struct lowering *l, CXCursor cursor)
{
    if (!clang.Cursor_hasAttrs(cursor)) return NULL;
    CXPrintingPolicy policy = clang.getCursorPrintingPolicy(cursor);
    CXString printed = clang.getCursorPrettyPrinted(cursor, policy);
    clang.PrintingPolicy_dispose(policy);
    const char *text = clang.getCString(printed);
    const char *at = text ? find_cleanup(text) : NULL, *name = NULL;
    if (at) {
        size_t n = 0;
        while (isalnum((unsigned char)at[n]) || at[n] == '_') n++;
        name = arena_string_n(l->arena, at, n);
    }
    clang.disposeString(printed);
    return name;
}

// One of this file, or one that all files share.
static struct linked_function *function_named(const struct lowering *l, const char *name)
{
    for (int i = 0; i < l->unit->functions.n; i++) {
        struct linked_function *linked = l->unit->functions.at[i];
        if (link_is_same_source(linked->tu, l->tu) && strcmp(linked->function.name, name) == 0)
            return linked;
    }
    return map_get_string(l->unit->external_functions, name);
}

static struct ast *placed(struct lowering *l, enum ast_kind kind, const struct ctype *type,
                          const struct ast *like)
{
    struct ast *node = lower_node(l, kind, type);
    lower_like(node, like);
    return node;
}

// f(&variable)
static const struct ast *cleanup_call(struct lowering *l, const struct ast *declaration,
                                      struct linked_function *linked)
{
    struct function *function = link_complete_function(linked);
    const struct variable *variable = declaration->variable;
    struct ast *name = placed(l, AST_FUNCTION, function->type, declaration);
    name->function = function;
    struct ast *object = placed(l, AST_VARIABLE, variable->type, declaration);
    object->variable = variable;
    struct ast *address =
        placed(l, AST_ADDRESS, types_pointer(l->unit, variable->type), declaration);
    address->a = object;
    const struct ast **arguments = arena_array(l->arena, const struct ast *, 1);
    arguments[0] = address;
    struct ast *call = placed(l, AST_CALL, l->unit->basic.void_, declaration);
    call->a = lower_load(l, name);
    call->n_kids = 1;
    call->kids = arguments;
    return call;
}

const struct ast *lower_cleanup(struct lowering *l, CXCursor cursor, struct ast *declaration)
{
    const char *name = cleanup_name(l, cursor);
    if (!name) return NULL;
    struct linked_function *linked = function_named(l, name);
    if (linked) {
        declaration->d = cleanup_call(l, declaration, linked);
        return NULL;
    }
    struct ast *hole = lower_begin(l, AST_HOLE, cursor);
    hole->text = "a variable with a cleanup function";
    return lower_finish(l, hole);
}

bool lower_has_cleanup(int n, const struct ast *const *statements)
{
    for (int i = 0; i < n; i++)
        if (statements[i]->kind == AST_DECLARE && statements[i]->d) return true;
    return false;
}
