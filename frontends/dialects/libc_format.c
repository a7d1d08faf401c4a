// printf's formats. An unknown number is written as its name, so that
// snprintf(name, n, "blk.%d", il) gives "blk.il".

#include "frontends/dialects/libc.h"

#include <string.h>

#define MAX_WIDTH 4096

enum length { LENGTH_INT, LENGTH_CHAR, LENGTH_SHORT, LENGTH_LONG, LENGTH_LONG_DOUBLE };

struct directive {
    char flags[8];
    int64_t width, precision; // -1: not given
    enum length length;
    char conversion;
};

static struct cvalue next_argument(struct format_source *s, const struct ctype *wanted)
{
    struct eval *e = s->call->eval;
    if (s->from_list) return eval_next_argument(e, s->list, wanted, e->at);
    if (s->next < s->call->n) return s->call->arguments[s->next++];
    return value_blank(e, wanted, "an argument that was not given");
}

static int64_t star(struct format_source *s)
{
    struct cvalue v = next_argument(s, s->call->eval->types->int_);
    int64_t n = -1;
    cvalue_as_int(&v, &n);
    return n > MAX_WIDTH ? MAX_WIDTH : n;
}

static int64_t read_number(const char **at, struct format_source *s)
{
    int64_t n = 0;
    if (**at == '*') {
        ++*at;
        return star(s);
    }
    while (**at >= '0' && **at <= '9') {
        n = n * 10 + (**at - '0');
        if (n > MAX_WIDTH) n = MAX_WIDTH;
        ++*at;
    }
    return n;
}

static enum length read_length(const char **at)
{
    enum length length = LENGTH_INT;
    for (; **at && strchr("hlLqjzt", **at); ++*at) {
        if (**at == 'h')
            length = length == LENGTH_SHORT ? LENGTH_CHAR : LENGTH_SHORT;
        else if (**at == 'L')
            length = LENGTH_LONG_DOUBLE;
        else
            length = LENGTH_LONG;
    }
    return length;
}

static struct directive read_directive(const char **at, struct format_source *s)
{
    struct directive d = {.width = -1, .precision = -1};
    size_t n = 0;
    for (; **at && strchr("-+ #0'", **at); ++*at)
        if (n < sizeof d.flags - 1 && !strchr(d.flags, **at)) d.flags[n++] = **at;
    if (**at == '*' || (**at >= '1' && **at <= '9')) d.width = read_number(at, s);
    if (d.width < -1) {
        if (n < sizeof d.flags - 1) d.flags[n++] = '-';
        d.width = -d.width;
    }
    if (**at == '.') {
        ++*at;
        d.precision = read_number(at, s);
    }
    d.length = read_length(at);
    d.conversion = **at;
    if (**at) ++*at;
    return d;
}

// The directive as the host's printf wants it, with another length and letter.
static const char *host_format(struct arena *arena, const struct directive *d, const char *tail)
{
    const char *width = "", *precision = "";
    if (d->width >= 0) width = arena_printf(arena, "%lld", (long long)d->width);
    if (d->precision >= 0) precision = arena_printf(arena, ".%lld", (long long)d->precision);
    return arena_printf(arena, "%%%s%s%s%s", d->flags, width, precision, tail);
}

// ---- conversions

static bool add_unknown(struct arena *arena, const struct cvalue *v, struct text *out)
{
    const char *name = v->kind == CVALUE_SYMBOLIC ? sym_string(arena, v->sym) : "?";
    text_add(out, name);
    return false;
}

static int64_t narrowed(const struct directive *d, int64_t v)
{
    bool is_signed = d->conversion == 'd' || d->conversion == 'i';
    switch (d->length) {
    case LENGTH_CHAR: return is_signed ? (int64_t)(signed char)v : (int64_t)(unsigned char)v;
    case LENGTH_SHORT: return is_signed ? (int64_t)(short)v : (int64_t)(unsigned short)v;
    case LENGTH_INT: return is_signed ? (int64_t)(int)v : (int64_t)(unsigned)v;
    default: return v;
    }
}

static bool add_integer(struct format_source *s, const struct directive *d, struct text *out)
{
    struct eval *e = s->call->eval;
    const struct unit_types *t = e->types;
    struct cvalue v = next_argument(s, d->length == LENGTH_LONG ? t->long_ : t->int_);
    int64_t n;
    char tail[4] = {'l', 'l', d->conversion, 0};
    if (v.kind == CVALUE_POINTER || v.kind == CVALUE_CODE)
        v = value_convert(e, &v, t->unsigned_long, NULL);
    if (!cvalue_as_int(&v, &n)) return add_unknown(e->arena, &v, out);
    text_printf(out, host_format(e->arena, d, tail), (long long)narrowed(d, n));
    return true;
}

static bool add_float(struct format_source *s, const struct directive *d, struct text *out)
{
    struct eval *e = s->call->eval;
    bool wide = d->length == LENGTH_LONG_DOUBLE;
    struct cvalue v = next_argument(s, wide ? e->types->long_double : e->types->double_);
    char tail[3] = {'L', d->conversion, 0};
    if (v.kind == CVALUE_INT) v = value_convert(e, &v, e->types->double_, NULL);
    if (v.kind != CVALUE_FLOATING) return add_unknown(e->arena, &v, out);
    if (wide)
        text_printf(out, host_format(e->arena, d, tail), v.floating);
    else
        text_printf(out, host_format(e->arena, d, tail + 1), (double)v.floating);
    return true;
}

static bool add_char(struct format_source *s, const struct directive *d, struct text *out)
{
    struct eval *e = s->call->eval;
    struct cvalue v = next_argument(s, e->types->int_);
    int64_t n;
    if (!cvalue_as_int(&v, &n)) return add_unknown(e->arena, &v, out);
    if ((char)n == 0)
        text_add_n(out, "", 1);
    else
        text_printf(out, host_format(e->arena, d, "c"), (int)n);
    return true;
}

// At most `precision` bytes are read: the text need not end there.
static const char *limited_string(struct eval *e, const struct cvalue *v, int64_t precision)
{
    if (v->kind != CVALUE_POINTER) return NULL;
    struct place p = place_of_pointer(e, v, e->at);
    struct text out = {.arena = e->arena};
    for (int64_t i = 0; i < precision; i++) {
        struct place at = {p.object, p.offset + i, NULL};
        if (!place_check(e, &at, 1, ACCESS_READ, e->at)) return NULL;
        if (heap_concrete(p.object, at.offset, 1) != 1) return NULL;
        char byte = (char)heap_byte(p.object, at.offset);
        if (!byte) break;
        text_add_char(&out, byte);
    }
    return text_string(&out);
}

// In the C locale a wide character is one of ASCII, or printing fails.
static const char *wide_string(struct eval *e, const struct cvalue *v, int64_t limit)
{
    struct text text = {.arena = e->arena};
    for (int64_t i = 0; limit < 0 || i < limit; i++) {
        struct cvalue c = eval_load(e, v, i * e->types->int_->size, e->types->int_);
        if (c.kind != CVALUE_INT || c.integer < 0 || c.integer > 127) return NULL;
        if (c.integer == 0) break;
        text_add_char(&text, (char)c.integer);
    }
    return text_string(&text);
}

static bool add_string(struct format_source *s, const struct directive *d, struct text *out)
{
    struct eval *e = s->call->eval;
    struct cvalue v = next_argument(s, e->types->char_pointer);
    const char *text;
    if (cvalue_is_null(&v))
        text = "(null)";
    else if (d->length == LENGTH_LONG)
        text = wide_string(e, &v, d->precision);
    else if (d->precision >= 0)
        text = limited_string(e, &v, d->precision);
    else
        text = eval_string(e, &v);
    if (!text) return add_unknown(e->arena, &v, out);
    if (d->width < 0 && d->precision < 0)
        text_add(out, text);
    else
        text_printf(out, host_format(e->arena, d, "s"), text);
    return true;
}

static bool add_pointer(struct format_source *s, const struct directive *d, struct text *out)
{
    struct eval *e = s->call->eval;
    struct cvalue v = next_argument(s, e->types->void_pointer);
    if (v.kind == CVALUE_UNKNOWN) return add_unknown(e->arena, &v, out);
    v = value_convert(e, &v, e->types->unsigned_long, NULL);
    const char *text =
        v.integer ? arena_printf(e->arena, "0x%llx", (unsigned long long)v.integer) : "(nil)";
    struct directive plain = *d;
    plain.precision = -1;
    text_printf(out, host_format(e->arena, &plain, "s"), text);
    return true;
}

static bool store_count(struct format_source *s, const struct directive *d, const struct text *out)
{
    struct eval *e = s->call->eval;
    struct cvalue v = next_argument(s, e->types->void_pointer);
    const struct ctype *t = d->length == LENGTH_LONG ? e->types->long_ : e->types->int_;
    struct cvalue n = cvalue_int(t, (int64_t)out->n);
    eval_store(e, &v, 0, &n);
    return true;
}

static bool add_directive(struct format_source *s, const struct directive *d, struct text *out)
{
    switch (d->conversion) {
    case '%': text_add_char(out, '%'); return true;
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': return add_integer(s, d, out);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return add_float(s, d, out);
    case 'c': return add_char(s, d, out);
    case 's': return add_string(s, d, out);
    case 'p': return add_pointer(s, d, out);
    case 'n': return store_count(s, d, out);
    default: text_add(out, "?"); return false;
    }
}

bool libc_format(struct format_source *s, const char *format, struct text *out)
{
    bool known = true;
    while (*format) {
        const char *percent = strchr(format, '%');
        if (!percent) percent = format + strlen(format);
        text_add_n(out, format, (size_t)(percent - format));
        format = percent;
        if (!*format) break;
        format++;
        struct directive d = read_directive(&format, s);
        if (!add_directive(s, &d, out)) known = false;
    }
    return known;
}
