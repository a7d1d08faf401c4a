// What programs ask of types and tensors, and change of tensors without making one: sizes, names,
// flags, elements.

#include "frontends/dialects/element_size.h"
#include "frontends/dialects/ggml_dialect.h"

#include "frontends/dialects/libc.h"
#include "frontends/ggml/layout.h"

#include <string.h>

// The tensor of argument 0, and what the rule answers where there is none.
struct asked {
    struct dialect_ggml *d;
    struct ggml_tensor *t;
    struct cvalue nothing;
};

static struct asked ask(const struct dialect_call *c)
{
    const char *reason = NULL;
    struct asked a = {.d = dialect_ggml_of(c->eval)};
    a.t = ggml_argument(a.d, c, 0, &reason);
    if (!a.t)
        a.nothing = c->result->kind == CTYPE_VOID
                        ? ggml_nothing(c)
                        : cvalue_unknown(c->result, reason ? reason : "no tensor");
    return a;
}

// ---- types

static bool read_type(const struct dialect_call *c, enum dtype *type)
{
    int64_t number;
    *type = DTYPE_NONE;
    if (cvalue_as_int(&c->arguments[0], &number)) *type = ggml_dtype_of_number(number);
    return *type != DTYPE_NONE;
}

static struct cvalue unknown_type(const struct dialect_call *c)
{
    return cvalue_unknown(c->result, "a type that is not known");
}

static struct cvalue rule_type_size(const struct dialect_call *c)
{
    enum dtype type;
    dialect_ggml_of(c->eval);
    return read_type(c, &type) ? cvalue_int(c->result, dtype_block_bytes(type)) : unknown_type(c);
}

static struct cvalue rule_block_size(const struct dialect_call *c)
{
    enum dtype type;
    dialect_ggml_of(c->eval);
    return read_type(c, &type) ? cvalue_int(c->result, dtype_block_elements(type))
                               : unknown_type(c);
}

static struct cvalue rule_row_size(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    enum dtype type;
    if (!read_type(c, &type)) return unknown_type(c);
    return ggml_size(c, ggml_row_bytes(d->syms, type, ggml_argument_size(d, c, 1)));
}

static struct cvalue rule_type_name(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    enum dtype type;
    return read_type(c, &type) ? ggml_text(d, c->result, dtype_name(type)) : unknown_type(c);
}

static struct cvalue rule_type_size_float(const struct dialect_call *c)
{
    enum dtype type;
    dialect_ggml_of(c->eval);
    if (!read_type(c, &type)) return unknown_type(c);
    return cvalue_float(c->result,
                        (long double)dtype_block_bytes(type) / dtype_block_elements(type));
}

static struct cvalue rule_is_quantized(const struct dialect_call *c)
{
    enum dtype type;
    dialect_ggml_of(c->eval);
    return read_type(c, &type) ? cvalue_int(c->result, dtype_block_elements(type) > 1)
                               : unknown_type(c);
}

// enum ggml_ftype has numbers of its own for the types.
static struct cvalue rule_type_of_ftype(const struct dialect_call *c)
{
    static const enum dtype types[] = {
        [0] = DTYPE_F32,      [1] = DTYPE_F16,     [2] = DTYPE_Q4_0,     [3] = DTYPE_Q4_1,
        [7] = DTYPE_Q8_0,     [8] = DTYPE_Q5_0,    [9] = DTYPE_Q5_1,     [10] = DTYPE_Q2_K,
        [11] = DTYPE_Q3_K,    [12] = DTYPE_Q4_K,   [13] = DTYPE_Q5_K,    [14] = DTYPE_Q6_K,
        [15] = DTYPE_IQ2_XXS, [16] = DTYPE_IQ2_XS, [17] = DTYPE_IQ3_XXS, [18] = DTYPE_IQ1_S,
        [19] = DTYPE_IQ4_NL,  [20] = DTYPE_IQ3_S,  [21] = DTYPE_IQ2_S,   [22] = DTYPE_IQ4_XS,
        [23] = DTYPE_IQ1_M,   [24] = DTYPE_BF16,   [25] = DTYPE_MXFP4,
    };
    int64_t number;
    dialect_ggml_of(c->eval);
    bool known = cvalue_as_int(&c->arguments[0], &number) && number >= 0 &&
                 number < (int64_t)(sizeof types / sizeof *types) && types[number];
    return known ? cvalue_int(c->result, ggml_number_of_dtype(types[number])) : unknown_type(c);
}

// ---- sizes of a tensor

static struct cvalue rule_element_size(const struct dialect_call *c)
{
    struct asked a = ask(c);
    return a.t ? cvalue_int(c->result, dtype_block_bytes(a.t->type)) : a.nothing;
}

static struct cvalue rule_bytes(const struct dialect_call *c)
{
    struct asked a = ask(c);
    return a.t ? ggml_size(c, ggml_tensor_bytes(a.d->syms, a.t)) : a.nothing;
}

// As ggml_nbytes_pad, to the alignment of a context.
static struct cvalue rule_bytes_padded(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a.nothing;
    const struct sym *bytes = ggml_tensor_bytes(a.d->syms, a.t), *step = sym_const(a.d->syms, 16);
    return ggml_size(c, sym_mul(a.d->syms, sym_ceildiv(a.d->syms, bytes, step), step));
}

static struct cvalue rule_elements(const struct dialect_call *c)
{
    struct asked a = ask(c);
    const struct ggml_tensor *root = a.t && a.t->view_src ? a.t->view_src : a.t;
    if (root && root->type_parameter)
        element_size_check_parameter(c->eval, a.d->diags, root->type_parameter, "ggml_nbytes");
    else if (root && !root->type_assumed)
        element_size_check(c->eval, a.d->diags, a.t->type, "ggml_nbytes");
    return a.t ? ggml_size(c, ggml_element_count(a.d->syms, a.t)) : a.nothing;
}

static struct cvalue rule_rows(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a.nothing;
    const struct sym *rows = a.t->ne[1];
    for (int i = 2; i < GGML_DIMS; i++) rows = sym_mul(a.d->syms, rows, a.t->ne[i]);
    return ggml_size(c, rows);
}

static struct cvalue rule_dims(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a.nothing;
    for (int i = GGML_DIMS - 1; i > 0; i--) {
        if (!sym_is_const(a.t->ne[i], NULL))
            return cvalue_unknown(c->result, "how many sizes are above 1");
        if (!sym_is(a.t->ne[i], 1)) return cvalue_int(c->result, i + 1);
    }
    return cvalue_int(c->result, 1);
}

// ---- predicates

static struct cvalue answer(const struct dialect_call *c, const struct conditions *conditions)
{
    if (conditions->verdict == VERDICT_OPEN)
        return cvalue_unknown(c->result, "what depends on sizes that are not known");
    return cvalue_int(c->result, conditions->verdict == VERDICT_PROVED);
}

static struct cvalue negated(const struct dialect_call *c, struct conditions conditions)
{
    if (conditions.verdict != VERDICT_OPEN)
        conditions.verdict =
            conditions.verdict == VERDICT_PROVED ? VERDICT_REFUTED : VERDICT_PROVED;
    return answer(c, &conditions);
}

static const int whole = 0, from_1 = 1, from_2 = 2, from_3 = 3;

static struct cvalue rule_contiguous(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a.nothing;
    struct conditions all = ggml_layout_contiguous(a.d->syms, a.t, *(const int *)c->rule->data);
    return answer(c, &all);
}

static struct cvalue rule_contiguous_rows(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a.nothing;
    struct conditions all = ggml_layout_rows(a.d->syms, a.t);
    return answer(c, &all);
}

static struct cvalue rule_transposed(const struct dialect_call *c)
{
    struct asked a = ask(c);
    return a.t ? negated(c, ggml_layout_not_transposed(a.d->syms, a.t)) : a.nothing;
}

static struct cvalue rule_ones(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a.nothing;
    struct conditions all = ggml_layout_ones(a.d->syms, a.t, *(const int *)c->rule->data);
    return answer(c, &all);
}

static struct cvalue rule_empty(const struct dialect_call *c)
{
    struct asked a = ask(c);
    return a.t ? cvalue_int(c->result, ggml_layout_is_empty(a.t)) : a.nothing;
}

static struct cvalue rule_is_view(const struct dialect_call *c)
{
    struct asked a = ask(c);
    return a.t ? cvalue_int(c->result, a.t->view_src != NULL) : a.nothing;
}

static struct cvalue of_two(const struct dialect_call *c,
                            struct conditions (*ask_both)(struct syms *, const struct ggml_tensor *,
                                                          const struct ggml_tensor *))
{
    struct asked a = ask(c);
    const char *reason;
    if (!a.t) return a.nothing;
    const struct ggml_tensor *b = ggml_argument(a.d, c, 1, &reason);
    if (!b) return cvalue_unknown(c->result, "no tensor");
    struct conditions all = ask_both(a.d->syms, a.t, b);
    return answer(c, &all);
}

static struct cvalue rule_same_shape(const struct dialect_call *c)
{
    return of_two(c, ggml_layout_same);
}

static struct cvalue rule_can_repeat(const struct dialect_call *c)
{
    return of_two(c, ggml_layout_repeats);
}

// ---- names and flags

static struct cvalue given_back(const struct asked *a, const struct dialect_call *c)
{
    ggml_object_write(a->d, a->t);
    if (c->result->kind == CTYPE_VOID) return ggml_nothing(c);
    struct cvalue pointer = *ggml_object_pointer(a->d, a->t);
    pointer.type = c->result;
    return pointer;
}

static const char *cut(struct dialect_ggml *d, const char *name)
{
    size_t room = (size_t)d->name_bytes - 1;
    return strlen(name) <= room ? name : arena_string_n(d->arena, name, room);
}

static struct cvalue rule_set_name(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a.nothing;
    const char *name = eval_string(c->eval, &c->arguments[1]);
    a.t->name = name ? cut(a.d, name) : "?";
    a.t->name_unknown = !name;
    return given_back(&a, c);
}

static struct cvalue rule_format_name(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a.nothing;
    struct text out = {.arena = a.d->arena};
    struct format_source source = {.call = c, .next = 2};
    const char *format = eval_string(c->eval, &c->arguments[1]);
    a.t->name_unknown = !format || !libc_format(&source, format, &out);
    a.t->name = format ? cut(a.d, text_string(&out)) : "?";
    return given_back(&a, c);
}

static struct cvalue rule_get_name(const struct dialect_call *c)
{
    struct asked a = ask(c);
    return a.t ? ggml_text(a.d, c->result, a.t->name) : a.nothing;
}

static struct cvalue rule_op_name(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    int64_t op;
    bool known = cvalue_as_int(&c->arguments[0], &op) && op >= 0 && op < N_GGML_OPS;
    if (!known) return cvalue_unknown(c->result, "an operator that is not known");
    return ggml_text(d, c->result, ggml_op_word((enum ggml_op)op));
}

static struct cvalue rule_op_desc(const struct dialect_call *c)
{
    struct asked a = ask(c);
    return a.t ? ggml_text(a.d, c->result, a.t->desc) : a.nothing;
}

// The library asserts that the tensor is of such an operator.
static struct cvalue rule_kind_of_op(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a.nothing;
    bool known = a.t->op == *(const enum ggml_op *)c->rule->data && !(a.t->params_unknown & 1);
    return known ? cvalue_int(c->result, a.t->params[0])
                 : cvalue_unknown(c->result, "an operator that is not known");
}

static const enum ggml_op unary = GGML_OP_UNARY, gated = GGML_OP_GLU;

// ---- elements

static struct cvalue rule_data(const struct dialect_call *c)
{
    struct asked a = ask(c);
    return a.t ? ggml_object_data(a.d, a.t, c->result) : a.nothing;
}

// ggml_set_zero and the like: which numbers it holds is not followed.
static struct cvalue rule_fill(const struct dialect_call *c)
{
    struct asked a = ask(c);
    return a.t ? given_back(&a, c) : a.nothing;
}

// By its number, or by four indices.
static struct asked check_element(const struct dialect_call *c)
{
    struct asked a = ask(c);
    if (!a.t) return a;
    ggml_use_memory(a.d, c, a.t);
    if (c->n > GGML_DIMS)
        ggml_check_indices(a.d, c, a.t, 1);
    else if (c->n > 1)
        ggml_check_element(a.d, c, a.t, ggml_argument_size(a.d, c, 1));
    return a;
}

static struct cvalue rule_element(const struct dialect_call *c)
{
    struct asked a = check_element(c);
    if (a.t) *vec_push(a.d->arena, &a.d->state->read) = (struct ggml_read){a.t, eval_site(c->eval)};
    return cvalue_unknown(c->result, "an element of a tensor");
}

static struct cvalue rule_set_element(const struct dialect_call *c)
{
    check_element(c);
    return ggml_nothing(c);
}

static struct cvalue rule_nothing(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return ggml_nothing(c);
}

const struct dialect_rule ggml_query_rules[] = {
    {"ggml_type_size", "i", rule_type_size, NULL},
    {"ggml_blck_size", "i", rule_block_size, NULL},
    {"ggml_row_size", "ii", rule_row_size, NULL},
    {"ggml_type_sizef", "i", rule_type_size_float, NULL},
    {"ggml_type_name", "i", rule_type_name, NULL},
    {"ggml_is_quantized", "i", rule_is_quantized, NULL},
    {"ggml_ftype_to_ggml_type", "i", rule_type_of_ftype, NULL},
    {"ggml_element_size", ".", rule_element_size, NULL},
    {"ggml_nbytes", ".", rule_bytes, NULL},
    {"ggml_nbytes_pad", ".", rule_bytes_padded, NULL},
    {"ggml_nelements", ".", rule_elements, NULL},
    {"ggml_nrows", ".", rule_rows, NULL},
    {"ggml_n_dims", ".", rule_dims, NULL},
    {"ggml_is_contiguous", ".", rule_contiguous, &whole},
    {"ggml_is_contiguous_0", ".", rule_contiguous, &whole},
    {"ggml_is_contiguous_1", ".", rule_contiguous, &from_1},
    {"ggml_is_contiguous_2", ".", rule_contiguous, &from_2},
    {"ggml_is_contiguous_rows", ".", rule_contiguous_rows, NULL},
    {"ggml_is_transposed", ".", rule_transposed, NULL},
    {"ggml_is_scalar", ".", rule_ones, &whole},
    {"ggml_is_vector", ".", rule_ones, &from_1},
    {"ggml_is_matrix", ".", rule_ones, &from_2},
    {"ggml_is_3d", ".", rule_ones, &from_3},
    {"ggml_is_empty", ".", rule_empty, NULL},
    {"ggml_is_view", ".", rule_is_view, NULL},
    {"ggml_are_same_shape", "..", rule_same_shape, NULL},
    {"ggml_can_repeat", "..", rule_can_repeat, NULL},
    {0},
};

const struct dialect_rule ggml_tensor_rules[] = {
    {"ggml_set_name", "..", rule_set_name, NULL},
    {"ggml_format_name", "..*", rule_format_name, NULL},
    {"ggml_get_name", ".", rule_get_name, NULL},
    {"ggml_op_name", "i", rule_op_name, NULL},
    {"ggml_op_desc", ".", rule_op_desc, NULL},
    {"ggml_get_unary_op", ".", rule_kind_of_op, &unary},
    {"ggml_get_glu_op", ".", rule_kind_of_op, &gated},
    {"ggml_get_data", ".", rule_data, NULL},
    {"ggml_get_data_f32", ".", rule_data, NULL},
    {"ggml_set_zero", ".", rule_fill, NULL},
    {"ggml_set_f32", ".f", rule_fill, NULL},
    {"ggml_set_i32", ".i", rule_fill, NULL},
    {"ggml_get_f32_1d", ".i", rule_element, NULL},
    {"ggml_get_i32_1d", ".i", rule_element, NULL},
    {"ggml_get_f32_nd", ".*", rule_element, NULL},
    {"ggml_get_i32_nd", ".*", rule_element, NULL},
    {"ggml_set_f32_1d", ".*", rule_set_element, NULL},
    {"ggml_set_i32_1d", ".*", rule_set_element, NULL},
    {"ggml_set_f32_nd", ".*", rule_set_element, NULL},
    {"ggml_set_i32_nd", ".*", rule_set_element, NULL},
    {"ggml_print_objects", ".", rule_nothing, NULL},
    {"ggml_print_backtrace", "", rule_nothing, NULL},
    {"ggml_time_init", "", rule_nothing, NULL},
    {"ggml_quantize_init", "i", rule_nothing, NULL},
    {"ggml_quantize_free", "", rule_nothing, NULL},
    {"ggml_log_set", "*", rule_nothing, NULL},
    {0},
};
