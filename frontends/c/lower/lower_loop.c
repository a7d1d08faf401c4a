// The parts of a `for`. libclang leaves out those that are missing without
// saying which: the semicolons in the source tell, or, where the loop comes
// from a macro, those of the function printed with its macros expanded.

#include "frontends/c/lower/lower.h"
#include <ctype.h>
#include <string.h>

enum { N_PARTS = 3 };

struct parts {
    bool given[N_PARTS]; // written in the source
    unsigned end[2];     // offsets of the semicolons; valid if `located`
    bool located;
};

// ---- in the source

static bool token_is(CXTranslationUnit handle, CXToken token, const char *text)
{
    CXString spelling = clang.getTokenSpelling(handle, token);
    bool equal = strcmp(clang.getCString(spelling), text) == 0;
    clang.disposeString(spelling);
    return equal;
}

// How a token changes the depth of brackets.
static int nesting(CXTranslationUnit handle, CXToken token)
{
    if (clang.getTokenKind(token) != CXToken_Punctuation) return 0;
    CXString spelling = clang.getTokenSpelling(handle, token);
    char first = clang.getCString(spelling)[0];
    clang.disposeString(spelling);
    return strchr("([{", first) ? 1 : strchr(")]}", first) ? -1 : 0;
}

// Up to the bracket that closes the head of the loop.
static bool split_tokens(struct tu *tu, CXToken *tokens, unsigned n, struct parts *parts)
{
    int depth = 0, part = 0;
    for (unsigned i = 0; i < n; i++) {
        int change = nesting(tu->handle, tokens[i]);
        depth += change;
        if (depth == 0 && change < 0) return part == 2;
        if (depth == 1 && token_is(tu->handle, tokens[i], ";")) {
            if (part == 2) return false;
            parts->end[part++] =
                cursor_place_of(tu, clang.getTokenLocation(tu->handle, tokens[i])).offset;
        } else if (depth > 1 || (depth == 1 && change <= 0)) {
            parts->given[part] = true;
        }
    }
    return false;
}

// Only the head is tokenized, not the body.
static bool split_source(struct lowering *l, CXCursor loop, CXCursor body, struct parts *parts)
{
    if (cursor_in_macro(loop)) return false;
    CXToken *tokens = NULL;
    unsigned n = 0;
    CXSourceRange range = clang.getRange(cursor_start(loop), cursor_start(body));
    clang.tokenize(l->tu->handle, range, &tokens, &n);
    bool found = tokens && n && split_tokens(l->tu, tokens, n, parts);
    if (tokens) clang.disposeTokens(l->tu->handle, tokens, n);
    parts->located = found;
    return found;
}

// ---- in the printed function

// Past a string or character literal that begins at `at`.
static const char *skip_literal(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote) at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Where the text of the nth `for (` begins, after its bracket.
static const char *nth_loop(const char *text, int n)
{
    const char *at = text;
    while (*at) {
        if (*at == '"' || *at == '\'') {
            at = skip_literal(at);
        } else if (strncmp(at, "for (", 5) == 0 && (at == text || !is_word(at[-1]))) {
            if (n-- == 0) return at + 5;
            at += 5;
        } else {
            at++;
        }
    }
    return NULL;
}

// Loops are printed in the order in which they are lowered, so the number of a
// loop finds it. The text is printed once a function.
static bool split_printed(struct lowering *l, int index, struct parts *parts)
{
    if (!l->printed) {
        CXPrintingPolicy policy = clang.getCursorPrintingPolicy(l->linked->cursor);
        CXString printed = clang.getCursorPrettyPrinted(l->linked->cursor, policy);
        l->printed = arena_string(l->scratch, clang.getCString(printed));
        clang.disposeString(printed);
        clang.PrintingPolicy_dispose(policy);
    }
    const char *at = nth_loop(l->printed, index);
    int depth = 1, part = 0;
    while (at && *at) {
        if (*at == '"' || *at == '\'') {
            parts->given[part] = true;
            at = skip_literal(at);
            continue;
        }
        if (strchr("([{", *at)) depth++;
        if (strchr(")]}", *at) && --depth == 0) return part == 2;
        if (depth == 1 && *at == ';' && ++part > 2) return false;
        if (*at != ';' && !isspace((unsigned char)*at)) parts->given[part] = true;
        at++;
    }
    return false;
}

// ---- roles

// Which child is which part; -1: none.
static bool assign_roles(struct lowering *l, const struct kids *kids, const struct parts *parts,
                         int role[N_PARTS])
{
    int n = kids->n - 1, next = 0;
    if (parts->located) {
        for (int i = 0; i < n; i++) {
            unsigned offset = cursor_place_of(l->tu, cursor_start(kids->at[i])).offset;
            role[offset < parts->end[0] ? 0 : offset < parts->end[1] ? 1 : 2] = i;
        }
        return true;
    }
    for (int i = 0; i < N_PARTS; i++)
        if (parts->given[i] && next < n) role[i] = next++;
    return next == n;
}

// Three children, or none, need no look at the source.
static bool find_roles(struct lowering *l, CXCursor cursor, const struct kids *kids, int index,
                       int role[N_PARTS], struct parts *parts)
{
    int n = kids->n - 1;
    if (n == N_PARTS) {
        for (int i = 0; i < N_PARTS; i++) role[i] = i;
        return true;
    }
    if (n == 0 && l->n_errors == 0) return true;
    if (!split_source(l, cursor, kids->at[n], parts)) {
        *parts = (struct parts){0};
        if (!split_printed(l, index, parts)) return false;
    }
    return assign_roles(l, kids, parts, role);
}

// A part that was written but is not in the tree was wrong to the compiler.
static struct ast *lost_part(struct lowering *l, CXCursor cursor)
{
    return lower_hole(l, cursor, l->unit->basic.int_, "a part of a for with errors");
}

// `for (int i = 0, n = 8; ...)`: the declarations move to a block around the
// loop, where they live as long; one alone only if something is to be done at its end.
static bool hoists(const struct ast *init)
{
    if (!init || init->kind != AST_BLOCK) return false;
    return init->n_kids != 1 || lower_has_cleanup(1, init->kids);
}

static struct ast *hoist(struct lowering *l, struct ast *loop, const struct ast *init)
{
    struct ast *block = lower_node(l, AST_BLOCK, NULL);
    lower_like(block, loop);
    block->low = loop->low;
    block->n_kids = init->n_kids + 1;
    const struct ast **kids = arena_array(l->arena, const struct ast *, block->n_kids);
    for (int i = 0; i < init->n_kids; i++) kids[i] = init->kids[i];
    kids[init->n_kids] = loop;
    block->kids = kids;
    block->cleans = lower_has_cleanup(init->n_kids, init->kids);
    loop->a = NULL;
    return lower_finish(l, block);
}

// A loop whose parts cannot be told is a hole as a whole: a guess might make it
// endless.
struct ast *lower_for(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    struct ast *node = lower_begin(l, AST_FOR, cursor);
    int role[N_PARTS] = {-1, -1, -1}, index = l->n_loops++;
    struct parts parts = {0};
    bool clear =
        kids.n >= 1 && kids.n <= N_PARTS + 1 && find_roles(l, cursor, &kids, index, role, &parts);
    if (!clear) {
        node->kind = AST_HOLE;
        node->text = "a for whose parts cannot be told";
        return lower_finish(l, node);
    }
    const struct ast *init = role[0] >= 0 ? lower_statement(l, kids.at[role[0]]) : NULL;
    node->a = init && init->kind == AST_BLOCK && init->n_kids == 1 ? init->kids[0] : init;
    if (role[1] >= 0)
        node->b = lower_value(l, kids.at[role[1]]);
    else if (parts.given[1])
        node->b = lost_part(l, cursor);
    if (role[2] >= 0)
        node->c = lower_value(l, kids.at[role[2]]);
    else if (parts.given[2])
        node->c = lost_part(l, cursor);
    node->d = lower_statement(l, kids.at[kids.n - 1]);
    lower_finish(l, node);
    return hoists(init) ? hoist(l, node, init) : node;
}
