// Only in modules whose own tree is called: a network that stands beside others may be for another
// day.

#include "analyzer/dead.h"

#include "ir/base/map.h"
#include "ir/base/text.h"
#include "ir/saving.h"

struct dead {
    struct arena *arena;
    struct program *program;
    bool *lives; // by scope: it, or something below it, is called or has a parameter that is read
    bool *called;
    bool *read;         // by storage
    struct map *unused; // struct unused, by their kind and where they are made
};

static void find_read(struct dead *d)
{
    const struct program *p = d->program;
    for (int i = 1; i < p->nodes.n; i++)
        for (int k = 0; k < p->nodes.at[i].n_in; k++)
            d->read[program_parameter(p, p->nodes.at[i].in[k])] = true;
    for (int i = 1; i < p->values.n; i++)
        if (p->values.at[i].flags & VALUE_OUTPUT) d->read[program_parameter(p, (value_id)i)] = true;
}

static void mark_up(struct dead *d, scope_id id)
{
    for (; id && !d->lives[id]; id = program_scope(d->program, id)->parent) d->lives[id] = true;
}

static void find_lives(struct dead *d)
{
    const struct program *p = d->program;
    for (int i = 0; i < p->calls.n; i++) {
        d->called[p->calls.at[i].scope] = true;
        mark_up(d, p->calls.at[i].scope);
    }
    for (int i = 1; i < p->scopes.n; i++) {
        const struct scope *scope = &p->scopes.at[i];
        for (int k = 0; k < scope->n_parameters; k++)
            if (d->read[program_parameter(p, scope->parameters[k])]) mark_up(d, (scope_id)i);
    }
}

// Modules of one kind that are made at the same place, in a loop perhaps.
struct unused {
    scope_id first, last;
};

static void add_unused(struct dead *d, scope_id id)
{
    const struct scope *scope = program_scope(d->program, id);
    struct text key = {.arena = d->arena};
    text_add(&key, scope->kind);
    for (const struct site *s = scope->site; s; s = s->caller)
        text_printf(&key, " %s:%d:%d", s->file ? s->file : "", s->line, s->column);
    struct unused *unused = map_get_string(d->unused, text_string(&key));
    if (!unused) {
        unused = arena_new(d->arena, struct unused);
        unused->first = id;
        map_put_string(d->unused, text_string(&key), unused);
    }
    unused->last = id;
}

// How many they are is not said: a loop of unknown count was followed for a few rounds.
static void tell_modules(struct dead *d, const struct unused *unused)
{
    const struct scope *scope = program_scope(d->program, unused->first);
    const char *others = "";
    if (unused->last != unused->first)
        others = arena_printf(d->arena, ", nor are others that are made here, as `%s`",
                              scope_path(d->arena, d->program, unused->last));
    struct diag *diag = diag_add(&d->program->diags, DIAG_MODULE_UNCALLED, scope->site,
                                 "%s `%s` is made and never called%s", scope->kind,
                                 scope_path(d->arena, d->program, unused->first), others);
    diag_fix(&d->program->diags, diag, "call it in the forward function, or leave it out");
}

// Those of layers are the library's: what is not read there is an option of theirs.
static void tell_parameters(struct dead *d, scope_id id)
{
    const struct scope *scope = program_scope(d->program, id);
    for (int i = 0; i < scope->n_parameters && !scope->leaf; i++) {
        storage_id storage = program_parameter(d->program, scope->parameters[i]);
        const struct value *value = program_value(d->program, scope->parameters[i]);
        if (!storage || d->read[storage] || !value->name) continue;
        struct diag *diag =
            diag_add(&d->program->diags, DIAG_PARAMETER_UNUSED, scope->site,
                     "the parameter `%s` of %s is made and never read", value->name, scope->kind);
        diag_fix(&d->program->diags, diag,
                 "compute with it in the forward function, or leave it out");
    }
}

void dead_find(struct arena *arena, struct program *program)
{
    if (program->unseen || program->diags.n_errors || !program->calls.n) return;
    struct dead d = {arena,
                     program,
                     arena_array(arena, bool, program->scopes.n + 1),
                     arena_array(arena, bool, program->scopes.n + 1),
                     arena_array(arena, bool, program->storages.n + 1),
                     map_open(arena)};
    find_read(&d);
    find_lives(&d);
    for (int i = 1; i < program->scopes.n; i++) {
        scope_id parent = program_scope(program, (scope_id)i)->parent;
        if (!d.lives[i] && parent && d.lives[parent]) add_unused(&d, (scope_id)i);
        if (d.called[i]) tell_parameters(&d, (scope_id)i);
    }
    for (int i = 0; i < map_count(d.unused); i++) tell_modules(&d, map_value(d.unused, i));
}
