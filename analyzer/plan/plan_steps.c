// Which nodes run together.

#include "analyzer/plan/plan.h"

#include <string.h>

struct finder {
    struct plan *plan;
    const struct program *program;
    int n; // nodes in order
    node_id *order;
    int *place;         // by node: where in the order; -1: nowhere
    int *n_readers;     // by value; views count
    int *writes_before; // by place: nodes before it that overwrite memory
    int *reader;        // by place: the node that it is fused into, or -1
    int *head;          // by place: the product that its chain begins with, or -1
    int64_t *unit;      // by place: of its chain; 1: no operand repeats
};

static void list_nodes(struct arena *arena, struct finder *f)
{
    const struct program *p = f->program;
    f->order = arena_array(arena, node_id, p->events.n + 1);
    f->place = arena_array(arena, int, p->nodes.n);
    for (int i = 0; i < p->nodes.n; i++) f->place[i] = -1;
    const struct plan_range *range = &f->plan->range;
    f->plan->inside = arena_array(arena, bool, p->nodes.n);
    for (int i = range->first; i < range->end; i++) {
        if (p->events.at[i].kind != EVENT_NODE) continue;
        f->plan->inside[p->events.at[i].id] = true;
        f->place[p->events.at[i].id] = f->n;
        f->order[f->n++] = p->events.at[i].id;
    }
}

static bool overwrites(const struct program *p, const struct node *node)
{
    for (int i = 0; i < node->n_out; i++)
        if (program_value(p, node->out + (value_id)i)->flags & VALUE_IN_PLACE) return true;
    return false;
}

static void count(struct arena *arena, struct finder *f)
{
    const struct program *p = f->program;
    f->n_readers = arena_array(arena, int, p->values.n);
    f->writes_before = arena_array(arena, int, f->n + 1);
    for (int i = 0; i < f->n; i++) {
        const struct node *node = program_node(p, f->order[i]);
        for (int k = 0; k < node->n_in; k++) f->n_readers[node->in[k]]++;
        f->writes_before[i + 1] = f->writes_before[i] + overwrites(p, node);
    }
    for (int v = 1; v < p->values.n; v++)
        if (p->values.at[v].view_of) f->n_readers[p->values.at[v].view_of]++;
}

// Sizes are interned, so that equal ones are the same.
static bool same_shape(const struct value *a, const struct value *b)
{
    return a->rank == b->rank && (!a->rank || !memcmp(a->dim, b->dim, sizeof *a->dim * a->rank));
}

static bool is_single(const struct value *value)
{
    for (int axis = 0; axis < value->rank; axis++)
        if (!sym_is(value->dim[axis], 1)) return false;
    return true;
}

static bool is_empty(const struct value *value)
{
    for (int axis = 0; axis < value->rank; axis++)
        if (sym_is(value->dim[axis], 0)) return true;
    return false;
}

// Elements of an operand that repeats along the first axes of the result, as a bias does; 0: it is
// no such operand.
static int64_t repeated_count(const struct value *operand, const struct value *result)
{
    int64_t n = 1, size;
    int more = result->rank - operand->rank;
    if (more <= 0 || operand->stride) return 0;
    for (int axis = 0; axis < operand->rank; axis++) {
        if (operand->dim[axis] != result->dim[axis + more]) return 0;
        if (!sym_is_const(operand->dim[axis], &size)) return 0;
        n *= size; // no more than the result has
    }
    return n;
}

// Operands that a piece of the result needs the same piece of, or one number, or all of where they
// repeat after `unit` elements.
static bool fits(const struct program *p, const struct node *node, int64_t *unit)
{
    const struct op *op = op_get(node->op);
    const struct value *result = program_value(p, node->out);
    *unit = 1;
    if (!op || !op->elementwise || op->random || node->n_out != 1 || node->body) return false;
    if (node->n_in > MAX_OPERANDS) return false;
    if (result->view_of || result->stride || is_single(result) || is_empty(result)) return false;
    for (int i = 0; i < node->n_in; i++) {
        const struct value *operand = program_value(p, node->in[i]);
        if (!node->in[i]) return false;
        if (is_single(operand)) continue;
        if (same_shape(operand, result)) {
            if (operand->stride) return false;
            continue;
        }
        int64_t n = repeated_count(operand, result);
        if (!n || (*unit > 1 && n != *unit)) return false;
        *unit = n;
    }
    return true;
}

// May a chain begin with it?
static bool is_head(const struct program *p, const struct node *node)
{
    const struct op *op = op_get(node->op);
    const struct value *result = program_value(p, node->out);
    if (!op || !op->product || node->n_out != 1 || node->body) return false;
    return !result->view_of && !result->stride && !(result->flags & VALUE_IN_PLACE);
}

// May the reader begin with pieces of what this value's maker has just made, or with its result
// where that is a product's? All behind a product lies where its result did, so it has its dtype.
static bool hands_on(const struct finder *f, value_id id, int reader, enum plan_fusion fusion)
{
    const struct value *value = program_value(f->program, id);
    const struct value *result =
        program_value(f->program, program_node(f->program, f->order[reader])->out);
    int maker = value->producer ? f->place[value->producer] : -1;
    int64_t unit;
    if (maker < 0 || maker >= reader || f->reader[maker] >= 0) return false;
    if (f->n_readers[id] != 1 || plan_wants(f->plan, id) || is_single(value)) return false;
    if (!same_shape(value, result)) return false;
    if (f->writes_before[reader] != f->writes_before[maker + 1]) return false;
    const struct node *node = program_node(f->program, value->producer);
    bool head = fusion == PLAN_FUSED && is_head(f->program, node);
    if (!head && !fits(f->program, node, &unit)) return false;
    if (!head && f->head[maker] < 0) return true;
    return f->head[reader] < 0 && value->dtype == result->dtype;
}

// Chains whose operands repeat after different numbers of elements have no pieces in common.
static bool join(struct finder *f, int maker, int reader)
{
    int64_t a = f->unit[maker], b = f->unit[reader];
    bool product = op_get(program_node(f->program, f->order[maker])->op)->product;
    if (a > 1 && b > 1 && a != b) return false;
    f->unit[reader] = a > b ? a : b;
    if (product)
        f->head[reader] = maker;
    else if (f->head[maker] >= 0)
        f->head[reader] = f->head[maker];
    f->reader[maker] = reader;
    return true;
}

static void fuse(struct arena *arena, struct finder *f, enum plan_fusion fusion)
{
    f->reader = arena_array(arena, int, f->n + 1);
    f->head = arena_array(arena, int, f->n + 1);
    f->unit = arena_array(arena, int64_t, f->n + 1);
    for (int i = 0; i < f->n; i++) {
        f->reader[i] = f->head[i] = -1;
        f->unit[i] = 1;
    }
    for (int i = 0; fusion != PLAN_PLAIN && i < f->n; i++) {
        const struct node *node = program_node(f->program, f->order[i]);
        if (!fits(f->program, node, &f->unit[i])) continue;
        for (int k = 0; k < node->n_in; k++) {
            if (!hands_on(f, node->in[k], i, fusion)) continue;
            int maker = f->place[program_value(f->program, node->in[k])->producer];
            if (join(f, maker, i)) f->plan->piece[node->in[k]] = true;
        }
    }
}

// Nodes that are fused run where the last of them stood: all that they read is there by then.
static void list_steps(struct arena *arena, struct finder *f)
{
    struct plan *plan = f->plan;
    int *last = arena_array(arena, int, f->n + 1), *step_of = arena_array(arena, int, f->n + 1);
    int *filled = arena_array(arena, int, f->n + 1);
    for (int i = f->n - 1; i >= 0; i--) last[i] = f->reader[i] < 0 ? i : last[f->reader[i]];
    for (int i = 0; i < f->n; i++)
        if (last[i] == i) step_of[i] = plan->n_steps++;
    for (int i = 0; i < f->n; i++) plan->steps[step_of[last[i]]].n++;
    for (int i = 0; i < plan->n_steps; i++) plan->steps[i].head = -1;
    for (int i = 1; i < plan->n_steps; i++)
        plan->steps[i].first = plan->steps[i - 1].first + plan->steps[i - 1].n;
    for (int i = 0; i < f->n; i++) {
        struct plan_step *step = &plan->steps[step_of[last[i]]];
        if (last[i] == i) step->unit = f->unit[i];
        if (step->n > 1 && op_get(program_node(f->program, f->order[i])->op)->product)
            step->head = filled[step_of[last[i]]];
        plan->nodes[step->first + filled[step_of[last[i]]]++] = f->order[i];
    }
}

void plan_find_steps(struct arena *arena, enum plan_fusion fusion, struct plan *plan)
{
    struct finder f = {.plan = plan, .program = plan->program};
    list_nodes(arena, &f);
    count(arena, &f);
    plan->piece = arena_array(arena, bool, f.program->values.n);
    plan->nodes = arena_array(arena, node_id, f.n + 1);
    plan->steps = arena_array(arena, struct plan_step, f.n + 1);
    fuse(arena, &f, fusion);
    list_steps(arena, &f);
}
