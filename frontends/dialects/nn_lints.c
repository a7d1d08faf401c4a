// What functions of a program do wrong with hooks, profilers and compiled models.

#include "frontends/dialects/nn.h"

#include "frontends/c/handles.h"
#include "frontends/c/parse/source.h"

#include <string.h>

enum { KIND_HOOK, KIND_PROFILER, KIND_COMPILED, N_KINDS };

static const char *const hook_made[] = {
    "nn_register_forward_hook_with", "nn_register_forward_pre_hook_with",
    "nn_register_full_backward_hook_with", "nn_register_backward_hook_with", NULL};
static const char *const hook_ended[] = {"nn_hook_remove_with", NULL};
static const char *const hook_used[] = {"nn_hook_is_there", NULL};
static const char *const profiler_made[] = {"nn_profiler_start_with", NULL};
static const char *const profiler_ended[] = {"nn_profiler_stop_with", NULL};
static const char *const profiler_used[] = {"nn_profiler_step_with",
                                            "nn_profiler_table_with",
                                            "nn_profiler_calls_with",
                                            "nn_profiler_export_chrome_trace_with",
                                            "nn_profiler_export_speedscope_with",
                                            NULL};
static const char *const compile_made[] = {"nn_compile_with", NULL};
static const char *const parts[] = {"nn_get", NULL};

static const struct handle_kind kinds[N_KINDS] = {
    [KIND_HOOK] = {"struct nn_hook", hook_made, hook_ended, hook_used, hook_used, "module", parts},
    [KIND_PROFILER] = {"struct nn_profiler", profiler_made, profiler_ended, profiler_used, NULL,
                       "profiler", NULL},
    [KIND_COMPILED] = {"struct nn_compiled", compile_made, NULL, NULL, NULL, "module", parts},
};

struct lint {
    struct unit *unit;
    struct function *function;
    struct diags *diags;
};

static const struct site *site_of(struct lint *l, const struct ast *n)
{
    struct site *site = arena_new(l->diags->arena, struct site);
    *site = (struct site){.file = unit_file(l->unit, n->file),
                          .line = (int)n->line,
                          .column = (int)n->column,
                          .function = l->function->name};
    return site;
}

// ---- mends

// Is the declaration the only one of its statement, and does it begin with the type?
static bool stands_alone(const struct source *source, int64_t type, int64_t name)
{
    int64_t before = source_before(source, type);
    int64_t end = source_statement_end(source, name);
    if (before >= 0 && !strchr("{};", source->text[before])) return false;
    return end >= 0 && source_declarators(source, name, end) == 1;
}

// `nn_hook h = ...` as `NN_HOOK_SCOPE h = ...`, where the value goes nowhere else.
static void scope_edit(struct lint *l, struct diag *diag, const struct handle_finding *f,
                       const char *type, const char *scope)
{
    if (!f->declared || !f->stays) return;
    struct source source = source_of(l->unit, f->declared->file);
    int64_t name = source_offset(&source, f->declared->line, f->declared->column);
    int64_t stars = name;
    if (name < 0) return;
    while (stars > 0 && (source.text[stars - 1] == '*' || source.text[stars - 1] == ' ')) stars--;
    int64_t at = source_word_before(&source, stars);
    if (at < 0 || strcmp(source_word(l->diags->arena, &source, at), type) != 0 ||
        strcmp(source_word(l->diags->arena, &source, name), f->variable->name) != 0 ||
        !stands_alone(&source, at, name))
        return;
    struct site site = source_site(l->unit, f->declared->file, &source, at);
    const char *old = arena_string_n(l->diags->arena, source.text + at, (size_t)(name - at));
    diag_edit(l->diags, diag, &site, old, arena_printf(l->diags->arena, "%s ", scope));
}

void nn_lint_backward_hook(struct diags *diags, struct diag *diag)
{
    diag_fix(diags, diag, "call nn_register_full_backward_hook");
    if (diag->site)
        diag_edit(diags, diag, diag->site, "nn_register_backward_hook",
                  "nn_register_full_backward_hook");
}

// ---- what is told

static void tell_lost(struct lint *l, const struct handle_finding *f, enum diag_id id,
                      const char *what, const char *ended, const char *type, const char *scope)
{
    const char *name = f->variable ? arena_printf(l->diags->arena, " `%s`", f->variable->name) : "";
    bool left = f->wrong == HANDLE_LEFT;
    const char *where = left && f->at ? arena_printf(l->diags->arena, " on the way out at line %d",
                                                     (int)f->at->line)
                                      : "";
    struct diag *diag = diag_add(l->diags, id, site_of(l, f->made), "the %s%s is %s %s%s", what,
                                 name, left ? "not" : "never", ended,
                                 left && !f->at ? " on every way to the end of its block" : where);
    if (left && f->at) diag_note(l->diags, diag, site_of(l, f->at), "the function is left here");
    diag_fix(l->diags, diag, "declare it with %s, which ends it on every way", scope);
    scope_edit(l, diag, f, type, scope);
}

static void tell_hook(struct lint *l, const struct handle_finding *f)
{
    switch (f->wrong) {
    case HANDLE_NEVER_ENDED:
    case HANDLE_LEFT:
        tell_lost(l, f, DIAG_HOOK_KEPT, "hook", "removed", "nn_hook", "NN_HOOK_SCOPE");
        break;
    case HANDLE_ENDED_AGAIN:
        diag_add(l->diags, DIAG_HOOK_REMOVED, site_of(l, f->at), "%s", NN_HOOK_REMOVED);
        break;
    case HANDLE_KEPT_IN_LOOP: {
        struct diag *diag =
            diag_add(l->diags, DIAG_HOOK_REPEATED, site_of(l, f->made), "%s", NN_HOOK_REPEATED);
        diag_fix(l->diags, diag,
                 "declare the handle with NN_HOOK_SCOPE in the round's block, or "
                 "register the hook before the loop");
        scope_edit(l, diag, f, "nn_hook", "NN_HOOK_SCOPE");
        break;
    }
    default: break;
    }
}

static void tell_profiler(struct lint *l, const struct handle_finding *f)
{
    if (f->wrong == HANDLE_UNUSED || f->wrong == HANDLE_MADE_IN_LOOP ||
        f->wrong == HANDLE_ENDED_AGAIN)
        return;
    tell_lost(l, f, DIAG_PROFILER_KEPT, "profiler", "stopped", "nn_profiler", "NN_PROFILER_SCOPE");
}

static void tell_compiled(struct lint *l, const struct handle_finding *f)
{
    struct diag *diag;
    switch (f->wrong) {
    case HANDLE_MADE_IN_LOOP:
        diag =
            diag_add(l->diags, DIAG_COMPILE_REPEATED, site_of(l, f->made), "%s", NN_COMPILED_AGAIN);
        diag_fix(l->diags, diag, "compile it before the loop");
        break;
    case HANDLE_DROPPED:
    case HANDLE_UNUSED:
        diag = diag_add(l->diags, DIAG_COMPILE_DROPPED, site_of(l, f->made),
                        "what nn_compile gives %s: the module itself is as it was",
                        f->variable ? arena_printf(l->diags->arena,
                                                   "goes to `%s`, which is never "
                                                   "called",
                                                   f->variable->name)
                                    : "is dropped");
        diag_fix(l->diags, diag,
                 "keep it, and call it with nn_compiled_call in the place of the "
                 "module");
        break;
    default: break;
    }
}

// A hook without a handle, registered on the same module in each round.
static bool is_repeated(const struct handle_finding *all, int n, const struct ast *made)
{
    bool dropped = false, looped = false;
    for (int i = 0; i < n; i++) {
        dropped = dropped || (all[i].made == made && all[i].wrong == HANDLE_DROPPED);
        looped = looped || (all[i].made == made && all[i].wrong == HANDLE_MADE_IN_LOOP);
    }
    return dropped && looped;
}

void nn_lint(struct unit *unit, struct function *function, struct diags *diags)
{
    struct lint l = {unit, function, diags};
    const struct handle_finding *all;
    int n = handles_check(diags->arena, unit, function, N_KINDS, kinds, &all);
    for (int i = 0; i < n; i++) {
        struct handle_finding f = all[i];
        if (f.kind == &kinds[KIND_HOOK]) {
            if (f.wrong == HANDLE_DROPPED && is_repeated(all, n, f.made))
                f.wrong = HANDLE_KEPT_IN_LOOP;
            tell_hook(&l, &f);
        }
        if (f.kind == &kinds[KIND_PROFILER]) tell_profiler(&l, &f);
        if (f.kind == &kinds[KIND_COMPILED]) tell_compiled(&l, &f);
    }
}
