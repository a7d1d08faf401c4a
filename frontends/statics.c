// As gcc does it: what is const lies with the constants, what is all zeros takes no room in the
// program's image.

#include "frontends/statics.h"

static bool is_zero(const struct initializer *init)
{
    if (!init) return true;
    if (init->opaque) return false; // a list too long to be walked, of numbers that somebody wrote
    for (int i = 0; i < init->n; i++) {
        const struct ast *value = init->stores[i].value;
        while (value && value->kind == AST_CONVERT) value = value->a;
        if (value && (value->kind != AST_INT || value->integer)) return false;
    }
    return true;
}

static enum static_section section_of(struct unit *unit, const struct variable *v)
{
    if (v->is_const) return STATIC_CONSTANT;
    return is_zero(unit_global_init(unit, v)) ? STATIC_ZERO : STATIC_DATA;
}

static const struct site *site_of(struct arena *arena, const struct unit *unit,
                                  const struct variable *v)
{
    struct site *site = arena_new(arena, struct site);
    *site = (struct site){
        .file = unit_file(unit, v->file), .line = (int)v->line, .column = (int)v->column};
    return site;
}

void statics_of(struct arena *arena, struct unit *unit, struct statics *statics)
{
    *statics = (struct statics){0};
    for (int i = 0; i < unit_n_globals(unit); i++) {
        const struct variable *v = unit_global(unit, i);
        bool defined = v->storage == VARIABLE_GLOBAL || v->storage == VARIABLE_STATIC;
        if (!defined || !v->name || !v->type || v->type->size <= 0) continue;
        enum static_section section = section_of(unit, v);
        *vec_push(arena, &statics->objects) =
            (struct static_object){v->name, section, v->type->size, site_of(arena, unit, v)};
        statics->bytes[section] += v->type->size;
    }
}
