// Statements, and the errors of the compiler among them: libclang drops a statement with an error
// from the tree, so a hole is put where it stood.

#include "frontends/c/lower/lower.h"
#include <string.h>

// Every statement has a number and knows those inside it, so that a jump can
// ask whether its target is in there.
struct ast *lower_begin(struct lowering *l, enum ast_kind kind, CXCursor cursor)
{
    struct ast *node = lower_node(l, kind, NULL);
    lower_at(l, node, cursor);
    node->low = ++l->number;
    return node;
}

struct ast *lower_finish(struct lowering *l, struct ast *node)
{
    node->high = l->number;
    return node;
}

// The text of a statement that stands in a file as it is.
static struct lost_text text_of(struct lowering *l, CXCursor cursor)
{
    size_t left = 0;
    struct source_place start = cursor_place_of(l->tu, cursor_start(cursor));
    struct source_place end = cursor_end(l->tu, cursor);
    const char *at = cursor_in_macro(cursor) ? NULL : cursor_text(l->tu, cursor, &left);
    if (!at || end.file != start.file || end.offset < start.offset ||
        end.offset - start.offset > left)
        return (struct lost_text){0};
    return (struct lost_text){at, end.offset - start.offset, start.offset};
}

static struct ast *statement_hole(struct lowering *l, CXCursor cursor, const char *what)
{
    struct ast *node = lower_begin(l, AST_HOLE, cursor);
    node->text = what;
    lower_blame_error(l, node, cursor);
    struct lost_text text = text_of(l, cursor);
    if (node->lost && text.at) lower_lost_writes(l, node, text.at, text.n);
    return lower_finish(l, node);
}

static void add(struct lowering *l, lower_list *list, const struct ast *node)
{
    *vec_push(l->arena, list) = node;
}

// ---- blocks

static const struct ast *error_hole(struct lowering *l, struct tu_error *error,
                                    const struct lost_text *text)
{
    struct ast *node = lower_node(l, AST_HOLE, NULL);
    node->low = ++l->number;
    node->high = node->low;
    node->file = error->place.file;
    node->line = error->place.line;
    node->column = error->place.column;
    node->text = error->message;
    node->lost = true;
    lower_lost_statement(l, node, text, error->place.offset);
    error->is_hole = true;
    return node;
}

// The part of a block's text between two offsets of the file.
static struct lost_text part_of(const struct lost_text *block, uint32_t from, uint32_t upto)
{
    bool inside =
        block->at && from >= block->offset && upto >= from && upto - block->offset <= block->n;
    if (!inside) return (struct lost_text){0};
    return (struct lost_text){block->at + (from - block->offset), upto - from, from};
}

// The errors up to a place that no block further in has taken, from the one
// numbered `next` on. What they lost stands between `from` and that place.
static int add_holes(struct lowering *l, lower_list *list, int next, const struct lost_text *block,
                     uint32_t from, struct source_place upto)
{
    int end = l->first_error + l->n_errors;
    struct lost_text text = part_of(block, from, upto.offset);
    for (; next < end; next++) {
        struct tu_error *error = &l->tu->errors.at[next];
        if (error->place.file != upto.file || error->place.offset >= upto.offset) break;
        if (!error->is_hole) add(l, list, error_hole(l, error, &text));
    }
    return next;
}

// `again: int n = 8;` declares in the block around: the label stays, and the declarations follow
// it.
static void spread_labelled(struct lowering *l, lower_list *list, struct ast *statement)
{
    struct ast *label = NULL;
    while (statement && (statement->kind == AST_LABEL || statement->kind == AST_CASE ||
                         statement->kind == AST_DEFAULT)) {
        label = statement;
        statement = (struct ast *)(uintptr_t)statement->d;
    }
    if (!label || !statement || statement != l->labelled) return;
    struct ast *empty = lower_node(l, AST_EMPTY, NULL);
    lower_like(empty, label);
    label->d = empty;
    for (int i = 0; i < statement->n_kids; i++) add(l, list, statement->kids[i]);
}

static void add_statement(struct lowering *l, lower_list *list, CXCursor cursor)
{
    if (clang.getCursorKind(cursor) == CXCursor_DeclStmt) {
        lower_declarations(l, list, cursor);
        return;
    }
    struct ast *statement = lower_statement(l, cursor);
    add(l, list, statement);
    spread_labelled(l, list, statement);
}

// Each error is put in before the first statement that begins behind it, unless
// a block further in has it.
static void add_with_holes(struct lowering *l, lower_list *list, CXCursor block,
                           const struct kids *kids)
{
    struct lost_text text = text_of(l, block);
    struct source_place from = cursor_place(l->tu, block);
    int next = lower_first_error(l, from);
    from.offset++;
    for (int i = 0; i < kids->n; i++) {
        struct source_place start = cursor_place_of(l->tu, cursor_start(kids->at[i]));
        next = add_holes(l, list, next, &text, from.offset, start);
        add_statement(l, list, kids->at[i]);
        from = cursor_end(l->tu, kids->at[i]);
        next = add_holes(l, list, next, &text, start.offset, from);
    }
    add_holes(l, list, next, &text, from.offset, cursor_end(l->tu, block));
}

struct ast *lower_block(struct lowering *l, CXCursor cursor)
{
    struct ast *node = lower_begin(l, AST_BLOCK, cursor);
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    lower_list list = {0};
    if (node->low == 1) lower_parameter_bounds(l, &list);
    if (l->n_errors > 0)
        add_with_holes(l, &list, cursor, &kids);
    else
        for (int i = 0; i < kids.n; i++) add_statement(l, &list, kids.at[i]);
    node->n_kids = list.n;
    node->kids = list.at;
    node->cleans = lower_has_cleanup(list.n, list.at);
    return lower_finish(l, node);
}

// ---- branches and loops

static struct ast *lower_if(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    if (kids->n < 2 || kids->n > 3) return statement_hole(l, cursor, "an if with errors");
    struct ast *node = lower_begin(l, AST_IF, cursor);
    node->a = lower_value(l, kids->at[0]);
    node->b = lower_statement(l, kids->at[1]);
    if (kids->n == 3) node->c = lower_statement(l, kids->at[2]);
    return lower_finish(l, node);
}

static struct ast *lower_while(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    if (kids->n != 2) return statement_hole(l, cursor, "a loop with errors");
    bool is_do = clang.getCursorKind(cursor) == CXCursor_DoStmt;
    struct ast *node = lower_begin(l, is_do ? AST_DO : AST_WHILE, cursor);
    if (!is_do) node->a = lower_value(l, kids->at[0]);
    node->d = lower_statement(l, kids->at[is_do ? 0 : 1]);
    if (is_do) node->a = lower_value(l, kids->at[1]);
    return lower_finish(l, node);
}

// Cases are collected wherever they stand inside, so Duff's device is no
// special case; an inner switch keeps its own.
static struct ast *lower_switch(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    if (kids->n != 2) return statement_hole(l, cursor, "a switch with errors");
    struct ast *node = lower_begin(l, AST_SWITCH, cursor);
    node->a = lower_pair_index(l, lower_value(l, kids->at[0]));
    int outer = l->cases_from;
    l->cases_from = l->cases.n;
    node->d = lower_statement(l, kids->at[1]);
    node->n_kids = l->cases.n - l->cases_from;
    if (node->n_kids)
        node->kids = arena_copy(l->arena, &l->cases.at[l->cases_from],
                                (size_t)node->n_kids * sizeof *node->kids);
    l->cases.n = l->cases_from;
    l->cases_from = outer;
    return lower_finish(l, node);
}

// Children: the value, for a GNU range both ends, then the statement.
static struct ast *lower_case(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    bool is_default = clang.getCursorKind(cursor) == CXCursor_DefaultStmt;
    int n_values = kids->n - 1;
    if (l->cases_from < 0 || kids->n < 1 || n_values > 2 || is_default != (n_values == 0))
        return statement_hole(l, cursor, "a case with errors");
    struct ast *node = lower_begin(l, is_default ? AST_DEFAULT : AST_CASE, cursor);
    for (int i = 0; i < n_values; i++) {
        struct ast *value = lower_value(l, kids->at[i]);
        int64_t constant;
        if (!lower_constant(value, &constant)) return statement_hole(l, cursor, "a case label");
        if (i == 0) node->integer = constant;
        node->case_high = constant;
    }
    *vec_push(l->scratch, &l->cases) = node;
    node->d = lower_statement(l, kids->at[kids->n - 1]);
    return lower_finish(l, node);
}

// ---- jumps

// The label that a goto leads to is another cursor than the one met in the
// body; both are at one place.
static struct ast *label_at(struct lowering *l, CXCursor cursor)
{
    struct source_place place = cursor_place(l->tu, cursor);
    for (int i = 0; i < l->labels.n; i++) {
        struct label *label = &l->labels.at[i];
        if (label->place.file == place.file && label->place.offset == place.offset &&
            cursor_is(cursor, label->node->text))
            return label->node;
    }
    struct label *label = vec_push(l->scratch, &l->labels);
    label->place = place;
    label->node = lower_node(l, AST_LABEL, NULL);
    lower_at(l, label->node, cursor);
    label->node->text = cursor_name(l->arena, cursor);
    return label->node;
}

static struct ast *lower_label(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    struct ast *node = label_at(l, cursor);
    node->low = ++l->number;
    if (kids->n) node->d = lower_statement(l, kids->at[kids->n - 1]);
    return lower_finish(l, node);
}

static struct ast *lower_goto(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    CXCursor label = kids->n ? clang.getCursorReferenced(kids->at[0]) : clang.getNullCursor();
    if (clang.Cursor_isNull(label)) return statement_hole(l, cursor, "a goto with errors");
    struct ast *node = lower_begin(l, AST_GOTO, cursor);
    node->target = label_at(l, label);
    return lower_finish(l, node);
}

static struct ast *lower_computed_goto(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    if (kids->n != 1) return statement_hole(l, cursor, "a goto with errors");
    struct ast *node = lower_begin(l, AST_GOTO, cursor);
    node->a = lower_value(l, kids->at[0]);
    return lower_finish(l, node);
}

struct ast *lower_label_address(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    CXCursor label = kids.n ? clang.getCursorReferenced(kids.at[0]) : clang.getNullCursor();
    const struct ctype *type = l->unit->basic.void_pointer;
    if (clang.Cursor_isNull(label)) return lower_hole(l, cursor, type, "the address of a label");
    struct ast *node = lower_node(l, AST_LABEL_ADDRESS, type);
    lower_at(l, node, cursor);
    node->target = label_at(l, label);
    return node;
}

static struct ast *lower_return(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    struct ast *node = lower_begin(l, AST_RETURN, cursor);
    const struct ctype *result = l->linked->function.type->element;
    if (kids->n) {
        struct ast *value = lower_value(l, kids->at[0]);
        bool plain = !result || result->kind == CTYPE_VOID || value->type->kind == CTYPE_VOID;
        node->a = plain ? value : lower_convert(l, value, result);
    }
    return lower_finish(l, node);
}

// ---- the rest

static struct ast *lower_effect(struct lowering *l, CXCursor cursor)
{
    struct ast *node = lower_begin(l, AST_EXPRESSION, cursor);
    node->a = lower_expression(l, cursor);
    if (lower_is_lvalue(node->a)) node->a = lower_load(l, (struct ast *)(uintptr_t)node->a);
    return lower_finish(l, node);
}

// Declarations where one statement is wanted, as after a label.
static struct ast *declaration_block(struct lowering *l, CXCursor cursor)
{
    struct ast *node = lower_begin(l, AST_BLOCK, cursor);
    lower_list list = {0};
    lower_declarations(l, &list, cursor);
    node->n_kids = list.n;
    node->kids = list.at;
    l->labelled = node;
    return lower_finish(l, node);
}

// An empty template keeps the compiler from moving code, no more. In a macro the text is not at
// hand: without operands it is taken for such a barrier.
static bool may_clobber(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    struct lost_text text = text_of(l, cursor);
    if (!text.at) return kids->n > 0;
    const char *end = text.at + text.n, *open = memchr(text.at, '(', text.n);
    while (open && ++open < end && (*open == ' ' || *open == '\n' || *open == '\t')) {
    }
    if (open && end - open > 1 && open[0] == '"' && open[1] == '"') return false;
    return memmem(text.at, text.n, "\"memory\"", 8) != NULL;
}

// Which operands are written is hidden: those that are lvalues may be.
static struct ast *lower_asm(struct lowering *l, CXCursor cursor, const struct kids *kids)
{
    struct ast *node = lower_begin(l, AST_HOLE, cursor);
    node->text = "assembly";
    node->clobbers = may_clobber(l, cursor, kids);
    const struct ast **operands = arena_array(l->arena, const struct ast *, kids->n + 1);
    for (int i = 0; i < kids->n; i++)
        if (cursor_is_expression(kids->at[i])) {
            const struct ast *operand = lower_expression(l, kids->at[i]);
            if (lower_is_lvalue(operand)) operands[node->n_kids++] = operand;
        }
    node->kids = operands;
    return lower_finish(l, node);
}

static struct ast *lower_unknown(struct lowering *l, CXCursor cursor)
{
    CXString name = clang.getCursorKindSpelling(clang.getCursorKind(cursor));
    const char *what = arena_printf(l->arena, "a statement: %s", clang.getCString(name));
    clang.disposeString(name);
    return statement_hole(l, cursor, what);
}

// An expression that stands for a statement has no kind of its own.
struct ast *lower_statement(struct lowering *l, CXCursor cursor)
{
    enum CXCursorKind kind = clang.getCursorKind(cursor);
    if (kind == CXCursor_CompoundStmt) return lower_block(l, cursor);
    if (kind == CXCursor_ForStmt) return lower_for(l, cursor);
    if (kind == CXCursor_DeclStmt) return declaration_block(l, cursor);
    if (clang.isExpression(kind)) return lower_effect(l, cursor);
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    switch (kind) {
    case CXCursor_IfStmt: return lower_if(l, cursor, &kids);
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt: return lower_while(l, cursor, &kids);
    case CXCursor_SwitchStmt: return lower_switch(l, cursor, &kids);
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt: return lower_case(l, cursor, &kids);
    case CXCursor_BreakStmt: return lower_finish(l, lower_begin(l, AST_BREAK, cursor));
    case CXCursor_ContinueStmt: return lower_finish(l, lower_begin(l, AST_CONTINUE, cursor));
    case CXCursor_NullStmt: return lower_finish(l, lower_begin(l, AST_EMPTY, cursor));
    case CXCursor_ReturnStmt: return lower_return(l, cursor, &kids);
    case CXCursor_GotoStmt: return lower_goto(l, cursor, &kids);
    case CXCursor_IndirectGotoStmt: return lower_computed_goto(l, cursor, &kids);
    case CXCursor_LabelStmt: return lower_label(l, cursor, &kids);
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt: return lower_asm(l, cursor, &kids);
    case CXCursor_UnexposedStmt:
        if (kids.n) return lower_statement(l, kids.at[kids.n - 1]);
        return lower_finish(l, lower_begin(l, AST_EMPTY, cursor));
    default: return lower_unknown(l, cursor);
    }
}
