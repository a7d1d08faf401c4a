// What is wrong with a model that was compiled, and what the library says nothing of: memory that
// is never given, buffers of the program that are too small, tensors that are overwritten before
// they are read.

#include "frontends/dialects/nnom_dialect.h"

#include "ir/base/text.h"

#include <string.h>

static struct nnom_made *made_of(struct nnom_walk *w, int number)
{
    return w->d->made.at[w->model->layers.at[number - 1]->made];
}

// ---- buffers of the program

static void check_buffer(struct nnom_walk *w, struct nnom_layer *row)
{
    struct dialect_nnom *d = w->d;
    struct nnom_made *made = made_of(w, row->number);
    const struct sym *size = nnom_shape_size(d->syms, &row->out);
    int64_t bytes, room = made->buffer_bytes;
    bool output = row->type == NNOM_OUTPUT;
    if (!output && row->type != NNOM_INPUT) return;
    if (room < 0 || !sym_is_const(size, &bytes) || bytes <= room) return;
    struct diag *diag = nnom_tell(
        d, made, DIAG_NNOM_BUFFER, NULL,
        output ? "%s: the model gives %s, %lld bytes, and the buffer has %lld: running it writes "
                 "%lld bytes behind its end%s"
               : "%s: the model reads %s, %lld bytes, and the buffer has %lld: running it reads "
                 "%lld bytes behind its end%s",
        nnom_layer_name(d, made), nnom_shape_string(d->arena, &row->out), (long long)bytes,
        (long long)room, (long long)(bytes - room),
        output ? "; the shape that is declared here counts for nothing" : "");
    if (!diag) return;
    nnom_note_inputs(d, diag, made);
    diag_fix(d->diags, diag, "give it a buffer of %lld bytes", (long long)bytes);
}

// ---- blocks of no size

static const struct nnom_layer *with_work(const struct nnom_model *model, int block)
{
    for (int i = 0; i < model->layers.n; i++)
        if (model->layers.at[i]->work_block == block) return model->layers.at[i];
    return NULL;
}

static const struct nnom_layer *with_output(const struct nnom_model *model, int block)
{
    for (int i = 0; i < model->layers.n; i++)
        if (model->layers.at[i]->out_block == block) return model->layers.at[i];
    return NULL;
}

// The first block of no size ends the list of those that get memory.
static void check_stop(struct nnom_walk *w)
{
    struct dialect_nnom *d = w->d;
    const struct nnom_blocks *blocks = &w->model->blocks;
    int empty = 0;
    while (empty < blocks->n && !sym_is(blocks->size[empty], 0)) empty++;
    for (int i = empty + 1; i < blocks->n; i++) {
        const struct nnom_layer *lost = with_output(w->model, i),
                                *work = with_work(w->model, empty);
        if (sym_is(blocks->size[i], 0) || !lost) continue;
        const struct nnom_layer *at = work ? work : lost;
        struct nnom_made *made = made_of(w, at->number);
        struct diag *diag = nnom_tell(
            d, made, DIAG_NNOM_STOP, NULL,
            "%s: its work takes block %d with 0 bytes, and the library gives no memory to the "
            "blocks "
            "behind the first of 0 bytes: layer %d, %s, has none for its %s bytes and crashes",
            nnom_layer_name(d, made), empty, lost->number, lost->word,
            sym_string(d->arena, blocks->size[i]));
        if (!diag) return;
        diag_note(d->diags, diag, lost->site, "layer %d is made here", lost->number);
        diag_fix(d->diags, diag,
                 "a layer that works in memory, as Dense, anywhere behind it gives block %d a size",
                 empty);
        return;
    }
}

// ---- in place

// Does it change what it finds, other than its shape?
static bool overwrites(const struct nnom_layer *row)
{
    bool acts = row->type >= NNOM_ACTIVATION && row->type <= NNOM_TANH;
    return row->in_place && (acts || row->activation || row->type == NNOM_LAMBDA);
}

// The layer that put there what is in place of this one's output.
static int root_of(const struct nnom_model *model, int number)
{
    while (number > 0) {
        const struct nnom_layer *row = model->layers.at[number - 1];
        if (!row->in_place || row->in.n == 0) return number;
        number = row->in.at[0].from;
    }
    return number;
}

static bool comes_from(const struct nnom_model *model, int number, int from)
{
    while (number > 0 && number != from) {
        const struct nnom_layer *row = model->layers.at[number - 1];
        if (!row->in_place || row->in.n == 0) return false;
        number = row->in.at[0].from;
    }
    return number == from;
}

// A later layer that reads the tensor as it was before.
static const struct nnom_layer *later_reader(const struct nnom_model *model, int number)
{
    int root = root_of(model, model->layers.at[number - 1]->in.at[0].from);
    for (int i = number; i < model->layers.n; i++)
        for (int k = 0; k < model->layers.at[i]->in.n; k++) {
            int from = model->layers.at[i]->in.at[k].from;
            if (from > 0 && root_of(model, from) == root && !comes_from(model, from, number))
                return model->layers.at[i];
        }
    return NULL;
}

static void check_in_place(struct nnom_walk *w, struct nnom_layer *row)
{
    struct dialect_nnom *d = w->d;
    if (!overwrites(row) || row->in.n == 0 || row->in.at[0].from == 0) return;
    const struct nnom_layer *reader = later_reader(w->model, row->number);
    if (!reader) return;
    struct nnom_made *made = made_of(w, row->number);
    struct diag *diag = nnom_tell(d, made, DIAG_NNOM_IN_PLACE, NULL,
                                  "%s: it works in place on a tensor that layer %d, %s, reads "
                                  "afterwards: that one finds what "
                                  "is left here",
                                  nnom_layer_name(d, made), reader->number, reader->word);
    if (!diag) return;
    diag_note(d->diags, diag, reader->site, "layer %d is made here", reader->number);
    nnom_note_inputs(d, diag, made);
    diag_fix(d->diags, diag,
             "put it behind a layer with an output of its own, or apply it to both");
    made->wrong = false; // its shape is right
}

// ---- inputs that are never read

static void check_inputs(struct nnom_walk *w, struct nnom_layer *row)
{
    bool many = row->type == NNOM_CONCAT || row->type == NNOM_ADD || row->type == NNOM_SUB ||
                row->type == NNOM_MULT || row->type == NNOM_LAMBDA;
    struct nnom_made *made = made_of(w, row->number);
    if (many || row->in.n < 2) return;
    struct diag *diag = nnom_tell(w->d, made, DIAG_NNOM_INPUTS, NULL,
                                  "%s: it is hooked to %d layers, and reads the first of them only",
                                  nnom_layer_name(w->d, made), row->in.n);
    if (diag) nnom_note_inputs(w->d, diag, made);
}

// ---- layers that are never reached

static bool is_compiled(const struct nnom_walk *w, const struct nnom_made *made)
{
    for (int i = 0; i < w->model->layers.n; i++)
        if (w->model->layers.at[i] == made->row) return true;
    return false;
}

// A layer that was made, waits for an input, and has another.
static void check_reached(struct nnom_walk *w, struct nnom_made *output)
{
    struct dialect_nnom *d = w->d;
    if (!output || is_compiled(w, output) || w->ended || w->again) return;
    struct diag *diag =
        nnom_tell(d, output, DIAG_NNOM_UNREACHED, NULL,
                  "%s: no way leads here from the model's input, so it is neither compiled nor run",
                  nnom_layer_name(d, output));
    for (int i = 0; diag && i < d->made.n; i++) {
        const struct nnom_made *made = d->made.at[i];
        bool ready = false;
        const struct nnom_made *missing = NULL;
        if (is_compiled(w, made)) continue;
        for (int k = 0; k < 64; k++) {
            const struct nnom_made *producer = nnom_producer(d, made, k);
            if (!producer) break;
            if (is_compiled(w, producer))
                ready = true;
            else
                missing = producer;
        }
        if (ready && missing)
            diag_note(d->diags, diag, made->site, "%s waits for %s, which is never computed",
                      nnom_layer_name(d, made), nnom_layer_name(d, missing));
    }
}

static void check_output(struct nnom_walk *w, const struct cvalue *output)
{
    struct dialect_nnom *d = w->d;
    struct diag *diag = NULL;
    if (eval_is_null(d->eval, output)) {
        diag =
            diag_add(d->diags, DIAG_NNOM_NULL, w->model->site,
                     "model_compile: the output is NULL: NNoM's header allows it, but the library "
                     "reads the layer's type through it and crashes, after it has compiled all");
        diag_fix(d->diags, diag, "hand over the Output layer, or use sequencial_compile");
        return;
    }
    struct nnom_made *made = nnom_made_of(d, output);
    int64_t type = nnom_get_int(d, output, NNOM_RECORD_LAYER, "type", NNOM_OUTPUT);
    check_reached(w, made);
    if (type != NNOM_OUTPUT && made && !made->wrong)
        diag_add(
            d->diags, DIAG_NNOM_OUTPUT, w->model->site,
            "model_compile: the last layer is %s, no Output: nothing copies the model's result "
            "to where the program could read it",
            nnom_layer_name(d, made));
}

// ---- static memory

// A request needs one byte more than it asks for.
static void check_static(struct nnom_walk *w)
{
    struct dialect_nnom *d = w->d;
    int64_t room, need;
    if (!d->static_bytes || !sym_is_const(d->static_bytes, &room)) return;
    if (!sym_is_const(nnom_model_taken(d->syms, w->model), &need) || need < room) return;
    const char *key = "static";
    if (map_get_string(d->told, key)) return;
    map_put_string(d->told, key, d);
    struct diag *diag = diag_add(d->diags, DIAG_NNOM_STATIC, d->static_site,
                                 "nnom_set_static_buf: the buffer has %lld bytes and %lld are "
                                 "asked for: a request is refused "
                                 "where it would fill the last byte, too",
                                 (long long)room, (long long)need);
    diag_note(d->diags, diag, w->model->site, "the model is compiled here");
    diag_fix(d->diags, diag, "give it at least %lld bytes", (long long)(need + d->pointer_bytes));
}

void nnom_check_compiled(struct nnom_walk *w, const struct cvalue *output)
{
    for (int i = 0; i < w->model->layers.n; i++) {
        struct nnom_layer *row = w->model->layers.at[i];
        check_inputs(w, row);
        check_buffer(w, row);
        check_in_place(w, row);
    }
    check_output(w, output);
    bool wrong = w->ended;
    for (int i = 1; i <= w->model->layers.n; i++) wrong = wrong || made_of(w, i)->wrong;
    if (wrong) return; // sizes of blocks follow from the shapes
    check_stop(w);
    check_static(w);
}

// ---- weights of a configuration

static void tell_weights(struct dialect_nnom *d, struct nnom_made *made,
                         const struct cvalue *weight, const char *what, const struct sym *has,
                         const struct sym *needs)
{
    struct diag *diag = nnom_tell(
        d, made, DIAG_NNOM_WEIGHTS, NULL,
        "%s: its weights are %s, for %s %s, and its input has %s: the library never compares them, "
        "and reads %s the weights",
        nnom_layer_name(d, made), nnom_tensor_string(d, weight), sym_string(d->arena, has), what,
        sym_string(d->arena, needs),
        sym_is_at_most(d->syms, needs, has) ? "a part of" : "behind the end of");
    if (diag) nnom_note_inputs(d, diag, made);
}

// Hand-made layers have weights that do not tell what they are for; nor do those of depthwise and
// transposed convolutions stand in an order that tells it.
void nnom_check_weights(struct dialect_nnom *d, struct nnom_made *made)
{
    if (!made || made->config.kind != CVALUE_POINTER || made->wrong) return;
    int64_t type = nnom_get_int(d, &made->layer, NNOM_RECORD_LAYER, "type", 0);
    struct cvalue in = nnom_get(d, &made->layer, NNOM_RECORD_LAYER, "in"), weight;
    in = nnom_get(d, &in, NNOM_RECORD_IO, "tensor");
    int64_t rank;
    if (type == NNOM_CONV_2D) {
        weight = nnom_get(d, &made->layer, NNOM_RECORD_CONV_LAYER, "weight");
        rank = nnom_rank(d, &weight);
        if (rank < 3 || nnom_rank(d, &in) < 3) return;
        const struct sym *has = nnom_dim(d, &weight, (int)rank - 2), *needs = nnom_dim(d, &in, 2);
        if (!sym_prove_equal(d->syms, has, needs).always) return;
        tell_weights(d, made, &weight, "channels", has, needs);
    }
    if (type == NNOM_DENSE) {
        weight = nnom_get(d, &made->layer, NNOM_RECORD_DENSE_LAYER, "weight");
        const struct sym *has = nnom_dim(d, &weight, 0), *needs = nnom_elements(d, &in);
        if (nnom_rank(d, &weight) != 2 || !sym_prove_equal(d->syms, has, needs).always) return;
        tell_weights(d, made, &weight, "elements", has, needs);
    }
}
