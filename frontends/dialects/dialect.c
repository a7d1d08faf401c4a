// Which rule a function has.

#include "frontends/dialects/dialect.h"

#include "frontends/library.h"

#include <fnmatch.h>
#include <string.h>

#define DIALECT(name) extern const struct dialect name##_dialect;
#include "frontends/dialects/dialects.def"
#undef DIALECT

static const struct dialect *const dialects[] = {
#define DIALECT(name) &name##_dialect,
#include "frontends/dialects/dialects.def"
#undef DIALECT
};

// As many parts at the end of the path as the pattern has.
static bool ends_with(const char *path, const char *pattern)
{
    const char *end = path + strlen(path);
    int slashes = 0;
    for (const char *c = pattern; *c; c++) slashes += *c == '/';
    while (end > path && (end[-1] != '/' || slashes-- > 0)) end--;
    return fnmatch(pattern, end, FNM_PATHNAME) == 0;
}

static bool defines(const struct dialect *d, const struct function *f)
{
    for (int i = 0; f->has_body && d->sources && d->sources[i]; i++)
        if (f->file && ends_with(f->file, d->sources[i])) return true;
    return false;
}

bool dialect_defines(const struct function *f)
{
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        if (defines(dialects[i], f)) return true;
    return false;
}

// The C library's names are reserved, so a program that declares one of them
// itself means that function too.
static bool owns(const struct dialect *d, const struct function *f)
{
    if (defines(d, f)) return true;
    if (!d->headers) return true;
    for (int i = 0; d->undeclared && d->undeclared[i]; i++)
        if (strcmp(d->undeclared[i], f->name) == 0) return true;
    for (int i = 0; d->headers[i]; i++)
        if (f->file && ends_with(f->file, d->headers[i])) return true;
    return false;
}

static const struct dialect_rule *rule_in(struct arena *arena, const struct dialect *d,
                                          const char *name)
{
    for (const struct dialect_rule *r = d->rules; r && r->name; r++)
        if (strcmp(r->name, name) == 0) return r;
    return d->find ? d->find(arena, name) : NULL;
}

const struct dialect_rule *dialect_rule_for(struct arena *arena, const struct function *f)
{
    if (f->has_body && !dialect_defines(f)) return NULL;
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        if (!owns(dialects[i], f)) continue;
        const struct dialect_rule *rule = rule_in(arena, dialects[i], f->name);
        if (rule) return rule;
    }
    return NULL;
}

const char dialect_idle[] = "idle";

bool dialect_is_idle(const struct dialect_rule *rule)
{
    return rule && rule->data == dialect_idle;
}

bool dialect_never_returns(const struct dialect_rule *rule)
{
    return rule && strchr(rule->arguments, '!');
}

const char *dialect_suggest_name(struct arena *arena, const char *function)
{
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        const char *name = dialects[i]->suggest ? dialects[i]->suggest(arena, function) : NULL;
        if (name) return name;
    }
    return NULL;
}

// A call without a declaration declares a function of unknown parameters (C90).
bool dialect_is_undeclared(const struct function *f)
{
    bool bare = f->type && f->type->variadic && f->type->n_fields == 0;
    return bare && !f->has_body && !f->in_system_header;
}

// All libraries declare their functions with a prototype.
const char *dialect_suggest(struct arena *arena, const struct function *f)
{
    return dialect_is_undeclared(f) ? dialect_suggest_name(arena, f->name) : NULL;
}

bool dialect_explain(const struct dialect_error *error, const struct site *site,
                     struct diags *diags)
{
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        if (dialects[i]->explain && dialects[i]->explain(error, site, diags)) return true;
    return false;
}

bool dialect_variable(struct eval *e, const struct variable *v, struct cvalue *value)
{
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        if (dialects[i]->variable && dialects[i]->variable(e, v, value)) return true;
    return false;
}

// The library that the function belongs to; NULL: to none but the C library.
static const struct dialect *declaring_library(const struct function *f)
{
    if (f->has_body && !dialect_defines(f)) return NULL;
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        if (dialects[i]->headers && owns(dialects[i], f)) return dialects[i];
    return NULL;
}

void dialect_lint(struct unit *unit, struct function *f, struct diags *diags)
{
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        if (dialects[i]->lint) dialects[i]->lint(unit, f, diags);
}

bool dialect_builds(const struct function *f)
{
    const struct dialect *d = declaring_library(f);
    return d && (!d->builds || d->builds(f->name));
}

enum dialect_use dialect_use_of(const struct function *f)
{
    const struct dialect *d = declaring_library(f);
    if (!d) return DIALECT_NO_USE;
    return d->computes && d->computes(f->name) ? DIALECT_COMPUTES : DIALECT_CHANGES;
}

bool dialect_shows_sizes(const char *record)
{
    return library_shows_record(record);
}

bool dialect_keeps_memory(const struct program *program)
{
    return library_is_used(program);
}
