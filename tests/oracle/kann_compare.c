// A check for each field of each node, sum and change of the batch size.

#include "tests/oracle/kann_compare.h"

#include "analyzer/models/runtime.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct comparing {
    struct arena *arena;
    struct kann_tally *tally;
    const char *id;
    struct syms *syms;
    const struct kann_state *state;
    const struct kann_network *network;
    const struct program *program;
    const json_t *golden;
};

bool kann_check(struct kann_tally *tally, bool holds, const char *id, const char *format, ...)
{
    va_list list;
    *(holds ? &tally->n_passed : &tally->n_failed) += 1;
    if (holds) return true;
    printf("FAIL %s: ", id);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
    return false;
}

// ---- numbers

static int64_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void check_number(struct comparing *c, const char *what, const struct sym *ours,
                         int64_t theirs)
{
    kann_check(c->tally, sym_is(ours, theirs), c->id, "%s is %s instead of %" PRId64, what,
               sym_string(c->arena, ours), theirs);
}

// Of the files that were recorded some leave out what others have.
static void check_field(struct comparing *c, const char *what, const struct sym *ours,
                        const json_t *object, const char *key)
{
    if (json_object_get(object, key))
        check_number(c, arena_printf(c->arena, "%s: %s", what, key), ours, integer(object, key));
}

static void check_integer(struct comparing *c, const char *what, int64_t ours, int64_t theirs)
{
    kann_check(c->tally, ours == theirs, c->id, "%s is %" PRId64 " instead of %" PRId64, what, ours,
               theirs);
}

// ---- places

// "k06.c:12", innermost first, against a site and its callers.
static void check_site(struct comparing *c, const char *what, const struct site *site,
                       const json_t *at)
{
    size_t n = json_array_size(at);
    if (!at) return;
    for (size_t i = 0; i < n; i++) {
        const char *theirs = json_string_value(json_array_get(at, i));
        const char *ours =
            site ? arena_printf(c->arena, "%s:%d", site_base_name(site->file), site->line)
                 : "nowhere";
        if (!kann_check(c->tally, strcmp(ours, theirs) == 0, c->id, "%s: place %zu is %s, not %s",
                        what, i, ours, theirs))
            return;
        site = site ? site->caller : NULL;
    }
    kann_check(c->tally, !site, c->id, "%s has more callers", what);
}

// ---- nodes

static int place_in(int n, struct kann_node *const *v, const struct kann_node *node)
{
    for (int i = 0; i < n; i++)
        if (v[i] == node) return i;
    return -1;
}

static void check_shape(struct comparing *c, const char *what, const struct kann_node *node,
                        const json_t *shape)
{
    const json_t *d = json_object_get(shape, "d");
    bool same = node->n_d == (int)integer(shape, "n_d");
    for (int i = 0; i < KANN_DIMS; i++)
        same = same && sym_is(node->d[i], json_integer_value(json_array_get(d, (size_t)i)));
    char *theirs = json_dumps(d, JSON_COMPACT);
    kann_check(c->tally, same, c->id, "%s is %s instead of %s", what,
               kann_shape_string(c->arena, node), theirs);
    free(theirs);
}

static void check_children(struct comparing *c, const char *what, const struct kann_node *node,
                           const json_t *children)
{
    check_integer(c, arena_printf(c->arena, "%s: operands", what), node->n_child,
                  (int64_t)json_array_size(children));
    for (int i = 0; i < node->n_child && i < (int)json_array_size(children); i++)
        check_integer(c, arena_printf(c->arena, "%s: operand %d", what, i),
                      place_in(c->network->n, c->network->v, node->child[i]),
                      json_integer_value(json_array_get(children, (size_t)i)));
}

static void check_params(struct comparing *c, const char *what, const struct kann_node *node,
                         const json_t *params)
{
    int n = node->has_rng ? 0 : node->n_params;
    if (!params) return;
    check_integer(c, arena_printf(c->arena, "%s: parameters", what), n,
                  (int64_t)json_array_size(params));
    for (int i = 0; i < n && i < (int)json_array_size(params); i++)
        check_number(c, arena_printf(c->arena, "%s: parameter %d", what, i), node->params[i],
                     json_integer_value(json_array_get(params, (size_t)i)));
}

// Functions with `...` hand on to those with an array, which were seen instead.
static bool same_function(const char *ours, const char *theirs)
{
    size_t n = strlen(ours);
    return !theirs || strcmp(ours, theirs) == 0 ||
           (strncmp(ours, theirs, n) == 0 && strcmp(theirs + n, "_array") == 0);
}

static void check_origin(struct comparing *c, const char *what, const struct kann_node *node,
                         const json_t *golden)
{
    const json_t *copy = json_object_get(golden, "copy_of");
    const struct kann_network *rolled = c->network->rolled;
    if (!copy || !rolled) return;
    check_integer(c, arena_printf(c->arena, "%s: copy of", what),
                  place_in(rolled->n, rolled->live, node->copy_of), json_integer_value(copy));
    const struct kann_node *origin = node;
    while (origin->copy_of) origin = origin->copy_of;
    check_site(c, arena_printf(c->arena, "%s: origin", what), origin->site,
               json_object_get(golden, "origin_at"));
}

static void check_node(struct comparing *c, int index, const json_t *golden)
{
    const struct kann_node *node = c->network->v[index];
    const char *what = arena_printf(c->arena, "node %d, %s", index, kann_kind_word(node));
    const char *op = json_string_value(json_object_get(golden, "op"));
    const char *api = json_string_value(json_object_get(golden, "api"));
    const json_t *pre = json_object_get(golden, "pre");
    if (!kann_check(c->tally, strcmp(kann_kind_word(node), op) == 0, c->id, "%s instead of %s",
                    what, op))
        return;
    check_integer(c, arena_printf(c->arena, "%s: ext_label", what), node->label,
                  integer(golden, "ext_label"));
    check_integer(c, arena_printf(c->arena, "%s: ext_flag", what), node->role,
                  integer(golden, "ext_flag"));
    if (json_object_get(golden, "needs_grad"))
        check_integer(c, arena_printf(c->arena, "%s: needs a gradient", what),
                      kann_needs_gradient(node),
                      json_is_true(json_object_get(golden, "needs_grad")));
    check_children(c, what, node, json_object_get(golden, "child"));
    check_integer(c, arena_printf(c->arena, "%s: pre", what),
                  place_in(c->network->n, c->network->v, node->pre),
                  pre ? json_integer_value(pre) : -1);
    check_params(c, what, node, json_object_get(golden, "param"));
    kann_check(c->tally, same_function(node->function, api), c->id, "%s is made by %s, not %s",
               what, node->function, api);
    check_site(c, what, node->site, json_object_get(golden, "at"));
    check_origin(c, what, node, golden);
    check_shape(c, arena_printf(c->arena, "%s as built", what), node,
                json_object_get(golden, "as_built"));
}

// ---- a batch of so many rows

struct batch {
    const char *name; // "B64"
    struct kann_node **v;
    struct kann_buffers held; // allocated
    bool grew;
};

// What is allocated for a node: buffers of operators change only where the batch grew.
static const struct kann_node *sized(const struct comparing *c, const struct batch *b, int index)
{
    const struct kann_node *node = b->v[index];
    return node->n_child == 0 || b->grew ? node : c->network->v[index];
}

static const struct sym *gradient_bytes(struct comparing *c, const struct kann_node *node)
{
    bool has = kann_needs_gradient(node) && (node->n_child || kann_is_var(node));
    return has ? kann_bytes(c->syms, node) : sym_const(c->syms, 0);
}

static void check_sized(struct comparing *c, const struct batch *b, int index, const json_t *golden)
{
    const char *what =
        arena_printf(c->arena, "node %d, %s, %s", index, kann_kind_word(b->v[index]), b->name);
    const struct kann_node *held = sized(c, b, index);
    check_shape(c, what, b->v[index], golden);
    check_field(c, what, kann_len(c->syms, b->v[index]), golden, "len");
    check_field(c, what, kann_bytes(c->syms, held), golden, "x_bytes");
    check_field(c, what, gradient_bytes(c, held), golden, "g_bytes");
    check_field(c, what, kann_scratch_bytes(c->syms, held), golden, "gtmp_bytes");
}

static void check_largest(struct comparing *c, const struct batch *b, const json_t *totals,
                          const char *key)
{
    int found = -1;
    int64_t most = -1;
    const json_t *golden = json_object_get(totals, key);
    bool operators = strcmp(key, "largest_op_node") == 0;
    for (int i = 0; i < c->network->n; i++) {
        int64_t length;
        bool counts = !operators || b->v[i]->n_child;
        if (!counts || !sym_is_const(kann_len(c->syms, b->v[i]), &length) || length <= most)
            continue;
        most = length;
        found = i;
    }
    if (json_is_object(golden))
        check_integer(c, arena_printf(c->arena, "%s, %s", key, b->name), found,
                      integer(golden, "i"));
}

static void check_transient(struct comparing *c, const struct batch *b, const json_t *totals)
{
    const struct kann_node *at;
    bool exact;
    static const char *const keys[] = {"forward_transient_peak_bytes",
                                       "backward_transient_peak_bytes"};
    const struct sym *bytes = kann_transient(c->syms, c->network->n, b->v, &at, &exact);
    for (int i = 0; i < 2; i++)
        if (json_object_get(totals, keys[i]))
            check_number(c, arena_printf(c->arena, "%s, %s", keys[i], b->name), bytes,
                         integer(totals, keys[i]));
}

// All bytes that the library held: this network's, and those of networks before it, of which an
// unrolled one shares the leaves.
static void check_live(struct comparing *c, const struct batch *b, const json_t *totals)
{
    const struct kann_network *network = c->network;
    const struct sym *live = kann_buffers_sum(c->syms, &b->held);
    if (!json_object_get(totals, "measured_lib_live_bytes")) return;
    if (network->rolled ? network->number != 1 : network->number != 0) {
        c->tally->n_skipped++;
        return;
    }
    live = sym_add(c->syms, live, kann_struct_bytes(c->syms, c->state, network->n, network->v));
    live = sym_add(c->syms, live, kann_unreached_bytes(c->arena, c->syms, c->state));
    if (network->rolled) {
        const struct kann_network *rolled = network->rolled;
        struct kann_buffers before = kann_buffers_of(c->syms, rolled->n, rolled->v);
        const struct sym *operators =
            sym_add(c->syms, sym_add(c->syms, before.op_x, before.op_g), before.scratch);
        live = sym_add(c->syms, live, operators);
        live = sym_add(c->syms, live, kann_struct_bytes(c->syms, c->state, rolled->n, rolled->v));
    }
    check_number(c, arena_printf(c->arena, "bytes that the library holds, %s", b->name), live,
                 integer(totals, "measured_lib_live_bytes"));
}

static void check_totals(struct comparing *c, const struct batch *b, const json_t *totals)
{
    const struct {
        const char *key;
        const struct sym *bytes;
    } sums[] = {{"var_x_bytes", b->held.var_x},
                {"var_g_bytes", b->held.var_g},
                {"const_bytes", b->held.constant},
                {"feed_user_bytes", b->held.feed},
                {"op_x_bytes", b->held.op_x},
                {"op_g_bytes", b->held.op_g},
                {"gtmp_bytes", b->held.scratch},
                {"kann_total_bytes", kann_buffers_sum(c->syms, &b->held)},
                {"ann_x_alloc", b->held.var_x},
                {"ann_g_alloc", b->held.var_g},
                {"ann_c_alloc", b->held.constant}};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (json_object_get(totals, sums[i].key))
            check_number(c, arena_printf(c->arena, "%s, %s", sums[i].key, b->name), sums[i].bytes,
                         integer(totals, sums[i].key));
    check_largest(c, b, totals, "largest_node");
    check_largest(c, b, totals, "largest_op_node");
    // What was measured while a network broke off is no answer.
    const char *evaluation = json_string_value(json_object_get(totals, "evaluation"));
    if (evaluation && strcmp(evaluation, "ok") == 0) check_transient(c, b, totals);
    check_live(c, b, totals);
}

static void check_batch(struct comparing *c, const char *name, int64_t rows)
{
    const json_t *nodes = json_object_get(c->golden, "nodes");
    const json_t *totals = json_object_get(json_object_get(c->golden, "totals"), name);
    struct kann_course course;
    struct kann_synced synced;
    struct batch b = {.name = name};
    kann_course_start(c->arena, c->syms, c->network, &course);
    const struct sym *before = course.rows;
    kann_course_set(c->arena, c->syms, sym_const(c->syms, rows), &course);
    b.held = course.now;
    b.grew = before &&
             sym_is_at_most(c->syms, sym_add_const(c->syms, before, 1), sym_const(c->syms, rows));
    b.v = kann_copy_nodes(c->arena, c->network->n, c->network->v);
    kann_sync(c->arena, c->syms, c->network->n, b.v, sym_const(c->syms, rows), &synced);
    for (int i = 0; i < c->network->n; i++)
        check_sized(c, &b, i, json_object_get(json_array_get(nodes, (size_t)i), name));
    if (totals) check_totals(c, &b, totals);
}

static void check_sequence(struct comparing *c)
{
    const json_t *sequence = json_object_get(c->golden, "batch_sequence");
    struct kann_course course;
    kann_course_start(c->arena, c->syms, c->network, &course);
    for (size_t i = 0; i < json_array_size(sequence); i++) {
        const json_t *step = json_array_get(sequence, i);
        int64_t rows = integer(step, "B");
        const char *what = arena_printf(c->arena, "step %zu, %" PRId64 " rows", i, rows);
        kann_course_set(c->arena, c->syms, sym_const(c->syms, rows), &course);
        struct kann_buffers needed = kann_buffers_of(c->syms, course.n, course.v);
        check_number(c, arena_printf(c->arena, "%s: needed", what), needed.op_x,
                     integer(step, "op_x_needed"));
        check_number(c, arena_printf(c->arena, "%s: allocated", what), course.now.op_x,
                     integer(step, "op_x_allocated"));
    }
}

// ---- workers

// What clones of kann_mt add, under whatever name the bytes have there.
static void check_workers(struct comparing *c)
{
    const json_t *recorded = json_object_get(c->golden, "kann_mt");
    struct runtime_memories memories = runtime_memories_of(c->arena, c->program);
    const char *key;
    json_t *value;
    if (!recorded || c->network->threads.n == 0) return;
    json_object_foreach((json_t *)(uintptr_t)recorded, key, value)
    {
        if (!json_is_integer(value) || !strstr(key, "bytes")) continue;
        for (int i = 0; i < memories.n; i++)
            for (int k = 0; k < memories.at[i].n_parts; k++)
                if (strstr(memories.at[i].parts[k].name, "kann_mt"))
                    check_number(c, key, memories.at[i].parts[k].bytes.value,
                                 json_integer_value(value));
    }
}

// ---- a network

static void check_network(struct comparing *c)
{
    const struct kann_network *network = c->network;
    const char *made_by = json_string_value(json_object_get(c->golden, "made_by"));
    const json_t *lengths = json_object_get(c->golden, "unroll_len");
    kann_check(c->tally, same_function(network->made_by, made_by), c->id, "made by %s, not %s",
               network->made_by, made_by);
    check_site(c, "the network", network->site, json_object_get(c->golden, "at"));
    struct kann_buffers b = kann_buffers_of(c->syms, network->n, network->v);
    check_field(c, "the network", sym_floordiv_const(c->syms, b.var_x, KANN_FLOAT_BYTES), c->golden,
                "n_var");
    check_field(c, "the network", sym_floordiv_const(c->syms, b.constant, KANN_FLOAT_BYTES),
                c->golden, "n_const");
    for (int i = 0; i < network->n_lengths && i < (int)json_array_size(lengths); i++)
        check_number(c, "a length", network->lengths[i],
                     json_integer_value(json_array_get(lengths, (size_t)i)));
}

void kann_compare_network(struct arena *arena, struct kann_tally *tally, const char *id,
                          const struct program *program, const json_t *golden)
{
    struct comparing c = {
        .arena = arena,
        .tally = tally,
        .id = arena_printf(arena, "%s, network %" PRId64, id, integer(golden, "id")),
        .syms = program->syms,
        .state = program->kann,
        .network = program->kann_network,
        .program = program,
        .golden = golden};
    const json_t *nodes = json_object_get(golden, "nodes");
    if (!kann_check(tally, c.network != NULL, c.id, "it is no network of KANN")) return;
    check_network(&c);
    check_integer(&c, "nodes", c.network->n, integer(golden, "n_nodes"));
    if (c.network->n != integer(golden, "n_nodes")) return;
    for (int i = 0; i < c.network->n; i++) check_node(&c, i, json_array_get(nodes, (size_t)i));
    check_batch(&c, "B1", 1);
    check_batch(&c, "B64", 64);
    check_sequence(&c);
    check_workers(&c);
}
