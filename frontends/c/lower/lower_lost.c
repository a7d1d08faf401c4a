// What a statement that the compiler refused would have written. It is missing
// from libclang's tree; its text is still there. The text names the objects
// that are assigned, stepped, or handed out by address, and those whose members
// a macro fills; a hole in place of the statement holds them as lvalues.

#include "frontends/c/lower/lower.h"
#include <ctype.h>
#include <string.h>

#define MAX_TOKENS 4096 // of one lost statement
#define MAX_NESTING 64  // brackets whose callee is remembered

struct token {
    const char *at;
    int n;
    bool word;
};

struct lost {
    struct lowering *l;
    struct ast *hole;
    VEC(struct token) tokens;
    VEC(const struct ast *) written;
    const struct function *callees[MAX_NESTING]; // of the brackets around
    int depth;
};

// ---- words and signs

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_comment(const char *at, const char *end)
{
    if (at[1] == '/') {
        while (at < end && *at != '\n') at++;
        return at;
    }
    for (at += 2; at + 1 < end; at++)
        if (at[0] == '*' && at[1] == '/') return at + 2;
    return end;
}

static const char *skip_literal(const char *at, const char *end)
{
    char quote = *at++;
    for (; at < end && *at != quote && *at != '\n'; at++)
        if (*at == '\\' && at + 1 < end) at++;
    return at < end ? at + 1 : end;
}

// Past what is no token; a literal writes nothing and is passed over as well.
static const char *skip_blank(const char *at, const char *end)
{
    while (at < end) {
        bool comment = *at == '/' && at + 1 < end && (at[1] == '/' || at[1] == '*');
        if (isspace((unsigned char)*at) || *at == '\\')
            at++;
        else if (comment)
            at = skip_comment(at, end);
        else if (*at == '"' || *at == '\'')
            at = skip_literal(at, end);
        else
            break;
    }
    return at;
}

static int sign_length(const char *at, const char *end)
{
    static const char *const signs[] = {
        "<<=", ">>=", "->", "++", "--", "==", "<=", ">=", "!=", "+=", "-=",
        "*=",  "/=",  "%=", "&=", "|=", "^=", "&&", "||", "<<", ">>"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t n = strlen(signs[i]);
        if ((size_t)(end - at) >= n && strncmp(at, signs[i], n) == 0) return (int)n;
    }
    return 1;
}

static void split(struct lost *lost, const char *at, const char *end)
{
    for (at = skip_blank(at, end); at < end && lost->tokens.n < MAX_TOKENS;) {
        struct token *token = vec_push(lost->l->scratch, &lost->tokens);
        *token = (struct token){.at = at, .word = is_word(*at)};
        if (token->word)
            while (at + token->n < end && is_word(at[token->n])) token->n++;
        else
            token->n = sign_length(at, end);
        at = skip_blank(at + token->n, end);
    }
}

static bool token_is(const struct lost *lost, int i, const char *text)
{
    if (i < 0 || i >= lost->tokens.n) return false;
    const struct token *token = &lost->tokens.at[i];
    return (size_t)token->n == strlen(text) && strncmp(token->at, text, (size_t)token->n) == 0;
}

static const char *word_at(const struct lost *lost, int i)
{
    if (i < 0 || i >= lost->tokens.n || !lost->tokens.at[i].word) return "";
    const struct token *token = &lost->tokens.at[i];
    return arena_string_n(lost->l->scratch, token->at, (size_t)token->n);
}

// ---- objects

// The variable of this name that was declared last: the innermost one nearly always.
static const struct variable *named(struct lowering *l, const char *name)
{
    for (int i = l->locals.n; i-- > 0;)
        if (strcmp(l->locals.at[i]->name, name) == 0) return l->locals.at[i];
    const struct function *f = &l->linked->function;
    for (int i = 0; i < f->n_parameters; i++)
        if (strcmp(f->parameters[i]->name, name) == 0) return f->parameters[i];
    for (int i = 0; i < l->unit->globals.n; i++) {
        struct linked_variable *global = l->unit->globals.at[i];
        if (link_is_same_source(global->tu, l->tu) && strcmp(global->variable.name, name) == 0)
            return link_complete_variable(global);
    }
    return NULL;
}

// NULL: nobody can write there, as behind a pointer to an opaque type.
static struct ast *behind(struct lowering *l, struct ast *pointer)
{
    const struct ctype *type = pointer->type;
    if (type->kind != CTYPE_POINTER || type->pointee_const || type->element->size <= 0 ||
        type->element->kind == CTYPE_FUNCTION)
        return NULL;
    return lower_dereference(l, lower_load(l, pointer));
}

static struct ast *member(struct lost *lost, struct ast *record, const char *name)
{
    if (!record || record->type->kind != CTYPE_RECORD) return NULL;
    return lower_member_named(lost->l, record, name);
}

// Behind the bracket that closes the one at `i`.
static int past_bracket(const struct lost *lost, int i)
{
    int depth = 0;
    for (; i < lost->tokens.n; i++) {
        if (token_is(lost, i, "[")) depth++;
        if (token_is(lost, i, "]") && --depth == 0) return i + 1;
    }
    return i;
}

// The object that a name and what follows it mean: `a.b->c`. An element stands
// for its whole array. `*next` is the token behind it.
static struct ast *object_at(struct lost *lost, const struct variable *variable, int *next)
{
    struct lowering *l = lost->l;
    struct ast *node = lower_node(l, AST_VARIABLE, variable->type);
    node->variable = variable;
    lower_like(node, lost->hole);
    bool whole = false;
    for (;;) {
        bool arrow = token_is(lost, *next, "->");
        struct ast *inner = NULL;
        if (token_is(lost, *next, "[")) {
            *next = past_bracket(lost, *next);
            if (!whole && node->type->kind == CTYPE_POINTER) inner = behind(l, node);
            if (inner) inner->lost = true;
            whole = true;
        } else if (arrow || token_is(lost, *next, ".")) {
            const char *name = word_at(lost, *next + 1);
            *next += 2;
            if (!whole) inner = member(lost, arrow ? behind(l, node) : node, name);
            whole = whole || !inner;
        } else {
            return node;
        }
        if (inner) node = inner;
    }
}

// ---- what is written

static void write_to(struct lost *lost, const struct ast *object)
{
    if (object) *vec_push(lost->l->arena, &lost->written) = object;
}

static bool is_assigned(const struct lost *lost, int first, int next)
{
    static const char *const signs[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "<<=", ">>="};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (token_is(lost, next, signs[i])) return true;
    if (token_is(lost, first - 1, "++") || token_is(lost, first - 1, "--")) return true;
    // `&x` with nothing before it that could make the sign an operator of two operands.
    bool operand =
        first >= 2 && (lost->tokens.at[first - 2].word || token_is(lost, first - 2, ")"));
    return token_is(lost, first - 1, "&") && !operand;
}

// An argument: what a function of the program may write through it, or, of a
// macro's, the member that its next argument names: nn_member(net, fc, ...).
static void pass(struct lost *lost, struct ast *object, int next)
{
    struct lowering *l = lost->l;
    if (token_is(lost, next, ",")) {
        struct ast *filled = member(lost, behind(l, object), word_at(lost, next + 1));
        if (filled) {
            write_to(lost, filled);
            return;
        }
    }
    int depth = lost->depth < MAX_NESTING ? lost->depth : MAX_NESTING;
    const struct function *callee = depth ? lost->callees[depth - 1] : NULL;
    if (!callee || !callee->has_body) return;
    write_to(lost, object->type->kind == CTYPE_ARRAY ? object : behind(l, object));
}

static int read_name(struct lost *lost, int i)
{
    const struct variable *variable = named(lost->l, word_at(lost, i));
    if (!variable || token_is(lost, i - 1, ".") || token_is(lost, i - 1, "->")) return i + 1;
    int next = i + 1;
    struct ast *object = object_at(lost, variable, &next);
    if (is_assigned(lost, i, next)) {
        bool through = token_is(lost, i - 1, "*") && (i < 2 || !lost->tokens.at[i - 2].word);
        write_to(lost, through ? behind(lost->l, object) : object);
    } else if (lost->depth) {
        pass(lost, object, next);
    }
    return next;
}

static void open_bracket(struct lost *lost, int i)
{
    if (lost->depth < MAX_NESTING) {
        const char *name = word_at(lost, i - 1);
        lost->callees[lost->depth] = *name ? unit_find_function(lost->l->unit, name) : NULL;
    }
    lost->depth++;
}

void lower_lost_writes(struct lowering *l, struct ast *hole, const char *text, size_t n)
{
    struct lost lost = {.l = l, .hole = hole};
    split(&lost, text, text + n);
    for (int i = 0; i < lost.tokens.n;) {
        if (lost.tokens.at[i].word) {
            i = read_name(&lost, i);
            continue;
        }
        if (token_is(&lost, i, "(")) open_bracket(&lost, i);
        if (token_is(&lost, i, ")") && lost.depth) lost.depth--;
        i++;
    }
    hole->kids = lost.written.at;
    hole->n_kids = lost.written.n;
}

// ---- where the statement is

// From behind the last `;` or brace that stands before the error outside of brackets.
static const char *statement_start(const char *from, const char *error)
{
    const char *start = from;
    int depth = 0;
    for (const char *at = skip_blank(from, error); at < error; at = skip_blank(at + 1, error)) {
        if (*at == '(' || *at == '[') depth++;
        if ((*at == ')' || *at == ']') && depth) depth--;
        if (depth == 0 && strchr(";{}", *at)) start = at + 1;
    }
    return start;
}

static const char *statement_end(const char *error, const char *upto)
{
    const char *at = skip_blank(error, upto);
    while (at < upto && *at != ';') at = skip_blank(at + 1, upto);
    return at;
}

void lower_lost_statement(struct lowering *l, struct ast *hole, const struct lost_text *text,
                          uint32_t error)
{
    if (!text->at || error < text->offset || error > text->offset + text->n) return;
    const char *place = text->at + (error - text->offset);
    const char *start = statement_start(text->at, place);
    const char *end = statement_end(place, text->at + text->n);
    lower_lost_writes(l, hole, start, (size_t)(end - start));
    const char *first = skip_blank(start, end);
    bool returns = end - first > 6 && strncmp(first, "return", 6) == 0 && !is_word(first[6]);
    const struct ctype *result = l->linked->function.type->element;
    if (!returns || !result || result->kind == CTYPE_VOID) return;
    // What is returned is not known, but that it returns is.
    struct ast *value = lower_node(l, AST_HOLE, result);
    *value = *hole;
    value->type = result;
    hole->kind = AST_RETURN;
    hole->a = value;
    hole->n_kids = 0;
}
