// A compiled model of NNoM as the library's own table tells it: layers in the order of running,
// what each reads, writes and works in, and who still wants each memory block right after its
// output was taken.

#include "analyzer/report/facts.h"
#include "analyzer/report/table.h"
#include "ir/nnom_graph.h"

struct columns {
    int number, layer, activation, shape, macs, in, out, work, block, from, owners, place;
};

static struct columns add_columns(struct table *table)
{
    struct columns c;
    c.number = table_column(table, "#", ALIGN_RIGHT);
    c.layer = table_column(table, "layer", ALIGN_LEFT);
    c.activation = table_column(table, "activation", ALIGN_LEFT);
    c.shape = table_column(table, "output shape", ALIGN_RIGHT);
    c.macs = table_column(table, "MACs", ALIGN_RIGHT);
    c.in = table_column(table, "mem in", ALIGN_RIGHT);
    c.out = table_column(table, "out", ALIGN_RIGHT);
    c.work = table_column(table, "buf", ALIGN_RIGHT);
    c.from = table_column(table, "from", ALIGN_RIGHT);
    c.block = table_column(table, "block", ALIGN_RIGHT);
    c.owners = table_column(table, "block owners", ALIGN_LEFT);
    c.place = table_column(table, "line", ALIGN_RIGHT);
    return c;
}

// "1 2 - -": as the library prints them, without the blocks that the model never takes.
static const char *owners_string(struct arena *arena, const struct nnom_layer *layer, int n)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < n; i++)
        text_printf(&text, layer->owners[i] ? "%s%d" : "%s-", i ? " " : "", layer->owners[i]);
    return text_string(&text);
}

static const char *from_string(struct arena *arena, const struct nnom_layer *layer)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < layer->in.n; i++) {
        const struct nnom_input *in = &layer->in.at[i];
        if (in->from) text_printf(&text, "%s%d", i ? ", " : "", in->from);
    }
    return text_string(&text);
}

// "3", "1, work 0", "2 in place"
static const char *block_string(struct arena *arena, const struct nnom_layer *layer)
{
    const char *work =
        layer->work_block < 0 ? "" : arena_printf(arena, ", work %d", layer->work_block);
    if (layer->out_block < 0) return "none";
    return arena_printf(arena, "%d%s%s", layer->out_block, layer->in_place ? " in place" : "",
                        work);
}

static int used_blocks(const struct nnom_model *model)
{
    int n = 0;
    for (int i = 0; i < model->layers.n; i++) {
        const struct nnom_layer *layer = model->layers.at[i];
        for (int k = 0; k < model->blocks.n; k++)
            if (layer->owners[k] && k >= n) n = k + 1;
    }
    return n;
}

static void add_layer(struct text_model *t, struct table *table, const struct columns *c,
                      const struct nnom_layer *layer, int n_blocks)
{
    struct arena *arena = t->text->arena;
    struct syms *syms = t->model->program->syms;
    struct table_row *row = table_row(table);
    row->cells[c->number] = arena_printf(arena, "%d", layer->number);
    row->cells[c->layer] =
        layer->name ? arena_printf(arena, "%s %s", layer->word, layer->name) : layer->word;
    row->cells[c->activation] = layer->activation;
    row->cells[c->shape] = nnom_shape_string(arena, &layer->out);
    row->cells[c->macs] = nnom_macs_string(arena, layer->macs);
    row->cells[c->in] = sym_string(arena, layer->in_bytes);
    row->cells[c->out] = sym_string(arena, nnom_shape_size(syms, &layer->out));
    row->cells[c->work] = sym_string(arena, layer->work_bytes);
    row->cells[c->from] = from_string(arena, layer);
    row->cells[c->block] = block_string(arena, layer);
    row->cells[c->owners] = owners_string(arena, layer, n_blocks);
    row->cells[c->place] = arena_printf(arena, "%d", layer->site ? layer->site->line : 0);
}

void facts_write_nnom(struct text_model *t)
{
    const struct nnom_model *model = t->model->program->nnom_model;
    if (!model) return;
    struct table table = {.arena = t->text->arena};
    struct columns columns = add_columns(&table);
    int n_blocks = used_blocks(model);
    for (int i = 0; i < model->layers.n; i++)
        add_layer(t, &table, &columns, model->layers.at[i], n_blocks);
    table_write(t->text, &table, "  ", t->view->width);
    text_printf(t->text, "\n");
    facts_line(t, "MACs", "%s",
               sym_string(t->text->arena, nnom_model_macs(t->model->program->syms, model)));
}
