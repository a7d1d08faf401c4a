#include "tests/oracle/ggml_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const ggml_list_names[N_GGML_LISTS] = {"nodes", "leafs", "external"};

struct reader {
    struct arena *arena;
    struct syms *syms;
    struct ggml_record *record;
    const char **error;
};

const char *ggml_record_name(struct arena *arena, enum ggml_list list, int index)
{
    return arena_printf(arena, "%c%d", "nlx"[list], index);
}

static bool refuse(const struct reader *r, const char *what)
{
    *r->error = what;
    return false;
}

static bool read_sizes(const struct reader *r, const json_t *list, const struct sym **sizes)
{
    if (json_array_size(list) != GGML_DIMS) return refuse(r, "not four sizes");
    for (size_t i = 0; i < GGML_DIMS; i++)
        sizes[i] = sym_const(r->syms, json_integer_value(json_array_get(list, i)));
    return true;
}

// NULL for -1.
static bool read_reference(const struct reader *r, const json_t *entry, struct ggml_tensor **to)
{
    static const char letters[] = "nlx";
    if (json_is_integer(entry)) return true;
    const char *text = json_string_value(entry);
    const char *letter = text && *text ? strchr(letters, *text) : NULL;
    if (!letter) return refuse(r, "not a reference");
    enum ggml_list list = (enum ggml_list)(letter - letters);
    int index = atoi(text + 1);
    if (index < 0 || index >= r->record->n[list]) return refuse(r, "a reference to nothing");
    *to = &r->record->tensors[list][index];
    return true;
}

static unsigned read_flags(const json_t *entry)
{
    static const struct {
        const char *name;
        enum ggml_flag flag;
    } flags[] = {{"input", GGML_INPUT},
                 {"output", GGML_OUTPUT},
                 {"param", GGML_PARAM},
                 {"loss", GGML_LOSS},
                 {"compute", GGML_COMPUTE}};
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (json_integer_value(json_object_get(entry, flags[i].name)))
            sum |= (unsigned)flags[i].flag;
    return sum;
}

static bool read_tensor(const struct reader *r, const json_t *entry, struct ggml_tensor *t)
{
    const char *op = json_string_value(json_object_get(entry, "op"));
    const char *type = json_string_value(json_object_get(entry, "type"));
    const json_t *sources = json_object_get(entry, "src");
    if (!op || (t->op = ggml_op_of_word(op)) == N_GGML_OPS) return refuse(r, "an unknown operator");
    if (!type || (t->type = dtype_find(type)) == DTYPE_NONE) return refuse(r, "an unknown type");
    t->desc = json_string_value(json_object_get(entry, "desc"));
    t->flags = read_flags(entry);
    t->has_data = json_integer_value(json_object_get(entry, "data"));
    t->has_buffer = json_integer_value(json_object_get(entry, "buffer"));
    const json_t *params = json_object_get(entry, "op_params");
    for (size_t i = 0; i < json_array_size(params) && i < GGML_PARAMS; i++)
        t->params[i] = (int32_t)json_integer_value(json_array_get(params, i));
    for (size_t i = 0; i < json_array_size(sources) && i < GGML_SOURCES; i++)
        if (!read_reference(r, json_array_get(sources, i), &t->src[i])) return false;
    if (!read_reference(r, json_object_get(entry, "view_src"), &t->view_src)) return false;
    if (t->view_src)
        t->view_offset =
            sym_const(r->syms, json_integer_value(json_object_get(entry, "view_offs")));
    return read_sizes(r, json_object_get(entry, "ne"), t->ne) &&
           read_sizes(r, json_object_get(entry, "nb"), t->nb);
}

static void make_tensors(const struct reader *r, const json_t *graph)
{
    uint32_t number = 0;
    for (int list = 0; list < N_GGML_LISTS; list++) {
        const json_t *entries = json_object_get(graph, ggml_list_names[list]);
        int n = (int)json_array_size(entries);
        r->record->n[list] = n;
        r->record->entries[list] = entries;
        r->record->tensors[list] = arena_array(r->arena, struct ggml_tensor, n);
        for (int i = 0; i < n; i++) {
            struct ggml_tensor *t = &r->record->tensors[list][i];
            t->name = "";
            t->number = number++;
            *vec_push(r->arena, &r->record->state.tensors) = t;
            if (list == GGML_LIST_NODES) *vec_push(r->arena, &r->record->graph.nodes) = t;
            if (list == GGML_LIST_LEAFS) *vec_push(r->arena, &r->record->graph.leafs) = t;
        }
    }
}

bool ggml_record_read(struct arena *arena, struct syms *syms, int version, const json_t *graph,
                      struct ggml_record *record, const char **error)
{
    struct reader r = {arena, syms, record, error};
    *record = (struct ggml_record){.state.version = version};
    make_tensors(&r, graph);
    if (record->n[GGML_LIST_NODES] + record->n[GGML_LIST_LEAFS] == 0)
        return refuse(&r, "no nodes and no leafs");
    for (int list = 0; list < N_GGML_LISTS; list++)
        for (int i = 0; i < record->n[list]; i++)
            if (!read_tensor(&r, json_array_get(record->entries[list], (size_t)i),
                             &record->tensors[list][i]))
                return false;
    return true;
}
