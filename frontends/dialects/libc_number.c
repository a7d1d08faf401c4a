// Numbers from text: atoi, strtol, atof. Text that is not known gives a
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

struct cvalue libc_float_of(const struct dialect_call *c, const char *text, char **end)
{
    long double v = c->result->size == 4   ? (long double)strtof(text, end)
                    : c->result->size == 8 ? (long double)strtod(text, end)
                                           : strtold(text, end);
    return cvalue_float(c->result, v);
}

static struct cvalue apply_atof(const struct dialect_call *c)
{
    const char *s = number_text(c);
    char *end;
    if (!s) return libc_unknown(c, "a number in a text that is not known");
    struct cvalue v = libc_float_of(c, s, &end);
    if (c->n == 2) store_end(c, s, end);
    return v;
}

static const char marked[] = "unsigned";

const struct dialect_rule libc_number_rules[] = {
    {"atoi", "p", apply_atoi, NULL},           {"atol", "p", apply_atoi, NULL},
    {"atoll", "p", apply_atoi, NULL},          {"strtol", "ppi", apply_strtol, NULL},
    {"strtoll", "ppi", apply_strtol, NULL},    {"strtoul", "ppi", apply_strtol, marked},
    {"strtoull", "ppi", apply_strtol, marked}, {"atof", "p", apply_atof, NULL},
    {"strtod", "pp", apply_atof, NULL},        {"strtof", "pp", apply_atof, NULL},
    {"strtold", "pp", apply_atof, NULL},       {0}};
