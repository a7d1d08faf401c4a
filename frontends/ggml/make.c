// The constructor of tensors, their names and parameters.

#include "frontends/ggml/make.h"

#include "ir/base/checked.h"

#include <string.h>

// ---- sizes and strides

// In size_t, as ggml_row_size: below 0 it is a very large number.
static const struct sym *row_bytes(struct syms *s, enum dtype type, const struct sym *n)
{
    int64_t elements;
    if (!sym_is_const(n, &elements) || elements >= 0) return ggml_row_bytes(s, type, n);
    uint64_t bytes = (uint64_t)dtype_block_bytes(type) * (uint64_t)elements;
    return sym_const(s, (int64_t)(bytes / (uint64_t)dtype_block_elements(type)));
}

static void set_sizes(struct syms *s, struct ggml_tensor *t, const struct sym *const *sizes)
{
    for (int i = 0; i < GGML_DIMS; i++) t->ne[i] = sizes[i] ? sizes[i] : sym_const(s, 1);
}

// Strides as forms; gives the bytes of the elements.
static const struct sym *lay_out_forms(struct syms *s, struct ggml_tensor *t)
{
    int block = dtype_block_elements(t->type);
    const struct sym *n = t->ne[0], *bytes = row_bytes(s, t->type, n);
    if (block != 1) n = sym_truncdiv(s, n, sym_const(s, block));
    t->nb[0] = sym_const(s, dtype_block_bytes(t->type));
    t->nb[1] = sym_mul(s, t->nb[0], n);
    for (int i = 2; i < GGML_DIMS; i++) t->nb[i] = sym_mul(s, t->nb[i - 1], t->ne[i - 1]);
    for (int i = 1; i < GGML_DIMS; i++) bytes = sym_mul(s, bytes, t->ne[i]);
    return bytes;
}

// The same where all sizes are numbers and whole rows are, which is most often so: without a form
// for each step. NULL: it is not so.
static const struct sym *lay_out_numbers(struct syms *s, struct ggml_tensor *t)
{
    int64_t ne[GGML_DIMS], next = dtype_block_bytes(t->type), nb[GGML_DIMS];
    int block = dtype_block_elements(t->type);
    for (int i = 0; i < GGML_DIMS; i++)
        if (!sym_is_const(t->ne[i], &ne[i])) return NULL;
    if (ne[0] < 0 || ne[0] % block) return NULL;
    ne[0] /= block;
    for (int i = 0; i < GGML_DIMS; i++) {
        nb[i] = next;
        if (!checked_mul(next, ne[i], &next)) return NULL;
    }
    for (int i = 0; i < GGML_DIMS; i++) t->nb[i] = sym_const(s, nb[i]);
    return sym_const(s, next);
}

// ---- the constructor

static const char bounds_text[] =
    "view_src == NULL || data_size == 0 || data_size + view_offs <= ggml_nbytes(view_src)";

// The only check of bounds: strides that the caller sets afterwards are not looked at.
static void need_in_bounds(struct ggml_call *c, const struct ggml_tensor *t,
                           const struct sym *bytes)
{
    int64_t end, room;
    struct side b = side_bytes(c->syms, t->view_src);
    struct side a = side_number(sym_add(c->syms, bytes, t->view_offset));
    if (sym_is(bytes, 0)) return;
    if (!sym_is_const(a.size, &end) || !sym_is_const(b.size, &room)) {
        call_need_at_most(c, bounds_text, a, b);
        return;
    }
    struct conditions all;
    conditions_start(&all);
    if ((uint64_t)end <= (uint64_t)room) return;
    conditions_refute(&all);
    all.at[0] = (struct condition){.relation = CONDITION_AT_MOST, .a = a, .b = b};
    call_need(c, bounds_text, &all);
}

static void list(struct ggml_call *c, struct ggml_tensor *t)
{
    t->number = (uint32_t)c->state->tensors.n;
    *vec_push(c->arena, &c->state->tensors) = t;
    if (c->context) *vec_push(c->arena, &c->context->tensors) = t;
    *vec_push(c->arena, &c->made) = t;
}

static struct ggml_tensor *make(struct ggml_call *c, enum dtype type,
                                const struct sym *const *sizes, struct ggml_tensor *view_src,
                                const struct sym *offset)
{
    struct ggml_tensor *t = arena_new(c->arena, struct ggml_tensor);
    if (type == DTYPE_NONE) call_need_type(c);
    t->type = type;
    t->op = GGML_OP_NONE;
    t->desc = ggml_op_word(GGML_OP_NONE);
    t->name = "";
    t->site = c->site;
    t->function = c->function->name;
    t->context = c->context;
    set_sizes(c->syms, t, sizes);
    const struct sym *bytes = lay_out_numbers(c->syms, t);
    if (!bytes) bytes = lay_out_forms(c->syms, t);
    if (view_src && view_src->view_src) {
        offset = sym_add(c->syms, offset, view_src->view_offset);
        view_src = view_src->view_src;
    }
    t->view_src = view_src;
    t->view_offset = view_src ? offset : NULL;
    if (view_src) need_in_bounds(c, t, bytes);
    bool in_context = c->context && !c->context->no_alloc && !sym_is(bytes, 0);
    t->has_data = view_src ? view_src->has_data : in_context;
    if (!c->refused) list(c, t);
    return t;
}

struct ggml_tensor *tensor_new(struct ggml_call *c, enum dtype type, const struct sym *const *sizes)
{
    return make(c, type, sizes, NULL, NULL);
}

struct ggml_tensor *tensor_dup(struct ggml_call *c, const struct ggml_tensor *of)
{
    return make(c, of->type, of->ne, NULL, NULL);
}

struct ggml_tensor *tensor_part(struct ggml_call *c, struct ggml_tensor *of,
                                const struct sym *const *sizes, const struct sym *offset,
                                const char *suffix)
{
    struct ggml_tensor *t = make(c, of->type, sizes, of, offset);
    tensor_name(c, t, of->name, suffix);
    return t;
}

struct ggml_tensor *tensor_view(struct ggml_call *c, struct ggml_tensor *of, const char *suffix)
{
    struct ggml_tensor *t = tensor_part(c, of, of->ne, sym_const(c->syms, 0), suffix);
    memcpy(t->nb, of->nb, sizeof t->nb);
    return t;
}

struct ggml_tensor *tensor_like(struct ggml_call *c, struct ggml_tensor *of)
{
    return c->function->place == IN_PLACE ? tensor_view(c, of, " (view)") : tensor_dup(c, of);
}

struct ggml_tensor *tensor_result(struct ggml_tensor *t, enum ggml_op op,
                                  struct ggml_tensor *const *sources)
{
    t->op = op;
    t->desc = ggml_op_word(op);
    memcpy(t->src, sources, sizeof t->src);
    return t;
}

void tensor_name(struct ggml_call *c, struct ggml_tensor *t, const char *name, const char *suffix)
{
    size_t room = (size_t)(c->name_bytes ? c->name_bytes : GGML_NAME_BYTES) - 1;
    size_t n = strlen(name), n_suffix = strlen(suffix);
    if (n > room) n = room;
    if (n_suffix > room - n) n_suffix = room - n;
    char *text = arena_alloc(c->arena, n + n_suffix + 1);
    memcpy(text, name, n);
    memcpy(text + n, suffix, n_suffix);
    t->name = text;
}

// ---- parameters

void tensor_params_unknown(struct ggml_tensor *t, int word, int n)
{
    for (int i = word; i < word + n; i++) t->params_unknown |= (uint16_t)(1u << i);
}

void tensor_param(struct ggml_tensor *t, int word, const struct sym *size)
{
    int64_t value = 0;
    t->params_unknown &= (uint16_t) ~(1u << word);
    if (!sym_is_const(size, &value)) tensor_params_unknown(t, word, 1);
    t->params[word] = (int32_t)value;
}

void tensor_param_float(struct ggml_tensor *t, int word, float value)
{
    t->params_unknown &= (uint16_t) ~(1u << word);
    memcpy(&t->params[word], &value, sizeof value);
}

void tensor_params(const struct ggml_call *c, struct ggml_tensor *t, int word, int number, int n)
{
    for (int i = 0; i < n; i++) {
        const struct call_number *given = &c->numbers[number + i];
        if (given->sym)
            tensor_param(t, word + i, given->sym);
        else if (given->known)
            tensor_param_float(t, word + i, (float)given->real);
        else
            tensor_params_unknown(t, word + i, 1);
    }
}
