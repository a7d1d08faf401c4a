// scanf's formats, on text that is known.

#include "frontends/dialects/libc.h"

#include <stdlib.h>
#include <string.h>

struct scan {
    const struct dialect_call *c;
    struct format_source *to; // where to store
    const char *text, *at;
    int n_read;     // how many were stored
    bool skip;      // the directive has a `*`: what it reads is thrown away
    bool allocates; // it has an `m`
};

static const struct ctype *integer_target(const struct eval *e, int n_l, int n_h)
{
    if (n_l) return e->types->long_;
    if (n_h == 2) return e->types->char_;
    return e->types->int_;
}

// The next pointer that the program gave; false: there is none.
static bool next_target(struct scan *s, struct cvalue *to)
{
    struct eval *e = s->c->eval;
    bool given = s->to->from_list || s->to->next < s->c->n;
    if (given)
        *to = s->to->from_list ? eval_next_argument(e, s->to->list, e->types->void_pointer, e->at)
                               : s->c->arguments[s->to->next++];
    return given;
}

static void store_scanned(struct scan *s, const struct cvalue *v)
{
    struct cvalue to;
    if (next_target(s, &to)) eval_store(s->c->eval, &to, 0, v);
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
        struct cvalue low = cvalue_int(s->c->eval->types->char_, v), to;
        struct cvalue high = cvalue_int(s->c->eval->types->char_, v >> 8);
        if (next_target(s, &to)) {
            eval_store(s->c->eval, &to, 0, &low);
            eval_store(s->c->eval, &to, 1, &high);
        }
        s->n_read++;
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
    struct cvalue target;
    if (!next_target(s, &target)) return false;
    if (s->allocates) {
        struct cvalue memory =
            eval_allocate(e, bytes, e->types->char_pointer, "a text that was read");
        eval_store(e, &target, 0, &memory);
        target = memory;
    }
    *to = place_of_pointer(e, &target, e->at);
    return place_check(e, to, bytes, ACCESS_WRITE, e->at);
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

int64_t libc_scan(struct format_source *to, const char *text, const char *format, int64_t *used)
{
    struct scan s = {.c = to->call, .to = to, .text = text, .at = text};
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

struct format_source libc_scan_targets(const struct dialect_call *c, int first, bool from_list)
{
    struct format_source to = {.call = c, .next = first, .from_list = from_list};
    if (from_list) to.list = place_of_pointer(c->eval, &c->arguments[first], c->eval->at);
    return to;
}

int libc_scan_forget(struct format_source *to, const char *format, const char *reason)
{
    const struct dialect_call *c = to->call;
    int n = 0;
    for (const char *f = format; to->from_list && f && *f; f++) {
        if (*f != '%' || f[1] == '*') continue;
        if (f[1] == '%' && f++) continue;
        struct cvalue pointer =
            eval_next_argument(c->eval, to->list, c->eval->types->void_pointer, c->eval->at);
        struct dialect_call one = *c;
        one.arguments = &pointer;
        libc_forget(&one, 0, reason);
        n++;
    }
    for (int i = to->next; !to->from_list && i < c->n; i++, n++) libc_forget(c, i, reason);
    return n;
}

static const char list[] = "the pointers are a va_list";

static struct cvalue apply_sscanf(const struct dialect_call *c)
{
    const char *text = libc_text(c, 0), *format = libc_text(c, 1);
    struct format_source to = libc_scan_targets(c, 2, c->rule->data == list);
    int64_t used;
    if (text && format) return libc_int(c, libc_scan(&to, text, format, &used));
    return libc_int(c, libc_scan_forget(&to, format, "it was read from a text"));
}

const struct dialect_rule libc_scan_rules[] = {{"sscanf", "pp*", apply_sscanf, NULL},
                                               {"__isoc99_sscanf", "pp*", apply_sscanf, NULL},
                                               {"vsscanf", "pp.", apply_sscanf, list},
                                               {"__isoc99_vsscanf", "pp.", apply_sscanf, list},
                                               {0}};
