// How a functional op is told of: it has no name in the model and no module, so by the op, its
// arguments and where it stands.

#include "analyzer/report/functional.h"

#include "analyzer/report/flops.h"
#include "ir/base/text.h"

// As a person would write the argument: dim=1, size=[2, 3].
static void add_attr(struct text *text, const struct attr *attr)
{
    switch (attr->kind) {
    case ATTR_INT: text_add(text, sym_string(text->arena, attr->i)); break;
    case ATTR_FLOAT: text_printf(text, "%g", attr->f); break;
    case ATTR_BOOL: text_add(text, attr->b ? "true" : "false"); break;
    case ATTR_STRING: text_add(text, attr->s); break;
    case ATTR_DTYPE: text_add(text, dtype_name(attr->dtype)); break;
    case ATTR_INTS:
        text_add_char(text, '[');
        for (int i = 0; i < attr->n; i++)
            text_printf(text, "%s%s", i ? ", " : "", sym_string(text->arena, attr->ints[i]));
        text_add_char(text, ']');
        break;
    case ATTR_NONE: break;
    }
}

// Only what was given: the op's defaults are no arguments of this call.
static const char *args_of_node(struct arena *arena, const struct node *node)
{
    struct text text = {.arena = arena};
    if (node->op == N_OPS || !node->attrs) return "";
    const struct op *op = op_get(node->op);
    for (int i = 0; i < op_n_attrs(op); i++) {
        if (node->attrs[i].kind == ATTR_NONE) continue;
        text_printf(&text, "%s%s=", text.n ? ", " : "", op->attrs[i].name);
        add_attr(&text, &node->attrs[i]);
    }
    return text_string(&text);
}

// A functional op has no name in the model, so it is told apart by where it stands.
static const char *name_of_node(struct arena *arena, const struct node *node, const char *op)
{
    if (!node->site || !node->site->file) return op;
    const char *file = text_printable(arena, site_base_name(node->site->file));
    return arena_printf(arena, "%s (%s:%d)", op, file, node->site->line);
}

static bool takes_no_memory(const struct program *p, const struct node *node)
{
    for (value_id id = node->out; id < node->out + (value_id)node->n_out; id++) {
        storage_id storage = program_value(p, id)->storage;
        if (!storage || program_storage(p, storage)->first == id) return false;
    }
    return node->n_out > 0;
}

void functional_describe(struct arena *arena, const struct program *p, node_id id,
                         struct report_row *row)
{
    const struct node *node = program_node(p, id);
    if (node->op != N_OPS)
        row->op = op_get(node->op)->name;
    else
        row->op = node->name ? node->name : "call";
    row->name = name_of_node(arena, node, row->op);
    row->args = args_of_node(arena, node);
    row->site = row->made = node->site;
    row->scope = node->scope;
    row->call = row->n_calls = 1;
    row->first_node = row->last_node = id;
    row->parameters = quantity_of(sym_const(p->syms, 0));
    row->flops = flops_of_nodes(arena, p, id, id);
    row->takes_no_memory = takes_no_memory(p, node);
}
