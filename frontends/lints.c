// Which functions are looked at. Findings say the same as those of runs where both see it, so that
// each is told once.

#include "frontends/lints.h"

#include "frontends/c/parse/source.h"
#include "frontends/c/dialect.h"

#include <string.h>

// Beginnings of names that lints are about. Functions of files without one that no run came to are
// not worth lowering.
static const char *const triggers[] = {"nn_register_", "nn_profiler_start", "nn_compile", "alloc("};

static bool mentions(const struct source *source, const char *word)
{
    size_t n = strlen(word);
    const char *at = source->text, *end = at ? at + source->n : NULL;
    while (at && (size_t)(end - at) >= n) {
        at = memchr(at, word[0], (size_t)(end - at) - n + 1);
        if (!at) return false;
        if (!memcmp(at, word, n)) return true;
        at++;
    }
    return false;
}

static bool is_about(const struct unit *unit, uint32_t file)
{
    struct source source = source_of(unit, file);
    for (size_t i = 0; i < sizeof triggers / sizeof *triggers; i++)
        if (mentions(&source, triggers[i])) return true;
    return false;
}

// By file: 0 unknown, 1 worth it, 2 not.
static bool is_worth_it(const struct unit *unit, uint8_t *known, const struct function *f)
{
    for (int i = 0; i < unit_n_files(unit); i++) {
        if (!f->file || strcmp(unit_file(unit, (uint32_t)i), f->file) != 0) continue;
        if (!known[i])
            known[i] = unit_is_main_file(unit, (uint32_t)i) && is_about(unit, (uint32_t)i) ? 1 : 2;
        return known[i] == 1;
    }
    return false;
}

void lints_find(struct arena *arena, struct unit *unit, struct diags *diags)
{
    uint8_t *known = arena_array(arena, uint8_t, unit_n_files(unit) + 1);
    for (int i = 0; i < unit_n_functions(unit); i++) {
        if (!unit_function_has_body(unit, i)) continue;
        struct function *f = unit_function(unit, i);
        if (f->in_system_header || dialect_defines(f)) continue;
        if (!f->body && (!is_worth_it(unit, known, f) || !unit_body(unit, f))) continue;
        // Where the compiler refused a statement, what it would have done is missing.
        if (!f->partial) dialect_lint(unit, f, diags);
    }
}
