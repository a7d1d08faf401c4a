// What a compilation leaves in ir/nnom_graph.h: a row a layer, as the library prints it.

#include "frontends/dialects/nnom_dialect.h"

#include <string.h>

static const char *word_of(struct dialect_nnom *d, const struct nnom_made *made,
                           enum nnom_type type)
{
    static const char *const cells[] = {"Unknown", "Simple", "GRU", "LSTM"};
    if (type != NNOM_RNN || made->cell < 0 || made->cell > 3) return nnom_type_word(type);
    return arena_printf(d->arena, "RNN/%s", cells[made->cell]);
}

static const char *activation_of(struct dialect_nnom *d, const struct cvalue *layer)
{
    static const char *const words[] = {"Unknown", "ReLU",    "LkyReLU", "AdvReLU",
                                        "TanH",    "Sigmoid", "HrdTanH", "HrdSigd"};
    struct cvalue act = nnom_get(d, layer, NNOM_RECORD_LAYER, "actail");
    if (act.kind != CVALUE_POINTER || eval_is_null(d->eval, &act)) return NULL;
    int64_t type = nnom_get_int(d, &act, NNOM_RECORD_ACTIVATION, "type", 0);
    return type >= 0 && type < 8 ? words[type] : words[0];
}

// All configurations begin with a struct of one field.
static const char *name_of(struct dialect_nnom *d, const struct nnom_made *made)
{
    if (made->config.kind != CVALUE_POINTER || eval_is_null(d->eval, &made->config)) return NULL;
    struct cvalue name = nnom_get(d, &made->config, NNOM_RECORD_MATRIX_CONFIG, "super.name");
    const char *text = eval_is_null(d->eval, &name) ? NULL : eval_string(d->eval, &name);
    return text && *text ? text : NULL;
}

static void keep_inputs(struct nnom_walk *w, const struct nnom_made *made, struct nnom_layer *row)
{
    struct dialect_nnom *d = w->d;
    struct cvalue io = nnom_get(d, &made->layer, NNOM_RECORD_LAYER, "in");
    row->in_bytes = sym_const(d->syms, 0);
    for (int i = 0; io.kind == CVALUE_POINTER && !eval_is_null(d->eval, &io) && i < 64; i++) {
        struct cvalue tensor = nnom_get(d, &io, NNOM_RECORD_IO, "tensor");
        const struct nnom_made *producer = nnom_producer(d, made, i);
        *vec_push(d->arena, &row->in) =
            (struct nnom_input){.from = producer && producer->row ? producer->row->number : 0,
                                .shape = nnom_shape_of(d, &tensor),
                                .block = producer && producer->row ? producer->row->out_block : 0};
        row->in_bytes = sym_add(d->syms, row->in_bytes, nnom_elements(d, &tensor));
        io = nnom_next(d, &io, NNOM_RECORD_IO, "aux");
    }
}

struct nnom_layer *nnom_keep_layer(struct nnom_walk *w, struct nnom_made *made)
{
    struct dialect_nnom *d = w->d;
    struct nnom_layer *row = arena_new(d->arena, struct nnom_layer);
    enum nnom_type type =
        (enum nnom_type)nnom_get_int(d, &made->layer, NNOM_RECORD_LAYER, "type", 0);
    struct cvalue out = nnom_get(d, &made->layer, NNOM_RECORD_LAYER, "out"),
                  work = nnom_get(d, &made->layer, NNOM_RECORD_LAYER, "comp");
    *row = (struct nnom_layer){.number = w->model->layers.n + 1,
                               .type = type,
                               .word = word_of(d, made, type),
                               .activation = activation_of(d, &made->layer),
                               .name = name_of(d, made),
                               .function = made->function,
                               .site = made->site,
                               .out_block = -1,
                               .work_block = -1,
                               .work_bytes = sym_const(d->syms, 0)};
    out = nnom_get(d, &out, NNOM_RECORD_IO, "tensor");
    row->out = nnom_shape_of(d, &out);
    row->has_work = work.kind == CVALUE_POINTER && !eval_is_null(d->eval, &work);
    if (row->has_work) row->work_bytes = nnom_get_size(d, &work, NNOM_RECORD_WORK, "size");
    row->macs = nnom_get_size(d, &made->layer, NNOM_RECORD_LAYER, "stat.macc");
    while (d->made.at[row->made] != made) row->made++;
    keep_inputs(w, made, row);
    *vec_push(d->arena, &w->model->layers) = row;
    return row;
}

static const struct nnom_layer *row_of(struct nnom_walk *w, const struct cvalue *io)
{
    struct cvalue owner = nnom_get(w->d, io, NNOM_RECORD_IO, "owner");
    const struct nnom_made *made = nnom_made_of(w->d, &owner);
    return made ? made->row : NULL;
}

// Who reads what: known once all are compiled. The first layer's input is block and layer 0.
void nnom_keep_links(struct nnom_walk *w)
{
    struct dialect_nnom *d = w->d;
    for (int i = 0; i < w->model->layers.n; i++) {
        struct nnom_layer *row = w->model->layers.at[i];
        const struct nnom_made *made = d->made.at[row->made];
        struct cvalue hook = nnom_get(d, &made->layer, NNOM_RECORD_LAYER, "out");
        for (int k = 0; hook.kind == CVALUE_POINTER && !eval_is_null(d->eval, &hook) && k < 4096;
             k++) {
            struct cvalue io = nnom_get(d, &hook, NNOM_RECORD_HOOK, "io");
            bool there = io.kind == CVALUE_POINTER && !eval_is_null(d->eval, &io);
            const struct nnom_layer *to = there ? row_of(w, &io) : NULL;
            if (to) *vec_push(d->arena, &row->to) = to->number;
            hook = nnom_next(d, &hook, NNOM_RECORD_HOOK, "next");
        }
    }
}
