// Layer by layer, block by block.

#include "tests/oracle/nnom_compare.h"

#include "ir/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void nnom_check(struct nnom_tally *tally, bool holds, const char *id, const char *format, ...)
{
    va_list list;
    if (holds) {
        tally->passed++;
        return;
    }
    tally->failed++;
    printf("FAIL %s: ", id);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
}

static int64_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const char *dims_of_json(struct arena *arena, const json_t *array)
{
    struct text text = {.arena = arena};
    size_t n = json_array_size(array);
    for (size_t i = 0; i < n; i++)
        text_printf(&text, "%s%lld", i ? " x " : "",
                    (long long)json_integer_value(json_array_get(array, i)));
    return n ? text_string(&text) : "nothing";
}

struct comparing {
    struct arena *arena;
    struct nnom_tally *tally;
    struct syms *syms;
    const struct nnom_model *model;
    const char *id;
};

static void check_size(struct comparing *c, const char *what, const struct sym *size,
                       int64_t expected)
{
    nnom_check(c->tally, sym_is(size, expected), c->id, "%s is %s instead of %lld", what,
               sym_string(c->arena, size), (long long)expected);
}

static void check_number(struct comparing *c, const char *what, int64_t value, int64_t expected)
{
    nnom_check(c->tally, value == expected, c->id, "%s is %lld instead of %lld", what,
               (long long)value, (long long)expected);
}

static void check_text(struct comparing *c, const char *what, const char *value,
                       const char *expected)
{
    nnom_check(c->tally, strcmp(value, expected) == 0, c->id, "%s is `%s` instead of `%s`", what,
               value, expected);
}

static void check_shape(struct comparing *c, const char *what, const struct nnom_shape *shape,
                        const json_t *expected)
{
    check_text(c, what, nnom_shape_string(c->arena, shape), dims_of_json(c->arena, expected));
}

// ---- a layer

static void check_inputs(struct comparing *c, const struct nnom_layer *row, const json_t *inputs)
{
    size_t n = json_array_size(inputs);
    check_number(c, "the number of inputs", row->in.n, (int64_t)n);
    for (size_t i = 0; i < n && i < (size_t)row->in.n; i++) {
        const struct nnom_input *in = &row->in.at[i];
        const json_t *expected = json_array_get(inputs, i);
        check_number(c, "the layer of an input", in->from, number(expected, "from"));
        check_shape(c, "an input", &in->shape, json_object_get(expected, "dims"));
        check_size(c, "an input's bytes", nnom_shape_size(c->syms, &in->shape),
                   number(expected, "bytes"));
        check_number(c, "an input's block", in->block, number(expected, "blk"));
    }
}

static void check_output(struct comparing *c, const struct nnom_layer *row, const json_t *expected)
{
    const json_t *out = json_array_get(json_object_get(expected, "out"), 0);
    const json_t *to = json_object_get(out, "to");
    check_shape(c, "the output", &row->out, json_object_get(out, "dims"));
    check_size(c, "the output's bytes", nnom_shape_size(c->syms, &row->out), number(out, "bytes"));
    check_number(c, "the output's block", row->out_block, number(out, "blk"));
    check_number(c, "the number of consumers", row->to.n, (int64_t)json_array_size(to));
    for (size_t i = 0; i < json_array_size(to) && i < (size_t)row->to.n; i++)
        check_number(c, "a consumer", row->to.at[i], json_integer_value(json_array_get(to, i)));
}

// Sizes are printed as int, whatever they are.
static void check_printed_size(struct comparing *c, const char *what, const struct sym *size,
                               const json_t *expected)
{
    int64_t bytes;
    if (sym_is_const(size, &bytes)) size = sym_const(c->syms, (int32_t)(uint32_t)bytes);
    check_size(c, what, size, json_integer_value(expected));
}

// As the library prints it.
static void check_printed(struct comparing *c, const struct nnom_layer *row, const json_t *printed)
{
    const json_t *mem = json_object_get(printed, "mem"),
                 *owners = json_object_get(printed, "blk_lifetime");
    if (!printed) return;
    check_text(c, "the printed activation", row->activation ? row->activation : "",
               string(printed, "act"));
    check_text(c, "the printed MACs", nnom_macs_string(c->arena, row->macs),
               string(printed, "macs"));
    check_printed_size(c, "mem(in)", row->in_bytes, json_array_get(mem, 0));
    check_printed_size(c, "mem(out)", nnom_shape_size(c->syms, &row->out), json_array_get(mem, 1));
    check_printed_size(c, "mem(buf)", row->work_bytes, json_array_get(mem, 2));
    for (size_t i = 0; i < json_array_size(owners) && i < (size_t)c->model->blocks.n; i++)
        check_number(c, "the owners of a block", row->owners[i],
                     json_integer_value(json_array_get(owners, i)));
}

// "main.c:12", innermost first.
static void check_site(struct comparing *c, const struct nnom_layer *row, const json_t *at)
{
    const struct site *site = row->site;
    for (size_t i = 0; i < json_array_size(at); i++) {
        const char *place =
            site ? arena_printf(c->arena, "%s:%d", site_base_name(site->file), site->line) : "";
        check_text(c, "its place", place, json_string_value(json_array_get(at, i)));
        site = site ? site->caller : NULL;
    }
}

static void check_layer(struct comparing *c, const struct nnom_layer *row, const json_t *expected)
{
    const char *cell = string(expected, "cell"), *type = string(expected, "type");
    if (*cell) type = arena_printf(c->arena, "%s/%s", type, cell);
    check_text(c, "the type", row->word, type);
    check_inputs(c, row, json_object_get(expected, "in"));
    check_output(c, row, expected);
    check_number(c, "in place", row->in_place, json_is_true(json_object_get(expected, "in_place")));
    check_size(c, "the work's bytes", row->work_bytes, number(expected, "buf_bytes"));
    check_number(c, "the work's block", row->work_block, number(expected, "buf_blk"));
    check_size(c, "the MACs", row->macs, number(expected, "macc"));
    check_text(c, "the function", row->function, string(expected, "api"));
    check_site(c, row, json_object_get(expected, "at"));
    check_printed(c, row, json_object_get(expected, "printed"));
}

// ---- a model

static void check_blocks(struct comparing *c, const json_t *blocks)
{
    check_number(c, "the number of blocks", c->model->blocks.n, (int64_t)json_array_size(blocks));
    for (size_t i = 0; i < json_array_size(blocks) && i < (size_t)c->model->blocks.n; i++) {
        const json_t *expected = json_array_get(blocks, i);
        bool full = json_is_object(expected);
        const struct sym *offset = nnom_blocks_offset(&c->model->blocks, c->syms, (int)i);
        check_size(c, "a block", c->model->blocks.size[i],
                   full ? number(expected, "size") : json_integer_value(expected));
        if (!full) continue;
        bool assigned = json_is_true(json_object_get(expected, "assigned"));
        // A block without memory is at 0, as one that the library does not get any for.
        bool has = offset && !c->model->no_memory;
        check_number(c, "whether a block has memory", has, assigned);
        if (assigned && offset)
            check_size(c, "a block's offset", offset, number(expected, "offset"));
        check_number(c, "who still owns a block", c->model->blocks.owners[i],
                     number(expected, "owners_left"));
    }
}

static void check_sums(struct comparing *c, const json_t *golden)
{
    check_size(c, "the network's buffer", nnom_blocks_total(&c->model->blocks, c->syms),
               number(golden, "buffer_total"));
    check_size(c, "the memory in all", nnom_model_taken(c->syms, c->model),
               number(golden, "nnom_memory_taken"));
    check_number(c, "the size of a pointer", c->model->pointer_bytes,
                 number(golden, "pointer_size"));
}

void nnom_compare_model(struct arena *arena, struct nnom_tally *tally, const char *id,
                        const struct program *program, const json_t *golden)
{
    const json_t *layers = json_object_get(golden, "layers");
    struct comparing c = {arena, tally, program->syms, program->nnom_model, id};
    if (!c.model) nnom_check(tally, false, id, "it is no model of NNoM");
    if (!c.model) return;
    check_number(&c, "the number of layers", c.model->layers.n, (int64_t)json_array_size(layers));
    for (int i = 0; i < c.model->layers.n; i++) {
        c.id = arena_printf(arena, "%s, layer %d", id, i + 1);
        check_layer(&c, c.model->layers.at[i], json_array_get(layers, (size_t)i));
    }
    c.id = id;
    check_blocks(&c, json_object_get(golden, "blocks"));
    check_sums(&c, golden);
    if (json_object_get(golden, "total_macs"))
        check_size(&c, "all MACs", nnom_model_macs(c.syms, c.model), number(golden, "total_macs"));
}

void nnom_compare_short(struct arena *arena, struct nnom_tally *tally, const char *id,
                        const struct program *program, const json_t *golden)
{
    const json_t *layers = json_object_get(golden, "layers");
    struct comparing c = {arena, tally, program->syms, program->nnom_model, id};
    if (!c.model) nnom_check(tally, false, id, "it is no model of NNoM");
    if (!c.model) return;
    check_number(&c, "the number of layers", c.model->layers.n, (int64_t)json_array_size(layers));
    for (int i = 0; i < c.model->layers.n; i++) {
        const struct nnom_layer *row = c.model->layers.at[i];
        const json_t *expected = json_array_get(layers, (size_t)i),
                     *in = json_object_get(expected, "in_blk");
        c.id = arena_printf(arena, "%s, layer %d", id, i + 1);
        check_shape(&c, "the output", &row->out, json_object_get(expected, "out_dims"));
        check_number(&c, "the output's block", row->out_block,
                     json_integer_value(json_array_get(json_object_get(expected, "out_blk"), 0)));
        for (size_t k = 0; k < json_array_size(in) && k < (size_t)row->in.n; k++)
            check_number(&c, "an input's block", row->in.at[k].block,
                         json_integer_value(json_array_get(in, k)));
        check_size(&c, "the work's bytes", row->work_bytes, number(expected, "buf_bytes"));
        check_number(&c, "the work's block", row->work_block, number(expected, "buf_blk"));
        check_number(&c, "in place", row->in_place,
                     json_is_true(json_object_get(expected, "in_place")));
    }
    c.id = id;
    check_blocks(&c, json_object_get(golden, "blocks"));
    check_sums(&c, golden);
}

// ---- static objects

#define TABLES 1536 // bytes of constants that the library's headers define in each file

static const struct static_object *find_static(const struct statics *statics, const char *name,
                                               size_t n)
{
    for (int i = 0; i < statics->objects.n; i++) {
        const struct static_object *object = &statics->objects.at[i];
        if (strlen(object->name) == n && strncmp(object->name, name, n) == 0) return object;
    }
    return NULL;
}

static void check_static(struct comparing *c, const json_t *expected)
{
    static const char *const sections[] = {"rodata", "data", "bss"};
    const char *name = string(expected, "name");
    if (strncmp(name, "nnom_", 5) == 0 && strstr(name, "_table_")) return;
    // Static locals have a number of the compiler's behind their names.
    const struct static_object *object = find_static(c->model->statics, name, strcspn(name, "."));
    nnom_check(c->tally, object != NULL, c->id, "the static object %s is not there", name);
    if (!object) return;
    check_number(c, arena_printf(c->arena, "the size of %s", name), object->bytes,
                 number(expected, "bytes"));
    check_text(c, arena_printf(c->arena, "the section of %s", name), sections[object->section],
               string(expected, "section"));
}

void nnom_compare_statics(struct arena *arena, struct nnom_tally *tally, const char *id,
                          const struct program *program, const json_t *golden)
{
    struct comparing c = {arena, tally, program->syms, program->nnom_model, id};
    const json_t *totals = json_object_get(golden, "totals"), *object;
    const json_t *objects = json_object_get(golden, "objects");
    size_t index;
    if (!c.model || !golden) return;
    const int64_t *bytes = c.model->statics->bytes;
    check_number(&c, "static data", bytes[STATIC_DATA], number(totals, "data"));
    check_number(&c, "static data of zeros", bytes[STATIC_ZERO], number(totals, "bss"));
    check_number(&c, "constants", bytes[STATIC_CONSTANT], number(totals, "rodata") - TABLES);
    json_array_foreach(objects, index, object) check_static(&c, object);
}
