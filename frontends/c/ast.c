// The text of a tree, for tests of the lowering: one statement a line, operands in parentheses.
// Nothing of a node that changes its meaning is left out.

#include "frontends/c/ast.h"
#include <string.h>

static const char *const op_names[] = {
    [AST_NO_OP] = "?",
#define AST_OPERATOR(id, shown, spelled) [AST_OP_##id] = (shown),
#include "frontends/c/ast.def"
#undef AST_OPERATOR
};

static const char *const names[] = {
#define AST(id, shown) [AST_##id] = (shown),
#include "frontends/c/ast.def"
#undef AST
};

const struct ast *ast_unconverted(const struct ast *n)
{
    while (n->kind == AST_CONVERT) n = n->a;
    return n;
}

const char *ast_spelling(enum ast_op op)
{
    static const char *const spellings[N_AST_OPS] = {
        [AST_NO_OP] = "?",
#define AST_OPERATOR(id, shown, spelled) [AST_OP_##id] = (spelled),
#include "frontends/c/ast.def"
#undef AST_OPERATOR
    };
    return spellings[op];
}

struct writing {
    struct text text;
    int depth;
};

static void write_node(struct writing *, const struct ast *);

const char *ctype_string(const struct ctype *type)
{
    return type && type->name ? type->name : "?";
}

// ---- pieces

static void new_line(struct writing *w)
{
    if (w->text.n) text_add_char(&w->text, '\n');
    for (int i = 0; i < w->depth; i++) text_add(&w->text, "  ");
}

static void write_operand(struct writing *w, const struct ast *node)
{
    if (!node) return;
    text_add_char(&w->text, ' ');
    write_node(w, node);
}

// Operands that are not there print nothing, so a tree of any kind is closed
// the same way.
static void write_operands(struct writing *w, const struct ast *node)
{
    write_operand(w, node->a);
    write_operand(w, node->b);
    write_operand(w, node->c);
    write_operand(w, node->d);
    for (int i = 0; i < node->n_kids; i++) write_operand(w, node->kids[i]);
    text_add_char(&w->text, ')');
}

static void write_string(struct writing *w, const char *bytes, int64_t n)
{
    text_add_char(&w->text, '"');
    for (int64_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\' || c < ' ' || c > '~')
            text_printf(&w->text, "\\%03o", c);
        else
            text_add_char(&w->text, (char)c);
    }
    text_add_char(&w->text, '"');
}

static void write_variable(struct writing *w, const struct variable *variable)
{
    if (*variable->name)
        text_add(&w->text, variable->name);
    else
        text_printf(&w->text, "$%d", variable->slot);
}

static void write_bits(struct writing *w, int bit_width, int bit_offset)
{
    if (bit_width >= 0)
        text_printf(&w->text, " bits %d..%d", bit_offset, bit_offset + bit_width - 1);
}

// offset, how often, type and value of each store.
static void write_initializer(struct writing *w, const struct initializer *init)
{
    if (init->opaque) {
        text_printf(&w->text, " = opaque(%s)", init->opaque);
        return;
    }
    text_add(&w->text, " = {");
    for (int i = 0; i < init->n; i++) {
        const struct ast_store *store = &init->stores[i];
        text_printf(&w->text, "%s%lld", i ? ", " : "", (long long)store->offset);
        write_bits(w, store->bit_width, store->bit_offset);
        if (store->repeat > 1) text_printf(&w->text, " x %lld", (long long)store->repeat);
        text_printf(&w->text, " %s: ", ctype_string(store->type));
        if (store->value)
            write_node(w, store->value);
        else
            text_add(&w->text, "zero");
    }
    text_add(&w->text, "}");
}

// ---- expressions

// Types of constants are shown but for int, the most frequent.
static void write_leaf(struct writing *w, const struct ast *node)
{
    switch (node->kind) {
    case AST_VARIABLE: write_variable(w, node->variable); break;
    case AST_FUNCTION: text_add(&w->text, node->function->name); break;
    case AST_STRING: write_string(w, node->string.bytes, node->string.length); break;
    case AST_INT:
        text_printf(&w->text, "%lld", (long long)node->integer);
        if (node->type->size != 4 || !node->type->is_signed)
            text_printf(&w->text, ":%s", ctype_string(node->type));
        break;
    default: text_printf(&w->text, "%.21Lg:%s", node->floating, ctype_string(node->type)); break;
    }
}

static void write_member(struct writing *w, const struct ast *node)
{
    text_printf(&w->text, "(member %s@%lld", node->field ? node->field->name : "",
                (long long)node->offset);
    write_bits(w, node->bit_width, node->bit_offset);
    write_operands(w, node);
}

static void write_headed(struct writing *w, const struct ast *node, const char *format,
                         const char *argument)
{
    text_printf(&w->text, "(");
    text_add(&w->text, format);
    if (argument) text_printf(&w->text, " [%s]", argument);
    write_operands(w, node);
}

static void write_expression(struct writing *w, const struct ast *node)
{
    const char *op = op_names[node->op];
    switch (node->kind) {
    case AST_MEMBER: write_member(w, node); break;
    case AST_COMPOUND:
        text_printf(&w->text, "(compound [%s] ", ctype_string(node->type));
        write_variable(w, node->variable);
        if (node->init) write_initializer(w, node->init);
        text_add_char(&w->text, ')');
        break;
    case AST_CONVERT: write_headed(w, node, "convert", ctype_string(node->type)); break;
    case AST_UNARY:
    case AST_BINARY: write_headed(w, node, op, NULL); break;
    case AST_POINTER_ADD:
        write_headed(w, node, node->op == AST_OP_SUB ? "index-" : "index", NULL);
        break;
    case AST_CONDITIONAL: write_headed(w, node, "?:", NULL); break;
    case AST_COMPOUND_ASSIGN:
        text_printf(&w->text, "(%s= [%s]", op, ctype_string(node->compute));
        write_operands(w, node);
        break;
    case AST_STEP:
        text_printf(&w->text, "(%s%s", node->postfix ? "post" : "", op);
        write_operands(w, node);
        break;
    case AST_STATEMENT: write_headed(w, node, "statement", NULL); break;
    case AST_VA_ARG: write_headed(w, node, "va_arg", ctype_string(node->type)); break;
    case AST_HOLE:
        text_add(&w->text, "(hole ");
        write_string(w, node->text, (int64_t)strlen(node->text));
        write_operands(w, node);
        break;
    default: write_headed(w, node, names[node->kind], NULL); break;
    }
}

// ---- statements

static void write_inner(struct writing *w, const struct ast *node)
{
    w->depth++;
    write_node(w, node);
    w->depth--;
}

// The parts of a for have names, since each may be missing.
static void write_part(struct writing *w, const struct ast *node, const char *name)
{
    if (!node) return;
    w->depth++;
    new_line(w);
    text_printf(&w->text, "%s ", name);
    write_inner(w, node);
    w->depth--;
}

static void write_word(struct writing *w, const char *word, const struct ast *operand)
{
    text_add(&w->text, word);
    write_operand(w, operand);
}

static void write_declaration(struct writing *w, const struct ast *node)
{
    text_printf(&w->text, "declare %s ", ctype_string(node->variable->type));
    write_variable(w, node->variable);
    for (int i = 0; i < node->n_kids; i++) {
        text_add(&w->text, " [");
        write_node(w, node->kids[i]);
        text_add(&w->text, "]");
    }
    if (node->init) write_initializer(w, node->init);
    if (node->d) write_word(w, " cleanup", node->d);
}

static void write_case(struct writing *w, const struct ast *node)
{
    if (node->kind == AST_DEFAULT)
        text_add(&w->text, "default");
    else if (node->kind == AST_LABEL)
        text_printf(&w->text, "label %s", node->text);
    else if (node->integer == node->case_high)
        text_printf(&w->text, "case %lld", (long long)node->integer);
    else
        text_printf(&w->text, "case %lld .. %lld", (long long)node->integer,
                    (long long)node->case_high);
    if (node->d) write_inner(w, node->d);
}

static bool write_loop(struct writing *w, const struct ast *node)
{
    switch (node->kind) {
    case AST_FOR:
        text_add(&w->text, "for");
        write_part(w, node->a, "init");
        write_part(w, node->b, "while");
        write_part(w, node->c, "step");
        break;
    case AST_WHILE: write_word(w, "while", node->a); break;
    case AST_DO: write_word(w, "do while", node->a); break;
    case AST_SWITCH: write_word(w, "switch", node->a); break;
    default: return false;
    }
    if (node->d) write_inner(w, node->d);
    return true;
}

static void write_statement(struct writing *w, const struct ast *node)
{
    new_line(w);
    if (write_loop(w, node)) return;
    switch (node->kind) {
    case AST_BLOCK:
        text_add(&w->text, "block");
        for (int i = 0; i < node->n_kids; i++) write_inner(w, node->kids[i]);
        break;
    case AST_DECLARE: write_declaration(w, node); break;
    case AST_EXPRESSION: write_node(w, node->a); break;
    case AST_IF:
        write_word(w, "if", node->a);
        write_inner(w, node->b);
        if (!node->c) break;
        new_line(w);
        text_add(&w->text, "else");
        write_inner(w, node->c);
        break;
    case AST_RETURN: write_word(w, "return", node->a); break;
    case AST_GOTO:
        if (node->a)
            write_word(w, "goto", node->a);
        else
            text_printf(&w->text, "goto %s", node->target->text);
        break;
    case AST_BREAK: text_add(&w->text, "break"); break;
    case AST_CONTINUE: text_add(&w->text, "continue"); break;
    case AST_EMPTY: text_add(&w->text, "empty"); break;
    default: write_case(w, node); break;
    }
}

// Statements begin a line of their own, also inside a statement expression.
static void write_node(struct writing *w, const struct ast *node)
{
    switch (node->kind) {
    case AST_VARIABLE:
    case AST_FUNCTION:
    case AST_STRING:
    case AST_INT:
    case AST_FLOAT: write_leaf(w, node); return;
    case AST_LABEL_ADDRESS: text_printf(&w->text, "&&%s", node->target->text); return;
    case AST_HOLE:
        if (node->low) new_line(w);
        write_expression(w, node);
        return;
    default: break;
    }
    if (node->kind >= AST_BLOCK)
        write_statement(w, node);
    else
        write_expression(w, node);
}

const char *ast_string(struct arena *arena, const struct ast *node)
{
    struct writing w = {{.arena = arena}, 0};
    if (node) write_node(&w, node);
    return text_string(&w.text);
}
