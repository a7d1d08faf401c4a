// Kept by path and flags, the one that was not used for the longest time goes first. A tree that
// could not be parsed again is void and has to be parsed anew.

#include "frontends/c/parse/keeper.h"

#include "frontends/c/parse/clang.h"
#include "frontends/c/parse/link.h"

#include <string.h>

// A file whose headers had to be searched for has two: as the flags are, and with what was found.
#define MAX_KEPT 16

struct keeper_unit {
    struct arena *arena; // of path and flags
    const char *path;
    bool is_part; // of a source's text
    int n_flags;
    const char **flags;
    CXIndex index;
    CXTranslationUnit handle;
    unsigned last_use;
};

struct keeper {
    struct arena *arena;
    int n;
    struct keeper_unit units[MAX_KEPT];
    unsigned clock;
    struct unit *unit;
    struct arena *unit_arena;
};

struct keeper *keeper_open(void)
{
    struct arena *arena = arena_open();
    struct keeper *keeper = arena_new(arena, struct keeper);
    keeper->arena = arena;
    return keeper;
}

static void forget(struct keeper *keeper, int index)
{
    struct keeper_unit *unit = &keeper->units[index];
    if (unit->handle) clang.disposeTranslationUnit(unit->handle);
    if (unit->index) clang.disposeIndex(unit->index);
    arena_close(unit->arena);
    *unit = keeper->units[--keeper->n];
}

void keeper_close(struct keeper *keeper)
{
    if (!keeper) return;
    keeper_forget_unit(keeper);
    arena_close(keeper->unit_arena);
    while (keeper->n) forget(keeper, 0);
    arena_close(keeper->arena);
}

static bool is_of(const struct keeper_unit *unit, const struct tu *tu)
{
    if (strcmp(unit->path, tu->path) != 0 || unit->n_flags != tu->flags.n ||
        unit->is_part != (tu->home != NULL))
        return false;
    for (int i = 0; i < unit->n_flags; i++)
        if (strcmp(unit->flags[i], tu->flags.at[i]) != 0) return false;
    return true;
}

// The kept handle, taken out of the list; NULL: there is none.
static CXTranslationUnit find(struct keeper *keeper, struct tu *tu)
{
    for (int i = 0; i < keeper->n; i++) {
        struct keeper_unit *unit = &keeper->units[i];
        if (!is_of(unit, tu)) continue;
        CXTranslationUnit handle = unit->handle;
        CXIndex own = tu->index;
        tu->index = unit->index;
        unit->handle = NULL;
        unit->index = own;
        forget(keeper, i);
        return handle;
    }
    return NULL;
}

void keeper_parse(struct keeper *keeper, struct tu *tu, struct CXUnsavedFile *unsaved,
                  unsigned n_unsaved)
{
    CXTranslationUnit handle = find(keeper, tu);
    tu->parsed_with = tu->flags;
    if (handle) {
        tu->code = (enum CXErrorCode)clang.reparseTranslationUnit(
            handle, n_unsaved, unsaved, clang.defaultReparseOptions(handle));
        if (tu->code == CXError_Success) {
            tu->handle = handle;
            return;
        }
        clang.disposeTranslationUnit(handle);
    }
    unsigned options = CXTranslationUnit_KeepGoing | CXTranslationUnit_PrecompiledPreamble |
                       CXTranslationUnit_CreatePreambleOnFirstParse;
    tu->code = clang.parseTranslationUnit2(tu->index, tu->path, tu->flags.at, tu->flags.n, unsaved,
                                           n_unsaved, options, &tu->handle);
}

static void forget_oldest(struct keeper *keeper)
{
    int oldest = 0;
    for (int i = 1; i < keeper->n; i++)
        if (keeper->units[i].last_use < keeper->units[oldest].last_use) oldest = i;
    forget(keeper, oldest);
}

void keeper_take(struct keeper *keeper, struct tu *tu)
{
    if (!tu->handle) return;
    if (keeper->n == MAX_KEPT) forget_oldest(keeper);
    struct keeper_unit *unit = &keeper->units[keeper->n++];
    struct arena *arena = arena_open();
    int n_flags = tu->parsed_with.n;
    *unit = (struct keeper_unit){.arena = arena,
                                 .path = arena_string(arena, tu->path),
                                 .is_part = tu->home != NULL,
                                 .n_flags = n_flags,
                                 .flags = arena_array(arena, const char *, n_flags),
                                 .index = tu->index,
                                 .handle = tu->handle,
                                 .last_use = ++keeper->clock};
    for (int i = 0; i < n_flags; i++) unit->flags[i] = arena_string(arena, tu->parsed_with.at[i]);
    tu->handle = NULL;
    tu->index = NULL;
}

// ---- programs

struct unit *keeper_unit(struct keeper *keeper)
{
    return keeper->unit;
}

void keeper_hold_unit(struct keeper *keeper, struct unit *unit)
{
    keeper->unit = unit;
}

void keeper_forget_unit(struct keeper *keeper)
{
    if (keeper->unit) unit_end(keeper->unit);
    keeper->unit = NULL;
}

struct arena *keeper_unit_arena(struct keeper *keeper)
{
    arena_close(keeper->unit_arena);
    return keeper->unit_arena = arena_open();
}
