#include "analyzer/fold.h"
#include "analyzer/fold_live.h"

#include "analyzer/report/peaks.h"
#include "ir/base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SAMPLES 8
#define SECOND 1 // the sample that gives the rows
#define THIRD 2

// Rows of one sample that stand at the same place of the source, in order.
struct group {
    VEC(int) rows;
};

struct fold {
    struct arena *arena;
    const struct fold_request *request;
    struct syms *syms;
    const struct sym *count;
    struct map *groups[MAX_SAMPLES]; // by place
    int64_t least;
    bool failed;
};

// ---- lines

// Symbols of another run, read in this one.
static const struct sym *brought(struct fold *f, struct quantity q)
{
    if (!quantity_known(q) || q.tag != TAG_EXACT) return NULL;
    return sym_parse(f->syms, sym_string(f->arena, q.value), NULL);
}

static const struct sym *fail(struct fold *f)
{
    f->failed = true;
    return sym_const(f->syms, 0);
}

// A line through the samples; NULL stands for a sample that has no such thing, which only the
// first may lack.
static const struct sym *line(struct fold *f, const struct sym *const *at)
{
    if (!at[SECOND] || !at[THIRD]) return fail(f);
    const struct sym *slope = sym_sub(f->syms, at[THIRD], at[SECOND]);
    for (int i = 0; i < f->request->n_samples; i++) {
        if (i == 0 && !at[i]) continue;
        if (!at[i]) return fail(f);
        const struct sym *there =
            sym_add(f->syms, at[SECOND], sym_mul_const(f->syms, slope, f->request->counts[i] - 2));
        bool on =
            there == at[i] || sym_prove_equal(f->syms, there, at[i]).verdict == VERDICT_PROVED;
        if (on) continue;
        if (i > 0) return fail(f);
        f->least = 2;
    }
    const struct sym *rounds = sym_add_const(f->syms, f->count, -2);
    return sym_add(f->syms, at[SECOND], sym_mul(f->syms, slope, rounds));
}

// As line, of quantities; those that all samples lack are lacking.
static struct quantity fit(struct fold *f, const struct quantity *const *at)
{
    const struct sym *values[MAX_SAMPLES] = {NULL};
    for (int i = 0; i < f->request->n_samples; i++)
        if (at[i]) values[i] = brought(f, *at[i]);
    if (at[0] && !values[0]) f->failed = true;
    return quantity_of(line(f, values));
}

// ---- texts: numbers in them that grow with the count

// How many characters at the begin belong together: a number, else one.
static size_t word_length(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits ? digits : *text != '\0';
}

// Is the next word the same in all samples?
static bool all_alike(const struct fold *f, const char *const *at, size_t length)
{
    for (int i = 0; i < f->request->n_samples; i++)
        if (at[i] && (word_length(at[i]) != length || strncmp(at[i], at[SECOND], length) != 0))
            return false;
    return true;
}

// A number that follows the count; none other is taken for one.
static const char *fit_number(struct fold *f, const char *const *at)
{
    const struct sym *numbers[MAX_SAMPLES] = {NULL};
    for (int i = 0; i < f->request->n_samples; i++) {
        if (!at[i]) continue;
        if (!isdigit((unsigned char)*at[i])) f->failed = true;
        numbers[i] = sym_const(f->syms, strtoll(at[i], NULL, 10));
    }
    return sym_string(f->arena, line(f, numbers));
}

// What is the same in all samples stays as it is written: 1e-05, block_01.
static const char *fit_text(struct fold *f, const char *const *texts)
{
    const char *at[MAX_SAMPLES];
    struct text out = {.arena = f->arena};
    for (int i = 0; i < f->request->n_samples; i++) at[i] = texts[i];
    do {
        size_t length = word_length(at[SECOND]);
        if (all_alike(f, at, length))
            text_add_n(&out, at[SECOND], length);
        else
            text_add(&out, fit_number(f, at));
        for (int i = 0; i < f->request->n_samples; i++)
            if (at[i]) at[i] += word_length(at[i]);
    } while (!f->failed && *at[SECOND]);
    if (!all_alike(f, at, 0)) f->failed = true;
    return text_string(&out);
}

// ---- rows of the same place

static const char *place_of(struct arena *arena, const struct report_row *row)
{
    struct text text = {.arena = arena};
    text_printf(&text, "%s %d", row->op, row->n_outputs);
    for (int i = 0; i < row->n_outputs; i++) text_printf(&text, ":%d", row->outputs[i].shape.rank);
    const struct site *const starts[] = {row->site, row->made};
    for (int i = 0; i < 2; i++)
        for (const struct site *s = starts[i]; s; s = s->caller)
            text_printf(&text, " %s:%d:%d", s->file ? s->file : "", s->line, s->column);
    return text_string(&text);
}

static void add_to_group(struct fold *f, int sample, const struct report_row *row, int index)
{
    const char *place = place_of(f->arena, row);
    struct group *group = map_get_string(f->groups[sample], place);
    if (!group) {
        group = arena_new(f->arena, struct group);
        map_put_string(f->groups[sample], place, group);
    }
    *vec_push(f->arena, &group->rows) = index;
}

enum list { LIST_ROWS, LIST_MODULES };

static const struct report_row *row_at(const struct fold *f, int sample, enum list list, int index)
{
    const struct report_model *m = &f->request->models[sample];
    return list == LIST_ROWS ? &m->rows[index] : &m->modules[index].row;
}

static void find_groups(struct fold *f, enum list list)
{
    for (int s = 0; s < f->request->n_samples; s++) {
        const struct report_model *m = &f->request->models[s];
        int n = list == LIST_ROWS ? m->n_rows : m->n_modules;
        f->groups[s] = map_open(f->arena);
        for (int i = 0; i < n; i++) add_to_group(f, s, row_at(f, s, list, i), i);
    }
}

static int group_size(const struct fold *f, int sample, const char *place)
{
    const struct group *group = map_get_string(f->groups[sample], place);
    return group ? group->rows.n : 0;
}

// How many rows of a place each round adds: 0 outside of the loops, else all of them are inside.
static int rows_a_round(struct fold *f, const char *place)
{
    int each = group_size(f, THIRD, place) - group_size(f, SECOND, place);
    for (int s = 0; s < f->request->n_samples; s++) {
        int64_t n = each ? each * f->request->counts[s] : group_size(f, SECOND, place);
        if (group_size(f, s, place) != n) f->failed = true;
    }
    if (each < 0) f->failed = true;
    return each;
}

static const struct report_row *row_in_group(const struct fold *f, int sample, enum list list,
                                             const char *place, int64_t position)
{
    const struct group *group = map_get_string(f->groups[sample], place);
    if (!group || position >= group->rows.n) return NULL;
    return row_at(f, sample, list, group->rows.at[position]);
}

static bool same_quantity(struct quantity a, struct quantity b)
{
    return a.value == b.value && a.tag == b.tag;
}

static bool same_row(const struct fold *f, const struct report_row *a, const struct report_row *b)
{
    for (int d = 0; d < f->request->n_dtypes; d++)
        if (!same_quantity(a->bytes[d], b->bytes[d])) return false;
    for (int i = 0; i < a->n_outputs; i++)
        for (int k = 0; k < a->outputs[i].shape.rank; k++)
            if (a->outputs[i].shape.dim[k] != b->outputs[i].shape.dim[k]) return false;
    return same_quantity(a->flops, b->flops) && same_quantity(a->parameters, b->parameters);
}

// From the second round on all are alike in each sample, or it is no repetition.
static void check_rounds(struct fold *f, enum list list, const char *place, int position, int each)
{
    for (int s = SECOND; s < f->request->n_samples; s++) {
        const struct report_row *second = row_in_group(f, s, list, place, position);
        for (int64_t round = 2; round < f->request->counts[s]; round++) {
            const struct report_row *later =
                row_in_group(f, s, list, place, position + (round - 1) * each);
            if (!second || !later || !same_row(f, second, later)) f->failed = true;
        }
    }
}

// ---- one row

static const char *name_of_rounds(struct fold *f, const char *first, const char *last)
{
    size_t same = 0, n = strlen(first), n_last = strlen(last), behind = 0;
    if (strcmp(first, last) == 0) return first;
    while (first[same] && first[same] == last[same]) same++;
    while (same && isdigit((unsigned char)first[same - 1])) same--;
    while (behind < n - same && first[n - behind - 1] == last[n_last - behind - 1] &&
           !isdigit((unsigned char)first[n - behind - 1]))
        behind++;
    return arena_printf(f->arena, "%.*s..%.*s%s", (int)(n - behind), first,
                        (int)(n_last - behind - same), last + same, first + n - behind);
}

static void fit_outputs(struct fold *f, const struct report_row *const *at, struct report_row *row)
{
    struct report_output *outputs = arena_array(f->arena, struct report_output, row->n_outputs);
    for (int i = 0; i < row->n_outputs; i++) {
        outputs[i] = row->outputs[i];
        if (outputs[i].reason) f->failed = true;
        for (int k = 0; k < outputs[i].shape.rank && !f->failed; k++) {
            struct quantity dims[MAX_SAMPLES];
            const struct quantity *each[MAX_SAMPLES] = {NULL};
            for (int s = 0; s < f->request->n_samples; s++) {
                if (!at[s]) continue;
                dims[s] = quantity_of(at[s]->outputs[i].shape.dim[k]);
                each[s] = &dims[s];
            }
            outputs[i].shape.dim[k] = fit(f, each).value;
        }
    }
    row->outputs = outputs;
}

static void fit_figures(struct fold *f, const struct report_row *const *at, struct report_row *row)
{
    const struct quantity *flops[MAX_SAMPLES] = {NULL}, *parameters[MAX_SAMPLES] = {NULL};
    const char *args[MAX_SAMPLES] = {NULL};
    for (int s = 0; s < f->request->n_samples; s++) {
        if (!at[s]) continue;
        flops[s] = &at[s]->flops;
        parameters[s] = &at[s]->parameters;
        args[s] = at[s]->args;
    }
    row->flops = fit(f, flops);
    row->parameters = fit(f, parameters);
    row->args = fit_text(f, args);
    for (int d = 0; d < f->request->n_dtypes; d++) {
        const struct quantity *bytes[MAX_SAMPLES] = {NULL};
        for (int s = 0; s < f->request->n_samples; s++)
            if (at[s]) bytes[s] = &at[s]->bytes[d];
        row->bytes[d] = fit(f, bytes);
    }
}

// `seen`: how many rows of each place came before.
static struct report_row fit_row(struct fold *f, enum list list, int index, struct map *seen)
{
    struct report_row row = *row_at(f, SECOND, list, index);
    const char *place = place_of(f->arena, &row);
    int position = (int)(uintptr_t)map_get_string(seen, place);
    map_put_string(seen, place, (void *)(uintptr_t)(position + 1));
    int each = rows_a_round(f, place);
    bool repeats = each > 0 && position >= each;
    if (repeats) check_rounds(f, list, place, position, each);
    const struct report_row *at[MAX_SAMPLES] = {NULL};
    const char *names[MAX_SAMPLES] = {NULL};
    for (int s = 0; s < f->request->n_samples; s++) {
        at[s] = repeats && s == 0 ? NULL : row_in_group(f, s, list, place, position);
        int64_t later = repeats ? (f->request->counts[s] - 2) * each : 0;
        const struct report_row *last =
            at[s] ? row_in_group(f, s, list, place, position + later) : NULL;
        if (at[s] && !last) f->failed = true;
        if (last) names[s] = last->name;
    }
    if (f->failed) return row;
    fit_outputs(f, at, &row);
    fit_figures(f, at, &row);
    const char *last = fit_text(f, names);
    row.name = repeats ? name_of_rounds(f, row.name, last) : last;
    if (repeats) row.times = sym_add_const(f->syms, f->count, -1);
    return row;
}

static void fit_rows(struct fold *f, struct report_model *folded)
{
    struct report_row *rows = arena_array(f->arena, struct report_row, folded->n_rows);
    struct map *seen = map_open(f->arena);
    find_groups(f, LIST_ROWS);
    for (int i = 0; i < folded->n_rows && !f->failed; i++) rows[i] = fit_row(f, LIST_ROWS, i, seen);
    folded->rows = rows;
    struct report_module *modules = arena_array(f->arena, struct report_module, folded->n_modules);
    seen = map_open(f->arena);
    find_groups(f, LIST_MODULES);
    for (int i = 0; i < folded->n_modules && !f->failed; i++) {
        modules[i] = folded->modules[i];
        modules[i].row = fit_row(f, LIST_MODULES, i, seen);
    }
    folded->modules = modules;
}

// ---- sums

// The same field of all samples, `offset` bytes into the report.
static struct quantity fit_field(struct fold *f, size_t offset)
{
    const struct quantity *at[MAX_SAMPLES] = {NULL};
    for (int s = 0; s < f->request->n_samples; s++)
        at[s] =
            (const struct quantity *)(const void *)((const char *)&f->request->models[s] + offset);
    return fit(f, at);
}

// The worst moment of each sample lies on a line, but another moment may grow faster and be the
// worst of many rounds. The largest of several lines is never below the line through two of its
// points, beyond these.
static struct quantity fit_moment(struct fold *f, size_t offset)
{
    bool failed = f->failed;
    struct quantity q = fit_field(f, offset);
    if (f->failed && !failed) {
        f->failed = false;
        return quantity_unknown("the worst moment is not known for many rounds of the loops");
    }
    return quantity_at_least(q, "with more rounds of the loops another moment may be the worst");
}

#define FIELD(field, d)                                                                            \
    (offsetof(struct report_model, field) + (size_t)(d) * sizeof(struct quantity))
#define MOMENT(field, part, d)                                                                     \
    (offsetof(struct report_model, field) + (size_t)(d) * sizeof(struct report_live) +             \
     offsetof(struct report_live, part))

enum lives { LIVES_INFERENCE, LIVES_TRAINING };

static struct report_live *live_in(struct report_model *model, enum lives lives, int dtype)
{
    return lives == LIVES_INFERENCE ? &model->live[dtype] : &model->live_training[dtype];
}

// Parameters and what else is counted beside the moment grow by a line, too.
static struct quantity beside_moment(struct fold *f, enum lives lives, int dtype)
{
    const struct sym *at[MAX_SAMPLES] = {NULL};
    for (int s = 0; s < f->request->n_samples; s++) {
        struct report_model model = f->request->models[s];
        const struct report_live *live = live_in(&model, lives, dtype);
        const struct sym *total = brought(f, live->total), *bytes = brought(f, live->bytes);
        if (total && bytes) at[s] = sym_sub(f->syms, total, bytes);
    }
    return quantity_of(line(f, at));
}

// The worst moment as the largest of lines; where the samples do not show that, what is at least
// alive.
static void fit_live(struct fold *f, struct report_model *folded, enum lives lives, int d)
{
    struct report_live *live = live_in(folded, lives, d);
    struct fold_live_request request = {f->request, f->syms, f->count, d,
                                        lives == LIVES_INFERENCE ? MEMORY_INFERENCE
                                                                 : MEMORY_TRAINING};
    int64_t least = f->least;
    if (fold_live(f->arena, &request, folded, live, &least)) {
        f->least = least;
        live->total = quantity_add(f->syms, live->bytes, beside_moment(f, lives, d));
        if (d > 0) live->n_pieces = 0;
        return;
    }
    size_t at = lives == LIVES_INFERENCE ? MOMENT(live, bytes, d) : MOMENT(live_training, bytes, d);
    size_t total =
        lives == LIVES_INFERENCE ? MOMENT(live, total, d) : MOMENT(live_training, total, d);
    live->bytes = fit_moment(f, at);
    live->total = fit_moment(f, total);
    live->n_holders = live->n_pieces = 0;
}

static void fit_sums(struct fold *f, struct report_model *folded)
{
    folded->parameters = fit_field(f, FIELD(parameters, 0));
    folded->flops = fit_field(f, FIELD(flops, 0));
    for (int d = 0; d < f->request->n_dtypes && !f->failed; d++) {
        folded->total[d] = fit_field(f, FIELD(total, d));
        folded->parameter_bytes[d] = fit_field(f, FIELD(parameter_bytes, d));
        folded->buffer_bytes[d] = fit_field(f, FIELD(buffer_bytes, d));
        fit_live(f, folded, LIVES_INFERENCE, d);
        fit_live(f, folded, LIVES_TRAINING, d);
    }
}

static void fit_leaf_calls(struct fold *f, struct report_model *folded)
{
    const struct sym *at[MAX_SAMPLES];
    for (int s = 0; s < f->request->n_samples; s++)
        at[s] = sym_const(f->syms, f->request->models[s].n_leaf_rows);
    folded->leaf_calls = line(f, at);
}

static void fit_inputs(struct fold *f, struct report_model *folded)
{
    struct report_input *inputs = arena_array(f->arena, struct report_input, folded->n_inputs);
    for (int i = 0; i < folded->n_inputs; i++) {
        inputs[i] = folded->inputs[i];
        for (int k = 0; k < inputs[i].type.shape.rank; k++) {
            const struct sym *at[MAX_SAMPLES] = {NULL};
            for (int s = 0; s < f->request->n_samples; s++) {
                const struct report_model *m = &f->request->models[s];
                if (m->n_inputs == folded->n_inputs && k < m->inputs[i].type.shape.rank)
                    at[s] = brought(f, quantity_of(m->inputs[i].type.shape.dim[k]));
            }
            inputs[i].type.shape.dim[k] = line(f, at);
        }
    }
    folded->inputs = inputs;
}

static void add_symbol(struct fold *f, struct report_model *folded)
{
    const char **names = arena_array(f->arena, const char *, folded->n_symbols + 1);
    int n = 0;
    for (int i = 0; i < folded->n_symbols; i++) names[n++] = folded->symbols[i];
    names[n++] = f->request->symbol;
    qsort(names, (size_t)n, sizeof *names, text_order);
    folded->symbols = names;
    folded->n_symbols = n;
}

// The snippet's sum: over leaves, not over calls.
static void fit_reference(struct fold *f, struct report_model *folded)
{
    for (int d = 0; d < f->request->n_dtypes; d++)
        folded->reference.total[d] = fit_field(f, offsetof(struct report_model, reference) +
                                                      offsetof(struct report_reference, total) +
                                                      (size_t)d * sizeof(struct quantity));
}

bool fold_models(struct arena *arena, const struct fold_request *request,
                 struct report_model *folded, int64_t *least)
{
    if (request->n_samples <= THIRD || request->n_samples > MAX_SAMPLES) return false;
    *folded = request->models[SECOND];
    struct fold f = {.arena = arena, .request = request, .syms = folded->program->syms, .least = 1};
    f.count = sym_var(f.syms, request->symbol);
    sym_assume_at_least(f.syms, f.count, 1);
    fit_rows(&f, folded);
    folded->tensors_of =
        arena_printf(arena, "%s = %lld", request->symbol, (long long)request->counts[SECOND]);
    if (!f.failed) fit_sums(&f, folded);
    if (!f.failed) fit_leaf_calls(&f, folded);
    if (!f.failed) fit_inputs(&f, folded);
    if (f.failed) return false;
    sym_assume_at_least(f.syms, f.count, f.least);
    peaks_find(arena, request->n_dtypes, request->dtypes, folded);
    fit_reference(&f, folded);
    add_symbol(&f, folded);
    *least = f.least;
    return !f.failed;
}
