#include "analyzer/plan/training.h"

#include "analyzer/released.h"
#include "ir/base/text.h"

#include <math.h>
#include <string.h>

// ---- units

struct tree {
    const struct program *program;
    const scope_id *around;
};

// By scope: the nearest one around it that is called. A list of modules never is, so that what is
// called of it is a part of the call around.
static const scope_id *find_around(struct arena *arena, const struct program *program)
{
    scope_id *around = arena_array(arena, scope_id, program->scopes.n);
    bool *called = arena_array(arena, bool, program->scopes.n);
    for (int i = 0; i < program->calls.n; i++) called[program->calls.at[i].scope] = true;
    for (int i = 1; i < program->scopes.n; i++) {
        scope_id parent = program_scope(program, (scope_id)i)->parent;
        while (parent && !called[parent]) parent = program_scope(program, parent)->parent;
        around[i] = parent;
    }
    return around;
}

// A call of a module within a call of the one around it; NULL: an outermost one.
static bool is_child(const struct tree *tree, const struct module_call *call,
                     const struct module_call *root)
{
    scope_id parent = tree->around[call->scope];
    if (!root) return !parent;
    return parent == root->scope && (!call->first_node || (call->first_node >= root->first_node &&
                                                           call->last_node <= root->last_node));
}

// The only child, where it is one that has children itself; NULL: there are several, or none.
static const struct module_call *only_child(const struct tree *tree, const struct module_call *root)
{
    const struct program *program = tree->program;
    const struct module_call *child = NULL;
    for (int i = 0; i < program->calls.n; i++) {
        if (!is_child(tree, &program->calls.at[i], root)) continue;
        if (child) return NULL;
        child = &program->calls.at[i];
    }
    return child && child->first_node && !program_scope(program, child->scope)->leaf ? child : NULL;
}

// What is called several times is told apart by the number of the call; 0: it is called once.
struct called {
    const char *name;
    int call;
};

static struct called name_call(struct arena *arena, const struct program *program,
                               const struct module_call *call)
{
    const char *path = scope_path(arena, program, call->scope);
    struct called called = {*path ? path : program_scope(program, call->scope)->kind, 0};
    int n = 0;
    for (int i = 0; i < program->calls.n; i++) {
        if (program->calls.at[i].scope != call->scope) continue;
        n++;
        if (&program->calls.at[i] == call) called.call = n;
    }
    if (n < 2) called.call = 0;
    return called;
}

static const char *called_string(struct arena *arena, struct called called)
{
    return called.call ? arena_printf(arena, "%s, call %d", called.name, called.call) : called.name;
}

// Units lie behind one another: what is computed between two children is the later one's.
static int children_of(struct arena *arena, const struct tree *tree, const struct module_call *root,
                       struct training_unit *units)
{
    const struct program *program = tree->program;
    node_id end = 0;
    int n = 0;
    for (int i = 0; i < program->calls.n; i++) {
        const struct module_call *call = &program->calls.at[i];
        if (!is_child(tree, call, root)) continue;
        struct called called = name_call(arena, program, call);
        struct training_unit unit = {
            .name = called_string(arena, called), .module = called.name, .call = called.call};
        if (call->last_node > end) {
            unit.first = end + 1;
            unit.last = end = call->last_node;
        }
        units[n++] = unit;
    }
    return n;
}

// The call of a leaf that computed the node; NULL: there is none.
static const struct module_call *leaf_call(const struct program *program, node_id id)
{
    for (int i = 0; i < program->calls.n; i++) {
        const struct module_call *call = &program->calls.at[i];
        if (program_scope(program, call->scope)->leaf && call->first_node <= id &&
            id <= call->last_node)
            return call;
    }
    return NULL;
}

static bool is_same_call(const struct node *a, const struct node *b)
{
    return a->op == b->op && a->scope == b->scope && !a->leaf_result == !b->leaf_result &&
           (a->site == b->site || (a->site && b->site && site_is_same(a->site, b->site)));
}

// A functional op of a line that is run several times.
static int call_of_op(const struct program *program, node_id id)
{
    int n = 0, call = 0;
    for (node_id other = 1; other < (node_id)program->nodes.n; other++) {
        if (!is_same_call(program_node(program, other), program_node(program, id))) continue;
        n++;
        if (other == id) call = n;
    }
    return n > 1 ? call : 0;
}

// "fc1, call 2", "add in blocks.3 (stack.c:9)".
static struct called name_node(struct arena *arena, const struct program *program, node_id id)
{
    const struct node *node = program_node(program, id);
    const char *path = scope_path(arena, program, node->scope);
    const struct module_call *call = node->leaf_result && *path ? leaf_call(program, id) : NULL;
    if (call && call->scope == node->scope) return name_call(arena, program, call);
    if (node->leaf_result && *path) return (struct called){path, 0};
    const char *op = node->op < N_OPS ? op_get(node->op)->name : node->name;
    const char *name = arena_printf(arena, "%s%s%s%s", op, *path ? " in " : "", path,
                                    site_behind(arena, node->site));
    return (struct called){name, call_of_op(program, id)};
}

static const char *node_name(struct arena *arena, const struct program *program, node_id id)
{
    return called_string(arena, name_node(arena, program, id));
}

static struct training_unit op_unit(struct arena *arena, const struct program *program, node_id id)
{
    struct called called = name_node(arena, program, id);
    return (struct training_unit){called_string(arena, called), called.name, called.call, id, id};
}

static void find_units(struct arena *arena, const struct program *program,
                       struct training_plans *plans)
{
    int n_nodes = program->nodes.n - 1, room = program->calls.n + n_nodes;
    struct training_unit *units = arena_array(arena, struct training_unit, room);
    struct tree tree = {program, find_around(arena, program)};
    const struct module_call *root = NULL, *inner;
    while ((inner = only_child(&tree, root))) root = inner;
    plans->units = units;
    plans->n_units = children_of(arena, &tree, root, units);
    if (plans->n_units < 2) {
        for (node_id id = 1; id <= (node_id)n_nodes; id++)
            units[id - 1] = op_unit(arena, program, id);
        plans->n_units = n_nodes;
        return;
    }
    for (int i = plans->n_units - 1; i >= 0; i--) {
        if (!units[i].last) continue;
        units[i].last = (node_id)n_nodes;
        break;
    }
}

// ---- what can be run again

// A call in place over memory that is there already writes nothing.
static const node_id *find_last_writes(struct arena *arena, const struct program *program)
{
    node_id *last = arena_array(arena, node_id, program->storages.n);
    for (value_id id = 1; id < (value_id)program->values.n; id++) {
        const struct value *value = program_value(program, id);
        if (!(value->flags & VALUE_IN_PLACE) || !value->producer) continue;
        const struct op *op = op_get(program_node(program, value->producer)->op);
        if (op && op->there_already) continue;
        if (value->producer > last[value->storage]) last[value->storage] = value->producer;
    }
    return last;
}

static const int *count_passes(struct arena *arena, const struct program *program)
{
    int *before = arena_array(arena, int, program->nodes.n), n = 0;
    for (int i = 0; i < program->events.n; i++) {
        const struct event *event = &program->events.at[i];
        n += event->kind == EVENT_BACKWARD;
        if (event->kind == EVENT_NODE) before[event->id] = n;
    }
    return before;
}

static void find_limits(struct arena *arena, const struct program *program,
                        struct training_limits *limits)
{
    limits->last_write = find_last_writes(arena, program);
    limits->passes = released_passes(arena, program);
    limits->before = count_passes(arena, program);
}

// It is run again once, when the first gradient comes to it.
static bool is_in_one_pass(const struct training_limits *limits, const struct checkpoint *c)
{
    int pass = RELEASED_NEVER;
    for (node_id id = c->first; id <= c->last; id++) {
        if (limits->passes[id] == RELEASED_NEVER) continue;
        if (pass != RELEASED_NEVER && pass != limits->passes[id]) return false;
        pass = limits->passes[id];
    }
    return limits->before[c->first] == limits->before[c->last];
}

const char *training_hindrance(struct arena *arena, const struct program *program,
                               const struct training_limits *limits,
                               const struct checkpoint *checkpoint)
{
    if (!is_in_one_pass(limits, checkpoint))
        return "a checkpoint would lie in several of the program's own backward passes";
    for (node_id id = checkpoint->first; id <= checkpoint->last; id++) {
        const struct node *node = program_node(program, id);
        for (int i = 0; i < node->n_in; i++) {
            const struct value *value = program_value(program, node->in[i]);
            if (!node->in[i] || value->producer >= checkpoint->first) continue;
            node_id writer = limits->last_write[value->storage];
            if (!value->storage || writer < checkpoint->first) continue;
            return arena_printf(arena,
                                "what a checkpoint is given would be overwritten in place (%s)",
                                node_name(arena, program, writer));
        }
    }
    return NULL;
}

// ---- plans

struct making {
    struct arena *arena;
    const struct program *program;
    const struct step_graph *graph;
    struct training_limits limits;
};

static void measure(const struct making *m, struct training_plan *plan)
{
    for (int i = 0; i < plan->n_checkpoints && !plan->refused; i++)
        plan->refused = training_hindrance(m->arena, m->program, &m->limits, &plan->checkpoints[i]);
    if (!plan->refused)
        step_measure(m->arena, m->graph, plan->n_checkpoints, plan->checkpoints, &plan->step);
}

// The nodes of units [from, end); false: they have none.
static bool nodes_of(const struct training_plans *plans, int from, int end, struct checkpoint *c)
{
    *c = (struct checkpoint){0};
    for (int i = from; i < end; i++) {
        if (!plans->units[i].first) continue;
        if (!c->first) c->first = plans->units[i].first;
        c->last = plans->units[i].last;
    }
    return c->first != 0;
}

static struct training_plan equal_plan(const struct making *m, const struct training_plans *plans,
                                       int n_segments)
{
    struct checkpoint *checkpoints = arena_array(m->arena, struct checkpoint, n_segments);
    struct training_plan plan = {.n_segments = n_segments, .checkpoints = checkpoints};
    int length = plans->n_units / n_segments;
    for (int i = 0; i + 1 < n_segments; i++)
        plan.n_checkpoints +=
            nodes_of(plans, i * length, (i + 1) * length, &checkpoints[plan.n_checkpoints]);
    measure(m, &plan);
    return plan;
}

static bool is_better(const struct step *a, const struct step *b)
{
    if (a->passing != b->passing) return a->passing < b->passing;
    if (a->recomputed != b->recomputed) return a->recomputed < b->recomputed;
    return a->saved < b->saved;
}

static int n_own_passes(const struct program *program)
{
    int n = 0;
    for (int i = 0; i < program->events.n; i++) n += program->events.at[i].kind == EVENT_BACKWARD;
    return n;
}

// The search weighs parts by themselves, which is exact for chains that are run backward once, at
// the end; elsewhere an equal plan may be better than what it finds.
static void find_best(const struct making *m, struct training_plans *plans)
{
    plans->best = plans->plain;
    for (int i = 0; i < plans->n_equal; i++)
        if (!plans->equal[i].refused && is_better(&plans->equal[i].step, &plans->best.step))
            plans->best = plans->equal[i];
    struct training_search search = {
        .graph = m->graph, .limits = &m->limits, .bound = plans->best.step.passing};
    bool found = training_search_run(m->arena, &search);
    plans->is_chain = search.is_chain && n_own_passes(m->program) == 0;
    if (!found) return;
    struct training_plan plan = {.n_checkpoints = search.n, .checkpoints = search.checkpoints};
    measure(m, &plan);
    if (!plan.refused && is_better(&plan.step, &plans->best.step)) plans->best = plan;
}

void training_plans_make(struct arena *arena, const struct program *program,
                         struct training_plans *plans)
{
    struct making m = {.arena = arena, .program = program};
    *plans = (struct training_plans){0};
    m.graph = step_graph_open(arena, program);
    find_limits(arena, program, &m.limits);
    plans->unknown = m.graph->unknown;
    if (plans->unknown) return;
    find_units(arena, program, plans);
    measure(&m, &plans->plain);
    plans->written.n_checkpoints = program->checkpoints.n;
    plans->written.checkpoints = program->checkpoints.at;
    measure(&m, &plans->written);
    struct training_plan *equal = arena_array(arena, struct training_plan, plans->n_units);
    for (int n = 1; n <= plans->n_units; n++) equal[n - 1] = equal_plan(&m, plans, n);
    plans->n_equal = plans->n_units;
    plans->equal = equal;
    plans->root = (int)lround(sqrt((double)plans->n_units));
    find_best(&m, plans);
}

bool training_plans_pick(const struct training_plans *plans, int n_segments,
                         struct training_plan *plan)
{
    if (n_segments < 1 || n_segments > plans->n_equal) return false;
    *plan = plans->equal[n_segments - 1];
    return true;
}

bool training_plan_gains(const struct training_plans *plans, const struct training_plan *plan)
{
    return !plan->refused && plan->step.passing < plans->plain.step.passing;
}

// ---- names

static struct called name_at(struct arena *arena, const struct training_plans *plans,
                             const struct program *program, node_id id)
{
    for (int i = 0; i < plans->n_units; i++) {
        const struct training_unit *unit = &plans->units[i];
        if (unit->first == id || unit->last == id) return (struct called){unit->module, unit->call};
    }
    return name_node(arena, program, id);
}

// Whole units by their names, parts of them by those of the calls.
static bool is_whole(const struct training_plans *plans, const struct checkpoint *c)
{
    bool begins = false, ends = false;
    for (int i = 0; i < plans->n_units; i++) {
        begins |= plans->units[i].first == c->first;
        ends |= plans->units[i].last == c->last;
    }
    return begins && ends;
}

const char *training_plan_range(struct arena *arena, const struct training_plans *plans,
                                const struct program *program, const struct checkpoint *c)
{
    bool whole = is_whole(plans, c);
    struct called first =
        whole ? name_at(arena, plans, program, c->first) : name_node(arena, program, c->first);
    struct called last =
        whole ? name_at(arena, plans, program, c->last) : name_node(arena, program, c->last);
    bool same = strcmp(first.name, last.name) == 0;
    if (!same || (!whole && first.call != last.call))
        return arena_printf(arena, "%s to %s", called_string(arena, first),
                            called_string(arena, last));
    if (first.call == last.call) return called_string(arena, first);
    return arena_printf(arena, "%s, calls %d to %d", first.name, first.call, last.call);
}
