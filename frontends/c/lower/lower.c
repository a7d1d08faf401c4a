// Entry points of the lowering (a body, a global's initialiser) and what its parts share: nodes
// with places, holes for what is not understood, errors of the compiler in a function.

#include "frontends/c/lower/lower.h"
#include "frontends/c/parse/kept.h"
#include <stdarg.h>

// ---- nodes

struct ast *lower_node(struct lowering *l, enum ast_kind kind, const struct ctype *type)
{
    struct ast *node = arena_new(l->arena, struct ast);
    node->kind = kind;
    node->type = type;
    node->bit_width = -1;
    kept_note_node(l->unit, node);
    return node;
}

void lower_at(struct lowering *l, struct ast *node, CXCursor cursor)
{
    struct source_place place = cursor_place(l->tu, cursor);
    node->file = place.file;
    node->line = place.line;
    node->column = place.column;
}

// An operator begins where its first operand does. Asking libclang for that
// place walks down to the operand each time, quadratic in a long chain.
void lower_like(struct ast *node, const struct ast *other)
{
    node->file = other->file;
    node->line = other->line;
    node->column = other->column;
}

// The hole may write to this object, an lvalue.
void lower_hole_writes(struct lowering *l, struct ast *hole, const struct ast *object)
{
    const struct ast **kids = arena_array(l->arena, const struct ast *, 1);
    kids[0] = object;
    hole->kids = kids;
    hole->n_kids = 1;
}

// A hole with an error of the compiler in its text is there because of it.
void lower_blame_error(struct lowering *l, struct ast *hole, CXCursor cursor)
{
    if (l->n_errors == 0) return;
    int i = lower_first_error(l, cursor_place_of(l->tu, cursor_start(cursor)));
    struct source_place end = cursor_end(l->tu, cursor);
    if (i >= l->tu->errors.n || l->tu->errors.at[i].place.file != end.file ||
        l->tu->errors.at[i].place.offset >= end.offset)
        return;
    hole->text = l->tu->errors.at[i].message;
    hole->lost = true;
}

struct ast *lower_hole(struct lowering *l, CXCursor cursor, const struct ctype *type,
                       const char *format, ...)
{
    struct ast *node = lower_node(l, AST_HOLE, type);
    va_list arguments;
    va_start(arguments, format);
    node->text = arena_vprintf(l->arena, format, arguments);
    va_end(arguments);
    lower_at(l, node, cursor);
    lower_blame_error(l, node, cursor);
    return node;
}

struct ast *lower_int(struct lowering *l, const struct ctype *type, int64_t value)
{
    struct ast *node = lower_node(l, AST_INT, type);
    node->integer = value;
    return node;
}

// ---- variables

struct variable *lower_local(struct lowering *l, CXCursor cursor, const struct ctype *type,
                             const char *name)
{
    struct variable *variable = arena_new(l->arena, struct variable);
    struct source_place place = cursor_place(l->tu, cursor);
    *variable = (struct variable){.name = name,
                                  .type = type,
                                  .storage = VARIABLE_LOCAL,
                                  .slot = l->linked->function.n_slots++,
                                  .file = place.file,
                                  .line = place.line,
                                  .column = place.column};
    kept_note_variable(l->unit, variable);
    if (l->n_errors > 0) *vec_push(l->scratch, &l->locals) = variable;
    return variable;
}

const struct variable *lower_hidden(struct lowering *l, CXCursor cursor, const struct ctype *type)
{
    if (l->linked) return lower_local(l, cursor, type, "");
    struct linked_variable *linked = link_static(l->tu, cursor, "");
    struct source_place place = cursor_place(l->tu, cursor);
    linked->variable.type = type;
    linked->variable.file = place.file;
    linked->variable.line = place.line;
    linked->variable.column = place.column;
    // Its stores are in the node that it belongs to.
    linked->complete = linked->lowered = true;
    return &linked->variable;
}

// ---- errors of the compiler

static bool before(struct source_place a, struct source_place b)
{
    return a.file != b.file ? a.file < b.file : a.offset < b.offset;
}

int lower_first_error(const struct lowering *l, struct source_place from)
{
    int low = 0, high = l->tu->errors.n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (before(l->tu->errors.at[middle].place, from))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The errors between the beginning and the end of the definition.
static void find_errors(struct lowering *l, CXCursor definition)
{
    if (l->tu->errors.n == 0) return;
    struct source_place from = cursor_place_of(l->tu, cursor_start(definition));
    l->first_error = lower_first_error(l, from);
    l->n_errors = lower_first_error(l, cursor_end(l->tu, definition)) - l->first_error;
    if (l->n_errors > 0) l->linked->function.partial = true;
}

// ---- entry points

// `linked` NULL: at file scope, where there is no frame for hidden objects.
static struct lowering lowering_of(struct tu *tu, struct linked_function *linked)
{
    return (struct lowering){.unit = tu->unit,
                             .tu = tu,
                             .arena = tu->unit->arena,
                             .scratch = tu->scratch,
                             .linked = linked,
                             .cases_from = -1};
}

// A definition's children are its parameters and attributes, then the body.
void lower_body(struct linked_function *linked)
{
    struct lowering l = lowering_of(linked->tu, linked);
    find_errors(&l, linked->cursor);
    struct kids kids;
    kids_of(&kids, l.scratch, linked->cursor);
    for (int i = 0; i < kids.n; i++)
        if (clang.getCursorKind(kids.at[i]) == CXCursor_CompoundStmt)
            linked->function.body = lower_block(&l, kids.at[i]);
}

void lower_global(struct linked_variable *linked)
{
    struct lowering l = lowering_of(linked->tu, NULL);
    const struct ctype *type = linked->variable.type;
    linked->variable.init = clang.Cursor_isNull(linked->initializer)
                                ? lower_lost_initializer(&l, linked->declaration, type)
                                : lower_initializer(&l, linked->initializer, type);
}
