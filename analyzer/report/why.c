// `--why LEAF`: every number of a row with the formula and the operands that it follows from, so
// that a reader can check it with pen and paper.

#include "analyzer/report/why.h"

#include "analyzer/report/asked.h"
#include "analyzer/report/derive.h"
#include "analyzer/report/repeats.h"
#include "ir/base/text.h"

#include <inttypes.h>
#include <string.h>

struct why {
    struct arena *arena;
    const struct report_model *model;
    int n_dtypes;
    const enum dtype *dtypes;
    int output;                      // the only one that is asked for; -1: all
    const struct report_at_axes *at; // NULL: no values were asked for
    VEC(struct report_reason) lines;
};

static void add(struct why *why, const char *label, const char *text, const struct site *site)
{
    *vec_push(why->arena, &why->lines) =
        (struct report_reason){.label = label, .text = text, .site = site};
}

// ---- operands

// An operand is what made it, or the name that the program gave it.
static const char *maker_of(struct why *why, const struct value *value)
{
    const struct program *p = why->model->program;
    if (!value->producer) {
        const char *name = value->name;
        if (!name && value->storage) name = program_storage(p, value->storage)->name;
        return name ? name : "a tensor of the program";
    }
    const struct node *node = program_node(p, value->producer);
    const char *path = node->scope ? scope_path(why->arena, p, node->scope) : "";
    const char *op = node->op != N_OPS ? op_get(node->op)->name : node->name ? node->name : "call";
    return *path ? arena_printf(why->arena, "%s of %s", op, path) : op;
}

// Each operand with its type and where it comes from, so that a wrong size can be
// followed upwards.
static void add_operand(struct why *why, const struct node *node, int index)
{
    const struct program *p = why->model->program;
    if (!node->in[index]) return;
    const struct value *value = program_value(p, node->in[index]);
    const char *name = node->op != N_OPS ? op_operand_name(why->arena, op_get(node->op), index)
                                         : arena_printf(why->arena, "operand %d", index);
    const char *type = value->reason;
    if (!(value->flags & VALUE_POISONED)) {
        struct tensor_type tensor = value_type(value);
        type = tensor_string(why->arena, &tensor);
    }
    add(why, "  operand",
        arena_printf(why->arena, "%s: %s, from %s", name, type ? type : "unknown",
                     maker_of(why, value)),
        value->site);
}

// ---- the rule

// A side of a condition: "in_features = 768", "axis 1 of x = 512".
static const char *side_string(struct why *why, const struct node *node, const struct term *term)
{
    const char *size = sym_string(why->arena, term->size);
    if (term->what) return arena_printf(why->arena, "%s = %s", term->what, size);
    if (term->operand < 0) return size;
    return arena_printf(why->arena, "axis %d of %s = %s", term->axis,
                        op_operand_name(why->arena, op_get(node->op), term->operand), size);
}

static const char *relation_string(enum relation relation)
{
    static const char *const words[] = {
        [RELATION_EQUAL] = "equals",
        [RELATION_AT_MOST] = "is at most",
        [RELATION_DIVIDES] = "divides",
        [RELATION_BROADCAST] = "equals", // or one of them is 1
    };
    return words[relation];
}

// What was not plain at once follows as the conditions that it left.
static void add_rule(struct why *why, const struct node *node)
{
    if (node->op == N_OPS) return;
    const struct op *op = op_get(node->op);
    add(why, "  rule", arena_printf(why->arena, "%s: %s", op->name, op->doc), node->site);
    for (const struct obligation *o = node->obligations; o; o = o->next)
        add(why, o->taken ? "  takes" : "  needs",
            arena_printf(why->arena, "%s %s %s%s", side_string(why, node, &o->a),
                         relation_string(o->relation), side_string(why, node, &o->b),
                         o->relation == RELATION_BROADCAST ? ", or one of them is 1" : ""),
            NULL);
}

static void add_node(struct why *why, node_id id)
{
    const struct program *p = why->model->program;
    const struct node *node = program_node(p, id);
    for (int i = 0; i < node->n_in; i++) add_operand(why, node, i);
    add_rule(why, node);
    for (int i = 0; i < node->n_out; i++) {
        const struct value *value = program_value(p, node->out + (value_id)i);
        if (value->flags & VALUE_POISONED) continue;
        struct tensor_type type = value_type(value);
        add(why, "  gives", tensor_string(why->arena, &type), NULL);
        for (int axis = 0; axis < type.shape.rank && node->op != N_OPS; axis++)
            add(why, "",
                arena_printf(why->arena, "  axis %d: %s", axis,
                             derive_size(why->arena, p, node, i, axis)),
                NULL);
    }
}

// ---- bytes

// "f32[4, 64]: 4*64 = 256 elements".
static void add_output(struct why *why, const struct report_output *output)
{
    if (output->reason) {
        add(why, "output", arena_printf(why->arena, "unknown: %s", output->reason), NULL);
        return;
    }
    struct text factors = {.arena = why->arena};
    const struct shape *shape = &output->shape;
    for (int i = 0; i < shape->rank; i++) {
        const char *size = sym_string(why->arena, shape->dim[i]);
        bool sum = strchr(size, ' ') && shape->rank > 1;
        text_printf(&factors, "%s%s%s%s", i ? " x " : "", sum ? "(" : "", size, sum ? ")" : "");
    }
    const struct sym *count = shape_count(why->model->program->syms, shape);
    add(why, "output",
        arena_printf(why->arena, "%s%s: %s%s%s elements", dtype_name(output->dtype),
                     shape_string(why->arena, shape), text_string(&factors),
                     shape->rank ? " = " : "", sym_string(why->arena, count)),
        NULL);
}

static bool is_asked(const struct why *why, int output)
{
    return why->output < 0 || why->output == output;
}

// The product that gives the bytes, one line a dtype.
static void add_bytes(struct why *why, const struct report_row *row, int dtype)
{
    struct syms *syms = why->model->program->syms;
    struct text terms = {.arena = why->arena};
    struct quantity bytes = row->bytes[dtype];
    for (int i = 0; i < row->n_outputs && !row->poisoned; i++) {
        const struct report_output *output = &row->outputs[i];
        if (!is_asked(why, i)) continue;
        enum dtype as = output->as[dtype];
        text_printf(&terms, "%s%s x %d bytes (%s)", terms.n ? " + " : "",
                    sym_string(why->arena, shape_count(syms, &output->shape)),
                    dtype_block_bytes(as), dtype_name(as));
        struct tensor_type type = {.dtype = as, .shape = output->shape};
        if (why->output == i) bytes = quantity_of(tensor_bytes(syms, &type));
    }
    add(why, dtype ? "" : "bytes",
        arena_printf(why->arena, "%s%s%s", text_string(&terms), terms.n ? " = " : "",
                     quantity_string(why->arena, bytes)),
        NULL);
}

// The row in the run that holds at these values.
static const struct report_row *row_at(const struct report_model *model,
                                       const struct report_row *row)
{
    for (int i = 0; i < model->n_rows; i++)
        if (!strcmp(model->rows[i].name, row->name) && model->rows[i].call == row->call)
            return &model->rows[i];
    return NULL;
}

static struct quantity bytes_at(struct why *why, const struct report_row *row,
                                const struct report_at_row *at)
{
    const struct report_row *there = at->model == why->model ? row : row_at(at->model, row);
    if (!there) return quantity_unknown("it is not called");
    struct quantity bytes = there->bytes[0];
    struct syms *syms = at->model->program->syms;
    for (int i = 0; i < why->at->n && quantity_known(bytes); i++)
        bytes.value = sym_substitute(syms, bytes.value, sym_var(syms, why->at->at[i].name),
                                     sym_const(syms, at->values[i]));
    return bytes;
}

// The bytes at each combination of --at, in the first dtype.
static void add_values(struct why *why, const struct report_row *row)
{
    for (int i = 0; why->at && i < why->model->n_at; i++) {
        const struct report_at_row *at = &why->model->at[i];
        struct text text = {.arena = why->arena};
        if (at->taken_by == AT_ANOTHER) continue;
        for (int k = 0; k < why->at->n; k++)
            text_printf(&text, "%s%s=%" PRId64, k ? ", " : "", why->at->at[k].name, at->values[k]);
        if (at->broken || !at->model)
            text_printf(&text, ": %s", at->broken ? at->broken : "not a model");
        else
            text_printf(&text, ": %s (%s)", quantity_string(why->arena, bytes_at(why, row, at)),
                        dtype_name(why->dtypes[0]));
        add(why, "  bytes at", text_string(&text), NULL);
    }
}

// What the leaf registers itself; buffers are listed and not counted.
static void add_parameters(struct why *why, const struct report_row *row)
{
    const struct program *p = why->model->program;
    if (!row->visible_to_hooks) {
        if (!quantity_known(row->parameters) || !sym_is(row->parameters.value, 0))
            add(why, "parameters", quantity_string(why->arena, row->parameters), NULL);
        return;
    }
    const struct scope *scope = program_scope(p, row->scope);
    for (int i = 0; i < scope->n_parameters; i++) {
        const struct value *value = program_value(p, scope->parameters[i]);
        struct tensor_type type = value_type(value);
        bool learned = program_storage(p, value->storage)->kind == STORAGE_PARAMETER;
        add(why, learned ? "  parameter" : "  buffer",
            arena_printf(why->arena, "%s: %s = %s elements", value->name ? value->name : "",
                         tensor_string(why->arena, &type),
                         sym_string(why->arena, shape_count(p->syms, &type.shape))),
            NULL);
    }
    const char *sum = quantity_string(why->arena, row->parameters);
    if (quantity_known(row->parameters) && row->parameters.reason)
        sum = arena_printf(why->arena, "%s: %s", sum, row->parameters.reason);
    add(why, "parameters", sum, row->made);
}

// Its arguments stand where it was made, which may be far from where it is called.
static const char *made_at(struct why *why, const struct report_row *row)
{
    if (!row->made || !row->made->line || row->made == row->site) return "";
    return arena_printf(why->arena, " (made at %s)", site_string(why->arena, row->made));
}

// From the inside out: operands, rule, outputs, bytes, parameters.
static void add_row(struct why *why, const struct report_row *row)
{
    const char *call = row->n_calls > 1
                           ? arena_printf(why->arena, ", call %d of %d", row->call, row->n_calls)
                           : "";
    add(why, row->visible_to_hooks || row->aside ? "leaf" : "functional",
        arena_printf(why->arena, "%s: %s(%s)%s%s", *row->name ? row->name : "the model", row->op,
                     row->args, call, made_at(why, row)),
        row->site);
    for (node_id id = row->first_node; id && id <= row->last_node; id++) add_node(why, id);
    for (int i = 0; i < row->n_outputs; i++)
        if (is_asked(why, i)) add_output(why, &row->outputs[i]);
    for (int d = 0; d < why->n_dtypes; d++) add_bytes(why, row, d);
    add_values(why, row);
    add_parameters(why, row);
    add(why, "flops", quantity_string(why->arena, row->flops), NULL);
}

int why_row(struct arena *arena, const struct report_model *model, const struct report_row *row,
            int n_dtypes, const enum dtype *dtypes, const struct report_reason **reasons)
{
    struct why why = {
        .arena = arena, .model = model, .n_dtypes = n_dtypes, .dtypes = dtypes, .output = -1};
    add_row(&why, row);
    *reasons = why.lines.at;
    return why.lines.n;
}

// Rows that a name with a range stands for are told once where they say the same.
struct telling {
    int told, n_alike; // the row that was told, and how many behind it are like it
    const struct report_row *last;
};

static bool is_told(struct why *why, struct telling *telling, int row)
{
    const struct report_row *rows = why->model->rows;
    if (telling->told < 0 || !repeats_same(&rows[telling->told], &rows[row])) return false;
    telling->last = &rows[row];
    telling->n_alike++;
    return true;
}

static void add_alike(struct why *why, const struct telling *telling)
{
    const struct report_row *last = telling->last;
    if (!last) return;
    const char *name = *last->name ? last->name : "the model";
    if (last->n_calls > 1) name = arena_printf(why->arena, "%s, call %d", name, last->call);
    bool one = telling->n_alike == 1;
    add(why, "alike",
        one ? arena_printf(why->arena, "%s: the same figures", name)
            : arena_printf(why->arena, "%d more, up to %s: the same figures", telling->n_alike,
                           name),
        NULL);
}

bool why_derive(struct arena *arena, struct report_model *model, const char *name, int n_dtypes,
                const enum dtype *dtypes, const struct report_at_axes *at)
{
    struct asked asked = asked_read(arena, name);
    struct why why = {.arena = arena,
                      .model = model,
                      .n_dtypes = n_dtypes,
                      .dtypes = dtypes,
                      .output = asked.output,
                      .at = at};
    struct telling telling = {.told = -1};
    for (int i = 0; i < model->n_rows; i++) {
        if (!asked_means(&asked, &model->rows[i])) continue;
        if (asked_is_range(&asked) && is_told(&why, &telling, i)) continue;
        add_alike(&why, &telling);
        telling = (struct telling){.told = i};
        add_row(&why, &model->rows[i]);
    }
    add_alike(&why, &telling);
    model->n_why = why.lines.n;
    model->why = why.lines.at;
    return why.lines.n > 0;
}
