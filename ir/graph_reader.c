// Words, numbers, strings and sizes of a program's text. There is exactly one way to write each
// thing, and reading refuses the others, so that printing what was read gives the same text again.

#include "ir/graph_reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void reader_open(struct reader *r, struct arena *arena, struct syms *syms, const char *text)
{
    *r = (struct reader){.arena = arena, .syms = syms, .at = text, .line = 1};
    vec_push(arena, &r->sites); // number 0: no site
}

// From here on the text reads as ended, so no loop over it goes on.
void reader_fail(struct reader *r, const char *format, ...)
{
    if (r->error) return;
    va_list arguments;
    va_start(arguments, format);
    const char *message = arena_vprintf(r->arena, format, arguments);
    va_end(arguments);
    r->error = arena_printf(r->arena, "line %d: %s", r->line, message);
    r->at = "";
}

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ') r->at++;
}

// A question that is answered with no must not move: blanks at the begin of a line mean something.
static const char *after_blanks(const struct reader *r)
{
    return r->at + strspn(r->at, " ");
}

// Letters of the text's own words; names of the program stand in quotes.
static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool reader_word(struct reader *r, const char *word)
{
    const char *at = after_blanks(r);
    size_t length = strlen(word);
    if (strncmp(at, word, length) != 0 || is_word(at[length])) return false;
    r->at = at + length;
    return true;
}

bool reader_char(struct reader *r, char c)
{
    const char *at = after_blanks(r);
    if (*at != c || !c) return false;
    r->at = at + 1;
    return true;
}

void reader_expect_char(struct reader *r, char c)
{
    if (!reader_char(r, c)) reader_fail(r, "`%c` expected at `%.20s`", c, r->at);
}

void reader_expect_word(struct reader *r, const char *word)
{
    if (!reader_word(r, word)) reader_fail(r, "`%s` expected at `%.20s`", word, r->at);
}

// Empty where no word follows: the caller knows better what was expected.
const char *reader_any_word(struct reader *r)
{
    skip_blanks(r);
    const char *begin = r->at;
    while (is_word(*r->at)) r->at++;
    return arena_string_n(r->arena, begin, (size_t)(r->at - begin));
}

void reader_end_line(struct reader *r)
{
    if (r->error) return;
    if (*r->at != '\n') {
        reader_fail(r, "the end of the line expected at `%.20s`", r->at);
        return;
    }
    r->at++;
    r->line++;
}

bool reader_part(struct reader *r)
{
    return r->at[0] == ' ' && r->at[1] == ' ';
}

// ---- numbers and ids

int64_t reader_number(struct reader *r, int64_t limit)
{
    skip_blanks(r);
    int64_t number = 0;
    if (!isdigit((unsigned char)*r->at)) reader_fail(r, "a number expected at `%.20s`", r->at);
    for (; isdigit((unsigned char)*r->at); r->at++) {
        number = number * 10 + (*r->at - '0');
        if (number < limit) continue;
        reader_fail(r, "a number that is too large");
        return 0;
    }
    return number;
}

bool reader_try_id(struct reader *r, char letter, uint32_t *id)
{
    const char *at = after_blanks(r);
    if (at[0] != letter || !isdigit((unsigned char)at[1])) return false;
    r->at = at + 1;
    *id = (uint32_t)reader_number(r, INT32_MAX);
    return true;
}

uint32_t reader_id(struct reader *r, char letter)
{
    uint32_t id = 0;
    if (!reader_try_id(r, letter, &id))
        reader_fail(r, "`%c` and a number expected at `%.20s`", letter, r->at);
    return id;
}

// "()" for none.
int reader_ids(struct reader *r, char letter, uint32_t **ids)
{
    VEC(uint32_t) list = {0};
    reader_expect_char(r, '(');
    if (reader_char(r, ')')) return 0;
    do {
        *vec_push(r->arena, &list) = reader_id(r, letter);
    } while (reader_char(r, ','));
    reader_expect_char(r, ')');
    *ids = list.at;
    return list.n;
}

// ---- strings

// In small letters only, as they are written; -1 for anything else.
static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// One character of a string, unescaped; false on a bad escape.
static bool read_character(struct reader *r, char *c)
{
    *c = *r->at++;
    if (*c != '\\') return (unsigned char)*c >= 0x20 && *c != 0x7f;
    *c = *r->at;
    if (*c == '"' || *c == '\\') {
        r->at++;
        return true;
    }
    if (*c != 'x') return false;
    int high = hex_digit(r->at[1]), low = high < 0 ? -1 : hex_digit(r->at[2]);
    int code = high * 16 + low;
    // Only what is always written this way, so that there is one spelling.
    if (low < 0 || code == 0 || (code >= 0x20 && code != 0x7f)) return false;
    *c = (char)code;
    r->at += 3;
    return true;
}

const char *reader_try_string(struct reader *r)
{
    const char *begin = after_blanks(r);
    if (*begin++ != '"') return NULL;
    r->at = begin;
    char *string = arena_alloc(r->arena, strcspn(begin, "\n") + 1), *end = string;
    while (*r->at != '"') {
        if (!*r->at || !read_character(r, end)) {
            reader_fail(r, "a bad string");
            return "";
        }
        end++;
    }
    *end = '\0';
    r->at++;
    return string;
}

const char *reader_string(struct reader *r)
{
    const char *string = reader_try_string(r);
    if (!string) reader_fail(r, "a string expected at `%.20s`", r->at);
    return string ? string : "";
}

// ---- sizes and attributes

// A size between commas; an unknown one is written as ?"reason".
static const struct sym *read_dim(struct reader *r)
{
    skip_blanks(r);
    if (r->at[0] == '?' && r->at[1] == '"') {
        r->at++;
        return sym_unknown(r->syms, reader_string(r));
    }
    const char *end = size_end(r->at), *error = "no size";
    const struct sym *size = NULL;
    if (*end) {
        size = sym_parse(r->syms, arena_string_n(r->arena, r->at, (size_t)(end - r->at)), &error);
    }
    if (!size) {
        reader_fail(r, "a bad size at `%.20s`: %s", r->at, error);
        return sym_const(r->syms, 0);
    }
    r->at = end;
    return size;
}

// A plain number; expressions stand in parentheses outside of shapes.
static const struct sym *read_constant(struct reader *r)
{
    char *end;
    errno = 0;
    long long value = strtoll(r->at, &end, 10);
    if (end == r->at || errno) reader_fail(r, "a size expected at `%.20s`", r->at);
    if (!r->error) r->at = end;
    return sym_const(r->syms, value);
}

const struct sym *reader_size(struct reader *r)
{
    skip_blanks(r);
    if (!reader_char(r, '(')) return read_constant(r);
    const struct sym *size = read_dim(r);
    reader_expect_char(r, ')');
    return size;
}

int reader_dims(struct reader *r, const struct sym ***dims)
{
    VEC(const struct sym *) list = {0};
    reader_expect_char(r, '[');
    if (reader_char(r, ']')) return 0;
    do {
        *vec_push(r->arena, &list) = read_dim(r);
    } while (reader_char(r, ','));
    reader_expect_char(r, ']');
    *dims = list.at;
    return list.n;
}

// A point or an exponent tells a float: 1 and 1.0 are different attributes.
static void read_number_attr(struct reader *r, struct attr *attr)
{
    size_t length = strspn(r->at, "0123456789+-.e");
    const char *point = memchr(r->at, '.', length), *exponent = memchr(r->at, 'e', length);
    if (!point && !exponent) {
        attr->kind = ATTR_INT;
        attr->i = read_constant(r);
        return;
    }
    char *end;
    attr->kind = ATTR_FLOAT;
    attr->f = strtod(r->at, &end);
    if (end == r->at) reader_fail(r, "a number expected at `%.20s`", r->at);
    if (!r->error) r->at = end;
}

// ".inf", "-.inf", ".nan", "true", "false", "none"
static bool read_named_attr(struct reader *r, struct attr *attr)
{
    static const struct {
        const char *word;
        double value;
    } floats[] = {{".inf", 1.0}, {"-.inf", -1.0}, {".nan", 0.0}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        if (!reader_word(r, floats[i].word)) continue;
        attr->kind = ATTR_FLOAT;
        attr->f = strtod(i == 2 ? "nan" : i == 1 ? "-inf" : "inf", NULL);
        return true;
    }
    attr->kind = ATTR_BOOL;
    attr->b = reader_word(r, "true");
    if (attr->b || reader_word(r, "false")) return true;
    attr->kind = ATTR_NONE;
    return reader_word(r, "none");
}

enum dtype reader_dtype(struct reader *r)
{
    const char *name = reader_any_word(r);
    enum dtype dtype = dtype_find(name);
    // One spelling only, or printing would give another text.
    if (dtype == DTYPE_NONE || strcmp(dtype_name(dtype), name) != 0)
        reader_fail(r, "`%.20s` is no dtype", name);
    return dtype;
}

void reader_attr(struct reader *r, struct attr *attr)
{
    *attr = (struct attr){.kind = ATTR_NONE};
    if (read_named_attr(r, attr)) return;
    skip_blanks(r);
    if (*r->at == '"') {
        attr->kind = ATTR_STRING;
        attr->s = reader_string(r);
    } else if (*r->at == '[') {
        const struct sym **dims = NULL;
        attr->kind = ATTR_INTS;
        attr->n = reader_dims(r, &dims);
        attr->ints = dims;
    } else if (*r->at == '(') {
        attr->kind = ATTR_INT;
        attr->i = reader_size(r);
    } else if (reader_char(r, ':')) {
        attr->kind = ATTR_DTYPE;
        attr->dtype = reader_dtype(r);
    } else {
        read_number_attr(r, attr);
    }
}

const struct site *reader_site(struct reader *r, const struct site *otherwise)
{
    if (!reader_char(r, '@')) return otherwise;
    return r->sites.at[reader_number(r, r->sites.n)];
}
