// Which library a function belongs to, and what all of them say.

#include "frontends/c/dialect.h"

#include <fnmatch.h>
#include <string.h>

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
    for (int i = 0; dialect_all[i]; i++)
        if (defines(dialect_all[i], f)) return true;
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
    for (int i = 0; dialect_all[i]; i++) {
        if (!owns(dialect_all[i], f)) continue;
        const struct dialect_rule *rule = rule_in(arena, dialect_all[i], f->name);
        if (rule) return rule;
    }
    return NULL;
}

bool dialect_letters_end(const char *letters)
{
    return !*letters || strchr("!=?>0@~", *letters);
}

bool dialect_letter_fits(char letter, const struct ctype *t)
{
    bool integer = ctype_is_integer(t);
    switch (letter) {
    case 'p': return t->kind == CTYPE_POINTER;
    case 'i': return integer;
    case 'c': return t->pair == PAIR_COMPLEX;
    case 'f': return t->kind == CTYPE_FLOAT || integer;
    default: return true;
    }
}

static bool is_of_compiler(const struct function *f)
{
    return strncmp(f->name, "__builtin_", 10) == 0;
}

// What a program declares itself may be another function.
static bool is_of_header(const struct function *f)
{
    return f->in_system_header || is_of_compiler(f);
}

static bool is_declared_as(const struct function *f, const char *letters)
{
    // The compiler has functions for arguments of any type, which are without a prototype.
    bool bare = f->type->variadic && f->type->n_fields == 0;
    if (bare && is_of_compiler(f)) return true;
    for (int i = 0;; i++, letters++) {
        if (*letters == '*') return true;
        bool all = dialect_letters_end(letters);
        if (i == f->type->n_fields || all)
            return i == f->type->n_fields && all && !f->type->variadic;
        if (!dialect_letter_fits(*letters, f->type->parameters[i])) return false;
    }
}

enum dialect_effect dialect_effect_of(struct arena *arena, const struct function *f)
{
    const struct dialect_rule *rule = dialect_rule_for(arena, f);
    if (!rule || !is_of_header(f) || !is_declared_as(f, rule->arguments)) return DIALECT_OTHER;
    switch (rule->arguments[strcspn(rule->arguments, "=?>0@~")]) {
    case '=': return DIALECT_ARITHMETIC;
    case '?': return DIALECT_CHANCE;
    case '>': return DIALECT_PRINTS;
    case '0': return DIALECT_FILLS;
    case '@': return DIALECT_COPIES;
    case '~': return DIALECT_COMPARES;
    default: return DIALECT_OTHER;
    }
}

const char dialect_idle[] = "idle";
const char dialect_jumps[] = "jumps";

bool dialect_is_idle(const struct dialect_rule *rule)
{
    return rule && rule->data == dialect_idle;
}

bool dialect_never_returns(const struct dialect_rule *rule)
{
    return rule && strchr(rule->arguments, '!');
}

bool dialect_jumps_away(const struct dialect_rule *rule)
{
    return rule && rule->data == dialect_jumps;
}

const char *dialect_suggest_name(struct arena *arena, const char *function)
{
    for (int i = 0; dialect_all[i]; i++) {
        const char *name =
            dialect_all[i]->suggest ? dialect_all[i]->suggest(arena, function) : NULL;
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
    for (int i = 0; dialect_all[i]; i++)
        if (dialect_all[i]->explain && dialect_all[i]->explain(error, site, diags)) return true;
    return false;
}

bool dialect_variable(struct eval *e, const struct variable *v, struct cvalue *value)
{
    for (int i = 0; dialect_all[i]; i++)
        if (dialect_all[i]->variable && dialect_all[i]->variable(e, v, value)) return true;
    return false;
}

// The library that the function belongs to; NULL: to none but the C library.
static const struct dialect *declaring_library(const struct function *f)
{
    if (f->has_body && !dialect_defines(f)) return NULL;
    for (int i = 0; dialect_all[i]; i++)
        if (dialect_all[i]->headers && owns(dialect_all[i], f)) return dialect_all[i];
    return NULL;
}

void dialect_lint(struct unit *unit, struct function *f, struct diags *diags)
{
    for (int i = 0; dialect_all[i]; i++)
        if (dialect_all[i]->lint) dialect_all[i]->lint(unit, f, diags);
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

bool dialect_shows_record(const char *name)
{
    for (int i = 0; dialect_all[i]; i++) {
        const char *shown = dialect_all[i]->shown_tensor;
        size_t n = strlen(name), n_shown = shown ? strlen(shown) : 0;
        if (shown && n >= n_shown && !strcmp(name + n - n_shown, shown)) return true;
    }
    return false;
}

bool dialect_shows_sizes(const struct program *program)
{
    for (int i = 0; dialect_all[i]; i++)
        if (dialect_all[i]->shown_tensor && dialect_all[i]->is_used(program)) return true;
    return false;
}

bool dialect_keeps_memory(const struct program *program)
{
    for (int i = 0; dialect_all[i]; i++)
        if (dialect_all[i]->is_used && dialect_all[i]->is_used(program)) return true;
    return false;
}

int dialect_n_made(const struct program *program)
{
    int n = 0;
    for (int i = 0; dialect_all[i]; i++)
        if (dialect_all[i]->n_made) n += dialect_all[i]->n_made(program);
    return n;
}

bool dialect_hides_field(const char *name)
{
    for (int i = 0; dialect_all[i]; i++) {
        const char *hidden = dialect_all[i]->hidden_field;
        if (hidden && strcmp(name, hidden) == 0) return true;
    }
    return false;
}

// ---- loops of unknown number of rounds

const void *const *dialect_loop_begin(struct eval *e, struct arena *arena)
{
    int n = 0;
    while (dialect_all[n]) n++;
    const void **begun = arena_array(arena, const void *, n);
    for (int i = 0; i < n; i++)
        if (dialect_all[i]->loop_begin) begun[i] = dialect_all[i]->loop_begin(e, arena);
    return begun;
}

bool dialect_loop_end(struct eval *e, const void *const *begun, bool may_add, const char *reason)
{
    bool made = false;
    for (int i = 0; dialect_all[i]; i++)
        if (dialect_all[i]->loop_end)
            made = dialect_all[i]->loop_end(e, begun[i], may_add, reason) || made;
    return made;
}

bool dialect_adds(const struct function *f)
{
    const struct dialect *d = declaring_library(f);
    return d && d->adds && d->adds(f->name);
}
