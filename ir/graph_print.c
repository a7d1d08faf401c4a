// The text form of a program: print(parse(x)) == x, and two programs are the same if their texts
// are. Tests and `shapeprof ir` show it. It leaves out what follows from the rest (a fresh
// storage's size, a site that is the same as the node's), so that a line is about one thing.

#include "ir/graph_text.h"
#include "ir/graph_words.h"

#include <string.h>

// Things are written in the order of their ids, each before the first thing
// that speaks of it where it can be: a storage before its values, a site before
// what happened there.
struct printer {
    struct text text;
    const struct program *program;
    struct map *site_numbers; // by address
    struct map *site_keys;    // by content: equal sites get one number
    uintptr_t n_sites;
    storage_id next_storage;
    value_id next_value;
};

// ---- sites

// Writes the line of a site that is new, callers first. Two lookups, since most questions are for
// the very site that was asked for before.
static unsigned site_number(struct printer *p, const struct site *site)
{
    if (!site) return 0;
    void *known = map_get_number(p->site_numbers, (uintptr_t)site);
    if (known) return (unsigned)(uintptr_t)known;
    unsigned caller = site_number(p, site->caller);
    struct text line = {.arena = p->text.arena};
    if (site->file) {
        words_string(&line, site->file);
    } else {
        text_add(&line, "nowhere");
    }
    text_printf(&line, ":%d:%d", site->line, site->column);
    words_name(&line, site->function);
    if (caller) text_printf(&line, " from %u", caller);
    void *number = map_get_string(p->site_keys, text_string(&line));
    if (!number) {
        number = (void *)++p->n_sites;
        map_put_string(p->site_keys, text_string(&line), number);
        text_printf(&p->text, "site %u %s\n", (unsigned)p->n_sites, text_string(&line));
    }
    map_put_number(p->site_numbers, (uintptr_t)site, number);
    return (unsigned)(uintptr_t)number;
}

// Nothing where it is the one that the reader would expect there.
static void add_site(struct printer *p, const struct site *site, const struct site *expected)
{
    unsigned number = site_number(p, site);
    if (number != site_number(p, expected)) text_printf(&p->text, " @%u", number);
}

// ---- storages and values

static void print_storage(struct printer *p, storage_id id)
{
    const struct storage *storage = program_storage(p->program, id);
    site_number(p, storage->site);
    text_printf(&p->text, "s%u: %s", id, storage_kind_name(storage->kind));
    if (storage->dtype != DTYPE_NONE) text_printf(&p->text, " %s", dtype_name(storage->dtype));
    text_add_char(&p->text, ' ');
    words_size(&p->text, storage->bytes);
    words_name(&p->text, storage->name);
    if (storage->first) text_printf(&p->text, " first v%u", storage->first);
    if (storage->inside) text_printf(&p->text, " inside s%u", storage->inside);
    if (storage->inside_offset) {
        text_add(&p->text, " + ");
        words_size(&p->text, storage->inside_offset);
    }
    add_site(p, storage->site, NULL);
    text_add_char(&p->text, '\n');
}

// All that were not written yet, up to the one that is about to be spoken of.
static void print_storages_below(struct printer *p, storage_id end)
{
    while (p->next_storage < end) print_storage(p, p->next_storage++);
}

static bool same_string(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

// Is the storage just what build_tensor or a node makes for this value?
static bool is_made_for(struct printer *p, value_id id, storage_id next)
{
    const struct value *value = program_value(p->program, id);
    const struct storage *storage = program_storage(p->program, value->storage);
    bool activation = storage->kind == STORAGE_ACTIVATION;
    return storage->first == id && storage->dtype == value->dtype && !storage->inside &&
           !storage->inside_offset && !value->offset && !value->stride && value->storage == next &&
           same_string(storage->name, activation ? NULL : value->name) &&
           storage->bytes == value_bytes(p->program, id) &&
           site_number(p, storage->site) == site_number(p, value->site);
}

// "new s4" makes the storage in the value's own line, which is how nearly all of a graph is
// written.
static void add_place(struct printer *p, value_id id)
{
    const struct value *value = program_value(p->program, id);
    if (!value->storage) return;
    if (is_made_for(p, id, p->next_storage)) {
        enum storage_kind kind = program_storage(p->program, value->storage)->kind;
        text_printf(&p->text, " new s%u", value->storage);
        if (kind != STORAGE_ACTIVATION) text_printf(&p->text, " %s", storage_kind_name(kind));
        p->next_storage++;
        return;
    }
    text_printf(&p->text, " in s%u", value->storage);
    if (value->offset) {
        text_add(&p->text, " + ");
        words_size(&p->text, value->offset);
    }
}

// Writes what has to stand on lines of its own before the lines of `n` values:
// sites, and storages unless each value's line makes the next one.
static void prepare_values(struct printer *p, value_id first, int n)
{
    storage_id next = p->next_storage, end = 0;
    bool in_order = true;
    for (int i = 0; i < n; i++) {
        value_id id = first + (value_id)i;
        const struct value *value = program_value(p->program, id);
        site_number(p, value->site);
        if (value->storage >= end) end = value->storage + 1;
        if (value->storage < next) continue;
        if (next == p->next_storage) {
            print_storages_below(p, value->storage);
            next = p->next_storage;
        }
        in_order &= is_made_for(p, id, next);
        next++;
    }
    if (!in_order) print_storages_below(p, end);
}

static void add_value(struct printer *p, value_id id, const struct site *expected)
{
    struct text *text = &p->text;
    const struct value *value = program_value(p->program, id);
    text_printf(text, "v%u: ", id);
    if (value->flags & VALUE_POISONED) {
        text_add(text, "poison ");
        words_string(text, value->reason);
    } else {
        text_add(text, dtype_name(value->dtype));
        words_dims(text, value->rank, value->dim);
    }
    add_place(p, id);
    if (value->stride) {
        text_add(text, " strides ");
        words_dims(text, value->rank, value->stride);
    }
    if (value->flags & VALUE_IN_PLACE) {
        text_printf(text, " over v%u", value->view_of);
    } else if (value->view_of) {
        text_printf(text, " view v%u", value->view_of);
    }
    if (value->flags & VALUE_REQUIRES_GRAD) text_add(text, " grad");
    if (value->flags & VALUE_LEAF) text_add(text, " leaf");
    if (value->flags & VALUE_OUTPUT) text_add(text, " output");
    if (value->flags & VALUE_NUMBER) text_add(text, " number");
    if (value->constant) {
        text_add(text, " = ");
        words_attr(text, value->constant);
    }
    words_name(text, value->name);
    add_site(p, value->site, expected);
    text_add_char(text, '\n');
}

static void print_values_below(struct printer *p, value_id end)
{
    for (; p->next_value < end; p->next_value++) {
        prepare_values(p, p->next_value, 1);
        add_value(p, p->next_value, NULL);
    }
}

// ---- nodes

static void add_value_list(struct text *text, int n, const value_id *values)
{
    text_add_char(text, '(');
    for (int i = 0; i < n; i++) text_printf(text, "%sv%u", i ? ", " : "", values[i]);
    text_add_char(text, ')');
}

// Those that were given; defaults are the op's affair.
static void add_attrs(struct text *text, const struct op *op, const struct attr *attrs)
{
    int given = 0;
    for (int i = 0; i < op_n_attrs(op); i++) {
        if (attrs[i].kind == ATTR_NONE) continue;
        text_printf(text, "%s%s=", given++ ? ", " : " {", op->attrs[i].name);
        words_attr(text, &attrs[i]);
    }
    if (given) text_add_char(text, '}');
}

static void add_repeat(struct text *text, const struct node *node)
{
    text_add(text, " count ");
    words_size(text, node->count);
    text_printf(text, " body g%u", node->body);
    for (int i = 0; i < node->n_carried; i++) {
        const struct carried *c = &node->carried[i];
        text_printf(text, " carry v%u v%u v%u", c->initial, c->inside, c->next);
    }
}

const char *const program_relation_words[N_RELATIONS] = {
    [RELATION_EQUAL] = "equal",
    [RELATION_AT_MOST] = "at_most",
    [RELATION_DIVIDES] = "divides",
    [RELATION_BROADCAST] = "broadcast",
};

const char *const program_access_words[N_ACCESS_MODES] = {
    [ACCESS_READ] = "reads",
    [ACCESS_WRITE] = "writes",
    [ACCESS_READ | ACCESS_WRITE] = "updates",
};

static void add_term(struct text *text, const struct term *term)
{
    text_add_char(text, ' ');
    words_size(text, term->size);
    if (term->operand >= 0) text_printf(text, " of %d %d", term->operand, term->axis);
    words_name(text, term->what);
}

static void print_obligation(struct text *text, const struct obligation *o)
{
    if (o->taken)
        text_printf(text, "  takes %s", program_relation_words[o->relation]);
    else
        text_printf(text, "  must %s %s", diag_info(o->diag)->code,
                    program_relation_words[o->relation]);
    add_term(text, &o->a);
    text_add(text, " and");
    add_term(text, &o->b);
    if (o->taken) {
        text_add(text, " otherwise");
        words_name(text, o->taken);
    }
    if (o->fix) {
        text_add(text, " fix");
        words_name(text, o->fix);
    }
    text_add_char(text, '\n');
}

static void print_access(struct text *text, const struct access *access)
{
    const char *word = program_access_words[access->mode & (N_ACCESS_MODES - 1)];
    text_printf(text, "  %s s%u ", word, access->storage);
    words_size(text, access->low);
    text_add(text, " to ");
    words_size(text, access->high);
    text_add_char(text, '\n');
}

// In the order in which graph_parts.c reads them, results last.
static void print_node_parts(struct printer *p, const struct node *node)
{
    struct text *text = &p->text;
    for (int i = 0; i < node->n_accesses; i++) print_access(text, &node->accesses[i]);
    for (int i = 0; i < node->n_facts; i++) {
        text_add(text, "  fact");
        words_name(text, node->facts[i].name);
        words_name(text, node->facts[i].value);
        text_add_char(text, '\n');
    }
    for (const struct obligation *o = node->obligations; o; o = o->next) print_obligation(text, o);
    for (int i = 0; i < node->n_out; i++) {
        text_add(text, "  ");
        add_value(p, p->next_value++, node->site);
    }
}

static void print_node(struct printer *p, node_id id)
{
    const struct node *node = program_node(p->program, id);
    struct text *text = &p->text;
    print_values_below(p, node->out);
    for (int i = 0; i < node->n_accesses; i++)
        print_storages_below(p, node->accesses[i].storage + 1);
    site_number(p, node->site);
    prepare_values(p, node->out, node->n_out);
    const struct op *op = op_get(node->op);
    text_printf(text, "n%u = %s", id, op ? op->name : node->body ? "region" : "call");
    if (!op && !node->body) words_name(text, node->name);
    add_value_list(text, node->n_in, node->in);
    if (op) add_attrs(text, op, node->attrs);
    if (node->body) add_repeat(text, node);
    if (node->scope) text_printf(text, " in m%u", node->scope);
    if (node->leaf_result) text_add(text, " leaf");
    if (node->training) text_add(text, " training");
    if (node->unbatched) text_add(text, " unbatched");
    add_site(p, node->site, NULL);
    text_add_char(text, '\n');
    print_node_parts(p, node);
}

// ---- modules, graphs, events

// Before all nodes, since nodes say which module they stand in.
static void print_scope(struct printer *p, scope_id id)
{
    const struct scope *scope = program_scope(p->program, id);
    struct text *text = &p->text;
    site_number(p, scope->site);
    text_printf(text, "m%u: ", id);
    words_string(text, scope->kind);
    words_name(text, scope->name);
    if (scope->parent) text_printf(text, " in m%u", scope->parent);
    if (scope->leaf) text_add(text, " leaf");
    if (scope->args) {
        text_add(text, " args");
        words_name(text, scope->args);
    }
    if (scope->unseen) {
        text_add(text, " unseen");
        words_name(text, scope->unseen);
    }
    if (scope->n_parameters > 0) {
        text_add(text, " has ");
        add_value_list(text, scope->n_parameters, scope->parameters);
    }
    add_site(p, scope->site, NULL);
    text_add_char(text, '\n');
}

// Behind all nodes: a call is known by the nodes that it made.
static void print_call(struct printer *p, const struct module_call *call)
{
    struct text *text = &p->text;
    site_number(p, call->site);
    text_printf(text, "call m%u ", call->scope);
    add_value_list(text, call->n_out, call->out);
    if (call->first_node) text_printf(text, " n%u..n%u", call->first_node, call->last_node);
    add_site(p, call->site, NULL);
    text_add_char(text, '\n');
}

static void print_graph(struct printer *p, graph_id id)
{
    const struct graph *graph = &p->program->graphs.at[id];
    struct text *text = &p->text;
    text_printf(text, "g%u: ", id);
    words_string(text, graph->name ? graph->name : "");
    text_add_char(text, ' ');
    add_value_list(text, graph->inputs.n, graph->inputs.at);
    for (int i = 0; i < graph->nodes.n;) {
        node_id first = graph->nodes.at[i], last = first;
        while (++i < graph->nodes.n && graph->nodes.at[i] == last + 1) last++;
        text_printf(text, first == last ? " n%u" : " n%u..n%u", first, last);
    }
    text_add(text, " -> ");
    add_value_list(text, graph->outputs.n, graph->outputs.at);
    text_add_char(text, '\n');
}

// Where an event happens unless it says otherwise: a node's where the node is.
static const struct site *event_place(const struct program *program, const struct event *event)
{
    if (event->kind == EVENT_NODE) return program_node(program, event->id)->site;
    if (event->kind == EVENT_CALL) return program->calls.at[event->id].site;
    return NULL;
}

// Does the event say nothing but "and then the next node"?
static bool continues(struct printer *p, int index)
{
    const struct event *event = &p->program->events.at[index], *before = event - 1;
    return event->kind == EVENT_NODE && event->id == before->id + 1 &&
           site_number(p, event->site) == site_number(p, event_place(p->program, event));
}

static void print_event(struct printer *p, int *index)
{
    const struct event *event = &p->program->events.at[*index];
    const struct site *place = event_place(p->program, event);
    bool plain = site_number(p, event->site) == site_number(p, place);
    int last = *index;
    if (event->kind == EVENT_NODE && plain) {
        while (last + 1 < p->program->events.n && continues(p, last + 1)) last++;
    }
    const struct event_form *form = event_form(event->kind);
    text_printf(&p->text, "event %s%s%.*s%u", form->word, *form->word ? " " : "", form->letter != 0,
                &form->letter, event->id);
    if (last > *index) text_printf(&p->text, "..n%u", p->program->events.at[last].id);
    add_site(p, event->site, place);
    text_add_char(&p->text, '\n');
    *index = last + 1;
}

// ---- findings

static void print_diag(struct printer *p, const struct diag *diag)
{
    struct text *text = &p->text;
    site_number(p, diag->site);
    for (const struct diag_note *note = diag->notes; note; note = note->next)
        site_number(p, note->site);
    text_printf(text, "diag %s %s %s", diag_info(diag->id)->code, severity_name(diag->severity),
                verdict_name(diag->verdict));
    words_name(text, diag->message);
    if (diag->fix) {
        text_add(text, " fix");
        words_name(text, diag->fix);
    }
    add_site(p, diag->site, NULL);
    text_add_char(text, '\n');
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        text_add(text, "  note");
        words_name(text, note->message);
        add_site(p, note->site, NULL);
        text_add_char(text, '\n');
    }
}

const char *program_print(struct arena *arena, const struct program *program)
{
    struct printer p = {.text = {.arena = arena}, .program = program};
    p.site_numbers = map_open(arena);
    p.site_keys = map_open(arena);
    p.next_storage = 1;
    p.next_value = 1;
    text_add(&p.text, "program ");
    words_string(&p.text, program->name);
    if (program->library) {
        text_add(&p.text, " library");
        words_name(&p.text, program->library);
    }
    if (program->unseen) {
        text_add(&p.text, " unseen");
        words_name(&p.text, program->unseen);
    }
    text_add_char(&p.text, '\n');
    for (scope_id id = 1; id < (scope_id)program->scopes.n; id++) print_scope(&p, id);
    for (node_id id = 1; id < (node_id)program->nodes.n; id++) print_node(&p, id);
    print_values_below(&p, (value_id)program->values.n);
    print_storages_below(&p, (storage_id)program->storages.n);
    for (int i = 0; i < program->calls.n; i++) print_call(&p, &program->calls.at[i]);
    for (int i = 0; i < program->checkpoints.n; i++)
        text_printf(&p.text, "checkpoint n%u..n%u\n", program->checkpoints.at[i].first,
                    program->checkpoints.at[i].last);
    for (graph_id id = 1; id < (graph_id)program->graphs.n; id++) print_graph(&p, id);
    for (int i = 0; i < program->events.n;) print_event(&p, &i);
    for (const struct diag *diag = program->diags.first; diag; diag = diag->next)
        print_diag(&p, diag);
    return text_string(&p.text);
}
