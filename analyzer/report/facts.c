// What stands out in a model. Long formulas and conditions are cut down to what people read; the
// JSON report has all of them.

#include "analyzer/report/facts.h"
#include "analyzer/memory.h"
#include "analyzer/report/peaks.h"
#include "analyzer/report/wrap.h"

#include <stdarg.h>
#include <string.h>

// Where the words of a fact begin, behind its label.
#define FACT_INDENT 17
#define MAX_FORMULA 24
#define MAX_SHOWN_MOMENTS 12
#define MAX_SHOWN_CONDITION 60

// "1536 bytes = 1.5 KiB", "256*N bytes".
const char *facts_bytes(struct text_model *t, struct quantity bytes)
{
    struct arena *arena = t->text->arena;
    const char *unit = quantity_unit(arena, bytes), *figure = rows_quantity(&t->rows, bytes);
    if (!strcmp(figure, "?")) return "unknown";
    return arena_printf(arena, "%s byte%s%s%s", figure,
                        quantity_known(bytes) && sym_is(bytes.value, 1) ? "" : "s",
                        *unit ? " = " : "", unit);
}

// Where all that live memory counts is f32, it grows with the element size, whatever
// maximum of moments it is.
static bool all_scale(const struct report_model *model)
{
    const struct program *p = model->program;
    if (model->promotes) return false;
    for (int i = 1; i < p->storages.n; i++) {
        const struct storage *storage = &p->storages.at[i];
        if (memory_is_live(storage->kind) && storage->dtype != DTYPE_F32) return false;
    }
    return true;
}

enum known_ratio { RATIO_UNKNOWN, RATIO_KNOWN };

// A long formula is not worth saying again where it only differs by a factor.
static const char *other_bytes_string(struct text_model *t, const struct quantity *bytes,
                                      int column, enum known_ratio ratio)
{
    const char *string = rows_quantity(&t->rows, bytes[t->rows.bytes.dtype[column]]);
    if (strlen(string) <= MAX_FORMULA) return string;
    if (ratio == RATIO_UNKNOWN && !rows_follow(&t->rows, bytes, column)) return string;
    return arena_printf(t->text->arena, "%s x that", rows_ratio(&t->rows, column));
}

// "1024 bytes (f16/bf16: 512, f64: 2048)"; the first dtype is only named where
// there is no f32 to be taken for granted.
static const char *bytes_of_dtypes(struct text_model *t, const struct quantity *bytes,
                                   enum known_ratio ratio)
{
    struct text text = {.arena = t->text->arena};
    const struct byte_columns *columns = &t->rows.bytes;
    struct quantity first = bytes[columns->dtype[0]];
    text_add(&text, facts_bytes(t, first));
    bool plain = !strcmp(columns->name[0], "f32");
    if (plain && columns->n == 1) return text_string(&text);
    text_add(&text, " (");
    if (!plain) text_add(&text, columns->name[0]);
    for (int i = 1; i < columns->n; i++)
        text_printf(&text, "%s%s: %s", i > 1 || !plain ? ", " : "", columns->name[i],
                    other_bytes_string(t, bytes, i, ratio));
    text_add(&text, ")");
    return text_string(&text);
}

static const char *bytes_string(struct text_model *t, const struct quantity *bytes)
{
    return bytes_of_dtypes(t, bytes, RATIO_UNKNOWN);
}

// ---- the peak leaf

void facts_line(struct text_model *t, const char *label, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = arena_vprintf(t->text->arena, format, arguments);
    va_end(arguments);
    bool coloured = t->view->colour == COLOUR_ALWAYS;
    text_printf(t->text, "  %s%-14s%s ", coloured ? BOLD : "", label, coloured ? RESET : "");
    wrap_write(t->text, message, FACT_INDENT, t->view->width);
}

static void per_dtype(const struct report *report, const struct report_peak *peaks,
                      struct quantity *bytes)
{
    for (int d = 0; d < report->n_dtypes; d++) bytes[d] = peaks[d].bytes;
}

// The piece that a short condition is enough for; -1: none.
static int piece_from(const struct report_model *model)
{
    for (int i = 0; i < model->n_peaks[0]; i++)
        if (model->peaks[0][i].from) return i;
    return -1;
}

static void write_piece(struct text_model *t, const struct report_peak *peak, const char *label,
                        const char *condition)
{
    struct quantity bytes[MAX_ASKED_DTYPES];
    peaks_piece_bytes(t->model, t->report->n_dtypes, peak, bytes);
    facts_line(t, label, "`%s`: %s%s%s", rows_name(t->text->arena, &t->model->rows[peak->row]),
               bytes_string(t, bytes), condition ? " if " : "", condition ? condition : "");
}

// What is the peak of smaller sizes has conditions that nobody reads: names will do.
static void write_smaller(struct text_model *t, int large)
{
    const struct report_model *model = t->model;
    struct text names = {.arena = t->text->arena};
    for (int i = 0; i < model->n_peaks[0]; i++) {
        const struct report_row *row = &model->rows[model->peaks[0][i].row];
        if (i != large)
            text_printf(&names, "%s`%s`", names.n ? ", " : "", rows_name(names.arena, row));
    }
    facts_line(t, "", "of smaller sizes also: %s; --at shows which, --format json has the borders",
               text_string(&names));
}

static void write_peak(struct text_model *t)
{
    const struct report_model *model = t->model;
    int large = piece_from(model);
    if (large >= 0) {
        write_piece(t, &model->peaks[0][large], "peak leaf", model->peaks[0][large].from);
        write_smaller(t, large);
        return;
    }
    for (int i = 0; i < model->n_peaks[0]; i++) {
        const struct report_peak *peak = &model->peaks[0][i];
        if (peak->row >= 0)
            write_piece(t, peak, i ? "" : "peak leaf",
                        sizes_condition(&t->rows.sizes, peak->condition));
        else
            facts_line(t, "peak leaf", "%s",
                       model->n_leaf_rows ? "not known" : "none: no leaf is called");
    }
    if (model->n_peaks[0] > 1 && !model->peaks[0][0].condition)
        facts_line(t, "", "which of them depends on the symbols");
}

// An output that is larger than the peak leaf's and that nobody could have measured
// with hooks.
static void write_missed(struct text_model *t)
{
    const struct report_model *model = t->model;
    const char *label = "larger still";
    for (int i = 0; i < model->n_largest[0]; i++) {
        const struct report_peak *largest = &model->largest_pieces[0][i];
        if (largest->row < 0 || model->rows[largest->row].visible_to_hooks) continue;
        const struct report_row *row = &model->rows[largest->row];
        struct quantity bytes[MAX_ASKED_DTYPES];
        peaks_piece_bytes(t->model, t->report->n_dtypes, largest, bytes);
        const char *condition = sizes_condition(&t->rows.sizes, largest->condition);
        facts_line(t, label, "`%s`: %s%s%s; a functional op, hooks would have missed it", row->name,
                   bytes_string(t, bytes), condition ? " if " : "", condition ? condition : "");
        label = "";
    }
}

// The figure of the script that most people have, wherever it is another one.
static void write_reference(struct text_model *t)
{
    const struct report_model *model = t->model;
    const struct report_reference *reference = &model->reference;
    if (!reference->differs) return;
    if (reference->fails) {
        facts_line(t, "reference", "a hook that calls numel() fails: %s", reference->fails);
        return;
    }
    if (reference->peak[0].row < 0) {
        facts_line(t, "reference", "not known, where only the last call of each leaf is kept");
        return;
    }
    struct quantity bytes[MAX_ASKED_DTYPES];
    per_dtype(t->report, reference->peak, bytes);
    facts_line(t, "reference", "`%s`: %s, where only the last call of each leaf is kept",
               model->rows[reference->peak[0].row].name, bytes_string(t, bytes));
}

static const char *live_string(struct text_model *t, const struct report_live *live)
{
    struct quantity bytes[MAX_ASKED_DTYPES] = {0};
    for (int d = 0; d < t->report->n_dtypes; d++) bytes[d] = live[d].bytes;
    return bytes_of_dtypes(t, bytes, all_scale(t->model) ? RATIO_KNOWN : RATIO_UNKNOWN);
}

// Of a training step, with what the model itself holds. A long formula is not repeated
// for a number that is added to it.
static const char *whole_string(struct text_model *t)
{
    struct syms *syms = t->model->program->syms;
    struct quantity training = t->model->live_training[0].bytes;
    struct quantity own =
        quantity_add(syms, t->model->parameter_bytes[0], t->model->buffer_bytes[0]);
    if (quantity_integer(own, &(int64_t){0}) && own.tag == TAG_EXACT &&
        strlen(rows_quantity(&t->rows, training)) > MAX_FORMULA)
        return arena_printf(t->text->arena, "that + %s", facts_bytes(t, own));
    return facts_bytes(t, quantity_add(syms, training, own));
}

// The moment that a short condition is enough for; NULL: none.
static const struct report_live_piece *live_from(const struct report_live *live)
{
    for (int i = 0; i < live->n_pieces; i++)
        if (live->pieces[i].from) return &live->pieces[i];
    return NULL;
}

// Many conditions on several symbols at once are no help to the eye; the JSON report has them.
static bool shows_pieces(const struct text_model *t, const struct report_live *live)
{
    for (int i = 0; i < live->n_pieces; i++)
        if (strlen(sizes_condition(&t->rows.sizes, live->pieces[i].condition)) >
            MAX_SHOWN_CONDITION)
            return false;
    return live->n_pieces > 1;
}

// Pieces are those of the first dtype; the others differ by a factor where all that counts scales.
static const char *piece_string(struct text_model *t, struct quantity piece)
{
    struct quantity bytes[MAX_ASKED_DTYPES];
    struct syms *syms = t->model->program->syms;
    if (!all_scale(t->model)) return facts_bytes(t, piece);
    int64_t width = dtype_block_bytes(t->report->dtypes[0]);
    for (int d = 0; d < t->report->n_dtypes; d++) {
        int64_t other = dtype_block_bytes(t->report->dtypes[d]);
        bytes[d] =
            quantity_of(sym_floordiv_const(syms, sym_mul_const(syms, piece.value, other), width));
    }
    return bytes_of_dtypes(t, bytes, RATIO_KNOWN);
}

static void write_live_piece(struct text_model *t, const char *label,
                             const struct report_live_piece *piece, const char *condition)
{
    facts_line(t, label, "%s if %s%s%s", piece_string(t, piece->bytes), condition,
               piece->moment ? ", " : "", piece->moment ? piece->moment : "");
}

// Of several moments none can be named beside the maximum of all.
static bool is_one_moment(const struct report_live *live)
{
    return live->n_pieces == 1 || live->n_moments < 2;
}

// The bytes of every moment but one, each with what runs then; their maximum is the peak.
static void write_moments(struct text_model *t, const struct report_live *live,
                          const struct report_live_piece *but)
{
    int n = 0;
    for (int i = 0; i < live->n_pieces && n < MAX_SHOWN_MOMENTS; i++) {
        const struct report_live_piece *piece = &live->pieces[i];
        if (piece == but) continue;
        facts_line(t, "", "  %s%s%s", piece_string(t, piece->bytes), piece->moment ? ", " : "",
                   piece->moment ? piece->moment : "");
        n++;
    }
    int left = live->n_pieces - n - (but ? 1 : 0);
    if (left) facts_line(t, "", "  or one of %d more, which --format json has", left);
}

// One line where one moment is the worst, or is so of all sizes that are large enough; else a line
// each, with conditions that can be read or without.
static void write_live_bytes(struct text_model *t, const char *label,
                             const struct report_live *lives)
{
    const struct report_live *live = &lives[0];
    const struct report_live_piece *large = live_from(live);
    if (large) {
        write_live_piece(t, label, large, large->from);
        return;
    }
    if (shows_pieces(t, live)) {
        for (int i = 0; i < live->n_pieces; i++)
            write_live_piece(t, i ? "" : label, &live->pieces[i],
                             sizes_condition(&t->rows.sizes, live->pieces[i].condition));
    } else if (live->n_pieces > 1) {
        facts_line(t, label,
                   "the largest of %d moments, which one depends on the symbols:", live->n_pieces);
        write_moments(t, live, NULL);
    } else {
        const char *moment = is_one_moment(live) ? live->moment : NULL;
        facts_line(t, label, "%s%s%s", live_string(t, lives), moment ? ", " : "",
                   moment ? moment : "");
    }
}

// Moments that are the worst of smaller sizes.
static void write_other_moments(struct text_model *t, const struct report_live *live)
{
    const struct report_live_piece *large = live_from(live);
    if (!large) return;
    facts_line(t, "", "of other sizes the largest of that and:");
    write_moments(t, live, large);
}

// Of the moment that was told, or of the first one.
static void write_holders(struct text_model *t, const struct report_live *live)
{
    if (live->n_holders && !live_from(live) && !is_one_moment(live))
        facts_line(t, "", "alive %s:", live->moment ? live->moment : "in the first of them");
    for (int i = 0; i < live->n_holders; i++)
        facts_line(t, "", "  `%s`: %s", live->holders[i].name,
                   facts_bytes(t, live->holders[i].bytes));
    if (live->n_holders && live->n_alive > live->n_holders)
        facts_line(t, "", "  and %d more", live->n_alive - live->n_holders);
}

// The row that a node is a part of; NULL: none.
static const struct report_row *row_with(const struct report_model *model, node_id id)
{
    for (int i = 0; i < model->n_rows; i++)
        if (model->rows[i].first_node && model->rows[i].first_node <= id &&
            id <= model->rows[i].last_node)
            return &model->rows[i];
    return NULL;
}

// What one call computes in by the rule of its op, where other programs write the same out in calls
// whose results are activations. NULL: nothing of the kind.
static const struct sym *inner_bytes(struct arena *arena, const struct program *program, node_id id)
{
    const struct op *op = op_get(program_node(program, id)->op);
    if (!op || !op->workspace || op->workspace_is_ours) return NULL;
    struct infer infer = infer_again(arena, program, id);
    return op->workspace(&infer);
}

// The first call with each size: attention that is one op would look as if it made no scores. Sizes
// of a folded loop's rounds are not those of the one that stands for them.
static void write_inner(struct text_model *t)
{
    const struct report_model *model = t->model;
    const struct program *program = model->program;
    VEC(const struct sym *) told = {0};
    for (node_id id = 1; id < (node_id)program->nodes.n && !model->n_loop_counts; id++) {
        const struct sym *bytes = inner_bytes(t->text->arena, program, id);
        const struct report_row *row = bytes ? row_with(model, id) : NULL;
        if (!row || row->poisoned) continue;
        bool seen = false;
        for (int i = 0; i < told.n; i++) seen = seen || told.at[i] == bytes;
        if (seen || told.n == MAX_SHOWN_MOMENTS) continue;
        *vec_push(t->text->arena, &told) = bytes;
        facts_line(t, told.n > 1 ? "" : "left out",
                   "`%s` computes in %s of f32 of its own, as if its steps were written out one "
                   "by one; peak live has none of them",
                   row->name, facts_bytes(t, quantity_of(sym_simplify(program->syms, bytes))));
    }
}

// The moment, and who is alive then.
static void write_live(struct text_model *t)
{
    const struct report_live *live = &t->model->live[0], *training = &t->model->live_training[0];
    if (!quantity_known(live->bytes)) {
        if (live->bytes.reason) facts_line(t, "peak live", "not known: %s", live->bytes.reason);
        return;
    }
    write_live_bytes(t, "peak live", live);
    write_holders(t, live);
    write_other_moments(t, live);
    write_inner(t);
    if (t->model->program->manner->forward_only) return; // what is trained is a graph of its own
    write_live_bytes(t, "in training", training);
    write_other_moments(t, training);
    facts_line(t, "", "with parameters and buffers %s", whole_string(t));
    if (t->model->memory_model != MODEL_IDEAL)
        facts_line(t, "", "memory model %s: %s", model_name(t->model->memory_model),
                   model_doc(t->model->memory_model));
}

const char *facts_leaf_calls(struct arena *arena, const struct report_model *model)
{
    if (model->leaf_calls) return sym_string(arena, model->leaf_calls);
    return arena_printf(arena, "%d", model->n_leaf_rows);
}

// Figures of the whole model. Parameters and buffers are left out where there are
// none; the total never is, for zero is an answer there.
static void write_sums(struct text_model *t)
{
    const struct report_model *model = t->model;
    const char *calls = facts_leaf_calls(t->text->arena, model);
    facts_line(t, "total", "%s in %s leaf call%s", bytes_string(t, model->total), calls,
               !strcmp(calls, "1") ? "" : "s");
    bool none = model->parameters.tag == TAG_EXACT && sym_is(model->parameters.value, 0);
    if (quantity_known(model->parameters) && !none)
        facts_line(t, "parameters", "%s, %s", rows_quantity(&t->rows, model->parameters),
                   bytes_string(t, model->parameter_bytes));
    if (quantity_known(model->buffer_bytes[0]) && !sym_is(model->buffer_bytes[0].value, 0))
        facts_line(t, "buffers", "%s", bytes_string(t, model->buffer_bytes));
    if (!model->program->manner->uncounted)
        facts_line(t, "flops", "%s", rows_quantity(&t->rows, model->flops));
    facts_write_uncalled(t);
}

static const char *budget_verdict(enum verdict verdict)
{
    static const char *const words[] = {"kept", "broken", "open"};
    return words[verdict];
}

// Kept budgets are shown as well: silence would not tell them from unread ones.
static void write_budgets(struct text_model *t)
{
    for (int i = 0; i < t->model->n_budgets; i++) {
        const struct report_budget *budget = &t->model->budgets[i];
        const char *bytes = facts_bytes(t, budget->bytes), *holds = budget->holds_while;
        facts_line(t, i ? "" : "budget", "%s: %s, %s%s%s", budget->text,
                   budget_verdict(budget->proof.verdict), bytes, holds ? "; it holds while " : "",
                   holds ? holds : "");
    }
}

static void write_part(struct text_model *t, const struct runtime_part *part)
{
    struct arena *arena = t->text->arena;
    const char *place =
        part->site ? arena_printf(arena, " (%s)", site_string(arena, part->site)) : "";
    facts_line(t, "", "%s: %s%s%s%s", part->name, facts_bytes(t, part->bytes),
               part->note ? ", " : "", part->note ? part->note : "", place);
}

static void write_runtimes(struct text_model *t)
{
    for (int i = 0; i < t->model->runtimes.n; i++) {
        const struct runtime_memory *memory = &t->model->runtimes.at[i];
        facts_line(t, memory->title, "%s%s%s", facts_bytes(t, memory->bytes),
                   memory->note ? ", " : "", memory->note ? memory->note : "");
        for (int k = 0; k < memory->n_parts; k++) write_part(t, &memory->parts[k]);
    }
}

void facts_write(struct text_model *t)
{
    facts_write_nnom(t);
    write_peak(t);
    write_missed(t);
    write_reference(t);
    write_live(t);
    facts_write_ggml(t);
    write_runtimes(t);
    write_sums(t);
    write_budgets(t);
}
