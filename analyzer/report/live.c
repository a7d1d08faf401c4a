#include "analyzer/report/live.h"

#include "analyzer/memory.h"
#include "analyzer/regimes.h"
#include "analyzer/report/collect.h"

// The row whose nodes made the value; NULL where none did.
static const struct report_row *row_of(const struct report_model *model, node_id producer)
{
    int low = 0, high = model->n_rows;
    // Rows are in order of execution, so their last nodes grow; those that computed nothing have
    // none and are passed over.
    while (low < high) {
        int middle = low + (high - low) / 2, at = middle;
        while (at < high && !model->rows[at].last_node) at++;
        if (at == high || model->rows[at].last_node >= producer)
            high = middle;
        else
            low = at + 1;
    }
    while (low < model->n_rows && !model->rows[low].last_node) low++;
    if (!producer || low == model->n_rows || model->rows[low].first_node > producer) return NULL;
    return &model->rows[low];
}

// A leaf may be alive with the results of two calls, or with several of one.
static const char *name_of(struct arena *arena, const struct report_model *model,
                           const struct memory_holder *holder)
{
    const char *name = holder->name ? holder->name : "a tensor";
    const struct program *p = model->program;
    if (!holder->storage) {
        const struct report_row *row = row_of(model, holder->tensor_of);
        if (!row || row->call <= 1) return name;
        return arena_printf(arena, "%s, call %d, %s", row->name, row->call, holder->what);
    }
    const struct value *value = holder->first ? program_value(p, holder->first) : NULL;
    const struct report_row *row = value ? row_of(model, value->producer) : NULL;
    if (!row) return name;
    // The memory knows the leaf that it stands in.
    if (!row->visible_to_hooks) name = row->name;
    if (row->call > 1) name = arena_printf(arena, "%s, call %d", name, row->call);
    if (program_node(p, value->producer)->n_out < 2) return name;
    return arena_printf(arena, "%s, output %d", name, value->result);
}

// Names as the table has them, so that the eye finds the rows.
static const struct report_holder *holders_of(struct arena *arena, const struct report_model *model,
                                              const struct memory_moment *moment)
{
    struct report_holder *holders = arena_array(arena, struct report_holder, moment->n_holders);
    for (int i = 0; i < moment->n_holders; i++) {
        const struct memory_holder *from = &moment->holders[i];
        holders[i].name = name_of(arena, model, from);
        if (from->copies)
            holders[i].name =
                arena_printf(arena, "%s, x %s", holders[i].name, sym_string(arena, from->copies));
        holders[i].bytes = quantity_of(sym_simplify(model->program->syms, from->bytes));
    }
    return holders;
}

static const struct site *site_of(const struct program *program, const struct memory_moment *moment)
{
    if (moment->site || !moment->node) return moment->site;
    return program_node(program, moment->node)->site;
}

static const char *moment_of(struct arena *arena, const struct report_model *model,
                             const struct memory_moment *moment)
{
    const struct report_row *row = row_of(model, moment->node);
    const char *name = row && !row->visible_to_hooks ? row->name : moment->name;
    if (!name) return NULL;
    if (row && row->call > 1) name = arena_printf(arena, "%s, call %d", name, row->call);
    return arena_printf(arena, "while `%s` runs", name);
}

enum pieces { PIECES_WANTED, PIECES_LEFT_OUT };

// When each moment is the worst; returns the first that ever is, or the one of large sizes. What is
// only a bound has no borders.
static int find_pieces(struct arena *arena, const struct report_model *model,
                       const struct memory *memory, struct report_live *live)
{
    const struct program *program = model->program;
    int n = memory->n_moments, first = 0;
    if (n < 2 || memory->peak.tag != TAG_EXACT) return 0;
    const struct sym **sizes = arena_array(arena, const struct sym *, n);
    const char **conditions = arena_array(arena, const char *, n);
    struct report_live_piece *pieces = arena_array(arena, struct report_live_piece, n);
    for (int i = 0; i < n; i++) sizes[i] = memory->moments[i].bytes;
    regimes_find(arena, program->syms, n, sizes, conditions);
    struct regime_from large = regimes_from(arena, program->syms, n, sizes, conditions);
    for (int i = 0; i < n; i++) {
        const struct memory_moment *moment = &memory->moments[i];
        if (!conditions[i]) continue;
        if (!live->n_pieces || i == large.index) first = i;
        pieces[live->n_pieces++] =
            (struct report_live_piece){.bytes = quantity_of(moment->bytes),
                                       .condition = conditions[i],
                                       .from = i == large.index ? large.condition : NULL,
                                       .moment = moment_of(arena, model, moment),
                                       .site = site_of(program, moment)};
    }
    live->pieces = pieces;
    return first;
}

// The first of the moments that may be the worst; the bytes are the maximum of all.
static struct report_live live_of(struct arena *arena, const struct report_model *model,
                                  const struct memory *memory, enum pieces pieces)
{
    struct report_live live = {
        .bytes = memory->peak, .total = memory->total, .n_moments = memory->n_moments};
    if (!memory->n_moments) return live;
    int first = pieces == PIECES_WANTED ? find_pieces(arena, model, memory, &live) : 0;
    const struct memory_moment *moment = &memory->moments[first];
    live.site = site_of(model->program, moment);
    live.moment = moment_of(arena, model, moment);
    live.n_alive = moment->n_alive;
    live.n_holders = moment->n_holders;
    live.holders = holders_of(arena, model, moment);
    return live;
}

// Types of one width have the same bytes.
static void fill_mode(struct arena *arena, const struct report_model *model, enum memory_mode mode,
                      int n_dtypes, const enum dtype *dtypes, struct report_live *lives)
{
    enum dtype *widths = arena_array(arena, enum dtype, n_dtypes);
    struct memory *memories = arena_array(arena, struct memory, n_dtypes), *memory = memories;
    struct memory_request request = {
        .program = model->program, .model = model->memory_model, .mode = mode, .asked = widths};
    for (int d = 0; d < n_dtypes; d++)
        if (collect_same_width(dtypes, d, model->widths) < 0) widths[request.n_asked++] = dtypes[d];
    memory_measure(arena, &request, memories);
    for (int d = 0; d < n_dtypes; d++) {
        int same = collect_same_width(dtypes, d, model->widths);
        enum pieces pieces = d == 0 ? PIECES_WANTED : PIECES_LEFT_OUT;
        lives[d] = same >= 0 ? lives[same] : live_of(arena, model, memory++, pieces);
    }
}

void live_fill(struct arena *arena, struct report_model *model, int n_dtypes,
               const enum dtype *dtypes)
{
    fill_mode(arena, model, MEMORY_INFERENCE, n_dtypes, dtypes, model->live);
    fill_mode(arena, model, MEMORY_TRAINING, n_dtypes, dtypes, model->live_training);
}
