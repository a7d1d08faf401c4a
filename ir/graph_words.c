// The words of a program's text: strings, sizes and attributes as graph_reader.c reads them back.

#include "ir/graph_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Bytes above 127 stay as they are: names may hold UTF-8.
void words_string(struct text *text, const char *string)
{
    text_add_char(text, '"');
    for (const char *at = string; *at; at++) {
        unsigned char c = (unsigned char)*at;
        if (c == '"' || c == '\\') {
            text_printf(text, "\\%c", c);
        } else if (c < 0x20 || c == 0x7f) {
            text_printf(text, "\\x%02x", c);
        } else {
            text_add_char(text, *at);
        }
    }
    text_add_char(text, '"');
}

void words_name(struct text *text, const char *name)
{
    if (!name) return;
    text_add_char(text, ' ');
    words_string(text, name);
}

// A size inside brackets, where a comma ends it.
static void add_dim(struct text *text, const struct sym *size)
{
    if (sym_kind(size) == SYM_UNKNOWN) {
        text_add_char(text, '?');
        words_string(text, sym_name(size));
    } else {
        text_add(text, sym_string(text->arena, size));
    }
}

void words_size(struct text *text, const struct sym *size)
{
    int64_t value;
    if (sym_is_const(size, &value)) {
        text_printf(text, "%" PRId64, value);
        return;
    }
    text_add_char(text, '(');
    add_dim(text, size);
    text_add_char(text, ')');
}

void words_dims(struct text *text, int n, const struct sym *const *dim)
{
    text_add_char(text, '[');
    for (int i = 0; i < n; i++) {
        if (i > 0) text_add(text, ", ");
        add_dim(text, dim[i]);
    }
    text_add_char(text, ']');
}

// The shortest spelling that reads back as the same number, and not as an integer.
static void add_float(struct text *text, double value)
{
    char spelling[40];
    if (value != value) {
        text_add(text, ".nan");
        return;
    }
    if (value - value != 0) {
        text_add(text, value > 0 ? ".inf" : "-.inf");
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(spelling, sizeof spelling, "%.*g", digits, value);
        if (strtod(spelling, NULL) == value) break;
    }
    text_add(text, spelling);
    if (!strpbrk(spelling, ".e")) text_add(text, ".0");
}

void words_attr(struct text *text, const struct attr *attr)
{
    switch (attr->kind) {
    case ATTR_NONE: text_add(text, "none"); break;
    case ATTR_INT: words_size(text, attr->i); break;
    case ATTR_INTS: words_dims(text, attr->n, attr->ints); break;
    case ATTR_FLOAT: add_float(text, attr->f); break;
    case ATTR_BOOL: text_add(text, attr->b ? "true" : "false"); break;
    case ATTR_STRING: words_string(text, attr->s); break;
    case ATTR_DTYPE: text_printf(text, ":%s", dtype_name(attr->dtype)); break;
    }
}
