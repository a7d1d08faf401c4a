#include "analyzer/report/derive.h"

#include "ir/base/text.h"

#include <string.h>

// What is asked about.
struct question {
    struct arena *arena;
    const struct program *p;
    const struct node *node;
    const struct op *op;
    const struct value *out;
    int result, axis;
    const struct sym *size;
};

static const struct value *operand(const struct question *q, int index)
{
    bool given = index < q->node->n_in && q->node->in[index];
    const struct value *value = given ? program_value(q->p, q->node->in[index]) : NULL;
    return value && !(value->flags & VALUE_POISONED) ? value : NULL;
}

static const char *string_of(const struct question *q, const struct sym *size)
{
    return sym_string(q->arena, size);
}

// ---- windows

// Value `index` of a list of `n` spatial ones, of which one stands for all; NULL: not given.
static const struct sym *option(const struct question *q, const char *name, int index)
{
    int place = op_attr_index(q->op, name);
    const struct attr *attr = place >= 0 && q->node->attrs ? &q->node->attrs[place] : NULL;
    if (attr && attr->kind == ATTR_INT) return attr->i;
    if (!attr || attr->kind != ATTR_INTS || attr->n == 0) return NULL;
    return attr->ints[attr->n == 1 ? 0 : index < attr->n ? index : attr->n - 1];
}

static const struct sym *option_or(const struct question *q, const char *name, int index,
                                   const struct sym *otherwise)
{
    const struct sym *value = option(q, name, index);
    return value ? value : otherwise;
}

// Of pools an argument, of convolutions the end of the weight's shape.
static const struct sym *kernel_of(const struct question *q, int spatial)
{
    if (op_attr_index(q->op, "kernel_size") >= 0) return option(q, "kernel_size", spatial);
    const struct value *weight = operand(q, 1);
    return weight && spatial + 2 < weight->rank ? weight->dim[spatial + 2] : NULL;
}

// Sizes that are sums stand in brackets where they are multiplied or subtracted.
static const char *factor_string(const struct question *q, const struct sym *size)
{
    const char *string = string_of(q, size);
    return strpbrk(string, " ") ? arena_printf(q->arena, "(%s)", string) : string;
}

// "3", or with dilation "2*(3 - 1) - 1", each behind a minus.
static const char *extent_string(const struct question *q, const struct sym *kernel,
                                 const struct sym *dilation, char sign)
{
    if (sym_is(dilation, 1)) return arena_printf(q->arena, "%c %s", sign, factor_string(q, kernel));
    return arena_printf(q->arena, "%c %s*(%s - 1) %c 1", sign, factor_string(q, dilation),
                        string_of(q, kernel), sign);
}

struct window {
    const struct sym *size, *kernel, *stride, *padding, *dilation, *more;
};

// A window slides: as often as it fits into the padded size.
static const char *sliding(const struct question *q, const struct window *w)
{
    struct text text = {.arena = q->arena};
    text_printf(&text, "(%s", string_of(q, w->size));
    if (!sym_is(w->padding, 0)) text_printf(&text, " + 2*%s", factor_string(q, w->padding));
    text_printf(&text, " %s)", extent_string(q, w->kernel, w->dilation, '-'));
    if (!sym_is(w->stride, 1)) text_printf(&text, "/%s", factor_string(q, w->stride));
    return text_string(&text);
}

// A last window that the size only begins to fill counts with ceil_mode, unless it would begin in
// the padding behind the size.
static const char *slides_to(const struct question *q, const struct window *w)
{
    struct syms *syms = q->p->syms;
    const char *steps = sliding(q, w);
    const struct sym *all = sym_parse(syms, steps, NULL);
    bool exact = sym_is(w->stride, 1);
    if (all && sym_add_const(syms, all, 1) == q->size)
        return arena_printf(q->arena, exact ? "%s + 1" : "floor(%s) + 1", steps);
    const char *room =
        arena_printf(q->arena, "%.*s", (int)(strrchr(steps, ')') + 1 - steps), steps);
    const struct sym *to_fill = sym_parse(syms, room, NULL);
    if (exact || !to_fill) return NULL;
    all = sym_ceildiv(syms, to_fill, w->stride);
    if (sym_add_const(syms, all, 1) == q->size)
        return arena_printf(q->arena, "ceil(%s) + 1", steps);
    return all == q->size ? arena_printf(q->arena, "ceil(%s)", steps) : NULL;
}

// A window is spread: a stride from each element to the next.
static const char *spreading(const struct question *q, const struct window *w)
{
    struct text text = {.arena = q->arena};
    text_printf(&text, "(%s - 1)*%s", string_of(q, w->size), factor_string(q, w->stride));
    if (!sym_is(w->padding, 0)) text_printf(&text, " - 2*%s", factor_string(q, w->padding));
    text_printf(&text, " %s", extent_string(q, w->kernel, w->dilation, '+'));
    if (!sym_is(w->more, 0)) text_printf(&text, " + %s", string_of(q, w->more));
    return text_string(&text);
}

static const char *options_string(const struct question *q, const struct window *w)
{
    struct text text = {.arena = q->arena};
    text_printf(&text, "kernel %s, stride %s, padding %s", string_of(q, w->kernel),
                string_of(q, w->stride), string_of(q, w->padding));
    if (!sym_is(w->dilation, 1)) text_printf(&text, ", dilation %s", string_of(q, w->dilation));
    if (!sym_is(w->more, 0)) text_printf(&text, ", output_padding %s", string_of(q, w->more));
    return text_string(&text);
}

// NULL where the op has no window over this axis, or its size follows in another way (padding
// "same", output_size).
static const char *window_string(const struct question *q)
{
    const struct value *in = operand(q, 0);
    struct syms *syms = q->p->syms;
    const struct sym *zero = sym_const(syms, 0), *one = sym_const(syms, 1);
    if (op_attr_index(q->op, "stride") < 0 || !in || in->rank != q->out->rank) return NULL;
    const struct value *weight = operand(q, 1);
    bool pools = op_attr_index(q->op, "kernel_size") >= 0;
    int place = op_attr_index(q->op, "kernel_size");
    int n = weight && !pools ? weight->rank - 2 : in->rank - 2;
    // Without a batch axis a pool's kernel tells how many axes it works on.
    if (pools && q->node->attrs[place].kind == ATTR_INTS && q->node->attrs[place].n > 1)
        n = q->node->attrs[place].n;
    int spatial = q->axis - (in->rank - n);
    const struct sym *kernel = spatial >= 0 ? kernel_of(q, spatial) : NULL;
    if (!kernel) return NULL;
    struct window w = {.size = in->dim[q->axis],
                       .kernel = kernel,
                       .stride = option_or(q, "stride", spatial, pools ? kernel : one),
                       .padding = option_or(q, "padding", spatial, zero),
                       .dilation = option_or(q, "dilation", spatial, one),
                       .more = option_or(q, "output_padding", spatial, zero)};
    bool spreads = op_attr_index(q->op, "output_padding") >= 0;
    const char *formula = spreads ? spreading(q, &w) : slides_to(q, &w);
    if (!formula || (spreads && sym_parse(syms, formula, NULL) != q->size)) return NULL;
    return arena_printf(q->arena, "%s = %s: %s", formula, string_of(q, q->size),
                        options_string(q, &w));
}

// ---- axes that are those of an operand

// The word of the signature for one axis: "O" of "weight[O,C,3]", counted from the end, since
// leading axes may be more or fewer. 0: there is none.
static size_t axis_word(const char *brackets, int from_end, const char **word)
{
    size_t length = strcspn(brackets, "]");
    const char *end = brackets + length, *at = end;
    while (at > brackets) {
        const char *begin = at;
        while (begin > brackets && begin[-1] != ',') begin--;
        if (--from_end == 0) {
            *word = begin;
            return (size_t)(at - begin);
        }
        at = begin > brackets ? begin - 1 : begin;
    }
    return 0;
}

// What follows `[` in word `index` of a part of the signature; NULL: it has no axes. Behind the
// operands there are arguments (size=K) and the results.
static const char *axes_of(const char *part, int index)
{
    for (; index > 0; index--) {
        part += strcspn(part, " ");
        part += strspn(part, " ");
        if (*part == '-' || part[strcspn(part, "= ")] == '=') return NULL;
    }
    size_t length = strcspn(part, " ["), all = strcspn(part, " ");
    return length < all ? part + length + 1 : NULL;
}

static const char *as_axis(const struct question *q, int index, int axis)
{
    return arena_printf(q->arena, "%s, axis %d of %s", string_of(q, q->size), axis,
                        op_operand_name(q->arena, q->op, index));
}

// The axis of an operand for which the signature has the same word, if it has this size, too.
static bool find_named_axis(const struct question *q, int *index, int *axis)
{
    const char *results = strstr(q->op->sig, "-> "), *word, *other;
    const char *axes = results ? axes_of(results + 3, q->result) : NULL;
    size_t length = axes ? axis_word(axes, q->out->rank - q->axis, &word) : 0;
    for (int i = 0; length && i < q->node->n_in; i++) {
        const struct value *value = operand(q, i);
        const char *its = value && i < op_max_operands(q->op) ? axes_of(q->op->sig, i) : NULL;
        for (int k = 1; its && k <= value->rank; k++) {
            size_t n = axis_word(its, k, &other);
            if (n != length || strncmp(word, other, n) || value->dim[value->rank - k] != q->size)
                continue;
            *index = i;
            *axis = value->rank - k;
            return true;
        }
    }
    return false;
}

// The same axis of the first operand, as of what works element by element.
static bool find_same_axis(const struct question *q, int *index, int *axis)
{
    const struct value *in = operand(q, 0);
    *index = 0;
    *axis = q->axis;
    return in && in->rank == q->out->rank && in->dim[q->axis] == q->size;
}

static const char *axis_string(const struct question *q)
{
    int index, axis;
    if (!find_named_axis(q, &index, &axis) && !find_same_axis(q, &index, &axis)) return NULL;
    return as_axis(q, index, axis);
}

// What the axis is called in the signature, and the argument that has the same name there:
// hidden_size=H. Both directions of a recurrent layer give twice that.
static const char *named_argument(const struct question *q)
{
    const char *results = strstr(q->op->sig, "-> "), *word;
    const char *axes = results ? axes_of(results + 3, q->result) : NULL;
    size_t length = axes ? axis_word(axes, q->out->rank - q->axis, &word) : 0;
    for (int i = 0; length && q->node->attrs && i < op_n_attrs(q->op); i++) {
        const char *name = q->op->attrs[i].name;
        const char *given =
            strstr(q->op->sig, arena_printf(q->arena, " %s=%.*s ", name, (int)length, word));
        const struct attr *attr = &q->node->attrs[i];
        if (!given || attr->kind != ATTR_INT) continue;
        const char *size = string_of(q, q->size);
        if (attr->i == q->size) return arena_printf(q->arena, "%s, %s", size, name);
        if (sym_mul_const(q->p->syms, attr->i, 2) == q->size)
            return arena_printf(q->arena, "2*%s = %s, twice %s", factor_string(q, attr->i), size,
                                name);
    }
    return NULL;
}

// The sizes of all operands added up, as of tensors that are joined; NULL: that is not it.
static const char *sum_of_axes(const struct question *q)
{
    struct text text = {.arena = q->arena};
    const struct sym *sum = sym_const(q->p->syms, 0);
    for (int i = 0; i < q->node->n_in; i++) {
        const struct value *value = operand(q, i);
        if (!value || value->rank != q->out->rank) return NULL;
        sum = sym_add(q->p->syms, sum, value->dim[q->axis]);
        text_printf(&text, "%s%s", i ? " + " : "", string_of(q, value->dim[q->axis]));
    }
    if (q->node->n_in < 2 || sum != q->size) return NULL;
    return arena_printf(q->arena, "%s = %s, axis %d of all operands", text_string(&text),
                        string_of(q, q->size), q->axis);
}

const char *derive_size(struct arena *arena, const struct program *p, const struct node *node,
                        int result, int axis)
{
    const struct value *out = program_value(p, node->out + (value_id)result);
    struct question q = {arena, p, node, op_get(node->op), out, result, axis, out->dim[axis]};
    const char *text = window_string(&q);
    if (!text) text = axis_string(&q);
    if (!text) text = named_argument(&q);
    if (!text) text = sum_of_axes(&q);
    return text ? text : string_of(&q, q.size);
}

bool derive_axis(struct arena *arena, const struct program *p, const struct node *node, int result,
                 int axis, int *operand, int *operand_axis)
{
    const struct value *out = program_value(p, node->out + (value_id)result);
    struct question q = {arena, p, node, op_get(node->op), out, result, axis, out->dim[axis]};
    if (window_string(&q)) return false;
    return find_named_axis(&q, operand, operand_axis) || find_same_axis(&q, operand, operand_axis);
}
