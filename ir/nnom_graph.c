// Words and sums of NNoM's models.

#include "ir/nnom_graph.h"

#include "ir/base/text.h"

const char *nnom_type_word(enum nnom_type type)
{
    static const char *const words[] = {
#define NNOM_TYPE(id, word) word,
#include "ir/nnom_types.def"
#undef NNOM_TYPE
    };
    return (unsigned)type < N_NNOM_TYPES ? words[type] : words[NNOM_INVALID];
}

const char *nnom_kind_words(enum nnom_kind kind)
{
    static const char *const words[] = {
#define NNOM_KIND(id, words) words,
#include "ir/nnom_kinds.def"
#undef NNOM_KIND
    };
    return words[kind];
}

const struct sym *nnom_shape_size(struct syms *syms, const struct nnom_shape *shape)
{
    const struct sym *size = sym_const(syms, shape->rank ? 1 : 0);
    for (int i = 0; i < shape->rank; i++) size = sym_mul(syms, size, shape->dim[i]);
    return size;
}

const char *nnom_shape_string(struct arena *arena, const struct nnom_shape *shape)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < shape->rank; i++)
        text_printf(&text, "%s%s", i ? " x " : "", sym_string(arena, shape->dim[i]));
    return shape->rank ? text_string(&text) : "nothing";
}

const struct sym *nnom_model_taken(struct syms *syms, const struct nnom_model *model)
{
    const struct sym *sum = sym_const(syms, 0);
    for (int i = 0; i < N_NNOM_KINDS; i++)
        if (model->taken[i]) sum = sym_add(syms, sum, model->taken[i]);
    return sum;
}

const char *nnom_macs_string(struct arena *arena, const struct sym *macs)
{
    int64_t n;
    if (!sym_is_const(macs, &n)) return sym_string(arena, macs);
    if (n == 0) return "";
    if (n < 10000) return arena_printf(arena, "%lld", (long long)n);
    if (n < 1000000) return arena_printf(arena, "%lldk", (long long)(n / 1000));
    int64_t unit = n < 1000000000 ? 1000000 : 1000000000;
    return arena_printf(arena, "%lld.%02lld%c", (long long)(n / unit),
                        (long long)(n % unit / (unit / 100)), unit == 1000000 ? 'M' : 'G');
}

const struct sym *nnom_model_macs(struct syms *syms, const struct nnom_model *model)
{
    const struct sym *sum = sym_const(syms, 0);
    for (int i = 0; i < model->layers.n; i++) sum = sym_add(syms, sum, model->layers.at[i]->macs);
    return sum;
}
