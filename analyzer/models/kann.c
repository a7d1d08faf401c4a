// What KANN takes for a network: every operator has a value of its own, and a gradient if anything
// below it has one, whether the network is trained or not. Nothing is shared, reused or given back.

#include "analyzer/models/runtime.h"
#include "ir/base/text.h"
#include "ir/kann_batch.h"
#include "ir/kann_program.h"

bool kann_runtime(struct arena *, const struct program *, struct runtime_memory *);

struct filling {
    struct arena *arena;
    struct syms *syms;
    const struct kann_state *state;
    const struct kann_network *network;
    VEC(struct runtime_part) parts;
};

static void add_quantity(struct filling *f, const char *name, struct quantity bytes,
                         const char *note, const struct site *site)
{
    *vec_push(f->arena, &f->parts) =
        (struct runtime_part){.name = name, .bytes = bytes, .note = note, .site = site};
}

static void add_part(struct filling *f, const char *name, const struct sym *bytes, const char *note)
{
    if (!sym_is(bytes, 0)) add_quantity(f, name, quantity_of(bytes), note, NULL);
}

static struct quantity inexact(struct quantity bytes, bool exact)
{
    if (exact || bytes.tag != TAG_EXACT) return bytes;
    bytes.tag = TAG_UPPER;
    bytes.reason = "it is not known whether the batch grew";
    return bytes;
}

static const char *rows_note(struct filling *f, const struct kann_course *course)
{
    if (!course->rows) return NULL;
    return arena_printf(f->arena, "%s row%s", sym_string(f->arena, course->rows),
                        sym_is(course->rows, 1) ? "" : "s");
}

// "64 rows, if y != NULL"
static const char *with_use(struct filling *f, const char *note, const struct kann_use *use)
{
    if (!use->condition) return note;
    return arena_printf(f->arena, "%s%sif %s", note ? note : "", note ? ", " : "", use->condition);
}

// What there is at the worst moment.
static void add_buffers(struct filling *f, const struct kann_buffers *b)
{
    const struct kann_network *network = f->network;
    bool shares = network->shares_leaves;
    add_part(f, "op x", b->op_x, NULL);
    add_part(f, "op g", b->op_g, NULL);
    add_part(f, "op gtmp", b->scratch, NULL);
    add_part(f, "var x", b->var_x, shares ? "those of the network before" : NULL);
    add_part(f, "var g", b->var_g, shares ? "those of the network before" : NULL);
    add_part(f, "const", b->constant, shares ? "those of the network before" : NULL);
}

// ---- beside the buffers

static void add_transient(struct filling *f, const struct kann_course *course)
{
    const struct kann_node *at;
    bool exact;
    const struct sym *bytes = kann_transient(f->syms, course->n, course->v_then, &at, &exact);
    if (sym_is(bytes, 0)) return;
    add_quantity(f, "while a convolution runs", inexact(quantity_of(bytes), exact),
                 at ? kann_node_name(f->arena, f->network, at) : NULL,
                 at ? kann_origin_of(at)->site : NULL);
    f->parts.at[f->parts.n - 1].is_largest = true;
}

// The largest of all, the earliest of several; NULL where symbols leave it open.
static const struct kann_node *largest(struct filling *f, const struct kann_course *course)
{
    const struct kann_node *most = NULL;
    for (int i = 0; i < course->n; i++) {
        const struct sym *bytes = kann_bytes(f->syms, course->v_then[i]);
        if (!most || !sym_is_at_most(f->syms, bytes, kann_bytes(f->syms, most))) {
            if (most && !sym_is_at_most(f->syms, kann_bytes(f->syms, most), bytes)) return NULL;
            most = course->v_then[i];
        }
    }
    return most;
}

static void add_largest(struct filling *f, const struct kann_course *course)
{
    const struct kann_node *node = largest(f, course);
    if (!node) return;
    const char *note =
        arena_printf(f->arena, "%s %s, %s", kann_node_name(f->arena, f->network, node),
                     kann_shape_string(f->arena, node), kann_kind_word(node));
    add_quantity(f, "largest node", quantity_of(kann_bytes(f->syms, node)), note,
                 kann_origin_of(node)->site);
    f->parts.at[f->parts.n - 1].is_largest = true;
}

// ---- changes of the batch size

static const struct sym *taken(struct filling *f, const struct kann_buffers *b)
{
    const struct sym *sum = kann_buffers_sum(f->syms, b);
    if (!f->network->shares_leaves) return sum;
    const struct sym *leaves = sym_add(f->syms, sym_add(f->syms, b->var_x, b->var_g), b->constant);
    return sym_sub(f->syms, sum, leaves);
}

static bool is_repeated(const struct kann_network *network, int index)
{
    for (int i = 0; i < index; i++)
        if (network->batches.at[i].use.number == network->batches.at[index].use.number &&
            network->batches.at[i].rows == network->batches.at[index].rows &&
            site_is_same(network->batches.at[i].site, network->batches.at[index].site))
            return true;
    return false;
}

static void add_batches(struct filling *f, struct kann_course *course)
{
    const struct kann_network *network = f->network;
    for (int i = 0; i < network->batches.n; i++) {
        const struct kann_batch *batch = &network->batches.at[i];
        if (i && batch->use.number != batch[-1].use.number)
            kann_course_restart(f->arena, f->syms, network, course);
        if (batch->v) kann_course_change(f->arena, batch->v, course);
        kann_course_set(f->arena, f->syms, batch->rows, course);
        if (is_repeated(network, i)) continue;
        const char *name = arena_printf(f->arena, "after %s", batch->function);
        struct quantity bytes = inexact(quantity_of(taken(f, &course->now)), course->exact);
        add_quantity(f, name, bytes, with_use(f, rows_note(f, course), &batch->use), batch->site);
    }
}

// ---- workers and training

#define WORKERS_BYTES 120 // what they share
#define WORKER_BYTES 32   // what each has

// So many workers with so many rows each: each has copies of all, leaves too.
static const struct sym *workers_of(struct filling *f, int64_t n, int64_t rows)
{
    struct kann_course course;
    struct kann_synced synced;
    if (!n) return sym_const(f->syms, 0);
    kann_course_start(f->arena, f->syms, f->network, &course);
    kann_sync(f->arena, f->syms, course.n, course.v, sym_const(f->syms, rows), &synced);
    struct kann_buffers b = kann_buffers_of(f->syms, course.n, course.v);
    const struct sym *one = kann_buffers_sum(f->syms, &b);
    one = sym_add(f->syms, one, kann_copy_struct_bytes(f->syms, f->state, course.n, course.v));
    return sym_mul(f->syms, one, sym_const(f->syms, n));
}

static struct quantity worker_bytes(struct filling *f, const struct kann_threads *threads)
{
    int64_t n, rows;
    const struct sym *sum = sym_const(f->syms, 0);
    if (!sym_is_const(threads->n, &n) || !sym_is_const(threads->rows, &rows))
        return quantity_unknown("how many workers there are is not known");
    if (f->state->pointer_bytes != 8)
        return quantity_unknown("what workers share is known for 64-bit targets only");
    if (n > rows) n = rows;
    if (n < 1) return quantity_of(sum);
    // Rows are handed out as evenly as they can be, the smaller shares first.
    int64_t n_larger = rows % n, share = rows / n;
    sum = sym_add(f->syms, workers_of(f, n - n_larger, share), workers_of(f, n_larger, share + 1));
    const struct sym *each = sym_mul_const(f->syms, sym_const(f->syms, n), WORKER_BYTES);
    return quantity_of(sym_add(f->syms, sum, sym_add_const(f->syms, each, WORKERS_BYTES)));
}

static void add_workers(struct filling *f)
{
    for (int i = 0; i < f->network->threads.n; i++) {
        const struct kann_threads *threads = &f->network->threads.at[i];
        add_quantity(f, "workers of kann_mt", worker_bytes(f, threads),
                     with_use(f,
                              arena_printf(f->arena, "%s of them, %s rows together",
                                           sym_string(f->arena, threads->n),
                                           sym_string(f->arena, threads->rows)),
                              &threads->use),
                     threads->site);
    }
}

// RMSprop's memory, the best variables and constants so far, a batch of inputs and truths, and
// three arrays over the samples. Source: kann_train_fnn1b.
static void add_trainings(struct filling *f, const struct kann_buffers *b)
{
    int64_t pointer = f->state->pointer_bytes;
    for (int i = 0; i < f->network->trainings.n; i++) {
        const struct kann_training *t = &f->network->trainings.at[i];
        struct kann_course course;
        kann_course_start(f->arena, f->syms, f->network, &course);
        struct kann_synced synced;
        kann_sync(f->arena, f->syms, course.n, course.v, t->mini, &synced);
        struct kann_buffers mini = kann_buffers_of(f->syms, course.n, course.v);
        const struct sym *bytes = sym_mul_const(f->syms, b->var_x, 2);
        bytes = sym_add(f->syms, sym_add(f->syms, bytes, b->constant), mini.feed);
        bytes = sym_add(f->syms, bytes, sym_mul_const(f->syms, t->samples, 2 * pointer + 4));
        add_quantity(f, "while training", quantity_of(bytes), with_use(f, t->function, &t->use),
                     t->site);
    }
}

// ---- all of it

// `B` is no symbol of the program, so sizes for any batch are told as text alone.
static const char *any_batch(struct filling *f, struct runtime_memory *memory)
{
    struct kann_course course;
    struct kann_synced synced;
    kann_course_start(f->arena, f->syms, f->network, &course);
    if (!course.rows || !sym_is(course.rows, 1)) return NULL;
    struct kann_buffers one = kann_buffers_of(f->syms, course.n, course.v);
    const struct sym *totals[3] = {taken(f, &one)};
    for (int rows = 2; rows <= 3; rows++) {
        kann_sync(f->arena, f->syms, course.n, course.v, sym_const(f->syms, rows), &synced);
        if (synced.refused.n) return NULL;
        struct kann_buffers b = kann_buffers_of(f->syms, course.n, course.v);
        totals[rows - 1] = taken(f, &b);
    }
    const struct sym *step = sym_sub(f->syms, totals[1], totals[0]);
    if (sym_add(f->syms, totals[1], step) != totals[2]) return NULL;
    if (sym_kind(step) == SYM_UNKNOWN) return NULL;
    const struct sym *fixed = sym_sub(f->syms, totals[0], step);
    memory->fixed = fixed;
    memory->each_row = step;
    return runtime_rows_note(f->arena, fixed, step);
}

bool kann_runtime(struct arena *arena, const struct program *program, struct runtime_memory *memory)
{
    struct kann_network *network = program->kann_network;
    struct filling f = {
        .arena = arena, .syms = program->syms, .state = program->kann, .network = network};
    struct kann_course course;
    if (!network) return false;
    kann_course_start(arena, f.syms, network, &course);
    const struct sym *built = taken(&f, &course.now);
    add_quantity(&f, "as built", quantity_of(built), rows_note(&f, &course), network->site);
    add_batches(&f, &course);
    add_buffers(&f, &course.most);
    add_part(&f, "structs and lists", kann_struct_bytes(f.syms, f.state, network->n, network->v),
             NULL);
    if (network->number == 0)
        add_part(&f, "nodes of no network", kann_unreached_bytes(arena, f.syms, f.state),
                 "leaked with all that they own");
    add_part(&f, "feeds", course.most.feed, "the program's own");
    add_transient(&f, &course);
    add_workers(&f);
    add_trainings(&f, &course.now);
    add_largest(&f, &course);
    memory->model = "kann";
    memory->title = "as KANN has it";
    memory->bytes = inexact(quantity_of(taken(&f, &course.most)), course.exact);
    memory->note = any_batch(&f, memory);
    memory->n_parts = f.parts.n;
    memory->parts = f.parts.at;
    return true;
}
