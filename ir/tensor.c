// Shapes, strides and bytes of tensors, and their one text form "f32[N, 3, 224, 224]".

#include "ir/tensor.h"
#include "ir/base/checked.h"
#include "ir/base/text.h"

#include <ctype.h>
#include <string.h>

// Numbers are multiplied as such: most shapes hold nothing else, and this is
// asked of every result. What overflows is left to the symbols, which say so.
static const struct sym *product(struct syms *syms, const struct shape *shape, int64_t factor)
{
    const struct sym *rest = NULL;
    int64_t size, next, number = factor;
    for (int axis = 0; axis < shape->rank; axis++) {
        const struct sym *dim = shape->dim[axis];
        if (sym_is_const(dim, &size) && checked_mul(number, size, &next)) {
            number = next;
            continue;
        }
        rest = rest ? sym_mul(syms, rest, dim) : dim;
    }
    if (!rest) return sym_const(syms, number);
    return number == 1 ? rest : sym_mul_const(syms, rest, number);
}

const struct sym *shape_count(struct syms *syms, const struct shape *shape)
{
    return product(syms, shape, 1);
}

const struct sym *tensor_bytes(struct syms *syms, const struct tensor_type *type)
{
    int elements = dtype_block_elements(type->dtype);
    if (elements == 1 || type->shape.rank == 0) {
        return product(syms, &type->shape, dtype_block_bytes(type->dtype));
    }
    struct shape blocks = type->shape;
    int last = blocks.rank - 1;
    blocks.dim[last] = sym_ceildiv(syms, blocks.dim[last], sym_const(syms, elements));
    return product(syms, &blocks, dtype_block_bytes(type->dtype));
}

void tensor_contiguous_strides(struct syms *syms, const struct shape *shape,
                               const struct sym **stride)
{
    const struct sym *step = sym_const(syms, 1);
    for (int axis = shape->rank - 1; axis >= 0; axis--) {
        stride[axis] = step;
        if (axis > 0) step = sym_mul(syms, step, shape->dim[axis]);
    }
}

// "[N, 3]", and "[]" for what has no axes.
static void add_sizes(struct text *text, const struct shape *shape)
{
    text_add_char(text, '[');
    for (int axis = 0; axis < shape->rank; axis++) {
        if (axis > 0) text_add(text, ", ");
        text_add(text, sym_string(text->arena, shape->dim[axis]));
    }
    text_add_char(text, ']');
}

const char *shape_string(struct arena *arena, const struct shape *shape)
{
    struct text text = {.arena = arena};
    add_sizes(&text, shape);
    return text_string(&text);
}

const char *shape_string_innermost(struct arena *arena, const struct shape *shape)
{
    struct text text = {.arena = arena};
    text_add_char(&text, '{');
    for (int axis = shape->rank - 1; axis >= 0; axis--) {
        text_add(&text, sym_string(arena, shape->dim[axis]));
        if (axis) text_add(&text, ", ");
    }
    text_add_char(&text, '}');
    return text_string(&text);
}

const char *tensor_string(struct arena *arena, const struct tensor_type *type)
{
    struct text text = {.arena = arena};
    text_add(&text, dtype_name(type->dtype));
    add_sizes(&text, &type->shape);
    return text_string(&text);
}

// ---- reading

static bool fail(const char **error, const char *reason)
{
    if (error) *error = reason;
    return false;
}

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at)) at++;
    return at;
}

const char *size_end(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        // A name that is no C lvalue stands between backquotes.
        if (*at == '`') {
            at = strchr(at + 1, '`');
            if (!at) return "";
        }
        if (*at == '(' || *at == '[') depth++;
        if (depth == 0 && (*at == ',' || *at == ']' || *at == ')')) return at;
        if (*at == ')' || *at == ']') depth--;
    }
    return at;
}

// After the `[`; returns what stands behind the `]`, or NULL and the reason.
static const char *parse_sizes(struct syms *syms, const char *at, struct shape *shape,
                               const char **error)
{
    at = skip_blanks(at);
    if (*at == ']') return at + 1;
    for (;;) {
        if (shape->rank == MAX_RANK) {
            fail(error, "more than 8 axes");
            return NULL;
        }
        const char *end = size_end(at);
        if (!*end) {
            fail(error, "a `]` is missing");
            return NULL;
        }
        char *size = arena_string_n(syms_arena(syms), at, (size_t)(end - at));
        const struct sym *dim = sym_parse(syms, size, error);
        if (!dim) return NULL;
        shape->dim[shape->rank++] = dim;
        if (*end == ']') return end + 1;
        if (*end != ',') {
            fail(error, "a `)` too many");
            return NULL;
        }
        at = end + 1;
    }
}

// All that may be written, since a reader who guessed wrong needs the list.
static const char *no_dtype(struct arena *arena, const char *name)
{
    struct text text = {.arena = arena};
    text_printf(&text, "`%s` is no dtype; write one of", name);
    for (enum dtype dtype = 1; dtype < N_PLAIN_DTYPES; dtype++)
        text_printf(&text, " %s", dtype_name(dtype));
    return text_string(&text);
}

bool tensor_parse(struct syms *syms, const char *text, struct tensor_type *type, const char **error)
{
    *type = (struct tensor_type){.dtype = DTYPE_F32};
    const char *at = skip_blanks(text), *name = at;
    while (isalnum((unsigned char)*at) || *at == '_') at++;
    if (at > name) {
        const char *copy = arena_string_n(syms_arena(syms), name, (size_t)(at - name));
        type->dtype = dtype_find(copy);
        if (!dtype_is_plain(type->dtype)) {
            return fail(error, no_dtype(syms_arena(syms), copy));
        }
    }
    at = skip_blanks(at);
    if (*at != '[') return fail(error, "a shape begins with `[`");
    at = parse_sizes(syms, at + 1, &type->shape, error);
    if (!at) return false;
    if (*skip_blanks(at)) return fail(error, "text after the closing `]`");
    return true;
}
