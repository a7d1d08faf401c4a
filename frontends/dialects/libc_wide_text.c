// Wide characters and bytes, one made of the other, and what is printed and read as such; in the C
// locale, in which only ASCII has both.

#include "frontends/dialects/libc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#define MOST_ASCII 127

static const char unknown_text[] = "text that is not known";

// ASCII up to the first character that is none, or NULL where the text is not known. `all`: whether
// that was its end.
static const char *narrow_text(const struct dialect_call *c, int argument, bool *all)
{
    struct wide wide;
    struct text text = {.arena = c->eval->arena};
    if (!libc_wide_text(c, argument, INT64_MAX, &wide)) return NULL;
    int i = 0;
    for (; i < wide.list.n && wide.list.at[i] > 0 && wide.list.at[i] <= MOST_ASCII; i++)
        text_add_char(&text, (char)wide.list.at[i]);
    *all = i == wide.list.n;
    return text_string(&text);
}

static struct wide widened(const struct dialect_call *c, const char *bytes, int64_t n)
{
    struct wide wide = {{0}};
    for (int64_t i = 0; i < n; i++) *vec_push(c->eval->arena, &wide.list) = (unsigned char)bytes[i];
    return wide;
}

// ---- characters

static struct cvalue apply_class(const struct dialect_call *c)
{
    int (*const *test)(wint_t) = c->rule->data;
    int64_t v;
    if (!libc_integer(c, 0, &v))
        return libc_unknown(c, "the kind of a character that is not known");
    return libc_int(c, (*test)((wint_t)v));
}

static struct cvalue apply_case(const struct dialect_call *c)
{
    wint_t (*const *change)(wint_t) = c->rule->data;
    int64_t v;
    if (!libc_integer(c, 0, &v)) return libc_unknown(c, "a character that is not known");
    return libc_int(c, (int64_t)(*change)((wint_t)v));
}

// btowc, wctob: -1 where there is none
static struct cvalue apply_twin(const struct dialect_call *c)
{
    int64_t v;
    if (!libc_integer(c, 0, &v)) return libc_unknown(c, "a character that is not known");
    return libc_int(c, v >= 0 && v <= MOST_ASCII ? v : -1);
}

// ---- texts

static bool is_null(const struct dialect_call *c, int argument)
{
    return cvalue_is_null(&c->arguments[argument]);
}

static struct cvalue apply_widen(const struct dialect_call *c)
{
    const char *s = libc_text(c, 1);
    int64_t room;
    if (!s || !libc_integer(c, 2, &room)) {
        if (!is_null(c, 0)) libc_forget(c, 0, unknown_text);
        return libc_unknown(c, unknown_text);
    }
    int64_t n = (int64_t)strlen(s);
    for (int64_t i = 0; i < n; i++)
        if ((unsigned char)s[i] > MOST_ASCII) return libc_int(c, -1);
    if (is_null(c, 0)) return libc_int(c, n);
    struct wide wide = widened(c, s, n);
    libc_wide_store(c, 0, 0, &wide, n < room ? n + 1 : room);
    return libc_int(c, n < room ? n : room);
}

static struct cvalue apply_narrow(const struct dialect_call *c)
{
    bool all;
    const char *s = narrow_text(c, 1, &all);
    int64_t room;
    struct place to;
    if (!s || !libc_integer(c, 2, &room)) {
        if (!is_null(c, 0)) libc_forget(c, 0, unknown_text);
        return libc_unknown(c, unknown_text);
    }
    int64_t n = (int64_t)strlen(s), bytes = n < room ? n + 1 : room;
    if (!all) return libc_int(c, -1);
    if (is_null(c, 0)) return libc_int(c, n);
    if (bytes > 0 && libc_place(c, 0, bytes, ACCESS_WRITE, &to))
        heap_write(c->eval->heap, to.object, to.offset, bytes, s);
    return libc_int(c, n < room ? n : room);
}

// wcstol and its kin, and wcstod: of the text's ASCII.
static void store_end(const struct dialect_call *c, int64_t n)
{
    if (is_null(c, 1)) return;
    struct cvalue at = libc_wide_pointer(c, 0, n);
    at.type = c->arguments[1].type->element;
    eval_store(c->eval, &c->arguments[1], 0, &at);
}

static const char is_unsigned[] = "unsigned";

static struct cvalue apply_integer(const struct dialect_call *c)
{
    bool all;
    const char *s = narrow_text(c, 0, &all);
    int64_t base;
    char *end;
    if (!s || !libc_integer(c, 2, &base)) {
        if (!is_null(c, 1)) libc_forget(c, 1, "where a number ends");
        return libc_unknown(c, "a number in a text that is not known");
    }
    int64_t v = c->rule->data == is_unsigned ? (int64_t)strtoull(s, &end, (int)base)
                                             : strtoll(s, &end, (int)base);
    store_end(c, end - s);
    return libc_int(c, v);
}

static struct cvalue apply_float(const struct dialect_call *c)
{
    bool all;
    const char *s = narrow_text(c, 0, &all);
    char *end;
    if (!s) return libc_unknown(c, "a number in a text that is not known");
    struct cvalue v = libc_float_of(c, s, &end);
    store_end(c, end - s);
    return v;
}

// ---- printing

struct printer {
    int format; // index of the argument
    bool to_memory, list;
};

static bool is_output(const struct dialect_call *c)
{
    const char *path = libc_path(c, 0);
    return path && strcmp(path, "stdout") == 0;
}

static void print(const struct dialect_call *c, const char *bytes, size_t n)
{
    if (c->eval->request.output && n) text_add_n(c->eval->request.output, bytes, n);
}

static struct cvalue apply_print(const struct dialect_call *c)
{
    const struct printer *p = c->rule->data;
    struct text out = {.arena = c->eval->arena};
    struct format_source source = {.call = c, .next = p->format + 1, .from_list = p->list};
    bool all = false;
    const char *format = narrow_text(c, p->format, &all);
    if (p->list) source.list = place_of_pointer(c->eval, &c->arguments[p->format + 1], c->eval->at);
    bool known = format && all && libc_format(&source, format, &out);
    int64_t room = INT64_MAX, n = (int64_t)out.n;
    if (!known && c->eval->request.concrete)
        eval_unsupported(c->eval, c->eval->at, "printing something that is not known");
    if (p->to_memory && (!known || !libc_integer(c, 1, &room))) {
        libc_forget(c, 0, unknown_text);
    } else if (p->to_memory) {
        if (n >= room) return libc_int(c, -1);
        struct wide wide = widened(c, out.at, n);
        libc_wide_store(c, 0, 0, &wide, n + 1);
    } else if (p->format == 0 || is_output(c)) {
        print(c, out.at, out.n);
    }
    return known ? libc_int(c, n) : libc_unknown(c, "the length of a text");
}

static struct cvalue apply_put(const struct dialect_call *c)
{
    bool all;
    const char *s = narrow_text(c, 0, &all);
    const char *path = libc_path(c, 1);
    if (s && path && strcmp(path, "stdout") == 0) print(c, s, strlen(s));
    return libc_int(c, 1);
}

static struct cvalue apply_put_one(const struct dialect_call *c)
{
    int64_t v;
    if (!libc_integer(c, 0, &v)) return c->arguments[0];
    const char *path = c->n > 1 ? libc_path(c, 1) : "stdout";
    char byte = (char)v;
    if (v <= MOST_ASCII && path && strcmp(path, "stdout") == 0) print(c, &byte, 1);
    return libc_int(c, v);
}

typedef int class_test(wint_t);
typedef wint_t case_change(wint_t);
static class_test *const tests[] = {iswalnum, iswalpha, iswblank, iswcntrl, iswdigit, iswgraph,
                                    iswlower, iswprint, iswpunct, iswspace, iswupper, iswxdigit};
static case_change *const changes[] = {towlower, towupper};
static const struct printer to_output = {0, false, false}, list_to_output = {0, false, true},
                            to_stream = {1, false, false}, list_to_stream = {1, false, true},
                            to_room = {2, true, false}, list_to_room = {2, true, true};

const struct dialect_rule libc_wide_text_rules[] = {
    {"iswalnum", "i", apply_class, &tests[0]},
    {"iswalpha", "i", apply_class, &tests[1]},
    {"iswblank", "i", apply_class, &tests[2]},
    {"iswcntrl", "i", apply_class, &tests[3]},
    {"iswdigit", "i", apply_class, &tests[4]},
    {"iswgraph", "i", apply_class, &tests[5]},
    {"iswlower", "i", apply_class, &tests[6]},
    {"iswprint", "i", apply_class, &tests[7]},
    {"iswpunct", "i", apply_class, &tests[8]},
    {"iswspace", "i", apply_class, &tests[9]},
    {"iswupper", "i", apply_class, &tests[10]},
    {"iswxdigit", "i", apply_class, &tests[11]},
    {"towlower", "i", apply_case, &changes[0]},
    {"towupper", "i", apply_case, &changes[1]},
    {"btowc", "i", apply_twin, NULL},
    {"wctob", "i", apply_twin, NULL},
    {"mbstowcs", "ppi", apply_widen, NULL},
    {"wcstombs", "ppi", apply_narrow, NULL},
    {"wcstol", "ppi", apply_integer, NULL},
    {"wcstoll", "ppi", apply_integer, NULL},
    {"wcstoul", "ppi", apply_integer, is_unsigned},
    {"wcstoull", "ppi", apply_integer, is_unsigned},
    {"wcstof", "pp", apply_float, NULL},
    {"wcstod", "pp", apply_float, NULL},
    {"wcstold", "pp", apply_float, NULL},
    {"wprintf", "p*", apply_print, &to_output},
    {"vwprintf", "p.", apply_print, &list_to_output},
    {"fwprintf", "pp*", apply_print, &to_stream},
    {"vfwprintf", "pp.", apply_print, &list_to_stream},
    {"swprintf", "pip*", apply_print, &to_room},
    {"vswprintf", "pip.", apply_print, &list_to_room},
    {"fputws", "pp", apply_put, NULL},
    {"putwchar", "i", apply_put_one, NULL},
    {"putwc", "ip", apply_put_one, NULL},
    {"fputwc", "ip", apply_put_one, NULL},
    {0}};
