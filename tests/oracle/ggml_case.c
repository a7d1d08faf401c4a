// Recorded calls of ggml's functions.

#include "tests/oracle/ggml_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPCASES_VERSION 21 // of the library that opcases were recorded from

// Strides of sizes below 0 are recorded as size_t, which no JSON integer of 64 bits holds: as the
// int64_t of the same bits, which is never longer.
static void write_signed(char *line)
{
    for (char *at = strpbrk(line, "0123456789"), *end; at; at = strpbrk(end, "0123456789")) {
        unsigned long long value = strtoull(at, &end, 10);
        if (value <= INT64_MAX) continue;
        char text[32];
        int n = snprintf(text, sizeof text, "%*lld", (int)(end - at), (long long)value);
        memcpy(at, text, (size_t)n);
    }
}

bool ggml_case_read(struct ggml_case *c, char *line)
{
    write_signed(line);
    *c = (struct ggml_case){.json = json_loads(line, 0, NULL)};
    if (!c->json) return false;
    const json_t *version = json_object_get(c->json, "version");
    c->version = version ? (int)json_integer_value(version) : OPCASES_VERSION;
    c->name = json_string_value(json_object_get(c->json, "fn"));
    if (!c->name) return false;
    c->function = ggml_function_find(c->name, c->version);
    return true;
}

void ggml_case_close(struct ggml_case *c)
{
    json_decref(c->json);
}

const char *ggml_case_refusal(const struct ggml_case *c)
{
    const char *text = json_string_value(json_object_get(c->json, "abort"));
    const char *assertion = text ? strstr(text, ": ") : NULL;
    return assertion ? assertion + 2 : text;
}

// ---- sizes

static int64_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static int64_t item(const json_t *object, const char *key, size_t i)
{
    return json_integer_value(json_array_get(json_object_get(object, key), i));
}

static int place_of(const struct case_sizes *sizes, int64_t recorded)
{
    int i = 0;
    while (i < sizes->n && sizes->recorded[i] != recorded) i++;
    return i;
}

static void add_size(struct case_sizes *sizes, struct syms *s, int64_t size)
{
    sizes->recorded[sizes->n] = size;
    sizes->multiple[sizes->n] = 1;
    sizes->instead[sizes->n++] = sym_const(s, size);
}

// Rows of a block format; those that end within a block stay as they are.
static void need_blocks(struct case_sizes *sizes, int place, const json_t *tensor)
{
    enum dtype type = dtype_find(json_string_value(json_object_get(tensor, "type")));
    int64_t block = dtype_block_elements(type), size = sizes->recorded[place];
    if (block == 1) return;
    if (size % block || (sizes->multiple[place] > 1 && sizes->multiple[place] != block))
        sizes->multiple[place] = 0;
    else if (sizes->multiple[place])
        sizes->multiple[place] = block;
}

struct case_sizes ggml_case_sizes(const struct ggml_case *c, struct syms *s)
{
    struct case_sizes sizes = {.n = 0};
    size_t index;
    json_t *tensor;
    json_array_foreach(json_object_get(c->json, "in"), index, tensor)
    {
        for (size_t i = 0; i < GGML_DIMS; i++) {
            int64_t size = item(tensor, "ne", i);
            int place = place_of(&sizes, size);
            if (size <= 1 || place == CASE_SIZES) continue;
            if (place == sizes.n) add_size(&sizes, s, size);
            if (i == 0) need_blocks(&sizes, place, tensor);
        }
    }
    return sizes;
}

static const struct sym *size_of(struct syms *s, const struct case_sizes *sizes, int64_t recorded)
{
    int i = place_of(sizes, recorded);
    return i < sizes->n ? sizes->instead[i] : sym_const(s, recorded);
}

// ---- tensors

// Strides of sizes whose dimension order[0] lies innermost, then order[1], ...
static void stride(struct syms *s, const struct ggml_tensor *t, const int *order,
                   const struct sym **nb)
{
    const struct sym *next = sym_const(s, dtype_block_bytes(t->type));
    for (int i = 0; i < GGML_DIMS; i++) {
        int axis = order[i], block = dtype_block_elements(t->type);
        const struct sym *n = t->ne[axis];
        nb[axis] = next;
        if (i == 0 && block != 1) n = sym_truncdiv(s, n, sym_const(s, block));
        next = sym_mul(s, next, n);
    }
}

static bool next_order(int *order)
{
    int i = GGML_DIMS - 2, j = GGML_DIMS - 1;
    while (i >= 0 && order[i] > order[i + 1]) i--;
    if (i < 0) return false;
    while (order[j] < order[i]) j--;
    int kept = order[i];
    order[i] = order[j];
    order[j] = kept;
    for (int low = i + 1, high = GGML_DIMS - 1; low < high; low++, high--) {
        kept = order[low];
        order[low] = order[high];
        order[high] = kept;
    }
    return true;
}

static bool is_recorded(const json_t *json, const struct sym *const *nb)
{
    for (size_t i = 0; i < GGML_DIMS; i++)
        if (!sym_is(nb[i], item(json, "nb", i))) return false;
    return true;
}

static void set_strides(struct syms *s, const json_t *json, const struct case_sizes *sizes,
                        struct ggml_tensor *t)
{
    struct ggml_tensor recorded = {.type = t->type};
    int order[GGML_DIMS] = {0, 1, 2, 3};
    for (size_t i = 0; i < GGML_DIMS; i++) recorded.ne[i] = sym_const(s, item(json, "ne", i));
    do {
        stride(s, &recorded, order, recorded.nb);
    } while (!is_recorded(json, recorded.nb) && next_order(order));
    if (is_recorded(json, recorded.nb))
        for (size_t i = 0; i < GGML_DIMS; i++) t->ne[i] = size_of(s, sizes, item(json, "ne", i));
    stride(s, t, order, t->nb);
    if (is_recorded(json, recorded.nb)) return;
    for (size_t i = 0; i < GGML_DIMS; i++) t->nb[i] = sym_const(s, item(json, "nb", i));
}

// Of a view's root only the bytes were recorded.
static struct ggml_tensor *root_of(struct arena *arena, struct syms *s, const json_t *json)
{
    struct ggml_tensor *root = arena_new(arena, struct ggml_tensor);
    root->type = DTYPE_I8;
    root->desc = ggml_op_word(GGML_OP_NONE);
    root->name = "";
    root->ne[0] = sym_const(s, integer(json, "root_nbytes"));
    for (int i = 1; i < GGML_DIMS; i++) root->ne[i] = sym_const(s, 1);
    stride(s, root, (const int[]){0, 1, 2, 3}, root->nb);
    return root;
}

static struct ggml_tensor *tensor_of(struct arena *arena, struct syms *s, const json_t *json,
                                     const struct case_sizes *sizes)
{
    struct ggml_tensor *t = arena_new(arena, struct ggml_tensor);
    t->type = dtype_find(json_string_value(json_object_get(json, "type")));
    t->desc = ggml_op_word(GGML_OP_NONE);
    const char *name = json_string_value(json_object_get(json, "name"));
    t->name = arena_string(arena, name ? name : "");
    t->flags = (unsigned)integer(json, "flags");
    for (size_t i = 0; i < GGML_DIMS; i++) t->ne[i] = size_of(s, sizes, item(json, "ne", i));
    set_strides(s, json, sizes, t);
    if (!integer(json, "is_view")) return t;
    t->view_src = root_of(arena, s, json);
    t->view_offset = sym_const(s, integer(json, "view_offs"));
    return t;
}

// ---- arguments

static const char in_order[] = "0123456789:;<=>?@ABCDEFG";

// Which numbers the recorded arguments are, where not all were recorded, or others stand between
// them; "?": whether the optional tensor was given. Others are 0.
static const struct {
    const char *function, *places;
} partly_recorded[] = {
    {"ggml_custom_4d", "12345"},          {"ggml_dsv4_hc_comb", "1"},
    {"ggml_flash_attn_ext", "?1"},        {"ggml_rope_ext", "?01"},
    {"ggml_rope_ext_inplace", "?01"},     {"ggml_rope_ext_back", "?01"},
    {"ggml_rope_multi", "?05"},           {"ggml_rope_multi_inplace", "?05"},
    {"ggml_rope_multi_back", "?05"},      {"ggml_soft_max_ext", "?01"},
    {"ggml_soft_max_ext_inplace", "?01"},
};

static const char *places_of(const char *function)
{
    for (size_t i = 0; i < sizeof partly_recorded / sizeof *partly_recorded; i++)
        if (strcmp(partly_recorded[i].function, function) == 0) return partly_recorded[i].places;
    return in_order;
}

static void set_number(struct syms *s, const struct case_sizes *sizes, const json_t *value,
                       struct call_number *n)
{
    int64_t size;
    n->real = json_number_value(value);
    if (!n->sym) return;
    size = (int64_t)n->real;
    n->sym = sizes->in_numbers ? size_of(s, sizes, size) : sym_const(s, size);
    n->known = sym_is_const(n->sym, &size);
    n->real = (double)size;
}

// By the letters of the function: all 0.
static void clear_numbers(struct syms *s, struct ggml_call *call)
{
    for (const char *letter = call->function->letters; *letter; letter++) {
        int n = strchr("ns", *letter) ? GGML_DIMS : strchr("ibf", *letter) != NULL;
        for (int i = 0; i < n; i++)
            call->numbers[call->n_numbers++] =
                (struct call_number){*letter == 'f' ? NULL : sym_const(s, 0), 0, true};
    }
}

static void set_numbers(struct syms *s, const struct ggml_case *c, const struct case_sizes *sizes,
                        struct ggml_call *call)
{
    const json_t *all = json_object_get(c->json, "numbers");
    const json_t *arguments = all ? all : json_object_get(c->json, "args");
    const char *places = all ? in_order : places_of(c->name);
    clear_numbers(s, call);
    for (size_t i = 0; i < json_array_size(arguments); i++) {
        int number = places[i] - '0';
        bool is_flag = places[i] == '?' && places[0] == '?';
        if (!is_flag && number < call->n_numbers)
            set_number(s, sizes, json_array_get(arguments, i), &call->numbers[number]);
    }
}

// Tensors that the function does not take were recorded of some, too.
static int n_tensors(const struct ggml_function *f)
{
    int n = 0;
    for (const char *letter = f->letters; *letter; letter++)
        n += *letter == 'v' ? CALL_TENSORS : *letter == 't' || *letter == 'o';
    return n;
}

// The operator of the first tensor, whose source is then the second, or itself. In opcases it was
// not recorded; what ggml_set_param refuses is a tensor that has one.
static void set_operator(const struct ggml_case *c, struct ggml_call *call)
{
    const char *word = json_string_value(json_object_get(c->json, "op"));
    bool is_refused = strcmp(c->name, "ggml_set_param") == 0 && ggml_case_refusal(c);
    if (!word && is_refused) word = "DUP";
    if (!word || strcmp(word, "NONE") == 0) return;
    call->in[0]->op = ggml_op_of_word(word);
    call->in[0]->desc = word;
    call->in[0]->src[0] = call->in[1] ? call->in[1] : call->in[0];
}

struct ggml_call *ggml_case_call(struct arena *arena, struct syms *s, const struct ggml_case *c,
                                 const struct case_sizes *sizes)
{
    struct ggml_call *call = arena_new(arena, struct ggml_call);
    call->arena = arena;
    call->syms = s;
    call->state = arena_new(arena, struct ggml_state);
    call->state->version = c->version;
    call->function = c->function;
    size_t index;
    json_t *tensor;
    json_array_foreach(json_object_get(c->json, "in"), index, tensor)
    {
        if (call->n_in < CALL_TENSORS && call->n_in < n_tensors(c->function))
            call->in[call->n_in++] = tensor_of(arena, s, tensor, sizes);
    }
    set_numbers(s, c, sizes, call);
    set_operator(c, call);
    return call;
}
