// Which symbols a report is in.

#include "analyzer/report/collect.h"

#include "ir/base/text.h"

#include <stdlib.h>

static void add_symbols(struct arena *arena, struct map *names, const struct sym *sym)
{
    const struct sym **vars;
    int n = sym ? sym_vars(arena, sym, &vars) : 0;
    for (int i = 0; i < n; i++) map_put_string(names, sym_name(vars[i]), (void *)vars[i]);
}

void collect_symbols(struct arena *arena, struct report_model *model)
{
    struct map *names = map_open(arena);
    for (int i = 0; i < model->n_inputs; i++) {
        const struct shape *shape = &model->inputs[i].type.shape;
        for (int d = 0; d < shape->rank; d++) add_symbols(arena, names, shape->dim[d]);
    }
    const struct sym *last = NULL;
    for (int i = 0; i < model->n_rows; i++) {
        if (model->rows[i].bytes[0].value == last) continue;
        last = model->rows[i].bytes[0].value;
        add_symbols(arena, names, last);
    }
    add_symbols(arena, names, model->parameters.value);
    add_symbols(arena, names, model->buffer_bytes[0].value);
    model->n_symbols = map_count(names);
    const char **sorted = arena_array(arena, const char *, model->n_symbols);
    for (int i = 0; i < model->n_symbols; i++) sorted[i] = map_key(names, i);
    if (model->n_symbols) qsort(sorted, (size_t)model->n_symbols, sizeof *sorted, text_order);
    model->symbols = sorted;
}
