// Long lists of whole numbers. libclang makes a cursor of each, which takes longer than parsing
// the file did, so that their bytes are read from the text: literals, signs, braces and comments
// are enough for tables that people or programs write. A list with anything else is not read here.

#include "frontends/c/lower/lower.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct table {
    const char *at, *end;
    uint8_t *bytes;
    int64_t room, last; // of `bytes`; end of the last number
};

// ---- words

static void skip_comment(struct table *t)
{
    bool line = t->at[1] == '/';
    t->at += 2;
    while (t->at < t->end) {
        if (line && *t->at == '\n') return;
        if (!line && t->end - t->at > 1 && t->at[0] == '*' && t->at[1] == '/') {
            t->at += 2;
            return;
        }
        t->at++;
    }
}

// A line that a backslash continues is a line of a macro.
static char next(struct table *t)
{
    while (t->at < t->end) {
        bool pair = t->end - t->at > 1;
        if (strchr(" \t\r\n\v\f", *t->at))
            t->at++;
        else if (pair && t->at[0] == '/' && (t->at[1] == '/' || t->at[1] == '*'))
            skip_comment(t);
        else if (pair && t->at[0] == '\\' && (t->at[1] == '\n' || t->at[1] == '\r'))
            t->at++;
        else
            return *t->at;
    }
    return 0;
}

static bool take(struct table *t, char c)
{
    if (next(t) != c) return false;
    t->at++;
    return true;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static int take_base(struct table *t)
{
    if (t->end - t->at < 2 || t->at[0] != '0') return 10;
    char kind = (char)(t->at[1] | 32);
    if (kind == 'x' || kind == 'b') t->at += 2;
    return kind == 'x' ? 16 : kind == 'b' ? 2 : 8;
}

static bool take_digits(struct table *t, int base, uint64_t *value)
{
    const char *from = t->at;
    *value = 0;
    for (; t->at < t->end && digit(*t->at) < base; t->at++) {
        if (__builtin_mul_overflow(*value, (uint64_t)base, value) ||
            __builtin_add_overflow(*value, (uint64_t)digit(*t->at), value))
            return false;
    }
    return t->at > from;
}

// A literal with signs before it. Its type matters only where it is negated and then widened.
static bool take_number(struct table *t, uint64_t *value)
{
    bool negative = false, is_unsigned = false;
    for (char c = next(t); c == '-' || c == '+'; c = next(t)) {
        negative ^= c == '-';
        t->at++;
    }
    int base = take_base(t);
    if (!take_digits(t, base, value)) return false;
    for (; t->at < t->end && strchr("uUlL", *t->at); t->at++) is_unsigned |= (*t->at | 32) == 'u';
    if (negative && (is_unsigned || *value > INT64_MAX || (base != 10 && *value > INT_MAX)))
        return false;
    if (negative) *value = 0 - *value;
    char after = next(t);
    return after == ',' || after == '}';
}

// ---- elements

static bool put_number(struct table *t, const struct ctype *type, int64_t offset)
{
    uint64_t value;
    if (!take_number(t, &value)) return false;
    if (type->kind == CTYPE_BOOL) value = value != 0;
    // Targets are little-endian, as everywhere in the interpreter.
    memcpy(t->bytes + offset, &value, (size_t)type->size);
    t->last = offset + type->size;
    return true;
}

// The elements of an array, behind its brace; without one they go on behind it as well.
static bool put_elements(struct table *t, const struct ctype *type, int64_t offset, bool braced)
{
    const struct ctype *element = type->element;
    for (int64_t i = 0; i < type->count; i++, offset += element->size) {
        if (next(t) == '}') return true;
        bool inner = element->kind == CTYPE_ARRAY, opened = inner && take(t, '{');
        bool put =
            inner ? put_elements(t, element, offset, opened) : put_number(t, element, offset);
        if (!put || (opened && !take(t, '}'))) return false;
        bool more = take(t, ',');
        if (!more && next(t) != '}') return false;
        // The comma behind the last element of an inner list without braces is the outer list's.
        if (more && !braced && i + 1 == type->count) t->at--;
    }
    return !braced || next(t) == '}';
}

struct ast *lower_table(struct lowering *l, CXCursor list, const struct ctype *type)
{
    size_t n = 0;
    const char *text = cursor_text(l->tu, list, &n);
    if (!text || type->kind != CTYPE_ARRAY || type->count <= 0 || type->size <= 0) return NULL;
    struct table t = {.at = text, .end = text + n, .room = type->size};
    t.bytes = arena_alloc(l->arena, (size_t)t.room);
    memset(t.bytes, 0, (size_t)t.room);
    if (!take(&t, '{') || !put_elements(&t, type, 0, true)) return NULL;
    struct ast *node = lower_node(l, AST_STRING, type);
    lower_at(l, node, list);
    node->string.bytes = (const char *)t.bytes;
    node->string.length = t.last;
    return node;
}
