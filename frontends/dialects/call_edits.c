#include "frontends/dialects/call_edits.h"

#include "frontends/c/parse/source.h"

#include <string.h>

struct place {
    struct source source;
    uint32_t file;
    int64_t at;
};

static bool find_file(const struct unit *unit, const char *path, uint32_t *file)
{
    for (int i = 0; path && i < unit_n_files(unit); i++) {
        *file = (uint32_t)i;
        if (strcmp(unit_file(unit, *file), path) == 0) return true;
    }
    return false;
}

static bool find_call(struct arena *arena, struct written_call call, struct place *place)
{
    if (!call.site || !find_file(call.unit, call.site->file, &place->file)) return false;
    place->source = source_of(call.unit, place->file);
    place->at =
        source_offset(&place->source, (uint32_t)call.site->line, (uint32_t)call.site->column);
    return place->at >= 0 &&
           strcmp(source_word(arena, &place->source, place->at), call.function) == 0;
}

// NULL: it is not written there, or not on one line.
static const char *argument_text(struct arena *arena, const struct place *place, int argument,
                                 int64_t *begin)
{
    int64_t end;
    if (!source_argument(&place->source, place->at, argument, begin, &end)) return NULL;
    const char *text = arena_string_n(arena, place->source.text + *begin, (size_t)(end - *begin));
    return strpbrk(text, "\r\n") ? NULL : text;
}

static void replace(struct diags *diags, struct diag *diag, struct written_call call,
                    const struct place *place, int64_t at, const char *old, const char *text)
{
    struct site site = source_site(call.unit, place->file, &place->source, at);
    diag_edit(diags, diag, &site, old, text);
}

void call_edit_wrap(struct diags *diags, struct diag *diag, struct written_call call, int argument,
                    const char *wrapper)
{
    struct place place;
    int64_t at, begin;
    if (!find_call(diags->arena, call, &place)) return;
    const char *context = argument_text(diags->arena, &place, 0, &at);
    const char *old = argument_text(diags->arena, &place, argument, &begin);
    // What is done by making the context would be done twice.
    if (!context || !old || strpbrk(context, "(=+")) return;
    const char *text = arena_printf(diags->arena, "%s(%s, %s)", wrapper, context, old);
    replace(diags, diag, call, &place, begin, old, text);
}

void call_edit_swap(struct diags *diags, struct diag *diag, struct written_call call, int first,
                    int second)
{
    struct place place;
    int64_t first_at, second_at;
    if (!find_call(diags->arena, call, &place)) return;
    const char *a = argument_text(diags->arena, &place, first, &first_at);
    const char *b = argument_text(diags->arena, &place, second, &second_at);
    if (!a || !b || strcmp(a, b) == 0) return;
    replace(diags, diag, call, &place, first_at, a, b);
    replace(diags, diag, call, &place, second_at, b, a);
}
