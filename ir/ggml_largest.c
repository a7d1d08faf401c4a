#include "ir/ggml_largest.h"

void ggml_largest_add(struct ggml_largest *l, const struct sym *bytes, int from)
{
    int kept = 0;
    for (int i = 0; i < l->list.n; i++)
        if (sym_is_at_most(l->syms, bytes, l->list.at[i].bytes)) return;
    for (int i = 0; i < l->list.n; i++)
        if (!sym_is_at_most(l->syms, l->list.at[i].bytes, bytes))
            l->list.at[kept++] = l->list.at[i];
    l->list.n = kept;
    vec_push(l->arena, &l->list);
    l->list.at[kept].bytes = bytes;
    l->list.at[kept].from = from;
}

const struct sym *ggml_largest_value(const struct ggml_largest *l)
{
    const struct sym *value = sym_const(l->syms, 0);
    for (int i = 0; i < l->list.n; i++)
        value = i ? sym_max(l->syms, value, l->list.at[i].bytes) : l->list.at[i].bytes;
    return value;
}
