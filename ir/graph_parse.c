// A program from its text; graph_print.c writes it. Statements come in the order of ids, so each
// refers only to what was read before it (but for a storage's first value). What was read is
// verified at the end: a text cannot make a program that the builder could not have made.

#include "ir/graph_parts.h"
#include "ir/graph_text.h"
#include "ir/verify.h"

#include <string.h>

struct parser {
    struct reader reader;
    struct program *program;
    struct map *ops; // name -> kind + 1
};

// Ids are written out so that a text can be read, but there is only one right one.
static void expect_next(struct reader *r, uint32_t id, int n)
{
    if (id != (uint32_t)n) reader_fail(r, "the next number here is %d, not %u", n, id);
}

// ---- storages, values

static enum storage_kind read_storage_kind(struct reader *r)
{
    enum storage_kind kind = storage_kind_find(reader_any_word(r));
    if (kind < N_STORAGE_KINDS) return kind;
    reader_fail(r, "a kind of storage expected before `%.20s`", r->at);
    return STORAGE_RAW;
}

// A storage without elements of a type has no dtype: what follows then is a number or a
// parenthesis.
static bool at_letter(struct reader *r)
{
    while (*r->at == ' ') r->at++;
    return *r->at >= 'a' && *r->at <= 'z';
}

// Only storages that no value's line makes.
static void parse_storage(struct parser *p, storage_id id)
{
    struct reader *r = &p->reader;
    expect_next(r, id, p->program->storages.n);
    struct storage *storage = vec_push(r->arena, &p->program->storages);
    reader_expect_char(r, ':');
    storage->kind = read_storage_kind(r);
    if (at_letter(r)) storage->dtype = reader_dtype(r);
    storage->bytes = reader_size(r);
    storage->name = reader_try_string(r);
    if (reader_word(r, "first")) storage->first = reader_id(r, 'v');
    if (reader_word(r, "inside")) storage->inside = reader_id(r, 's');
    if (reader_char(r, '+')) storage->inside_offset = reader_size(r);
    storage->site = reader_site(r, NULL);
    reader_end_line(r);
}

// The limit on axes is that of `struct shape`, which verified programs keep to.
static void read_sizes(struct reader *r, struct value *value)
{
    const struct sym **dims = NULL;
    int rank = reader_dims(r, &dims);
    if (rank > MAX_RANK) reader_fail(r, "more than %d axes", MAX_RANK);
    value->rank = (uint8_t)(rank > MAX_RANK ? 0 : rank);
    value->dim = dims;
}

// "new s4 parameter": the storage that is made for this very value.
static storage_id read_new_storage(struct parser *p, struct storage *made)
{
    struct reader *r = &p->reader;
    storage_id id = reader_id(r, 's');
    expect_next(r, id, p->program->storages.n);
    made->kind = STORAGE_ACTIVATION;
    for (enum storage_kind kind = 0; kind < N_STORAGE_KINDS; kind++) {
        if (kind != STORAGE_ACTIVATION && reader_word(r, storage_kind_name(kind)))
            made->kind = kind;
    }
    return id;
}

static void read_place(struct parser *p, struct value *value, struct storage *made)
{
    struct reader *r = &p->reader;
    if (reader_word(r, "new")) {
        value->storage = read_new_storage(p, made);
        made->first = (value_id)p->program->values.n;
    } else if (reader_word(r, "in")) {
        value->storage = reader_id(r, 's');
        if (reader_char(r, '+')) value->offset = reader_size(r);
    }
}

// What the text leaves out because it follows from the value: size, dtype, name, site.
static void add_made_storage(struct parser *p, const struct value *value, struct storage *made)
{
    struct tensor_type type = value_type(value);
    made->dtype = value->dtype;
    made->bytes = tensor_bytes(p->program->syms, &type);
    made->name = made->kind == STORAGE_ACTIVATION ? NULL : value->name;
    made->site = value->site;
    *vec_push(p->reader.arena, &p->program->storages) = *made;
}

// "over v3" and "view v3" differ in whether the value was written or is only looked at.
static void read_flags(struct reader *r, struct value *value)
{
    if (reader_word(r, "over")) {
        value->view_of = reader_id(r, 'v');
        value->flags |= VALUE_IN_PLACE;
    } else if (reader_word(r, "view")) {
        value->view_of = reader_id(r, 'v');
    }
    if (reader_word(r, "grad")) value->flags |= VALUE_REQUIRES_GRAD;
    if (reader_word(r, "leaf")) value->flags |= VALUE_LEAF;
    if (reader_word(r, "output")) value->flags |= VALUE_OUTPUT;
    if (reader_word(r, "number")) value->flags |= VALUE_NUMBER;
}

// In the order in which graph_print.c writes the parts.
static void parse_value(struct parser *p, value_id id, const struct site *site)
{
    struct reader *r = &p->reader;
    struct value value = {0};
    struct storage made = {0};
    expect_next(r, id, p->program->values.n);
    reader_expect_char(r, ':');
    if (reader_word(r, "poison")) {
        value.flags = VALUE_POISONED;
        value.reason = reader_string(r);
    } else {
        value.dtype = reader_dtype(r);
        read_sizes(r, &value);
    }
    read_place(p, &value, &made);
    if (reader_word(r, "strides")) {
        const struct sym **strides = NULL;
        if (reader_dims(r, &strides) != value.rank) reader_fail(r, "as many strides as sizes");
        value.stride = strides;
    }
    read_flags(r, &value);
    if (reader_char(r, '=')) {
        struct attr *constant = arena_new(r->arena, struct attr);
        reader_attr(r, constant);
        value.constant = constant;
    }
    value.name = reader_try_string(r);
    value.site = reader_site(r, site);
    reader_end_line(r);
    if (made.first) add_made_storage(p, &value, &made);
    *vec_push(r->arena, &p->program->values) = value;
}

// ---- nodes

// In the op's order, each once, so that there is one text for a call.
static void read_attrs(struct parser *p, const struct op *op, struct node *node)
{
    struct reader *r = &p->reader;
    static const struct attr none[MAX_ATTRS];
    node->attrs = none;
    if (!reader_char(r, '{')) return;
    struct attr *attrs = arena_array(r->arena, struct attr, op_n_attrs(op) + 1);
    int last = -1;
    do {
        const char *name = reader_any_word(r);
        int index = op_attr_index(op, name);
        if (index <= last) {
            reader_fail(r, "`%.20s` is no attribute of %s, or out of order", name, op->name);
            return;
        }
        reader_expect_char(r, '=');
        reader_attr(r, &attrs[index]);
        if (attrs[index].kind == ATTR_NONE) reader_fail(r, "`%.20s` has no value", name);
        last = index;
    } while (reader_char(r, ','));
    reader_expect_char(r, '}');
    node->attrs = attrs;
}

// A region: how often, which body, and what each iteration hands to the next.
static void read_repeat(struct reader *r, struct node *node)
{
    VEC(struct carried) carried = {0};
    node->name = "repeat";
    reader_expect_word(r, "count");
    node->count = reader_size(r);
    reader_expect_word(r, "body");
    node->body = reader_id(r, 'g');
    while (carried.n < UINT16_MAX && reader_word(r, "carry")) {
        struct carried *c = vec_push(r->arena, &carried);
        c->initial = reader_id(r, 'v');
        c->inside = reader_id(r, 'v');
        c->next = reader_id(r, 'v');
    }
    node->carried = carried.at;
    node->n_carried = (uint16_t)carried.n;
}

// An op by its name, `call` for a function of a library that is none, `region` for a loop.
static void read_operation(struct parser *p, struct node *node)
{
    struct reader *r = &p->reader;
    node->op = N_OPS;
    const char *word = reader_any_word(r);
    uintptr_t kind = (uintptr_t)map_get_string(p->ops, word);
    bool call = strcmp(word, "call") == 0, repeat = strcmp(word, "region") == 0;
    if (kind) node->op = (enum op_kind)(kind - 1);
    if (!kind && !call && !repeat) reader_fail(r, "`%.20s` is no op", word);
    if (!kind && call) node->name = reader_try_string(r);
    value_id *in = NULL;
    int n = reader_ids(r, 'v', &in);
    if (n > UINT16_MAX) reader_fail(r, "too many operands");
    node->n_in = (uint16_t)n;
    node->in = in;
    if (kind) {
        read_attrs(p, op_get(node->op), node);
    } else if (repeat) {
        read_repeat(r, node);
        if (!node->body) reader_fail(r, "a region has a body");
    }
}

// Results are the indented lines behind their node; ids count on from the values before.
static void parse_results(struct parser *p, node_id id, struct node *node)
{
    struct reader *r = &p->reader;
    node->out = (value_id)p->program->values.n;
    while (reader_part(r)) {
        if (node->n_out == UINT16_MAX) reader_fail(r, "too many results");
        parse_value(p, reader_id(r, 'v'), node->site);
        if (r->error) return;
        struct value *value = &p->program->values.at[p->program->values.n - 1];
        value->producer = id;
        value->result = node->n_out++;
    }
}

static void parse_node(struct parser *p, node_id id)
{
    struct reader *r = &p->reader;
    struct node node = {0};
    expect_next(r, id, p->program->nodes.n);
    reader_expect_char(r, '=');
    read_operation(p, &node);
    if (reader_word(r, "in")) node.scope = reader_id(r, 'm');
    node.leaf_result = reader_word(r, "leaf");
    node.training = reader_word(r, "training");
    node.unbatched = reader_word(r, "unbatched");
    node.site = reader_site(r, NULL);
    reader_end_line(r);
    parts_accesses(r, &node);
    parts_facts(r, &node);
    node.obligations = parts_obligations(r);
    parse_results(p, id, &node);
    *vec_push(r->arena, &p->program->nodes) = node;
}

// ---- modules, graphs, events

static void parse_scope(struct parser *p, scope_id id)
{
    struct reader *r = &p->reader;
    expect_next(r, id, p->program->scopes.n);
    struct scope *scope = vec_push(r->arena, &p->program->scopes);
    reader_expect_char(r, ':');
    scope->kind = reader_string(r);
    scope->name = reader_string(r);
    if (reader_word(r, "in")) scope->parent = reader_id(r, 'm');
    scope->leaf = reader_word(r, "leaf");
    if (reader_word(r, "args")) scope->args = reader_string(r);
    if (reader_word(r, "unseen")) scope->unseen = reader_string(r);
    if (reader_word(r, "has")) {
        value_id *parameters = NULL;
        scope->n_parameters = reader_ids(r, 'v', &parameters);
        scope->parameters = parameters;
    }
    scope->site = reader_site(r, NULL);
    reader_end_line(r);
}

static void parse_call(struct parser *p)
{
    struct reader *r = &p->reader;
    struct module_call *call = vec_push(r->arena, &p->program->calls);
    value_id *out = NULL;
    call->scope = reader_id(r, 'm');
    call->n_out = reader_ids(r, 'v', &out);
    call->out = out;
    if (reader_try_id(r, 'n', &call->first_node)) {
        reader_expect_char(r, '.');
        reader_expect_char(r, '.');
        call->last_node = reader_id(r, 'n');
    }
    call->site = reader_site(r, NULL);
    reader_end_line(r);
}

// "n3" or "n3..n7"; false if there is none or it makes no sense.
static bool read_node_range(struct parser *p, node_id *first, node_id *last)
{
    struct reader *r = &p->reader;
    if (!reader_try_id(r, 'n', first)) return false;
    *last = *first;
    if (reader_char(r, '.')) {
        reader_expect_char(r, '.');
        *last = reader_id(r, 'n');
    }
    bool valid = *first > 0 && *first <= *last && *last < (node_id)p->program->nodes.n;
    if (!valid) reader_fail(r, "nodes n%u to n%u are not there", *first, *last);
    return valid;
}

static void parse_checkpoint(struct parser *p)
{
    struct checkpoint checkpoint = {0};
    if (read_node_range(p, &checkpoint.first, &checkpoint.last))
        *vec_push(p->reader.arena, &p->program->checkpoints) = checkpoint;
    else
        reader_fail(&p->reader, "a checkpoint has nodes");
    reader_end_line(&p->reader);
}

enum graph_end { GRAPH_INPUTS, GRAPH_OUTPUTS };

// A graph's inputs stand before its nodes, its outputs behind them.
static void read_graph_values(struct reader *r, struct graph *graph, enum graph_end end)
{
    value_id *ids = NULL;
    int n = reader_ids(r, 'v', &ids);
    for (int i = 0; i < n; i++) {
        value_id *slot = end == GRAPH_OUTPUTS ? vec_push(r->arena, &graph->outputs)
                                              : vec_push(r->arena, &graph->inputs);
        *slot = ids[i];
    }
}

static void parse_graph(struct parser *p, graph_id id)
{
    struct reader *r = &p->reader;
    expect_next(r, id, p->program->graphs.n);
    struct graph *graph = vec_push(r->arena, &p->program->graphs);
    reader_expect_char(r, ':');
    graph->name = reader_string(r);
    read_graph_values(r, graph, GRAPH_INPUTS);
    node_id first, last;
    while (read_node_range(p, &first, &last)) {
        for (; first <= last; first++) *vec_push(r->arena, &graph->nodes) = first;
    }
    reader_expect_char(r, '-');
    reader_expect_char(r, '>');
    read_graph_values(r, graph, GRAPH_OUTPUTS);
    reader_end_line(r);
}

static void add_event(struct parser *p, enum event_kind kind, uint32_t id, const struct site *place)
{
    struct event event = {kind, id, reader_site(&p->reader, place)};
    *vec_push(p->reader.arena, &p->program->events) = event;
}

// "n3..n7" is one line for what most of a program is: node after node, each where its own site is.
static void add_node_events(struct parser *p, node_id first, node_id last)
{
    if (first == last) {
        add_event(p, EVENT_NODE, first, program_node(p->program, first)->site);
        return;
    }
    for (node_id id = first; id <= last; id++) {
        struct event event = {EVENT_NODE, id, program_node(p->program, id)->site};
        *vec_push(p->reader.arena, &p->program->events) = event;
    }
}

// Nodes and calls are read by themselves: they stand where the node or the call does.
static enum event_kind read_event_kind(struct reader *r)
{
    for (enum event_kind kind = 0; kind < N_EVENT_KINDS; kind++)
        if (kind != EVENT_NODE && reader_word(r, event_form(kind)->word)) return kind;
    return N_EVENT_KINDS;
}

static void parse_event(struct parser *p)
{
    struct reader *r = &p->reader;
    node_id first = 0, last = 0;
    if (read_node_range(p, &first, &last)) {
        add_node_events(p, first, last);
        reader_end_line(r);
        return;
    }
    enum event_kind kind = read_event_kind(r);
    if (kind == EVENT_CALL) {
        uint32_t call = (uint32_t)reader_number(r, p->program->calls.n);
        add_event(p, kind, call, r->error ? NULL : p->program->calls.at[call].site);
    } else if (kind < N_EVENT_KINDS) {
        add_event(p, kind, reader_id(r, event_form(kind)->letter), NULL);
    } else {
        reader_fail(r, "an event expected at `%.20s`", r->at);
    }
    reader_end_line(r);
}

// ---- findings

static enum severity read_severity(struct reader *r)
{
    for (enum severity severity = 0; severity < N_SEVERITIES; severity++)
        if (reader_word(r, severity_name(severity))) return severity;
    reader_fail(r, "a severity expected at `%.20s`", r->at);
    return SEVERITY_NOTE;
}

static enum verdict read_verdict(struct reader *r)
{
    for (enum verdict verdict = 0; verdict < N_VERDICTS; verdict++)
        if (reader_word(r, verdict_name(verdict))) return verdict;
    reader_fail(r, "a verdict expected at `%.20s`", r->at);
    return VERDICT_OPEN;
}

static void parse_diag(struct parser *p)
{
    struct reader *r = &p->reader;
    struct diags *diags = &p->program->diags;
    enum diag_id id = parts_diag_id(r);
    enum severity severity = read_severity(r);
    enum verdict verdict = read_verdict(r);
    struct diag *diag = diag_add(diags, id, NULL, "%s", reader_string(r));
    diag_set_severity(diags, diag, severity);
    diag->verdict = verdict;
    if (reader_word(r, "fix")) diag->fix = reader_string(r);
    diag->site = reader_site(r, NULL);
    reader_end_line(r);
    while (reader_part(r) && reader_word(r, "note")) {
        const char *message = reader_string(r);
        diag_note(diags, diag, reader_site(r, NULL), "%s", message);
        reader_end_line(r);
    }
}

// ---- the whole

static void parse_statement(struct parser *p)
{
    struct reader *r = &p->reader;
    uint32_t id;
    if (reader_word(r, "site")) {
        parts_site(r);
    } else if (reader_word(r, "call")) {
        parse_call(p);
    } else if (reader_word(r, "checkpoint")) {
        parse_checkpoint(p);
    } else if (reader_word(r, "event")) {
        parse_event(p);
    } else if (reader_word(r, "diag")) {
        parse_diag(p);
    } else if (reader_try_id(r, 'm', &id)) {
        parse_scope(p, id);
    } else if (reader_try_id(r, 's', &id)) {
        parse_storage(p, id);
    } else if (reader_try_id(r, 'v', &id)) {
        parse_value(p, id, NULL);
    } else if (reader_try_id(r, 'n', &id)) {
        parse_node(p, id);
    } else if (reader_try_id(r, 'g', &id)) {
        parse_graph(p, id);
    } else {
        reader_fail(r, "a statement expected at `%.20s`", r->at);
    }
}

struct program *program_parse(struct arena *arena, struct syms *syms, const char *text,
                              const char **error)
{
    struct parser p = {.program = program_open(arena, syms), .ops = map_open(arena)};
    struct reader *r = &p.reader;
    reader_open(r, arena, syms, text);
    for (enum op_kind kind = 0; kind < N_OPS; kind++)
        map_put_string(p.ops, op_get(kind)->name, (void *)((uintptr_t)kind + 1));
    reader_expect_word(r, "program");
    p.program->name = reader_string(r);
    if (reader_word(r, "library")) p.program->library = reader_string(r);
    if (reader_word(r, "unseen")) p.program->unseen = reader_string(r);
    reader_end_line(r);
    while (*r->at && !r->error) parse_statement(&p);
    if (!r->error) r->error = program_verify(arena, p.program);
    if (!r->error) return p.program;
    if (error) *error = r->error;
    return NULL;
}
