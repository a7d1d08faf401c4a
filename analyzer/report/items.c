// Which rows a table shows: modules that are folded, rows that repeat others, and, of very many,
// the first and the last ones.

#include "analyzer/report/items.h"
#include "analyzer/report/repeats.h"

// Of each row the module to fold that begins with it, or NULL. It is the outermost called one that
// lies deep enough: an item of a list (`down.0`) stands for the list, which is never called itself.
static const struct report_module **folded_at(const struct rows *rows)
{
    const struct report_model *model = rows->model;
    const struct report_module **folded =
        arena_array(rows->arena, const struct report_module *, model->n_rows + 1);
    for (int i = 0; rows->view->depth != ANY_DEPTH && i < model->n_modules; i++) {
        const struct report_module *module = &model->modules[i];
        if (!module->n_rows || module->row.depth < rows->view->depth) continue;
        const struct report_module **outermost = &folded[module->first_row];
        if (!*outermost || module->row.depth < (*outermost)->row.depth) *outermost = module;
    }
    return folded;
}

static bool has_peak(const struct rows *rows, const struct row_item *item)
{
    if (item->row < 0) return false;
    int end = item->row + (item->folded ? item->folded->n_rows : 1);
    for (int i = 0; i < rows->model->n_peaks[0]; i++) {
        int row = rows->model->peaks[0][i].row;
        if (row >= item->row && row < end) return true;
    }
    return false;
}

// Left out one after the other, they are one item.
static void leave_out(struct rows *rows)
{
    struct row_item *last = &rows->items.at[rows->items.n - 1];
    if (!last->n_left_out) {
        last = vec_push(rows->arena, &rows->items);
        *last = (struct row_item){.row = -1};
    }
    last->n_left_out++;
    rows->cut = true;
}

// In order of execution; a folded module stands where its first row stood.
static struct row_items all_items(const struct rows *rows)
{
    const struct report_module **folded = folded_at(rows);
    struct row_items all = {0};
    for (int i = 0; i < rows->model->n_rows;) {
        const struct row_item item = {.row = i, .folded = folded[i]};
        *vec_push(rows->arena, &all) = item;
        i += item.folded ? item.folded->n_rows : 1;
    }
    return all;
}

static const struct report_row *row_of(const struct rows *rows, const struct row_item *item)
{
    return item->folded ? &item->folded->row : &rows->model->rows[item->row];
}

// One group of rows with how often it is there; several rows have a head, which tells of them.
static void add_group(struct rows *rows, const struct row_items *all,
                      const struct repeats_group *group, struct row_items *shown)
{
    if (group->n > 1)
        *vec_push(rows->arena, shown) =
            (struct row_item){.row = -1, .n_group = group->n, .times = group->times};
    for (int i = group->first; i < group->first + group->n; i++) {
        struct row_item item = all->at[i];
        item.last = row_of(rows, &all->at[i + group->n * (group->times - 1)]);
        if (group->n == 1) item.times = group->times;
        *vec_push(rows->arena, shown) = item;
    }
}

// Rows that repeat others but for a number are shown once, but for those of the peak.
static struct row_items fold_repeats(struct rows *rows, const struct row_items *all)
{
    int n_groups, next = 0;
    struct row_items shown = {0};
    const struct report_row **list = arena_array(rows->arena, const struct report_row *, all->n);
    for (int i = 0; i < all->n; i++)
        if (!has_peak(rows, &all->at[i])) list[i] = row_of(rows, &all->at[i]);
    const struct repeats_group *groups = repeats_find(rows->arena, all->n, list, &n_groups);
    for (int i = 0; i < all->n;) {
        bool repeats = next < n_groups && groups[next].first == i;
        if (repeats)
            add_group(rows, all, &groups[next], &shown);
        else
            *vec_push(rows->arena, &shown) = all->at[i];
        i += repeats ? groups[next].n * groups[next].times : 1;
        next += repeats;
    }
    return shown;
}

void items_choose(struct rows *rows)
{
    struct row_items all = all_items(rows);
    if (rows->view->repeats == REPEATS_FOLDED) all = fold_repeats(rows, &all);
    for (int i = 0; i < all.n; i++) {
        bool shown = all.n <= MAX_FIRST_ROWS + MAX_LAST_ROWS || i < MAX_FIRST_ROWS ||
                     i >= all.n - MAX_LAST_ROWS || has_peak(rows, &all.at[i]);
        if (shown)
            *vec_push(rows->arena, &rows->items) = all.at[i];
        else
            leave_out(rows);
    }
}
