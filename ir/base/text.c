// Text that grows at its end; formatted text that does not fit is measured, and written again.

#include "ir/base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SHORT 24 // characters that most formatted pieces fit in

static void reserve(struct text *text, size_t more)
{
    if (text->capacity - text->n > more) return;
    size_t capacity = text->capacity ? text->capacity * 2 : 64;
    while (capacity - text->n <= more) capacity *= 2;
    char *at = arena_alloc(text->arena, capacity);
    if (text->n) memcpy(at, text->at, text->n);
    text->at = at;
    text->capacity = capacity;
}

void text_add_n(struct text *text, const char *string, size_t length)
{
    reserve(text, length);
    if (length) memcpy(text->at + text->n, string, length);
    text->n += length;
    text->at[text->n] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_n(text, string, strlen(string));
}

void text_add_char(struct text *text, char character)
{
    text_add_n(text, &character, 1);
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    reserve(text, SHORT);
    size_t room = text->capacity - text->n;
    int length = vsnprintf(text->at + text->n, room, format, arguments);
    assert(length >= 0);
    if ((size_t)length >= room) {
        reserve(text, (size_t)length);
        vsnprintf(text->at + text->n, (size_t)length + 1, format, again);
    }
    text->n += (size_t)length;
    va_end(again);
    va_end(arguments);
}

const char *text_string(const struct text *text)
{
    return text->at ? text->at : "";
}

// ---- text in one line

// Bytes of the character of UTF-8 at `text` (no overlong forms, no surrogates); 0: it is none.
static int character_bytes(const unsigned char *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int n = text[0] < 0x80 ? 1 : text[0] < 0xc2 ? 0 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
    if (n < 2) return n;
    uint32_t code = text[0] & (0x7fu >> n);
    for (int i = 1; i < n; i++) {
        if ((text[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    bool valid = code >= least[n] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return text[0] < 0xf5 && valid ? n : 0;
}

// C1 controls are controls of terminals as well.
static bool is_control(const unsigned char *text, int n)
{
    return (n == 1 && (*text < 0x20 || *text == 0x7f)) ||
           (n == 2 && text[0] == 0xc2 && text[1] < 0xa0);
}

const char *text_printable(struct arena *arena, const char *string)
{
    static const char named[] = "abtnvfr"; // from 7 on
    const unsigned char *at = (const unsigned char *)string;
    struct text text = {.arena = arena};
    bool changed = false;
    while (*at) {
        int n = character_bytes(at);
        bool plain = n && !is_control(at, n);
        changed = changed || !plain;
        if (plain)
            text_add_n(&text, (const char *)at, (size_t)n);
        else if (*at >= 7 && *at <= 13)
            text_printf(&text, "\\%c", named[*at - 7]);
        else
            for (int i = 0; i < (n ? n : 1); i++) text_printf(&text, "\\x%02X", at[i]);
        at += n ? n : 1;
    }
    return changed ? text_string(&text) : string;
}

int text_width(const char *text)
{
    int width = 0;
    // Nearly all text is ASCII, which the compiler can count several bytes at a time.
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

int text_order(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

const char *text_count(struct arena *arena, int64_t n, const char *one, const char *many)
{
    if (n == 0) return arena_printf(arena, "no %s", many);
    return arena_printf(arena, "%lld %s", (long long)n, n == 1 ? one : many);
}
