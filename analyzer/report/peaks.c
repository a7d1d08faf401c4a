// The largest row, also where sizes are symbolic: then the answer is a list of pieces, each with
// the condition under which it is the largest (regimes.h).

#include "analyzer/report/peaks.h"

#include "analyzer/regimes.h"
#include "analyzer/report/collect.h"

#include <string.h>

// One row that could be the peak.
struct candidate {
    int row;
    struct quantity bytes;
};

// Of two rows that are as large for some sizes, the earlier one is the peak there. Where only the
// bytes are asked for, the one that is never smaller stands for both.
enum ties { TIES_COUNT, TIES_DO_NOT_COUNT };

struct candidates {
    enum ties ties;
    VEC(struct candidate) list;
    struct map *seen; // sizes that were considered, by their pointer
    bool incomplete;  // rows with unknown bytes were left out
    bool shown;       // to people, who read short conditions only
    const char *reason;
};

// a <= b whatever the symbols are?
// Equal expressions are one pointer, so most comparisons need no proof.
static bool at_most(struct syms *syms, const struct sym *a, const struct sym *b)
{
    return a == b || sym_is_at_most(syms, a, b);
}

static bool covers(struct syms *syms, const struct candidates *candidates, const struct sym *later,
                   const struct sym *earlier)
{
    if (candidates->ties == TIES_COUNT) earlier = sym_add_const(syms, earlier, 1);
    return at_most(syms, earlier, later);
}

// What a row's size leaves open makes the peak a lower bound, also where a larger row is known.
static void note_unknown(struct candidates *candidates, struct quantity bytes)
{
    if (bytes.tag != TAG_LOWER && bytes.tag != TAG_UNKNOWN) return;
    candidates->incomplete = true;
    if (!candidates->reason) candidates->reason = bytes.reason;
}

static bool is_covered(struct syms *syms, const struct candidates *candidates,
                       const struct sym *size)
{
    for (int i = 0; i < candidates->list.n; i++)
        if (at_most(syms, size, candidates->list.at[i].bytes.value)) return true;
    return false;
}

// Keeps the rows that no other one covers: the candidates are in order of the rows, none is
// proved to be at most an earlier one, nor less than a later one.
// The work is one proof for each pair of different sizes. A model has few different
// ones, however many layers it has.
static void consider(struct arena *arena, struct syms *syms, struct candidates *candidates,
                     struct candidate next)
{
    note_unknown(candidates, next.bytes);
    if (!quantity_known(next.bytes)) return;
    // An equal size came earlier: it stands for both, or something larger does.
    if (!candidates->seen) candidates->seen = map_open(arena);
    uint64_t key = (uint64_t)(uintptr_t)next.bytes.value;
    if (map_get_number(candidates->seen, key)) return;
    map_put_number(candidates->seen, key, candidates);
    if (is_covered(syms, candidates, next.bytes.value)) return;
    int kept = 0;
    for (int i = 0; i < candidates->list.n; i++) {
        struct candidate *other = &candidates->list.at[i];
        if (!covers(syms, candidates, next.bytes.value, other->bytes.value))
            candidates->list.at[kept++] = *other;
    }
    candidates->list.n = kept;
    *vec_push(arena, &candidates->list) = next;
}

// A row whose bytes are unknown could be larger than all others, so what is left
// is a lower bound of the peak.
static struct report_peak peak_of(const struct candidates *candidates, int index)
{
    struct report_peak peak = {.row = -1, .bytes = quantity_unknown(candidates->reason)};
    if (index >= candidates->list.n) return peak;
    peak.row = candidates->list.at[index].row;
    peak.bytes = candidates->list.at[index].bytes;
    if (candidates->incomplete && peak.bytes.tag == TAG_EXACT) {
        peak.bytes.tag = TAG_LOWER;
        peak.bytes.reason = candidates->reason;
    }
    return peak;
}

// The largest where one row covers all others; else the first candidate, which
// is a lower bound of the largest.
static struct report_peak single_peak(const struct candidates *candidates)
{
    struct report_peak peak = peak_of(candidates, 0);
    if (candidates->list.n > 1 && peak.bytes.tag == TAG_EXACT) {
        peak.bytes.tag = TAG_LOWER;
        peak.bytes.reason = "which one is largest depends on the symbols";
    }
    return peak;
}

// Where several candidates are left, each is the peak under a condition. One that
// never is the largest (two others cover it together) is dropped.
static int find_pieces(struct arena *arena, struct syms *syms, const struct candidates *candidates,
                       struct report_peak *peaks)
{
    int n = candidates->list.n, kept = 0;
    const struct sym **sizes = arena_array(arena, const struct sym *, n);
    const char **conditions = arena_array(arena, const char *, n);
    for (int i = 0; i < n; i++) sizes[i] = candidates->list.at[i].bytes.value;
    regimes_find(arena, syms, n, sizes, conditions);
    struct regime_from large = {.index = -1};
    if (candidates->shown) large = regimes_from(arena, syms, n, sizes, conditions);
    for (int i = 0; i < n; i++) {
        if (!conditions[i]) continue;
        peaks[kept] = peak_of(candidates, i);
        if (i == large.index) peaks[kept].from = large.condition;
        peaks[kept++].condition = *conditions[i] ? conditions[i] : NULL;
    }
    return kept;
}

static int pieces_of(struct arena *arena, struct syms *syms, const struct candidates *candidates,
                     const struct report_peak **found)
{
    int n = candidates->list.n ? candidates->list.n : 1;
    struct report_peak *peaks = arena_array(arena, struct report_peak, n);
    peaks[0] = peak_of(candidates, 0);
    *found = peaks;
    return n > 1 ? find_pieces(arena, syms, candidates, peaks) : n;
}

int peaks_among(struct arena *arena, struct syms *syms, int n, const struct report_peak *sizes,
                const char *unseen, const struct report_peak **peaks)
{
    struct candidates candidates = {.incomplete = unseen != NULL, .reason = unseen};
    for (int i = 0; i < n; i++)
        consider(arena, syms, &candidates,
                 (struct candidate){.row = sizes[i].row, .bytes = sizes[i].bytes});
    return pieces_of(arena, syms, &candidates, peaks);
}

struct quantity peaks_largest(struct syms *syms, int n, const struct report_peak *pieces)
{
    struct quantity largest = pieces[0].bytes;
    for (int i = 1; i < n && quantity_known(largest); i++) {
        struct quantity next = pieces[i].bytes;
        if (!quantity_known(next)) return next;
        next.value = sym_max(syms, largest.value, next.value);
        if (!quantity_known(quantity_of(next.value))) return quantity_of(next.value);
        if (largest.tag != TAG_EXACT) next.tag = largest.tag, next.reason = largest.reason;
        largest = next;
    }
    return largest;
}

void peaks_piece_bytes(const struct report_model *model, int n_dtypes,
                       const struct report_peak *piece, struct quantity *bytes)
{
    bytes[0] = piece->bytes;
    for (int d = 1; d < n_dtypes; d++) {
        bytes[d] = model->rows[piece->row].bytes[d];
        if (piece->bytes.tag == TAG_LOWER)
            bytes[d] = quantity_at_least(bytes[d], piece->bytes.reason);
    }
}

// Proofs are needed only where sizes are different expressions: equal ones are the
// same pointer, and constants are decided at once.
static void find_peak(struct arena *arena, int dtype, struct report_model *model)
{
    struct syms *syms = model->program->syms;
    // A part that was not seen may hold the largest.
    const char *unseen = model->program->unseen;
    struct candidates leaves = {.incomplete = unseen != NULL, .reason = unseen}, all = leaves;
    all.ties = TIES_DO_NOT_COUNT;
    leaves.shown = dtype == 0;
    for (int i = 0; i < model->n_rows; i++) {
        struct candidate next = {.row = i, .bytes = model->rows[i].bytes[dtype]};
        if (!model->rows[i].visible_to_hooks) continue;
        consider(arena, syms, &leaves, next);
        consider(arena, syms, &all, next);
    }
    // After the leaves, so that a functional op that is only as large as a leaf is not the largest.
    for (int i = 0; i < model->n_rows; i++) {
        struct candidate next = {.row = i, .bytes = model->rows[i].bytes[dtype]};
        if (!model->rows[i].visible_to_hooks && !model->rows[i].takes_no_memory)
            consider(arena, syms, &all, next);
    }
    model->largest[dtype] = single_peak(&all);
    model->n_largest[dtype] = pieces_of(arena, syms, &all, &model->largest_pieces[dtype]);
    model->n_peaks[dtype] = pieces_of(arena, syms, &leaves, &model->peaks[dtype]);
}

// ---- the snippet's dict

// `sizes[name] = bytes` in a hook overwrites what an earlier call left, but a dict
// keeps the place of the first insertion; max() then takes the first of equals.
static bool last_call(const struct report_row *row)
{
    int64_t n;
    bool several = row->times && sym_is_const(row->times, &n) && n < row->n_calls;
    int last = several ? row->call + (int)n - 1 : row->call;
    return row->visible_to_hooks && (last == row->n_calls || row->call == row->n_calls);
}

// Its slots are in order of the first calls, their values are those of the last ones. Returns how
// many there are.
static int find_slots(struct arena *arena, int dtype, const struct report_model *model,
                      struct candidate **slots)
{
    int *last_row = arena_array(arena, int, model->program->scopes.n), n = 0;
    for (int i = 0; i < model->n_rows; i++) {
        if (last_call(&model->rows[i])) last_row[model->rows[i].scope] = i;
    }
    *slots = arena_array(arena, struct candidate, model->n_rows);
    for (int i = 0; i < model->n_rows; i++) {
        const struct report_row *first = &model->rows[i];
        if (!first->visible_to_hooks || first->call != 1) continue;
        int row = last_row[first->scope];
        (*slots)[n++] = (struct candidate){row, model->rows[row].bytes[dtype]};
    }
    return n;
}

void peaks_find_total(struct arena *arena, int dtype, struct report_model *model)
{
    struct syms *syms = model->program->syms;
    struct candidate *slots;
    struct quantity total = quantity_of(sym_const(syms, 0));
    int n = find_slots(arena, dtype, model, &slots);
    for (int i = 0; i < n; i++) total = quantity_add(syms, total, slots[i].bytes);
    model->reference.n_leaves = n;
    model->reference.total[dtype] = total;
}

static void find_reference(struct arena *arena, int dtype, struct report_model *model)
{
    struct candidate *slots;
    struct candidates all = {.ties = TIES_DO_NOT_COUNT};
    int n = find_slots(arena, dtype, model, &slots);
    for (int i = 0; i < n; i++) consider(arena, model->program->syms, &all, slots[i]);
    model->reference.peak[dtype] = single_peak(&all);
    peaks_find_total(arena, dtype, model);
}

// The snippet calls numel() on whatever the hook gets, and max() on the dict.
static const char *why_reference_fails(struct arena *arena, const struct report_model *model)
{
    for (int i = 0; i < model->n_rows; i++) {
        const struct report_row *row = &model->rows[i];
        if (row->visible_to_hooks && row->n_outputs > 1)
            return arena_printf(arena, "`%s` returns %d tensors, and a tuple has no numel()",
                                *row->name ? row->name : "(the model)", row->n_outputs);
    }
    return model->n_leaf_rows ? NULL : "no leaf is called, and max() of nothing is an error";
}

// Where the peak depends on the symbols there is no single figure to differ from.
static bool reference_differs(const struct report_model *model, int n_dtypes)
{
    if (model->reference.fails) return model->n_leaf_rows > 0;
    for (int d = 0; d < n_dtypes; d++) {
        const struct report_peak *ours = &model->peaks[d][0], *theirs = &model->reference.peak[d];
        if (model->n_peaks[d] != 1 || ours->row < 0) continue;
        if (theirs->row < 0 || model->rows[ours->row].scope != model->rows[theirs->row].scope ||
            ours->bytes.value != theirs->bytes.value)
            return true;
    }
    return false;
}

static void copy_figures(struct report_model *model, int from, int to)
{
    model->largest[to] = model->largest[from];
    model->n_largest[to] = model->n_largest[from];
    model->largest_pieces[to] = model->largest_pieces[from];
    model->n_peaks[to] = model->n_peaks[from];
    model->peaks[to] = model->peaks[from];
    model->reference.peak[to] = model->reference.peak[from];
    model->reference.total[to] = model->reference.total[from];
}

void peaks_find(struct arena *arena, int n_dtypes, const enum dtype *dtypes,
                struct report_model *model)
{
    for (int d = 0; d < n_dtypes; d++) {
        int same = collect_same_width(dtypes, d, model->widths);
        if (same >= 0) {
            copy_figures(model, same, d);
            continue;
        }
        find_peak(arena, d, model);
        find_reference(arena, d, model);
    }
    model->reference.fails = why_reference_fails(arena, model);
    model->reference.differs = reference_differs(model, n_dtypes);
}
