// One pass over the tokens. Outside of functions a declaration is followed from its first word to
// its end; inside of them every name counts as used, unless something of that name is declared
// there: `T x`, `T *x`.

#include "frontends/outline.h"

#include <ctype.h>
#include <string.h>

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_OTHER };

struct token {
    enum token_kind kind;
    const char *at;
    size_t n;
};

// Tokens that are looked back at.
#define N_BEFORE 4

struct reading {
    struct arena *arena;
    struct outline *outline;
    struct map *seen; // names in `used`
    const char *at;
    bool line_begins, in_macro;    // the body of a #define
    struct token before[N_BEFORE]; // the newest first
    int braces, parentheses, brackets;
    // The declaration outside of functions that is being read.
    const char *name, *function;
    bool is_static, is_extern, is_typedef, has_value, skips, in_function, tag_follows;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is(const struct token *token, const char *text)
{
    return token->n == strlen(text) && strncmp(token->at, text, token->n) == 0;
}

// ---- tokens

static const char *line_end(const char *at)
{
    while (*at && *at != '\n') at += at[0] == '\\' && at[1] ? 2 : 1;
    return at;
}

static const char *skip_comment(const char *at)
{
    if (at[1] == '/') return line_end(at);
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

static const char *skip_quoted(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote && *at != '\n') at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

static void note_include(struct reading *r, const char *at)
{
    at += strspn(at, " \t");
    if (*at != '"') return;
    size_t n = strcspn(at + 1, "\"\n");
    if (n > 2 && strncmp(at + 1 + n - 2, ".c", 2) == 0)
        *vec_push(r->arena, &r->outline->included) = arena_string_n(r->arena, at + 1, n);
}

// A macro's body may use functions, so of a #define only the word itself is passed over.
static void read_directive(struct reading *r)
{
    const char *at = r->at + 1;
    at += strspn(at, " \t");
    if (strncmp(at, "include", 7) == 0) note_include(r, at + 7);
    r->in_macro = strncmp(at, "define", 6) == 0;
    r->at = r->in_macro ? at + 6 : line_end(at);
}

static struct token take(struct reading *r, enum token_kind kind, size_t n)
{
    struct token token = {kind, r->at, n};
    r->at += n;
    r->line_begins = false;
    return token;
}

static struct token next_token(struct reading *r)
{
    for (;;) {
        const char *at = r->at;
        if (!*at) return take(r, TOKEN_END, 0);
        if (*at == '\n') {
            r->line_begins = true;
            r->in_macro = false;
        }
        if (isspace((unsigned char)*at) || *at == '\\')
            r->at += at[0] == '\\' && at[1] ? 2 : 1;
        else if (*at == '/' && (at[1] == '/' || at[1] == '*'))
            r->at = skip_comment(at);
        else if (*at == '#' && r->line_begins)
            read_directive(r);
        else if (*at == '"' || *at == '\'')
            return take(r, TOKEN_OTHER, (size_t)(skip_quoted(at) - at));
        else
            break;
    }
    size_t n = 0;
    while (is_word(r->at[n])) n++;
    if (n && !isdigit((unsigned char)*r->at)) return take(r, TOKEN_NAME, n);
    if (!n && r->at[0] == '-' && r->at[1] == '>') n = 2;
    return take(r, TOKEN_OTHER, n ? n : 1);
}

// ---- names that are used

// Words before a name that do not make a declaration of it.
static bool is_statement_word(const struct token *token)
{
    static const char *const words[] = {"return", "else", "goto", "case", "sizeof", "do", "in"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(token, words[i])) return true;
    return false;
}

static bool is_type_word(const struct token *token)
{
    return token->kind == TOKEN_NAME && !is_statement_word(token);
}

// `T x` and `T *x`, where T begins what it stands in: `a * x` may be a product.
static bool is_declared(const struct reading *r)
{
    const struct token *before = r->before;
    int stars = 0;
    while (stars < N_BEFORE - 2 && is(&before[stars], "*")) stars++;
    if (!is_type_word(&before[stars])) return false;
    if (stars == 0) return true;
    const struct token *first = &before[stars + 1];
    bool parameter = r->braces == 0 && (is(first, "(") || is(first, ","));
    return is_type_word(first) || is(first, "{") || is(first, "}") || is(first, ";") || parameter;
}

static void use(struct reading *r, const struct token *token)
{
    const struct token *last = &r->before[0];
    if (is(last, ".") || is(last, "->")) return;
    const char *name = arena_string_n(r->arena, token->at, token->n);
    // Members of a struct are no variables.
    bool local = r->in_function || (r->braces == 0 && r->parentheses > 0);
    if (local && is_declared(r)) map_put_string(r->outline->own, name, r);
    if (map_get_string(r->seen, name)) return;
    map_put_string(r->seen, name, r);
    *vec_push(r->arena, &r->outline->used) = name;
}

// ---- declarations outside of functions

static void forget_declarator(struct reading *r)
{
    r->name = r->function = NULL;
    r->has_value = r->skips = r->tag_follows = false;
}

static void forget_declaration(struct reading *r)
{
    forget_declarator(r);
    r->is_static = r->is_extern = r->is_typedef = false;
}

static void define(struct reading *r, const char *name)
{
    map_put_string(r->outline->own, name, r);
    if (r->is_static) return;
    map_put_string(r->outline->defined, name, r);
    if (strcmp(name, "main") == 0) r->outline->has_main = true;
}

static void end_declarator(struct reading *r)
{
    bool defines = !r->is_extern || r->has_value;
    if (r->name && !r->function && defines && !r->is_typedef) define(r, r->name);
    forget_declarator(r);
}

static void declaration_word(struct reading *r, const struct token *token)
{
    if (r->parentheses || r->brackets || r->has_value) return;
    if (is(token, "static")) r->is_static = true;
    if (is(token, "extern")) r->is_extern = true;
    if (is(token, "typedef")) r->is_typedef = true;
    if (is(token, "__attribute__") || is(token, "__declspec") || is(token, "_Alignas")) {
        r->skips = true;
        return;
    }
    bool tag = r->tag_follows;
    r->tag_follows = is(token, "struct") || is(token, "union") || is(token, "enum");
    if (tag || r->tag_follows || r->function) return;
    // Of `static const int x` the last word stays.
    r->name = arena_string_n(r->arena, token->at, token->n);
}

static void open_parenthesis(struct reading *r)
{
    if (r->braces == 0 && r->parentheses == 0 && !r->skips && !r->has_value && r->name &&
        !r->function)
        r->function = r->name;
    r->parentheses++;
}

static void open_brace(struct reading *r)
{
    r->tag_follows = false;
    if (r->braces++ > 0 || !r->function || r->has_value) return;
    define(r, r->function);
    r->in_function = true;
}

static void close_brace(struct reading *r)
{
    if (r->braces > 0) r->braces--;
    if (r->braces > 0 || !r->in_function) return;
    r->in_function = false;
    r->parentheses = r->brackets = 0;
    forget_declaration(r);
}

static void close_parenthesis(struct reading *r)
{
    if (r->parentheses > 0) r->parentheses--;
    if (r->parentheses == 0) r->skips = false;
}

static void punctuation(struct reading *r, char c)
{
    bool outside = r->braces == 0 && r->parentheses == 0;
    switch (c) {
    case '(': open_parenthesis(r); break;
    case ')': close_parenthesis(r); break;
    case '{': open_brace(r); break;
    case '}': close_brace(r); break;
    case '[': r->brackets += outside; break;
    case ']': r->brackets -= outside && r->brackets > 0; break;
    case '=': r->has_value |= outside && !r->brackets; break;
    case ',':
        if (outside) end_declarator(r);
        break;
    case ';':
        if (!outside) break;
        end_declarator(r);
        forget_declaration(r);
        break;
    default: break;
    }
}

void outline_read(struct arena *arena, const char *text, struct outline *outline)
{
    *outline = (struct outline){.defined = map_open(arena), .own = map_open(arena)};
    struct reading r = {.arena = arena,
                        .outline = outline,
                        .seen = map_open(arena),
                        .at = text,
                        .line_begins = true};
    for (int i = 0; i < N_BEFORE; i++) r.before[i] = (struct token){TOKEN_OTHER, ";", 1};
    for (;;) {
        struct token token = next_token(&r);
        if (token.kind == TOKEN_END) return;
        if (token.kind == TOKEN_NAME && r.braces == 0 && !r.in_macro) declaration_word(&r, &token);
        if (token.kind == TOKEN_NAME)
            use(&r, &token);
        else if (!r.in_macro)
            punctuation(&r, *token.at);
        if (r.in_macro) continue; // what is looked back at is outside of it
        memmove(&r.before[1], &r.before[0], sizeof r.before - sizeof *r.before);
        r.before[0] = token;
    }
}

bool outline_needs(const struct outline *outline, const char *name)
{
    return !map_get_string(outline->own, name);
}
