#include "analyzer/lsp/expression.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define MAX_BYTES 65536 // of a call

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Behind a comment, a string or a character that begins here; `at` where none does.
static size_t skip_opaque(const char *text, size_t n, size_t at)
{
    char first = text[at], second = at + 1 < n ? text[at + 1] : '\0';
    if (first == '/' && second == '/') {
        while (at < n && text[at] != '\n') at++;
    } else if (first == '/' && second == '*') {
        for (at += 2; at < n && !(text[at - 1] == '*' && text[at] == '/' && at > 2);) at++;
        at += at < n;
    } else if (first == '"' || first == '\'') {
        for (at++; at < n && text[at] != first && text[at] != '\n'; at++)
            if (text[at] == '\\') at++;
        at += at < n;
    }
    return at < n ? at : n;
}

static size_t skip_blanks(const char *text, size_t n, size_t at)
{
    for (size_t next; at < n; at = next) {
        next = isspace((unsigned char)text[at]) ? at + 1 : at;
        if (text[at] == '/') next = skip_opaque(text, n, at);
        if (next == at) break;
    }
    return at;
}

// Behind the bracket that closes the one that is here.
static size_t skip_brackets(const char *text, size_t n, size_t at)
{
    size_t begin = at;
    int depth = 0;
    while (at < n && at - begin < MAX_BYTES) {
        size_t next = skip_opaque(text, n, at);
        if (next != at) {
            at = next;
            continue;
        }
        if (strchr("([{", text[at]) && text[at]) depth++;
        if (strchr(")]}", text[at]) && text[at] && --depth == 0) return at + 1;
        if (text[at] == ';' && depth == 1 && text[begin] == '(') return begin;
        at++;
    }
    return begin;
}

// `net->layers[i].forward(x)`: words joined by dots and arrows, then what is in brackets.
size_t expression_end(const char *text, size_t n, size_t begin)
{
    size_t at = begin, end = begin;
    while (at < n) {
        if (is_word(text[at])) {
            while (at < n && is_word(text[at])) at++;
            end = at;
        } else if (text[at] == '(' || text[at] == '[') {
            size_t behind = skip_brackets(text, n, at);
            if (behind == at) return end;
            at = end = behind;
        }
        size_t next = skip_blanks(text, n, at);
        if (next < n && text[next] == '.') {
            at = skip_blanks(text, n, next + 1);
        } else if (next + 1 < n && text[next] == '-' && text[next + 1] == '>') {
            at = skip_blanks(text, n, next + 2);
        } else if (next < n && (text[next] == '(' || text[next] == '[') && next > begin) {
            at = next;
        } else {
            return end;
        }
        if (at < n && !is_word(text[at]) && text[at] != '(' && text[at] != '[') return end;
    }
    return end;
}
