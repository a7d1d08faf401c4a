// model_compile: depth first from the input. A layer with several inputs waits until the last of
// them is there; one with one consumer goes on to it, one with several is left once all of them
// were visited. While it goes, layers are built, and blocks of memory change owners.
//
// The blocks are those of ir/nnom_blocks.h; a pointer to one of the model's own stands for its
// number, as inputs and outputs point to theirs.

#include "frontends/dialects/nnom_dialect.h"
#include "frontends/statics.h"

#define MOST_VISITS 4096 // of layers: a circle of hooks has no end

// ---- blocks as the program's memory has them

static struct cvalue block_pointer(struct nnom_walk *w, int block)
{
    struct dialect_nnom *d = w->d;
    int64_t offset;
    const struct cfield *blocks = nnom_field(d, NNOM_RECORD_MODEL, "blocks", &offset);
    struct cvalue p = w->model_pointer;
    if (!blocks || block < 0) return cvalue_null(d->void_pointer);
    p.pointer.offset += offset + block * nnom_record_bytes(d, NNOM_RECORD_BLOCK);
    return p;
}

// -1: it has none, or not one of this model's.
static int block_of(struct nnom_walk *w, const struct cvalue *io)
{
    struct dialect_nnom *d = w->d;
    struct cvalue p = nnom_get(d, io, NNOM_RECORD_IO, "mem"), first = block_pointer(w, 0);
    int64_t size = nnom_record_bytes(d, NNOM_RECORD_BLOCK);
    if (p.kind != CVALUE_POINTER || p.pointer.object != first.pointer.object || size <= 0)
        return -1;
    int64_t at = p.pointer.offset - first.pointer.offset;
    return at >= 0 && at < size * w->model->blocks.n ? (int)(at / size) : -1;
}

static void set_block(struct nnom_walk *w, const struct cvalue *io, int block)
{
    nnom_put(w->d, io, NNOM_RECORD_IO, "mem", block_pointer(w, block));
}

static void open_blocks(struct nnom_walk *w)
{
    struct dialect_nnom *d = w->d;
    int64_t offset;
    const struct cfield *blocks = nnom_field(d, NNOM_RECORD_MODEL, "blocks", &offset);
    int n = blocks && blocks->type->kind == CTYPE_ARRAY ? (int)blocks->type->count : 8;
    nnom_blocks_open(&w->model->blocks, d->syms, n, d->pointer_bytes);
    // What an earlier compilation of the model left.
    for (int i = 0; i < w->model->blocks.n; i++) {
        struct cvalue p = block_pointer(w, i);
        w->model->blocks.owners[i] = (int)nnom_get_int(d, &p, NNOM_RECORD_BLOCK, "owners", 0);
        w->model->blocks.filled[i] = nnom_get_int(d, &p, NNOM_RECORD_BLOCK, "state", 0) != 0;
        w->model->blocks.size[i] = nnom_get_size(d, &p, NNOM_RECORD_BLOCK, "size");
    }
}

static void close_blocks(struct nnom_walk *w, const struct cvalue *buffer)
{
    struct dialect_nnom *d = w->d;
    for (int i = 0; i < w->model->blocks.n; i++) {
        struct cvalue p = block_pointer(w, i), at = *buffer;
        int64_t offset;
        const struct sym *place = nnom_blocks_offset(&w->model->blocks, d->syms, i);
        nnom_put_int(d, &p, NNOM_RECORD_BLOCK, "owners", w->model->blocks.owners[i]);
        nnom_put_int(d, &p, NNOM_RECORD_BLOCK, "state", w->model->blocks.filled[i]);
        nnom_put_size(d, &p, NNOM_RECORD_BLOCK, "size", w->model->blocks.size[i]);
        if (!place || w->model->no_memory || !sym_is_const(place, &offset)) continue;
        at.pointer.offset += offset;
        nnom_put(d, &p, NNOM_RECORD_BLOCK, "blk", at);
    }
}

// ---- one layer

static bool is_null(struct nnom_walk *w, const struct cvalue *p)
{
    return p->kind != CVALUE_POINTER || eval_is_null(w->d->eval, p);
}

static void tell_no_block(struct nnom_walk *w, struct nnom_made *made, const char *what)
{
    struct diag *diag = nnom_tell(
        w->d, made, DIAG_NNOM_BLOCKS, NULL,
        "%s: all %d memory blocks are in use, so there is none for %s: the library goes on "
        "without, and crashes",
        nnom_layer_name(w->d, made), w->model->blocks.n, what);
    if (diag)
        diag_fix(w->d->diags, diag,
                 "raise NNOM_BLOCK_NUM in nnom_port.h, or let fewer branches wait for each other");
    w->ended = true;
}

// The first layer has an input of its own; others lie where their producers put it.
static bool take_inputs(struct nnom_walk *w, const struct cvalue *layer, struct nnom_made *made)
{
    struct dialect_nnom *d = w->d;
    struct nnom_blocks *blocks = &w->model->blocks;
    struct cvalue in = nnom_get(d, layer, NNOM_RECORD_LAYER, "in");
    struct cvalue source = nnom_get(d, &in, NNOM_RECORD_IO, "hook.io");
    if (is_null(w, &source)) {
        if (block_of(w, &in) >= 0) return true;
        int block = nnom_blocks_take(blocks);
        if (block < 0) tell_no_block(w, made, "its input");
        if (block < 0) return false;
        struct cvalue tensor = nnom_get(d, &in, NNOM_RECORD_IO, "tensor");
        blocks->owners[block]++;
        blocks->filled[block] = true;
        nnom_blocks_grow(blocks, d->syms, block, nnom_elements(d, &tensor));
        set_block(w, &in, block);
        return true;
    }
    while (!is_null(w, &in)) {
        source = nnom_get(d, &in, NNOM_RECORD_IO, "hook.io");
        nnom_put(d, &in, NNOM_RECORD_IO, "mem", nnom_get(d, &source, NNOM_RECORD_IO, "mem"));
        in = nnom_next(d, &in, NNOM_RECORD_IO, "aux");
    }
    return true;
}

static bool has_several_inputs(struct nnom_walk *w, const struct cvalue *layer)
{
    struct cvalue in = nnom_get(w->d, layer, NNOM_RECORD_LAYER, "in");
    struct cvalue second = nnom_next(w->d, &in, NNOM_RECORD_IO, "aux");
    return !is_null(w, &second);
}

static bool is_ready(struct nnom_walk *w, const struct cvalue *layer)
{
    struct cvalue in = nnom_get(w->d, layer, NNOM_RECORD_LAYER, "in");
    if (!has_several_inputs(w, layer)) return true;
    for (; !is_null(w, &in); in = nnom_next(w->d, &in, NNOM_RECORD_IO, "aux")) {
        int block = block_of(w, &in);
        if (block < 0 || !w->model->blocks.filled[block]) return false;
    }
    return true;
}

// Where the program's own input lies is known once its block was taken.
static void note_own_input(struct nnom_walk *w, struct nnom_made *made)
{
    struct cvalue in = nnom_get(w->d, &made->layer, NNOM_RECORD_LAYER, "in");
    for (int i = 0; i < made->row->in.n; i++)
        if (!made->row->in.at[i].from) made->row->in.at[i].block = block_of(w, &in);
}

static bool take_work(struct nnom_walk *w, const struct cvalue *layer, struct nnom_made *made,
                      int *block)
{
    struct dialect_nnom *d = w->d;
    struct nnom_blocks *blocks = &w->model->blocks;
    struct cvalue work = nnom_get(d, layer, NNOM_RECORD_LAYER, "comp");
    *block = -1;
    if (is_null(w, &work)) return true;
    *block = nnom_blocks_take(blocks);
    if (*block < 0) tell_no_block(w, made, "its work");
    if (*block < 0) return false;
    blocks->owners[*block]++;
    blocks->filled[*block] = true;
    nnom_blocks_grow(blocks, d->syms, *block, nnom_get_size(d, &work, NNOM_RECORD_WORK, "size"));
    nnom_put(d, &work, NNOM_RECORD_WORK, "mem", block_pointer(w, *block));
    return true;
}

static void release_inputs(struct nnom_walk *w, const struct cvalue *layer)
{
    struct cvalue in = nnom_get(w->d, layer, NNOM_RECORD_LAYER, "in");
    for (; !is_null(w, &in); in = nnom_next(w->d, &in, NNOM_RECORD_IO, "aux"))
        nnom_blocks_release(&w->model->blocks, block_of(w, &in));
}

static int n_consumers(struct nnom_walk *w, const struct cvalue *out)
{
    struct dialect_nnom *d = w->d;
    struct cvalue first = nnom_get(d, out, NNOM_RECORD_IO, "hook.io"), hook = *out;
    int n = is_null(w, &first) ? 0 : 1;
    for (; n && n < MOST_VISITS; n++) {
        hook = nnom_next(d, &hook, NNOM_RECORD_HOOK, "next");
        if (is_null(w, &hook)) return n;
    }
    return n;
}

static bool is_in_place(struct nnom_walk *w, const struct cvalue *layer)
{
    struct cvalue in = nnom_get(w->d, layer, NNOM_RECORD_LAYER, "in"),
                  out = nnom_get(w->d, layer, NNOM_RECORD_LAYER, "out");
    return nnom_get_int(w->d, &in, NNOM_RECORD_IO, "type", 1) == 0 ||
           nnom_get_int(w->d, &out, NNOM_RECORD_IO, "type", 1) == 0;
}

// As at the first visit, in the order of running.
static void note_owners(struct nnom_walk *w, struct nnom_made *made)
{
    struct nnom_layer *row = made->again ? NULL : made->row;
    for (int i = 0; row && i < w->model->blocks.n; i++) row->owners[i] = w->model->blocks.owners[i];
}

// In place and with one consumer the block changes hands as it is, owners and all.
static void share_block(struct nnom_walk *w, const struct cvalue *layer, const struct cvalue *out,
                        int n, struct nnom_made *made)
{
    struct cvalue in = nnom_get(w->d, layer, NNOM_RECORD_LAYER, "in");
    int block = block_of(w, &in);
    set_block(w, out, block);
    if (n >= 2 && block >= 0) {
        w->model->blocks.owners[block] += n;
        w->model->blocks.filled[block] = true;
    }
    note_owners(w, made);
    if (n >= 2) release_inputs(w, layer);
}

// The output is taken while the inputs are still owned, so no layer writes over what it reads.
static bool own_block(struct nnom_walk *w, const struct cvalue *layer, const struct cvalue *out,
                      int n, struct nnom_made *made)
{
    struct nnom_blocks *blocks = &w->model->blocks;
    int block = nnom_blocks_take(blocks);
    if (block < 0) tell_no_block(w, made, "its output");
    if (block < 0) return false;
    struct cvalue tensor = nnom_get(w->d, out, NNOM_RECORD_IO, "tensor");
    blocks->owners[block] = n > 1 ? n : 1;
    blocks->filled[block] = true;
    nnom_blocks_grow(blocks, w->d->syms, block, nnom_elements(w->d, &tensor));
    set_block(w, out, block);
    note_owners(w, made);
    release_inputs(w, layer);
    return true;
}

static void build(struct nnom_walk *w, const struct cvalue *layer, struct nnom_made *made)
{
    struct dialect_nnom *d = w->d;
    struct cvalue method = nnom_get(d, layer, NNOM_RECORD_LAYER, "build"), argument = *layer;
    // What its inputs are wrong in, it is wrong in as well.
    for (int i = 0; i < 64; i++) {
        const struct nnom_made *producer = nnom_producer(d, made, i);
        if (!producer) break;
        made->wrong = made->wrong || producer->wrong;
    }
    argument.type = unit_pointer_to(eval_unit(d->eval), d->record[NNOM_RECORD_LAYER]);
    eval_call(d->eval, &method, 1, &argument);
    if (eval_stopped(d->eval)) w->ended = true;
}

// A layer with several inputs is visited from each of them. Once it was compiled the others should
// find it waiting, as its inputs were given back; where their blocks are in use again, or still, it
// is compiled once more, and what follows it too. The last layer of the list is then put behind
// itself.
static void note_again(struct nnom_walk *w, struct nnom_made *made)
{
    if (!w->again) w->again = made;
    made->again = true;
    if (made->row->number == w->model->layers.n) w->endless = true;
}

static void tell_again(struct nnom_walk *w)
{
    struct dialect_nnom *d = w->d;
    struct nnom_made *made = w->again;
    if (!made || w->ended) return;
    bool was_wrong = made->wrong;
    if (w->endless) made->wrong = false; // that does not depend on shapes
    struct diag *diag = nnom_tell(
        d, made, DIAG_NNOM_AGAIN, NULL,
        w->endless
            ? "%s: the library compiles it twice, since the blocks of its inputs are in use when "
              "another input leads here again. So it does with the last layer, which it puts "
              "behind "
              "itself in the list of layers: the list has no end, and model_compile does not come "
              "back"
            : "%s: the library compiles it twice, since the blocks of its inputs are in use when "
              "another input leads here again: its output moves to another block, which others may "
              "hold while the model runs",
        nnom_layer_name(d, made));
    made->wrong = was_wrong;
    if (!diag) return;
    nnom_note_inputs(d, diag, made);
    diag_fix(d->diags, diag,
             "see that every layer is read by another one, and hook the inputs in another order");
    if (!w->endless) diag_set_severity(d->diags, diag, SEVERITY_WARNING);
}

static struct nnom_made *visit(struct nnom_walk *w, const struct cvalue *layer, int *consumers)
{
    struct nnom_made *made = nnom_made_of(w->d, layer);
    int work;
    if (!made || w->visits++ > MOST_VISITS) w->ended = true;
    if (w->ended || !take_inputs(w, layer, made) || !is_ready(w, layer)) return NULL;
    bool again =
        made->row && w->model->layers.n && w->model->layers.at[made->row->number - 1] == made->row;
    build(w, layer, made);
    if (w->ended) return NULL;
    if (again) note_again(w, made);
    if (!again) made->row = nnom_keep_layer(w, made);
    note_own_input(w, made);
    if (!take_work(w, layer, made, &work)) return NULL;
    made->row->work_block = work;
    struct cvalue out = nnom_get(w->d, layer, NNOM_RECORD_LAYER, "out");
    *consumers = n_consumers(w, &out);
    made->row->in_place = is_in_place(w, layer);
    if (made->row->in_place)
        share_block(w, layer, &out, *consumers, made);
    else if (!own_block(w, layer, &out, *consumers, made))
        return NULL;
    nnom_blocks_release(&w->model->blocks, work);
    made->row->out_block = block_of(w, &out);
    return made;
}

static void walk_from(struct nnom_walk *w, struct cvalue layer)
{
    struct dialect_nnom *d = w->d;
    for (int n; !w->ended;) {
        struct nnom_made *made = visit(w, &layer, &n);
        if (!made || n == 0) return;
        struct cvalue hook = nnom_get(d, &layer, NNOM_RECORD_LAYER, "out");
        struct cvalue io = nnom_get(d, &hook, NNOM_RECORD_HOOK, "io");
        layer = nnom_get(d, &io, NNOM_RECORD_IO, "owner");
        if (n == 1) continue;
        for (; !is_null(w, &hook); hook = nnom_next(d, &hook, NNOM_RECORD_HOOK, "next")) {
            io = nnom_get(d, &hook, NNOM_RECORD_HOOK, "io");
            walk_from(w, nnom_get(d, &io, NNOM_RECORD_IO, "owner"));
        }
        return;
    }
}

// ---- the whole model

// More than the target can address is not had.
static bool take_buffer(struct nnom_walk *w)
{
    struct dialect_nnom *d = w->d;
    const struct sym *total = nnom_blocks_total(&w->model->blocks, d->syms);
    struct cvalue buffer = cvalue_null(d->void_pointer);
    int64_t bytes;
    w->model->no_memory = d->pointer_bytes <= 4 && sym_is_const(total, &bytes) && bytes > INT32_MAX;
    if (!w->model->no_memory)
        buffer = nnom_take(d, NNOM_KIND_BUFFER, total, d->void_pointer, "network buffers");
    close_blocks(w, &buffer);
    return !w->model->no_memory;
}

static void link_run_order(struct nnom_walk *w)
{
    struct cvalue layer = w->first, next;
    for (int i = 1; i < w->model->layers.n; i++, layer = next) {
        next = w->d->made.at[w->model->layers.at[i]->made]->layer;
        nnom_put(w->d, &layer, NNOM_RECORD_LAYER, "shortcut", next);
    }
}

bool nnom_compile(struct nnom_walk *w)
{
    struct dialect_nnom *d = w->d;
    const struct site *site = eval_site(d->eval);
    w->model = arena_new(d->arena, struct nnom_model);
    *w->model = (struct nnom_model){.name = site->function ? site->function : "model",
                                    .site = site,
                                    .pointer_bytes = d->pointer_bytes,
                                    .channels_first = d->channels_first,
                                    .cmsis = d->cmsis};
    open_blocks(w);
    walk_from(w, w->first);
    tell_again(w);
    nnom_keep_links(w);
    link_run_order(w);
    bool done = take_buffer(w);
    // Static locals are known once their functions were met.
    struct statics *statics = arena_new(d->arena, struct statics);
    statics_of(d->arena, eval_unit(d->eval), statics);
    w->model->statics = statics;
    for (int i = 0; i < N_NNOM_KINDS; i++) {
        w->model->taken[i] = d->taken[i];
        w->model->n_taken[i] = d->n_taken[i];
    }
    nnom_put_size(d, &w->model_pointer, NNOM_RECORD_MODEL, "total_ops",
                  nnom_model_macs(d->syms, w->model));
    *vec_push(d->arena, &d->state->models) = w->model;
    return done;
}
