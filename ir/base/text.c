// Text that grows at its end; formatted text is measured first, so it may be of any length.

#include "ir/base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
    int length = vsnprintf(NULL, 0, format, arguments);
    assert(length >= 0);
    reserve(text, (size_t)length);
    vsnprintf(text->at + text->n, (size_t)length + 1, format, again);
    text->n += (size_t)length;
    va_end(again);
    va_end(arguments);
}

const char *text_string(const struct text *text)
{
    return text->at ? text->at : "";
}
