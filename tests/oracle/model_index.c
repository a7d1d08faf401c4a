#include "tests/oracle/model_plan.h"

#include <string.h>

// x[...]: each item is a call of nn.h. Numbers select, slices slice, None adds
// an axis; tensors of integers pick along the axes that they stand at.

struct index {
    struct plan *plan;
    int x;    // what is left of the tensor so far
    int axis; // the next item's
    int rank; // of x
    int64_t sizes[2 * MAX_RANK];
    int n_picks; // tensors that stood at axes from `first_pick` on
    int first_pick;
    int picks[MAX_RANK];
};

static bool is_slice(const json_t *item)
{
    return json_object_get(item, "slice") != NULL;
}

static bool is_ellipsis(const json_t *item)
{
    return json_object_get(item, "ellipsis") != NULL;
}

// How many axes of x an item stands for.
static int axes_of(const json_t *item)
{
    return !(json_is_null(item) || json_is_boolean(item) || is_ellipsis(item));
}

static void remove_size(struct index *at, int axis)
{
    at->rank--;
    memmove(at->sizes + axis, at->sizes + axis + 1, sizeof *at->sizes * (size_t)(at->rank - axis));
}

static void select_one(struct index *at, int64_t i)
{
    struct plan_op *op = plan_function(at->plan, "select");
    plan_tensor(at->plan, op, "input", at->x);
    plan_give_int(at->plan, op, "dim", at->axis);
    plan_give_int(at->plan, op, "index", i);
    at->x = op->out.at[0];
    remove_size(at, at->axis);
}

static void new_axis(struct index *at)
{
    struct plan_op *op = plan_function(at->plan, "unsqueeze");
    plan_tensor(at->plan, op, "input", at->x);
    plan_give_int(at->plan, op, "dim", at->axis);
    at->x = op->out.at[0];
    memmove(at->sizes + at->axis + 1, at->sizes + at->axis,
            sizeof *at->sizes * (size_t)(at->rank - at->axis));
    at->sizes[at->axis++] = 1;
    at->rank++;
}

static int64_t within(int64_t i, int64_t size)
{
    if (i < 0) i += size;
    return i < 0 ? 0 : i > size ? size : i;
}

static void slice(struct index *at, const json_t *bounds)
{
    const json_t *start = json_array_get(bounds, 0), *end = json_array_get(bounds, 1),
                 *step = json_array_get(bounds, 2);
    int axis = at->axis++;
    bool whole = json_is_null(start) && json_is_null(end) &&
                 (json_is_null(step) || json_integer_value(step) == 1);
    if (whole) return;
    struct plan_op *op = plan_function(at->plan, "slice");
    plan_tensor(at->plan, op, "input", at->x);
    plan_give_int(at->plan, op, "dim", axis);
    plan_give_int(at->plan, op, "start", json_is_null(start) ? 0 : json_integer_value(start));
    plan_give(at->plan, op, "end", end);
    plan_give(at->plan, op, "step", step);
    at->x = op->out.at[0];
    int64_t low = json_is_null(start) ? 0 : within(json_integer_value(start), at->sizes[axis]);
    int64_t high =
        json_is_null(end) ? at->sizes[axis] : within(json_integer_value(end), at->sizes[axis]);
    int64_t by = json_is_null(step) ? 1 : json_integer_value(step);
    at->sizes[axis] = high > low && by > 0 ? (high - low + by - 1) / by : 0;
}

static void pick(struct index *at, int value)
{
    enum dtype dtype = plan_value_at(at->plan, value)->dtype;
    if (dtype == DTYPE_BOOL || dtype == DTYPE_U8)
        at->plan->skipped = "sizes that depend on the contents of a tensor";
    if (!at->n_picks) at->first_pick = at->axis;
    if (at->first_pick + at->n_picks != at->axis)
        plan_refuse(at->plan, "indices at axes that are not neighbours");
    if (at->n_picks < MAX_RANK) at->picks[at->n_picks++] = value;
    at->axis++;
}

// A list of numbers picks as a tensor of them does.
static int listed(struct index *at, const json_t *numbers)
{
    struct torch_tensor type = {.dtype = DTYPE_I64, .rank = 1};
    type.dim[0] = (int64_t)json_array_size(numbers);
    return plan_zeros(at->plan, &type);
}

static void take(struct index *at, const json_t *item, int n_behind)
{
    if (is_ellipsis(item)) {
        at->axis = at->rank - n_behind;
    } else if (json_is_null(item)) {
        new_axis(at);
    } else if (json_is_integer(item)) {
        select_one(at, json_integer_value(item));
    } else if (is_slice(item)) {
        slice(at, json_object_get(item, "slice"));
    } else if (json_is_string(item)) {
        pick(at, plan_lookup(at->plan, json_string_value(item)));
    } else if (json_is_array(item)) {
        pick(at, listed(at, item));
    } else {
        char *text = json_dumps(item, JSON_ENCODE_ANY);
        plan_refuse(at->plan, "nn.h has no form for the index %s", text);
        free(text);
    }
}

// ---- tensors as indices

static int with_number(struct index *at, const char *function, int x, int64_t n)
{
    struct plan_op *op = plan_function(at->plan, function);
    plan_tensor(at->plan, op, "input", x);
    plan_give_int(at->plan, op, "other", n);
    return op->out.at[0];
}

static void flatten(struct index *at, int *x, int start, int end)
{
    struct plan_op *op = plan_function(at->plan, "f_flatten");
    plan_tensor(at->plan, op, "input", *x);
    plan_give_int(at->plan, op, "start_dim", start);
    plan_give_int(at->plan, op, "end_dim", end);
    *x = op->out.at[0];
}

// Several indices count as one into the axes that they stand at, joined: (i0 * size1) + i1.
static int joined_index(struct index *at)
{
    int joined = at->picks[0];
    for (int i = 1; i < at->n_picks; i++) {
        joined = with_number(at, "mul", joined, at->sizes[at->first_pick + i]);
        struct plan_op *op = plan_function(at->plan, "add");
        plan_tensor(at->plan, op, "input", joined);
        plan_tensor(at->plan, op, "other", at->picks[i]);
        joined = op->out.at[0];
    }
    return joined;
}

// The shape that the indices have together, as add would give it.
static int broadcast(struct index *at, int64_t *sizes)
{
    int rank = 0;
    for (int i = 0; i < at->n_picks; i++) {
        const struct plan_value *v = plan_value_at(at->plan, at->picks[i]);
        if (v->rank > rank) rank = v->rank;
    }
    for (int k = 0; k < rank; k++) sizes[k] = 1;
    for (int i = 0; i < at->n_picks; i++) {
        const struct plan_value *v = plan_value_at(at->plan, at->picks[i]);
        for (int k = 0; k < v->rank; k++)
            if (v->dim[k] != 1) sizes[rank - v->rank + k] = v->dim[k];
    }
    return rank;
}

static void apply_picks(struct index *at)
{
    int64_t sizes[MAX_RANK];
    int rank = broadcast(at, sizes), first = at->first_pick, index = joined_index(at);
    if (at->n_picks > 1) flatten(at, &at->x, first, first + at->n_picks - 1);
    if (rank != 1) flatten(at, &index, 0, -1);
    struct plan_op *op = plan_function(at->plan, "index_select");
    plan_tensor(at->plan, op, "input", at->x);
    plan_give_int(at->plan, op, "dim", first);
    plan_tensor(at->plan, op, "index", index);
    at->x = op->out.at[0];
    if (rank == 1) return;
    json_t *shape = plan_keep(at->plan, json_array());
    for (int i = 0; i < first; i++) json_array_append_new(shape, json_integer(at->sizes[i]));
    for (int i = 0; i < rank; i++) json_array_append_new(shape, json_integer(sizes[i]));
    for (int i = first + at->n_picks; i < at->rank; i++)
        json_array_append_new(shape, json_integer(at->sizes[i]));
    op = plan_function(at->plan, "view");
    plan_tensor(at->plan, op, "input", at->x);
    plan_give(at->plan, op, "shape", shape);
    at->x = op->out.at[0];
}

int plan_index(struct plan *p, int x, const json_t *index)
{
    struct index at = {.plan = p, .x = x, .rank = plan_value_at(p, x)->rank};
    json_t *items = json_is_array(index) ? plan_keep(p, json_copy((json_t *)index))
                                         : plan_keep(p, json_array());
    if (!json_is_array(index)) json_array_append(items, (json_t *)index);
    for (int i = 0; i < at.rank; i++) at.sizes[i] = plan_value_at(p, x)->dim[i];
    int n_behind = 0;
    for (size_t i = 0; i < json_array_size(items); i++)
        n_behind += axes_of(json_array_get(items, i));
    for (size_t i = 0; i < json_array_size(items) && !p->trouble && !p->skipped; i++) {
        const json_t *item = json_array_get(items, i);
        n_behind -= axes_of(item);
        take(&at, item, n_behind);
    }
    if (at.n_picks && !p->trouble && !p->skipped) apply_picks(&at);
    return at.x;
}
