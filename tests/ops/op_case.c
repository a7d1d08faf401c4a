#include "tests/ops/op_case.h"

#include "ir/base/text.h"
#include "ir/base/vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void op_case_open(struct op_case *c)
{
    *c = (struct op_case){.arena = arena_open()};
    c->syms = syms_open(c->arena);
}

void op_case_close(struct op_case *c)
{
    arena_close(c->arena);
}

// ---- reading

// The next word; blanks inside brackets belong to it. NULL at the end.
static const char *next_word(struct arena *arena, const char **at)
{
    int depth = 0;
    *at += strspn(*at, " ");
    const char *begin = *at;
    for (; **at && (depth > 0 || **at != ' '); ++*at) {
        if (strchr("[{(", **at)) depth++;
        if (strchr("]})", **at)) depth--;
    }
    return *at == begin ? NULL : arena_string_n(arena, begin, (size_t)(*at - begin));
}

static const struct sym *read_size(struct op_case *c, const char *text)
{
    const char *error;
    const struct sym *size = sym_parse(c->syms, text, &error);
    int64_t value;
    if (size && c->n_bindings && sym_evaluate(size, c->bindings, c->n_bindings, &value))
        return sym_const(c->syms, value);
    return size;
}

// The length of an entry of a list, whose own brackets belong to it.
static size_t entry_length(const char *at)
{
    size_t n = 0;
    for (int depth = 0; at[n] && (depth > 0 || !strchr(",]})", at[n])); n++)
        depth += (at[n] == '(') - (at[n] == ')');
    return n;
}

// "[a,b]", "{a,b}" or "(a,b)" from *at on, which moves behind it. Returns how many.
static int read_list(struct op_case *c, const char **at, const struct sym **out, int limit)
{
    int n = 0;
    const char *item = *at + 1;
    while (*item && !strchr("]})", *item) && n < limit) {
        size_t length = entry_length(item);
        out[n] = read_size(c, arena_string_n(c->arena, item, length));
        if (!out[n++]) return -1;
        item += length + (item[length] == ',');
    }
    *at = item + (*item != 0);
    return n;
}

static bool read_number(struct op_case *c, const char *word, struct operand *operand)
{
    struct attr *value = arena_new(c->arena, struct attr);
    char *end;
    double number = strtod(word, &end);
    bool boolean = !strcmp(word, "true") || !strcmp(word, "false");
    if (!boolean && (*end || end == word)) return false;
    *operand = (struct operand){.is_number = true, .value = value};
    if (boolean) {
        *value = (struct attr){.kind = ATTR_BOOL, .b = *word == 't'};
        operand->type.dtype = DTYPE_BOOL;
    } else if (strpbrk(word, ".en")) {
        *value = (struct attr){.kind = ATTR_FLOAT, .f = number};
        operand->type.dtype = DTYPE_F32;
    } else {
        *value = (struct attr){.kind = ATTR_INT, .i = sym_const(c->syms, (int64_t)number)};
        operand->type.dtype = DTYPE_I64;
    }
    return true;
}

static enum dtype dtype_before(struct op_case *c, const char *word, const char *bracket)
{
    const char *begin = bracket;
    while (begin > word && isalnum((unsigned char)begin[-1])) begin--;
    enum dtype dtype = dtype_find(arena_string_n(c->arena, begin, (size_t)(bracket - begin)));
    return dtype == DTYPE_NONE ? DTYPE_F32 : dtype;
}

static void read_contents(struct op_case *c, const char *at, struct operand *operand)
{
    const struct sym **numbers = arena_array(c->arena, const struct sym *, 64);
    struct attr *value = arena_new(c->arena, struct attr);
    at++;
    int n = read_list(c, &at, numbers, 64);
    *value = (struct attr){.kind = ATTR_INTS, .n = n, .ints = numbers};
    operand->value = value;
}

bool op_case_type(struct op_case *c, const char *word, struct operand *operand)
{
    const char *at = strchr(word, '[');
    *operand = (struct operand){.type.dtype = DTYPE_NONE};
    if (!strcmp(word, "-")) return true;
    if (!at) return read_number(c, word, operand);
    struct tensor_type *type = &operand->type;
    type->dtype = dtype_before(c, word, at);
    type->shape.rank = read_list(c, &at, type->shape.dim, MAX_RANK);
    if (*at == ':') {
        type->dtype = dtype_find(arena_string_n(c->arena, at + 1, strcspn(at + 1, "?*=")));
        at += strcspn(at, "?*=");
    }
    if (*at == '{') {
        type->strided = true;
        if (read_list(c, &at, type->stride, MAX_RANK) != type->shape.rank) return false;
    }
    if (*at == '=') read_contents(c, at, operand);
    return type->shape.rank >= 0;
}

static bool read_operands(struct op_case *c, const char *text)
{
    VEC(struct operand) operands = {0};
    const char *word;
    while ((word = next_word(c->arena, &text)))
        if (!op_case_type(c, word, vec_push(c->arena, &operands))) return false;
    c->infer.in = operands.at;
    c->infer.n_in = operands.n;
    return true;
}

static void read_ints(struct op_case *c, const char *value, struct attr *attr)
{
    const struct sym **ints = arena_array(c->arena, const struct sym *, 16);
    attr->kind = ATTR_INTS;
    attr->ints = ints;
    attr->n = 1;
    if (*value == '[')
        attr->n = read_list(c, &value, ints, 16);
    else
        ints[0] = read_size(c, value);
}

static void read_attr(struct op_case *c, enum attr_kind kind, const char *value, struct attr *attr)
{
    attr->kind = kind;
    switch (kind) {
    case ATTR_INTS: read_ints(c, value, attr); break;
    case ATTR_BOOL: attr->b = *value == 't'; break;
    case ATTR_STRING: attr->s = value; break;
    case ATTR_DTYPE: attr->dtype = dtype_find(value); break;
    case ATTR_FLOAT: attr->f = strtod(value, NULL); break;
    case ATTR_INT:
        attr->i = read_size(c, value);
        if (attr->i) break;
        *attr = (struct attr){.kind = ATTR_FLOAT, .f = strtod(value, NULL)};
        break;
    case ATTR_NONE: break;
    }
}

static bool read_attrs(struct op_case *c, const struct op *op, const char *text)
{
    struct attr *attrs = arena_array(c->arena, struct attr, MAX_ATTRS);
    const char *word;
    while ((word = next_word(c->arena, &text))) {
        size_t length = strcspn(word, "=");
        int index = op_attr_index(op, arena_string_n(c->arena, word, length));
        if (index < 0 || !word[length]) return false;
        read_attr(c, op->attrs[index].kind, word + length + 1, &attrs[index]);
    }
    c->infer.attrs = attrs;
    return true;
}

bool op_case_run(struct op_case *c, const char *name, const char *operands, const char *attrs)
{
    const struct op *op = op_find(name);
    if (!op) return false;
    c->infer = (struct infer){.arena = c->arena, .syms = c->syms, .op = op, .training = true};
    if (!read_operands(c, operands) || !read_attrs(c, op, attrs)) return false;
    infer_run(&c->infer);
    if (!refused(&c->infer) && op->flops) op->flops(&c->infer);
    return true;
}

// ---- answering

const char *op_case_broken(const struct op_case *c)
{
    // A finding about axes says how many to add or to take away.
    if (c->infer.refused == DIAG_RANK && !c->infer.fix) return "SP103 without a fix";
    if (refused(&c->infer)) return diag_info(c->infer.refused)->code;
    for (const struct obligation *o = c->infer.obligations; o; o = o->next)
        if (obligation_plain(o) == VERDICT_REFUTED) return diag_info(o->diag)->code;
    return NULL;
}

// A size without the blanks that a reader would like.
static void add_size(struct op_case *c, struct text *text, const struct sym *size)
{
    for (const char *at = sym_string(c->arena, size); *at; at++)
        if (*at != ' ') text_add_char(text, *at);
}

static void add_result(struct op_case *c, struct text *text, const struct result *result)
{
    const struct tensor_type *type = &result->type;
    for (const char *at = tensor_string(c->arena, type); *at; at++)
        if (*at != ' ') text_add_char(text, *at);
    for (int i = 0; type->strided && i < type->shape.rank; i++) {
        text_add(text, i ? "," : "{");
        add_size(c, text, type->stride[i]);
    }
    if (type->strided) text_add(text, "}");
    if (result->view_of >= 0) text_printf(text, "@%d", result->view_of);
    if (result->offset && !sym_is(result->offset, 0)) {
        text_add(text, "+");
        add_size(c, text, result->offset);
    }
    if (result->in_place) text_add(text, "!");
}

static bool is_proved(struct op_case *c, const struct obligation *o)
{
    const struct sym *a = o->a.size, *b = o->b.size;
    switch (o->relation) {
    case RELATION_EQUAL: return sym_prove_equal(c->syms, a, b).verdict == VERDICT_PROVED;
    case RELATION_AT_MOST: return sym_prove_at_most(c->syms, a, b).verdict == VERDICT_PROVED;
    case RELATION_DIVIDES: return sym_prove_divides(c->syms, a, b).verdict == VERDICT_PROVED;
    case RELATION_BROADCAST: break;
    }
    return obligation_plain(o) == VERDICT_PROVED;
}

const char *op_case_answer(struct op_case *c)
{
    struct text text = {.arena = c->arena};
    const char *broken = op_case_broken(c);
    if (broken) return broken;
    for (int i = 0; i < c->infer.n_out; i++) {
        if (i) text_add(&text, " ");
        add_result(c, &text, &c->infer.out[i]);
    }
    for (const struct obligation *o = c->infer.obligations; o; o = o->next) {
        if (is_proved(c, o)) continue;
        if (o->taken)
            text_printf(&text, " if %s<=%s", sym_string(c->arena, o->a.size),
                        sym_string(c->arena, o->b.size));
        else
            text_printf(&text, " ?%s", diag_info(o->diag)->code);
    }
    return text_string(&text);
}

void op_case_signature(struct op_case *c, const struct op *op, const char **operands,
                       const char **results, const char **attrs)
{
    struct text text[3] = {{.arena = c->arena}, {.arena = c->arena}, {.arena = c->arena}};
    const char *word, *at = op->sig;
    int part = 0;
    while ((word = next_word(c->arena, &at))) {
        if (!strcmp(word, "->")) {
            part = 1;
            continue;
        }
        const char *equals = strchr(word, '='), *bracket = strchr(word, '[');
        int to = equals && (!bracket || equals < bracket) ? 2 : part;
        if (to != 2 && !bracket) continue; // "parameters*": a list that may be empty
        bool many = to == 0 && strchr(word, '*') && strchr(word, '*') < bracket;
        for (int i = 0; i < 1 + many; i++) text_printf(&text[to], "%s ", word);
    }
    *operands = text_string(&text[0]);
    *results = text_string(&text[1]);
    *attrs = text_string(&text[2]);
}
