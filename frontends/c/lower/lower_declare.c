// Declarations inside functions: variables, static ones, bounds of variable
// arrays.

#include "frontends/c/lower/lower.h"

#include <string.h>

// Number of array levels of variable length, through pointers too.
static int n_variable_levels(const struct ctype *type)
{
    int n = 0;
    for (; type && (type->kind == CTYPE_ARRAY || type->kind == CTYPE_POINTER); type = type->element)
        if (type->kind == CTYPE_ARRAY && type->variable) n++;
    return n;
}

// The level below, also through a pointer; NULL at the end.
static const struct ctype *level_below(const struct ctype *type)
{
    bool goes_on = type->kind == CTYPE_ARRAY || type->kind == CTYPE_POINTER;
    return goes_on ? type->element : NULL;
}

// Bounds are children of a declaration or cast, innermost first, those of
// fixed levels too. Ours are outermost first, of variable levels only; levels
// beyond the children have theirs from the name of a type.
void lower_bounds(struct lowering *l, struct ast *node, CXCursor cursor, const struct ctype *type)
{
    if (n_variable_levels(type) == 0) return;
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    enum CXCursorKind kind = clang.getCursorKind(cursor);
    CXCursor value = kind == CXCursor_VarDecl          ? clang.Cursor_getVarDeclInitializer(cursor)
                     : kind == CXCursor_CStyleCastExpr ? kids.at[kids.n - 1]
                                                       : clang.getNullCursor();
    const struct ast **bounds = arena_array(l->arena, const struct ast *, kids.n + 1);
    int n = 0;
    for (int i = kids.n - 1; i >= 0 && type; i--) {
        if (!cursor_is_expression(kids.at[i]) || clang.equalCursors(kids.at[i], value)) continue;
        while (type && type->kind != CTYPE_ARRAY) type = level_below(type);
        if (type && type->variable) bounds[n++] = lower_value(l, kids.at[i]);
        if (type) type = type->element;
    }
    node->kids = bounds;
    node->n_kids = n;
}

// ---- values that the compiler lost

static struct initializer *unknown_value(struct lowering *l, CXCursor cursor,
                                         const struct ctype *type, const char *why)
{
    struct initializer *init = arena_new(l->arena, struct initializer);
    struct ast *hole = lower_hole(l, cursor, type, "%s", why);
    hole->lost = true;
    struct ast_store *store = arena_new(l->arena, struct ast_store);
    *store = (struct ast_store){.type = type, .bit_width = -1, .value = hole, .repeat = 1};
    *init = (struct initializer){.n = 1, .stores = store};
    return init;
}

// An initialiser with an error is missing from the tree: the variable then has
// a value, but an unknown one.
struct initializer *lower_lost_initializer(struct lowering *l, CXCursor cursor,
                                           const struct ctype *type)
{
    const struct tu *tu = l->tu;
    if (tu->errors.n == 0) return NULL;
    struct source_place place = cursor_place(l->tu, cursor);
    int i = lower_first_error(l, place);
    if (i >= tu->errors.n || tu->errors.at[i].place.file != place.file) return NULL;
    size_t left = 0, distance = tu->errors.at[i].place.offset - place.offset;
    const char *text = cursor_text(l->tu, cursor, &left);
    // Behind a `;` or `,` it would be another declarator's.
    if (!text || distance > left || cursor_find(text, text + distance, ";,")) return NULL;
    return unknown_value(l, cursor, type, tu->errors.at[i].message);
}

// ---- variables

// The variable is known before its initialiser is lowered: `T *p = malloc(sizeof *p)`.
static const struct ast *lower_local_variable(struct lowering *l, CXCursor cursor)
{
    struct ast *node = lower_begin(l, AST_DECLARE, cursor);
    CXType written = clang.getCursorType(cursor);
    const struct ctype *type = types_lower(l->tu, written);
    struct variable *variable = lower_local(l, cursor, type, cursor_name(l->arena, cursor));
    variable->is_const = clang.isConstQualifiedType(clang.getCanonicalType(written)) != 0;
    map_put_number(l->tu->declarations, (uint64_t)(uintptr_t)cursor.data[0], variable);
    node->variable = variable;
    lower_bounds(l, node, cursor, type);
    CXCursor initializer = clang.Cursor_getVarDeclInitializer(cursor);
    if (!clang.Cursor_isNull(initializer))
        node->init = lower_initializer(l, initializer, type);
    else
        node->init = lower_lost_initializer(l, cursor, type);
    return lower_finish(l, node);
}

// NULL: it leaves no trace in the body (extern, static).
static const struct ast *lower_variable(struct lowering *l, CXCursor cursor)
{
    switch (clang.Cursor_getStorageClass(cursor)) {
    case CX_SC_Extern: return NULL;
    case CX_SC_Static: {
        struct linked_variable *linked = link_static(l->tu, cursor, cursor_name(l->arena, cursor));
        linked->initializer = clang.Cursor_getVarDeclInitializer(cursor);
        linked->inside = l->linked;
        map_put_number(l->tu->declarations, (uint64_t)(uintptr_t)cursor.data[0], linked);
        link_complete_variable(linked);
        return NULL;
    }
    default: return lower_local_variable(l, cursor);
    }
}

// typedef int row[n]: n is evaluated here. The hidden object only binds it.
static const struct ast *lower_typedef(struct lowering *l, CXCursor cursor)
{
    const struct ctype *type = types_lower(l->tu, clang.getTypedefDeclUnderlyingType(cursor));
    if (n_variable_levels(type) == 0) return NULL;
    struct ast *node = lower_begin(l, AST_DECLARE, cursor);
    struct variable *hidden = lower_local(l, cursor, type, "");
    map_put_number(l->tu->declarations, (uint64_t)(uintptr_t)cursor.data[0], hidden);
    node->variable = hidden;
    lower_bounds(l, node, cursor, type);
    return lower_finish(l, node);
}

void lower_declarations(struct lowering *l, lower_list *list, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    for (int i = 0; i < kids.n; i++) {
        enum CXCursorKind kind = clang.getCursorKind(kids.at[i]);
        const struct ast *node = kind == CXCursor_VarDecl       ? lower_variable(l, kids.at[i])
                                 : kind == CXCursor_TypedefDecl ? lower_typedef(l, kids.at[i])
                                                                : NULL;
        if (!node) continue;
        *vec_push(l->arena, list) = node;
        const struct ast *hole = kind == CXCursor_VarDecl && node->kind == AST_DECLARE
                                     ? lower_cleanup(l, kids.at[i], (struct ast *)(uintptr_t)node)
                                     : NULL;
        if (hole) *vec_push(l->arena, list) = hole;
    }
}

// ---- parameters

static bool has_effect(const struct ast *node)
{
    if (!node) return false;
    switch (node->kind) {
    case AST_ASSIGN:
    case AST_COMPOUND_ASSIGN:
    case AST_STEP:
    case AST_CALL:
    case AST_STATEMENT: return true;
    default: return has_effect(node->a) || has_effect(node->b) || has_effect(node->c);
    }
}

static bool is_unbounded(CXCursor cursor)
{
    return clang.getCanonicalType(clang.getCursorType(cursor)).kind == CXType_IncompleteArray;
}

// `float a[n++][m]` is a pointer to float[m]: n++ is evaluated and forgotten.
static void bind_parameter(struct lowering *l, lower_list *list, CXCursor cursor,
                           const struct variable *parameter)
{
    const struct ctype *written = types_of(l->tu, cursor);
    if (n_variable_levels(written) == 0) return;
    struct ast *node = lower_begin(l, AST_DECLARE, cursor);
    bool unbounded = is_unbounded(cursor); // `float a[][m]`
    node->variable = parameter;
    lower_bounds(l, node, cursor, unbounded ? written->element : written);
    if (written->kind == CTYPE_ARRAY && written->variable && !unbounded && node->n_kids > 0) {
        struct ast *forgotten = lower_node(l, AST_EXPRESSION, NULL);
        forgotten->low = forgotten->high = node->low;
        forgotten->a = node->kids[0];
        lower_like(forgotten, node);
        if (has_effect(forgotten->a)) *vec_push(l->arena, list) = forgotten;
        node->kids++;
        node->n_kids--;
    }
    if (node->n_kids) *vec_push(l->arena, list) = lower_finish(l, node);
}

void lower_parameter_bounds(struct lowering *l, lower_list *list)
{
    const struct function *function = &l->linked->function;
    for (int i = 0; i < function->n_parameters; i++)
        bind_parameter(l, list, clang.Cursor_getArgument(l->linked->cursor, (unsigned)i),
                       function->parameters[i]);
}
