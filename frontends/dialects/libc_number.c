// Numbers from text: atoi, strtol, atof, sscanf. Text that is not known gives a
// number named after the way to the text: argv[2].

#include "frontends/dialects/libc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct cvalue named_number(const struct dialect_call *c)
{
    const char *path = libc_path(c, 0);
    if (c->arguments[0].kind == CVALUE_UNKNOWN) path = NULL;
    if (!path) return libc_unknown(c, "a number in a text that is not known");
    return cvalue_sym(c->result, name_symbol(c->eval, path, c->result));
}

// NULL: not known, or no text at all. An argument that was not given is NULL, which is told where
// the user said what is given.
static const char *number_text(const struct dialect_call *c)
{
    const char *text = libc_text(c, 0);
    if (!text && cvalue_is_null(&c->arguments[0]) && !c->eval->request.lacks_arguments)
        eval_fault(c->eval, c->eval->at, DIAG_NULL_DEREFERENCE,
                   "`%s` reads a text and is given NULL: were too few arguments given?",
                   c->function->name);
    return text;
}

static struct cvalue apply_atoi(const struct dialect_call *c)
{
    const char *s = number_text(c);
    if (s) return libc_int(c, strtoll(s, NULL, 10));
    if (c->eval->request.concrete) return libc_unknown(c, "a number in a text that is not known");
    return named_number(c);
}

static void store_end(const struct dialect_call *c, const char *text, const char *end)
{
    if (cvalue_is_null(&c->arguments[1])) return;
    struct cvalue at = c->arguments[0];
    at.type = c->eval->types->char_pointer;
    at.pointer.offset += end - text;
    eval_store(c->eval, &c->arguments[1], 0, &at);
}

static struct cvalue apply_strtol(const struct dialect_call *c)
{
    const char *s = number_text(c);
    int64_t base;
    char *end;
    bool is_unsigned = c->rule->data != NULL;
    if (!s || !libc_integer(c, 2, &base)) {
        if (!cvalue_is_null(&c->arguments[1])) libc_forget(c, 1, "where a number ends");
        return s || c->eval->request.concrete ? libc_unknown(c, "a number") : named_number(c);
    }
    errno = 0;
    int64_t v = is_unsigned ? (int64_t)strtoull(s, &end, (int)base) : strtoll(s, &end, (int)base);
    if (errno) libc_set_errno(c->eval, errno);
    store_end(c, s, end);
    return libc_int(c, v);
}

static struct cvalue apply_atof(const struct dialect_call *c)
{
    const char *s = number_text(c);
    char *end;
    if (!s) return libc_unknown(c, "a number in a text that is not known");
    long double v = c->result->size == 4   ? (long double)strtof(s, &end)
                    : c->result->size == 8 ? (long double)strtod(s, &end)
                                           : strtold(s, &end);
    if (c->n == 2) store_end(c, s, end);
    return cvalue_float(c->result, v);
}

// ---- sscanf

struct scan {
    const struct dialect_call *c;
    const char *text, *at;
    int next, n_read; // the argument to store to; how many were stored
    bool skip;        // the directive has a `*`: what it reads is thrown away
    bool allocates;   // it has an `m`
};

static const struct ctype *integer_target(const struct eval *e, int n_l, int n_h)
{
    if (n_l) return e->types->long_;
    if (n_h == 2) return e->types->char_;
    return e->types->int_;
}

static void store_scanned(struct scan *s, const struct cvalue *v)
{
    if (s->next < s->c->n) eval_store(s->c->eval, &s->c->arguments[s->next++], 0, v);
    s->n_read++;
}

static bool scan_integer(struct scan *s, char conversion, int64_t width, int n_l, int n_h)
{
    int base = conversion == 'x' || conversion == 'X' ? 16
               : conversion == 'o'                    ? 8
               : conversion == 'i'                    ? 0
                                                      : 10;
    const char *copy = s->at;
    char *end;
    // Copied only where it is cut: a text may have many numbers.
    if (width > 0) copy = arena_string_n(s->c->eval->arena, s->at, strnlen(s->at, (size_t)width));
    int64_t v = conversion == 'u' ? (int64_t)strtoull(copy, &end, base) : strtoll(copy, &end, base);
    if (end == copy) return false;
    s->at += end - copy;
    if (s->skip) return true;
    if (n_h == 1) {
        // No basic type of 16 bits is at hand: the two bytes one by one.
        struct cvalue low = cvalue_int(s->c->eval->types->char_, v);
        struct cvalue high = cvalue_int(s->c->eval->types->char_, v >> 8);
        if (s->next < s->c->n) eval_store(s->c->eval, &s->c->arguments[s->next], 1, &high);
        store_scanned(s, &low);
        return true;
    }
    struct cvalue value = cvalue_int(integer_target(s->c->eval, n_l, n_h), v);
    store_scanned(s, &value);
    return true;
}

static bool scan_float(struct scan *s, int n_l)
{
    const struct unit_types *t = s->c->eval->types;
    char *end;
    long double v = strtold(s->at, &end);
    if (end == s->at) return false;
    s->at = end;
    struct cvalue value = cvalue_float(n_l ? t->double_ : t->float_, v);
    if (!s->skip) store_scanned(s, &value);
    return true;
}

// %s, %c and %[set]: bytes, with a NUL but for %c.
// Where the bytes go: %ms gives new memory, others are given some.
static bool text_target(struct scan *s, int64_t bytes, struct place *to)
{
    struct eval *e = s->c->eval;
    if (s->next >= s->c->n) return false;
    if (!s->allocates) return libc_place(s->c, s->next, bytes, ACCESS_WRITE, to);
    struct cvalue memory = eval_allocate(e, bytes, e->types->char_pointer, "a text that was read");
    eval_store(e, &s->c->arguments[s->next], 0, &memory);
    *to = place_of_pointer(e, &memory, e->at);
    return true;
}

static void store_bytes(struct scan *s, char conversion, const char *from, int64_t n)
{
    struct place to;
    bool nul = conversion != 'c';
    if (s->skip) return;
    if (text_target(s, n + nul, &to)) {
        if (n) heap_write(s->c->eval->heap, to.object, to.offset, n, from);
        if (nul) heap_write(s->c->eval->heap, to.object, to.offset + n, 1, "");
    }
    s->next++;
    s->n_read++;
}

// A dash between two characters means all from one to the other, also behind a range: 0-1-9.
static bool in_set(const char *set, size_t n, char byte)
{
    bool inverted = n && *set == '^', found = false;
    for (size_t i = inverted; i < n; i++) {
        bool dash = set[i] == '-' && i > inverted && i + 1 < n && set[i - 1] <= set[i + 1];
        found = found || (dash ? byte >= set[i - 1] && byte <= set[i + 1] : byte == set[i]);
    }
    return found != inverted;
}

// A bracket that closes stands for itself at the beginning.
static size_t set_length(const char *set)
{
    size_t n = *set == '^';
    if (set[n] == ']') n++;
    return n + strcspn(set + n, "]");
}

static bool scan_text(struct scan *s, const char **format, char conversion, int64_t width)
{
    const char *set = NULL;
    size_t n_set = 0;
    if (conversion == '[') {
        set = *format;
        n_set = set_length(set);
        *format = set + n_set + (set[n_set] != 0);
    }
    if (conversion == 'c' && width <= 0) width = 1;
    int64_t n = 0;
    while (s->at[n] && (width <= 0 || n < width)) {
        bool space = s->at[n] == ' ' || (s->at[n] >= '\t' && s->at[n] <= '\r');
        if (conversion == 's' && space) break;
        if (set && !in_set(set, n_set, s->at[n])) break;
        n++;
    }
    if (n == 0) return false;
    store_bytes(s, conversion, s->at, n);
    s->at += n;
    return true;
}

static void skip_spaces(struct scan *s)
{
    while (*s->at == ' ' || (*s->at >= '\t' && *s->at <= '\r')) s->at++;
}

static bool scan_directive(struct scan *s, const char **format)
{
    const char *f = *format;
    s->skip = *f == '*';
    int64_t width = 0;
    int n_l = 0, n_h = 0;
    if (s->skip) f++;
    for (; *f >= '0' && *f <= '9' && width < 1 << 20; f++) width = width * 10 + (*f - '0');
    s->allocates = *f == 'm';
    if (s->allocates) f++;
    for (; *f && strchr("hlLqjzt", *f); f++) {
        if (*f == 'h')
            n_h++;
        else
            n_l++;
    }
    char conversion = *f;
    *format = *f ? f + 1 : f;
    if (conversion && !strchr("c[n", conversion)) skip_spaces(s);
    if (*s->at == 0 && conversion != 'n') return false;
    if (strchr("diuxXo", conversion) && conversion)
        return scan_integer(s, conversion, width, n_l, n_h);
    if (strchr("aefgAEFG", conversion) && conversion) return scan_float(s, n_l);
    if (conversion == 's' || conversion == 'c' || conversion == '[')
        return scan_text(s, format, conversion, width);
    if (conversion == 'n') {
        struct cvalue v = cvalue_int(s->c->eval->types->int_, s->at - s->text);
        store_scanned(s, &v);
        s->n_read--;
        return true;
    }
    return conversion == '%' && *s->at == '%' && s->at++;
}

int64_t libc_scan(const struct dialect_call *c, int first, const char *text, const char *format,
                  int64_t *used)
{
    struct scan s = {.c = c, .text = text, .at = text, .next = first};
    bool fits = true;
    while (*format && fits) {
        if (*format == ' ' || (*format >= '\t' && *format <= '\r')) {
            skip_spaces(&s);
            format++;
        } else if (*format == '%') {
            format++;
            fits = scan_directive(&s, &format);
        } else {
            fits = *format++ == *s.at;
            s.at += fits;
        }
    }
    *used = s.at - text;
    bool ended = !fits && *s.at == 0;
    return ended && !s.n_read ? -1 : s.n_read;
}

static struct cvalue apply_sscanf(const struct dialect_call *c)
{
    const char *text = libc_text(c, 0), *format = libc_text(c, 1);
    int64_t used;
    if (text && format) return libc_int(c, libc_scan(c, 2, text, format, &used));
    for (int i = 2; i < c->n; i++) libc_forget(c, i, "it was read from a text");
    return libc_int(c, c->n - 2);
}

static const char marked[] = "unsigned";

const struct dialect_rule libc_number_rules[] = {{"atoi", "p", apply_atoi, NULL},
                                                 {"atol", "p", apply_atoi, NULL},
                                                 {"atoll", "p", apply_atoi, NULL},
                                                 {"strtol", "ppi", apply_strtol, NULL},
                                                 {"strtoll", "ppi", apply_strtol, NULL},
                                                 {"strtoul", "ppi", apply_strtol, marked},
                                                 {"strtoull", "ppi", apply_strtol, marked},
                                                 {"atof", "p", apply_atof, NULL},
                                                 {"strtod", "pp", apply_atof, NULL},
                                                 {"strtof", "pp", apply_atof, NULL},
                                                 {"strtold", "pp", apply_atof, NULL},
                                                 {"sscanf", "pp*", apply_sscanf, NULL},
                                                 {"__isoc99_sscanf", "pp*", apply_sscanf, NULL},
                                                 {0}};
