// Adding nodes to a program. Every node goes the same way: it is added, its rule runs
// on a scratch arena, what constants refute is reported at once, and only then do results get
// their place in memory. Graphs have millions of nodes, hence what they have in common is shared:
// sizes, strides and attributes that were met a moment ago.
//
// Invariant: the results of a node have consecutive ids, so nothing may add a value between
// builder_add_node and builder_finish_node but the results themselves.

#include "ir/blame.h"
#include "ir/builder.h"
#include "ir/extents.h"

#include <assert.h>
#include <string.h>

struct builder *builder_open(struct arena *arena, struct syms *syms, const char *program_name)
{
    struct builder *b = arena_new(arena, struct builder);
    struct program *program = program_open(arena, syms);
    program->name = arena_string(arena, program_name ? program_name : "");
    b->arena = arena;
    b->scratch = arena_open_inside(arena);
    b->program = program;
    return b;
}

struct program *builder_program(struct builder *b)
{
    return b->program;
}

void builder_at(struct builder *b, const struct site *site)
{
    b->site = site;
}

const struct site *builder_site(const struct builder *b)
{
    return b->site;
}

const struct site *builder_blamed_site(const struct builder *b)
{
    if (b->site || b->frames.n == 0) return b->site;
    return program_scope(b->program, b->frames.at[b->frames.n - 1].scope)->site;
}

void builder_mode(struct builder *b, enum build_mode mode)
{
    b->training = mode == BUILD_TRAINING;
}

void builder_gradients(struct builder *b, enum build_gradients gradients)
{
    b->gradients = gradients;
}

enum build_gradients builder_has_gradients(const struct builder *b)
{
    return b->gradients;
}

void builder_guard_leaves(struct builder *b)
{
    b->guards_leaves = true;
}

int builder_n_unbatched(const struct builder *b)
{
    return b->n_unbatched;
}

// ---- nodes

// By identity of sizes and by bits of floats: two that only compare as equal (0.0 and -0.0, NaN)
// stay apart, which costs a copy and no more.
static bool same_attr(const struct attr *a, const struct attr *b)
{
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case ATTR_NONE: return true;
    case ATTR_INT: return a->i == b->i;
    case ATTR_INTS:
        return a->n == b->n && memcmp(a->ints, b->ints, (size_t)a->n * sizeof *a->ints) == 0;
    case ATTR_FLOAT: return memcmp(&a->f, &b->f, sizeof a->f) == 0;
    case ATTR_BOOL: return a->b == b->b;
    case ATTR_STRING: return strcmp(a->s, b->s) == 0;
    case ATTR_DTYPE: return a->dtype == b->dtype;
    }
    return false;
}

// What the signature text says of an op, read once a builder and not once a node.
static const struct op_counts *counts_of(struct builder *b, enum op_kind kind)
{
    struct op_counts *counts = &b->counts[kind];
    if (counts->known) return counts;
    const struct op *op = op_get(kind);
    for (int i = 0; i < op_min_operands(op) && i < MAX_OPERANDS; i++)
        counts->required |= (unsigned)!op_operand_optional(op, i) << i;
    counts->n_results = op_n_results(op);
    counts->n_attrs = op_n_attrs(op);
    counts->known = true;
    return counts;
}

// Attributes as the node keeps them: one shared empty array where none is given, the array of the
// last node of the same op where all are alike.
static const struct attr *keep_attrs(struct builder *b, enum op_kind kind, const struct attr *attrs)
{
    static const struct attr none[MAX_ATTRS];
    int n = counts_of(b, kind)->n_attrs, given = 0;
    for (int i = 0; attrs && i < n; i++) given += attrs[i].kind != ATTR_NONE;
    if (given == 0) return none;
    const struct attr *last = b->last_attrs[kind];
    int same = 0;
    while (last && same < n && same_attr(&last[same], &attrs[same])) same++;
    if (last && same == n) return last;
    struct attr *copy = arena_array(b->arena, struct attr, n);
    for (int i = 0; i < n; i++) copy[i] = builder_copy_attr(b->arena, &attrs[i]);
    return b->last_attrs[kind] = copy;
}

// Names and values are the caller's, which may end before the program.
static const struct fact *copy_facts(struct arena *arena, int n, const struct fact *facts)
{
    struct fact *copy = arena_array(arena, struct fact, n);
    for (int i = 0; i < n; i++) {
        copy[i].name = arena_string(arena, facts[i].name);
        copy[i].value = arena_string(arena, facts[i].value);
    }
    return copy;
}

// What the spec gives is copied: nothing in it has to outlive the call.
node_id builder_add_node(struct builder *b, const struct node_spec *spec, const char *name)
{
    struct program *program = b->program;
    struct arena *arena = b->arena;
    struct node *node = vec_push(program->arena, &program->nodes);
    *node = (struct node){.op = spec->op, .site = builder_blamed_site(b), .training = b->training};
    assert(spec->n_in <= MAX_NODE_LIST && spec->n_accesses <= MAX_NODE_LIST);
    assert(spec->n_facts <= MAX_NODE_LIST);
    node->n_in = (uint16_t)spec->n_in;
    if (spec->n_in > 0) node->in = arena_copy(arena, spec->in, node->n_in * sizeof *spec->in);
    node->out = (value_id)program->values.n;
    node->name = name ? arena_string(arena, name) : NULL;
    if (b->frames.n > 0) node->scope = b->frames.at[b->frames.n - 1].scope;
    if (spec->op < N_OPS) node->attrs = keep_attrs(b, spec->op, spec->attrs);
    if (spec->n_accesses > 0) {
        node->n_accesses = (uint16_t)spec->n_accesses;
        size_t bytes = node->n_accesses * sizeof *spec->accesses;
        node->accesses = arena_copy(arena, spec->accesses, bytes);
    }
    if (spec->n_facts > 0) {
        node->n_facts = (uint16_t)spec->n_facts;
        node->facts = copy_facts(arena, spec->n_facts, spec->facts);
    }
    program->diags.step = program->nodes.n - 1;
    return (node_id)program->nodes.n - 1;
}

// The values that were added since are the node's results.
void builder_finish_node(struct builder *b, node_id id)
{
    struct program *program = b->program;
    struct node *node = program_node(program, id);
    assert((value_id)program->values.n - node->out <= MAX_NODE_LIST);
    node->n_out = (uint16_t)((value_id)program->values.n - node->out);
    for (int i = 0; i < node->n_out; i++) {
        struct value *value = program_value(program, node->out + (value_id)i);
        value->producer = id;
        value->result = (uint16_t)i;
    }
    build_event(b, EVENT_NODE, id);
    if (b->regions.n > 0) build_graph_node(b, b->regions.at[b->regions.n - 1].body, id);
}

// ---- the shape rule

static void read_operand(const struct program *program, value_id id, struct operand *operand)
{
    // Field by field: the sizes beyond the rank, most of an operand, need no zeros.
    operand->type.dtype = DTYPE_NONE;
    operand->type.shape.rank = 0;
    operand->type.strided = false;
    operand->is_number = false;
    operand->value = NULL;
    operand->below = NULL;
    if (!id) return;
    const struct value *value = program_value(program, id);
    size_t bytes = value->rank * sizeof *value->dim;
    operand->type.dtype = value->dtype;
    operand->type.shape.rank = value->rank;
    if (value->rank) memcpy(operand->type.shape.dim, value->dim, bytes);
    operand->type.strided = value->stride != NULL;
    if (value->stride) memcpy(operand->type.stride, value->stride, bytes);
    operand->is_number = (value->flags & VALUE_NUMBER) != 0;
    operand->value = value->constant;
    operand->below = value->below;
}

void infer_node(struct infer *in, const struct program *program, node_id id,
                struct operand *operands)
{
    const struct node *node = program_node(program, id);
    for (int i = 0; i < node->n_in; i++) read_operand(program, node->in[i], &operands[i]);
    in->syms = program->syms;
    in->op = op_get(node->op);
    in->training = node->training;
    in->unbatched = node->unbatched;
    in->n_in = node->n_in;
    in->in = operands;
    in->attrs = node->attrs;
}

struct infer infer_again(struct arena *arena, const struct program *program, node_id id)
{
    const struct node *node = program_node(program, id);
    struct infer in = {.arena = arena};
    infer_node(&in, program, id, arena_array(arena, struct operand, node->n_in));
    struct result *out = arena_array(arena, struct result, node->n_out);
    for (int i = 0; i < node->n_out; i++) {
        out[i].type = value_type(program_value(program, node->out + (value_id)i));
        out[i].view_of = -1;
    }
    in.n_out = node->n_out;
    in.out = out;
    return in;
}

// The first poisoned operand gives the reason; a node behind it is not checked, so that one
// mistake is one finding.
static const char *poison_of(const struct program *program, const struct node *node)
{
    for (int i = 0; i < node->n_in; i++) {
        const struct value *value = program_value(program, node->in[i]);
        if (node->in[i] && value->flags & VALUE_POISONED) return value->reason;
    }
    return NULL;
}

// Before the rule, so that no rule has to look whether a required operand is there.
static bool operands_there(struct infer *in, unsigned required)
{
    for (int i = 0; required >> i; i++) {
        if (!(required >> i & 1) || infer_has(in, i)) continue;
        return refuse(in, DIAG_OPERAND_MISSING, "%s was not given",
                      op_operand_name(in->arena, in->op, i));
    }
    return true;
}

// PyTorch's "is a view and is being modified inplace": the gradient that a backward hook waits for
// would be that of the old numbers, and nobody has it any more.
static void check_hooked(struct builder *b, struct infer *in, int operand, value_id of)
{
    while (of && !(program_value(b->program, of)->flags & VALUE_HOOKED))
        of = program_value(b->program, of)->view_of;
    if (!of) return;
    refuse(in, DIAG_HOOKED_IN_PLACE,
           "%s is overwritten, and a module with a full backward hook gave or was given it",
           op_operand_name(b->scratch, in->op, operand));
    in->fix = "call it without in place, or on nn_clone of the tensor";
}

// PyTorch's "a leaf Variable that requires grad is being used in an in-place operation": its
// gradient would be that of numbers which are gone. What is detached has no history to go wrong.
static void check_leaf(struct builder *b, struct infer *in, int operand, value_id of)
{
    const struct value *value = program_value(b->program, of);
    const char *view = value->view_of ? "a view of " : "";
    while (value->view_of && value->producer && !(value->flags & VALUE_LEAF)) {
        const struct op *op = op_get(program_node(b->program, value->producer)->op);
        if (!op || op->stops_gradient) return;
        value = program_value(b->program, value->view_of);
    }
    bool leaf = !value->producer || value->flags & VALUE_LEAF;
    if (!leaf || !(value->flags & VALUE_REQUIRES_GRAD)) return;
    refuse(in, DIAG_LEAF_IN_PLACE,
           "%s is overwritten, and it is %s%s that wants a gradient, of which these numbers are a "
           "part",
           op_operand_name(b->scratch, in->op, operand), view,
           value->flags & VALUE_LEAF ||
                   program_storage(b->program, value->storage)->kind != STORAGE_PARAMETER
               ? "a leaf"
               : "a parameter");
    in->fix = "call it without in place, on nn_clone of the tensor, or between "
              "nn_set_grad_enabled(false) and (true)";
}

static void check_overwritten(struct builder *b, struct infer *in, const struct node *node)
{
    for (int i = 0; i < in->n_out && !refused(in); i++) {
        int operand = in->out[i].view_of;
        if (!in->out[i].in_place || operand < 0) continue;
        check_hooked(b, in, operand, node->in[operand]);
        if (b->guards_leaves && b->gradients == BUILD_GRADIENTS && !refused(in))
            check_leaf(b, in, operand, node->in[operand]);
    }
}

// The rule, and behind it what holds for the results of any rule: no negative size, no more than
// 2^63 - 1 bytes.
static void run_rule(struct builder *b, const struct node *node, struct infer *in,
                     unsigned required)
{
    if (!operands_there(in, required)) return;
    infer_run(in);
    if (!refused(in) && in->n_out > MAX_NODE_LIST)
        refuse(in, DIAG_OPTION_RANGE, "it gives %d results; at most %d are possible", in->n_out,
               MAX_NODE_LIST);
    if (refused(in)) return;
    for (int i = 0; i < in->n_out; i++) {
        const struct tensor_type *type = &in->out[i].type;
        enum diag_id diag = DIAG_NONE;
        const char *why = NULL;
        if (!builder_possible_bytes(b, type, &why, &diag)) refuse(in, diag, "the result %s", why);
    }
    if (!refused(in)) extents_ask(b->program, node, in);
}

// Obligations that constants decide are reported at once; a rule that goes on
// after one may refuse its own nonsense, so the first of them comes first.
static const struct diag *blame(struct builder *b, node_id id, const struct infer *in)
{
    for (const struct obligation *o = in->obligations; o; o = o->next) {
        if (obligation_plain(o) != VERDICT_REFUTED) continue;
        struct proof proof = {.verdict = VERDICT_REFUTED, .always = true};
        return blame_obligation(b->program, id, o, &proof);
    }
    if (!refused(in)) return NULL;
    return blame_refusal(b->program, id, in->refused, in->refusal, in->fix);
}

// What is left open moves from the scratch arena to the node.
static void keep_obligations(struct builder *b, node_id id, const struct infer *in)
{
    struct obligation *first = NULL, **last = &first;
    for (const struct obligation *o = in->obligations; o; o = o->next) {
        struct obligation *copy = arena_copy(b->arena, o, sizeof *o);
        copy->next = NULL;
        if (o->fix) copy->fix = arena_string(b->arena, o->fix);
        if (o->taken) copy->taken = arena_string(b->arena, o->taken);
        if (o->a.what) copy->a.what = arena_string(b->arena, o->a.what);
        if (o->b.what) copy->b.what = arena_string(b->arena, o->b.what);
        *last = copy;
        last = &copy->next;
    }
    program_node(b->program, id)->obligations = first;
}

// ---- results

// As many as were asked for, so that a program that takes them apart finds them.
static void add_poisoned_results(struct builder *b, const struct infer *in, enum op_kind kind,
                                 const char *reason)
{
    int64_t n = in->op->n_asked ? in->op->n_asked(in) : 0;
    if (n == 0) n = counts_of(b, kind)->n_results;
    for (int64_t i = 0; i < n; i++) builder_add_poison(b, reason);
}

// Room that lives from node to node; twice what is asked for, so that it is rarely made anew.
static struct operand *operand_room(struct builder *b, int n)
{
    const struct program *program = b->program;
    if (n > b->n_operands) {
        b->n_operands = n * 2;
        b->operands = arena_array(program->arena, struct operand, b->n_operands);
    }
    return b->operands;
}

// How long the first of its lists is that is longer than a node can hold. 0: none is.
static int too_long(const struct node_spec *spec, const char **what)
{
    const struct {
        int n;
        const char *what;
    } lists[] = {
        {spec->n_in, "operands"}, {spec->n_accesses, "accesses"}, {spec->n_facts, "facts"}};
    for (int i = 0; i < 3; i++) {
        *what = lists[i].what;
        if (lists[i].n > MAX_NODE_LIST) return lists[i].n;
    }
    return 0;
}

// Of a call that is given more than a node can hold nothing is kept but that it is wrong.
static node_id refuse_length(struct builder *b, const struct node_spec *spec, int n,
                             const char *what)
{
    struct node_spec short_one = *spec;
    short_one.n_in = short_one.n_accesses = short_one.n_facts = 0;
    node_id id = builder_add_node(b, &short_one, NULL);
    struct infer in = {.arena = b->scratch};
    infer_node(&in, b->program, id, NULL);
    refuse(&in, DIAG_OPTION_RANGE, "it is given %d %s; at most %d are possible", n, what,
           MAX_NODE_LIST);
    blame(b, id, &in);
    add_poisoned_results(b, &in, spec->op, "it is given more than is possible");
    builder_finish_node(b, id);
    arena_reset(b->scratch);
    return id;
}

node_id build_node(struct builder *b, const struct node_spec *spec)
{
    struct program *program = b->program;
    const char *what;
    int n = too_long(spec, &what);
    if (n > 0) return refuse_length(b, spec, n, what);
    node_id id = builder_add_node(b, spec, NULL);
    struct result room[8];
    struct infer in = {.arena = b->scratch, .n_room = 8, .room = room};
    infer_node(&in, program, id, operand_room(b, spec->n_in));
    const char *poison = poison_of(program, program_node(program, id));
    if (poison) {
        add_poisoned_results(b, &in, spec->op, poison);
        builder_finish_node(b, id);
        arena_reset(b->scratch);
        return id;
    }
    run_rule(b, program_node(program, id), &in, counts_of(b, spec->op)->required);
    check_overwritten(b, &in, program_node(program, id));
    const struct diag *diag = blame(b, id, &in);
    if (diag) {
        add_poisoned_results(b, &in, spec->op,
                             arena_printf(b->arena, "%s is %s (%s)",
                                          blame_node(b->arena, program, id),
                                          diag->severity == SEVERITY_NOTE ? "not known" : "wrong",
                                          diag_info(diag->id)->code));
    } else {
        if (in.obligations) keep_obligations(b, id, &in);
        builder_add_results(b, id, &in, spec);
        program_node(program, id)->unbatched = in.unbatched;
        b->n_unbatched += in.unbatched;
    }
    builder_finish_node(b, id);
    arena_reset(b->scratch);
    return id;
}

// A library call whose meaning nobody knows: its results are what its frontend says they are.
node_id build_opaque(struct builder *b, const char *name, const struct node_spec *spec, int n_out,
                     const struct tensor_type *out)
{
    struct node_spec opaque = *spec;
    opaque.op = N_OPS;
    opaque.attrs = NULL;
    node_id id = builder_add_node(b, &opaque, name);
    const char *poison = poison_of(b->program, program_node(b->program, id));
    for (int i = 0; i < n_out; i++) {
        if (poison) {
            builder_add_poison(b, poison);
            continue;
        }
        value_id result = builder_add_value(b, &out[i], spec->name);
        if (spec->into) {
            builder_place_into(b, result, &spec->into[i]);
        } else {
            builder_place_fresh(b, result, &out[i]);
        }
    }
    builder_finish_node(b, id);
    return id;
}

value_id build_result(const struct builder *b, node_id id, int index)
{
    const struct node *node = program_node(b->program, id);
    assert(index >= 0 && index < node->n_out);
    return node->out + (value_id)index;
}

// An op of up to three operands with one result, for frontends that need no more.
value_id build_op(struct builder *b, enum op_kind op, const struct attr *attrs, value_id a,
                  value_id operand_b, value_id operand_c)
{
    value_id in[3] = {a, operand_b, operand_c};
    int n = operand_c ? 3 : operand_b ? 2 : 1;
    return build_result(b, build_node(b, &(struct node_spec){op, n, in, .attrs = attrs}), 0);
}
