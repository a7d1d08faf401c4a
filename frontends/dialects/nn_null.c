// Modules that are NULL: which expression of the program is, and what would have set it.

#include <inttypes.h>
#include <string.h>
#include "frontends/dialects/nn.h"

#define MAX_SHOWN 12 // children of a module

// "conv, bn and fc".
static const char *list_children(struct arena *arena, const struct module *m)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < m->children.n && i < MAX_SHOWN; i++) {
        bool last = i + 1 == m->children.n;
        text_printf(&text, "%s%s", !i ? "" : last ? " and " : ", ", m->children.at[i].name);
    }
    if (m->children.n > MAX_SHOWN) text_add(&text, ", ...");
    return text_string(&text);
}

// What a nn_get found nothing in.
static const char *name_list(struct arena *arena, const struct module *m)
{
    return m->name ? arena_printf(arena, "`%s`", m->name) : arena_printf(arena, "the %s", m->kind);
}

static const char *missed_text(struct dialect_nn *d, const struct dialect_missed *missed)
{
    struct arena *arena = d->recording->arena;
    const char *list = name_list(arena, missed->list);
    int n = missed->list->children.n;
    if (!n) return arena_printf(arena, "%s has no children", list);
    return arena_printf(arena, "%s has no child %" PRId64 ": it has %d, from 0 to %d", list,
                        missed->index, n, n - 1);
}

// The struct of a module of the user's, in which a member was never set.
static void note_member(struct dialect_nn *d, struct diag *diag, const struct eval_expression *at,
                        const struct module *owner)
{
    struct diags *diags = recording_diags(d->recording);
    const char *member = at->member->name;
    bool array = at->member->type->kind == CTYPE_ARRAY;
    diag_note(diags, diag, owner->site, "%s is NULL in the `%s` that is made here; %s%s",
              array ? at->path : member, owner->kind,
              owner->children.n ? "its children are " : "it has no children",
              list_children(d->recording->arena, owner));
    diag_fix(diags, diag,
             array ? "set it where the module is made: nn_item(self, %s, i, ...)"
                   : "set it where the module is made: nn_member(self, %s, ...)",
             member);
}

static const struct module *owner_of(struct dialect_nn *d, const struct eval_expression *at)
{
    return at->member && at->memory.kind == CVALUE_POINTER
               ? module_get(d->recording, handle_made_module(d, &at->memory))
               : NULL;
}

const char *null_module(struct dialect_nn *d, int argument, int64_t offset)
{
    struct eval_expression at = eval_argument_expression(d->eval, argument, offset);
    struct arena *arena = d->recording->arena;
    struct diags *diags = recording_diags(d->recording);
    const struct dialect_missed *missed = &d->missed;
    bool got = at.callee && !strcmp(at.callee->name, "nn_get") && missed->site;
    const char *text =
        !at.text ? arena_printf(arena, "%s: the module is NULL", d->function)
        : got    ? arena_printf(arena, "%s: the module `%s` is NULL: %s", d->function, at.text,
                                missed_text(d, missed))
                 : arena_printf(arena, "%s: the module `%s` is NULL", d->function, at.text);
    struct diag *diag =
        diag_add(diags, DIAG_NN_HANDLE, builder_site(d->recording->builder), "%s", text);
    const struct module *owner = owner_of(d, &at);
    if (owner) note_member(d, diag, &at, owner);
    if (at.variable && missed->site)
        diag_note(diags, diag, missed->site, "nn_get gave NULL last here: %s",
                  missed_text(d, missed));
    return text;
}
