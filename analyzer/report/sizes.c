#include "analyzer/report/sizes.h"

#include "ir/base/text.h"

#include <ctype.h>
#include <string.h>

struct naming {
    struct sizes *sizes;
    const struct report_model *model;
    struct map *seen;   // sizes that were looked at, by their pointer
    struct map *counts; // by what names begin with: how many there are
};

static bool is_taken(const struct report_model *model, const char *name)
{
    for (int i = 0; i < model->n_symbols; i++)
        if (!strcmp(model->symbols[i], name)) return true;
    return false;
}

// "H1", "H2"; "S1" where several symbols are in it, "x2_1" where a name ends in a digit.
static const struct sym *new_name(struct naming *naming, const struct sym *division)
{
    struct arena *arena = naming->sizes->arena;
    const struct sym **vars;
    const char *stem = sym_vars(arena, division, &vars) == 1 ? sym_name(vars[0]) : "S";
    size_t length = strlen(stem);
    const char *mark = length && isalpha((unsigned char)stem[length - 1]) ? "" : "_";
    uintptr_t n = (uintptr_t)map_get_string(naming->counts, stem);
    const char *name;
    do name = arena_printf(arena, "%s%s%d", stem, mark, (int)++n);
    while (is_taken(naming->model, name));
    map_put_string(naming->counts, stem, (void *)n);
    return sym_var(naming->sizes->syms, name);
}

static bool is_named(const struct sizes *sizes, const struct sym *division)
{
    for (int i = 0; i < sizes->replacements.n; i++)
        if (sizes->replacements.at[i].atom == division) return true;
    return false;
}

// A size that is a division and a constant is named as a whole, so that shapes read
// well: H1 is (H + 1)/2 - 1, and the division itself H1 + 1.
static void name_division(struct naming *naming, const struct sym *division,
                          const struct sym *whole)
{
    struct sizes *sizes = naming->sizes;
    if (is_named(sizes, division)) return;
    int64_t constant;
    const struct sym *rest = sym_sub(sizes->syms, whole, division);
    if (!sym_is_const(rest, &constant)) {
        whole = division;
        rest = sym_const(sizes->syms, 0);
    }
    const struct sym *meaning = sizes_short(sizes, whole);
    const struct sym *name = new_name(naming, division);
    *vec_push(sizes->arena, &sizes->replacements) =
        (struct sym_replacement){division, sym_sub(sizes->syms, name, rest)};
    *vec_push(sizes->arena, &sizes->names) = name;
    *vec_push(sizes->arena, &sizes->meanings) = meaning;
}

static void name_size(struct naming *naming, const struct sym *size)
{
    uint64_t key = (uint64_t)(uintptr_t)size;
    if (!size || map_get_number(naming->seen, key)) return;
    map_put_number(naming->seen, key, naming);
    const struct sym **divisions;
    int n = sym_divisions(naming->sizes->arena, size, &divisions);
    for (int i = 0; i < n; i++) name_division(naming, divisions[i], size);
}

void sizes_find(struct arena *arena, const struct report_model *model, struct sizes *sizes)
{
    *sizes = (struct sizes){.arena = arena, .syms = model->program->syms};
    struct naming naming = {sizes, model, map_open(arena), map_open(arena)};
    for (int i = 0; i < model->n_rows; i++) {
        for (int k = 0; k < model->rows[i].n_outputs; k++) {
            const struct report_output *output = &model->rows[i].outputs[k];
            for (int d = 0; !output->reason && d < output->shape.rank; d++)
                name_size(&naming, output->shape.dim[d]);
        }
    }
}

const struct sym *sizes_short(const struct sizes *sizes, const struct sym *size)
{
    if (!size) return NULL;
    return sym_replace(sizes->syms, size, sizes->replacements.n, sizes->replacements.at);
}

struct quantity sizes_quantity(const struct sizes *sizes, struct quantity q)
{
    q.value = sizes_short(sizes, q.value);
    return q;
}

// ---- conditions

static void add_side(const struct sizes *sizes, struct text *text, const char *side, size_t length)
{
    const char *copy = arena_string_n(sizes->arena, side, length);
    const struct sym *size = sym_parse(sizes->syms, copy, NULL);
    text_add(text, size ? sym_string(sizes->arena, sizes_short(sizes, size)) : copy);
}

// The blank before the next comparison or "and"; the end if there is none.
static const char *next_word(const char *at, size_t *length)
{
    static const char *const words[] = {" and ", " >= ", " <= ", " == ", " != ", " > ", " < "};
    for (; *at; at++)
        for (size_t i = 0; *at == ' ' && i < sizeof words / sizeof *words; i++) {
            *length = strlen(words[i]);
            if (!strncmp(at, words[i], *length)) return at;
        }
    *length = 0;
    return at;
}

const char *sizes_condition(const struct sizes *sizes, const char *condition)
{
    if (!condition || !sizes->names.n) return condition;
    struct text text = {.arena = sizes->arena};
    size_t length;
    for (const char *at = condition; *at;) {
        const char *word = next_word(at, &length);
        add_side(sizes, &text, at, (size_t)(word - at));
        text_add_n(&text, word, length);
        at = word + length;
    }
    return text_string(&text);
}
