// Constants. libclang evaluates most of them. Long doubles are read from the source again, since
// it gives a double only; strings are put together from their spelling, since it gives no bytes.

#include "frontends/c/lower/lower.h"
#include "frontends/c/parse/kept.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Behind the beginning of a call of a macro, by as many lines as a long one has.
#define LONGEST_CALL 500

// What __LINE__ gives is spelled in no file, as is what ## makes.
static bool is_line_number(struct lowering *l, const struct ast *node, CXCursor cursor)
{
    size_t left;
    return node->integer >= node->line && node->integer < node->line + LONGEST_CALL &&
           !cursor_text(l->tu, cursor, &left);
}

// Evaluating knows all suffixes, bases and prefixes, also through macros.
struct ast *lower_number(struct lowering *l, CXCursor cursor)
{
    struct ast *node = lower_int(l, types_of(l->tu, cursor), 0);
    node->literal = true;
    lower_at(l, node, cursor);
    CXEvalResult result = clang.Cursor_Evaluate(cursor);
    if (!result) return lower_hole(l, cursor, node->type, "a constant that cannot be evaluated");
    node->integer = clang.EvalResult_isUnsignedInt(result)
                        ? (int64_t)clang.EvalResult_getAsUnsigned(result)
                        : clang.EvalResult_getAsLongLong(result);
    clang.EvalResult_dispose(result);
    if (is_line_number(l, node, cursor)) kept_note_number(l->unit, node);
    return node;
}

struct ast *lower_truth(struct lowering *l, CXCursor cursor)
{
    char word[8];
    cursor_word(l->tu, cursor, word, sizeof word);
    struct ast *node = lower_int(l, types_of(l->tu, cursor), strcmp(word, "true") == 0);
    node->literal = true;
    lower_at(l, node, cursor);
    return node;
}

// libclang gives a double; the digits of a long double are in the source.
static bool read_long_double(struct lowering *l, CXCursor cursor, long double *value)
{
    size_t left = 0;
    const char *text = cursor_text(l->tu, cursor, &left);
    if (!text) return false;
    char digits[256];
    size_t n = left < sizeof digits - 1 ? left : sizeof digits - 1;
    memcpy(digits, text, n);
    digits[n] = 0;
    char *end;
    *value = strtold(digits, &end);
    return end != digits && strchr("lLfFiIjJ", *end);
}

struct ast *lower_floating(struct lowering *l, CXCursor cursor)
{
    struct ast *node = lower_node(l, AST_FLOAT, types_of(l->tu, cursor));
    lower_at(l, node, cursor);
    if (node->type->kind != CTYPE_FLOAT)
        return lower_hole(l, cursor, node->type, "a constant of type %s", node->type->name);
    if (node->type->size > 8 && read_long_double(l, cursor, &node->floating)) return node;
    CXEvalResult result = clang.Cursor_Evaluate(cursor);
    if (!result) return lower_hole(l, cursor, node->type, "a constant that cannot be evaluated");
    node->floating = (long double)clang.EvalResult_getAsDouble(result);
    clang.EvalResult_dispose(result);
    if (node->type->size <= 8) return node;
    // A macro of the compiler itself, behind <float.h>: as a double the largest is infinite, and
    // the smallest ones are 0.
    if (isinf(node->floating)) node->floating = LDBL_MAX;
    return node->floating != 0 ? node
                               : lower_hole(l, cursor, node->type, "a constant that no double has");
}

// ---- strings: libclang spells a literal with its escapes; this undoes them

static uint32_t read_digits(const char **at, int base, int limit)
{
    uint32_t value = 0;
    for (int i = 0; i < limit; i++) {
        char c = **at;
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : 99;
        if (digit >= base) break;
        value = value * (uint32_t)base + (uint32_t)digit;
        (*at)++;
    }
    return value;
}

// C17 6.4.4.4.
static uint32_t read_escape(const char **at)
{
    static const char letters[] = "abfnrtv", meant[] = "\a\b\f\n\r\t\v";
    char c = **at;
    if (c >= '0' && c <= '7') return read_digits(at, 8, 3);
    (*at)++;
    switch (c) {
    case 'x': return read_digits(at, 16, 8);
    case 'u': return read_digits(at, 16, 4);
    case 'U': return read_digits(at, 16, 8);
    default: {
        const char *found = strchr(letters, c);
        return found ? (uint32_t)(unsigned char)meant[found - letters] : (uint32_t)(unsigned char)c;
    }
    }
}

// Elements of `width` bytes; returns how many, bounded by `capacity`.
static int64_t decode(const char *spelled, char *to, int64_t width, int64_t capacity)
{
    const char *at = strchr(spelled, '"');
    int64_t n = 0;
    if (!at) return 0;
    at++;
    while (*at && *at != '"' && n < capacity) {
        uint32_t element;
        if (*at == '\\') {
            at++;
            element = read_escape(&at);
        } else {
            element = (unsigned char)*at++;
        }
        memcpy(to + n * width, &element, (size_t)width);
        n++;
    }
    return n;
}

struct ast *lower_string(struct lowering *l, CXCursor cursor)
{
    struct ast *node = lower_node(l, AST_STRING, types_of(l->tu, cursor));
    lower_at(l, node, cursor);
    const struct ctype *type = node->type;
    int64_t width = type->kind == CTYPE_ARRAY ? type->element->size : 0;
    if (width < 1 || width > 4) return lower_hole(l, cursor, type, "a string of unusual type");
    CXString spelling = clang.getCursorSpelling(cursor);
    const char *spelled = clang.getCString(spelling);
    // The spelling is at least as long as the text, and may be far shorter
    // than the array that it initialises.
    int64_t room = (int64_t)strlen(spelled) + 1, capacity = type->count;
    if (capacity > room) capacity = room;
    char *bytes = arena_alloc(l->arena, (size_t)(capacity * width + 4));
    int64_t n = decode(spelled, bytes, width, capacity);
    clang.disposeString(spelling);
    node->string.bytes = bytes;
    node->string.length = (n < capacity ? n + 1 : n) * width;
    return node;
}
