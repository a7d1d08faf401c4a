// What NNoM takes for a model: everything that nnom_mem was asked for, of which the network's
// buffer is one part, and the blocks that it is cut into. Structs have the sizes that they have on
// the target; the program's own buffers and weights are not among them. Source: NNoM 0.4.3.

#include "analyzer/models/runtime.h"
#include "ir/base/text.h"
#include "ir/nnom_graph.h"

bool nnom_runtime(struct arena *, const struct program *, struct runtime_memory *);

static const char *plural(struct arena *arena, int n, const char *what)
{
    return arena_printf(arena, "%d %s%s", n, what, n == 1 ? "" : "s");
}

static const char *block_note(struct arena *arena, const struct nnom_model *model,
                              struct syms *syms, int block)
{
    struct text text = {.arena = arena};
    const struct sym *offset = nnom_blocks_offset(&model->blocks, syms, block);
    int n = 0;
    for (int i = 0; i < model->layers.n; i++) n += model->layers.at[i]->out_block == block;
    text_printf(&text, "%s", plural(arena, n, "output"));
    for (n = 0; n < model->layers.n && model->layers.at[n]->work_block != block;) n++;
    if (n < model->layers.n) text_printf(&text, " and work");
    if (offset)
        text_printf(&text, ", at %s", sym_string(arena, offset));
    else
        text_printf(&text, ", without memory");
    return text_string(&text);
}

static void add_blocks(struct arena *arena, struct syms *syms, const struct nnom_model *model,
                       struct runtime_part *parts, int *n)
{
    for (int i = 0; i < model->blocks.n; i++) {
        if (sym_is(model->blocks.size[i], 0)) continue;
        parts[(*n)++] = (struct runtime_part){.name = arena_printf(arena, "block %d", i),
                                              .bytes = quantity_of(model->blocks.size[i]),
                                              .note = block_note(arena, model, syms, i)};
    }
}

// Kinds that are not there are left out.
static void add_kinds(struct arena *arena, const struct nnom_model *model,
                      struct runtime_part *parts, int *n)
{
    for (int i = 0; i < N_NNOM_KINDS; i++) {
        if (!model->n_taken[i]) continue;
        const char *count =
            i == NNOM_KIND_BUFFER ? NULL : plural(arena, model->n_taken[i], "piece");
        parts[(*n)++] = (struct runtime_part){.name = nnom_kind_words((enum nnom_kind)i),
                                              .bytes = quantity_of(model->taken[i]),
                                              .note = count};
    }
}

// What the program has beside it, and has to be there too.
static void add_statics(const struct program *program, const struct nnom_model *model,
                        struct runtime_part *parts, int *n)
{
    static const char *const names[] = {[STATIC_CONSTANT] = "not in it: constants, in flash",
                                        [STATIC_DATA] = "not in it: static data with contents",
                                        [STATIC_ZERO] = "not in it: static data of zeros"};
    for (int i = STATIC_CONSTANT; model->statics && i <= STATIC_ZERO; i++)
        if (model->statics->bytes[i])
            parts[(*n)++] = (struct runtime_part){
                .name = names[i],
                .bytes = quantity_of(sym_const(program->syms, model->statics->bytes[i]))};
}

bool nnom_runtime(struct arena *arena, const struct program *program, struct runtime_memory *memory)
{
    const struct nnom_model *model = program->nnom_model;
    if (!model) return false;
    struct runtime_part *parts =
        arena_array(arena, struct runtime_part, N_NNOM_KINDS + NNOM_MAX_BLOCKS + 3);
    int n = 0;
    add_kinds(arena, model, parts, &n);
    add_blocks(arena, program->syms, model, parts, &n);
    add_statics(program, model, parts, &n);
    *memory = (struct runtime_memory){
        .model = "nnom",
        .title = "NNoM memory",
        .bytes = quantity_of(nnom_model_taken(program->syms, model)),
        .note = arena_printf(arena, "pointers of %d bytes%s%s%s", model->pointer_bytes,
                             model->channels_first ? ", channels first" : "",
                             model->cmsis ? ", with CMSIS-NN" : "",
                             model->no_memory ? ", without the network's buffer, which is larger "
                                                "than the target can address"
                                              : ""),
        .knows_static = model->statics != NULL,
        .static_bytes = model->statics ? statics_ram(model->statics) : 0,
        .n_parts = n,
        .parts = parts};
    return true;
}
