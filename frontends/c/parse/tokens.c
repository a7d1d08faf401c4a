#include "frontends/c/parse/tokens.h"

#include "ir/base/vec.h"

#include <ctype.h>
#include <string.h>

struct scan {
    const char *text;
    size_t n, at;
    bool line_begins; // nothing but blanks since the last line ended
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static char next_char(const struct scan *s, size_t more)
{
    return s->at + more < s->n ? s->text[s->at + more] : '\0';
}

// A line ends behind a backslash no more than the token does.
static size_t line_end(const struct scan *s, size_t from)
{
    while (from < s->n && s->text[from] != '\n') from += s->text[from] == '\\' ? 2 : 1;
    if (from < s->n && s->text[from] == '\n') return from;
    return from > s->n ? s->n : from;
}

// False: it does not end.
static bool skip_comment(struct scan *s)
{
    if (next_char(s, 1) == '/') {
        s->at = line_end(s, s->at);
        return true;
    }
    for (size_t at = s->at + 2; at + 1 < s->n; at++)
        if (s->text[at] == '*' && s->text[at + 1] == '/') {
            s->at = at + 2;
            return true;
        }
    return false;
}

static bool is_comment(const struct scan *s)
{
    return next_char(s, 0) == '/' && (next_char(s, 1) == '/' || next_char(s, 1) == '*');
}

// To the next token; false: the text ends, or a comment does not.
static bool skip_blanks(struct scan *s)
{
    while (s->at < s->n) {
        char c = s->text[s->at];
        if (is_comment(s)) {
            if (!skip_comment(s)) return false;
        } else if (isspace((unsigned char)c)) {
            if (c == '\n') s->line_begins = true;
            s->at++;
        } else {
            return true;
        }
    }
    return false;
}

static size_t literal_end(const struct scan *s)
{
    char quote = s->text[s->at];
    size_t at = s->at + 1;
    while (at < s->n && s->text[at] != quote && s->text[at] != '\n')
        at += s->text[at] == '\\' ? 2 : 1;
    return at < s->n ? at + 1 : s->n;
}

// A comment in a directive may go on behind its line.
static size_t directive_end(const struct scan *s)
{
    struct scan inner = *s;
    while (inner.at < s->n && inner.text[inner.at] != '\n') {
        bool quoted = inner.text[inner.at] == '"' || inner.text[inner.at] == '\'';
        if (is_comment(&inner)) {
            if (!skip_comment(&inner)) return s->n;
        } else if (quoted) {
            inner.at = literal_end(&inner);
        } else {
            inner.at += inner.text[inner.at] == '\\' ? 2 : 1;
        }
    }
    return inner.at < s->n ? inner.at : s->n;
}

static size_t end_of_token(const struct scan *s, bool directive)
{
    char c = s->text[s->at];
    if (directive) return directive_end(s);
    if (is_comment(s)) return s->n;
    if (c == '"' || c == '\'') return literal_end(s);
    size_t at = s->at + 1;
    while (is_word(c) && at < s->n && is_word(s->text[at])) at++;
    return at;
}

struct tokens tokens_of(struct arena *arena, const char *text, size_t n)
{
    VEC(struct token) all = {0};
    struct scan s = {.text = text, .n = n, .line_begins = true};
    while (skip_blanks(&s) || s.at < n) {
        bool directive = s.line_begins && text[s.at] == '#';
        size_t end = end_of_token(&s, directive);
        *vec_push(arena, &all) = (struct token){.text = text + s.at,
                                                .offset = (uint32_t)s.at,
                                                .n = (uint32_t)(end - s.at),
                                                .directive = directive};
        s.at = end;
        s.line_begins = false;
    }
    return (struct tokens){all.at, all.n};
}

uint32_t token_end(const struct token *t)
{
    return t->offset + t->n;
}

bool token_is(const struct token *t, const char *text)
{
    return strlen(text) == t->n && memcmp(t->text, text, t->n) == 0;
}

bool token_same(const struct token *a, const struct token *b)
{
    return a->offset == b->offset && a->n == b->n && memcmp(a->text, b->text, a->n) == 0;
}

bool token_has_word(const struct token *t, const char *word)
{
    size_t n = strlen(word);
    const char *end = t->text + t->n;
    for (const char *at = t->text; (size_t)(end - at) >= n; at++) {
        at = memchr(at, word[0], (size_t)(end - at) - n + 1);
        if (!at) return false;
        bool begins = at == t->text || !is_word(at[-1]), ends = at + n == end || !is_word(at[n]);
        if (begins && ends && memcmp(at, word, n) == 0) return true;
    }
    return false;
}

const char *token_text(struct arena *arena, const struct token *t)
{
    return arena_string_n(arena, t->text, t->n);
}
