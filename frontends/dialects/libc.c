// The C library's dialect: finding a function's rule by its name (the __builtin_ form too), and
// what the rules of all families share.

#include "frontends/dialects/libc.h"

#include <string.h>

static const struct dialect_rule *const families[] = {
    libc_memory_rules, libc_string_rules,    libc_stdio_rules,  libc_stdlib_rules,
    libc_math_rules,   libc_complex_rules,   libc_ctype_rules,  libc_builtin_rules,
    libc_number_rules, libc_time_rules,      libc_getopt_rules, libc_jump_rules,
    libc_wide_rules,   libc_wide_text_rules, libc_scan_rules,   libc_posix_rules};

static const struct dialect_rule *find_plain(const char *name)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (const struct dialect_rule *r = families[i]; r->name; r++)
            if (strcmp(r->name, name) == 0) return r;
    return NULL;
}

// __builtin_memcpy and memcpy are one function.
static const struct dialect_rule *find(struct arena *arena, const char *name)
{
    (void)arena;
    const struct dialect_rule *rule = find_plain(name);
    if (!rule && strncmp(name, "__builtin_", 10) == 0) rule = find_plain(name + 10);
    return rule;
}

static bool find_variable(struct eval *e, const struct variable *v, struct cvalue *value)
{
    static const char *const streams[] = {"stdin", "stdout", "stderr"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(v->name, streams[i]) != 0 || v->type->kind != CTYPE_POINTER) continue;
        struct object *stream = lazy_object(e, v->type->element, streams[i], NULLNESS_NEVER);
        *value =
            (struct cvalue){.kind = CVALUE_POINTER, .type = v->type, .pointer = {stream->id, 0}};
        return true;
    }
    return libc_getopt_variable(e, v, value);
}

const struct dialect libc_dialect = {.name = "libc",
                                     .find = find,
                                     .variable = find_variable,
                                     .loop_begin = libc_loop_begin,
                                     .loop_end = libc_loop_end,
                                     .lint = libc_lint};

struct cvalue libc_int(const struct dialect_call *c, int64_t v)
{
    return cvalue_int(c->result, v);
}

struct cvalue libc_nothing(const struct dialect_call *c)
{
    return (struct cvalue){.kind = CVALUE_NOTHING, .type = c->result};
}

struct cvalue libc_unknown(const struct dialect_call *c, const char *reason)
{
    return cvalue_unknown(c->result, reason);
}

bool libc_place(const struct dialect_call *c, int argument, int64_t bytes, enum access_mode mode,
                struct place *p)
{
    *p = place_of_pointer(c->eval, &c->arguments[argument], c->eval->at);
    if (bytes <= 0) return p->object != NULL;
    return place_check(c->eval, p, bytes, mode, c->eval->at);
}

const char *libc_text(const struct dialect_call *c, int argument)
{
    return eval_string(c->eval, &c->arguments[argument]);
}

bool libc_integer(const struct dialect_call *c, int argument, int64_t *v)
{
    return cvalue_as_int(&c->arguments[argument], v);
}

struct cvalue libc_pointer(const struct dialect_call *c, int argument, int64_t offset)
{
    struct cvalue v = c->arguments[argument];
    v.type = c->result;
    if (v.kind == CVALUE_POINTER) v.pointer.offset += offset;
    return v;
}

void libc_forget(const struct dialect_call *c, int argument, const char *reason)
{
    struct place p;
    if (!libc_place(c, argument, 1, ACCESS_WRITE, &p)) return;
    int64_t n = p.object->size == INT64_MAX ? INT64_MAX : p.object->size - p.offset;
    heap_mark(c->eval->heap, p.object, p.offset, n, BYTE_UNKNOWN);
    heap_rare(c->eval->heap, p.object)->reason = reason;
}

const char *libc_path(const struct dialect_call *c, int argument)
{
    const struct cvalue *v = &c->arguments[argument];
    if (v->kind != CVALUE_POINTER || v->pointer.offset != 0) return NULL;
    const struct object *o = heap_object(c->eval->heap, v->pointer.object);
    if (!o) return NULL;
    return o->rare && o->rare->path ? o->rare->path : o->name;
}

struct cvalue libc_number(const struct dialect_call *c, const char *name, int64_t at_least)
{
    struct eval *e = c->eval;
    if (e->request.concrete) return libc_unknown(c, name);
    const struct sym *s = name_symbol(e, name, c->result);
    if (at_least < 0 && sym_kind(s) == SYM_VAR) {
        sym_allow_negative(e->syms, s);
        if (at_least > INT32_MIN) sym_assume_at_least(e->syms, s, at_least);
    }
    return cvalue_sym(c->result, s);
}
