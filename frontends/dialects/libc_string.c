// <string.h> and <strings.h>, on text that is known.

#include "frontends/dialects/libc.h"

#include <string.h>
#include <strings.h>

static const char unknown_text[] = "text that is not known";

static void write_bytes(const struct dialect_call *c, struct place p, const char *bytes, int64_t n)
{
    if (n > 0 && place_check(c->eval, &p, n, ACCESS_WRITE, c->eval->at))
        heap_write(c->eval->heap, p.object, p.offset, n, bytes);
}

// Known bytes from a place on, up to a NUL or `limit`; NULL if one is not known.
static const char *bounded_text(const struct dialect_call *c, int argument, int64_t limit)
{
    struct place p;
    if (limit <= 0) return "";
    if (!libc_place(c, argument, 1, ACCESS_READ, &p)) return NULL;
    int64_t n = eval_text_length(c->eval, p, limit);
    if (n < 0) return NULL;
    char *text = arena_alloc(c->eval->arena, (size_t)n + 1);
    if (n) heap_read(p.object, p.offset, n, text);
    return text;
}

static struct cvalue apply_strlen(const struct dialect_call *c)
{
    int64_t limit = INT64_MAX;
    if (c->n == 2 && !libc_integer(c, 1, &limit)) return libc_unknown(c, unknown_text);
    struct place p;
    if (limit == 0) return libc_int(c, 0);
    if (!libc_place(c, 0, 1, ACCESS_READ, &p)) return libc_unknown(c, unknown_text);
    int64_t n = eval_text_length(c->eval, p, limit);
    bool ended = n >= 0 && (n == limit || n < p.object->size - p.offset);
    return ended ? libc_int(c, n) : libc_unknown(c, unknown_text);
}

enum comparing { COMPARE_EXACT, COMPARE_ANY_CASE };

static const enum comparing any_case = COMPARE_ANY_CASE;

static struct cvalue apply_strcmp(const struct dialect_call *c)
{
    int64_t limit = INT64_MAX;
    if (c->n == 3 && !libc_integer(c, 2, &limit)) return libc_unknown(c, unknown_text);
    const char *a = c->n == 3 ? bounded_text(c, 0, limit) : libc_text(c, 0);
    const char *b = c->n == 3 ? bounded_text(c, 1, limit) : libc_text(c, 1);
    if (!a || !b) return libc_unknown(c, unknown_text);
    int order = c->rule->data == &any_case ? strcasecmp(a, b) : strcmp(a, b);
    return libc_int(c, order < 0 ? -1 : order > 0);
}

static struct cvalue apply_strcpy(const struct dialect_call *c)
{
    struct place to;
    const char *s = libc_text(c, 1);
    bool after = c->rule->data != NULL; // stpcpy
    if (!s)
        libc_forget(c, 0, unknown_text);
    else if (libc_place(c, 0, 1, ACCESS_WRITE, &to))
        write_bytes(c, to, s, (int64_t)strlen(s) + 1);
    return libc_pointer(c, 0, after && s ? (int64_t)strlen(s) : 0);
}

static struct cvalue apply_strncpy(const struct dialect_call *c)
{
    struct place to;
    int64_t n;
    const char *s = libc_integer(c, 2, &n) ? bounded_text(c, 1, n) : NULL;
    if (!s) {
        libc_forget(c, 0, unknown_text);
        return libc_pointer(c, 0, 0);
    }
    int64_t length = (int64_t)strlen(s);
    if (n > 0 && libc_place(c, 0, n, ACCESS_WRITE, &to)) {
        heap_set(c->eval->heap, to.object, to.offset, n, 0);
        write_bytes(c, to, s, length < n ? length : n);
    }
    return libc_pointer(c, 0, 0);
}

static struct cvalue apply_strcat(const struct dialect_call *c)
{
    struct place to;
    int64_t limit = INT64_MAX;
    if (c->n == 3 && !libc_integer(c, 2, &limit)) limit = -1;
    const char *a = libc_text(c, 0), *b = c->n == 3 ? bounded_text(c, 1, limit) : libc_text(c, 1);
    if (!a || !b || limit < 0) {
        libc_forget(c, 0, unknown_text);
    } else if (libc_place(c, 0, 1, ACCESS_WRITE, &to)) {
        to.offset += (int64_t)strlen(a);
        write_bytes(c, to, b, (int64_t)strlen(b) + 1);
    }
    return libc_pointer(c, 0, 0);
}

static struct cvalue found_at(const struct dialect_call *c, const char *from, const char *at)
{
    return at ? libc_pointer(c, 0, at - from) : cvalue_null(c->result);
}

static struct cvalue apply_strchr(const struct dialect_call *c)
{
    const char *s = libc_text(c, 0);
    int64_t byte;
    if (!s || !libc_integer(c, 1, &byte)) return libc_unknown(c, unknown_text);
    bool last = c->rule->data != NULL; // strrchr
    return found_at(c, s, last ? strrchr(s, (int)byte) : strchr(s, (int)byte));
}

static struct cvalue apply_strstr(const struct dialect_call *c)
{
    const char *s = libc_text(c, 0), *t = libc_text(c, 1);
    if (!s || !t) return libc_unknown(c, unknown_text);
    return found_at(c, s, c->rule->data ? strpbrk(s, t) : strstr(s, t));
}

static struct cvalue apply_strspn(const struct dialect_call *c)
{
    const char *s = libc_text(c, 0), *t = libc_text(c, 1);
    if (!s || !t) return libc_unknown(c, unknown_text);
    return libc_int(c, (int64_t)(c->rule->data ? strcspn(s, t) : strspn(s, t)));
}

static struct cvalue apply_strdup(const struct dialect_call *c)
{
    int64_t limit = INT64_MAX;
    if (c->n == 2 && !libc_integer(c, 1, &limit)) return libc_unknown(c, unknown_text);
    const char *s = c->n == 2 ? bounded_text(c, 0, limit) : libc_text(c, 0);
    if (!s) return libc_unknown(c, unknown_text);
    int64_t size = (int64_t)strlen(s) + 1;
    struct cvalue copy = eval_allocate(c->eval, size, c->result, NULL);
    write_bytes(c, place_of_pointer(c->eval, &copy, NULL), s, size);
    return copy;
}

// strtok keeps its place in the program between calls; strtok_r in its third argument.
static struct cvalue apply_strtok(const struct dialect_call *c)
{
    static const char key;
    struct eval *e = c->eval;
    struct cvalue *kept = eval_dialect_data(e, &key), s = c->arguments[0];
    if (!kept) kept = arena_new(e->arena, struct cvalue), *kept = cvalue_null(c->result);
    eval_set_dialect_data(e, &key, kept);
    if (cvalue_is_null(&s)) {
        s = *kept;
        if (c->n == 3) s = eval_load(e, &c->arguments[2], 0, c->result);
    }
    const char *text = eval_string(e, &s), *set = libc_text(c, 1);
    if (cvalue_is_null(&s)) return cvalue_null(c->result);
    if (!text || !set) return libc_unknown(c, unknown_text);
    size_t skip = strspn(text, set), length = strcspn(text + skip, set);
    struct cvalue token = s, rest = s;
    token.pointer.offset += (int64_t)skip;
    rest.pointer.offset += (int64_t)(skip + length);
    token.type = rest.type = c->result;
    if (text[skip + length]) {
        struct cvalue nul = cvalue_int(e->types->char_, 0);
        eval_store(e, &rest, 0, &nul);
        rest.pointer.offset++;
    }
    if (!text[skip]) rest = token = cvalue_null(c->result);
    if (c->n == 3) eval_store(e, &c->arguments[2], 0, &rest);
    *kept = rest;
    return token;
}

static struct cvalue apply_strerror(const struct dialect_call *c)
{
    return libc_unknown(c, "the text of an error");
}

const struct dialect_rule libc_string_rules[] = {{"strlen", "p", apply_strlen, NULL},
                                                 {"strnlen", "pi", apply_strlen, NULL},
                                                 {"strcmp", "pp~", apply_strcmp, NULL},
                                                 {"strcoll", "pp", apply_strcmp, NULL},
                                                 {"strncmp", "ppi~", apply_strcmp, NULL},
                                                 {"strcasecmp", "pp~", apply_strcmp, &any_case},
                                                 {"strncasecmp", "ppi~", apply_strcmp, &any_case},
                                                 {"strcpy", "pp", apply_strcpy, NULL},
                                                 {"stpcpy", "pp", apply_strcpy, unknown_text},
                                                 {"strncpy", "ppi", apply_strncpy, NULL},
                                                 {"strcat", "pp", apply_strcat, NULL},
                                                 {"strncat", "ppi", apply_strcat, NULL},
                                                 {"strchr", "pi", apply_strchr, NULL},
                                                 {"index", "pi", apply_strchr, NULL},
                                                 {"strrchr", "pi", apply_strchr, unknown_text},
                                                 {"rindex", "pi", apply_strchr, unknown_text},
                                                 {"strstr", "pp", apply_strstr, NULL},
                                                 {"strpbrk", "pp", apply_strstr, unknown_text},
                                                 {"strspn", "pp", apply_strspn, NULL},
                                                 {"strcspn", "pp", apply_strspn, unknown_text},
                                                 {"strdup", "p", apply_strdup, NULL},
                                                 {"strndup", "pi", apply_strdup, NULL},
                                                 {"strtok", "pp", apply_strtok, NULL},
                                                 {"strtok_r", "ppp", apply_strtok, NULL},
                                                 {"strerror", "i", apply_strerror, NULL},
                                                 {0}};
