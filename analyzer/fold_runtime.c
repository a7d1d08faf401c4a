// What a runtime takes for a model whose loops run as often as a symbol says. Of hand-written C the
// blocks of the first round and those outside of the loops by themselves, those of all later rounds
// as one line; parts that a runtime always has, as KANN's values and gradients, each by a form of
// its own.

#include "analyzer/folding.h"
#include "ir/base/text.h"

#include <ctype.h>
#include <string.h>

static const char no_form[] = "it has no closed form in how often loops run";

static const struct runtime_memory *memory_at(const struct fold *f, int sample)
{
    return &f->request->models[sample].runtimes.at[0];
}

// "m.layers[#].w": the same in each round.
static const char *kind_of(struct arena *arena, const char *name)
{
    struct text text = {.arena = arena};
    for (const char *at = name; *at; at++) {
        bool digit = isdigit((unsigned char)*at);
        if (digit && at > name && isdigit((unsigned char)at[-1])) continue;
        text_add_n(&text, digit ? "#" : at, 1);
    }
    return text_string(&text);
}

static struct report_row row_of(struct fold *f, int sample, const struct runtime_part *part)
{
    struct syms *syms = f->request->models[sample].program->syms;
    struct report_row row = {.name = part->name,
                             .op = part->site ? "" : kind_of(f->arena, part->name),
                             .args = part->life ? part->life : "",
                             .site = part->site};
    row.flops = row.parameters = quantity_of(sym_const(syms, 0));
    for (int d = 0; d < f->request->n_dtypes; d++) row.bytes[d] = part->bytes;
    return row;
}

static void make_rows(struct fold *f)
{
    for (int s = 0; s < f->request->n_samples; s++) {
        const struct runtime_memory *m = memory_at(f, s);
        f->n_part_rows[s] = m->n_parts;
        f->part_rows[s] = arena_array(f->arena, struct report_row, m->n_parts + 1);
        for (int i = 0; i < m->n_parts; i++) f->part_rows[s][i] = row_of(f, s, &m->parts[i]);
    }
}

// A row of several rounds: how many blocks there are, and of how much each.
static struct runtime_part part_of(struct fold *f, const struct report_row *row,
                                   const struct runtime_part *second)
{
    struct runtime_part part = *second;
    const struct sym *bytes = row->bytes[0].value;
    part.name = row->name;
    part.bytes = row->bytes[0];
    part.life = second->life ? row->args : NULL;
    if (row->rounds != ROUNDS_ALIKE || !bytes) f->failed = true;
    if (f->failed) return part;
    if (second->element)
        part.note = malloc_note(f->arena, f->syms, bytes, second->element, part.life);
    if (!row->times) return part;
    part.note = arena_printf(f->arena, "each %s", part.note);
    part.bytes = quantity_of(sym_mul(f->syms, bytes, row->times));
    return part;
}

static void fold_blocks(struct fold *f, struct runtime_memory *folded)
{
    struct runtime_part *parts = arena_array(f->arena, struct runtime_part, folded->n_parts + 1);
    struct report_row *rows = arena_array(f->arena, struct report_row, folded->n_parts + 1);
    make_rows(f);
    fold_parts(f, rows);
    for (int i = 0; i < folded->n_parts && !f->failed; i++)
        parts[i] = part_of(f, &rows[i], &folded->parts[i]);
    if (f->failed) folded->n_parts = 0;
    folded->parts = parts;
}

// ---- parts that are there whatever the count

static bool is_block(const struct runtime_part *part)
{
    return part->element || part->life;
}

static bool has_same_parts(const struct fold *f)
{
    const struct runtime_memory *second = memory_at(f, SECOND);
    for (int s = SECOND; s < f->request->n_samples; s++) {
        const struct runtime_memory *m = memory_at(f, s);
        if (m->n_parts != second->n_parts) return false;
        for (int i = 0; i < m->n_parts; i++)
            if (is_block(&m->parts[i]) || strcmp(m->parts[i].name, second->parts[i].name))
                return false;
    }
    return second->n_parts > 0;
}

// A sum by its form; without one it is not known, and neither is a text without one.
static struct runtime_part fixed_part(struct fold *f, int index, bool grows)
{
    static const char more[] = "with more rounds of the loops another one may be the largest";
    const struct quantity *bytes[MAX_SAMPLES] = {NULL};
    const char *notes[MAX_SAMPLES] = {NULL};
    struct runtime_part part = memory_at(f, SECOND)->parts[index];
    for (int s = SECOND; s < f->request->n_samples; s++) {
        bytes[s] = &memory_at(f, s)->parts[index].bytes;
        notes[s] = memory_at(f, s)->parts[index].note;
        if (!notes[s]) part.note = NULL;
    }
    part.bytes = fold_fit_known(f, bytes);
    if (f->failed) part.bytes = quantity_unknown(no_form);
    f->failed = false;
    bool another = grows && part.is_largest;
    if (another) part.bytes = quantity_at_least(part.bytes, more), part.site = NULL;
    if (part.note) part.note = fold_text(f, notes);
    if (f->failed || another) part.note = NULL;
    f->failed = false;
    return part;
}

static void fold_fixed_parts(struct fold *f, struct runtime_memory *folded)
{
    struct runtime_part *parts = arena_array(f->arena, struct runtime_part, folded->n_parts + 1);
    const struct sym *sum = folded->bytes.value;
    bool grows =
        !sum || sym_substitute(f->syms, sum, f->count, sym_add_const(f->syms, f->count, 1)) != sum;
    for (int i = 0; i < folded->n_parts; i++) parts[i] = fixed_part(f, i, grows);
    folded->parts = parts;
}

// For any batch. False: a sample does not know that, or it has no closed form.
static bool fold_batches(struct fold *f, struct runtime_memory *folded)
{
    struct quantity fixed[MAX_SAMPLES], each_row[MAX_SAMPLES];
    const struct quantity *all_fixed[MAX_SAMPLES] = {NULL}, *all_rows[MAX_SAMPLES] = {NULL};
    folded->fixed = folded->each_row = NULL;
    for (int s = SECOND; s < f->request->n_samples; s++) {
        const struct runtime_memory *m = memory_at(f, s);
        if (!m->fixed || !m->each_row) return false;
        fixed[s] = quantity_of(m->fixed), each_row[s] = quantity_of(m->each_row);
        all_fixed[s] = &fixed[s], all_rows[s] = &each_row[s];
    }
    struct quantity constant = fold_fit(f, all_fixed), slope = fold_fit(f, all_rows);
    bool fits = !f->failed;
    f->failed = false;
    if (!fits) return false;
    folded->fixed = constant.value;
    folded->each_row = slope.value;
    folded->note = runtime_rows_note(f->arena, folded->fixed, folded->each_row);
    return true;
}

// ---- all of it

static const char *note_of(struct fold *f)
{
    const char *notes[MAX_SAMPLES] = {NULL};
    for (int s = SECOND; s < f->request->n_samples; s++) notes[s] = memory_at(f, s)->note;
    const char *note = fold_text(f, notes);
    return f->failed ? "alive at once" : note;
}

// Where parts are not alike in all samples the sum may still be a line, and the other way round.
void fold_runtimes(struct fold *f, struct report_model *folded)
{
    const struct quantity *sums[MAX_SAMPLES];
    for (int s = 0; s < f->request->n_samples; s++) {
        if (f->request->models[s].runtimes.n != folded->runtimes.n) f->failed = true;
        if (!f->failed && folded->runtimes.n) sums[s] = &memory_at(f, s)->bytes;
    }
    if (f->failed || folded->runtimes.n != 1) return;
    struct runtime_memory *memory = arena_copy(f->arena, memory_at(f, SECOND), sizeof *memory);
    memory->bytes = fold_fit_known(f, sums);
    if (f->failed) memory->bytes = quantity_unknown(no_form);
    f->failed = false;
    if (!fold_batches(f, memory)) memory->note = note_of(f);
    f->failed = false;
    if (has_same_parts(f))
        fold_fixed_parts(f, memory);
    else
        fold_blocks(f, memory);
    f->failed = false;
    folded->runtimes.at = memory;
}
